"""Learn what merging weighs, and measure it on stories held out.

    python tests/merge/fit.py           # cross-validation by story, then the weights learned from all
    python tests/merge/fit.py --write   # writes these into src/beleg/merge/matching.py

It learns from the annotated development stories as the product reads them (with BELEG_SHARED set, from the story that is
other people's, too): pairs of statements of two articles of a story that nothing forbids to merge. The rules know these
articles too well, so each story is learned from twice more with labels blurred as on articles never seen: kinds, evidence
and claimants exchanged, concepts and names left out. Needs the extra `train` (numpy, scipy).
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from scipy.optimize import minimize

sys.path.insert(0, str(Path(__file__).parents[1]))

from beleg.lexicons.register import load_register
from beleg.merge import _by_article, _resolved, matching, stories
from beleg.merge.copies import Copies
from beleg.merge.facts import FLOOR, THRESHOLD, assemble
from beleg.merge.matching import Judge, Likeness, Pair, Surroundings
from beleg.pipeline import statements_of
from beleg.read import read
from beleg.records import Document, Statement
from fakes import CORPUS, HELD_OUT

# How often each label is wrong on stories that nothing was learned from, roughly (tests/floors.toml, `unseen.`).
BLUR = {"kind": 0.4, "evidence": 0.3, "claimant": 0.3, "concept": 0.25, "name": 0.08, "quantity": 0.05}
COPIES = (1, 2)
FOLDS = 5
# Weights are held small by as much.
RIDGE = 1 / 0.3
# Of what both an annotated and a found statement cover, they must share so much to be one (gold/score.py).
OVERLAP = 0.5


class Told(NamedTuple):
    """A story's statements as the product reads them, and the annotated fact of each that was annotated."""

    name: str
    statements: Sequence[Statement]
    facts: Mapping[str, str]


@dataclass(slots=True)
class Story:
    """A story made ready for learning."""

    told: Told
    judge: Judge
    pairs: list[Pair]
    look: Any
    # 1 for pairs that say the same, 0 for those that do not, -1 where nobody annotated it.
    same: Any


def folders() -> list[Path]:
    found = [path for path in sorted(CORPUS.iterdir()) if path.is_dir() and path.name not in HELD_OUT]
    shared = os.environ.get("BELEG_SHARED")
    return found + ([Path(shared, "corpus", "torchneuron")] if shared else [])


def _document(gold: Path) -> Document:
    head = json.loads(gold.read_text("utf-8").split("\n", 1)[0])
    shown = {name: head.get(name) for name in ("title", "publisher", "language", "published")}
    shown["published"] = head["published"] or head["reference_date"]
    matter = "".join(f"{key}: {json.dumps(value, ensure_ascii=False)}\n" for key, value in shown.items() if value)
    text = gold.with_name(gold.name.replace(".gold.jsonl", ".txt")).read_bytes()
    name = f"{gold.parent.name}/{gold.name.split('.')[0]}.md"
    return Document(id=name, data=f"---\n{matter}---\n".encode() + text, media_type="text/markdown")


def _matched(rows: Sequence[Mapping[str, Any]], own: Sequence[Statement]) -> Iterator[tuple[str, str]]:
    """The annotated fact of each statement that is an annotated one's, the best overlap first."""
    found = []
    for row in rows:
        for one in own:
            shared = min(row["end"], one.end) - max(row["start"], one.start)
            whole = max(row["end"], one.end) - min(row["start"], one.start)
            if shared > 0 and shared / whole >= OVERLAP:
                found.append((-shared / whole, row["start"], one.start, row["fact"], one.id))
    taken: set[object] = set()
    for _, start, _, fact, name in sorted(found):
        if start not in taken and name not in taken:
            taken |= {start, name}
            yield name, fact


def read_stories() -> list[Told]:
    golds = [gold for folder in folders() for gold in sorted(folder.glob("*.gold.jsonl"))]
    rows = {}
    articles = []
    for gold in golds:
        document = _document(gold)
        articles.append(read(document))
        rows[document.id] = [json.loads(line) for line in gold.read_text("utf-8").splitlines()[1:]]
    register = load_register()
    by_article = _by_article(statements_of(articles, register), {a.id: a for a in articles})
    found = []
    for members in stories.group(articles, by_article, Copies(articles)):
        own = {article.id: article for article in members}
        told, _, _ = _resolved([s for name in own for s in by_article.get(name, ())], own, register)
        facts = dict(
            pair for name in own for pair in _matched(rows[name], [s for s in told if s.article == name])
        )  # fmt: skip
        found.append(Told(min(own).split("/")[0], told, facts))
    return found


def blurred(told: Sequence[Told], seed: int) -> list[Told]:
    """The same stories with labels as wrong as on articles never seen."""
    rng = random.Random(seed)
    every = [s for story in told for s in story.statements]

    def changed(one: Statement, story: Told) -> Statement:
        fields: dict[str, Any] = {
            "concepts": tuple(c for c in one.concepts if rng.random() > BLUR["concept"]),
            "names": tuple(n for n in one.names if rng.random() > BLUR["name"]),
        }
        for label in ("kind", "evidence"):
            if rng.random() < BLUR[label]:
                fields[label] = getattr(rng.choice(every), label)
        if rng.random() < BLUR["claimant"]:
            fields |= {"claimant": rng.choice(story.statements).claimant, "origin": None}
        if rng.random() < BLUR["quantity"]:
            fields["quantities"] = ()
        return replace(one, **fields)

    return [story._replace(statements=[changed(s, story) for s in story.statements]) for story in told]


def ready(told: Told) -> Story:
    judge = Judge(told.statements, told.statements)
    by_id = judge.by_id
    pairs = [
        pair
        for pair in judge.candidates()
        if by_id[pair[0]].article != by_id[pair[1]].article and judge.veto(*pair) is None
    ]
    facts = told.facts
    same = [float(facts[a] == facts[b]) if a in facts and b in facts else -1.0 for a, b in pairs]
    look = np.array([judge.likeness(*pair) for pair in pairs]).reshape(-1, len(Likeness._fields))
    return Story(told, judge, pairs, look, np.array(same))


def fit(rows: Any, same: Any) -> Any:
    """Weights of a logistic regression; the first, the constant, is not held."""

    def loss(weights: Any) -> tuple[float, Any]:
        z = rows @ weights
        held = weights.copy()
        held[0] = 0
        likely = 1 / (1 + np.exp(-z))
        value = float((np.logaddexp(0, z) - same * z).sum() + RIDGE * (held @ held) / 2)
        return value, rows.T @ (likely - same) + RIDGE * held

    return minimize(loss, np.zeros(rows.shape[1]), jac=True, method="L-BFGS-B").x


def around(story: Story, look: Any) -> Any:
    scores = dict(zip(story.pairs, (story.look @ look).tolist(), strict=True))
    found = story.judge.surroundings(scores)
    return np.array([found[pair] for pair in story.pairs]).reshape(-1, len(Surroundings._fields))


def learn(train: Sequence[Story]) -> tuple[Any, Any]:
    same = np.concatenate([s.same[s.same >= 0] for s in train])
    look = fit(np.vstack([s.look[s.same >= 0] for s in train]), same)
    rows = np.vstack([around(s, look)[s.same >= 0] for s in train])
    return look, fit(rows, same)


def tally(story: Story, weights: tuple[Any, Any], threshold: float) -> Any:
    """Right, found and annotated pairs across languages, over annotated statements."""
    look, second = weights
    weighed = zip(story.pairs, (around(story, look) @ second).tolist(), strict=True)
    scores = {pair: story.judge.settled(pair, score) for pair, score in weighed}
    groups = assemble(story.judge, {}, scores, threshold=threshold, floor=threshold + FLOOR - THRESHOLD)
    home = {name: place for place, names in enumerate(groups) for name in names}
    by_id, facts = story.judge.by_id, story.told.facts
    right = found = annotated = 0
    for a, b in combinations(sorted(facts), 2):
        if by_id[a].language == by_id[b].language or _folder(by_id[a]) != _folder(by_id[b]):
            continue
        one, is_one = home[a] == home[b], facts[a] == facts[b]
        right, found, annotated = right + (one and is_one), found + one, annotated + is_one
    return np.array([right, found, annotated])


def _folder(statement: Statement) -> str:
    return statement.article.split("/")[0]


def cross_validate(clean: Sequence[Story], blur: Sequence[Sequence[Story]], thresholds: Iterable[float]) -> None:
    figures: dict[tuple[str, float], Any] = {}
    chosen = list(thresholds)
    for fold in range(FOLDS):
        out = range(fold, len(clean), FOLDS)
        weights = learn([version[i] for version in (clean, *blur) for i in range(len(clean)) if i not in out])
        for name, versions in (("as read", [clean]), ("blurred", blur)):
            for threshold in chosen:
                for version in versions:
                    for i in out:
                        key = (name, threshold)
                        figures[key] = figures.get(key, 0) + tally(version[i], weights, threshold)
    for (name, threshold), (right, found, annotated) in sorted(figures.items()):
        print(f"{name} {threshold:5.2f}: precision {right / max(found, 1):.3f}, recall {right / annotated:.3f}")


def write(look: Any, second: Any) -> None:
    path = Path(matching.__file__)
    text = path.read_text("utf-8")
    for name, kind, weights in (("LOOK", Likeness, look), ("AROUND", Surroundings, second)):
        told = ", ".join(f"{field}={weight:.2f}" for field, weight in zip(kind._fields, weights, strict=True))
        text = re.sub(
            rf"^{name} = .*?\)$", f"{name} = {kind.__name__}({told})", text, count=1, flags=re.MULTILINE | re.DOTALL
        )
    path.write_text(text, "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--write", action="store_true", help="write the weights learned from all stories")
    args = parser.parse_args()
    told = read_stories()
    clean = [ready(story) for story in told]
    blur = [[ready(story) for story in blurred(told, seed)] for seed in COPIES]
    cross_validate(clean, blur, (-0.5, 0.0, 0.5, 0.75, 1.0, 1.3, 1.5, 2.0))
    look, second = learn([story for version in (clean, *blur) for story in version])
    for kind, weights in ((Likeness, look), (Surroundings, second)):
        print(kind(*(round(float(weight), 2) for weight in weights)))
    if args.write:
        write(look, second)


if __name__ == "__main__":
    main()
