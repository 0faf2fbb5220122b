"""Which of an article's names is the vendor: the maker, seller or operator of what it is about."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from beleg.extract.model.features import Faces, step
from beleg.extract.model.weights import VENDOR, Weights, places, unpack
from beleg.extract.parties import Book, Party
from beleg.extract.reading import Reading

# Names that may be a vendor's; a product may stand for the house that is called like it.
NO_VENDORS = ("place", "technical")
NOBODY = ""
# How near a name, in tokens, a cue or a role noun tells of it; how near a verb of saying is its own.
NEAR, SPEAKING = 8, 4


def rivals(
    reading: Reading, faces: Sequence[Faces], found: Sequence[Sequence[Party]], book: Book
) -> dict[str, set[str]]:
    """The names that may be the vendor's, each with its features."""
    article = reading.article
    features: defaultdict[str, set[str]] = defaultdict(set)
    count: Counter[str] = Counter()
    speaks: Counter[str] = Counter()
    opening: dict[str, int] = {}
    sorts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for place, (own, parties) in enumerate(zip(faces, found, strict=True)):
        sentence = own.sentence
        by_name = {party.organisation: party for party in parties if party.organisation}
        cues = sentence.of("say") + sentence.of("source")
        for found_name in sentence.names:
            if found_name.type in NO_VENDORS:
                continue
            name = found_name.name
            known = features[name]
            count[name] += 1
            opening.setdefault(name, place)
            sorts[name][found_name.type] += 1
            first = sentence.index(found_name.start)
            known |= own.around(first, max(first + 1, sentence.index(found_name.end)))
            known.update(f"near={h.table}.{h.label}" for h in sentence.of("role") + cues if abs(h.first - first) < NEAR)
            party = by_name.get(name)
            if party:
                known.add(f"label={party.label}")
                known.add(f"person={bool(party.person)}{bool(party.document)}")
                if any(abs(h.first - party.last) <= SPEAKING or abs(party.first - h.last) < SPEAKING for h in cues):
                    speaks[name] += 1
    for titled in reading.title_names:
        if titled.type not in NO_VENDORS:
            features[titled.name].add("title" if count[titled.name] else "title only")
            sorts[titled.name][titled.type] += 1
    if article.publisher:
        features[article.publisher] |= {"publisher", f"publisher={article.publisher_kind}"}
    total = sum(count.values()) or 1
    names = sorted(features)
    by_count = sorted(names, key=lambda name: (-count[name], opening.get(name, len(faces)), name))
    by_place = sorted(names, key=lambda name: (opening.get(name, len(faces)), name))
    by_voice = sorted(names, key=lambda name: (-speaks[name], name))
    for rank, name in enumerate(by_count):
        features[name] |= {f"often={min(rank, 4)}", f"n={min(count[name], 6)}", f"share={10 * count[name] // total}"}
        features[name] |= {f"words={min(3, name.count(' '))}", f"role={book.role(name)}"}
        features[name] |= {f"sort={sort}" for sort, _ in sorts[name].most_common()}
        if reading.register.owner(name):
            features[name].add("owned")
        if name == book.vendor:
            features[name].add("ruled")
    for rank, name in enumerate(by_place):
        features[name] |= {f"early={min(rank, 4)}", f"first={step(opening.get(name, len(faces)))}"}
    for rank, name in enumerate(by_voice):
        features[name].add(f"voice={min(rank, 3)}{min(speaks[name], 3)}")
    # Its name may be one that was not found.
    features[NOBODY] = {"nobody", f"nobody of {min(len(names), 4)}"}
    return dict(features)


def vendor(
    reading: Reading, faces: Sequence[Faces], found: Sequence[Sequence[Party]], book: Book, weights: Weights
) -> str | None:
    """The likeliest vendor; None where nobody that the article names is likely."""
    known = rivals(reading, faces, found, book)
    weighed = {
        name: unpack(weights.total("vendor", features), places((VENDOR,)))[0] for name, features in known.items()
    }
    return min(weighed, key=lambda name: (-weighed[name], name)) or None
