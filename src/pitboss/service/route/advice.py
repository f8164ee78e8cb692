"""What each option is worth, for a player whose seat is asked and for nobody else.

It is counted exactly from what the seat may see, so the first answer of an evening may take seconds: it is
counted beside the loop, once, and kept for as long as it may be asked for again.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from functools import partial
from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import BaseModel

from pitboss.base.figure import format_decimal, format_fraction
from pitboss.rules import Choose
from pitboss.service.ask import SignedIn, ThePremises
from pitboss.service.frame import seats_of
from pitboss.service.route.tables import TableId
from pitboss.service.session import NotAllowedError
from pitboss.strategy.advice import Advice, Choice, advise_record
from pitboss.table.phase import RefusedError

router = APIRouter(prefix="/api/tables", tags=["advice"])
DIGITS = 4
MOST_KEPT = 500
Key = tuple[str, int, int, str]
"""Table, round, seat and question: what a seat sees does not change while it is asked."""


class Worth(BaseModel):
    """An option and the expected net of the whole round from here, in units of the base wager."""

    option: str
    card: str
    value: str
    decimal: str
    cost: str
    is_best: bool


class SeatAdvice(BaseModel):
    seat: int
    round: int
    question: str
    choices: list[Worth]


class Counting:
    """Advice that is being counted or has been, the latest kept."""

    def __init__(self) -> None:
        self.kept: OrderedDict[Key, asyncio.Task[Advice]] = OrderedDict()

    async def find(self, key: Key, count: Callable[[], Advice]) -> Advice:
        """Counted once, however many ask meanwhile; who goes away does not stop it for the others."""
        if key not in self.kept:
            self.kept[key] = asyncio.create_task(asyncio.to_thread(count))
            while len(self.kept) > MOST_KEPT:
                self.kept.popitem(last=False)
        return await asyncio.shield(self.kept[key])


COUNTING = Counting()


@router.get("/{table}/advice")
async def advice(
    table: TableId, seat: Annotated[int, Query(ge=1, le=9)], premises: ThePremises, session: SignedIn
) -> SeatAdvice:
    """Each option of the own seat's question with its exact worth."""
    hosted = await premises.floor.open(table)
    if not session.is_player or seat not in seats_of(hosted, session.person):
        raise NotAllowedError(f"seat {seat} is not {session.person}'s: advice is for the own seat")
    live = hosted.table
    step = live.play.deal.step if live.play else None
    if not isinstance(step, Choose) or step.seat != seat:
        raise RefusedError(f"seat {seat} has nothing to decide now")
    key = (table, live.number, seat, step.question)
    found = await COUNTING.find(key, partial(advise_record, live.setup.game, live.record_for(seat), seat))
    return SeatAdvice(
        seat=seat,
        round=key[1],
        question=step.question,
        choices=[describe(choice, found.best) for choice in found.choices],
    )


def describe(choice: Choice, best: Choice) -> Worth:
    return Worth(
        option=choice.option,
        card=str(choice.card or ""),
        value=format_fraction(choice.value),
        decimal=format_decimal(choice.value, DIGITS),
        cost=format_decimal(choice.cost, DIGITS),
        is_best=choice is best,
    )
