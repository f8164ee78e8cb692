"""The tables as a server deals them: each with its lock, its listeners, and its log behind it.

Whatever is asked of a table is carried out in memory, written, and only then told to anybody. A table
that another server has dealt in the meantime is read again, and the command is tried once more.
"""

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from time import monotonic
from typing import NamedTuple, TypeVar

from pitboss.base.error import PitbossError
from pitboss.house.manager import Clock
from pitboss.house.room.hosted import Hosted, Told
from pitboss.house.room.room import PLACE, Room
from pitboss.ledger.room_store import Work
from pitboss.service.session import FLOOR
from pitboss.service.writer import Writer
from pitboss.table.command import Message

T = TypeVar("T")
MOST_TRIES = 8
NEWS_SECONDS = 0.5

Plan = Callable[[Hosted], Sequence[Message]]
"""What is to be done, told by the table as it is when its turn comes."""
Listener = Callable[[Hosted, Sequence[Told]], None]


class Done(NamedTuple):
    number: int
    """Of the last event."""
    told: Sequence[Told]


class Floor:
    def __init__(self, room: Room, clock: Clock) -> None:
        self.room = room
        self.clock = clock
        self.writer = Writer(room.house.store)
        self.hosted: dict[str, Hosted] = {}
        self.locks: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self.listeners: defaultdict[str, set[Listener]] = defaultdict(set)
        self.told: dict[str, int] = {}
        """The last event that the listeners at each table were told."""
        self.changed_at: dict[str, float] = {}
        """When something last happened at a table, by this process's own clock."""

    # -- tables ----------------------------------------------------------------------------------

    async def open(self, table: str) -> Hosted:
        """The table, for what does not change from one command to the next: what does is for `look`."""
        if table not in self.hosted:
            async with self.locks[table]:
                await self._open(table)
        return self.hosted[table]

    async def look(self, table: str, read: Callable[[Hosted], T]) -> T:
        """Read the table at a moment when everything that it holds is durable."""
        async with self.locks[table]:
            return read(await self._open(table))

    async def look_around(self, read: Callable[[Hosted], T]) -> tuple[list[T], dict[str, str]]:
        """Read every table of the room; of those that cannot be opened, why not."""
        seen: list[T] = []
        closed = {}
        for table in sorted(self.room.plans):
            try:
                seen.append(await self.look(table, read))
            except PitbossError as problem:
                closed[table] = str(problem)
        return seen, closed

    async def _open(self, table: str) -> Hosted:
        if table not in self.hosted:
            self.hosted[table] = await asyncio.to_thread(self.room.open, table)
            self.told.setdefault(table, self.hosted[table].told)
        return self.hosted[table]

    async def forget(self, table: str) -> None:
        """What the table stood for has changed, or it is gone: whoever comes next opens it anew."""
        async with self.locks[table]:
            self.hosted.pop(table, None)

    async def do(self, table: str, asked: Plan, by: str) -> Done:
        """Carry out, write, tell. Nothing is told that is not durable."""
        async with self.locks[table]:
            for _ in range(MOST_TRIES):
                hosted = await self._open(table)
                messages = asked(hosted)
                told, work = await self._carry_out(hosted, messages, by)
                try:
                    is_in = await self.writer.write(work)
                except BaseException:
                    self.hosted.pop(table, None)
                    raise
                if is_in:
                    self._tell(hosted)
                    return Done(hosted.told, told)
                self.hosted.pop(table)
                if await asyncio.to_thread(self._was_done, table, messages):
                    return Done((await self._open(table)).told, ())
        raise PitbossError("the table is dealt too fast elsewhere: try again")

    async def _carry_out(
        self, hosted: Hosted, messages: Sequence[Message], by: str
    ) -> tuple[list[Told], Work]:
        """A table with meters asks the game manager, which waits for its disk: not in the loop."""
        if hosted.live is None:
            return hosted.do(messages, by, self.clock())
        if known := self.room.house.manager.floor.people.get(by):
            hosted.act_as(by, can_void=known.role in FLOOR)
        try:
            return await asyncio.to_thread(hosted.do, messages, by, self.clock())
        except PitbossError:
            raise
        except BaseException:
            self.hosted.pop(hosted.plan.id, None)
            raise

    def _was_done(self, table: str, messages: Sequence[Message]) -> bool:
        """Whether a message is an old one that comes again after a long time."""
        store = self.room.house.store
        return bool(messages) and all(store.find(table, message.id) for message in messages)

    # -- listening -------------------------------------------------------------------------------

    @asynccontextmanager
    async def listening(
        self, table: str, listener: Listener, begin: Callable[[Hosted], None] = lambda hosted: None
    ) -> AsyncIterator[None]:
        """Hear of everything from a moment on; `begin` is shown the table at that moment."""
        async with self.locks[table]:
            begin(await self._open(table))
            self.listeners[table].add(listener)
        try:
            yield
        finally:
            self.listeners[table].discard(listener)

    def _tell(self, hosted: Hosted) -> None:
        """Everything since the listeners were last told: it may have been dealt elsewhere."""
        table = hosted.plan.id
        told = [one for one in hosted.recent if one.number > self.told[table]]
        self.told[table] = hosted.told
        self.changed_at[table] = monotonic()
        for listener in tuple(self.listeners[table]):
            listener(hosted, told)

    # -- other servers ---------------------------------------------------------------------------

    async def follow_news(self) -> None:
        """Hear of what other servers have dealt, and deal it here too."""
        store = self.room.house.store
        while True:
            news = await asyncio.to_thread(lambda: dict(store.news(NEWS_SECONDS)))
            for place, number in news.items():
                with suppress(PitbossError):
                    await self.catch_up(place, number)

    async def catch_up(self, place: str, number: int) -> None:
        if place == PLACE:
            await asyncio.to_thread(self.room.read_news)
            return
        if place in self.hosted and self.hosted[place].number < number:
            await self.refresh(place)

    async def refresh(self, place: str) -> None:
        """Deal here whatever the log has that this server has not heard of."""
        async with self.locks[place]:
            hosted = self.hosted.get(place)
            if hosted is None:
                return
            lines = await asyncio.to_thread(self.room.house.store.lines, place, hosted.number)
            try:
                for line in lines:
                    hosted.follow(line)
            except BaseException:
                self.hosted.pop(place, None)
                raise
            self._tell(hosted)
