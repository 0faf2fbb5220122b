"""Articles that print one text, an agency's words in several papers; sentences that several write in nearly the same words."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

from beleg.merge.spelling import latin
from beleg.records import Article, Statement

# The share of their letters that two articles must have in common, in paragraphs that are equal word for word.
SAME = 0.85
# A paragraph of fewer letters than these (a byline, a heading) makes no two articles one, and a text shorter than that
# is nobody's copy.
SHORTEST = 40
# A paragraph that more different texts have (an imprint, a subscription offer) is compared with so many of them.
MOST = 20
# The share of their runs of three words that two sentences have in common, and how many that is at least. Separately
# written sentences of the development stories share at most 0.35 of so many, in one language.
NEAR = 0.5
RUNS = 6
_RUN = 3
_WORD = re.compile(r"\w(?:[\w.,:-]*\w)?")


class Copies:
    """Which articles are copies of each other. One that is not among them is nobody's copy."""

    def __init__(self, articles: Iterable[Article]) -> None:
        by_id = {article.id: article for article in sorted(articles, key=lambda a: a.id)}
        self._of: dict[str, tuple[Article, ...]] = {}
        for members in _classes(by_id):
            # The first to print it stands for all: the dated before the undated.
            ordered = sorted((by_id[name] for name in members), key=age)
            self._of.update(dict.fromkeys(members, tuple(ordered)))

    def of(self, article: str) -> tuple[Article, ...]:
        """An article and its copies, the first printed first; only copies have more than one."""
        return self._of.get(article, ())

    def first(self, article: str) -> str:
        """The identifier of the copy that stands for all."""
        return next((copy.id for copy in self.of(article)), article)

    def copied(self, article: str) -> bool:
        return len(self.of(article)) > 1

    def publisher(self, article: str) -> str | None:
        """Whose text it is: an agency's among those that print it, else that of the first which is named."""
        named = [copy for copy in self.of(article) if copy.publisher]
        agencies = [copy for copy in named if copy.publisher_kind == "agency"]
        return (agencies or named)[0].publisher if named else None

    def outlet(self, article: str) -> str | None:
        """Who printed an article; for one that does not say so, whose text it is."""
        printed = next((copy.publisher for copy in self.of(article) if copy.id == article), None)
        return printed or self.publisher(article)

    def age(self, article: str) -> tuple[bool, str, str]:
        """By which articles are sorted, the first printed first."""
        return next((age(copy) for copy in self.of(article) if copy.id == article), (True, "", article))


def _classes(by_id: Mapping[str, Article]) -> list[list[str]]:
    """The articles by text, each group by identifier."""
    classes: dict[str, list[str]] = {}
    lengths: dict[str, int] = {}
    holders: dict[str, list[str]] = defaultdict(list)
    for name, article in by_id.items():
        found = _paragraphs(article.text)
        shared: Counter[str] = Counter()
        for paragraph in found:
            for other in holders[paragraph][:MOST]:
                shared[other] += len(paragraph)
        own = sum(map(len, found))
        like = (other for other in sorted(shared) if shared[other] >= SAME * max(own, lengths[other]))
        first = next(like, name)
        classes.setdefault(first, []).append(name)
        if first == name:
            lengths[name] = own
            for paragraph in found:
                holders[paragraph].append(name)
    return list(classes.values())


def _paragraphs(text: str) -> Sequence[str]:
    """The paragraphs of a text, each once, without short ones; case and blanks do not count."""
    found = (" ".join(line.casefold().split()) for line in text.split("\n"))
    return list(dict.fromkeys(line for line in found if len(line) >= SHORTEST))


class Wordings:
    """Which statements say something in nearly the same words as an earlier article of the same language did."""

    def __init__(self, statements: Iterable[Statement], articles: Mapping[str, Article]) -> None:
        self._first: dict[str, Statement] = {}
        runs: dict[str, frozenset[tuple[str, ...]]] = {}
        holders: dict[tuple[str, tuple[str, ...]], list[Statement]] = defaultdict(list)
        for statement in sorted(statements, key=lambda s: (*age(articles[s.article]), s.start, s.id)):
            own = _runs(_said(statement))
            if len(own) < RUNS:
                continue
            shared: Counter[str] = Counter()
            first: dict[str, Statement] = {}
            for run in own:
                for other in holders[statement.language, run][:MOST]:
                    if other.article != statement.article:
                        shared[other.id] += 1
                        first[other.id] = other
            near = [name for name, many in shared.items() if many >= max(RUNS, NEAR * len(own | runs[name]))]
            if near:
                self._first[statement.id] = first[min(near, key=lambda name: (-shared[name], name))]
                continue
            # Only what is nobody's copy is compared with, so that a text does not drift from copy to copy.
            runs[statement.id] = own
            for run in own:
                holders[statement.language, run].append(statement)

    def first(self, statement: str) -> Statement | None:
        """The statement whose words another one, named by its identifier, nearly has; None if there is none."""
        return self._first.get(statement)


def age(article: Article) -> tuple[bool, str, str]:
    """The dated before the undated, the earlier first."""
    return not article.dated, article.dated or "", article.id


def _said(statement: Statement) -> str:
    """What is said, without its attribution."""
    if statement.content is None:
        return statement.quote
    start, end = (place - statement.start for place in statement.content)
    return statement.quote[max(0, start) : end]


def _runs(text: str) -> frozenset[tuple[str, ...]]:
    words = _WORD.findall(latin(text))
    return frozenset(tuple(words[place : place + _RUN]) for place in range(len(words) - _RUN + 1))
