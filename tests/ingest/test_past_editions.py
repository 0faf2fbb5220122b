"""Records of editions that earlier versions published are read for ever: `editions/schema-N/` holds those of schema N.

A folder is never changed once its schema has been released; a new schema adds one, of the same two editions: three
stories of which one is withdrawn, two are brought together, and a number is corrected.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from beleg.ingest.editions import SCHEMA, read_editions
from beleg.jsonl import plain
from beleg.records import Site

FOLDERS = {int(path.name.removeprefix("schema-")): path for path in Path(__file__).with_name("editions").iterdir()}
# As a record calls its rows, and an edition holds them.
KINDS = {
    "article": "articles", "story": "stories", "fact": "facts", "statement": "statements",
    "translation": "translations", "correction": "corrections",
}  # fmt: skip


def test_every_schema_has_its_records():
    assert sorted(FOLDERS) == list(range(1, SCHEMA + 1))


@pytest.fixture(params=sorted(FOLDERS))
def archive(request, tmp_path):
    shutil.copytree(FOLDERS[request.param], tmp_path / "archive" / "editions")
    return tmp_path / "archive"


def test_nothing_that_was_recorded_is_lost(archive):
    """Whatever stands in a row stands in what is read of it; later fields have what is true of earlier rows."""
    records, problems = read_editions(archive)
    assert not problems
    assert [record.number for record in records] == [1, 2]
    kinds = set()
    for record in records:
        edition = record.edition(Site())
        read = {kind: [plain(one) for one in getattr(edition, name)] for kind, name in KINDS.items()}
        read["withdrawn"] = [{"withdrawal": plain(one), "article": plain(a)} for one, a in edition.withdrawn]
        for line in record.path.read_text("utf-8").splitlines()[1:-1]:
            row = json.loads(line)
            kinds.add(row["record"])
            assert has(read[row["record"]].pop(0), {k: v for k, v in row.items() if k not in {"schema", "record"}}), row
        assert not any(read.values())
    assert kinds == {*KINDS, "withdrawn"}


def has(read: object, written: object) -> bool:
    """Whether everything written was read, as it was."""
    if isinstance(written, dict):
        return isinstance(read, dict) and all(
            name in read and has(read[name], value) for name, value in written.items()
        )
    if isinstance(written, list):
        return isinstance(read, list) and len(read) == len(written) and all(map(has, read, written))
    return read == written


def test_what_a_row_leaves_out_stays_what_it_was(archive, tmp_path):
    """Schema 1 wrote out every field of the same two editions: no default may ever change."""
    shutil.copytree(FOLDERS[1], tmp_path / "first" / "editions")
    old, new = (read_editions(folder)[0] for folder in (tmp_path / "first", archive))
    for before, after in zip(old, new, strict=True):
        assert before.header == after.header
        assert before.edition(Site()) == after.edition(Site())


def test_pages_of_old_editions_can_still_be_made(archive, beleg):
    """Also without any of their articles."""
    project = archive.parent
    (project / "sources").mkdir()
    (project / "sources" / "beleg.toml").write_text('[site]\nlocales = ["en"]\n', "utf-8")
    run = beleg(project, "build", "--edition", "2026-11-09")
    assert run.code == 0, run.err
    for record in read_editions(archive)[0]:
        for story, told in record.header.stories.items():
            page = (project / "public" / "en" / f"{story}.html").read_text("utf-8")
            assert all(fact in page for fact in told.facts)
    assert "The paper has retracted the article." in "".join(
        path.read_text("utf-8") for path in (project / "public" / "en").rglob("*.html")
    )
