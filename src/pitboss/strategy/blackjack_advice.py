"""Advice at blackjack and other games that are drawn to a total: the seat's hands against the up card.

A typed hand is dealt to a seat by the game's own procedure, which then says what may be decided.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache

from pitboss.analysis.holding import Holding, option_values, read_holding
from pitboss.base.error import InputError
from pitboss.cards import Card, format_cards
from pitboss.cards.totals import BEST, total
from pitboss.rules import Choose, Game, Round
from pitboss.shape.drawing import follow, hand_asked, seat_hands
from pitboss.strategy.choice import Advice, choices_of


def advise_cards(game: Game, cards: tuple[Card, ...]) -> tuple[Advice, ...]:
    """Every decision of a hand, also before the dealer looks; the last card is the dealer's up card."""
    if len(cards) < 3:
        raise InputError(
            f"{game.name} decides on two cards or more and the up card, as 'Th 6d / 9c', got {len(cards)}: "
            f"{format_cards(cards) or 'none'}"
        )
    *own, up = cards
    for size in range(2, len(own)):
        if total(own[:size]) >= BEST:
            raise InputError(f"{format_cards(own[:size])} is {total(own[:size])}: no card is drawn to that")
    words = f"{own[0]} " + " hit ".join(map(str, own[1:]))
    found = tuple(advise_asked(game, words.split(), up))
    if not found:
        raise InputError(f"{format_cards(own)} is {total(own)}: there is nothing left to decide")
    return found


def advise_asked(game: Game, words: list[str], up: Card) -> Iterator[Advice]:
    """Every decision that comes once all cards of the hand are dealt."""
    for record, step in follow(game, words, [str(up)]):
        if isinstance(step, Choose) and not words:
            yield advise_seat(game, game.replay(record)[0], step)


def advise_seat(game: Game, round_: Round, step: Choose) -> Advice:
    """The decision of a seat, by its own hands and the up card."""
    place = round_.place(step.seat)
    holding = read_holding(game, round_, place, step.question)
    values = values_once(game, holding, tuple(option.name for option in step.options))
    history = tuple(option.name for option in place.choices.values())
    return Advice(step.question, history, seen(game, round_, step), choices_of(step.options, values))


@lru_cache(maxsize=4096)
def values_once(game: Game, holding: Holding, options: tuple[str, ...]) -> tuple[Fraction, ...]:
    """Cards count by their value alone, so every picture is the same question."""
    if holding.held(holding.playing).total > BEST:
        raise InputError("the hand is bust: there is nothing left to decide")
    values = option_values(game, holding, options)
    return tuple(values[option] for option in options)


def seen(game: Game, round_: Round, step: Choose) -> tuple[tuple[Card, ...], ...]:
    """The hand that is asked about and the up card."""
    own = seat_hands(game, round_, round_.place(step.seat))
    up = tuple(slot for slot in round_.hand("dealer")[:1] if isinstance(slot, Card))
    return own[hand_asked(step.question)], up
