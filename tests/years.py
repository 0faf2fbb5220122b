"""A synthetic year: articles on invented matters, day by day, made from the annotated corpus.

Each story of the corpus is a template, of which there are many instances: names, numbers and dates are replaced in all
its articles alike, whatever their language and script (`years.toml` holds the names), so that the articles of one
instance agree, and those of two share nothing but their wording. What comes out depends on the seed and the day alone.
A `Day` tells what it holds, so that tests know what an edition must make of it.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Literal, TypeAlias

from fakes import CORPUS, HELD_OUT

_WORDS: Mapping[str, Any] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
NAMES: Mapping[str, Sequence[str]] = _WORDS["names"]
TEMPLATES = tuple(sorted(NAMES))
# Articles of a story come within so many days; what follows on them (corrections, withdrawals) within the others.
SPREAD, FOLLOWED = 4, 10
# At most so many instances begin on a day, with so many names each: no two of a year are called alike.
_INSTANCES, _SLOTS = 40, 20
NAMES_A_DAY = _INSTANCES * _SLOTS

# A report is the article of one language, a thin one leaves out what anybody independent found, and evidence is the whole
# article after thin ones. A repeat is its beginning again, a reprint that in another outlet; a correction says that one
# of its numbers was wrong, a bridge brings the beginnings of two instances.
Role: TypeAlias = Literal["report", "thin", "evidence", "repeat", "reprint", "correction", "bridge"]


@dataclass(frozen=True, kw_only=True)
class Instance:
    """An invented matter: a template with its own names, numbers and dates."""

    # Among all of the year.
    number: int
    template: str
    seed: int
    # The day of its first article.
    start: date
    # A value of the template, as `_parsed` gives it, that its articles have wrong until they correct it.
    wrong: str | None = None

    @property
    def id(self) -> str:
        return f"{self.template}-{self.number}"


@dataclass(frozen=True, kw_only=True)
class Item:
    """One article of a day, and what is to be expected of it."""

    role: Role
    instance: Instance
    language: str
    day: date
    # Of a bridge: the other instance.
    other: Instance | None = None

    @property
    def path(self) -> str:
        """Below `sources/`."""
        return f"{self.day}/{self.instance.id}-{self.language}-{self.role}.md"

    @property
    def instances(self) -> tuple[str, ...]:
        return (self.instance.id, self.other.id) if self.other else (self.instance.id,)


@dataclass(frozen=True, kw_only=True)
class Day:
    """What comes on a day."""

    day: date
    items: tuple[Item, ...]
    # Articles of earlier days that are taken back.
    withdrawn: tuple[Item, ...]


@dataclass(frozen=True, kw_only=True)
class Year:
    """Days from `first` on, of about `articles` articles (fewer on the first ones, on which nothing goes on)."""

    seed: int = 1
    articles: int = 40
    first: date = date(2027, 1, 1)
    templates: Sequence[str] = field(default=TEMPLATES)

    def day(self, number: int) -> Day:
        """The day of that number, from 0."""
        today = self.first + timedelta(days=number)
        begun = [self._begun(earlier) for earlier in range(max(0, number - FOLLOWED), number + 1)]
        return Day(
            day=today,
            items=tuple(item for items, _ in begun for item in items if item.day == today),
            withdrawn=tuple(item for _, withdrawn in begun for day, item in withdrawn if day == today),
        )

    def write(self, sources: Path, number: int) -> Day:
        """Add a day's articles and withdrawals to a project's sources."""
        day = self.day(number)
        (sources / str(day.day)).mkdir(parents=True, exist_ok=True)
        for item in day.items:
            (sources / item.path).write_text(article(item), "utf-8")
        decisions = sources / "decisions.toml"
        told = decisions.read_text("utf-8") if decisions.exists() else ""
        new = [
            f'\n[[withdrawn]]\narticle = "{item.path}"\nwhy = "Taken back."\ndate = "{day.day}"\n'
            for item in day.withdrawn
        ]
        # A day that is written again says nothing twice.
        if added := "".join(entry for entry in new if entry not in told):
            decisions.write_text(told + added, "utf-8")
        return day

    def _begun(self, number: int) -> tuple[list[Item], list[tuple[date, Item]]]:
        """The articles of all instances that begin on a day, and the withdrawals with their days."""
        random = Random(f"{self.seed}/{number}")
        start = self.first + timedelta(days=number)
        items: list[Item] = []
        withdrawn: list[tuple[date, Item]] = []
        instances: list[Instance] = []
        templates: list[str] = []
        while len(items) < self.articles:
            templates = templates or random.sample(self.templates, len(self.templates))
            instance = Instance(
                number=number * _INSTANCES + len(instances), template=templates.pop(), seed=self.seed, start=start
            )
            instances.append(instance)
            found = self._told(instance, random)
            items += found
            if random.random() < 0.08:
                item = random.choice([item for item in found if item.role != "correction"])
                withdrawn.append((item.day + timedelta(days=random.randint(1, 5)), item))
        if len(instances) > 1 and random.random() < 0.3:
            one, other = random.sample(instances, 2)
            language = random.choice(_languages(one.template))
            day = start + timedelta(days=SPREAD - 1)
            items.append(Item(role="bridge", instance=one, other=other, language=language, day=day))
        return items, withdrawn

    def _told(self, instance: Instance, random: Random) -> list[Item]:
        """The articles on an instance, in the order of their days."""
        languages = random.sample(_languages(instance.template), random.choice((1, 2, 3, 3, 3)))
        offsets = sorted([0, *(random.randrange(SPREAD) for _ in languages[1:])])
        days = [instance.start + timedelta(days=offset) for offset in offsets]
        kind = random.choice(("plain", "plain", "repeat", "reprint", "correction", "evidence"))
        corrected = random.choice(_movable(instance.template) or [None])
        if kind == "correction" and corrected:
            instance = Instance(**{**instance.__dict__, "wrong": corrected})
        role: Role = "thin" if kind == "evidence" else "report"
        items = [
            Item(role=role, instance=instance, language=language, day=day)
            for language, day in zip(languages, days, strict=True)
        ]
        after = days[-1] + timedelta(days=random.randint(1, 3))
        if kind == "evidence":
            items.append(Item(role="evidence", instance=instance, language=languages[0], day=after))
        elif kind in {"repeat", "reprint"}:
            # Of a language whose article is out on every account: the first one.
            items.append(Item(role=kind, instance=instance, language=languages[0], day=after))
        elif instance.wrong:
            telling = [one for one in languages if instance.wrong in _template(instance.template)[one].movable]
            items += [Item(role="correction", instance=instance, language=one, day=after) for one in telling[:1]]
        return items


def article(item: Item) -> str:
    """The file of an article, front matter and all."""
    template = _template(item.instance.template)[item.language]
    told = Told(item=item, right=item.role == "correction")
    paragraphs = [one.text(told) for one in template.paragraphs if not (item.role == "thin" and one.evidence)]
    title, publisher = template.title.text(told), template.publisher
    if item.role in {"repeat", "reprint"}:
        paragraphs = paragraphs[: max(2, len(paragraphs) // 2)]
    if item.role == "reprint":
        others = [one for one in _outlets(item.language) if one != publisher]
        publisher = others[item.instance.number % len(others)]
    if item.role == "correction":
        changed = [one.text(told) for one in template.paragraphs if item.instance.wrong in one.values]
        title = f"{_WORDS['correction'][item.language][0]}: {title}"
        paragraphs = [_WORDS["correction"][item.language][1], *changed]
    if item.other:
        bridged = _template(item.other.template)[item.language]
        beginning = [
            one.text(Told(item=Item(**{**item.__dict__, "instance": item.other}))) for one in bridged.paragraphs[:3]
        ]
        paragraphs = [*paragraphs[:3], *beginning]
    front = [
        f'title: "{title}"' if '"' not in title else f"title: '{title}'",
        f'publisher: "{publisher}"' if not template.own else f'publisher: "{template.own.text(told)}"',
        *(["publisher_kind: vendor"] if template.own else []),
        f"published: {item.day}",
    ]
    return "\n".join(["---", *front, "---", title, "", "\n\n".join(paragraphs), ""])


def numbers_of(item: Item) -> dict[str, str]:
    """What an article has in the place of each number of its template that is replaced, both as plain decimals."""
    template = _template(item.instance.template)[item.language]
    told = Told(item=item, right=item.role == "correction")
    pieces = (piece for one in (template.title, *template.paragraphs) for piece in one.pieces)
    return {piece.value: _parsed(item.language, piece.text(told)) for piece in pieces if isinstance(piece, Number)}


# --- templates -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Told:
    """For whom a piece is worded: an article of an instance."""

    item: Item
    # Whether its wrong number is right by now.
    right: bool = False


@dataclass(frozen=True)
class Literally:
    words: str

    def text(self, told: Told) -> str:
        return self.words


@dataclass(frozen=True)
class Name:
    # Row of the template's names; whether the text has it in Cyrillic.
    slot: int
    cyrillic: bool
    last: str

    def text(self, told: Told) -> str:
        instance = told.item.instance
        word = stem(instance.seed, instance.number * _SLOTS + self.slot, self.last)
        return word.translate(_CYRILLIC) if self.cyrillic else word


@dataclass(frozen=True)
class Number:
    value: str
    words: str

    def text(self, told: Told) -> str:
        instance = told.item.instance
        wrong = self.value == instance.wrong and not told.right
        return _moved(self.words, Random(f"{instance.seed}/{instance.number}/{self.value}"), times=1 + wrong)


@dataclass(frozen=True)
class Identifier:
    words: str

    def text(self, told: Told) -> str:
        random = Random(f"{told.item.instance.seed}/{told.item.instance.number}/{self.words}")
        head, _, tail = self.words.rpartition("-")
        return f"{head}-{random.randrange(10 ** (len(tail) - 1), 10 ** len(tail))}"


@dataclass(frozen=True)
class When:
    # None for the day of the article itself.
    day: date | None
    # What is written around day, month and year: "{d}. {m} {y}".
    form: str
    months: tuple[str, ...]

    def text(self, told: Told) -> str:
        item = told.item
        day = self.day + _shift(item.instance) if self.day else item.day
        return self.form.format(d=day.day, m=self.months[day.month - 1], y=day.year)


@dataclass(frozen=True)
class Weekday:
    # By the day of the week, from Monday.
    forms: tuple[str, ...]
    index: int

    def text(self, told: Told) -> str:
        return self.forms[(self.index + _shift(told.item.instance).days) % 7]


Piece: TypeAlias = Literally | Name | Number | Identifier | When | Weekday


@dataclass(frozen=True, kw_only=True)
class Paragraph:
    pieces: tuple[Piece, ...]
    # Whether it tells what somebody independent found.
    evidence: bool = False

    def text(self, told: Told) -> str:
        return "".join(piece.text(told) for piece in self.pieces)

    @property
    def values(self) -> frozenset[str]:
        return frozenset(piece.value for piece in self.pieces if isinstance(piece, Number))


@dataclass(frozen=True, kw_only=True)
class Template:
    """An article of the corpus with gaps."""

    title: Paragraph
    paragraphs: tuple[Paragraph, ...]
    publisher: str
    # The publisher where it is one of the story's names: a vendor's own page.
    own: Paragraph | None
    # Values that can be replaced.
    movable: frozenset[str]


@cache
def _template(story: str) -> dict[str, Template]:
    assert story not in HELD_OUT, f"{story} is for measuring alone"
    texts, golds = {}, {}
    for path in sorted((CORPUS / story).glob("*.gold.jsonl")):
        language = path.name.split(".")[0]
        golds[language] = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
        texts[language] = path.with_name(f"{language}.txt").read_text("utf-8")
    movable = _agreed(texts, golds)
    return {language: _made(story, language, texts[language], golds[language], movable) for language in texts}


def _languages(story: str) -> list[str]:
    return sorted(_template(story))


def _movable(story: str) -> list[str]:
    return sorted({value for one in _template(story).values() for value in one.movable})


@cache
def _outlets(language: str) -> tuple[str, ...]:
    """The newspapers of a language."""
    headers = (
        json.loads((CORPUS / story / f"{language}.gold.jsonl").read_text("utf-8").split("\n", 1)[0])
        for story in TEMPLATES
    )
    names = {header["publisher"] for header in headers if header["publisher"]}
    invented = [row.split()[0].rstrip("!") for rows in NAMES.values() for row in rows]
    return tuple(sorted(name for name in names if not any(name.startswith(stem) for stem in invented)))


def _made(story: str, language: str, text: str, gold: Sequence[Mapping[str, Any]], movable: frozenset[str]) -> Template:
    header, *rows = gold
    edits = sorted(_edits(story, language, text, header, rows, movable), key=lambda edit: (edit[0], -edit[1]))

    def cut(start: int, end: int) -> tuple[Piece, ...]:
        pieces: list[Piece] = []
        at = start
        for first, last, piece in edits:
            if at <= first and last <= end:
                pieces += [Literally(text[at:first]), piece]
                at = last
        return (*pieces, Literally(text[at:end]))

    found = [
        (match.start(), match.end())
        for match in re.finditer(r"\S(?:.*\S)?(?:\n(?!\n).*\S)*", text)
        if match.group().strip()
    ]
    evidence = [(row["start"], row["end"]) for row in rows if row["evidence"] == "independent_evidence"]
    paragraphs = [
        Paragraph(pieces=cut(*span), evidence=any(span[0] <= start < span[1] for start, _ in evidence))
        for span in found
    ]
    publisher = str(header["publisher"] or "")
    own = [
        Paragraph(pieces=(Name(slot, False, bare[-1]), Literally(publisher[len(bare) :])))
        for slot, row in enumerate(NAMES[story])
        for bare in [row.split()[0].rstrip("!")]
        if publisher.startswith(bare)
    ]
    number = TEMPLATES.index(story)
    outlets = _outlets(language)
    return Template(
        title=paragraphs[0], paragraphs=tuple(paragraphs[1:]), publisher=publisher or outlets[number % len(outlets)],
        own=own[0] if own else None,
        movable=frozenset(value for one in paragraphs for value in one.values),
    )  # fmt: skip


# --- names -----------------------------------------------------------------------------------------------------------

_CONSONANTS, _VOWELS = "bdfgklmnprstvz", "aeiou"
# Letters that Serbian and Russian write alike, so that one stem serves both.
_CYRILLIC = str.maketrans(
    {
        latin: cyrillic
        for lower, letters in (("abdefgiklmnoprstuvz", "абдефгиклмнопрстувз"),)
        for latin, cyrillic in (*zip(lower, letters, strict=True), *zip(lower.upper(), letters.upper(), strict=True))
    }
)
_BODIES = (len(_CONSONANTS) * len(_VOWELS)) ** 3
_HARD = "nrltdvm"


def stem(seed: int, number: int, last: str) -> str:
    """A name that no other number of the seed has, and that inflects like one that ends in that letter."""
    assert number < _BODIES, "a year has more names than there are words for them"
    # A prime far from any power of the base: neighbours get words that share little.
    left = (number * 197_341 + seed * 7_919) % _BODIES
    ending = _HARD[left % len(_HARD)]
    letters = []
    for _ in range(3):
        left, consonant = divmod(left, len(_CONSONANTS))
        left, vowel = divmod(left, len(_VOWELS))
        letters += [_CONSONANTS[consonant], _VOWELS[vowel]]
    # After these the languages write other endings than after the rest.
    if last in "kgchкгх":
        ending = "k"
    elif last in "szxšžсз":
        ending = "s"
    return "".join([*letters, ending]).capitalize()


# --- what is replaced ------------------------------------------------------------------------------------------------

_LOWER = "a-zßäöüøčćšžđабвгдеёжзийклмнопрстуфхцчшщъыьэюяђјљњћџ"
_DIGITS = {
    "de": r"\d{1,3}(?:[.\u00a0\u202f]\d{3})+(?:,\d+)?|\d+(?:,\d+)?",
    "ru": r"\d{1,3}(?:[ \u00a0\u202f]\d{3})+(?:,\d+)?|\d+(?:,\d+)?",
    "sr": r"\d{1,3}(?:[.\u00a0\u202f]\d{3})+(?:,\d+)?|\d+(?:,\d+)?",
}
Edit: TypeAlias = tuple[int, int, Piece]


def _edits(
    story: str, language: str, text: str, header: Mapping[str, Any], rows: Sequence[Mapping[str, Any]],
    movable: frozenset[str],
) -> Iterator[Edit]:  # fmt: skip
    """Everything in a text that its instances have otherwise; none overlaps another."""
    taken: list[tuple[int, int]] = []

    def free(start: int, end: int) -> bool:
        return all(end <= first or last <= start for first, last in taken)

    for found in (
        _dates(language, text, header), _weekdays(language, text), _identifiers(text), _named(story, text),
        _numbers(language, text, rows, movable),
    ):  # fmt: skip
        for start, end, piece in found:
            if free(start, end):
                taken.append((start, end))
                yield start, end, piece


def _dates(language: str, text: str, header: Mapping[str, Any]) -> Iterator[Edit]:
    reference = date.fromisoformat(str(header["reference_date"]))
    published = date.fromisoformat(str(header["published"])) if header["published"] else None

    def piece(day: date, form: str, months: tuple[str, ...]) -> Piece:
        return When(None if day == published else day, form, months)

    for months in (tuple(row.split()) for row in _WORDS["months"][language]):
        ordinals = _WORDS["ordinals"][language].split()
        names = "|".join(sorted(months, key=len, reverse=True))
        pattern = rf"\b(\d{{1,2}})(\.?[ \u00a0])({names})\b(?:([ \u00a0])(20\d\d))?"
        for match in re.finditer(pattern, text):
            day, gap, month, space, year = match.groups()
            when = date(int(year or reference.year), months.index(month) + 1, int(day))
            yield *match.span(), piece(when, "{d}" + gap + "{m}" + (space + "{y}" if year else ""), months)
        for match in re.finditer(rf"\b({'|'.join(ordinals)}) ({names})\b", text, re.IGNORECASE):
            day, month = match.groups()
            when = date(reference.year, months.index(month) + 1, ordinals.index(day.lower()) + 1)
            yield *match.span(), piece(when, "{d} {m}" if language == "ru" else "{d}. {m}", months)
    for match in re.finditer(r"\b(\d{1,2})\.( ?)(\d{1,2})\.( ?)(20\d\d)", text):
        day, first, month, second, year = match.groups()
        when = date(int(year), int(month), int(day))
        yield *match.span(), piece(when, "{d}." + first + "{m}." + second + "{y}", tuple(map(str, range(1, 13))))


def _weekdays(language: str, text: str) -> Iterator[Edit]:
    for forms in (row.split(", ") for row in _WORDS["weekdays"][language]):
        for match in re.finditer(rf"\b(?:{'|'.join(forms)})\b", text):
            yield *match.span(), Weekday(tuple(forms), forms.index(match.group()))


def _identifiers(text: str) -> Iterator[Edit]:
    for match in re.finditer(r"\bCVE-\d{4}-\d{4,6}\b", text):
        yield *match.span(), Identifier(match.group())


def _named(story: str, text: str) -> Iterator[Edit]:
    stems = {stem: slot for slot, row in enumerate(NAMES[story]) for stem in row.split()}
    assert len(NAMES[story]) <= _SLOTS, f"{story} has too many names"
    for stem in sorted(stems, key=len, reverse=True):
        bare = stem.rstrip("!")
        pattern = rf"\b{bare}\b" if stem != bare else rf"\b{bare}(?=[{_LOWER}]{{0,5}}\b)"
        first = NAMES[story][stems[stem]].split()[0].rstrip("!")
        for match in re.finditer(pattern, text):
            yield *match.span(), Name(stems[stem], bare[0] > "\u0400", first[-1])


def _numbers(language: str, text: str, rows: Sequence[Mapping[str, Any]], movable: frozenset[str]) -> Iterator[Edit]:
    for row in rows:
        for match in re.compile(rf"(?<![\w,.-])(?:{_DIGITS[language]})(?![\w-])").finditer(
            text, row["start"], row["end"]
        ):
            value = _parsed(language, match.group())
            if value in movable and value in _values(row):
                yield *match.span(), Number(value, match.group())


def _parsed(language: str, words: str) -> str:
    """A number as a plain decimal."""
    plain = re.sub(r"[ \u00a0\u202f]" if language == "ru" else r"[.\u00a0\u202f]", "", words)
    return f"{float(plain.replace(',', '.')):g}" if "," in plain else plain


def _values(row: Mapping[str, Any]) -> set[str]:
    """The values of a statement that has no percentage that is a whole."""
    found = set()
    for quantity in row["quantities"]:
        for key in ("value", "value_to"):
            value = quantity.get(key)
            if value is not None and not (quantity["unit"] == "percent" and value >= 90):
                found.add(f"{value:g}" if isinstance(value, float) else str(value))
    return found


def _agreed(texts: Mapping[str, str], golds: Mapping[str, Sequence[Mapping[str, Any]]]) -> frozenset[str]:
    """Values that every statement with them has in digits, so that they can be replaced everywhere alike.

    Small numbers are left: they are written in words, too, where nothing is annotated.
    """
    good, bad = set(), set()
    for language, (_, *rows) in golds.items():
        for row in rows:
            shown = {_parsed(language, word) for word in re.findall(_DIGITS[language], str(row["quote"]))}
            for value in _values(row):
                (good if value in shown else bad).add(value)
    return frozenset(value for value in good - bad if float(value) >= 13)


def _moved(words: str, random: Random, *, times: int) -> str:
    """A number with another last digit, in the same form and with the same plural."""
    at = max(index for index, letter in enumerate(words) if letter in "123456789")
    digit = int(words[at])
    whole = words[at + 1 :] == "" and "," not in words
    teen = whole and len(words) > 1 and words[-2] == "1"
    # Serbian and Russian tell one, two to four, and the others apart, by the last digit alone except after a ten.
    allowed = "2346789" if not whole or teen else "234" if digit in {2, 3, 4} else "56789" if digit >= 5 else "1"
    others = [one for one in allowed if one != words[at]] or [words[at]]
    return words[:at] + random.sample(others, len(others))[(times - 1) % len(others)] + words[at + 1 :]


@cache
def _newest(story: str) -> date:
    """The day of the template's last article."""
    headers = [json.loads(path.read_text("utf-8").split("\n", 1)[0]) for path in (CORPUS / story).glob("*.gold.jsonl")]
    return max(date.fromisoformat(header["reference_date"]) for header in headers)


def _shift(instance: Instance) -> timedelta:
    """How much later than in the template everything happened: nothing is told before it was."""
    return instance.start - _newest(instance.template)
