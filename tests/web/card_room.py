"""A real server with a demonstration room, and people at browsers of their own in it."""

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from functools import cache
from pathlib import Path

from playwright.sync_api import Browser, Page

from nursery import Child, Nursery

ROOT = Path(__file__).parents[2]
SCREENS = ROOT / "docs" / "screens"
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
PIN = "240614"
CALM = {"reduced_motion": "reduce"}
"""For screens whose words are asked for, not how they move: drawing lights takes most of a browser's time."""
DESKTOP, PHONE = {"width": 1280, "height": 800}, {"width": 390, "height": 844}


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


@cache
def nursery() -> Nursery:
    """Rooms are forked from it; it ends with the tests."""
    return Nursery("room_process", str(ROOT / "tests"), str(Path(__file__).parent))


class Room:
    """A demonstration room in a process of its own."""

    PROGRAM = ("demo",)

    def __init__(self, folder: Path) -> None:
        self.cookies = {}
        """Of everybody who has signed in: a room takes few sign-ins a minute from one address."""
        self.folder, self.port = folder, free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.process = None
        self.has_ended = False
        """Stopped as a test ends: what its browsers then say about it is no fault of theirs."""
        self.start()

    def start(self) -> None:
        self.has_ended = False
        self.process = self.begin(str(self.folder.parent / f"{self.folder.name}.log"))
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            try:
                with urllib.request.urlopen(f"{self.url}/ready", timeout=2):
                    return
            except OSError:
                assert self.process.poll() is None, "the server ended at once: see its log"
                time.sleep(0.05)
        raise AssertionError("the server did not come up")

    @property
    def words(self) -> tuple[str, ...]:
        return (*self.PROGRAM, "--port", str(self.port), "--folder", str(self.folder))

    def begin(self, log: str) -> Child:
        return nursery().start(log, *self.words)

    def stop(self) -> None:
        self.has_ended = True
        self.process.terminate()
        self.process.wait()

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()


class ProgramRoom(Room):
    """Started as people start it, from nothing."""

    PROGRAM = (str(ROOT / "tests" / "patient_counting.py"), "floor", "demo", "--no-browser")

    def begin(self, log: str) -> subprocess.Popen:
        with open(log, "ab") as kept:
            return subprocess.Popen([sys.executable, *self.words], stdout=kept, stderr=kept)


def find_chromium() -> str | None:
    return os.environ.get("PITBOSS_CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")


class Visitor:
    """A person at a browser of their own."""

    def __init__(self, browser: Browser, room: Room, *, size=DESKTOP, **more) -> None:
        self.context = browser.new_context(base_url=room.url, viewport=size, **more)
        self.page: Page = self.context.new_page()
        self.problems: list[str] = []
        self.room = room
        self.page.on("pageerror", lambda problem: self.hear(str(problem)))
        self.page.on("console", lambda said: said.type == "error" and self.hear(said.text))

    def hear(self, problem: str) -> None:
        if not self.room.has_ended:
            self.problems.append(problem)

    def enter(self, path: str, *, guest: str = "", staff: str = "") -> Page:
        if guest:
            self.sign_in("/api/sign-in/guest", {"name": guest})
        if staff:
            self.sign_in("/api/sign-in", {"name": staff, "pin": PIN})
        self.page.goto(path)
        return self.page

    def sign_in(self, path, data) -> None:
        known = self.room.cookies.get((path, data["name"]))
        if known:
            self.context.add_cookies(known)
            return
        answer = self.context.request.post(path, data=data)
        assert answer.ok, answer.text()
        self.room.cookies[path, data["name"]] = self.context.cookies()

    def close(self) -> None:
        self.context.close()
        assert not self.problems, self.problems
