"""The command line: options, messages and exit codes, nothing else.

Each command stands in a module of its own that is imported only when it runs, so that `beleg --help` answers at once.
Results go to standard output, progress and counts to standard error, both in UTF-8 whatever the locale. Exit codes:
0 done, 1 a source or a check failed, 2 a wrong call.
"""

from __future__ import annotations

import errno
import gc
import io
import os
import shlex
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module

import click

from beleg import __version__
from beleg.errors import BelegError

# Command, module below this package, and the line that `beleg --help` shows.
COMMANDS = {
    "init": ("init", "Make a new project, ready to build."),
    "add": ("add", "Add a feed, a page or article files to the sources."),
    "fetch": ("fetch", "Fetch feeds and pages into the archive."),
    "sources": ("sources", "Show how the sources are doing."),
    "check": ("check", "Judge every source file."),
    "build": ("build", "Build the digest, all locales, into public/."),
    "serve": ("serve", "Show the digest in the browser, rebuilt on change."),
    "publish": ("publish", "Record the edition as published, and send it to its readers."),
    "email": ("email", "Write an edition as e-mails, one a locale."),
    "diff": ("diff", "Compare two editions."),
    "statements": ("rows", "Print the statements as JSON Lines."),
    "facts": ("rows", "Print the facts as JSON Lines, CSV or a table."),
    "explain": ("explain", "Show why a fact says what it says."),
    "review": ("review", "List what waits for the editor."),
    "translate": ("translate", "Look after the translation memory."),
    "withdraw": ("withdraw", "Take an article or a source back."),
    "archive": ("archive", "Look after the archive of what was fetched."),
    "schema": ("schema", "Print the JSON Schema of the rows."),
    "templates": ("templates", "Show what shapes the pages, and copy a template to change it."),
    "languages": ("languages", "Show the languages and what their lexicons hold."),
}
# As shells report a program that Ctrl-C ended, and one that was told to end.
INTERRUPTED = 130
TERMINATED = 143
# So many things are made between two looks for garbage.
_MADE_BETWEEN = 100_000
# A full disk, a full quota, a file that may grow no more, a device that failed.
_NO_ROOM = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO}


class _Terminated(BaseException):
    """The process was told to end; what runs is left in order, as after Ctrl-C."""


class LazyGroup(click.Group):
    """A group that imports a command's module when the command is run."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        del ctx
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        del ctx
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"{__name__}.{COMMANDS[cmd_name][0]}")
        command: click.Command = getattr(module, cmd_name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in COMMANDS.items()])


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--debug", is_flag=True, help="Show the traceback of an unexpected error.")
@click.version_option(__version__, prog_name="beleg")
def cli(debug: bool) -> None:
    """Make a digest of news in German, Serbian and Russian that says of every fact who stands behind it.

    Example: put article files into sources/, then run `beleg build`.
    """
    # `main` looks for it in the arguments: a command that can't even be imported needs it, too.
    del debug


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line.

    Args:
        arguments: What follows `beleg`; None for those of the process.

    Returns:
        The exit code.
    """
    if sys.stdout is None:
        # So it is where a shell closed it; what a command prints would be lost without a word.
        click.echo("beleg: standard output is closed. Send it to a file, or to /dev/null", err=True)
        return 1
    for stream in (sys.stdout, sys.stderr):
        # What a locale or a file's name can't spell must not end a command.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    given = list(sys.argv[1:] if arguments is None else arguments)
    if arguments is None:
        # A process of its own: most of what a command makes lives until its end, so that looking for garbage each time
        # when some hundred things were made cost a tenth of a build.
        gc.set_threshold(_MADE_BETWEEN, 50, 100)
    with _ends_in_order():
        try:
            # Outside its standalone mode click returns the code of an early exit, as of `--help`.
            code = cli.main(given, prog_name="beleg", standalone_mode=False) or 0
            sys.stdout.flush()
        except click.ClickException as error:
            error.show()
            return error.exit_code
        except click.exceptions.Abort:
            click.echo("Stopped.", err=True)
            return INTERRUPTED
        except _Terminated:
            click.echo("Stopped.", err=True)
            return TERMINATED
        except BelegError as error:
            click.echo(f"beleg: {error}", err=True)
            return 1
        except Exception as error:
            if isinstance(error, OSError) and error.errno in _NO_ROOM and error.filename is None:
                _give_up_output()
                click.echo(f"beleg: the output can't be written: {error.strerror}. Make room for it", err=True)
                return 1
            if "--debug" in given:
                raise
            click.echo(f"beleg: {_bug(error)}\nFor the traceback: beleg --debug {shlex.join(given)}", err=True)
            return 1
        return code


@contextmanager
def _ends_in_order() -> Iterator[None]:
    """Let a signal to end do what Ctrl-C does, so that processes are ended and files removed."""

    def end(*_: object) -> None:
        # A second one must not interrupt the tidying.
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        raise _Terminated

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _give_up_output() -> None:
    """Let what is left to print go nowhere, or Python would fail once more on its way out."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)


def _bug(error: Exception) -> str:
    """An unexpected error in one line: what, where in the code, and while doing what."""
    trace = error.__traceback__
    while trace and trace.tb_next:
        trace = trace.tb_next
    place = f" at {trace.tb_frame.f_globals.get('__name__', '?')}:{trace.tb_lineno}" if trace else ""
    said = " ".join(f"{type(error).__name__}: {error}".split())
    notes = "".join(f", {note}" for note in getattr(error, "__notes__", ()))
    return f"this is a bug in Beleg: {said}{place}{notes}"
