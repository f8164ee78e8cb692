"""What becomes of a settled bet: one reading of it, told to the player and taught to the dealer."""

from fractions import Fraction

import pytest

from pitboss.base.odds import LOSE, PUSH, Kind, Pay, for_one, to_one
from pitboss.table.event import BetSettled
from pitboss.table.payment import Ending, ending_of, reason_words, sum_words, won_micros

DOLLAR = 1_000_000
METER = Pay(Kind.METER, Fraction(1, 10))


def settled(bet, result, stake, pay, payout, base=None):
    """A bet of seat 1, amounts in dollars."""
    amounts = [int(Fraction(part) * DOLLAR) for part in (stake, stake if base is None else base, payout)]
    return BetSettled(1, bet, result, amounts[0], pay, amounts[1], amounts[2])


@pytest.mark.parametrize(
    ("bet", "ending", "told", "taught"),
    [
        (
            settled("ante", "lose", 5, LOSE, 0),
            Ending.TAKEN,
            ("$5.00 lost", ""),
            "it loses: the ante of $5.00 is taken",
        ),
        (
            settled("bet", "surrender", 5, LOSE, "5/2"),
            Ending.PARTLY_TAKEN,
            ("$2.50 lost", "$2.50 back"),
            "the hand was surrendered: $2.50 of $5.00 is taken, $2.50 goes back",
        ),
        (
            settled("play", "dealer does not play", 5, PUSH, 5),
            Ending.PUSHED,
            ("push", "$5.00 back"),
            "the dealer does not play: the play pushes, $5.00 stays with the player",
        ),
        (
            settled("pair_plus", "flush", 5, to_one(4), 25),
            Ending.PAID,
            ("4 to 1 on $5.00 = $20.00", "$25.00 back"),
            "a flush pays 4 to 1: 4 x $5.00 = $20.00, with the wager $25.00",
        ),
        (
            settled("ante", "win", 5, to_one(1), 10),
            Ending.PAID,
            ("1 to 1 on $5.00 = $5.00", "$10.00 back"),
            "it wins 1 to 1: $5.00, with the wager $10.00",
        ),
        (
            settled("ante_bonus", "straight", 0, to_one(1), 5, base=5),
            Ending.PAID,
            ("1 to 1 on $5.00 = $5.00", ""),
            "a straight pays 1 to 1: $5.00, on top",
        ),
        (
            settled("bet", "natural", 5, to_one(Fraction(3, 2)), "25/2"),
            Ending.PAID,
            ("3 to 2 on $5.00 = $7.50", "$12.50 back"),
            "a natural pays 3 to 2: 3 x $5.00 / 2 = $7.50, with the wager $12.50",
        ),
        (
            settled("progressive", "straight", 1, for_one(6), 6),
            Ending.KEPT,
            ("6 for 1 on $1.00 = $6.00", "the wager is kept"),
            "a straight pays 6 for 1: 6 x $1.00 = $6.00, and the wager is kept",
        ),
        (
            settled("progressive", "straight_flush", 1, METER, 100),
            Ending.KEPT,
            ("10% of the meter = $100.00", "the wager is kept"),
            "a straight flush pays 10% of the meter: $100.00, and the wager is kept",
        ),
    ],
)
def test_a_settled_bet_is_told_to_the_player_and_taught_to_the_dealer(bet, ending, told, taught):
    assert ending_of(bet) is ending
    assert sum_words(bet) == told
    assert reason_words(bet) == taught


@pytest.mark.parametrize(("payout", "won"), [(0, -5), (5, 0), (25, 20)])
def test_what_is_won_is_what_comes_back_beyond_the_stake(payout, won):
    assert won_micros(settled("ante", "win", 5, to_one(4), payout)) == won * DOLLAR
