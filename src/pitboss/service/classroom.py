"""The classroom: who trains what here, and the progress that is kept for each trainee, in files of its own.

Lessons are no record of the room: they lie in a folder beside it, and whoever fills that harms no table. A
person's progress belongs to the name they are signed in under; somebody who is not signed in has a token
of their own in the page's address. Lessons are in the memory of this process and its benches: one that is
gone begins anew, from the progress that was kept.
"""

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

from pitboss.base.error import InputError
from pitboss.base.money import MICROS
from pitboss.base.private_file import make_private_folder
from pitboss.house.manager import Clock
from pitboss.house.training.progress import Progress, SessionTally, TopicMark
from pitboss.house.training.progress_file import ProgressFile, format_progress, open_progress
from pitboss.ledger.store import StoreError
from pitboss.service.counting.room import CountingRoom
from pitboss.table.phase import RefusedError

MOST_LESSONS = 500
TRAINEE = "trainee"
"""Whoever it is: a bench need not know."""
GONE = "this lesson is over: begin another, your progress is kept"


@dataclass
class Sitting:
    id: str
    trainee: str
    game: str
    side: str
    seed: int
    session: SessionTally
    lives: int = 0
    """Of the bench that the lesson was opened on."""
    asked: int = 0
    """Questions so far: the number is part of what is asked of the counting room."""
    is_open: bool = False

    @property
    def bench(self) -> str:
        return f"trainer {self.game}"


class Classroom:
    def __init__(self, folder: Path, counting: CountingRoom, clock: Clock) -> None:
        self.folder = folder
        self.counting = counting
        self.clock = clock
        self.sittings: OrderedDict[str, Sitting] = OrderedDict()
        self.lock = asyncio.Lock()

    def begin(self, trainee: str, game: str, side: str, seed: int) -> Sitting:
        started = datetime.fromtimestamp(self.clock() // MICROS, UTC).isoformat(timespec="seconds")
        made = Sitting(
            secrets.token_urlsafe(12), trainee, game, side, seed, SessionTally(secrets.token_hex(8), started)
        )
        self.sittings[made.id] = made
        while len(self.sittings) > MOST_LESSONS:
            self.sittings.popitem(last=False)
        return made

    def find(self, lesson: str, trainee: str) -> Sitting:
        found = self.sittings.get(lesson)
        if found is None or found.trainee != trainee:
            raise RefusedError(GONE)
        self.sittings.move_to_end(lesson)
        return found

    # -- asking and answering --------------------------------------------------------------------

    async def question(self, sitting: Sitting) -> dict[str, Any]:
        """The question that is asked now, or how far its dealing is."""
        if sitting.asked == 0:
            sitting.asked = 1
        given: dict[str, Any] = {"lesson": sitting.id}
        if sitting.asked == 1:
            kept = await self.progress(sitting.trainee, sitting.game)
            progress = format_progress(replace(kept, trainee=TRAINEE))
            given |= {
                "game": sitting.game,
                "side": sitting.side,
                "seed": sitting.seed,
                "progress": progress,
            }
        self._check_alive(sitting)
        do = "open lesson" if sitting.asked == 1 else "ask"
        found = await self.counting.find(sitting.bench, do, given, nonce=sitting.asked)
        if found["is_ready"] and not sitting.is_open:
            sitting.is_open, sitting.lives = True, self.counting.benches[sitting.bench].lives
        return found

    def _check_alive(self, sitting: Sitting) -> None:
        if sitting.is_open and self.counting.benches[sitting.bench].lives != sitting.lives:
            del self.sittings[sitting.id]
            raise RefusedError(GONE)

    async def answer(self, sitting: Sitting, text: str, milliseconds: int) -> dict[str, Any]:
        self._check_alive(sitting)
        if not sitting.is_open:
            raise RefusedError("the cards are still being dealt: wait for the question")
        given = {"lesson": sitting.id, "text": text, "milliseconds": milliseconds}
        found: dict[str, Any] = await self.counting.benches[sitting.bench].ask("answer", given)
        marks = [read_mark(one["mark"]) for one in found["verdicts"] if one["mark"]]
        if marks:
            await self._keep(sitting, marks)
        if found["verdicts"] and found["verdicts"][-1]["is_over"]:
            sitting.asked += 1
        return found

    # -- progress --------------------------------------------------------------------------------

    async def progress(self, trainee: str, game: str) -> Progress:
        return await asyncio.to_thread(self._read, trainee, game)

    def _read(self, trainee: str, game: str) -> Progress:
        with told_to_nobody():
            return self._file(trainee, game).progress

    async def _keep(self, sitting: Sitting, marks: list[TopicMark]) -> None:
        async with self.lock:
            await asyncio.to_thread(self._write, sitting, marks)

    def _write(self, sitting: Sitting, marks: list[TopicMark]) -> None:
        with told_to_nobody():
            make_private_folder(self.folder)
            file = self._file(sitting.trainee, sitting.game)
            for mark in marks:
                file.add(sitting.side, sitting.session, mark)

    def _file(self, trainee: str, game: str) -> ProgressFile:
        return open_progress(self.folder, folder_of(trainee), game)


@contextmanager
def told_to_nobody() -> Iterator[None]:
    """What a file of progress lacks is for the log: visitors need not know where it is."""
    try:
        yield
    except (InputError, OSError) as problem:
        raise StoreError(str(problem)) from problem


def folder_of(trainee: str) -> str:
    """A name for the disk that is nobody's and says nothing about the person."""
    return sha256(trainee.encode()).hexdigest()[:40]


def read_mark(data: dict[str, Any]) -> TopicMark:
    return TopicMark(tuple(data["topics"]), data["is_missed"], data["cost_micros"], data["milliseconds"])


def check_token(token: str) -> str:
    """A token is made by the room; another could be somebody's guess at a short one."""
    if not (16 <= len(token) <= 64 and token.isascii() and token.replace("-", "").replace("_", "").isalnum()):
        raise InputError("this trainee's token is none of the room's: begin without it")
    return token
