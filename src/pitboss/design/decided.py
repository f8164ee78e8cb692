"""Design where the pays change best play: tables by distance, ruled out by bounds, the others priced anew.

Every table that is listed was priced with its own best play. A table is left out without that only if a bound
proves that it misses the targets (`bracket`). Each table that is priced makes the bounds sharper.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from math import inf

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.analysis import WagerAnalysis, analyze, bare, count_once
from pitboss.analysis.figures import Figures
from pitboss.base.error import InputError
from pitboss.base.odds import Pay
from pitboss.design.board import PayBoard
from pitboss.design.bracket import Bracket, Cone, make_bracket
from pitboss.design.ladder import Choices
from pitboss.design.outcome import Design, FoundTable, Sensitivity, find_sensitivity, held_against
from pitboss.design.search import By, count_rows, height_ranks, monotone_places, sum_rows
from pitboss.design.search_kernel import DISTANCE
from pitboss.design.source import board_of
from pitboss.design.target import Targets
from pitboss.rules import Paytable

MOST_AT_ONCE = 2_000_000
"""Tables that are held against the bounds together."""
MOST_IN_FULL = 2000
"""Tables on a board up to which all of them are settled, to know how many meet the targets."""
BUDGET = 300
"""Tables that are priced before a search gives up."""
WORTH_CONES = 20
"""Tables priced in vain from which the sharper bounds pay for the tables that they take to price."""
REACH = (1, 3)
"""How far beyond the pays that are tried the ends of a cone lie: three times lets three lines move fully."""
Places = NDArray[np.int16]
Progress = Callable[[str], None]


def design_decided(
    analysis: WagerAnalysis,
    targets: Targets,
    *,
    like: Paytable,
    choices: Choices,
    most: int,
    by: By,
    progress: Progress,
) -> Design:
    """`analysis` is of a table with the lines that are searched."""
    if by is not By.NEAREST:
        raise InputError("the pays change best play here: such tables are ranked by nearness only")
    work = begin(analysis, targets, like, choices, BUDGET, progress)
    steps = work.sensitivity()
    if most:
        work.budget += work.priced
        work.search(most)
    return Design(
        game=analysis.game,
        wager=analysis.wager,
        like=like,
        targets=targets,
        choices=choices,
        by=by,
        now=held_against(analysis, analysis.game, like, analysis.terms),
        found=tuple(work.found[:most]),
        sensitivity=steps,
        tried=work.tried,
        meeting=len(work.found) if work.is_settled else None,
        method="exact: best play found anew for every table listed; the others ruled out by proved bounds",
        priced=work.priced,
        remarks=tuple(work.remarks),
    )


def begin(
    analysis: WagerAnalysis,
    targets: Targets,
    like: Paytable,
    choices: Choices,
    budget: int,
    progress: Progress,
) -> "SearchWork":
    game, wager = analysis.game, analysis.wager
    board = board_of(analysis, choices, like)
    placed = tuple(dict.fromkeys((*game.deciding, wager.id)))
    alone = game.stands_alone(wager) or wager.independent or not game.deciding
    counted = count_once(bare(game), (wager.id,) if alone else placed, (wager.id,))
    bracket = make_bracket(game, wager, counted, board)
    return SearchWork(analysis, targets, board, like, choices, bracket, budget, progress)


@dataclass
class SearchWork:
    analysis: WagerAnalysis
    targets: Targets
    board: PayBoard
    like: Paytable
    choices: Choices
    bracket: Bracket
    budget: int
    progress: Progress
    known: dict[tuple[int, ...], FoundTable] = field(default_factory=dict)
    found: list[FoundTable] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    is_settled: bool = False
    priced: int = 0
    in_vain: int = 0

    @cached_property
    def tried(self) -> int:
        return count_rows(height_ranks(self.board.lines))

    # -- one table ---------------------------------------------------------------------------------

    def price(self, places: tuple[int, ...]) -> FoundTable:
        """The table with its own best play."""
        if places in self.known:
            return self.known[places]
        board, pays = self.board, self.board.pays(places)
        figures, advantage = self.solve(pays)
        changed, distance = board.sums(places).changed, board.distance(places)
        found = FoundTable(pays, advantage, figures.hit_frequency, figures.variance, changed, distance)
        self.known[places] = found
        return found

    def solve(self, pays: Mapping[str, Pay]) -> tuple[Figures, Fraction]:
        """Best play with these pays, and what the bounds learn from it."""
        table = replace(self.like, id=f"{self.like.id}, searched", pays=pays)
        analysis = analyze(self.analysis.game.with_table(table), self.like.wager, self.analysis.terms)
        assert analysis.figures is not None
        self.bracket.learn(board_of(analysis, self.choices, self.like), analysis.house_advantage, pays)
        self.priced += 1
        self.progress(f"{self.priced} tables priced, {len(self.found)} found")
        return analysis.figures, analysis.house_advantage

    def make_cones(self) -> None:
        """Price tables that move one line of the first one far, so that all between them are bounded."""
        start = self.analysis.tables[0].pays
        base = float(self.analysis.house_advantage)
        for reach in REACH:
            parts, gains = [], []
            for line in self.board.lines:
                own = start[line.name].amount
                part, gain = np.zeros(len(line.amounts)), np.zeros(len(line.amounts))
                for end in {line.amounts[0], line.amounts[-1]} - {own}:
                    far = Pay(line.kind, own + reach * (end - own))
                    moved = float(self.solve({**start, line.name: far})[1]) - base
                    for place, amount in enumerate(line.amounts):
                        if amount != own and (amount > own) == (end > own):
                            part[place] = float((amount - own) / (far.amount - own))
                            gain[place] = part[place] * moved
                parts.append(part)
                gains.append(gain)
            self.bracket.cones.append(Cone(base, parts, gains))

    def meets(self, found: FoundTable) -> bool:
        assert found.hit is not None
        assert found.variance is not None
        return (
            self.targets.asked_advantage.holds(found.advantage)
            and self.targets.hit.holds(found.hit)
            and self.targets.variance.holds(found.variance)
        )

    def sensitivity(self) -> tuple[Sensitivity, ...]:
        """The next pays of every line, each with its own best play."""
        table = self.analysis.tables[0]
        places = self.board.places_of(table.pays)
        if places is not None:
            self.price(places)
        return find_sensitivity(self.board, table, lambda moved: self.price(moved).advantage)

    # -- all of them -------------------------------------------------------------------------------

    def search(self, most: int) -> None:
        """By the number of lines changed, then by distance, until there are enough."""
        asked = self.targets.asked_advantage
        low = -inf if asked.low is None else float(asked.low)
        high = inf if asked.high is None else float(asked.high)
        for changed in range(len(self.board.lines) + 1):
            tables = self.tables(changed)
            if tables is None:
                self.remarks.append(
                    f"tables that change {changed} lines or more are too many and were not looked at"
                )
                return
            if not self.settle(tables, low, high, most):
                return
        self.is_settled = True

    def settle(self, tables: Places, low: float, high: float, most: int) -> bool:
        """Price what the bounds leave; False when there are enough tables, or the budget is used up."""
        out = self.bracket.rule_out(tables, low, high)
        for row in range(len(tables)):
            if out[row]:
                continue
            if len(self.found) >= most and self.tried > MOST_IN_FULL:
                self.remarks.append("there may be more: the search ends with the nearest that were asked for")
                return False
            if self.priced >= self.budget:
                self.remarks.append(
                    f"the budget of {self.budget} tables to price is used up: others as near may be missing"
                )
                return False
            found = self.price(tuple(tables[row].tolist()))
            if self.meets(found):
                self.found.append(found)
            else:
                self.in_vain += 1
            is_time = self.in_vain >= WORTH_CONES and not self.bracket.cones
            if is_time:
                self.make_cones()
            out[row:] |= self.bracket.rule_out(tables[row:], low, high, last=not is_time)
        return True

    def tables(self, changed: int) -> Places | None:
        """All tables that change exactly n lines, the nearest first; None if there are too many."""
        lines = self.board.lines
        same = [[n for n, sums in enumerate(line.sums) if not sums.changed] for line in lines]
        other = [[n for n, sums in enumerate(line.sums) if sums.changed] for line in lines]
        ranks, parts = height_ranks(lines), list[Places]()
        for moved in combinations(range(len(same)), changed):
            axes = [other[n] if n in moved else same[n] for n in range(len(same))]
            size = int(np.prod([len(axis) for axis in axes], dtype=np.int64))
            if size > MOST_AT_ONCE or sum(map(len, parts)) > MOST_AT_ONCE:
                return None
            rows, _ = monotone_places([ranks[n][axis] for n, axis in enumerate(axes)])
            parts.append(
                np.stack([np.array(axis, np.int16)[rows[:, n]] for n, axis in enumerate(axes)], axis=1)
            )
        found = np.concatenate(parts)
        return found[np.lexsort((*found.T[::-1], sum_rows(lines, found)[DISTANCE]))]
