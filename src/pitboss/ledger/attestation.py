"""The journal vouches for its checkpoints: the entry after one holds the hash of the state that was kept.

A checkpoint lies outside the chain, where a clerk could change it and so change where a manager starts.
"""

from dataclasses import dataclass
from hashlib import sha256

from pitboss.base.error import InputError
from pitboss.ledger.entry import Draft, Entry
from pitboss.ledger.fact import Fact
from pitboss.ledger.store import Checkpoint

MANAGER = "the game manager"
RESERVED = "checkpoint "
"""How the ids of these entries begin: whoever took the next one would stop the journal."""


@dataclass(frozen=True)
class Vouched(Fact, kind="checkpoint"):
    """A state was kept of the entry before."""

    of: int
    """The number of that entry."""
    sha256: str
    """Of the state."""


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
