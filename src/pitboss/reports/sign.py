"""The sign of a table: what must be posted for players (WAC 230-15-060), as data and as a page.

Limits and fees, odds and fixed prizes, jackpots with their notices, what one deal may pay, and how a dispute
is settled. Everything comes from the setup that the table deals by, so the sign cannot say anything else.
Odds are written as the approved paytable has them: "500 for 1" stays 500 for 1, with what is paid in all
beside it. Where odds must be posted with "to" (NJ 13:69F-29.11(a)), the same pay is 499 to 1.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from pitboss.base.money import MICROS
from pitboss.base.odds import PUSH, Kind, Pay, format_pay, to_one
from pitboss.cards.hand_name import line_words
from pitboss.jackpot.display import Amount
from pitboss.reports.cell import money, short_money
from pitboss.reports.page import Block, Cell, Column, Facts, Heading, Page, bullets, make_table
from pitboss.reports.record.row import Data, row_data
from pitboss.rules.envy import posted_envy
from pitboss.table.setup import Setup

NO_FEES = "none: the house takes no fee for playing"
DISPUTES = (
    "Call the supervisor before the cards are picked up: hand, cards and wagers stay where they are until it "
    "is settled. Who is not content may write to the card room and to the Washington State Gambling "
    "Commission."
)
EMPLOYEES = "Employees play here only as the card room's written policy allows; ask for it."


@dataclass(frozen=True)
class PostedLimit:
    wager: str
    minimum_micros: int
    maximum_micros: int
    step_micros: int
    pays: str
    """What the wager is about, in a sentence."""
    most_in_a_deal_micros: int | None
    """The aggregate payout limit, for all players together; None where there is none."""


@dataclass(frozen=True)
class PostedPrize:
    wager: str
    hand: str
    odds: str
    """With 'to': '499 to 1'."""
    as_written: str
    """As the paytable has it: '500 for 1'."""
    in_all_micros: int | None
    """All that is paid for each dollar, where the wager is not handed back beside it."""
    hands_dealt: int | None
    """For a prize that depends on how many hands are dealt."""
    envy_micros: int
    """A fixed sum for every other player with the wager."""
    envy_times_wager: bool
    """Whether that is for each dollar of that player's wager."""


@dataclass(frozen=True)
class Sign:
    game: str
    day: date
    limits: tuple[PostedLimit, ...]
    fees: str
    prizes: tuple[PostedPrize, ...]
    jackpots: tuple[Amount, ...]
    employees: str
    disputes: str
    odds_with_to: bool = False
    """Whether odds are posted with 'to' even where the paytable says 'for'."""


def make_sign(
    setup: Setup,
    jackpots: Sequence[Amount] = (),
    *,
    fees: str = NO_FEES,
    employees: str = EMPLOYEES,
    disputes: str = DISPUTES,
    odds_with_to: bool = False,
) -> Sign:
    """The sign of a table that is set up like this, under these displays."""
    return Sign(
        setup.game.name,
        setup.day,
        tuple(posted_limits(setup)),
        fees,
        tuple(posted_prizes(setup)),
        tuple(jackpots),
        employees,
        disputes,
        odds_with_to,
    )


def posted_limits(setup: Setup) -> Iterator[PostedLimit]:
    for wager, limit in setup.posted.items():
        rules = setup.game.wagers[wager]
        yield PostedLimit(
            rules.label,
            limit.minimum_micros,
            limit.maximum_micros,
            limit.step_micros,
            rules.summary,
            setup.aggregate_micros(wager),
        )


def posted_prizes(setup: Setup) -> Iterator[PostedPrize]:
    for wager in setup.posted:
        for table in setup.game.chosen.get(wager, ()):
            for line, pay in table.pays.items():
                yield PostedPrize(
                    setup.game.wagers[wager].label,
                    line_words(line),
                    posted_odds(pay),
                    written_pay(pay),
                    in_all(pay),
                    table.hands,
                    posted_envy(setup.game, table, line),
                    table.envy_times_wager,
                )


def posted_odds(pay: Pay) -> str:
    """With 'to': what the player is up by, the wager apart."""
    if pay.kind is Kind.FOR and pay.amount >= 1:
        pay = to_one(pay.amount - 1)
    return written_pay(pay)


def written_pay(pay: Pay) -> str:
    """As the paytable has it."""
    if pay.kind is Kind.METER:
        jackpot = f"{pay.level} jackpot" if pay.level else "jackpot"
        return f"{pay.amount * 100}% of the {jackpot}"
    return "wager back" if pay == PUSH else format_pay(pay)


def in_all(pay: Pay) -> int | None:
    return int(pay.amount * MICROS) if pay.kind is Kind.FOR and pay.amount else None


def kept_words(pays: Iterable[Pay]) -> str:
    """What 'for 1' means, by the highest such pay; nothing where all pay 'to'."""
    kept = [pay for pay in pays if in_all(pay)]
    if not kept:
        return ""
    pay = max(kept, key=lambda pay: pay.amount)
    paid = short_money(in_all(pay) or 0)
    return (
        "What pays 'for 1' is all that is paid, and the wager is not handed back: "
        f"{pay} is {paid} in all for each $1, which is {posted_odds(pay)}."
    )


def envy_words(micros: int, *, is_times_wager: bool) -> Cell:
    """'$1,000 for each $1' where it goes by the wager of the player who gets it."""
    if not micros:
        return ""
    return f"{short_money(micros)} for each $1" if is_times_wager else short_money(micros)


# -- data and page ---------------------------------------------------------------------------------


def sign_data(sign: Sign) -> Data:
    return row_data(sign, None)


def sign_page(sign: Sign) -> Page:
    return (
        Heading(sign.game),
        make_table(LIMITS, map(limit_row, sign.limits)),
        *prize_blocks(sign),
        *jackpot_blocks(sign),
        Heading("Please note", 2),
        Facts((("Fees", sign.fees), ("Employees", sign.employees), ("Disputes", sign.disputes))),
    )


LIMITS = (
    Column("Wager"),
    Column("From", right=True),
    Column("To", right=True),
    Column("In steps of", right=True),
    Column("Most paid in one deal", right=True),
    Column("", wraps=True),
)


def limit_row(limit: PostedLimit) -> tuple[Cell, ...]:
    most = limit.most_in_a_deal_micros
    posted = (limit.minimum_micros, limit.maximum_micros, limit.step_micros)
    deal = "no limit" if most is None else money(most)
    return (limit.wager, *map(money, posted), deal, limit.pays)


def prize_blocks(sign: Sign) -> Iterator[Block]:
    if sign.prizes:
        columns = (Column("Wager"), Column("Hand"), Column("Pays", right=True), Column("Envy", right=True))
        yield Heading("Odds and fixed prizes", 2)
        yield make_table(columns, (prize_row(prize, with_to=sign.odds_with_to) for prize in sign.prizes))


def prize_row(prize: PostedPrize, *, with_to: bool) -> tuple[Cell, ...]:
    dealt = f" ({prize.hands_dealt} hands)" if prize.hands_dealt else ""
    in_all = prize.in_all_micros
    paid = f" ({short_money(in_all)} in all for each $1)" if in_all else ""
    envy = money(prize.envy_micros) if prize.envy_micros else ""
    each = " for each $1" if envy and prize.envy_times_wager else ""
    return (
        prize.wager,
        f"{prize.hand}{dealt}",
        f"{prize.odds if with_to else prize.as_written}{paid}",
        f"{envy}{each}",
    )


def jackpot_blocks(sign: Sign) -> Iterator[Block]:
    if sign.jackpots:
        yield Heading("Jackpots", 2)
        yield Facts(tuple((one.level or "Jackpot", money(one.micros)) for one in sign.jackpots))
    notices = [notice for one in sign.jackpots for notice in one.notices]
    if notices:
        yield bullets(notices)
