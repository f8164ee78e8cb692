"""The single change of a paytable that would make a print true."""

from dataclasses import replace
from fractions import Fraction
from functools import cache

import pytest

from misprint import invent
from pitboss.analysis.analysis import Terms, analyze
from pitboss.audit.change import Change, find_changes, money_on
from pitboss.audit.definition import Definition
from pitboss.base.odds import to_one
from pitboss.base.printed import parse_print
from pitboss.reports.audit_sheet import change_words
from pitboss.rules import load_game
from pitboss.rules.paytable import Level


def changes(table, text, *, game="three_card_poker", pays=None):
    invented, chosen = invent(game, table, pays=pays)
    analysis = analyze(invented.with_paytable(chosen.id), chosen.wager)
    return find_changes(analysis, parse_print(text))


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
    assert said in [change_words(change) for change in changes(table, text)]


def test_whole_pays_come_before_halves_and_then_the_smallest_factor():
    found = changes("Pair Plus B", "2.3%")
    order = [(change.now.amount.denominator, change.size) for change in found]
    assert order == sorted(order)
    assert len(order) > 1


# -- nothing is left out ---------------------------------------------------------------------------

WAYS = {"straight_flush": 48, "three_of_a_kind": 52, "straight": 720, "flush": 1096, "pair": 3744}
"""The classical counts of three cards, out of 22100."""


def pair_plus_changes(pays, text):
    """By arithmetic: every line at every half up to 10,000 that pays no better hand less."""
    printed, lines = parse_print(text), list(WAYS)
    lost = 22_100 - sum(WAYS.values())
    found = set()
    for place, line in enumerate(lines):
        others = lost - sum(WAYS[other] * pays[n] for n, other in enumerate(lines) if other != line)
        least = pays[place + 1] if place + 1 < len(lines) else 0
        most = pays[place - 1] if place else 10_000
        for halves in range(2 * least, 2 * most + 1):
            if halves != 2 * pays[place] and printed.holds(
                Fraction(2 * others - WAYS[line] * halves, 2 * 22_100)
            ):
                found.add((line, Fraction(halves, 2)))
    return found


def spelled_out(found):
    """Every pay of every change."""
    return {
        (change.line, change.low + Fraction(step, 2))
        for change in found
        for step in range(int((change.high - change.low) * 2) + 1)
    }


@pytest.mark.parametrize("text", ["2.32%", "5%", "0.1%", "3.44%", "12.34%", "73.10%"])
@pytest.mark.parametrize(
    "pays", [(40, 30, 6, 4, 1), (40, 25, 6, 4, 1), (40, 10, 3, 1, 1), (9000, 2, 2, 2, 0)]
)
def test_a_wager_without_decisions_has_the_changes_that_arithmetic_finds_and_no_others(pays, text):
    found = changes("Pair Plus A", text, pays=",".join(map(str, pays)))
    assert spelled_out(found) == pair_plus_changes(pays, text)


@cache
def figures_with(game_name, tie_rule, table_name, line, halves):
    """With one pay changed: the same for every print and definition that the pays are tried for."""
    game = load_game(game_name).with_settings(tie_rule=tie_rule)
    table = game.paytables[table_name]
    changed = replace(table, pays={**table.pays, line: to_one(Fraction(halves, 2))})
    return analyze(game.with_table(changed), table.wager).figures


@pytest.mark.parametrize("tie_rule", ["cheapest", "dearest"])
@pytest.mark.parametrize("definition", [*Definition], ids=lambda definition: definition.name)
@pytest.mark.parametrize(
    ("game_name", "table_name", "text"),
    [
        ("three_card_poker", "Ante A", "3.4%"),
        ("three_card_poker", "Ante A", "2.0%"),
        ("three_card_draw_poker", "TCDPPP Ante Bonus", "0.2%"),
        ("three_card_draw_poker", "TCDPPP Ante Bonus", "1.0%"),
    ],
)
def test_a_game_of_decisions_has_the_changes_that_trying_every_pay_finds(
    game_name, table_name, text, definition, tie_rule, monkeypatch
):
    """The best pay goes up to 30 here: beyond, trying takes too long."""
    monkeypatch.setattr("pitboss.audit.change.LARGEST_PAY", 30)
    game, printed = load_game(game_name).with_settings(tie_rule=tie_rule), parse_print(text)
    table = game.paytables[table_name]
    pays, tried = list(table.pays.values()), set()
    for place, (line, pay) in enumerate(table.pays.items()):
        least = pays[place + 1].amount if place + 1 < len(pays) else Fraction(0)
        most = pays[place - 1].amount if place else Fraction(30)
        for halves in range(int(2 * least), int(2 * most) + 1):
            figures = figures_with(game_name, tie_rule, table_name, line, halves)
            if 2 * pay.amount != halves and printed.holds(
                figures.house_advantage / definition.divisor(figures)
            ):
                tried.add((line, Fraction(halves, 2)))
    found = find_changes(analyze(game.with_paytable(table_name), table.wager), printed, definition)
    assert spelled_out(found) == tried
    guessed = find_changes(analyze(game.with_table(table), table.wager), printed, definition, guess=True)
    assert spelled_out(guessed) <= tried


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


def test_a_pay_may_be_any_number_of_times_the_printed_one():
    """40-10-3-1-1 keeps 7000 of 22100 hands; each unit on the 48 straight flushes takes 48 off."""
    assert lines_changed(changes("Pair Plus A", "5.61%", pays="40,10,3,1,1")) == ["straight_flush"]  # at 160
    assert "straight_flush" in lines_changed(changes("Pair Plus A", "3.44%", pays="40,10,3,1,1"))  # at 170


def test_a_share_of_a_meter_is_never_changed():
    """With $1 in the meter, twice the share of it would be worth one hand in 22100."""
    game = load_game("three_card_poker")
    analysis = analyze(game, "progressive", Terms(levels={"": Level(seed=Fraction(1))}))
    target = analysis.figures.house_advantage - Fraction(1, 22_100)
    assert find_changes(analysis, parse_print(f"{float(target * 100):.5f}%")) == []


def test_the_money_on_a_line_is_the_slope_of_the_advantage():
    game = load_game("three_card_poker")
    table = game.paytables["Ante A"]
    figures = analyze(game, "ante").figures
    dearer = replace(table, pays={**table.pays, "straight": to_one(2)})
    richer = analyze(game.with_table(dearer), "ante").figures
    assert money_on(figures, "straight") == figures.house_advantage - richer.house_advantage
    assert money_on(figures, "straight") == Fraction(720, 22_100)  # a straight is always played


def test_a_change_reads_as_a_sentence():
    half = Fraction(1, 2)
    assert (
        change_words(Change("pair", to_one(1), Fraction(2), Fraction(2)))
        == "pair at 2 to 1 instead of 1 to 1"
    )
    assert change_words(Change("pair", to_one(1), 3 * half, 3 * half)) == "pair at 3 to 2 instead of 1 to 1"
    assert change_words(Change("royal", to_one(500), Fraction(784), Fraction(806))) == (
        "royal at 800 to 1 instead of 500 to 1 (or any pay from 784 to 1 up to 806 to 1)"
    )
