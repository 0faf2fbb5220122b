"""The site of several editions: what stands where, what of it stays, and that nothing old is made anew without need."""

import json
import re
import zlib
from dataclasses import replace
from posixpath import dirname, normpath

import pytest

from beleg.errors import RenderError
from beleg.records import Story
from beleg.render import Today, render
from beleg.render.editions import Editions
from beleg.render.environment import Environments
from beleg.render.folder import MANIFEST
from beleg.render.history import History, Outline
from beleg.render.pages import Pages
from beleg.render.verify import verify
from beleg.render.views import source_page
from render.records import first, parts, published, second
from render.stub import Words

LOCALES = ("de", "sr-Latn")
PARTS = parts()


def changed_fact(edition):
    return next(fact for fact in edition.facts if fact.id == PARTS["changed"])


def with_mention(edition, one):
    """The edition, with one more mention of the fact that is changed, of the same voice."""
    mine = changed_fact(edition)
    facts = tuple(
        replace(
            fact, mentions=(*fact.mentions, one.id),
            origins=tuple(replace(origin, mentions=(*origin.mentions, one.id)) for origin in fact.origins),
        )
        if fact is mine
        else fact
        for fact in edition.facts
    )  # fmt: skip
    return replace(edition, facts=facts, statements=(*edition.statements, one))


def small(edition):
    return replace(edition, site=replace(edition.site, locales=LOCALES))


def printed(draft, records=(), site=None):
    """The pages of a site, checked; and what came of making them."""
    today = Today(site=site or small(first()).site)
    made = Pages(draft, records, today, Environments(), Words)
    return {path: data.decode(errors="replace") for path, data in made}, made.report


@pytest.fixture(scope="module")
def site():
    """A published edition, and a draft on top of it."""
    return printed(small(second()), [published(small(first()))])[0]


def section(page, name):
    return re.search(rf'<section class="group[^"]*" id="{name}".*?</section>', page, re.DOTALL)[0]


def sources(*editions):
    """Pages of the sources of articles, also of those that were withdrawn."""
    articles = (one for edition in editions for one in (*edition.articles, *(each for _, each in edition.withdrawn)))
    return {source_page(one) for one in articles}


# The pages of no edition: the list of all, the imprint, and those of the sources.
STANDING = 2 + len(sources(first()))
# Of these, what another edition of the same articles leaves alone: all but the list and those articles' sources.
STILL = STANDING - 1 - len({source_page(one) for one in first().articles})


def test_where_everything_stands(site):
    story = PARTS["story"]
    own = [f"{one}/{name}" for one in ("2026-10-15", "2026-10-20") for name in ("index.html", "sources.html")]
    pages = [
        "index.html",
        "editions.html",
        "sources.html",
        "conflicts.html",
        "method.html",
        "imprint.html",
        *sources(first()),
    ]
    every = [*pages, f"{story}.html", "y-000000000001.html", *own]
    every += ["search.html", f"search/{story}.facts.js"]
    every += [
        f"{name}{ending}" for name in ("", f"{story}.", "y-000000000001.") for ending in ("atom.xml", "feed.json")
    ]
    tables = {f"{one}/{name}" for one in ("2026-10-15", "2026-10-20") for name in ("facts.jsonl", "facts.csv")}
    assert {path for path in site if "/" in path and not INDEX.search(path)} == {
        f"{locale}/{name}" for locale in LOCALES for name in every
    } | tables


# Files of the index of search, which have new names when they hold something new.
INDEX = re.compile(r"/search/(?:index|terms)\.")


@pytest.mark.parametrize("locale", LOCALES)
def test_all_links_lead_somewhere(site, locale):
    ids = {path: set(re.findall(r'\sid="([^"]+)"', page)) for path, page in site.items()}
    for path, page in site.items():
        if path.startswith(f"{locale}/"):
            for href in re.findall(r'<(?:a|link|script) [^>]*(?:href|src)="([^":]+)"', page):
                name, _, anchor = href.partition("#")
                target = normpath(f"{dirname(path)}/{name}") if name else path
                assert target in ids, (path, href)
                assert not anchor or anchor in ids[target], (path, href)


def test_each_identifier_ever_published_has_a_place(site):
    page = site[f"de/{PARTS['story']}.html"]
    told = {fact.id for edition in (first(), second()) for fact in edition.facts}
    assert all(page.count(f'id="{one}"') == 1 for one in told)


def test_an_alias_stands_inside_the_fact(site):
    page = site[f"de/{PARTS['story']}.html"]
    fact = re.search(rf'<li class="fact rival" id="{PARTS["heir"]}"[^>]*>.*?</li>', page, re.DOTALL)[0]
    assert f'<span class="alias" id="{PARTS["joined"]}"></span>' in fact
    assert f'id="{PARTS["joined"]}"' not in site["de/index.html"]


def test_what_is_gone_is_told_with_date_and_reason(site):
    gone = section(site[f"de/{PARTS['story']}.html"], "gone")
    assert f'id="{PARTS["gone"]}"' in gone
    assert "Zurückgezogen" in gone
    assert '<time datetime="2026-10-19">' in gone
    assert "Der Fachmann ist &lt;keiner&gt;." in gone
    # The mark of evidence under which it was published.
    assert "Einschätzung Dritter</strong> <b>Ole Brandt</b>" in gone
    assert "Der Fachmann Ole Brandt hält den Preis für zu hoch." in gone
    assert '<a href="2026-10-15/index.html">zuletzt in der Ausgabe vom 15. Oktober 2026</a>' in gone
    assert '<a href="2026-10-20/index.html">mitgeteilt in der Ausgabe vom 20. Oktober 2026</a>' in gone


def test_a_story_without_anything_gone_says_nothing_of_it():
    site, _ = printed(small(first()))
    assert "Nicht mehr in diesem Thema" not in "".join(site.values())


def test_an_old_edition_stands_with_dated_corrections(site):
    page = site["de/2026-10-15/index.html"]
    later = section(page, "later")
    assert re.findall(r"<b>(\w+):</b>", later) == ["Zurückgezogen", "Korrigiert"]
    assert f'href="../{PARTS["story"]}.html#{PARTS["gone"]}"' in later
    assert '<a href="../2026-10-20/index.html">Ausgabe vom 20. Oktober 2026</a>' in later
    # Beside the fact itself, where the edition's page has it.
    printed_facts = dict(re.findall(r'<li class="fact \w+" id="(f-\w+)"[^>]*>(.*?)</li>', page, re.DOTALL))
    assert "Korrigiert" in printed_facts[PARTS["changed"]]
    assert 'id="later"' not in site["de/2026-10-20/index.html"]


def test_a_page_under_each_name_of_a_story(site):
    page, alias = site[f"de/{PARTS['story']}.html"], site["de/y-000000000001.html"]
    canonical = f'<link rel="canonical" href="https://beleg.example/de/{PARTS["story"]}.html">'
    assert canonical in page
    assert canonical in alias
    main = re.compile("<main.*</main>", re.DOTALL)
    assert main.search(page)[0] == main.search(alias)[0]


def test_a_story_says_which_editions_told_it(site):
    about = re.search(r'<dl class="about">.*?</dl>', site[f"de/{PARTS['story']}.html"], re.DOTALL)[0]
    assert re.findall(r'href="(2026[^"]+index.html)">', about) == ["2026-10-20/index.html", "2026-10-15/index.html"]


def test_quotes_without_an_address_lead_to_the_page_of_their_source(site):
    page = site[f"de/{PARTS['story']}.html"]
    told = re.findall(r'<a href="(source-\w+\.html)">Limski glas</a>', page)
    assert told
    assert "<h1>Limski glas</h1>" in site[f"de/{told[0]}"]
    gone = section(page, "gone")
    assert "https://hainer-blatt.example/aero?a=1&amp;b=2" in gone


def test_the_sources_of_an_edition_tell_nothing_of_today(site):
    today = Today(site=small(first()).site, health=first().health, problems=first().problems)
    made = Pages(small(second()), [published(small(first()))], today, Environments(), Words)
    with_health = {path: data.decode(errors="replace") for path, data in made}
    changed = {path for path in site if with_health[path] != site[path]}
    names = ["index.html", "method.html", "sources.html", "conflicts.html"]
    names = [name for name in names if site[f"de/{name}"] != with_health[f"de/{name}"]]
    assert "sources.html" in names
    names += {source_page(one) for one in first().articles if one.source}
    assert changed == {f"{locale}/{name}" for locale in LOCALES for name in names}


def test_publishing_changes_no_byte():
    draft, record = small(second()), published(small(first()))
    before, _ = printed(draft, [record])
    assert printed(None, [record, published(draft, 2)])[0] == before


def test_an_edition_changes_only_pages_that_it_concerns():
    """Of a story that it does not tell, and of an edition that it corrects nothing in, no byte."""
    alone, other = small(first()), small(second())
    far = replace(
        other, id="2026-10-21", stories=(replace(other.stories[0], id="y-000000000009", aliases=()),), corrections=(),
        facts=tuple(replace(fact, id=fact.id[:-2] + "e9", story="y-000000000009", aliases=(), conflicts=()) for fact in other.facts),
    )  # fmt: skip
    story = far.stories[0]
    far = replace(far, stories=(replace(story, facts=tuple(fact.id for fact in far.facts), conflicts=()),))
    before, _ = printed(None, [published(alone)])
    after, _ = printed(far, [published(alone)])
    names = [
        "index.html",
        "editions.html",
        "sources.html",
        "conflicts.html",
        "method.html",
        "search.html",
        "atom.xml",
        "feed.json",
    ]
    # Those of the articles' own sources say in which editions they are told.
    names += {source_page(one) for one in alone.articles}
    changed = {path for path in before if not INDEX.search(path) and after[path] != before[path]}
    assert changed == {"sitemap.xml", *(f"{one}/{name}" for one in LOCALES for name in names)}


def test_facts_taken_back_after_the_last_edition_of_a_story():
    """The story's page has its latest state: without them, with what was said and why it is gone."""
    one = small(first())
    gone = [correction for correction in second().corrections if correction.after is None]
    later = replace(
        small(second()), stories=(), facts=(), statements=(), articles=(), corrections=tuple(gone), withdrawn=()
    )
    site, report = printed(later, [published(one)])
    page = site[f"de/{PARTS['story']}.html"]
    assert f'id="{PARTS["gone"]}"' in section(page, "gone")
    assert page.count(f'id="{PARTS["gone"]}"') == 1
    assert f"{len(one.facts) - 2} Fakten" in page
    assert 'class="group opinion"' not in page
    assert "Nichts" not in report.readings


def test_a_story_of_which_nothing_is_left_keeps_its_page():
    one = small(first())
    lost = tuple(
        replace(second().corrections[0], before=fact, quote=next(s for s in one.statements if s.id == fact.mentions[0]))
        for fact in one.facts
    )
    later = replace(small(second()), stories=(), facts=(), statements=(), articles=(), corrections=lost, withdrawn=())
    page = printed(later, [published(one)])[0][f"de/{PARTS['story']}.html"]
    assert all(page.count(f'id="{fact.id}"') == 1 for fact in one.facts)
    assert not re.findall(r'<li class="fact \w', page)


def test_without_an_edition_the_first_page_says_so():
    nothing = replace(small(first()), stories=(), facts=(), statements=(), articles=(), withdrawn=())
    site, _ = printed(nothing)
    assert sorted(path for path in site if path.startswith("de/") and not INDEX.search(path)) == [
        f"de/{name}"
        for name in (
            "atom.xml",
            "conflicts.html",
            "editions.html",
            "feed.json",
            "imprint.html",
            "index.html",
            "method.html",
            "search.html",
            "sources.html",
        )
    ]
    assert "Es gibt noch keine Ausgabe." in site["de/editions.html"]


def test_the_list_of_a_thousand_editions_is_light():
    """By month, the newest first, and never more than a page may weigh."""
    news = {"new": 123, "confirmed": 12, "corrected": 3, "disputed": 4, "widened": 15}
    outlines = [
        Outline(
            id=f"{2024 + n // 336}-{n // 28 % 12 + 1:02}-{n % 28 + 1:02}", period=("2024-01-29", "2024-02-03"),
            date=f"{2024 + n // 336}-{n // 28 % 12 + 1:02}-{n % 28 + 1:02}",
            stories={f"y-{m}": tuple(str(k) for k in range(40)) for m in range(12)}, corrected=("f-1", "f-2"), news=news,
        )
        for n in range(1000)
    ]  # fmt: skip
    made = Pages(small(first()), (), Today(site=replace(first().site, locales=("de", "ru"))), Environments(), Words)
    made._editions.history = History([*outlines, *made._history.outlines])
    site = {path: data.decode() for path, data in made if "/editions" in path}
    told = {locale: "".join(page for path, page in site.items() if path.startswith(locale)) for locale in ("de", "ru")}
    for page in site.values():
        assert len(page.encode()) <= 300_000
    days = {one.id for one in outlines}
    for pages in told.values():
        assert set(re.findall(r'<li><a href="([^"]+)/index.html">', pages)) == days
    first_page = site["ru/editions.html"]
    assert first_page.index("2026-10-15") < first_page.index("2026-06-28")
    assert "2025-06-01" not in first_page
    assert '<a href="editions-2025-06.html">' in first_page
    assert "2025-06-01/index.html" in site["ru/editions-2025-06.html"]
    assert "12 сюжетов, 480 фактов · 123 новых · 34 изменились · 2 исправления" in first_page


# --- what stays ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def project(tmp_path):
    """Builds and publishes; gives what was printed and the bytes of the site."""

    def build(draft, records, *, memory=True):
        today = Today(site=small(first()).site)
        found = render(draft, records, tmp_path / "public", today=today, memory=tmp_path / ".beleg" if memory else None)
        return found, content(tmp_path / "public")

    build.folder = tmp_path
    return build


def content(folder):
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}  # fmt: skip


def far(edition):
    """An edition with another story, which has nothing to do with the sample's."""
    story = Story(
        id="y-000000000009",
        subject="Aero 3",
        vendor=None,
        articles=edition.stories[0].articles,
        facts=("f-000000000009",),
    )
    fact = replace(edition.facts[-1], id="f-000000000009", story=story.id, aside=False, conflicts=())
    return replace(
        edition, id="2026-10-30", date="2026-10-30", preceding="2026-10-15", stories=(story,), facts=(fact,), withdrawn=(),
    )  # fmt: skip


@pytest.mark.slow
def test_pages_that_nothing_concerns_stay_and_their_records_unread(project):
    one, draft = published(small(first())), far(small(first()))
    fresh, _ = project(None, [one])
    # All but the two pages that stand above the locales.
    assert (fresh.made, fresh.kept) == (sum(path.endswith(".html") for path in fresh.paths) - 2, 0)
    after, _ = project(draft, [one])
    assert after.kept == (3 + STILL) * len(LOCALES)
    read = len(one.read)
    again, bytes_then = project(draft, [one])
    assert again.kept == (3 + STANDING) * len(LOCALES)
    assert len(one.read) == read
    # Nor is anything of the draft made anew when it is published and another comes.
    record = published(draft, 2)
    third = replace(far(small(first())), id="2026-10-31", date="2026-10-31", preceding="2026-10-30")
    last, _ = project(third, [one, record])
    assert last.kept == (3 + 2 + STILL) * len(LOCALES)
    (project.folder / ".beleg" / "pages.json").unlink()
    anew, bytes_now = project(draft, [one])
    assert anew.kept == 0
    assert bytes_now == bytes_then


@pytest.mark.slow
@pytest.mark.parametrize("damage", ["edited", "same size", "gone", "json", "version", "manifest"])
def test_a_page_that_is_not_as_it_was_written_is_made_anew(project, damage, caplog):
    one, draft = published(small(first())), far(small(first()))
    project(draft, [one])
    _, before = project(draft, [one])
    page = project.folder / "public" / "de" / f"{PARTS['story']}.html"
    memory = project.folder / ".beleg" / "pages.json"
    if damage == "edited":
        page.write_text("by hand", "utf-8")
    elif damage == "same size":
        page.write_bytes(b"x" * page.stat().st_size)
    elif damage == "gone":
        page.unlink()
    elif damage == "json":
        memory.write_text('{"made by": 1, "groups": [7')
    elif damage == "version":
        memory.write_text(json.dumps(json.loads(memory.read_text()) | {"made by": [0, ""]}))
    else:
        manifest = project.folder / "public" / MANIFEST
        manifest.write_text(json.dumps(dict.fromkeys(json.loads(manifest.read_text()), "")))
    found, after = project(draft, [one])
    assert after == before
    # The two pages of the edition's folder stay, where only one of the story's was touched.
    assert found.kept == ((2 + STANDING) * len(LOCALES) if damage in ("edited", "same size", "gone") else 0)
    assert ("notice" in caplog.text) is (damage in ("json", "version"))


@pytest.mark.parametrize("damage", ["gone", "broken", "of another", "one gone"])
def test_entries_of_feeds_that_are_not_kept_are_made_anew(project, damage):
    """Whatever is left below `.beleg/feeds`, the feeds are the same to the byte."""
    one, draft = published(small(first())), far(small(first()))
    _, before = project(draft, [one])
    kept = project.folder / ".beleg" / "feeds"
    assert sorted(path.name for path in kept.iterdir()) == ["2026-10-15.z", "2026-10-30.z"]
    for path in sorted(kept.iterdir())[: 1 if damage == "one gone" else None]:
        if damage == "broken":
            path.write_bytes(b"x")
        elif damage == "of another":
            path.write_bytes(zlib.compress(b'{"key": "0", "entries": {"de": [], "sr-Latn": []}}'))
        else:
            path.unlink()
    found, after = project(draft, [one])
    assert after == before
    assert found.kept == (3 + STANDING) * len(LOCALES)


def test_feeds_of_a_story_that_nothing_concerns_stay_and_are_not_worded_again(project):
    """Only the feed of the locale, and those of the new edition's stories, are written."""
    one, draft = published(small(first())), far(small(first()))
    project(None, [one])
    read = len(one.read)
    files = [f"{locale}/{PARTS['story']}.{ending}" for locale in LOCALES for ending in ("atom.xml", "feed.json")]
    before = {path: (project.folder / "public" / path).stat() for path in files}
    project(draft, [one])
    assert len(one.read) == read
    assert {path: (project.folder / "public" / path).stat().st_mtime_ns for path in files} == {
        path: stat.st_mtime_ns for path, stat in before.items()
    }
    assert (project.folder / "public" / "de" / "atom.xml").read_text("utf-8").count("<entry>") == 3


def test_entries_of_editions_that_are_no_more_are_forgotten(project):
    one, draft = published(small(first())), far(small(first()))
    project(draft, [one])
    project(None, [one])
    assert [path.name for path in (project.folder / ".beleg" / "feeds").iterdir()] == ["2026-10-15.z"]


def test_a_new_template_makes_every_page_anew(project):
    one, draft = published(small(first())), far(small(first()))
    project(draft, [one])
    templates = project.folder / "templates"
    templates.mkdir()
    (templates / "style.css").write_text("p { color: red }")
    today = Today(site=small(first()).site)
    found = render(draft, [one], project.folder / "public", templates, today=today, memory=project.folder / ".beleg")
    assert found.kept == 0


def test_a_line_of_an_old_edition_that_its_record_does_not_have(tmp_path):
    """What is printed of a record is checked against it."""
    made = Pages(
        far(small(first())), [published(small(first()))], Today(site=small(first()).site), Environments(), Words
    )
    for path, data in made:
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_bytes(data.replace(b"kein unabh", b"ein unabh") if path.startswith("de/y-") else data)
    texts = {article.id: article.text for article in first().articles}
    newest, older = made.report.grounds
    verify(newest, tmp_path, texts.__getitem__)
    with pytest.raises(RenderError, match="is not quoted exactly"):
        verify(older, tmp_path, texts.__getitem__)


# --- corrected later --------------------------------------------------------------------------------------------------


def later_of(draft, *records):
    """What the first edition's page says of later ones, in plain words; by locale."""
    site = printed(draft, [published(small(one)) for one in records])[0]
    return {
        locale: " ".join(re.sub(r"<[^>]+>", " ", section(site[f"{locale}/{first().id}/index.html"], "later")).split())
        for locale in LOCALES
    }


def test_what_was_corrected_later_is_quoted_in_the_readers_language_where_its_voice_speaks_in_it():
    base = first()
    lead = next(one for one in base.statements if one.id == changed_fact(base).mentions[0])
    serbian = replace(lead, id="s-own", language="sr", quote="Gradsko preduzeće meri 35 odsto manje.")
    found = later_of(small(second()), with_mention(base, serbian))
    assert serbian.quote in found["sr-Latn"]
    assert serbian.quote not in found["de"]
    assert lead.quote in found["de"]


def test_a_corrected_fact_says_what_it_was_and_what_it_is_and_why():
    mine = changed_fact(second())
    two = second()
    lead = next(one for one in two.statements if one.id == mine.mentions[0])
    fresh = replace(lead, id="s-fresh", quote="Die Stadtwerke Hain messen jetzt 20 % weniger.")
    facts = tuple(replace(one, mentions=(fresh.id,), origins=()) if one.id == mine.id else one for one in two.facts)
    told = tuple(replace(one, reason="article") for one in two.corrections)
    two = replace(two, facts=facts, statements=(*two.statements, fresh), corrections=told)
    found = later_of(small(two), first())["de"]
    assert re.search(r"weniger Verbrauch\. “ → , jetzt: „ Die Stadtwerke Hain messen jetzt", found)
    assert "Grund: ein Artikel wurde geändert oder ist nicht mehr da" in found


def test_a_corrected_fact_of_another_voice_says_who_says_it_now():
    mine = changed_fact(second())
    two = second()
    facts = tuple(replace(one, evidence="vendor_claim") if one.id == mine.id else one for one in two.facts)
    found = later_of(small(replace(two, facts=facts)), first())["de"]
    assert re.search(
        "Korrigiert: Kundenaussage Stadtwerke Hain : „ .*“ → , jetzt: Herstellerangabe Stadtwerke Hain", found
    )


def test_facts_that_stand_in_an_edition_again_say_so():
    """A withdrawal that was undone is no last word."""
    back = replace(first(), id="2026-10-27", date="2026-10-27", preceding="2026-10-20")
    assert "wieder in der Ausgabe vom 27. Oktober 2026" in later_of(small(back), first(), second())["de"]
    assert "wieder in" not in later_of(small(second()), first())["de"]


def test_few_editions_are_held_at_a_time(monkeypatch):
    """However many a site has, and each is given whole whenever it is asked for."""
    loaded = []
    names = [f"2026-11-{day:02}" for day in range(1, 21)]
    editions = Editions(History(()), lambda name: loaded.append(name) or replace(first(), id=name), 300)
    for name in names:
        assert editions.edition(name).id == editions.index(name).edition.id == name
        assert editions.edition(names[0]).id == names[0]
    assert loaded == names
    assert max(len(editions._editions), len(editions._indexes)) < 10
    assert editions.edition(names[1]).id == names[1]
    assert loaded == [*names, names[1]]
