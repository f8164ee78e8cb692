"""For those who run the server: is it up, can it serve, what has it done."""

import asyncio

from fastapi import APIRouter, Response
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from pitboss.base.error import PitbossError
from pitboss.service.ask import ThePremises

router = APIRouter(tags=["health"])


@router.get("/health")
async def health() -> dict[str, str]:
    """The process runs."""
    return {"status": "up"}


@router.get("/ready")
async def ready(premises: ThePremises, response: Response) -> dict[str, str]:
    """Both stores answer."""
    try:
        await asyncio.to_thread(premises.is_ready)
    except (PitbossError, OSError) as problem:
        response.status_code = 503
        return {"status": "not ready", "problem": str(problem)}
    return {"status": "ready"}


@router.get("/metrics", response_class=Response)
async def metrics() -> Response:
    """Figures for Prometheus."""
    return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)
