"""What each entry of a lexicon does on annotated articles: how often it fires, and how often that is right."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import click

from beleg.cli.languages_marked import Marked, MarkedArticle
from beleg.extract.sentences import sentences
from beleg.lexicons import Entry, Hit, Lexicon, load, tokenize
from beleg.read.language import scripts_of
from beleg.records import Language

# An entry is harmful if it hits at least so many statements, and is right on a smaller share of them.
HARMFUL_HITS = 3
HARMFUL_BELOW = 0.3
# The classes in which somebody else than the newsroom speaks.
_SAID = frozenset({
    "vendor_claim", "customer_claim", "partner_claim", "competitor_claim", "official_statement", "third_party_opinion",
    "independent_evidence",
})  # fmt: skip
# Evidence classes that a class of entries speaks for, where these are not all in which somebody speaks. What nobody
# stands behind is no fault of a word that names a party ("the maker has shown …").
_FITTING: Mapping[tuple[str, str], frozenset[str]] = {
    ("say", "announce"): _SAID | {"unattributed"},
    ("say", "order"): frozenset({"official_statement", "unattributed"}),
    ("role", "vendor"): frozenset({"vendor_claim"}),
    ("role", "customer"): frozenset({"customer_claim"}),
    ("role", "uses"): frozenset({"customer_claim"}),
    ("role", "partner"): frozenset({"partner_claim"}),
    ("role", "tied"): frozenset({"partner_claim"}),
    ("role", "competitor"): frozenset({"competitor_claim"}),
    ("role", "rivals"): frozenset({"competitor_claim"}),
    ("role", "authority"): frozenset({"official_statement"}),
    ("role", "analyst"): frozenset({"third_party_opinion"}),
    ("role", "laboratory"): frozenset({"independent_evidence"}),
    ("role", "medium"): frozenset({"third_party_opinion", "independent_evidence", "publisher_analysis"}),
    ("voice", "own_test"): frozenset({"independent_evidence"}),
    ("voice", "not_tested"): frozenset({"publisher_analysis"}),
    ("voice", "evidence_talk"): frozenset({"publisher_analysis"}),
    ("voice", "advice"): frozenset({"publisher_analysis"}),
    ("voice", "analysis"): frozenset({"publisher_analysis"}),
}
# Tables whose entries speak for an evidence class; the rest of a statement's labels are spoken for by three others.
_OF_EVIDENCE = frozenset({"say", "source", "role", "document", "voice"})


def fits(entry: Entry, statement: Marked) -> bool | None:
    """Whether what an entry speaks for is so in a statement that it hits; None where it speaks for nothing."""
    if entry.table == "kind":
        return entry.label == statement.kind
    if entry.table == "modality":
        return entry.label == statement.modality
    if entry.table == "negation":
        return (statement.polarity == "negated") == (entry.label == "predicate")
    if entry.table in _OF_EVIDENCE:
        return statement.evidence in _FITTING.get((entry.table, entry.label), _SAID)
    return None


@dataclass(frozen=True, kw_only=True, slots=True)
class Count:
    """What an entry did."""

    entry: Entry
    # Statements in which it fires.
    hits: int
    # Those of them where it speaks for what is so; None where it speaks for nothing.
    right: int | None

    @property
    def precision(self) -> float | None:
        return None if self.right is None or not self.hits else self.right / self.hits

    @property
    def harmful(self) -> bool:
        return self.precision is not None and self.hits >= HARMFUL_HITS and self.precision < HARMFUL_BELOW


@dataclass(frozen=True, kw_only=True, slots=True)
class Coverage:
    """What a language's lexicon does on the articles of that language."""

    language: Language
    articles: int
    statements: int
    # Statements in which some entry of a kind fires, and one of the right kind.
    triggered: int
    rightly: int
    # Every entry, in the order of the lexicon.
    counts: tuple[Count, ...]


def coverage(language: Language, articles: Iterable[MarkedArticle]) -> Coverage:
    """Count the hits of a lexicon in the marked statements; those of other languages are passed over.

    A statement is hit where an entry fires in its sentence and begins inside it; twice in one statement counts once.
    """
    written = scripts_of(language)
    lexicons = {script: load(language, script) for script in written}
    # Entries derived in another script count for those of the file, which come in the same order.
    own = {
        script: dict(zip(map(_key, lexicon.entries), range(len(lexicon.entries)), strict=True))
        for script, lexicon in lexicons.items()
    }
    hits: Counter[int] = Counter()
    right: Counter[int] = Counter()
    read = statements = triggered = rightly = 0
    for article in articles:
        if article.language != language:
            continue
        read += 1
        for statement, entries in _hits(article, lexicons[article.script]):
            statements += 1
            kinds = {entry.label for entry in entries if entry.table == "kind"}
            triggered += bool(kinds)
            rightly += statement.kind in kinds
            for entry in entries:
                number = own[article.script][_key(entry)]
                hits[number] += 1
                right[number] += bool(fits(entry, statement))
    blank = Marked(start=0, end=0, kind="", evidence="", polarity="", modality="")
    counts = tuple(
        Count(entry=entry, hits=hits[number], right=None if fits(entry, blank) is None else right[number])
        for number, entry in enumerate(lexicons[written[0]].entries)
    )
    return Coverage(
        language=language,
        articles=read,
        statements=statements,
        triggered=triggered,
        rightly=rightly,
        counts=counts,
    )


def _key(entry: Entry) -> tuple[str, str, str]:
    return entry.table, entry.label, entry.form


def _hits(article: MarkedArticle, lexicon: Lexicon) -> Iterator[tuple[Marked, list[Entry]]]:
    """Each statement with the entries that fire in it, each once."""
    found: list[tuple[int, Hit]] = []
    at = 0
    for line in article.text.split("\n"):
        for span in sentences(article.text, lexicon, at, at + len(line)):
            tokens = tokenize(article.text, *span)
            found += [(tokens[hit.first].start, hit) for hit in lexicon.match(tokens)]
        at += len(line) + 1
    for statement in article.statements:
        inside = (hit.entry for start, hit in found if statement.start <= start < statement.end)
        yield statement, list({_key(entry): entry for entry in inside}.values())


def as_data(found: Coverage, *, dead: bool, harmful: bool, rows: bool) -> dict[str, Any]:
    """For `--json`: the counts of a language, and its entries as far as they were asked for."""
    return {
        "articles": found.articles,
        "statements": found.statements,
        "kind_trigger_fires": _share(found.triggered, found.statements),
        "right_kind_trigger_fires": _share(found.rightly, found.statements),
        "entries": len(found.counts),
        "dead": sum(not count.hits for count in found.counts),
        "harmful": sum(count.harmful for count in found.counts),
        "rows": [
            {
                "table": count.entry.table, "class": count.entry.label, "form": count.entry.form, "hits": count.hits,
                "precision": None if count.precision is None else round(count.precision, 3),
            }
            for count in (_chosen(found, dead=dead, harmful=harmful) if rows else ())
        ],
    }  # fmt: skip


def show(found: list[Coverage], *, dead: bool, harmful: bool, rows: bool) -> None:
    """For people: a summary, a column a language, then the entries that were asked for, a line each."""
    names = "articles", "statements", "a kind's word fires", "one of the right kind", "entries", "dead", "harmful"
    columns = [
        (
            f"{one.articles:,}", f"{one.statements:,}", _percent(one.triggered, one.statements),
            _percent(one.rightly, one.statements), f"{len(one.counts):,}",
            f"{sum(not count.hits for count in one.counts):,}", f"{sum(count.harmful for count in one.counts):,}",
        )
        for one in found
    ]  # fmt: skip
    width = max(map(len, names))
    click.echo(f"{'':{width}}" + "".join(f"{one.language:>11}" for one in found))
    for name, *cells in zip(names, *columns, strict=True):
        click.echo(f"{name:{width}}" + "".join(f"{cell:>11}" for cell in cells))
    for one in found:
        chosen = _chosen(one, dead=dead, harmful=harmful)
        if not chosen or not rows:
            continue
        what = "never fire" if dead else "harm" if harmful else "fire; ! marks what harms"
        click.echo(f"\n{one.language}: entries that {what}\n{'':2}{'hits':>5} {'right':>6}  class and form")
        for count in chosen:
            precision = "" if count.precision is None else f"{count.precision:.2f}"
            mark = "!" if count.harmful else " "
            click.echo(
                f"{mark} {count.hits:>5} {precision:>6}  {count.entry.table}.{count.entry.label}  {count.entry.form}"
            )


def _chosen(found: Coverage, *, dead: bool, harmful: bool) -> list[Count]:
    """The entries to show, those with most hits first; of equals in the order of the lexicon."""
    if dead:
        return [count for count in found.counts if not count.hits]
    chosen = [count for count in found.counts if count.hits and (count.harmful or not harmful)]
    return sorted(chosen, key=lambda count: -count.hits)


def _share(part: int, whole: int) -> float | None:
    return round(part / whole, 3) if whole else None


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "–"
