"""An approval: a game as it was looked at by the commission, known by the fingerprint of its definition.

Every new game and every change of one is approved before it is dealt (WAC 230-15-035). Approvals are entries
of the journal, as people are.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any

from pitboss.ledger.codec import LEFT_OUT
from pitboss.ledger.fact import Fact


@dataclass(frozen=True)
class Approval:
    game: str
    fingerprint: str
    """Of the definition with the house's choices: another paytable in force is another game to approve."""
    approval: str
    """The commission's number."""
    day: str
    """When it was given, as 2024-06-14."""
    note: str = ""
    withdrawn: str = ""
    """Why it no longer holds; empty while it does."""
    rules: str = ""
    """The rules of play that it is bound to."""
    rules_days: tuple[str, ...] = ()
    """When those were handed in, each as 2023-05-05."""
    controls: str = ""
    """The approval of the operator's internal controls."""
    is_tribal: bool = False
    agency: str = ""
    """On tribal land: the approval of the tribal gaming agency."""
    concurrence: str = ""
    """On tribal land: the commission's concurrence with the agency."""

    @property
    def missing(self) -> tuple[str, ...]:
        """What it must name before the game is dealt, and does not."""
        wanted = {
            "the rules of play": self.rules,
            "the day of those rules": self.rules_days,
            "the approval of the internal controls": self.controls,
        }
        if self.is_tribal:
            wanted |= {
                "the tribal gaming agency's approval": self.agency,
                "the commission's concurrence": self.concurrence,
            }
        return tuple(words for words, said in wanted.items() if not said)


Approvals = dict[tuple[str, str], Approval]
"""By game and fingerprint, those withdrawn included."""


@dataclass(frozen=True)
class GameApproved(Fact, kind="game approved"):
    game: str
    fingerprint: str
    approval: str
    day: str
    note: str
    rules: str = field(default="", metadata=LEFT_OUT)
    rules_days: tuple[str, ...] = field(default=(), metadata=LEFT_OUT)
    controls: str = field(default="", metadata=LEFT_OUT)
    is_tribal: bool = field(default=False, metadata=LEFT_OUT)
    agency: str = field(default="", metadata=LEFT_OUT)
    concurrence: str = field(default="", metadata=LEFT_OUT)


@dataclass(frozen=True)
class ApprovalWithdrawn(Fact, kind="approval withdrawn"):
    game: str
    fingerprint: str
    why: str


def approved(approvals: Approvals, said: GameApproved) -> Approval:
    return Approval(**{one.name: getattr(said, one.name) for one in fields(said)})


def withdrawn(approvals: Approvals, said: ApprovalWithdrawn) -> Approval:
    return replace(approvals[said.game, said.fingerprint], withdrawn=said.why)


CHANGES: Mapping[type[Fact], Callable[[Approvals, Any], Approval]] = {
    GameApproved: approved,
    ApprovalWithdrawn: withdrawn,
}


def change_approvals(approvals: Approvals, said: Fact) -> None:
    found = CHANGES[type(said)](approvals, said)
    approvals[found.game, found.fingerprint] = found


def in_force(approvals: Iterable[Approval], game: str) -> tuple[Approval, ...]:
    """The approvals of a game that hold now, the latest last."""
    return tuple(one for one in approvals if one.game == game and not one.withdrawn)
