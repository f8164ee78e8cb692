"""Pricing many paytables of one wager at once: ways counted once, then a dot product for each table."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.bestplay import Free
from pitboss.analysis.signature import LIMIT
from pitboss.base.error import InputError
from pitboss.base.odds import Kind
from pitboss.rules import Game


@dataclass(frozen=True)
class LineWays:
    """Ways of each line that a paytable pays, best first, out of `total`."""

    lines: tuple[str, ...]
    ways: tuple[int, ...]
    total: int
    kind: Kind


def line_ways(free: Free, game: Game) -> LineWays:
    """The lines of the wager's paytable in force."""
    table = game.chosen[free.wager][0]
    found = dict.fromkeys(table.pays, 0)
    for outcome, ways in free.tally(game).ways.items():
        for result in outcome:
            if result.name in found:
                found[result.name] += ways
    kinds = {pay.kind for pay in table.pays.values()}
    if len(kinds) != 1 or Kind.METER in kinds:
        raise InputError(
            f"{table.id}: only tables that pay all lines 'to 1', or all 'for 1', can be priced in bulk"
        )
    return LineWays(tuple(found), tuple(found.values()), sum(free.ways), kinds.pop())


def price_many(free: Free, game: Game, pays: NDArray[np.int64]) -> NDArray[np.int64]:
    """The house's win over all `total` ways for each row of pays: divide by the total for the advantage.

    `pays[n, line]` are whole pays of table n, in the order of the lines of the table in force.
    """
    counted = line_ways(free, game)
    if pays.ndim != 2 or pays.shape[1] != len(counted.lines):
        raise InputError(f"a table needs {len(counted.lines)} pays: {', '.join(counted.lines)}")
    largest = max(int(pays.max(initial=0)), -int(pays.min(initial=0)), 1)
    if (largest + 1) * counted.total >= LIMIT:
        raise InputError("pays as large as these do not fit whole numbers of 63 bits")
    kept = counted.total - (sum(counted.ways) if counted.kind is Kind.TO else 0)
    return kept - pays @ np.array(counted.ways, np.int64)
