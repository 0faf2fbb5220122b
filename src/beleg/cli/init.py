"""`beleg init`."""

from __future__ import annotations

from pathlib import Path

import click

from beleg.errors import ProjectError

SETTINGS = """\
# The site's settings. Every line is optional; a line that begins with # is not read.
[site]
name = "Beleg"
# address = "https://digest.example"   # where the site will be, for links that must be whole
# zone = "Europe/Berlin"               # the zone in which days are shown; UTC unless it is set
# locales = ["de", "sr-Cyrl", "sr-Latn", "ru", "en"]
# period = "new"                       # an edition: "day", "week", or "new", whatever came since the last published one
# contact = "editor@digest.example"    # mail or page: on every page, for reports of errors, and told to the servers that are asked
# imprint = "Jane Doe, Example Street 1, Berlin"   # on a page of its own; or a table [site.imprint] with a text a locale
# quote = 300                          # the most characters that a quote may have

# Where `beleg publish` sends the site; README has the keys of a branch and of a storage.
# [publish.website]
# to = "folder"
# path = "/srv/www/digest"
"""
GUIDE = """\
# Sources

Run `beleg add https://paper.example/`: it finds the feed of a site, shows what it is, and writes one file,
`NAME.source.toml`. Then run `beleg fetch` whenever there may be news, and `beleg build`.

Or put articles here as `.txt`, `.md` or `.html` files, in folders of your own if you like. A bare text is enough. What is
known of an article goes to the top of its file, between two lines of three hyphens; what is missing is shown as missing:

    ---
    title: "The headline, between quotation marks"
    publisher: Who put it out
    published: 2026-10-27
    language: de
    url: https://paper.example/the-article
    ---

`language` is `de`, `ru`, `sr-Cyrl` or `sr-Latn`; without it the text tells. Then run `beleg check` to see what was
recognised, and `beleg build` to make the digest in `public/`.

What a publisher is decides whose words an article's own sentences are. Say it once for each, in `publishers.toml`; `beleg
check` prints the lines for those that it does not know:

    ["Antriebswende"]
    kind = "trade_press"
    aliases = ["antriebswende.example"]

The kinds are newsroom, trade_press, agency, blog, vendor, customer, partner, competitor, laboratory, university, authority
and association.

## Set a reading right

`beleg explain ID` shows how a fact was read, and ends with the lines that settle it. (The identifier is what follows `#`
in the address of a fact on its page; `beleg facts --format table` prints them all.) Paste these lines into
`sources/decisions.toml`, correct what is wrong, and run `beleg build`:

```toml
[[decision]]
# The file below sources/, and the exact words: both are needed, for they say what is meant.
article = "solidstate/de.md"
quote = "Als Ziel nennt Malmsten einen Preis von 95 Euro pro Kilowattstunde."
# Any of these that was read wrongly.
class = "vendor_claim"
kind = "price"
claimant = "Elmvik"
# What readers are told beside the fact. Words for yourself stand behind a #, as this line does.
note = "Malmsten heads Elmvik."

[[decision]]
article = "solidstate/de.md"
quote = "Ob eine Typgenehmigung beantragt ist, wollte Elmvik nicht sagen."
# Takes the statement out.
drop = true

[[decision]]
article = "solidstate/de.md"
quote = "ausgefallen sei noch kein Modul."
# Says the same: one fact. Does not: two facts, which contradict each other in nothing. Several of either stand in
# brackets, with commas between them.
merge = { article = "solidstate/sr.md", quote = "Kako je dodao, do sada nije otkazao nijedan modul." }
split = { article = "solidstate/ru.md", quote = "в трёх машинах сбоила управляющая электроника." }

[[story]]
# Articles of one story, and articles of different ones: either, or both.
together = ["solidstate/de.md", "solidstate/sr.md"]
apart = ["solidstate/de.md", "browser/de.md"]
```

A decision holds as long as its words stand in the article, even if Beleg comes to cut the sentences otherwise. `beleg
review` and `beleg build` name with their lines those that fit nothing any more, and those that contradict each other.


- `class`: vendor_claim, customer_claim, partner_claim, competitor_claim, official_statement, third_party_opinion,
  independent_evidence, publisher_analysis, unattributed.
- `kind`: release, availability, license, support, limitation, requirement, behaviour, change, metric, quantity,
  price, adoption, endorsement, partnership, funding, people, plan, security, legal, caveat, recommendation, other.

Names that Beleg does not know, or knows otherwise, go into `sources/names.toml`, each under the heading of what it is:

```toml
[organisation]
# Other spellings, in any script; whom it competes with; who is known to buy from it.
"Elmvik" = { aliases = ["Елмвик", "Эльмвик"], rivals = ["Nordzelle"], customers = ["Botenwerk"] }
# Whom it belongs to.
"Elmvik Components" = { owner = "Elmvik" }

[product]
# Who makes it.
"S1" = { maker = "Elmvik" }

[authority]
# What readers of a language (de, en, ru, sr) call it, in the nominative; Serbian in Cyrillic. Looked for in articles, too.
"Botanic Safety Board" = { called = { de = "Amt für Pflanzensicherheit", sr = "Завод за безбедност биља" } }

[medium]
# The name is a common word as well, so only its aliases are looked for.
"Zeitpunkt" = { ordinary = true, aliases = ["Zeitpunkt Online"] }
# A news agency, and a service that sends out press releases, with the spellings that only their tags have: "(npa) –".
"Nordic Press Agency" = { agency = ["npa"] }
"Pressedraht" = { releases = ["pd"] }

[rivals]
# Groups whose members all compete.
batteries = ["Elmvik", "Nordzelle", "Kiyo"]
```

The headings are organisation, authority, laboratory, medium, product, technical, person, place and rivals.

## Translate what only a quote can say

`beleg translate export` writes every quote that readers of a locale can't read into `translations/LOCALE.po`. Translate it
there in any PO editor, then run `beleg build`. A line `# Translated by NAME` above an entry signs it.
"""
# So many of the things that lay in a folder are named.
_NAMED = 5
# The records of published editions are worth keeping with the sources; what was fetched is too large.
IGNORED = "/public/\n/.beleg/\n/archive/*\n!/archive/editions/\n"


@click.command()
@click.argument("folder", default=".", type=click.Path(path_type=Path))
def init(folder: Path) -> None:
    """Make a new project in FOLDER (default: here), ready to build.

    Example: beleg init digest && cd digest && beleg build
    """
    sources = folder / "sources"
    if sources.exists():
        raise ProjectError(
            "is there already, so this is a project",
            path=str(sources),
            hint="Run `beleg build` in it, or choose another folder",
        )
    there = sorted(path.name for path in folder.iterdir()) if folder.is_dir() else []
    try:
        sources.mkdir(parents=True)
        (sources / "beleg.toml").write_text(SETTINGS, "utf-8")
        (sources / "README.md").write_text(GUIDE, "utf-8")
        ignored = folder / ".gitignore"
        if not ignored.exists():
            ignored.write_text(IGNORED, "utf-8")
    except OSError as error:
        raise ProjectError(
            f"can't be written: {error.strerror}",
            path=str(error.filename or sources),
            hint="Choose a folder that you may write to",
        ) from error
    click.echo(f"Made a project in {folder.resolve()}.", err=True)
    if there:
        named = ", ".join(there[:_NAMED]) + (", …" if len(there) > _NAMED else "")
        were = "file or folder that was there was" if len(there) == 1 else "files or folders that were there were"
        click.echo(f"{len(there):,} {were} left alone: {named}.", err=True)
    click.echo(
        "Next: run `beleg add https://…` and `beleg fetch`, or put article files into its folder sources/; then `beleg build`.",
        err=True,
    )
