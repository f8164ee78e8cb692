"""Progressives: displays over the tables, wins that wait for a supervisor, and the supervisor's word."""

from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Path, WebSocket
from pydantic import BaseModel, Field

from pitboss.base.own_id import OWN_ID
from pitboss.cards.hand_name import line_words
from pitboss.jackpot.refusal import RefusedError
from pitboss.jackpot.request import ConfirmWin, WithdrawWin
from pitboss.jackpot.system import needs_executive, system_at
from pitboss.jackpot.win import Win, WinStatus, say_stays
from pitboss.service.ask import SignedIn, ThePremises, premises_of, show_live
from pitboss.service.premises import Premises
from pitboss.service.route.tables import TableId
from pitboss.service.session import FLOOR

router = APIRouter(prefix="/api", tags=["progressives"])
MOST_WINS = 50
WinId = Annotated[str, Path(min_length=1, max_length=120)]


class Secret(BaseModel):
    """Whoever confirms or withdraws shows a PIN or a card, however long ago the browser was signed in."""

    id: str = Field(min_length=1, max_length=80, pattern=OWN_ID)
    pin: str = Field(default="", max_length=12)
    card: str = Field(default="", max_length=128)
    why: str = Field(default="", max_length=300)


@router.get("/displays/{table}")
async def display(table: TableId, premises: ThePremises) -> dict[str, Any]:
    """What the display over a table says."""
    return premises.board.show(table)


@router.websocket("/displays/{table}/live")
async def display_live(socket: WebSocket, table: str) -> None:
    """The display, again whenever it changes and at least every few seconds."""
    await show_live(socket, partial(display, table, premises_of(socket)))


@router.get("/wins")
async def wins(premises: ThePremises, session: SignedIn) -> list[dict[str, Any]]:
    """The latest wins from meters, those that wait for confirmation first."""
    return [] if session.is_player else latest_wins(premises)


def latest_wins(premises: Premises) -> list[dict[str, Any]]:
    found = sorted(
        premises.manager.floor.wins.values(), key=lambda win: (win.status is not WinStatus.POSTED, -win.order)
    )
    return [describe_win(premises, win) for win in found[:MOST_WINS]]


def describe_win(premises: Premises, win: Win) -> dict[str, Any]:
    floor = premises.manager.floor
    terms = floor.progressives[win.progressive].terms
    system = system_at(floor, terms, win.table)
    return {
        "id": win.id,
        "order": win.order,
        "progressive": win.progressive,
        "level": win.level,
        "table": win.table,
        "seat": win.seat,
        "round": win.round,
        "hand": line_words(win.line),
        "cards": win.cards.split(),
        "micros": win.micros,
        "status": win.status.value,
        "posted_by": win.posted_by,
        "posted_at": win.posted_at,
        "settled_by": win.settled_by,
        "settled_at": win.settled_at,
        "stays": say_stays(win.stays_micros),
        "needs": "executive" if needs_executive(terms, system, win.micros) else "supervisor",
    }


@router.post("/wins/{win:path}/confirm")
async def confirm(win: WinId, form: Secret, premises: ThePremises, session: SignedIn) -> dict[str, Any]:
    """A supervisor, or above the limit an executive, confirms the win: it is paid."""
    session.require(*FLOOR)
    await show_secret(premises, session.person, form)
    await premises.ask(ConfirmWin(form.id, (session.person,), win))
    return describe_win(premises, premises.manager.floor.wins[win])


@router.post("/wins/{win:path}/withdraw")
async def withdraw(win: WinId, form: Secret, premises: ThePremises, session: SignedIn) -> dict[str, Any]:
    """The hand was not what it seemed: the meter is as if it had never been pressed."""
    session.require(*FLOOR)
    await show_secret(premises, session.person, form)
    if not form.why.strip():
        raise RefusedError("say why the win is withdrawn")
    await premises.ask(WithdrawWin(form.id, (session.person,), win, form.why))
    return describe_win(premises, premises.manager.floor.wins[win])


async def show_secret(premises: Premises, person: str, form: Secret) -> None:
    await premises.door.show(person, pin=form.pin, card=form.card, where="confirmation", at=person)
