"""The words that merging compares: the same ideas in every language, each form in one script."""

import re
import tomllib
from importlib import resources

import pytest

from beleg.lexicons import LANGUAGES
from beleg.merge.words import apart, opposed, opposites, rivals, words


def table(name):
    return tomllib.loads(resources.files("beleg.lexicons").joinpath(f"words/{name}.toml").read_text("utf-8"))


TABLES = {language: table(language) for language in LANGUAGES}


def groups(language):
    """Each table of forms by its name; a table of tables counts as several."""
    told = dict(TABLES[language])
    return told | {f"choice.{name}": forms for name, forms in told.pop("choice").items()}


def test_every_language_has_the_same_keys():
    first, *others = ({name: sorted(forms) for name, forms in groups(language).items()} for language in LANGUAGES)
    assert all(keys == first for keys in others)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_form_is_of_one_script_and_stands_once_in_its_entry(language):
    script = "[a-zäöüß]" if language == "de" else "[а-яђјљњћџ]"
    for part in groups(language).values():
        for key, forms in part.items():
            told = [form if isinstance(form, str) else form["form"] for form in forms]
            assert told, key
            assert len(set(told)) == len(told), key
            assert all(form == form.lower() and "ё" not in form for form in told), key
            others = [
                w for form in told for w in form.split() if not re.fullmatch(rf"q\d|\d|[.,*_]|i+|iv|{script}[\w*-]*", w)
            ]
            assert not others, key


def test_opposites_are_ideas_of_the_tables():
    ideas = set(TABLES["de"]["word"])
    assert {idea for pair in (*opposites(), *rivals()) for idea in pair} <= ideas


RISE = [
    ("de", "Latn", "Der Preis steigt.", "Der Preis sinkt."),
    ("ru", "Cyrl", "Цена повысилась.", "Цена снизилась."),
    ("sr", "Cyrl", "Цена је порасла.", "Цена је опала."),
    ("sr", "Latn", "Cena je porasla.", "Cena je opala."),
]


@pytest.mark.parametrize("up", RISE)
@pytest.mark.parametrize("down", RISE)
def test_opposite_ideas_are_told_apart_across_languages(up, down):
    rising, falling = words(up[2], *up[:2]).ideas, words(down[3], *down[:2]).ideas
    assert opposed(rising, falling)
    assert not opposed(rising, words(down[2], *down[:2]).ideas)


@pytest.mark.parametrize(
    ("language", "script", "text", "contrast"),
    [
        ("de", "Latn", "Es läuft überall außer unter Windows.", "exception"),
        ("ru", "Cyrl", "Работает везде, кроме Windows.", "exception"),
        ("sr", "Cyrl", "Ради свуда осим на Windows-у.", "exception"),
        ("sr", "Latn", "Radi svuda osim na Windows-u.", "exception"),
        ("de", "Latn", "Möglicherweise sind Daten abgeflossen.", "doubt"),
        ("ru", "Cyrl", "Возможно, данные утекли.", "doubt"),
        ("sr", "Latn", "Podaci su možda iscureli.", "doubt"),
        ("de", "Latn", "Der Rückruf wurde abgesagt.", "undone"),
        ("ru", "Cyrl", "Отзыв отменён.", "undone"),
        ("sr", "Cyrl", "Опозив је отказан.", "undone"),
        ("sr", "Latn", "Agencija je ukinula nalog za povlačenje.", "undone"),
        ("de", "Latn", "Das Gericht hob den Rückruf auf.", "undone"),
        ("de", "Latn", "Die Firma zieht ihre Angabe zurück.", "undone"),
        ("de", "Latn", "Weitere 400 Stellen entfallen.", "further"),
        ("ru", "Cyrl", "Сократят ещё десять человек.", "further"),
        ("sr", "Latn", "Ukida se još deset radnih mesta.", "further"),
    ],
)
def test_what_turns_a_sentence_into_another_is_found(language, script, text, contrast):
    assert words(text, language, script).contrasts == {contrast}


@pytest.mark.parametrize(
    ("language", "script", "text"),
    [
        ("ru", "Cyrl", "Кроме того, вырос спрос."),
        ("sr", "Latn", "Osim toga, raste potražnja."),
        ("de", "Latn", "Außerdem wächst die Nachfrage."),
    ],
)
def test_besides_is_no_exception(language, script, text):
    assert not words(text, language, script).contrasts


LANGUAGE_OF = {"de": ("de", "Latn"), "ru": ("ru", "Cyrl"), "sr": ("sr", "Cyrl"), "sl": ("sr", "Latn")}
# What is chosen, and sentences of each language that choose it.
CHOICES = {
    ("period", "quarter-2"): {
        "de": "Im zweiten Quartal 2026 wuchs der Umsatz.", "ru": "Во втором квартале 2026 года выручка выросла.",
        "sr": "У другом кварталу 2026. приход је порастао.", "sl": "U drugom kvartalu prihod je porastao.",
    },
    ("period", "half-1"): {
        "de": "Im ersten Halbjahr wuchs der Umsatz.", "ru": "В первом полугодии выручка выросла.",
        "sr": "У првом полугодишту приход је порастао.", "sl": "U prvoj polovini godine prihod je porastao.",
    },
    ("change", "by"): {
        "de": "Die Preise steigen um rund 20 Prozent.", "ru": "Цены выросли на 20 %.",
        "sr": "Цене расту за 20 одсто.", "sl": "Cene su pale za oko 20 odsto.",
    },
    ("change", "to"): {
        "de": "Der Anteil stieg auf fast 20 Prozent.", "ru": "Доля выросла до 20 %.",
        "sr": "Удео је порастао на 20 одсто.", "sl": "Udeo je pao na 20 odsto.",
    },
    ("bound", "until"): {
        "de": "Das Angebot gilt bis Ende Juni 2027.", "ru": "Предложение действует до июня 2027 года.",
        "sr": "Понуда важи до јуна 2027.", "sl": "Ponuda važi do juna 2027.",
    },
    ("bound", "from"): {
        "de": "Das Angebot gilt ab Juni 2027.", "ru": "Предложение действует с июня 2027 года.",
        "sr": "Понуда важи од јуна 2027.", "sl": "Ponuda važi od juna 2027.",
    },
    ("extent", "few"): {
        "de": "Die wenigsten Filialen bleiben offen.", "ru": "Немногие филиалы остаются открытыми.",
        "sr": "Малобројни огранци остају отворени.", "sl": "Retki ogranci ostaju otvoreni.",
    },
    ("rate", "per-minute"): {
        "de": "Der Dienst schafft 900 Anfragen pro Minute.", "ru": "Сервис обрабатывает 900 запросов в минуту.",
        "sr": "Сервис обради 900 захтева у минути.", "sl": "Servis obradi 900 zahteva u minutu.",
    },
    ("extent", "all"): {
        "de": "Alle Filialen bleiben offen.", "ru": "Все филиалы остаются открытыми.",
        "sr": "Сви огранци остају отворени.", "sl": "Svi ogranci ostaju otvoreni.",
    },
    ("extent", "almost-all"): {
        "de": "Fast alle Filialen bleiben offen.", "ru": "Почти все филиалы остаются открытыми.",
        "sr": "Скоро сви огранци остају отворени.", "sl": "Gotovo svi ogranci ostaju otvoreni.",
    },
    ("extent", "most"): {
        "de": "Die meisten Filialen bleiben offen.", "ru": "Большинство филиалов остаются открытыми.",
        "sr": "Већина огранака остаје отворена.", "sl": "Većina ogranaka ostaje otvorena.",
    },
    ("extent", "not-all"): {
        "de": "Nicht alle Filialen bleiben offen.", "ru": "Не все филиалы остаются открытыми.",
        "sr": "Нису сви огранци отворени.", "sl": "Nisu svi ogranci otvoreni.",
    },
    ("rate", "per-month"): {
        "de": "Das Abo kostet 12 Euro im Monat.", "ru": "Подписка стоит 12 евро в месяц.",
        "sr": "Претплата стаје 12 евра месечно.", "sl": "Pretplata staje 12 evra mesečno.",
    },
    ("rate", "per-year"): {
        "de": "Das Abo kostet 12 Euro pro Jahr.", "ru": "Подписка стоит 12 евро в год.",
        "sr": "Претплата стаје 12 евра годишње.", "sl": "Pretplata staje 12 evra godišnje.",
    },
    ("span", "half"): {
        "de": "Das Halbjahr brachte 3 Mio. Euro.", "ru": "Полугодие принесло 3 млн евро.",
        "sr": "Полугодиште је донело 3 милиона евра.", "sl": "Polugodište je donelo 3 miliona evra.",
    },
    ("span", "quarter"): {
        "de": "Das Quartal brachte 3 Mio. Euro.", "ru": "Квартал принёс 3 млн евро.",
        "sr": "Квартал је донео 3 милиона евра.", "sl": "Kvartal je doneo 3 miliona evra.",
    },
    ("year", "before"): {
        "de": "Im Vorjahr kamen 400 Gäste.", "ru": "В прошлом году приехали 400 гостей.",
        "sr": "Прошле године дошло је 400 гостију.", "sl": "Prošle godine došlo je 400 gostiju.",
    },
    ("year", "this"): {
        "de": "In diesem Jahr kamen 400 Gäste.", "ru": "В этом году приехали 400 гостей.",
        "sr": "Ове године дошло је 400 гостију.", "sl": "Ove godine došlo je 400 gostiju.",
    },
}  # fmt: skip
CHOSEN = [(choice, name, text) for choice, told in CHOICES.items() for name, text in told.items()]


@pytest.mark.parametrize(("choice", "name", "text"), CHOSEN)
def test_what_is_chosen_of_a_group_is_found_in_every_language(choice, name, text):
    found = words(text, *LANGUAGE_OF[name]).choices
    assert {label for group, label in found if group == choice[0]} == {choice[1]}


@pytest.mark.parametrize("one", CHOSEN)
def test_those_who_choose_otherwise_of_one_group_are_apart(one):
    """Across languages and scripts, too."""
    (group, label), name, text = one
    mine = words(text, *LANGUAGE_OF[name]).choices
    for (other_group, other_label), other_name, other_text in CHOSEN:
        theirs = words(other_text, *LANGUAGE_OF[other_name]).choices
        if group == other_group:
            assert apart(mine, theirs) == (None if label == other_label else group)


@pytest.mark.parametrize(
    ("language", "script", "text"),
    [
        ("de", "Latn", "Um 20 Uhr begann auf 3 Plätzen das Fest."),
        ("ru", "Cyrl", "На 20 площадках до 5 вечера играла музыка."),
        ("sr", "Latn", "Na 20 mesta za 3 dana svira muzika."),
        ("de", "Latn", "Um die Wette wuchs das Angebot, auf das viele warten."),
    ],
)
def test_a_number_that_nothing_changes_to_is_no_change(language, script, text):
    assert not {label for group, label in words(text, language, script).choices if group == "change"}


@pytest.mark.parametrize(
    ("language", "script", "restricted", "played_down"),
    [
        ("de", "Latn", "Nur zahlende Kunden erhalten das Update.", "Die Wirksamkeit liegt bei nur rund 58 Prozent."),
        (
            "de",
            "Latn",
            "Das Werk liefert ausschließlich Motoren.",
            "Es gab nur eine Erhöhung um umgerechnet 385 Dollar.",
        ),
        ("ru", "Cyrl", "Обновление получат только платящие клиенты.", "Эффективность составила лишь около 58 %."),
        ("sr", "Cyrl", "Надоградњу добијају само претплатници.", "Учинак је само 58 одсто."),
        ("sr", "Latn", "Nadogradnju dobijaju isključivo pretplatnici.", "Učinak je samo oko 58 odsto."),
        ("sr", "Latn", "Nadogradnju dobijaju samo pretplatnici.", "To samo po sebi ništa ne dokazuje."),
        ("de", "Latn", "Nur am Montag ist zu.", "Nicht nur am Montag ist zu."),
        ("ru", "Cyrl", "Закрыто только в понедельник.", "Закрыто не только в понедельник."),
    ],
)
def test_only_restricts_a_thing_and_plays_down_a_number(language, script, restricted, played_down):
    assert words(restricted, language, script).contrasts == {"restriction"}
    assert not words(played_down, language, script).contrasts


@pytest.mark.parametrize(
    ("language", "script", "further", "plain"),
    [
        ("ru", "Cyrl", "Сократят ещё 200 человек.", "Ещё в мае сократили людей."),
        ("sr", "Cyrl", "Отпуштају још 200 људи.", "Још у мају су отпуштали."),
        ("sr", "Latn", "Otpuštaju još oko 200 ljudi.", "Još nije kasno."),
        ("de", "Latn", "Es fehlen noch 14 Nachweise.", "Noch im Mai fehlten die Nachweise."),
    ],
)
def test_a_number_counted_on_from_another_is_told_apart(language, script, further, plain):
    assert words(further, language, script).contrasts == {"further"}
    assert not words(plain, language, script).contrasts


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("de", "Latn", "Der Umsatz lag bei 40 Mio. Euro."), ("ru", "Cyrl", "Прибыль составила 40 млн евро.")),
        (("sr", "Cyrl", "Приход је 40 милиона евра."), ("sr", "Latn", "Dobit je 40 miliona evra.")),
        (("ru", "Cyrl", "Убыток составил 40 млн."), ("de", "Latn", "Der Gewinn betrug 40 Mio.")),
        (("de", "Latn", "300 Mitarbeiter sind betroffen."), ("ru", "Cyrl", "Пострадали 300 клиентов.")),
        (("de", "Latn", "Vier Menschen wurden verletzt."), ("sr", "Latn", "Četvoro ljudi je poginulo.")),
    ],
)
def test_rivals_are_told_apart_although_the_number_is_one(one, other):
    mine, theirs = (words(text, language, script).ideas for language, script, text in (one, other))
    assert opposed(mine, theirs)
    assert not opposed(mine, mine | theirs)
