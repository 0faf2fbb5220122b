"""`beleg explain FACT`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import click

from beleg.cli.conflicts import conflict_lines
from beleg.cli.console import Progress, here
from beleg.errors import MergeError
from beleg.ingest.decisions import ALLOWED, NAME, as_read, one_fact, two_facts
from beleg.ingest.editions import read_editions
from beleg.merge import Merged
from beleg.merge.conflicts import Rival
from beleg.merge.explain import Comparer, Comparison
from beleg.merge.facts import THRESHOLD
from beleg.merge.rulings import pair
from beleg.merge.sequels import SIGN
from beleg.merge.sides import disagreements, reason
from beleg.pipeline import merged
from beleg.project import Project
from beleg.records import Article, Conflict, Fact, Statement

# What begins a line on a decision of the model's against the rules.
MODEL = "model: "


@click.command()
@click.argument("fact")
def explain(fact: str) -> None:
    """Show, for each mention of FACT, what decided: the words, the rules, the role, and why it was merged or not.

    Ends with the lines to paste into sources/decisions.toml where it was read wrongly.

    FACT is the identifier of a fact, of a statement or of a conflict, or the beginning of one. Of a conflict it also says
    why its sides were found to exclude each other.

    Example: beleg explain f-3a9c
    """
    project = here()
    result, _ = merged(project, Progress())
    articles = {article.id: article for article in project.articles}
    statements = {statement.id: statement for statement in result.statements}
    conflict = _conflict(result, fact) if fact.startswith("c-") else None
    if conflict:
        for line in _rivalled(result, conflict, articles):
            click.echo(line)
        click.echo()
    found = [one for one in result.facts if one.id in conflict.sides] if conflict else _found(result, fact, project)
    for one in found:
        for line in _explained(result, one, articles):
            click.echo(line)
        click.echo()
    mentions = [name for one in found for name in one.mentions]
    # Who asks for a statement wants to settle that one.
    asked = [name for name in mentions if name.startswith(fact)] or mentions
    click.echo(f"To set a reading right, paste into sources/{NAME} and correct:")
    for name in asked:
        click.echo("\n" + "\n".join((*as_read(statements[name]), *_joining(result, statements[name]))))
    click.echo(f"\nThe words for class: {', '.join(ALLOWED['class'])}.", err=True)
    click.echo(f"The words for kind: {', '.join(ALLOWED['kind'])}.", err=True)
    click.echo(
        'A line `claimant = "…"` says who stands behind it, `drop = true` takes it out, `note = "…"` tells readers something. '
        "A line that begins with # counts once the # is away: `merge` makes one fact of two statements, `split` two. "
        "Then run `beleg build`.",
        err=True,
    )


def _conflict(result: Merged, name: str) -> Conflict:
    """The conflict that an identifier, or its beginning, names.

    Raises:
        MergeError: There is none, or there are too many.
    """
    found = [one for story in result.stories for one in story.conflicts if one.id.startswith(name)]
    if not found:
        raise MergeError(f"no conflict begins with {name!r}", hint="`beleg facts --conflicts` prints the identifiers")
    if len(found) > 1:
        listed = ", ".join(one.id for one in found[:5]) + (" and others" if len(found) > 5 else "")
        raise MergeError(f"{name!r} is the beginning of {len(found)} conflicts: {listed}", hint="Give more of it")
    return found[0]


def _rivalled(result: Merged, conflict: Conflict, articles: Mapping[str, Article]) -> Iterator[str]:
    """What a conflict is about, and why it was found."""
    yield from conflict_lines(next(one for one in disagreements(result, articles) if one.id == conflict.id))
    rival = reason(result, conflict, articles)
    if rival:
        yield f"  why they exclude each other: they differ in {rival.about}, and {rival.why}"
        yield f"  {why_update(rival)}"


def why_update(rival: Rival) -> str:
    """Why a conflict is an update, or a contradiction."""
    if rival.sequel is None:
        return "a contradiction: neither words nor dates show that one is a later state of the other"
    return f"an update: {rival.sequel.why}"


def _found(result: Merged, name: str, project: Project) -> list[Fact]:
    """The facts that an identifier, or its beginning, names.

    Raises:
        MergeError: There is none, or there are too many.
    """
    wanted = {s.fact for s in result.statements if s.id.startswith(name)}
    found = [
        fact
        for fact in result.facts
        if fact.id in wanted or any(one.startswith(name) for one in (fact.id, *fact.aliases))
    ]
    if not found:
        published, _ = read_editions(project.folder / "archive")
        told = [record.id for record in published for story in record.header.stories.values() if name in story.facts]
        if told:
            raise MergeError(
                f"{name} was published, in edition {told[-1]} last, and none of its articles says it any more",
                hint=f"`beleg facts --edition {told[-1]}` prints it as it was published",
            )
        raise MergeError(f"no fact or statement begins with {name!r}", hint="`beleg facts` prints the identifiers")
    if len(found) > 1 and name not in {one for fact in found for one in (fact.id, *fact.aliases)}:
        listed = ", ".join(fact.id for fact in found[:5]) + (" and others" if len(found) > 5 else "")
        raise MergeError(f"{name!r} is the beginning of {len(found)} facts: {listed}", hint="Give more of it")
    return found


def _explained(result: Merged, fact: Fact, articles: Mapping[str, Article]) -> Iterator[str]:
    statements = {statement.id: statement for statement in result.statements}
    comparer = Comparer([s for s in result.statements if s.story == fact.story])
    mentions = [statements[name] for name in fact.mentions]
    yield f"{fact.id}  {fact.evidence} · {fact.kind} · {fact.polarity} · {fact.status} · subject: {fact.subject}"
    if fact.rulings:
        yield f"  decided in sources/{NAME}: {', '.join(fact.rulings)}"
    yield from (f"  note to readers: {note}" for note in fact.notes)
    yield from _origins(fact)
    for other in fact.conflicts:
        yield f"  in conflict with {other}"
    for mention in mentions:
        yield ""
        yield from _mention(mention, articles[mention.article])
        if mention is not mentions[0]:
            ruled = pair(mention.id, mentions[0].id) in result.rulings.one_fact
            reason_why = f"sources/{NAME} says so" if ruled else comparer.joined(mention, mentions[0], mentions)
            yield f"    merged with {mentions[0].id}: {reason_why}"
        yield from _nearest(comparer.nearest(mention), result)
        yield from (
            f"    limited by the caveat {caveat.id}: {caveat.quote}"
            for caveat in result.statements
            if caveat.qualifies == mention.id
        )


def _origins(fact: Fact) -> Iterator[str]:
    """How many origins and outlets a fact has, and of each origin what goes back to it and why."""
    many = len(fact.origins) if fact.origins_at_most is None else fact.origins_at_most
    at_most = "" if fact.origins_at_most is None else "at most "
    yield f"  {at_most}{many} origin{'s' * (many != 1)} in {fact.outlets} outlet{'s' * (fact.outlets != 1)}"
    for origin in fact.origins:
        why = f": {'; '.join(origin.why)}" if origin.why else ""
        yield f"  origin: {origin.party or 'not stated'} ({origin.stake or 'no stake known'}){why}"
        yield f"    {', '.join(origin.mentions)}"


# What was read of an article that was fetched.
_READ_FROM = {"full": "its page", "feed": "the feed's whole text", "blurb": "the feed's blurb", "title": "its title"}


def _mention(statement: Statement, article: Article) -> Iterator[str]:
    line = article.text.count("\n", 0, statement.start) + 1
    yield f"  {statement.id}  {article.place}, line {line} of its text, {statement.start}–{statement.end}"
    if article.seen:
        yield f"    first fetched {article.seen}, {_READ_FROM[article.text_from]}: {article.url or 'no address'}"
    yield f"    {statement.quote}"
    cue = article.text[slice(*statement.cue)] if statement.cue else "none"
    yield f"    class {statement.evidence}, by the rule {statement.rules[0]}; cue: {cue}"
    if statement.claimant:
        yield f"    claimant {statement.claimant}, role {statement.role}, known from {statement.role_from}" + (
            f"; through {statement.via}" if statement.via else ""
        )
    weighed = [rule for rule in statement.rules[1:] if rule.startswith(MODEL)]
    told = [rule for rule in statement.rules[1:] if rule.startswith(SIGN)]
    fired = "; ".join(rule for rule in statement.rules[1:] if rule not in weighed and rule not in told)
    yield f"    kind {statement.kind}: {fired or 'no trigger, by its values or for want of any'}"
    yield from (f"    {rule}" for rule in (*weighed, *told))
    yield f"    confidence {statement.confidence}"


def _joining(result: Merged, statement: Statement) -> Iterator[str]:
    """The lines that make one fact of a statement and the nearest of another fact, or two of it and its own fact."""
    fact = next(fact for fact in result.facts if fact.id == statement.fact)
    near = Comparer([s for s in result.statements if s.story == statement.story]).nearest(statement)
    if near and near.veto is None:
        yield f"# {one_fact(near.other)}"
    others = [s for s in result.statements if s.fact == fact.id and s.id != statement.id]
    if others:
        yield f"# {two_facts(min(others, key=lambda s: fact.mentions.index(s.id)))}"


def _nearest(found: Comparison | None, result: Merged) -> Iterator[str]:
    if found is None:
        return
    yield f"    nearest in another article: {found.other.id} of {found.other.fact}, {found.other.article}"
    yield f"      {found.other.quote}"
    fits = found.veto is None and found.score >= THRESHOLD
    reason_why = "another statement fits as well, or better" if fits else found.reason
    if pair(found.one.id, found.other.id) in result.rulings.two_facts:
        reason_why = f"sources/{NAME} says so"
    yield f"      not merged: {reason_why}"
