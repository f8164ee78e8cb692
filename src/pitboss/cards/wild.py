"""Poker hands with wild cards: the joker, and ranks that a game makes wild.

A *full* wild card stands for any card that makes the hand better; in a flush for one that the hand does not
hold. A joker that only *completes* is an ace, or whatever makes a straight or a flush. Where nothing is wild
a hand with the joker is no hand at all: the lowest there is.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import combinations, combinations_with_replacement

from pitboss.cards.card import ACE, JOKER, LOWEST, SUITS, Card
from pitboss.cards.poker import FIVE, FIVE_HANDS, Atom, PokerRanking, Score, whole
from pitboss.cards.ranking import Worth

EVERY = range(LOWEST, ACE + 1)


@dataclass(frozen=True, eq=False)
class WildRanking(PokerRanking):
    """Hands of a deck with a joker, by the categories of the ranking."""

    wild: frozenset[int] = frozenset()
    completes: bool = False
    """Whether a wild card is an ace unless it completes a straight or a flush."""
    judges_joker = True

    @cached_property
    def classes(self) -> dict[Score, int]:
        """Every score that a hand can have, numbered from 1, low to high."""
        scores = {self.score(ranks, suited=True) for ranks in combinations(EVERY, self.size)}
        for ranks in combinations_with_replacement(EVERY, self.size):
            if len(set(ranks)) > 1 or "five_of_a_kind" in self.categories:
                scores.add(self.score(ranks, suited=False))
        scores.update(self.only_wilds())
        return {score: number for number, score in enumerate(sorted(scores), start=1)}

    def only_wilds(self) -> list[Score]:
        return [(self.categories.index("five_wilds"), ())] if "five_wilds" in self.categories else []

    def rank_class(self, ranks: tuple[int, ...]) -> int:
        if max(map(ranks.count, ranks)) > len(SUITS):
            return 0
        plain = tuple(rank for rank in ranks if rank not in self.wild)
        return 1 if JOKER.rank in plain else self._best_plain(plain, len(ranks) - len(plain))

    @lru_cache(maxsize=1 << 15)  # noqa: B019 - rankings are a handful and live as long as the program
    def _best_plain(self, plain: tuple[int, ...], wilds: int) -> int:
        return max((self.classes[score] for score in self.plain_scores(plain, wilds)), default=0)

    def plain_scores(self, plain: tuple[int, ...], wilds: int) -> Iterable[Score]:
        """What the hand can be without a flush, by what its wild cards may stand for."""
        if not plain and (found := self.only_wilds()):
            return found
        scores = {
            read: self.score((*plain, *read), suited=False)
            for read in combinations_with_replacement(EVERY, wilds)
        }
        if not self.completes:
            return scores.values()
        return [
            score
            for read, score in scores.items()
            if set(read) <= {ACE} or self.categories[score[0]] == "straight"
        ]

    def suit_class(self, ranks: tuple[int, ...], wilds: int = 0) -> int:
        return self._best_suited(ranks, wilds) if ranks else 0

    @lru_cache(maxsize=1 << 15)  # noqa: B019 - as above
    def _best_suited(self, ranks: tuple[int, ...], wilds: int) -> int:
        others = [rank for rank in EVERY if rank not in ranks]
        read = combinations(others, wilds)
        return max(PokerRanking.suit_class(self, (*ranks, *more)) for more in read)

    def _worth(self, cards: Sequence[Card]) -> Worth:
        plain = [card for card in cards if card.rank not in self.wild]
        found = Worth(*self._of_class(self.rank_class(tuple(sorted(card.rank for card in cards))), None))
        suits = {None if card.is_joker else card.suit for card in plain}
        if len(suits) != 1 or None in suits:
            return found
        ranks = tuple(sorted(card.rank for card in plain))
        flush = self.suit_class(ranks, len(cards) - len(plain))
        return max(found, Worth(*self._of_class(flush, suits.pop()))) if flush else found

    def _of_class(self, klass: int, suit: int | None) -> tuple[int, int]:
        return klass, self.atom_of(self.scores[klass], suit)


NATURAL = WildRanking("natural five-card", 5, FIVE.categories, FIVE.atoms, FIVE.groups)
"""Nothing is wild; a hand with the joker pays nothing."""

DEUCES_HANDS = (*FIVE_HANDS, "straight_flush", "five_of_a_kind", "royal_flush", "five_wilds")
DEUCES_AND_JOKER = WildRanking(
    "five-card, deuces and joker wild",
    5,
    DEUCES_HANDS,
    tuple(replace(whole(category), name=category) for category in DEUCES_HANDS),
    {},
    frozenset({LOWEST, JOKER.rank}),
)

JOKER_COMPLETES = WildRanking(
    "five-card, joker completes",
    5,
    (*FIVE.categories, "five_of_a_kind"),
    (*FIVE.atoms, Atom("five_aces", "five_of_a_kind")),
    FIVE.groups,
    frozenset({JOKER.rank}),
    completes=True,
)
