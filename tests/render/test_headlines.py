"""Headlines and leads: what is news, with who says so; and what stands there if nothing is known to be news."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from beleg.cli.readings import untold
from beleg.records import Article, Conflict, Edition, Fact, Origin, Quantity, Site, Story
from beleg.render.formats import LOCALES
from beleg.render.headings import RUNGS, counted
from beleg.render.headlines import LONGEST
from beleg.render.wording import Wordings
from fakes import CORPUS, digest, gold_edition, statement
from render.test_wording import DEV, environment

RU = {"language": "ru", "script": "Cyrl", "article": "b.md"}
SR = {"language": "sr", "script": "Latn", "article": "c.md"}
CYRILLIC = re.compile("[Ѐ-ӿ]")
HOURS = {"kind": "metric", "names": ("Halo 2",)}


def quantity(value, unit="count", **fields):
    return (Quantity(value=value, unit=unit, **fields),)


CLAIM = statement(
    "Die Akkulaufzeit: 40 Stunden.", claimant="Lumaud", quantities=quantity(40, "hours"), **HOURS,
)  # fmt: skip
FOUND = statement(
    "Akkulaufzeit im Test: 31 Stunden.", start=50, evidence="independent_evidence", claimant="Prüflabor Hain",
    quantities=quantity(31, "hours"), **HOURS,
)  # fmt: skip
FINE = statement(
    "Die Behörde verhängt ein Bußgeld von 2,4 Millionen Euro.", kind="legal", evidence="official_statement",
    claimant="ILR", quantities=quantity(2_400_000, "EUR"), concepts=("fine",),
)  # fmt: skip
# What the second language says of the same: a word of one alone could be meant in another sense.
FINE_TOO = statement(
    "Kazna iznosi 2,4 miliona evra.", kind="legal", evidence="official_statement", claimant="ILR",
    quantities=quantity(2_400_000, "EUR"), concepts=("fine",), **SR,
)  # fmt: skip
HOLES = statement(
    "Lumaud: 17 Sicherheitslücken geschlossen.", kind="security", claimant="Lumaud", quantities=quantity(17, of="Sicherheitslücken"),
)  # fmt: skip
MORE_HOLES = statement(
    "19 Sicherheitslücken, so die Behörde.", start=50, kind="security", evidence="official_statement", claimant="BSI",
    quantities=quantity(19, of="Sicherheitslücken"),
)  # fmt: skip
RAISED = statement(
    "Lumaud hat 420 Millionen Euro eingeworben.", kind="funding", claimant="Lumaud", names=("Lumaud",),
    quantities=quantity(420_000_000, "EUR"),
)  # fmt: skip
RELEASED = statement(
    "Halo 2 ging am 20. Oktober in die öffentliche Beta.", kind="release", claimant="Lumaud", names=("Halo 2",),
    dates=("--10-20",), date_roles=("release",),
)  # fmt: skip
EARLIER = replace(
    RELEASED, id="s-earlier", dates=("--10-19",), quote="Halo 2 ging am 19. Oktober in die öffentliche Beta."
)
VAGUE = statement(
    "Was der Akku kann, bleibt offen.", kind="behaviour", claimant="Lumaud", concepts=("battery", "range")
)
VAGUE_TOO = statement(
    "О том, что может аккумулятор.", kind="price", claimant="Lumaud", concepts=("battery", "range"), **RU
)


def edition(
    *mentions, subject="Halo 2", vendor="Lumaud", about=None, joined=(), title="Kopfhörer im Test", **fields
) -> Edition:
    """One story; a fact a statement, but `joined` are one. `about` makes a conflict of the first two facts."""
    groups = [[one] for one in mentions] + ([list(joined)] if joined else [])
    facts = [
        Fact(
            id=digest("f", group[0].id), story="y-1", subject=subject, kind=group[0].kind, polarity=group[0].polarity,
            dates=group[0].dates, quantities=group[0].quantities, evidence=group[0].evidence,
            mentions=tuple(one.id for one in group), languages=tuple(sorted({one.language for one in group})),
            origins=(Origin(party=group[0].claimant, stake=None, mentions=(group[0].id,)),),
        )
        for group in groups
    ]  # fmt: skip
    sides = tuple(fact.id for fact in facts[:2])
    conflicts = (Conflict(id="c-1", story="y-1", kind=facts[0].kind, about=about, sides=sides),) if about else ()
    statements = [one for group in groups for one in group]
    articles = tuple(
        Article(
            id=name, text="", language=one.language, script=one.script, blocks=(), title=title,
            **({"publisher": "Tageblatt", "published": "2026-11-03"} | fields),
        )
        for name, one in {one.article: one for one in statements}.items()
    )  # fmt: skip
    story = Story(
        id="y-1", subject=subject, vendor=vendor, articles=tuple(one.id for one in articles),
        facts=tuple(fact.id for fact in facts), conflicts=conflicts,
    )  # fmt: skip
    return Edition(
        id="undated", date=None, period=None, site=Site(), stories=(story,), articles=articles, facts=tuple(facts),
        statements=tuple(statements),
    )  # fmt: skip


def heads(made: Edition, locale: str):
    return Wordings(environment(locale), locale, made).headlines


def plain(text: str) -> str:
    return text.replace("\u00a0", " ").replace("\u202f", " ")


MADE = {
    "a claim against a measurement": edition(CLAIM, FOUND, about="quantity"),
    "a claim against an authority": edition(HOLES, MORE_HOLES, about="quantity"),
    "a disputed day": edition(EARLIER, RELEASED, about="date"),
    "a fine": edition(joined=(FINE, FINE_TOO)),
    "money raised": edition(RAISED),
    "topics": edition(VAGUE, VAGUE_TOO),
    "kinds": edition(VAGUE),
    "the vendor's topics": edition(VAGUE, VAGUE_TOO, subject=None),
    "topics alone": edition(VAGUE, VAGUE_TOO, subject=None, vendor=None),
}  # fmt: skip
EXPECTED = {
    "a claim against a measurement": ("contrast", (
        "Halo 2: Akkulaufzeit 40 Stunden laut Lumaud, unabhängig gemessen 31",
        "Halo 2: battery life 40 hours according to Lumaud, 31 measured independently",
        "Halo 2: время работы от аккумулятора — 40 часов, по данным Lumaud; независимый замер: 31 час",
        "Halo 2: трајање батерије 40 сати, наводи Lumaud; независно измерено 31 сат",
    )),
    "a claim against an authority": ("contrast", (
        "Halo 2: 17 Sicherheitslücken laut Lumaud, 19 laut BSI",
        "Halo 2: 17 vulnerabilities according to Lumaud, 19 according to BSI",
        "Halo 2: 17 уязвимостей, по данным Lumaud; 19, по данным BSI",
        "Halo 2: 17 рањивости, наводи Lumaud; 19, наводи BSI",
    )),
    "a disputed day": ("dispute", (
        "Halo 2: öffentliche Beta – 19. oder 20. Oktober?", "Halo 2: public beta – 19 or 20 October?",
        "Halo 2: публичная бета — 19 или 20 октября?", "Halo 2: јавна бета – 19. или 20. октобар?",
    )),
    "a fine": ("event", (
        "Halo 2: Bußgeld von 2,4 Millionen Euro laut ILR", "Halo 2: fine of 2.4 million euros, according to ILR",
        "Halo 2: штраф — 2,4 миллиона евро, по данным ILR", "Halo 2: казна – 2,4 милиона евра, наводи ILR",
    )),
    "money raised": ("event", (
        "Lumaud: nach eigenen Angaben 420 Millionen Euro eingeworben", "Lumaud: 420 million euros raised, by its own account",
        "Lumaud: привлечено 420 миллионов евро, по собственным данным",
        "Lumaud: прикупљено 420 милиона евра, по сопственим наводима",
    )),
    "topics": ("topics", (
        "Halo 2: Akku und Reichweite", "Halo 2: battery and range", "Halo 2: аккумулятор и запас хода", "Halo 2: батерија и домет",
    )),
    "kinds": ("topics", (
        "Halo 2: Funktionsweise", "Halo 2: how it works", "Halo 2: принцип работы", "Halo 2: начин рада",
    )),
    "the vendor's topics": ("vendor topics", (
        "Lumaud: Akku und Reichweite", "Lumaud: battery and range", "Lumaud: аккумулятор и запас хода", "Lumaud: батерија и домет",
    )),
    "topics alone": ("topics alone", (
        "Akku und Reichweite", "Battery and range", "Аккумулятор и запас хода", "Батерија и домет",
    )),
}  # fmt: skip


@pytest.mark.parametrize("name", sorted(MADE))
def test_a_headline_of_each_rung(name: str) -> None:
    made = MADE[name]
    found = [heads(made, locale).headline(made.stories[0]) for locale in ("de", "en", "ru", "sr-Cyrl")]
    assert tuple(plain(one.text) for one in found) == EXPECTED[name][1]
    assert {one.rung for one in found} == {EXPECTED[name][0]}
    latin = heads(made, "sr-Latn").headline(made.stories[0])
    assert not CYRILLIC.search(latin.text)
    assert latin.rung == EXPECTED[name][0]


@pytest.mark.parametrize("locale", LOCALES)
def test_without_facts_the_articles_are_named_never_their_titles(locale: str) -> None:
    expected = {
        "de": ("Tageblatt: Drei Artikel vom 3. November 2026", "Drei Artikel vom 3. November 2026", "Drei Artikel"),
        "en": ("Tageblatt: three articles of 3 November 2026", "Three articles of 3 November 2026", "Three articles"),
        "ru": ("Tageblatt: три статьи от 3 ноября 2026 года", "Три статьи от 3 ноября 2026 года", "Три статьи"),
        "sr-Cyrl": ("Tageblatt: три чланка од 3. новембра 2026. године", "Три чланка од 3. новембра 2026. године", "Три чланка"),
        "sr-Latn": ("Tageblatt: tri članka od 3. novembra 2026. godine", "Tri članka od 3. novembra 2026. godine", "Tri članka"),
    }[locale]  # fmt: skip
    mentions = VAGUE, VAGUE_TOO, replace(VAGUE, **SR)
    for more, text in zip(({}, {"publisher": None}, {"publisher": None, "published": None}), expected, strict=True):
        made = edition(*mentions, subject=None, vendor=None, **more)
        story = replace(made.stories[0], facts=())
        headline = heads(made, locale).headline(story)
        assert (plain(headline.text), headline.rung) == (text, "articles")
        assert heads(made, locale).headline(replace(story, id="y-2", articles=())).rung == "nothing"


def test_articles_of_several_days() -> None:
    made = edition(VAGUE, VAGUE_TOO, subject=None, vendor=None)
    first, second = made.articles
    made = replace(made, articles=(first, replace(second, published="2026-11-05", publisher=None)))
    story = replace(made.stories[0], facts=())
    assert plain(heads(made, "de").headline(story).text) == "Tageblatt: Zwei Artikel, 3.–5. November 2026"


@pytest.mark.parametrize("locale", LOCALES)
def test_what_can_not_be_compared_is_no_contrast(locale: str) -> None:
    pairs = {
        "another thing": (HOLES, replace(MORE_HOLES, quote="19 Geräte, so die Behörde.")),
        "nothing named": (HOLES, replace(MORE_HOLES, quote="19, so die Behörde.")),
        "another order of magnitude": (CLAIM, replace(FOUND, quantities=quantity(3100, "hours"))),
        "another sign": (CLAIM, replace(FOUND, quantities=quantity(-31, "hours"))),
        "denied": (CLAIM, replace(FOUND, polarity="negated")),
        "planned": (replace(CLAIM, modality="planned"), FOUND),
        "nobody named": (CLAIM, replace(FOUND, claimant=None, evidence="official_statement")),
        "two claims": (CLAIM, replace(FOUND, evidence="customer_claim")),
        "another's vendor": (replace(CLAIM, claimant="Graniva"), FOUND),
        "a difference": (
            replace(CLAIM, quote="35 Prozent weniger Speicherbedarf", quantities=quantity(35, "percent")),
            replace(FOUND, quote="22 Prozent weniger Speicherbedarf", quantities=quantity(22, "percent")),
        ),
    }  # fmt: skip
    for name, pair in pairs.items():
        made = edition(*pair, about="quantity")
        assert heads(made, locale).headline(made.stories[0]).rung != "contrast", name


@pytest.mark.parametrize("locale", LOCALES)
def test_a_number_never_stands_without_who_gives_it(locale: str) -> None:
    """A number with nobody behind it makes no headline, and neither does a plan."""
    nobody = replace(RAISED, claimant=None, evidence="unattributed")
    for one in (nobody, replace(RAISED, modality="planned")):
        made = edition(one)
        headline = heads(made, locale).headline(made.stories[0])
        assert headline.rung == "topics"
        assert "420" not in headline.text


@pytest.mark.parametrize("locale", LOCALES)
def test_headlines_and_leads_of_the_corpus(locale: str) -> None:
    """In the reader's script but for names, short, with who says so beside each number but that of a version or day."""
    made = gold_edition(CORPUS, *DEV)
    head = heads(made, locale)
    titles = {article.title for article in made.articles}
    by = {"de": "laut |nach eigenen", "en": "according to|by its own", "ru": "по данным|сообщает|по собственным",
          "sr-Cyrl": "наводи |по сопственим", "sr-Latn": "navodi |po sopstvenim"}[locale]  # fmt: skip
    facts = {fact.id: fact for fact in made.facts}
    for story in made.stories:
        headline = head.headline(story)
        assert headline.rung in RUNGS[:4]
        assert 0 < len(headline.text) <= LONGEST
        assert headline.text not in titles
        told = [facts[one] for one in headline.tells if one in facts]
        assert re.search(by, headline.text) or not any(fact.quantities for fact in told), headline.text
        lead = head.standfirst(story)
        assert lead.endswith((".", "?"))
        assert locale in {"ru", "sr-Cyrl"} or not CYRILLIC.search(headline.text + lead)


def test_a_lead_says_that_evidence_is_missing_or_how_much_there_is() -> None:
    made = edition(CLAIM)
    assert plain(heads(made, "de").standfirst(made.stories[0])) == (
        "Angaben von Beteiligten: 1 von 1 Fakt. In dem Artikel fand sich kein unabhängiger Beleg. "
        "Ein Artikel in einer Sprache, ein Ursprung."
    )
    made = edition(CLAIM, FOUND, about="quantity")
    assert plain(heads(made, "en").standfirst(made.stories[0])) == (
        "Claims by interested parties: 1 of 2 facts; independently shown: 1. One article in 1 language, 2 origins, 1 conflict."
    )
    aside = replace(made, facts=(made.facts[0], replace(made.facts[1], aside=True)))
    assert "on the matter itself" in heads(aside, "en").standfirst(aside.stories[0])


def test_a_lead_tells_a_claim_that_the_headline_does_not_with_its_claimant() -> None:
    made = edition(CLAIM, FOUND, RAISED, about="quantity")
    for locale, start in {
        "de": "Lumaud: 420 Millionen Euro eingeworben (nach eigenen Angaben). ", "en": "Lumaud: 420 million euros raised (by its own account). ",
        "ru": "Lumaud: привлечено 420 миллионов евро (по собственным данным). ",
        "sr-Latn": "Lumaud: prikupljeno 420 miliona evra (po sopstvenim navodima). ",
    }.items():  # fmt: skip
        assert plain(heads(made, locale).standfirst(made.stories[0])).startswith(start)


def test_a_lead_asks_what_a_conflict_is_about_if_that_can_be_told_in_a_line() -> None:
    made = edition(EARLIER, RELEASED, CLAIM, FOUND, about="date")
    story = made.stories[0]
    holes = edition(HOLES, MORE_HOLES, about="quantity")
    made = replace(made, facts=(*made.facts, *holes.facts), statements=(*made.statements, *holes.statements))
    more = replace(holes.stories[0].conflicts[0], id="c-2")
    story = replace(story, facts=tuple(fact.id for fact in made.facts), conflicts=(*story.conflicts, more))
    made = replace(made, stories=(story,))
    # The headline is the contrast of the holes; the day is still open.
    assert plain(heads(made, "de").standfirst(story)).endswith("zwei Widersprüche, darunter: 19. oder 20. Oktober?")


def test_headlines_without_news_are_told_in_one_line_for_all_locales() -> None:
    found = counted(["event", "topics", "topics"])
    assert (found["event"], found["topics"], found["nothing"]) == (1, 2, 0)
    told = counted(["event", "event", "contrast"])
    about = "of 3 headlines only name what the story is about: no fact of theirs could be made a headline."
    assert list(untold({"de": found, "ru": found})) == [f"2 {about}"]
    assert list(untold({"de": found, "ru": told})) == [f"0 to 2, by language, {about}"]
    assert list(untold({"de": told})) == []
