"""The Serbian lexicon: its shape, and what fires on sentences of its own in both scripts."""

from __future__ import annotations

import re

import pytest

from beleg.alphabets import script_of, to_cyrillic, to_latin
from beleg.lexicons import PATTERN_TABLES, load, read_tables, tokenize

TABLES = read_tables("sr")
# The glossary has tests of its own.
MINE = [name for name in PATTERN_TABLES if name != "concept"]
ENTRIES = [
    (table, label, entry if isinstance(entry, str) else entry["form"], () if isinstance(entry, str) else tuple(entry.get("unless", ())))
    for table in MINE
    for label, entries in TABLES[table].items()
    for entry in entries
]  # fmt: skip
# A word of a phrase, or the gap. A Latin word may have a Cyrillic ending behind a hyphen (API-ја).
WORD = re.compile(r"_|\*?(?:[а-шђјљњћџ0-9][а-шђјљњћџ0-9.:-]*|[a-z0-9][a-z0-9./-]*(?:-[а-шђјљњћџ]+)?)\*?")


def test_every_class_has_entries():
    assert not [(table, label) for table in MINE for label, entries in TABLES[table].items() if not entries]


def test_kinds_make_most_of_it():
    """Kind is a matter of vocabulary: it needs the larger part of the lexicon."""
    kinds = sum(table == "kind" for table, *_ in ENTRIES)
    assert len(ENTRIES) >= 1600
    assert kinds >= 1600
    assert len(TABLES["kind"]) == 22


def test_no_entry_stands_twice_in_a_class():
    seen = [(table, label, form) for table, label, form, _ in ENTRIES]
    assert len(seen) == len(set(seen))


def test_phrases_are_well_formed():
    """Lower case, one script a word, a wildcard at the ends only, no gap at the ends of a phrase."""
    wrong = [
        (table, label, phrase)
        for table, label, form, unless in ENTRIES
        for phrase in (form, *unless)
        if not all(WORD.fullmatch(word) for word in phrase.split()) or "_" in (phrase.split()[0], phrase.split()[-1])
    ]
    assert not wrong


def test_weights_are_sensible():
    weights = [e["weight"] for t in MINE for es in TABLES[t].values() for e in es if not isinstance(e, str) and "weight" in e]  # fmt: skip
    assert all(0 < weight <= 2 for weight in weights)


def test_both_scripts_hold_the_same_entries():
    cyrillic, latin = load("sr", "Cyrl").entries, load("sr", "Latn").entries
    assert [to_latin(entry.form) for entry in cyrillic] == [entry.form for entry in latin]


# Sentence, classes that fire, classes that do not.
SENTENCES = [
    # who speaks
    ("Портпарол произвођача је рекао да ће воз кренути у мају.", "say.claim role.staff role.vendor modality.planned", "say.deny"),
    ("Navodi iz prijave nisu tačni, saopštila je direktorka.", "say.claim role.staff say.deny", ""),
    ("Министарство је саопштило да повлачи дозволу.", "say.claim role.authority kind.legal", "say.deny"),
    ("Prema podacima proizvođača, auto prelazi 480 kilometara.", "source.before role.vendor kind.metric", "source.own"),
    ("По речима професорке, узорак је премали.", "source.before role.analyst kind.caveat", ""),
    ("Prema sopstvenim podacima, banka ima 200 filijala.", "source.own", "source.back"),
    ("Према његовим речима, квар је отклоњен.", "source.back kind.change", "source.own"),
    ("Kako je dodao, pogon radi bez prekida.", "source.back", "source.own"),
    ("Наводно је договор већ потписан.", "source.hearsay", "say.claim"),
    ("„To je dovoljno“, kaže vlasnica kuće.", "say.claim source.tag role.customer", ""),
    ("Компанија негира да су подаци процурели.", "say.deny kind.security", "say.praise"),
    ("Jabuke su domaćeg porekla, ističe prodavac.", "say.claim role.partner", "say.deny role.vendor"),
    ("Институт је измерио 38 децибела.", "say.find role.laboratory kind.metric", "say.order"),
    ("Ispitivanje je pokazalo da hladnjak troši manje.", "say.find kind.metric", "say.deny"),
    ("Лекари саветују да се лек узима уз оброк.", "say.advise role.analyst kind.recommendation", "say.order"),
    ("Udruženje potrošača traži povraćaj novca.", "say.demand role.analyst kind.price", ""),
    ("Оператер планира мрежу за цело острво.", "say.plan role.vendor kind.plan", ""),
    ("Kupac hvali tih rad mašine.", "say.praise role.customer kind.endorsement", ""),
    ("Стручњаци процењују да ће цена пасти.", "say.judge role.analyst kind.price", ""),
    ("Agencija je izrekla kaznu aerodromu.", "say.order kind.legal", ""),
    ("Градоначелник је отворио нови мост.", "say.announce role.authority", "say.deny"),
    ("Firma, koja ulaže u isti projekat, to potvrđuje.", "say.claim role.tied", "role.rivals"),
    ("Болница која користи апарат јавља исто.", "role.uses say.claim", "role.tied"),
    ("Najveći konkurent nudi sličan uređaj.", "role.competitor", "role.partner"),
    ("Извор близак управи тражи опрез.", "role.insider", ""),
    ("U saopštenju za javnost piše drugačije.", "document.press_release say.claim", ""),
    ("У годишњем извештају стоји да је приход порастао.", "document.annual_report say.claim kind.funding", ""),
    ("U beleškama o izdanju nema datuma.", "document.release_notes", "document.ruling"),
    ("Пресуда још није правоснажна.", "document.ruling kind.legal negation.predicate", ""),
    ("Zatim opisuje kako pumpa radi.", "anaphor.person", "anaphor.document"),
    ("У истом извештају наведени су и трошкови.", "anaphor.document document.report", ""),
    # the newsroom
    ("Izmerili smo osam sati rada.", "voice.own_test", "voice.not_tested"),
    ("Нисмо тестирали новију верзију.", "voice.not_tested negation.predicate", "voice.own_test"),
    ("To nije nezavisno potvrđeno.", "voice.evidence_talk kind.caveat negation.predicate", "voice.advice"),
    ("Пре куповине упоредите понуде.", "voice.advice kind.recommendation", "voice.own_test"),
    ("Drugim rečima, ušteda je manja nego što zvuči.", "voice.analysis", "voice.advice"),
    # negation, modality
    ("Апарат не само што греје, већ и хлади.", "negation.never", ""),
    ("Kutija nije vodootporna.", "negation.predicate", "negation.never"),
    ("Линија ће бити продужена догодине.", "modality.planned", "modality.goal"),
    ("Cilj je da otpad nestane do 2030.", "modality.goal kind.plan", "modality.experimental"),
    ("Апарат је у пробној фази и ради на старијим рачунарима.", "modality.experimental kind.support", "modality.planned"),
    ("Ako vlada odobri plan, radovi počinju u martu.", "modality.conditional role.authority", ""),
    ("Откриће је старо десет година.", "", "modality.planned"),
    # what is said
    ("Verzija 3 je objavljena u utorak.", "kind.release", "kind.price"),
    ("Лек је доступан у свим апотекама.", "kind.availability", "kind.legal"),
    ("Kod je pod licencom MIT.", "kind.license", "kind.security"),
    ("Апликација подржава ћирилицу.", "kind.support", "kind.limitation"),
    ("Aplikacija ne podržava štampu.", "kind.limitation negation.predicate", "kind.price"),
    ("За уградњу је потребна дозвола.", "kind.requirement", "kind.release"),
    ("Senzor meri vlagu i šalje podatke na server.", "kind.behaviour", "kind.people"),
    ("Старији модел више није подржан.", "kind.change", "kind.funding"),
    ("Motor je dvostruko tiši i troši manje.", "kind.metric", "kind.legal"),
    ("Укупно је продато 900 комада.", "kind.quantity", "kind.caveat"),
    ("Karta košta 300 dinara.", "kind.price", "kind.quantity"),
    ("Општина је наручила двадесет аутобуса.", "kind.adoption", "kind.price"),
    ("Dve fabrike su potpisale sporazum o saradnji.", "kind.partnership", "kind.security"),
    ("Фонд је уложио пет милиона евра.", "kind.funding", "kind.people"),
    ("Nova direktorka stupa na dužnost u maju.", "kind.people", "kind.security"),
    ("Нападачи су искористили рањивост рутера.", "kind.security", "kind.price"),
    ("Sud je poništio rešenje.", "kind.legal", "kind.metric"),
    ("Фирма није одговорила на питања.", "kind.other negation.predicate", "kind.price"),
    ("Kvartal je bio uspešan.", "", "kind.limitation"),
    ("Савезна влада ћути.", "role.authority", "kind.partnership"),
    ("Direktor je dometnuo da je zadovoljan.", "kind.endorsement", "kind.metric"),
    # clauses
    ("Кажу да је касно, јер је магацин празан.", "clause.that clause.cause", "clause.contrast"),
    ("Cena raste, dok potražnja pada.", "clause.contrast kind.price", "clause.cause"),
    ("Уређај који је купила ради у хладној соби.", "clause.relative clause.preposition", "clause.cause"),
]  # fmt: skip


@pytest.mark.parametrize(("sentence", "fires", "silent"), SENTENCES)
def test_what_fires_in_both_scripts(sentence, fires, silent):
    """The same classes fire on a sentence, whichever script it is written in."""
    found = {}
    for text in (sentence, to_latin(sentence) if script_of(sentence) == "Cyrl" else to_cyrillic(sentence)):
        hits = load("sr", script_of(text)).match(tokenize(text))
        found[text] = {f"{hit.table}.{hit.label}".replace(" ", "_") for hit in hits if hit.table in MINE}
    first, second = found.values()
    assert first == second
    assert set(fires.split()) <= first
    assert not set(silent.split()) & first


@pytest.mark.parametrize("text", ["Према северу расте шума.", "Prema tome, ništa novo."])
def test_plain_prepositions_weigh_little(text):
    """`Према` is towards as often as according to: alone it is a weak sign, or none."""
    hits = [h for h in load("sr", script_of(text)).match(tokenize(text)) if h.table == "source"]
    assert all(hit.entry.weight < 0.5 for hit in hits)
