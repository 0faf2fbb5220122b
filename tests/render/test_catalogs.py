"""Messages are complete in every locale, fresh, and in one script."""

import re

import pytest
from babel.messages.pofile import read_po

from beleg.errors import RenderError
from beleg.lexicons import LANGUAGES, read_tables
from beleg.render import catalogs
from beleg.render.environment import Environments, default_templates
from beleg.render.views import DOCUMENTS

FOLDER = default_templates()
SLOT = re.compile(r"%\(\w+\)s")
# What is no word: slots and markup.
WORDLESS = re.compile(r"%\(\w+\)s|<[^>]+>")


def written(name):
    with (FOLDER / "locales" / name / "LC_MESSAGES" / "messages.po").open("rb") as stream:
        return [message for message in read_po(stream) if message.id]


def strings(message):
    return [message.string] if isinstance(message.string, str) else list(message.string)


def ids(message):
    return [message.id] if isinstance(message.id, str) else list(message.id)


def test_the_template_is_fresh():
    assert catalogs.extract(FOLDER) == (FOLDER / "messages.pot").read_bytes(), "python -m beleg.render.catalogs extract"


@pytest.mark.parametrize("name", catalogs.WRITTEN)
def test_every_catalog_is_complete_and_keeps_the_slots(name):
    with (FOLDER / "messages.pot").open("rb") as stream:
        wanted = {(one.context, *ids(one)) for one in read_po(stream) if one.id}
    assert {(one.context, *ids(one)) for one in written(name)} == wanted, "python -m beleg.render.catalogs update"
    for message in written(name):
        slots = set().union(*(SLOT.findall(one) for one in ids(message)))
        for string in strings(message):
            assert string, f"{name}: {message.id} is not translated"
            assert set(SLOT.findall(string)) <= slots, f"{name}: {message.id}"
        # The form for one thing may do without the number, the others may not.
        assert set(SLOT.findall(strings(message)[-1])) == slots, f"{name}: {message.id}"
        assert not message.fuzzy


def test_serbian_cyrillic_has_no_latin_letter():
    for message in written("sr_Cyrl"):
        for string in strings(message):
            assert not re.search(r"[A-Za-z]", WORDLESS.sub("", string)), string


@pytest.mark.parametrize("name", ["de", "en"])
def test_latin_catalogs_have_no_cyrillic_letter(name):
    assert not any(re.search("[Ѐ-ӿ]", string) for message in written(name) for string in strings(message))


def test_serbian_latin_is_derived_and_keeps_the_slots():
    messages = catalogs.load("sr-Latn", [FOLDER])
    assert messages.gettext("Vendor claim") == "Tvrdnja proizvođača"
    assert messages.gettext("Period %(period)s") == "Period %(period)s"
    assert not any(re.search("[Ѐ-ӿ]", string) for found in messages._strings.values() for string in found)


@pytest.mark.parametrize(
    ("locale", "forms"),
    [
        ("de", {1: "1 Ursprung", 3: "3 Ursprünge", 21: "21 Ursprünge"}),
        ("en", {1: "1 origin", 3: "3 origins", 21: "21 origins"}),
        ("ru", {1: "1 первоисточник", 3: "3 первоисточника", 5: "5 первоисточников", 21: "21 первоисточник"}),
        ("sr-Cyrl", {1: "1 примарни извор", 3: "3 примарна извора", 5: "5 примарних извора", 21: "21 примарни извор"}),
        ("sr-Latn", {3: "3 primarna izvora", 11: "11 primarnih izvora", 21: "21 primarni izvor"}),
    ],
)
def test_plural_forms(locale, forms):
    messages = catalogs.load(locale, [FOLDER])
    for number, expected in forms.items():
        assert messages.ngettext("%(num)s origin", "%(num)s origins", number) % {"num": number} == expected


def test_compiled_catalogs_serve_where_no_po_is(tmp_path):
    for path, data in catalogs.compiled(FOLDER):
        target = tmp_path / path.relative_to(FOLDER)
        target.parent.mkdir(parents=True)
        target.write_bytes(data)
    for locale in ("de", "sr-Cyrl", "sr-Latn", "ru", "en"):
        there, here = catalogs.load(locale, [tmp_path]), catalogs.load(locale, [FOLDER])
        assert there._strings == here._strings
        origin = ("%(num)s origin", "%(num)s origins")
        assert [there.ngettext(*origin, n) for n in range(30)] == [here.ngettext(*origin, n) for n in range(30)]


def test_gaps_fall_back_to_the_chain(tmp_path):
    """Empty and fuzzy translations count as missing; Latin is then derived from the Cyrillic catalog."""
    path = tmp_path / "locales/sr_Latn/LC_MESSAGES/messages.po"
    path.parent.mkdir(parents=True)
    path.write_text(
        'msgid ""\nmsgstr ""\n"Language: sr\\n"\n\nmsgid "Sources"\nmsgstr "Izvorišta"\n\n'
        'msgid "Method"\nmsgstr ""\n\n#, fuzzy\nmsgid "Edition"\nmsgstr "Uploadovano"\n',
        "utf-8",
    )
    messages = catalogs.load("sr-Latn", [tmp_path, FOLDER])
    assert [messages.gettext(one) for one in ("Sources", "Method", "Edition", "Nowhere")] == [
        "Izvorišta", "Metod", "Izdanje", "Nowhere",
    ]  # fmt: skip
    assert messages.ngettext("%(num)s origin", "%(num)s origins", 21) == "%(num)s primarni izvor"


HEAD = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n'


def own(tmp_path, text, name="de"):
    """A project's template folder with one catalog."""
    path = tmp_path / "templates" / "locales" / name / "LC_MESSAGES" / "messages.po"
    path.parent.mkdir(parents=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return tmp_path / "templates"


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        (HEAD.encode() + b'\nmsgid "Sources"\nmsgstr "Qu\xe4llen"\n', 6, "not in utf-8"),
        (HEAD.replace("utf-8", "klingonisch"), 3, "unknown character set 'klingonisch'"),
        (HEAD + '"Plural-Forms: nplurals=2; plural=(n != ;\\n"\n', None, "Plural-Forms is wrong"),
        (HEAD + '"Plural-Forms: nplurals=x; plural=n;\\n"\n', None, "invalid literal"),
        (HEAD + '"Plural-Forms: nplurals=2; plural=n;\\n"\n', None, "names forms beyond its 2"),
        (HEAD + '\nmsgid "Sou\nmsgstr "Q"\n', 5, "quoted string"),
        (HEAD + '\nmsgid "\nmsgstr "Q"\n', 5, "quoted string"),
        (HEAD + '\nmsgstr "Q"\nmsgid "A"\nunsinn\n', 7, "quoted string"),
        (HEAD + '\nmsgid "Period %(period)s"\nmsgstr "Zeit %(zz)s"\n', 5, r"placeholder %\(zz\)s of 'Zeit"),
        (HEAD + '\nmsgid "Sources"\nmsgstr "100 % Quellen"\n', 5, "written %%"),
    ],
)
def test_a_malformed_catalog_is_told_with_its_line(tmp_path, text, line, says):
    with pytest.raises(RenderError, match=says) as raised:
        catalogs.load("de", [own(tmp_path, text), FOLDER])
    assert raised.value.path == "templates/locales/de/LC_MESSAGES/messages.po"
    assert raised.value.line == line
    assert raised.value.hint


def test_gaps_of_an_own_catalog_are_counted(tmp_path):
    text = '\nmsgid "Sources"\nmsgstr "Izvori"\n\nmsgid "Method"\nmsgstr ""\n\n#, fuzzy\nmsgid "Edition"\nmsgstr "Up"\n'
    (found,) = catalogs.gaps(own(tmp_path, HEAD + text, "sr_Latn"))
    assert (found.path, found.severity) == ("templates/locales/sr_Latn/LC_MESSAGES/messages.po", "warning")
    assert found.message == "2 of 3 messages are not translated (1 empty, 1 fuzzy)"
    assert list(catalogs.gaps(FOLDER)) == []


def test_a_folder_in_the_place_of_a_catalog(tmp_path):
    folder = own(tmp_path, HEAD)
    (folder / "locales/ru/LC_MESSAGES/messages.po").mkdir(parents=True)
    with pytest.raises(RenderError, match=r"ru/LC_MESSAGES/messages\.po: can't be read as a catalog: is a directory"):
        catalogs.load("ru", [folder, FOLDER])


def test_an_own_catalog_without_plural_forms_leaves_those_of_the_shipped_one(tmp_path):
    folder = own(tmp_path, HEAD + '\nmsgid "Sources"\nmsgstr "Первоисточники"\n', "ru")
    messages = catalogs.load("ru", [folder, FOLDER])
    assert messages.gettext("Sources") == "Первоисточники"
    assert messages.ngettext("%(num)s origin", "%(num)s origins", 5) == "%(num)s первоисточников"


@pytest.mark.parametrize("locale", ["xx", "", "sr", "sr_Cyrl", "../../geheim", "de\0"])
def test_an_unknown_locale_is_refused_by_name(locale):
    with pytest.raises(RenderError, match="unknown locale"):
        catalogs.load(locale, [FOLDER])


def test_every_document_of_the_lexicons_has_a_message():
    for language in LANGUAGES:
        labels = set(read_tables(language)["document"])
        assert labels <= set(DOCUMENTS), f"{language}: add them to views.DOCUMENTS and macros.html"
    module = Environments().environment("de").get_template("macros.html").module
    assert set(module.documents) == set(DOCUMENTS)
