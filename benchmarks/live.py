"""The live table, seven seats with every wager down, beside pokerkit's simulation of a hand.

Both deal, decide, keep the books and settle by their whole state machine; the table also makes its
events, the view of the seat that decides and what everybody sees. Slices of both alternate within one
run and processor time is compared, so that a noisy machine treats them alike. What is compared is the
rate of cards dealt.
"""

import time
from collections.abc import Iterator
from datetime import date
from random import Random
from statistics import fmean, median
from typing import NamedTuple

from pokerkit import Automation, NoLimitTexasHoldem

from benchmarks.measure import Line, progress
from pitboss.base.money import MICROS
from pitboss.house.opening import open_table
from pitboss.rules import game_ids, load_game
from pitboss.table import command
from pitboss.table.phase import Phase
from pitboss.table.table import Table
from pitboss.table.view import view

SEATS = 7
PLAYERS = 6
"""At pokerkit's table: a hand is called down to the river, which deals two cards each and five more."""
SLICES, HANDS, ROUNDS = 7, 60, 60
REQUIRED = 5


def live(*, full: bool) -> Iterator[Line]:
    del full
    lines, ratios = [], []
    for name in game_ids():
        progress(f"live table: {load_game(name).name}")
        rate = measure(name)
        ratios.append(rate.ratio)
        lines.append(rate.line(load_game(name).name))
    yield Line(
        "live table, the whole catalogue",
        "",
        ratio=f"{fmean(ratios):.1f}x",
        required=f"{REQUIRED}x cards",
        passed=fmean(ratios) >= REQUIRED,
    )
    yield from lines


class Rate(NamedTuple):
    rounds: float
    cards: float
    pokerkit: float
    ratio: float

    def line(self, name: str) -> Line:
        return Line(
            f"live table, {name}",
            f"{self.rounds:,.0f} rounds, {self.cards:,.0f} cards a second",
            enumeration=f"pokerkit: {self.pokerkit:,.0f} cards a second",
            ratio=f"{self.ratio:.1f}x",
        )


def measure(name: str) -> Rate:
    table, random = seat_everybody(name), Random(1)
    play_rounds(table, random, ROUNDS)
    ours, theirs, rounds = [], [], []
    for _ in range(SLICES):
        start = time.process_time()
        cards = sum(deal_hand() for _ in range(HANDS))
        middle = time.process_time()
        dealt = play_rounds(table, random, ROUNDS)
        end = time.process_time()
        theirs.append(cards / (middle - start))
        ours.append(dealt / (end - middle))
        rounds.append(ROUNDS / (end - middle))
    ratio = median(one / other for one, other in zip(ours, theirs, strict=True))
    return Rate(median(rounds), median(ours), median(theirs), ratio)


def seat_everybody(name: str) -> Table:
    table = open_table(load_game(name), day=date(2026, 1, 1), seed=1, seats=SEATS)
    for seat in range(1, SEATS + 1):
        table.handle(command.TakeSeat(f"player {seat}", seat))
        table.handle(command.BuyIn(f"player {seat}", 1_000_000_000 * MICROS))
    return table


def play_rounds(table: Table, random: Random, count: int) -> int:
    """So many whole rounds; the number of cards dealt."""
    return sum(play_round(table, random) for _ in range(count))


def play_round(table: Table, random: Random) -> int:
    table.handle(command.OpenBets())
    for seat in range(1, SEATS + 1):
        for wager, limit in table.setup.posted.items():
            table.handle(command.PlaceWager(seat, wager, limit.minimum_micros))
    table.handle(command.CallNoMoreBets())
    deal = table.running.deal
    table.deal_on()
    while table.phase is Phase.DECIDING:
        asked = view(table, table.running.deal.step.seat).asked  # type: ignore[union-attr]
        assert asked
        assert view(table)
        option = random.choice(asked.options)
        table.handle(command.Decide(asked.seat, asked.question, option.name))
        table.deal_on()
    return deal.dealt


def deal_hand() -> int:
    """A hand of hold'em at pokerkit's table, everybody in to the end; the number of cards dealt."""
    state = NoLimitTexasHoldem.create_state(
        (
            Automation.ANTE_POSTING,
            Automation.BET_COLLECTION,
            Automation.BLIND_OR_STRADDLE_POSTING,
            Automation.CARD_BURNING,
            Automation.HOLE_DEALING,
            Automation.BOARD_DEALING,
            Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
            Automation.HAND_KILLING,
            Automation.CHIPS_PUSHING,
            Automation.CHIPS_PULLING,
        ),
        True,  # antes are alike for all
        0,
        (1, 2),
        2,
        200,
        PLAYERS,
    )
    while state.status:
        state.check_or_call()
    return 2 * PLAYERS + 5
