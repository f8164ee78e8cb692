"""Spots of a table: what lay on the own seats the last time, what came of it, and what a spot is worth.

Asked for by a page that was opened anew and by a player who looks at a spot; nothing here comes with a frame.
"""

from typing import Annotated, Any

from fastapi import APIRouter, Query
from fastapi.responses import Response

from pitboss.base.error import find_name
from pitboss.house.room.hosted import Hosted
from pitboss.house.room.plan import format_plan
from pitboss.ledger.codec import encode
from pitboss.service.ask import ThePremises, Visitor
from pitboss.service.betting import last_results, last_wagers
from pitboss.service.frame import seats_of
from pitboss.service.route.papers import fitted_terms
from pitboss.service.route.tables import TableId, player_of

router = APIRouter(prefix="/api/tables", tags=["spots"])


@router.get("/{table}/last")
async def last_round(table: TableId, premises: ThePremises, session: Visitor) -> Response:
    """For a page that was opened anew: the payments of the round before, and whether it can be bet again."""
    player, frames = player_of(session), premises.frames[table]

    def look(hosted: Hosted) -> bytes:
        seats = seats_of(hosted, player)
        can_rebet = any(last_wagers(hosted, seat) for seat in seats)
        events = b",".join(frames.event(hosted, told) for told in last_results(hosted, seats))
        return b'{"can_rebet":%b,"events":[%b]}' % (b"true" if can_rebet else b"false", events)

    return Response(await premises.floor.look(table, look), media_type="application/json")


@router.get("/{table}/spot")
async def spot(
    table: TableId, wager: Annotated[str, Query(max_length=60)], premises: ThePremises
) -> dict[str, Any]:
    """The exact edge of a wager as dealt here, or how far the count is: ask again until `is_ready`."""
    game = (await premises.floor.open(table)).table.setup.game
    terms = fitted_terms(premises, table)
    given: dict[str, Any] = {
        "plan": format_plan(premises.room.plan(table)),
        "wager": find_name("wager", wager, game.wagers),
        "terms": encode(terms) if terms else None,
    }
    return await premises.counting.find(f"explorer {game.id}", "spot", given)
