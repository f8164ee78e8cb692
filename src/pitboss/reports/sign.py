"""The sign of a table, which must be posted for players (WAC 230-15-060), and its display: data and pages.

Limits and fees, odds and fixed prizes, jackpots with their notices, what one deal may pay, and how a dispute
is settled. Everything comes from the setup that the table deals by, so the sign cannot say anything else.
Odds are written as the approved paytable has them: "500 for 1" stays 500 for 1, with what is paid in all
beside it. Where odds must be posted with "to" (NJ 13:69F-29.11(a)), the same pay is 499 to 1.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, tzinfo

from pitboss.base.money import MICROS, format_dollars
from pitboss.base.odds import PUSH, Kind, Pay, format_pay, to_one
from pitboss.cards.hand_name import line_words
from pitboss.jackpot.display import Amount, Display
from pitboss.reports.cell import money, short_money
from pitboss.reports.field import Field, amount, field_table, value, words
from pitboss.reports.form import Data
from pitboss.reports.page import Block, Cell, Facts, Heading, Lines, Page, Tone, Toned, bullets
from pitboss.reports.record.row import row_data
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
        field_table(LIMITS, sign.limits),
        *prize_blocks(sign),
        *jackpot_blocks(sign),
        Heading("Please note", 2),
        Facts((("Fees", sign.fees), ("Employees", sign.employees), ("Disputes", sign.disputes))),
    )


LIMITS: tuple[Field[PostedLimit], ...] = (
    words("Wager", lambda limit: limit.wager),
    amount("From", lambda limit: limit.minimum_micros),
    amount("To", lambda limit: limit.maximum_micros),
    amount("In steps of", lambda limit: limit.step_micros),
    amount(
        "Most paid in one deal",
        lambda limit: "no limit" if limit.most_in_a_deal_micros is None else limit.most_in_a_deal_micros,
    ),
    words("", lambda limit: limit.pays, wraps=True),
)


def prize_blocks(sign: Sign) -> Iterator[Block]:
    if sign.prizes:
        yield Heading("Odds and fixed prizes", 2)
        yield field_table(prize_fields(with_to=sign.odds_with_to), sign.prizes)


def prize_fields(*, with_to: bool) -> tuple[Field[PostedPrize], ...]:
    return (
        words("Wager", lambda prize: prize.wager),
        words("Hand", hand_words),
        value("Pays", lambda prize: pay_words(prize, with_to=with_to)),
        value("Envy", lambda prize: each_words(prize) if prize.envy_micros else ""),
    )


def hand_words(prize: PostedPrize) -> str:
    return f"{prize.hand} ({prize.hands_dealt} hands)" if prize.hands_dealt else prize.hand


def pay_words(prize: PostedPrize, *, with_to: bool) -> str:
    odds = prize.odds if with_to else prize.as_written
    if not prize.in_all_micros:
        return odds
    return f"{odds} ({short_money(prize.in_all_micros)} in all for each $1)"


def each_words(prize: PostedPrize) -> Cell:
    envy = money(prize.envy_micros)
    return f"{envy} for each $1" if prize.envy_times_wager else envy


def jackpot_blocks(sign: Sign) -> Iterator[Block]:
    if sign.jackpots:
        yield Heading("Jackpots", 2)
        yield Facts(tuple((one.level or "Jackpot", money(one.micros)) for one in sign.jackpots))
    notices = [notice for one in sign.jackpots for notice in one.notices]
    if notices:
        yield bullets(notices)


# -- what a display says, for a screen of text; a real one is fed with the same data ---------------


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
