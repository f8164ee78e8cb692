"""Spots of a table: what lay on the own seats the last time, what came of it, and what a spot is worth.

Asked for by a page that was opened anew and by a player who looks at a spot; nothing here comes with a frame.
"""

from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Query
from fastapi.responses import Response

from pitboss.base.error import find_name
from pitboss.house.room.hosted import Hosted
from pitboss.house.room.plan import format_plan
from pitboss.ledger.codec import encode
from pitboss.service.ask import ThePremises, Visitor
from pitboss.service.betting import last_results, last_wagers
from pitboss.service.frame import seats_of
from pitboss.service.patience import limit_seconds
from pitboss.service.route.papers import fitted_terms
from pitboss.service.route.tables import TableId, player_of

router = APIRouter(prefix="/api/tables", tags=["spots"])


@router.get("/{table}/last")
async def last_round(table: TableId, premises: ThePremises, session: Visitor) -> Response:
    """For a page that was opened anew: the payments of the round before, whether it can be bet again, and how
    long whoever has to bet or decide is still waited for."""
    player, frames = player_of(session), premises.frames[table]

    def look(hosted: Hosted) -> bytes:
        seats = seats_of(hosted, player)
        can_rebet = any(last_wagers(hosted, seat) for seat in seats)
        limit = limit_seconds(hosted) if hosted.plan.has_house_dealer else None
        left = None if limit is None else max(0.0, limit - premises.floor.quiet_seconds(table))
        events = b",".join(frames.event(hosted, told) for told in last_results(hosted, seats))
        said = orjson.dumps({"can_rebet": can_rebet, "left_seconds": left})
        return b'%b,"events":[%b]}' % (said[:-1], events)

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
