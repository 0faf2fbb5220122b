"""The tables [publish.NAME]: what they may hold, everything wrong with them at once, and no secret in the file."""

import pytest

from beleg.errors import PublishError
from beleg.publish.targets import (
    FolderTarget,
    GitTarget,
    StorageTarget,
    place,
    read_targets,
    secrets,
    veil,
    with_values,
)

GOOD = """
[site]
name = "Digest"
[publish.website]
to = "folder"
path = "../www"
[publish.pages]
to = "git"
repository = "git@host.example:me/digest.git"
branch = "pages/main"
cname = "digest.example"
seconds = 30
[publish.plain]
to = "git"
[publish.bucket]
to = "storage"
address = "s3://bucket/folder"
at_once = 4
shared = true
[publish.bucket.options]
endpoint_url = "https://s3.example"
key = "${S3_KEY}"
client_kwargs = { region_name = "eu-1" }
"""


@pytest.fixture
def read(tmp_path):
    def written(text):
        (tmp_path / "beleg.toml").write_text(text, "utf-8")
        targets, problems = read_targets(tmp_path)
        return targets, [(one.line, one.message) for one in problems]

    return written


def test_targets_in_the_order_of_the_file(read):
    targets, problems = read(GOOD)
    assert problems == []
    assert list(targets.values()) == [
        FolderTarget(name="website", path="../www"),
        GitTarget(name="pages", repository="git@host.example:me/digest.git", branch="pages/main", cname="digest.example", seconds=30),
        GitTarget(name="plain", repository="origin", branch="gh-pages"),
        StorageTarget(
            name="bucket", address="s3://bucket/folder", at_once=4, shared=True,
            options={"endpoint_url": "https://s3.example", "key": "${S3_KEY}", "client_kwargs": {"region_name": "eu-1"}},
        ),
    ]  # fmt: skip
    assert [place(one) for one in targets.values()] == [
        "../www", "git@host.example:me/digest.git, branch pages/main", "origin, branch gh-pages", "s3://bucket/folder",
    ]  # fmt: skip


def test_no_file_and_no_table(read, tmp_path):
    assert read_targets(tmp_path) == ({}, [])
    assert read("[site]\nname = 'x'\n") == ({}, [])


def test_everything_wrong_is_told_at_once(read):
    targets, problems = read("""
[publish.a]
path = "x"
[publish.b]
to = "ftp"
[publish.c]
to = "folder"
pth = "x"
[publish.d]
to = "git"
branch = "-x"
cname = "no domain"
repository = "--upload-pack=x"
seconds = true
[publish.e]
to = "storage"
address = "bucket"
options = "x"
at_once = 0.5
[publish.f]
to = "folder"
path = "www"
[publish."g h"]
to = "git"
""")
    assert list(targets) == ["f"]
    assert problems == [
        (2, "[publish.a] does not say what it is"),
        (4, "[publish.b] is to = 'ftp'"),
        (6, "unknown key `pth` in [publish.c]; did you mean `path`?"),
        (6, "[publish.c] has no `path`"),
        (9, "`branch` in [publish.d] is not what was expected: the name of a branch"),
        (9, "`cname` in [publish.d] is not what was expected: a domain such as digest.example"),
        (9, "`repository` in [publish.d] is not what was expected: an address, a path or the name of a remote"),
        (9, "`seconds` in [publish.d] is not what was expected: a number from 1 to 86,400"),
        (15, "`address` in [publish.e] is not what was expected: an address such as s3://bucket/folder"),
        (15, "`options` in [publish.e] is not what was expected: a table of what fsspec takes"),
        (15, "`at_once` in [publish.e] is not what was expected: a whole number from 1 to 64"),
        (None, "'g h' is no name of a target"),
    ]


@pytest.mark.parametrize("text", ["publish = 1\n", "[publish]\nx = 1\n", "[[publish.x]]\nto = 'git'\n"])
def test_what_is_no_table(read, text):
    targets, problems = read(text)
    assert targets == {}
    assert len(problems) == 1
    assert "is no table" in problems[0][1]


@pytest.mark.parametrize(
    ("key", "settings"),
    [
        ("options.secret", 'to = "storage"\naddress = "s3://b"\noptions = { secret = "s3cr3tword" }'),
        ("options.client_kwargs.aws_access_key", 'to = "storage"\naddress = "s3://b"\noptions = { client_kwargs = { aws_access_key = "s3cr3tword" } }'),
        ("options.password", 'to = "storage"\naddress = "sftp://h/x"\noptions = { password = 314159 }'),
        ("options.token", 'to = "storage"\naddress = "gs://b"\noptions = { token = { private = "s3cr3tword" } }'),
        ("options.url", 'to = "storage"\naddress = "x://b"\noptions = { url = "https://me:s3cr3tword@host/" }'),
        ("address", 'to = "storage"\naddress = "sftp://me:s3cr3tword@host/srv"'),
        ("repository", 'to = "git"\nrepository = "https://me:s3cr3tword@host/x.git"'),
        ("repository", 'to = "git"\nrepository = "https://s3cr3tword@host/x.git"'),
    ],
)  # fmt: skip
def test_no_secret_stands_in_the_file(read, key, settings):
    targets, problems = read(f"[publish.x]\n{settings}\n")
    assert targets == {}
    [(_, message)] = problems
    assert f"`{key.split('.private')[0]}" in message
    assert "holds a password or key, which does not belong into a file" in message
    assert "s3cr3tword" not in message
    assert "314159" not in message


@pytest.mark.parametrize(
    "settings",
    [
        'to = "storage"\naddress = "s3://b"\noptions = { secret = "${S3_SECRET}", anon = false }',
        'to = "storage"\naddress = "sftp://me:${WORD}@host/srv"',
        'to = "storage"\naddress = "sftp://me@host/srv"',
        'to = "git"\nrepository = "https://me:${WORD}@host/x.git"',
        'to = "git"\nrepository = "https://${WORD}@host/x.git"',
        'to = "git"\nrepository = "ssh://git@host/x.git"',
        'to = "git"\nrepository = "git@host:x.git"',
    ],
)
def test_the_name_of_a_variable_may(read, settings):
    targets, problems = read(f"[publish.x]\n{settings}\n")
    assert (list(targets), problems) == (["x"], [])


def test_variables_are_filled_in_late_and_veiled(monkeypatch):
    target = StorageTarget(name="x", address="s3://b", options={"secret": "${WORD}", "list": ["a-${WORD}", 1]})
    monkeypatch.delenv("WORD", raising=False)
    with pytest.raises(PublishError, match="the environment has no variable WORD"):
        with_values(target.options)
    monkeypatch.setenv("WORD", "s3cr3t/word")
    assert with_values(target.options) == {"secret": "s3cr3t/word", "list": ["a-s3cr3t/word", 1]}
    assert secrets(target) == ("s3cr3t/word", "s3cr3t/word")
    assert veil("at s3cr3t/word\nand s3cr3t%2Fword", target) == "at *** and ***"
