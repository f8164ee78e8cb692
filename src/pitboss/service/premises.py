"""The one place where a server's parts are put together."""

import asyncio
from collections import defaultdict
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from uuid import uuid4

from argon2 import PasswordHasher
from prometheus_client import Gauge

from pitboss.base.error import PitbossError
from pitboss.base.money import MICROS
from pitboss.house.approval import ListedApprovals
from pitboss.house.credential import SHARED, Credentials
from pitboss.house.derived_key import make_pepper
from pitboss.house.page import RequestAnswer
from pitboss.house.personnel import Personnel
from pitboss.house.room.keeping import Rounds
from pitboss.house.room.locker import Locker
from pitboss.house.room.opening import Household
from pitboss.house.room.room import Room
from pitboss.house.self_check import start_manager
from pitboss.jackpot.authority import check_authority
from pitboss.jackpot.request import Request
from pitboss.service.board import Board
from pitboss.service.browser import Browsers
from pitboss.service.classroom import Classroom
from pitboss.service.clock import ClockWatch
from pitboss.service.counting.room import CountingRoom
from pitboss.service.daily import DailyReading
from pitboss.service.door import Door
from pitboss.service.floor import Floor
from pitboss.service.frame import Frames
from pitboss.service.hashing import Hashing
from pitboss.service.house_dealer import HouseDealer
from pitboss.service.office.bookkeeper import Bookkeeper
from pitboss.service.player_book import PlayerBook
from pitboss.service.posting import Postings
from pitboss.service.readiness import Readiness
from pitboss.service.session import Sessions
from pitboss.service.settings import Settings, find_lessons
from pitboss.service.stranger import EVERY_SECONDS, Strangers
from pitboss.storage.address import open_store

ANCHORS = Gauge("pitboss_anchor_problems", "Anchors of the book that are new or could not be written")
HOUSE_DEALER, HOUSE_FLOOR = "house-dealer", "house-floor"
"""People of the journal who stand for the house where it deals by itself; nobody signs in as them."""
MOST_PRINTING = 2
"""Records that are made into papers at the same time: the tables need the machine too."""


class Premises:
    def __init__(
        self,
        settings: Settings,
        *,
        hasher: PasswordHasher = SHARED,
        most_tables: int | None = None,
    ) -> None:
        self.settings = settings
        self.journal = open_store(settings.database)
        last = self.journal.last()
        self.clock = ClockWatch(last_at=last.draft.at_micros if last else 0)
        self.manager = start_manager(self.journal, self.clock, check_authority)
        old = make_pepper(settings.old_key, settings.old_pepper)
        credentials = Credentials(hasher, make_pepper(settings.key, settings.pepper), (old,))
        self.strangers = Strangers(lambda who, many: self.personnel.note_strangers(who, many, "browser"))
        self.personnel = Personnel(self.manager, credentials, lambda: uuid4().hex, self.strangers.count)
        self.players = PlayerBook(self.manager, credentials, lambda: uuid4().hex)
        self.hashing = Hashing()
        self.door = Door(self.personnel, self.players, self.hashing)
        self.house = Household(
            self.manager,
            Locker(settings.key, *filter(None, [settings.old_key])),
            ListedApprovals(self.manager),
            HOUSE_DEALER,
            HOUSE_FLOOR,
        )
        self.rounds = Rounds(self.journal, self.house.locker)
        self.room = Room(self.house, most_tables=most_tables)
        self.floor = Floor(self.room)
        self.sessions = Sessions(self.manager, self.clock, settings.key)
        self.browsers = Browsers(settings.key)
        self.board = Board(self.manager, self.floor, self.clock)
        self.postings = Postings(self.manager, self.clock)
        self.counting = CountingRoom()
        self.classroom = Classroom(find_lessons(settings), self.counting, self.clock)
        self.bookkeeper = Bookkeeper(self.manager)
        self.daily = DailyReading(settings.database)
        self.readiness = Readiness(self.check_ready)
        self.printing = asyncio.Semaphore(MOST_PRINTING)
        self.frames: defaultdict[str, Frames] = defaultdict(Frames)
        self.dealers: dict[str, HouseDealer] = {}
        self.present: defaultdict[str, int] = defaultdict(int)
        """Browsers at each table."""
        self.tasks: set[asyncio.Task[None]] = set()

    def today(self) -> str:
        """The room's day, by its own clock."""
        return datetime.fromtimestamp(self.clock() // MICROS, UTC).date().isoformat()

    # -- running ---------------------------------------------------------------------------------

    def start(self) -> None:
        self._spawn(self.floor.follow_news())
        self._spawn(self.floor.hear_all())
        self.floor.hearers.add(self.sessions.hear_news)
        self._spawn(self._look_after_sessions())
        self._spawn(self.daily.work())

    def _spawn(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _look_after_sessions(self) -> None:
        """Streams end with their session's time, strangers' tries are written down, the clock is compared."""
        while True:
            await asyncio.sleep(EVERY_SECONDS / 4)
            self.sessions.sweep()
            self.clock.hold_against(self.manager.floor.last_at)
            ANCHORS.set(len(self.journal.anchor.problems) + len(self.journal.anchor.begun))
            with suppress(PitbossError):
                await asyncio.to_thread(self.strangers.write_down)

    async def stop(self) -> None:
        """Whatever was told is durable already: there is nothing to save."""
        for task in tuple(self.tasks):
            task.cancel()
        for task in tuple(self.tasks):
            with suppress(asyncio.CancelledError, Exception):
                await task
        await self.counting.close()
        self.hashing.close()
        self.floor.writer.close()
        self.journal.close()

    async def ask(self, request: Request) -> RequestAnswer:
        """A request of the office, in the writer's next turn; raises if it is refused."""
        answer = await self.floor.ask(request)
        assert isinstance(answer, RequestAnswer)
        return answer

    @contextmanager
    def visiting(self, table: str) -> Iterator[None]:
        """Somebody looks at the table; a house dealer deals as long as anybody does."""
        self.present[table] += 1
        if self.room.plan(table).has_house_dealer and table not in self.dealers:
            dealer = HouseDealer(self.floor, table, lambda: self.present[table] > 0)
            self.dealers[table] = dealer
            self._spawn(dealer.work())
        if table in self.dealers:
            self.dealers[table].woken.set()
        try:
            yield
        finally:
            self.present[table] -= 1

    def check_ready(self) -> None:
        """Raise unless the book can be read and written: nothing is left behind.

        After a page that could not be written, the store is tried to the end of it, or a page is written.
        """
        self.manager.read_news()
        self.journal.check_writable(thoroughly=self.manager.has_failed)
        self.manager.has_failed = False
