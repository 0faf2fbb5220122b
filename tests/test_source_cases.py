"""Odd feeds and pages of the real world, dropped into a project: what `beleg check` and `beleg build` make of them."""

import html
import json
import re
import shutil
import tarfile
import time
from pathlib import Path
from xml.etree import ElementTree as ET

import lxml.html
import pytest

CASES = Path(__file__).parent / "cases"


@pytest.fixture
def drop(beleg, project):
    """Copies a case into the project, describes it, and gives what `beleg check` says of it: rows, problems, exit code."""

    def drop(case, **described):
        name = Path(case).name
        shutil.copy(CASES / case, project / "sources" / name)
        if described:
            lines = [f'file = "{name}"', *(f'{key} = "{value}"' for key, value in described.items())]
            (project / "sources" / "case.source.toml").write_text("\n".join(lines), "utf-8")
        run = beleg(project, "check", "--json")
        found = json.loads(run.out)
        return found["articles"], found["problems"], run.code

    return drop


@pytest.fixture
def pages(beleg, project):
    """Builds, and gives the text of every file below public/."""

    def pages():
        assert beleg(project, "build").code == 0
        files = (path for path in (project / "public").rglob("*") if path.suffix in (".html", ".xml", ".json", ".js"))
        return {path.relative_to(project / "public").as_posix(): path.read_text("utf-8") for path in files}

    return pages


def by_title(articles):
    return {article["title"]: article for article in articles}


def instants(articles):
    """Published, by the number at the end of the address."""
    return {int(re.search(r"(\d+)$", article["url"])[1]): article["published"] for article in articles}


def messages(problems):
    return " | ".join(problem["message"] for problem in problems)


@pytest.mark.parametrize(
    ("case", "titles"),
    [
        ("win1251-declared.xml", ["Новый релиз СУБД «Вектор 4.2» вышел — что изменилось"]),  # C01
        ("iso8859-2.xml", ["Čeka se žuta štampa: đaci grade ćelije za 5 odsto manje"]),  # C04
        ("utf8-says-utf16.xml", ["Überblick: Größere Änderungen für Österreich"]),  # C07
        ("bom-then-newline.xml", ["Straße gesperrt: Server zieht um"]),  # C08
        ("leading-newline.xml", ["Straße gesperrt: Server zieht um"]),  # C08
        ("text-xml.xml", ["Prüfung bestanden: „Łódź“-Modul läuft – für 1.490 €"]),  # C09
        ("header-says-latin1.xml", ["Bürgermeister prüft Glasfaser für Ötzdorf"]),  # C10
    ],
)
def test_encodings(drop, case, titles):
    articles, _, code = drop(f"feeds/{case}")
    assert ([article["title"] for article in articles], code) == (titles, 0)


def test_the_declared_encoding_holds_for_all_that_a_page_shows(drop, pages):
    """C01: single bytes of windows-1251 become the right letters everywhere, no-break spaces stay."""
    [article], _, _ = drop("feeds/win1251-declared.xml")
    assert article["author"] == "Пресс-служба"
    text = "".join(html.unescape(page) for page in pages().values())
    assert "база стала быстрее на 12,5\u00a0%" in text
    assert "Р°" not in text


def test_forbidden_characters_are_in_no_output(drop, pages):
    """C12."""
    articles, _, _ = drop("feeds/control-chars.xml")
    assert len(articles) == 2
    assert "Neue Fassung veröffentlicht" in by_title(articles)
    for page in pages().values():
        assert not re.search("[\x00-\x08\x0b\x0c\x0e-\x1f]", page)


def test_double_encoding_is_told_and_never_overdone(drop):
    """C14."""
    articles, problems, _ = drop("feeds/double-encoded.xml")
    titles = set(by_title(articles))
    assert {"AVIAÇÃO: São Paulo prüft „– Dråber“", "Â-Dur und Ã: zwei Buchstaben erklärt"} < titles
    assert titles & {"Überblick: größere Änderungen", "Ãœberblick: grÃ¶ÃŸere Ã„nderungen"}
    assert "mojibake" in messages(problems)


@pytest.mark.parametrize(
    ("case", "zone", "expected"),
    [
        (
            "dates-serbian.xml", "Europe/Belgrade",
            ["2026-10-14T08:00:00Z", "2026-10-14T08:00:00Z", "2026-10-14T08:00:00Z", "2026-06-05T07:00:00Z",
             "2026-09-15T07:00:00Z", "2026-07-31", "2026-08-22T12:30:00Z", "2026-05-04T04:00:00Z"],
        ),  # C20
        (
            "dates-two-digit-year.xml", "UTC",
            ["2026-10-14T06:15:00Z", "2017-09-22T19:05:03Z", "1994-11-06T08:49:37Z", "2000-01-01T00:00:00Z",
             "1999-12-31T23:30:00Z", "1969-10-14T10:00:00Z"],
        ),  # C21
        ("dates-no-zone.xml", "Europe/Berlin", ["2026-10-14T06:15:00Z"] * 5),  # C23
        (
            "dates-zone-names.xml", "Europe/Berlin",
            ["2026-12-03T21:03:47Z", "2026-10-14T06:15:00Z", "2026-12-03T07:15:00Z", "2026-12-03T07:15:00Z",
             "2026-10-14T06:15:00Z", "2026-10-14T05:15:00Z", "2026-12-04T14:00:00Z", "2026-10-14T06:15:00Z",
             "2026-10-14T06:15:00Z"],
        ),  # C24: the last has a zone that nobody knows, so the feed's
        (
            "dates-future.xml", "UTC",
            ["2041-11-16T19:11:00Z", "2026-11-30T12:20:00Z", "2026-11-30T11:00:00Z", "2026-11-29T18:00:00Z"],
        ),  # C25
    ],
)  # fmt: skip
def test_dates_in_odd_forms(drop, case, zone, expected):
    articles, problems, _ = drop(f"feeds/{case}", zone=zone)
    assert list(dict(sorted(instants(articles).items())).values()) == expected
    if case == "dates-zone-names.xml":
        assert "XYZ" in messages(problems)


def test_an_assumed_zone_is_marked(drop):
    """C23: at each article; where the editor named no zone, a warning says that one was assumed."""
    articles, problems, _ = drop("feeds/dates-no-zone.xml", zone="Europe/Berlin")
    assumed = {int(article["url"][-1]): article["zone_assumed"] for article in articles}
    assert assumed == {1: True, 2: True, 3: True, 4: False, 5: False}
    assert "without its zone" not in messages(problems)
    _, problems, _ = drop("feeds/dates-no-zone.xml", language="de")
    assert "3 entries give a time without its zone; it was taken to be UTC" in messages(problems)


def test_a_date_far_ahead_neither_leads_nor_dates_the_edition(drop, beleg, project):
    """C25: as written where it is shown, but placed with the others, with a warning."""
    _, problems, _ = drop("feeds/dates-future.xml")
    assert "lies far ahead of all others" in messages(problems)
    assert json.loads(beleg(project, "build", "--json").out)["edition"] == "2026-11-30"


def test_one_identifier_for_all_makes_no_entry_vanish(drop):
    """C32."""
    articles, problems, _ = drop("feeds/guid-all-same.xml")
    newest_first = sorted(articles, key=lambda article: article["published"], reverse=True)
    assert [article["title"].split()[0] for article in newest_first] == ["Dritte", "Zweite", "Erste"]
    assert "several entries have the identifier" in messages(problems)


def test_blank_identifiers_never_become_addresses(drop):
    """C34."""
    articles, _, _ = drop("feeds/guid-empty.xml")
    assert sorted(article["url"][-2:] for article in articles) == ["/a", "/b", "/c"]


def test_each_entry_has_its_own_language(drop, beleg, project):
    """C42: whatever the feed says, and what all four say is one fact."""
    articles, _, _ = drop("feeds/mixed-language.xml")
    written = {article["url"][-1]: (article["language"], article["script"]) for article in articles}
    assert written == {"1": ("de", "Latn"), "2": ("ru", "Cyrl"), "3": ("sr", "Cyrl"), "4": ("sr", "Latn")}
    facts = [json.loads(row) for row in beleg(project, "facts").out.splitlines()]
    assert [(fact["languages"], fact["quantities"]) for fact in facts] == [
        (["de", "ru", "sr"], [{"value": 5, "unit": "percent", "qualifier": "exact"}])
    ]


def test_entities_that_unfold_are_refused_at_once(drop, beleg, project):
    """C44."""
    shutil.copy(CASES / "feeds/text-xml.xml", project / "sources" / "gut.xml")
    began = time.monotonic()
    articles, problems, code = drop("feeds/entity-bomb.xml")
    assert time.monotonic() - began < 2
    assert [article["id"].split("/")[0] for article in articles] == ["gut.xml"]
    assert [problem["path"] for problem in problems if problem["severity"] == "error"] == ["sources/entity-bomb.xml"]
    assert code == 1


def test_no_file_is_read_for_an_entity(drop, project, pages):
    """C46."""
    for name in ("secret-canary.txt", "secret-canary.dtd"):
        shutil.copy(CASES / "feeds" / name, project / "sources" / name)
    articles, problems, _ = drop("feeds/xxe-file.xml")
    (project / "sources" / "secret-canary.txt").unlink()
    told = json.dumps([[a for a in articles if a["id"].startswith("xxe")], problems])
    assert "CANARY" not in told
    assert not [article for article in articles if article["id"].startswith("xxe")]


def test_undeclared_entities_are_mended(drop):
    """C47."""
    articles, problems, code = drop("feeds/undefined-entity.xml")
    found = by_title(articles)
    assert set(found) == {"F&E-Abteilung wächst", "„Alles neu“ – Umbau", "Dritte Meldung"}
    assert found["„Alles neu“ – Umbau"]["url"] == "https://www.beispielblatt.example/neu?x=1&y=2"
    assert problems
    assert code == 0


def test_nothing_of_an_attack_reaches_a_page(drop, pages):
    """C50: read with a real parser, every page is free of what could run or load."""
    drop("feeds/xss-content.xml")
    files = pages()
    built = {name: page for name, page in files.items() if name.endswith(".html")}
    # What feeds hold is HTML for their readers.
    for name, told in files.items():
        if name.endswith("feed.json"):
            built |= {f"{name} {item['id']}": item["content_html"] for item in json.loads(told)["items"]}
        elif name.endswith("atom.xml"):
            built[name] = told.partition("?>")[2]
    assert len(built) > len([name for name in files if name.endswith(".html")])
    assert any("Inhalt mit Fallen" in page for page in built.values())
    for page in built.values():
        tree = lxml.html.document_fromstring(page)
        for element in tree.iter():
            if not isinstance(element.tag, str):
                continue
            # The one form is that of search, which sends nothing anywhere.
            ours = element.tag == "form" and element.attrib.items() == [("role", "search")]
            assert ours or element.tag not in ("iframe", "object", "form", "base", "math", "style")
            assert not [name for name in element.attrib if name.startswith("on") or name == "style"]
            for name in ("href", "src", "{http://www.w3.org/1999/xlink}href", "xlink:href"):
                address = re.sub(r"[\x00-\x20]", "", element.get(name) or "").lower()
                assert not re.match(r"(?!https?:|mailto:)[a-z][a-z0-9+.-]*:", address)
        assert "boese.example" not in page
        assert "zaehler.example" not in page


def test_addresses_are_resolved_against_their_bases(drop):
    """C55."""
    articles, _, _ = drop("feeds/xml-base.xml")
    found = {article["url"]: article["links"] for article in articles}
    assert set(found) == {"https://notizen.example/blog/2026/10/14/eins", "https://notizen.example/zwei"}
    links = found["https://notizen.example/blog/2026/10/14/eins"]
    assert {"https://bilder.example/x/zwei.html", "https://bilder.example/wurzel"} <= set(links)
    assert not [link for link in links if link.startswith("#")]


def test_relative_addresses(drop):
    """C56."""
    [article], _, _ = drop("feeds/relative-urls.xml")
    assert {
        "https://www.beispielblatt.example/2026/10/teil2.html",
        "https://www.beispielblatt.example/2026/09/alt.html",
        "https://www.beispielblatt.example/impressum",
        "https://cdn.beispielblatt.example/x",
        "https://www.beispielblatt.example/2026/10/artikel.html?seite=2",
        "https://xn--strae-oqa.example/gr%C3%B6%C3%9Fe?q=%C3%A4%20b",
    } <= set(article["links"])


@pytest.mark.parametrize("case", ["empty.xml", "only-declaration.xml"])
def test_no_feed_is_an_error(drop, case):
    """C96."""
    articles, [problem], code = drop(f"feeds/{case}")
    assert (articles, problem["severity"], code) == ([], "error", 1)
    assert problem["message"].startswith("not a feed")


def test_a_feed_without_entries_is_a_warning(drop):
    """C96."""
    articles, problems, code = drop("feeds/no-items.xml")
    assert (articles, code) == ([], 0)
    assert "holds no entry" in messages(problems)


def test_a_long_author_costs_no_time(drop):
    """C98."""
    began = time.monotonic()
    [article], _, _ = drop("feeds/redos-author.xml")
    assert time.monotonic() - began < 2
    assert len(article["author"] or "") < 500


def test_what_xml_forbids_is_in_no_page(drop, pages):
    """C13."""
    [article], _, code = drop("articles/control-chars.md")
    assert (article["title"], code) == ("Protokoll  der Sitzung", 0)
    for page in pages().values():
        assert not re.search("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe]", page)


@pytest.mark.parametrize(("zone", "day"), [("UTC", "2026-10-15"), ("Europe/Belgrade", "2026-10-15")])
def test_the_day_is_that_of_the_sites_zone(drop, beleg, project, monkeypatch, zone, day):
    """C28: whatever zone the machine is in."""
    (project / "sources" / "beleg.toml").write_text(f'[site]\nzone = "{zone}"\n', "utf-8")
    [article], _, _ = drop("articles/tz-edge.md")
    assert article["published"] == "2026-10-14T23:30:00-07:00"
    built = set()
    for machine in ("America/Los_Angeles", "Asia/Tokyo"):
        monkeypatch.setenv("TZ", machine)
        time.tzset()
        assert json.loads(beleg(project, "build", "--json").out)["edition"] == day
        built.add(tuple(path.read_bytes() for path in sorted((project / "public").rglob("*.html"))))
    monkeypatch.delenv("TZ")
    time.tzset()
    assert len(built) == 1


def test_marks_in_a_title_are_escaped_once(drop, pages):
    """C57."""
    [article], _, _ = drop("articles/ampersand-title.md")
    assert article["title"] == "Müller & Söhne: F&E <neu> – „5 > 3“"
    assert article["url"] == "https://www.beispielblatt.example/s?a=1&b=2&copy=3"
    files = pages()
    built = {name: page for name, page in files.items() if name.endswith(".html")}
    via = {"title": article["title"], "url": article["url"], "language": "de", "publisher": None}
    (item,) = json.loads(files["de/feed.json"])["items"]
    assert item["_beleg"]["sources"] == [via]
    (link,) = ET.fromstring(files["de/atom.xml"]).findall(".//*[@rel='via']")
    assert (link.get("title"), link.get("href")) == (article["title"], article["url"])
    assert not [name for name, told in files.items() if "&amp;amp;" in told or "©=3" in told]
    links = {
        link.get("href").partition("#:~:text=")[0]
        for page in built.values()
        for link in lxml.html.document_fromstring(page).iter("a")
        if "beispielblatt" in (link.get("href") or "")
    }
    assert links == {article["url"]}
    # In the German pages inner quotation marks become single ones.
    assert any("Müller & Söhne: F&E <neu>" in html.unescape(page) for page in built.values())
    assert not [name for name, page in built.items() if "&amp;amp;" in page or "©=3" in page]


def test_a_consent_dialog_is_no_article(drop, pages):
    """C59."""
    drop("pages/cookie-banner.html")
    text = "".join(page for name, page in pages().items() if name.startswith("de/"))
    assert "Die Notenbank senkt die Gebühr auf 0,05 Prozent." in text
    assert "Das gilt ab dem 1. Dezember 2026." in text
    assert "842" not in text
    assert "25.000" not in text


def test_a_title_keeps_its_own_separators(drop):
    """C60."""
    [article], _, _ = drop("pages/title-separators.html")
    assert (article["title"], article["publisher"]) == ("RISC-V: Neue Chips – schneller & sparsamer", "Beispielblatt")


def test_of_three_declared_encodings_the_bytes_choose(drop, beleg, project):
    """C63."""
    [article], _, _ = drop("pages/meta-charset-conflict.html")
    assert (article["title"], article["language"], article["script"]) == ("Цене расту", "sr", "Cyrl")
    [row] = beleg(project, "statements").out.splitlines()
    assert json.loads(row)["quote"] == "Цене ће порасти за 5 одсто, саопштио је завод."


def test_decomposed_names_and_titles(beleg, project):
    """C84: titles are equal, and twins end in a message, not one over the other."""
    with tarfile.open(CASES / "articles" / "nfd-names.tar.gz") as archive:
        archive.extractall(project / "sources", filter="data")
    run = beleg(project, "check", "--json")
    found = json.loads(run.out)
    titles = {article["title"] for article in found["articles"]}
    assert titles == {"Übersicht für Süd", "Новый рейс йода", "Čaša i žaba"}
    assert "two files have this name" in messages(found["problems"])


def test_what_is_no_text_is_named_and_nothing_else_lost(drop, beleg, project):
    """C94: pictures and office files under the names of texts."""
    shutil.copytree(CASES / "articles" / "not-text", project / "sources" / "not-text")
    articles, problems, code = drop("pages/title-separators.html")
    assert len(articles) == 1
    binary = [problem["path"] for problem in problems if "binary file" in problem["message"]]
    assert (len(binary), code) == (4, 1)
    assert beleg(project, "build").code == 1
    assert "%PDF" not in "".join(path.read_text("utf-8") for path in (project / "public").rglob("*.html"))


def test_a_pdf_that_calls_itself_a_page(drop):
    """C94."""
    articles, [problem], code = drop("pages/pdf-as-html.html")
    assert (articles, code) == ([], 1)
    assert "it holds a PDF" in problem["message"]


def test_empty_files_of_all_sorts(beleg, project):
    """C96."""
    shutil.copytree(CASES / "articles" / "empty", project / "sources" / "empty")
    found = json.loads(beleg(project, "check", "--json").out)
    told = {Path(problem["path"]).name: (problem["severity"], problem["message"]) for problem in found["problems"]}
    assert {name for name, (severity, _) in told.items() if severity == "error"} == {"kopf-liste.md", "kopf-text.md"}
    for name in ("leer.txt", "leerraum.txt", "nur-bom.md", "nur-striche.md"):
        assert told[name][1].startswith("empty")
    assert all(article["title"] or article["id"].endswith("leerer-kopf.md") for article in found["articles"])


def test_values_of_front_matter_stay_what_was_written(drop, pages):
    """C115: no number, no truth value, no time is made of them."""
    [article], _, _ = drop("articles/yaml-surprises.md")
    assert (article["title"], article["published"]) == ("8.0", "2026-10-14")
    assert article["publisher"].strip("„“") == "Beispielblatt"
    text = "".join(pages().values())
    for wrong in ("False", "1472", "45045", ">None<"):
        assert wrong not in text


@pytest.mark.parametrize("case", ["yaml-python-tag.md", "yaml-alias-bomb.md"])
def test_front_matter_that_executes_or_unfolds_is_refused(drop, case):
    """C117."""
    began = time.monotonic()
    articles, problems, code = drop(f"articles/{case}")
    assert time.monotonic() - began < 2
    assert (articles, code) == ([], 1)
    assert [problem["path"] for problem in problems] == [f"sources/{case}"]
    assert str(Path.cwd()) not in messages(problems)
