"""What a year of editions costs: `python tests/benchmarks/year.py [--days 365] [--articles 40] [--locales en]`.

Articles on invented matters come day by day (`tests/years.py`); each day is built and published by commands of their
own, as an editor runs them. Printed are processor time and memory of each day's commands, the size of what is kept, and
what went against a promise. `--profile` prints at the end where the last day's build spends its time. With `--folder`
a run that was ended goes on where it stopped, if it is called in the same words again.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(TESTS))

from diary import Diary, size, start  # noqa: E402 - the folder of the tests has to be known first
from years import Year  # noqa: E402

# Day 365 may take so many times what day 30 takes, both as the median of a week.
GROWTH = 1.5
EARLY, NEAR = 30, 3
# As an installed Beleg runs: its modules are compiled once.
COMPILED = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
# Below the project: what each day took that is done.
COSTS = "costs.txt"
# So many broken addresses are printed.
SHOWN = 20


@dataclass
class Commands:
    """Runs commands as processes of their own, and keeps what each cost."""

    folder: Path
    # Seconds of processors, which don't depend on what else the machine does, and megabytes of the largest process.
    took: list[tuple[float, float]] = field(default_factory=list)

    def __call__(self, *arguments: str) -> None:
        with tempfile.TemporaryFile() as told:
            process = subprocess.Popen(
                [sys.executable, "-m", "beleg", *arguments], cwd=self.folder, stdout=told, stderr=told, env=COMPILED
            )
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            if process.returncode:
                told.seek(0)
                raise SystemExit(f"beleg {' '.join(arguments)} fails:\n{told.read().decode()[-4000:]}")
        self.took.append((usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024))


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--days", type=int, default=365)
    parser.add_argument("--articles", type=int, default=40, help="a day, on the average")
    parser.add_argument("--locales", nargs="+", default=["en"])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--folder", type=Path, help="where the project is made, gone on with, and left; else it is made and removed"
    )
    parser.add_argument("--profile", action="store_true", help="profile one more build of the last day")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        return run(given, given.folder or Path(temporary) / "year")


def run(given: argparse.Namespace, folder: Path) -> int:
    costs = folder / COSTS
    done = costs.read_text("utf-8").splitlines() if costs.exists() else []
    commands = Commands(folder if done else start(folder, *given.locales))
    diary = Diary(folder, Year(seed=given.seed, articles=given.articles), commands)
    print("day  articles stories    build  publish   memory  archive   public    cache   faults")
    took: list[float] = []
    for number in range(given.days):
        if number < len(done):
            diary.recall(number)
            took.append(float(done[number]))
            continue
        day = diary.day(number)
        (built, most), (published, more) = commands.took[-2:]
        took.append(built + published)
        sizes = "".join(f"{size(folder / name) / 1e6:7.1f}MB" for name in ("archive", "public", ".beleg"))
        print(
            f"{number + 1:>3}{len(day.items):>10}{len(diary.stories):>8}{built:>8.1f}s{published:>8.1f}s"
            f"{max(most, more):>7.0f}MB{sizes}{len(diary.faults):>9}",
            flush=True,
        )
        with costs.open("a", encoding="utf-8") as file:
            file.write(f"{took[-1]:.2f}\n")
    broken = [f"{locale}/{address}" for locale in given.locales for address in diary.broken(locale)]
    for fault in (*diary.faults, *(f"{address} leads nowhere" for address in broken[:SHOWN])):
        print(fault)
    print(f"{len(diary.told)} facts in {len(diary.stories)} stories were published; {len(broken)} addresses are broken")
    if given.profile:
        profile(folder)
    if given.days <= EARLY:
        return int(bool(diary.faults or broken))
    early, late = (statistics.median(took[max(0, at - NEAR) : at + NEAR + 1]) for at in (EARLY - 1, given.days - 1))
    print(f"day {EARLY}: {early:.1f} s; day {given.days}: {late:.1f} s; ratio {late / early:.2f}, promised: {GROWTH}")
    return int(bool(diary.faults or broken) or late > GROWTH * early)


def profile(folder: Path) -> None:
    code = (
        "import cProfile, pstats; from beleg.cli import main; p = cProfile.Profile(); p.runcall(main, ['build']);"
        "pstats.Stats(p).sort_stats('cumtime').print_stats(60); pstats.Stats(p).sort_stats('tottime').print_stats(40)"
    )
    subprocess.run([sys.executable, "-c", code], cwd=folder, check=True)


if __name__ == "__main__":
    sys.exit(main())
