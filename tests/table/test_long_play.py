"""Long seeded play through the whole engine comes out as the exact distribution says, wager by wager.

One seat has every wager of the game down; each round has a fresh shuffle, so that rounds are independent.
At a full table each seat plays by its own cards alone, so every seat comes to the same distribution: the one
in the middle is watched. Over a shared board one seat is enough, for to count it takes a minute. What each
wager comes to is counted and held against its exact distribution by a chi-square test. All tests of one run
together raise a false alarm with a chance of one in a thousand (Bonferroni); seeds are fixed.

The first game of each kind (`structure.kind_of`) has the longest run; the engine goes about the others in the
same way, and a quarter as many rounds are there for what is their own: cards, wagers, paytables.
"""

from collections import Counter
from fractions import Fraction
from functools import cache
from time import perf_counter

import pytest
from blackjack_exact import chances_of_bet, chances_of_insurance, chances_of_set
from exact import cheapest_to_stay, choose, dearest, exact_chances
from stand import DAY, MICROS, card_source

from pitboss.analysis.fit import draws_base
from pitboss.cards import Card
from pitboss.house.evidence import chi_square_tail
from pitboss.rules import game_ids, load_game
from pitboss.table import command, event
from pitboss.table.meter import open_meters
from pitboss.table.phase import Phase
from pitboss.table.randomness import SeededRandomness
from pitboss.table.setup import Setup
from pitboss.table.table import Table
from structure import games_where, has_too_many, one_of_each_kind, reads_cards, shares_board

SEED = 20240614
SHORT, MIDDLE, LONG = 800, 5_000, 20_000
FULL_SHORT, FULL_MIDDLE, FULL_LONG = 200, 750, 3_000
FULL = 7
LEVEL = 1 / 1000
LEAST = 5
"""Outcomes that are expected less often than this are put together."""
STAKE = 10 * MICROS


@cache
def is_drawn(name):
    """Whether its hands are drawn to a total: then they are decided by it, and known by another count."""
    return draws_base(load_game(name))


def subjects(name, seats=1):
    """What is tested of a game: each wager, or the bets of one that are known each by itself.

    Cover All's outcomes depend on the number of hands: known exactly for two.
    """
    game = load_game(name)
    if is_drawn(name):
        return {"bet": ("bet",), "insurance": ("insurance",), "progressive": ("progressive",)}
    wagers = [game.wagers[wager] for wager in game.offered]
    return {w.id: w.bets for w in wagers if seats == 1 or w.look != "highest"}


HELD = games_where(lambda game: shares_board(game) or not has_too_many(game))
"""Games of which every situation is held, or a shared board counted, so that play by a rule of one's own has
an exact distribution."""
TESTS = sum(len(subjects(name, seats)) for name in game_ids() for seats in (1, FULL))


# -- the table's side ------------------------------------------------------------------------------


def open_long_table(name, seats):
    game = load_game(name)
    source = card_source(game, SeededRandomness(SEED + sum(name.encode()) + seats))
    table = Table(Setup(game, DAY, is_live=False, closed=game.unoffered), source, open_meters(game))
    for seat in range(1, seats + 1):
        table.handle(command.TakeSeat(f"player {seat}", seat))
        table.handle(command.BuyIn(f"player {seat}", 10**9 * MICROS))
    return table


@cache
def play(name, rounds, seats):
    """How often each subject of the middle seat came to each outcome, and the rounds a second."""
    table = open_long_table(name, seats)
    posted = table.setup.posted
    stakes = {w: min(max(STAKE, posted[w].minimum_micros), posted[w].maximum_micros) for w in posted}
    in_order = sorted(stakes, key=lambda wager: not table.setup.game.wagers[wager].alone)
    bets = [command.PlaceWager(seat + 1, wager, stakes[wager]) for seat in range(seats) for wager in in_order]
    unit = {bet: stakes[wager] for wager in stakes for bet in table.setup.game.wagers[wager].bets}
    counted = {subject: Counter() for subject in subjects(name, seats)}
    started = perf_counter()
    for _ in range(rounds):
        settled = {e.bet: e for e in play_round(table, bets) if e.seat == (seats + 1) // 2}
        for subject, names in subjects(name, seats).items():
            found = [settled[bet] for bet in names if bet in settled]
            counted[subject][tuple((e.bet, e.result, e.stake_micros, paid(e)) for e in found)] += 1
    speed = rounds / (perf_counter() - started)
    return {subject: in_units(counts, unit) for subject, counts in counted.items()}, speed


def play_round(table, bets):
    table.handle(command.OpenBets())
    for asked in (*bets, command.CallNoMoreBets()):
        table.handle(asked)
    settled = []
    while table.phase is not Phase.IDLE:
        if table.phase is Phase.DECIDING:
            step = table.running.deal.step
            events = table.handle(command.Decide(step.seat, step.question, decide(table, step)))
        else:
            events = table.handle(command.Proceed(table.running.point))
        settled += [e for e in events if isinstance(e, event.BetSettled)]
    return settled


def decide(table, step):
    deal = table.running.deal
    if is_drawn(table.setup.game.id):
        return decide_by_total(step, deal.round.cards(f"seat {step.seat} hand"))
    if reads_cards(table.setup.game):
        return dearest(step.options).name
    if shares_board(table.setup.game):
        return cheapest_to_stay(step.options).name
    hands = [hand for hand in deal.round.hands if not hand.startswith("seat ") or is_of(step.seat, hand)]
    seen = [slot for hand in hands for slot in deal.seen_by(step.seat, hand) if isinstance(slot, Card)]
    return choose(step, seen).name


def is_of(seat, hand):
    return hand.startswith(f"seat {seat} ")


def decide_by_total(step, cards):
    if step.question == "insurance":
        return "insurance"
    values = [1 if card.rank == 14 else min(card.rank, 10) for card in cards]
    total = sum(values) + (10 if 1 in values and sum(values) <= 11 else 0)
    return "hit" if total <= 11 else "stand"


def paid(settled):
    """What a fixed pay came to; a meter's amount is not known beforehand."""
    return None if "%" in str(settled.pay) else settled.payout_micros


def in_units(counts, unit):
    found = {}
    for outcome, times in counts.items():
        key = frozenset(
            (bet, result, Fraction(stake, unit[bet]), None if pays is None else Fraction(pays, unit[bet]))
            for bet, result, stake, pays in outcome
        )
        found[key] = found.get(key, 0) + times
    return found


# -- the exact side --------------------------------------------------------------------------------

BET_PAYS = {"natural": "5/2", "two naturals": 1, "dealer natural": 0, "win": 2, "tie": 1, "lose": 0}
SET_PAYS = {"suited_four_of_a_kind": None, "four_of_a_kind": 500, "suited_pair": 25, "lose": 0}
INSURANCE_PAYS = {"insured": "3/2", "no natural": 0}


@cache
def chances(name, subject):
    if not is_drawn(name):
        return {frozenset(key): p for key, p in exact_chances(load_game(name), subject).items()}
    if subject == "bet":
        return one_bet("bet", 1, chances_of_bet(), BET_PAYS)
    if subject == "insurance":
        return one_bet("insurance", "1/2", chances_of_insurance(), INSURANCE_PAYS)
    return one_bet("progressive", 1, chances_of_set(), SET_PAYS)


def one_bet(bet, stake, results, pays):
    """Outcomes of a bet on its own; without a result it was never made."""
    found = {}
    for result, chance in results.items():
        pay = pays.get(result)
        settled = (bet, result, Fraction(stake), None if pay is None else Fraction(pay))
        found[frozenset({settled} if result else ())] = chance
    return found


# -- the comparison --------------------------------------------------------------------------------


def chi_square(counts, expected, rounds):
    """The chance of a deviation at least so large; rare outcomes are put together."""
    cells, rare = [], [0, 0.0]
    for outcome, chance in sorted(expected.items(), key=lambda item: item[1]):
        wanted = float(chance * rounds)
        if wanted < LEAST or 0 < rare[1] < LEAST:
            rare = [rare[0] + counts.get(outcome, 0), rare[1] + wanted]
        else:
            cells.append((counts.get(outcome, 0), wanted))
    if rare[1]:
        cells.append(tuple(rare))
    statistic = sum((found - wanted) ** 2 / wanted for found, wanted in cells)
    return chi_square_tail(statistic, len(cells) - 1)


def compare(name, rounds, seats=1):
    seats = min(seats, load_game(name).most_seats or seats)
    played, speed = play(name, rounds, seats)
    print(f"{name}, {seats} seats: {speed:,.0f} rounds a second")
    for subject, counts in played.items():
        expected = chances(name, subject)
        assert sum(expected.values()) == 1
        assert sum(counts.values()) == rounds
        assert not counts.keys() - expected.keys(), f"{subject}: outcomes that cannot be"
        chance = chi_square(counts, expected, rounds)
        print(f"  {subject}: {len(counts)} of {len(expected)} outcomes, chance {chance:.4f}")
        assert chance > LEVEL / TESTS, f"{name} {subject}: a deviation of chance {chance:.2e}"


@cache
def is_first(name):
    """Whether it stands for its kind."""
    return name in one_of_each_kind(game_ids())


@pytest.mark.parametrize("name", one_of_each_kind(game_ids()))
def test_a_short_run_agrees_with_the_exact_distribution(name):
    compare(name, SHORT)


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize("name", HELD)
def test_a_long_run_agrees_with_the_exact_distribution(name):
    compare(name, LONG if is_first(name) else MIDDLE)


@pytest.mark.parametrize("name", one_of_each_kind(game_ids()))
def test_a_short_run_of_a_full_table_agrees_with_the_exact_distribution(name):
    compare(name, FULL_SHORT, FULL)


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize("name", [name for name in HELD if not shares_board(load_game(name))])
def test_a_long_run_of_a_full_table_agrees_with_the_exact_distribution(name):
    compare(name, FULL_LONG if is_first(name) else FULL_MIDDLE, FULL)


def test_the_comparison_finds_a_slight_bias():
    """A coin that falls on one side 51.7 times in a hundred, in as many rounds as a long run has."""
    fair = {"heads": Fraction(1, 2), "tails": Fraction(1, 2)}
    assert chi_square({"heads": 10_340, "tails": 9_660}, fair, LONG) < LEVEL / TESTS
    assert chi_square({"heads": 10_050, "tails": 9_950}, fair, LONG) > LEVEL / TESTS


def test_the_exact_chance_of_the_top_hand_of_bet_the_set_is_the_printed_one():
    """Printed without its words: 496,512."""
    assert round(1 / chances_of_set()["suited_four_of_a_kind"]) == 496_512
