"""Who is named in an article, and what each is to the thing spoken of.

A *party* is a run of a sentence that names a possible speaker: a name, a role noun, a document, a word that points back,
or several of them side by side ("Vorstandschefin Ingrid Malmsten", "the laboratory Audiometrica"). The *book* collects
over the whole article which role each name was given, and for whom each person speaks.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from beleg.extract.names import NameFound
from beleg.extract.reading import HARD_MARKS, QUOTE_MARKS, Reading, Sentence
from beleg.lexicons.register import Register
from beleg.records import Role, Span

# Role nouns of one party, the one that decides first: "spokesman of the regulator" is the regulator's.
PRECEDENCE = (
    "competitor", "partner", "statistics", "authority", "customer", "laboratory", "medium", "insider", "analyst", "vendor", "staff",
)  # fmt: skip
# Those that say what a person is, rather than a body.
PERSONAL = ("analyst", "insider", "staff")
# The classes of [role] that are nouns; the others are clues about a party beside them.
NOUNS = frozenset(PRECEDENCE)
# Statistics are measured, whoever publishes them.
STATISTICS: Role = "laboratory"
CLUES: dict[str, Role] = {"uses": "customer", "tied": "partner", "rivals": "competitor", "free": "laboratory"}
# Role nouns of less weight ("company", "bank") say what sort of body a named party is, not its stake.
FIRM = 0.6
# How many words may stand between the parts of one party ("director of the | Swiss institute | Emtara").
MAX_BETWEEN = 3
# How far behind a name a clue about it may stand, in tokens ("Botenwerk, which has been using the battery").
CLUE_REACH = 12
HYPHENS = frozenset("-\u2010\u2011")
_HYPHEN = re.compile("[-\u2010\u2011]")
# How far behind a person, in tokens, the organisation may stand for which they speak.
EMPLOYER_REACH = 7
# Kinds of names that may speak; products and technical identifiers never do.
SPEAKERS = frozenset({"organisation", "person", "medium", "authority", "laboratory", "unknown"})
# Titles and lead sentences name the article's vendor oftener than chance: their mentions count this much more.
TITLE_WEIGHT = 5
# Whom the text calls maker, seller or operator of something is this thing's rather than not.
MAKER_WEIGHT = 1
# The vendor speaks: each cue so near a name, in tokens, counts this much; who never speaks, where others do, counts less.
SPEAKING_REACH = 4
SPEAKING_WEIGHT = 2
SILENT = 0.5


class Party(NamedTuple):
    """A possible speaker, as a sentence names it."""

    # Token indexes, the last one exclusive.
    first: int
    last: int
    start: int
    end: int
    person: str | None = None
    organisation: str | None = None
    # Role nouns with their class, in the order of the text.
    roles: tuple[tuple[str, str], ...] = ()
    # English name of the document ("press release").
    document: str | None = None
    # "person", "organisation" or "document" for a word that points back.
    anaphor: str | None = None

    @property
    def label(self) -> str | None:
        """The class of the role noun that decides."""
        if not self.roles:
            return None
        if len(self.roles) == 1:
            return self.roles[0][0]
        own = {label for label, _ in self.roles}
        return next(label for label in PRECEDENCE if label in own)

    def word(self, label: str) -> str | None:
        return next((word for own, word in self.roles if own == label), None)

    @property
    def span(self) -> Span:
        return self.start, self.end


def role_of(label: str) -> Role:
    """The role that a class of role nouns stands for; those of staff and insiders stand for none."""
    return STATISTICS if label == "statistics" else label  # type: ignore[return-value]  # the other classes are roles


class _Item(NamedTuple):
    first: int
    last: int
    sort: str  # "name", "role", "document", "anaphor"
    label: str
    value: str
    # Of a role noun: whether it says a stake.
    firm: bool = True


def parties(sentence: Sentence) -> list[Party]:
    """The possible speakers of a sentence, in the order of the text."""
    items = sorted(_items(sentence), key=lambda item: (item.first, -item.last))
    if not items:
        return []
    if any(item.sort == "anaphor" and item.label == "organisation" for item in items):
        # "The company Ferlink" points back to nothing.
        named = {item.first for item in items if item.sort == "name"}
        behind = {first - 1 if sentence.tokens[first - 1].text in QUOTE_MARKS else first for first in named if first}
        items = [
            item for item in items if item.sort != "anaphor" or item.label != "organisation" or item.last not in behind
        ]
    chains: list[list[_Item]] = []
    for item in items:
        if chains and _joins(sentence, chains[-1], item):
            chains[-1].append(item)
        else:
            chains.append([item])
    return [_party(sentence, chain) for chain in chains]


def _items(sentence: Sentence) -> Iterable[_Item]:
    for name in sentence.names:
        if name.type in SPEAKERS and _may_speak(sentence, name):
            first = sentence.index(name.start)
            if first < len(sentence.tokens) and sentence.tokens[first].start > name.start and first:
                first -= 1
            last = max(first + 1, sentence.index(name.end))
            yield _Item(first, last, "name", name.type, name.name)
    for hit in sentence.of("role"):
        if hit.label in NOUNS:
            word = " ".join(token.text for token in sentence.tokens[hit.first : hit.last])
            yield _Item(hit.first, hit.last, "role", hit.label, word, hit.entry.weight >= FIRM)
    for hit in sentence.of("document"):
        yield _Item(hit.first, hit.last, "document", hit.label, hit.label)
    for hit in sentence.of("anaphor"):
        yield _Item(hit.first, hit.last, "anaphor", hit.label, sentence.tokens[hit.first].text)


def _may_speak(sentence: Sentence, name: NameFound) -> bool:
    """Whether a name can be a party: not a unit, an identifier, or a quoted phrase that somebody speaks."""
    if name.type == "unknown" and (name.name[:1].islower() or "/" in name.name):
        return False
    # "Hugging-Face-Modelle" are models; "Elmvik-Chefin" and "PyTorch-Beitrag" speak, "AWS-ove" is a case.
    token = sentence.tokens[max(0, sentence.index(name.start + 1) - 1)]
    head = _HYPHEN.split(token.text)[-1]
    if head != token.text and head[:1].isupper() and head.lower() not in name.name.lower():
        speaks = any(sentence.tokens[h.first] is token for h in sentence.of("role") + sentence.of("document"))
        if not speaks:
            return False
    after = sentence.index(name.end)
    quoted = after + 1 < len(sentence.tokens) and sentence.tokens[after].text in '“”»"'
    if not quoted or " " not in name.name:
        return True
    # „First in the region“, says the press office: a phrase and its tag.
    cues = {hit.first for hit in sentence.of("say", "claim") + sentence.of("source", "tag")}
    return sentence.tokens[after + 1].text not in ",–—" or not cues & set(range(after + 1, after + 4))


def _joins(sentence: Sentence, chain: Sequence[_Item], item: _Item) -> bool:
    """Whether an item belongs to the party that the items before it name."""
    end = max([own.last for own in chain])
    if item.first < end:
        # "Elmvik-Chefin" speaks for Elmvik; "Elmvik-Kunden" are others. A name may be nothing but a role noun.
        token = sentence.tokens[item.first].text
        return (
            item.sort != "role"
            or not HYPHENS & set(token)
            or item.label in ("staff", "insider")
            or item.last - item.first > 1
            or chain[-1].sort != "name"
            or chain[-1].last - chain[-1].first > 1
        )
    between = sentence.tokens[end : item.first]
    if len(between) > MAX_BETWEEN + 1:
        return False
    nouns = [own for own in chain if own.sort != "anaphor"]
    if item.sort == "anaphor" or not all(own in nouns or _overlaps(own, nouns) for own in chain):
        return False
    marks = [token.text for token in between if token.kind == "p" and token.text not in '„“”«»"(']
    words = sum([token.kind != "p" for token in between])
    if words > MAX_BETWEEN or "n" in [token.kind for token in between]:
        return False
    breaks = sentence.of("say") + sentence.of("clause", "coordinating", "relative", "that")
    if any(end <= hit.first < item.first for hit in breaks):
        return False
    names = {own.label for own in chain if own.sort == "name"}
    if (
        "person" in names
        and item.sort == "role"
        and item.firm
        and item.label == "medium"
        and chain[0].label != "medium"
    ):
        return False  # "… said Priit Lepik to the magazine X": the medium was told
    of_person = item.sort == "role" and item.label in PERSONAL
    source = any(hit.last - 1 <= chain[0].first <= hit.last for hit in sentence.of("source", "before"))
    if marks and source and not of_person:
        return False  # "in the opinion of X, buyers should …": the source phrase ends at the comma
    if marks:
        # An apposition after a comma: a name, then a role noun at once; or "the rival, Telvia".
        behind = bool(names) and item.sort == "role" and words <= 1
        before = not names and item.sort == "name" and words <= 1 and chain[-1].label in ("competitor", "partner")
        return marks == [","] and (behind or before)
    if item.sort == "role" and chain[-1].sort == "document" and item.label == "customer":
        return False  # a letter to customers is not theirs
    if item.sort == "role" and chain[-1].sort == "name":
        linking = {i for hit in sentence.of("clause", "preposition") for i in range(hit.first, hit.last)}
        if any(end + i not in linking for i, t in enumerate(between) if t.kind == "w"):
            return False  # "Planora supplies the fire brigade"
    if item.sort == "name" and names:
        # A person and their organisation; two organisations, or two persons, are two parties.
        return ("person" in names) != (item.label == "person")
    return True


def _overlaps(item: _Item, others: Sequence[_Item]) -> bool:
    """Whether a word that points back is at once a role noun or a document ("the company", "the analyst")."""
    return any(item.first < other.last and other.first < item.last for other in others)


def _party(sentence: Sentence, chain: Sequence[_Item]) -> Party:
    first, last = chain[0].first, max([item.last for item in chain])
    person = organisation = document = anaphor = None
    named = False
    for item in chain:
        if item.sort == "name":
            named = True
            if item.label == "person":
                person = person or item.value
            else:
                organisation = organisation or item.value
        elif item.sort == "document":
            document = document or item.value
        elif item.sort == "anaphor":
            anaphor = anaphor or item.label
    return Party(
        first=first,
        last=last,
        start=sentence.tokens[first].start,
        end=sentence.tokens[last - 1].end,
        person=person,
        organisation=organisation,
        roles=tuple([(item.label, item.value) for item in chain if item.sort == "role" and (item.firm or not named)]),
        document=document,
        anaphor=None if named else anaphor,
    )


@dataclass(slots=True)
class Book:
    """What an article tells about the parties that it names."""

    # The roles that each name was given, with how often, and the word that gave it.
    roles: dict[str, Counter[Role]] = field(default_factory=lambda: defaultdict(Counter))
    words: dict[tuple[str, Role], str] = field(default_factory=dict)
    # For whom a person speaks.
    employer: dict[str, str] = field(default_factory=dict)
    # Who makes, sells or operates what the article is about.
    vendor: str | None = None
    # What the article is about: its most prominent product, else its vendor.
    subject: str | None = None

    def role(self, name: str | None) -> Role | None:
        """The role that the article's own words give a name oftenest."""
        if name is None or not self.roles.get(name):
            return None
        ranked = self.roles[name].most_common()
        return min(ranked, key=lambda row: (-row[1], PRECEDENCE.index(row[0])))[0]

    def note(self, name: str, role: Role, word: str) -> None:
        self.roles[name][role] += 1
        self.words.setdefault((name, role), word)


def book(reading: Reading, found: Sequence[Sequence[Party]]) -> Book:
    """Collect the roles of an article's parties. `found` holds the parties of each of its sentences."""
    result = Book()
    mentions: Counter[str] = Counter()
    products: Counter[str] = Counter()
    speaks: Counter[str] = Counter()
    for name in reading.title_names:
        _count(name.name, name.type, TITLE_WEIGHT, mentions, products)
    for place, (sentence, own) in enumerate(zip(reading.sentences, found, strict=True)):
        weight = 2 if place < 2 else 1
        for name in sentence.names:
            _count(name.name, name.type, weight, mentions, products)
        for number, party in enumerate(own):
            _enter(result, sentence, party, own[number + 1 :])
            if party.organisation and _seems_to_speak(sentence, party):
                speaks[party.organisation] += 1
            if party.person and not party.organisation and number + 1 < len(own):
                _employ(result, sentence, party, own[number + 1])
    for mentioned in mentions:
        known = _registered_role(reading.register, mentioned)
        if known and not result.roles.get(mentioned):
            result.note(mentioned, known, "names")
    result.vendor = _vendor(reading, result, mentions, products, speaks)
    result.subject = _subject(reading, result.vendor, mentions, products)
    return result


def _count(name: str, sort: str, weight: int, mentions: Counter[str], products: Counter[str]) -> None:
    if sort in ("organisation", "unknown"):
        mentions[name] += weight
    if sort in ("product", "technical"):
        products[name] += weight


def _enter(result: Book, sentence: Sentence, party: Party, behind: Sequence[Party]) -> None:
    """Note what a party's own words, and clues behind it, say of its role."""
    label, name = party.label, party.organisation or party.person
    if name is None:
        return
    if party.person and party.organisation:
        result.employer[party.person] = party.organisation
    if label and label not in ("staff", "insider"):
        result.note(name, role_of(label), party.word(label) or label)
    for hit in sentence.of("role", *CLUES):
        # A clue is about the name before it: "Torvald counts the fire brigade among its first customers".
        nearer = any(other.last <= hit.first for other in behind if other.organisation or other.person)
        if party.last <= hit.first <= party.last + CLUE_REACH and not nearer:
            result.note(name, CLUES[hit.label], hit.entry.form)


def _seems_to_speak(sentence: Sentence, party: Party) -> bool:
    """Whether a cue that somebody speaks stands close to a party, with no mark between that parts them."""
    for hit in sentence.of("say") + sentence.of("source"):
        low, high = min(hit.last, party.last), max(hit.first, party.first)
        between = sentence.tokens[low:high]
        if len(between) <= SPEAKING_REACH and not any(token.text in HARD_MARKS for token in between):
            return True
    return False


def _employ(result: Book, sentence: Sentence, person: Party, behind: Party) -> None:
    """A person belongs to the organisation named in the words behind: "Kapplmüller, who runs the port of Traunau"."""
    near = behind.organisation and not behind.person and behind.first - person.last <= EMPLOYER_REACH
    verbs = any(person.last <= hit.first < behind.first for hit in sentence.of("say"))
    tied = any(person.last <= hit.first < behind.first for hit in sentence.of("clause", "relative", "preposition"))
    if near and tied and not verbs and behind.organisation and person.person:
        result.employer.setdefault(person.person, behind.organisation)


def _registered_role(register: Register, name: str) -> Role | None:
    kind = register.type(name)
    return kind if kind in ("authority", "laboratory", "medium") else None  # type: ignore[return-value]


def _vendor(
    reading: Reading, result: Book, mentions: Counter[str], products: Counter[str], speaks: Counter[str]
) -> str | None:
    """The owner of the most prominent product, else who the article calls maker, lets speak or names oftenest."""
    party = reading.register.party
    publisher = reading.article.publisher
    if reading.article.publisher_kind == "vendor" and publisher:
        return publisher
    score: defaultdict[str, float] = defaultdict(float)
    for name, count in mentions.items():
        role = result.role(name)
        if role in (None, "vendor") and not (publisher and party(name) == party(publisher)):
            score[name] += count if name in speaks or not speaks else SILENT * count
            score[name] += SPEAKING_WEIGHT * speaks[name] + (MAKER_WEIGHT if role == "vendor" else 0)
    # Systems that a text merely runs on are somebody else's; what its title names is the thing.
    titled = {name.name for name in reading.title_names}
    for product, count in products.items():
        owner = reading.register.owner(product)
        if owner and product in titled:
            score[owner] += count
    return min(score, key=lambda name: (-score[name], name), default=None)


def _subject(reading: Reading, vendor: str | None, mentions: Counter[str], products: Counter[str]) -> str | None:
    """What an article is about: the product that its title names and its text goes on with, else its vendor."""
    places = {name.name: place for place, name in reversed(list(enumerate(reading.title_names)))}
    known = products + Counter({name: count for name, count in mentions.items() if name in places})
    party = reading.register.party
    often = max(known.values(), default=0)

    def rank(name: str) -> tuple[bool, bool, bool, int, int, str]:
        foreign = reading.register.owner(name) is not None and vendor is not None and party(name) != party(vendor)
        # Of what the title names, the first that the text keeps speaking of; else what it names oftenest.
        return name not in places, foreign, 2 * known[name] < often, places.get(name, 0), -known[name], name

    ranked = sorted((name for name in known if known[name] > 1 and name != vendor), key=rank)
    return next(iter(ranked), None) or vendor
