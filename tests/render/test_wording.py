"""Facts, conflicts and stories are worded in each locale, and only where the slots say what the quote says."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markupsafe import Markup, escape

from beleg.lexicons.register import load_register
from beleg.records import Article, Conflict, Edition, Fact, Origin, Quantity, Site, Statement, Story
from beleg.render import subtypes
from beleg.render.environment import Environments
from beleg.render.formats import LOCALES, formats
from beleg.render.wording import Wordings
from fakes import CORPUS, digest, gold_edition, statement

CYRILLIC = re.compile("[Ѐ-ӿ]")
LATIN = re.compile("[A-Za-zÀ-ž]")
DEV = (
    "browser", "chipfunding", "cloudoutage", "compilerrelease", "datafine", "fivegdanube", "gpulaunch", "headphones",
    "heatpump", "norovax", "sesamerecall", "solidstate", "torchneuron-retold", "traindelay", "vaultleak",
)  # fmt: skip


@cache
def environment(locale: str):
    return Environments().environment(locale)


def edition(*mentions: Statement, subject: str | None = "TorchNeuron", conflict: str | None = None) -> Edition:
    """One story, one fact a statement."""
    facts = [
        Fact(
            id=digest("f", one.id), story="y-1", subject=subject, kind=one.kind, polarity=one.polarity, dates=one.dates,
            quantities=one.quantities, versions=one.versions, evidence=one.evidence, mentions=(one.id,),
            origins=(Origin(party=one.claimant, stake=one.role, mentions=(one.id,)),), languages=(one.language,),
        )
        for one in mentions
    ]  # fmt: skip
    conflicts = (
        (Conflict(id="c-1", story="y-1", kind=facts[0].kind, about=conflict, sides=tuple(f.id for f in facts)),)
        if conflict
        else ()
    )
    articles = tuple(
        Article(id=name, text="", language=one.language, script=one.script, blocks=(), publisher="Tageblatt")
        for name, one in {one.article: one for one in mentions}.items()
    )
    story = Story(
        id="y-1", subject=subject, vendor="AWS", articles=tuple(a.id for a in articles),
        facts=tuple(f.id for f in facts), conflicts=conflicts,
    )  # fmt: skip
    return Edition(
        id="undated", date=None, period=None, site=Site(), stories=(story,), articles=articles, facts=tuple(facts),
        statements=mentions,
    )  # fmt: skip


def worded(one: Statement, locale: str) -> str | None:
    made = edition(one)
    sentence = Wordings(environment(locale), locale, made).sentence(made.facts[0])
    return None if sentence is None else plain(sentence)


def plain(markup: Markup) -> str:
    return markup.striptags().replace("\u00a0", " ").replace("\u202f", " ")


RU = {"language": "ru", "script": "Cyrl"}
SR = {"language": "sr", "script": "Cyrl"}
SAMPLES = {
    "public beta": statement(
        "Am 20. Oktober ging TorchNeuron in die öffentliche Beta.", kind="release", names=("TorchNeuron",),
        dates=("--10-20",), date_roles=("release",),
    ),
    "private beta": statement("TorchAO и FP8 пока в закрытой бете.", kind="limitation", names=("TorchAO", "FP8"), **RU),
    "licence": statement(
        "Der Code steht unter Apache 2.0 auf GitHub.", kind="license", names=("Apache 2.0", "GitHub"),
    ),
    "support": statement(
        "Подржани су Python 3.12, 3.13 и 3.14.", kind="support", names=("Python",), versions=("3.12", "3.13", "3.14"), **SR,
    ),
    "pairs": statement(
        "Unterstützt wird torch-neuronx 2.13.3.0 für PyTorch 2.13.0.", kind="support", names=("torch-neuronx", "PyTorch"),
        versions=("2.13.3.0", "2.13.0"),
    ),
    "no support": statement(
        "Nicht unterstützt werden torch.func, torch.nested und torch.sparse.", kind="limitation", polarity="negated",
        names=("torch.func", "torch.nested", "torch.sparse"),
    ),
    "support ended": statement(
        "Ubuntu 22.04 больше не поддерживается.", kind="change", polarity="negated", names=("Ubuntu",), versions=("22.04",), **RU,
    ),
    "requirement": statement("Потребан је glibc 2.35.", kind="requirement", names=("glibc",), versions=("2.35",), **SR),
    "memory": statement(
        "Mindestens 4 GB Arbeitsspeicher sind nötig.", kind="requirement",
        quantities=(Quantity(value=4, unit="GB", qualifier="at_least"),),
    ),
    "customer's number": statement(
        "Trainium обработал за доллар примерно на 60 % больше секунд аудио, чем прежние GPU.", kind="metric",
        evidence="customer_claim", claimant="Deepgram", names=("Trainium",),
        quantities=(Quantity(value=60, unit="percent", qualifier="approx"),), **RU,
    ),
    "counted": statement(
        "Betroffen sind 21 Geräte.", kind="security", quantities=(Quantity(value=21, of="Geräte"),),
    ),
    "price": statement("Цена: 599 евра.", kind="price", quantities=(Quantity(value=599, unit="EUR"),), **SR),
    "missing": statement(
        "драјвера за Windows још нема.", kind="limitation", polarity="negated", names=("Windows",), **SR,
    ),
    "paid": statement("Bezahlt hat das Gutachten AWS.", kind="caveat", evidence="publisher_analysis", claimant=None, names=("AWS",)),
    "users": statement("Zu den ersten Nutzern gehören Cartesia und Halden.", kind="adoption", names=("Cartesia", "Halden")),
    "welcome": statement("Meta begrüßt die Unterstützung.", kind="endorsement", claimant="Meta", names=("Meta",), evidence="partner_claim"),
    "exploited": statement("CVE-2026-48113 wird bereits ausgenutzt.", kind="security", names=("CVE-2026-48113",)),
    "not tested": statement(
        "Мы не проверяли это сами.", kind="caveat", polarity="negated", evidence="publisher_analysis", claimant="Tageblatt", **RU,
    ),
    "no independent test": statement(
        "Независне провере за то нема.", kind="caveat", polarity="negated", evidence="publisher_analysis", claimant=None, **SR,
    ),
    "update": statement("Die Behörde rät, sofort zu aktualisieren.", kind="recommendation", evidence="official_statement"),
}  # fmt: skip

EXPECTED = {
    "public beta": (
        "TorchNeuron: öffentliche Beta am 20. Oktober.", "TorchNeuron: public beta on 20 October.",
        "TorchNeuron: публичная бета 20 октября.", "TorchNeuron: јавна бета 20. октобра.",
    ),
    "private beta": (
        "TorchAO und FP8: noch in privater Beta.", "TorchAO and FP8: still in private beta.",
        "TorchAO и FP8: пока в закрытой бете.", "TorchAO и FP8: засад у затвореној бети.",
    ),
    "licence": (
        "Der Code steht unter der Lizenz Apache 2.0 auf GitHub.", "The code is under the Apache 2.0 licence on GitHub.",
        "Код доступен под лицензией Apache 2.0 на GitHub.", "Код је под лиценцом Apache 2.0 на платформи GitHub.",
    ),
    "support": (
        "Unterstützt werden Python 3.12, 3.13 und 3.14.", "Python 3.12, 3.13 and 3.14 are supported.",
        "Поддерживается: Python 3.12, 3.13 и 3.14.", "Подржано: Python 3.12, 3.13 и 3.14.",
    ),
    "pairs": (
        "Unterstützt wird torch-neuronx 2.13.3.0 für PyTorch 2.13.0.",
        "torch-neuronx 2.13.3.0 for PyTorch 2.13.0 is supported.",
        "Поддерживается: torch-neuronx 2.13.3.0 для PyTorch 2.13.0.", "Подржано: torch-neuronx 2.13.3.0 за PyTorch 2.13.0.",
    ),
    "no support": (
        "Nicht unterstützt werden torch.func, torch.nested und torch.sparse.",
        "torch.func, torch.nested and torch.sparse are not supported.",
        "Не поддерживается: torch.func, torch.nested и torch.sparse.",
        "Не подржава се: torch.func, torch.nested и torch.sparse.",
    ),
    "support ended": (
        "Nicht mehr unterstützt: Ubuntu 22.04.", "No longer supported: Ubuntu 22.04.",
        "Больше не поддерживается: Ubuntu 22.04.", "Више се не подржава: Ubuntu 22.04.",
    ),
    "requirement": (
        "Erforderlich: glibc 2.35.", "Required: glibc 2.35.", "Требуется: glibc 2.35.", "Потребно: glibc 2.35.",
    ),
    "memory": (
        "Voraussetzung: mindestens 4 GB Arbeitsspeicher.", "Requirement: at least 4 GB of memory.",
        "Требование: не менее 4 ГБ оперативной памяти.", "Потребно: најмање 4 GB радне меморије.",
    ),
    "customer's number": (
        "Trainium: rund 60 % mehr Audiosekunden pro Dollar, verglichen mit bisherigen GPUs (laut Deepgram).",
        "Trainium: about 60% more seconds of audio per dollar than previous GPUs (according to Deepgram).",
        "Trainium: секунды аудио за доллар — примерно на 60 % больше, чем у прежних GPU (сообщает Deepgram).",
        "Trainium: секунде звука по долару – више за око 60% у поређењу са дотадашњим графичким процесорима (наводи Deepgram).",
    ),
    "counted": ("Betroffen: 21 Geräte.", "Affected: 21 devices.", "Затронуто: 21 устройство.", "Погођено: 21 уређај."),
    "price": ("Preis: 599 €.", "Price: €599.", "Цена: 599 €.", "Цена: 599 €."),
    "missing": (
        "Treiber für Windows: noch nicht vorhanden.", "Driver for Windows: not yet available.",
        "Драйвер для Windows: пока отсутствует.", "Драјвер за Windows: засад нема.",
    ),
    "paid": (
        "Untersuchung: bezahlt von AWS.", "Study: paid for by AWS.", "Исследование: оплатила компания AWS.",
        "Студија: платила компанија AWS.",
    ),
    "users": (
        "Zu den ersten Nutzern gehören Cartesia und Halden.", "The first users include Cartesia and Halden.",
        "Среди первых пользователей: Cartesia и Halden.", "Међу првим корисницима су: Cartesia и Halden.",
    ),
    "welcome": (
        "Meta begrüßt die Unterstützung.", "Meta welcomes the support.", "Meta приветствует поддержку.", "Meta поздравља подршку.",
    ),
    "exploited": (
        "CVE-2026-48113 wird bereits ausgenutzt.", "CVE-2026-48113 is already being exploited.",
        "CVE-2026-48113: уязвимость уже используют в атаках.", "CVE-2026-48113: рањивост се већ злоупотребљава.",
    ),
    "not tested": (
        "Die Redaktion hat das nicht selbst geprüft.", "The newsroom has not tested this itself.",
        "Редакция сама этого не проверяла.", "Редакција то није сама проверила.",
    ),
    "no independent test": (
        "Eine unabhängige Prüfung gibt es dazu nicht.", "There is no independent test of this.",
        "Независимой проверки этого нет.", "Независне провере за то нема.",
    ),
    "update": ("Rat: sofort aktualisieren.", "Advice: update at once.", "Совет: немедленно установить обновление.", "Савет: ажурирати одмах."),
}  # fmt: skip


@pytest.mark.parametrize("name", sorted(SAMPLES))
def test_a_fact_in_all_locales(name: str) -> None:
    assert tuple(worded(SAMPLES[name], locale) for locale in ("de", "en", "ru", "sr-Cyrl")) == EXPECTED[name]


@pytest.mark.parametrize("name", sorted(SAMPLES))
def test_scripts_stay_apart(name: str) -> None:
    """sr-Latn holds no Cyrillic; in sr-Cyrl the only Latin letters are those of names, versions and units."""
    latin, cyrillic = worded(SAMPLES[name], "sr-Latn"), worded(SAMPLES[name], "sr-Cyrl")
    assert latin is not None
    assert cyrillic is not None
    assert not CYRILLIC.search(latin)
    one = SAMPLES[name]
    for slot in sorted((*one.names, *one.versions, one.claimant or "", "TorchNeuron", "GB"), key=len, reverse=True):
        cyrillic = cyrillic.replace(slot, "") if slot else cyrillic
    assert not LATIN.search(cyrillic)


UNWORDED = {
    "a condition": statement("Mit Treiber 9 wird Windows unterstützt, falls ein Update kommt.", kind="support", names=("Windows",)),
    "a word that no slot holds": statement(
        "Unterstützt werden nur im Labor Python und Linux.", kind="support", names=("Python", "Linux"),
    ),
    "a negation that the polarity lacks": statement("Windows wird nicht unterstützt.", kind="support", names=("Windows",)),
    "a compound": statement("Einen Windows-Ableger gibt es nicht.", kind="limitation", polarity="negated", names=("Windows",)),
    "two sides": statement("Linux unterstützt Windows.", kind="support", names=("Linux", "Windows")),
    "a word in another sense": statement(
        "Der Gewinn: 0,4 Prozentpunkte.", kind="metric", quantities=(Quantity(value=0.4, unit="percentage_points"),),
    ),
    "a version without its name": statement(
        "Unterstützt wird Tamarin, am besten die Version 7.0.", kind="support", names=("Tamarin",), versions=("7.0",),
    ),
    "who is meant": statement(
        "wie aus dem am Montag veröffentlichten Protokoll hervorgeht.", kind="release", dates=("2026-09-14",),
        date_roles=("document",),
    ),
    "what is compared with": statement(
        "Der Durchsatz liegt 60 Prozent höher als bei Halden.", kind="metric", names=("Halden",),
        quantities=(Quantity(value=60, unit="percent"),),
    ),
    "an alternative among many": statement(
        "Nötig sind Zubrix oder Halden und Linux in einer Instanz.", kind="requirement", names=("Zubrix", "Halden", "Linux"),
    ),
    "whose date": statement(
        "Die Ankündigung vom 19. Oktober trägt das Datum der öffentlichen Beta von TorchNeuron.", kind="release",
        names=("TorchNeuron",), dates=("2026-10-19",), date_roles=("document",),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", sorted(UNWORDED))
def test_what_slots_do_not_say_stays_a_quote(name: str) -> None:
    assert worded(UNWORDED[name], "de") is None


def test_what_nothing_accounts_for_stands_on_a_card_as_quoted_and_the_frame_does_not() -> None:
    one = statement(
        "У Брекову је, према евиденцији института, оболело 47 људи.", kind="quantity", quantities=(Quantity(value=47),), **SR,
    )  # fmt: skip
    assert worded(one, "de") == "Erkrankt: 47 Menschen („Брекову“)."


@settings(max_examples=60, deadline=None)
@given(
    value=st.integers(2, 2_000_000), version=st.from_regex(r"[1-9]\d?\.\d{1,2}", fullmatch=True),
    year=st.integers(1990, 2050), month=st.integers(1, 12), day=st.integers(1, 28),
    locale=st.sampled_from(LOCALES),
)  # fmt: skip
def test_numbers_dates_versions_and_names_can_be_read_back(
    value: int, version: str, year: int, month: int, day: int, locale: str
) -> None:
    form = formats(locale)
    counted = statement(f"Betroffen sind {value} Geräte.", kind="security", quantities=(Quantity(value=value),))
    assert form.number(value).replace("\u00a0", " ") in (worded(counted, locale) or "")
    supported = statement(f"Unterstützt wird Zubrix {version}.", kind="support", names=("Zubrix",), versions=(version,))
    assert f"Zubrix {version}" in (worded(supported, locale) or "")
    date = f"{year}-{month:02}-{day:02}"
    beta = statement(
        f"TorchNeuron: öffentliche Beta am {day}.{month}.{year}",
        kind="release",
        names=("TorchNeuron",),
        dates=(date,),
        date_roles=("release",),
    )
    assert form.date(date, "on").replace("\u00a0", " ") in (worded(beta, locale) or "")


def test_no_sentence_of_the_corpus_loses_a_value() -> None:
    """Each number, date, version and name of the mention that was worded stands in the sentence, in every locale."""
    made = gold_edition(CORPUS, *DEV)
    for locale in LOCALES:
        words, form = Wordings(environment(locale), locale, made), formats(locale)
        count = 0
        for fact in made.facts:
            sentence = words.sentence(fact)
            if sentence is None:
                continue
            count += 1
            text = plain(sentence)
            for quantity in fact.quantities:
                shown = form.number(quantity.value).replace("\u00a0", " ")
                scaled = form.number(quantity.value / 1e6), form.number(quantity.value / 1e9)
                assert any(number in text for number in (shown, *scaled)), (fact.id, text)
            for version in fact.versions:
                assert version in text, (fact.id, text)
            for date in fact.dates:
                assert any(
                    form.date(date, shape).replace("\u00a0", " ").replace("\u202f", " ") in text
                    for shape in ("plain", "on", "since", "until", "of")
                ), (fact.id, text)
        assert count >= 70, locale


def test_questions_and_values_of_conflicts() -> None:
    def asked(about: str, one: Statement, two: Statement) -> list[str]:
        made = edition(one, two, conflict=about)
        return [
            Wordings(environment(locale), locale, made).question(made.stories[0].conflicts[0]).replace("\u00a0", " ")
            for locale in ("de", "en", "ru", "sr-Latn")
        ]

    def dated(date: str) -> Statement:
        return statement(f"Beta {date}", kind="release", dates=(date,), date_roles=("release",))

    assert asked("date", dated("--10-19"), dated("--10-20")) == [
        "19. oder 20. Oktober?", "19 or 20 October?", "19 или 20 октября?", "19. ili 20. oktobar?",
    ]  # fmt: skip
    assert asked("date", dated("2027-03-31"), dated("2027-06-30"))[0] == "31. März oder 30. Juni?"
    runs = statement("100.000 Modellläufe", kind="quantity", quantities=(Quantity(value=100_000, of="Modellläufe"),))
    many = statement(
        "сотни тысяч моделей",
        kind="quantity",
        quantities=(Quantity(value=100_000, qualifier="at_least", of="моделей"),),
        **RU,
    )
    assert asked("order of magnitude", runs, many) == [
        "100.000 Modellläufe oder Hunderttausende Modelle?", "100,000 model runs or hundreds of thousands of models?",
        "100 000 прогонов моделей или сотни тысяч моделей?", "100.000 pokretanja modela ili stotine hiljada modela?",
    ]  # fmt: skip
    short, long = (
        statement(f"{n} Minuten", kind="metric", quantities=(Quantity(value=n, unit="minutes"),)) for n in (8, 9)
    )
    assert asked("quantity", short, long) == [
        "8 oder 9 Minuten?",
        "8 or 9 minutes?",
        "8 или 9 минут?",
        "8 ili 9 minuta?",
    ]
    yes = statement("Windows wird unterstützt.", kind="support")
    assert asked("polarity", yes, replace(yes, id="s-no", polarity="negated"))[1] == "Yes or no?"


@pytest.mark.parametrize("locale", LOCALES)
def test_labels_are_short_and_never_empty(locale: str) -> None:
    made = gold_edition(CORPUS, *DEV)
    words = Wordings(environment(locale), locale, made)
    for fact in made.facts:
        assert 0 < len(words.label(fact)) <= 40, words.label(fact)
        lead = words.lead_in(fact)
        assert lead.endswith(":") or (not lead and fact.kind == "other")


def test_what_only_one_language_calls_so_is_no_topic() -> None:
    german = replace(SAMPLES["price"], kind="legal", concepts=("court", "lawsuit"), claimant="Zubrix")
    made = edition(german)
    said = Wordings(environment("en"), "en", made).lead_in(made.facts[0])
    assert said.startswith("Zubrix on legal matters")
    assert "court" not in said
    assert "lawsuit" not in said


@pytest.mark.parametrize("locale", LOCALES)
def test_a_label_never_says_the_contrary_of_what_is_denied(locale: str) -> None:
    made = edition(
        statement("Auf einem Notebook läuft das nicht.", kind="limitation", polarity="negated", names=("X9",))
    )
    words = Wordings(environment(locale), locale, made)
    assert "X9" not in words.label(made.facts[0])
    assert "(" not in words.label(made.facts[0])


@pytest.mark.parametrize(
    ("locale", "name"),
    [
        ("de", "Bundeskartellamt"),
        ("en", "Federal Cartel Office"),
        ("ru", "Федеральное картельное ведомство"),
        ("sr-Latn", "Savezna kartelna kancelarija"),
    ],
)
def test_labels_and_lead_ins_call_authorities_as_their_readers_do(locale: str, name: str) -> None:
    quote = "Auf einem Notebook des Bundeskartellamts läuft das."
    one = statement(quote, kind="limitation", names=("Federal Cartel Office",), claimant="Zubrix", subject=None)
    other = replace(one, id="s-2", claimant="Federal Cartel Office", names=())
    made = replace(edition(one, other), called=load_register().called())
    words = Wordings(environment(locale), locale, made)
    # A label has room for its beginning.
    assert name[:20] in words.label(made.facts[0])
    assert plain(words.lead_in(made.facts[1])).startswith(name)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Statistisches Bundesamt", "laut Statistischem Bundesamt"),
        ("Europäische Zentralbank", "laut Europäischer Zentralbank"),
        ("Deutscher Wetterdienst", "laut Deutschem Wetterdienst"),
        ("Vereinte Nationen", "laut Vereinten Nationen"),
        ("Föderale Universität Kasan", "laut Föderaler Universität Kasan"),
        ("Bundesnetzagentur", "laut Bundesnetzagentur"),
        ("Norsche", "laut Norsche"),
        ("AT&T <b>", "laut AT&amp;T &lt;b&gt;"),
    ],
)
def test_german_bends_the_adjectives_of_a_name(name: str, said: str) -> None:
    made = edition(SAMPLES["memory"])
    assert str(Wordings(environment("de"), "de", made).said("source", escape(name))) == said


def test_all_locales_word_the_same_subtypes() -> None:
    made = edition(SAMPLES["memory"])
    names = {
        locale: {name for name in Wordings(environment(locale), locale, made)._macros if not name.startswith("_")}
        for locale in LOCALES
    }
    assert all(found == names["de"] for found in names.values())
    assert {subtype.name for subtype in subtypes.SUBTYPES} <= names["de"]


_ABOARD = {
    "de": ({}, "An Bord waren 46 Fahrgäste und fünf Besatzungsmitglieder.", "Fahrgäste", "Besatzungsmitglieder"),
    "ru": (RU, "На борту находились 46 пассажиров и шесть членов экипажа.", "пассажиров", "членов"),
    "sr": (SR, "На броду је било 46 путника и пет чланова посаде.", "путника", "чланова"),
}


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("language", list(_ABOARD))
def test_no_count_has_the_noun_of_another(language: str, locale: str) -> None:
    """46 passengers and five crew are no "46 passengers, 5 passengers"."""
    fields, quote, one, other = _ABOARD[language]
    quantities = (Quantity(value=46, of=one), Quantity(value=5, of=other))
    made = edition(statement(quote, kind="quantity", quantities=quantities, claimant=None, **fields))
    label = Wordings(environment(locale), locale, made).label(made.facts[0])
    nouns = re.findall(r"\d+\s(\w{4})", label)
    assert "46" in label
    assert len(set(nouns)) == len(re.findall(r"\d+", label))


def test_a_part_and_its_whole_have_one_noun() -> None:
    quantities = (Quantity(value=38, of=None), Quantity(value=60, of="Karten"))
    made = edition(statement("Verkauft sind 38 von 60 Karten.", kind="quantity", quantities=quantities))
    assert "38\u00a0Karten, 60\u00a0Karten" in Wordings(environment("de"), "de", made).label(made.facts[0])
