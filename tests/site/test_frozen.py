"""The words of one frozen edition, page by page, in every locale.

The facts' own wordings have tests of their own; here every other fact is worded by a stub, so that these files change
with the pages' frame and messages alone. BELEG_FREEZE=1 writes them anew: read the difference before it is kept.
"""

import os
import re
from html import unescape
from pathlib import Path

import pytest

from beleg.render.environment import Environments
from beleg.render.pages import pages
from render.sample import edition, later
from render.stub import Words

EXPECTED = Path(__file__).parent / "expected"
LOCALES = ("de", "sr-Cyrl", "sr-Latn", "ru", "en")
# Pages of an edition after another one that differ from those of the first.
TELLING = re.compile(r"/(?:index|y-\w+)\.html\Z")
# Where a new line begins for a reader.
BREAK = re.compile(r"<(?:p|h\d|li|dt|dd|tr|summary|blockquote|title|svg role|div)\b")


def words(page):
    """What a page says, a line a block; a drawing says its label."""
    page = re.sub(r"<svg [^>]*aria-label=\"([^\"]*)\".*?</svg>", r"<p>[\1]</p>", page, flags=re.DOTALL)
    page = re.sub(r"<svg .*?</svg>|<head>.*?<title>|<script.*?</script>", "<title>", page, flags=re.DOTALL)
    text = re.sub(r"<[^>]+>", "", BREAK.sub(lambda found: "\n" + found[0], page.replace("\n", " ")))
    return "\n".join(" ".join(unescape(line).split()) for line in text.split("\n") if line.strip())


@pytest.fixture(scope="module")
def site():
    return [*printed(edition()), *((path, page) for path, page in printed(later()) if TELLING.search(path))]


def printed(found):
    return [(path, data.decode()) for path, data in pages(found, Environments(), Words, {}) if path.endswith("html")]


@pytest.mark.parametrize("locale", LOCALES)
def test_the_words_of_every_page(site, locale):
    found = "\n\n".join(f"=== {path}\n{words(page)}" for path, page in site if path.startswith(f"{locale}/")) + "\n"
    file = EXPECTED / f"{locale}.txt"
    if os.environ.get("BELEG_FREEZE"):
        file.parent.mkdir(exist_ok=True)
        file.write_text(found, "utf-8")
    assert found == file.read_text("utf-8")
