"""The usual chart of blackjack: hard hands, soft hands and pairs, by the dealer's up card.

Best play looks at the cards, a chart only at their total. For each total the chart takes the option that is
best over all its two-card hands together; hands that would do otherwise are its exceptions, and what
it loses by them is exact.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from pitboss.analysis.drawn import DrawnGame, Start, draw_game
from pitboss.rules import Game

UPS = (*range(2, 11), 1)
"""Up cards in the order of the chart, the ace last."""


@dataclass(frozen=True)
class Cell:
    """What to do with a total against an up card, and what where that is not offered."""

    option: str
    otherwise: str
    """Of stand and hit the better one, for hands that may not double, split or surrender."""
    starts: tuple[Start, ...]

    @property
    def exceptions(self) -> tuple[Start, ...]:
        return tuple(start for start in self.starts if start.values[self.option] < start.value)

    @property
    def cost(self) -> Fraction:
        """In units of the bet, over all rounds."""
        lost = [played(start) * (start.value - start.values[self.option]) for start in self.starts]
        return sum(lost, Fraction(0))


@dataclass(frozen=True)
class ChartRow:
    name: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class Section:
    name: str
    rows: tuple[ChartRow, ...]


@dataclass(frozen=True)
class Chart:
    game: Game
    drawn: DrawnGame
    sections: tuple[Section, ...]

    @property
    def cells(self) -> tuple[Cell, ...]:
        return tuple(cell for section in self.sections for row in section.rows for cell in row.cells)

    @cached_property
    def cost(self) -> Fraction:
        """Of its first decisions; hands of more cards are played as is best."""
        return sum((cell.cost for cell in self.cells), Fraction(0))

    @property
    def exceptions(self) -> tuple[tuple[Start, Cell], ...]:
        return tuple((start, cell) for cell in self.cells for start in cell.exceptions)


def draw_chart(game: Game, wager: str) -> Chart:
    drawn = draw_game(game, wager)
    sections = [
        make_section(name, drawn.starts, belongs, key)
        for name, belongs, key in (
            ("hard", is_hard, lambda start: str(sum(start.hand))),
            ("soft", is_soft, lambda start: f"A-{start.hand[1]}"),
            ("pair", is_pair, lambda start: f"{card_name(start.hand[0])}-{card_name(start.hand[0])}"),
        )
    ]
    return Chart(game, drawn, tuple(section for section in sections if section.rows))


def is_pair(start: Start) -> bool:
    return start.hand[0] == start.hand[1]


def is_soft(start: Start) -> bool:
    return start.hand[0] == 1 and not is_pair(start)


def is_hard(start: Start) -> bool:
    return start.hand[0] != 1 and not is_pair(start)


def card_name(value: int) -> str:
    return "A" if value == 1 else str(value)


def make_section(
    name: str, starts: Iterable[Start], belongs: Callable[[Start], bool], key: Callable[[Start], str]
) -> Section:
    """A row for each name that the hands go by, in the order of their totals."""
    by_row: dict[str, list[Start]] = {}
    for start in sorted((s for s in starts if s.values and belongs(s)), key=lambda s: (sum(s.hand), s.hand)):
        by_row.setdefault(key(start), []).append(start)
    return Section(name, tuple(make_row(row, found) for row, found in by_row.items()))


def make_row(name: str, starts: list[Start]) -> ChartRow:
    ups = [up for up in UPS if any(start.up == up for start in starts)]
    return ChartRow(name, tuple(make_cell(tuple(s for s in starts if s.up == up)) for up in ups))


def make_cell(starts: tuple[Start, ...]) -> Cell:
    worth = {
        option: sum((played(start) * start.values[option] for start in starts), Fraction(0))
        for option in starts[0].values
    }
    best = max(worth, key=lambda option: worth[option])
    otherwise = max(("stand", "hit"), key=lambda option: worth.get(option, worth["stand"]))
    return Cell(best, otherwise, starts)


def played(start: Start) -> Fraction:
    """How often a start comes to a decision."""
    return start.chance * (1 - start.natural)
