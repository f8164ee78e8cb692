"""The chance of running dry, against exact linear algebra in fractions; and the amount that is won then."""

from fractions import Fraction

import numpy as np
import pytest

from pitboss.analysis.meter import MeterFigures
from pitboss.base.odds import Kind, Pay, for_one
from pitboss.design import ruin, ruin_followed
from pitboss.design.hit_amount import BoundedAmount
from pitboss.design.ruin import find_ruin, read_meter
from pitboss.design.ruin_followed import FollowedAmount
from pitboss.design.ruin_walk import RuinWalk
from pitboss.jackpot.hazard import running_dry
from pitboss.rules import Paytable
from pitboss.rules.paytable import Level

F = Fraction
TOP = F(1, 10)
SIZE = 45
"""Amounts of exact linear algebra."""
BEYOND = 2e-5
"""At most, what it leaves out above for the first of them."""
TOYS = [
    (5, 1, [(F(1, 5), 4)]),
    (3, 1, [(F(1, 6), 2), (F(1, 12), 7)]),
    (8, 2, [(F(1, 4), 9)]),
    (6, 3, [(F(1, 5), 2), (F(1, 20), 11)]),
    (4, 0, [(F(1, 5), 3)]),
]


def figures(
    seed: Fraction,
    fed: Fraction,
    awards: dict[str, tuple[Fraction, int]],
    top: Fraction,
    *,
    part: tuple[Fraction, Fraction] | None = None,
    reserve: int = 0,
) -> MeterFigures:
    """A part is its chance and its share of the meter."""
    pays = {"top": Pay(Kind.METER, F(1)), **{name: for_one(pay) for name, (_, pay) in awards.items()}}
    chances = {"top": top, **{name: chance for name, (chance, _) in awards.items()}}
    if part:
        pays["part"], chances["part"] = Pay(Kind.METER, part[1]), part[0]
    levels = {"": Level(seed, fed, F(reserve))}
    return MeterFigures(Paytable("toy", "progressive", pays, "a test"), chances, levels)


def named(awards):
    return {f"a{n}": one for n, one in enumerate(awards)}


def solve(rows: list[list[Fraction]]) -> list[Fraction]:
    """Gauss: the last column is what the others come to."""
    size = len(rows)
    for pivot in range(size):
        for row in range(pivot + 1, size):
            if rows[row][pivot]:
                factor = rows[row][pivot] / rows[pivot][pivot]
                rows[row] = [a - factor * b for a, b in zip(rows[row], rows[pivot], strict=True)]
    values = [F(0)] * size
    for row in reversed(range(size)):
        known = sum((rows[row][n] * values[n] for n in range(row + 1, size)), F(0))
        values[row] = (rows[row][size] - known) / rows[row][row]
    return values


def solve_ruin(fed, awards, part=None, *, beyond=0) -> list[Fraction]:
    """In every cell, if meters beyond run dry with such a chance. What a part leaves is rounded down."""
    quiet = 1 - TOP - sum((chance for chance, _ in awards), F(0)) - (part[0] if part else 0)
    rows = []
    for cell in range(SIZE):
        row = [F(0)] * (SIZE + 1)
        row[cell] = F(1)
        held = cell + fed
        if held < SIZE:
            row[held] -= quiet
        else:
            row[SIZE] += quiet * beyond
        for chance, pay in awards:
            if pay >= held:
                row[SIZE] += chance
            else:
                row[held - pay] -= chance
        if part:
            row[int(held * (1 - part[1]))] -= part[0]
        rows.append(row)
    return solve(rows)


@pytest.mark.parametrize(("seed", "fed", "awards"), TOYS)
def test_the_chance_of_running_dry_is_that_of_exact_linear_algebra(seed, fed, awards):
    low, high = (float(solve_ruin(fed, awards, beyond=beyond)[seed]) for beyond in (0, 1))
    found = find_ruin(figures(F(seed), F(fed), named(awards), TOP), "")
    assert found is not None
    assert found.is_exact_lattice
    assert low <= found.high
    assert found.low <= high
    assert found.high - found.low < 1e-9
    assert found.proved_low <= found.high
    assert found.low <= found.proved_high


@pytest.mark.parametrize("share", [F(1, 10), F(1, 2)])
@pytest.mark.parametrize(("seed", "fed", "awards"), TOYS[:4])
def test_awards_of_a_part_rounded_down_are_those_of_exact_linear_algebra(
    monkeypatch, seed, fed, awards, share
):
    part = (F(1, 15), share)
    finer = find_ruin(figures(F(seed), F(fed), named(awards), TOP, part=part), "")
    monkeypatch.setattr(ruin, "MOST_PIECES", 1)
    low, high = (float(solve_ruin(fed, awards, part, beyond=beyond)[seed]) for beyond in (0, 1))
    found = find_ruin(figures(F(seed), F(fed), named(awards), TOP, part=part), "")
    assert found is not None
    assert low <= found.high
    assert found.high < high + 1e-6
    assert found.low <= high
    assert finer is not None
    assert found.low - 1e-9 <= finer.low <= finer.high <= found.high + 1e-9


def test_a_walk_is_solved_to_the_last_digits():
    """Whatever is asked of it: f = source + what one wager makes of f, cell by cell."""
    walk = RuinWalk(7, (60, 5, 19), (0.03, 0.05, 0.002), 0.9, (), is_down=True)
    source = np.random.default_rng(5).random(3000)
    source[2000:] = 0
    found = walk.solve(source)
    for cell in range(1, 2500):
        held = cell + walk.fed
        after = sum(
            odds * found[held - award]
            for odds, award in zip(walk.odds, walk.awards, strict=True)
            if award < held
        )
        assert found[cell] == pytest.approx(source[cell] + walk.quiet * found[held] + after, rel=1e-12)


def real(seed, fed="7/10", **words) -> MeterFigures:
    """The progressive of Three Card Poker, by hands out of 22,100."""
    awards = {
        "a": (F(3, 22100), 500),
        "b": (F(44, 22100), 70),
        "c": (F(52, 22100), 60),
        "d": (F(720, 22100), 6),
    }
    return figures(F(seed), F(fed), awards, F(1, 22100), **words)


def test_a_real_meter_is_known_to_eight_digits():
    """1.45905204%: plain value iteration on as many amounts came to the same after 3,988 sweeps."""
    found = find_ruin(real(1000), "")
    assert found is not None
    assert found.low <= 0.0145905204 <= found.high < found.low + 1e-9
    assert found.proved_low <= found.low
    assert found.high <= found.proved_high


def test_a_seed_far_above_the_awards_needs_no_lattice_up_there(monkeypatch):
    """More comes off this meter than feeds it: a lattice up to the seed says the same as a stretch below."""
    far = find_ruin(real(9_000, "1/2"), "")
    monkeypatch.setattr(ruin, "STRETCHES", 10)
    near = find_ruin(real(9_000, "1/2"), "")
    assert near is not None
    assert far is not None
    assert near.cells < far.cells
    assert abs(near.low - far.low) + abs(near.high - far.high) < 1e-7
    assert far.low > 1e-4


def test_a_chance_below_every_digit_is_said_at_once():
    found = find_ruin(real(1_000_000), "")
    assert found is not None
    assert (found.cells, found.high < ruin.SMALL) == (0, True)


def test_a_coarser_lattice_bounds_the_same_chance(monkeypatch):
    for part in (None, (F(1, 500), F(1, 10))):
        toy = figures(F(50), F(7, 10), {"a": (F(1, 30), 11), "b": (F(1, 200), 37)}, F(1, 1000), part=part)
        fine = find_ruin(toy, "")
        with monkeypatch.context() as patch:
            patch.setattr(ruin, "MOST_CELLS", 600)
            patch.setattr(ruin, "MOST_CELLS_WITH_PARTS", 600)
            coarse = find_ruin(toy, "")
        assert fine is not None
        assert coarse is not None
        assert not coarse.is_exact_lattice
        assert coarse.low <= fine.low <= fine.high <= coarse.high


def test_lundbergs_bounds_hold_the_chain():
    toy = figures(F(50), F(7, 10), {"a": (F(1, 30), 11), "b": (F(1, 200), 37)}, F(1, 1000))
    low, high = running_dry(toy, "")
    found = find_ruin(toy, "")
    assert found is not None
    assert low <= found.low
    assert found.high <= high + 1e-9


def test_a_reserve_is_averaged_over_what_it_gathered():
    """A wager puts one dollar into the reserve, so it starts with as many as the last hit took wagers."""
    seed, fed, awards = TOYS[0]
    every = solve_ruin(fed, awards)
    exact = float(sum(TOP * (1 - TOP) ** (n - 1) * every[seed + n] for n in range(1, SIZE - seed)))
    found = find_ruin(figures(F(seed), F(fed), named(awards), TOP, reserve=1), "")
    assert found is not None
    assert found.low <= exact + BEYOND
    assert exact <= found.high < exact + BEYOND
    assert found.high < found.high_from_seed


def test_a_cap_makes_it_likelier_and_the_bound_says_by_how_much_at_most():
    """By value iteration on the capped meter."""
    seed, fed, awards, cap = 8, 2, [(F(1, 4), 9)], 16
    chance = np.zeros(cap + 1)
    quiet = float(1 - TOP) - 0.25
    for _ in range(500):
        held = np.minimum(np.arange(cap + 1) + fed, cap)
        chance = quiet * chance[held] + 0.25 * np.where(held <= 9, 1.0, chance[np.maximum(held - 9, 0)])
    free = find_ruin(figures(F(seed), F(fed), named(awards), TOP), "")
    capped = find_ruin(figures(F(seed), F(fed), named(awards), TOP), "", F(cap))
    assert free is not None
    assert capped is not None
    assert free.high < chance[seed] <= capped.high
    assert capped.low <= chance[seed]


@pytest.mark.parametrize(("seed", "fed", "awards"), TOYS[:4])
def test_the_amount_that_is_won_is_that_of_plain_enumeration(seed, fed, awards):
    """Wager by wager; a meter that runs dry starts again at its seed."""
    now, won = np.zeros(600), np.zeros(600)
    now[seed] = 1.0
    quiet = float(1 - TOP - sum((chance for chance, _ in awards), F(0)))
    for _ in range(400):
        following = np.zeros(600)
        for cell in np.flatnonzero(now > 1e-18):
            held = min(cell + fed, 599)
            won[held] += float(TOP) * now[cell]
            following[held] += quiet * now[cell]
            for chance, pay in awards:
                following[seed if pay >= held else held - pay] += float(chance) * now[cell]
        now = following
    meter = read_meter(figures(F(seed), F(fed), named(awards), TOP), "")
    assert meter is not None
    found = BoundedAmount(meter)
    for amount in (1, seed, seed + 3, 2 * seed + 5):
        low, high = found.chance_from(F(amount))
        assert low - 1e-7 <= won[amount:].sum() <= high + 1e-7
        assert high - low < 1e-6
    for share in (F(1, 10), F(1, 2), F(9, 10)):
        low, high = found.quantile(share)
        assert won[: int(high) + 1].sum() >= float(share) - 1e-7
        assert won[: int(low)].sum() <= float(share) + 1e-7


FINE = 8
"""Cells of a dollar, for amounts that a part leaves."""


def enumerate_ways(
    seed: int, fed: int, awards: list[tuple[Fraction, int]], part: bool, cap: int | None, reserve: int
) -> tuple[np.ndarray, float]:
    """The chance of every amount at a hit, and how often it is filled up before one: dense linear algebra."""
    size = 130 * FINE
    most = size - 1 if cap is None else cap * FINE
    start = np.zeros(size)
    for wait in range(1, 200):
        start[min((seed + reserve * wait) * FINE, most)] += float(TOP * (1 - TOP) ** (wait - 1))
    held = np.minimum(np.arange(size) + fed * FINE, most)
    moves, fills = np.zeros((size, size)), np.zeros(size)
    rows = np.arange(size)
    quiet = 1 - TOP - sum((chance for chance, _ in awards), F(0)) - (PART[0] if part else 0)
    moves[rows, held] += float(quiet)
    for chance, pay in awards:
        left = held - pay * FINE
        moves[rows, np.where(left > 0, left, seed * FINE)] += float(chance)
        fills += np.where(left > 0, 0.0, float(chance))
    if part:
        moves[rows, np.rint(held * float(1 - PART[1])).astype(int)] += float(PART[0])
    met = np.linalg.solve(np.eye(size) - moves.T, start)
    return np.bincount(held, float(TOP) * met, size), float(fills @ met)


PART = (F(1, 12), F(1, 4))


@pytest.mark.parametrize("part", [False, True])
@pytest.mark.parametrize("cap", [None, 20])
@pytest.mark.parametrize("reserve", [0, 1])
@pytest.mark.parametrize(("seed", "fed", "awards"), TOYS[:3])
def test_a_meter_with_parts_a_reserve_and_a_cap_is_followed(seed, fed, awards, part, cap, reserve):
    won, fills = enumerate_ways(seed, fed, awards, part, cap, reserve)
    told = figures(F(seed), F(fed), named(awards), TOP, part=PART if part else None, reserve=reserve)
    meter = read_meter(told, "", None if cap is None else F(cap))
    assert meter is not None
    found = FollowedAmount(meter)
    off = 8e-3 if part else 1e-7
    for amount in (1, seed, seed + 3, 2 * seed + 3, 2 * seed + 10):
        assert found.chance_from(F(amount))[0] == pytest.approx(won[amount * FINE :].sum(), abs=off)
    assert float(found.mean) == pytest.approx(won @ np.arange(len(won)) / FINE, abs=0.04 if part else 2e-4)
    assert found.from_start.dry + found.again * found.from_seed.dry == pytest.approx(fills, abs=off)
    assert found.from_start.off < 1e-7


def test_a_coarse_lattice_keeps_averages(monkeypatch):
    """A cell of several wagers: what goes in comes out, as on the exact lattice, and chances are near."""
    told = figures(
        F(400), F(1), named([(F(1, 50), 20), (F(1, 400), 70)]), F(1, 5000), part=(F(1, 900), F(1, 10))
    )
    meter = read_meter(told, "")
    assert meter is not None
    monkeypatch.setattr(ruin_followed, "MOST_PIECES", 1)
    fine = FollowedAmount(meter)
    assert fine.unit == 1
    assert fine.mean
    monkeypatch.setattr(ruin_followed, "CHEAP_CELLS", 10)
    monkeypatch.setattr(ruin_followed, "MOST_CELLS", int(fine.reach / 4) + 1)
    coarse = FollowedAmount(meter)
    assert coarse.unit == 4
    assert float(coarse.mean) == pytest.approx(float(fine.mean), rel=2e-3)
    for share in (F(1, 10), F(1, 2), F(9, 10), F(99, 100)):
        assert float(coarse.quantile(share)[0]) == pytest.approx(float(fine.quantile(share)[0]), rel=1e-2)
    for found in (fine, coarse):
        drained = meter.top * found.mean + meter.parts[0][0] * F(1, 10) * found.mean
        paid = sum(chance * award for chance, award in zip(meter.odds, meter.awards, strict=True))
        fed = meter.fed + meter.top * (meter.seed + found.filled)
        assert float(drained + paid) == pytest.approx(float(fed), rel=1e-4)
