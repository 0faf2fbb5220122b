"""Short Russian articles of many trades and genres, each statement marked with what a right reading of it is.

An article begins with `## genre | publisher | date`; a statement is `[text](kind evidence @CLAIMANT flags)`. The
claimant is left out where nobody stands behind it, the flags (negated, planned, …) where there are none.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple, get_args

from beleg.extract import extract
from beleg.lexicons.register import load_register
from beleg.read import read
from beleg.records import Document, Evidence, Kind, Modality, Statement

FILES = sorted((Path(__file__).parent / "fresh").glob("ru-*.md"))
MARKED = re.compile(r"\[([^\]]+)\]\(([^)]*)\)")
FLAGS = {"negated", *get_args(Modality)}
# A statement found is the marked one if they share at least this much of what both cover.
OVERLAP = 0.4
# What the lexicon read when the articles were added, less a little: the shares of kinds and of evidence classes.
KINDS, EVIDENCE = 0.79, 0.62


class Mark(NamedTuple):
    """A marked statement."""

    quote: str
    kind: str
    evidence: str
    claimant: str
    flags: frozenset[str]


def articles() -> Iterator[tuple[str, str, str, list[Mark]]]:
    """Publisher, date, text and the marked statements of each article."""
    for file in FILES:
        for part in re.split(r"(?m)^## ", file.read_text("utf-8"))[1:]:
            head, body = part.split("\n", 1)
            _, publisher, date = (field.strip() for field in head.split("|"))
            marks = []
            for quote, labels in MARKED.findall(body):
                kind, evidence, *rest = labels.replace("@", "").split()
                flags = frozenset(rest) & FLAGS
                claimant = " ".join(word for word in rest if word not in FLAGS)
                marks.append(Mark(quote, kind, evidence, claimant, flags))
            yield publisher, date, MARKED.sub(r"\1", body).strip("\n") + "\n", marks


def overlap(found: Statement, start: int, end: int) -> float:
    shared = min(found.end, end) - max(found.start, start)
    return shared / (max(found.end, end) - min(found.start, start))


def test_marks_are_labels_of_the_guide():
    wrong = [
        mark
        for *_, marks in articles()
        for mark in marks
        if mark.kind not in get_args(Kind)
        or mark.evidence not in get_args(Evidence)
        or (mark.evidence == "unattributed") != (not mark.claimant)
    ]
    assert not wrong


def test_most_statements_are_read_rightly():
    register = load_register()
    right: Counter[str] = Counter()
    for number, (publisher, date, text, marks) in enumerate(articles()):
        matter = f"---\npublisher: {json.dumps(publisher, ensure_ascii=False)}\npublished: {date}\nlanguage: ru\n---\n"
        document = Document(id=f"fresh/{number}.md", data=(matter + text).encode(), media_type="text/markdown")
        article = read(document)
        found = extract(article, register)
        at = 0
        for mark in marks:
            start = at = article.text.index(mark.quote, at)
            best = max(found, key=lambda f: overlap(f, start, start + len(mark.quote)))
            if overlap(best, start, start + len(mark.quote)) < OVERLAP:
                continue
            right["found"] += 1
            right["kind"] += best.kind == mark.kind
            right["evidence"] += best.evidence == mark.evidence
    assert right["kind"] >= KINDS * right["found"]
    assert right["evidence"] >= EVIDENCE * right["found"]
