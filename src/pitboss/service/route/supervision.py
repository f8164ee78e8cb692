"""The supervisor's floor on one page, and what stands beside the amounts on a display."""

from collections.abc import Iterator
from functools import partial
from itertools import chain
from typing import Any

from fastapi import APIRouter, WebSocket

from pitboss.service.ask import SignedIn, ThePremises, find_session, premises_of, show_live, signed_in
from pitboss.service.oversight import Alarm, closed_alarms, describe_floor_table, find_alarms, room_alarms
from pitboss.service.premises import Premises
from pitboss.service.route.progressives import latest_wins
from pitboss.service.route.tables import TableId
from pitboss.service.session import FLOOR
from pitboss.service.signage import describe_sign

router = APIRouter(prefix="/api", tags=["supervision"])
PAUSE_SECONDS = 0.5
"""Between two looks at the whole floor, however much happens."""


@router.get("/floor")
async def see_floor(premises: ThePremises, session: SignedIn) -> dict[str, Any]:
    """Wins that wait and the latest settled ones; every table with its alarms and what can be done there."""
    session.require(*FLOOR)
    tables, closed = await premises.floor.look_around(partial(describe_floor_table, premises.manager.floor))
    return {
        "at_micros": premises.clock(),
        "wins": latest_wins(premises),
        "tables": tables,
        "closed": [alarm._asdict() for alarm in (*everywhere(premises), *closed_alarms(closed))],
    }


@router.websocket("/floor/live")
async def floor_live(socket: WebSocket) -> None:
    """The floor, again whenever something happens, and at least every few seconds."""

    async def show() -> dict[str, Any]:
        return await see_floor(premises_of(socket), await signed_in(find_session(socket)))

    await show_live(socket, show, pause_seconds=PAUSE_SECONDS)


@router.get("/alarms")
async def alarms(premises: ThePremises, session: SignedIn) -> list[dict[str, Any]]:
    """What is wrong anywhere, for any screen of the staff."""
    if session.is_player:
        return []
    floor = premises.manager.floor
    found, closed = await premises.floor.look_around(lambda hosted: list(find_alarms(floor, hosted)))
    all_found = (everywhere(premises), closed_alarms(closed), *found)
    return [alarm._asdict() for alarm in chain.from_iterable(all_found)]


def everywhere(premises: Premises) -> Iterator[Alarm]:
    """Alarms of no table."""
    anchor = premises.journal.anchor
    anchors = (*anchor.begun, *anchor.problems.values())
    return room_alarms(premises.clock.alarm, premises.daily.alarm, anchors)


@router.get("/displays/{table}/sign")
async def sign(table: TableId, premises: ThePremises) -> dict[str, Any]:
    """What stands beside the amounts: winning hands, fixed awards, envy, tables on the link, last award."""
    return await premises.floor.look(table, partial(describe_sign, premises.manager.floor))
