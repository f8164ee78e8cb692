"""Several proofs one after another: the rounds of one shuffle follow on, and nothing is dealt between them.

A proof by itself binds cards to positions, but not the position at which its round starts: a dealer who
skipped three cards could still prove every card that he dealt. So the rounds of a shuffle are held
together: each starts where the one before it ended, and the first at position 0 where all of them are
there. What is missing, repeated or out of order is named.
"""

from dataclasses import dataclass, field

from pitboss.rules import Game
from pitboss.table.proof import CheckedRound, RoundProof, ShuffleProof, check_round, verify_shuffle
from pitboss.table.seal import SealError


@dataclass(frozen=True)
class Reached:
    """How far a shuffle was dealt, by the proofs so far."""

    game: Game
    number: int
    """Of the line with the last round."""
    position: int
    """Where the next card lies."""


@dataclass
class Succession:
    """Takes proofs in the order in which the rounds were dealt, each with the number of its line."""

    is_complete: bool = False
    """Whether every round of each shuffle is said to be there."""
    reached: dict[str, Reached] = field(default_factory=dict)
    opened: dict[str, int] = field(default_factory=dict)
    """The line on which each shuffle was opened."""

    def verify(self, number: int, proof: RoundProof | ShuffleProof) -> tuple[str, ...]:
        """What was checked, in sentences; what does not hold is raised."""
        if proof.commitment in self.opened:
            raise SealError(f"the shuffle was opened on line {self.opened[proof.commitment]}: it is over")
        if isinstance(proof, ShuffleProof):
            return self._verify_shuffle(number, proof)
        checked = check_round(proof)
        follows = self._check_order(proof, checked)
        end = proof.start + checked.dealt
        self.reached[proof.commitment] = Reached(checked.game, number, end)
        return (*checked.sentences, follows)

    def _check_order(self, proof: RoundProof, checked: CheckedRound) -> str:
        last = self.reached.get(proof.commitment)
        if last is None:
            return self._say_first(proof.start)
        if not checked.game.behind_cut:
            name = checked.game.name
            raise SealError(f"{name} is shuffled for every round, and line {last.number} had this shuffle")
        if proof.start > last.position:
            missing = f"{last.position} to {proof.start - 1}"
            raise SealError(f"a gap: positions {missing} came after line {last.number} and are not here")
        if proof.start < last.position:
            raise SealError(
                f"out of order: the round starts at position {proof.start}, but line {last.number} was dealt "
                f"up to position {last.position - 1}"
            )
        return f"it follows on the round of line {last.number}, without a card between them"

    def _say_first(self, start: int) -> str:
        if not start:
            return "it is the first round of its shuffle"
        if self.is_complete:
            raise SealError(
                f"a gap: the round starts at position {start}, and a file that is complete has what was "
                "dealt before it"
            )
        return f"what was dealt of the shuffle before position {start} is not in this file"

    def _verify_shuffle(self, number: int, proof: ShuffleProof) -> tuple[str, ...]:
        last = self.reached.get(proof.commitment)
        checked = verify_shuffle(proof, last.game if last else None)
        self.opened[proof.commitment] = number
        return checked
