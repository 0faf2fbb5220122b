"""No page holds a control character, whatever settings and sources hold."""

import re
from dataclasses import replace

from beleg.render import render
from beleg.render.printable import printable
from render.sample import edition as sample


def test_what_holds_none_is_the_same_object():
    edition = sample()
    assert printable(edition) is edition
    assert printable("A\tB\nC") == "A\tB\nC"


def test_each_becomes_a_space():
    assert printable("A\0B\x08C\rD\x7fE\x85F") == "A B C D E F"


def test_pages_hold_none_and_are_verified(tmp_path):
    """In the site's name, a claimant, a problem; and in a quote, which still is what its article says."""
    edition = sample()
    sick, quote = edition.statements[0], edition.statements[0].quote
    at = quote.index(" ")
    dirty = f"{quote[:at]}\x0c{quote[at + 1 :]}"
    texts = {one.id: one.text.replace(quote, dirty) for one in edition.articles}
    edition = replace(
        edition,
        site=replace(edition.site, name="A\0B\x08C", locales=("de",)),
        articles=tuple(replace(one, text=texts[one.id]) for one in edition.articles),
        statements=(replace(sick, quote=dirty, claimant="Nord\x1bvik"), *edition.statements[1:]),
        problems=(replace(edition.problems[0], message="a\x9bb"),),
    )
    paths = render(edition, (), tmp_path / "public", reread=texts.__getitem__).paths
    pages = {path: (tmp_path / "public" / path).read_text("utf-8") for path in paths if path.endswith(".html")}
    assert not any(re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]", page) for page in pages.values())
    assert "A B C" in pages["de/index.html"]
