"""The German lexicon: its shape, and what fires on sentences of its own."""

from __future__ import annotations

import re

import pytest

from beleg.lexicons import PATTERN_TABLES, load, read_tables, tokenize

TABLES = read_tables("de")
# The glossary has tests of its own.
MINE = [name for name in PATTERN_TABLES if name != "concept"]
ENTRIES = [
    (table, label, entry if isinstance(entry, str) else entry["form"], () if isinstance(entry, str) else tuple(entry.get("unless", ())))
    for table in MINE
    for label, entries in TABLES[table].items()
    for entry in entries
]  # fmt: skip
# A word of a phrase with its wildcards, a mark, or the gap.
WORD = re.compile(r"_|\*?[a-zäöüßéčć0-9-][a-zäöüßéčć0-9./-]*\*?|[.,:;“«–%]")


def test_every_class_has_entries():
    assert not [(table, label) for table in MINE for label, entries in TABLES[table].items() if not entries]


def test_kinds_have_the_most_words():
    """Kind is a matter of vocabulary: each of the 22 has its word field."""
    sizes = {label: len(entries) for label, entries in TABLES["kind"].items()}
    assert len(sizes) == 22
    assert min(sizes.values()) >= 60
    assert sum(sizes.values()) >= 1800


def test_no_entry_stands_twice_in_a_class():
    seen = [(table, label, form) for table, label, form, _ in ENTRIES]
    assert len(seen) == len(set(seen))


def test_phrases_are_well_formed():
    """Lower case, wildcards at the ends of a word only, no gap at the ends of a phrase."""
    wrong = [
        (table, label, phrase)
        for table, label, form, unless in ENTRIES
        for phrase in (form, *unless)
        if not all(WORD.fullmatch(word) for word in phrase.split()) or "_" in (phrase.split()[0], phrase.split()[-1])
    ]
    assert not wrong


def test_wildcards_stand_on_three_letters_or_more():
    """Anything shorter fires on half the dictionary."""
    short = [
        (table, label, form)
        for table, label, form, _ in ENTRIES
        for word in form.split()
        if "*" in word and word != "_" and len(word.strip("*-")) < 3
    ]
    assert not short


def test_weights_are_sensible():
    weights = [e["weight"] for t in MINE for es in TABLES[t].values() for e in es if not isinstance(e, str) and "weight" in e]  # fmt: skip
    assert all(0 < weight <= 2 for weight in weights)


def test_swiss_spelling_has_the_same_entries():
    """What is written with ß is there with ss, too, for single words and phrases alike."""
    forms = {(table, label, form) for table, label, form, _ in ENTRIES}
    assert not [(t, k, f) for t, k, f in forms if "ß" in f and (t, k, f.replace("ß", "ss")) not in forms]


# Sentence, classes that fire, classes that do not.
SENTENCES = [
    # who speaks
    ("Der Verlag teilte am Freitag in Bern mit, dass die App kommt.", "say.claim clause.that", "say.deny"),
    ("Die Bahn gab bekannt, zwei Strecken zu sperren.", "say.claim", "say.find"),
    ("Das Werk räumt Verluste ein.", "say.claim", "say.find"),
    ("Die Kasse gab an, es gebe keine Beschwerden.", "say.claim voice.reported", ""),
    ("Im Keller gibt es Ärger an der Heizung.", "", "say.claim"),
    ("Die Leitung beziffert den Schaden auf drei Millionen Euro.", "say.name", "say.deny"),
    ("Der Verband verspricht kürzere Wege.", "say.name", ""),
    ("Das Labor maß 38 Dezibel.", "say.find role.laboratory kind.metric", "role.customer"),
    ("Die Prüferinnen stellten Risse fest.", "say.find role.laboratory kind.limitation", ""),
    ("Die Erhebung ergab ein anderes Bild.", "say.find document.survey", ""),
    ("Die Reederei bestreitet den Vorwurf.", "say.deny", "say.praise"),
    ("Das Amt rät vom Verzehr ab.", "say.advise role.authority kind.recommendation", "say.order"),
    ("Die Gewerkschaft fordert mehr Personal.", "say.demand role.analyst", ""),
    ("Die Stadt will das Bad sanieren.", "say.plan modality.planned", "say.deny"),
    ("Eine Anwenderin lobt die leise Pumpe.", "say.praise role.customer kind.endorsement kind.metric", ""),
    ("Ein Rivale spottet über den Auftritt.", "say.criticise role.competitor", ""),
    ("Die Ökonomin hält den Kurs für übertrieben.", "say.judge role.analyst", "say.order"),
    ("Das Kartellamt untersagte den Kauf.", "say.order role.authority kind.legal", "say.praise"),
    ("Der Zoo hat ein neues Haus vorgestellt.", "say.announce kind.release", "say.deny"),
    ("Laut Händler fehlen Ersatzteile.", "source.before role.partner kind.limitation", "source.own"),
    ("Dem Bericht zufolge war die Tür offen.", "source.after document.report", ""),
    ("Nach eigenen Angaben beliefert die Molkerei 80 Läden.", "source.own", "source.before"),
    ("„Das reicht“, so die Sprecherin.", "source.tag role.staff", "role.competitor"),
    ("Der Lautsprecher rauscht.", "", "role.staff"),
    ("Demnach sank der Verbrauch.", "source.back kind.metric", "source.own"),
    ("Angeblich ist der Vertrag schon unterschrieben.", "source.hearsay", ""),
    ("Der Technikchef des Anbieters kündigt an, nachzubessern.", "role.staff role.vendor say.plan", ""),
    ("Insgesamt stimmt das Bild.", "", "role.authority"),
    ("Das Kreditinstitut schließt Filialen.", "", "role.laboratory"),
    ("Das Prüfinstitut testete zwölf Helme.", "role.laboratory say.find", ""),
    ("Die Zeitung zitiert einen Insider.", "role.medium role.insider", ""),
    ("Die Klinik, die das Gerät seit Mai einsetzt, ist zufrieden.", "role.uses kind.endorsement", "role.tied"),
    ("Der Fonds hält Anteile an der Firma.", "role.tied kind.funding", "role.rivals"),
    ("In der Pressemitteilung steht nichts davon.", "document.press_release negation.predicate", "document.ruling"),
    ("Die Versionshinweise nennen drei Lücken.", "document.release_notes say.name", ""),
    ("Das Internet steht allen zur Verfügung.", "", "document.order"),
    ("Das Unternehmen schweigt.", "anaphor.organisation", "anaphor.person"),
    # the newsroom
    ("In unserem Praxistest hielt der Akku acht Stunden.", "voice.own_test", "voice.not_tested"),
    ("Wir haben das Fahrrad nicht selbst getestet.", "voice.not_tested", ""),
    ("Eine unabhängige Prüfung gibt es nicht.", "voice.evidence_talk kind.caveat negation.predicate", "voice.advice"),
    ("Wer wenig fährt, sollte warten.", "voice.advice kind.recommendation", "voice.own_test"),
    ("Bemerkenswert ist, wie leise das abläuft.", "voice.analysis", "voice.own_test"),
    ("Die Anlage sei seit Juni in Betrieb.", "voice.reported", "voice.advice"),
    ("Das liegt seither in der Schublade.", "", "voice.reported"),
    # negation and modality
    ("Die Uhr misst nicht nur den Puls.", "negation.never", ""),
    ("Die Hütte hat kein Netz.", "negation.predicate", "negation.never"),
    ("Die Brücke soll im Herbst öffnen.", "modality.planned", "modality.goal"),
    ("Erklärtes Ziel ist ein Netz ohne Lücken.", "modality.goal kind.plan", "modality.experimental"),
    ("Der Modus ist experimentell.", "modality.experimental kind.behaviour", "modality.planned"),
    ("Falls der Rat zustimmt, beginnt der Bau.", "modality.conditional", ""),
    # what is said
    ("Version 3 ist am Dienstag erschienen.", "kind.release", "kind.price"),
    ("Der Roman ist vergriffen.", "kind.availability", "kind.legal"),
    ("Der Code steht unter der GPL.", "kind.license", "kind.security"),
    ("Die App läuft auch auf alten Telefonen.", "kind.support", "kind.limitation"),
    ("Die App unterstützt den Druck nicht.", "kind.limitation negation.predicate", "kind.price"),
    ("Für den Einbau ist ein Zählerschrank erforderlich.", "kind.requirement", "kind.release"),
    ("Der Sensor erkennt Rauch und sendet ein Signal.", "kind.behaviour", "kind.people"),
    ("Das Blech ersetzt den Guss, die alte Form entfällt.", "kind.change", "kind.funding"),
    ("Der Motor verbraucht zehn Prozent weniger.", "kind.metric", "kind.legal"),
    ("Die Flotte umfasst 40 Fahrzeuge.", "kind.quantity", "kind.caveat"),
    ("Das Ticket kostet 29 Euro im Monat.", "kind.price", "kind.security"),
    ("Zu den ersten Kunden zählt eine Brauerei.", "kind.adoption", "kind.legal"),
    ("Ein Meilenstein, sagt die Winzerin, sie sei begeistert.", "kind.endorsement", "kind.security"),
    ("Beide Häuser arbeiten bei der Wartung zusammen.", "kind.partnership", "kind.price"),
    ("Der Umsatz stieg, die Aktie nicht.", "kind.funding", "kind.security"),
    ("Die Finanzchefin tritt im Mai zurück.", "kind.people", "kind.price"),
    ("Der Ausbau ist bis Ende 2030 geplant.", "kind.plan modality.planned", "kind.security"),
    ("Angreifer nutzten eine Schwachstelle aus.", "kind.security", "kind.price"),
    ("Die Kammer wies die Klage ab.", "kind.legal say.order", "kind.release"),
    ("Repräsentativ ist die Stichprobe nicht, belegt ist wenig.", "kind.caveat", "kind.price"),
    ("Auf die Frage antwortete der Verein nicht.", "kind.other negation.predicate", "kind.price"),
    ("Das ist zweifellos so.", "", "kind.caveat"),
    ("Stahl rostet nicht immer.", "", "kind.security"),
    # clauses
    ("Der Zug hielt, während der Bus fuhr.", "clause.contrast", ""),
    ("Er blieb, weil es regnete, bei seiner Schwester.", "clause.cause clause.preposition", ""),
]


@pytest.mark.parametrize(("sentence", "fires", "silent"), SENTENCES)
def test_what_fires(sentence, fires, silent):
    """One row a case: the classes that must fire, and those that must not."""
    found = {f"{hit.table}.{hit.label}".replace(" ", "_") for hit in load("de", "Latn").match(tokenize(sentence))}
    assert set(fires.split()) - found == set()
    assert set(silent.split()) & found == set()
