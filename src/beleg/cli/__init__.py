"""The command line: options, messages and exit codes, nothing else.

Each command stands in a module of its own that is imported only when it runs, so that `beleg --help` answers at once.
Results go to standard output, progress and counts to standard error. Exit codes: 0 done, 1 a source or a check failed,
2 a wrong call.
"""

from __future__ import annotations

import sys
from importlib import import_module

import click

from beleg import __version__
from beleg.errors import BelegError

# Command, module below this package, and the line that `beleg --help` shows.
COMMANDS = {
    "init": ("init", "Make a new project, ready to build."),
    "add": ("add", "Add an article file to the sources."),
    "check": ("check", "Judge every source file."),
    "build": ("build", "Build the digest, all locales, into public/."),
    "statements": ("rows", "Print the statements as JSON Lines."),
    "facts": ("rows", "Print the facts as JSON Lines, CSV or a table."),
    "explain": ("explain", "Show why a fact says what it says."),
    "review": ("review", "List what waits for the editor."),
    "schema": ("schema", "Print the JSON Schema of the records."),
    "languages": ("languages", "Show the languages and what their lexicons hold."),
}


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
@click.version_option(__version__, prog_name="beleg")
def cli() -> None:
    """Make a digest of news in German, Serbian and Russian that says of every fact who stands behind it.

    Example: put article files into sources/, then run `beleg build`.
    """


def main() -> None:
    """Run the command line; errors that Beleg words itself end in one message and exit code 1."""
    try:
        cli.main(standalone_mode=False)
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except click.exceptions.Abort:
        click.echo("Stopped.", err=True)
        sys.exit(130)
    except click.exceptions.Exit as leave:
        sys.exit(leave.exit_code)
    except BelegError as error:
        click.echo(f"beleg: {error}", err=True)
        sys.exit(1)
