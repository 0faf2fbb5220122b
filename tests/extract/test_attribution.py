"""Who speaks: every rule of attribution, without the model, on sentences of our own, in three languages and both Serbian scripts."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from beleg.extract import extract
from beleg.lexicons.register import load_register
from beleg.read import read
from beleg.records import Article, Statement
from extract.samples import Case, at, cases

CASES = list(cases())
# What each language must show at least once.
RULES = (
    "say.claim", "say.name", "say.find", "say.deny", "say.plan", "say.order", "say.judge", "say.colon",
    "source.before", "source.own", "source.back", "source.tag", "list.lead-in", "interview.answer", "table.column",
    "own.test", "own.not_tested", "own.evidence_talk", "own.advice", "own.analysis", "no-answer", "document.date",
    "carry.quote", "vendor.publisher", "plain",
)  # fmt: skip


@cache
def _found(name: str) -> tuple[Article, tuple[Statement, ...]]:
    article = read(next(case for case in CASES if case.id == name).document)
    return article, extract(article, load_register(), by_rules=True)


def _marks() -> list[object]:
    """One parameter a case; those that come out wrong today must fail, so that a better engine says so."""
    return [
        pytest.param(case, id=case.id, marks=[pytest.mark.xfail(reason=case.cause, strict=True)] if case.cause else [])
        for case in CASES
    ]


def _got(article: Article, one: Statement, field: str) -> object:
    value = one.rules[0] if field == "rule" else getattr(one, field)
    if isinstance(value, tuple):
        return list(value)
    return "@publisher" if field == "claimant" and value and value == article.publisher else value or ""


def _wanted(article: Article, field: str, value: object) -> object:
    return "@publisher" if field == "claimant" and value and value == article.publisher else value


@pytest.mark.parametrize("case", _marks())
def test_voice(case: Case):
    """The statement at each mark has the class, the claimant and the rule that the case names."""
    article, found = _found(case.id)
    for span, want in zip(case.marked, case.expect, strict=True):
        one = at(found, span)
        assert one is not None, f"no statement at {case.text[slice(*span)]!r}, but {[s.quote for s in found]}"
        got = {field: _got(article, one, field) for field in want}
        assert got == {field: _wanted(article, field, value) for field, value in want.items()}, one


def test_cases_have_names_of_their_own():
    twice = [name for name, count in Counter(case.id for case in CASES).items() if count > 1]
    assert not twice


@pytest.mark.parametrize("language", ["de", "ru", "sr-Cyrl", "sr-Latn"])
def test_every_rule_is_shown(language: str):
    shown = {want.get("rule") for case in CASES if case.language == language and not case.cause for want in case.expect}
    assert not set(RULES) - shown


@pytest.mark.parametrize("language", ["de", "ru", "sr-Cyrl"])
def test_every_class_is_shown(language: str):
    shown = {want.get("evidence") for case in CASES if case.language == language for want in case.expect}
    assert len(shown - {None}) == 9
