"""From a party to a voice: whom it speaks for, what it is to the thing spoken of, and what its word is worth."""

from __future__ import annotations

from beleg.extract.memory import MAX_AGE, Memory
from beleg.extract.parties import CLUES, Book, Party, role_of
from beleg.extract.reading import Reading
from beleg.extract.voices import EVIDENCE, HOUSE_DOCUMENTS, OFFICIAL_DOCUMENTS, RECORDS, SCIENTIFIC_DOCUMENTS, Voice
from beleg.records import Role, Span

# Reporting verbs that give a view and show nothing: with them a laboratory is an observer.
VIEWS = frozenset({"judge", "advise", "demand", "plan", "praise", "criticise", "deny"})
# Who is quoted in a document is not its author.
QUOTED = ("customer", "partner", "competitor", "analyst")
# Who has one of these in a thing gives no independent evidence of it.
STAKES: tuple[Role, ...] = ("competitor", "partner", "customer")
# Roles of those who look at a thing from outside.
WATCHING = frozenset({"authority", "laboratory", "medium"})


class Speakers:
    """Gives the parties of one article their voices."""

    def __init__(self, reading: Reading, book: Book, memory: Memory, *, vendor_publishes: bool) -> None:
        self.book = book
        self.memory = memory
        self.publisher = None if vendor_publishes else reading.article.publisher
        self.party_of = reading.register.party
        self.rivals = reading.register.rivals

    def speak(self, party: Party, manner: str, *, rule: str, cue: Span | None) -> Voice | None:
        """The voice of a party that speaks in some manner; None if it can't be told whose it is."""
        party = self._resolved(party)
        nameless = not (party.organisation or party.person)
        back = party.anaphor is not None and nameless and not party.label
        if back or (party.document and nameless and not party.roles and self._goes_on(party)):
            return self._back(party, manner, rule=rule, cue=cue)
        organisation, person = party.organisation, party.person
        # A professor of a university gives a view of their own; what the university measured is its evidence.
        label = "analyst" if person and party.word("analyst") and manner != "find" else party.label
        if person and not organisation:
            organisation = self.book.employer.get(person)
        role, reason = self._role(party, label, organisation, person)
        claimant = organisation or self._behind(party, label, role, person)
        if role == "vendor" and reason == "open" and party.document:
            claimant = self.book.vendor or claimant
        if claimant is None:
            return None
        if role == "analyst" and person:
            claimant = person
        elif person and person != claimant:
            self.book.employer.setdefault(person, claimant)
        voice = Voice(
            evidence=EVIDENCE[role],
            claimant=claimant,
            role=role,
            role_from=reason,
            rule=rule,
            confidence=0.65 if reason == "open" else 0.85,
            manner=manner,
            via=party.document,
            speaker_role=party.word("staff") or party.word("analyst"),
            cue=cue,
            claimant_span=party.span,
        )
        return self._recast(voice, manner, person)

    def _resolved(self, party: Party) -> Party:
        """A party with what its "he", "she" or "the company" stands for, where the text at hand tells."""
        if party.organisation or party.person or party.anaphor not in ("person", "organisation"):
            return party
        memory = self.memory
        if party.anaphor == "organisation" and party.label in (None, "vendor", "staff"):
            named = memory.nearest(party) or (None if memory.last else self.book.vendor)
            if party.label == "vendor" and self.book.role(named) in WATCHING:
                named = self.book.vendor  # "the company" is none of those who watch it
            if named:
                return party._replace(organisation=named, anaphor=None)
        if party.label:
            return party
        own = memory.topic_before(party.first) or (memory.topic if memory.last is None else None)
        return own._replace(anaphor=None) if own else party

    def _back(self, party: Party, manner: str, *, rule: str, cue: Span | None) -> Voice | None:
        """The voice that a word points back to: the last one, for a document that of its author."""
        last = self.memory.last
        if party.document or party.anaphor == "document":
            quoting = last is not None and last.role in QUOTED
            last = self.memory.documented or (None if quoting else last)
        if last is not None:
            return self._recast(last, manner)._replace(rule=f"{rule}.back", confidence=0.75, cue=cue, manner=manner,
                via=party.document or last.via, claimant_span=party.span,
            )  # fmt: skip
        if not party.document or self.book.vendor is None:
            return None
        return Voice(
            evidence="vendor_claim", claimant=self.book.vendor, role="vendor", role_from="open", rule=rule,
            confidence=0.65, manner=manner, via=party.document, cue=cue, claimant_span=party.span,
        )  # fmt: skip

    def _goes_on(self, party: Party) -> bool:
        """Whether a bare document ("the report says") is the one whose voice we are in."""
        last = self.memory.last
        if last is None:
            return False
        return last.via == party.document or (self.memory.age <= MAX_AGE and last.via is not None)

    def _behind(self, party: Party, label: str | None, role: Role, person: str | None) -> str | None:
        """Whom a party without an organisation of its own speaks for."""
        if role == "analyst":
            return person or party.word("analyst")
        near = self.memory.nearest(party)
        if (label == "staff" or person) and near:
            return near
        if role == "vendor":
            return self.book.vendor or person
        if self.memory.last and self.memory.last.role == role:
            return self.memory.last.claimant
        known = [name for name in sorted(self.book.roles) if self.book.role(name) == role]
        # "The agency" is the one that the article names; a bare "study" may be anybody's.
        if len(known) == 1 and label:
            return known[0]
        return person or (party.word(label) if label else None)

    def _same(self, one: str | None, other: str | None) -> bool:
        """Whether two names are of one party."""
        return one is not None and other is not None and self.party_of(one) == self.party_of(other)

    def _role(self, party: Party, label: str | None, organisation: str | None, person: str | None) -> tuple[Role, str]:
        """What a party is to the thing spoken of, and where that is known from."""
        vendor = self.book.vendor
        if self._same(organisation, self.publisher):
            return "publisher", "text: publisher"
        if self._same(organisation, vendor):
            return "vendor", "text: vendor" if label == "vendor" else "open"
        if party.document in RECORDS and label in (None, "authority") and (label or not organisation):
            return "laboratory", f"text: {party.document}"
        stake = self._stake(party, organisation) if label == "laboratory" else None
        if stake:
            return stake, f"text: {self.book.words.get((organisation or '', stake), stake)}"
        # Many firms are somebody's maker or operator; among the named only the article's vendor is this thing's.
        if label and label not in ("staff", "insider") and not (label == "vendor" and organisation and vendor):
            return role_of(label), f"text: {party.word(label)}"
        known = self.book.role(organisation) or self.book.role(person)
        if known and not (known == "vendor" and vendor):
            word = self.book.words.get((organisation or "", known)) or self.book.words.get((person or "", known))
            return known, "names" if word == "names" else f"text: {word}"
        if organisation and vendor:
            if self.rivals(organisation, vendor):
                return "competitor", "names"
            # A post about the thing on somebody's pages is the vendor's announcement until the text says otherwise.
            return ("vendor" if party.document in HOUSE_DOCUMENTS else "customer"), "open"
        if party.document in OFFICIAL_DOCUMENTS:
            return "authority", f"text: {party.document}"
        if party.document in SCIENTIFIC_DOCUMENTS and not label:
            return "laboratory", f"text: {party.document}"
        if person or label == "staff":
            return self._staff(party, label)
        if label == "insider":
            return "vendor", f"text: {party.word(label)}"
        return "vendor", "open"

    def _stake(self, party: Party, organisation: str | None) -> Role | None:
        """The stake that the text tells of a laboratory: who uses the thing, or is paid by its maker, is not independent."""
        told = self.book.roles.get(organisation or "")
        for role in STAKES:
            if told and told[role]:
                return role
        sentence = self.memory.sentence
        clues = sentence.of("role", *CLUES) if sentence else []
        near = (hit for hit in clues if party.last <= hit.first <= party.last + 1)
        return next((CLUES[hit.label] for hit in near if CLUES[hit.label] in STAKES), None)

    def _staff(self, party: Party, label: str | None) -> tuple[Role, str]:
        """The role of a person or spokesperson: that of the organisation named before them."""
        near = self.memory.nearest(party)
        if near is None:
            return ("vendor" if label == "staff" else "analyst"), "open"
        if self._same(near, self.book.vendor):
            return "vendor", "open"
        role = self.book.role(near)
        return (role, "text: employer") if role and role != "vendor" else ("customer", "open")

    def _recast(self, voice: Voice, manner: str, person: str | None = None) -> Voice:
        """A voice in another manner: a laboratory that only judges or tells shows nothing; a medium that measured does."""
        told = manner == "claim" and voice.rule.startswith("say") and not voice.via and not self.memory.counts()
        if voice.role == "laboratory" and (manner in VIEWS or told or (person and manner != "find")):
            return voice._replace(evidence="third_party_opinion", claimant=person or voice.claimant)
        praises = self.memory.sentence is not None and bool(self.memory.sentence.of("say", "praise"))
        if voice.role == "competitor" and voice.role_from == "names" and praises:
            return voice._replace(evidence="partner_claim", role="partner")
        if voice.role == "publisher" and manner == "find" and self.memory.counts():
            return voice._replace(evidence="independent_evidence")
        if voice.role == "medium" and manner == "find":
            return voice._replace(evidence="independent_evidence")
        return voice
