"""Which facts can be worded, and by which macro: kinds, what the quote's words say, and which slots are filled.

A subtype names the macro of `templates/facts/LOCALE.jinja` that words it. It fits a fact only if every word of the
quote is accounted for: by a name, a value, the attribution, an identifier that the subtype asks for or allows, or a
light word. The first that fits is taken, so the narrow ones stand first.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from beleg.records import Evidence, Kind, Modality, Statement
from beleg.render.gist import LIGHT, VALUE, Gist

_ALWAYS: Final = frozenset({LIGHT, VALUE})
# By the first word of a licence's name a licence is told from other names; the list is open source and source-available
# licences as SPDX spells them.
LICENSE: Final = re.compile(r"(Apache|MIT|BSD|MPL|A?GPL|LGPL|EUPL|BSL|BUSL|SSPL|ISC|EPL|CC|Elastic|Unlicense)\b")
HOSTS: Final = frozenset({"GitHub", "GitLab", "Codeberg", "SourceForge", "Hugging Face"})
_MONEY = re.compile(r"[A-Z]{3}(/\w+)?$")
_ANY: Final = (0, 99)


def _ids(text: str) -> frozenset[str]:
    return frozenset(text.split())


@dataclass(frozen=True, kw_only=True, slots=True)
class Subtype:
    """A way of saying something, and when a fact is said that way."""

    # The macro that words it.
    name: str
    kinds: frozenset[Kind]
    # Of each set one identifier must occur in the quote.
    needs: tuple[frozenset[str], ...] = ()
    # Identifiers that may occur besides.
    may: frozenset[str] = frozenset()
    # Whether the statement is negated; None for either, when the macro says which.
    negated: bool | None = False
    modalities: frozenset[Modality] = frozenset({"asserted"})
    # Evidence classes; empty for all.
    evidence: frozenset[Evidence] = frozenset()
    # Least and most of each: names besides subject and speaker, quantities, dates, versions, measures, things counted.
    names: tuple[int, int] = (0, 0)
    quantities: tuple[int, int] = (0, 0)
    dates: tuple[int, int] = (0, 0)
    versions: tuple[int, int] = (0, 0)
    measures: tuple[int, int] = (0, 0)
    things: tuple[int, int] = (0, 0)
    # "money", "count", "rate" (percent or times), "size" (any unit but money and count); empty for all.
    units: str = ""
    # Words of the quote that may be left over: descriptions that do not change what is said.
    slack: int = 0
    # Whether the sentence speaks of the subject, which must then be known.
    subject: bool = False

    def fits(self, statement: Statement, gist: Gist, names: tuple[str, ...], subject: str | None) -> bool:
        """Whether a statement is worded so.

        Args:
            statement: The leading statement of the fact.
            gist: What its quote says.
            names: Its names besides subject and speaker.
            subject: What it is about.
        """
        if statement.kind not in self.kinds or statement.modality not in self.modalities:
            return False
        if self.negated is not None and (statement.polarity == "negated") != self.negated:
            return False
        if (self.evidence and statement.evidence not in self.evidence) or (self.subject and not subject):
            return False
        counts = (
            (self.names, len(names)), (self.quantities, len(statement.quantities)), (self.dates, len(statement.dates)),
            (self.versions, len(statement.versions)),
        )  # fmt: skip
        if not all(least <= count <= most for (least, most), count in counts):
            return False
        if self.units and not all(_unit(quantity.unit) in self.units.split() for quantity in statement.quantities):
            return False
        if len(gist.left) > self.slack or (gist.repeats and names):
            return False
        allowed = self.may.union(_ALWAYS, *self.needs)
        measures = things = 0
        for word in gist.words:
            if word.ids & allowed:
                continue
            if self.measures[1] and any(name.startswith("measures:") for name in word.ids):
                measures += 1
            elif self.things[1] and any(name.startswith("things:") for name in word.ids):
                things += 1
            else:
                return False
        found = gist.ids()
        return (
            all(need & found for need in self.needs)
            and self.measures[0] <= measures <= self.measures[1]
            and self.things[0] <= things <= self.things[1]
        )


def _unit(unit: str) -> str:
    if unit == "count":
        return "count"
    if unit in {"percent", "times", "percentage_points"}:
        return "rate"
    return "money" if _MONEY.match(unit) else "size"


def _of(*kinds: Kind) -> frozenset[Kind]:
    return frozenset(kinds)


_PLAIN: Final = _ids("maker self figure document still")
_RELEASE: Final = _of("release")
_DESCRIBED: Final = _ids(
    "open_source source_code backend chip browser version_word platform maker document release announce available beta own"
    " instances first interface"
)

SUBTYPES: Final = (
    # --- release
    Subtype(name="document_dated", kinds=_RELEASE, needs=(_ids("dated"), _ids("document")), names=(0, 3), dates=(1, 1),
            may=_ids("release announce still maker")),
    Subtype(name="public_beta", kinds=_RELEASE, needs=(_ids("public_beta"),), may=_DESCRIBED | _ids("dated value"),
            names=_ANY, dates=(0, 1), versions=(0, 1), slack=2, subject=True),
    Subtype(name="general_availability", kinds=_RELEASE, needs=(_ids("general_availability"),), may=_DESCRIBED,
            names=_ANY, dates=(0, 1), versions=(0, 1), slack=2, subject=True),
    Subtype(name="is_beta", kinds=_RELEASE, needs=(_ids("beta"),), may=_ids("still"), names=(0, 0)),
    Subtype(name="released", kinds=_RELEASE, needs=(_ids("release"),), may=_DESCRIBED - _ids("beta announce"),
            names=_ANY, dates=(0, 1), versions=(0, 1), slack=1, subject=True),
    Subtype(name="release_planned", kinds=_RELEASE, needs=(_ids("release announce version_word want shall"),),
            may=_DESCRIBED, modalities=frozenset({"planned"}), names=(0, 3), dates=(1, 1), versions=(0, 1), slack=1,
            subject=True),
    # --- licence
    Subtype(name="license", kinds=_of("license"), needs=(_ids("license source_code open_source release repository"),),
            may=_DESCRIBED | _ids("still repository license"), names=(1, 5), slack=1),
    # --- availability, support, limitation
    Subtype(name="private_beta", kinds=_of("limitation", "availability", "release", "support"),
            needs=(_ids("private_beta"),), may=_ids("still available"), names=(1, 9)),
    Subtype(name="available_on", kinds=_of("availability", "support"),
            needs=(_ids("instances platform"),),
            may=_ids("support available open_source source_code chip training want version_word release maker"),
            names=(1, 9), versions=(0, 9), slack=0),
    Subtype(name="available_for", kinds=_of("availability"), needs=(_ids("available"),),
            may=_ids("platform version_word browser"), names=(1, 9), versions=(0, 9)),
    Subtype(name="support_ended", kinds=_of("support", "change"), needs=(_ids("support support_noun"), _ids("ended no_longer")),
            may=_ids("version_word release"), negated=None, names=(1, 3), versions=(0, 5)),
    Subtype(name="support_until", kinds=_of("support"), needs=(_ids("support support_noun"),), dates=(1, 1), versions=(1, 2),
            may=_ids("version_word maker still predecessor"), names=(0, 1), modalities=frozenset({"planned", "asserted"})),
    Subtype(name="unsupported", kinds=_of("limitation", "support"), needs=(_ids("support"), _ids("not")),
            may=_ids("beta version_word release module"), negated=True, names=(1, 9), versions=(0, 9)),
    Subtype(name="supported", kinds=_of("support"), needs=(),
            may=_ids("support interface data_type version_word beta release new uses"), names=(1, 12), versions=(0, 9)),
    # --- requirement
    Subtype(name="requires_size", kinds=_of("requirement"), needs=(_ids("memory disk"),),
            may=_ids("require platform must version_word"), quantities=(1, 1), units="size", names=(0, 0)),
    Subtype(name="requires_newer", kinds=_of("requirement"), needs=(_ids("newer"),),
            may=_ids("require platform version_word"), names=(1, 2), versions=(1, 1)),
    Subtype(name="requires", kinds=_of("requirement"), needs=(_ids("require must"),),
            may=_ids("platform version_word release"), names=(1, 6), versions=(0, 4), subject=True),
    # --- metric, quantity, price
    Subtype(name="compared", kinds=_of("metric"), needs=(_ids("more less faster slower cheaper dearer"),),
            may=_ids("process per predecessor previous gpu benchmark own customer promise average maker figure version_word chip"),
            quantities=(1, 1), units="rate", measures=(0, 2), names=(0, 3)),
    Subtype(name="measured", kinds=_of("metric", "quantity"), may=_ids("process average promise maker figure shall test own"),
            quantities=(1, 1), units="size rate count", measures=(1, 1), names=(0, 2)),
    Subtype(name="price", kinds=_of("price"), needs=(_ids("cost"),), may=_ids("process from_price version_word maker"),
            quantities=(1, 1), units="money", names=(0, 1)),
    Subtype(name="counted", kinds=_of("quantity", "adoption", "security", "metric"),
            needs=(_ids("affected tested_on employ sold delivered installed recalled fell_ill switched fix uses"),),
            may=_ids("test process document maker"), quantities=(1, 1), units="count", things=(1, 1), names=(0, 2)),
    # --- adoption, endorsement
    Subtype(name="first_users", kinds=_of("adoption"), needs=(_ids("customer things:users things:customers"), _ids("first")),
            may=_ids("uses maker"), names=(1, 6), slack=0),
    Subtype(name="welcomes", kinds=_of("endorsement"), needs=(_ids("welcome"),), may=_ids("support maker"), names=(0, 2),
            slack=3),
    # --- funding
    Subtype(name="raised", kinds=_of("funding"), needs=(_ids("raise round"),), may=_ids("round maker value"), names=(0, 2),
            quantities=(1, 1), units="money", slack=1),
    Subtype(name="valuation", kinds=_of("funding"), needs=(_ids("valuation"),), may=_ids("round maker process"), names=(0, 1),
            quantities=(1, 1), units="money"),
    # --- security, legal
    Subtype(name="exploited", kinds=_of("security"), needs=(_ids("exploited"),), may=_ids("first"), names=(1, 2)),
    Subtype(name="fixes", kinds=_of("security"), needs=(_ids("fix"), _ids("things:vulnerabilities")),
            may=_ids("update version_word maker document"), quantities=(1, 1), units="count", names=(0, 1)),
    Subtype(name="fine", kinds=_of("legal"), needs=(_ids("fine"),), may=_ids("impose maker"), quantities=(1, 1), units="money",
            names=(0, 1)),
    # --- caveat
    Subtype(name="not_tested", kinds=_of("caveat"), needs=(_ids("test"), _ids("not"), _ids("self")),
            may=_ids("figure maker independent performance measures:performance"), negated=True, names=(0, 3),
            evidence=frozenset({"publisher_analysis"}), slack=0),
    Subtype(name="no_independent_test", kinds=_of("caveat"), needs=(_ids("independent"), _ids("test evidence figure"), _ids("not missing")),
            may=_ids("figure still available customer maker"), negated=None, names=(0, 3), slack=0),
    Subtype(name="independent_tests_matter", kinds=_of("caveat"), needs=(_ids("independent"), _ids("test evidence"), _ids("important")),
            names=(0, 1), slack=0),
    Subtype(name="own_figure", kinds=_of("caveat"), needs=(_ids("figure"), _ids("self maker own")),
            may=_ids("document measures:speed measures:performance"), names=(0, 2), slack=0),
    Subtype(name="maker_paid", kinds=_of("caveat"), needs=(_ids("paid"), _ids("maker")), may=_ids("study test"),
            names=(0, 0)),
    Subtype(name="not_confirmed", kinds=_of("caveat"), needs=(_ids("evidence"), _ids("not missing")),
            may=_ids("figure maker available still"), negated=None, names=(0, 1)),
    # --- recommendation
    Subtype(name="update_at_once", kinds=_of("recommendation"), needs=(_ids("update"), _ids("at_once")),
            may=_ids("advice browser maker"), names=(0, 1), slack=0),
    Subtype(name="wait", kinds=_of("recommendation"), needs=(_ids("wait"),), may=_ids("advice"), names=(0, 0)),
    Subtype(name="test_own", kinds=_of("recommendation"), needs=(_ids("test"), _ids("own"), _ids("model")), may=_ids("advice"),
            names=(0, 2), slack=0),
    # --- other
    Subtype(name="no_reply", kinds=_of("other"), needs=(_ids("reply"), _ids("not")), may=_ids("request maker still"),
            negated=True, names=(0, 2), slack=0),
)  # fmt: skip


def subtype_of(
    statement: Statement, gist: Gist, names: tuple[str, ...], subject: str | None
) -> Subtype | None:
    """The first subtype that fits; None if the fact can only be quoted."""
    return next((one for one in SUBTYPES if one.fits(statement, gist, names, subject)), None)
