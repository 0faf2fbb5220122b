"""One release told in three languages, and nearly the same words about a sibling of the product."""

from pathlib import Path

from beleg.lexicons.register import load_register
from beleg.merge import merge
from beleg.merge.compare import siblings
from beleg.merge.matching import Judge
from beleg.pipeline import statements_of
from beleg.read import read
from beleg.records import Article, Document, Quantity
from fakes import statement
from merge.names import FakeNames

TELLINGS = (
    ("1-de.md", "de", "Latn", "Nordlicht DB", "2026-10-14", 12.0,
     "Die Nordlicht Software GmbH hat Nordlicht DB 4.2 veröffentlicht.", "Laut Hersteller sinkt die Latenz um 12 Prozent."),
    ("2-ru.md", "ru", "Cyrl", "Nordlicht DB", "2026-10-15", 12.0,
     "Компания Nordlicht Software выпустила Nordlicht DB 4.2.", "По её данным, задержки сократились на 12 %."),
    ("3-sr.md", "sr", "Cyrl", "Nordlicht DB", "2026-10-15", 15.0,
     "Компанија Nordlicht Software објавила је Nordlicht DB 4.2.", "Произвођач тврди да је кашњење мање за 15 одсто."),
    ("4-de.md", "de", "Latn", "Nordlicht Cloud", "2026-10-14", 12.0,
     "Die Nordlicht Software GmbH hat Nordlicht Cloud 4.2 veröffentlicht.", "Laut Hersteller sinkt die Latenz um 12 Prozent."),
)  # fmt: skip


def test_a_sibling_of_the_product_never_joins():
    articles, found = [], []
    for name, language, script, product, published, percent, released, faster in TELLINGS:
        common = {"article": name, "language": language, "script": script, "subject": product}
        articles.append(
            Article(id=name, text=f"{released} {faster}", language=language, script=script, blocks=(),
                    title=f"{product} 4.2", publisher=name, published=published)
        )  # fmt: skip
        found += [
            statement(released, **common, kind="release", evidence="unattributed", claimant=None, versions=("4.2",),
                      dates=("2026-10-14",), date_roles=("release",), names=("Nordlicht Software", product)),
            statement(faster, **common, start=80, kind="metric", claimant="Nordlicht Software", role="vendor",
                      origin="Nordlicht Software", concepts=("latency", "decrease"),
                      quantities=(Quantity(value=percent, unit="percent"),)),
        ]  # fmt: skip
    result = merge(found, articles, FakeNames())
    home = {s.id: s.article[0] for s in result.statements}
    facts = {(fact.kind, "".join(sorted(home[m] for m in fact.mentions))): fact for fact in result.facts}
    assert set(facts) == {("release", "123"), ("release", "4"), ("metric", "12"), ("metric", "3"), ("metric", "4")}
    twelve, fifteen = facts["metric", "12"], facts["metric", "3"]
    assert twelve.conflicts == (fifteen.id,)
    assert facts["metric", "4"].conflicts == ()
    assert [(origin.party, origin.stake) for origin in twelve.origins] == [("Nordlicht Software", "vendor")]
    assert twelve.evidence == "vendor_claim"


def test_a_release_told_three_times_and_a_sibling_told_once():
    """As `tests/cases/articles/merge/expected.json` says of its four articles, from their files on."""
    files = sorted(Path(__file__).parents[1].joinpath("cases", "articles", "merge").glob("*.md"))
    articles = [read(Document(id=file.name, data=file.read_bytes(), media_type="text/markdown")) for file in files]
    register = load_register()
    result = merge(statements_of(articles, register), articles, register)
    home = {s.id: s.article[0] for s in result.statements}
    facts = {(fact.kind, "".join(sorted(home[m] for m in fact.mentions))): fact for fact in result.facts}
    assert set(facts) == {("release", "123"), ("release", "4"), ("metric", "12"), ("metric", "3"), ("metric", "4")}
    assert facts["metric", "12"].conflicts == (facts["metric", "3"].id,)
    assert facts["metric", "4"].conflicts == ()


def test_siblings():
    assert siblings("Nordlicht DB", "Nordlicht Cloud")
    assert siblings("Nordlicht DB 4.2", "Nordlicht Cloud 4.2")
    assert not siblings("Nordlicht DB 4.2", "Nordlicht DB 4.3")
    assert not siblings("Nordlicht", "Nordlicht DB")
    assert not siblings("AWS Neuron", "AWS Neuron Explorer")


def judged(*more):
    """What forbids "Die Vela …" of one article and "Батарея Vela Pro …" of another to be one fact."""
    one = statement("Die Vela hält 12 Stunden.", article="1.md", names=("Vela",), subject="Vela")
    other = statement("Батарея Vela Pro держит 12 часов.", article="2.md", names=("Vela Pro",), subject="Vela Pro",
                      language="ru", script="Cyrl")  # fmt: skip
    told = [one, other, *more]
    return Judge(told, told).veto(one.id, other.id)


def test_a_variant_is_another_thing_where_anybody_names_both():
    both = statement(
        "Vela i Vela Pro stižu u maju.", article="3.md", names=("Vela", "Vela Pro"), language="sr", script="Latn"
    )
    assert judged(both) == "name"


def test_a_short_name_may_stand_for_the_whole_one():
    assert judged() is None


def test_a_firm_that_is_called_as_its_product_begins_is_no_variant():
    both = statement("Vela bringt die Vela Pro.", article="3.md", names=("Vela", "Vela Pro"), claimant="Vela")
    assert judged(both) is None


def test_another_model_is_another_thing_though_the_story_is_about_the_first():
    one = statement("Velo 7 wiegt 3 Kilogramm.", article="1.md", names=("Velo 7",), subject="Velo 7")
    other = statement("I Volt 2 teška je 3 kilograma.", article="2.md", names=("Volt 2",), subject="Velo 7",
                      language="sr", script="Latn")  # fmt: skip
    assert Judge([one, other], [one, other]).veto(one.id, other.id) == "things"
    same = statement("Велосипед «Вело 7» весит 3 килограмма.", article="3.md", names=("Velo 7",), subject="Velo 7",
                     language="ru", script="Cyrl")  # fmt: skip
    assert Judge([one, same], [one, same]).veto(one.id, same.id) is None


def test_a_type_is_told_by_its_number_though_no_name_was_found():
    def told(quote, article, language="de", script="Latn"):
        return statement(quote, article=article, language=language, script=script, names=("Lumbra",), subject="Lumbra")

    one = told("Die Maschine Lumbra H7 verbraucht 5 Kilowatt.", "1.md")
    for other in (
        told("Машина Lumbra H8 потребляет 5 киловатт.", "2.md", "ru", "Cyrl"),
        told("Mašina H8 troši 5 kilovata.", "3.md", "sr"),
    ):
        assert Judge([one, other], [one, other]).veto(one.id, other.id) == "things"
    same = told("Mašina H-7 troši 5 kilovata.", "4.md", "sr")
    assert Judge([one, same], [one, same]).veto(one.id, same.id) is None
    elsewhere = told("Mit 5G verbraucht die Maschine 5 Kilowatt.", "5.md")
    assert Judge([one, elsewhere], [one, elsewhere]).veto(one.id, elsewhere.id) is None
