"""What each option is worth: for a hand that somebody types, or for a seat that is asked in a live round.

Most games are counted. Where hands are drawn to a total, the drawing engine answers, if it fits the rules;
where rules read cards, the general engine.
"""

from collections.abc import Callable
from typing import TypeVar

from pitboss.analysis.fit import draws_base, explain
from pitboss.base.error import InputError, PlanError
from pitboss.cards import parse_cards
from pitboss.rules import Choose, Game, Record
from pitboss.strategy import alike_advice, blackjack_advice, counted_advice
from pitboss.strategy.choice import Advice, Choice

__all__ = ["Advice", "Choice", "advise", "advise_record"]
T = TypeVar("T")


def advise(game: Game, text: str) -> tuple[Advice, ...]:
    """Every decision that can come with these cards seen: own cards first, then others as they are opened."""
    cards = parse_cards(text.replace("/", " ").replace("|", " "), copies=max(game.deck.copies.values()))
    for card in cards:
        if card not in game.deck.copies:
            raise InputError(f"{str(card)!r} is not in the deck of {game.name}")
    if not game.deciding:
        raise InputError(f"{game.name} has no decision to advise on")
    if draws_base(game):
        return blackjack_advice.advise_cards(game, cards)
    parts = text.replace("|", "/").split("/")
    groups = tuple(parse_cards(part, copies=max(game.deck.copies.values())) for part in parts)
    return counted_or_alike(
        game,
        lambda: counted_advice.advise_cards(game, cards),
        lambda: alike_advice.advise_cards(game, groups),
    )


def advise_record(game: Game, record: Record, seat: int) -> Advice:
    """The decision that a seat is asked for now; the record is what the seat may see."""
    round_, step = game.replay(record)
    if not isinstance(step, Choose) or step.seat != seat:
        raise InputError(f"seat {seat} has nothing to decide here; ask for advice when it is the seat's turn")
    if draws_base(game):
        return blackjack_advice.advise_seat(game, round_, step)
    return counted_or_alike(
        game,
        lambda: counted_advice.advise_seat(game, round_, step),
        lambda: alike_advice.advise_seat(game, record, seat),
    )


def counted_or_alike(game: Game, counted: Callable[[], T], alike: Callable[[], T]) -> T:
    """The answer of the counting engine, or of the general one; a refusal says why each does not answer."""
    with explain(game):
        try:
            return counted()
        except PlanError as uncounted:
            try:
                return alike()
            except PlanError as problem:
                raise PlanError(f"{uncounted}; the general engine: {problem}") from problem
