"""Whatever a fact holds, its wording keeps: number, unit, date, names, polarity, modality, who says so.

Facts are generated; what a sentence (and the line beside it) says is read back by means of its own: numbers by CLDR's
grammar, units, months, qualifiers and negations by the tables below, written down without a look at the wordings.
"""

from __future__ import annotations

import re
from dataclasses import replace
from decimal import Decimal
from functools import cache
from html import unescape

import pytest
from babel.numbers import parse_decimal
from hypothesis import Phase, assume, given, settings
from hypothesis import strategies as st

from beleg.extract.values import find_values
from beleg.lexicons import load
from beleg.records import Edition, Quantity, Statement
from beleg.render.environment import Environments
from beleg.render.formats import LOCALES, babel_locale
from beleg.render.names import LocalNames
from beleg.render.proofreading import UNWORDED, samples
from beleg.render.subtypes import SUBTYPES
from beleg.render.views import Index, Viewer
from beleg.render.wording import Wordings
from fakes import statement
from render.test_wording import edition

# The same examples each time: what a run finds, the next one finds, too.
EXAMPLES = settings(max_examples=60, deadline=None, derandomize=True, phases=(Phase.generate,))
# Units as each language spells them: a pattern that stands behind the number.
UNITS = {
    "hours": ("Stunden?", "hours?", "час(?:а|ов)?", "сат(?:а|и)?"),
    "minutes": ("Minuten?", "minutes?", "минут[аы]?", "минут[аеи]?"),
    "days": ("Tage?", "days?", "(?:день|дня|дней)", "дана?"),
    "months": ("Monate?", "months?", "месяц(?:а|ев)?", "месец[аи]?"),
    "years": ("Jahre?", "years?", "(?:года?|лет)", "годин[аеу]"),
    "percent": ("%", "%", "%", "%"),
    "percentage_points": ("Prozentpunkte?", "percentage points?", "процентн(?:ый|ых|ого) пункт(?:а|ов)?", "процентних? поена?|процентни поен|процентна поена"),
    "km": ("km", "km", "км", "km"),
    "W": ("W", "W", "Вт", "W"),
    "kWh": ("kWh", "kWh", "кВт·ч", "kWh"),
    "Wh/kg": ("Wh/kg", "Wh/kg", "Вт·ч/кг", "Wh/kg"),
    "GB": ("GB", "GB", "ГБ", "GB"),
    "Mbit/s": ("Mbit/s", "Mbit/s", "Мбит/с", "Mbit/s"),
    "celsius": ("°C", "°C", "°C", "°C"),
    "milliseconds": ("ms", "ms", "мс", "ms"),
    "dB": ("dB", "dB", "дБ", "dB"),
}  # fmt: skip
CURRENCIES = {
    "EUR": ("€|Euro", "€|euros?", "€|евро", "€|евра"), "USD": (r"\$|US-Dollar", r"\$|US dollars?", r"\$|доллар(?:ов|а)?", r"\$|долара|US\$"),
    "RSD": ("RSD|Dinar", "RSD|Serbian dinars?", "RSD|сербских динаров", "RSD|динара"), "GBP": ("£|Pfund|Britische Pfund", "£|British pounds", "£|британских фунтов стерлингов|фунтов стерлингов", "£|британских фунти|британских фунти|фунти|фунта"),
}  # fmt: skip
QUALIFIERS = {
    "approx": ("rund", "about", "примерно", "око"), "at_least": ("mindestens", "at least", "не менее", "најмање"),
    "at_most": ("bis zu|höchstens", "up to|at most", "до|не более", "до|највише"),
    "more_than": ("mehr als", "more than", "более", "више од"), "less_than": ("knapp", "just under", "почти", "готово"),
}  # fmt: skip
MONTHS = (
    [
        "januar",
        "februar",
        "märz",
        "april",
        "mai",
        "juni",
        "juli",
        "august",
        "september",
        "oktober",
        "november",
        "dezember",
    ],
    [
        "january",
        "february",
        "march",
        "april",
        "may",
        "june",
        "july",
        "august",
        "september",
        "october",
        "november",
        "december",
    ],
    ["январ", "феврал", "март", "апрел", "ма[йяе]", "июн", "июл", "август", "сентябр", "октябр", "ноябр", "декабр"],
    [
        "јануар",
        "фебруар",
        "март",
        "април",
        "мај",
        "јун",
        "јул",
        "август",
        "септембар",
        "октобар",
        "новембар",
        "децембар",
    ],
)
SCALES = (
    {"Million": 6, "Milliarde": 9}, {"million": 6, "billion": 9}, {"миллион": 6, "миллиард": 9}, {"милион": 6, "милијард": 9},
)  # fmt: skip
NEGATIONS = (
    r"\b(?:nicht|kein\w*|niemand|weder|ohne)\b", r"\b(?:not|cannot|no|nobody|neither|without|went unanswered|undisclosed)\b",
    r"(?:\b(?:не|нет|никто|ни|без|отсутствует)\b|\bнедоступно\b)", r"\b(?:не|није|нису|нема|нико|ни|без)\b",
)  # fmt: skip
# Fixed phrases for what a quote may deny or not ("ließ die Frage offen"): they deny by themselves.
EITHER_WAY = frozenset(subtype.name for subtype in SUBTYPES if subtype.negated is None)
# What sounds like a negation and is a bound.
BOUNDS = r"не менее|не более"
PLANNED = ("geplant", "planned", "планируется|запланирован", "планиран")
CLASSES = {
    "vendor_claim": ("Herstellerangabe", "Vendor claim", "Утверждение производителя", "Тврдња произвођача"),
    "customer_claim": ("Kundenaussage", "Customer claim", "Утверждение клиента", "Тврдња клијента"),
    "official_statement": ("Amtliche Angabe", "Official statement", "Заявление официального органа", "Изјава надлежног органа"),
    "independent_evidence": ("Unabhängiger Beleg", "Independent evidence", "Независимые данные", "Независан доказ"),
    "third_party_opinion": ("Einschätzung Dritter", "Third-party opinion", "Стороннее мнение", "Мишљење треће стране"),
    "publisher_analysis": ("Analyse der Redaktion", "Publisher’s analysis", "Анализ редакции", "Анализа редакције"),
    "partner_claim": ("Partneraussage", "Partner claim", "Утверждение партнёра", "Тврдња партнера"),
    "unattributed": ("Ursprung nicht genannt", "Origin not stated", "Первоисточник не назван", "Примарни извор није наведен"),
}  # fmt: skip
NAMES = (
    "Zubrix", "Halden & Söhne", "<b>Zug</b>", "{{ 7*7 }}", "torch.func", 'Wert"A"', "O'Neill", "%s", "Ąžuolas", "Звезда", "Ђоковић",
    "a" * 60, "x=1", "C++", "日本電気", "Ёлка", "</p><script>", "{% raw %}", "&amp;", "Ωmega",
)  # fmt: skip
# Names that stand in for those of samples, and which of these are nothing but names.
PLAIN_NAMES = (
    "Halden",
    "Kern",
    "Morava",
    "Tisa",
    "Wotan",
    "Ladoga",
    "Onega",
    "Karst",
    "Lumen",
    "Brenta",
    "Fjord",
    "Garda",
)
STRANGE = frozenset(
    {"Aero 3", "Zubrix", "Nordvik", "Halden", "Kern2", "Kern3", "FP8", "DDP", "FSDP2", "zubrix-x", "PyTorch"}
)
WORDED = [sample for sample in samples() if sample.name not in UNWORDED]
PLACE = {"de": 0, "en": 1, "ru": 2, "sr-Cyrl": 3, "sr-Latn": 3}
NUMBER = re.compile(r"[−-]?\d(?:[\d.,\u00a0\u202f ]*\d)?")


def own(table, locale: str) -> str:
    """A pattern of a table for a locale; the Latin of Serbian is spelt out letter by letter."""
    text = table[PLACE[locale]]
    return text if locale != "sr-Latn" else spelt(text)


def spelt(text: str) -> str:
    pairs = dict(zip("абвгдђежзијклмнопрстћуфхцчш", "abvgdđežzijklmnoprstćufhcčš", strict=True)) | {
        "љ": "lj",
        "њ": "nj",
        "џ": "dž",
    }
    return "".join(
        pairs.get(letter) or (pairs[letter.lower()].capitalize() if letter.lower() in pairs else letter)
        for letter in text
    )


@cache
def environment(locale: str):
    return Environments().environment(locale)


def said(one: Statement, locale: str) -> tuple[str, str] | None:
    """The sentence of a fact, and the line beside it, as a page prints them; None if the quote speaks for itself."""
    return printed(edition(one, subject="Zubrix"), locale)


def printed(made: Edition, locale: str) -> tuple[str, str] | None:
    words, names = Wordings(environment(locale), locale, made), LocalNames(made, locale)
    if words.sentence(made.facts[0]) is None:
        return None
    environment(locale).filters |= {"called": names.shown, "named": names.marked}
    environment(locale).globals |= {
        "site": made.site, "address": "", "report": lambda fact, subject: "",
    }  # fmt: skip
    view = Viewer(made, locale, words, Index(made), names)._fact(made.facts[0])
    module = environment(locale).get_template("macros.html").make_module()
    page = str(module.fact(view))
    voice = re.search(r'<p class="voice.*?</p>', page, re.DOTALL)[0]
    say = re.search(r'<p class="say">(.*?)&nbsp;<a class="perma"', page, re.DOTALL)[1]
    assert "<b>Zug" not in page
    assert "<script" not in page
    return text(say), text(voice)


def text(html: str) -> str:
    return unescape(re.sub(r"<[^>]+>", "", html)).replace("\u202f", "\u00a0")


def numbers(sentence: str, locale: str) -> list[Decimal]:
    """The numbers of a sentence, by CLDR's grammar, each with the million or billion behind it."""
    found = []
    for match in NUMBER.finditer(sentence):
        digits = match[0].replace("−", "-").replace("\u202f", "\u00a0").rstrip("., \u00a0")
        value = parse_decimal(digits, locale=babel_locale(locale), strict=False)
        rest = sentence[match.end() :].lstrip("\u00a0 ")
        scales = {
            own((key,) * 4, locale) if locale == "sr-Latn" else key: power
            for key, power in SCALES[PLACE[locale]].items()
        }
        power = max((power for word, power in scales.items() if rest.startswith(word)), default=0)
        found.append(value * 10**power)
    return found


def keeps_quantity(sentence: str, quantity: Quantity, locale: str) -> None:
    wanted = [Decimal(repr(quantity.value))] + (
        [Decimal(repr(quantity.value_to))] if quantity.value_to is not None else []
    )
    found = numbers(sentence.replace("–", " – "), locale)
    assert found == wanted, (sentence, found)
    for name, table in QUALIFIERS.items():
        there = re.search(rf"(?:^|[\s(])(?:{own(table, locale)})[\s\u00a0]", sentence, re.IGNORECASE)
        assert bool(there) == (name == quantity.qualifier), (name, sentence)
    money = quantity.unit.partition("/")[0]
    if money in CURRENCIES:
        assert re.search(own(CURRENCIES[money], locale), sentence), sentence
    elif quantity.unit in UNITS:
        assert re.search(rf"\d[\u00a0]?(?:{own(UNITS[quantity.unit], locale)})(?:$|[\s.,;)])", sentence), sentence


def dates(sentence: str, locale: str) -> list[str]:
    """The dates of a sentence, in ISO 8601 as precise as they are."""
    found = []
    stems = [spelt(stem) if locale == "sr-Latn" else stem for stem in MONTHS[PLACE[locale]]]
    low = sentence.lower()
    for month, stem in enumerate(stems, start=1):
        # Serbian drops a vowel before an ending ("септембар", "септембра"), Russian a soft sign.
        short = re.sub(r"(?:ар|ar)$", r"(?:ар|ар|р|ar|r)", stem) if stem.endswith(("бар", "bar")) else stem
        short = short.replace("октобар", "октоб").replace("oktobar", "oktob")
        if match := re.search(rf"(?:(\d+)\.?[\s\u00a0])?\b{short}[^\W\d]{{0,2}}\b\.?(?:[\s\u00a0](\d{{4}}))?", low):
            year, day = match[2], match[1]
            found.append(f"{year or '-'}-{month:02}" + (f"-{int(day):02}" if day else ""))
    if not found:
        found = re.findall(r"\b\d{4}\b", sentence)
    return found


def keeps_polarity(sentence: str, one: Statement, locale: str) -> None:
    bare = re.sub(BOUNDS, "", sentence, flags=re.IGNORECASE)
    for name in one.names:
        bare = bare.replace(name, "")
    denied = re.search(own(NEGATIONS, locale), bare, re.IGNORECASE)
    assert bool(denied) == (one.polarity == "negated"), sentence


def keeps_speaker(sentence: str, voice: str, one: Statement, locale: str) -> None:
    assert own(CLASSES[one.evidence], locale) in voice
    if one.claimant:
        assert one.claimant in voice
    planned = re.search(own(PLANNED, locale), f"{voice} {sentence}", re.IGNORECASE)
    assert bool(planned) == (one.modality == "planned"), (voice, sentence)
    if one.evidence == "customer_claim" and one.quantities:
        assert one.claimant in sentence, sentence


ROUND = st.integers(-3, 3).flatmap(lambda places: st.integers(1, 10**6).map(lambda n: float(Decimal(n).scaleb(places))))
VALUES = st.one_of(
    st.integers(1, 2_000_000_000).map(float), ROUND, st.sampled_from([1.0, 1.5, 2.0, 5.0, 11.0, 12.5, 21.0, 22.0, 101.0, 1_000_000.0]),
)  # fmt: skip
QUALIFIER = st.sampled_from(["exact", *QUALIFIERS])
DAYS = st.dates().map(lambda found: found.replace(year=2000 + found.year % 50))
DATES = st.one_of(
    DAYS.map(lambda found: found.isoformat()), DAYS.map(lambda found: found.isoformat()[:7]),
    DAYS.map(lambda found: f"-{found.isoformat()[4:]}"), DAYS.map(lambda found: f"-{found.isoformat()[4:7]}"),
    DAYS.map(lambda found: found.isoformat()[:4]),
)  # fmt: skip
SPEAKERS = st.sampled_from([
    ("vendor_claim", "Nordvik"), ("official_statement", "BSI"), ("third_party_opinion", "Ole Brandt"), ("unattributed", None),
    ("independent_evidence", "Labor Hain"), ("customer_claim", "Stadtwerke & Hain <GmbH>"),
])  # fmt: skip
LOCALE = st.sampled_from(LOCALES)
# What comes in each unit, so that its value is worded.
MEASURED = {
    "hours": "Akkulaufzeit", "minutes": "Ladezeit", "days": "Akkulaufzeit", "percent": "Marktanteil", "km": "Reichweite",
    "W": "Stromverbrauch", "Wh/kg": "Energiedichte", "GB": "Speicherbedarf", "celsius": "Temperatur",
    "milliseconds": "Antwortzeit", "kWh": "Kapazität", "Mbit/s": "Durchsatz", "dB": "Lautstärke", "months": "Wartezeit",
    "years": "Lebensdauer", "percentage_points": "Marktanteil",
}  # fmt: skip


def spoken(quote: str, speaker: tuple[str, str | None], **fields: object) -> Statement:
    return statement(
        quote, evidence=speaker[0], claimant=speaker[1], **{"confidence": 0.9, "subject": "Zubrix"} | fields
    )


def check(one: Statement, locale: str) -> str:
    found = said(one, locale)
    assert found is not None, one.quote
    sentence, voice = found
    keeps_speaker(sentence, voice, one, locale)
    keeps_polarity(sentence, one, locale)
    return sentence


@EXAMPLES
@given(
    value=VALUES, unit=st.sampled_from(sorted(UNITS)), qualifier=QUALIFIER, more=st.none() | st.integers(1, 5000), speaker=SPEAKERS,
    sign=st.sampled_from([1, 1, 1, -1]), locale=LOCALE,
)  # fmt: skip
def test_values_with_their_units(value, unit, qualifier, more, speaker, sign, locale) -> None:
    assume(sign == 1 or (unit == "celsius" and more is None))
    last = None if more is None else value + more
    quantity = Quantity(value=sign * value, value_to=last, unit=unit, qualifier=qualifier)
    # A difference in points is worded where something changed.
    change = "steigt um" if unit == "percentage_points" else "beträgt"
    one = spoken(f"{MEASURED[unit]} {change} {value}.", speaker, kind="metric", quantities=(quantity,))
    keeps_quantity(without_speaker(check(one, locale), one), quantity, locale)


@EXAMPLES
@given(
    value=VALUES, currency=st.sampled_from(sorted(CURRENCIES)), per=st.sampled_from(["", "", "/month", "/kWh"]), qualifier=QUALIFIER,
    more=st.none() | st.integers(1, 5000), speaker=SPEAKERS, locale=LOCALE,
)  # fmt: skip
def test_money(value, currency, per, qualifier, more, speaker, locale) -> None:
    last = None if more is None else value + more
    quantity = Quantity(value=value, value_to=last, unit=currency + per, qualifier=qualifier)
    one = spoken(f"Preis: {value}.", speaker, kind="price", quantities=(quantity,))
    keeps_quantity(without_speaker(check(one, locale), one), quantity, locale)


@EXAMPLES
@given(value=st.one_of(st.integers(1, 2_000_000_000).map(float)), qualifier=QUALIFIER, speaker=SPEAKERS, locale=LOCALE)
def test_things_counted(value, qualifier, speaker, locale) -> None:
    quantity = Quantity(value=value, qualifier=qualifier, of="Geräte")
    one = spoken(f"Betroffen sind {value:.0f} Geräte.", speaker, kind="security", quantities=(quantity,))
    sentence = without_speaker(check(one, locale), one)
    keeps_quantity(sentence, quantity, locale)
    noun = ("Geräte?", "devices?", "устройств[ао]?", "уређаја?")
    assert re.search(rf"\d\u00a0{own(noun, locale)}\b", sentence), sentence
    # Bounds and approximations do not change that one is one.
    if qualifier == "exact":
        one_of_it = ("Gerät", "device", "устройство", "уређај")
        alone = value == 1 if locale in {"de", "en"} else value % 10 == 1 and value % 100 != 11
        assert bool(re.search(rf"\u00a0{own(one_of_it, locale)}\b", sentence)) == alone, sentence


@EXAMPLES
@given(
    value=VALUES, unit=st.sampled_from(["percent", "times"]), qualifier=QUALIFIER, word=st.sampled_from(["mehr", "weniger"]),
    speaker=SPEAKERS, locale=LOCALE,
)  # fmt: skip
def test_differences(value, unit, qualifier, word, speaker, locale) -> None:
    quantity = Quantity(value=value, unit=unit, qualifier=qualifier)
    one = spoken(
        f"Zubrix: {value} {word} Audiosekunden.", speaker, kind="metric", names=("Zubrix",), quantities=(quantity,)
    )
    sentence = without_speaker(check(one, locale), one)
    assert numbers(sentence, locale) == [Decimal(repr(value))]
    direction = {"mehr": ("mehr", "more", "больше", "више"), "weniger": ("weniger", "less", "меньше", "мање")}
    bare = re.sub(rf"(?:{own(QUALIFIERS['more_than'], locale)})(?=[\s\u00a0])", "", sentence)
    assert {name for name, table in direction.items() if re.search(rf"\b{own(table, locale)}\b", bare)} == {word}, (
        sentence
    )
    there = (
        re.search(rf"(?:^|[\s(])(?:{own(QUALIFIERS[qualifier], locale)})[\s\u00a0]", sentence)
        if qualifier != "exact"
        else True
    )
    assert there, sentence


@EXAMPLES
@given(date=DATES, speaker=SPEAKERS, locale=LOCALE)
def test_dates_of_every_precision(date, speaker, locale) -> None:
    one = spoken(
        f"Zubrix: öffentliche Beta {date}.", speaker, kind="release", names=("Zubrix",), dates=(date,), date_roles=("release",),
    )  # fmt: skip
    sentence = check(one, locale)
    assert dates(sentence.replace(own(("öffentliche", "", "", ""), locale), ""), locale) == [date], sentence


@EXAMPLES
@given(date=DATES, speaker=SPEAKERS, locale=LOCALE)
def test_what_is_planned(date, speaker, locale) -> None:
    one = spoken(
        f"Der Start von Halden ist für {date} angekündigt.", speaker, kind="release", names=("Halden",), dates=(date,),
        date_roles=("release",), modality="planned",
    )  # fmt: skip
    sentence = check(one, locale)
    assert "Halden" in sentence
    assert dates(sentence, locale) == [date], sentence


@EXAMPLES
@given(
    names=st.lists(st.sampled_from(NAMES), min_size=1, max_size=4, unique=True), negated=st.booleans(), speaker=SPEAKERS, locale=LOCALE,
)  # fmt: skip
def test_names_of_any_kind_supported_or_not(names, negated, speaker, locale) -> None:
    """Names that gist cannot find again are left to the quote; all others stand as they are, and nothing of them is markup."""
    listed = names[0] if len(names) == 1 else f"{', '.join(names[:-1])} und {names[-1]}"
    quote = f"Nicht unterstützt werden {listed}." if negated else f"Unterstützt werden {listed}."
    one = spoken(
        quote, speaker, kind="limitation" if negated else "support", polarity="negated" if negated else "affirmed", names=tuple(names),
    )  # fmt: skip
    found = said(one, locale)
    assume(found is not None)
    sentence, voice = found
    assert all(name in sentence for name in names), sentence
    keeps_polarity(sentence, one, locale)
    keeps_speaker(sentence, voice, one, locale)


@pytest.mark.parametrize("locale", LOCALES)
def test_hostile_names_are_worded_at_all(locale) -> None:
    """Else the test above would prove nothing."""
    worded = [
        name
        for name in NAMES
        if said(spoken(f"Unterstützt wird {name}.", ("vendor_claim", "Nordvik"), kind="support", names=(name,)), locale)
    ]
    assert len(worded) >= len(NAMES) // 2, worded
    assert {"Halden & Söhne", "<b>Zug</b>", "O'Neill"} <= set(worded)


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize(
    "quote", ["Die App ist nicht verfügbar.", "Geprüft hat das niemand.", "Belege legte Halden nicht vor."]
)
def test_denials_without_values(quote, locale) -> None:
    kind = "limitation" if "App" in quote else "caveat"
    names = ("Halden",) if "Halden" in quote else ()
    one = spoken(quote, ("unattributed", None), kind=kind, polarity="negated", names=names)
    found = said(one, locale)
    if found is not None:
        keeps_polarity(found[0], one, locale)


@settings(EXAMPLES, max_examples=120)
@given(
    place=st.integers(0, len(WORDED) - 1), value=VALUES, qualifier=QUALIFIER,
    names=st.lists(st.sampled_from(PLAIN_NAMES), min_size=9, max_size=9, unique=True), locale=LOCALE,
)  # fmt: skip
def test_every_wording_with_other_values_and_names(place, value, qualifier, names, locale) -> None:
    """All that a sample of the proofreading aid holds is exchanged; its wording tells what it holds now."""
    sample = WORDED[place]
    one, fact = sample.edition.statements[0], sample.edition.facts[0]
    quantities = tuple(
        replace(quantity, value=float(int(value) or 1) if quantity.unit == "count" else value, qualifier=qualifier)
        for quantity in one.quantities
    )  # fmt: skip
    if sample.name.startswith("figure_"):
        # How values stand to each other is read off their places in the quote, so they are exchanged there, below.
        quantities = one.quantities
    others = dict(zip((name for name in one.names if name in STRANGE), names, strict=False))
    quote, subject, vendor = one.quote, one.subject, sample.edition.stories[0].vendor
    if others:  # all at once: a name may be exchanged for one that is exchanged itself
        longest = sorted(others, key=len, reverse=True)
        quote = re.sub("|".join(map(re.escape, longest)), lambda found: others[found[0]], quote)
    one = replace(
        one, quote=quote, names=tuple(others.get(name, name) for name in one.names), quantities=quantities,
        claimant=others.get(one.claimant, one.claimant), origin=None, subject=others.get(subject, subject),
    )  # fmt: skip
    fact = replace(fact, subject=one.subject, objects=one.names, quantities=quantities)
    story = replace(
        sample.edition.stories[0],
        subject=one.subject,
        vendor=others.get(vendor, vendor),
        facts=(fact.id,),
        conflicts=(),
    )
    found = printed(replace(sample.edition, statements=(one,), facts=(fact,), stories=(story,)), locale)
    if found is None and sample.name.startswith(("figure_", "list_")):
        # Its values are those that the quote itself holds in their places; test_figures.py exchanges both.
        return
    assert found is not None, (sample.name, quote)
    sentence, voice = found
    keeps_speaker(sentence, voice, one, locale)
    if sample.name not in EITHER_WAY:
        keeps_polarity(sentence, one, locale)
    told = without_speaker(sentence, one)
    for name in sorted((*one.names, one.subject or ""), key=len, reverse=True):
        assert name in told or name in voice or name == one.subject, (name, sentence)
        told = told.replace(name, "") if name else told
    for version in one.versions:
        assert version in told, sentence
        told = told.replace(version, "")
    assert dates(told, locale) == list(one.dates), sentence
    for quantity in quantities:
        if not one.dates:
            keeps_quantity(told, quantity, locale)


@EXAMPLES
@given(
    value=st.integers(2, 1_000_000), more=st.integers(1, 1_000_000), locale=LOCALE,
    told=st.sampled_from([
        ("Ladung (Netz) | {value} min", "metric"), ("Eine Mahlzeit kostet {value} Euro.", "price"),
        ("Die Rechnung sei um {value} Euro gesunken.", "metric"), ("Verkauft sind {value} von {whole} Geräten.", "quantity"),
    ]),
)  # fmt: skip
def test_values_that_stand_to_each_other(value, more, locale, told) -> None:
    """Each value of the quote stands in the sentence, in its order."""
    quote, kind = told
    values = [value, value + more] if "{whole}" in quote else [value]
    quote = quote.format(
        **{name: f"{number:,}".replace(",", ".") for name, number in zip(("value", "whole"), values, strict=False)}
    )
    quantities = tuple(one.quantity for one in find_values(quote, load("de", "Latn")).quantities)
    found = said(statement(quote, kind=kind, quantities=quantities), locale)
    assert found is not None, quote
    assert numbers(found[0], locale) == values, found[0]


def without_speaker(sentence: str, one: Statement) -> str:
    """A sentence without the name in brackets behind it."""
    return re.sub(rf"\s\([^()]*{re.escape(one.claimant)}\)\.?$", ".", sentence) if one.claimant else sentence
