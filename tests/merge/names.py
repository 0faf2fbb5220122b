"""A names register made of a table."""

from __future__ import annotations


class FakeNames:
    """`owners`: name → who is above it; `types`: name → what it is; `competing`, `buying`: pairs of names.

    `agencies`: the form of a tag → the agency's name; one that begins with "ots" sends out press releases.
    """

    def __init__(self, owners=None, types=None, competing=(), buying=(), agencies=None):
        self.agencies = agencies or {}
        self.owners, self.types = owners or {}, types or {}
        self.competing = {frozenset(pair) for pair in competing}
        self.buying = set(buying)

    def owner(self, name):
        return self.owners.get(name)

    def party(self, name):
        while name in self.owners:
            name = self.owners[name]
        return name

    def type(self, name):
        return self.types.get(name)

    def rivals(self, one, other):
        return frozenset((one, other)) in self.competing

    def customer(self, name, vendor):
        return (name, vendor) in self.buying

    def agency(self, form, language, script):
        return self.agencies.get(form)

    def agency_kind(self, name):
        if name not in self.agencies.values():
            return None
        return "releases" if name.startswith("ots") else "news"

    def canonical(self, form, language, script):
        return form if form in self.types else None


AWS = FakeNames(
    owners={"AWS": "Amazon", "Trainium": "AWS", "TorchNeuron": "AWS"},
    types={"AWS": "organisation", "Amazon": "organisation", "Trainium": "product", "TorchNeuron": "product"},
)
