"""`beleg email EDITION`."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from email.headerregistry import Address
from pathlib import Path
from urllib.parse import urlsplit

import click

from beleg.cli.console import Progress, here, plural, tell
from beleg.errors import ProjectError
from beleg.ingest.editions import as_recorded, read_editions
from beleg.ingest.locales import LOCALES, normal_locale
from beleg.mail.letters import LIMIT, Letters
from beleg.mail.message import Letter, message
from beleg.mail.settings import NOBODY, Envelope, plain_address, read_envelope, refused
from beleg.pipeline import DRAFT, editions, no_edition, period_built
from beleg.project import Project, own_templates
from beleg.records import Edition, Problem, Site
from beleg.render.environment import Environments
from beleg.render.printable import printable

# What stands for a domain that nobody has named; it is reserved for that.
_NO_DOMAIN = "beleg.invalid"


@click.command()
@click.argument("edition")
@click.option(
    "--locale", "wanted", metavar="LOCALE", multiple=True, help="Only in this locale (repeatable); in all unless given."
)
@click.option(
    "--out",
    metavar="FOLDER",
    type=click.Path(path_type=Path),
    help="Where the .eml files go; without it one locale goes to standard output.",
)
@click.option("--from", "sender", metavar="ADDRESS", help="As in sources/beleg.toml unless given.")
@click.option("--to", metavar="ADDRESSES", help="As in sources/beleg.toml unless given; else nobody is named.")
def email(edition: str, wanted: tuple[str, ...], out: Path | None, sender: str | None, to: str | None) -> int:
    """Write an edition as e-mails, one a locale, for the program that sends them.

    EDITION is the name of a published edition (2026-W44), or `draft` for the one that a build would make now. Each message
    has a plain text and an HTML part and loads nothing from elsewhere. Beleg sends nothing itself.

    Example: beleg email 2026-W44 --out mail

    Example: beleg email draft --locale de > de.eml
    """
    for option, value, many in (("--from", sender, False), ("--to", to, True)):
        if value is not None and (wrong := refused(value, many=many)):
            raise click.BadParameter(wrong, param_hint=option)
    project = here()
    locales = _locales(wanted, project.site)
    if out is None and len(locales) > 1:
        raise click.UsageError(
            "several messages don't go to standard output: name a folder with --out, or one --locale"
        )
    envelope, problems = read_envelope(project.folder / "sources")
    letters, more = _letters(project, edition)
    problems = list(dict.fromkeys([*problems, *more]))
    tell(problems)
    known = sender or envelope.sender or plain_address(project.site.contact)
    domain = _domain(project.site, known)
    given = known or Address(display_name=_name(project.site), username="digest", domain=domain)
    total = 0
    for locale in locales:
        letter = letters.letter(locale)
        data = message(letter, _named(given, project.site), to or _receivers(envelope, locale), domain)
        total += len(data)
        if out is None:
            sys.stdout.buffer.write(data)
        else:
            _write(out, f"{letter.name.partition(f'.{locale}.')[0]}.{locale}.eml", data)
        _tell_left_out(letter)
    if out is not None:
        click.echo(f"Wrote {plural(len(locales), 'message')}, {total / 1000:,.0f} KB in all, into {out}.", err=True)
    if known is None:
        click.echo(
            f"notice: From is {given}, which is nobody: name a sender with --from, or as `from` below [email] in sources/beleg.toml.", err=True
        )  # fmt: skip
    if not project.site.address:
        click.echo(
            "notice: the messages lead to no page: `address` below [site] in sources/beleg.toml says where the site is.", err=True
        )  # fmt: skip
    return int(any(problem.severity == "error" for problem in problems))


def _locales(wanted: Sequence[str], site: Site) -> list[str]:
    """The locales that are asked for, each once; all of the site for none."""
    found = []
    for one in wanted or site.locales:
        locale = normal_locale(one)
        if locale is None:
            raise click.BadParameter(f"unknown locale {one!r}; known are {', '.join(LOCALES)}", param_hint="--locale")
        if locale not in site.locales:
            raise click.BadParameter(
                f"{locale} is none of this site's: {', '.join(site.locales)} (`locales` in sources/beleg.toml)", param_hint="--locale"
            )  # fmt: skip
        found.append(locale)
    return list(dict.fromkeys(found))


def _letters(project: Project, name: str) -> tuple[Letters, Sequence[Problem]]:
    """What makes the letters of an edition, and what is wrong with sources or records."""
    draft: Edition | None = None
    if name == DRAFT:
        built = editions(project, Progress(), period_built(project))
        published, problems = built.published, built.problems
        if built.draft is None or not (built.draft.facts or built.draft.corrections or built.draft.withdrawn):
            last = f"; the last edition is {published[-1].id}" if published else ""
            raise ProjectError(f"there is no draft: nothing is new{last}", hint="Name a published edition")
        draft = as_recorded(built.draft)
        name = draft.id
    else:
        published, damaged = read_editions(project.folder / "archive")
        problems = tuple(damaged)
        if all(record.id != name for record in published):
            raise no_edition(name, [record.id for record in published])
    return Letters(name, draft, published, project.site, Environments(own_templates(project))), problems


def _named(sender: str | Address, site: Site) -> str | Address:
    """An address with the site's name, unless it has one of its own."""
    if isinstance(sender, Address) and not sender.display_name:
        return Address(display_name=_name(site), addr_spec=sender.addr_spec)
    return sender


def _name(site: Site) -> str:
    """The site's name on one line, as a header has it."""
    return " ".join(printable(site.name).split())


def _receivers(envelope: Envelope, locale: str) -> str:
    return envelope.to_locale.get(locale) or envelope.to or NOBODY


def _domain(site: Site, sender: str | Address | None) -> str:
    """What identifiers of messages end in: the site's host, else the sender's, else one that is nobody's."""
    host = urlsplit(site.address).hostname if site.address else None
    if host and host.isascii() and "." in host and ":" not in host:
        return host
    address = plain_address(sender) if isinstance(sender, str) else sender
    return address.domain if address else _NO_DOMAIN


def _write(folder: Path, name: str, data: bytes) -> None:
    new = folder / f".{name}-{os.getpid()}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        new.write_bytes(data)
        new.replace(folder / name)
    except OSError as error:
        with suppress(OSError):
            new.unlink()
        reason = (error.strerror or str(error)).lower()
        raise ProjectError(f"can't be written: {reason}", path=str(folder / name), hint="Make room or give access, then try again") from error  # fmt: skip


def _tell_left_out(letter: Letter) -> None:
    if letter.left_out:
        click.echo(
            f"notice: {letter.locale}: {plural(letter.left_out, 'story', 'stories')} left out: programs cut messages that are longer.", err=True
        )  # fmt: skip
    if (size := len(letter.html.encode())) > LIMIT:
        click.echo(
            f"notice: {letter.locale}: even so the message has {size / 1000:,.0f} KB, and programs will cut it; are the corrections or the template that long?", err=True
        )  # fmt: skip
