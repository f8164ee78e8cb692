"""Games of the catalogue by what they are built like: laws choose by this and by status, never by a name."""

from collections.abc import Callable, Hashable, Iterable
from functools import cache
from math import comb, factorial
from random import Random

import pytest
from _pytest.mark import ParameterSet

from pitboss.analysis.analysis import find_board, find_up_cards
from pitboss.analysis.fit import draws_base
from pitboss.base.odds import Kind
from pitboss.cards.card import SUITS
from pitboss.cards.poker import PokerRanking
from pitboss.rules import Depth, Game, game_ids, load_game
from pitboss.rules.dealing import Dealing
from pitboss.rules.hand import parse_hand
from pitboss.shape.situations import MOST_ROWS
from pitboss.shape.unroll import Tree, unroll

MOST_SEEN = 4
"""Cards that lie open at the last decision, in a game whose situations are counted in a second."""

MOST_DEALT = 9
"""Cards of a seat and its dealer, in a game that is."""

MOST_GROWN = 5
"""Cards of a hand that grows, in a game that is counted in seconds."""


def games_where(holds: Callable[[Game], bool]) -> tuple[str, ...]:
    return tuple(name for name in game_ids() if holds(load_game(name)))


def reads_cards(game: Game) -> bool:
    """Whether the rules read cards, so that nothing can be unrolled."""
    return game.alike is not None or game.status.depth is Depth.DEALT


@cache
def unrolled(game: Game) -> Tree:
    return unroll(game, game.deciding)


def seen(game: Game) -> tuple[int, ...]:
    """How many cards come to light before each decision."""
    return tuple(map(len, unrolled(game).groups))


def is_quick(game: Game) -> bool:
    return bool(game.deciding) and not reads_cards(game) and sum(seen(game)) <= MOST_SEEN


def grows(game: Game) -> bool:
    """Whether a player decides again and again, as more cards come."""
    return not reads_cards(game) and len(seen(game)) > 2


def has_dealer(game: Game) -> bool:
    """Whether a dealer's hand is played against, and the rules read no card."""
    return not reads_cards(game) and "dealer" in unrolled(game).leaves[-1].round.hands


@cache
def shares_board(game: Game) -> bool:
    """Whether the player's hand and the dealer's share a board: counting it takes half a minute."""
    return has_dealer(game) and find_board(game, game.deciding) is not None


def shows_up_cards(game: Game) -> bool:
    """Whether some of the cards of the dealer are seen before one decision, as an engine is made for."""
    return has_dealer(game) and find_up_cards(game, game.deciding) is not None


def takes_long(game: Game, most: int = MOST_DEALT) -> bool:
    """Whether counting takes seconds, or half a minute: a shared board, or many cards seen or against a
    dealer's."""
    if not has_dealer(game):
        return not reads_cards(game) and sum(seen(game)) > MOST_GROWN
    hands = unrolled(game).leaves[-1].round.hands
    return shares_board(game) or sum(map(len, hands.values())) > most


def soon(names: Iterable[str]) -> list[ParameterSet]:
    """Games for a law that counts them whole: those that take long are for the soak."""
    return [
        pytest.param(name, marks=pytest.mark.slow if takes_long(load_game(name)) else ()) for name in names
    ]


def has_needs(game: Game) -> bool:
    """Whether what a seat may choose depends on its hand."""
    return not reads_cards(game) and unrolled(game).has_needs


@cache
def has_too_many(game: Game) -> bool:
    """Whether more can be seen before the last decision than an engine holds, up to a renaming of suits."""
    left, ways = game.deck.size, 1
    for size in () if reads_cards(game) else seen(game):
        left, ways = left - size, ways * comb(left, size)
    return ways // factorial(len(SUITS)) > MOST_ROWS


def is_dealt_by_rules(game: Game) -> bool:
    """Whether compiled rounds refuse it: the definition's own procedure is simulated."""
    return is_general(game) or has_needs(game) or game.deck.has_joker or has_too_many(game)


def is_general(game: Game) -> bool:
    """Whether its procedure deals when rounds are simulated: rules read cards, or hands are not poker's."""
    return not draws_base(game) if reads_cards(game) else not is_poker(game)


def is_poker(game: Game) -> bool:
    """Whether every paytable is for hands of poker."""
    return all(isinstance(one.shape.ranking, PokerRanking) for one in game.wagers.values() if one.shape)


def kind_of(game: Game) -> Hashable:
    """What engines and tables go about differently: cards read, a shoe, decisions, a dealer, a board."""
    if reads_cards(game):
        return "read", draws_base(game), game.deck.is_single, bool(game.deciding)
    return "unread", has_dealer(game), grows(game), shares_board(game)


def one_of_each_kind(names: Iterable[str]) -> tuple[str, ...]:
    """The first of each kind; a shared board is for the soak alone."""
    kinds: dict[Hashable, str] = {}
    for name in names:
        if not shares_board(load_game(name)):
            kinds.setdefault(kind_of(load_game(name)), name)
    return tuple(kinds.values())


def first_of_each_kind(names: Iterable[str]) -> list[ParameterSet]:
    """Games for a heavy law: one of each kind is held to it in every run, the others in the soak."""
    names = tuple(names)
    first = one_of_each_kind(names)
    return [pytest.param(name, marks=() if name in first else pytest.mark.slow) for name in names]


def has_own_hands(game: Game) -> bool:
    """Whether a seat is dealt cards, and does not bet on hands that are everybody's."""
    table = Dealing(game, Random(1))
    list(table.play())
    return any(parse_hand(hand).seat for hand in table.round.hands)


def envied(game: Game) -> tuple[str, ...]:
    """The wagers with an envy."""
    return tuple(wager for wager, tables in game.chosen.items() if any(table.envy_micros for table in tables))


def paid_for_one(game: Game) -> tuple[str, ...]:
    """The wagers of which a line pays so much for one: the wager is not handed back."""
    return tuple(
        wager
        for wager, tables in game.chosen.items()
        if any(pay.kind is Kind.FOR for table in tables for pay in table.pays.values())
    )


DECIDED = games_where(lambda game: bool(game.deciding))
"""Games in which a player decides something."""
QUICK = games_where(is_quick)
"""Games that are counted in a second."""
GROWING = games_where(lambda game: grows(game) and not shares_board(game))
UP_CARDS = games_where(shows_up_cards)
"""Games with some of the dealer's cards open at one decision."""
