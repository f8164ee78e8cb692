"""The dealer's console: what lies before the dealer, and the keypad of the table's progressive."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends
from fastapi.responses import Response
from pydantic import BaseModel, Field

from pitboss.base.error import InputError
from pitboss.house.room.row import Actor
from pitboss.jackpot.controller import Button, Press
from pitboss.reports.paper.paper import Form as PaperForm
from pitboss.reports.record.frame import Inquiry
from pitboss.service.acting import actor_of, digest_of
from pitboss.service.answer import answer_press
from pitboss.service.ask import SignedIn, ThePremises
from pitboss.service.desk import describe_desk
from pitboss.service.keypad import WITH_A_SECRET, pressing, show_keypad
from pitboss.service.office.record import ZONE
from pitboss.service.premises import Premises
from pitboss.service.route.papers import FILE, OfSize, SheetSize, print_record
from pitboss.service.route.tables import TableId
from pitboss.service.session import DEALERS, FLOOR, NotAllowedError, Session

router = APIRouter(prefix="/api/tables", tags=["dealing"])


class KeypadPress(BaseModel):
    """A key of the keypad. Whoever turns the supervisor's key or swipes a card shows who it is."""

    button: Literal[
        "start",
        "seat",
        "hand",
        "key to jackpot",
        "jackpot",
        "key to run",
        "confirm",
        "card",
        "cancel",
        "end",
    ]
    is_held: bool = False
    """Whether the key was held down: a lit hand is taken back by that, and by no stray press."""
    seat: int = Field(default=0, ge=0, le=9)
    line: str = Field(default="", max_length=60)
    person: str = Field(default="", max_length=64)
    pin: str = Field(default="", max_length=12)
    card: str = Field(default="", max_length=128)
    id: str = Field(default="", max_length=80, pattern=r"^[\x21-\x7e]*$")
    """Made up by the browser: sent twice it is pressed once."""
    round: int | None = Field(default=None, ge=0, le=10**12)
    """The round that the dealer saw."""


def staff(session: SignedIn) -> Session:
    if session.is_player:
        raise NotAllowedError("the dealer's side of the table is for the staff")
    return session


Staff = Annotated[Session, Depends(staff)]


@router.get("/{table}/desk")
async def see_desk(table: TableId, premises: ThePremises, session: Staff) -> dict[str, Any]:
    """What the dealer does and says next, what can be asked of the table now, the shuffler, the players."""
    del session
    return await premises.floor.look(table, describe_desk)


@router.get("/{table}/keypad")
async def see_keypad(table: TableId, premises: ThePremises, session: Staff) -> dict[str, Any] | None:
    """The keypad of the table's progressive, in its own dialect."""
    del session
    return await look_at_keypad(premises, table)


@router.post("/{table}/keypad")
async def press_keypad(
    table: TableId, asked: KeypadPress, premises: ThePremises, session: Staff
) -> dict[str, Any]:
    """Press a key of the keypad."""
    session.require(*DEALERS)
    premises.room.plan(table)
    button = Button(asked.button)
    by = await who_comes(premises, asked, session) if button in WITH_A_SECRET else actor_of(session)
    pressed = Press(button, by.name, asked.seat, asked.line)
    said = {"button": asked.button, "seat": asked.seat, "line": asked.line}
    plan = pressing(pressed, asked.round, is_held=asked.is_held)
    before = await look_at_keypad(premises, table)
    await premises.floor.do(table, plan, by, id_=asked.id, digest=digest_of(said))
    found = await look_at_keypad(premises, table)
    assert found
    return {**found, "answer": answer_press(pressed, before or found, found)}


@router.get("/{table}/wins/{order}.pdf", response_class=Response, responses=FILE)
async def print_win(
    table: TableId, order: int, premises: ThePremises, session: Staff, size: OfSize = SheetSize.A4
) -> Response:
    """The money bag: the win page of a win at this table."""
    del session
    win = next((one for one in premises.manager.floor.wins.values() if one.order == order), None)
    if win is None or win.table != table:
        raise InputError(f"there is no win {order} at {table}")
    return await print_record(premises, "win", PaperForm.PDF, Inquiry(ZONE, win=str(order)), size)


async def look_at_keypad(premises: Premises, table: str) -> dict[str, Any] | None:
    return await premises.floor.look(table, lambda hosted: show_keypad(hosted, premises.manager.floor))


async def who_comes(premises: Premises, asked: KeypadPress, session: Session) -> Actor:
    """Somebody of the floor comes to the table, whoever is signed in there, and shows a PIN or a card."""
    who = asked.person or session.person
    found = await premises.door.show(who, pin=asked.pin, card=asked.card, where="keypad", at=session.person)
    if found.role not in FLOOR:
        wanted = " or ".join(role.value for role in FLOOR)
        raise NotAllowedError(f"that is for a {wanted}; {found.person} is {found.role.value}")
    return Actor(found.person, found.role.value)
