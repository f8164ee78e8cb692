"""The supervisor's floor on one page, and what stands beside the amounts on a display."""

from typing import Any

from fastapi import APIRouter

from pitboss.service.ask import SignedIn, ThePremises
from pitboss.service.oversight import describe_floor_table, find_alarms
from pitboss.service.premises import Premises
from pitboss.service.route.progressives import latest_wins
from pitboss.service.route.tables import TableId
from pitboss.service.session import FLOOR
from pitboss.service.signage import describe_sign

router = APIRouter(prefix="/api", tags=["supervision"])


async def open_tables(premises: Premises) -> list[Any]:
    return [await premises.floor.open(table) for table in sorted(premises.room.plans)]


@router.get("/floor")
async def see_floor(premises: ThePremises, session: SignedIn) -> dict[str, Any]:
    """Wins that wait and the latest settled ones; every table with its alarms and what can be done there."""
    session.require(*FLOOR)
    tables = await open_tables(premises)
    floor = premises.manager.floor
    return {
        "at_micros": premises.clock(),
        "wins": latest_wins(premises),
        "tables": [describe_floor_table(floor, hosted) for hosted in tables],
    }


@router.get("/alarms")
async def alarms(premises: ThePremises, session: SignedIn) -> list[dict[str, Any]]:
    """What is wrong anywhere, for any screen of the staff."""
    if session.is_player:
        return []
    floor = premises.manager.floor
    return [alarm._asdict() for hosted in await open_tables(premises) for alarm in find_alarms(floor, hosted)]


@router.get("/displays/{table}/sign")
async def sign(table: TableId, premises: ThePremises) -> dict[str, Any]:
    """What stands beside the amounts: winning hands, fixed awards, envy, tables on the link, last award."""
    hosted = await premises.floor.open(table)
    return describe_sign(premises.manager.floor, hosted)
