"""Bytes become text in the encoding they are in, and nothing else about them changes."""

import unicodedata

import pytest

from beleg.errors import ReadError
from beleg.read.decoding import declared_in, decode

GERMAN = "Die Behörde prüft, ob „größere“ Änderungen nötig sind – und für wen.\nDas kostet 5 €.\n"
SERBIAN = "Čeka se žuta štampa: đaci grade ćelije i kažu da će sve biti bolje.\n"
CYRILLIC = "Цене ће порасти за пет одсто, саопштио је завод. Њихова љутња је већа него џеп.\n"
RUSSIAN = "Новый релиз вышел — что изменилось? Разработчик сообщил: «база стала быстрее», и это не всё.\n"
PLAIN_RUSSIAN = RUSSIAN.replace("«", "").replace("»", "").replace("—", "-")
PLAIN_GERMAN = GERMAN.replace("„", "").replace("“", "").replace("–", "-")


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        (GERMAN, "utf-8"), (GERMAN, "utf-8-sig"), (GERMAN, "utf-16"), (GERMAN, "utf-32"), (GERMAN, "windows-1252"),
        (SERBIAN, "iso-8859-2"), (SERBIAN, "windows-1250"), (CYRILLIC, "windows-1251"), (CYRILLIC, "utf-16"),
        (CYRILLIC, "iso-8859-5"), (RUSSIAN, "windows-1251"), (RUSSIAN, "utf-8"),
        (PLAIN_RUSSIAN, "koi8-r"), (PLAIN_RUSSIAN, "cp866"), (PLAIN_RUSSIAN, "iso-8859-5"),
        (GERMAN, "mac_roman"), (PLAIN_GERMAN, "iso-8859-15"), (SERBIAN, "cp852"), (SERBIAN, "mac_croatian"), (CYRILLIC, "mac_cyrillic"),
        # In capitals the letters of windows-1251 and koi8-r are small ones of the other.
        (PLAIN_RUSSIAN.upper(), "windows-1251"), (PLAIN_RUSSIAN.upper(), "koi8-r"),
        # Without a byte order mark.
        (GERMAN, "utf-16-le"), (SERBIAN, "utf-16-be"), (CYRILLIC, "utf-16-le"), (RUSSIAN, "utf-16-be"), (RUSSIAN, "utf-32-le"),
    ],
)  # fmt: skip
def test_usual_encodings_are_recognised(text, encoding):
    assert decode(text.encode(encoding)).text == text


def test_line_ends_become_line_feeds():
    assert decode(b"a\r\nb\rc\n").text == "a\nb\nc\n"


def test_what_xml_forbids_is_dropped_and_nothing_else():
    odd = "a\x00b".replace("\x00", "\x0b") + "\x1f\ufffe c\u00ad\u200b\u2060\ufeff\u2028\u0085\t😀"
    assert decode(odd.encode()).text == "ab c\u00ad\u200b\u2060\ufeff\u2028\u0085\t😀"


def test_letters_stay_decomposed():
    text = unicodedata.normalize("NFD", "Größere Änderungen für Köln")
    assert decode(text.encode()).text == text


def test_broken_utf8_names_the_line():
    data = GERMAN.encode() + "Die Gebühr steigt für".encode() + b"\xff\n"
    with pytest.raises(ReadError) as error:
        decode(data, path="a.txt")
    assert (error.value.path, error.value.line) == ("a.txt", 3)
    assert "0xff" in error.value.message


@pytest.mark.parametrize("data", [b"%PDF-1.4 x", b"\x89PNG\r\n\x1a\n", b"PK\x03\x04", b"Text\x00mit Null"])
def test_binary_files_are_refused(data):
    with pytest.raises(ReadError, match="binary file"):
        decode(data)


def test_a_declared_encoding_that_contradicts_utf8_is_not_believed():
    assert decode("Überblick".encode(), declared=("windows-1251",)).text == "Überblick"


def test_a_broken_byte_in_a_short_text_is_told_and_not_taken_for_another_encoding():
    data = "Der Hersteller hat die Version veröffentlicht.".encode()
    with pytest.raises(ReadError, match="0xff fits no character"):
        decode(data + b"\xff")
    with pytest.raises(ReadError, match="0xfe fits no character, and 1 more after it"):
        decode("Über größere Öfen".encode() + b"\xfe \xff")


@pytest.mark.parametrize(
    ("text", "encoding", "declared"),
    [
        (RUSSIAN, "mac_cyrillic", "x-mac-cyrillic mac-cyrillic"),
        (CYRILLIC, "windows-1251", "iso-8859-5"),
        (CYRILLIC, "utf-8", "windows-1251"),
        (SERBIAN, "iso-8859-2", "windows-1250"),
        (GERMAN, "windows-1252", "utf-8 iso-8859-1"),
        (GERMAN, "utf-16-le", "utf-8"),
        (GERMAN, "utf-8", "utf-16"),
    ],
)
def test_what_an_encoding_is_said_to_be_is_checked_against_the_bytes(text, encoding, declared):
    assert decode(text.encode(encoding), declared=declared.split()).text == text


def test_the_server_is_asked_before_the_page():
    data = b"<?xml version='1.0' encoding='koi8-r'?><html><meta http-equiv=Content-Type content='text/html; charset=UTF-8'>"
    assert declared_in(data, "Windows-1251") == ("windows-1251", "koi8-r", "utf-8")


def test_broken_bytes_of_what_was_fetched_are_shown_as_browsers_do():
    data = GERMAN.encode() + b"\xff"
    assert decode(data, lenient=True).text == GERMAN + "\ufffd"


def test_broken_utf16_names_the_line():
    with pytest.raises(ReadError, match="broken UTF-16-LE") as error:
        decode(("Erste Zeile\nZweite Zeile\n" * 200).encode("utf-16-le") + b"\x00\xd8\x20\x00")
    assert error.value.line == 401


@pytest.mark.parametrize(
    "data", [bytes(range(256)), b"\0" * 100, b"a\0", b"\x01\0\x02\0" * 50, b"RIFF\0\0\0\0WAVEfmt "]
)
def test_bytes_that_are_no_wide_text_stay_binary(data):
    with pytest.raises(ReadError, match="binary file"):
        decode(data)
