"""A names register made of a table."""

from __future__ import annotations


class FakeNames:
    """`owners`: name → who is above it; `types`: name → what it is; `competing`, `buying`: pairs of names."""

    def __init__(self, owners=None, types=None, competing=(), buying=()):
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


AWS = FakeNames(
    owners={"AWS": "Amazon", "Trainium": "AWS", "TorchNeuron": "AWS"},
    types={"AWS": "organisation", "Amazon": "organisation", "Trainium": "product", "TorchNeuron": "product"},
)
