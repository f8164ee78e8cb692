"""The games measured: each is solved both ways, compared exactly and timed side by side."""

from collections.abc import Iterator
from fractions import Fraction
from math import comb
from statistics import median

import numpy as np

from benchmarks import enumeration
from benchmarks.check import Ints, as_fractions, find_decision, find_rows, pay_row, same
from benchmarks.enumeration import RENAMINGS
from benchmarks.measure import (
    Line,
    at_least,
    at_most,
    clock,
    clock_afresh,
    format_time,
    new_process,
    side_by_side,
)
from pitboss.analysis.bestplay import Counted, Solution
from pitboss.analysis.counting import count
from pitboss.analysis.figures import Figures
from pitboss.rules import Game, load_game

# -- Three Card Poker ------------------------------------------------------------------------------

THREE_CARD_LINES = {
    enumeration.PAIR: "pair",
    enumeration.FLUSH_3: "flush",
    enumeration.STRAIGHT_3: "straight",
    enumeration.TRIPS_3: "three_of_a_kind",
    enumeration.STRAIGHT_FLUSH_3: "straight_flush",
}


def price_designators(game: Game) -> tuple[list[Fraction], list[Fraction]]:
    """The player's expectation on Ante and Pair Plus for every designator.

    Each wager is counted once and each of its tables priced once: a designator is a pair of them.
    """
    value: dict[str, Fraction] = {}
    for wager in ("ante", "pair_plus"):
        counted = count(game, (wager,))
        for table in game.tables_for(wager):
            tally = counted.price(game.with_paytable(table.id)).tallies[wager]
            value[table.id] = Figures(tally).expected_net
    tables = game.designators.values()
    return [value[ante] for ante, _ in tables], [value[pair_plus] for _, pair_plus in tables]


def price_together(game: Game) -> tuple[list[Fraction], list[Fraction]]:
    """The same with both wagers down, as the enumeration deals it: every designator solved in full."""
    counted = count(game, ("ante", "pair_plus"))
    solutions = [counted.price(game.with_paytable(name)) for name in game.designators]
    pair_plus = [Figures(solution.tallies["pair_plus"]).expected_net for solution in solutions]
    return [solution.value for solution in solutions], pair_plus


def deal_designators(games: list[Game], *, look_up: bool = False) -> tuple[list[Fraction], list[Fraction]]:
    """The same by one enumeration for all tables."""
    bonus = [pay_row(g.chosen["ante"][0].pays, THREE_CARD_LINES, 6, otherwise=0) for g in games]
    pair_plus = [pay_row(g.chosen["pair_plus"][0].pays, THREE_CARD_LINES, 6, otherwise=-1) for g in games]
    won = np.zeros((2, len(games)), np.int64)
    tables = np.array(bonus, np.int64), np.array(pair_plus, np.int64)
    if look_up:
        worths = np.zeros((enumeration.DECK,) * 3, np.int32)
        deals = enumeration.three_card_poker_looked_up(*tables, won[0], won[1], worths)
    else:
        deals = enumeration.three_card_poker(*tables, won[0], won[1])
    ante, pair_plus_won = as_fractions(won, deals)
    return ante, pair_plus_won


def three_card_poker(*, full: bool) -> Iterator[Line]:
    game = load_game("three_card_poker")
    games = [game.with_paytable(name) for name in game.designators]
    values = price_designators(game)
    same("Three Card Poker", values, deal_designators(games))
    same("Three Card Poker, together", values, price_together(game))
    same("Three Card Poker, looked up", values, deal_designators(games, look_up=True))
    plain = side_by_side(lambda: price_designators(game), lambda: deal_designators(games), rounds=3)
    clever = side_by_side(
        lambda: price_designators(game), lambda: deal_designators(games, look_up=True), rounds=3
    )
    together = side_by_side(lambda: price_together(game), lambda: deal_designators(games), rounds=3)
    yield Line(
        "Three Card Poker, 12 designators",
        format_time(plain.ours),
        new_process("three_card_poker", "ante"),
        format_time(plain.theirs),
        **at_least(plain.ratio, 50),
    )
    yield Line(
        "the same, 12 times with both wagers down",
        format_time(together.ours),
        enumeration=format_time(together.theirs),
        ratio=f"{together.ratio:.0f}x",
    )
    yield Line(
        "the same, the loop looks the dealer's hands up",
        format_time(clever.ours),
        enumeration=format_time(clever.theirs),
        ratio=f"{clever.ratio:.0f}x",
    )


# -- 6 Card Bonus ----------------------------------------------------------------------------------

FIVE_CARD_LINES = {
    enumeration.PAIR: "pair",
    enumeration.TWO_PAIR: "two_pair",
    enumeration.TRIPS: "three_of_a_kind",
    enumeration.STRAIGHT: "straight",
    enumeration.FLUSH: "flush",
    enumeration.FULL_HOUSE: "full_house",
    enumeration.QUADS: "four_of_a_kind",
    enumeration.STRAIGHT_FLUSH: "straight_flush",
    enumeration.ROYAL: "royal_flush",
}
CATEGORIES = 10


def count_six() -> Counted:
    return count(load_game("three_card_poker"), ("ante", "six_card_bonus"), wanted=("six_card_bonus",))


def price_six() -> list[Fraction]:
    counted = count_six()
    tables = counted.game.tables_for("six_card_bonus")
    solutions = [counted.price(counted.game.with_paytable(table.id)) for table in tables]
    return [Figures(solution.tallies["six_card_bonus"]).expected_net for solution in solutions]


def deal_six() -> Ints:
    ways = np.zeros(CATEGORIES, np.int64)
    enumeration.six_card_bonus(ways)
    return ways


def settle_six() -> list[Fraction]:
    ways = deal_six()
    tables = load_game("three_card_poker").tables_for("six_card_bonus")
    rows = [pay_row(table.pays, FIVE_CARD_LINES, CATEGORIES, otherwise=-1) for table in tables]
    return [Fraction(int(ways @ np.array(row)), int(ways.sum())) for row in rows]


def six_card_bonus(*, full: bool) -> Iterator[Line]:
    same("6 Card Bonus", price_six(), settle_six())
    pair = side_by_side(price_six, settle_six, rounds=7)
    yield Line(
        "6 Card Bonus, 4 tables",
        format_time(pair.ours),
        new_process("three_card_poker", "six_card_bonus"),
        format_time(pair.theirs),
        **at_least(pair.ratio, 10),
    )


# -- Three Card Draw -------------------------------------------------------------------------------

DRAW_LINES = {
    enumeration.TRIPS_3: "three_of_a_kind",
    enumeration.STRAIGHT_FLUSH_3: "straight_flush",
    enumeration.STRAIGHT_FLUSH_3 + 1: "akq_suited",
}
DRAW_HANDS = 1_755
DRAW_WAYS = comb(enumeration.UNSEEN, 4) * enumeration.TRADES


def best_play(game: Game) -> tuple[Counted, Solution]:
    counted = count(game, ("ante",))
    return counted, counted.price()


def deal_draw(game: Game, *, step: int = 1) -> tuple[Ints, Ints, Ints]:
    """Hands, how many each stands for, and the value of folding, 1x and 2x over `DRAW_WAYS`."""
    hands, weight = enumeration.list_hands(3, DRAW_HANDS)
    hands, weight = np.ascontiguousarray(hands[::step]), weight[::step]
    bonus = pay_row(game.chosen["ante"][0].pays, DRAW_LINES, 7, otherwise=0)
    options = np.zeros((len(hands), 3), np.int64)
    enumeration.three_card_draw(hands, np.array(bonus, np.int64), options)
    return hands, weight, options


def check_draw(counted: Counted, solution: Solution, dealt: tuple[Ints, Ints, Ints]) -> None:
    """Every option of every hand dealt; of all hands, the value of the game too."""
    hands, weight, options = dealt
    decision = find_decision(solution, "play")
    rows, _ = find_rows(hands, counted.stages[decision.node.stage].rows)
    ours = as_fractions(decision.options[rows], decision.denominator)
    same("Three Card Draw, options", ours, as_fractions(options, DRAW_WAYS))
    if len(hands) == DRAW_HANDS:
        value = Fraction(int(weight @ options.max(axis=1)), int(weight.sum()) * DRAW_WAYS)
        same("Three Card Draw", solution.value, value)


def three_card_draw(*, full: bool) -> Iterator[Line]:
    game = load_game("three_card_draw_poker")
    deal_draw(game, step=DRAW_HANDS)
    found: list[tuple[Ints, Ints, Ints]] = []
    pair = side_by_side(lambda: best_play(game), lambda: found.append(deal_draw(game)), rounds=1)
    check_draw(*best_play(game), found[0])
    yield Line(
        "Three Card Draw, best play",
        format_time(pair.ours),
        new_process("three_card_draw_poker", "ante"),
        format_time(pair.theirs),
        f"{pair.ratio:.0f}x",
        **at_most(pair.ours, 0.3),
    )


# -- Mississippi Stud ------------------------------------------------------------------------------

STUD_LINES = FIVE_CARD_LINES | {
    enumeration.MIDDLE_PAIR: "pair_sixes_to_tens",
    enumeration.HIGH_PAIR: "pair_jacks_or_better",
}
STUD_WAYS = comb(52, 2) * 50 * 49 * 48


def deal_stud(game: Game) -> Fraction:
    row = pay_row(game.chosen["ante"][0].pays, STUD_LINES, 13, otherwise=-1)
    return Fraction(int(enumeration.mississippi_stud(np.array(row, np.int64))), STUD_WAYS)


def mississippi_stud(*, full: bool) -> Iterator[Line]:
    game = load_game("mississippi_stud")
    same("Mississippi Stud", best_play(game)[1].value, deal_stud(game))
    pair = side_by_side(lambda: best_play(game), lambda: deal_stud(game), rounds=3, repeats=2)
    yield Line(
        "Mississippi Stud, best play",
        format_time(pair.ours),
        new_process("mississippi_stud", "ante"),
        format_time(pair.theirs),
        f"{pair.ratio:.1f}x",
        **at_most(pair.ours, 0.5),
    )


# -- Caribbean Stud --------------------------------------------------------------------------------

CARIBBEAN_LINES = FIVE_CARD_LINES | {
    enumeration.HIGH_CARD: "pair_or_less",
    enumeration.PAIR: "pair_or_less",
}
CARIBBEAN_HANDS = 134_459
CARIBBEAN_WAYS = comb(46, 4)
OPEN_CARDS = 47
PART = 50
"""Unless all is asked for, every so many hands are dealt, and the time is multiplied."""


def deal_caribbean(game: Game, *, step: int) -> tuple[Ints, Ints, Ints]:
    """Hands, how many each stands for, and the value of a raise by open card over `CARIBBEAN_WAYS`."""
    hands, weight = enumeration.list_hands(5, CARIBBEAN_HANDS)
    hands, weight = np.ascontiguousarray(hands[::step]), weight[::step]
    pays = pay_row(game.chosen["ante"][0].pays, CARIBBEAN_LINES, CATEGORIES, otherwise=0)
    worths = np.zeros(comb(52, 5), np.int32)
    enumeration.all_worths(worths)
    choose = np.array([[comb(n, k) for k in range(6)] for n in range(52)], np.int64)
    raised = np.zeros((len(hands), 52), np.int64)
    enumeration.caribbean_stud(hands, np.array(pays, np.int64), choose, worths, raised)
    return hands, weight, raised


def check_caribbean(counted: Counted, solution: Solution, dealt: tuple[Ints, Ints, Ints]) -> None:
    """Every raise of every hand dealt, against each open card; of all hands, the value of the game too."""
    hands, weight, raised = dealt
    decision = find_decision(solution, "raise")
    before, seen = counted.stages[decision.node.stage - 1], counted.stages[decision.node.stage]
    rows, ways = find_rows(hands, before.rows)
    place = np.full(len(before), -1, np.int64)
    place[rows] = np.arange(len(hands))
    at = np.flatnonzero(place[seen.parent] >= 0)
    hand = place[seen.parent[at]]
    card = seen.rows[at, -1].astype(np.int64)
    card = card & ~3 | RENAMINGS[ways[hand], card & 3]
    unit = decision.denominator // CARIBBEAN_WAYS
    assert unit * CARIBBEAN_WAYS == decision.denominator
    same("Caribbean Stud, folds", bool((decision.options[at, 0] == -decision.denominator).all()), True)
    same("Caribbean Stud, raises", bool((decision.options[at, 1] == raised[hand, card] * unit).all()), True)
    if len(hands) == CARIBBEAN_HANDS:
        is_open = np.ones(raised.shape, np.bool_)
        np.put_along_axis(is_open, hands, False, axis=1)
        best = np.where(is_open, np.maximum(raised, -CARIBBEAN_WAYS), 0).sum(axis=1)
        value = Fraction(int(weight @ best), int(weight.sum()) * OPEN_CARDS * CARIBBEAN_WAYS)
        same("Caribbean Stud", solution.value, value)


def caribbean_stud(*, full: bool) -> Iterator[Line]:
    game, step = load_game("caribbean_stud"), 1 if full else PART
    deal_caribbean(game, step=CARIBBEAN_HANDS)
    found: list[tuple[Ints, Ints, Ints]] = []
    ours = [clock_afresh(lambda: best_play(game)) for _ in range(3)]
    dealing = clock(lambda: found.append(deal_caribbean(game, step=step)))
    ours += [clock_afresh(lambda: best_play(game)) for _ in range(2)]
    check_caribbean(*best_play(game), found[0])
    whole = dealing * CARIBBEAN_HANDS / len(found[0][0])
    yield Line(
        "Caribbean Stud, best play",
        format_time(median(ours)),
        new_process("caribbean_stud", "ante", runs=2),
        format_time(whole) + ("" if full else f", from every {step}th hand"),
        f"{whole / median(ours):.0f}x",
        **at_most(median(ours), 4),
    )
