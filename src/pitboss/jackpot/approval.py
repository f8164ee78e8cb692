"""An approval: a game as it was looked at by the commission, known by the fingerprint of its definition.

Every new game and every change of one is approved before it is dealt (WAC 230-15-035). Approvals are entries
of the journal, as people are.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import cast

from pitboss.ledger.entry import Draft


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


Approvals = dict[tuple[str, str], Approval]
"""By game and fingerprint, those withdrawn included."""


def approved(approvals: Approvals, draft: Draft) -> Approval:
    facts = cast(Mapping[str, str], draft.facts)
    return Approval(facts["game"], facts["fingerprint"], facts["approval"], facts["day"], facts["note"])


def withdrawn(approvals: Approvals, draft: Draft) -> Approval:
    facts = cast(Mapping[str, str], draft.facts)
    return replace(approvals[facts["game"], facts["fingerprint"]], withdrawn=facts["why"])


CHANGES = {"game approved": approved, "approval withdrawn": withdrawn}


def change_approvals(approvals: Approvals, draft: Draft) -> None:
    found = CHANGES[draft.kind](approvals, draft)
    approvals[found.game, found.fingerprint] = found


def in_force(approvals: Iterable[Approval], game: str) -> tuple[Approval, ...]:
    """The approvals of a game that hold now, the latest last."""
    return tuple(one for one in approvals if one.game == game and not one.withdrawn)
