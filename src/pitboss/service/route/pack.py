"""The regulator's pack from the office, as one file to save."""

from base64 import b64decode
from datetime import UTC, datetime
from typing import Any

from fastapi import APIRouter
from fastapi.responses import JSONResponse, Response

from pitboss.service.ask import ThePremises
from pitboss.service.route.office import Reader
from pitboss.service.route.papers import BEING_MADE, OfSize, SheetSize

router = APIRouter(tags=["papers"])
ZIP: dict[int | str, dict[str, Any]] = {
    200: {"description": "The file.", "content": {"application/zip": {"schema": {"type": "string"}}}}
}


@router.get("/api/office/pack.zip", response_class=Response, responses={**ZIP, **BEING_MADE})
async def pack(premises: ThePremises, session: Reader, size: OfSize = SheetSize.A4) -> Response:
    """Definitions, par sheets, cards, audit, evidence and hashes of today's program. 202 until it is made."""
    del session
    day = datetime.fromtimestamp(premises.clock() / 1_000_000, UTC).date().isoformat()
    made = await premises.counting.find("pack", "pack", {"day": day, "size": size.page.value})
    if not made["is_ready"]:
        return JSONResponse(made, 202, {"Cache-Control": "no-store", "Retry-After": "1"})
    headers = {
        "Content-Disposition": f'attachment; filename="regulators-pack-{day}.zip"',
        "Cache-Control": "private, no-store",
    }
    return Response(b64decode(made["found"]["content"]), media_type="application/zip", headers=headers)
