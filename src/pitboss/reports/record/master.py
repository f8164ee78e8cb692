"""Data for the master games report: what the journal's money changes in it, by day and by table.

What accrued to a progressive is the players' and comes off the day's gross receipts; hidden money that was
booked as receipts goes on (WAC 230-15-671(1)(a)). A house jackpot is the house's own money and changes
nothing (671(1)(b)): what it paid is listed apart. A void round is taken back on the day of its end.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, fields
from datetime import date, tzinfo

from pitboss.jackpot.books import Books
from pitboss.jackpot.fact import CoinIn, GameOver, RoundVoided, WinBackedOut, WinSettled
from pitboss.jackpot.win import WinStatus
from pitboss.ledger.account import AccountKind
from pitboss.ledger.entry import Draft
from pitboss.reports.cell import exact_money
from pitboss.reports.field import Field, count, money, ruled_table, words
from pitboss.reports.form import Json
from pitboss.reports.page import Block, Heading, Lines, Signatures, Tone, Toned, bullets
from pitboss.reports.paper.paper import WIDE
from pitboss.reports.record.accrual import RoundWagers, round_wagers
from pitboss.reports.record.deposit import accrual_of
from pitboss.reports.record.frame import Inquiry, JournalSource, Sheet
from pitboss.reports.record.row import day_of, row_data, rows_data
from pitboss.rules import load_game

RULE = "WAC 230-15-671(1)"
SIGNED_BY = ("Prepared by", "Checked by accounting")
NOTES = (
    "Take what accrued off the gross receipts of its day: it belongs to the players.",
    "Add what was booked as receipts: it was not displayed, and is the house's from then on.",
    "Awards from the trays and envy are in the results of the tables already; they are listed for comparing.",
)
HOUSE_NOTE = "A house jackpot is the house's own money: the master games report is not adjusted for it."


@dataclass(frozen=True)
class MasterDay:
    day: date
    wagers: int
    wagered_micros: int
    accrued_micros: int
    receipts_micros: int

    @property
    def adjustment_micros(self) -> int:
        """What the day's gross receipts change by."""
        return self.receipts_micros - self.accrued_micros


@dataclass(frozen=True)
class MasterTable:
    """A table on a day."""

    day: date
    table: str
    progressive: str
    game: str
    is_house: bool
    wagers: int
    wagered_micros: int
    accrued_micros: int
    paid_micros: int
    """From the meters, confirmed on that day, less what was backed out."""
    tray_micros: int
    envy_micros: int


BOOKED = tuple(one.name for one in fields(MasterTable))[5:]
"""What is added up for a table on a day."""


@dataclass
class MasterBook:
    """Goes through the journal once."""

    floor: Books
    zone: tzinfo | None
    tables: dict[tuple[date, str, str], Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    receipts: Counter[date] = field(default_factory=Counter)
    rounds: dict[str, RoundWagers] = field(default_factory=dict)

    def add(self, draft: Draft) -> None:
        day = day_of(draft.at_micros, self.zone)
        booked = sum(one.micros for one in draft.transfers if one.target.kind is AccountKind.RECEIPTS)
        if booked:
            self.receipts[day] += booked
        match draft.fact:
            case CoinIn() as said:
                self.rounds[said.table] = round_wagers(said)
                self.count(day, said.table, draft, 1)
            case RoundVoided(table):
                self.count(day, table, draft, -1)
            case WinSettled(id_, WinStatus.CONFIRMED):
                self.pay_win(day, id_, 1)
            case WinBackedOut(id_):
                self.pay_win(day, id_, -1)
            case GameOver() as over if over.tray or over.envy:
                self.pay(day, over)

    def count(self, day: date, table: str, draft: Draft, sign: int) -> None:
        counted = self.rounds[table]
        sums = self.tables[day, table, counted.progressive]
        sums["wagers"] += sign * counted.wagers
        sums["wagered_micros"] += sign * counted.wagered_micros
        sums["accrued_micros"] += accrual_of(draft)

    def pay_win(self, day: date, id_: str, sign: int) -> None:
        win = self.floor.wins[id_]
        self.tables[day, win.table, win.progressive]["paid_micros"] += sign * win.micros

    def pay(self, day: date, over: GameOver) -> None:
        """What the tray has paid: fixed awards, and envy to others at the table."""
        sums = self.tables[day, over.table, over.progressive]
        sums["tray_micros"] += sum(award.micros for award in over.tray)
        sums["envy_micros"] += sum(award.micros for award in over.envy)


def read_master(source: JournalSource, inquiry: Inquiry) -> tuple[list[MasterTable], list[MasterDay]]:
    """Tables and days, of the days that were asked for."""
    floor = source.books.floor
    book = MasterBook(floor, inquiry.zone)
    for entry in source.books.entries():
        book.add(entry.draft)
    rows = [make_row(floor, key, sums) for key, sums in sorted(book.tables.items())]
    tables = [row for row in rows if inquiry.is_asked(row.day)]
    days = sorted({row.day for row in tables} | {day for day in book.receipts if inquiry.is_asked(day)})
    return tables, [make_day(day, tables, book.receipts[day]) for day in days]


def make_row(floor: Books, key: tuple[date, str, str], sums: Counter[str]) -> MasterTable:
    day, table, progressive = key
    terms = floor.progressives[progressive].terms
    game = terms.at(table).game
    return MasterTable(
        day,
        table,
        progressive,
        load_game(game).name if game else "",
        terms.is_house,
        **{column: sums[column] for column in BOOKED},
    )


def make_day(day: date, tables: Sequence[MasterTable], receipts: int) -> MasterDay:
    """Wagers on house jackpots are the house's from the start."""
    rows = [row for row in tables if row.day == day and not row.is_house]
    return MasterDay(
        day,
        sum(row.wagers for row in rows),
        sum(row.wagered_micros for row in rows),
        sum(row.accrued_micros for row in rows),
        receipts,
    )


# -- the record ------------------------------------------------------------------------------------

DAYS: tuple[Field[MasterDay], ...] = (
    words("Day", lambda row: row.day.isoformat()),
    count("Progressive wagers", lambda row: row.wagers),
    money("Wagered", lambda row: row.wagered_micros),
    money("Accrued", lambda row: row.accrued_micros),
    money("Booked as receipts", lambda row: row.receipts_micros),
    money("Adjustment", lambda row: row.adjustment_micros),
)
TABLES: tuple[Field[MasterTable], ...] = (
    words("Day", lambda row: row.day.isoformat()),
    words("Table", lambda row: row.table),
    words("Game", lambda row: row.game, is_optional=True),
    words("Progressive", lambda row: row.progressive),
    count("Wagers", lambda row: row.wagers),
    money("Wagered", lambda row: row.wagered_micros),
    money("Accrued", lambda row: row.accrued_micros),
    money("Paid from meters", lambda row: row.paid_micros),
    money("From trays", lambda row: row.tray_micros, is_optional=True),
    money("Envy", lambda row: row.envy_micros, is_optional=True),
)
HOUSE = tuple(one for one in TABLES if one.title != "Accrued")


def make_master(source: JournalSource, inquiry: Inquiry) -> Sheet:
    tables, days = read_master(source, inquiry)
    found: dict[str, Json] = {
        "adjustment_micros": sum(row.adjustment_micros for row in days),
        "days": [{**row_data(row, inquiry.zone), "adjustment_micros": row.adjustment_micros} for row in days],
        "tables": rows_data(tables, inquiry.zone),
    }
    adjustment = exact_money(sum(row.adjustment_micros for row in days))
    facts = (("Adjustment in all", Toned(adjustment, Tone.STRONG)), ("Rule", RULE))
    page = (*master_blocks(tables, days), Signatures(SIGNED_BY))
    return Sheet("Data for the master games report", page, found, facts, layout=WIDE)


def master_blocks(tables: Sequence[MasterTable], days: Sequence[MasterDay]) -> Iterator[Block]:
    if not (tables or days):
        yield Lines(("Nothing was wagered, paid or booked in these days.",))
        return
    yield Heading("Adjustment of gross receipts", 2)
    yield ruled_table(DAYS, days)
    yield bullets(NOTES)
    progressive = [row for row in tables if not row.is_house]
    house = [row for row in tables if row.is_house]
    if progressive:
        yield Heading("Each table", 2)
        yield ruled_table(TABLES, progressive)
    if house:
        yield Heading("House jackpots", 2)
        yield Lines((HOUSE_NOTE,))
        yield ruled_table(HOUSE, house)
