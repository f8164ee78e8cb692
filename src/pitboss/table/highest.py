"""The best hand so far, where a wager looks at the highest hand at the table: it stays open until beaten."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from pitboss.cards import Card
from pitboss.rules import Game, Highest, Round, Wager
from pitboss.rules.record import ReadsCardsError
from pitboss.table.event import BestHandExposed


@dataclass(repr=False)
class BestHand:
    game: Game
    round: Round
    hand: str = ""
    words: str = ""
    klass: int = 0
    is_watching: bool = True
    """Whether a wager may look at the highest hand: false once the looks were seen to be of one each."""

    @cached_property
    def placed(self) -> tuple[Wager, ...]:
        """The wagers in the round that have a paytable: only such a one can look at all hands."""
        wagers = self.game.wagers.values()
        return tuple(w for w in wagers if w.shape and any(place.has(w.id) for place in self.round.places))

    def watched(self) -> Iterator[tuple[Wager, Highest]]:
        """The wagers in the round that look at the highest hand."""
        if not self.is_watching:
            return
        try:
            looks = self.game.looks(self.round, self.round.places[0])
        except ReadsCardsError:
            return
        self.is_watching = False
        for wager in self.placed:
            look = looks.get(wager.look)
            if isinstance(look, Highest):
                self.is_watching = True
                yield wager, look

    def see(self, hand: str) -> Iterator[BestHandExposed]:
        """A hand was opened: if it pays and beats what lies there, it takes its place."""
        for wager, look in self.watched():
            cards = [slot for slot in self.round.hand(hand) if isinstance(slot, Card)]
            worth = look.ranking.worth(cards)
            pays = wager.shape and look.ranking.pick(worth.atom, wager.shape.allowed)
            if pays and worth.klass > self.klass:
                self.hand, self.klass = hand, worth.klass
                self.words = look.ranking.describe(cards)
                yield BestHandExposed(hand, self.words)
