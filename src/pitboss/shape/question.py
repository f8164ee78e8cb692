"""What bets ask of the looks, and what follows from the answers.

A bet asks for the line of a look or the order of two. All answers a bet can ever depend on are found
by asking it again and again with every answer. The lines asked of a look cut its atoms into *cells*;
within a cell no bet can tell hands apart.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeVar, cast

from pitboss.cards import Ranking
from pitboss.cards.poker import PokerRanking

LineQuestion = tuple[str, tuple[str, ...]]
OrderQuestion = tuple[str, str]
Answers = dict[LineQuestion | OrderQuestion, str | int | None]
T = TypeVar("T")


class UnansweredError(Exception):
    def __init__(
        self, question: LineQuestion | OrderQuestion, possible: tuple[str | int | None, ...]
    ) -> None:
        self.question = question
        self.possible = possible


@dataclass(frozen=True)
class ScriptJudge:
    """Answers from a script; a question that is not in it stops the bet."""

    answers: Answers

    def line(self, look: str, lines: tuple[str, ...]) -> str | None:
        question = (look, lines)
        if question not in self.answers:
            raise UnansweredError(question, (*lines, None))
        return cast(str | None, self.answers[question])

    def order(self, one: str, other: str) -> int:
        if (one, other) not in self.answers:
            raise UnansweredError((one, other), (-1, 0, 1))
        return cast(int, self.answers[one, other])


def explore(ask: Callable[[ScriptJudge], T]) -> list[tuple[Answers, T]]:
    """Everything `ask` can answer, with the questions and answers that lead there."""
    found: list[tuple[Answers, T]] = []
    pending: list[Answers] = [{}]
    while pending:
        answers = pending.pop()
        try:
            found.append((answers, ask(ScriptJudge(answers))))
        except UnansweredError as stop:
            pending.extend({**answers, stop.question: answer} for answer in reversed(stop.possible))
    return found


Asked = tuple[dict[str, set[tuple[str, ...]]], list[OrderQuestion]]
"""The lines that are asked of each look, and the orders between looks."""


def gather(found: Iterable[Answers]) -> Asked:
    """All that was asked on the way to these answers; a look that is only compared has no lines."""
    lines: dict[str, set[tuple[str, ...]]] = {}
    orders: list[OrderQuestion] = []
    for one, other in (question for answers in found for question in answers):
        looked = lines.setdefault(one, set())
        if isinstance(other, tuple):
            looked.add(other)
            continue
        lines.setdefault(other, set())
        if (one, other) not in orders and (other, one) not in orders:
            orders.append((one, other))
    return lines, orders


@dataclass(frozen=True)
class Cells:
    """A partition of a ranking's atoms: `of_atom[a]` is the cell of atom a, `atoms[c]` one atom of cell c."""

    ranking: Ranking
    of_atom: tuple[int, ...]
    atoms: tuple[int, ...]

    @property
    def named_suits(self) -> frozenset[int]:
        """The suits that tell hands of one class apart: an atom that names one has a cell of its own."""
        return frozenset(suit for suit, other, own in self._by_suit if other != own)

    @property
    def names_suits(self) -> bool:
        """Whether two hands of one class can fall into different cells."""
        return bool(self.named_suits)

    @property
    def lowers_named_suit(self) -> bool:
        """Whether a hand in a named suit falls into a lower cell than its like in another suit."""
        return any(own < other for _, other, own in self._by_suit)

    @property
    def in_runs(self) -> "Cells":
        """The same with a cell for each run of atoms: parts of a cell that lie apart are told apart."""
        starts = [a for a, cell in enumerate(self.of_atom) if not a or cell != self.of_atom[a - 1]]
        of_atom = tuple(bisect_right(starts, atom) - 1 for atom in range(len(self.of_atom)))
        return Cells(self.ranking, of_atom, tuple(starts))

    @property
    def _by_suit(self) -> list[tuple[int, int, int]]:
        """Each suit that an atom names, the cell of the same hand in any other suit, and its own."""
        if not isinstance(self.ranking, PokerRanking):
            return []
        cells = self.of_atom
        suits = [atom.suit for atom in self.ranking.atoms]
        return [(suit, cells[n - 1], cells[n]) for n, suit in enumerate(suits) if suit is not None]


def partition(ranking: Ranking, asked: Iterable[tuple[str, ...]]) -> Cells:
    """Atoms that answer every asked question alike share a cell."""
    vocabularies = sorted(set(asked))
    cells: dict[tuple[str | None, ...], int] = {}
    of_atom = []
    atoms: list[int] = []
    for atom in range(len(ranking.atom_names)):
        key = tuple(ranking.pick(atom, lines) for lines in vocabularies)
        if key not in cells:
            cells[key] = len(cells)
            atoms.append(atom)
        of_atom.append(cells[key])
    return Cells(ranking, tuple(of_atom), tuple(atoms))


@dataclass(frozen=True)
class CellJudge:
    """Answers for one cell of each look and one order between two looks."""

    atoms: dict[str, tuple[Ranking, int]]
    orders: dict[OrderQuestion, int]

    def line(self, look: str, lines: tuple[str, ...]) -> str | None:
        ranking, atom = self.atoms[look]
        return ranking.pick(atom, lines)

    def order(self, one: str, other: str) -> int:
        # One order was counted for the two looks; a bet may ask for it either way round.
        return self.orders[one, other] if (one, other) in self.orders else -self.orders[other, one]
