"""Fill the empty entries of a translation memory: batch by batch, each answer checked, and saved before the next one."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeAlias

from beleg.errors import AnswerError, BelegError, LimitError, TranslateError
from beleg.ingest.translations import Entry, Memory, change_memory
from beleg.lexicons.register import Register
from beleg.records import Language
from beleg.translate import Passage, Translator
from beleg.translate.budget import Budget, expected
from beleg.translate.check import Refusal, refusal

# Language and exact words, by which a memory knows a quote.
Key: TypeAlias = tuple[Language, str]


@dataclass(kw_only=True)
class Task:
    """The entries of one memory that are to be filled."""

    # As it was when the run began.
    memory: Memory
    path: Path
    passages: Mapping[Key, Passage]
    # How many were filled; why others were not, each with its passage.
    filled: int = 0
    # How many a person filled, or took out, while the machine was being asked.
    overtaken: int = 0
    refused: list[tuple[Passage, Refusal]] = field(default_factory=list)
    unanswered: list[tuple[Passage, str]] = field(default_factory=list)


@dataclass(frozen=True, kw_only=True)
class Runner:
    """What a run works with."""

    translator: Translator
    budget: Budget
    register: Register
    # Passages in one request.
    batch: int
    # Told, after every request, how many passages of how many of a task are done.
    progress: Callable[[int, int], None]

    def fill(self, tasks: Sequence[Task]) -> str | None:
        """Fill what can be filled; what was filled is in the memories' files at any time.

        Args:
            tasks: They are told what became of each passage.

        Returns:
            Which limit ended the run before its end; None if none did.

        Raises:
            TranslateError: The translator can't go on.
            IngestError: A memory can't be written.
            ProjectError: A memory has become unreadable since the run began.
        """
        try:
            for task in tasks:
                self._fill(task)
        except LimitError as limit:
            return limit.message
        return None

    def _fill(self, task: Task) -> None:
        keys = list(task.passages)
        waiting = deque(keys[at : at + self.batch] for at in range(0, len(keys), self.batch))
        while waiting:
            batch = waiting.popleft()
            passages = [task.passages[key] for key in batch]
            self.budget.check(*expected(passages, task.memory.locale))
            try:
                texts, why = self._asked(passages, task.memory.locale), "no answer to it"
            except AnswerError as error:
                texts, why = [""] * len(batch), error.message
            self._take(task, [(key, text) for key, text in zip(batch, texts, strict=True) if text])
            missing = [key for key, text in zip(batch, texts, strict=True) if not text]
            if len(batch) == 1:
                task.unanswered += [(task.passages[key], why) for key in missing]
            elif missing:
                # Fewer at a time: those that were left out, or each half of what failed as a whole.
                middle = len(missing) if len(missing) < len(batch) else len(batch) // 2
                waiting.extendleft(part for part in (missing[middle:], missing[:middle]) if part)
            self.progress(len(keys) - sum(map(len, waiting)), len(keys))

    def _asked(self, passages: Sequence[Passage], locale: str) -> Sequence[str]:
        try:
            texts = self.translator.translate(passages, locale)
        except BelegError:
            raise
        except Exception as error:
            raise TranslateError(
                f"the translator {self.translator.name} failed: {type(error).__name__}",
                hint="What was done is saved; tell whoever made the plug-in",
            ) from error
        if len(texts) != len(passages):
            raise TranslateError(
                f"the translator {self.translator.name} gave {len(texts)} texts for {len(passages)}",
                hint="What was done is saved; tell whoever made the plug-in",
            )
        return texts

    def _take(self, task: Task, answers: Sequence[tuple[Key, str]]) -> None:
        """Put the answers that pass into the memory's file, as it is by now: a person may be at work in it."""
        passed: dict[Key, str] = {}
        for key, text in answers:
            if found := refusal(task.passages[key], text, task.memory.locale, self.register):
                task.refused.append((task.passages[key], found))
            else:
                passed[key] = text
        if not passed:
            return
        filled: list[Key] = []

        def put(memory: Memory) -> None:
            filled[:] = [key for key in passed if _untouched(memory.entries.get(key), task.memory.entries[key])]
            for key in filled:
                memory.entries[key] = replace(
                    memory.entries[key], text=passed[key], fuzzy=False, by=None, machine=self.translator.name,
                    previous=None,
                )  # fmt: skip

        change_memory(task.path, put)
        task.filled += len(filled)
        task.overtaken += len(passed) - len(filled)


def _untouched(now: Entry | None, before: Entry) -> bool:
    """Whether an entry is still there, nobody else has signed it, and it holds no other text than when the run began."""
    if now is None or now.by != before.by:
        return False
    return now.empty or (now.text, now.fuzzy, now.machine) == (before.text, before.fuzzy, before.machine)
