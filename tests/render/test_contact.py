"""The contact as a link, a report that is begun already, and the imprint."""

from email.message import EmailMessage
from urllib.parse import parse_qs, unquote, urlsplit

from beleg.records import Site
from beleg.render.contact import contact_link, imprint_of, report_link

PLACE = "https://d.example/sr-Cyrl/y-1.html#f-1"


def report(contact):
    return report_link(contact, "Грешка & више: f-1", "f-1", PLACE, "sr-Cyrl")


def test_a_mail_address_and_a_page():
    assert contact_link("a+b@d.example") == "mailto:a+b@d.example"
    assert contact_link("https://d.example/kontakt?x=1") == "https://d.example/kontakt?x=1"


def test_a_letter_is_begun():
    """With the identifier, the permalink and the locale; nothing in them ends a field of the address."""
    parts = urlsplit(report("redaktion@d.example"))
    assert (parts.scheme, parts.path, parts.fragment) == ("mailto", "redaktion@d.example", "")
    asked = parse_qs(parts.query, strict_parsing=True)
    assert asked == {"subject": ["Грешка & више: f-1"], "body": [f"{PLACE}\r\nsr-Cyrl\r\n\r\n"]}
    assert "+" not in parts.query
    letter = EmailMessage()
    letter["To"] = unquote(parts.path)
    assert letter["To"].addresses[0].addr_spec == "redaktion@d.example"


def test_a_page_is_told_what_it_is_about():
    found = urlsplit(report("https://d.example/kontakt?form=2#unten"))
    assert (found.path, found.fragment) == ("/kontakt", "unten")
    assert parse_qs(found.query) == {"form": ["2"], "fact": ["f-1"], "page": [PLACE], "locale": ["sr-Cyrl"]}


def test_an_imprint_for_all():
    site = Site(imprint=((None, "Erste\nZeile\n\n  \nZweiter"),))
    assert imprint_of(site, "ru") == ("", ("Erste\nZeile", "Zweiter"))


def test_an_imprint_for_each():
    site = Site(imprint=(("de", "Wer"), ("sr-Cyrl", "Љубица")))
    assert imprint_of(site, "de") == ("de", ("Wer",))
    assert imprint_of(site, "sr-Latn") == ("sr-Latn", ("Ljubica",))
    # What is not there in a language stands in that of the first.
    assert imprint_of(site, "ru") == ("de", ("Wer",))
    assert imprint_of(Site(), "de") == ("", ())
