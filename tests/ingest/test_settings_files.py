"""Settings are read as a whole: every mistake is named, with its line, and the rest holds."""

from beleg.ingest.settings import known_publisher, read_publishers, read_site
from beleg.records import Site


def settings(tmp_path, text, name="beleg.toml"):
    (tmp_path / name).write_text(text, "utf-8")
    return tmp_path


def test_without_settings_defaults_hold(tmp_path):
    assert read_site(tmp_path) == (Site(), [])
    assert read_publishers(tmp_path) == ({}, [])


def test_settings(tmp_path):
    text = (
        '[site]\nname = "Digest"\naddress = "https://d.example"\nzone = "Europe/Belgrade"\n'
        'locales = ["sr@latin", "de_DE.UTF-8", "sr"]\ncontact = "a@d.example"\n'
    )
    assert read_site(settings(tmp_path, text)) == (
        Site(
            name="Digest", address="https://d.example", zone="Europe/Belgrade",
            locales=("sr-Latn", "de", "sr-Cyrl"), contact="a@d.example",
        ),
        [],
    )  # fmt: skip


def test_all_mistakes_at_once_with_their_lines(tmp_path):
    text = (
        '[site]\nnaem = "Digest"\nname = 5\naddress = "digest.example"\nzone = "../etc/passwd"\n'
        'locales = ["de", "xx", "../../geheim"]\n\n[fetsch]\nx = 1\n'
    )
    site, problems = read_site(settings(tmp_path, text))
    assert site == Site(locales=("de",))
    assert [(p.line, p.path) for p in problems] == [
        (line, "sources/beleg.toml") for line in (8, 2, 3, 4, 5, 6, 6)
    ]  # fmt: skip
    words = ("fetsch", "naem", "name", "address", "zone", "xx", "geheim")
    assert all(word in problem.message and problem.hint for word, problem in zip(words, problems, strict=True))


def test_broken_toml_names_the_line(tmp_path):
    site, [problem] = read_site(settings(tmp_path, "[site]\nname = „Digest“\n"))
    assert (site, problem.line, "no TOML" in problem.message) == (Site(), 2, True)


def test_settings_in_another_encoding_are_named(tmp_path):
    (tmp_path / "beleg.toml").write_bytes('[site]\nname = "Übersicht"\n'.encode("windows-1252"))
    assert "UTF-8" in read_site(tmp_path)[1][0].message


def test_publishers_are_known_by_each_of_their_names(tmp_path):
    text = '["Ток и такт"]\nkind = "newsroom"\naliases = ["Tok i takt"]\n'
    publishers, problems = read_publishers(settings(tmp_path, text, "publishers.toml"))
    assert problems == []
    for name in ("«Ток и такт»", "tok  i takt"):
        found = known_publisher(name, publishers)
        assert (found.name, found.kind) == ("Ток и такт", "newsroom")
    assert known_publisher("Other", publishers) is None


def test_mistakes_about_publishers(tmp_path):
    text = '[A]\nkind = "paper"\nname = "x"\n[B]\naliases = "A"\n[C]\naliases = ["a"]\n'
    publishers, problems = read_publishers(settings(tmp_path, text, "publishers.toml"))
    assert sorted(publishers) == ["a", "b", "c"]
    assert [p.line for p in problems] == [3, 2, 5, None]
