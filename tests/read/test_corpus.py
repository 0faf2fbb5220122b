"""Whole articles, read bare, give what their annotations say."""

import json

import pytest

from beleg.alphabets import romanize_ru, to_latin
from beleg.read import read
from beleg.records import Document
from fakes import CORPUS

STORIES = (
    "torchneuron-retold", "solidstate", "cloudoutage", "browser", "chipfunding", "vaultleak", "headphones",
    "norovax", "sesamerecall", "heatpump", "traindelay", "fivegdanube", "datafine", "gpulaunch", "compilerrelease",
)  # fmt: skip
# The articles whose dateline leaves open what only their annotation knows: a year that nobody gives; whether a name
# ahead of a date, in the first line of the text, is a paper or a town; a publisher with its kind in its name.
OPEN = {("browser/de", "publisher"), ("datafine/sr", "publisher")}


@pytest.fixture(scope="module")
def corpus():
    found = []
    for story in STORIES:
        for path in sorted((CORPUS / story).glob("*.txt")):
            header, *rows = map(json.loads, path.with_suffix(".gold.jsonl").read_text("utf-8").splitlines())
            name = f"{story}/{path.stem}"
            found.append(
                (name, read(Document(id=f"{name}.txt", data=path.read_bytes(), media_type="text/plain")), header, rows)
            )
    return found


def latin(name, language):
    if name is None:
        return None
    return romanize_ru(name) if language == "ru" else to_latin(name)


@pytest.mark.parametrize("field", ["language", "script", "title", "published", "publisher"])
def test_what_an_article_says_of_itself(corpus, field):
    wrong = {}
    for name, article, header, _ in corpus:
        got, gold = getattr(article, field), header[field]
        if field == "publisher":
            got, gold = latin(got, article.language), latin(gold, article.language)
        if got != gold and (name, field) not in OPEN:
            wrong[name] = (got, gold)
    assert not wrong


def test_every_statement_stands_in_one_block(corpus):
    """No statement is cut by a block's edge or stands in a title, a byline or a heading."""
    lost = [
        (name, row["quote"])
        for name, article, _, rows in corpus
        for row in rows
        if not any(
            block.start <= row["start"] and row["end"] <= block.end
            for block in article.blocks
            if block.kind in ("paragraph", "item", "row", "turn")
        )
    ]
    assert lost == []


def test_texts_are_as_in_the_file(corpus):
    for name, article, _, _ in corpus:
        assert article.text == (CORPUS / f"{name}.txt").read_bytes().decode()
