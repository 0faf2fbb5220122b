"""A small edition of our own that shows every part of a page: each class, conflicts, caveats, gaps, unsure statements."""

from __future__ import annotations

from dataclasses import replace

from beleg.records import (
    Article,
    Block,
    Conflict,
    Correction,
    Edition,
    Fact,
    Health,
    Origin,
    Problem,
    Quantity,
    Site,
    Source,
    Story,
    Translation,
    Withdrawal,
)
from fakes import ROLES, digest, statement

ROWS = {
    "hain/de.md": [
        ("Nordvik zufolge hält der Akku der Aero 3 genau 40 Stunden.", "vendor_claim", "Nordvik", "metric", {"quantities": (Quantity(value=40, unit="hours"),), "via": "press release"}),
        ("Nordvik bringt die Aero 3 am 20. Oktober auf den Markt.", "vendor_claim", "Nordvik", "release", {"dates": ("--10-20",), "date_roles": ("release",)}),
        ("Die Stadtwerke Hain messen nach eigenen Angaben 35 % weniger Verbrauch.", "customer_claim", "Stadtwerke Hain", "metric", {"quantities": (Quantity(value=35, unit="percent"),), "via": "Nordvik blog", "speaker_role": "Technikchefin"}),
        ("Das ist die Zahl eines Kunden, kein unabhängiger Test.", "publisher_analysis", "Hainer Blatt", "caveat", {"polarity": "negated"}),
        ("Im Labor von Sellmann hielt der Akku 31 Stunden.", "independent_evidence", "Sellmann", "metric", {"quantities": (Quantity(value=31, unit="hours"),), "via": "test report"}),
        ("Die Netzagentur verlangt „eine Nachprüfung“ <binnen Jahresfrist> & mehr.", "official_statement", "Netzagentur", "legal", {"confidence": 0.4}),
        ("Der Fachmann Ole Brandt hält den Preis für zu hoch.", "third_party_opinion", "Ole Brandt", "price", {}),
    ],
    "hain/ru.md": [
        ("Аккумулятор Aero 3, по словам Nordvik, работает 40 часов.", "vendor_claim", "Nordvik", "metric", {"quantities": (Quantity(value=40, unit="hours"),)}),
        ("Продажи начнутся 21 октября.", "unattributed", None, "release", {"dates": ("--10-21",), "date_roles": ("release",), "modality": "planned"}),
        ("Конкурент Varma называет такие числа рекламой.", "competitor_claim", "Varma", "other", {}),
    ],
    "hain/sr.md": [
        ("Akumulator traje 40 sati, navodi Nordvik.", "vendor_claim", "Nordvik", "metric", {"quantities": (Quantity(value=40, unit="hours"),)}),
        ("Ulagač Kapital Jug najavljuje 2 nova pogona.", "partner_claim", "Kapital Jug", "plan", {"modality": "planned"}),
        ("Most preko Lima biće zatvoren do proleća.", "unattributed", None, "other", {}),
    ],
}  # fmt: skip
# Statements that say the same, by their place in `ROWS`; all others are facts of their own.
SAME = ((("hain/de.md", 0), ("hain/ru.md", 0), ("hain/sr.md", 0)),)
ARTICLES = {
    "hain/de.md": {"language": "de", "script": "Latn", "title": "Was die Aero 3 kann", "publisher": "Hainer Blatt", "publisher_kind": "newsroom", "url": "https://hainer-blatt.example/aero?a=1&b=2", "published": "2026-10-14T23:30:00-07:00", "source": "hain", "text_from": "full"},
    "hain/ru.md": {"language": "ru", "script": "Cyrl", "title": "Насос Aero 3"},
    "hain/sr.md": {"language": "sr", "script": "Latn", "publisher": "Limski glas", "url": "javascript:alert(1)", "published": "2026-10-12", "source": "lim", "text_from": "blurb", "taken_from": "Agencija Jug"},
}  # fmt: skip
# One source of every state, with articles and without.
HEALTH = (
    Health(source=Source(name="ganz-neu", feed="https://neu.example/feed"), state="never fetched"),
    Health(
        source=Source(name="hain", feed="https://hainer-blatt.example/feed", title="Hainer Blatt: Wirtschaft"), state="failing",
        last_success="2026-10-12T23:30:00Z", last_new="2026-10-12T23:30:00Z", streak=3, failing_since="2026-10-13T06:00:00Z",
        error="timeout after 30 s",
    ),
    Health(
        source=Source(name="lim", feed="https://lim.example/feed", publisher="Limski glas", stake="yes"), state="healthy",
        last_success="2026-10-15T06:00:00Z", last_new="2026-10-14T06:00:00Z",
    ),
    Health(
        source=Source(name="still", feed="https://still.example/feed"), state="stale", last_success="2026-10-15T06:00:00Z",
        last_new="2026-08-01T06:00:00Z",
    ),
    Health(source=Source(name="ruht", page="https://ruht.example/"), state="paused", last_success="2026-09-01T06:00:00Z"),
)  # fmt: skip


def _gone(name, **fields):
    block = Block(kind="paragraph", start=0, end=1)
    return Article(id=name, text="x", language="ru", script="Cyrl", blocks=(block,), **fields)


_DENIED, _CLOSED = (
    Withdrawal(article="alt.md", why="Die Messung war <falsch>.", date="2026-10-14"),
    Withdrawal(source="zu", why="Издание закрыто.", date="2026-10-15"),
)
WITHDRAWN = (
    (
        _DENIED,
        _gone("alt.md", title="Насос & Ко", publisher="Ток", url="https://tok.example/1", published="2026-10-01"),
    ),
    (_CLOSED, _gone("zu/1", title="Первая", url="javascript:alert(1)")),
    (_CLOSED, _gone("zu/2")),
)
# By a person, by a machine, and by nobody who is named; into a language with one script and one with two.
TRANSLATIONS = (
    Translation(
        locale="en", language="de", quote="Im Labor von Sellmann hielt der Akku 31 Stunden.",
        text="In the laboratory of Sellmann the battery lasted 31 hours.", by="Ida <Roth> & Co",
    ),
    Translation(
        locale="en", language="sr", quote="Ulagač Kapital Jug najavljuje 2 nova pogona.",
        text="The investor Kapital Jug announces “2 new” <b>plants</b> & more.", machine="modell-7",
    ),
    Translation(
        locale="sr-Cyrl", language="de", quote="Der Fachmann Ole Brandt hält den Preis für zu hoch.",
        text="Стручњак Ole Brandt сматра да је цена превисока.", by="Љиља Џудовић",
    ),
    Translation(
        locale="sr-Cyrl", language="ru", quote="Продажи начнутся 21 октября.", text="Продаја почиње 21. октобра.",
    ),
)  # fmt: skip


def edition(*, dated: bool = True, shown: bool = True) -> Edition:
    """The edition; without dates, or without independent evidence, on request."""
    articles, by_row = [], {}
    story = digest("y", "hain")
    for name, every in ROWS.items():
        rows = [row for row in every if shown or row[1] != "independent_evidence"]
        text = "\n\n".join(row[0] for row in rows)
        fields = (
            ARTICLES[name] if dated else {key: value for key, value in ARTICLES[name].items() if key != "published"}
        )
        articles.append(
            Article(id=name, text=text, blocks=(Block(kind="paragraph", start=0, end=len(text)),), **fields)
        )
        for quote, evidence, claimant, kind, more in rows:
            start = text.index(quote)
            by_row[name, ROWS[name].index((quote, evidence, claimant, kind, more))] = statement(
                quote, article=name, start=start, end=start + len(quote), language=fields["language"],
                script=fields["script"], evidence=evidence, claimant=claimant, origin=claimant, kind=kind,
                subject="Aero 3",
                role=ROLES.get(evidence), names=("Aero 3",), story=story, **({"confidence": 0.9} | more),
            )  # fmt: skip
    caveat, limited = by_row["hain/de.md", 3], by_row["hain/de.md", 2]
    by_row["hain/de.md", 3] = replace(caveat, qualifies=limited.id)
    joined = {row for rows in SAME for row in rows}
    groups = [[by_row[row] for row in rows] for rows in SAME] + [
        [one] for row, one in by_row.items() if row not in joined
    ]
    facts = [_fact(story, group) for group in groups]
    of = {one: fact.id for fact in facts for one in fact.mentions}
    pairs = [(("hain/de.md", 1), ("hain/ru.md", 1), "date"), (("hain/de.md", 0), ("hain/de.md", 4), "quantity")]
    conflicts = tuple(
        Conflict(id=digest("c", one, other), story=story, kind=by_row[one].kind, about=about, sides=(of[by_row[one].id], of[by_row[other].id]))
        for one, other, about in pairs
        if one in by_row and other in by_row
    )  # fmt: skip
    rivals = {a: b for conflict in conflicts for a, b in (conflict.sides, conflict.sides[::-1])}
    facts = [replace(fact, conflicts=(rivals[fact.id],)) if fact.id in rivals else fact for fact in facts]
    return Edition(
        id="2026-10-15" if dated else "undated", date="2026-10-15" if dated else None,
        period=("2026-10-12", "2026-10-15") if dated else None, site=Site(address="https://beleg.example", contact="redaktion@beleg.example"),
        stories=(Story(id=story, subject="Aero 3", vendor="Nordvik", articles=tuple(ROWS), facts=tuple(fact.id for fact in facts), conflicts=conflicts),),
        articles=tuple(articles), facts=tuple(facts), statements=tuple(by_row.values()),
        problems=(Problem(path="sources/kaputt.md", message="binary file", hint="Remove it"),),
        health=HEALTH, withdrawn=WITHDRAWN, translations=TRANSLATIONS,
    )  # fmt: skip


def later() -> Edition:
    """The edition after another one: news of every kind, corrections, an update, origins with their proof, an editor's hand."""
    base = edition()
    first = "2026-10-12"
    shared, start, customer, _remark, measured, legal, opinion, *others = base.facts
    planned, rival, partner, *_ = others
    of = {
        shared.id: {
            "news": "disputed", "since": first, "aliases": ("f-0000000000a1",), "origins_at_most": 3, "adds": (rival.id,),
            "objects": ("battery",),
            "origins": (
                replace(
                    shared.origins[0], mentions=shared.mentions[:2],
                    why=("alias: Nordvik <Gruppe>", "document: Nordvik press release", "named"),
                ),
                Origin(
                    party=None, stake=None, mentions=shared.mentions[2:],
                    why=("copy: hain/de.md", "taken from: ТАСС", "translation: fort.md"),
                ),
            ),
        },
        start.id: {"news": "corrected", "since": first},
        customer.id: {"news": "new", "rulings": ("class", "merge"), "notes": ("Siehe <hier> & dort.",)},
        measured.id: {
            "news": "confirmed", "since": "2026-W41", "origins": (replace(measured.origins[0], why=("subsidiary: Sellmann",)),),
        },
        legal.id: {"news": "widened", "since": "2026-10-05--2026-10-11.2"},
        opinion.id: {"since": "undated"},
        rival.id: {"news": "new", "adds": (shared.id,), "objects": ("battery", "price")},
        partner.id: {"rulings": ("split", "kind", "claimant"), "notes": ("Erste Notiz.", "Вторая.")},
    }  # fmt: skip
    story = base.stories[0]
    dates, hours = story.conflicts
    update = replace(dates, relation="update", newer=dates.sides[0])
    quotes = {one.id: one for one in base.statements}
    gone = replace(shared, id="f-0000000000b1", conflicts=(), evidence="customer_claim")
    lost = replace(
        quotes[shared.mentions[0]],
        id="s-gone",
        article="alt.md",
        quote="Die Pumpe hielt <50> Stunden, " + "sehr " * 40 + "lange.",
    )
    corrections = (
        Correction(about="withdrawn", reason="withdrawal", date="2026-10-14", why=_DENIED.why, edition=first, before=gone, quote=lost),
        Correction(about="corrected", reason="reading", date="2026-10-15", edition=first, before=start, quote=quotes[planned.mentions[0]], after=start.id),
        Correction(about="gone", reason="reading", date="2026-10-15", edition="2026-W41.3", before=replace(gone, id="f-0000000000b2", story="y-other"), quote=lost),
        Correction(about="gone", reason="reading", date=None, edition="undated", before=replace(gone, id="f-0000000000b3"), quote=lost),
    )  # fmt: skip
    return replace(
        base, number=None, preceding=first, corrections=corrections,
        facts=tuple(replace(fact, **of.get(fact.id, {})) for fact in base.facts),
        stories=(
            replace(
                story, conflicts=(update, hours), since=first, aliases=("y-000000000001",),
                reasons=("news 5", "origins 7", "evidence 1", "languages 3", "conflicts 1", "facts 11"),
            ),
        ),
    )  # fmt: skip


def _fact(story, group):
    first = group[0]
    return Fact(
        id=digest("f", *(one.id for one in group)), story=story, subject="Aero 3", kind=first.kind, polarity=first.polarity,
        dates=first.dates, quantities=first.quantities, evidence=first.evidence,
        origins=(Origin(party=first.origin, stake=first.role, mentions=tuple(one.id for one in group)),),
        outlets=len({one.article for one in group}), languages=tuple(sorted({one.language for one in group})),
        mentions=tuple(one.id for one in group), aside="Lima" in first.quote,
    )  # fmt: skip
