"""Whatever the bytes, reading gives an article whose blocks hold together, or an error that says why."""

import time

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from beleg.errors import ReadError
from beleg.read import read
from beleg.records import Document

TYPES = ("text/plain", "text/markdown", "text/html")
# Pieces that mean something to the readers, in any order.
PIECES = st.lists(
    st.sampled_from(
        [
            "\n", "\n\n", "\r\n", "---\n", "title: x\n", "lang: de\n", "- ", "— ", "• ", "1. ", "# ", "| ", "\t", "**", "14:05 ",
            "18.05 Uhr – ", "Novak: ", "Der Hersteller sagt, dass es läuft.", "Цене ће порасти за пет одсто.", "Blatt, 27.10.2026",
            "„Ja“?", "https://a.example", "<p>", "</p>", "<br>", "<li>", "<table><tr><td>", "</table>", "\u00a0", "\u200b", "u\u0308",
        ]
    ),
    max_size=40,
).map("".join)  # fmt: skip


def outcome(data, media_type):
    try:
        return read(Document(id="a.md", data=data, media_type=media_type))
    except ReadError as error:
        return error


def check(data, media_type):
    article = outcome(data, media_type)
    if isinstance(article, ReadError):
        assert (bool(article.message), article.path) == (True, "a.md")
        return
    end = 0
    for block in article.blocks:
        piece = article.text[block.start : block.end]
        assert end <= block.start < block.end <= len(article.text)
        assert piece == piece.strip()
        assert any(character.isalnum() for character in piece)
        end = block.end
    assert "\r" not in article.text


@example(text="Der Hersteller sagt, dass es läuft.\n# 14:05 \xa0# ", media_type="text/plain")
@settings(max_examples=150, deadline=None)
@given(PIECES, st.sampled_from(TYPES))
def test_texts(text, media_type):
    check(text.encode(), media_type)


@settings(max_examples=150, deadline=None)
@given(
    st.one_of(st.binary(max_size=200), st.text(max_size=200).map(lambda text: text.encode("utf-8"))),
    st.sampled_from(TYPES),
)
def test_bytes(data, media_type):
    check(data, media_type)


@pytest.mark.parametrize(
    "pattern",
    [
        "| ",
        "\t",
        "(",
        "**a",
        "> ",
        "12:30 ",
        "1. ",
        "a: ",
        "Von ",
        "- ",
        "# ",
        "[x](",
        "\n1. a",
        "\n- a",
        "\n12:30 a",
        "\nA: b",
        "<p>",
        "<a",
        "\na | b",
    ],
)
@pytest.mark.parametrize("media_type", TYPES)
def test_repeated_patterns_cost_linear_time(pattern, media_type):
    data = ("<b>Der Hersteller sagt, dass es läuft und wir es haben. " + pattern * 5_000).encode()
    start = time.process_time()
    check(data, media_type)
    assert time.process_time() - start < 1
