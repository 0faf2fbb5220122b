"""How fast articles become statements, on one core: `python tests/benchmarks/statements.py [--profile] [--linear]`.

Articles of some 600 words are put together from the project's own sources and test articles. Each is read for the first
time, with words that no article before it had, and then again; the truth for a long row of articles lies between the
two. `--profile` prints where the time goes, `--linear` doubles inputs of odd shapes: what takes far more than double
the time is not linear, and the exit code is 1.
"""

from __future__ import annotations

import argparse
import cProfile
import pstats
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from itertools import cycle, islice
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(TESTS))

import beleg  # noqa: E402
from beleg.alphabets import to_latin  # noqa: E402
from beleg.extract import extract  # noqa: E402
from beleg.lexicons.register import load_register  # noqa: E402
from beleg.read import read  # noqa: E402
from beleg.records import Document  # noqa: E402
from lexicons.test_fresh import articles  # noqa: E402 - the folder of the tests has to be known first

SOURCE = f"{Path(beleg.__file__).parent}/"
WORDS = 600
# Articles a second, and megabytes a process, that the project promises.
FAST, SMALL = 150, 100
# Of a linear step twice as much takes twice as long, give or take what a busy machine adds.
LINEAR = 2.6
# A sentence to load a lexicon with.
OPENERS = {
    "de": "Das Werk in Traunau liefert aus, sagt Elmvik.",
    "ru": "Компания сообщила, что завод уже работает.",
    "sr-Cyrl": "Компанија каже да фабрика већ ради.",
    "sr-Latn": "Kompanija kaže da fabrika već radi.",
}
# Run in a process of its own, with the openers' texts as arguments.
STARTUP = """
import resource, sys, time
began = time.process_time()
from beleg.extract import extract
from beleg.lexicons.register import load_register
from beleg.read import read
from beleg.records import Document
for text in sys.argv[1:]:
    extract(read(Document(id="a.md", data=text.encode(), media_type="text/markdown")), load_register())
print(time.process_time() - began, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def document(locale: str, text: str) -> Document:
    front = f"---\ntitle: Beleg\npublisher: Abendblick\npublished: 2026-10-27\nlanguage: {locale}\n---\n"
    return Document(id=f"{locale}.md", data=(front + text).encode(), media_type="text/markdown")


def documents(locale: str) -> list[Document]:
    """Documents of some 600 words: paragraphs of the project's own articles, one after the other."""
    language = locale[:2]
    texts = [path.read_text("utf-8").split("---\n", 2)[2] for path in TESTS.parent.glob(f"sources/*/{language}.md")]
    texts = [*sorted(texts), *(text for _, text, _ in articles(language))]
    if language == "sr":
        # The project has Serbian in both scripts; Latin can be had from Cyrillic without loss.
        cyrillic = [text for text in texts if any("\u0400" <= letter <= "\u04ff" for letter in text)]
        texts = cyrillic if locale == "sr-Cyrl" else [to_latin(text) for text in texts]
    found: list[Document] = []
    text, size = "", 0
    for paragraph in (one for whole in texts for one in whole.strip().split("\n\n")):
        text, size = f"{text}{paragraph}\n\n", size + len(paragraph.split())
        if size >= WORDS:
            found.append(document(locale, text))
            text, size = "", 0
    return found or [document(locale, text)]


def statements(given: list[Document]) -> float:
    """Seconds of this process that it takes to read documents and extract their statements."""
    register = load_register()
    began = time.process_time()
    for one in given:
        extract(read(one), register)
    return time.process_time() - began


def speed(passes: int) -> None:
    print(f"{'':8}{'articles':>9}{'words':>7}{'first reading':>16}{'again':>10}   articles of {WORDS} words a second")
    every: list[Document] = []
    total, first = 0.0, 0.0
    for locale, opener in OPENERS.items():
        given = documents(locale)
        every += given
        words = sum(len(one.data.decode().split()) for one in given)
        statements([document(locale, opener)])
        once = statements(given)
        again = min(statements(given) for _ in range(passes))
        rates = [words / WORDS / seconds for seconds in (once, again)]
        print(f"{locale:8}{len(given):>9}{words:>7}{rates[0]:>16.0f}{rates[1]:>10.0f}")
        first, total = first + once, total + again
    words = sum(len(one.data.decode().split()) for one in every)
    rates = [words / WORDS / seconds for seconds in (first, total)]
    print(f"{'all':8}{len(every):>9}{words:>7}{rates[0]:>16.0f}{rates[1]:>10.0f}   promised: {FAST}")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"this process, all languages in both scripts: {peak:.0f} MB at most")


def startup() -> None:
    print("a process from its start to the first statement:")
    for locales in (["de"], ["ru"], ["sr-Cyrl"], ["sr-Latn"], ["de", "ru", "sr-Cyrl"]):
        texts = [f"---\nlanguage: {locale}\n---\n{OPENERS[locale]}\n" for locale in locales]
        told = subprocess.run([sys.executable, "-c", STARTUP, *texts], capture_output=True, text=True, check=True)
        seconds, kilobytes = map(float, told.stdout.split())
        print(f"  {' '.join(locales):16}{seconds:6.2f} s{kilobytes / 1024:6.0f} MB   promised: {SMALL} MB")


def profile() -> None:
    given = [one for locale in OPENERS for one in documents(locale)]
    statements(given)
    profiler = cProfile.Profile()
    profiler.enable()
    statements(given)
    profiler.disable()
    stats = pstats.Stats(profiler)
    modules: dict[str, float] = {}
    for (path, _, _), (_, _, own, _, _) in stats.stats.items():  # type: ignore[attr-defined]
        inside = path.startswith(SOURCE)
        name = path.removeprefix(SOURCE) if inside else "built in" if path == "~" else "elsewhere"
        modules[name] = modules.get(name, 0.0) + own
    print("\nmilliseconds an article by module, as the profiler slows it down:")
    for name, seconds in sorted(modules.items(), key=lambda row: -row[1])[:24]:
        print(f"  {name:36}{seconds * 1000 / len(given):8.2f}")
    stats.sort_stats("tottime").print_stats(45)


# --- linear in the length --------------------------------------------------------------------------------------------

Shape = Callable[[int], str]


def _names(count: int) -> Iterator[str]:
    letters = cycle("abdefghiklmnoprstuvz")
    for number in range(count):
        yield f"{'BDFGKLMNPRST'[number % 12]}{''.join(islice(letters, 5 + number % 3))}{'aeiou'[number % 5]}"


SHAPES: dict[str, Shape] = {
    "no punctuation": lambda n: "das Werk der Firma Elmvik liefert seit Mai rund 400 Akkus aus " * n,
    "one long sentence": lambda n: "Elmvik sagt, dass das Werk läuft, und Botenwerk meldet, dass es nicht läuft, " * n,
    "short sentences": lambda n: "Elmvik liefert. Botenwerk wartet. " * n,
    "quotes": lambda n: "„Das Werk läuft seit Mai ohne jede Störung“, sagte Priit Lepik. " * n,
    "quotes that never close": lambda n: "„Das Werk läuft seit Mai ohne jede Störung, sagte Lepik. " * n,
    "one quote over all": lambda n: "„" + "Das Werk läuft seit Mai ohne jede Störung. " * n + "“, sagte Priit Lepik.",
    "different names": lambda n: "".join(f"Die Firma {name} liefert seit Mai. " for name in _names(n)),
    "names in a row": lambda n: ", ".join(_names(n)) + " liefern.",
    "one name": lambda n: "Priit Lepik von Elmvik sagte, Elmvik liefere. " * n,
    "table": lambda n: "| Modell | laut Hersteller | gemessen |\n|---|---|---|\n" + "| Kargo | 95 km | 61 km |\n" * n,
    "wide row": lambda n: "| Modell | " + "95 km | " * n + "\n",
    "list": lambda n: "Elmvik nennt:\n\n" + "- das Werk liefert ab Mai\n" * n,
    "paragraphs": lambda n: "Laut Elmvik läuft das Werk.\n\n" * n,
    "headings": lambda n: "## Das Werk\n\nEs läuft, sagte Elmvik.\n\n" * n,
    "interview": lambda n: "**Läuft das Werk von Elmvik?**\n\nEs läuft seit Mai sehr gut.\n\n" * n,
    "numbers": lambda n: "Es waren 3,5 Prozent von 12.000 Euro und 40 Kilometer. " * n,
    "bare numbers": lambda n: "12 34 5,6 " * n,
    "dates": lambda n: "Am 12. Mai 2026 und im Juni begann es, am Montag endete es. " * n,
    "months": lambda n: "im Mai " * n,
    "number words": lambda n: "zwanzig tausend ein und " * n,
    "code": lambda n: "`torch.compile(x)` und `a=b` (c=d) " * n,
    "open brackets": lambda n: "(" * n + "das Werk" + ")" * n,
    "marks": lambda n: "?!…" * n,
    "colons": lambda n: "Elmvik: Botenwerk: " * n,
    "negations": lambda n: "nicht kein nie ohne weder noch keine " * n,
    "one long word": lambda n: "Werk" * n,
    "hyphens": lambda n: "Werk" + "-Werk" * n,
    "soft hyphens": lambda n: "Akku\u00adwerk " * n,
    "blanks": lambda n: "Elmvik sagt: Das Werk läuft." + " \n" * n + "Es läuft.",
    "line breaks": lambda n: "Das Werk\n" * n,
    "addresses": lambda n: "https://elmvik.example/a/b?c=d " * n,
    "links": lambda n: "- [Das Werk](https://elmvik.example/a)\n" * n,
}


def linear() -> bool:
    """Whether twice the input takes about twice the time, for every shape."""
    print("\ninputs of odd shapes, and how much longer double the input takes:")
    fine = True
    for name, shape in SHAPES.items():
        size = 400

        def best(size: int, shape: Shape = shape) -> float:
            given = [document("de", f"{OPENERS['de']}\n\n{shape(size)}\n")]
            return min(statements(given) for _ in range(3))

        # Where there is little to do, the fixed costs of an article hide how it grows.
        while size < 1_000_000 and best(size) < 0.08:
            size *= 4
        single, double = best(size), best(2 * size)
        # A busy machine can make one doubling look dear; what is not linear stays so.
        steep = double > LINEAR * single and best(4 * size) > LINEAR * best(2 * size)
        verdict = "   not linear" if steep else ""
        fine = fine and not verdict
        print(f"  {name:26}{size:>8}{single * 1000:>10.0f} ms{double / single:>8.2f}{verdict}", flush=True)
    return fine


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--passes", type=int, default=5, help="how often each article is read again; the best counts")
    parser.add_argument("--profile", action="store_true", help="print where the time goes, by module and function")
    parser.add_argument(
        "--linear", action="store_true", help="double inputs of odd shapes; exit code 1 if one is not linear"
    )
    given = parser.parse_args()
    startup()  # first, for a process is said to have been as large as the one that started it
    speed(given.passes)
    if given.profile:
        profile()
    return 0 if not given.linear or linear() else 1


if __name__ == "__main__":
    sys.exit(main())
