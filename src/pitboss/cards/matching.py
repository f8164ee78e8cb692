"""Four cards judged by matching: a player's two against a dealer's two, out of a shoe of many decks.

Only equality matters here, so ranks are as interchangeable as suits; the same card can come twice.
"""

from collections.abc import Mapping, Sequence

from pitboss.base.error import InputError
from pitboss.cards.card import Card
from pitboss.cards.ranking import Ranking, Worth


class TwoAndTwo(Ranking):
    """The first two cards are the player's, the last two the dealer's."""

    name = "two-and-two"
    size = 4
    parts = (2, 2)
    atom_names = ("no_match", "suited_pair", "mixed_four_of_a_kind", "suited_four_of_a_kind")
    ranks_alike = True

    def worth(self, cards: Sequence[Card]) -> Worth:
        if len(cards) != self.size:
            raise InputError(f"a {self.name} hand needs {self.size} cards, got {len(cards)}")
        if len(set(cards)) == 1:
            atom = 3
        elif len({card.rank for card in cards}) == 1:
            atom = 2
        else:
            atom = 1 if cards[0] == cards[1] else 0
        return Worth(atom + 1, atom)

    def early(self, cards: Sequence[Card], missing: int) -> Worth | None:
        """Without a match in the dealer's first card the second one cannot bring four of a kind."""
        if missing != 1 or len({card.rank for card in cards}) == 1:
            return None
        atom = 1 if cards[0] == cards[1] else 0
        return Worth(atom + 1, atom)

    @property
    def lines(self) -> Mapping[str, frozenset[int]]:
        return {**super().lines, "four_of_a_kind": frozenset({2, 3})}


TWO_AND_TWO = TwoAndTwo()
