"""What routes ask for by type: the premises, who is at the browser, and words for what went wrong."""

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import AbstractContextManager, nullcontext, suppress
from typing import Annotated, TypeVar

from fastapi import Depends, Request, WebSocket, WebSocketDisconnect
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel, ValidationError
from starlette.requests import ClientDisconnect, HTTPConnection

from pitboss.base.error import InputError, PitbossError
from pitboss.house.approval import NotApprovedError
from pitboss.jackpot.refusal import RefusedError as FloorRefusedError
from pitboss.ledger.store import StoreError
from pitboss.reports.refusal import refusal_words
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
from pitboss.service.throttle import TooManyError
from pitboss.service.watch import LOG
from pitboss.table.phase import RefusedError

Form = TypeVar("Form", bound=BaseModel)
BEAT_SECONDS = 5.0
"""A stream says at least so often that it lives."""
STATUS: tuple[tuple[type[PitbossError], int], ...] = (
    (NotSignedInError, 401),
    (NotAllowedError, 403),
    (TooManyError, 429),
    (RefusedError, 409),
    (FloorRefusedError, 409),
    (NotApprovedError, 409),
    (StoreError, 503),
    (InputError, 422),
)


def premises_of(connection: HTTPConnection) -> Premises:
    found: Premises = connection.app.state.premises
    return found


def address_of(connection: HTTPConnection) -> str:
    """Where the visitor is; behind a proxy that the settings name, what that proxy says."""
    return connection.client.host if connection.client else "?"


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


async def read_body(request: Request, form: type[Form]) -> Form:
    """The body as the form has it; raises what the framework raises for a body that it cannot read."""
    if not request.headers.get("content-type", "").startswith("application/json"):
        raise RequestValidationError([{"loc": ("body",), "msg": "send JSON, and say so in Content-Type"}])
    try:
        body = await request.body()
    except ClientDisconnect as problem:  # which is what the guard makes of too many bytes, too
        raise RequestValidationError(
            [{"loc": ("body",), "msg": "it was cut off, or is too long"}]
        ) from problem
    return parse_form(body, form)


def parse_form(text: bytes | str, form: type[Form]) -> Form:
    try:
        return form.model_validate_json(text)
    except ValidationError as problem:
        raise RequestValidationError(
            [{**one, "loc": ("body", *one["loc"])} for one in problem.errors()]
        ) from None


async def premises(request: Request) -> Premises:
    return premises_of(request)


ThePremises = Annotated[Premises, Depends(premises)]
Visitor = Annotated[Session | None, Depends(visitor)]
SignedIn = Annotated[Session, Depends(signed_in)]


async def say_problem(connection: HTTPConnection, problem: Exception) -> JSONResponse:
    """Every refusal in one form: what is wrong, and what to do about it."""
    status = next((code for kind, code in STATUS if isinstance(problem, kind)), 500)
    if status == 503:
        return JSONResponse({"problem": say_incident(problem)}, status)
    waits = {"Retry-After": str(problem.seconds)} if isinstance(problem, TooManyError) else None
    return JSONResponse({"problem": problem_words(problem)}, status, waits)


def problem_words(problem: Exception) -> str:
    return refusal_words(problem) if isinstance(problem, PitbossError) else str(problem)


def say_incident(problem: Exception) -> str:
    """For visitors, who need not know where the database is; the log has the rest under the same number."""
    number = secrets.token_hex(4)
    LOG.error("incident", number=number, problem=str(problem), kind=type(problem).__name__)
    return f"the room cannot be reached just now: try again (incident {number})"


async def say_malformed(connection: HTTPConnection, problem: Exception) -> JSONResponse:
    """What is wrong with the form, without repeating what was sent: that may not even be JSON."""
    assert isinstance(problem, RequestValidationError)
    found = [{"loc": list(map(str, one["loc"])), "msg": str(one["msg"])} for one in problem.errors()]
    first = f"{' '.join(found[0]['loc'][1:])}: {found[0]['msg']}" if found else "cannot be read"
    return JSONResponse({"problem": f"the request cannot be read: {first}", "detail": found[:20]}, 422)


Hear = Callable[[str], Coroutine[None, None, None]]


async def send_until_gone(
    socket: WebSocket, work: Coroutine[None, None, None], hear: Hear | None = None
) -> None:
    """Let the work send to a browser until that goes away, or its session is over.

    What a browser says on the stream is heard one after another, if anybody wants to hear it.
    """
    sending, over = asyncio.create_task(work), asyncio.Event()
    hearing = asyncio.create_task(hear_all(socket, hear))
    ending = asyncio.create_task(over.wait())
    try:
        with staying(socket, over.set):
            await asyncio.wait({hearing, ending}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in (sending, hearing, ending):
            task.cancel()
    if hearing.done() and not hearing.cancelled():
        hearing.result()
    if over.is_set():
        await close_with(socket, NotSignedInError("this session is over: sign in again"))


async def show_live(
    socket: WebSocket, show: Callable[[], Awaitable[object]], *, pause_seconds: float = 0.0
) -> None:
    """What is shown now, again whenever the book has gone on, and at least every few seconds.

    What is dear to show comes at most once in a pause. Whatever cannot be shown at all closes the stream.
    """
    changed = asyncio.Event()

    async def send(shown: object) -> None:
        while True:
            await socket.send_json(shown)
            await asyncio.sleep(pause_seconds)
            with suppress(TimeoutError):
                await asyncio.wait_for(changed.wait(), BEAT_SECONDS)
            changed.clear()
            shown = await show()

    with premises_of(socket).board.hearing(changed.set):
        try:
            first = await show()
        except PitbossError as problem:
            await close_with(socket, problem)
            return
        await socket.accept()
        await send_until_gone(socket, send(first))


def staying(socket: WebSocket, leave: Callable[[], None]) -> AbstractContextManager[None]:
    """Until the session of the browser is over; whoever is not signed in has none that could be."""
    session = find_session(socket)
    return premises_of(socket).sessions.staying(session, leave) if session else nullcontext()


async def hear_all(socket: WebSocket, hear: Hear | None) -> None:
    """Until the browser goes away; what is under way is done, even if the session is over meanwhile."""
    while True:
        try:
            text = await socket.receive_text()
        except (WebSocketDisconnect, RuntimeError, KeyError):
            return
        if hear:
            await asyncio.shield(asyncio.create_task(hear(text)))


async def close_with(socket: WebSocket, problem: PitbossError) -> None:
    words = say_incident(problem) if isinstance(problem, StoreError) else problem_words(problem)
    await socket.close(1008, words[:120])
