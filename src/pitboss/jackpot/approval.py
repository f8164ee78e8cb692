"""An approval: a game as it was looked at by the commission, known by the fingerprint of its definition.

Every new game and every change of one is approved before it is dealt (WAC 230-15-035). Approvals are entries
of the journal, as people are.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import date
from typing import TYPE_CHECKING

from pitboss.jackpot.equipment import EquipmentListed
from pitboss.jackpot.refusal import RefusedError
from pitboss.jackpot.request import ApproveGame, Decision, ListEquipment, WithdrawApproval
from pitboss.ledger.codec import LEFT_OUT
from pitboss.ledger.entry import Draft
from pitboss.ledger.fact import Fact

if TYPE_CHECKING:
    from pitboss.jackpot.books import Books

FINGERPRINT_LENGTH = 64


@dataclass(frozen=True)
class Approval(Fact, kind="game approved"):
    """As its entry says it; `withdrawn` comes from a later one."""

    game: str
    fingerprint: str
    """Of the definition with the house's choices: another paytable in force is another game to approve."""
    approval: str
    """The commission's number."""
    day: str
    """When it was given, as 2024-06-14."""
    note: str = ""
    rules: str = field(default="", metadata=LEFT_OUT)
    """The rules of play that it is bound to."""
    rules_days: tuple[str, ...] = field(default=(), metadata=LEFT_OUT)
    """When those were handed in, each as 2023-05-05."""
    controls: str = field(default="", metadata=LEFT_OUT)
    """The approval of the operator's internal controls."""
    is_tribal: bool = field(default=False, metadata=LEFT_OUT)
    agency: str = field(default="", metadata=LEFT_OUT)
    """On tribal land: the approval of the tribal gaming agency."""
    concurrence: str = field(default="", metadata=LEFT_OUT)
    """On tribal land: the commission's concurrence with the agency."""
    withdrawn: str = field(default="", metadata=LEFT_OUT)
    """Why it no longer holds; empty while it does."""

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

    def change(self, books: "Books", draft: Draft) -> None:
        books.approvals[self.game, self.fingerprint] = self


Approvals = dict[tuple[str, str], Approval]
"""By game and fingerprint, those withdrawn included."""


@dataclass(frozen=True)
class ApprovalWithdrawn(Fact, kind="approval withdrawn"):
    game: str
    fingerprint: str
    why: str

    def change(self, books: "Books", draft: Draft) -> None:
        place = self.game, self.fingerprint
        books.approvals[place] = replace(books.approvals[place], withdrawn=self.why)


def in_force(approvals: Iterable[Approval], game: str) -> tuple[Approval, ...]:
    """The approvals of a game that hold now, the latest last."""
    return tuple(one for one in approvals if one.game == game and not one.withdrawn)


# -- deciding ----------------------------------------------------------------------------------------


def approve_game(books: "Books", asked: ApproveGame, at: int) -> Decision:
    asked.check_two_people("an approval")
    check_fingerprint(asked.fingerprint)
    if not asked.game.strip() or not asked.approval.strip():
        raise RefusedError("an approval names its game and has a number: give both")
    for day in (asked.day, *asked.rules_days):
        check_day(day)
    if not asked.is_tribal and (asked.agency or asked.concurrence):
        raise RefusedError("an agency's approval and a concurrence are of tribal land: say that it is")
    known = books.approvals.get((asked.game, asked.fingerprint))
    if known and not known.withdrawn and not known.missing:
        raise RefusedError(f"this {asked.game} is approved already, by {known.approval} of {known.day}")
    said = {name: value for name, value in vars(asked).items() if name not in ("id", "by")}
    return Decision(Approval(**said))


def check_fingerprint(text: str) -> None:
    if len(text) != FINGERPRINT_LENGTH or not set(text) <= set("0123456789abcdef"):
        raise RefusedError(f"a fingerprint is {FINGERPRINT_LENGTH} hexadecimal digits, not {text!r}")


def check_day(text: str) -> None:
    try:
        date.fromisoformat(text)
    except ValueError as problem:
        raise RefusedError(f"write the day as 2024-06-14, not {text!r}") from problem


def withdraw_approval(books: "Books", asked: WithdrawApproval, at: int) -> Decision:
    """One person is enough: a game that is not dealt harms nobody."""
    known = books.approvals.get((asked.game, asked.fingerprint))
    if known is None or known.withdrawn:
        raise RefusedError(f"there is no approval of {asked.game} with the fingerprint {asked.fingerprint}")
    if not asked.why.strip():
        raise RefusedError("an approval is withdrawn for a reason: say it")
    return Decision(ApprovalWithdrawn(asked.game, asked.fingerprint, asked.why))


def list_equipment(books: "Books", asked: ListEquipment, at: int) -> Decision:
    """The register of a table, or of the room: each part once, with its maker and the maker's licence."""
    asked.check_two_people("the register of equipment")
    names = [part.component for part in asked.parts]
    for part in asked.parts:
        if not all(words.strip() for words in (part.component, part.maker, part.licence)):
            raise RefusedError("a part is listed with its name, its maker and the maker's licence: give all")
        if names.count(part.component) > 1:
            raise RefusedError(f"{part.component} is listed twice: a part stands in the register once")
    return Decision(EquipmentListed(asked.table, asked.parts, asked.note))
