"""Blackjack with doubling and splitting: up to four hands a seat, played one after another.

The pile of hand 1 holds the two cards dealt; the pile of any other hand holds what was drawn to it.
A split takes the hand's second card away as the first card of a new hand, so that a hand's cards
follow from the piles and the choices alone.
"""

from collections.abc import Generator, Sequence
from fractions import Fraction

from pitboss.base.odds import LOSE, PUSH, to_one
from pitboss.cards import SPLIT_TOTALS, TOTALS, Card
from pitboss.cards.totals import total, value
from pitboss.rules import (
    Choose,
    Draw,
    Face,
    Look,
    Looks,
    Option,
    Place,
    Result,
    Reveal,
    Round,
    Sight,
    Stake,
    Step,
)

RANKINGS = {"dealer": TOTALS}

STAND, HIT = Option("stand"), Option("hit")
DOUBLE, SPLIT = Option("double", Fraction(1)), Option("split", Fraction(1))


def pile(place: Place, hand: int) -> str:
    return place.named(f"hand {hand}")


def question(hand: int, cards: int) -> str:
    """A hand is asked about once for every number of cards in its pile."""
    return f"hand {hand} on {cards}"


def hands(table: Round, place: Place) -> list[tuple[Card, ...]]:
    """The seat's hands as they are now, in the order in which they are played."""
    held = [list(table.cards(pile(place, 1)))]
    for asked, option in place.choices.items():
        if option is SPLIT:
            split = int(asked.split()[1]) - 1
            held.append([held[split].pop(1), *table.cards(pile(place, len(held) + 1))])
    return [tuple(cards) for cards in held]


def menu(cards: Sequence[Card], *, may_split: bool) -> tuple[Option, ...]:
    """What may be done with a hand of at least two cards; nothing with 21 or more."""
    if total(cards) >= 21:
        return ()
    if len(cards) > 2:
        return STAND, HIT
    is_pair = value(cards[0]) == value(cards[1])
    return (STAND, HIT, DOUBLE, SPLIT) if is_pair and may_split else (STAND, HIT, DOUBLE)


def procedure(table: Round) -> Generator[Step, None, None]:
    for place in table.from_left:
        yield Draw(pile(place, 1), 2, Face.UP)
    yield Draw("dealer", 1, Face.UP)
    yield Draw("dealer", 1, Face.DOWN)
    for place in table.from_left:
        hand = 1
        while hand <= len(hands(table, place)):
            yield from play_hand(table, place, hand)
            hand += 1
    yield Reveal("dealer")
    while total(table.cards("dealer")) < 17:
        yield Draw("dealer", 1, Face.UP)


def play_hand(table: Round, place: Place, hand: int) -> Generator[Step, None, None]:
    while True:
        cards = hands(table, place)[hand - 1]
        if len(cards) < 2:
            yield Draw(pile(place, hand), 1, Face.UP)
            continue
        options = menu(cards, may_split=len(hands(table, place)) < int(table.settings["most_hands"]))
        if not options:
            return
        asked = question(hand, len(table.hand(pile(place, hand))))
        yield Choose(place.number, asked, options)
        chosen = place.choices[asked]
        if chosen in (HIT, DOUBLE):
            yield Draw(pile(place, hand), 1, Face.UP)
        if chosen in (STAND, DOUBLE):
            return


def looks(table: Round, place: Place) -> Looks:
    own = hands(table, place)
    totals = TOTALS if len(own) == 1 else SPLIT_TOTALS
    return {
        "dealer": Look(TOTALS, table.hand("dealer")),
        **{f"hand {number}": Look(totals, cards) for number, cards in enumerate(own, start=1)},
    }


def stake_of_hand(number: int) -> Stake:
    def units(place: Place) -> int:
        chosen = place.choices.items()
        if number > 1 + sum(option is SPLIT for _, option in chosen):
            return 0
        return 1 + any(option is DOUBLE for asked, option in chosen if asked.startswith(f"hand {number} "))

    return Stake(rule=units)


STAKES = {f"hand_{number}": stake_of_hand(number) for number in range(1, 5)}


def hand_1(see: Sight) -> Result:
    return settle_hand(see, 1)


def hand_2(see: Sight) -> Result:
    return settle_hand(see, 2)


def hand_3(see: Sight) -> Result:
    return settle_hand(see, 3)


def hand_4(see: Sight) -> Result:
    return settle_hand(see, 4)


def settle_hand(see: Sight, number: int) -> Result:
    """A dealer's natural takes the first stake only, as if it had been found before anybody played on."""
    hand = f"hand {number}"
    if see.is_in("dealer", "natural") and not see.is_in(hand, "natural"):
        return Result("dealer natural", see.stake, LOSE if number == 1 else PUSH, see.wagered)
    if see.is_in(hand, "bust"):
        return see.lose(name="bust")
    pays_extra = see.is_in(hand, "natural")
    return see.duel(hand, "dealer", pay=to_one(Fraction(3, 2)) if pays_extra else to_one(1))
