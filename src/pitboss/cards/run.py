"""Hands by the longest run of ranks, round the corner: jack, queen, king, ace, two, three are a run of six.

Of runs of one length the one with the higher last card is better; the ace is the highest card there is.
"""

from collections.abc import Sequence
from functools import cached_property

from pitboss.base.error import InputError
from pitboss.cards.card import ACE, LOWEST, Card
from pitboss.cards.hand_name import NAMES
from pitboss.cards.ranking import TableRanking, Worth

COUNT = ACE - LOWEST + 1


def longest_run(ranks: Sequence[int]) -> tuple[int, int]:
    """How long the best run is, and its last card."""
    held = set(ranks)
    if len(held) == COUNT:
        return COUNT, ACE
    best = (0, 0)
    for last in held:
        length = 1
        while LOWEST + (last - LOWEST - length) % COUNT in held:
            length += 1
        best = max(best, (length, last))
    return best


class RunRanking(TableRanking):
    """By the length of the run, then by its last card."""

    name = "longest run"
    size = 1
    of_all = True
    atom_names = tuple(f"run_of_{length}" for length in range(1, COUNT + 1))

    @cached_property
    def classes(self) -> dict[tuple[int, int], int]:
        runs = [(length, last) for length in range(1, COUNT + 1) for last in range(LOWEST, ACE + 1)]
        return {run: number for number, run in enumerate(runs, start=1)}

    def rank_class(self, ranks: tuple[int, ...]) -> int:
        return self.classes[longest_run(ranks)]

    def suit_class(self, ranks: tuple[int, ...], wilds: int = 0) -> int:
        del ranks, wilds
        return 0

    def class_atoms(self, suit: int | None) -> list[int]:
        del suit
        return [length - 1 for length, _ in self.classes]

    def worth(self, cards: Sequence[Card]) -> Worth:
        if not cards:
            raise InputError(f"a {self.name} hand needs cards")
        length, last = longest_run([card.rank for card in cards])
        return Worth(self.classes[length, last], length - 1)

    def describe(self, cards: Sequence[Card], lines: object = ()) -> str:
        del lines
        length, last = longest_run([card.rank for card in cards])
        return f"a run of {length} to the {NAMES[last]}"


LONGEST_RUN = RunRanking()
