"""Full-deck answers against figures that others have published.

Sources: WoO = the Wizard of Odds pages on each game; counts of hands are classical. The printed
figures of the approved documents are the audit's.
"""

from fractions import Fraction

import pytest

from pitboss.analysis.analysis import Terms, analyze
from pitboss.analysis.counting import count
from pitboss.base.figure import format_percent
from pitboss.rules import load_game


def percent(value, digits=2):
    return format_percent(value, digits)


def test_three_card_poker_ante_and_play_lose_3_37_percent_of_the_ante_and_2_01_percent_of_the_money():
    """WoO, Three Card Poker, ante bonus 5-4-1: house edge 3.37%, element of risk 2.01%."""
    found = analyze(load_game("three_card_poker"), "ante").figures
    assert percent(found.house_advantage) == "3.37%"
    assert percent(found.element_of_risk) == "2.01%"
    assert found.tally.total == 407_170_400


@pytest.mark.parametrize(
    ("table", "edge"),
    [("Pair Plus A", "2.32%"), ("Pair Plus B", "3.49%"), ("Pair Plus C", "5.57%"), ("Pair Plus D", "7.28%")],
)
def test_pair_plus_tables_as_published(table, edge):
    """WoO, Three Card Poker, Pair Plus pay tables 1 to 4 and 6: 2.32%, 3.49%, 5.57% and 7.28%."""
    assert (
        percent(analyze(load_game("three_card_poker").with_paytable(table), "pair_plus").house_advantage)
        == edge
    )


def test_mississippi_stud_loses_4_91_percent_of_the_ante_and_1_37_percent_of_the_money():
    """WoO, Mississippi Stud: house edge 4.91%, element of risk 1.37%, average wager 3.59 units (the same in
    Casino City Times, House edge and element of risk, 19 April 2018).

    Ties between equally good bets are real here: only the dearer choice gives the published average.
    """
    game = load_game("mississippi_stud").with_settings(tie_rule="dearest")
    found = analyze(game, "ante").figures
    assert percent(found.house_advantage) == "4.91%"
    assert percent(found.element_of_risk) == "1.37%"
    assert percent(found.average_total_wager / 100) == "3.59%"
    cheapest = analyze(game.with_settings(tie_rule="cheapest"), "ante").figures
    assert cheapest.house_advantage == found.house_advantage
    assert percent(cheapest.average_total_wager / 100) == "3.48%"


def test_caribbean_stud_loses_5_22_percent_of_the_ante_and_2_56_percent_of_the_money():
    """WoO, Caribbean Stud: house edge 5.224%, element of risk 2.555%; 19,933,230,517,200 combinations."""
    found = analyze(load_game("caribbean_stud"), "ante").figures
    assert percent(found.house_advantage, 3) == "5.224%"
    assert percent(found.element_of_risk, 3) == "2.555%"
    assert found.tally.total == 19_933_230_517_200


def test_six_card_bonus_hands_as_enumerated():
    """All 20,358,520 six-card hands by their best five, as enumerated in `benchmarks/`."""
    found = analyze(load_game("three_card_poker"), "six_card_bonus").figures
    ways = {line.name: line.ways for line in found.outcomes}
    assert ways == {
        "royal_flush": 188,
        "straight_flush": 1_656,
        "four_of_a_kind": 14_664,
        "full_house": 165_984,
        "flush": 205_792,
        "straight": 361_620,
        "three_of_a_kind": 732_160,
        "lose": 18_876_456,
    }


def test_five_card_progressive_counts_are_the_classical_ones():
    """4, 36, 624, 3,744, 5,108, 10,200 and 54,912 of 2,598,960 five-card hands."""
    found = count(load_game("mississippi_stud"), ("progressive",)).free["progressive"]
    assert sorted(found.ways)[:-1] == [4, 36, 624, 3_744, 5_108, 10_200, 54_912]
    assert sum(found.ways) == 2_598_960


def test_bet_the_set_top_award_is_one_in_496_511_and_a_half():
    """Six decks: 52 * C(6,2) * C(4,2) of C(312,2) * C(310,2) ways."""
    meter = analyze(load_game("blackjack"), "progressive").meter
    assert meter is not None
    assert 1 / meter.top_chance("") == Fraction(312 * 311 * 310 * 309, 52 * 6 * 5 * 4 * 3)


def test_cover_all_for_two_hands_is_exact_and_for_eight_it_is_certified():
    game = load_game("caribbean_stud")
    two = analyze(game, "cover_all", Terms(players=1))
    eight = analyze(game, "cover_all", Terms(players=7))
    assert two.interval.low == two.interval.high
    assert eight.interval.low < eight.interval.high
    assert eight.interval.half_width <= Fraction(5, 100_000)
    assert eight.interval.miss <= 0.001
