"""Short articles of many trades and genres, each statement marked with what a right reading of it is.

A file holds articles: `===`, the front matter, `---`, the text. A statement is `{kind|evidence|claimant|text|flags}`;
the claimant is `-` where nobody stands behind it; the flags (negated, planned, …) are left out where there are none.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

from beleg.extract import extract
from beleg.lexicons.register import load_register
from beleg.read import read
from beleg.records import Document, Evidence, Kind, Modality, Statement

FOLDER = Path(__file__).parent / "fresh"
MARKED = re.compile(r"\{([^{}]*)\}")
FLAGS = {"negated", *get_args(Modality)}
KEYS = ("title", "publisher", "publisher_kind", "published")
# A statement found is the marked one if they share at least this much of what both cover.
OVERLAP = 0.4
# What the lexicons read when the articles were added, less a little: the shares of kinds and of evidence classes.
LEAST = {"de": (0.86, 0.66), "ru": (0.79, 0.62), "sr": (0.84, 0.69)}


def articles(language: str) -> Iterator[tuple[dict[str, str], str, list[tuple[list[str], str]]]]:
    """Front matter, text, and the marked statements (labels, text) of each article."""
    for file in sorted(FOLDER.glob(f"{language}-*.md")):
        for chunk in file.read_text("utf-8").split("===\n")[1:]:
            head, body = chunk.split("---\n", 1)
            matter = dict(line.split(": ", 1) for line in head.strip().splitlines())
            marked = []
            for found in MARKED.finditer(body):
                kind, evidence, claimant, quote, *flags = found[1].split("|")
                marked.append(([kind, evidence, claimant, *flags], quote))
            yield matter, MARKED.sub(lambda m: m[1].split("|")[3], body).strip("\n") + "\n", marked


def overlap(found: Statement, start: int, end: int) -> float:
    shared = min(found.end, end) - max(found.start, start)
    return shared / (max(found.end, end) - min(found.start, start))


@pytest.mark.parametrize("language", LEAST)
def test_marks_are_labels_of_the_guide(language: str):
    wrong = [
        (labels, quote)
        for _, _, marked in articles(language)
        for labels, quote in marked
        if labels[0] not in get_args(Kind)
        or labels[1] not in get_args(Evidence)
        or (labels[1] == "unattributed") != (labels[2] == "-")
        or not set(" ".join(labels[3:]).split()) <= FLAGS
    ]
    assert not wrong


@pytest.mark.parametrize("language", LEAST)
def test_most_statements_are_read_rightly(language: str):
    register = load_register()
    right: Counter[str] = Counter()
    for number, (matter, text, marked) in enumerate(articles(language)):
        front = "".join(f"{key}: {json.dumps(matter[key])}\n" for key in KEYS if key in matter)
        data = f"---\nlanguage: {language}\n{front}---\n{text}".encode()
        article = read(Document(id=f"{number}.md", data=data, media_type="text/markdown"))
        found = extract(article, register)
        at = 0
        for (kind, evidence, *_), quote in marked:
            start = article.text.index(quote, at)
            at = end = start + len(quote)
            best = max(found, key=lambda s: overlap(s, start, end))
            if overlap(best, start, end) >= OVERLAP:
                right.update(all=1, kind=best.kind == kind, evidence=best.evidence == evidence)
    kinds, evidence = LEAST[language]
    assert right["kind"] / right["all"] >= kinds
    assert right["evidence"] / right["all"] >= evidence
