"""The room: which tables there are, those that are dealt in this process, and the acts at them.

A table in memory is as the book has it up to the last turn of this process. What others wrote since waits
at the table until somebody looks at it or acts there. A table whose lines cannot be followed is out of
order, and no other is.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import date
from typing import NamedTuple
from uuid import uuid4

from pitboss.base.error import InputError, PitbossError
from pitboss.house.page import Act, JournalPage, RequestAnswer
from pitboss.house.room.fitting import make_setup
from pitboss.house.room.hosted import Hosted, Told, say_used
from pitboss.house.room.opening import Household, open_hosted
from pitboss.house.room.plan import TablePlan, plan_of
from pitboss.house.room.row import THE_HOUSE, Actor, Row
from pitboss.jackpot.books import Books
from pitboss.jackpot.regulation import in_force, regulation
from pitboss.jackpot.request import ConfirmWin, Request, Seize, SetTerms, Switch, WithdrawWin
from pitboss.jackpot.table_fact import NOTHING_HEARD, TableClosed
from pitboss.ledger.entry import Draft, Entry
from pitboss.table.command import OpenBets
from pitboss.table.phase import RefusedError

Plan = Callable[[Hosted], Row | None]
"""What is to be done, told by the table as it is when its turn comes; None for nothing."""


class PressDone(NamedTuple):
    number: int
    """Of the last event at the table."""
    told: Sequence[Told]


class Room:
    def __init__(self, house: Household, *, most_tables: int | None = None) -> None:
        self.house = house
        self.most_tables = most_tables
        """Where the law is not asked, as in a trial of the program."""
        self.hosted: dict[str, Hosted] = {}
        self.touched: set[str] = set()
        """Tables that something was done at in this turn."""
        self.behind: set[str] = set()
        """Tables at which others have done something that nobody has followed yet."""
        house.manager.followers.append(self)

    # -- which tables ----------------------------------------------------------------------------

    @property
    def plans(self) -> dict[str, TablePlan]:
        return {table: plan_of(fact) for table, fact in self.house.manager.floor.tables.items()}

    def plan(self, table: str) -> TablePlan:
        self.check_stands(table)
        return plan_of(self.house.manager.floor.tables[table])

    def check_stands(self, table: str) -> None:
        if table not in self.house.manager.floor.tables:
            raise InputError(f"there is no table {table!r} in this room")

    def open_table(self, plan: TablePlan, *, by: str) -> None:
        """A table is put up: game and equipment must be approved, limits lawful, its name free for good."""
        game = plan.make_game()
        self.house.check_table(plan, game)
        make_setup(plan, game, has_meters=True)
        self.do(lambda page: self._put_up(page, plan, by))

    def most_on(self, day: date) -> int:
        """How many tables the room may have on a day."""
        return self.most_tables or in_force(regulation().tables, day).most

    def _put_up(self, page: JournalPage, plan: TablePlan, by: str) -> None:
        check_name(page.ahead, plan.id)
        most = self.most_on(plan.opened)
        if len(page.ahead.tables) >= most:
            raise RefusedError(f"a card room has at most {most} tables")
        plan = replace(plan, after_round=page.ahead.last_round.get(plan.id, 0))
        page.add(Draft(f"{plan.id}#opened", page.now, (by,), plan.fact))
        hosted = self.hosted[plan.id] = open_hosted(self.house, plan)
        self._act(hosted, Row((), 0), THE_HOUSE, page)

    def close_table(self, table: str, *, by: str) -> None:
        """Taken down between two rounds, with nobody's chips on it."""
        self.do(lambda page: self._take_down(page, table, by))

    def _take_down(self, page: JournalPage, table: str, by: str) -> None:
        hosted = self._open_in_turn(table, page)
        if hosted.table.play or any(micros > 0 for micros in hosted.table.player_chips().values()):
            raise RefusedError(f"{table} is in use: end the round and cash everybody out first")
        page.add(Draft(f"{table}#closed {uuid4().hex}", page.now, (by,), TableClosed(table)))

    def do(self, *acts: Act) -> object:
        """Carry acts out, and give or raise what the last gave."""
        given = self.house.manager.carry_out(acts)[-1]
        if isinstance(given, Exception):
            raise given
        return given

    # -- tables in memory ------------------------------------------------------------------------

    def open(self, table: str) -> Hosted:
        """The table as the book has it, with what others have written."""
        hosted = self.hosted.get(table)
        if hosted is None or hosted.is_torn:
            hosted = self.hosted[table] = open_hosted(self.house, self.plan(table))
        hosted.catch_up()
        return hosted

    def _open_in_turn(self, table: str, page: JournalPage) -> Hosted:
        """The table as it stands on the page: what was done at it in this turn is not in the store yet."""
        if table not in page.ahead.tables:
            raise InputError(f"there is no table {table!r} in this room")
        hosted = self.hosted.get(table)
        if hosted is None or hosted.is_torn:
            hosted = self.hosted[table] = open_hosted(self.house, plan_of(page.ahead.tables[table]))
            for entry in page.entries:
                if entry.place == table:
                    hosted.follow(entry)
        hosted.catch_up()
        return hosted

    def _is_in_order(self, table: str, page: JournalPage) -> bool:
        """Whether the table's lines can be followed; one that is out of order stops nobody else."""
        try:
            self._open_in_turn(table, page)
        except PitbossError:
            return False
        return True

    def follow(self, entry: Entry) -> None:
        if entry.place in self.hosted:
            self.hosted[entry.place].news.append(entry)
            self.behind.add(entry.place)

    def settle(self, number: int) -> None:
        del number
        self.touched.clear()

    def forget(self) -> None:
        for table in self.touched:
            self.hosted.pop(table, None)
        self.touched.clear()

    # -- acting ----------------------------------------------------------------------------------

    def asking(self, request: Request) -> Act:
        """A request of the office or the phone; tables that it concerns hear of it in the same act."""

        def act(page: JournalPage) -> RequestAnswer:
            self._check_all_read(request, page)
            tables = concerned(request, page.ahead)
            answer = page.ask(request)
            try:
                for table in tables:
                    if self._is_in_order(table, page):
                        self.hearing(table)(page)
            except BaseException:
                for table in tables:  # the act counts for nothing, also at those that have heard it
                    self.hosted.pop(table, None)
                raise
            return answer

        return act

    def _check_all_read(self, request: Request, page: JournalPage) -> None:
        """A win is not verified on the phone before the table has read every hand that might share it."""
        win = page.ahead.wins.get(request.win) if isinstance(request, ConfirmWin) else None
        if win and win.table in page.ahead.tables and self._is_in_order(win.table, page):
            live = self._open_in_turn(win.table, page).live
            if live:
                live.check_all_read()

    def hearing(self, table: str) -> Act:
        """The table's keypad hears what was decided elsewhere, if it has not yet.

        An act of its own: what is heard stays, even if what somebody asks next is refused.
        """

        def act(page: JournalPage) -> None:
            hosted = self._open_in_turn(table, page)
            if hosted.live and hosted.live.find_news(page.ahead) != NOTHING_HEARD:
                self._act(hosted, Row((), hosted.table.number), THE_HOUSE, page)

        return act

    def acting(
        self, table: str, plan: Plan, actor: Actor = THE_HOUSE, *, id_: str = "", digest: str = ""
    ) -> Act:
        """An act at a table; an id that was carried out before gets nothing done a second time."""

        def act(page: JournalPage) -> PressDone:
            hosted = self._open_in_turn(table, page)
            name, first = f"{table}:{id_}", len(page.entries)
            if id_ and (hosted.is_done(id_, digest) or (page.is_careful and was_done(page, name, digest))):
                return PressDone(hosted.told, ())
            try:
                row = plan(hosted)
                if row is None:
                    return PressDone(hosted.told, ())
                row = Row(row.commands, row.round, id_ or row.id, digest, row.deals_on)
                return self._act(hosted, row, actor, page)
            except PitbossError:
                if not (id_ and was_done(page, name, digest)):
                    raise
                page.strike(first)  # what was done long ago is refused now: it gets its first answer
                return PressDone(self._open_in_turn(table, page).told, ())

        return act

    def _act(self, hosted: Hosted, row: Row, actor: Actor, page: JournalPage) -> PressDone:
        table = hosted.plan.id
        if any(isinstance(one, OpenBets) for one in row.commands):
            self.house.check_table(hosted.plan, hosted.table.setup.game)
        self.touched.add(table)
        try:
            told = hosted.act(row, actor, page)
        except BaseException:
            if hosted.is_torn:
                self.hosted.pop(table, None)
            raise
        return PressDone(hosted.told, told)


def was_done(page: JournalPage, name: str, digest: str) -> bool:
    """Whether the book has a message; a table no longer knows those of before its last stand."""
    found = page.find(name)
    if found and found.draft.asked != digest:
        raise say_used(name)
    return found is not None


def concerned(request: Request, floor: Books) -> list[str]:
    """The live tables whose keypads hear of what is asked, in the order in which they are locked."""
    tables: Iterable[str] = ()
    match request:
        case ConfirmWin(win=win) | WithdrawWin(win=win) if win in floor.wins:
            tables = (floor.wins[win].table,)
        case SetTerms(terms=terms):
            known = floor.progressives.get(terms.id)
            tables = (*terms.tables, *(known.terms.tables if known else ()))
        case Switch(progressive=name) | Seize(progressive=name) if name in floor.progressives:
            tables = floor.progressives[name].terms.tables
        case _:
            pass
    return sorted(floor.tables.keys() & set(tables))


def check_name(floor: Books, table: str) -> None:
    if table in floor.table_names:
        raise RefusedError(f"{table} is or was a table of this room: give the new one another name")
