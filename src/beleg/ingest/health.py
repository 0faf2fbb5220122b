"""How the sources are doing, worked out of what the archive says of every attempt; no clock is looked at."""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Final, Literal, TypeAlias, get_args

from beleg.clock import stamp
from beleg.ingest.addresses import shown
from beleg.records import Article, Attempt, Health, HealthState, Problem, Source, TextFrom

# A source that was never seen to go on as usual is given so long before it counts as silent.
PATIENCE: Final = timedelta(days=30)
# Longer than so many times its usual gap, nothing new is unusual.
GAPS: Final = 4
# There was no Beleg before: an earlier time is that of a clock that had lost it.
_FIRST: Final = datetime(2020, 1, 1, tzinfo=UTC)
# So many sources are named in the closing lines of a build.
_NAMED: Final = 5

Trouble: TypeAlias = Literal[
    "timeout",
    "unreachable",
    "insecure",
    "refused",
    "redirects",
    "too large",
    "incomplete",
    "not found",
    "denied",
    "busy",
    "server",
    "not a feed",
    "other",
]
# What the errors of fetching and of reading feeds begin with, addresses apart, by what a reader is told.
_TROUBLES: Final[Mapping[Trouble, str]] = {
    "refused": r"(?:a redirect to .*)?address not allowed|no https? ",
    "timeout": r"timeout",
    "unreachable": r"connection|no connection|no such host|host unreachable|network|no answer|the name .* looked up",
    "insecure": r"the certificate|no secure",
    "redirects": r"too many redirects|redirect loop|a redirect",
    "too large": r"larger than|too large|more than",
    "incomplete": r"incomplete|damaged|no proper HTTP",
    "denied": r"the environment has no variable",
    "not a feed": r"not a feed",
}
# An address before or after the words of a message, with the colon that parts them.
_ADDRESS: Final = re.compile(r"\A[a-z]+://.*?: |: [a-z]+://\S*\Z", re.IGNORECASE)
_STATUSES: Final[Mapping[int, Trouble]] = {
    401: "denied", 403: "denied", 404: "not found", 407: "denied", 408: "timeout", 410: "not found", 413: "too large",
    429: "busy", 451: "denied", 503: "busy", 504: "timeout",
}  # fmt: skip


_LATER: Final = "`beleg fetch` tries again; if it lasts, look at the address in a browser"
# What an editor can do about each kind of failure.
_ADVICE: Final[Mapping[Trouble, str]] = {
    "timeout": _LATER,
    "unreachable": _LATER,
    "insecure": "Nothing is fetched over a connection that others could read or change; tell the publisher",
    "refused": "Correct `{key}`; a host of your own network goes into `allow` in the table [fetch] of sources/beleg.toml",
    "redirects": "Look at the address in a browser, and write where it leads as `{key}`",
    "too large": "If it is meant to be so large, raise `megabytes` in the table [fetch] of sources/beleg.toml",
    "incomplete": _LATER,
    "not found": "Look at its site, and correct `{key}`; or write paused = true to ask for it no more",
    "denied": "If it wants a key, write it into `{key}` as ${{NAME}} and set NAME in the environment",
    "busy": _LATER,
    "server": _LATER,
    "not a feed": "Look at the address in a browser, and correct `{key}`; `beleg add` finds the feed of a site",
    "other": "Look at the address in a browser, and correct `{key}` if it is wrong",
}


def health(
    sources: Sequence[Source], attempts: Sequence[Attempt], articles: Iterable[Article] = ()
) -> tuple[Health, ...]:
    """The health of each source, by its name.

    Only attempts at the source's own feed or page count, in the order in which they were made.

    - *file*: it is a feed file in `sources/`, so there is nothing to fetch; *paused*: its file says so; *never fetched*:
      nothing was tried yet.
    - *failing*: the last attempt failed; `streak` says how many did since the last that did not.
    - *stale*: a feed without a new entry for more than 30 days, and for more than four times the usual (median) gap
      between attempts that brought something new. How long that is, is judged by the newest attempt at any source,
      never by a clock, so that a build years later says the same. A page is one article and never stale.
    - *healthy*: everything else.

    The order of the attempts is trusted, their times are not: a time later than that of a later attempt, or from before
    there was Beleg, is that of a clock that was wrong, and is taken for that of the attempt after or before it. So an
    attempt from "2031" misleads nobody once there is a later one with the right time.

    Args:
        sources: The sources.
        attempts: Every line of the ledger, in its order.
        articles: The articles that were read.
    """
    histories: defaultdict[str, _History] = defaultdict(_History)
    newest = None
    for attempt, time in _dated(attempts):
        newest = time
        if attempt.role != "article":
            histories[attempt.source].add(attempt, time)
    read: defaultdict[str, list[Article]] = defaultdict(list)
    for article in articles:
        if article.source:
            read[article.source].append(article)
    return tuple(
        _health(source, histories[source.name], newest, read[source.name])
        for source in sorted(sources, key=lambda source: source.name)
    )


def trouble(error: str | None, status: int | None = None) -> Trouble:
    """What kind of failure an attempt's error tells of: for words in the language of a reader."""
    if status and status >= 400:
        return _STATUSES.get(status, "server" if status >= 500 else "other")
    words = _ADDRESS.sub("", error or "")
    return next((name for name, begins in _TROUBLES.items() if re.match(begins, words, re.IGNORECASE)), "other")


def closing_lines(found: Iterable[Health]) -> tuple[str, ...]:
    """What an editor is told of sources at the end of a build: who fails, who fell silent, and where to read on."""
    failing, stale = [], []
    for one in found:
        if one.state == "failing":
            failing.append(f"{one.source.name} ({failed_times(one)}: {one.error})")
        elif one.state == "stale":
            stale.append(f"{one.source.name} ({nothing_new(one)})")
    lines = [
        f"{len(names):,} source{'' if len(names) == 1 else 's'} {what}: {_listed(names)}."
        for what, names in (("failing", failing), ("fallen silent", stale))
        if names
    ]
    return (*lines, "What to do about it: `beleg sources`.") if lines else ()


def judged(one: Health) -> Problem | None:
    """A source that fails, fell silent or moved, and what to do about it; None for one that is well."""
    path, key = one.source.path, "feed" if one.source.feed else "page"
    if one.state == "failing":
        hint = _ADVICE[trouble(one.error, one.status)].format(path=path, key=key)
        return Problem(path=path, message=f"failed {failed_times(one)}: {one.error}", hint=hint)
    if one.state == "stale":
        hint = f"Look at its site: correct `{key}` if the feed has moved, or write paused = true if it has ended"
        return Problem(path=path, message=nothing_new(one), hint=hint, severity="warning")
    if one.moved and one.state == "healthy":
        return Problem(
            path=path, message=f"its address moved for good to {one.moved}",
            hint=f"Write {key} = {json.dumps(one.moved)} into the file", severity="warning",
        )  # fmt: skip
    return None


def failed_times(one: Health) -> str:
    """How often a failing source failed, and since when: "3 times since 2026-11-28"."""
    times = "once" if one.streak == 1 else f"{one.streak:,} times"
    return f"{times}{' on' if one.streak == 1 else ' since'} {(one.failing_since or '')[:10]}"


def nothing_new(one: Health) -> str:
    """Since when a source has brought nothing new: "nothing new since 2026-09-01"."""
    return f"nothing new since {one.last_new[:10]}" if one.last_new else "never an entry"


def _listed(names: Sequence[str]) -> str:
    more = len(names) - _NAMED
    return "; ".join(names[:_NAMED]) + (f"; and {more:,} more" if more > 0 else "")


@dataclass(slots=True)
class _History:
    """What the attempts at one source come to."""

    last: datetime | None = None
    first_success: datetime | None = None
    last_success: datetime | None = None
    # When something new came.
    new: list[datetime] = field(default_factory=list)
    streak: int = 0
    failing_since: datetime | None = None
    failed: Attempt | None = None
    entries: int | None = None
    moved: str | None = None

    def add(self, attempt: Attempt, time: datetime) -> None:
        self.last = time
        if attempt.outcome == "failed":
            self.streak += 1
            self.failed = attempt
            self.failing_since = self.failing_since or time
            return
        self.streak, self.failed, self.failing_since = 0, None, None
        self.first_success = self.first_success or time
        self.last_success = time
        self.moved = shown(attempt.final) if attempt.moved and attempt.final else None
        if attempt.entries is not None:
            self.entries = attempt.entries
        if attempt.fresh or (attempt.role == "page" and (attempt.outcome == "stored" or not self.new)):
            self.new.append(time)


def _health(source: Source, history: _History, newest: datetime | None, articles: Sequence[Article]) -> Health:
    languages = Counter(one.tag for one in articles)
    texts = Counter(article.text_from for article in articles)
    failed = history.failed
    return Health(
        source=replace(
            source, feed=shown(source.feed) if source.feed else None, page=shown(source.page) if source.page else None
        ),
        state=_state(source, history, newest),
        last_attempt=_stamped(history.last),
        last_success=_stamped(history.last_success),
        last_new=_stamped(history.new[-1] if history.new else None),
        streak=history.streak,
        failing_since=_stamped(history.failing_since),
        error=(failed.error or "it failed without a word") if failed else None,
        status=failed.status if failed else None,
        entries=history.entries,
        articles=len(articles),
        languages=tuple(sorted(languages.items(), key=lambda item: (-item[1], item[0]))),
        texts=tuple((name, texts[name]) for name in _by_count(texts)),
        moved=history.moved,
    )


def _by_count(texts: Mapping[TextFrom, int]) -> list[TextFrom]:
    kinds: tuple[TextFrom, ...] = get_args(TextFrom)
    return sorted(texts, key=lambda name: (-texts[name], kinds.index(name)))


def _state(source: Source, history: _History, newest: datetime | None) -> HealthState:
    if not source.address:
        return "file"
    if source.paused:
        return "paused"
    if history.last is None or newest is None:
        return "never fetched"
    if history.streak:
        return "failing"
    since = history.new[-1] if history.new else history.first_success
    if source.feed and since and newest - since > _patience(history.new):
        return "stale"
    return "healthy"


def _patience(new: Sequence[datetime]) -> timedelta:
    """How long a source may bring nothing new before that is unusual."""
    gaps = sorted(after - before for before, after in pairwise(new))
    return max(PATIENCE, GAPS * gaps[len(gaps) // 2]) if gaps else PATIENCE


def _dated(attempts: Sequence[Attempt]) -> list[tuple[Attempt, datetime]]:
    """Each attempt with the time at which it can have been, as `health` says; those without any are passed over."""
    known = [(attempt, time) for attempt in attempts if (time := _time(attempt.time))]
    last = next((time for _, time in known if time >= _FIRST), None)
    if last is None:
        return known
    for at, (attempt, time) in enumerate(known):
        last = time if time >= _FIRST else last
        known[at] = attempt, last
    for at in range(len(known) - 1, -1, -1):
        attempt, time = known[at]
        last = min(last, time)
        known[at] = attempt, last
    return known


def _time(text: str) -> datetime | None:
    try:
        time = datetime.fromisoformat(text)
        return time.astimezone(UTC) if time.tzinfo else None
    except (ValueError, OverflowError):
        return None


def _stamped(time: datetime | None) -> str | None:
    return stamp(time) if time else None
