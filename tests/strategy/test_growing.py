"""The search for rules, against one that tries every pair of splits outright."""

import numpy as np
import pytest

from pitboss.strategy import growing
from pitboss.strategy.growing import SituationTable, make_region, two_splits
from pitboss.strategy.words import alike_rows, unlike_rows


def lost(price, rows):
    return price[rows].sum(axis=0).min()


def lost_after_one(values, price, rows):
    """What the best single split leaves, found by trying all."""
    best = lost(price, rows)
    for column in values.T:
        for bound in np.unique(column[rows])[1:]:
            asked = column[rows] >= bound
            best = min(best, lost(price, rows[asked]) + lost(price, rows[~asked]))
    return best


@pytest.mark.parametrize("seed", range(40))
def test_two_splits_at_once_save_what_trying_every_pair_of_them_saves(seed, monkeypatch):
    chance = np.random.default_rng(seed)
    monkeypatch.setattr(growing, "BLOCK", int(chance.integers(1, 200)))
    values = chance.integers(0, 6, (chance.integers(3, 50), chance.integers(1, 4)))
    price = chance.random((len(values), chance.integers(2, 4))) * chance.integers(0, 2, (len(values), 1))
    table, rows = SituationTable([], values, price), np.arange(len(values))
    found = {split.feature: split for split in two_splits(table, make_region(table, rows), lost(price, rows))}
    for feature, column in enumerate(values.T):
        left = {
            int(bound): sum(
                lost_after_one(values, price, rows[part]) for part in (column >= bound, column < bound)
            )
            for bound in np.unique(column)[1:]
        }
        assert (feature in found) == bool(left)
        if left:
            assert found[feature].saving == pytest.approx((lost(price, rows) - min(left.values())) / 2)
            assert left[found[feature].bound] == pytest.approx(min(left.values()))


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("telling_apart", [alike_rows, unlike_rows])
def test_rows_are_of_one_kind_exactly_if_they_are_equal(seed, telling_apart):
    values = np.random.default_rng(seed).integers(-3, 3, (40, 3))
    first, kind = telling_apart(list(values.T))
    assert len(first) == len({tuple(row) for row in values})
    assert (values[first][kind] == values).all()
