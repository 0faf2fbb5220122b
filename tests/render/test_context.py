"""What templates are given is what is written of it: names, types, filters; and no template reads anything else."""

from dataclasses import fields, replace

import pytest
from jinja2 import Environment, Template, meta, nodes
from jinja2.defaults import DEFAULT_FILTERS, DEFAULT_NAMESPACE

from beleg.ingest.editions import as_recorded
from beleg.mail.letters import Letters
from beleg.records import Site
from beleg.render import Today, context
from beleg.render.environment import Environments, default_templates
from beleg.render.names import LocalNames
from beleg.render.pages import Pages
from beleg.render.wording import Wordings
from render.records import published, second
from render.sample import edition, later

FOLDER = default_templates()
TEMPLATES = sorted(path.name for path in FOLDER.iterdir() if path.suffix in (".html", ".txt"))
EVERYWHERE = {field.name for field in fields(context.Everywhere)}
# What the extension for messages gives.
MESSAGES = {"_", "gettext", "ngettext", "pgettext", "npgettext"}


def test_the_description_is_fresh():
    told = "python -m beleg.render.context"
    assert (FOLDER / "README.md").read_text("utf-8") == context.documentation(), told


@pytest.fixture(scope="module")
def given():
    """What each template is given, by everything that prints: pages of two editions, and e-mails."""
    found, print_it = {}, Template.render

    def render(self, *args, **values):
        found.setdefault(self.name, []).append(values)
        return print_it(self, *args, **values)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Template, "render", render)
        one, two = edition(), second()
        for site in (Site(locales=("de",)), Site(locales=("de",), address="https://d.example", contact="a@d.example")):
            for draft in (two, later(), None):
                records = [published(one)] if draft is two else []
                list(Pages(draft and replace(draft, site=site), records, Today(site=site), Environments(), Wordings))
            for record in (later(), two):
                Letters(
                    record.id, replace(as_recorded(record), site=site), [published(one)], site, Environments()
                ).letter("de")
    return found


def test_every_template_that_is_printed_is_described(given):
    # What others extend is printed as a part of them.
    assert set(given) == set(context.CONTEXTS) - {"base.html"}
    assert set(TEMPLATES) == {*context.CONTEXTS, *(name for name in context.PARTS if not name.endswith("/"))}


def test_templates_are_given_what_is_described(given):
    for name, calls in given.items():
        kind = context.CONTEXTS[name]
        types = {}
        for one in reversed(kind.__mro__[:-1]):
            types |= {field: (told, one) for field, told, _ in context.described(one)}
        names = {field.name for field in fields(kind)}
        assert set(types) == names
        for values in calls:
            # The settings and the names of locales are globals of some environments, and given to others.
            assert set(values) - EVERYWHERE <= names, f"{name} is given more than `render/context.py` says"
            assert names - set(values) <= {"locale_names"}, f"{name} is not given what `render/context.py` says"
            for field, (told, one) in types.items():
                if field in values:
                    assert context.conforms(values[field], told, one), f"{name}: {field} is no {told}"


@pytest.mark.parametrize("name", TEMPLATES)
def test_templates_read_nothing_else(name):
    """Not even where a page never comes to it; what is imported has what is everywhere."""
    environment = Environments().environment("de")
    environment.filters |= {"called": str, "named": str}
    tree = environment.parse((FOLDER / name).read_text("utf-8"))
    made = {one.name for one in tree.find_all(nodes.Name) if one.ctx != "load"}
    made |= {one.name for one in tree.find_all(nodes.Macro)} | {one.target for one in tree.find_all(nodes.Import)}
    read = meta.find_undeclared_variables(tree) - made - set(DEFAULT_NAMESPACE) - {"_trans", "caller"}
    # Those that extend the frame import what it words; it asks whether a page stands in parts.
    assert read - context.names_given(name) <= EVERYWHERE | MESSAGES | (
        {"m", "sheet"} if name == "base.html" else set()
    )


def test_every_filter_and_name_is_described():
    environment = Environments().environment("de")
    names = LocalNames(edition(), "de")
    environment.filters |= {"called": names.shown, "named": names.marked}
    assert set(environment.filters) - set(DEFAULT_FILTERS) == set(context.FILTERS)
    own = set(environment.globals) - set(Environment().globals) - MESSAGES - {"newstyle"}
    assert own <= EVERYWHERE


def test_types_are_told_apart():
    for value, told, right in (
        ("x", "str", True), (None, "str | None", True), (1, "str | None", False), ((), "tuple[Month, ...]", True),
        ([], "tuple[Month, ...]", False), (None, "EditionLink", False), (Site(), "Site", True),
    ):  # fmt: skip
        assert context.conforms(value, told, context.Everywhere) is right


def test_a_comment_stands_with_its_field():
    rows = {name: comment for name, _, comment in context.described(context.Page)}
    assert rows["canonical"] == ""
    assert rows["page"].startswith("Its path below")
