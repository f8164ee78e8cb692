"""The room's clock: what it says, and the word of a person that the machine's is right."""

import asyncio
from typing import Any
from uuid import uuid4

from fastapi import APIRouter

from pitboss.jackpot.person import Role
from pitboss.jackpot.record import note_malfunction
from pitboss.service.ask import SignedIn, ThePremises
from pitboss.service.session import FLOOR
from pitboss.table.phase import RefusedError

router = APIRouter(prefix="/api/clock", tags=["supervision"])
KEEPERS = (*FLOOR, Role.TECHNICIAN)


@router.get("")
async def see_clock(premises: ThePremises, session: SignedIn) -> dict[str, Any]:
    """The room's time, and what is wrong with the machine's clock, if anything."""
    session.require(*KEEPERS)
    return {"at_micros": premises.clock(), "alarm": premises.clock.alarm}


@router.post("/accept")
async def accept_clock(premises: ThePremises, session: SignedIn) -> dict[str, Any]:
    """The machine's clock is right although it jumped: the room's goes by it from now on."""
    session.require(*KEEPERS)
    premises.clock()
    if not premises.clock.alarm:
        raise RefusedError("the clock is right: there is nothing to accept")
    what = f"{premises.clock.alarm}; accepted by {session.person}"
    await asyncio.to_thread(
        premises.manager.ask, note_malfunction(uuid4().hex, (session.person,), table="the server", what=what)
    )
    return {"accepted": premises.clock.accept(), "at_micros": premises.clock()}
