"""Pricing other paytables of what is already counted: in bulk without decisions, one by one with them."""

from collections.abc import Iterator
from dataclasses import replace
from math import comb
from statistics import median

import numpy as np

from benchmarks.check import same
from benchmarks.game import (
    FIVE_CARD_LINES,
    check_caribbean,
    check_draw,
    count_six,
    deal_caribbean,
    deal_designators,
    deal_draw,
    deal_six,
    deal_stud,
)
from benchmarks.measure import Line, at_most, clock, format_time, progress
from pitboss.analysis.bestplay import Counted, Solution
from pitboss.analysis.counting import count
from pitboss.analysis.pricing import line_ways, price_many
from pitboss.base.odds import to_one
from pitboss.rules import Game, load_game

MANY = 1_000_000
CHECKED = 1_000


def pricing(*, full: bool) -> Iterator[Line]:
    yield price_in_bulk()
    for name in ("three_card_poker", "three_card_draw_poker", "mississippi_stud", "caribbean_stud"):
        game = load_game(name)
        progress(f"pricing: {game.name}")
        yield price_again(game)


def price_in_bulk() -> Line:
    """Tables of the 6 Card Bonus with pays at random."""
    counted = count_six()
    free, game = counted.free["six_card_bonus"], counted.game
    lines = line_ways(free, game).lines
    pays = np.random.default_rng(1).integers(1, 1_001, (MANY, len(lines)))
    won = price_many(free, game, pays)
    dealt = deal_six()
    ways = {line: int(dealt[number]) for number, line in FIVE_CARD_LINES.items()}
    lost = comb(52, 6) - sum(ways[line] for line in lines)
    step = MANY // CHECKED
    for row, house in zip(pays[::step].tolist(), won[::step].tolist(), strict=True):
        paid = sum(ways[line] * pay for line, pay in zip(lines, row, strict=True))
        same("a table of the 6 Card Bonus", house, lost - paid)
    rate = MANY / median(clock(lambda: price_many(free, game, pays)) for _ in range(5))
    return Line(
        "other tables, 6 Card Bonus",
        f"{rate / 1e6:.0f} million a second",
        required="100,000 a second",
        passed=rate >= 100_000,
    )


def price_again(game: Game) -> Line:
    """Another ante table of a game with decisions, its counts kept."""
    counted, other = count(game, ("ante",)), raise_top(game, "ante")
    check(counted, other, counted.price(other))
    seconds = median(clock(lambda: counted.price(other)) for _ in range(7))
    return Line(f"another table, {game.name}", format_time(seconds), **at_most(seconds, 0.5))


def raise_top(game: Game, wager: str) -> Game:
    """The game with the best hand of a wager paid one more."""
    table = game.chosen[wager][0]
    line, pay = next(iter(table.pays.items()))
    return game.with_table(replace(table, pays={**table.pays, line: to_one(pay.amount + 1)}))


def check(counted: Counted, game: Game, solution: Solution) -> None:
    """The changed table against the enumeration: of all deals where that is quick, else of some hands."""
    match game.id:
        case "three_card_poker":
            same(game.name, [solution.value], deal_designators([game], look_up=True)[0])
        case "three_card_draw_poker":
            check_draw(counted, solution, deal_draw(game, step=20))
        case "mississippi_stud":
            same(game.name, solution.value, deal_stud(game))
        case "caribbean_stud":
            check_caribbean(counted, solution, deal_caribbean(game, step=1_000))
