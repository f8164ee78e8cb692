"""A crowd of browsers for a load test: seven to a table, each with a live stream of its own.

Written on bare sockets, so that the crowd costs little beside the server that is measured. Every command is
timed from the moment it is sent to the moment its outcome has reached each of the table's browsers.
"""

import asyncio
import json
import random
import re
import time
from itertools import count

from websockets.asyncio.client import ClientConnection, connect

NUMBER = re.compile(rb'\{"number":(\d+)')
SEATS = 7
CHIP = 5_000_000


class Http:
    """One connection that is kept, one request at a time."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.lock = asyncio.Lock()
        self.reader: asyncio.StreamReader | None = None

    async def ask(self, path: str, body: object, headers: str = "") -> tuple[dict[str, str], object]:
        text = json.dumps(body).encode()
        head = (
            f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(text)}\r\n{headers}\r\n"
        )
        async with self.lock:
            if self.reader is None:
                self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
            self.writer.write(head.encode() + text)
            lines = (await self.reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
            found = {
                name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines[1:])
            }
            found["cookies"] = "; ".join(
                line.partition(":")[2].partition(";")[0].strip()
                for line in lines[1:]
                if line.lower().startswith("set-cookie:")
            )
            answer = await self.reader.readexactly(int(found.get("content-length", 0)))
        found["status"] = lines[0].split()[1]
        return found, json.loads(answer or b"null")


class Seat:
    def __init__(self, crowd: "CrowdedTable", number: int) -> None:
        self.crowd, self.number = crowd, number
        self.seen = 0
        self.headers = ""
        self.stream: ClientConnection | None = None
        self.answered: asyncio.Future[dict[str, object]] | None = None

    async def arrive(self) -> None:
        name = f"{self.crowd.id}-{self.number}"
        found, me = await self.crowd.http.ask("/api/sign-in/guest", {"name": name})
        cookie = found["cookies"]
        self.headers = f"Cookie: {cookie}\r\nX-Pitboss-Token: {me['token']}\r\n"  # type: ignore[index,call-overload]
        await self.press({"command": "take_seat", "seat": self.number}, 0)
        await self.press({"command": "buy_in", "micros": 5_000_000_000}, 0)
        url = f"ws://127.0.0.1:{self.crowd.http.port}/api/tables/{self.crowd.id}/live"
        self.stream = await connect(
            url, additional_headers={"Cookie": cookie}, compression=None, max_queue=None, ping_interval=None
        )

    async def press(self, command: dict[str, object], round_: int) -> int:
        """By the stream once it is open, as pages do; the number of the last event."""
        body = {"id": f"{self.number}-{next(self.crowd.ids)}", "round": round_, "command": command}
        if self.stream:
            self.answered = asyncio.get_running_loop().create_future()
            await self.stream.send(json.dumps(body))
            answer: object = (await self.answered)["said"]
        else:
            _, answer = await self.crowd.http.ask(f"/api/tables/{self.crowd.id}/press", body, self.headers)
        return answer.get("number", 0) if isinstance(answer, dict) else 0

    async def listen(self) -> None:
        assert self.stream
        async for frame in self.stream:
            data = frame.encode() if isinstance(frame, str) else frame
            if data.startswith(b'{"answer"'):
                assert self.answered
                self.answered.set_result(json.loads(data))
                continue
            found = NUMBER.match(data)
            if found:
                self.crowd.saw(self, int(found[1]))
            if self.number == 1:
                self.crowd.look(data)


class CrowdedTable:
    def __init__(self, port: int, id_: str, late: list[float]) -> None:
        self.id, self.http, self.late = id_, Http(port), late
        self.ids = count(1)
        self.seats = [Seat(self, number) for number in range(1, SEATS + 1)]
        self.view: dict[str, object] = {}
        self.changed = asyncio.Event()
        self.sent: list[tuple[int, float, set[int]]] = []
        self.rounds = 0

    def saw(self, seat: Seat, number: int) -> None:
        seat.seen, now = number, time.perf_counter()
        for wanted, started, missing in self.sent:
            if number >= wanted and seat.number in missing:
                missing.discard(seat.number)
                if not missing:
                    self.late.append(now - started)
        self.sent = [one for one in self.sent if one[2]]

    def look(self, data: bytes) -> None:
        self.view = json.loads(data)["view"]
        self.changed.set()

    async def timed(self, seat: Seat, command: dict[str, object]) -> None:
        started = time.perf_counter()
        number = await seat.press(command, int(self.view["round"]))  # type: ignore[call-overload]
        missing = {one.number for one in self.seats if one.seen < number}
        if missing:
            self.sent.append((number, started, missing))
        else:
            self.late.append(time.perf_counter() - started)

    async def wait_for(self, *phases: str) -> None:
        while self.view.get("phase") not in phases:
            self.changed.clear()
            await self.changed.wait()

    async def play(self, period: float, ends: float) -> None:
        await asyncio.sleep(random.random() * period)
        while time.monotonic() < ends:
            begun = time.monotonic()
            await asyncio.wait_for(self.play_round(), 60)
            self.rounds += 1
            await asyncio.sleep(max(0.0, period - (time.monotonic() - begun)))

    async def play_round(self) -> None:
        await self.wait_for("betting")
        for seat in self.seats:
            await self.timed(
                seat, {"command": "add_chip", "seat": seat.number, "wager": "ante", "chip_micros": CHIP}
            )
        for seat in self.seats:
            await seat.press({"command": "deal"}, int(self.view["round"]))  # type: ignore[call-overload]
        decided: set[int] = set()
        while len(decided) < SEATS:
            self.changed.clear()
            asked = self.view["asked"]
            if not isinstance(asked, dict) or asked["seat"] in decided:
                await self.changed.wait()
                continue
            decided.add(asked["seat"])
            answer = {"seat": asked["seat"], "question": asked["question"]}
            option = random.choice(asked["options"])["name"]
            await self.timed(self.seats[asked["seat"] - 1], {"command": "decide", **answer, "option": option})


async def gather_crowd(port: int, tables: list[str], late: list[float]) -> list[CrowdedTable]:
    """Everybody arrives, a few tables at a time."""
    crowd = [CrowdedTable(port, table, late) for table in tables]
    door = asyncio.Semaphore(8)

    async def arrive(table: CrowdedTable) -> None:
        async with door:
            for seat in table.seats:
                await seat.arrive()
                table.listening = [*getattr(table, "listening", []), asyncio.create_task(seat.listen())]  # type: ignore[attr-defined]

    await asyncio.gather(*map(arrive, crowd))
    return crowd
