"""Train the model beside the rules, and measure what it earns.

    python tests/gold/train.py --cv       # cross-validation by story: rules alone, rules with the model
    python tests/gold/train.py --write    # train on everything but the test part, write the weights

It learns from the annotated stories (`corpus/`, without the test part) and the marked articles (`marked/`, and those of
`tests/lexicons/fresh/`). Needs the extra `train` (numpy, scipy); what it writes needs neither.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import unicodedata
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from scipy import sparse
from scipy.optimize import minimize

from beleg.alphabets import romanize_ru
from beleg.extract import lead_in, voiced
from beleg.extract.attribution import Attributor, tagged
from beleg.extract.kinds import kind, modality, polarity
from beleg.extract.model import weights as weights_module
from beleg.extract.model.features import value_features
from beleg.extract.model.judge import EVIDENCE_OF, Case
from beleg.extract.model.vendor import NOBODY, rivals
from beleg.extract.model.weights import (
    COLUMNS,
    GROUPS,
    KINDS,
    LETTERS,
    PARTY_CLASSES,
    SCALE,
    SPEAKS,
    TEST,
    VENDOR,
    Weights,
    pack,
)  # fmt: skip
from beleg.extract.parties import book, parties
from beleg.extract.reading import read as lay_out
from beleg.lexicons import load
from beleg.lexicons.register import load_register
from beleg.read import read
from beleg.records import Article, Document, Evidence, Span

HERE = Path(__file__).parent
CORPUS = HERE / "corpus"
MARKED = (HERE / "marked", HERE.parent / "lexicons" / "fresh")
MODEL = Path(weights_module.__file__).parent
TEST_PART = ("dblicence", "sleepring", "ebusfleet", "cardmerger", "routerflaw")
# A unit is an annotated statement's if they share at least half of what both cover.
OVERLAP = 0.5
# A feature counts if at least so many units or parties have it; a weight if it is no less than this, in hundredths.
LEAST_OFTEN, LEAST_WEIGHT = 3, 5
# The annotated stories were read twice by careful people; each of their units counts as so many.
WORTH = {"corpus": 2.0}
# How strongly weights are held small.
HELD = {"choice": 4.0, "class": 5.0, "kind": 5.0, "vendor": 3.0}
FOLDS = 4
# Below this Beleg shows a statement as unsure.
UNSURE = 0.6
# Whether the articles are read a second time, as the model would, before the voices are learned.
ASTRAY = True
_MARK = re.compile(r"\{([^{}]*)\}")


class Gold(NamedTuple):
    start: int
    end: int
    kind: str
    evidence: Evidence
    claimant: str | None


class Story(NamedTuple):
    """An annotated article."""

    name: str
    # "corpus", "marked", "fresh" or "test".
    part: str
    article: Article
    gold: Sequence[Gold]
    vendor: str | None


# --- the articles -------------------------------------------------------------------------------------------------------


def _front_matter(head: dict[str, Any], language: str) -> bytes:
    keys = ("title", "publisher", "publisher_kind", "published")
    lines = [f"{key}: {json.dumps(head[key], ensure_ascii=False)}\n" for key in keys if head.get(key)]
    return f"---\nlanguage: {language}\n{''.join(lines)}---\n".encode()


def _article(name: str, front: bytes, text: bytes) -> Article:
    return read(Document(id=f"{name}.md", data=front + text, media_type="text/markdown"))


def corpus() -> Iterator[Story]:
    shared = os.environ.get("BELEG_SHARED")
    # The story that is other people's stays where it is.
    foreign = sorted(Path(shared, "corpus", "torchneuron").glob("*.gold.jsonl")) if shared else []
    for file in [*sorted(CORPUS.glob("*/*.gold.jsonl")), *foreign]:
        head, *rows = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
        language, story = file.name.split(".")[0], file.parent.name
        article = _article(
            f"{story}/{language}", _front_matter(head, head["language"]), file.with_name(f"{language}.txt").read_bytes()
        )
        gold = [Gold(row["start"], row["end"], row["kind"], row["evidence"], row["claimant"]) for row in rows]
        voices = Counter(row.claimant for row in gold if row.evidence == "vendor_claim" and row.claimant)
        vendor = min(voices, key=lambda name: (-voices[name], name), default=None)
        yield Story(story, "test" if story in TEST_PART else "corpus", article, gold, vendor)


def marked() -> Iterator[Story]:
    for folder in MARKED:
        for file in sorted(folder.glob("*.md")):
            for number, chunk in enumerate(file.read_text("utf-8").split("===\n")[1:]):
                head, body = chunk.split("---\n", 1)
                matter = {
                    key: value.strip('"')
                    for key, value in (line.split(": ", 1) for line in head.strip().splitlines())
                    if value != "-"
                }
                text = _MARK.sub(lambda found: found[1].split("|")[3], body).strip("\n") + "\n"
                name = f"{file.stem}-{number}"
                article = _article(name, _front_matter(matter, file.name[:2]), text.encode())
                gold, at = [], 0
                for found in _MARK.finditer(body):
                    what, evidence, claimant, quote, *_ = found[1].split("|")
                    start = article.text.find(quote, at)
                    if start >= 0:
                        at = start + len(quote)
                        gold.append(Gold(start, at, what, evidence, None if claimant == "-" else claimant))  # type: ignore[arg-type]
                yield Story(name, folder.name, article, gold, matter.get("vendor"))


def _plain(name: str | None) -> str:
    decomposed = unicodedata.normalize("NFD", romanize_ru(name or "").lower())
    return "".join(letter for letter in decomposed if letter.isalnum())


def same(one: str | None, other: str | None) -> bool:
    """Whether two names are likely of one party: inflection, fuller forms and spellings apart."""
    a, b = _plain(one), _plain(other)
    if not a or not b:
        return a == b
    return a.startswith(b[:5]) or b.startswith(a[:5]) or a in b or b in a


# --- what is learned from -----------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Unit:
    """A unit with its features and what is right of it."""

    gold: Gold
    words: Sequence[str]
    values: Sequence[str]
    # Features of each sort and each candidate, by group; None for a table's cell, which is not judged.
    choices: list[dict[str, Sequence[str]]] = field(default_factory=list)
    sorts: Sequence[str] = ()
    right: int | None = None
    # Of the right candidate: the features of its stake.
    stake: Sequence[str] = ()
    party: Sequence[str] = ()
    person: Sequence[str] = ()


class Verdict(NamedTuple):
    """What was read of an annotated statement, and how sure the reader was of who stands behind it."""

    gold: Gold
    evidence: str
    claimant: str | None
    kind: str
    sure: float

    @property
    def right(self) -> bool:
        return self.evidence == self.gold.evidence


class Read(NamedTuple):
    """An article as it was read."""

    story: Story
    units: list[Unit]
    verdicts: list[Verdict]


class Names(NamedTuple):
    """The names of an article that may be the vendor's, and the place of the right one."""

    story: Story
    names: Sequence[str]
    features: Sequence[Sequence[str]]
    right: int


_REGISTER = load_register()
EMPTY: dict[str, dict[str, int]] = {group: {} for group in GROUPS}


def overlapping(gold: Sequence[Gold], span: Span) -> Gold | None:
    def share(one: Gold) -> float:
        return (min(one.end, span[1]) - max(one.start, span[0])) / (max(one.end, span[1]) - min(one.start, span[0]))

    best = max(gold, key=share, default=None)
    return best if best and share(best) >= OVERLAP else None


def right_choice(case: Case, gold: Gold, publisher: str | None) -> int | None:
    """The place of what an annotated statement says, among a case's sorts and candidates; None if it isn't there."""
    if gold.evidence == "unattributed":
        return 0
    if gold.evidence == "publisher_analysis":
        return 1
    if TEST in case.sorts and gold.evidence == "independent_evidence" and publisher and same(gold.claimant, publisher):
        return case.sorts.index(TEST)
    fitting = [
        (candidate.key == gold.claimant, any(one.startswith("m=") for one in candidate.relation), -place, place)
        for place, candidate in enumerate(case.candidates)
        if same(candidate.key, gold.claimant) or (candidate.person and same(candidate.person, gold.claimant))
    ]
    return len(case.sorts) + max(fitting)[-1] if fitting else None


def read_story(story: Story, weights: Weights | None, *, teach: bool, astray: bool = False) -> Read:
    """Read an article.

    Args:
        story: The article with its annotation.
        weights: The model; None leaves it aside.
        teach: Gather examples, with the right speakers remembered from unit to unit.
        astray: Remember in every second paragraph whom the model takes for the speaker: so it is where it errs.
    """
    article = story.article
    reading = lay_out(article, load(article.language, article.script), _REGISTER)
    found = [parties(sentence) for sentence in reading.sentences]
    known = book(reading, found)
    attributor = Attributor(reading, known, found, weights)
    judge = attributor.judge
    result = Read(story, [], [])
    cases: dict[Span, tuple[Case, int | None]] = {}
    if judge and teach:

        def pick(case: Case) -> tuple[int, Evidence, float]:
            gold = overlapping(story.gold, case.span)
            right = right_choice(case, gold, article.publisher) if gold else None
            cases[case.span] = case, right
            if astray and case.sentence.paragraph % 2:
                return judge._pick(case)
            if right is None:
                ruled = case.ruled
                place = next(
                    (n for n, one in enumerate(case.candidates) if ruled.claimant in (one.key, one.person)), None
                )
                if place is None or ruled.claimant is None:
                    return 0, "unattributed", 0.5
                return len(case.sorts) + place, ruled.evidence, 0.5
            if right < len(case.sorts):
                return right, EVIDENCE_OF[case.sorts[right]], 1.0
            assert gold is not None
            return right, gold.evidence, 1.0

        judge.pick = pick
    parts = voiced(reading, known, found, attributor)
    listed = None
    for sentence, spans, voices in parts if teach else tagged(parts):
        if sentence.block.kind != "item":
            listed = lead_in(article.text, sentence)
        for span, voice in zip(spans, voices, strict=True):
            gold = overlapping(story.gold, span)
            if gold is None:
                continue
            dates, quantities, versions = reading.within(span)
            what, lead, _ = kind(span, sentence, voice, quantities, versions, dates, listed)
            negated = polarity(span, sentence, voice)
            mood = modality(span, sentence, voice, dates, article.published)
            if judge:
                words = sorted(judge.words(sentence, span))
                about = value_features(what, lead, voice, quantities, versions, dates, negated, mood, listed, sentence)
                if not teach:
                    what, _ = judge.kind(sentence, span, about)
                else:
                    unit = Unit(gold, words, about)
                    result.units.append(unit)
                    if span in cases:
                        _describe(unit, *cases[span], judge)
            result.verdicts.append(Verdict(gold, voice.evidence, voice.claimant, what, voice.confidence))
    return result


def _describe(unit: Unit, case: Case, right: int | None, judge: Any) -> None:
    unit.sorts, unit.right = case.sorts, right
    unit.choices = [{"unit": sorted(case.unit), "context": case.context} for _ in case.sorts]
    unit.choices += [{"relation": sorted(candidate.relation)} for candidate in case.candidates]
    if right is not None and right >= len(case.sorts):
        candidate = case.candidates[right - len(case.sorts)]
        unit.stake = judge.stake(case, candidate)
        unit.party = sorted(judge.parties.get(candidate.key, ()))
        unit.person = sorted(judge.parties.get(candidate.person, ())) if candidate.person else ()


def read_names(story: Story) -> Names:
    article = story.article
    reading = lay_out(article, load(article.language, article.script), _REGISTER)
    found = [parties(sentence) for sentence in reading.sentences]
    known = book(reading, found)
    attributor = Attributor(reading, known, found, Weights(EMPTY))
    assert attributor.judge is not None
    known = book(reading, found)
    features = rivals(reading, attributor.judge.faces, found, known)
    names = sorted(features)
    fitting = [
        (name == story.vendor, "sort=product" not in features[name], -place, place)
        for place, name in enumerate(names)
        if story.vendor and same(name, story.vendor)
    ]
    right = max(fitting)[-1] if fitting else names.index(NOBODY)
    return Names(story, names, [sorted(features[name]) for name in names], right)


# --- learning -----------------------------------------------------------------------------------------------------------


class Matrix:
    """Features as columns of a sparse matrix, those that are frequent enough."""

    def __init__(self, rows: Sequence[Sequence[str]]) -> None:
        often = Counter(one for row in rows for one in row)
        self.names = sorted(name for name, count in often.items() if count >= LEAST_OFTEN)
        place = {name: number for number, name in enumerate(self.names)}
        columns = [[place[one] for one in row if one in place] for row in rows]
        ends = np.cumsum([0, *map(len, columns)])
        flat = np.fromiter((one for row in columns for one in row), np.int32, ends[-1])
        self.values = sparse.csr_matrix((np.ones(len(flat)), flat, ends), shape=(len(rows), len(self.names)))


def learn_choice(
    groups: Sequence[Sequence[Sequence[str]]], right: Sequence[int], worth: Sequence[float], held: float
) -> dict[str, float]:
    """Weights by which the right one of each group of choices wins: a conditional logit."""
    matrix = Matrix([row for group in groups for row in group])
    sizes = np.array([len(group) for group in groups])
    starts = np.concatenate(([0], np.cumsum(sizes)[:-1]))
    place = np.repeat(np.arange(len(groups)), sizes)
    chosen = starts + np.array(right)
    values, turned = matrix.values, matrix.values.T.tocsr()
    counts = np.array(worth)

    def loss(weights: Any) -> tuple[float, Any]:
        scores = values @ weights
        most = np.maximum.reduceat(scores, starts)
        powers = np.exp(scores - most[place])
        whole = np.add.reduceat(powers, starts)
        slope = powers / whole[place] * counts[place]
        slope[chosen] -= counts
        fit = (counts * (scores[chosen] - most - np.log(whole))).sum()
        return held / 2 * weights @ weights - fit, turned @ slope + held * weights

    found = minimize(loss, np.zeros(len(matrix.names)), jac=True, method="L-BFGS-B", options={"maxiter": 200})
    return dict(zip(matrix.names, found.x.tolist(), strict=True))


def learn_class(
    rows: Sequence[Sequence[str]], right: Sequence[str], worth: Sequence[float], classes: Sequence[str], held: float
) -> dict[str, list[float]]:
    """Weights of each feature for each class: a multinomial logit."""
    matrix = Matrix(rows)
    values, turned = matrix.values, matrix.values.T.tocsr()
    place = {name: number for number, name in enumerate(classes)}
    target = np.array([place[one] for one in right])
    at = np.arange(len(target))
    counts = np.array(worth)
    shape = len(matrix.names), len(classes)

    def loss(flat: Any) -> tuple[float, Any]:
        weights = flat.reshape(shape)
        scores = values @ weights
        scores -= scores.max(axis=1, keepdims=True)
        powers = np.exp(scores)
        whole = powers.sum(axis=1, keepdims=True)
        fit = (counts * (scores[at, target] - np.log(whole[:, 0]))).sum()
        slope = powers / whole
        slope[at, target] -= 1
        slope *= counts[:, None]
        return held / 2 * flat @ flat - fit, (turned @ slope + held * weights).ravel()

    found = minimize(loss, np.zeros(shape[0] * shape[1]), jac=True, method="L-BFGS-B", options={"maxiter": 150})
    return dict(zip(matrix.names, found.x.reshape(shape).tolist(), strict=True))


class Table:
    """Weights under construction: group, feature, column."""

    def __init__(self) -> None:
        self.rows: dict[str, dict[str, dict[str, int]]] = {group: {} for group in GROUPS}

    def set(self, group: str, feature: str, column: str, weight: float) -> None:
        whole = round(weight * SCALE)
        if abs(whole) >= LEAST_WEIGHT:
            self.rows[group].setdefault(feature, {})[column] = whole

    def weights(self) -> Weights:
        return Weights(
            {group: {feature: pack(row) for feature, row in rows.items()} for group, rows in self.rows.items()}
        )


def _split(name: str) -> tuple[str, str]:
    group, _, feature = name.partition("|")
    return group, feature


def learn_vendor(names: Iterable[Names], table: Table) -> None:
    known = list(names)
    for feature, weight in learn_choice(
        [one.features for one in known],
        [one.right for one in known],
        [worth(one.story) for one in known],
        HELD["vendor"],
    ).items():
        table.set("vendor", feature, VENDOR, weight)


def learn_voices(read: Iterable[Read], table: Table) -> None:
    groups, right, rows, classes = [], [], [], []
    of_choices, of_rows = [], []
    for unit, counts in ((unit, worth(one.story)) for one in read for unit in one.units):
        if unit.right is None:
            continue
        group = []
        for number, choice in enumerate(unit.choices):
            column = unit.sorts[number] if number < len(unit.sorts) else SPEAKS
            group.append([f"{where}|{one}|{column}" for where, own in choice.items() for one in own])
        groups.append(group)
        right.append(unit.right)
        of_choices.append(counts)
        if unit.right >= len(unit.sorts):
            rows.append([
                *(f"unit|{one}" for one in unit.words), *(f"stake|{one}" for one in unit.stake),
                *(f"party|{one}" for one in unit.party), *(f"person|{one}" for one in unit.person),
            ])  # fmt: skip
            classes.append(unit.gold.evidence)
            of_rows.append(counts)
    for name, weight in learn_choice(groups, right, of_choices, HELD["choice"]).items():
        feature, _, column = name.rpartition("|")
        table.set(*_split(feature), column, weight)
    for name, weights in learn_class(rows, classes, of_rows, PARTY_CLASSES, HELD["class"]).items():
        for column, weight in zip(PARTY_CLASSES, weights, strict=True):
            table.set(*_split(name), column, weight)


def learn_kinds(read: Iterable[Read], table: Table) -> None:
    read = list(read)
    every = [unit for one in read for unit in one.units]
    counts = [worth(one.story) for one in read for _ in one.units]
    rows = [[*(f"unit|{one}" for one in unit.words), *(f"values|{one}" for one in unit.values)] for unit in every]
    right = [unit.gold.kind for unit in every]
    for name, weights in learn_class(rows, right, counts, KINDS, HELD["kind"]).items():
        for column, weight in zip(KINDS, weights, strict=True):
            table.set(*_split(name), column, weight)


def worth(story: Story) -> float:
    return WORTH.get(story.part, 1.0)


def fold_of(story: Story, folds: int = FOLDS) -> int:
    return zlib.crc32(story.name.encode()) % folds


def train(stories: Sequence[Story], say: Callable[[str], None]) -> Table:
    """Learn all weights: which name is the vendor first, for what follows looks at the likeliest one."""
    names = [read_names(story) for story in stories]
    vendors: dict[int, Weights] = {}
    for fold in range(FOLDS):
        # What is learned next sees vendors that were guessed, not looked up.
        table = Table()
        learn_vendor((one for one in names if fold_of(one.story) != fold), table)
        vendors[fold] = table.weights()
    say(f"{len(names)} articles")
    examples = [read_story(story, vendors[fold_of(story)], teach=True) for story in stories]
    say(f"{sum(len(one.units) for one in examples)} units")
    if ASTRAY:
        again: list[Read] = []
        for fold in range(2):
            table = Table()
            learn_vendor((one for one in names if fold_of(one.story, 2) != fold), table)
            learn_voices((one for one in examples if fold_of(one.story, 2) != fold), table)
            halved = table.weights()
            again += [read_story(s, halved, teach=True, astray=True) for s in stories if fold_of(s, 2) == fold]
        examples = again
        say("read again, with what is learned so far")
    result = Table()
    learn_vendor(names, result)
    learn_voices(examples, result)
    say("voices learned")
    learn_kinds(examples, result)
    return result


# --- what it earns ------------------------------------------------------------------------------------------------------


def score(read: Iterable[Read]) -> str:
    right: Counter[str] = Counter()
    for one in read:
        for verdict in one.verdicts:
            gold = verdict.gold
            right.update(
                all=1, evidence=verdict.right, kind=verdict.kind == gold.kind,
                claimant=same(verdict.claimant, gold.claimant),
            )  # fmt: skip
    whole = right["all"] or 1
    return f"{right['all']:6} " + " ".join(
        f"{key} {right[key] / whole:.3f}" for key in ("evidence", "claimant", "kind")
    )


def reliability(verdicts: Sequence[Verdict]) -> Iterator[str]:
    """How often the class of evidence is right, by how sure the reader was of it."""
    yield "how sure   statements   sure on average   right"
    for low in range(10):
        own = [one for one in verdicts if low == min(9, int(10 * one.sure))]
        if own:
            sure, right = (sum(each) / len(own) for each in ([o.sure for o in own], [o.right for o in own]))
            yield f"{low / 10:.1f}-{(low + 1) / 10:.1f} {len(own):13} {sure:17.2f} {right:7.2f}"
    sure = [one for one in verdicts if one.sure >= UNSURE]
    yield (
        f"unsure (below {UNSURE}): {1 - len(sure) / len(verdicts):.2f} of the statements; "
        f"right of the others: {sum(one.right for one in sure) / len(sure):.2f}"
    )


def cross_validate(stories: Sequence[Story], say: Callable[[str], None], folds: int = FOLDS) -> None:
    """Each story read with weights learned from the others; the rules alone beside it."""
    ruled = [read_story(story, None, teach=False) for story in stories]
    weighed: list[Read] = []
    for fold in range(folds):
        weights = train([s for s in stories if fold_of(s, folds) != fold], lambda _: None).weights()
        own = [read_story(s, weights, teach=False) for s in stories if fold_of(s, folds) == fold]
        say(f"fold {fold}: {score(own)}")
        weighed += own
    for part in ("corpus", "fresh", "marked"):
        say(f"{part:8} rules  {score(one for one in ruled if one.story.part == part)}")
        say(f"{part:8} model  {score(one for one in weighed if one.story.part == part)}")
    for line in reliability([verdict for one in weighed if one.story.part != "fresh" for verdict in one.verdicts]):
        say(line)
    for language in sorted({story.article.language for story in stories}):
        say(
            f"marked {language} {score(o for o in weighed if o.story.part == 'marked' and o.story.article.language == language)}"
        )


def write(table: Table) -> None:
    """Write the weights: a file a language, and one for what they share."""
    files: dict[str, dict[str, list[str]]] = {}
    for group, rows in table.rows.items():
        for feature, row in sorted(rows.items()):
            head = feature[3:] if feature.startswith("r.") else feature
            language = head[:2] if head[2:3] == ":" and head[:2] in LANGUAGES else inner_language(feature)
            weights = "".join(
                f"{letter}{row[column]}" for letter, column in zip(LETTERS, COLUMNS, strict=False) if column in row
            )
            line = f"{feature}\t{weights}"
            files.setdefault(language or "shared", {}).setdefault(group, []).append(line)
    for name, groups in files.items():
        lines = [line for group in GROUPS if group in groups for line in (f"# {group}", *groups[group])]
        (MODEL / f"{name}.tsv").write_text("\n".join(lines) + "\n", "utf-8")


LANGUAGES = ("de", "ru", "sr")
_INNER = re.compile(rf"[=&]({'|'.join(LANGUAGES)}):")


def inner_language(feature: str) -> str | None:
    """The language whose word a feature holds behind a sign: "l=de:mitt"."""
    found = _INNER.search(feature)
    return found[1] if found else None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cv", action="store_true", help="cross-validate by story")
    parser.add_argument("--write", action="store_true", help="train on all but the test part and write the weights")
    parser.add_argument("--test", action="store_true", help="train, and score the test part")
    wanted = parser.parse_args()

    def say(text: str) -> None:
        print(text, flush=True)

    stories = [*corpus(), *marked()]
    known = [story for story in stories if story.part != "test"]
    if wanted.cv:
        cross_validate(known, say)
    if wanted.write or wanted.test:
        table = train(known, say)
        if wanted.write:
            write(table)
        test = [story for story in stories if story.part == "test"]
        say(f"test rules {score(read_story(s, None, teach=False) for s in test)}")
        weights = table.weights()
        say(f"test model {score(read_story(s, weights, teach=False) for s in test)}")


if __name__ == "__main__":
    main()
