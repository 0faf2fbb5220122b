"""What a project puts into its folder `templates`, seen from the command line."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from beleg.render.environment import default_templates

CASES = Path(__file__).parents[1] / "cases" / "config"
FACTS = default_templates() / "facts"
# A page of a project's own that shows the messages of the case's catalog.
OWN_PAGE = """{% extends "base.html" %}
{% import "macros.html" as m %}
{% block main %}<p>{% trans %}Sources{% endtrans %}<p>{{ _("Publisher's analysis") }}<p>{% trans %}Updated{% endtrans %}
{% for n in (1, 2, 21) %}<p>{{ ngettext("%(n)s source", "%(n)s sources", n, n=n) }}{% endfor %}
<p>{% trans %}Method{% endtrans %}{% endblock %}
"""
# Wordings of a project's own, with helpers.
OWN_FACTS = """\
{%- macro helper(s) %}{{ s.names }}{% endmacro -%}
{%- macro dated(s) %}{{ s.on() }}{% endmacro -%}
MACRO
"""


def put(project: Path, name: str, text: str | bytes) -> None:
    """Put a file into a project's folder of templates."""
    path = project / "templates" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode() if isinstance(text, str) else text)


def only(project: Path, *locales: str) -> None:
    """Leave a project these locales: what is tested in one needs no pages in the others."""
    settings = project / "sources" / "beleg.toml"
    names = ", ".join(f'"{locale}"' for locale in locales)
    text, changed = re.subn(r"(?m)^#? ?locales = .*$", f"locales = [{names}]", settings.read_text("utf-8"))
    assert changed == 1
    settings.write_text(text, "utf-8")


def paragraphs(project: Path, locale: str) -> list[str]:
    page = (project / "public" / locale / "method.html").read_text("utf-8")
    main = re.search(r"<main.*?>(.*)</main>", page, re.DOTALL)
    assert main
    return [line.strip() for line in main[1].split("<p>")[1:]]


def test_a_file_named_templates_is_refused(beleg, project):
    (project / "templates").write_bytes(b"x")
    run = beleg(project, "build")
    assert run.code == 1
    assert "templates: is no folder" in run.err
    assert not (project / "public").exists()


def test_an_untranslated_message_is_a_warning(beleg, project):
    path = project / "templates/locales/sr_Latn/LC_MESSAGES/messages.po"
    path.parent.mkdir(parents=True)
    path.write_text('msgid "Sources"\nmsgstr "Izvorišta"\n\nmsgid "Method"\nmsgstr ""\n', "utf-8")
    run = beleg(project, "build")
    assert run.code == 0
    assert "warning: templates/locales/sr_Latn/LC_MESSAGES/messages.po: 1 of 2 messages are not translated" in run.err
    assert "Izvorišta" in (project / "public/sr-Latn/index.html").read_text("utf-8")


@pytest.mark.parametrize("origin", [True, False])
def test_a_partial_latin_catalog(beleg, project, origin):
    """What is empty or fuzzy there is Cyrillic set in Latin, else English, and each locale's gaps are counted."""
    put(project, "locales/sr_Latn/LC_MESSAGES/messages.po", (CASES / "partial-sr_Latn.po").read_bytes())
    put(project, "method.html", OWN_PAGE)
    if origin:
        cyrillic = (
            '\nmsgid "Publisher\'s analysis"\nmsgstr "Анализа редакције"\n\nmsgid "Updated"\nmsgstr "Ажурирано"\n'
        )
        put(project, "locales/sr_Cyrl/LC_MESSAGES/messages.po", cyrillic)
    article = (
        "---\ntitle: Akku\npublisher: Blatt\npublished: 2026-10-14\n---\nNordvik sagt, der Akku halte 40 Stunden.\n"
    )
    (project / "sources" / "a.md").write_text(article, "utf-8")
    run = beleg(project, "build")
    assert run.code == 0
    # C109: whatever a catalog lacks, no entry of a feed is missing for it.
    feeds = [path.read_text("utf-8") for path in (project / "public").glob("*/atom.xml")]
    assert [one.count("<entry>") for one in feeds] == [1] * 5
    assert [len(json.loads(path.read_bytes())["items"]) for path in (project / "public").glob("*/feed.json")] == [1] * 5
    shown = paragraphs(project, "sr-Latn")
    between = ["Analiza redakcije", "Ažurirano"] if origin else ["Publisher's analysis", "Updated"]
    assert shown == ["Izvori", *between, "1 izvor", "2 izvora", "21 izvor", "Metod"]
    for page in (project / "public" / "sr-Latn").glob("*.html"):
        # The names of the other locales are in their own script.
        words = re.sub(r'<a [^>]*hreflang="(?!sr-Latn)[^>]*>[^<]*</a>', "", page.read_text("utf-8"))
        assert not re.search("Uploadovano|[Ѐ-ӿ]", words)
    warnings = [line for line in run.err.splitlines() if line.startswith("warning: ")]
    latin = "warning: templates/locales/sr_Latn/LC_MESSAGES/messages.po: 2 of 4 messages are not translated (1 empty, 1 fuzzy)"
    assert any(line.startswith(latin) for line in warnings)
    told = [
        re.fullmatch(r"warning: templates/locales/(\w+)/.*: the (\S+) pages show (\d+) messages? in English, .*", line)
        for line in warnings
    ]
    # English is what messages are written in.
    assert [one.groups() for one in told if one] == (
        [("de", "de", "3"), ("sr_Cyrl", "sr-Cyrl", "1"), ("ru", "ru", "3")]
        if origin
        else [("de", "de", "3"), ("sr_Cyrl", "sr-Cyrl", "3"), ("sr_Cyrl", "sr-Latn", "2"), ("ru", "ru", "3")]
    )


def test_own_wordings_are_those_that_differ(beleg, stories):
    """What a file of facts leaves out is Beleg's, in the same language, and no matter for a warning."""
    only(stories, "ru")
    whole = (FACTS / "ru.jinja").read_text("utf-8")
    without = re.sub(r"\{%- macro (released|supported|label_supported)\(s\).*?endmacro -%\}\n", "", whole)
    without = without.replace('"release": "Выход", ', "")
    put(stories, "facts/ru.jinja", without)
    assert beleg(stories, "build").code == 0
    pages = {path.name: path.read_bytes() for path in (stories / "public" / "ru").glob("*.html")}
    assert "facts/ru.jinja" not in beleg(stories, "build").err
    (stories / "templates" / "facts" / "ru.jinja").write_text(whole, "utf-8")
    assert beleg(stories, "build").code == 0
    assert pages == {path.name: path.read_bytes() for path in (stories / "public" / "ru").glob("*.html")}


def test_both_serbian_scripts_have_what_the_cyrillic_wordings_leave_out(beleg, stories):
    only(stories, "sr-Cyrl", "sr-Latn", "de")
    assert beleg(stories, "build").code == 0
    before = {path: path.read_bytes() for path in sorted((stories / "public").glob("*/*.html"))}
    put(stories, "facts/sr-Cyrl.jinja", "{%- macro lead_in(who, about, topics) %}Штиво{% endmacro -%}\n")
    run = beleg(stories, "build")
    assert (run.code, "sr-Cyrl.jinja" in run.err) == (0, False)
    after = {path: path.read_bytes() for path in sorted((stories / "public").glob("*/*.html"))}
    assert before.keys() == after.keys()
    changed = [path for path in before if before[path] != after[path]]
    assert {path.parent.name for path in changed} == {"sr-Cyrl", "sr-Latn"}
    told = {"sr-Cyrl": "Штиво", "sr-Latn": "Štivo"}
    # The page of search only names the index, which is another now; a long page's part may have no lead-in.
    lacking = {path.name for path in changed if told[path.parent.name] not in after[path].decode()}
    assert {name for name in lacking if not re.search(r"-\d+\.html", name)} <= {"search.html"}


@pytest.mark.parametrize(
    ("macro", "says"),
    [
        ("released(s)}{{ s.subject }} is out {{ s.on() }}", "no `s.also_names` and no `s.nouns` and no `s.versions`"),
        ("released(t)}{{ helper(t) }}: {{ t.Nouns }}", "no `t.on`"),
        ("measure_card(c)}{{ c.head }} {{ c.when }} {{ c.rest }} {{ c.value }} {{ c.change }} {{ c.planned }}",
         'no `c.marked("average")` and no `c.marked("only")` and no `c.marked("still")`'),
    ],
)  # fmt: skip
def test_a_gap_that_own_wordings_drop_is_told(beleg, project, macro, says):
    only(project, "en", "de")
    head, _, body = macro.partition("}")
    put(project, "facts/en.jinja", OWN_FACTS.replace("MACRO", f"{{%- macro {head} %}}{body}{{% endmacro -%}}"))
    run = beleg(project, "build")
    (line,) = [line for line in run.err.splitlines() if "gets lost" in line]
    assert line.startswith(
        f"warning: templates/facts/en.jinja:3: `{head.partition('(')[0]}` says {says}, as Beleg's own does"
    )
    assert run.code == 0
    assert beleg(project, "build", "--strict").code == 1


@pytest.mark.parametrize(
    "macro",
    [
        # The same in another form, by a macro of the project's own, or nothing at all: then the quote is shown.
        "released(s)}{{ s.names }}: {{ s.Nouns }} {{ s.date }}",
        "released(s)}{{ s.names_and_nouns }}: {{ dated(s) }}",
        "released(s)}",
        # Where all goes somewhere else, nobody can tell.
        "released(s)}{% set fact = s %}{{ fact.names }}",
        "a_macro_of_their_own(s)}x",
    ],
)
def test_a_gap_that_is_filled_in_another_way_is_not_told(beleg, project, macro):
    only(project, "en", "de")
    head, _, body = macro.partition("}")
    put(project, "facts/en.jinja", OWN_FACTS.replace("MACRO", f"{{%- macro {head} %}}{body}{{% endmacro -%}}"))
    assert "gets lost" not in beleg(project, "build").err


def test_own_concepts_are_those_that_differ(beleg, stories):
    """An entry of a project's own stands before Beleg's; what is no table is told with its place."""
    only(stories, "en")
    assert beleg(stories, "build").code == 0
    before = {path.name: path.read_text("utf-8") for path in (stories / "public" / "en").glob("*.html")}
    put(stories, "facts/concepts.toml", '[nouns]\nbrowser = { en = "web viewer" }\n')
    assert beleg(stories, "build").code == 0
    after = {path.name: path.read_text("utf-8") for path in (stories / "public" / "en").glob("*.html")}
    assert before.keys() == after.keys()
    assert not any("web viewer" in page for page in before.values())
    assert any("web viewer" in page for page in after.values())


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('nouns = "x"', "`nouns` is no table"),
        ('[nouns]\nbrowser = "x"', "`nouns.browser` is no table"),
        ('[nouns]\nlake = { de = "See" }', "nouns.lake has no wording for"),
        ('[things]\nlake = { de = ["See"] }', "things.lake needs 2 forms in de. Write those for one, other"),
        ("[nouns", "no TOML"),
    ],
)
def test_wrong_concepts_are_told(beleg, project, text, says):
    put(project, "facts/concepts.toml", text)
    run = beleg(project, "build")
    assert run.code == 1
    assert f"beleg: templates/facts/concepts.toml: {says}" in run.err


@pytest.mark.parametrize(
    ("gap", "says"),
    [
        ("Meazure", "there is no gap `s.Meazure`, but `s.Measure` and `s.measure`. Correct it"),
        ("xyzzy()", "there is no gap `s.xyzzy`. Correct it"),
        ("names.foo", "'markupsafe.Markup object' has no attribute 'foo'"),
    ],
)
@pytest.mark.parametrize("helper", [False, True])
def test_a_misspelt_gap_is_told_by_its_name(beleg, stories, gap, says, helper):
    only(stories, "en", "de")
    macros = re.findall(r"macro (\w+)\(s\)", (FACTS / "en.jinja").read_text("utf-8"))
    own = f"{{%- macro helper(s) %}}\n{{{{ s.{gap} }}}}{{% endmacro -%}}\n"
    said = "{{ helper(s) }}" if helper else f"{{{{ s.{gap} }}}}"
    own += "".join(f"{{%- macro {name}(s) %}}{said}{{% endmacro -%}}\n" for name in macros)
    put(stories, "facts/en.jinja", own)
    run = beleg(stories, "build")
    assert run.code == 1
    place = re.search(r"beleg: templates/facts/en\.jinja:(\d+): template fails: " + re.escape(says), run.err)
    assert place
    assert (int(place[1]) == 2) == helper


def test_a_failing_template_is_no_bug(beleg, project):
    (project / "templates").mkdir()
    (project / "templates" / "method.html").write_text("a\n{{ 1/0 }}", "utf-8")
    run = beleg(project, "build")
    assert run.code == 1
    assert "beleg: templates/method.html:2: template fails: ZeroDivisionError" in run.err
    assert "bug" not in run.err


# Of each kind of file, an error and what is said of it.
FAULTS = {
    "base.html": ("<title>\n{{ nichts }}", ":2: template fails: 'nichts' is undefined"),
    "edition.html": (
        '{% extends "base.html" %}\n{% import "macros.html" as m %}\n{% block main %}{{ edition.facts }}{% endblock %}',
        ":3: template fails: there is no gap `edition.facts`",
    ),
    # What the frame asks of those that extend it.
    "editions.html": ('\n{% extends "base.html" %}', ":2: template fails: 'm' is undefined, in Beleg's own base.html:"),
    "sources.html": ('{% include "teil.html" %}\n{% include "fehlt.html" %}', ":2: template fails: there is no template 'fehlt.html'"),
    "index.html": ("<p>\n{% for door in doors %}{{ door.nome }}{% endfor %}", ":2: template fails: there is no gap `door.nome`, but `door.name`"),
    "method.html": ("\n{{ 1 | nosuch }}", ":2: template fails: No filter named 'nosuch'"),
    "story.html": ('{% extends "base.html" %}\n{% block main %}', ":2: template fails: Unexpected end of template"),
    "facts/en.jinja": ("\n{%- macro lead_in(who) %}{{ who }}{% endmacro -%}", ":2: template fails: TypeError: macro 'lead_in' takes no"),
    "entry.html": ("\n{% macro fact(f, base) %}{% endfor %}{% endmacro %}", ":2: template fails: Encountered unknown tag 'endfor'"),
}  # fmt: skip


@pytest.mark.parametrize("name", FAULTS)
def test_an_error_names_file_and_line(beleg, stories, name):
    """Wherever it is: on a page, in what pages extend, import or include, in what they say."""
    text, says = FAULTS[name]
    only(stories, "en")
    put(stories, "teil.html", "ok")
    put(stories, name, text)
    run = beleg(stories, "build")
    assert run.code == 1
    assert f"beleg: templates/{name}{says}" in run.err
    assert not (stories / "public").exists()


@pytest.mark.parametrize("text", ["", '{% set tagline = "x" %}'])
def test_macros_that_others_need_are_told(beleg, project, text):
    only(project, "en")
    put(project, "macros.html", text)
    run = beleg(project, "build")
    assert re.search(
        r"beleg: templates/macros\.html: has no `\w+`.* Put it in as Beleg's own macros\.html has it", run.err
    )


def test_an_error_in_an_included_file_names_that_file(beleg, project):
    """Not the one that includes it; and not one in a macro's caller."""
    only(project, "en")
    put(project, "method.html", '{% include "teil.html" %}\n')
    put(project, "teil.html", '{% import "werkzeug.html" as w %}\n\n{{ w.hammer(1) }}')
    put(project, "werkzeug.html", "{% macro hammer(n) %}\n\n\n{{ n.nagel }}{% endmacro %}")
    run = beleg(project, "build")
    assert "beleg: templates/werkzeug.html:4: template fails: 'int object' has no attribute 'nagel'" in run.err


def test_a_style_sheet_is_no_template(beleg, project):
    """Whatever stands in it."""
    only(project, "en")
    put(project, "style.css", "p::after { content: '{{ nichts }} {% if %}' }")
    assert beleg(project, "build").code == 0
    (sheet,) = (project / "public").glob("style*.css")
    assert "{{ nichts }} {% if %}" in sheet.read_text("utf-8")
