"""Best play of a game with some of the dealer's cards open: all hands against all open cards, once."""

from collections import Counter
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from math import comb, lcm

import numpy as np

from pitboss.analysis import up_kernel as kernel
from pitboss.analysis.bestplay import Solution, expected
from pitboss.analysis.signature import LIMIT
from pitboss.analysis.sweeper import CORES
from pitboss.analysis.up_cards import UpPlan
from pitboss.analysis.up_pattern import Values
from pitboss.base.error import PlanError
from pitboss.base.progress import Progress, silent
from pitboss.rules import Game
from pitboss.shape.tally import Outcome, Tally, net
from pitboss.shape.unroll import ME

ROUNDS = 48
"""How often it is said how far the work is."""


@dataclass
class UpPricing:
    """One pricing of a game of this shape."""

    plan: UpPlan
    game: Game
    meters: Mapping[str, Fraction]
    progress: Progress = silent

    @cached_property
    def outcomes(self) -> list[list[dict[str, Outcome]]]:
        """What every wager comes to, by leaf and cell."""
        settle = self.game.settle_wager
        return [
            [{w: settle(leaf.round, ME, w, judge) for w in self.plan.counted} for judge in self.plan.judges]
            for leaf in self.plan.leaves
        ]

    @cached_property
    def pays(self) -> Values:
        """[leaf, cell]: the deciding net in whole numbers of one unit."""
        nets = [
            [sum((net(at[w], self.meters) for w in self.plan.hands.deciding), Fraction(0)) for at in cells]
            for cells in self.outcomes
        ]
        unit = lcm(1, *(value.denominator for values in nets for value in values))
        whole = [[int(value * unit) for value in values] for values in nets]
        if max(abs(value) for values in whole for value in values) * self.plan.completions >= LIMIT:
            raise PlanError("the pays are too large to be weighed in whole numbers of 63 bits")
        return np.array(whole, np.int64)

    @cached_property
    def deals(self) -> int:
        """All ways to deal both hands."""
        rows, own = self.plan.open_rows, len(self.plan.own.tokens)
        found = rows.deals * comb(len(rows.room.deck) - len(self.plan.opened), own) * self.plan.completions
        if found >= LIMIT:
            raise PlanError("there are too many deals to add up in whole numbers of 63 bits")
        return found

    def solve(self) -> Solution:
        ways = self.add_ways()
        counted: dict[str, Counter[Outcome]] = {wager: Counter() for wager in self.plan.counted}
        for leaf, settled in enumerate(self.outcomes):
            for cell, outcomes in enumerate(settled):
                for wager, outcome in outcomes.items() if ways[leaf, cell] else ():
                    counted[wager][outcome] += int(ways[leaf, cell])
        tallies = {wager: Tally(wager, found, self.deals) for wager, found in counted.items()}
        hands = self.plan.hands
        value = sum((expected(tallies[wager], self.meters) for wager in hands.deciding), Fraction(0))
        tallies |= {wager: free.tally(self.game) for wager, free in hands.free.items()}
        return Solution({wager: tallies[wager] for wager in hands.wagers}, value, ())

    def add_ways(self) -> Values:
        """[leaf, cell]: the ways of each, as best play goes."""
        takes_last = self.game.house_rules.takes_dearest
        duel = self.plan.duel._replace(pays=self.pays, takes_last=takes_last)
        plain, with_live = self.plan.patterns(live=False), self.plan.patterns(live=True)
        rows, deals = self.plan.open_rows, self.deals
        found = [np.zeros_like(self.pays) for _ in range(CORES)]

        def work(core: int, start: int, stop: int) -> None:
            for number in range(start, stop):
                about = rows.rows[number], int(rows.orbit[number]), self.plan.completions
                kernel.play_opened(*about, plain, with_live, duel, found[core])

        bounds = np.linspace(0, len(rows), ROUNDS * CORES + 1).astype(np.int64).tolist()
        spans = list(pairwise(bounds))
        with ThreadPoolExecutor(CORES) as threads:
            for turn in range(ROUNDS):
                self.progress(f"Holding hands against open cards, {100 * turn // ROUNDS}%")
                mine = spans[turn * CORES : (turn + 1) * CORES]
                list(threads.map(lambda core, mine=mine: work(core, *mine[core]), range(CORES)))
        total: Values = np.sum(found, axis=0)
        assert int(total.sum()) == deals, "every deal is counted once"
        return total


def play_up_cards(
    plan: UpPlan, game: Game, *, meters: Mapping[str, Fraction] | None = None, progress: Progress = silent
) -> Solution:
    """Best play under the paytables of the game, and what comes of it."""
    return UpPricing(plan, game, meters or {}, progress).solve()
