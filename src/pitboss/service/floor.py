"""The tables as a server deals them: each with its listeners, and the one writer behind all of them.

Whatever is asked of a table is carried out in the writer's turn, written, and only then told to anybody. What
other servers have written is followed between two turns.
"""

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from functools import partial
from time import monotonic
from typing import TypeVar

from pitboss.base.error import PitbossError
from pitboss.house.outage import Outages
from pitboss.house.page import asking
from pitboss.house.room.hosted import Hosted, Told
from pitboss.house.room.room import Plan, PressDone, Room, concerned
from pitboss.house.room.row import THE_HOUSE, Actor
from pitboss.jackpot.fact import Seized, Switched, TermsSet, WinSettled
from pitboss.jackpot.request import Request
from pitboss.jackpot.table_fact import NOTHING_HEARD
from pitboss.ledger.store import StoreError
from pitboss.service.writer import Writer
from pitboss.table.event import CardsAskedFor

T = TypeVar("T")
NEWS_SECONDS = 1.0
OWN_SECONDS = 0.03
"""What this server has written itself is news for so long: it need not be read."""
DECIDED = tuple(fact.kind for fact in (TermsSet, Switched, Seized, WinSettled))

Listener = Callable[[Hosted, Sequence[Told]], None]


class Floor:
    def __init__(self, room: Room) -> None:
        self.room = room
        self.writer = Writer(room.house.manager, self._follow)
        self.locks: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        """Of each table, for acts at it: nobody looks at a table in the middle of one."""
        self.listeners: defaultdict[str, set[Listener]] = defaultdict(set)
        self.dealers: defaultdict[str, set[Listener]] = defaultdict(set)
        """Who hears even of what no browser need be told at once."""
        self.told: dict[str, int] = {}
        """The last event that the listeners at each table were told."""
        self.changed_at: dict[str, float] = {}
        """When something last happened at a table, by this process's own clock."""
        self.hearers: set[Callable[[], None]] = set()
        """Who is told that the book has gone on."""
        self.number = room.house.manager.number
        self.decided = self._count_decided()
        """How often something was decided elsewhere that keypads hear of."""
        self.hearing: set[asyncio.Task[None]] = set()
        self.outages: dict[str, Outages] = {}
        """Of tables that could not write to the book."""

    # -- looking ---------------------------------------------------------------------------------

    async def open(self, table: str) -> Hosted:
        """The table, for what does not change from one command to the next: what does is for `look`."""
        hosted = self.room.hosted.get(table)
        if hosted is None:
            async with self.locks[table]:
                hosted = await self._open(table)
        return hosted

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
        hosted = self.room.hosted.get(table)
        if hosted is None or hosted.is_torn:
            await self.writer.carry_out(lambda page: self.room.open(table))
            hosted = self.room.hosted[table]
        self.told.setdefault(table, hosted.told)
        return hosted

    def quiet_seconds(self, table: str) -> float:
        """Since something last happened at the table."""
        return monotonic() - self.changed_at.setdefault(table, monotonic())

    # -- acting ----------------------------------------------------------------------------------

    async def do(
        self, table: str, plan: Plan, actor: Actor = THE_HOUSE, *, id_: str = "", digest: str = ""
    ) -> PressDone:
        """Carry out, write, tell. Nothing is told that is not durable."""
        async with self.locks[table]:
            act = self.room.acting(table, plan, actor, id_=id_, digest=digest)
            try:
                await self._open(table)
                if self._has_news(self.room.hosted[table]):
                    self.writer.add(self.room.hearing(table))
                done = await self.writer.carry_out(act, lambda given: self._tell(table))
            except PitbossError as problem:
                if isinstance(problem, StoreError):
                    self._lose_book(table)
                self._tell_rest(table)
                raise
            self._find_book(table)
            assert isinstance(done, PressDone)
            return done

    def _lose_book(self, table: str) -> None:
        """Nothing can be written: at a table with a progressive that is an outage, until something can."""
        manager = self.room.house.manager
        if manager.floor.progressive_of(table):
            self.outages.setdefault(table, Outages(table, manager.clock)).begin()

    def _find_book(self, table: str) -> None:
        """An outage that is over is written down; what cannot be yet is tried again with the next act."""
        outages, hosted = self.outages.get(table), self.room.hosted.get(table)
        if outages is None or hosted is None:
            return
        outages.end()
        by = (hosted.live.dealer if hosted.live else "") or self.room.house.dealer
        for span in outages.over:
            written = self.writer.add(asking(outages.record(span, by)))
            written.add_done_callback(partial(forget_outage, outages, span))

    def _count_decided(self) -> tuple[int, ...]:
        kinds = self.room.house.manager.floor.kinds
        return tuple(kinds[kind] for kind in DECIDED)

    def _let_hear(self, table: str) -> None:
        """What was decided about its progressive the table's keypad hears, in an act of its own."""
        if self._has_news(self.room.hosted[table]):
            task = asyncio.create_task(self._hear(table))
            self.hearing.add(task)
            task.add_done_callback(self.hearing.discard)

    async def hear_all(self) -> None:
        """At the start: what was decided while nobody served the tables, one after the other.

        Whoever looks at a table later changes nothing by that. One that cannot be opened says why there.
        """
        for table in sorted(self.room.plans):
            await self.hear(table)

    async def hear(self, table: str) -> None:
        """Let a table's keypad hear what was decided elsewhere, if it has not."""
        with suppress(PitbossError):
            if self._has_news(await self.open(table)):
                await self._hear(table)

    async def _hear(self, table: str) -> None:
        with suppress(PitbossError):
            await self.do(table, lambda hosted: None)

    def _has_news(self, hosted: Hosted) -> bool:
        floor = self.room.house.manager.floor
        return hosted.live is not None and hosted.live.find_news(floor) != NOTHING_HEARD

    async def ask(self, request: Request) -> object:
        """A request of the office; tables that it concerns hear of it in the same act, and nobody looks."""
        tables = concerned(request, self.room.house.manager.floor)

        def tell(given: object) -> None:
            del given
            for table in tables:  # also where nothing happens at it: its keypad shows something else now
                self._tell(table)

        async with AsyncExitStack() as held:
            for table in tables:
                await held.enter_async_context(self.locks[table])
            return await self.writer.carry_out(self.room.asking(request), tell)

    # -- telling ---------------------------------------------------------------------------------

    @asynccontextmanager
    async def listening(
        self,
        table: str,
        listener: Listener,
        begin: Callable[[Hosted], None] = lambda hosted: None,
        *,
        is_dealer: bool = False,
    ) -> AsyncIterator[None]:
        """Hear of everything from a moment on; `begin` is shown the table at that moment."""
        listeners = (self.dealers if is_dealer else self.listeners)[table]
        async with self.locks[table]:
            begin(await self._open(table))
            listeners.add(listener)
        try:
            yield
        finally:
            listeners.discard(listener)

    def _tell_rest(self, table: str) -> None:
        """By whoever holds the table: what was followed there, and nobody was told yet."""
        hosted = self.room.hosted.get(table)
        if hosted and hosted.told != self.told.get(table):
            self._tell(table)

    def _tell(self, table: str) -> None:
        """Everything since the listeners were last told: it may have been dealt elsewhere."""
        hosted = self.room.hosted.get(table)
        if hosted is None:
            return
        after = self.told.get(table, hosted.told)
        told = hosted.told_since(after)
        is_asking = bool(told) and all(isinstance(one.event, CardsAskedFor) for one in told)
        if not is_asking:
            self.changed_at[table] = monotonic()
        for listener in tuple(self.dealers[table]):
            listener(hosted, told)
        if is_asking:
            return  # that somebody is ready changes nothing that anybody sees: it comes with the next frame
        self.told[table] = hosted.told
        for listener in tuple(self.listeners[table]):
            listener(hosted, told)

    # -- other servers ---------------------------------------------------------------------------

    def _follow(self) -> None:
        """Between two turns: follow what others have dealt, and tell that the book went on."""
        while self.room.behind:
            table = self.room.behind.pop()
            hosted = self.room.hosted.get(table)
            if hosted and hosted.news:
                try:
                    hosted.catch_up()
                except Exception:  # the table is out of order until it is opened again; others are not
                    self.room.hosted.pop(table, None)
                else:
                    self._tell(table)
        decided = self._count_decided()
        if decided != self.decided:
            self.decided = decided
            for table in tuple(self.room.hosted):
                self._let_hear(table)
        if self.number != self.room.house.manager.number:
            self.number = self.room.house.manager.number
            for hearer in tuple(self.hearers):
                hearer()

    async def follow_news(self) -> None:
        """Hear that somebody else has written, and read it."""
        manager = self.room.house.manager
        while True:
            try:
                last = await asyncio.to_thread(manager.store.news, manager.number, NEWS_SECONDS)
            except PitbossError:
                await asyncio.sleep(NEWS_SECONDS)
                continue
            await asyncio.sleep(OWN_SECONDS)
            if last > manager.number:
                self.writer.follow()

    async def refresh(self, table: str) -> None:
        """Deal here whatever the book has that this server has not heard of."""
        async with self.locks[table]:
            await self.writer.carry_out(lambda page: self.room.open(table))
            self._tell(table)


def forget_outage(outages: Outages, span: tuple[int, int], written: "asyncio.Future[object]") -> None:
    outages.forget(span, written.exception() or written.result())
