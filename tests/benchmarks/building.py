"""How long a build takes, stage by stage: `python tests/benchmarks/building.py [--articles 48] [--new 5] [--profile]`.

A project is made of the annotated articles of the repository, over and over, each time a month later. It is built
without a cache, then once more, then with some articles more. Printed are seconds of processor time, those of worker
processes too, for they say the same on a busy machine; what a stage calls of another one counts there. `--profile` prints where the first build spends its time, as the profiler slows it down.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from itertools import count, islice
from pathlib import Path
from typing import Any

TESTS = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(TESTS))

from fakes import CORPUS, HELD_OUT  # noqa: E402 - the folder of the tests has to be known first

# Module, function, and the stage that it is.
STAGES = (
    ("beleg.project", "load_names", "names"),
    ("beleg.project", "read_all", "read"),
    ("beleg.pipeline", "statements_of", "extract"),
    ("beleg.pipeline", "merge", "merge"),
    ("beleg.pipeline", "render", "render"),
    ("beleg.render.verify", "verify", "verify"),
)
START, REST, ALL, CLOCK = "start", "everything else", "all", "by the clock"
# Farther apart than articles of one story may be.
MONTH = timedelta(days=31)


def articles() -> Iterator[tuple[str, str]]:
    """Name and text of article files without end, no two of one text."""
    golds = [path for path in sorted(CORPUS.glob("*/*.gold.jsonl")) if path.parent.name not in HELD_OUT]
    for time_round in count():
        for path in golds:
            header = json.loads(path.read_text("utf-8").partition("\n")[0])
            text = path.with_name(path.name.replace(".gold.jsonl", ".txt")).read_text("utf-8")
            day = date.fromisoformat((header["published"] or header["reference_date"])[:10]) + time_round * MONTH
            front = {"title": header["title"], "publisher": header["publisher"], "published": str(day)}
            lines = [f"{key}: {json.dumps(value, ensure_ascii=False)}" for key, value in front.items() if value]
            number = f"\n\n№ {time_round}\n" if time_round else ""
            yield (
                f"{time_round:03}/{path.parent.name}/{path.name.partition('.')[0]}.md",
                "\n".join(["---", *lines, "---", ""]) + text.rstrip() + number,
            )


def write(sources: Path, first: int, last: int) -> None:
    for name, text in islice(articles(), first, last):
        file = sources / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")


def build(folder: Path, *, profile: bool = False) -> dict[str, float]:
    """Seconds of each stage of a build, in a process of its own."""
    began = time.perf_counter()
    command = [sys.executable, __file__, "--inside", str(folder), *(["--profile"] if profile else [])]
    told = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)
    took = time.perf_counter() - began
    if told.returncode:
        raise SystemExit(told.stderr)
    stages: dict[str, float] = json.loads(told.stdout.splitlines()[-1])
    if profile:
        print(told.stdout)
    return stages | {REST: stages[ALL] - sum(took for stage, took in stages.items() if stage != ALL), CLOCK: took}


def now() -> float:
    """Seconds of processor time so far, of this process and those that it has waited for."""
    return sum(os.times()[:4])


def inside(folder: Path, *, profile: bool) -> None:
    """Build in this process, and print the seconds of each stage."""
    import importlib  # noqa: PLC0415

    from beleg.cli import main  # noqa: PLC0415

    stages = {START: now()}
    open_stages: list[str] = []

    def timed(stage: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def run(*given: Any, **named: Any) -> Any:
            before = now()
            open_stages.append(stage)
            try:
                return function(*given, **named)
            finally:
                open_stages.pop()
                took = now() - before
                stages[stage] = stages.get(stage, 0.0) + took
                if open_stages:
                    stages[open_stages[-1]] = stages.get(open_stages[-1], 0.0) - took

        return run

    for module, name, stage in STAGES:
        where = importlib.import_module(module)
        setattr(where, name, timed(stage, getattr(where, name)))
    os.chdir(folder)
    sys.argv = ["beleg", "build"]
    if profile:
        import cProfile  # noqa: PLC0415
        import pstats  # noqa: PLC0415

        profiler = cProfile.Profile()
        code = profiler.runcall(main)
        pstats.Stats(profiler).sort_stats("tottime").print_stats(45)
    else:
        code = main()
    if code:
        raise SystemExit(code)
    print(json.dumps(stages | {ALL: now()}))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--articles", type=int, default=48, help="of the first two builds")
    parser.add_argument("--new", type=int, default=5, help="articles more of the third")
    parser.add_argument("--profile", action="store_true", help="print where the first build spends its time")
    parser.add_argument("--inside", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.inside:
        inside(given.inside, profile=given.profile)
        return
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        write(folder / "sources", 0, given.articles)
        builds = {"cold": build(folder, profile=given.profile), "warm": build(folder)}
        write(folder / "sources", given.articles, given.articles + given.new)
        builds[f"{given.new} new"] = build(folder)
        cache = (folder / ".beleg" / "cache.sqlite3").stat().st_size / 1e6
    print(f"{given.articles} articles, seconds:")
    print(f"{'':18}" + "".join(f"{name:>10}" for name in builds))
    for stage in (START, *(stage for _, _, stage in STAGES), REST, ALL, CLOCK):
        print(f"{stage:18}" + "".join(f"{found.get(stage, 0.0):>10.2f}" for found in builds.values()))
    print(f"the cache holds {cache:.1f} MB")


if __name__ == "__main__":
    main()
