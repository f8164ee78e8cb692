"""Only games on the list of approvals are dealt (WAC 230-15-035), compared by fingerprint as they stand."""

from collections.abc import Collection, Iterator
from functools import lru_cache

from pitboss.base.error import InputError
from pitboss.house.manager import GameManager
from pitboss.jackpot.approval import Approval, in_force
from pitboss.rules import Game
from pitboss.rules.envy import for_a_dollar
from pitboss.rules.fingerprint import fingerprint


@lru_cache(1_000)
def fingerprint_for_a_dollar(game: Game) -> str:
    """What approvals name. A definition does not change once it is loaded; tables ask before every round."""
    return fingerprint(for_a_dollar(game))


class NotApprovedError(InputError):
    """The game must not be dealt."""


def check_approved(game: Game, approvals: Collection[Approval]) -> Approval:
    """The approval under which the game is dealt; the refusal names both fingerprints."""
    found = fingerprint_for_a_dollar(game)
    known = in_force(approvals, game.id)
    for approval in known:
        if approval.fingerprint == found:
            check_complete(game, approval)
            return approval
    if not known:
        raise NotApprovedError(
            f"{game.name} is not approved: its fingerprint is {found}, and none of it is on the list"
        )
    listed = " and ".join(one.fingerprint for one in known)
    raise NotApprovedError(
        f"{game.name} is not dealt as it was approved: its fingerprint is {found}, approved is {listed}"
    )


def check_complete(game: Game, approval: Approval) -> None:
    """An approval holds for rules of a day, and for an operator whose internal controls are approved."""
    if approval.missing:
        missing = " and ".join(approval.missing)
        raise NotApprovedError(
            f"the approval {approval.approval} of {game.name} does not name {missing}: "
            f"write it down again with them, by 'pitboss approval add {game.id}' or in the office"
        )


class ListedApprovals(Collection[Approval]):
    """The list as the journal has it now: a manager that reads anew has another floor."""

    def __init__(self, manager: GameManager) -> None:
        self.manager = manager

    def __iter__(self) -> Iterator[Approval]:
        return iter(tuple(self.manager.floor.approvals.values()))

    def __len__(self) -> int:
        return len(self.manager.floor.approvals)

    def __contains__(self, one: object) -> bool:
        return one in tuple(self)
