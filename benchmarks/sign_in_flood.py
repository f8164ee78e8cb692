"""A press at a table while strangers crowd the door: a real server with the real hash of PINs, on loopback.

Two dozen browsers sign in again and again, with the right PIN so that nobody is held back as a guesser; who
is told that the door is busy comes again a moment later, sooner than was asked. Meanwhile one player
presses, one press after another. The guard that counts requests of an address is left out: here all have
the same.
"""

import asyncio
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import uvicorn

from benchmarks.crowd import Http
from benchmarks.floor_load import wait_for
from benchmarks.measure import Line, format_time, progress
from pitboss.house.room.locker import new_key
from pitboss.service.app import make_app
from pitboss.service.demo import PEOPLE, PIN, open_demo
from pitboss.service.guard import Guard
from pitboss.service.premises import Premises
from pitboss.service.server import server_options, spare_the_old
from pitboss.service.session import is_house
from pitboss.service.settings import Settings

TABLE = "T6"
FLOOD, QUIET_SECONDS, FLOOD_SECONDS = 24, 5.0, 8.0
PAUSE_SECONDS, BUSY_SECONDS = 0.01, 0.5
MOST_TIMES = 3.0


def sign_in_flood(*, full: bool) -> Iterator[Line]:
    del full
    progress(f"sign-in flood: {FLOOD} at the door")
    with TemporaryDirectory() as folder, serving(folder) as port:
        quiet, flooded, signed_in = asyncio.run(measure(port))
    times = flooded / quiet
    yield Line(
        f"press at a table while {FLOOD} sign in at once",
        f"p95 {format_time(flooded)}, quiet {format_time(quiet)}; {signed_in:.0f} signed in a second",
        ratio=f"{times:.1f}x",
        required=f"at most {MOST_TIMES:g}x slower",
        passed=times <= MOST_TIMES,
    )


@contextmanager
def serving(folder: str) -> Iterator[int]:
    """A server in a process of its own; its port."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
    command = [sys.executable, "-m", "benchmarks.sign_in_flood", folder, str(port)]
    server = subprocess.Popen(command, cwd=Path(__file__).parents[1], stdout=subprocess.DEVNULL)
    try:
        wait_for(port, server)
        yield port
    finally:
        server.kill()
        server.wait()


async def measure(port: int) -> tuple[float, float, float]:
    """The 95th percentile of a press without and with the flood, and how many signed in a second."""
    player = await Presser.arrive(port)
    await player.press_for(1.0)
    quiet = await player.press_for(QUIET_SECONDS)
    ends, counted = time.monotonic() + FLOOD_SECONDS, [0]
    staff = [name for name in PEOPLE if not is_house(name)]
    crowd = [
        asyncio.create_task(sign_in_again(port, staff[place % len(staff)], ends, counted))
        for place in range(FLOOD)
    ]
    await asyncio.sleep(0.5)
    flooded = await player.press_for(FLOOD_SECONDS - 1)
    await asyncio.gather(*crowd)
    return percentile(quiet), percentile(flooded), counted[0] / FLOOD_SECONDS


class Presser:
    def __init__(self, http: Http, headers: str) -> None:
        self.http, self.headers, self.sent = http, headers, 0

    @classmethod
    async def arrive(cls, port: int) -> "Presser":
        http = Http(port)
        found, me = await http.ask("/api/sign-in/guest", {"name": "Ann"})
        assert isinstance(me, dict)
        return cls(http, f"Cookie: {found['cookies']}\r\nX-Pitboss-Token: {me['token']}\r\n")

    async def press_for(self, seconds: float) -> list[float]:
        """Presses one after another; how long each took."""
        took, ends = [], time.monotonic() + seconds
        while time.monotonic() < ends:
            self.sent += 1
            body = {"id": f"p{self.sent}", "round": 0, "command": {"command": "buy_in", "micros": 1_000_000}}
            start = time.perf_counter()
            found, _ = await self.http.ask(f"/api/tables/{TABLE}/press", body, self.headers)
            took.append(time.perf_counter() - start)
            assert found["status"] == "200"
            await asyncio.sleep(PAUSE_SECONDS)
        return took


async def sign_in_again(port: int, name: str, ends: float, counted: list[int]) -> None:
    http = Http(port)
    while time.monotonic() < ends:
        found, _ = await http.ask("/api/sign-in", {"name": name, "pin": PIN})
        counted[0] += found["status"] == "200"
        if found["status"] != "200":
            await asyncio.sleep(BUSY_SECONDS)


def percentile(took: list[float]) -> float:
    return sorted(took)[len(took) * 95 // 100]


def main(folder: str, port: str) -> None:
    premises = Premises(Settings(f"{folder}/room.db", new_key(), is_demo=True, port=int(port)))
    open_demo(premises)
    Guard.refusal = lambda self, scope, headers: None  # type: ignore[method-assign]  # one address is the crowd
    spare_the_old()
    uvicorn.run(make_app(premises), **{**server_options(premises.settings), "timeout_keep_alive": 600})


if __name__ == "__main__":
    main(*sys.argv[1:])
