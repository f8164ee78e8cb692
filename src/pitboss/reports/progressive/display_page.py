"""What a display says, for a screen of text; a real one is fed with the same data."""

from datetime import tzinfo

from pitboss.base.money import format_dollars
from pitboss.jackpot.display import Amount, Display
from pitboss.reports.page import Block, Facts, Heading, Lines, Page, Tone, Toned, bullets
from pitboss.reports.progressive.row import Data, row_data


def display_data(display: Display, zone: tzinfo | None) -> Data:
    return {**row_data(display, zone), "announcements": [list(one.lines) for one in display.wins]}


def display_page(display: Display) -> Page:
    wins = [line for one in display.wins for line in one.lines]
    notices = [notice for one in display.amounts for notice in one.notices]
    told: tuple[Block, ...] = (Lines(tuple(Toned(line, Tone.GOOD) for line in wins)),) if wins else ()
    noted: tuple[Block, ...] = (bullets(notices),) if notices else ()
    closed: tuple[Block, ...] = (Lines((Toned(display.message, Tone.BAD),)),) if display.message else ()
    amounts = Facts(tuple(amount_fact(one) for one in display.amounts))
    return (Heading(f"{display.progressive}, at {display.table}"), *told, amounts, *noted, *closed)


def amount_fact(amount: Amount) -> tuple[str, Toned]:
    return amount.level or "Jackpot", Toned(format_dollars(amount.micros), Tone.STRONG)
