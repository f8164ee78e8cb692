"""Judges hands by their cards: what a live table and a replay do.

A hand with a hidden card can be judged only where the hidden card cannot matter, or where the dealer has
looked under it; otherwise its bets have to wait.
"""

from dataclasses import dataclass

from pitboss.base.error import InputError
from pitboss.cards import Card, Ranking, Worth
from pitboss.rules.bet import Highest, Look, Looks
from pitboss.rules.step import Blank, Slot


class UnsettledError(InputError):
    """The outcome of a bet still hangs on a hidden card."""


@dataclass(frozen=True)
class OpenJudge:
    """Answers from the cards that lie open."""

    looks: Looks

    def line(self, look: str, lines: tuple[str, ...]) -> str | None:
        seen = self.looks[look]
        if isinstance(seen, Look) and is_ruled_out(seen, lines):
            return None
        if isinstance(seen, Highest):
            atom = max(worth(seen.ranking, hand) for hand in seen.hands).atom
        else:
            atom = worth(seen.ranking, seen.cards).atom
        return seen.ranking.pick(atom, lines)

    def order(self, one: str, other: str) -> int:
        first, second = self._class(one), self._class(other)
        return (first > second) - (first < second)

    def _class(self, name: str) -> int:
        look = self.looks[name]
        if not isinstance(look, Look):
            raise InputError(f"the look {name!r} is of several hands and cannot be compared")
        return worth(look.ranking, look.cards).klass


def is_ruled_out(look: Look, lines: tuple[str, ...]) -> bool:
    """While a card is hidden, what is known of the hand decides; after that its cards do."""
    return any(isinstance(slot, Blank) for slot in look.cards) and set(lines) <= set(look.ruled_out)


def worth(ranking: Ranking, slots: tuple[Slot, ...]) -> Worth:
    cards = tuple(slot for slot in slots if isinstance(slot, Card))
    if len(cards) == len(slots):
        return ranking.worth(cards)
    found = ranking.early(cards, len(slots) - len(cards))
    if found is None:
        raise UnsettledError("a hand is settled before all its cards are open")
    return found
