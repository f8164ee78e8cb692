"""What routes ask for by type: the premises, who is at the browser, and words for what went wrong."""

import asyncio
from collections.abc import Coroutine
from typing import Annotated

from fastapi import Depends, Request, WebSocket, WebSocketDisconnect
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.requests import HTTPConnection

from pitboss.base.error import InputError, PitbossError
from pitboss.house.approval import NotApprovedError
from pitboss.jackpot.refusal import RefusedError as FloorRefusedError
from pitboss.ledger.store import StoreError
from pitboss.service.guard import SAFE
from pitboss.service.premises import Premises
from pitboss.service.session import (
    COOKIE,
    TOKEN_HEADER,
    NotAllowedError,
    NotSignedInError,
    Session,
    check_token,
)
from pitboss.table.phase import RefusedError

STATUS: tuple[tuple[type[PitbossError], int], ...] = (
    (NotSignedInError, 401),
    (NotAllowedError, 403),
    (RefusedError, 409),
    (FloorRefusedError, 409),
    (NotApprovedError, 409),
    (StoreError, 503),
    (InputError, 422),
)


def premises_of(connection: HTTPConnection) -> Premises:
    found: Premises = connection.app.state.premises
    return found


def find_session(connection: HTTPConnection) -> Session | None:
    return premises_of(connection).sessions.find(connection.cookies.get(COOKIE, ""))


async def visitor(request: Request) -> Session | None:
    """Whoever it is; a request that changes something comes with the session's token."""
    session = find_session(request)
    if session and request.method not in SAFE:
        check_token(session, request.headers.get(TOKEN_HEADER, ""))
    return session


async def signed_in(session: Annotated[Session | None, Depends(visitor)]) -> Session:
    if session is None:
        raise NotSignedInError("sign in first")
    return session


async def premises(request: Request) -> Premises:
    return premises_of(request)


ThePremises = Annotated[Premises, Depends(premises)]
Visitor = Annotated[Session | None, Depends(visitor)]
SignedIn = Annotated[Session, Depends(signed_in)]


async def say_problem(request: Request, problem: Exception) -> JSONResponse:
    """Every refusal in one form: what is wrong, and what to do about it."""
    status = next((code for kind, code in STATUS if isinstance(problem, kind)), 500)
    return JSONResponse({"problem": str(problem)}, status)


async def say_malformed(request: Request, problem: Exception) -> JSONResponse:
    """What is wrong with the form, without repeating what was sent: that may not even be JSON."""
    assert isinstance(problem, RequestValidationError)
    found = [{"loc": list(map(str, one["loc"])), "msg": str(one["msg"])} for one in problem.errors()]
    first = f"{' '.join(found[0]['loc'][1:])}: {found[0]['msg']}" if found else "cannot be read"
    return JSONResponse({"problem": f"the request cannot be read: {first}", "detail": found[:20]}, 422)


async def send_until_gone(socket: WebSocket, work: Coroutine[None, None, None]) -> None:
    """Let the work send to a browser until that goes away; what browsers say on a stream is not heard."""
    sending = asyncio.create_task(work)
    try:
        while True:
            await socket.receive_text()
    except (WebSocketDisconnect, RuntimeError, KeyError):
        pass
    finally:
        sending.cancel()


async def close_with(socket: WebSocket, problem: PitbossError) -> None:
    await socket.close(1008, str(problem)[:120])
