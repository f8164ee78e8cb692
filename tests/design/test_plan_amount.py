"""The amount at a hit and the chance of running dry, against plain enumeration and exact linear algebra."""

from fractions import Fraction

import numpy as np
import pytest

from pitboss.analysis.meter import Level, MeterFigures
from pitboss.base.odds import Kind, Pay, for_one
from pitboss.design import dry
from pitboss.design.dry import find_dry
from pitboss.design.hit_amount import HitAmount
from pitboss.jackpot.hazard import running_dry
from pitboss.jackpot.level_law import LevelLaw
from pitboss.rules import Paytable

F = Fraction
STEPS = 80
FINE = 1000
PLAIN = LevelLaw(F(10), F(1, 4), F(0), F(1, 5), ())
PARTS = LevelLaw(F(10), F(1, 4), F(0), F(1, 5), ((F(1, 4), F(1, 2)), (F(1, 10), F(1, 10))))
RESERVED = LevelLaw(F(10), F(1, 4), F(1, 10), F(1, 5), ())
BOTH = LevelLaw(F(10), F(1, 4), F(1, 10), F(1, 5), ((F(1, 4), F(1, 2)),))


def enumerate_hits(law: LevelLaw, cap: Fraction | None) -> np.ndarray:
    """Wager by wager, every amount that the meter can have, in thousandths: what it pays when it is won."""
    size = 60 * FINE
    most = size - 1 if cap is None else int(cap * FINE)
    now, won = np.zeros(size), np.zeros(size)
    if law.reserved:
        for wait in range(1, 3 * STEPS):
            start = min(int((law.seed + law.reserved * wait) * FINE), most)
            now[start] += float(law.top * (1 - law.top) ** (wait - 1))
    else:
        now[int(law.seed * FINE)] = 1.0
    places = np.minimum(np.arange(size) + int(law.fed * FINE), most)
    quiet = float(1 - law.top - sum((chance for chance, _ in law.parts), F(0)))
    for _ in range(STEPS):
        fed = np.bincount(places, now, size)
        won += float(law.top) * fed
        now = quiet * fed
        for chance, share in law.parts:
            kept = np.rint(np.arange(size) * float(1 - share)).astype(np.int64)
            now += float(chance) * np.bincount(kept, fed, size)
    return won


@pytest.mark.parametrize("law", [PLAIN, PARTS, RESERVED, BOTH])
@pytest.mark.parametrize("cap", [None, F(14)])
def test_the_distribution_of_the_amount_is_that_of_plain_enumeration(law, cap):
    won = enumerate_hits(law, cap)
    found = HitAmount(law, cap)
    for amount in (F(3), F(6), F(9), F(10), F(21, 2), F(12), F(13), F(139, 10)):
        low, high = found.chance_from(amount)
        assert low - 1e-6 <= won[int(amount * FINE) - 2 :].sum()
        assert won[int(amount * FINE) + 2 :].sum() <= high + 1e-6


@pytest.mark.parametrize("law", [PARTS, RESERVED, BOTH])
def test_the_exact_mean_lies_between_the_two_lattices(law):
    found = HitAmount(law)
    means = []
    for function in found.lattices:
        cells = [float(a - b) for a, b in zip(function, [0.0, *function[:-1]], strict=True)]
        means.append(float(found.step) * sum(n * chance for n, chance in enumerate(cells)))
    assert means[0] <= float(law.mean) <= means[1]


def test_the_bounds_of_a_real_meter_are_narrow():
    law = LevelLaw(F(5000), F(15, 100), F(1, 100), F(1, 649_740), ((F(9, 649_740), F(1, 10)),))
    found = HitAmount(law)
    for share in (F(1, 10), F(1, 2), F(99, 100)):
        between = found.quantile(share)
        assert 0 < between.high - between.low < between.low / 80


def test_a_closed_form_gives_exact_quantiles():
    found = HitAmount(PLAIN)
    assert found.quantile(F(1, 2)).is_exact
    assert found.quantile(F(1, 2)).low == 10 + F(1, 4) * 4  # 1 - 0.8**4 = 0.5904, 1 - 0.8**3 = 0.488
    assert HitAmount(PLAIN, F(11)).quantile(F(99, 100)).low == 11


def figures(
    seed: Fraction, fed: Fraction, awards: dict[str, tuple[Fraction, int]], top: Fraction
) -> MeterFigures:
    pays = {"top": Pay(Kind.METER, F(1)), **{name: for_one(pay) for name, (_, pay) in awards.items()}}
    chances = {"top": top, **{name: chance for name, (chance, _) in awards.items()}}
    return MeterFigures(Paytable("toy", "progressive", pays, "a test"), chances, {"": Level(seed, fed)})


def solve_dry(seed: int, fed: int, awards: list[tuple[Fraction, int]], top: Fraction, size: int) -> Fraction:
    """Exact linear algebra on so many amounts, beyond which nothing runs dry: a little too low."""
    quiet = 1 - top - sum((chance for chance, _ in awards), F(0))
    rows = []
    for cell in range(size):
        row = [F(0)] * (size + 1)
        row[cell] = F(1)
        held = cell + fed
        if held < size:
            row[held] -= quiet
        for chance, pay in awards:
            if pay > held:
                row[size] += chance
            elif held - pay < size:
                row[held - pay] -= chance
        rows.append(row)
    for pivot in range(size):
        for row in range(pivot + 1, size):
            if rows[row][pivot]:
                factor = rows[row][pivot] / rows[pivot][pivot]
                rows[row] = [a - factor * b for a, b in zip(rows[row], rows[pivot], strict=True)]
    values = [F(0)] * size
    for row in reversed(range(size)):
        known = sum((rows[row][n] * values[n] for n in range(row + 1, size)), F(0))
        values[row] = (rows[row][size] - known) / rows[row][row]
    return values[seed]


@pytest.mark.parametrize(
    ("seed", "fed", "awards"),
    [(5, 1, [(F(1, 5), 4)]), (3, 1, [(F(1, 6), 2), (F(1, 12), 7)]), (8, 2, [(F(1, 4), 9)])],
)
def test_the_chance_of_running_dry_is_that_of_exact_linear_algebra(seed, fed, awards):
    top = F(1, 10)
    exact = solve_dry(seed, fed, awards, top, 45)
    found = find_dry(figures(F(seed), F(fed), {f"a{n}": one for n, one in enumerate(awards)}, top), "")
    assert found is not None
    assert found.is_exact_lattice
    assert found.low <= float(exact) + 2e-5
    assert float(exact) <= found.high
    assert found.high - found.low < 1e-5
    assert found.proved_low <= found.high
    assert found.low <= found.proved_high


def test_a_coarser_lattice_bounds_the_same_chance(monkeypatch):
    toy = figures(F(50), F(7, 10), {"a": (F(1, 30), 11), "b": (F(1, 200), 37)}, F(1, 1000))
    fine = find_dry(toy, "")
    monkeypatch.setattr(dry, "MOST_CELLS", 600)
    coarse = find_dry(toy, "")
    assert fine is not None
    assert coarse is not None
    assert not coarse.is_exact_lattice
    assert coarse.low <= fine.low <= fine.high <= coarse.high


def test_lundbergs_bounds_hold_the_chain():
    toy = figures(F(50), F(7, 10), {"a": (F(1, 30), 11), "b": (F(1, 200), 37)}, F(1, 1000))
    low, high = running_dry(toy, "")
    found = find_dry(toy, "")
    assert found is not None
    assert low <= found.low
    assert found.high <= high + 1e-9
