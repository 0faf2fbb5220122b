"""Articles, statements and facts made in one line, and those that the annotated corpus gives."""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import replace
from pathlib import Path

import pytest

from beleg.lexicons.register import load_register
from beleg.records import Article, Block, Edition, Fact, Origin, Quantity, Site, Statement, Story

ROLES = {
    "vendor_claim": "vendor",
    "customer_claim": "customer",
    "partner_claim": "partner",
    "competitor_claim": "competitor",
    "official_statement": "authority",
    "third_party_opinion": "analyst",
    "independent_evidence": "laboratory",
    "publisher_analysis": "publisher",
}


# The annotated stories of the repository; those of HELD_OUT are for measuring alone.
CORPUS = Path(__file__).with_name("gold") / "corpus"
HELD_OUT = frozenset(
    line for line in CORPUS.joinpath("held-out.txt").read_text("utf-8").splitlines() if not line.startswith("#")
)


def shared() -> Path:
    """The folder that BELEG_SHARED names, with what is not ours to keep; skips the test where it is missing."""
    folder = os.environ.get("BELEG_SHARED")
    if not folder or not Path(folder).is_dir():
        pytest.skip("BELEG_SHARED does not name the folder of the cases and the real story")
    return Path(folder)


def digest(letter: str, *parts: object) -> str:
    return f"{letter}-{hashlib.blake2b('|'.join(map(str, parts)).encode(), digest_size=6).hexdigest()}"


def statement(quote: str = "AWS sagt, es läuft.", **fields: object) -> Statement:
    """A statement with sensible fields wherever none is given."""
    base = {
        "article": "a.md", "start": 0, "end": len(quote), "quote": quote, "prefix": "", "suffix": "",
        "language": "de", "script": "Latn", "evidence": "vendor_claim", "kind": "behaviour",
        "subject": "TorchNeuron", "claimant": "AWS",
    } | fields  # fmt: skip
    base.setdefault("id", digest("s", base["article"], base["start"], base["quote"]))
    return Statement(**base)


def gold_articles(corpus: Path, *stories: str) -> tuple[list[Article], list[Statement]]:
    """The articles of corpus stories and what their gold files annotate, as records; `fact` is the gold's identifier."""
    articles, statements = [], []
    for story in stories:
        for path in sorted((corpus / story).glob("*.gold.jsonl")):
            header, *rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
            text = path.with_name(path.name.replace(".gold.jsonl", ".txt")).read_text("utf-8")
            name = f"{story}/{path.name.split('.')[0]}.md"
            articles.append(
                Article(
                    id=name,
                    text=text,
                    language=header["language"],
                    script=header["script"],
                    blocks=(Block(kind="paragraph", start=0, end=len(text)),),
                    title=header["title"],
                    publisher=header["publisher"],
                    published=header["published"] or header["reference_date"],
                )  # fmt: skip
            )
            for row in rows:
                start, end = row["start"], row["end"]
                statements.append(
                    statement(
                        row["quote"],
                        article=name,
                        start=start,
                        end=end,
                        prefix=text[max(0, start - 32) : start],
                        suffix=text[end : end + 32],
                        language=header["language"],
                        script=header["script"],
                        evidence=row["evidence"],
                        kind=row["kind"],
                        claimant=row["claimant"],
                        origin=row["claimant"],
                        subject=None,
                        via=row["via"],
                        polarity=row["polarity"],
                        modality=row["modality"],
                        dates=tuple(row["dates"]),
                        date_roles=("event",) * len(row["dates"]),
                        quantities=tuple(Quantity(**q) for q in row["quantities"]),
                        versions=tuple(row["versions"]),
                        names=tuple(row["names"]),
                        role=ROLES.get(row["evidence"]),
                        role_from="gold",
                        confidence=0.9,
                        fact=row["fact"],
                        conflicts=tuple(row["conflicts"]),
                        story=story,
                    )  # fmt: skip
                )
    return articles, statements


def gold_edition(corpus: Path, *names: str) -> Edition:
    """An edition with the corpus stories' annotated facts, grouped as the gold groups them."""
    articles, statements = gold_articles(corpus, *names)
    stories, facts = [], []
    for name in names:
        mine = [s for s in statements if s.story == name]
        grouped: dict[str, list[Statement]] = {}
        for one in mine:
            grouped.setdefault(one.fact or one.id, []).append(one)
        ids = {gold: digest("f", *(s.id for s in group)) for gold, group in grouped.items()}
        for gold, group in grouped.items():
            by_party: dict[str | None, list[Statement]] = {}
            for one in group:
                by_party.setdefault(one.origin, []).append(one)
            first = min(group, key=lambda s: (s.evidence == "unattributed", s.article, s.start))
            facts.append(
                Fact(
                    id=ids[gold],
                    story=name,
                    subject=None,
                    kind=first.kind,
                    polarity=first.polarity,
                    dates=first.dates,
                    quantities=first.quantities,
                    versions=first.versions,
                    objects=first.names,
                    evidence=first.evidence,
                    status="confirmed" if first.evidence == "independent_evidence" else "claimed",
                    origins=tuple(
                        Origin(party=party, stake=group[0].role, mentions=tuple(s.id for s in group), why=("named",))
                        for party, group in by_party.items()
                    ),
                    outlets=len({s.article for s in group}),
                    languages=tuple(sorted({s.language for s in group})),
                    conflicts=tuple(sorted(ids[c] for c in first.conflicts if c in ids)),
                    mentions=(first.id, *(s.id for s in group if s is not first)),
                )  # fmt: skip
            )
        stories.append(
            Story(
                id=digest("y", name),
                subject=name,
                vendor=None,
                articles=tuple(a.id for a in articles if a.id.startswith(f"{name}/")),
                facts=tuple(ids.values()),
            )
        )
        renamed = {s.id: ids[s.fact] for s in mine if s.fact}
        statements = [replace(s, fact=renamed[s.id]) if s.id in renamed else s for s in statements]
    dates = sorted(a.published[:10] for a in articles if a.published)
    return Edition(
        id=dates[-1], date=dates[-1], period=(dates[0], dates[-1]), site=Site(), stories=tuple(stories),
        articles=tuple(articles), facts=tuple(facts), statements=tuple(statements), called=load_register().called(),
    )  # fmt: skip
