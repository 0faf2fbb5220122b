"""The words of one frozen edition, page by page, in every locale.

The facts' own wordings have tests of their own; here every other fact is worded by a stub, so that these files change
with the pages' frame and messages alone. BELEG_FREEZE=1 writes them anew: read the difference before it is kept.
"""

import os
import re
from html import unescape
from pathlib import Path

import pytest

from beleg.render import Today
from beleg.render.environment import Environments
from beleg.render.pages import Pages, pages
from render.records import published, second
from render.sample import edition, later
from render.stub import Words

EXPECTED = Path(__file__).parent / "expected"
LOCALES = ("de", "sr-Cyrl", "sr-Latn", "ru", "en")
# Pages of an edition after another one that differ from those of the first.
TELLING = re.compile(r"/(?:index|y-(?!0{6})\w+)\.html\Z")
# Where a new line begins for a reader.
BREAK = re.compile(r"<(?:p|h\d|li|dt|dd|tr|summary|blockquote|title|svg role|div)\b")


def words(page):
    """What a page says, a line a block; a drawing says its label."""
    page = re.sub(r"<svg [^>]*aria-label=\"([^\"]*)\".*?</svg>", r"<p>[\1]</p>", page, flags=re.DOTALL)
    page = re.sub(r"<svg .*?</svg>|<head>.*?<title>|<script.*?</script>", "<title>", page, flags=re.DOTALL)
    text = re.sub(r"<[^>]+>", "", BREAK.sub(lambda found: "\n" + found[0], page.replace("\n", " ")))
    return "\n".join(" ".join(unescape(line).split()) for line in text.split("\n") if line.strip())


# Of a second edition on top of a published one, what a first one has not: sections of pages, or whole pages.
LATER = {"2026-10-15/index.html": "later", f"{edition().stories[0].id}.html": "gone", "editions.html": ""}


def _order(path):
    locale, name = path.split("/")
    return LOCALES.index(locale), [
        name.startswith(kind)
        for kind in ("index", "y-", "conflicts", "sources", "source-", "method", "editions", "imprint", "search")
    ].index(True)


def part(page, name):
    """A section of a page; the whole page for no name."""
    return re.search(rf'<section class="group[^"]*" id="{name}".*?</section>', page, re.DOTALL)[0] if name else page


@pytest.fixture(scope="module")
def site():
    one, two = edition(), second()
    made = Pages(two, [published(one)], Today(site=one.site), Environments(), Words)
    both = {path: data.decode() for path, data in made if path.endswith("html")}
    return [
        *printed(one),
        *((path, page) for path, page in printed(later()) if TELLING.search(path)),
        *(
            (f"{locale}/{path} {name}", part(both[f"{locale}/{path}"], name))
            for locale in LOCALES
            for path, name in LATER.items()
        ),
    ]


def printed(found):
    """The pages of a site with one edition; those in its folder say what the first ones say."""
    files = [(path, data.decode()) for path, data in pages(found, Environments(), Words) if path.endswith("html")]
    return sorted((one for one in files if one[0].count("/") == 1), key=lambda one: _order(one[0]))


@pytest.mark.parametrize("locale", LOCALES)
def test_the_words_of_every_page(site, locale):
    found = "\n\n".join(f"=== {path}\n{words(page)}" for path, page in site if path.startswith(f"{locale}/")) + "\n"
    file = EXPECTED / f"{locale}.txt"
    if os.environ.get("BELEG_FREEZE"):
        file.parent.mkdir(exist_ok=True)
        file.write_text(found, "utf-8")
    assert found == file.read_text("utf-8")
