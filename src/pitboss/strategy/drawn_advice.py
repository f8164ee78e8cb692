"""Advice in games that are drawn to a total: the seat's hands against the up card.

A typed hand is dealt to a seat by the game's own procedure, which then says what may be decided.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache

from pitboss.analysis.holding import INSURANCE, SURRENDER, Holding, hold, option_values, read_holding
from pitboss.base.error import InputError
from pitboss.cards import Card, format_cards
from pitboss.cards.totals import BEST, total
from pitboss.rules import Blank, Choose, Chosen, Dealt, Draw, Face, Game, Look, Peek, Peeked, Record, Round
from pitboss.strategy.choice import Advice, Choice

SEAT = 1
BEFORE = (INSURANCE, SURRENDER)
"""What is asked before the dealer looks for a natural."""


def advise_cards(game: Game, cards: tuple[Card, ...]) -> tuple[Advice, ...]:
    """Every decision of a hand, also before the dealer looks; the last card is the dealer's up card."""
    if len(cards) < 3:
        raise InputError(
            f"{game.name} decides on two cards or more and the up card, as 'Th 6d / 9c', got {len(cards)}: "
            f"{format_cards(cards) or 'none'}"
        )
    *own, up = cards
    for size in range(2, len(own)):
        check_goes_on(own[:size])
    found = tuple(advise_record(game, record) for record in decisions(game, own, up))
    if not found:
        raise InputError(f"{format_cards(own)} is {total(own)}: there is nothing left to decide")
    return found


def check_goes_on(hand: list[Card]) -> None:
    if total(hand) >= BEST:
        raise InputError(f"{format_cards(hand)} is {total(hand)}: no card is drawn to that")


def decisions(game: Game, own: list[Card], up: Card) -> Iterator[Record]:
    """The round of a seat with these cards, at the decisions of the first two and of the last card."""
    record, left = Record((game.seat(*game.deciding, number=SEAT),)), list(own)
    while True:
        match step := game.next_step(record):
            case Draw(hand="dealer"):
                record = record.then(Dealt("dealer", (up if step.face is Face.UP else Blank(0),)))
            case Draw() if left:
                record = record.then(Dealt(step.hand, (left.pop(0),)))
            case Peek():
                record = record.then(Peeked(step.hand, False))
            case Choose() if step.question in BEFORE:
                if len(own) == 2:
                    yield record
                record = record.then(Chosen(SEAT, step.question, step.options[0].name))
            case Choose() if left:
                record = record.then(Chosen(SEAT, step.question, "hit"))
            case Choose():
                yield record
                return
            case _:
                return


def advise_record(game: Game, record: Record) -> Advice:
    round_, step = game.replay(record)
    assert isinstance(step, Choose)
    return advise_seat(game, round_, step)


def advise_seat(game: Game, round_: Round, step: Choose) -> Advice:
    """The decision of a seat, by its own hands and the up card."""
    place = round_.place(step.seat)
    holding = read_holding(game, round_, place, step.question)
    values = values_once(game, holding, tuple(option.name for option in step.options))
    best = max(values)
    choices = tuple(
        Choice(option.name, None, value, best - value)
        for option, value in zip(step.options, values, strict=True)
    )
    history = tuple(option.name for option in place.choices.values())
    return Advice(step.question, history, seen(game, round_, step), choices)


@lru_cache(maxsize=4096)
def values_once(game: Game, holding: Holding, options: tuple[str, ...]) -> tuple[Fraction, ...]:
    """Cards count by their value alone, so every picture is the same question."""
    if hold(holding.hands[holding.playing]).total > BEST:
        raise InputError("the hand is bust: there is nothing left to decide")
    values = option_values(game, holding, options)
    return tuple(values[option] for option in options)


def seen(game: Game, round_: Round, step: Choose) -> tuple[tuple[Card, ...], ...]:
    """The hand that is asked about and the up card."""
    name = "hand 1" if step.question in BEFORE else " ".join(step.question.split()[:2])
    look = game.looks(round_, round_.place(step.seat))[name]
    slots = look.cards if isinstance(look, Look) else ()
    hands = (slots, round_.hand("dealer")[:1])
    return tuple(tuple(slot for slot in hand if isinstance(slot, Card)) for hand in hands)
