"""Whether the up-card engine fits a game: it answers only for rules that it agreed with.

The counting engine, which the walker vouches for, counts that very definition on small decks, its settings
and paytables in force. Every outcome of every wager must come as often to both. Decks have two, three and
four suits, and cards to spare, so that the dealer's last card is not known; with few suits there are flushes
on either side, and suits that can still become one.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache

from pitboss.analysis.counting import count
from pitboss.analysis.up_cards import UpPlan, read_up_cards
from pitboss.analysis.up_play import play_up_cards
from pitboss.cards import Deck
from pitboss.cards.deck import make_deck
from pitboss.rules import Game

SPARE = 1
RANKS = (14, 13, 5, 4, 3, 2, 9, 10, 11, 12)
"""As many of these as a deck takes: the lowest straight is among five, hands without one among four."""
SUITS = ((1, 2), (0, 1, 3), (0, 1, 2, 3))


def up_decks(plan: UpPlan) -> Iterator[Deck]:
    """Small decks that are large enough for both hands."""
    needed = len(plan.own.tokens) + len(plan.dealer.tokens) + SPARE
    for suits in SUITS:
        yield make_deck(ranks=tuple(sorted(RANKS[: -(-needed // len(suits))])), suits=suits)


def up_misfit(game: Game, wagers: tuple[str, ...], meters: Mapping[str, Fraction]) -> str:
    """The first difference between the two engines, or nothing; a game of another shape is refused."""
    return misfit_once(game, wagers, tuple(meters.items()))


@lru_cache(maxsize=64)
def misfit_once(game: Game, wagers: tuple[str, ...], meters: tuple[tuple[str, Fraction], ...]) -> str:
    decks = up_decks(read_up_cards(game, wagers))
    found = (differing_outcome(game.with_deck(deck), wagers, dict(meters)) for deck in decks)
    return next((difference for difference in found if difference), "")


def differing_outcome(game: Game, wagers: tuple[str, ...], meters: Mapping[str, Fraction]) -> str:
    """The first wager whose outcomes come otherwise on this deck, or nothing."""
    played = play_up_cards(read_up_cards(game, wagers), game, meters=meters)
    counted = count(game, wagers).price(game, meters=meters)
    for wager, tally in counted.tallies.items():
        if tally.chances() != played.tallies[wager].chances():
            return f"outcomes of {wager} come otherwise from {game.deck.size} cards"
    return ""
