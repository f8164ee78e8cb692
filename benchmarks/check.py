"""Both sides compared: exactly, and hand by hand where only a part is enumerated."""

from collections.abc import Mapping
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from benchmarks import enumeration
from benchmarks.enumeration import RENAMINGS
from pitboss.analysis.bestplay import Decision, Solution
from pitboss.base.odds import Pay

Ints = NDArray[np.int64]


def same(what: str, ours: object, theirs: object) -> None:
    """Both sides must agree to the last digit before a time means anything."""
    if ours != theirs:
        raise AssertionError(f"{what}: the analysis says {ours}, the enumeration {theirs}")


def pay_row(pays: Mapping[str, Pay], lines: Mapping[int, str], size: int, *, otherwise: int) -> list[int]:
    """The pays of a table, to 1, by the enumeration's numbers for the lines."""
    return [int(pays[lines[n]].amount) if lines.get(n) in pays else otherwise for n in range(size)]


def find_decision(solution: Solution, question: str) -> Decision:
    """The decision on a question that comes up only once in a round."""
    (found,) = [decision for decision in solution.decisions if decision.node.question == question]
    return found


def find_rows(hands: Ints, rows: NDArray[np.int8]) -> tuple[Ints, Ints]:
    """Where the analysis keeps each hand, and the renaming of suits from its cards to the hand's."""
    mask, way = np.zeros(len(rows), np.int64), np.zeros(len(rows), np.int64)
    enumeration.least_renamings(rows, RENAMINGS, mask, way)
    order = np.argsort(mask)
    wanted = (np.int64(1) << hands).sum(axis=1)
    found = order[np.searchsorted(mask, wanted, sorter=order)]
    assert (mask[found] == wanted).all(), "the analysis has every hand"
    return found, way[found]


def as_fractions(values: Ints, denominator: int) -> list[list[Fraction]]:
    return [[Fraction(int(value), denominator) for value in row] for row in values]
