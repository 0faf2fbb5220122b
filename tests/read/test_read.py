"""A document becomes an article, or an error that says where and why."""

import os
import subprocess
import sys
import tarfile
import unicodedata
from pathlib import Path

import pytest

from beleg.errors import ReadError
from beleg.ingest.settings import Publisher
from beleg.read import read, read_all
from beleg.records import Document

CASES = Path(__file__).parents[1] / "cases" / "articles"
BODY = "Der Hersteller hat am Mittwoch einen Akku vorgestellt, der länger hält als bisher.\n"


def document(text, name="a.md"):
    data = text if isinstance(text, bytes) else text.encode()
    kind = {"md": "text/markdown", "txt": "text/plain"}[name.rpartition(".")[2]]
    return Document(id=name, data=data, media_type=kind)


def case(name):
    return read(document((CASES / name).read_bytes(), name))


def test_a_bare_text():
    article = read(document(f"Neuer Akku\n\n{BODY}", "a.txt"))
    assert (article.id, article.title, article.language, article.script) == ("a.txt", "Neuer Akku", "de", "Latn")
    assert (article.publisher, article.published, article.url, article.publisher_from) == (None, None, None, None)
    assert [block.kind for block in article.blocks] == ["title", "paragraph"]


def test_front_matter_and_spans():
    """Spans count from the first character after the closing line."""
    text = f"Neuer  Akku\n\nNeuer Akku\n\n{BODY}"
    article = read(document(f"---\ntitle: Neuer Akku\npublisher: Blatt\nlang: de\n---\n\n{text}"))
    assert article.text == f"\n{text}"
    assert (article.title, article.publisher, article.publisher_from) == ("Neuer Akku", "Blatt", "front matter")
    assert [(b.kind, article.text[b.start : b.end]) for b in article.blocks[:2]] == [
        ("title", "Neuer  Akku"), ("title", "Neuer Akku"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        BODY,
        f"Der Hersteller hat geliefert.\n\n{BODY}",
        f"Neu sind:\n\n- Akku\n- Motor, der läuft und hält\n\n{BODY}",
        f"{BODY.strip()} {BODY}\n\n{BODY}",
        f"Keine Leerzeile danach\n{BODY}",
    ],
)
def test_a_first_line_that_is_no_title(text):
    article = read(document(text))
    assert article.title is None
    assert "title" not in {block.kind for block in article.blocks}


def test_a_markdown_title_and_one_with_a_question():
    assert read(document(f"# Neuer Akku.\n{BODY}")).title == "Neuer Akku."
    assert read(document(f"Hält er?\n\n{BODY}")).title == "Hält er?"


def test_datelines_give_publisher_and_date():
    article = read(document(f"Neuer Akku\n\nVon Eva Lind | Akkublatt, 27. Oktober 2026\n\n{BODY}"))
    assert (article.author, article.publisher, article.published) == ("Eva Lind", "Akkublatt", "2026-10-27")
    assert article.publisher_from == "text"
    assert [block.kind for block in article.blocks] == ["title", "byline", "paragraph"]


def test_a_line_between_title_and_dateline_stays():
    article = read(document(f"Neuer Akku\n\nEr hält länger, sagt die Firma.\n\nAkkublatt, 27.10.2026\n\n{BODY}"))
    assert [block.kind for block in article.blocks] == ["title", "paragraph", "byline", "paragraph"]
    assert (article.publisher, article.published) == ("Akkublatt", "2026-10-27")


def test_a_town_ahead_of_the_date_is_no_publisher():
    article = read(document(f"Neuer Akku\n\nUrft, 27. Oktober 2026\n\n{BODY}\nIn Urft wird er gebaut.\n"))
    assert (article.publisher, article.published) == (None, "2026-10-27")


def test_front_matter_decides_over_a_dateline():
    article = read(
        document(f"---\npublisher: Blatt\ndate: 2026-01-02\n---\nNeuer Akku\n\nAkkublatt, 27.10.2026\n\n{BODY}")
    )
    assert (article.publisher, article.published) == ("Blatt", "2026-01-02")


def test_a_newsroom_that_names_itself():
    text = (
        "Novi sat je brži, navodi firma. To kažu i prvi korisnici, ali bez brojki.\n\n"
        "NOVI ODJEK je probao sat u bazenu; more nismo čekali. Šta smo još hteli da znamo, NOVI ODJEK će pitati kasnije.\n"
    )
    article = read(document(text))
    assert (article.publisher, article.publisher_from) == ("NOVI ODJEK", "text")


def test_whom_the_newsroom_asked_is_no_publisher():
    text = "NOVA FIRMA nam je odgovorila, ali mi to nismo proverili. NOVA FIRMA ćuti. Pitali smo i druge, bez uspeha.\n"
    assert read(document(text)).publisher is None


def test_publishers_of_the_project():
    known = {"akku blatt": Publisher(name="Akku-Blatt", kind="trade_press")}
    article = read(document(f"---\npublisher: „Akku  Blatt“\n---\n{BODY}"), known)
    assert (article.publisher, article.publisher_kind) == ("Akku-Blatt", "trade_press")
    own = read(document(f"---\npublisher: Akku Blatt\npublisher_kind: blog\n---\n{BODY}"), known)
    assert own.publisher_kind == "blog"


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Tvrtka je priopćila kako će tvornica početi s radom u rujnu, a cijene će ostati iste.", "Croatian"),
        ("Kompanija je saopćila da će cijene u januaru ostati iste, a uslovi bolji.", "Bosnian"),
        ("Компанијата соопшти дека цените ќе останат исти.", "Macedonian"),
        ("Компанията съобщи, че цените ще останат същите.", "Bulgarian"),
        ("Компанія повідомила, що ціни залишаться такими самими.", "Ukrainian"),
        ("The company said that prices would stay the same.", "English"),
    ],
)
def test_languages_that_are_not_supported_are_named(text, language):
    with pytest.raises(ReadError, match=f"it is written in {language}, which is not supported yet") as error:
        read(document(text))
    assert error.value.path == "a.md"
    assert error.value.hint


def test_a_language_given_decides():
    text = "Tvrtka je priopćila kako će tvornica početi s radom u rujnu."
    article = read(document(f"---\nlanguage: sr\n---\n{text}"))
    assert (article.language, article.script, article.warnings) == ("sr", "Latn", ())


@pytest.mark.parametrize("given", ["de", "sr-Latn"])
def test_a_language_that_the_script_contradicts_is_a_warning(given):
    article = read(document(f"---\nlanguage: {given}\n---\nЦене ће порасти за пет одсто, саопштио је завод."))
    assert (article.language, article.script) == ("sr", "Cyrl")
    assert "Cyrillic" in article.warnings[0]


@pytest.mark.parametrize(
    ("given", "words"), [("hr", "Croatian"), ("en-GB", "English"), ("xx", "'xx'"), ("no", "Norwegian")]
)
def test_an_unknown_language_in_front_matter_names_the_line(given, words):
    with pytest.raises(ReadError, match=words) as error:
        read(document(f"---\ntitle: x\nlang: {given}\n---\n{BODY}"))
    assert error.value.line == 3


def test_front_matter_that_is_not_understood_is_a_warning():
    article = read(
        document(f"---\ndate: neulich\nurl: ftp://x\npublisher_kind: paper\nupdated: 2026-10-14T08:15\n---\n{BODY}")
    )
    assert (article.published, article.url, article.publisher_kind) == (None, None, "unknown")
    assert article.updated == "2026-10-14"
    assert len(article.warnings) == 4


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ("titel: x", "the key `titel` is not known and was passed over; did you mean `title`?"),
        ("verlag: x", "the key `verlag` is not known and was passed over; the keys are title, publisher"),
        ("language: ger", "`language: ger` was taken for de; write de, ru, sr-Cyrl or sr-Latn"),
        ("language: ru", "it says `language: ru`, but the text is in Latin script; it was read as German: correct"),
        ("published: 2126-11-30", "published '2126-11-30' lies in the year 2126; correct it"),
        ("published: 2026-11-31", "published '2026-11-31' is no date: November 2026 has 30 days; left out"),
        ("published: 31.11.2026", "November 2026 has 30 days"),
        ("published: 9999-12-30", "lies in the year 9999; left out (line 2)"),
        ("published: 0000-01-01", "lies in the year 0; left out (line 2)"),
        ("published: 2026-10-27T10:00+25:00", "has a time or a zone that does not exist"),
        ("published: 2026-9-7", "is no date as it is written here: write 2026-09-07; left out"),
        ("published: 11/30/2026", "there is no month 30; write the year, the month, the day: 2026-11-30"),
        ("published: 2026-30-11", "there is no month 30"),
        ("published: 2026-31-31", "there is no month 31"),
    ],
)
def test_a_line_that_is_not_taken_is_told(lines, words):
    [warning] = read(document(f"---\n{lines}\n---\n{BODY}")).warnings
    assert words in warning


def test_a_date_far_from_all_others_is_a_warning():
    files = [
        document(f"---\npublished: {day}\n---\n{BODY}{day}", f"{day}.md")
        for day in ("1962-11-30", "2024-01-01", "2026-11-30")
    ]
    [problem] = read_all(files)[1]
    assert (problem.path, problem.severity) == ("sources/1962-11-30.md", "warning")
    assert "in 1962, more than 20 years from" in problem.message


def test_a_text_is_counted_once_a_publisher():
    """The file that says most of itself stays; another publisher's print of the same words does, too."""
    spaced = BODY.replace(" ", "  ") + "\n"
    files = [
        document(spaced, "a.txt"),
        document(f"---\npublisher: Blatt\n---\n{BODY}", "b.md"),
        document(f"---\npublisher: Bote\n---\n{BODY}", "c.md"),
        document(f"---\npublisher: Blatt\n---\n{BODY}", "d.md"),
    ]
    articles, problems = read_all(files)
    assert [article.id for article in articles] == ["b.md", "c.md"]
    assert sorted((p.path, p.severity) for p in problems) == [
        ("sources/a.txt", "warning"), ("sources/d.md", "warning"),
    ]  # fmt: skip
    assert all("holds the same text as sources/b.md" in problem.message for problem in problems)


def test_a_date_in_words():
    assert read(document(f"---\ndate: 14. Oktober 2026\n---\n{BODY}")).published == "2026-10-14"


def test_controls_are_dropped():
    article = case("control-chars.md")
    assert (article.title, article.text) == (
        "Protokoll  der Sitzung",
        "Der Befehl apt update lief. Ein Trenner und ein -Zeichen stehen auch hier.\n",
    )


def test_a_title_with_markup_characters():
    article = case("ampersand-title.md")
    assert article.title == "Müller & Söhne: F&E <neu> – „5 > 3“"
    assert article.url == "https://www.beispielblatt.example/s?a=1&b=2&copy=3"


def test_values_that_yaml_would_turn_into_others():
    article = case("yaml-surprises.md")
    assert (article.title, article.publisher, article.published) == ("8.0", "„Beispielblatt“", "2026-10-14")


def test_a_moment_keeps_its_offset():
    assert case("tz-edge.md").published == "2026-10-14T23:30:00-07:00"


@pytest.mark.parametrize(
    "name", ["yaml-python-tag.md", "yaml-alias-bomb.md", "empty/kopf-liste.md", "empty/kopf-text.md"]
)
def test_refused_front_matter(name):
    with pytest.raises(ReadError) as error:
        case(name)
    assert (error.value.path, error.value.line) == (name, 2)


def test_empty_files_are_warnings_and_the_rest_is_read():
    names = ["empty/leer.txt", "empty/leerer-kopf.md", "empty/leerraum.txt", "empty/nur-bom.md", "empty/nur-striche.md"]
    articles, problems = read_all([document((CASES / name).read_bytes(), name) for name in names])
    assert [(a.id, a.title) for a in articles] == [("empty/leerer-kopf.md", None)]
    assert [(p.path, p.severity) for p in problems] == [
        (f"sources/{name}", "warning") for name in names if name != "empty/leerer-kopf.md"
    ]
    assert all("empty" in p.message and p.hint for p in problems)


def test_failures_are_values():
    articles, problems = read_all(
        [document(BODY), document("---\n- x\n---\n", "b.md"), document("---\ndate: x\n---\nNeu. " + BODY, "c.md")]
    )
    assert [a.id for a in articles] == ["a.md", "c.md"]
    assert [(p.path, p.line, p.severity) for p in problems] == [
        ("sources/b.md", 2, "error"), ("sources/c.md", None, "warning"),
    ]  # fmt: skip


def test_decomposed_texts_are_read_like_composed_ones():
    with tarfile.open(CASES / "nfd-names.tar.gz") as archive:
        texts = {m.name: archive.extractfile(m).read() for m in archive.getmembers() if m.isfile()}
    found = {read(document(data, "a.md")).title for data in texts.values()}
    assert found == {"Übersicht für Süd", "Новый рейс йода", "Čaša i žaba"}
    for data in texts.values():
        text = read(document(data)).text
        assert data.decode().endswith(text)
    assert any(not unicodedata.is_normalized("NFC", data.decode()) for data in texts.values())


def test_reading_a_text_loads_no_parser_of_pages():
    code = (
        "import sys; from beleg.read import read; from beleg.records import Document;"
        f"read(Document(id='a.txt', data={BODY.encode()!r}, media_type='text/plain'));"
        "print([m for m in ('lxml', 'yaml', 'babel', 'jinja2') if m in sys.modules])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=dict(os.environ))
    assert run.stdout.strip() == "[]"
