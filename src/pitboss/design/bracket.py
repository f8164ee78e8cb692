"""Two bounds on a table's advantage, made of tables that are priced already. They need no best play.

Best play wins V(x) with the pays x, the most that any way of playing wins, and each way of playing wins a sum
that is linear in the pays. So V is convex and never falls with a pay:

- from below: whoever plays as was best on a table y wins on x what that play wins there, so V(x) is no less;
- from above: V(x) <= V(y) + sum of W_i (x_i - y_i) over the lines that x pays better, because a line can be
  paid on at most its chance times the largest sum that is ever at stake on it, W_i;
- from above, sharper: if x lies between a table y and tables that each move one line of y further, V(x) is at
  most what a straight line between their values says.

Bounds are floats with a margin a thousand times larger than their error; they only rule tables out.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.bestplay import Counted
from pitboss.analysis.counting import look_tokens
from pitboss.base.odds import Pay
from pitboss.design.board import PayBoard
from pitboss.rules import Game, Wager
from pitboss.shape import kernels
from pitboss.shape.question import CellJudge
from pitboss.shape.unroll import ME, Leaf

MARGIN = 1e-9
Floats = NDArray[np.float64]
Places = NDArray[np.int16]


@dataclass(frozen=True)
class Cone:
    """A priced table with others that move one line of it far down or up: what lies between them is bounded.

    For each line and each of its pays: which part of the way it goes, and that part of the change at its end.
    """

    advantage: float
    parts: list[Floats]
    gains: list[Floats]

    def lower(self, places: Places) -> Floats:
        """At least so much; minus infinity for tables beyond the ends."""
        is_between = add_up(self.parts, places) <= 1.0
        return np.where(is_between, self.advantage + add_up(self.gains, places), -np.inf)


@dataclass
class Bracket:
    """Bounds over all tables of a board, by their places on it."""

    heights: list[Floats]
    most_paid: Floats
    """W for each line of the board."""
    upper: list[tuple[float, list[Floats]]] = field(default_factory=list)
    lower: list[tuple[float, list[Floats]]] = field(default_factory=list)
    cones: list[Cone] = field(default_factory=list)

    def learn(self, board: PayBoard, advantage: Fraction, pays: Mapping[str, Pay]) -> None:
        """From a table that was priced: its board is what its best play costs with every other pay."""
        scale = float(board.scale)
        losses = [np.array([float(sums.loss) for sums in line.sums]) / scale for line in board.lines]
        self.upper.append((board.rest.loss / scale - float(board.extra), losses))
        own = [float(pays[line.name].net(Fraction(1), {})) for line in board.lines]
        rises = [
            np.maximum(height - mine, 0.0) * most
            for height, mine, most in zip(self.heights, own, self.most_paid, strict=True)
        ]
        self.lower.append((float(advantage), rises))

    def rule_out(self, places: Places, low: float, high: float, *, last: bool = False) -> NDArray[np.bool_]:
        """Which tables cannot have an advantage between these; with `last`, by what was learnt last alone."""
        alive = np.ones(len(places), np.bool_)
        for constant, losses in self.upper[-1:] if last else self.upper:
            alive &= constant + add_up(losses, places) >= low - MARGIN
        for constant, rises in self.lower[-1:] if last else self.lower:
            alive &= constant - add_up(rises, places) <= high + MARGIN
        for cone in () if last else self.cones:
            alive &= cone.lower(places) <= high + MARGIN
        return ~alive


def add_up(worth: list[Floats], places: Places) -> Floats:
    total = np.zeros(len(places))
    for column, line in enumerate(worth):
        total += line[places[:, column]]
    return total


def make_bracket(game: Game, wager: Wager, counted: Counted, board: PayBoard) -> Bracket:
    paid = most_paid(game, wager, counted)
    return Bracket(
        [np.array([float(height) for height in line.heights]) for line in board.lines],
        np.array([float(paid.get(line.name, Fraction(0))) for line in board.lines]),
    )


def most_paid(game: Game, wager: Wager, counted: Counted) -> dict[str, Fraction]:
    """For each line the most that it is paid on, whatever is played, times how often it comes.

    Where paths of decisions look at different cards, as after different discards, their chances are added up.
    """
    found: dict[frozenset[int], dict[str, Fraction]] = {}
    for leaf in counted.tree.leaves:
        tokens = frozenset(look_tokens(game.looks(leaf.round, leaf.round.place(ME)), wager.look))
        here = found.setdefault(tokens, {})
        for line, worth in paid_at(game, wager, counted, leaf).items():
            here[line] = max(worth, here.get(line, Fraction(0)))
    total: dict[str, Fraction] = {}
    for lines in found.values():
        for line, worth in lines.items():
            total[line] = total.get(line, Fraction(0)) + worth
    return total


def paid_at(game: Game, wager: Wager, counted: Counted, leaf: Leaf) -> Mapping[str, Fraction]:
    """At the end of one path of decisions: the chance of each line, times the most that it is paid on."""
    counts, stage = counted.leaf_counts[id(leaf)], counted.stages[leaf.stage]
    ways = np.zeros(len(counts.judges), np.int64)
    kernels.add_up(np.ones(len(stage), np.bool_), stage.orbit, counts.fixed, counts.counts, ways)
    total = stage.deals * counts.total
    chances: dict[str, Fraction] = {}
    bases: dict[str, Fraction] = {}
    for judge, number in zip(counts.judges, ways.tolist(), strict=True):
        results = game.settle_wager(leaf.round, ME, wager.id, judge)
        line = line_of(judge, wager)
        if line is None:
            continue
        chances[line] = chances.get(line, Fraction(0)) + Fraction(number, total)
        base = sum((result.base for result in results if result.name == line), Fraction(0))
        bases[line] = max(base, bases.get(line, Fraction(0)))
    return {line: chance * bases[line] for line, chance in chances.items()}


def line_of(judge: CellJudge, wager: Wager) -> str | None:
    """The line of the wager's own look; None where nothing asks for it."""
    assert wager.shape is not None
    return judge.line(wager.look, wager.shape.allowed) if wager.look in judge.atoms else None
