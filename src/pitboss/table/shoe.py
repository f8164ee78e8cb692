"""A shoe: several decks shuffled together that last for many rounds, with a cut card near the end.

The cut card has come out as soon as it is the next to be drawn. The round in progress is dealt to its
end, past the cut card if it must be; then the shoe needs a shuffle, and what was left in it is opened.
"""

from pitboss.base.error import InputError
from pitboss.cards import Deck
from pitboss.table.randomness import Randomness
from pitboss.table.shuffler import SealedSource


class Shoe(SealedSource):
    """Cards for many rounds; n of them lie behind the cut card."""

    opens_shuffles = True

    def __init__(self, deck: Deck, randomness: Randomness, behind_cut: int, *, name: str = "shoe") -> None:
        super().__init__(name, deck, randomness)
        if not 0 <= behind_cut < deck.size:
            raise InputError(f"the cut card lies 0 to {deck.size - 1} cards from the end, not {behind_cut}")
        self.behind_cut = behind_cut

    @property
    def cut_card_out(self) -> bool:
        return self.position >= self.deck.size - self.behind_cut

    @property
    def needs_shuffle(self) -> bool:
        return super().needs_shuffle or (self.cut_card_out and not self.in_round)
