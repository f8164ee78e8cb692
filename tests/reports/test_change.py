"""The single change of a paytable that would make a print true."""

from dataclasses import replace
from fractions import Fraction

import pytest
from misprint import invent

from pitboss.analysis.analysis import Terms, analyze
from pitboss.base.odds import to_one
from pitboss.reports.change import Change, find_changes, money_on
from pitboss.reports.explanation import house_advantage
from pitboss.reports.printed import parse_print
from pitboss.rules import load_game
from pitboss.rules.paytable import Level


def changes(table, text, *, game="three_card_poker", pays=None):
    invented, chosen = invent(game, table, pays=pays)
    analysis = analyze(invented.with_paytable(chosen.id), chosen.wager)
    return find_changes(analysis, parse_print(text), house_advantage)


# Every Pair Plus table is another one with one line changed; the advantages are those of the changed one.
@pytest.mark.parametrize(
    ("table", "text", "said"),
    [
        ("Pair Plus C", "2.32%", "straight at 6 to 1 instead of 5 to 1"),
        ("Pair Plus D", "2.32%", "flush at 4 to 1 instead of 3 to 1"),
        ("Pair Plus B", "2.32%", "three_of_a_kind at 30 to 1 instead of 25 to 1"),
        ("Pair Plus A", "7.28%", "flush at 3 to 1 instead of 4 to 1"),
        ("Pair Plus A", "5.57%", "straight at 5 to 1 instead of 6 to 1"),
        ("Ante A", "3.61%", "three_of_a_kind at 3 to 1 instead of 4 to 1"),
    ],
)
def test_the_one_changed_line_is_found(table, text, said):
    assert said in [str(change) for change in changes(table, text)]


def test_the_smallest_change_comes_first():
    found = changes("Pair Plus B", "2.32%")
    sizes = [abs(change.now.amount - change.was.amount) for change in found]
    assert sizes == sorted(sizes)
    assert sizes


def test_what_is_said_is_true_of_the_changed_table():
    for change in changes("Pair Plus C", "2.32%"):
        game = load_game("three_card_poker")
        table = game.paytables["Pair Plus C"]
        assert table.pays[change.line] == change.was
        changed = replace(table, pays={**table.pays, change.line: change.now})
        exact = analyze(game.with_table(changed), "pair_plus").house_advantage
        assert exact == change.exact
        assert parse_print("2.32%").holds(exact)


def test_a_print_that_is_true_already_needs_no_change():
    assert changes("Pair Plus A", "2.32%") == []


def test_no_change_is_made_up_for_a_print_out_of_reach():
    assert changes("Pair Plus A", "73.10%") == []


def lines_changed(found):
    return [change.line for change in found]


def test_a_better_hand_is_never_made_to_pay_less():
    """40-30-4-3-1 keeps 3048 of 22100 hands; each unit on the 1096 flushes takes 1096 off."""
    assert lines_changed(changes("Pair Plus A", "8.83%", pays="40,30,4,3,1")) == [
        "flush"
    ]  # at 4, like a straight
    assert lines_changed(changes("Pair Plus A", "3.87%", pays="40,30,4,3,1")) == []  # at 5, above a straight


def test_no_misprint_is_thought_to_be_more_than_fourfold():
    """40-10-3-1-1 keeps 7000 of 22100 hands; each unit on the 48 straight flushes takes 48 off."""
    assert lines_changed(changes("Pair Plus A", "5.61%", pays="40,10,3,1,1")) == ["straight_flush"]  # at 160
    assert lines_changed(changes("Pair Plus A", "3.44%", pays="40,10,3,1,1")) == []  # at 170


def test_a_share_of_a_meter_is_never_changed():
    """With $1 in the meter, twice the share of it would be worth one hand in 22100."""
    game = load_game("three_card_poker")
    analysis = analyze(game, "progressive", Terms(levels={"": Level(seed=Fraction(1))}))
    target = analysis.figures.house_advantage - Fraction(1, 22_100)
    assert find_changes(analysis, parse_print(f"{float(target * 100):.5f}%"), house_advantage) == []


def test_the_money_on_a_line_is_the_slope_of_the_advantage():
    game = load_game("three_card_poker")
    table = game.paytables["Ante A"]
    figures = analyze(game, "ante").figures
    dearer = replace(table, pays={**table.pays, "straight": to_one(2)})
    richer = analyze(game.with_table(dearer), "ante").figures
    assert money_on(figures, "straight") == figures.house_advantage - richer.house_advantage
    assert money_on(figures, "straight") == Fraction(720, 22_100)  # a straight is always played


def test_a_change_reads_as_a_sentence():
    assert str(Change("pair", to_one(1), to_one(2), Fraction(0))) == "pair at 2 to 1 instead of 1 to 1"
