"""Whom e-mails are from and to, as the settings say it; what can't stand in a header is named with its line."""

import pytest

from beleg.mail.settings import Envelope, plain_address, read_envelope, refused


@pytest.fixture
def read(tmp_path):
    def read(text):
        (tmp_path / "beleg.toml").write_text(text, "utf-8")
        return read_envelope(tmp_path)

    return read


def test_all_of_it(read):
    found, problems = read(
        '[email]\nfrom = "Beleg <b@news.example>"\n[email.to]\nde = "liste@news.example"\nsr-Latn = "a@b.example, c@d.example"\n'
    )
    assert not problems
    assert found == Envelope(
        sender="Beleg <b@news.example>", to_locale={"de": "liste@news.example", "sr-Latn": "a@b.example, c@d.example"}
    )
    assert read('[email]\nto = "Readers: a@b.example;"\n') == (Envelope(to="Readers: a@b.example;"), [])
    assert read("[site]\n") == (Envelope(), [])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("email = 1\n", "`email` is no table"),
        ('[email]\nfrm = "a@b.example"\n', "unknown key `frm` in [email]"),
        ("[email]\nfrom = 3\n", "`from` in [email] is no text"),
        ('[email]\nfrom = "nobody"\n', "'nobody' is no e-mail address"),
        ('[email]\nfrom = "a@b.example, c@d.example"\n', "is not one e-mail address"),
        ('[email]\nfrom = "a@b.example\\r\\nBcc: x@y.example"\n', "holds a control character"),
        ('[email]\nto = ""\n', "holds a control character, or nothing"),
        ('[email]\nto = "ж@b.example"\n', "is no e-mail address"),
        ('[email]\nto = "a@пример.example"\n', "is not in ASCII"),
        ('[email.to]\nfr = "a@b.example"\n', "unknown locale 'fr' in `to`"),
        ('[email.to]\nde = "a@"\n', "'a@' is no e-mail address"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_named(read, text, message):
    found, problems = read(text)
    assert found == Envelope()
    (problem,) = problems
    assert message in problem.message
    assert problem.path == "sources/beleg.toml"
    assert problem.line
    assert problem.hint


def test_a_contact_may_be_an_address():
    assert plain_address("Redaktion <r@news.example>").addr_spec == "r@news.example"
    for text in (None, "Redaktion, Hauptstr. 1", "https://news.example/", "r@news.example or by post"):
        assert plain_address(text) is None
    assert refused("a@b.example", many=False) is None
