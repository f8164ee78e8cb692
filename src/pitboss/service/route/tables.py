"""Tables: the lobby, one table in full, what is asked of it, and the live stream to each browser."""

import asyncio
import re
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from time import perf_counter
from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Path, Query, Request, Response, WebSocket
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, Field, StrictInt, StrictStr
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from pitboss.base.error import PitbossError
from pitboss.house.room.hosted import Hosted, Told
from pitboss.rules.fingerprint import fingerprint
from pitboss.service.acting import actor_of, digest_of, find_plan
from pitboss.service.ask import (
    SignedIn,
    ThePremises,
    Visitor,
    close_with,
    find_session,
    parse_form,
    premises_of,
    read_body,
    say_malformed,
    say_problem,
    send_until_gone,
    show_live,
    signed_in,
    visitor,
)
from pitboss.service.connection import AT_ONCE
from pitboss.service.frame import Frames, seats_of
from pitboss.service.guard import MAY_ASK
from pitboss.service.session import Session
from pitboss.service.sheet import describe_table, lobby_row
from pitboss.service.throttle import TooManyError
from pitboss.service.watch import PRESS, note_answer

router = APIRouter(prefix="/api/tables", tags=["tables"])
TABLE_ID = "[A-Za-z0-9-]{1,40}"
TableId = Annotated[str, Path(pattern=f"^{TABLE_ID}$")]
LOBBY_PAUSE_SECONDS = 1.0
"""Between two looks around the room, however much happens."""
MOST_WAITING = 200
"""Frames that may wait for a slow browser; a slower one gets the whole view instead of every event."""


class Press(BaseModel):
    """Something that a person does at a table.

    `id` is made up by the browser: sent twice it is done once. `round` is the round that the person saw.
    `command` is one of the table's own (`place_wager`, `decide`, `proceed` …, values as in docs/table.md) or
    one of `add_chip` (wager, seat, chip_micros), `rebet`, `double` and `clear` (each of a seat) and `deal`.
    """

    id: str = Field(min_length=1, max_length=80, pattern=r"^[\x21-\x7e]+$")
    round: int = Field(ge=0, le=10**12)
    command: dict[str, StrictStr | StrictInt] = Field(max_length=8)


class Happened(BaseModel):
    number: int
    events: list[dict[str, Any]]


@router.get("")
async def lobby(premises: ThePremises) -> list[dict[str, Any]]:
    """Every open table with its game, limits, seats and meters."""
    rows, _ = await premises.floor.look_around(partial(lobby_row, premises))
    return rows


@router.websocket("/live")
async def lobby_live(socket: WebSocket) -> None:
    """The lobby, again whenever something happens, and at least every few seconds."""
    await show_live(socket, partial(lobby, premises_of(socket)), pause_seconds=LOBBY_PAUSE_SECONDS)


@router.get("/{table}")
async def show_table(table: TableId, premises: ThePremises) -> dict[str, Any]:
    """What does not change from round to round: game, layout, limits, paytables, fingerprint."""
    described = await premises.floor.look(table, partial(describe_table, premises))
    return {**described, "fingerprint": fingerprint((await premises.floor.open(table)).table.setup.game)}


@router.get("/{table}/now")
async def see_table(table: TableId, premises: ThePremises, session: Visitor) -> Response:
    """The table as this browser may see it now."""
    player, frames = player_of(session), premises.frames[table]
    frame = await premises.floor.look(table, lambda hosted: frames.make(hosted, player, ()))
    return Response(frame, media_type="application/json")


@router.post("/{table}/press", response_model=Happened)
async def press(table: TableId, asked: Press, premises: ThePremises, session: SignedIn) -> Response:
    """Do something at the table; what happened comes to everybody by the live stream too."""
    premises.room.check_stands(table)
    plan, actor = find_plan(premises, session, asked.round, asked.command), actor_of(session)
    done = await premises.floor.do(table, plan, actor, id_=asked.id, digest=digest_of(asked.command))
    hosted = await premises.floor.open(table)
    seats, frames = seats_of(hosted, player_of(session)), premises.frames[table]
    heard = [frames.event(hosted, one) for one in done.told if one.event.audience in (None, *seats)]
    body = b'{"number":%d,"events":[%b]}' % (done.number, b",".join(heard))
    return Response(body, media_type="application/json")


class PressDoor:
    """Answers presses before the framework looks for a route and its dependencies: that takes longer than the
    press. The interface's document has it from the route of the same function."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        found = PRESSED.fullmatch(scope["path"]) if scope.get("method") == "POST" else None
        if found is None:
            await self.app(scope, receive, send)
            return
        scope["route"] = PRESS_ROUTE
        request = Request(scope, receive)
        answer = await answer_press(request, found[1], read_press(request))
        await answer(scope, receive, send)


async def read_press(request: Request) -> tuple[Press, Session]:
    return await read_body(request, Press), await signed_in(await visitor(request))


async def answer_press(
    connection: HTTPConnection, table: str, asking: Awaitable[tuple[Press, Session]]
) -> Response:
    """What it gave, or why it is refused: the same by request and by stream."""
    try:
        asked, session = await asking
        return await press(table, asked, premises_of(connection), session)
    except PitbossError as problem:
        return await say_problem(connection, problem)
    except RequestValidationError as problem:
        return await say_malformed(connection, problem)


PRESSED = re.compile(rf"{router.prefix}/({TABLE_ID})/press")
PRESS_ROUTE = next(route for route in router.routes if getattr(route, "endpoint", None) is press)


@router.get("/{table}/rounds")
async def rounds(
    table: TableId,
    premises: ThePremises,
    before: Annotated[int | None, Query(ge=1, le=10**12)] = None,
    most: Annotated[int, Query(ge=1, le=100)] = 20,
) -> list[dict[str, Any]]:
    """Finished rounds, the latest first: the line of notation and the proof, for anybody to check."""
    premises.room.check_stands(table)
    kept = await asyncio.to_thread(premises.rounds.read, table, before=before, most=most)
    return [{"round": one.round, "proof": one.body} for one in kept]


def player_of(session: Session | None) -> str | None:
    return session.person if session and session.is_player else None


# -- live ------------------------------------------------------------------------------------------


class Stream:
    """One browser at one table.

    Its frames are made at the moment of telling, when everything that the table holds is durable. They are
    written at once as long as the browser takes them, and wait otherwise. A press that comes by the stream
    is answered by it: a request of its own would cost the server as much again.
    """

    def __init__(self, socket: WebSocket, table: str, frames: Frames, player: str | None) -> None:
        self.socket = socket
        self.table = table
        self.frames = frames
        self.player = player
        self.seen = -1
        extensions = socket.scope.get("extensions") or {}
        self.write: Callable[[bytes], bool] = extensions.get(AT_ONCE, {}).get("write", refuse)
        self.is_behind = False
        """Whether a frame waits or is just being sent: what follows it waits too."""
        self.waiting: asyncio.Queue[bytes] = asyncio.Queue(MOST_WAITING)

    def start(self, hosted: Hosted, after: int) -> None:
        """What the browser has missed since the event it saw last; a whole view if that is too long ago."""
        missed = hosted.told_since(after)
        is_gap = after < hosted.told and (not missed or missed[0].number > after + 1)
        self._put(hosted, missed, is_whole=is_gap or after < 0)

    def hear(self, hosted: Hosted, told: Sequence[Told]) -> None:
        if told and told[0].number <= self.seen:
            told = [one for one in told if one.number > self.seen]
        is_gap = bool(told) and told[0].number > self.seen + 1
        self._put(hosted, told, is_whole=is_gap or self.waiting.full())

    def _put(self, hosted: Hosted, told: Sequence[Told], *, is_whole: bool) -> None:
        """A browser that is too slow for every frame gets the whole view instead."""
        while is_whole and not self.waiting.empty():
            self.waiting.get_nowait()
        self.seen = max(self.seen, hosted.told)
        self._say(self.frames.make(hosted, self.player, () if is_whole else told, is_whole=is_whole))

    def _say(self, text: bytes) -> None:
        if self.is_behind or not self.write(text):
            self.is_behind = True
            self.waiting.put_nowait(text)

    async def answer(self, text: str) -> None:
        """Do what the browser presses, and say what it gave under the id of the press."""
        started = perf_counter()
        answer = await answer_press(self.socket, self.table, self.read(text))
        note_answer("POST", PRESS, answer.status_code, started)
        if not self.waiting.full():  # who takes nothing is not answered, and asks again
            said = (id_in(text), answer.status_code, bytes(answer.body))
            self._say(b'{"answer":%b,"status":%d,"said":%b}' % said)

    async def read(self, text: str) -> tuple[Press, Session]:
        if not self.socket.scope[MAY_ASK]():
            raise TooManyError("too many requests: wait a few seconds", 5)
        return parse_form(text, Press), await signed_in(find_session(self.socket))

    async def send(self) -> None:
        """What could not be written at once."""
        while True:
            await self.socket.send_text((await self.waiting.get()).decode())
            self.is_behind = not self.waiting.empty()


def id_in(text: str) -> bytes:
    """The id of a press as JSON; null for what has none."""
    try:
        found = orjson.loads(text)
    except orjson.JSONDecodeError:
        return b"null"
    id_ = found.get("id") if isinstance(found, dict) else None
    return orjson.dumps(id_ if isinstance(id_, str) else None)


def refuse(text: bytes) -> bool:
    """For servers that write nothing at once: every frame waits for its turn."""
    del text
    return False


@router.websocket("/{table}/live")
async def live(socket: WebSocket, table: str, after: int = -1) -> None:
    """Frames from the moment of connecting; with `after`, from the event that the browser saw last.

    A press may be sent on it: a text as for the route of that name, answered with its `id` as `answer`.
    """
    premises = premises_of(socket)
    session = find_session(socket)
    try:
        hosted = await premises.floor.open(table)
        if after > hosted.told:  # another server has told the browser more than this one has heard
            await premises.floor.refresh(table)
    except PitbossError as problem:
        await close_with(socket, problem)
        return
    await socket.accept()
    stream = Stream(socket, table, premises.frames[table], player_of(session))
    with premises.visiting(table):
        async with premises.floor.listening(table, stream.hear, lambda now: stream.start(now, after)):
            await send_until_gone(socket, stream.send(), stream.answer)
