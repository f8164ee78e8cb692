"""The dealer of a table that nobody stands behind: opens and closes the bets, deals on, never waits for ever.

It is driven by what the table says and by the time since something last happened there. Two servers may
have one for the same table: the log takes one press, and the second finds the table elsewhere.
"""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial

from pitboss.base.error import PitbossError
from pitboss.house.room.hosted import Hosted, Told
from pitboss.house.room.row import HOUSE, Row
from pitboss.rules import Choose
from pitboss.service.floor import Floor
from pitboss.service.patience import DECIDING_SECONDS, limit_seconds
from pitboss.table import command
from pitboss.table.command import Command
from pitboss.table.phase import Phase
from pitboss.table.table import DEALER_ACTS

STUCK_SECONDS = 1.0
"""How long to wait when nothing can be done, as while a jackpot waits for its supervisor."""
SELDOM_SECONDS = 10.0
"""How long to wait at most while others have to do something: the table may have been closed elsewhere."""


class HouseDealer:
    def __init__(self, floor: Floor, table: str, is_wanted: Callable[[], bool]) -> None:
        self.floor = floor
        self.table = table
        self.is_wanted = is_wanted
        """Whether anybody is here to deal for."""
        self.woken = asyncio.Event()

    async def work(self) -> None:
        """As long as the table stands; where it cannot be opened just now, again a moment later."""
        while self.is_standing:
            try:
                await self._deal()
            except PitbossError:
                await asyncio.sleep(STUCK_SECONDS)

    @property
    def is_standing(self) -> bool:
        return self.table in self.floor.room.house.manager.floor.tables

    async def _deal(self) -> None:
        async with self.floor.listening(self.table, self.hear, is_dealer=True):
            while self.is_standing:
                self.woken.clear()
                if wait_seconds := await self.act():
                    with suppress(TimeoutError):
                        async with asyncio.timeout(wait_seconds):
                            await self.woken.wait()

    def hear(self, hosted: Hosted, told: Sequence[Told]) -> None:
        """Most of what happens leaves the dealer nothing to do."""
        del told
        if self.next_thing(hosted):
            self.woken.set()

    async def act(self) -> float:
        """Do what there is to do; how long to wait then for somebody else to do something."""
        try:
            asked, wait_seconds = await self.floor.look(self.table, self.consider)
            if asked is None:
                return wait_seconds
            await self.floor.do(self.table, partial(self.row, asked))
        except PitbossError:
            return STUCK_SECONDS
        return 0.0

    def consider(self, hosted: Hosted) -> tuple[Command | None, float]:
        """What to do now, and how long to wait if that is nothing: in one look at the table."""
        return self.next_thing(hosted), self.patience(hosted)

    def patience(self, hosted: Hosted) -> float:
        """Until the time of whoever has to bet or decide is over; nobody's time is, while nobody bets."""
        limit = self.limit_seconds(hosted)
        if limit is None:
            return SELDOM_SECONDS
        return min(SELDOM_SECONDS, max(STUCK_SECONDS, limit - self.floor.quiet_seconds(self.table)))

    def limit_seconds(self, hosted: Hosted) -> float | None:
        """Who sits alone and has gone away altogether is not waited for any longer than others."""
        limit = limit_seconds(hosted)
        return limit if limit is None or self.is_wanted() else min(limit, DECIDING_SECONDS)

    def is_time_out(self, hosted: Hosted) -> bool:
        limit = self.limit_seconds(hosted)
        return limit is not None and self.floor.quiet_seconds(self.table) > limit

    def next_thing(self, hosted: Hosted) -> Command | None:
        """What to do now; nothing while others have to."""
        table = hosted.table
        match table.phase:
            case Phase.IDLE if table.seating.players and self.is_wanted():
                return command.OpenBets()
            case Phase.BETTING if self.has_all_bets(hosted) or self.is_time_out(hosted):
                return command.CallNoMoreBets()
            case Phase.DECIDING if self.is_time_out(hosted):
                return cheapest(hosted)
            case Phase.HALTED:
                done = command.SwapShuffler if table.backup else command.BringBackup
                return done(HOUSE, table.source.fault or "the shuffler failed")
            case phase if phase in DEALER_ACTS:
                return table.dealers_act()
        return None

    def has_all_bets(self, hosted: Hosted) -> bool:
        """Whether everybody with a wager wants cards."""
        seating = hosted.table.seating
        betting = {seating.players[seat] for seat, laid in seating.wagers.items() if laid}
        return bool(betting) and betting <= seating.ready

    def row(self, first: Command, hosted: Hosted) -> Row | None:
        """The first thing, and what the dealer does after it."""
        table = hosted.table
        if isinstance(first, command.Proceed):
            if table.phase not in DEALER_ACTS:
                return None
            first = table.dealers_act()
        return Row((first,), table.number, deals_on=True)


def cheapest(hosted: Hosted) -> Command:
    """For a player who has gone away: the option that adds no money."""
    step = hosted.table.running.deal.step
    assert isinstance(step, Choose)
    return command.Decide(step.seat, step.question, hosted.table.options()[0].name)
