"""Paytables on a card: what each hand pays, a short table for each wager."""

from collections.abc import Iterator, Sequence

from pitboss.reports.card.foot import capital
from pitboss.reports.page import Block, Cell, Column, PageTable, make_table
from pitboss.reports.sign import PostedPrize, Sign, envy_words
from pitboss.reports.wording import bet_label
from pitboss.rules import Game


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
