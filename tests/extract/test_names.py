"""Names: what is one in each language, where it ends, and how it is spelled."""

from __future__ import annotations

import itertools
import json
from collections import Counter

import pytest

from beleg.extract.names import find_names
from beleg.extract.sentences import sentences
from beleg.lexicons import load, tokenize
from beleg.lexicons.register import load_register
from fakes import CORPUS, HELD_OUT


def found(text, language, script="Latn", also=(), register=None):
    lexicon = load(language, script)
    cut = [
        tokenize(text, *span)
        for start, line in _lines(text)
        for span in sentences(text, lexicon, start, start + len(line))
    ]
    return find_names(text, [tokens for tokens in cut if tokens], lexicon, register or load_register(), also)


def _lines(text):
    at = 0
    for line in text.split("\n"):
        yield at, line
        at += len(line) + 1


def names(text, language, script="Latn", **more):
    return [one.name for one in found(text, language, script, **more)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # A slot makes a name of a noun.
        ("Der Hersteller Vexlor hat die Zelle gezeigt.", ["Vexlor"]),
        ("Die Lieferung verzögert sich Norwatt zufolge.", ["Norwatt"]),
        ("Die Firma Quentis liefert das Gehäuse. Quentis nennt keinen Preis.", ["Quentis", "Quentis"]),
        # Nouns are none.
        ("Die Behörde prüft den Antrag, und das Gericht wartet auf die Unterlagen.", []),
        ("Nach Angaben des Ministeriums sinkt der Verbrauch im Winter.", []),
        ("In Leipzig und Wien fahren Busse aus Schweden.", []),
        # Persons: in full where the surname stands alone.
        ("Sprecherin Karin Oswald widersprach. Oswald zufolge fehlt der Beleg.", ["Karin Oswald", "Karin Oswald"]),
        ("Das sagte Dr. Milan Petrović der Zeitung.", ["Milan Petrović"]),
        # Compounds: the common part is cut off.
        ("Vexlor-Chefin Ute Reimann nannte keine Zahl, der Vexlor-Sprecher auch nicht.", ["Vexlor", "Ute Reimann", "Vexlor"]),
        ("Ein PyTorch-Blog erklärt das CUDA-Modul.", ["PyTorch", "CUDA"]),
        # The genitive's s.
        ("Der Hersteller Vexlor wächst. Vexlors Werk steht still.", ["Vexlor", "Vexlor"]),
        # Companies' second words, and short for long.
        ("Die Firma Ostra Systems wächst. Ostra zufolge reicht das Geld.", ["Ostra Systems", "Ostra Systems"]),
        # Institutions.
        ("Forscher der Technischen Universität Altfeld haben gemessen.", ["Technical University of Altfeld"]),
        ("Das Landgericht Altfeld wies die Klage ab.", ["Altfeld Regional Court"]),
        ("Die Bundesnetzagentur warnt.", ["Federal Network Agency"]),
        # Shapes.
        ("Der Chip T40 rechnet in BF16 und FP32, CVE-2026-12345 ist behoben.", ["T40", "BF16", "FP32", "CVE-2026-12345"]),
        ('Ein Aufruf von torch.compile genügt, danach .to("neuron").', ["torch.compile", '.to("neuron")']),
        ("Das Netz funkt mit 5G, der Preis steht in EUR.", ["5G"]),
        ("Der Code steht unter Apache 2.0 und läuft auf Ubuntu 24.04.", ["Apache 2.0", "Ubuntu"]),
        ("Wir haben die Vela 3 gehört; die Vela 3 rauscht nicht.", ["Vela 3", "Vela 3"]),
    ],
)  # fmt: skip
def test_german(text, expected):
    assert names(text, "de") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # The noun for the kind of body belongs to the name, in the nominative.
        ("Die Reederei Brandsund baut um. Im Mai zahlt Brandsund.", ["Reederei Brandsund", "Reederei Brandsund"]),
        ("Ein Sprecher des Klinikums Werretal widersprach.", ["Klinikum Werretal"]),
        ("Die Stadtwerke Ulm und das Zementwerk Hagenau warten.", ["Stadtwerke Ulm", "Zementwerk Hagenau"]),
        ("Bei der Kita Sonnenhof, die fünf Räder hat, ist man froh.", ["Kita Sonnenhof"]),
        ("Die Pension Waldruh hat zwei Geräte.", ["Pension Waldruh"]),
        # What is nothing but a name stands without it, where others do.
        ("Das Prüfinstitut Quanta hat gemessen. Quanta nennt keine Zahl.", ["Quanta", "Quanta"]),
        # What it is for, whose it is, where it is.
        ("Das Institut für Energiemärkte rechnet anders.", ["Institut für Energiemärkte"]),
        ("Die Anstalt für Luft- und Seeverkehr prüft.", ["Anstalt für Luft- und Seeverkehr"]),
        ("Der Verband der Kabelnetzbetreiber klagt.", ["Verband der Kabelnetzbetreiber"]),
        ("Die Bezirkshauptmannschaft St. Johann prüft.", ["Bezirkshauptmannschaft St. Johann"]),
        ("Ein Institut misst, der Verein zahlt, und die Schule wartet.", []),
        # Adjectives with a capital, in the nominative.
        ("Von der Deutschen Seenotwache kommt Lob.", ["Deutsche Seenotwache"]),
        ("Beim Offenen Kanal Hagenau ist man froh.", ["Offener Kanal Hagenau"]),
        ("Das Thüringer Umweltamt prüft.", ["Thüringer Umweltamt"]),
        ("Kalte Füße bekommt hier niemand.", []),
        # Two words: with "&", a place, a trade behind a name.
        ("Der Verein Haus & Grund Havel klagt, Kern & Söhne auch.", ["Haus & Grund Havel", "Kern & Söhne"]),
        ("Der Lieferant Messgeräte Kassel hat geliefert.", ["Messgeräte Kassel"]),
        ("Großaktionär Borussia Beteiligungen verkauft.", ["Borussia Beteiligungen"]),
        ("In der Region Stuttgart und im Raum Köln fehlt Regen.", []),
        ("Der Mieter, der in Köln Haushaltsgeräte prüft, klagt.", []),
        # English where the body has an English name.
        ("Das Kieler Landgericht hat entschieden.", ["Kiel Regional Court"]),
        ("Die Verbraucherzentrale Hessen warnt.", ["Consumer Advice Center Hesse"]),
        ("An der TU Chemnitz und beim Deutschen Wetterdienst wird gemessen.",
         ["Technical University of Chemnitz", "German Weather Service"]),
        ("Die Stadtnetz Ulm wartet.", ["Stadtnetz Ulm"]),
    ],
)  # fmt: skip
def test_german_bodies(text, expected):
    """Names that hold a noun for a kind of body, an adjective or a place."""
    assert names(text, "de") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # Behind what somebody does, a compound of ordinary words is a name; so is a word of the dictionary, where a sentence begins.
        ("Der Hersteller Kontowolke schweigt.", ["Kontowolke"]),
        ("Die Firma Zeitfenster liefert das.", ["Zeitfenster"]),
        ("Das zahlen Anbieter Kunden zurück.", []),
        # Without an article, where a thing would have one.
        ("Talwatt gibt sich bescheiden. Bei Talwatt kennt man den Fehler.", ["Talwatt", "Talwatt"]),
        ("Saalton aus Trier liefert die Mikrofone.", ["Saalton"]),
        ("Kritik gibt es viel. Mit Kritik rechnet man. Wasserstoff hat Vorteile, mit Wasserstoff fährt der Bus.", []),
        # A legal form, a country's adjective, a hyphen before staff.
        ("Die Sonnenstoff AG wurde gegründet.", ["Sonnenstoff"]),
        ("Die dänische Nordkøl hat einen Antrag gestellt.", ["Nordkøl"]),
        ("Mautwerk-Vorständin Edith Kras schweigt.", ["Mautwerk", "Edith Kras"]),
        # Where somebody is, what they have, who speaks for them.
        ("Die Teile stammen von Rechenscheune in Itzehoe.", ["Rechenscheune"]),
        ("Bei Grubenlampe, deren Spiel lahmt, wartet man.", ["Grubenlampe"]),
        ("Holz, dessen Preis steigt, fehlt bei Neubauten in Köln.", []),
        ("Das sagt Carla Isen, Geschäftsführerin von Isenflug.", ["Carla Isen", "Isenflug"]),
        ("Der US-Anbieter Cloudsicht erklärt das.", ["Cloudsicht"]),
        # Words that open a sentence, plurals, places.
        ("Süffisant kommentiert das der Chef. Darauf hofft auch er.", []),
        ("Statt auf Wachse setzt man auf Beläge, Verstöße und Erträge.", []),
        ("Die schönste Baustelle Westfalens liegt in Bad Arolsen.", []),
    ],
)  # fmt: skip
def test_german_nouns(text, expected):
    """A noun alone: by the place where it stands, and by how much it looks like an ordinary one."""
    assert names(text, "de") == expected


@pytest.mark.parametrize(
    ("text", "person"),
    [
        ("Kapitänin Ragnhild Aasen lobt den Antrieb.", "Ragnhild Aasen"),
        ("Der Geologe Hans-Peter Glöckner warnt.", "Hans-Peter Glöckner"),
        ("Die Toxikologin Ysolde Sill rät ab.", "Ysolde Sill"),
        ("Das sagt Gülşen Yıldırım vom Betriebsrat.", "Gülşen Yıldırım"),
        ("Für Agnieszka Pilch ist das zu teuer.", "Agnieszka Pilch"),
    ],
)
def test_german_persons(text, person):
    """Given names of many tongues, and those that nobody knows behind a noun for a person."""
    assert [one.name for one in found(text, "de") if one.type == "person"] == [person]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Kompanija Veksel objavila je rezultate.", ["Veksel"]),
        ("Iz Haldena tvrde da su podaci tačni. Halden nije objavio tabelu.", ["Halden", "Halden"]),
        ("To je izjavio Nebojša Grbić. Sa Nebojšom Grbićem smo razgovarali juče.", ["Nebojša Grbić", "Nebojša Grbić"]),
        ("Prema oceni Zorana Bjelice, cena će rasti.", ["Zoran Bjelica"]),
        ("Ocenu je dala Vesna Ilić, a Ilić nije prva.", ["Vesna Ilić", "Vesna Ilić"]),
        ("TorchNeuron-a nema u paketu, javlja AWS.", ["TorchNeuron", "AWS"]),
        ("Lanac „Zlatna zora“ povukao je seriju.", ["Zlatna zora"]),
        ("„Ovo je naš najveći uspeh“, rekao je direktor.", []),
        ("Istraživači sa Univerziteta u Lipniku merili su potrošnju.", ["University of Lipnik"]),
        ("Kako navodi Narodna banka Srbije, rok ističe u petak.", ["National Bank of Serbia"]),
        ("U Beogradu i Novom Sadu cene rastu.", []),
        ("Država je odobrila novac. Stanovnici čekaju.", []),
        # The nominative, by all forms that the article has.
        ("Iz Lukarne tvrde da je roba ispravna.", ["Lukarna"]),
        ("Bez Jelovca nema posla.", ["Jelovac"]),
        ("Čuje se iz Stakla Mirkov. U Staklu Mirkov kažu da je dobro.", ["Staklo Mirkov", "Staklo Mirkov"]),
        ("Razgovarali smo u Lepinici. Lepinica je nova.", ["Lepinica", "Lepinica"]),
        # Words of the language with a capital inside a sentence.
        ("Prodaje ga butik užičke firme Toplina.", ["Toplina"]),
        ("Tako tvrdi Barska plovidba.", ["Barska plovidba"]),
        # Bodies with the noun for their kind, and a place behind.
        ("Mesna zajednica Lipnik ne deli to mišljenje.", ["Mesna zajednica Lipnik"]),
        ("Odgovor je stigao iz Biblioteke Bor.", ["Biblioteka Bor"]),
        ("U Železari Podunavlje se radi.", ["Železara Podunavlje"]),
        ("Udruženje pčelara Šumadije traži odštetu.", ["Udruženje pčelara Šumadije"]),
        ("Tehnička škola Zaječar kupila je deset komada.", ["Tehnička škola Zaječar"]),
        ("Udruženje traži odštetu. Nova banka je otvorena.", []),
        ("Lanac Alatnica Zemun je zadovoljan.", ["Alatnica Zemun"]),
        ("Direktorat civilnog vazduhoplovstva izdao je dozvolu.", ["Civil Aviation Directorate"]),
        ("Zapisnik Inspekcije rada smo pročitali.", ["Labour Inspectorate"]),
        # What begins a sentence.
        ("Slovenački Strujko to tvrdi.", ["Strujko"]),
        ("Voltarna Tehnika je to potvrdila.", ["Voltarna Tehnika"]),
        ("Agrodron, koji prodaje snimke, raste.", ["Agrodron"]),
        ("PITANJE: Koliko traje baterija?", []),
        # Places and peoples.
        ("Autoprevoznik Šumadija Bus vozi novu liniju.", ["Šumadija Bus"]),
        ("Na Kopaoniku i u Inđiji rade Nemci i Kraljevčani.", []),
        # Persons.
        ("Rekla je Svetlana Perić. Perićeva ne žuri.", ["Svetlana Perić", "Svetlana Perić"]),
        ("To kaže direktorka Brusovke Ljubinka Rakić.", ["Brusovka", "Ljubinka Rakić"]),
        ("Slažu se i sa Vukosavom Debeljakom.", ["Vukosav Debeljak"]),
    ],
)
def test_serbian_in_latin(text, expected):
    assert names(text, "sr") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Компанија Вексел објавила је резултате.", ["Veksel"]),
        ("По оцени Зорана Бјелице, цена ће расти.", ["Zoran Bjelica"]),
        ("Издање за Линукс и macOS најављено је јуче.", ["Linux", "macOS"]),
        ("Национални ЦЕРТ упозорава на CVE-2026-12345.", ["National CERT", "CVE-2026-12345"]),
    ],
)
def test_serbian_in_cyrillic(text, expected):
    assert names(text, "sr", "Cyrl") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Компания «Северный ветер» показала батарею.", ["Severny veter"]),
        ("По словам Веры Колосовой, рынок растёт.", ["Vera Kolosova"]),
        ("Об этом сообщил Сергей Лукин. Лукину возразили в Elmvik.", ["Sergei Lukin", "Sergei Lukin", "Elmvik"]),
        ('Чипы Trainium3 заняты в AWS, модель отправляют вызовом .to("neuron").', ["Trainium3", "AWS", '.to("neuron")']),
        ("Исследователи из Университета Лесногорска получили 22 %.", ["University of Lesnogorsk"]),
        ("Фонд Kronvald Capital вложил деньги в Лейпциге.", ["Kronvald Capital"]),
        ("Роспотребнадзор и Роскачество проверили партию.", ["Rospotrebnadzor", "Roskachestvo"]),
        ("Мощность составила 410 Вт·ч на килограмм, говорят в ЕС и США.", []),
        ("«Мы довольны», — говорит директор.", []),
        ("Завод в Москве закрыт. Покупатели ждут.", []),
        # The nominative, by all forms that the article has.
        ("В «Копилке» ошибка. По документам «Копилка» кипрская.", ["Kopilka", "Kopilka"]),
        ("Дроны «Воздушного курьера» летают.", ["Vozdushny kuryer"]),
        ("Моторы для «Колибри» хороши. Дрон «Колибри» лёгок.", ["Kolibri", "Kolibri"]),
        ("Год с «Зубром» позади.", ["Zubr"]),
        ("Так считает директор «Огней Сибири».", ["Ogni Sibiri"]),
        ("Хозяин опор, «Камэлектросеть», уверяет: заявки не было.", ["Kamelektroset"]),
        ("«Так, «хорошо», и будет», — обещает он.", []),
        # Bodies with the noun for their kind.
        ("Союз продавцов мебели против.", ["Soyuz prodavtsov"]),
        ("Деньги дал Сибирский фонд.", ["Sibirsky fond"]),
        ("Росгидромет и МЧС предупреждают.", ["Roshydromet", "Ministry of Emergency Situations"]),
        ("В архиве Петрозаводска и Дубны пусто.", []),
    ],
)  # fmt: skip
def test_russian(text, expected):
    assert names(text, "ru", "Cyrl") == expected


def test_spans_are_those_of_the_text_sorted_and_apart():
    text = "Vexlor-Chefin Ute Reimann sprach mit der Firma Ostra Systems über torch.compile()."
    all_found = found(text, "de")
    assert [text[one.start : one.end] for one in all_found][1] == "Ute Reimann"
    assert all(one.end <= other.start for one, other in itertools.pairwise(all_found))


def test_types():
    text = "Hersteller Vexlor, die Bundesnetzagentur und Ute Reimann prüfen den T40 unter Windows."
    assert {one.name: one.type for one in found(text, "de")} == {
        "Vexlor": "organisation", "Federal Network Agency": "organisation", "Ute Reimann": "person",
        "T40": "technical", "Windows": "product",
    }  # fmt: skip


def test_an_abbreviation_beside_its_name_counts_once():
    assert names("Das Neuron Kernel Interface (NKI) ist offen.", "de") == ["Neuron Kernel Interface"]


def test_a_publisher_is_a_name_where_it_is_an_ordinary_word():
    text = "Das Papier liegt Kontrollpunkt vor, wie Kontrollpunkt schreibt."
    assert names(text, "de", also=("Kontrollpunkt",)) == ["Kontrollpunkt", "Kontrollpunkt"]


def test_an_empty_article_has_no_names():
    assert found("", "de") == ()


@pytest.mark.parametrize(("language", "floor"), [("de", 0.85), ("sr", 0.83), ("ru", 0.88)])
def test_names_of_the_corpus(language, floor):
    """Precision and recall together over the annotated statements; without the table of spellings, a little lower."""
    assert _f1(language, load_register()) >= floor


def test_the_register_is_a_help_and_no_crutch():
    for language in ("de", "sr", "ru"):
        with_names, without = _f1(language, load_register()), _f1(language, load_register(shipped=False))
        assert without >= with_names - 0.15


def _f1(language, register):
    right = predicted = gold = 0
    for path in sorted(CORPUS.glob(f"*/{language}.gold.jsonl")):
        if path.parent.name in HELD_OUT:
            continue
        header, *rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
        text = path.with_name(f"{language}.txt").read_text("utf-8")
        all_found = found(text, language, header["script"], register=register)
        for row in rows:
            expected = Counter(_plain(name) for name in set(row["names"]))
            own = Counter({_plain(n.name) for n in all_found if row["start"] <= n.start < row["end"]})
            right += (expected & own).total()
            predicted += own.total()
            gold += expected.total()
    return 2 * right / (predicted + gold)


def _plain(name):
    return "".join(c for c in name.casefold() if c.isalnum())


@pytest.mark.parametrize("text", ["a." * 20_000, "Ab " * 20_000, "(" * 20_000, "A-" * 20_000, "„A" * 10_000])
def test_a_long_run_costs_linear_time(text):
    """Twice the text takes about twice as long; what grows with the square would take minutes here."""
    tokens = tokenize(text)
    find_names(text, [tokens], load("sr", "Latn"), load_register())
