"""What pages tell of editions: news, corrections, origins with their proof, updates, and what an editor settled."""

import re
from dataclasses import replace
from html import unescape
from typing import get_args

import pytest

from beleg.edit.period import UNDATED, free, period_of
from beleg.errors import RenderError
from beleg.merge.order import MOST
from beleg.merge.origins import CODES
from beleg.records import News, Ruling
from beleg.render.environment import Environments
from beleg.render.pages import pages
from beleg.render.told import edition_link, news, points
from beleg.render.views import LEADING_FACTS
from beleg.render.wording import Wordings
from render.sample import edition, later

LOCALES = ("de", "sr-Cyrl", "sr-Latn", "ru", "en")


def printed(found, *locales):
    """The pages of an edition, of these locales alone if any are given."""
    if locales:
        found = replace(found, site=replace(found.site, locales=locales))
    return {path: data.decode() for path, data in pages(found, Environments(), Wordings, {}) if path.endswith(".html")}


@pytest.fixture(scope="module")
def made():
    return later()


@pytest.fixture(scope="module")
def site(made):
    return printed(made)


def text(html):
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def story(site, locale="en"):
    return next(page for path, page in site.items() if path.startswith(f"{locale}/y-"))


def place(page, identifier):
    """The words of a fact, and its HTML."""
    found = re.search(
        rf'<(?:li|div) class="(?:fact|side)[^"]*" id="{identifier}".*?(?=<(?:li|div) class="(?:fact|side)|</ul>\s*</div>)',
        page,
        re.DOTALL,
    )
    return found[0]


def with_news(found, kind):
    return next(fact for fact in found.facts if fact.news == kind)


# --- names of editions ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("identifier", "en", "de", "sr", "ru"),
    [
        ("2026-10-12", "of 12 October 2026", "vom 12. Oktober 2026", "од 12. октобра 2026. године", "от 12 октября 2026 года"),
        ("2026-10-12.2", "of 12 October 2026 (2)", "vom 12. Oktober 2026 (2)", "од 12. октобра 2026. године (2)", "от 12 октября 2026 года (2)"),
        ("2026-W01", "for week 1 of 2026", "für die 1. Kalenderwoche 2026", "за 1. недељу 2026. године", "за 1-ю неделю 2026 года"),
        ("2026-10-20--2026-10-27", "for 20–27 October 2026", "für den Zeitraum 20.–27. Oktober 2026", "за период 20.–27. октобар 2026.", "за 20–27 октября 2026 г."),
        ("2026-10", "for October 2026", "für den Zeitraum Oktober 2026", "за период октобар 2026.", "за октябрь 2026 г."),
        ("undated", "without a date", "ohne Datum", "без датума", "без даты"),
        ("undated.3", "without a date (3)", "ohne Datum (3)", "без датума (3)", "без даты (3)"),
    ],
)  # fmt: skip
def test_an_edition_is_called_by_its_day_week_or_period(identifier, en, de, sr, ru):
    link = edition_link(identifier)
    assert link.href == f"{identifier}/index.html"
    for locale, words in {"en": en, "de": de, "sr-Cyrl": sr, "ru": ru}.items():
        module = Environments().environment(locale).get_template("macros.html").module
        assert text(str(module.which(link))) == words


@pytest.mark.parametrize("written", ["2026-10-27", "2026-W44", "2026-10", "2026-10-20..2026-10-27"])
def test_every_period_of_an_edition_has_a_name(written):
    name = period_of(written).id
    assert [edition_link(free(name, taken)).number for taken in ((), (name,))] == [1, 2]
    assert edition_link(UNDATED).number == 1


@pytest.mark.parametrize(
    ("identifier", "words"),
    [
        ("2026-W42", "Ausgabe für die 42. Kalenderwoche 2026"), ("2026-10-15.2", "Ausgabe vom 15. Oktober 2026 (2)"),
        ("undated.2", "Undatierte Ausgabe (2)"),
    ],
)  # fmt: skip
def test_an_edition_is_headed_by_its_own_name(identifier, words):
    site = printed(replace(edition(), id=identifier), "de")
    for path in ("de/index.html", "de/sources.html"):
        assert words in text(site[path].partition("<main")[2])


@pytest.mark.parametrize("identifier", ["", "heute", "2026", "2026-10-12.x", "../2026-10-12", "2026-10-12\n"])
def test_what_is_no_edition_is_refused(identifier):
    with pytest.raises(RenderError, match="no name of an edition"):
        edition_link(identifier)


# --- news -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("locale", LOCALES)
def test_every_news_has_a_mark_in_words_and_shape(site, made, locale):
    page = story(site, locale)
    module = Environments().environment(locale).get_template("macros.html").module
    assert set(module.newses) == set(get_args(News))
    shapes = set()
    for kind in get_args(News):
        shape, words = re.search(
            rf'<b class="{kind}"><svg class="m" aria-hidden="true"><use href="#(m-\w+)"/></svg>(.*?)</b>',
            place(page, with_news(made, kind).id),
        ).groups()
        assert unescape(words) == module.newses[kind]
        assert f'<symbol id="{shape}"' in page
        shapes.add(shape)
    assert len(shapes) == len(get_args(News))


def test_what_is_not_new_has_no_mark_and_says_since_when(site, made):
    fact = next(fact for fact in made.facts if fact.since == "undated")
    found = place(story(site), fact.id)
    # The sample is a site of one edition: nothing leads to those before it, of which there is no record.
    assert '<p class="news">fact first in the edition without a date</p>' in found
    assert "<b class=" not in re.search(r'<p class="news">.*?</p>', found)[0]


def test_what_was_in_its_story_from_the_start_says_nothing(made):
    old = next(fact for fact in made.facts if fact.since == "undated")
    same = replace(made, facts=tuple(replace(fact, since="2026-10-12") if fact is old else fact for fact in made.facts))
    assert 'class="news"' not in place(story(printed(same, "en")), old.id)


def test_what_is_new_does_not_say_since_when(made):
    new = with_news(made, "new")
    found = replace(made, facts=tuple(replace(fact, since=made.id) if fact is new else fact for fact in made.facts))
    assert "first in" not in place(story(printed(found, "en")), new.id)


def test_the_first_edition_has_no_marks():
    for path, page in printed(edition(), "en").items():
        if path != "en/method.html":
            assert 'class="news"' not in page, path
            assert 'class="fresh"' not in page, path
            assert "Since the edition" not in page, path


@pytest.mark.parametrize(
    ("locale", "words"),
    [
        ("de", ("Gegenüber der Ausgabe vom 12. Oktober 2026 2 neue Fakten 1 jetzt unabhängig belegt 1 korrigiert "
               "1 mit neuem Widerspruch 1 mit weiterem Ursprung 3 entfallen")),
        ("sr-Cyrl", ("У односу на издање од 12. октобра 2026. године 2 нове чињенице 1 сада са независним доказом "
                    "1 исправљена 1 са новим неслагањем 1 са још једним примарним извором 3 више не важе")),
        ("ru", ("По сравнению с выпуском от 12 октября 2026 года 2 новых факта 1 теперь с независимыми данными 1 исправлен "
               "1 с новым расхождением 1 с ещё одним первоисточником 3 сняты")),
        ("en", ("Since the edition of 12 October 2026 2 new facts 1 now backed by independent evidence 1 corrected 1 now disputed "
               "1 with a further origin 3 gone")),
    ],
)  # fmt: skip
def test_the_head_of_an_edition_counts_what_is_new(site, locale, words):
    head, _, rest = site[f"{locale}/index.html"].partition("</section>")
    assert words in text(head)
    assert "2026-10-12/" not in head
    # In the list of stories what is new in each, without what is gone.
    assert re.search(r"2026\.?(?: года| године)? (.*) 3 ", words)[1].removesuffix(" ") in text(rest)


def test_nothing_new_is_said(made):
    quiet = replace(made, facts=tuple(replace(fact, news=None) for fact in made.facts), corrections=())
    head = printed(quiet, "en")["en/index.html"].partition("</section>")[0]
    assert "Since the edition of 12 October 2026 nothing new" in text(head)


def test_news_are_counted_in_one_order(made):
    assert [(one.name, one.count) for one in news(reversed(made.facts))] == [
        ("new", 2), ("confirmed", 1), ("corrected", 1), ("disputed", 1), ("widened", 1),
    ]  # fmt: skip


def shown(found):
    """The facts of its story on the page of an edition, in their order."""
    _, *facts = printed(found, "en")["en/index.html"].split('<li class="fact')
    return [re.search(r"#(f-\w+)", fact)[1] for fact in facts]


@pytest.mark.parametrize("most", [2, 9])
def test_what_is_new_leads_a_story_on_the_page_of_its_edition(made, most):
    """In the order of the kinds of news, before whatever is told again, which fills the rest."""
    kinds = get_args(News)
    fresh = sorted((fact for fact in made.facts if fact.news), key=lambda fact: kinds.index(fact.news))[:most]
    calm = replace(made, facts=tuple(fact if fact in fresh else replace(fact, news=None) for fact in made.facts))
    news = {fact.id: fact.news for fact in calm.facts}
    found = [news[name] for name in shown(calm)]
    assert found == [*(fact.news for fact in fresh), *[None] * LEADING_FACTS][:LEADING_FACTS]


def test_a_first_edition_leads_with_what_is_disputed():
    first = edition()
    conflicting = {fact.id for fact in first.facts if fact.conflicts}
    assert shown(first)[0] in conflicting


# --- corrections ------------------------------------------------------------------------------------------------------


def section(page, identifier="corrections"):
    return re.search(rf'<section class="[^"]*" id="{identifier}".*?</section>', page, re.DOTALL)[0]


def test_a_withdrawal_is_told_once_with_the_facts_that_went_with_it(site):
    found = section(site["en/index.html"])
    assert text(found).count("Withdrawn: “ Насос & Ко ”") == 1
    assert (
        "Reason: Die Messung war <falsch>. 1 fact went with it: Customer claim Nordvik de “ Die Pumpe hielt <50> Stunden, "
        "sehr" in text(found)
    )
    assert "Stunden, sehr sehr" in found
    assert "&lt;50&gt;" in found
    assert '<span lang="de">Die Pumpe' in found


def test_a_correction_says_what_was_where_and_what_holds_now(site, made):
    found = section(site["en/index.html"])
    now = with_news(made, "corrected")
    told = "Edition of 15 October 2026 Corrected: 1 fact Reason: the same words are now read differently Vendor claim"
    assert told in text(found)
    assert "<span>last in the edition of 12 October 2026" in found
    assert f'</strong> <b>Nordvik</b></span>: <a href="{now.story}.html#{now.id}">' in found
    assert "Gone: 2 facts Reason: the same words are no longer read that way" in text(found)
    # A withdrawal has a day of its own.
    assert text(found).index("14 October 2026 Withdrawn") > text(found).index("Edition of 15 October 2026 Gone")


@pytest.mark.parametrize(
    ("about", "reason", "why", "locale", "words"),
    [
        ("corrected", "withdrawal", "Die Zahl war falsch.", "en", "Reason: an article on it was withdrawn: Die Zahl war falsch."),
        ("corrected", "withdrawal", None, "de", "Grund: ein Artikel dazu wurde zurückgezogen"),
        ("withdrawn", "withdrawal", "Die Zahl war falsch.", "de", "Grund: Die Zahl war falsch."),
        ("corrected", "editor", None, "de", "Grund: von der Redaktion geändert"),
        ("gone", "editor", None, "de", "Grund: von der Redaktion gestrichen"),
        ("gone", "article", None, "ru", "Причина: статья изменена, или её больше нет"),
        ("corrected", "reading", None, "sr-Latn", "Razlog: iste reči se sada čitaju drukčije"),
        ("gone", "reading", None, "en", "Reason: the same words are no longer read that way"),
        ("withdrawn", "withdrawal", None, "en", ""),
        ("corrected", None, None, "en", ""),
        ("gone", None, None, "en", ""),
    ],
)  # fmt: skip
def test_a_correction_says_what_brought_it_about(about, reason, why, locale, words):
    module = Environments().environment(locale).get_template("macros.html").module
    assert text(str(module.because(about, reason, why))) == words


def test_a_fact_that_lost_an_article_says_which_withdrawal_did_it(made):
    told = replace(made.corrections[1], reason="withdrawal", date="2026-10-14", why="Die Zahl war <falsch>.")
    found = section(printed(replace(made, corrections=(told,)), "en")["en/index.html"])
    assert "14 October 2026 Corrected: 1 fact Reason: an article on it was withdrawn: Die Zahl war <falsch>." in text(
        found
    )


def test_a_correction_says_who_says_it_now(made):
    now = with_news(made, "corrected")
    statements = tuple(replace(one, claimant="Elmvik") if one.id == now.mentions[0] else one for one in made.statements)
    found = text(section(printed(replace(made, statements=statements), "de")["de/index.html"]))
    assert "jetzt: Herstellerangabe Elmvik : " in found


def test_what_an_editor_settled_since_is_the_reason_of_a_correction(made):
    now = with_news(made, "corrected")
    told = tuple(replace(one, reason="editor") if one.about == "corrected" else one for one in made.corrections)
    made = replace(made, corrections=told)
    facts = tuple(
        replace(fact, rulings=("class",), evidence="independent_evidence") if fact is now else fact
        for fact in made.facts
    )
    found = text(section(printed(replace(made, facts=facts), "en")["en/index.html"]))
    assert "Corrected: 1 fact Reason: changed by the editor" in found
    assert "now: Independent evidence" in found


def test_a_story_tells_what_was_otherwise_of_the_facts_that_it_still_has(site, made):
    page = story(site)
    found = text(section(page))
    assert "Corrections 1" in found
    assert "15 October 2026 Corrected: 1 fact" in found
    assert "Gone" not in found
    assert 'Corrections</dt><dd><a href="#corrections">1</a>' in page


def test_many_facts_of_one_correction_are_one_click_away(made):
    many = tuple(
        replace(made.corrections[0], before=replace(made.corrections[0].before, id=f"f-{n}")) for n in range(6)
    )
    found = section(printed(replace(made, corrections=many), "en")["en/index.html"])
    assert "<summary><span>6 facts went with it</span></summary>" in found
    few = section(printed(replace(made, corrections=many[:5]), "en")["en/index.html"])
    assert "5 facts went with it" in few
    assert "6 facts" not in few


def test_a_withdrawn_article_that_nobody_knows_any_more_still_has_its_facts(made):
    found = section(printed(replace(made, withdrawn=()), "en")["en/index.html"])
    assert "14 October 2026 Withdrawn: 1 fact Reason: Die Messung war <falsch>." in text(found)


def test_the_page_of_sources_tells_of_articles_alone(site):
    found = text(section(site["en/sources.html"]))
    assert "Corrections 2" in found
    assert "Pumpe" not in found


def test_no_identifier_stands_twice(site):
    for path, page in site.items():
        ids = re.findall(r'\sid="([^"]+)"', page)
        assert len(ids) == len(set(ids)), path


# --- origins ----------------------------------------------------------------------------------------------------------


def test_the_proof_lists_each_origin_with_its_outlets_and_reasons(site, made):
    found = re.search(r'<ul class="from".*?</ul>', place(story(site), made.facts[0].id), re.DOTALL)[0]
    first, second = map(text, re.findall(r"<li.*?</li>", found, re.DOTALL))
    assert first == (
        "Nordvik Vendor claim · de Hainer Blatt, ru Russian article · named as: Nordvik <Gruppe>; its document: Nordvik: "
        "press release; named in the text"
    )
    assert second == (
        "Origin not stated · sr-Latn Limski glas · nearly the same words: Hainer Blatt · 15 October 2026 ; taken over from: "
        "ТАСС ; the same text in another language"
    )
    assert '<span lang="">ТАСС</span>' in found


def test_one_mention_that_names_its_origin_needs_no_proof(site, made):
    partner = next(fact for fact in made.facts if fact.evidence == "partner_claim")
    assert 'class="from"' not in place(story(site), partner.id)
    confirmed = with_news(made, "confirmed")
    assert '<p class="from"><b>Sellmann</b> · its subsidiary: Sellmann</p>' in place(story(site), confirmed.id)


@pytest.mark.parametrize("locale", LOCALES)
def test_every_reason_and_ruling_has_words(locale):
    module = Environments().environment(locale).get_template("macros.html").module
    assert set(module.whys) == set(CODES)
    assert set(module.rulings) == set(get_args(Ruling))
    assert len(set(module.whys.values())) == len(CODES)


@pytest.mark.parametrize(
    ("locale", "known", "most", "words"),
    [
        ("en", 1, 3, "at most 3 origins (1 named), reported by 3 outlets in 3 languages"),
        ("en", 0, 1, "at most 1 origin (none named), reported by 3 outlets in 3 languages"),
        ("de", 2, 3, "höchstens 3 Ursprünge (2 genannt), berichtet von 3 Medien in 3 Sprachen"),
        ("ru", 1, 3, "не более 3 первоисточников (назван 1), сообщают 3 издания на 3 языках"),
        ("ru", 2, 21, "не более 21 первоисточника (названы 2), сообщают 3 издания на 3 языках"),
        ("ru", 0, 5, "не более 5 первоисточников (ни один не назван), сообщают 3 издания на 3 языках"),
        ("sr-Cyrl", 1, 3, "највише 3 примарна извора (наведен 1), преносе 3 медија на 3 језика"),
        ("sr-Latn", 2, 5, "najviše 5 primarnih izvora (navedena 2), prenose 3 medija na 3 jezika"),
        ("en", 1, None, "1 origin, reported by 3 outlets in 3 languages"),
    ],
)
def test_where_an_origin_is_not_known_it_says_at_most(locale, known, most, words):
    module = Environments().environment(locale).get_template("macros.html").module
    reach = {"origins": known, "at_most": most, "outlets": 3, "languages": ["de", "ru", "sr"]}
    assert text(str(module.reach(reach))) == words


# --- updates and contradictions ---------------------------------------------------------------------------------------


def box(page, identifier):
    return re.search(rf'<li class="conflict" id="{identifier}">.*?</div></li>', page, re.DOTALL)[0]


@pytest.mark.parametrize(
    ("locale", "update", "age", "end"),
    [
        ("de", "Aktualisierung", ["früherer Stand", "neuerer Stand"], "Der neuere Stand löscht den früheren nicht"),
        ("sr-Cyrl", "Ажурирање", ["ранији податак", "новији податак"], "Новији податак не брише ранији"),
        ("sr-Latn", "Ažuriranje", ["raniji podatak", "noviji podatak"], "Noviji podatak ne briše raniji"),
        ("ru", "Обновление", ["более ранние сведения", "более новые сведения"], "Новые сведения не отменяют прежних"),
        ("en", "Update", ["earlier", "newer"], "The newer state does not erase the earlier one"),
    ],
)
def test_an_update_is_no_contradiction(site, made, locale, update, age, end):
    changed, against = (box(story(site, locale), one.id) for one in made.stories[0].conflicts)
    assert f"<b>{update}</b>" in changed
    assert re.findall(r'<p class="age">(.*?)</p>', changed) == age
    assert end in text(changed)
    assert end not in text(against)
    assert 'class="age"' not in against
    # The later side stands last, whatever the order of values.
    sides = re.findall(r'<div class="side \w+" (?:id|data-fact)="(.*?)"', changed)
    assert sides[-1] == made.stories[0].conflicts[0].newer


def test_an_update_is_headed_by_what_was_and_what_is(site, made):
    changed = box(story(site), made.stories[0].conflicts[0].id)
    assert text(re.search(r"<h3>.*?</h3>", changed, re.DOTALL)[0]) == "Update 21 October → , now: 20 October"


def test_an_update_counts_as_no_conflict(site):
    head = text(site["en/index.html"].partition("</section>")[0])
    assert "Conflicts 1 Updates 1" in head
    page = text(story(site))
    assert "1 conflict" in page
    assert "2 conflicts" not in page
    assert (
        "Where they contradict each other, neither is picked. Where one is simply newer, the page says which." in page
    )


def test_a_side_shows_its_sources_and_their_dates_without_a_click(site, made):
    against = box(story(site), made.stories[0].conflicts[1].id)
    shut = re.sub(r"<details>.*?</details>", "", against, flags=re.DOTALL)
    assert (
        "de Hainer Blatt · 15 October 2026 ru Russian article · undated sr-Latn Limski glas · 12 October 2026"
        in text(shut)
    )
    assert "at most 3 origins (1 named), reported by 3 outlets in 3 languages" in text(against)


def test_two_older_sides_keep_the_question(made):
    first, second = made.stories[0].conflicts
    other = next(fact.id for fact in made.facts if fact.id not in {*first.sides, *second.sides})
    three = replace(first, sides=(*first.sides, other))
    page = story(printed(replace(made, stories=(replace(made.stories[0], conflicts=(three,)),)), "en"))
    assert re.findall(r'<p class="age">(.*?)</p>', box(page, first.id)) == ["earlier", "earlier", "newer"]
    assert "→" not in box(page, first.id)


# --- the editor's hand, similar facts, order --------------------------------------------------------------------------


def test_what_an_editor_settled_and_notes_is_marked_and_escaped(site, made):
    ruled = next(fact for fact in made.facts if fact.notes and fact.news == "new")
    found = place(story(site), ruled.id)
    assert "settled by the editor : evidence mark, joined with other statements" in text(found)
    assert '<b>Editor’s note (original wording)</b>: <span lang="">Siehe &lt;hier&gt; &amp; dort.</span>' in found


def test_a_fact_leads_to_those_that_say_the_same_of_more_and_of_fewer(made):
    more, fewer = (
        next(fact for fact in made.facts if fact.objects == objects) for objects in (("battery", "price"), ("battery",))
    )
    told = replace(made, facts=tuple(replace(fact, kind="support") if fact is more else fact for fact in made.facts))
    page = story(printed(told, "en"))
    assert re.search(rf'A similar fact that names fewer things: <a href="#{fewer.id}">', place(page, more.id))


def test_a_story_says_in_one_line_why_it_stands_where_it_does(site):
    assert (
        "Why it stands here 5 new or changed facts, 7 origins, 1 fact backed by independent evidence, 3 languages, 1 conflict, 11 facts"
    ) in text(story(site))
    assert "Warum an dieser Stelle 5 neue oder geänderte Fakten, 7 Ursprünge, 1 Fakt mit unabhängigem Beleg" in text(
        story(site, "de")
    )


def test_reasons_are_names_with_numbers():
    assert [(one.name, one.count) for one in points(("origins 3", "facts 12"))] == [("origins", 3), ("facts", 12)]


@pytest.mark.parametrize("locale", LOCALES)
def test_the_method_page_explains_every_mark(site, locale):
    page = site[f"{locale}/method.html"]
    module = Environments().environment(locale).get_template("macros.html").module
    for words in module.newses.values():
        assert f"{words}</b></dt>" in page
    for anchor in ("editions", "order"):
        assert f'id="{anchor}"' in page


def test_the_method_page_has_the_numbers_that_hold():
    """It says in words how many points a story can get for one thing."""
    assert MOST == 3
