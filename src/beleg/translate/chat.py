"""The plug-in `chat`: any server that speaks the protocol of OpenAI's chat completions, hosted or on this machine."""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
import unicodedata
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any

from beleg.errors import AnswerError
from beleg.translate import Passage
from beleg.translate.budget import tokens_of
from beleg.translate.chat_settings import Settings, read_settings, secret_of
from beleg.translate.plugins import Order
from beleg.translate.secret import Secret

# Some models think aloud before they answer.
_THOUGHTS = re.compile(r"\A\s*<think(?:ing)?>.*?</think(?:ing)?>", re.DOTALL)
# So many openings of JSON are tried in what came back.
_OPENINGS = 20
_MOST_TOKENS = 10_000_000


class Chat:
    """A translator that asks a model.

    Args:
        settings: Whom to ask, and how.
        secret: The key.
        order: The budget, and whom to tell.
    """

    def __init__(self, settings: Settings, secret: Secret, order: Order) -> None:
        self._settings = settings
        self._secret = secret
        self._order = order

    @property
    def name(self) -> str:
        """The model."""
        return self._settings.model

    @property
    def where(self) -> str:
        """The endpoint's address."""
        return self._settings.address

    def translate(self, passages: Sequence[Passage], target: str) -> Sequence[str]:
        """As `Translator.translate`; a text that repeats the key counts as none."""
        # The client is slow to import.
        from beleg.translate.client import ask  # noqa: PLC0415

        ids = [_id(passage) for passage in passages]
        body = json.dumps(self._body(passages, ids, target), ensure_ascii=False)
        answer = ask(self._settings, self._secret, body, self._order)
        content = _content(answer)
        usage = _usage(answer)
        self._order.budget.spend(*(usage or (tokens_of(body), tokens_of(content))), estimated=usage is None)
        _refuse_unfinished(answer, self._secret)
        found = _translations(content)
        texts = [unicodedata.normalize("NFC", found.get(one, "")).strip() for one in ids]
        return ["" if self._secret.is_in(text) else text for text in texts]

    def _body(self, passages: Sequence[Passage], ids: Sequence[str], target: str) -> dict[str, Any]:
        languages = _told()["languages"]
        rows = [
            {"id": one, "language": languages[passage.tag], "text": " ".join(passage.quote.split())}
            | ({"names": passage.names} if passage.names else {})
            | ({"context": passage.context} if passage.context else {})
            for one, passage in zip(ids, passages, strict=True)
        ]
        asked = json.dumps({"target": languages[target], "passages": rows}, ensure_ascii=False)
        messages = [{"role": "system", "content": _told()["system"].strip()}, {"role": "user", "content": asked}]
        return {"model": self._settings.model, "messages": messages, **self._settings.options}


def chat(order: Order) -> Chat | None:
    """The entry point: a translator by the settings of [translate.chat]; None if something is wrong with them."""
    settings = read_settings(order)
    if settings is None:
        return None
    secret = Secret("") if order.dry_run else secret_of(settings, order)
    return None if secret is None else Chat(settings, secret, order)


def _id(passage: Passage) -> str:
    """Of a passage: no number that a model could count on by itself, and no other batch's."""
    return hashlib.sha256(f"{passage.tag}\n{passage.quote}".encode("utf-8", "surrogatepass")).hexdigest()[:10]


def _content(answer: Any) -> str:
    """What the model wrote.

    Raises:
        AnswerError: Nothing that can be found.
    """
    content = _message(answer).get("content")
    if isinstance(content, list):
        pieces = [piece.get("text") for piece in content if isinstance(piece, Mapping)]
        content = "".join(piece for piece in pieces if isinstance(piece, str))
    if content is None:
        content = ""
    if not isinstance(content, str):
        raise AnswerError("the answer holds no text")
    return content


def _message(answer: Any) -> Mapping[str, Any]:
    message = _choice(answer).get("message")
    return message if isinstance(message, Mapping) else {}


def _choice(answer: Any) -> Mapping[str, Any]:
    choices = answer.get("choices") if isinstance(answer, Mapping) else None
    if not isinstance(choices, list) or not choices or not isinstance(choices[0], Mapping):
        raise AnswerError("the answer is not as the protocol has it: there are no `choices`")
    return choices[0]


def _usage(answer: Any) -> tuple[int, int] | None:
    """The tokens that the server counted; None if it does not say."""
    usage = answer.get("usage")
    if not isinstance(usage, Mapping):
        return None
    counts = [usage.get(key) for key in ("prompt_tokens", "completion_tokens")]
    if not all(isinstance(one, int) and not isinstance(one, bool) and 0 <= one <= _MOST_TOKENS for one in counts):
        return None
    return counts[0], counts[1]  # type: ignore[return-value]  # both are int, as was asked


def _refuse_unfinished(answer: Any, secret: Secret) -> None:
    """Raises AnswerError for an answer that was cut off or not given."""
    finish = _choice(answer).get("finish_reason")
    if finish == "length":
        raise AnswerError("the answer was cut off at the server's limit of tokens")
    if finish == "content_filter":
        raise AnswerError("the server's filter held the answer back")
    refused = _message(answer).get("refusal")
    if isinstance(refused, str) and refused:
        raise AnswerError(f"the model declined: {secret.veiled(refused)}")


def _translations(content: str) -> dict[str, str]:
    """The texts by their identifiers; of an identifier that came twice with different texts, none.

    Raises:
        AnswerError: There is no JSON of the form that was asked for.
    """
    content = _THOUGHTS.sub("", content)
    decoder = json.JSONDecoder()
    for opening in list(re.finditer(r"[{\[]", content))[:_OPENINGS]:
        try:
            value, _ = decoder.raw_decode(content, opening.start())
        except (ValueError, RecursionError):
            continue
        rows = value.get("translations") if isinstance(value, Mapping) else value
        if isinstance(rows, list) and all(isinstance(row, Mapping) for row in rows):
            return _by_id(rows)
    raise AnswerError("the answer is not the JSON that was asked for")


def _by_id(rows: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    found: dict[str, str] = {}
    twice: set[str] = set()
    for row in rows:
        one, text = row.get("id"), row.get("text")
        if isinstance(one, str) and isinstance(text, str) and found.setdefault(one, text) != text:
            twice.add(one)
    return {one: text for one, text in found.items() if one not in twice}


@cache
def _told() -> dict[str, Any]:
    return tomllib.loads(resources.files(__package__).joinpath("chat.toml").read_text("utf-8"))
