"""For those who run the server: is it up, can it serve, what has it done."""

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request, Response
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from pitboss.service.ask import ThePremises, Visitor, address_of, say_incident
from pitboss.service.caller import is_here
from pitboss.service.session import NotAllowedError

router = APIRouter(tags=["health"])


async def check_here(request: Request, session: Visitor) -> None:
    """What tells how the room is built is for those who run it."""
    if is_here(address_of(request), request.headers) or (session and not session.is_player):
        return
    raise NotAllowedError("that is for the staff, and for programs on the server's own machine")


Here = Annotated[None, Depends(check_here)]


@router.get("/health")
async def health() -> dict[str, str]:
    """The process runs."""
    return {"status": "up"}


@router.get("/ready")
async def ready(premises: ThePremises, response: Response) -> dict[str, str]:
    """Both stores can be read and written."""
    if problem := await premises.readiness.find_problem():
        response.status_code = 503
        return {"status": "not ready", "problem": say_incident(problem)}
    return {"status": "ready"}


@router.get("/metrics", response_class=Response)
async def metrics(here: Here) -> Response:
    """Figures for Prometheus; for this machine and the staff."""
    del here
    return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)


@router.get("/openapi.json", include_in_schema=False)
async def openapi(request: Request, here: Here) -> dict[str, Any]:
    del here
    found: dict[str, Any] = request.app.openapi()
    return found
