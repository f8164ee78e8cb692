"""Jackpots on a card: what the displays said, and as of when; paper does not run with the meter.

A card of a table has the amounts of one entry of the journal, and says of which. A card of no table in
particular has none: it sends the reader to the display.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC
from typing import Any

from pitboss.jackpot.display import Amount, Display
from pitboss.reports.cell import money
from pitboss.reports.form import Json
from pitboss.reports.page import Block, Facts, Heading, Lines, Tone, Toned, bullets
from pitboss.reports.record.row import format_instant, iso_instant
from pitboss.table.setup import Setup

AT_THE_DISPLAY = "The amount of {jackpots} is what the display above the table shows."
BESIDE_IT = "Where a meter stops, and whose money a fixed jackpot is, stands beside that amount."
COUNTS_NOW = "What is won is what the display above the table shows."


@dataclass(frozen=True)
class Jackpots:
    """What the display of a table said after an entry of the journal."""

    amounts: tuple[Amount, ...] = ()
    message: str = ""
    """Why no wager is taken; empty while it is."""
    entry: int = 0
    at_micros: int = 0
    """The number of the last entry, and its moment."""

    @property
    def as_of(self) -> str:
        return f"{format_instant(self.at_micros, UTC)} UTC, journal entry {self.entry:,}"


NONE_READ = Jackpots()


def post_jackpots(display: Display, entry: int, at_micros: int) -> Jackpots:
    return Jackpots(display.amounts, display.message, entry, at_micros)


def jackpots_data(jackpots: Jackpots) -> dict[str, Json]:
    """As of when; nothing for a card without amounts."""
    if not jackpots.entry:
        return {"jackpots_as_of": None}
    return {
        "jackpots_as_of": {"moment": iso_instant(jackpots.at_micros, UTC), "journal_entry": jackpots.entry}
    }


def jackpots_foot(jackpots: Jackpots) -> tuple[tuple[str, str], ...]:
    return (("Jackpots as of", jackpots.as_of),) if jackpots.entry else ()


def jackpot_blocks(setup: Setup, jackpots: Jackpots) -> Iterator[Block]:
    if not (jackpots.amounts or setup.progressives):
        return
    yield Heading("Jackpots", 2)
    yield from amount_blocks(jackpots) if jackpots.amounts else (bullets(display_words(setup)),)


def amount_blocks(jackpots: Jackpots) -> Iterator[Block]:
    rows = ((one.level or "Jackpot", money(one.micros)) for one in jackpots.amounts)
    yield Facts(tuple(rows))
    as_of = f"As of {jackpots.as_of}. " if jackpots.entry else ""
    yield Lines((Toned(f"{as_of}{COUNTS_NOW}", Tone.DIM),))
    notices = dict.fromkeys(notice for one in jackpots.amounts for notice in one.notices)
    if said := [*filter(None, [jackpots.message]), *notices]:
        yield bullets(said)


def display_words(setup: Setup) -> Iterator[str]:
    """What holds whatever the amounts are."""
    levels = [level for _, level in setup.levels if level]
    names = f"the jackpots ({', '.join(levels)})" if levels else "the jackpot"
    yield AT_THE_DISPLAY.format(jackpots=names)
    yield BESIDE_IT


# -- over a line of JSON ---------------------------------------------------------------------------


def read_jackpots(data: Mapping[str, Any] | None) -> Jackpots:
    """From the fields of a `Jackpots`, as `asdict` and JSON have them."""
    if not data:
        return NONE_READ
    amounts = tuple(
        Amount(one["level"], one["micros"], one["micros"], (), tuple(one["notices"]))
        for one in data["amounts"]
    )
    return Jackpots(amounts, data["message"], data["entry"], data["at_micros"])
