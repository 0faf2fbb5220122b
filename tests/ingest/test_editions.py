"""Records of published editions: written and read back whole, and never read where they are not."""

import hashlib
import json
import os
from dataclasses import replace

import pytest

from beleg.ingest.editions import SCHEMA, as_recorded, lines, read_editions
from beleg.records import Article, Correction, Edition, Fact, Origin, Quantity, Site, Story, Translation, Withdrawal
from fakes import statement

MENTION = statement("Flora kostet 4.900 Euro.", id="s-0123456789ab", quantities=(Quantity(value=4900.0, unit="EUR"),))
OLD = statement("Flora kostet 5.000 Euro.", id="s-0123456789cd", article="b.md")


@pytest.fixture
def edition():
    article = Article(
        id="a.md", text="Flora kostet 4.900 Euro.", language="de", script="Latn", blocks=(), title="Flora",
        publisher="Wärmeblatt", published="2026-11-20",
    )  # fmt: skip
    fact = Fact(
        id="f-0123456789ab", story="y-0123456789ab", subject="Flora", kind="price", polarity="affirmed",
        quantities=MENTION.quantities, mentions=(MENTION.id,), news="new", aliases=("f-00000000000a",),
        origins=(Origin(party="Novira", stake="vendor", mentions=(MENTION.id,), why=("named",)),),
    )  # fmt: skip
    story = Story(
        id="y-0123456789ab", subject="Flora", vendor="Novira", articles=("a.md",), facts=(fact.id,), aliases=("y-00000000000a",)
    )  # fmt: skip
    gone = replace(fact, id="f-0123456789cd", mentions=(OLD.id,), aliases=(), news=None)
    return Edition(
        id="2026-11-20", date="2026-11-20", period=("2026-11-20", "2026-11-20"), site=Site(name="Digest"), stories=(story,),
        articles=(article,), facts=(fact,), statements=(MENTION,), number=1, published="2026-11-21",
        corrections=(Correction(about="gone", date="2026-11-20", edition="2026-11-13", before=gone, quote=OLD),),
        withdrawn=((Withdrawal(article="b.md", why="Falsch.", date="2026-11-19"), replace(article, id="b.md")),),
        translations=(Translation(locale="en", language="de", quote=MENTION.quote, text="Flora costs 4,900 euros."),),
        called={"Novira": {"ru": "Новира"}, "Elmvik": {"ru": "Эльмвик"}},
    )  # fmt: skip


@pytest.fixture
def archive(tmp_path, edition):
    folder = tmp_path / "archive" / "editions"
    folder.mkdir(parents=True)
    (folder / "2026-11-20.jsonl").write_text(
        "".join(f"{line}\n" for line in lines(edition, {"a.md": "…"}, lost=["b.md"]))
    )
    return tmp_path / "archive"


def following(edition):
    return replace(edition, id="2026-11-27", number=2, preceding="2026-11-20")


def file_of(archive):
    return archive / "editions" / "2026-11-20.jsonl"


def test_a_record_gives_back_the_edition_without_the_texts(archive, edition):
    (found,), problems = read_editions(archive)
    assert not problems
    read = found.edition(edition.site)
    assert read == as_recorded(edition)
    assert [article.text for article in read.articles] == [""]
    # No fact of the edition names it.
    assert read.called == {"Novira": {"ru": "Новира"}}


def test_the_first_line_tells_what_there_is(archive):
    header = read_editions(archive)[0][0].header
    assert (header.id, header.number, header.preceding, header.published) == (
        "2026-11-20",
        1,
        None,
        "2026-11-21",
    )
    assert (header.lost, header.corrected, header.news) == (("b.md",), (("f-0123456789cd", "2026-11-13"),), {"new": 1})
    assert header.aliases == {"f-0123456789ab": ("f-00000000000a",)}
    (story,) = header.stories.values()
    assert (story.articles, story.facts, story.aliases) == (("a.md",), ("f-0123456789ab",), ("y-00000000000a",))


def test_editions_come_in_the_order_in_which_they_were_published(archive, edition):
    """An earlier week may be published late."""
    for name, number in (("2026-01-01", 3), ("2026-12-01", 2)):
        other = replace(edition, id=name, number=number)
        text = "".join(f"{line}\n" for line in lines(other, {"a.md": "…"}))
        (archive / "editions" / f"{name}.jsonl").write_text(text)
    assert [record.id for record in read_editions(archive)[0]] == ["2026-11-20", "2026-12-01", "2026-01-01"]


def test_no_folder_is_no_edition(tmp_path):
    assert read_editions(tmp_path / "archive") == ((), [])


def sealed(data):
    """Other lines, under a digest that fits."""
    *rows, end = data.splitlines(keepends=True)
    end = json.loads(end) | {"sha256": hashlib.sha256(b"".join(rows)).hexdigest()}
    return b"".join(rows) + json.dumps(end).encode() + b"\n"


def cut_at_a_line(data):
    return b"\n".join(data.split(b"\n")[:3]) + b"\n"


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda data: data[:-10], "this line is no row"),
        (cut_at_a_line, "is not whole"),
        (lambda _: b"", "this line is no row"),
        (lambda data: data.replace(b"4.900", b"9.400", 1), "it is not what was published"),
        (lambda data: sealed(data.replace(b'"number":1', b'"number":"two"', 1)), "expected `int`, got `str`"),
        (lambda data: sealed(data.replace(b'"schema":2', b'"schema":99', 1)), "has rows of schema 99"),
        (
            lambda data: sealed(data.replace(b'"id":"2026-11-20"', b'"id":"2026-11-21"', 1)),
            "is the record of edition 2026-11-21",
        ),
    ],
)
def test_a_damaged_record_is_named_and_costs_only_itself(archive, edition, damage, message):
    other = "".join(f"{line}\n" for line in lines(following(edition), {"a.md": "…"}))
    (archive / "editions" / "2026-11-27.jsonl").write_text(other)
    file_of(archive).write_bytes(damage(file_of(archive).read_bytes()))
    found, (problem,) = read_editions(archive)
    assert [record.id for record in found] == ["2026-11-27"]
    assert problem.path == "archive/editions/2026-11-20.jsonl"
    assert message in problem.message
    assert problem.hint


def test_rows_of_a_record_carry_the_schema(archive):
    rows = [json.loads(line) for line in file_of(archive).read_text().splitlines()]
    assert {row["schema"] for row in rows} == {SCHEMA}
    kinds = ["edition", "article", "story", "fact", "statement", "translation", "correction", "withdrawn", "end"]
    assert [row["record"] for row in rows] == kinds


def test_rows_leave_out_what_is_so_by_default(archive):
    rows = [json.loads(line) for line in file_of(archive).read_text().splitlines()]
    (fact,) = [row for row in rows if row["record"] == "fact"]
    assert fact == {
        "schema": SCHEMA, "record": "fact", "id": "f-0123456789ab", "story": "y-0123456789ab", "subject": "Flora",
        "kind": "price", "polarity": "affirmed",
        "quantities": [{"value": 4900, "unit": "EUR", "qualifier": "exact"}],
        "origins": [{"party": "Novira", "stake": "vendor", "mentions": [MENTION.id], "why": ["named"]}],
        "mentions": [MENTION.id], "aliases": ["f-00000000000a"], "news": "new",
    }  # fmt: skip


def test_an_edition_that_is_not_published_has_no_record(edition):
    with pytest.raises(ValueError, match="without a number"):
        list(lines(replace(edition, number=None), {"a.md": ""}))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
def test_what_is_no_file_is_named_and_not_read(archive):
    os.mkfifo(archive / "editions" / "2026-11-27.jsonl")
    found, (problem,) = read_editions(archive)
    assert [record.id for record in found] == ["2026-11-20"]
    assert (problem.path, problem.message) == ("archive/editions/2026-11-27.jsonl", "is no regular file")
