"""A chat server, and the plug-in that asks it."""

import pytest

from beleg.translate import Passage, client
from beleg.translate.budget import Allowed, Budget
from beleg.translate.chat import chat
from beleg.translate.plugins import Order
from chatserver import KEY, serving


@pytest.fixture
def server():
    with serving() as one:
        yield one


@pytest.fixture
def order(server, monkeypatch):
    """Makes an order for the server at hand; what is wrong with it, and what the editor is told, stands in its lists."""
    monkeypatch.setenv("BELEG_TRANSLATE_KEY", KEY)
    monkeypatch.setattr(client, "FIRST_WAIT", 0.01)

    def make(allowed=None, dry_run=False, **settings):
        problems, told = [], []
        one = Order(
            settings={"address": server.url, "model": "mira-7b", **settings},
            problem=lambda message, hint, key: problems.append((message, hint, key)),
            budget=Budget(allowed=allowed or Allowed()), tell=told.append, dry_run=dry_run,
        )  # fmt: skip
        object.__setattr__(one, "problems", problems)
        object.__setattr__(one, "told", told)
        return one

    return make


@pytest.fixture
def ask(order):
    """Has the plug-in translate quotes into English, and gives the texts and the order."""

    def ask(*quotes, allowed=None, target="en", **settings):
        one = order(allowed, **settings)
        made = chat(one)
        assert made, one.problems
        passages = [Passage(language="de", script="Latn", quote=quote, names=("AWS",)) for quote in quotes]
        return made.translate(passages, target), one

    return ask
