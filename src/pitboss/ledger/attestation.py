"""The journal vouches for what lies beside it: checkpoints, and the tables that an upgrade has left.

A checkpoint lies outside the chain, where a clerk could change it and so change where a manager starts. The
entry after it holds the hash of the state that was kept. An upgrade writes the hashes of its copies.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256

from pitboss.base.error import InputError
from pitboss.ledger.entry import Draft, Entry
from pitboss.ledger.fact import Fact
from pitboss.ledger.store import Checkpoint

MANAGER = "the game manager"
RESERVED = "checkpoint "
"""How the ids of these entries begin: whoever took the next one would stop the journal."""
UPGRADE = "upgrade "
"""How the ids of an upgrade's entries begin: the ending of its copies follows, by which it is found."""


@dataclass(frozen=True)
class Vouched(Fact, kind="checkpoint"):
    """A state was kept of the entry before."""

    of: int
    """The number of that entry."""
    sha256: str
    """Of the state."""


@dataclass(frozen=True)
class CopiesKept(Fact, kind="upgrade"):
    """An older journal was brought up to date, and its tables were kept as they were."""

    version: int
    """That it had."""
    copies: Mapping[str, str]
    """SHA-256 of the rows of each, by name."""


def vouch_for(checkpoint: Checkpoint, at_micros: int) -> Draft:
    """The entry that has to follow the checkpoint."""
    fact = Vouched(checkpoint.number, digest(checkpoint))
    return Draft(f"{RESERVED}{checkpoint.number}", at_micros, (MANAGER,), fact)


def is_vouched_for(checkpoint: Checkpoint, following: Entry | None) -> bool:
    if following is None:
        return False
    try:
        return following.draft.fact == Vouched(checkpoint.number, digest(checkpoint))
    except InputError:
        return False


def digest(checkpoint: Checkpoint) -> str:
    return sha256(checkpoint.state.encode()).hexdigest()
