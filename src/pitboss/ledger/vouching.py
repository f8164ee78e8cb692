"""The journal vouches for its checkpoints: the entry after one holds the hash of the state that was kept.

A checkpoint lies outside the chain, where a clerk could change it and so change where a manager starts.
"""

from hashlib import sha256

from pitboss.ledger.entry import Draft, Entry, Json
from pitboss.ledger.store import Checkpoint

KIND = "checkpoint"
MANAGER = "the game manager"
RESERVED = "checkpoint "
"""How the ids of these entries begin: whoever took the next one would stop the journal."""


def vouch_for(checkpoint: Checkpoint, at_micros: int) -> Draft:
    """The entry that has to follow the checkpoint."""
    facts: dict[str, Json] = {"of": checkpoint.number, "sha256": digest(checkpoint)}
    return Draft(f"{RESERVED}{checkpoint.number}", KIND, at_micros, (MANAGER,), facts)


def is_vouched_for(checkpoint: Checkpoint, following: Entry | None) -> bool:
    if following is None or following.draft.kind != KIND:
        return False
    facts = following.draft.facts
    return (facts.get("of"), facts.get("sha256")) == (checkpoint.number, digest(checkpoint))


def digest(checkpoint: Checkpoint) -> str:
    return sha256(checkpoint.state.encode()).hexdigest()
