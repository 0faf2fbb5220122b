"""Editions of many facts, as a large newsroom's year has them, without articles to read."""

from __future__ import annotations

import random

from beleg.records import Article, Block, Conflict, Edition, Fact, Origin, Site, Story
from fakes import ROLES, digest, statement

WORDS = {
    "de": "Anbieter Messung Akku Speicher Preis Leistung Anlage Vertrag Studie Kunde Bericht Zahl Werk Rechner Modell liefert misst "
    "senkt steigert behauptet prüft verkauft plant Oktober Quartal Prozent Stunde Gerät System Netz weniger mehr deutlich bisher",
    "ru": "поставщик измерение аккумулятор память цена мощность установка договор исследование клиент отчёт число завод модель "
    "поставляет измеряет снижает повышает утверждает проверяет продаёт планирует октябрь квартал процент час устройство система",
    "sr": "proizvođač merenje baterija memorija cena snaga postrojenje ugovor studija klijent izveštaj broj fabrika model "
    "isporučuje meri smanjuje povećava tvrdi proverava prodaje planira oktobar kvartal procenat sat uređaj sistem mreža",
}
CLASSES = (*ROLES, "unattributed")


def edition(
    facts: int, stories: int = 1, locales: tuple[str, ...] = ("de", "ru"), without: str | None = None
) -> Edition:
    """So many facts in so many stories: every class, three languages, one fact in five told by three articles, a few conflicts.

    Args:
        facts: How many.
        stories: In how many stories.
        locales: Of the site.
        without: A class that no fact has.
    """
    classes = [one for one in CLASSES if one != without]
    chance = random.Random(7)
    made: list[Fact] = []
    statements, articles, told = [], {}, []
    each = facts // stories
    for number in range(stories):
        story = digest("y", number)
        mine: list[Fact] = []
        for n in range(each):
            languages = tuple(sorted(WORDS)) if n % 5 == 0 else (sorted(WORDS)[n % 3],)
            evidence = classes[n % len(classes)]
            mentions = []
            for language in languages:
                name = f"{number}/{n // 20}-{language}.md"
                words = WORDS[language].split()
                quote = (
                    f"{n}: "
                    + " ".join(chance.choice(words) + str(chance.randrange(9)) for _ in range(chance.randrange(8, 28)))
                    + "."
                )
                party = None if evidence == "unattributed" else f"Firma {n % 37}"
                mentions.append(
                    statement(
                        quote, article=name, language=language, script="Cyrl" if language == "ru" else "Latn", evidence=evidence,
                        kind="metric", claimant=party, role=ROLES.get(evidence), confidence=0.9,
                    )
                )  # fmt: skip
                articles[name] = Article(
                    id=name, text="x", language=language, script="Cyrl" if language == "ru" else "Latn",
                    blocks=(Block(kind="paragraph", start=0, end=1),), title=f"Titel {name}", publisher=f"Blatt {n // 20 % 40}",
                    url=f"https://blatt.example/{name}", published="2026-10-14",
                )  # fmt: skip
            statements += mentions
            mine.append(
                Fact(
                    id=digest("f", number, n), story=story, subject="Aero", kind="metric", polarity="affirmed", evidence=evidence,
                    origins=(Origin(party=mentions[0].claimant, stake=mentions[0].role, mentions=tuple(s.id for s in mentions), why=("named",)),),
                    outlets=len(mentions), languages=languages, mentions=tuple(s.id for s in mentions), news="new" if n % 7 == 0 else None,
                )
            )  # fmt: skip
        conflicts = tuple(
            Conflict(id=digest("c", number, n), story=story, kind="metric", about="quantity", sides=(mine[n].id, mine[n + 1].id))
            for n in range(10, each - 1, 97)
        )  # fmt: skip
        made += mine
        told.append(
            Story(
                id=story, subject="Aero", vendor="Firma 1", articles=tuple(sorted(one for one in articles if one.startswith(f"{number}/"))),
                facts=tuple(fact.id for fact in mine), conflicts=conflicts,
            )
        )  # fmt: skip
    return Edition(
        id="2026-10-15", date="2026-10-15", period=("2026-10-12", "2026-10-15"), site=Site(address="https://beleg.example", locales=locales),
        stories=tuple(told), articles=tuple(articles.values()), facts=tuple(made), statements=tuple(statements),
    )  # fmt: skip
