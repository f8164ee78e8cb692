"""A player's two cards judged by themselves, and a pair of aces by the dealer's two as well."""

from collections.abc import Mapping, Sequence

from pitboss.base.error import InputError
from pitboss.cards.card import ACE, Card
from pitboss.cards.ranking import Ranking, Worth

JACK, KING = ACE - 3, ACE - 1


class HoleCards(Ranking):
    """The first two cards are the player's, the last two the dealer's."""

    name = "hole-card"
    size = 4
    parts = (2, 2)
    atom_names = (
        "nothing",
        "pair_twos_to_tens",
        "ace_queen_or_jack",
        "pair_jacks_to_kings",
        "ace_king",
        "ace_queen_or_jack_suited",
        "ace_king_suited",
        "aces_against_others",
        "aces_against_aces",
    )

    def worth(self, cards: Sequence[Card]) -> Worth:
        if len(cards) != self.size:
            raise InputError(f"a {self.name} hand needs {self.size} cards, got {len(cards)}")
        (high, suit), (low, other) = sorted(cards[:2], reverse=True)
        name = "nothing"
        if (high, low) == (ACE, ACE):
            both = all(card.rank == ACE for card in cards[2:])
            name = "aces_against_aces" if both else "aces_against_others"
        elif high == low:
            name = "pair_jacks_to_kings" if high >= JACK else "pair_twos_to_tens"
        elif high == ACE and low >= JACK:
            name = "ace_king" if low == KING else "ace_queen_or_jack"
            name += "_suited" if suit == other else ""
        atom = self.atom_names.index(name)
        return Worth(atom + 1, atom)

    @property
    def lines(self) -> Mapping[str, frozenset[int]]:
        aces = {self.atom_names.index(f"aces_against_{held}") for held in ("others", "aces")}
        return {**super().lines, "pair_of_aces": frozenset(aces)}


HOLE_CARDS = HoleCards()
