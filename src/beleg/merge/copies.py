"""Articles that print one text: an agency's words in several papers, a file dropped twice."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

from beleg.records import Article

# The share of their letters that two articles must have in common, in paragraphs that are equal word for word.
SAME = 0.85
# A paragraph of fewer letters than these (a byline, a heading) makes no two articles one, and a text shorter than that
# is nobody's copy.
SHORTEST = 40
# A paragraph that more different texts have (an imprint, a subscription offer) is compared with so many of them.
MOST = 20


class Copies:
    """Which articles are copies of each other. One that is not among them is nobody's copy."""

    def __init__(self, articles: Iterable[Article]) -> None:
        by_id = {article.id: article for article in sorted(articles, key=lambda a: a.id)}
        self._of: dict[str, tuple[Article, ...]] = {}
        for members in _classes(by_id):
            # The first to print it stands for all: the dated before the undated.
            ordered = sorted((by_id[name] for name in members), key=lambda a: (not a.dated, a.dated or "", a.id))
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
