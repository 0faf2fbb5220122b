"""A project's own templates: what is wrong with one is told with its file and line, and the old site stays."""

from dataclasses import replace

import pytest

from beleg.errors import RenderError
from beleg.render import render
from beleg.render.environment import default_templates
from render.sample import edition as sample

FACTS = (default_templates() / "facts/de.jinja").read_text("utf-8")
SERBIAN = (default_templates() / "facts/sr-Cyrl.jinja").read_text("utf-8")
# Every macro of the file fails on its first line.
FAILING = FACTS.replace("-%}", "%}").replace(") %}", ") %}{{ 1/0 }}")


@pytest.fixture(scope="module")
def edition():
    one = sample()
    return replace(one, site=replace(one.site, locales=("de", "sr-Latn")))


def refused(tmp_path, edition, name, data):
    """The error for one file among a project's own templates."""
    path = tmp_path / "templates" / name
    path.parent.mkdir(parents=True)
    if data is None:
        path.mkdir()
    else:
        path.write_bytes(data if isinstance(data, bytes) else data.encode())
    public = tmp_path / "public"
    with pytest.raises(RenderError) as raised:
        render(edition, (), public, tmp_path / "templates")
    assert not public.exists()
    assert raised.value.hint
    return raised.value


@pytest.mark.parametrize(
    ("name", "data", "line", "says"),
    [
        ("facts/de.jinja", "{# #}\n{% macro x(", 2, "expected 'name'. Correct it"),
        ("facts/de.jinja", FAILING, ..., "template fails: ZeroDivisionError: division by zero"),
        ("facts/sr-Cyrl.jinja", SERBIAN + "\n{{ 1/0 }}", ..., "template fails: ZeroDivisionError"),
        ("story.html", "x\n{{ 1/0 }}", 2, "template fails: ZeroDivisionError: division by zero"),
        ("story.html", "x\n{{ nirgends.da }}", 2, "template fails: 'nirgends' is undefined"),
        ("story.html", '{% extends "story.html" %}', ..., "it extends or includes itself without end"),
        ("story.html", '\n\n{% include "nix.html" %}', 3, "there is no template 'nix.html'"),
        ("story.html", "a\nb\n\xe4".encode("latin-1"), 3, "not in UTF-8"),
        ("story.html", '{% trans %}%(zz)s{% endtrans %}\n{{ gettext("%(zz)s") }}', 2, "template fails: KeyError: 'zz'"),
        ("style.css", None, None, "can't be read: is a directory"),
        ("facts/de.jinja", None, None, "can't be read: is a directory"),
        ("facts", "x", None, "can't be read: not a directory"),
    ],
)
def test_a_wrong_template_is_told(tmp_path, edition, name, data, line, says):
    error = refused(tmp_path, edition, name, data)
    assert error.path.startswith(f"templates/{name}")
    assert says in str(error)
    assert line is ... or error.line == line


def test_a_file_in_the_place_of_the_folder(tmp_path, edition):
    (tmp_path / "templates").write_bytes(b"x")
    with pytest.raises(RenderError, match=r"templates: is no folder\. Only a"):
        render(edition, (), tmp_path / "public", tmp_path / "templates")


def test_a_byte_order_mark_is_no_text(tmp_path, edition):
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "story.html").write_bytes("\ufeff{{ page }}".encode())
    with pytest.raises(RenderError, match="is missing"):
        render(edition, (), tmp_path / "public", tmp_path / "templates")


def test_a_fault_of_beleg_is_not_blamed_on_its_templates(tmp_path, edition, monkeypatch):
    def broken(*_):
        raise ZeroDivisionError

    monkeypatch.setattr("beleg.render.environment.balanced", broken)
    with pytest.raises(ZeroDivisionError):
        render(edition, (), tmp_path / "public")
