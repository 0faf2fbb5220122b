"""Messages are complete in every locale, fresh, and in one script."""

import gettext
import re

import pytest
from babel import Locale
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


def catalog(name):
    with (FOLDER / "locales" / name / "LC_MESSAGES" / "messages.po").open("rb") as stream:
        return read_po(stream, locale=name)


def written(name):
    return [message for message in catalog(name) if message.id]


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
    assert not catalog(name).obsolete
    forms = catalog(name).num_plurals
    for message in written(name):
        found = strings(message)
        assert len(found) == (forms if message.pluralizable else 1), f"{name}: {message.id}"
        assert all(found), f"{name}: {message.id} is not translated"
        assert not message.fuzzy
        slots = set().union(*(SLOT.findall(one) for one in ids(message)))
        for index, string in enumerate(found):
            # A form for one thing alone may do without the number; in Serbian and Russian it is that of 21, too.
            spared = {"%(num)s", "%(count)s"} if index == 0 and forms == 2 and message.pluralizable else set()
            assert slots - spared <= set(SLOT.findall(string)) <= slots, f"{name}: {message.id}"


@pytest.mark.parametrize("name", [*catalogs.WRITTEN, *catalogs.ORIGINS])
def test_catalogs_count_as_cldr_does(name):
    """Each form goes with one plural category, so that counts of pages and of sentences agree."""
    plural = gettext.c2py(catalog(catalogs.ORIGINS.get(name, name)).plural_expr)
    language = Locale.parse(name)
    pairs = {(plural(n), language.plural_form(n)) for n in range(1200)}
    assert len(pairs) == len({form for form, _ in pairs}) == len({category for _, category in pairs})


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


NUMBERS = (0, 1, 2, 5, 11, 21, 22, 1.5, 1_000_000)
PRINTED = '{{ ngettext("%(num)s origin", "%(num)s origins", n) }}'
COUNTED = "{% trans count=n %}{{ count }} quote{% pluralize %}{{ count }} quotes{% endtrans %}"


@pytest.mark.parametrize(
    ("locale", "template", "expected"),
    [
        (
            "de", PRINTED,
            ("0 Ursprünge, 1 Ursprung, 2 Ursprünge, 5 Ursprünge, 11 Ursprünge, 21 Ursprünge, 22 Ursprünge, 1,5 Ursprünge, "
            "1.000.000 Ursprünge"),
        ),
        (
            "en", COUNTED,
            "0 quotes, 1 quote, 2 quotes, 5 quotes, 11 quotes, 21 quotes, 22 quotes, 1.5 quotes, 1,000,000 quotes",
        ),
        (
            "ru", PRINTED,
            ("0 первоисточников, 1 первоисточник, 2 первоисточника, 5 первоисточников, 11 первоисточников, "
            "21 первоисточник, 22 первоисточника, 1,5 первоисточника, 1\xa0000\xa0000 первоисточников"),
        ),
        (
            "ru", COUNTED,
            "0 цитат, 1 цитата, 2 цитаты, 5 цитат, 11 цитат, 21 цитата, 22 цитаты, 1,5 цитаты, 1\xa0000\xa0000 цитат",
        ),
        (
            "sr-Cyrl", PRINTED,
            ("0 примарних извора, 1 примарни извор, 2 примарна извора, 5 примарних извора, 11 примарних извора, "
            "21 примарни извор, 22 примарна извора, 1,5 примарних извора, 1.000.000 примарних извора"),
        ),
        (
            "sr-Latn", PRINTED,
            ("0 primarnih izvora, 1 primarni izvor, 2 primarna izvora, 5 primarnih izvora, 11 primarnih izvora, "
            "21 primarni izvor, 22 primarna izvora, 1,5 primarnih izvora, 1.000.000 primarnih izvora"),
        ),
    ],
)  # fmt: skip
def test_plural_forms_of_pages(locale, template, expected):
    made = Environments().environment(locale).from_string(template)
    assert [made.render(n=n) for n in NUMBERS] == expected.split(", ")


def test_a_plural_message_with_a_context(tmp_path):
    folder = own(
        tmp_path,
        HEAD + '\nmsgctxt "of a lake"\nmsgid "%(num)s source"\nmsgid_plural "%(num)s sources"\n'
        'msgstr[0] "%(num)s исток"\nmsgstr[1] "%(num)s истока"\nmsgstr[2] "%(num)s истоков"\n',
        "ru",
    )
    made = Environments(folder).environment("ru").from_string(
        '{{ npgettext("of a lake", "%(num)s source", "%(num)s sources", n) }}'
    )  # fmt: skip
    assert [made.render(n=n) for n in (21, 1.5, 5, 1200)] == ["21 исток", "1,5 истока", "5 истоков", "1\xa0200 истоков"]


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


def test_what_is_missing_is_remembered():
    messages = catalogs.load("ru", [FOLDER])
    assert messages.gettext("Sources") == "Источники"
    assert not messages.missing
    assert [messages.ngettext("%(num)s lake", "%(num)s lakes", n) for n in (0, 1, 2)] == [
        "%(num)s lakes", "%(num)s lake", "%(num)s lakes",
    ]  # fmt: skip
    assert messages.pgettext("of rivers", "Sources") == "Sources"
    assert list(messages.missing) == ["%(num)s lake", ("of rivers", "Sources")]


def test_cyrillic_in_the_latin_catalog_is_set_in_latin(tmp_path):
    folder = own(tmp_path, HEAD + '\nmsgid "Sources"\nmsgstr "Изворишта (Sources)"\n', "sr_Latn")
    assert catalogs.load("sr-Latn", [folder, FOLDER]).gettext("Sources") == "Izvorišta (Sources)"


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("sr", "Call its folder sr_Cyrl"),
        ("sr@latin", "Call its folder sr_Latn"),
        ("no", "Folders are called de, en, ru"),
    ],
)
def test_a_catalog_that_no_locale_reads_is_told(tmp_path, name, hint):
    (found,) = catalogs.gaps(own(tmp_path, HEAD, name))
    assert (found.path, found.severity) == (f"templates/locales/{name}/LC_MESSAGES/messages.po", "warning")
    assert found.message == f"no locale is called {name!r} here, so this catalog is not read"
    assert found.hint.startswith(hint)


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
