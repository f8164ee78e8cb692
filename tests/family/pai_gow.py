"""Pai Gow Poker without a joker: seven cards are set into a hand of five and a lower one of two.

Both hands are ranked on one scale, so that a setting whose two cards outrank its five is seen to be
foul. The house's way is kept short: the best kind of five-card hand is never given up; of the
settings that keep it, the house takes the one with the best two cards.
"""

from collections.abc import Generator, Sequence
from fractions import Fraction
from itertools import combinations

from pitboss.base.odds import to_one
from pitboss.cards import FIVE, Card, Ranking, Worth
from pitboss.cards.card import ACE, LOWEST
from pitboss.cards.poker import Score
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
    Slot,
    Step,
)


def score_of_two(ranks: Sequence[int]) -> Score:
    """As a five-card score without its last cards: any such hand that begins alike is higher."""
    high, low = sorted(ranks, reverse=True)
    if high == low:
        return FIVE.categories.index("pair"), (high,)
    return FIVE.categories.index("high_card"), (high, low)


RANKS = range(LOWEST, ACE + 1)
TWO_SCORES = {score_of_two((one, other)) for one in RANKS for other in RANKS}
SCALE = {score: place for place, score in enumerate(sorted({*FIVE.classes, *TWO_SCORES}), start=1)}


class HighHand(Ranking):
    """Five cards, by poker."""

    name = "pai gow high"
    size = 5
    atom_names = FIVE.atom_names

    def worth(self, cards: Sequence[Card]) -> Worth:
        worth = FIVE.worth(cards)
        return Worth(SCALE[FIVE.scores[worth.klass]], worth.atom)


class LowHand(Ranking):
    """Two cards: a pair, or the higher one and then the lower."""

    name = "pai gow low"
    size = 2
    atom_names = ("high_card", "pair")

    def worth(self, cards: Sequence[Card]) -> Worth:
        score = score_of_two([card.rank for card in cards])
        return Worth(SCALE[score], score[0])


HIGH, LOW = HighHand(), LowHand()
RANKINGS = {"high": HIGH, "low": LOW, "house high": HIGH, "house low": LOW}

PLACES = tuple(combinations(range(7), 2))
SETTINGS = {f"low {one + 1}-{other + 1}": (one, other) for one, other in PLACES}
MENU = tuple(Option(name) for name in SETTINGS)


def procedure(table: Round) -> Generator[Step, None, None]:
    for place in table.from_left:
        yield Draw(place.hand, 7, Face.SEAT, place.number)
    yield Draw("dealer", 7, Face.DOWN)
    for place in table.from_left:
        yield Choose(place.number, "setting", MENU)
    yield Reveal("dealer")
    for place in table.from_right:
        yield Reveal(place.hand)


def set_apart(cards: Sequence[Slot], low: tuple[int, ...]) -> tuple[tuple[Slot, ...], tuple[Slot, ...]]:
    high = tuple(card for place, card in enumerate(cards) if place not in low)
    return high, tuple(cards[place] for place in low)


def house_way(cards: tuple[Card, ...]) -> tuple[int, int]:
    """Where the house's two cards lie."""
    ranked = []
    for low in PLACES:
        five = FIVE.worth([card for place, card in enumerate(cards) if place not in low])
        kind, _ = FIVE.scores[five.klass]
        two = LOW.worth([cards[place] for place in low])
        if SCALE[FIVE.scores[five.klass]] > two.klass:
            ranked.append((kind, two.klass, five.klass, low))
    return max(ranked)[-1]


def looks(table: Round, place: Place) -> Looks:
    chosen = place.choices.get("setting")
    high, low = set_apart(table.hand(place.hand), SETTINGS[chosen.name] if chosen else ())
    house = table.hand("dealer")
    is_open = house and all(isinstance(slot, Card) for slot in house)
    house_high, house_low = set_apart(house, house_way(table.cards("dealer")) if is_open else ())
    return {
        "high": Look(HIGH, high),
        "low": Look(LOW, low),
        "house high": Look(HIGH, house_high),
        "house low": Look(LOW, house_low),
    }


def bet(see: Sight) -> Result:
    """Both hands must win; an equal hand goes to the house; a foul setting loses."""
    if see.order("low", "high") > 0:
        return see.lose(name="foul")
    won = (see.order("high", "house high") > 0) + (see.order("low", "house low") > 0)
    if won == 2:
        commission = Fraction(int(see.setting("commission_percent")), 100)
        return see.win(pay=to_one(1 - commission))
    return see.push() if won else see.lose()
