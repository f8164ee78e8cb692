"""Rules read from the top do what the tree of rules does, whatever the tree."""

from itertools import pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from pitboss.strategy.words import GrownRule, order_rules

FEATURES = ("pair", "points", "gap")
leaves = st.builds(GrownRule, st.integers(0, 2))
trees = st.recursive(
    leaves,
    lambda parts: st.builds(
        GrownRule, st.just(0), st.sampled_from(FEATURES), st.integers(-3, 3), parts, parts
    ),
    max_leaves=9,
)


def read_from_the_top(rules, situation):
    return next(
        option for bounds, option in rules if all(situation[name] >= bound for name, bound in bounds.items())
    )


@given(trees, st.lists(st.tuples(*[st.integers(-4, 4)] * len(FEATURES)), min_size=1, max_size=30))
def test_reading_from_the_top_is_walking_the_tree(tree, rows):
    values = {name: np.array([row[n] for row in rows]) for n, name in enumerate(FEATURES)}
    chosen = tree.choose(values, len(rows)).tolist()
    rules = order_rules(tree)
    assert [read_from_the_top(rules, dict(zip(FEATURES, row, strict=True))) for row in rows] == chosen


@given(trees)
def test_the_last_rule_is_for_everything_else_and_no_rule_is_idle(tree):
    rules = order_rules(tree)
    assert rules[-1][0] == {}
    for (bounds, option), (wider, following) in pairwise(rules):
        assert option != following or not wider.items() <= bounds.items()
