"""`beleg templates`: what a project's own files stand in for, and what they lack."""

import json
import re

import pytest
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from beleg.render.environment import Environments, default_templates
from beleg.render.overrides import copy

SHIPPED = default_templates()


def put(project, name, text):
    path = project / "templates" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


def row(run, name):
    (line,) = [one for one in run.out.splitlines() if re.split(r"\s+", one)[1] == name]
    return re.sub(r"\s{2,}", " ", line)


def test_all_are_belegs_at_first(beleg, project):
    run = beleg(project, "templates")
    assert run.code == 0
    names = [re.split(r"\s+", line)[1] for line in run.out.splitlines()]
    assert {
        "base.html",
        "story.html",
        "facts/ru.jinja",
        "style.css",
        "email.txt",
        "locales/sr_Cyrl/LC_MESSAGES/messages.po",
    } <= set(names)
    assert not {"README.md", "messages.pot", "facts/README.md"} & set(names)
    assert all(line.startswith("shipped") for line in run.out.splitlines())
    assert "`beleg templates copy NAME`" in run.err


def test_a_copy_changes_nothing_and_lacks_nothing(beleg, project):
    """Of every file that there is."""
    assert beleg(project, "build").code == 0
    before = {path: path.read_bytes() for path in (project / "public").rglob("*") if path.is_file()}
    names = [re.split(r"\s+", line)[1] for line in beleg(project, "templates").out.splitlines()]
    for name in names:
        run = beleg(project, "templates", "copy", name)
        assert (run.code, run.out) == (0, f"templates/{name}\n")
        assert (project / "templates" / name).read_bytes() == (SHIPPED / name).read_bytes()
    run = beleg(project, "templates", "--strict")
    assert run.code == 0, run.out
    assert "lacks" not in run.out
    assert f"{len(names)} files of the project's own." in run.err
    assert beleg(project, "build").code == 0
    assert {path: path.read_bytes() for path in (project / "public").rglob("*") if path.is_file()} == before


def test_what_an_override_lacks(beleg, project):
    """Messages, gaps whatever their things are called, macros, blocks."""
    story = (SHIPPED / "story.html").read_text("utf-8")
    assert "story.standfirst" in story
    put(project, "story.html", re.sub(r"\bstory\.standfirst\b", "story.headline", story))
    put(project, "marks.html", "")
    macros = (SHIPPED / "macros.html").read_text("utf-8")
    put(project, "macros.html", macros.replace("macro parties(o)", "macro parteien(o)"))
    put(project, "method.html", '{% extends "base.html" %}\n{% block main %}{{ edition.count }}{% endblock %}\n')
    run = beleg(project, "templates")
    assert run.code == 0
    assert row(run, "story.html") == "overridden story.html lacks 1 gap: story.standfirst"
    assert row(run, "macros.html") == "overridden macros.html lacks 1 macro: parties"
    assert row(run, "marks.html") == "overridden marks.html"
    assert re.search(r"lacks \d+ blocks: .*; lacks \d+ messages: \".+\" and \d+ more", row(run, "method.html"))
    assert "4 files of the project's own, 3 of them lack something that Beleg's has." in run.err
    assert beleg(project, "templates", "--strict").code == 1
    rows = {one["name"]: one for one in json.loads(beleg(project, "templates", "--json").out)}
    assert rows["story.html"]["variables"] == ["story.standfirst"]
    assert rows["base.html"]["state"] == "shipped"


def test_what_extends_belegs_own_lacks_nothing(beleg, project):
    put(project, "method.html", '{% extends "!method.html" %}\n{% block title %}Wie es geht{% endblock %}\n')
    assert row(beleg(project, "templates"), "method.html") == "overridden method.html"
    assert beleg(project, "build").code == 0
    page = (project / "public" / "de" / "method.html").read_text("utf-8")
    assert "<title>Wie es geht</title>" in page
    assert len(page) > 2000


def test_files_of_ones_own(beleg, project):
    """One that is used; one that nothing uses, with what may have been meant; assets, catalogs and wordings as they come."""
    put(project, "kopf.html", "<p>Kopf</p>")
    put(
        project,
        "base.html",
        (SHIPPED / "base.html").read_text("utf-8").replace("<body>", '<body>{% include "kopf.html" %}'),
    )
    put(project, "stroy.html", "x")
    put(project, "bild.png", "x")
    put(project, "facts/fr.jinja", "x")
    put(project, "facts/de.jinja", "{%- macro released(s) %}{% endmacro -%}")
    put(project, "locales/sr_Latn/LC_MESSAGES/messages.po", 'msgid "Sources"\nmsgstr "Izvorišta"\n')
    run = beleg(project, "templates")
    assert run.code == 1
    assert row(run, "kopf.html") == "own kopf.html"
    assert row(run, "base.html") == "overridden base.html"
    assert row(run, "stroy.html") == "own stroy.html nothing uses it; did you mean story.html?"
    assert row(run, "bild.png") == "own bild.png"
    assert row(run, "facts/fr.jinja").startswith("own facts/fr.jinja nothing uses it; did you mean facts/")
    assert row(run, "facts/de.jinja") == "overridden facts/de.jinja what it leaves out is Beleg's"
    assert "nothing uses it" not in row(run, "locales/sr_Latn/LC_MESSAGES/messages.po")


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("story.html", "a\n{% if %}", "line 2: template fails: "),
        ("story.html", "a\n\n{{ x|nosuch }}", "line 3: template fails: No filter named 'nosuch'"),
        ("facts/ru.jinja", "{%- macro x(s) %}", "line 1: template fails: "),
        ("email.txt", b"\xff\xfe", "line 1: not in UTF-8"),
    ],
)
def test_what_can_not_be_used_is_told_with_its_line(beleg, project, name, text, says):
    put(project, name, "")
    (project / "templates" / name).write_bytes(text if isinstance(text, bytes) else text.encode())
    run = beleg(project, "templates")
    assert run.code == 1
    assert says in row(run, name)
    assert "1 can't be used" in run.err


@pytest.mark.parametrize(
    ("name", "says"),
    [
        (
            "stroy.html",
            "beleg: Beleg has no template 'stroy.html'. Did you mean story.html? `beleg templates` lists them",
        ),
        ("../sources/beleg.toml", "Beleg has no template '../sources/beleg.toml'"),
        ("README.md", "Beleg has no template 'README.md'"),
        ("story.html", "templates/story.html: is there already. It was left as it is"),
    ],
)
def test_what_can_not_be_copied(beleg, project, name, says):
    put(project, "story.html", "meins")
    run = beleg(project, "templates", "copy", name)
    assert run.code == 1
    assert says in run.err
    assert (project / "templates" / "story.html").read_text("utf-8") == "meins"


def test_a_catalog_that_is_shipped_compiled_can_be_copied(tmp_path):
    """As a wheel carries it: the copy has all messages, with their contexts and forms."""
    name = "locales/ru/LC_MESSAGES/messages.po"
    shipped = tmp_path / "shipped"
    (shipped / name).parent.mkdir(parents=True)
    with (SHIPPED / name).open("rb") as stream:
        catalog = read_po(stream, locale="ru")
    with (shipped / name).with_suffix(".mo").open("wb") as stream:
        write_mo(stream, catalog)
    environments = Environments()
    environments.folders = [shipped]
    path = copy(environments, name, tmp_path)
    with path.open("rb") as stream:
        found = read_po(stream, locale="ru")
    told = {(one.context, one.id): one.string for one in catalog if one.id}
    assert {(one.context, one.id): one.string for one in found if one.id} == told
    assert len(told) > 100
    assert found.num_plurals == catalog.num_plurals == 3
    # No clock has a part in it.
    assert b"POT-Creation-Date" not in path.read_bytes()
