"""How meters, journal and displays grow from ten tables to a million seats, open to all.

It is one question without a choice: floors are played for some seconds when it is first asked, and then kept.
"""

from typing import Any

from fastapi import APIRouter
from fastapi.responses import Response

from pitboss.reports.paper.paper import Form
from pitboss.service.ask import ThePremises
from pitboss.service.route.papers import BEING_MADE, FILE, OfSize, SheetSize
from pitboss.service.route.workshop import BENCH, LONGEST_SECONDS, send_paper, wanted_paper

router = APIRouter(prefix="/api/scale", tags=["explorer"])


@router.get("")
async def scale(premises: ThePremises) -> dict[str, Any]:
    """What ten tables to a million seats take and do, or how far the count is."""
    return await premises.counting.find(BENCH, "scale", {}, longest=LONGEST_SECONDS)


@router.get("/paper.{file}", response_class=Response, responses={**FILE, **BEING_MADE})
async def scale_paper(file: Form, premises: ThePremises, size: OfSize = SheetSize.A4) -> Response:
    """The same as a file; 202 until it is made."""
    wanted = wanted_paper("scale", {}, file, size)
    made = await premises.counting.find(BENCH, "workshop paper", wanted, longest=LONGEST_SECONDS)
    return send_paper(made, file)
