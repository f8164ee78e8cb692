"""What a display says, for a screen of text; a real one is fed with the same data."""

from collections.abc import Iterator
from datetime import tzinfo

from pitboss.base.money import format_dollars
from pitboss.jackpot.display import Amount, Display
from pitboss.reports.page import Block, Facts, Heading, Lines, Page, Tone, Toned, bullets
from pitboss.reports.record.row import Data, row_data


def display_data(display: Display, zone: tzinfo | None) -> Data:
    return {**row_data(display, zone), "announcements": [list(one.lines) for one in display.wins]}


def display_page(display: Display) -> Page:
    wins = [line for one in display.wins for line in one.lines]
    notices = [notice for one in display.amounts for notice in one.notices]
    told: tuple[Block, ...] = (Lines(tuple(Toned(line, Tone.GOOD) for line in wins)),) if wins else ()
    noted: tuple[Block, ...] = (bullets(notices),) if notices else ()
    closed: tuple[Block, ...] = (Lines((Toned(display.message, Tone.BAD),)),) if display.message else ()
    amounts = Facts(tuple(fact for one in display.amounts for fact in amount_facts(one)))
    return (Heading(f"{display.progressive}, at {display.table}"), *told, amounts, *noted, *closed)


def amount_facts(amount: Amount) -> Iterator[tuple[str, Toned]]:
    """The amount; where a win waits in it, marked as waiting, and below it what is played for now."""
    name = amount.level or "Jackpot"
    if amount.is_held:
        yield f"{name}, waiting", Toned(format_dollars(amount.shown_micros), Tone.CAREFUL)
        name = f"{name}, played for now"
    yield name, Toned(format_dollars(amount.micros), Tone.STRONG)
