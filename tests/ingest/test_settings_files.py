"""Settings are read as a whole: every mistake is named, with its line, and the rest holds."""

import pytest

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


@pytest.mark.parametrize("contact", ["a@d.example", "https://d.example/kontakt?x=1"])
def test_a_contact_is_a_mail_address_or_a_page(tmp_path, contact):
    site, problems = read_site(settings(tmp_path, f'[site]\ncontact = "{contact}"\n'))
    assert (site.contact, problems) == (contact, [])


@pytest.mark.parametrize("contact", ["Redaktion", "a@", "a b@d.example", "javascript:alert(1)", "mailto:a@d.example"])
def test_another_contact_is_told(tmp_path, contact):
    site, [problem] = read_site(settings(tmp_path, f'[site]\nname = "D"\ncontact = "{contact}"\n'))
    assert (site, problem.line) == (Site(name="D"), 3)
    assert repr(contact) in problem.message
    assert "editor@digest.example" in problem.hint


def test_an_imprint_is_a_text_or_one_a_locale(tmp_path):
    site, problems = read_site(settings(tmp_path, '[site]\nimprint = """\nA\n\nB\n"""\n'))
    assert (site.imprint, problems) == (((None, "A\n\nB"),), [])
    site, problems = read_site(settings(tmp_path, '[site.imprint]\nde = "A"\nsr = "Б"\n'))
    assert (site.imprint, problems) == ((("de", "A"), ("sr-Cyrl", "Б")), [])


def test_what_is_wrong_with_an_imprint_is_told(tmp_path):
    site, problems = read_site(settings(tmp_path, '[site.imprint]\nxx = "A"\nde = 5\nen = "B"\n'))
    assert site.imprint == (("en", "B"),)
    assert [problem.line for problem in problems] == [2, 3]
    assert read_site(settings(tmp_path, "[site]\nimprint = 7\n"))[1][0].line == 2


@pytest.mark.parametrize("value", ["79", "2001", "true", '"300"', "0.5"])
def test_a_limit_of_quotes_out_of_bounds_is_told(tmp_path, value):
    site, [problem] = read_site(settings(tmp_path, f"[site]\nquote = {value}\n"))
    assert (site.quote, problem.line, "80 to 2,000" in problem.message) == (300, 2, True)
    assert read_site(settings(tmp_path, "[site]\nquote = 80\n")) == (Site(quote=80), [])


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
