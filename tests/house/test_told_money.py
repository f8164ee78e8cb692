"""What a line settles is what the table moved, for every game: of each spot, player and dealer."""

from collections import Counter
from datetime import date
from random import Random

import pytest

from pitboss.base.error import InputError
from pitboss.house.opening import open_table
from pitboss.house.told_money import settle_line, sum_up
from pitboss.rules import game_ids, load_game
from pitboss.rules.notation import read_record
from pitboss.table import command, event
from pitboss.table.money import HOUSE, METER, PLAYER
from table.test_replay import deal_round

SEATS = {1: "1", 2: "1", 4: "4", 6: "6"}
"""Each player is called like his first seat."""
ROUNDS = 40


def sit_down(game):
    table = open_table(game, day=date(2026, 1, 1), seed=5)
    for seat, player in SEATS.items():
        table.handle(command.TakeSeat(player, seat))
        table.handle(command.BuyIn(player, 10**15))
    return table


def lay_wagers(table, random):
    for seat in SEATS:
        for wager in sorted(map(table.setup.game.wager, table.setup.posted), key=lambda one: not one.alone):
            if wager.alone or random.random() < 0.7:
                stake = table.setup.posted[wager.id].minimum_micros * (random.randint(1, 2))
                try:
                    table.handle(command.PlaceWager(seat, wager.id, stake))
                    if random.random() < 0.4:
                        table.handle(command.PlaceToke(seat, wager.id, 1_000_000))
                except InputError:
                    continue


def play_round(table, random):
    """What its envy comes to, and its line."""
    table.handle(command.OpenBets())
    lay_wagers(table, random)
    envy = Counter()
    for one in (events := deal_round(table, random)):
        if isinstance(one, event.EnvyPaid):
            envy[int(SEATS[one.seat])] += one.micros
    return envy, events[-1].proof.line


def is_settling(movement):
    """Whether it neither lays a wager nor feeds a meter."""
    return not movement.source.startswith(PLAYER) and {*movement[:2]}.isdisjoint({METER, HOUSE})


@pytest.mark.parametrize("name", game_ids())
def test_a_line_settles_what_the_table_has_moved(name):
    table, random = sit_down(load_game(name)), Random(11)
    taken = [wager for wager in table.setup.progressives if not table.setup.game.wagers[wager].stays]
    wins = 0
    for _ in range(ROUNDS):
        envy, line = play_round(table, random)
        game, record = read_record(line)
        told = settle_line(line, record, game.replay(record)[0], taken, "")
        lost, won, tokes = sum_up([one for one in table.money.movements if is_settling(one)])
        by_player = Counter()
        for seat, micros in told.won.items():
            by_player[int(SEATS[seat])] += micros
        assert +by_player == +(won - envy), line
        assert (told.lost, told.tokes, told.faults) == (lost, tokes, ()), line
        wins += bool(told.won)
    assert wins
