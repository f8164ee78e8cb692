"""The meters of every level beside its terms, for reading only (NJ 13:69E-1.39A, PA 605a.7(a))."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import tzinfo
from fractions import Fraction

from pitboss.jackpot.link import link_kind
from pitboss.jackpot.state import Floor, ProgressiveState
from pitboss.jackpot.system import house_settings
from pitboss.jackpot.terms import PPM, LevelTerms
from pitboss.jackpot.win import WinStatus
from pitboss.ledger.account import Kind
from pitboss.reports.cell import money, ordinal, rate, whole
from pitboss.reports.page import (
    Block,
    Cell,
    Column,
    Facts,
    Heading,
    Lines,
    Page,
    Tone,
    Toned,
    bullets,
    make_table,
)
from pitboss.reports.progressive.row import Data, row_data


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
    """Fixed awards that the tables' trays have paid, and how much; with the meters it is all."""
    tray_paid_micros: int
    all_paid_micros: int
    house_settings: tuple[str, ...]
    """What the house has set otherwise than the rules of the system have it."""


def read_meters(floor: Floor, state: ProgressiveState) -> ProgressiveMeters:
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
        tray_hits=state.tray_hits,
        tray_paid_micros=state.tray_paid_micros,
        all_paid_micros=sum(paid.values()) + state.tray_paid_micros,
        house_settings=house_settings(terms),
    )


def read_level(floor: Floor, state: ProgressiveState, level: LevelTerms) -> LevelMeters:
    counted = state.levels[level.name]
    balance = {kind: floor.book.balance(kind, state.terms.id, level.name) for kind in Kind}
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
        meter_micros=balance[Kind.METER],
        reserve_micros=balance[Kind.RESERVE],
        overflow_micros=balance[Kind.OVERFLOW],
        pending_micros=sum(win.micros for win in floor.waiting(state.terms.id, level.name)),
        hits=counted.hits,
        paid_micros=counted.paid_micros,
    )


def meters_data(meters: ProgressiveMeters, zone: tzinfo | None) -> Data:
    return row_data(meters, zone)


# -- the page --------------------------------------------------------------------------------------

METERS = ("Level", "Amount", "Wagers", "Wagered", "Hits", "Paid", "Pending", "Reserve", "Overflow")
TERMS = ("Level", "Seed", "Contribution", "To the reserve", "Cap", "Largest wager")


def meters_page(found: list[ProgressiveMeters]) -> Page:
    if not found:
        return (Heading("Meters"), Lines(("No progressive is set up yet.",)))
    return tuple(block for meters in found for block in meter_blocks(meters))


def meter_blocks(meters: ProgressiveMeters) -> Iterator[Block]:
    yield Heading(meters.id)
    state = Toned("open", Tone.GOOD) if meters.is_open else Toned("closed", Tone.CAREFUL)
    stopped: tuple[tuple[str, Cell], ...] = (("Stopped", Toned(meters.stopped, Tone.BAD)),)
    yield Facts(
        (
            ("Play", state),
            *(stopped if meters.stopped else ()),
            ("Kind", f"{meters.kind}, tables {', '.join(meters.tables)}"),
        )
    )
    yield make_table(columns(METERS), map(meter_row, meters.levels))
    yield make_table(columns(TERMS), map(terms_row, meters.levels))
    yield Facts(tuple(paid_facts(meters)))
    if meters.house_settings:
        yield Heading("Settings of the house", 2)
        yield bullets(meters.house_settings)


def paid_facts(meters: ProgressiveMeters) -> Iterator[tuple[str, Cell]]:
    paid = ", ".join(f"{table} {money(m)}" for table, m in meters.paid_by_table_micros.items())
    tray = money(meters.tray_paid_micros)
    yield "From the meters", f"{money(meters.paid_micros)}: {paid}"
    yield "From the trays", f"{tray}, {meters.tray_hits} awards"
    yield "Paid in all", money(meters.all_paid_micros)


def columns(titles: tuple[str, ...]) -> Iterator[Column]:
    return (Column(title, right=bool(place)) for place, title in enumerate(titles))


def meter_row(level: LevelMeters) -> tuple[Cell, ...]:
    held = (level.paid_micros, level.pending_micros, level.reserve_micros, level.overflow_micros)
    return (
        level.level or "the meter",
        Toned(money(level.shown_micros), Tone.STRONG),
        whole(level.wagers),
        money(level.wagered_micros),
        ordinal(level.hits),
        *map(money, held),
    )


def terms_row(level: LevelMeters) -> tuple[Cell, ...]:
    return (
        level.level or "the meter",
        money(level.seed_micros),
        rate(Fraction(level.contribution_ppm, PPM)),
        rate(Fraction(level.reserve_ppm, PPM)),
        "none" if level.cap_micros is None else money(level.cap_micros),
        money(level.most_wager_micros),
    )
