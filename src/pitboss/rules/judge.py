"""Judges hands by their cards: what a live table and a replay do.

A hand with a hidden card can be judged only where the hidden card cannot matter, or where the dealer has
looked under it; otherwise its bets have to wait.
"""

from dataclasses import dataclass, field

from pitboss.base.error import InputError
from pitboss.cards import Card, Ranking, Worth
from pitboss.rules.bet import Highest, Look, Looks
from pitboss.rules.step import Slot


class UnsettledError(InputError):
    """The outcome of a bet still depends on a hidden card."""


@dataclass(frozen=True)
class OpenJudge:
    """Answers from the cards that lie open."""

    looks: Looks
    judged: dict[str, Worth] = field(default_factory=dict)
    """What has been asked before: several bets look at the same hand."""

    def line(self, look: str, lines: tuple[str, ...]) -> str | None:
        seen = self.looks[look]
        if isinstance(seen, Look) and is_ruled_out(seen, lines):
            return None
        return seen.ranking.pick(self.worth_of(look).atom, lines)

    def order(self, one: str, other: str) -> int:
        for name in (one, other):
            if not isinstance(self.looks[name], Look):
                raise InputError(f"the look {name!r} is of several hands and cannot be compared")
        first, second = self.worth_of(one).klass, self.worth_of(other).klass
        return (first > second) - (first < second)

    def worth_of(self, name: str) -> Worth:
        """What the hand, or the highest of several, is worth."""
        if name not in self.judged:
            look = self.looks[name]
            if isinstance(look, Highest):
                self.judged[name] = max(worth(look.ranking, hand) for hand in look.hands)
            else:
                self.judged[name] = worth(look.ranking, look.cards)
        return self.judged[name]


def is_ruled_out(look: Look, lines: tuple[str, ...]) -> bool:
    """While a card is hidden, what is known of the hand decides; after that its cards do."""
    if not look.ruled_out or all(isinstance(slot, Card) for slot in look.cards):
        return False
    return set(lines) <= set(look.ruled_out)


def worth(ranking: Ranking, slots: tuple[Slot, ...]) -> Worth:
    cards = tuple([slot for slot in slots if isinstance(slot, Card)])
    if len(cards) == len(slots):
        return ranking.worth(cards)
    found = ranking.early(cards, len(slots) - len(cards))
    if found is None:
        raise UnsettledError("a hand is settled before all its cards are open")
    return found
