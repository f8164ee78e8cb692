"""Games outside the catalogue are dealt at the live table too: a module and a data file are enough."""

from datetime import date
from random import Random

import blackjack_splits
import one_raise_holdem
import pai_gow
import pytest
from definition import define

from pitboss.house.opening import open_table
from pitboss.rules import Seat, load_game
from pitboss.table import command, event
from pitboss.table.phase import Phase

MODULES = (blackjack_splits, pai_gow, one_raise_holdem)
SEATS = (1, 3, 4)


def play_round(table, random):
    """Every wager down, decisions at random; the round's events."""
    before = {seat: table.chips(f"player {seat}") for seat in SEATS}
    events = [*table.handle(command.OpenBets())]
    for seat in SEATS:
        for wager in sorted(table.setup.game.wagers.values(), key=lambda wager: not wager.alone):
            stake = table.setup.posted[wager.id].minimum_micros
            events += table.handle(command.PlaceWager(seat, wager.id, stake))
    events += table.handle(command.CallNoMoreBets())
    events += table.deal_on()
    while table.phase is Phase.DECIDING:
        step = table.running.deal.step
        events += table.handle(command.Decide(step.seat, step.question, random.choice(table.options()).name))
        events += table.deal_on()
    return events, {seat: table.chips(f"player {seat}") - before[seat] for seat in SEATS}


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_a_new_game_is_dealt_and_settled_as_its_rules_say(module):
    game, random = define(module), Random(1)
    table = open_table(game, day=date(2026, 1, 1), seed=5)
    for seat in SEATS:
        table.handle(command.TakeSeat(f"player {seat}", seat))
        table.handle(command.BuyIn(f"player {seat}", 10**13))
    for _ in range(30):
        events, won = play_round(table, random)
        assert isinstance(events[-1], event.RoundClosed)
        assert table.phase is Phase.IDLE
        settled = [one for one in events if isinstance(one, event.BetSettled)]
        for seat in SEATS:
            nets = [one.payout_micros - one.stake_micros for one in settled if one.seat == seat]
            assert won[seat] == sum(nets), "what a player wins is what the bets paid"


def test_a_bet_taken_back_is_not_at_risk():
    """Let It Ride: three stakes go down, two of them may come back, and each counts for itself."""
    game = load_game("let_it_ride")
    table = open_table(game, day=date(2026, 1, 1), seed=5)
    table.handle(command.TakeSeat("ann", 1))
    table.handle(command.BuyIn("ann", 100_000_000))
    table.handle(command.OpenBets())
    table.handle(command.PlaceWager(1, "bets", 5_000_000))
    assert table.chips("ann") == 85_000_000
    table.handle(command.CallNoMoreBets())
    table.deal_on()
    table.handle(command.Decide(1, "first bet", "take back"))
    assert table.chips("ann") == 90_000_000
    assert Seat(1, {"bets": 5}) in table.running.deal.seats
    table.deal_on()
    voided = table.handle(command.VoidRound("the floor", "for a test"))[-1]
    assert voided.returned == ((1, 10_000_000),)
    assert table.chips("ann") == 100_000_000
