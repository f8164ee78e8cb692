"""What an entry says: one frozen dataclass for each kind of entry, and the one way to the journal's text.

The rooms that decide say what their entries hold; here is what all of them have in common. An entry of a kind
that nobody here knows, because another version or a hand has written it, is a note and loses nothing.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from pitboss.base.error import InputError
from pitboss.ledger.codec import Json, decode, encode

if TYPE_CHECKING:
    from pitboss.ledger.entry import Draft


class Fact:
    """What happened. A kind of its own is a frozen dataclass: `class CoinIn(Fact, kind="coin in")`."""

    kind: str
    """What the entry is called in the journal."""

    def __init_subclass__(cls, *, kind: str = "") -> None:
        if kind in KINDS:
            raise TypeError(f"two kinds of entry are called {kind!r}")
        if kind:
            cls.kind = kind
            KINDS[kind] = cls

    def change(self, books: Any, draft: "Draft") -> None:
        """Change what is derived from the journal; nothing for a kind that only tells."""


KINDS: dict[str, type[Fact]] = {}
"""Every kind of entry by its name in the journal."""


@dataclass(frozen=True)
class Note(Fact):
    """An entry of any other kind: what was written down, as it stands."""

    kind: str
    facts: Mapping[str, Json] = field(default_factory=dict)


def encode_fact(fact: Fact) -> dict[str, Json]:
    """What the fact says, as the journal keeps it."""
    return dict(fact.facts) if isinstance(fact, Note) else encode(fact)


def decode_fact(kind: str, data: dict[str, Json]) -> Fact:
    """The fact of a kind from what the journal keeps of it; raises InputError if it says something else."""
    known = KINDS.get(kind)
    if known is None:
        return Note(kind, data)
    try:
        return decode(known, data)
    except InputError as problem:
        raise InputError(f"an entry {kind!r} cannot be read: {problem}") from problem
