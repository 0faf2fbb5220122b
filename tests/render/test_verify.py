"""A page that says what no article says fails the build, and names page, identifier and difference."""

import re
from dataclasses import replace

import pytest

from beleg.errors import RenderError
from beleg.render.environment import Environments
from beleg.render.pages import pages
from beleg.render.verify import Grounds, verify
from render.sample import edition as sample
from render.stub import Words


@pytest.fixture(scope="module")
def edition():
    return sample()


@pytest.fixture(scope="module")
def printed(edition):
    sentences = {}
    return list(pages(edition, Environments(), Words, sentences)), sentences


@pytest.fixture
def site(printed, tmp_path):
    for path, data in printed[0]:
        (tmp_path / path).parent.mkdir(exist_ok=True, parents=True)
        (tmp_path / path).write_bytes(data)
    return tmp_path


@pytest.fixture
def check(edition, printed, site):
    texts = {article.id: article.text for article in edition.articles}

    def check(changed=edition, texts=texts, **more):
        verify(grounds(changed, site, printed[1], **more), site, texts.__getitem__)

    return check


def grounds(edition, site, sentences, **more):
    """What the pages that are there rest on."""
    told = frozenset(edition.stories[0].facts)
    paths = [path for path in sorted(site.glob("*/*.html")) if path.parent.name in edition.site.locales]
    names = [path.relative_to(site).as_posix() for path in paths]
    stories = {name: told for name in names if "/y-" in name}
    return Grounds(
        edition=edition,
        sentences=sentences,
        paths=names,
        identifiers=stories,
        first={name: name for name in stories},
        **more,
    )


def alter(site, edition, old, new, locale="ru"):
    path = site / locale / f"{edition.stories[0].id}.html"
    page = path.read_text("utf-8")
    # What the page says to machines stands in its head.
    head, body = page.split("<body>")
    assert old in body
    path.write_text(f"{head}<body>{body.replace(old, new, 1)}", "utf-8")
    return path.name


def test_the_pages_as_printed_pass(check):
    check()


def test_one_letter_of_a_quote(check, site, edition):
    name = alter(site, edition, "kein unabhängiger Test.", "ein unabhängiger Test.")
    with pytest.raises(RenderError, match=rf"ru/{name}: s-\w+ is not quoted exactly.*kein unab.*ein unab"):
        check()


def test_one_letter_of_a_sentence(check, site, edition):
    name = alter(site, edition, "60&nbsp;%", "61&nbsp;%", "sr-Latn")
    with pytest.raises(RenderError, match=rf"sr-Latn/{name}: f-\w+ is not worded so.*60.*61"):
        check()


def test_one_letter_of_a_source(check, edition):
    texts = {article.id: article.text.replace("31 Stunden", "37 Stunden") for article in edition.articles}
    with pytest.raises(RenderError, match=r"s-\w+ is not what hain/de.md says at \d+–\d+.*37.*31"):
        check(texts=texts)


def test_a_source_that_has_gone(edition, printed, site, tmp_path):
    with pytest.raises(RenderError, match=r"hain/\w\w.md can't be read again: no such file"):
        verify(
            grounds(edition, site, printed[1]),
            site,
            lambda article: (tmp_path / "sources" / article).read_text("utf-8"),
        )


def test_a_fact_without_mention(check, edition):
    planted = replace(edition.facts[0], id="f-000000000000", mentions=())
    with pytest.raises(RenderError, match="fact f-000000000000 has no ground: no article mentions it"):
        check(replace(edition, facts=(*edition.facts, planted)))


def test_a_fact_without_mention_is_named_before_it_is_worded(edition):
    planted = replace(edition.facts[0], mentions=())
    with pytest.raises(RenderError, match="no article mentions it"):
        list(pages(replace(edition, facts=(planted, *edition.facts[1:])), Environments(), Words, {}))


def test_a_fact_with_a_mention_that_is_nowhere(check, edition):
    planted = replace(edition.facts[0], mentions=("s-000000000000",))
    with pytest.raises(RenderError, match="its mention s-000000000000 does not exist"):
        check(replace(edition, facts=(planted, *edition.facts[1:])))


@pytest.mark.parametrize(
    ("planted", "reason"),
    [
        ('<li class="fact vendor" id="f-1"><p class="say">Erfunden.</p></li>', "f-1 is no fact of this edition"),
        ('<li class="fact vendor"><p class="say">Erfunden.</p></li>', "a sentence stands in no fact"),
        ('<div class="side" id="f-1"><p class="value">7</p></div>', "f-1 is no fact of this edition"),
        ('<blockquote data-statement="s-1">Erfunden.</blockquote>', "s-1 is no statement of this edition"),
    ],
)
def test_a_planted_line(check, site, edition, planted, reason):
    alter(site, edition, '<ul class="facts">', f'<ul class="facts">{planted}')
    with pytest.raises(RenderError, match=reason):
        check()


def test_a_quote_under_another_fact(check, site, edition):
    one, other = edition.facts[-1], edition.facts[-2]
    alter(site, edition, f'id="{one.id}"', f'id="{other.id}x"')
    with pytest.raises(RenderError, match=r"is no fact of this edition|which it does not mention"):
        check()


def test_a_fact_that_is_left_out(check, site, edition):
    missing = next(fact for fact in edition.facts if not fact.conflicts)
    name = alter(site, edition, f'id="{missing.id}"', f'data-fact="{missing.id}"')
    with pytest.raises(RenderError, match=f"ru/{name}: the fact {missing.id} is missing"):
        check()


def test_an_identifier_that_stands_twice(check, site, edition):
    alter(site, edition, "<h1>", f'<h1 id="{edition.facts[0].id}">')
    with pytest.raises(RenderError, match="stands twice"):
        check()


def test_one_letter_of_a_translation(check, site, edition):
    name = alter(site, edition, "the battery lasted 31 hours", "the battery lasted 37 hours", "en")
    with pytest.raises(RenderError, match=rf"en/{name}: the translation of s-\w+ is not the one in sources/translations/en.po: .*31.*37"):  # fmt: skip
        check()


def test_one_letter_of_the_original_beside_a_translation(check, site, edition):
    name = alter(
        site, edition, "hielt der Akku 31 Stunden.</blockquote>", "hielt der Akku 37 Stunden.</blockquote>", "en"
    )
    with pytest.raises(RenderError, match=rf"en/{name}: s-\w+ is not quoted exactly"):
        check()


def test_a_translation_without_its_original(check, site, edition):
    page = (site / "en" / f"{edition.stories[0].id}.html").read_text("utf-8")
    identifier = re.search(r'data-translation="(s-\w+)"', page)[1]
    name = alter(site, edition, f' data-statement="{identifier}"', "", "en")
    with pytest.raises(RenderError, match=rf"en/{name}: {identifier} is translated without its original"):
        check()


def test_a_translation_that_nobody_made(check, site, edition):
    name = alter(site, edition, "data-statement=", "data-translation=", "en")
    with pytest.raises(RenderError, match=rf"en/{name}: s-\w+ has no translation"):
        check()


def test_the_original_of_a_translation_is_looked_up_in_its_article(check, edition):
    texts = {article.id: article.text.replace("hielt der Akku 31", "hielt der Akku 37") for article in edition.articles}
    with pytest.raises(RenderError, match=r"en/(?:index|conflicts).html: s-\w+ is not what hain/de.md says"):
        check(replace(edition, site=replace(edition.site, locales=("en",))), texts)
