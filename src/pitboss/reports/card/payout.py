"""Pays for quick reading: what the dealer hands over for the stakes that lie there most often."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from pitboss.base.money import MICROS
from pitboss.base.odds import Kind, Pay
from pitboss.cards.hand_name import line_words
from pitboss.reports.card.foot import capital
from pitboss.reports.cell import short_money
from pitboss.reports.form import Json
from pitboss.reports.page import Block, Cell, Column, Lines, PageTable, make_table
from pitboss.reports.sign import PostedPrize, Sign, envy_words, kept_words
from pitboss.reports.wording import bet_label
from pitboss.rules import Game, Paytable, Place
from pitboss.rules.bet import WHOLE
from pitboss.table.setup import SpotLimit, first_options

CHIPS = (1, 5, 10, 25, 100, 500)
MOST_STAKES = 4
BESIDE = "What pays 'to' is paid beside the wager."


def quick_stakes(limit: SpotLimit) -> tuple[int, ...]:
    """A few stakes that the spot takes: its least, usual chips, its most."""
    low, high, step = limit.minimum_micros, limit.maximum_micros, limit.step_micros
    usual = {low, *(chip * MICROS for chip in CHIPS), high}
    fitting = sorted(stake for stake in usual if low <= stake <= high and (stake - low) % step == 0)
    return tuple(fitting if len(fitting) <= MOST_STAKES else (*fitting[: MOST_STAKES - 1], fitting[-1]))


def payout_tables(game: Game, limits: Mapping[str, SpotLimit]) -> Iterator[PageTable]:
    """A table of stakes for each wager that has one paytable."""
    for wager, limit in limits.items():
        tables = game.chosen.get(wager, ())
        if len(tables) == 1:
            yield stake_table(game, tables[0], stakes_on_table(game, wager, limit))


def column_tables(game: Game, limits: Mapping[str, SpotLimit]) -> Iterator[PageTable]:
    """Wagers with a column for each number of hands: too wide for stakes, and for half a page."""
    for wager in limits:
        tables = game.chosen.get(wager, ())
        if len(tables) > 1:
            yield column_table(paid_words(game, wager), tables)


def kept_lines(game: Game, limits: Mapping[str, SpotLimit]) -> Iterator[Lines]:
    """Where the wager is kept, what is handed over; said as the rule card says it."""
    tables = [table for wager in limits for table in game.chosen.get(wager, ())]
    if kept := kept_words(pay for table in tables for pay in table.pays.values()):
        yield Lines((f"{BESIDE} {kept}",))


def stakes_on_table(game: Game, wager: str, limit: SpotLimit) -> tuple[int, ...]:
    """What lies on the bets that the table pays: a raise of two antes is never less than that."""
    rules = game.wagers[wager]
    least = min(least_units(game, wager, bet) for bet in rules.paid or rules.bets)
    return tuple(int(stake * least) for stake in quick_stakes(limit))


def least_units(game: Game, wager: str, bet: str) -> Fraction:
    """The least that lies on a bet, in units of its wager: at once, or with the cheapest first raise."""
    laid = game.stakes.get(bet, WHOLE).on(Place(1, {wager: Fraction(1)}), wager)
    raises = [option.stake for option in first_options(game, wager) if option.stake > 0]
    return laid or min(raises, default=Fraction(1))


def stake_table(game: Game, table: Paytable, stakes: tuple[int, ...]) -> PageTable:
    envy = ["envy for each $1" if table.envy_times_wager else "envy"] if table.envy_micros else []
    heads = ("pays", *(str(short_money(stake)) for stake in stakes), *envy)
    columns = (
        Column(paid_words(game, table.wager), wraps=True),
        *(Column(head, right=True) for head in heads),
    )
    return make_table(columns, (pay_row(table, line, pay, stakes) for line, pay in table.pays.items()))


def pay_row(table: Paytable, line: str, pay: Pay, stakes: tuple[int, ...]) -> Iterator[Cell]:
    yield capital(line_words(line))
    yield f"{pay.amount * 100}% of {pay.level or 'meter'}" if pay.kind is Kind.METER else str(pay)
    yield from (handed_over(pay, stake) for stake in stakes)
    if table.envy_micros:
        yield envy_words(table.envy_micros.get(line, 0), is_times_wager=False)


def handed_over(pay: Pay, stake_micros: int) -> Cell:
    if pay.kind is Kind.METER:
        return "meter"
    return short_money(int(pay.amount * stake_micros)) if pay.amount else "push"


def column_table(title: str, tables: tuple[Paytable, ...]) -> PageTable:
    """A column for each number of hands dealt, in the words of the pay."""
    ordered = sorted(tables, key=lambda table: table.hands or 0)
    lines = dict.fromkeys(line for table in ordered for line in table.pays)
    columns = (Column(title), *(Column(f"{table.hands} hands", right=True) for table in ordered))
    rows = (
        [
            capital(line_words(line)),
            *(str(table.pays[line]) if line in table.pays else "" for table in ordered),
        ]
        for line in lines
    )
    return make_table(columns, rows)


def payout_data(game: Game, limits: Mapping[str, SpotLimit]) -> dict[str, Json]:
    """By paytable: for each line, what is handed over for each stake in micro-dollars; null for a meter."""
    found: dict[str, Json] = {}
    for wager, limit in limits.items():
        stakes = stakes_on_table(game, wager, limit)
        for table in game.chosen.get(wager, ()):
            found[table.id] = {
                line: {str(stake): paid_micros(pay, stake) for stake in stakes}
                for line, pay in table.pays.items()
            }
    return found


def paid_micros(pay: Pay, stake_micros: int) -> int | None:
    return None if pay.kind is Kind.METER else int(pay.amount * stake_micros)


# -- paytables on a card ---------------------------------------------------------------------------


def paid_words(game: Game, wager: str) -> str:
    """What the wager's paytable pays: the wager itself, or those of its bets that go by the table."""
    rules = game.wagers[wager]
    return " and ".join(bet_label(game, bet) for bet in rules.paid) or rules.label


def prize_tables(game: Game, sign: Sign, *, by_hands: bool) -> Iterator[Block]:
    """The sign's prizes by wager: those with a column for each number of hands, or the others."""
    for wager in game.wagers:
        prizes = [prize for prize in sign.prizes if prize.wager == game.wagers[wager].label]
        if prizes and by_hands == any(prize.hands_dealt for prize in prizes):
            make = prize_grid if by_hands else prize_table
            yield make(paid_words(game, wager), prizes)


def prize_table(title: str, prizes: Sequence[PostedPrize]) -> PageTable:
    has_envy = any(prize.envy_micros for prize in prizes)
    columns = (
        Column(title, wraps=True),
        Column("pays", right=True),
        *([Column("envy", right=True)] * has_envy),
    )
    return make_table(columns, (prize_row(prize, has_envy=has_envy) for prize in prizes))


def prize_row(prize: PostedPrize, *, has_envy: bool) -> Iterator[Cell]:
    yield capital(prize.hand)
    yield prize.as_written
    if has_envy:
        yield envy_words(prize.envy_micros, is_times_wager=prize.envy_times_wager)


def prize_grid(title: str, prizes: Sequence[PostedPrize]) -> PageTable:
    counts = sorted({prize.hands_dealt for prize in prizes if prize.hands_dealt})
    pays = {(prize.hand, prize.hands_dealt): prize.as_written for prize in prizes}
    columns = (Column(title), *(Column(f"{count} hands", right=True) for count in counts))
    hands = dict.fromkeys(prize.hand for prize in prizes)
    rows = ([capital(hand), *(pays.get((hand, count), "-") for count in counts)] for hand in hands)
    return make_table(columns, rows)
