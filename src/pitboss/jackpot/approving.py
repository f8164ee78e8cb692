"""Putting a game on the list of approvals and taking it off again; writing down what stands where."""

from dataclasses import fields
from datetime import date

from pitboss.jackpot.approval import ApprovalWithdrawn, GameApproved
from pitboss.jackpot.equipment import EquipmentListed
from pitboss.jackpot.managing import check_two_people
from pitboss.jackpot.refusal import RefusedError
from pitboss.jackpot.request import ApproveGame, ListEquipment, WithdrawApproval
from pitboss.jackpot.state import Floor
from pitboss.ledger.entry import Draft

FINGERPRINT_LENGTH = 64


def approve_game(floor: Floor, asked: ApproveGame, at: int) -> Draft:
    check_two_people(asked, "an approval")
    check_fingerprint(asked.fingerprint)
    if not asked.game.strip() or not asked.approval.strip():
        raise RefusedError("an approval names its game and has a number: give both")
    for day in (asked.day, *asked.rules_days):
        check_day(day)
    if not asked.is_tribal and (asked.agency or asked.concurrence):
        raise RefusedError("an agency's approval and a concurrence are of tribal land: say that it is")
    known = floor.approvals.get((asked.game, asked.fingerprint))
    if known and not known.withdrawn and not known.missing:
        raise RefusedError(f"this {asked.game} is approved already, by {known.approval} of {known.day}")
    said = {one.name: getattr(asked, one.name) for one in fields(GameApproved)}
    return Draft(asked.id, at, asked.by, GameApproved(**said))


def list_equipment(floor: Floor, asked: ListEquipment, at: int) -> Draft:
    """The register of a table, or of the room: each part once, with its maker and the maker's licence."""
    del floor
    check_two_people(asked, "the register of equipment")
    names = [part.component for part in asked.parts]
    for part in asked.parts:
        if not all(words.strip() for words in (part.component, part.maker, part.licence)):
            raise RefusedError("a part is listed with its name, its maker and the maker's licence: give all")
        if names.count(part.component) > 1:
            raise RefusedError(f"{part.component} is listed twice: a part stands in the register once")
    return Draft(asked.id, at, asked.by, EquipmentListed(asked.table, asked.parts, asked.note))


def check_fingerprint(text: str) -> None:
    if len(text) != FINGERPRINT_LENGTH or not set(text) <= set("0123456789abcdef"):
        raise RefusedError(f"a fingerprint is {FINGERPRINT_LENGTH} hexadecimal digits, not {text!r}")


def check_day(text: str) -> None:
    try:
        date.fromisoformat(text)
    except ValueError as problem:
        raise RefusedError(f"write the day as 2024-06-14, not {text!r}") from problem


def withdraw_approval(floor: Floor, asked: WithdrawApproval, at: int) -> Draft:
    """One person is enough: a game that is not dealt harms nobody."""
    known = floor.approvals.get((asked.game, asked.fingerprint))
    if known is None or known.withdrawn:
        raise RefusedError(f"there is no approval of {asked.game} with the fingerprint {asked.fingerprint}")
    if not asked.why.strip():
        raise RefusedError("an approval is withdrawn for a reason: say it")
    return Draft(asked.id, at, asked.by, ApprovalWithdrawn(asked.game, asked.fingerprint, asked.why))
