"""The rule card of a table: what its players read, on one page.

It carries what must be posted (WAC 230-15-060), as the sign of the table has it, together with the rules of
the game and a plan of the felt: all of it from the setup that the table deals by.

Paper does not run with the meter. A card of a table has the amounts that the displays said at one entry of
the journal, and says of which. A card of no table in particular has none: it sends the reader to the
display.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC
from typing import Any

from pitboss.jackpot.display import Amount, Display
from pitboss.reports.card.felt_plan import draw_felt_plan
from pitboss.reports.card.foot import (
    capital,
    card_data,
    cards_words,
    made_from,
    unusual_choices,
    usual_choices,
)
from pitboss.reports.card.payout import prize_tables
from pitboss.reports.cell import money, short_money
from pitboss.reports.form import Json
from pitboss.reports.page import (
    Block,
    Cell,
    Column,
    Facts,
    Heading,
    Lines,
    Page,
    PageTable,
    Tone,
    Toned,
    bullets,
    make_table,
)
from pitboss.reports.paper.paper import CARD, Paper
from pitboss.reports.record.row import format_instant, iso_instant
from pitboss.reports.sign import (
    DISPUTES,
    EMPLOYEES,
    NO_FEES,
    PostedLimit,
    Sign,
    kept_words,
    make_sign,
    sign_data,
)
from pitboss.reports.wording import short_dollars, spots_of
from pitboss.rules import Game
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


# -- the card --------------------------------------------------------------------------------------


GOES_BEFORE = "Where a rule below says otherwise, this holds:"
ENVY = "Envy goes to every other seat with the wager, once for each hand on the list."


def make_rule_card(
    setup: Setup,
    jackpots: Jackpots = NONE_READ,
    *,
    fees: str = NO_FEES,
    employees: str = EMPLOYEES,
    disputes: str = DISPUTES,
) -> Paper:
    """The card of a table that is set up like this, under these displays."""
    game = setup.game
    sign = make_sign(setup, jackpots.amounts, fees=fees, employees=employees, disputes=disputes)
    return Paper(
        title=f"{game.name}: rules and pays",
        banner=(Lines((game.summary,)), limit_table(game, sign), *prize_tables(game, sign, by_hands=True)),
        page=tuple(card_blocks(setup, sign, jackpots)),
        data={**rule_data(game, sign), **jackpots_data(jackpots)},
        made_from=made_from(game, ("Limits of", setup.day.isoformat()), *jackpots_foot(jackpots)),
        layout=CARD,
    )


def card_blocks(setup: Setup, sign: Sign, jackpots: Jackpots) -> Iterator[Block]:
    game = setup.game
    yield draw_felt_plan(game, wagers=list(setup.posted))
    yield from table_blocks(game)
    yield from round_blocks(game)
    if tables := tuple(prize_tables(game, sign, by_hands=False)):
        yield Heading("What the hands pay", 2)
        yield from tables
    yield from pay_lines(setup, sign)
    yield from jackpot_blocks(setup, jackpots)
    yield from house_blocks(game)
    yield Heading("Please note", 2)
    yield Facts(tuple(note_facts(setup, sign)))


def pay_lines(setup: Setup, sign: Sign) -> Iterator[Lines]:
    """What 'for 1' and 'envy' mean, where they stand in the tables."""
    tables = [table for wager in setup.posted for table in setup.game.chosen.get(wager, ())]
    kept = kept_words(pay for table in tables for pay in table.pays.values())
    envy = ENVY if any(prize.envy_micros for prize in sign.prizes) else ""
    if said := tuple(filter(None, (kept, envy))):
        yield Lines(said)


# -- wagers and limits -----------------------------------------------------------------------------


def limit_table(game: Game, sign: Sign) -> PageTable:
    is_capped = any(limit.most_in_a_deal_micros is not None for limit in sign.limits)
    columns = [Column("Wager"), Column("Limits"), Column("What it is", wraps=True)]
    if is_capped:
        columns.insert(2, Column("Most paid in one deal", right=True))
    return make_table(columns, (limit_row(game, limit, is_capped=is_capped) for limit in sign.limits))


def limit_row(game: Game, limit: PostedLimit, *, is_capped: bool) -> Iterator[Cell]:
    yield limit.wager
    yield limit_words(limit)
    if is_capped:
        most = limit.most_in_a_deal_micros
        yield "no limit" if most is None else short_money(most)
    yield without_choices(game, limit.pays)


def limit_words(limit: PostedLimit) -> str:
    """'$5 to $100, by $1', or the one amount that the spot takes."""
    low, high = short_dollars(limit.minimum_micros), short_dollars(limit.maximum_micros)
    return low if low == high else f"{low} to {high}, by {short_dollars(limit.step_micros)}"


# -- rules -----------------------------------------------------------------------------------------


def table_blocks(game: Game) -> Page:
    """What the house deals otherwise than the rules are written, in front of them."""
    chosen = tuple(Toned(line, Tone.STRONG) for line in unusual_choices(game))
    return (Heading("At this table", 2), Lines((GOES_BEFORE,)), bullets(chosen)) if chosen else ()


def round_blocks(game: Game) -> Page:
    rules = [rule for text in game.rules if (rule := without_choices(game, text))]
    if not rules:
        return ()
    steps = tuple((str(number), rule) for number, rule in enumerate(rules, start=1))
    return Heading("How a round goes", 2), Facts(steps)


def without_choices(game: Game, text: str) -> str:
    """Without the parts that leave something to the house: the card of one table says what it has chosen."""
    for part in game.left_open:
        text = text.replace(part, "")
    return text.strip()


def house_blocks(game: Game) -> Page:
    """What the house has chosen where the rules leave a choice; they are written for the usual one."""
    chosen = tuple(usual_choices(game))
    return (Heading("House choices", 2), bullets(chosen)) if chosen else ()


def note_facts(setup: Setup, sign: Sign) -> Iterator[tuple[str, str]]:
    game = setup.game
    yield "Cards", cards_words(game)
    if closed := [wager.label for wager in game.wagers.values() if wager.id not in setup.posted]:
        yield "Not offered", ", ".join(closed)
    if game.chosen:
        yield "Paytables", "; ".join(tables_words(game))
    yield "Fees", capital(sign.fees)
    yield "Employees", sign.employees
    yield "Disputes", sign.disputes


def tables_words(game: Game) -> Iterator[str]:
    """The paytables in force by name; columns of one table count as one."""
    for wager, tables in game.chosen.items():
        counts = [str(table.hands) for table in tables if table.hands]
        columns = f"{game.wagers[wager].label} for {', '.join(counts)} hands"
        yield columns if len(counts) > 1 else tables[0].id


def rule_data(game: Game, sign: Sign) -> dict[str, Json]:
    return {
        **card_data(game),
        "summary": game.summary,
        "rules": list(game.rules),
        "felt": str(game.layout.get("felt", "")),
        "spots": [dict(spot._asdict()) for spot in spots_of(game)],
        "sign": sign_data(sign),
    }
