"""Entries that are kept: given back as they were, and for what they were made from alone."""

import zlib

import pytest

from beleg.render.feeds.entry import Entry, Line, Origin
from beleg.render.store import Store

KIND = dict[str, tuple[Entry, ...]]


def entry(edition, story="y-1"):
    return Entry(
        edition=edition, story=story, title="Ä & <b>", summary="ё", page="y-1.html", lines=(Line(fact="f-1", html="<li>x</li>"), Line(fact=None, html="<li/>")),
        end="<p>y</p>", classes=(("vendor_claim", "Herstellerangabe"),), published="2026-10-15",
        articles=(Origin(title=None, url="https://a.example/?a=1&b=2", lang="de", publisher="P"),),
    )  # fmt: skip


@pytest.fixture(params=[True, False])
def folder(request, tmp_path):
    return tmp_path / ".beleg" if request.param else None


def test_entries_come_back_as_they_were(folder):
    store, told = Store(folder, KIND), {"de": (entry("2026-10-15"), entry("2026-10-15", None)), "ru": ()}
    assert store.get("2026-10-15", "k") is None
    store.put("2026-10-15", "k", told)
    assert store.get("2026-10-15", "k") == told
    assert store.get("2026-10-15", "other") is None
    if folder:
        assert Store(folder, KIND).get("2026-10-15", "k") == told


def test_any_number_of_editions_comes_back(folder):
    """However many there are, and few of them held in memory."""
    store, names = Store(folder, KIND), [f"edition-{number}" for number in range(200)]
    for name in names:
        store.put(name, "k", {"de": (entry(name),)})
    assert [store.get(name, "k")["de"][0].edition for name in names] == names
    if folder:
        assert len(store._known) < 100


def test_where_nothing_can_be_written_entries_are_held(tmp_path):
    (tmp_path / "file").write_text("")
    store = Store(tmp_path / "file", KIND)
    store.put("2026-10-15", "k", {"de": (entry("2026-10-15"),)})
    assert store.get("2026-10-15", "k")["de"] == (entry("2026-10-15"),)
    store.keep_only({"2026-10-15"})


@pytest.mark.parametrize(
    "data", [b"", b"x", b"PK", zlib.compress(b"{}"), zlib.compress(b'["k", {"de": [{"edition": 1}]}]')]
)
def test_what_is_damaged_is_told_once_and_made_anew(tmp_path, caplog, data):
    store = Store(tmp_path, KIND)
    for name in ("a", "b"):
        store.put(name, "k", {"de": (entry(name),)})
        (tmp_path / f"{name}.z").write_bytes(data)
    again = Store(tmp_path, KIND)
    assert again.get("a", "k") is again.get("b", "k") is again.get("c", "k") is None
    assert [record.getMessage() for record in caplog.records] == [
        f"notice: .beleg/{tmp_path.name}/a.z can't be read; what it held is made anew."
    ]
    again.put("a", "k", {"de": (entry("a"),)})
    assert Store(tmp_path, KIND).get("a", "k") == {"de": (entry("a"),)}
