"""Words for facts that need no templates: enough to look at a page's frame."""

from __future__ import annotations

from markupsafe import Markup, escape


class Words:
    """Every other fact has a sentence; the others let the original speak."""

    def __init__(self, environment, locale, edition):
        self.statements = {one.id: one for one in edition.statements}
        self.facts = {fact.id: fact for fact in edition.facts}

    def sentence(self, fact):
        if int(fact.id[-1], 16) % 2:
            return None
        return Markup("{} 60&nbsp;% ({}).").format(", ".join(fact.objects) or "X", fact.kind)

    def lead_in(self, fact, *, topics):
        return f"{self.statements[fact.mentions[0]].claimant or 'X'}:"

    def label(self, fact):
        return ", ".join(fact.objects[:2]) or fact.kind

    def tells(self, fact):
        return bool(fact.objects)

    def typed(self, fact):
        return bool(fact.objects)

    def question(self, conflict):
        return f"{conflict.about}?"

    def value(self, fact, conflict):
        return escape(" ".join([*fact.dates, *(str(q.value) for q in fact.quantities)]) or fact.polarity)

    def headline(self, story):
        return story.subject or "X"

    def rung(self, story):
        return "topics"

    def standfirst(self, story):
        return f"{len(story.articles)} articles."
