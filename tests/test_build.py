"""The whole product: files in, pages out."""

import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time

import pytest

import printed
from beleg import pipeline
from beleg.errors import RenderError
from beleg.project import load
from beleg.render import pages as rendered_pages
from conftest import CHECKOUT

FOURTH = """\
---
title: Apache-Lizenz und Beta für TorchNeuron
publisher: Rechenwerk
published: 2026-10-26
---
Amazons Chipsparte hat nachgelegt: Am 20. Oktober hat AWS das PyTorch-Backend TorchNeuron als öffentliche Beta freigegeben.

Laut AWS steht der Code von TorchNeuron unter der Lizenz Apache 2.0 auf GitHub. Rechenwerk hat TorchNeuron nicht selbst getestet.
"""
# Sources with one fault each, and what must be said of it.
BROKEN = {
    "kaputt.md": (
        b"---\ntitle: [offen\npublisher: Niemand\n---\nDer Text.\n",
        "error: sources/kaputt.md:",
    ),
    "bild.txt": (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes(64), "error: sources/bild.txt: binary file"),
    "english.txt": (
        b"The company said on Monday that the new chip will be available in March. It is the fastest that we have seen.\n" * 3,
        "error: sources/english.txt: ",
    ),
}  # fmt: skip
# How often a build is killed.
ROUNDS = int(os.environ.get("BELEG_ROUNDS", "12"))


def site(folder):
    """Every file of a project's site with its bytes."""
    public = folder / "public"
    return {
        path.relative_to(public).as_posix(): path.read_bytes() for path in sorted(public.rglob("*")) if path.is_file()
    }


def build(folder, **settings):
    """`beleg build` in a process of its own; gives the site."""
    subprocess.run(
        [sys.executable, "-m", "beleg", "build"], cwd=folder, env=os.environ | settings, check=True, capture_output=True
    )
    return site(folder)


@pytest.mark.slow
def test_the_same_bytes_everywhere_and_again(unread, tmp_path):
    """Another folder, zone, language, order of hashing and age of the files, and a second time in place."""
    first = build(unread, TZ="UTC", LANG="de_DE.UTF-8", PYTHONHASHSEED="0")
    assert {path.split("/")[0] for path in first} >= {"de", "sr-Cyrl", "sr-Latn", "ru", "en"}
    elsewhere = tmp_path / "ein anderer Ort" / "жж"
    shutil.copytree(unread / "sources", elsewhere / "sources")
    for path in elsewhere.rglob("*.md"):
        os.utime(path, (86_400, 86_400))
    settings = {"TZ": "Pacific/Kiritimati", "LANG": "C", "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONHASHSEED": "99"}
    assert build(elsewhere, **settings) == first
    assert build(unread, TZ="America/Adak", LANG="sr_RS.UTF-8", PYTHONHASHSEED="7") == first


def test_an_empty_project(beleg, project):
    run = beleg(project, "build")
    assert run.code == 0
    assert "put .txt, .md or .html files into sources/" in run.err
    assert (project / "public" / "ru" / "index.html").is_file()


@pytest.mark.slow
@pytest.mark.parametrize("way", ["add", "drop"])
def test_a_fourth_article_joins_its_story(beleg, stories, tmp_path, way):
    """It says in part what others say: the same facts then have one outlet more, and its own quotes."""
    before = pipeline.edition_of(load(stories))
    if way == "add":
        (tmp_path / "Rechenwerk.md").write_text(FOURTH, "utf-8")
        assert beleg(stories, "add", str(tmp_path / "Rechenwerk.md")).code == 0
    else:
        (stories / "sources" / "rechenwerk.md").write_text(FOURTH, "utf-8")
    assert beleg(stories, "build").code == 0
    after = pipeline.edition_of(load(stories))
    assert len(after.stories) == len(before.stories) == 3
    story = next(story for story in after.stories if "rechenwerk.md" in story.articles)
    assert set(story.articles) == {"rechenwerk.md", "torchneuron/de.md", "torchneuron/ru.md", "torchneuron/sr.md"}
    page = printed.read(stories / "public" / "de" / f"{story.id}.html")
    own = [fact for fact in page.facts.values() if "Rechenwerk" in fact.sources]
    assert {fact.shown_as for fact in own} >= {"vendor", "press"}
    shared = [fact for fact in own if len(fact.sources) > 1]
    assert any("20. Oktober" in fact.words for fact in shared)
    assert any("Apache 2.0" in fact.words for fact in shared)


@pytest.mark.slow
def test_a_broken_file_costs_only_itself(beleg, stories):
    """It is named with line and reason, and with what to do; the rest is built, and the exit code is 1."""
    assert beleg(stories, "build").code == 0
    good = site(stories)
    for name, (data, _) in BROKEN.items():
        (stories / "sources" / name).write_bytes(data)
    run = beleg(stories, "build")
    assert run.code == 1
    for _, said in BROKEN.values():
        (line,) = [line for line in run.err.splitlines() if line.startswith(said)]
        assert line.endswith(".")
    assert re.search(r"error: sources/kaputt.md:\d+: ", run.err)
    assert "from 9 articles" in run.err
    assert "3 errors, 0 warnings (see above)" in run.err
    stories_before = {path: data for path, data in good.items() if "/y-" in path}
    assert {path: data for path, data in site(stories).items() if "/y-" in path} == stories_before
    assert "bild.txt" in (stories / "public" / "en" / "sources.html").read_text("utf-8")


def test_broken_settings_cost_only_themselves(beleg, stories):
    for name in ("beleg.toml", "names.toml", "publishers.toml", "decisions.toml"):
        (stories / "sources" / name).write_text("[site\n", "utf-8")
    run = beleg(stories, "build")
    assert run.code == 1
    for name in ("beleg.toml", "names.toml", "publishers.toml", "decisions.toml"):
        assert f"error: sources/{name}" in run.err
    assert (stories / "public" / "de" / "index.html").is_file()


@pytest.fixture
def story(stories):
    """A project with one story, its site built."""
    shutil.rmtree(stories / "sources" / "browser")
    shutil.rmtree(stories / "sources" / "solidstate")
    build(stories)
    return load(stories)


def refused(project, edition):
    """Publishing fails, and the old site stands; gives the error's words."""
    before = site(project.folder)
    with pytest.raises(RenderError) as error:
        pipeline.publish_pages(project, edition)
    assert site(project.folder) == before
    return str(error.value)


@pytest.mark.slow
def test_a_letter_altered_in_a_source_fails_the_build(story):
    edition = pipeline.edition_of(story)
    path = story.folder / "sources" / "torchneuron" / "de.md"
    path.write_text(path.read_text("utf-8").replace("Rund 60 Prozent", "Rund 66 Prozent"), "utf-8")
    assert "torchneuron/de.md" in refused(story, edition)


def alter_pages(monkeypatch, old, new):
    """Lets Beleg print the Russian pages of stories otherwise than it means to."""
    made = rendered_pages.Pages.__iter__

    def altered(pages):
        for path, data in made(pages):
            # What the page shows; its head has data for machines.
            head, main, shown = data.partition(b"<main")
            told = shown.replace(old.encode(), new.encode(), 1) if path.startswith("ru/y-") else shown
            yield path, head + main + told

    monkeypatch.setattr(rendered_pages.Pages, "__iter__", altered)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("Trainium in Benchmarks", "Trainium im Benchmarks", "is not quoted exactly"),
        ("Apache 2.0", "Apache 2.1", "is not worded so|is not quoted exactly"),
    ],
)
def test_a_letter_altered_on_a_page_fails_the_build(story, monkeypatch, old, new, said):
    alter_pages(monkeypatch, old, new)
    assert re.search(said, refused(story, pipeline.edition_of(story)))


@pytest.mark.slow
@pytest.mark.parametrize(
    "planted",
    [
        '<li class="fact vendor" id="f-000000000000"><p class="say">Erfunden.</p></li>',
        '<li class="fact vendor"><p class="say">Erfunden.</p></li>',
    ],
)
def test_a_fact_without_a_mention_fails_the_build(story, monkeypatch, planted):
    start = '<ul class="facts">'
    alter_pages(monkeypatch, start, start + planted)
    assert re.search(
        "f-000000000000 is no fact|a sentence stands in no fact", refused(story, pipeline.edition_of(story))
    )


@pytest.mark.slow
def test_a_killed_build_leaves_the_old_site_or_the_new(story):
    """Whenever the process dies, readers see one whole site, and the next build is none the worse."""
    settings = story.folder / "sources" / "beleg.toml"
    texts = [settings.read_text("utf-8").replace('"Beleg"', f'"Blatt {n}"') for n in range(2)]
    sites, took = [], 0.0
    for text in texts:
        settings.write_text(text, "utf-8")
        began = time.monotonic()
        sites.append(build(story.folder))
        took = time.monotonic() - began
    assert sites[0] != sites[1]
    chance = random.Random(11)
    for n in range(ROUNDS):
        old = 1 - sites.index(site(story.folder))
        settings.write_text(texts[old], "utf-8")
        process = subprocess.Popen(
            [sys.executable, "-m", "beleg", "build"],
            cwd=story.folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        # Most of the writing is done in the last third of a build.
        time.sleep(took * chance.uniform(0.1, 1.1) if n % 3 == 0 else took * chance.uniform(0.6, 1.05))
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert site(story.folder) in sites
    settings.write_text(texts[0], "utf-8")
    assert build(story.folder) == sites[0]
    assert sorted(path.name for path in story.folder.iterdir()) == [".beleg", ".gitignore", "public", "sources"]


@pytest.mark.slow
def test_three_articles_take_seconds(project):
    """Processor time, so that a busy machine does not fail it, and twice of what a slow one needs."""
    for path in sorted((CHECKOUT / "sources" / "torchneuron").glob("*.md")):
        shutil.copy(path, project / "sources")
    before = os.times()
    build(project)
    after = os.times()
    assert after.children_user + after.children_system - before.children_user - before.children_system < 6
