"""What can go wrong, one class a stage: each says what failed, where, why, and what to do next."""

from __future__ import annotations


class BelegError(Exception):
    """The base of all errors that Beleg words itself.

    Args:
        message: What failed and why, one sentence without a closing stop.
        path: The file or source that it concerns, relative to the project.
        line: The 1-based line in that file.
        hint: What to do next, one sentence.
    """

    def __init__(self, message: str, *, path: str | None = None, line: int | None = None, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.path = path
        self.line = line
        self.hint = hint

    def __str__(self) -> str:
        place = ""
        if self.path is not None:
            place = f"{self.path}:{self.line}: " if self.line is not None else f"{self.path}: "
        return place + self.message + (f". {self.hint}" if self.hint else "")


class IngestError(BelegError):
    """A source file or the site's settings can't be used."""


class FetchError(IngestError):
    """An address can't be fetched, or what it gives can't be used.

    Args:
        message: As for every error.
        path: As for every error.
        line: As for every error.
        hint: As for every error.
        status: What the server answered (404); None if it did not come to that.
        wait: Seconds that the server asks to wait before the next request, at most a day; None if it does not.
    """

    def __init__(
        self,
        message: str,
        *,
        path: str | None = None,
        line: int | None = None,
        hint: str = "",
        status: int | None = None,
        wait: int | None = None,
    ) -> None:
        super().__init__(message, path=path, line=line, hint=hint)
        self.status = status
        self.wait = wait


class FeedError(IngestError):
    """Bytes are no feed, or a feed that can't be read."""


class ArchiveError(IngestError):
    """The archive of what was fetched is damaged, locked or can't be written."""


class ReadError(BelegError):
    """A document is no article that can be read."""


class LexiconError(BelegError):
    """A lexicon or the names register is malformed."""


class MergeError(BelegError):
    """Statements contradict what merging relies on."""


class EditError(BelegError):
    """There can be no edition of that name or period."""


class PublishError(BelegError):
    """An edition can't be published."""


class TranslateError(BelegError):
    """A translator can't be used, or has stopped answering."""


class AnswerError(TranslateError):
    """What a translator answered can't be used; asked for less at a time it may do better."""


class LimitError(TranslateError):
    """The time, the tokens or the money that the editor allowed have come to an end."""


class RenderError(BelegError):
    """A template, a catalog or a finished page is wrong."""


class ServeError(BelegError):
    """The preview can't be served."""


class ProjectError(BelegError):
    """The folder is no project, or a file in it is in the way."""
