"""What a search hands over: tables with their exact figures, and how much each line moves the advantage."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import sqrt

from pitboss.analysis.analysis import Terms, WagerAnalysis, analyze
from pitboss.analysis.figures import VOLATILITY_Z
from pitboss.base.odds import Pay
from pitboss.design.board import PayBoard
from pitboss.design.ladder import Choices
from pitboss.design.search import By, Places
from pitboss.design.target import Targets
from pitboss.rules import Game, Paytable, Wager


@dataclass(frozen=True)
class FoundTable:
    """A table, its figures, and how far it is from the one it was held against."""

    pays: Mapping[str, Pay]
    advantage: Fraction
    hit: Fraction | None
    variance: Fraction | None
    changed: int
    distance: Fraction
    """The changes of all lines, each as a part of the old pay, added up."""
    half_width: Fraction = Fraction(0)
    """Where only bounds are known."""

    @property
    def volatility(self) -> float | None:
        return None if self.variance is None else VOLATILITY_Z * sqrt(self.variance)


@dataclass(frozen=True)
class Sensitivity:
    """A line: what a unit more costs the house, and the next pays below and above with their advantage."""

    line: str
    pay: Pay
    slope: Fraction
    """By how much the advantage falls with one unit more."""
    lower: tuple[Pay, Fraction] | None
    higher: tuple[Pay, Fraction] | None


@dataclass(frozen=True)
class Design:
    game: Game
    wager: Wager
    like: Paytable
    targets: Targets
    choices: Choices
    by: By
    now: FoundTable
    """The table that the others are held against."""
    found: tuple[FoundTable, ...]
    sensitivity: tuple[Sensitivity, ...]
    tried: int
    """Tables of this shape with these pays in which a better hand never pays less."""
    meeting: int | None
    """How many of them meet the targets; None where not all of them were settled."""
    method: str
    priced: int = 0
    """Tables whose best play was found anew."""
    remarks: tuple[str, ...] = ()


# -- the table at hand -----------------------------------------------------------------------------


def held_against(analysis: WagerAnalysis, game: Game, like: Paytable, terms: Terms | None) -> FoundTable:
    """The figures of the table itself, by the analysis and not by the board."""
    if analysis.tables[0] != like:
        analysis = analyze(game.with_table(like), like.wager, seated(like, terms))
    figures = analysis.figures
    return FoundTable(
        pays=like.pays,
        advantage=analysis.house_advantage,
        hit=figures.hit_frequency if figures else None,
        variance=figures.variance if figures else None,
        changed=0,
        distance=Fraction(0),
        half_width=analysis.interval.half_width if analysis.interval else Fraction(0),
    )


def seated(table: Paytable, terms: Terms | None) -> Terms:
    """A column for n hands says how many players there are."""
    terms = terms or Terms()
    return replace(terms, players=table.hands - 1) if table.hands else terms


def find_sensitivity(
    board: PayBoard, table: Paytable, advantage: Callable[[Places], Fraction]
) -> tuple[Sensitivity, ...]:
    """What one step on each line does to the advantage, with all other lines as they are."""
    places = board.places_of(table.pays)
    now = places or tuple(0 for _ in board.lines)
    found = []
    for number, line in enumerate(board.lines):
        steps = []
        for place in (now[number] - 1, now[number] + 1):
            moved = (*now[:number], place, *now[number + 1 :])
            is_there = places is not None and 0 <= place < len(line.amounts)
            steps.append((line.pay(place), advantage(moved)) if is_there else None)
        found.append(Sensitivity(line.name, table.pays[line.name], line.slope, steps[0], steps[1]))
    return tuple(found)
