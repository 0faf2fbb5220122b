"""What the words of a quote say, and which of them a wording could not repeat.

A statement's typed slots never hold all that its quote says. Before a fact is worded, the quote is read once more, with
a small list of words a language (`lexicons/gist/`): what belongs to the attribution, to a name, to a value, or stands on
that list is accounted for; the rest is left over. A wording is chosen only if nothing that matters is left over.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from typing import Any, Literal, NamedTuple, TypeAlias, get_args

from beleg.alphabets import to_latin
from beleg.errors import LexiconError
from beleg.extract.values import find_values
from beleg.lexicons import Hit, Lexicon, load
from beleg.lexicons.tokens import Token, tokenize
from beleg.records import Language, Quantity, Script, Statement
from beleg.render.formats import in_latin
from beleg.tomlfile import own_tables

# Tables of the lexicon that hold words of the attribution, which stands in the margin and not in the sentence.
_ATTRIBUTION = frozenset({"say", "source", "document", "anaphor"})
# Words by which a quote leaves open whether it is so.
_DOUBTS = frozenset({"allegedly", "perhaps", "probably", "may", "would"})
# Tables whose identifiers have one sense each, so that they decide where a run of words stands for more.
_NARROW = ("acts", "terms", "qualities")
# Entries of these carry their section's name ("measures:range"); those of the others share one namespace with the
# glossary of the lexicons, for they are worded alike.
_MARKED = frozenset({"measures", "things"})
_SECTIONS = ("words", "acts", "terms", "qualities", "measures", "things")
LIGHT = "light"
# Words that say something even inside a frame: they never count as mere attribution.
_STRONG = frozenset({
    "require", "must", "not", "no_longer", "nobody", "only", "limit", "ended", "can", "could", "shall", "want",
    "missing", "paid", "order", "support", "if", "whether", "although", "instead", "without", "except", "against",
    "than", "as-like", "before-time", "after-time", "between", "about-half", "almost", "alone", "again", "soon",
    "later", "never", "always", "often", "sometimes", "some", "many", "few", "every", "all", "none", "who",
    "question-how-much", "question-why", "question-when", "would", "may", "allegedly", "perhaps", "probably", "because",
    "too",
})  # fmt: skip
VALUE = "value"
# Russian letters that Serbian does not have; with the Serbian ones they lead to a rough Latin, for comparing names.
_ROUGH = str.maketrans({"й": "i", "ы": "i", "э": "e", "ю": "iu", "я": "ia", "щ": "s", "ё": "e", "ъ": "", "ь": ""})
_SOUNDS = str.maketrans(
    {"c": "k", "q": "k", "w": "v", "z": "s", "x": "k", "y": "i", "č": "k", "ć": "k", "š": "s", "ž": "s", "đ": "d"}
)
# So many words may stand between a number and what it counts ("21 weitere alte Geräte").
_BETWEEN = 3
# A frame of more words than that holds something of its own.
_FRAME = 16
# Shorter words with a capital are units and abbreviations.
_LEAST_LETTERS = 4
_SET_OFF_BEFORE = re.compile(r"[:,;„“”\"«»–—]\s*$")
_SET_OFF_AFTER = re.compile(r"\s*[,;“”\"»–—]")
# Between a name and its version: spaces, other versions with what joins them, one short word ("ab", "и", "from").
_FOLLOWS = re.compile(r"[\s,;/(]*(?:[\d.*]+[\s,;/]+)*(?:\w{1,6}[\s,]+)?")
_LISTED = re.compile(r"\s*,?\s*(?:\w{1,4}\s+)?")
# What Russian and Serbian hang on a foreign name with a hyphen ("PyTorch-u", "AWS-ove") is an ending, no word.
_ENDING = 4
_VOWELS = re.compile("[aeiouäöüh]")


class Word(NamedTuple):
    """A run of words that an entry covers."""

    # Every identifier that the run may stand for.
    ids: frozenset[str]
    first: int
    last: int
    # The tokens themselves: of a split phrase only its ends.
    run: tuple[int, ...] = ()


class Item(NamedTuple):
    """A name as it stands in a quote."""

    name: str
    # The versions that follow it.
    versions: tuple[str, ...]
    # How it is tied to the name before: "joined" with nothing between ("Linux x86_64"), "part" of it ("Linux auf Ubuntu"), "for" it ("torch-neuronx 2.13.3.0
    # for PyTorch 2.13.0"), or "" as one of a list.
    tie: str
    # Where it begins; -1 if it could not be found.
    start: int
    # Whether it stands in the attribution.
    framed: bool
    # Whether nothing but a comma or a short word ("und") parts it from the name before or after.
    listed: bool
    # Whether it goes on the list that the name before begins ("A, B und C"), so that the same is said of both.
    goes_on: bool


class Part(NamedTuple):
    """A piece of a quote: a name, a run of words that an entry covers, a value, or a word that nothing accounts for.

    A value is a whole quantity of the statement ("mindestens zwanzig Tonnen"); the numbers of dates, and those that are
    part of no value, stand by themselves.
    """

    kind: Literal["name", "word", "value", "number", "left"]
    # As it stands in the quote.
    text: str
    # Every identifier that a run of words may stand for; of a name, the name in international spelling.
    ids: frozenset[str]
    # Span in the quote.
    start: int
    end: int
    # Whether it belongs to the attribution.
    framed: bool
    # Of a quantity, its place among the statement's; None of all else.
    quantity: int | None = None

    def stands_alone(self, *, first: bool) -> bool:
        """Whether a word that nothing accounts for is a German noun or a name, as its capital tells."""
        return self.text[0].isupper() and not first and len(self.text) >= _LEAST_LETTERS


class Gist(NamedTuple):
    """What a quote says beside its attribution, names and values."""

    words: tuple[Word, ...]
    # Words, in lower case, that nothing accounts for.
    left: tuple[str, ...]
    # The names of the statement in the order of the text.
    items: tuple[Item, ...]
    # Whether a name stands in the quote more than once, so that a list of names would lose how they are tied.
    repeats: bool
    # Where each of the words begins in the quote.
    starts: tuple[int, ...]
    # All of the quote but its punctuation, in order; what compounds add to a name is not among them.
    parts: tuple[Part, ...] = ()
    # Where the words begin that name what a number before them counts.
    counted: frozenset[int] = frozenset()

    def sides(self, ids: frozenset[str], names: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The names before and after the first word that stands for one of the identifiers."""
        at = next((start for word, start in zip(self.words, self.starts, strict=True) if word.ids & ids), -1)
        before = tuple(item.name for item in self.items if item.name in names and item.start < at)
        return before, tuple(item.name for item in self.items if item.name in names and item.name not in before)

    def one_list(self, names: Sequence[str]) -> bool:
        """Whether the quote itself lists the names, so that what it says of one it says of all."""
        items = [item for item in self.items if item.name in names]
        places = [self.items.index(item) for item in items]
        return all(two == one + 1 and self.items[two].goes_on for one, two in pairwise(places))

    def doubtful(self) -> bool:
        """Whether the quote doubts what it says, in its frame or outside, or denies a denial: no wording says that."""
        found = self.ids()
        return bool(found & _DOUBTS) or ("not" in found and bool(found & {"no-answer", "unanswered"}))

    def ids(self) -> frozenset[str]:
        return frozenset().union(*(word.ids for word in self.words)) if self.words else frozenset()


Relation: TypeAlias = Literal["on", "since", "until", "by", "before", "after"]
ValueRelation: TypeAlias = Literal["by", "from", "to"]


@cache
def date_relations(language: Language, script: Script) -> Mapping[str, Relation]:
    """What a word right before a date says of it.

    Raises:
        LexiconError: The file is no TOML or has another table.
    """
    table = _tables(language, script)["dates"]
    return {word: relation for relation in get_args(Relation) for word in table.get(relation, ())}


@cache
def around(table: str, language: Language, script: Script) -> frozenset[str]:
    """Words of one list of a language's table `around`: what stands around things and dates, and what it says of them."""
    return frozenset(_tables(language, script)["around"][table])


def date_relation(statement: Statement, gist: Gist) -> Relation | None:
    """What a quote says of its date: the nearest such word among the three before it ("bis zum 3. Mai").

    None if no wording can repeat it ("Ende 2027", "kurz vor"); "on" for a quote without a date.
    """
    if not statement.dates:
        return "on"
    language, script = statement.language, statement.script
    relations = date_relations(language, script)
    parts = [part for part in gist.parts if not part.framed]
    if any(part.text.lower() in around("narrowed", language, script) for part in parts):
        return None
    found = find_values(statement.quote, load(language, script)).dates
    # A day that only the article tells ("am Mittwoch") is found by its words.
    told_by = (part.start for part in parts if VALUE in part.ids and part.text.lower() not in relations)
    start = found[0].start if found else next(told_by, 0)
    before = re.findall(r"\w+", statement.quote[:start].lower())[-3:]
    nearest = next((word for word in reversed(before) if word not in around("articles", language, script)), "")
    if nearest in around("prepositions", language, script) and nearest not in relations:
        return None
    told = [relations[word] for word in reversed(before) if word in relations]
    # "bis zum": what is more than "on" counts.
    return next((relation for relation in told if relation != "on"), "on")


@cache
def value_relations(language: Language, script: Script) -> Mapping[str, ValueRelation]:
    """What a word right before a quantity says of it: "um", "von", "auf".

    Raises:
        LexiconError: The file is no TOML or has another table.
    """
    table = _tables(language, script)["values"]
    return {word: relation for relation in get_args(ValueRelation) for word in table.get(relation, ())}


@cache
def wholes(language: Language, script: Script) -> frozenset[str]:
    """What stands between a part and its whole: "von", "od ukupno"."""
    return frozenset(_tables(language, script)["values"]["of"])


def shifts(statement: Statement, gist: Gist) -> list[ValueRelation | None]:
    """What the word before each quantity of a quote, or the quantity's own first word, says of it, in the order of the text."""
    relations = value_relations(statement.language, statement.script)
    found: list[ValueRelation | None] = []
    for part in gist.parts:
        if part.kind == "value" and part.quantity is not None:
            before = statement.quote[: part.start].split()
            last = before[-1].strip('„“”«»"(').lower() if before else ""
            found.append(relations.get(part.text.split(maxsplit=1)[0].lower()) or relations.get(last))
    return found


@cache
def narrow(language: Language, script: Script) -> frozenset[str]:
    """The identifiers of the tables that hold words of one sense, so that they tell more than those of the other tables."""
    return frozenset(name for table in _NARROW for name in _tables(language, script).get(table, ()))


@cache
def _tables(language: Language, script: Script) -> dict[str, Any]:
    if language == "sr" and script == "Latn":
        latin: dict[str, Any] = in_latin(_tables(language, "Cyrl"))
        return latin
    path = f"gist/{language}.toml"
    tables = own_tables("beleg.lexicons", path)
    if unknown := set(tables) - {*_SECTIONS, "dates", "around", "except", "values"}:
        raise LexiconError(f"unknown tables: {', '.join(sorted(unknown))}", path=path)
    return tables


@cache
def _words(language: Language, script: Script) -> Lexicon:
    """The gist entries of a language, labelled "measures:range" and the like.

    Raises:
        LexiconError: The file is no TOML or has another table.
    """
    tables = _tables(language, script)
    labelled: dict[str, list[str]] = {}
    for section in _SECTIONS:
        for label, forms in tables.get(section, {}).items():
            labelled.setdefault(f"{section}:{label}" if section in _MARKED else label, []).extend(forms)
    return Lexicon(language, script, {"concept": labelled})


@cache
def _exceptions(language: Language, script: Script) -> Lexicon:
    """Words that entries of the gist or the glossary also catch, but which mean something else; labelled as those."""
    return Lexicon(language, script, {"concept": _tables(language, script)["except"]})


def _meant(hits: Iterable[Hit], exceptions: Iterable[Hit]) -> list[Hit]:
    """The hits that are no exception to their own label."""
    apart = {(hit.label, index) for hit in exceptions for index in _run(hit)}
    return [hit for hit in hits if not all((hit.label, index) in apart for index in _run(hit))]


def _run(hit: Hit) -> tuple[int, ...]:
    """The tokens that a hit covers: of a split phrase its ends, not what stands between them."""
    return (hit.first, hit.last - 1) if "_" in hit.entry.form else tuple(range(hit.first, hit.last))


def sound(word: str) -> str:
    """The consonants of a word in rough Latin, so that "Депграм" and "Deepgram" are alike."""
    latin = to_latin(word.lower().translate(_ROUGH)).translate(_SOUNDS)
    return _VOWELS.sub("", latin) or latin


# Each takes some 9 KB; an edition of 300 articles is read once for all its locales.
@lru_cache(maxsize=1 << 14)
def read(statement: Statement) -> Gist:
    """What a statement's quote says, word by word."""
    quote = statement.quote
    tokens = tokenize(quote)
    free = [token.kind != "p" for token in tokens]
    lexicon = load(statement.language, statement.script)
    hits = lexicon.match(tokens)
    attribution = _attribution(statement, tokens, hits)
    items, repeats, rests, places = _cover_names(statement, tokens, free, attribution)
    _cover_numbers(statement, tokens, free)
    # A word of the attribution may be the predicate as well ("Meta begrüßt …"): it counts if a wording asks for it.
    words = tuple(
        word._replace(ids=word.ids | {LIGHT})
        if attribution.issuperset(range(word.first, word.last)) and not word.ids & _STRONG
        else word
        for word in _cover_words(statement, tokens, free, hits)
    )
    values = _cover_values(statement, tokens, free, lexicon)
    left = tuple(token.low for index, token in enumerate(tokens) if free[index] and index not in attribution)
    parts = _parts(quote, tokens, words, places, values, attribution)
    for rest in rests:
        added = tokenize(rest)
        unread = [True] * len(added)
        words += tuple(
            word._replace(first=0, last=0) for word in _cover_words(statement, added, unread, lexicon.match(added))
        )
        left += tuple(token.low for token, still in zip(added, unread, strict=True) if still)
    starts = tuple(tokens[word.first].start for word in words)
    return Gist(words, left, items, repeats, starts, parts, _counted(parts, lexicon))


def _parts(
    quote: str,
    tokens: list[Token],
    words: Sequence[Word],
    places: Sequence[tuple[int, int, str]],
    values: Sequence[tuple[int, int, int | None]],
    attribution: frozenset[int],
) -> tuple[Part, ...]:
    """All tokens but punctuation, as what they were read."""
    parts: list[Part] = []
    named = [(start, end, name) for start, end, name in places if start >= 0]
    runs = {word.first: word for word in words}
    covered = {index for word in words for index in word.run}
    for index, token in enumerate(tokens):
        if token.kind == "p":
            continue
        framed = index in attribution
        name = next((found for found in named if found[0] <= token.start < found[1]), None)
        if name:
            if not parts or parts[-1].start != name[0]:
                parts.append(Part("name", quote[name[0] : name[1]], frozenset({name[2]}), name[0], name[1], framed))
        elif value := next((one for one in values if one[2] is not None and one[0] <= token.start < one[1]), None):
            start, end, place = value
            if not parts or parts[-1].start != start:
                parts.append(Part("value", quote[start:end], frozenset({VALUE}), start, end, framed, place))
        elif index in runs:
            word = runs[index]
            end = tokens[word.last - 1].end
            parts.append(Part("word", quote[token.start : end], word.ids, token.start, end, framed))
        elif index not in covered:
            kind: Literal["number", "left"] = "number" if token.kind == "n" else "left"
            parts.append(Part(kind, token.text, frozenset(), token.start, token.end, framed))
    return tuple(parts)


def _counted(parts: Sequence[Part], lexicon: Lexicon) -> frozenset[int]:
    """Where the things stand that numbers count: the next after a number, with no more than adjectives between."""
    table = lexicon.values["quantities"]
    apart = {word.lower() for word in table["stop"]} - {word.lower() for word in table["partitive"]}
    found: set[int] = set()
    since = _BETWEEN + 1
    for part in parts:
        if part.kind in {"number", "value"} or VALUE in part.ids:
            since = 0
        elif since <= _BETWEEN and any(name.startswith("things:") for name in part.ids):
            found.add(part.start)
            since = _BETWEEN + 1
        else:
            since += _BETWEEN + 1 if part.text.lower() in apart else 1
    return frozenset(found)


def _attribution(statement: Statement, tokens: list[Token], hits: list[Hit]) -> frozenset[int]:
    """Which tokens belong to the attribution, and so into the margin and not into the sentence.

    A word that a speaker's frame swallows would be lost, so what extraction marked is taken only where punctuation sets
    the frame off ("…, sagt AWS", "AWS: …"); elsewhere only the lexicon's own words for speaking count.
    """
    found: set[int] = set()
    for hit in hits:
        if hit.table in _ATTRIBUTION:
            # A split verb covers its parts, not what stands between them.
            found.update((hit.first, hit.last - 1) if "_" in hit.entry.form else range(hit.first, hit.last))
        if hit.table == "source" and hit.label == "before":
            found.update(_set_off(tokens, hit))
    if statement.content is None:
        return frozenset(found)
    start, end = (offset - statement.start for offset in statement.content)
    before = {index for index, token in enumerate(tokens) if token.end <= start and token.kind != "p"}
    after = {index for index, token in enumerate(tokens) if token.start >= end and token.kind != "p"}
    first = next((index for index, token in enumerate(tokens) if token.start >= start and token.kind != "p"), -1)
    opened = any(hit.table == "clause" and hit.label == "that" and hit.last == first for hit in hits)
    speaking = found | {index for hit in hits if hit.table == "role" for index in range(hit.first, hit.last)}
    if before & speaking and len(before) <= _FRAME and (opened or _SET_OFF_BEFORE.search(statement.quote[:start])):
        # What a comma parts from the first word of speaking is said, not framed ("In Serbien sind, laut Ministerium, …").
        frame = min(before & speaking)
        while frame and tokens[frame - 1].kind != "p":
            frame -= 1
        found |= {index for index in before if index >= frame}
    if after & speaking and len(after) <= _FRAME and _SET_OFF_AFTER.match(statement.quote[end:]):
        found |= after
    return frozenset(found)


def _set_off(tokens: list[Token], hit: Hit) -> range:
    """The tokens between two commas, or the beginning and a comma, that begin with a word for a source; else none.

    Numbers there are dates and versions, which a sentence has to hold.
    """
    if hit.first and tokens[hit.first - 1].text != ",":
        return range(0)
    ends = (index for index in range(hit.last, min(len(tokens), hit.first + _FRAME)) if tokens[index].kind == "p")
    end = next(ends, None)
    if end is None or tokens[end].text != "," or any(token.kind == "n" for token in tokens[hit.first : end]):
        return range(0)
    return range(hit.first, end)


def _cover_names(
    statement: Statement, tokens: list[Token], free: list[bool], attribution: frozenset[int]
) -> tuple[tuple[Item, ...], bool, tuple[str, ...], list[tuple[int, int, str]]]:
    """Mark the words of names; give the names as they stand, whether one is repeated, what compounds add, and places."""
    places: list[tuple[int, int, str]] = []
    known_places: list[tuple[int, int, str]] = []
    rests: dict[int, str] = {}
    unplaced = 0
    sounds = [sound(token.low) for token in tokens]
    known = [*statement.names, *(name for name in (statement.subject, statement.claimant) if name)]
    taken: set[int] = set()
    # The longest first: "PyTorch" inside "PyTorch Conference" is no name of its own.
    for name in sorted(dict.fromkeys(known), key=len, reverse=True):
        wanted = [(part.low, sound(part.low)) for part in tokenize(name) if part.kind != "p"]
        ends = {index: _name_end(tokens, sounds, index, wanted) for index in range(len(tokens))}
        inside = {index for index, end in ends.items() if end and set(range(index, end)) <= taken}
        found = [(index, end) for index, end in ends.items() if end and index not in inside]
        for index, end in found:
            taken.update(range(index, end))
            free[index:end] = [False] * (end - index)
            if rest := _rest(tokens[end - 1].low, wanted[-1][0], statement.language):
                rests[end - 1] = rest
        known_places += [(tokens[index].start, tokens[end - 1].end, name) for index, end in found]
        if name in statement.names:
            places += [(tokens[index].start, tokens[end - 1].end, name) for index, end in found]
            if not found and not inside:
                unplaced += 1
                places.append((-1, -1, name))
    _cover_strangers(statement, tokens, free, taken, unplaced)
    frames = [(tokens[index].start, tokens[index].end) for index in sorted(attribution)]
    items = _items(statement, sorted(places), frames)
    listed = [item.name for item in items if not item.versions and not item.framed]
    versioned = {item.name for item in items if item.versions}
    repeats = len(set(listed)) < len(listed) or bool(versioned & set(listed))
    return items, repeats, tuple(rests.values()), known_places


@cache
def _joints(language: Language, script: Script) -> dict[str, frozenset[str]]:
    """The words that join two names: of one for the other, of a part, of a list."""
    entries = _words(language, script).entries
    labels = {"for": {"for"}, "part": {"part"}, "and": {"and", "or", "nor"}}
    return {name: frozenset(entry.form for entry in entries if entry.label in known) for name, known in labels.items()}


def _items(statement: Statement, places: list[tuple[int, int, str]], frames: list[tuple[int, int]]) -> tuple[Item, ...]:
    """Names with the versions that follow them, and how each is tied to the one before."""
    versions: dict[int, list[tuple[int, str]]] = {}
    at = 0
    for version in statement.versions:
        found = statement.quote.find(version, at)
        at = found + len(version) if found >= 0 else at
        before = [(start, end) for start, end, _ in places if 0 <= start < found]
        if before and _FOLLOWS.fullmatch(statement.quote[before[-1][1] : found]):
            versions.setdefault(before[-1][0], []).append((at, version))
    joints = _joints(statement.language, statement.script)
    items = []
    ended = -1
    gaps = [statement.quote[one[1] : two[0]] for one, two in pairwise(places)]
    near = [bool(gap) and _LISTED.fullmatch(gap) is not None for gap in gaps]
    for index, (start, end, name) in enumerate(places):
        own = versions.get(start, []) if start >= 0 else []
        between = statement.quote[ended:start].strip(" \u00a0") if 0 <= ended < start else ","
        tie = "joined" if not between else "for" if between.lower() in joints["for"] else ""
        tie = "part" if between.lower().lstrip(", ") in joints["part"] else tie
        framed = any(first <= start < last for first, last in frames)
        # A comma alone lists, as does a word that joins, with or without one.
        goes_on = bool(tie) or (
            0 <= ended < start and (between == "," or between.lower().lstrip(", ") in joints["and"])
        )
        items.append(
            Item(
                name=name,
                versions=tuple(version for _, version in own),
                tie=tie,
                start=start,
                framed=framed,
                listed=any(near[max(0, index - 1) : index + 1]),
                goes_on=goes_on,
            )  # fmt: skip
        )
        ended = own[-1][0] if own else end
    return tuple(items)


def _rest(word: str, name: str, language: Language) -> str:
    """What a compound adds to the name in it ("treiber" of Windows-Treiber); empty for an ending."""
    if "-" not in word or "-" in name:
        return ""
    head, _, rest = word.partition("-")
    if head != name or (language != "de" and len(rest) <= _ENDING):
        return ""
    return rest


def _cover_strangers(
    statement: Statement, tokens: list[Token], free: list[bool], taken: set[int], unplaced: int
) -> None:
    """Mark names that could not be tied to their international spelling.

    Russian and Serbian write only names with a capital inside a sentence. If there are more such runs than names left, one
    of them is a place or another thing that no slot holds, and all stay.
    """
    if statement.language == "de" or not unplaced:
        return
    strange = [
        index
        for index, token in enumerate(tokens)
        if index and index not in taken and token.kind == "w" and token.text[0].isupper()
    ]
    runs = sum(index - 1 not in strange for index in strange)
    if runs <= unplaced:
        for index in strange:
            free[index] = False


def _name_end(tokens: list[Token], sounds: list[str], index: int, wanted: list[tuple[str, str]]) -> int:
    """One past the last token of a name, or a shape of it with other endings, that begins at a token; 0 if none does."""
    at = index
    for low, heard_as in wanted:
        while at < len(tokens) and tokens[at].kind == "p" and at > index:
            at += 1
        if at >= len(tokens):
            return 0
        word = tokens[at].low
        if any(letter.isdigit() for letter in low):
            # Trainium2 is not Trainium3: a name with a digit stands as it is, but for an ending.
            alike = word == low or word.startswith(f"{low}-")
        else:
            alike = word.startswith(low) or (len(low) > 3 and word.startswith(low[:-1]))
            heard = len(heard_as) > 2 and sounds[at].startswith(heard_as[:4]) and tokens[at].text[0].isupper()
            alike = alike or heard
        if not alike:
            return 0
        at += 1
    return at if wanted else 0


def _cover_numbers(statement: Statement, tokens: list[Token], free: list[bool]) -> None:
    """Mark the numbers that some slot of the statement holds."""
    texts = {part for date in statement.dates for part in date.split("-")} | set(statement.versions)
    texts |= {str(int(text)) for text in texts if text.isdigit()}
    for index, token in enumerate(tokens):
        if token.kind == "n" and (statement.quantities or token.text in texts or token.text.rstrip(".") in texts):
            free[index] = False


def _cover_values(
    statement: Statement, tokens: list[Token], free: list[bool], lexicon: Lexicon
) -> list[tuple[int, int, int | None]]:
    """Mark what is left of the words of quantities and dates that the statement holds ("zwanzig Tonnen").

    Returns:
        Their spans in the quote, each with the quantity's place among the statement's, or None for a date.
    """
    if not (statement.quantities or statement.dates):
        return []
    found = find_values(statement.quote, lexicon)
    spans: list[tuple[int, int, int | None]] = []
    at = 0
    for one in found.quantities:
        # A quote alone does not tell a unit that the sentence before gave, nor a range's end.
        rest = enumerate(statement.quantities[at:], at)
        place = next((index for index, held in rest if _same_value(held, one.quantity)), None)
        if place is not None:
            spans.append((one.start, one.end, place))
            at = place + 1
    days = {date.lstrip("-")[-5:] for date in statement.dates}
    spans += [(one.start, one.end, None) for one in found.dates if one.date.lstrip("-")[-5:] in days]
    for index, token in enumerate(tokens):
        if free[index] and any(start <= token.start < end for start, end, _ in spans):
            free[index] = False
    return sorted(spans, key=lambda span: span[:2])


def _same_value(held: Quantity, read: Quantity) -> bool:
    """Whether what a quote says by itself is a quantity that the whole article gave it."""
    if (held.value, held.value_to) != (read.value, read.value_to):
        return False
    return read.unit in {held.unit, "count"}


def _cover_words(statement: Statement, tokens: list[Token], free: list[bool], hits: list[Hit]) -> tuple[Word, ...]:
    """Mark the words of the list, the longest phrases first, then the concepts; all that one run may stand for is kept."""
    exceptions = _exceptions(statement.language, statement.script).match(tokens)
    own = _meant(_words(statement.language, statement.script).match(tokens), exceptions)
    if not (statement.dates or statement.quantities):
        own = [hit for hit in own if hit.label != VALUE]
    glossary = _meant((hit for hit in hits if hit.table == "concept"), exceptions)
    called: dict[tuple[int, int], set[str]] = {}
    for hit in glossary:
        called.setdefault((hit.first, hit.last), set()).add(hit.label)
    words = [
        # What is measured or counted is a thing as well, where nothing is measured or counted.
        word._replace(ids=word.ids | called.get((word.first, word.last), frozenset()))
        if all(":" in name for name in word.ids)
        else word
        for word in _cover_runs(own, tokens, free)
    ]
    words += _cover_runs(glossary, tokens, free)
    return tuple(sorted(words, key=lambda word: word.first))


def _cover_runs(hits: list[Hit], tokens: list[Token], free: list[bool]) -> Iterator[Word]:
    runs: dict[tuple[int, ...], set[str]] = {}
    for hit in hits:
        runs.setdefault(_run(hit), set()).add(hit.label)
    for run, ids in sorted(runs.items(), key=lambda found: (-len(found[0]), found[0])):
        if all(free[index] or tokens[index].kind == "p" for index in run):
            for index in run:
                free[index] = False
            yield Word(frozenset(ids), run[0], run[-1] + 1, run)
