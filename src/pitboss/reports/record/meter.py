"""The meters of every level beside its terms, for reading only (NJ 13:69E-1.39A, PA 605a.7(a))."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction

from pitboss.base.money import CENT
from pitboss.jackpot.books import Books, ProgressiveState
from pitboss.jackpot.fact import WinPosted, WinSettled
from pitboss.jackpot.link import link_kind
from pitboss.jackpot.system import house_settings
from pitboss.jackpot.terms import PPM, LevelTerms
from pitboss.jackpot.win import WinStatus
from pitboss.ledger.account import Account, AccountKind
from pitboss.ledger.book import Book
from pitboss.ledger.entry import Draft, Entry
from pitboss.reports.cell import money, rate
from pitboss.reports.field import Field, amount, count, field_table, number, words
from pitboss.reports.form import Data
from pitboss.reports.page import Block, Cell, Facts, Heading, Lines, Signatures, Tone, Toned, bullets
from pitboss.reports.record.frame import Inquiry, JournalSource, Sheet
from pitboss.reports.record.row import row_data

SIGNED_BY = ("Read by", "Checked by accounting")


@dataclass(frozen=True)
class LevelMeters:
    """Six parameters and the meters of one level."""

    level: str
    seed_micros: int
    contribution_ppm: int
    reserve_ppm: int
    cap_micros: int | None
    most_wager_micros: int
    wagers: int
    wagered_micros: int
    shown_micros: int
    meter_micros: int
    reserve_micros: int
    overflow_micros: int
    pending_micros: int
    """Wins that wait for a supervisor, wherever their money lies: in the meter or off it."""
    hits: int
    paid_micros: int


@dataclass(frozen=True)
class ProgressiveMeters:
    id: str
    kind: str
    is_open: bool
    stopped: str
    tables: tuple[str, ...]
    levels: tuple[LevelMeters, ...]
    paid_by_table_micros: dict[str, int]
    """What was won from the meters at each table."""
    paid_micros: int
    tray_hits: int
    """Fixed awards that the tables' trays have paid, and how much."""
    tray_paid_micros: int
    envy_hits: int
    """What the trays have paid to others at the table of a hand."""
    envy_paid_micros: int
    all_paid_micros: int
    """From meters and trays, envy included."""
    house_settings: tuple[str, ...]
    """What the house has set otherwise than the rules of the system have it."""


def read_meters(floor: Books, state: ProgressiveState) -> ProgressiveMeters:
    terms = state.terms
    paid: Counter[str] = Counter(dict.fromkeys(terms.tables, 0))
    for win in floor.wins.values():
        if win.progressive == terms.id and win.status is WinStatus.CONFIRMED:
            paid[win.table] += win.micros
    levels = tuple(read_level(floor, state, level) for level in terms.levels)
    return ProgressiveMeters(
        id=terms.id,
        kind=f"{terms.jackpot_kind}, {link_kind(terms)}" if terms.is_house else link_kind(terms).value,
        is_open=state.is_open,
        stopped=state.stopped,
        tables=terms.tables,
        levels=levels,
        paid_by_table_micros=dict(paid),
        paid_micros=sum(paid.values()),
        tray_hits=state.tray.hits,
        tray_paid_micros=state.tray.micros,
        envy_hits=state.envy.hits,
        envy_paid_micros=state.envy.micros,
        all_paid_micros=sum(paid.values()) + state.tray.micros + state.envy.micros,
        house_settings=tuple(house_settings(terms)),
    )


def read_level(floor: Books, state: ProgressiveState, level: LevelTerms) -> LevelMeters:
    counted = state.levels[level.name]
    balance = {kind: floor.book.balance(kind, state.terms.id, level.name) for kind in AccountKind}
    return LevelMeters(
        level=level.name,
        seed_micros=level.seed_micros,
        contribution_ppm=level.contribution_ppm,
        reserve_ppm=level.reserve_ppm,
        cap_micros=level.cap_micros,
        most_wager_micros=state.terms.most_wager_micros,
        wagers=counted.wagers,
        wagered_micros=counted.wagered_micros,
        shown_micros=floor.shown(state.terms.id, level.name),
        meter_micros=balance[AccountKind.METER],
        reserve_micros=balance[AccountKind.RESERVE],
        overflow_micros=balance[AccountKind.OVERFLOW],
        pending_micros=sum(win.micros for win in floor.waiting(state.terms.id, level.name)),
        hits=counted.hits,
        paid_micros=counted.paid_micros,
    )


# -- the record ------------------------------------------------------------------------------------


def make_meters(source: JournalSource, inquiry: Inquiry) -> Sheet:
    floor = source.books.floor
    found = [read_meters(floor, state) for id_, state in floor.progressives.items() if inquiry.is_of(id_)]
    page = [block for meters in found for block in meter_blocks(meters)]
    none = [Heading("Meters", 2), Lines(("No progressive is set up yet.",))]
    data = [row_data(one, inquiry.zone) for one in found]
    return Sheet("Meters", (*(page or none), Signatures(SIGNED_BY)), data)


METERS: tuple[Field[LevelMeters], ...] = (
    words("Level", lambda level: level.level or "the meter"),
    amount("Amount", lambda level: Toned(money(level.shown_micros), Tone.STRONG)),
    count("Wagers", lambda level: level.wagers),
    amount("Wagered", lambda level: level.wagered_micros),
    number("Hits", lambda level: level.hits),
    amount("Paid", lambda level: level.paid_micros),
    amount("Pending", lambda level: level.pending_micros),
    amount("Reserve", lambda level: level.reserve_micros),
    amount("Overflow", lambda level: level.overflow_micros),
)
TERMS: tuple[Field[LevelMeters], ...] = (
    words("Level", lambda level: level.level or "the meter"),
    amount("Seed", lambda level: level.seed_micros),
    amount("Contribution", lambda level: rate(Fraction(level.contribution_ppm, PPM))),
    amount("To the reserve", lambda level: rate(Fraction(level.reserve_ppm, PPM))),
    amount("Cap", lambda level: "none" if level.cap_micros is None else level.cap_micros),
    amount("Largest wager", lambda level: level.most_wager_micros),
)


def meter_blocks(meters: ProgressiveMeters) -> Iterator[Block]:
    yield Heading(meters.id, 2)
    state = Toned("open", Tone.GOOD) if meters.is_open else Toned("closed", Tone.CAREFUL)
    stopped: tuple[tuple[str, Cell], ...] = (("Stopped", Toned(meters.stopped, Tone.BAD)),)
    yield Facts(
        (
            ("Play", state),
            *(stopped if meters.stopped else ()),
            ("Kind", f"{meters.kind}, tables {', '.join(meters.tables)}"),
        )
    )
    yield field_table(METERS, meters.levels)
    yield field_table(TERMS, meters.levels)
    yield Facts(tuple(paid_facts(meters)))
    if meters.house_settings:
        yield Heading("Settings of the house", 2)
        yield bullets(meters.house_settings)


def paid_facts(meters: ProgressiveMeters) -> Iterator[tuple[str, Cell]]:
    paid = ", ".join(f"{table} {money(m)}" for table, m in meters.paid_by_table_micros.items())
    tray = money(meters.tray_paid_micros)
    yield "From the meters", f"{money(meters.paid_micros)}: {paid}"
    yield "From the trays", f"{tray}, {counted(meters.tray_hits, 'award')}"
    if meters.envy_hits:
        envy = money(meters.envy_paid_micros)
        yield "Envy", f"{envy}, {counted(meters.envy_hits, 'payment')}, from the trays"
    yield "Paid in all", money(meters.all_paid_micros)


def counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


# -- how the meters went ---------------------------------------------------------------------------


MOST_POINTS = 240
MOST_AWARDS = 60
Key = tuple[str, str]
"""A progressive and one of its levels."""


@dataclass
class LevelSeries:
    points: list[tuple[int, int]] = field(default_factory=list)
    """When, and what the meter showed from then on."""
    awards: list[tuple[int, int]] = field(default_factory=list)
    """When, and how much was won."""

    def add(self, at: int, micros: int) -> None:
        self.points.append((at, micros))
        if len(self.points) >= 2 * MOST_POINTS:
            self.points = [*self.points[:-1:2], self.points[-1]]

    def award(self, at: int, micros: int) -> None:
        self.awards = [*self.awards[1 - MOST_AWARDS :], (at, micros)]


@dataclass
class MeterSeries:
    """Each level's amount over time. Reads on from where it was: asking again costs only what is new.

    A journal has millions of entries and a chart some hundred pixels. Whenever a level has twice as many
    points as are wanted, every other one is dropped; the first and the last always stay, and so do awards,
    which are points of their own.
    """

    number: int = 0
    book: Book = field(default_factory=Book)
    levels: dict[Key, LevelSeries] = field(default_factory=dict)
    claims: dict[str, Key] = field(default_factory=dict)
    """Wins that wait in their meters, by id."""

    def read(self, entries: Iterable[Entry]) -> None:
        for entry in entries:
            if entry.number > self.number:
                self.add(entry.draft)
                self.number = entry.number

    def add(self, draft: Draft) -> None:
        self.book.apply(draft.transfers)
        for account in dict.fromkeys(account for one in draft.transfers for account in one[:2]):
            if account.kind is AccountKind.METER:
                self.of(account).add(draft.at_micros, self.book.balances[account] // CENT * CENT)
        match draft.fact:
            case WinPosted(win) if win.is_claim:
                self.claims[win.id] = (win.progressive, win.level)
            case WinPosted(win):
                self.award((win.progressive, win.level), draft.at_micros, win.micros)
            case WinSettled(id_, WinStatus.CONFIRMED, micros) if id_ in self.claims:
                self.award(self.claims.pop(id_), draft.at_micros, micros)

    def award(self, key: Key, at_micros: int, micros: int) -> None:
        """When the meter falls."""
        self.levels.setdefault(key, LevelSeries()).award(at_micros, micros)

    def of(self, account: Account) -> LevelSeries:
        return self.levels.setdefault((account.progressive, account.level), LevelSeries())

    def data(self, progressive: str) -> list[Data]:
        return [
            {
                "level": level,
                "points": [list(point) for point in series.points],
                "awards": [list(award) for award in series.awards],
            }
            for (of, level), series in self.levels.items()
            if of == progressive
        ]
