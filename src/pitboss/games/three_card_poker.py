"""Three Card Poker: an ante against the dealer, Pair Plus on the player's own hand, and what rides along."""

from collections.abc import Generator
from fractions import Fraction

from pitboss.cards import FIVE, THREE
from pitboss.rules import (
    BONUS,
    NOTHING,
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
    Settle,
    Sight,
    Step,
    raised,
)

HAND = THREE.with_lines("queen_high_or_better", akq_spades="akq_suited_in_spades")
RANKINGS = {"player": HAND, "dealer": HAND, "six": FIVE}

STAKES = {"play": raised("play"), "ante_bonus": BONUS}
FORFEITED = ("play", "ante_bonus", "ante", "pair_plus")
FOLD_OR_PLAY = (Option("fold"), Option("play", Fraction(1)))


def procedure(table: Round) -> Generator[Step, None, None]:
    for place in table.from_left:
        yield Draw(place.hand, 3, Face.SEAT, place.number)
    yield Draw("dealer", 3, Face.DOWN)
    for place in table.from_left:
        if place.has("ante"):
            yield Choose(place.number, "play", FOLD_OR_PLAY)
    for place in table.from_left:
        if place.chose("fold"):
            yield Settle(place.number, forfeited(table), takes_cards=not is_opened(table, place))
    yield Reveal("dealer")
    for place in table.from_right:
        if is_opened(table, place):
            yield Reveal(place.hand)
        yield Settle(place.number)


def forfeited(table: Round) -> tuple[str, ...]:
    """What a fold loses at once."""
    return FORFEITED if table.settings["folded_bonus_counts"] else (*FORFEITED, "bonus")


def is_opened(table: Round, place: Place) -> bool:
    """Folded cards are collected unseen, unless a bet that survives the fold lies on them."""
    if not place.chose("fold") or place.has("six_card_bonus"):
        return True
    if place.has("bonus") and table.settings["folded_bonus_counts"]:
        return True
    return place.has("progressive") and bool(table.settings["folded_hands_qualify"])


def looks(table: Round, place: Place) -> Looks:
    player, dealer = table.hand(place.hand), table.hand("dealer")
    return {
        "player": Look(HAND, player),
        "dealer": Look(HAND, dealer),
        "six": Look(FIVE, player + dealer),
    }


def play(see: Sight) -> Result:
    if not see.is_in("dealer", "queen_high_or_better"):
        return see.push(name="dealer does not play")
    return see.duel("player", "dealer")


def ante_bonus(see: Sight) -> Result:
    return NOTHING if see.chose("fold") else see.bonus()


def ante(see: Sight) -> Result:
    if see.chose("fold"):
        return see.lose(name="fold")
    if not see.is_in("dealer", "queen_high_or_better"):
        return see.win(name="dealer does not play")
    return see.duel("player", "dealer")


def pair_plus(see: Sight) -> Result:
    return see.lose(name="fold") if see.chose("fold") else see.pay()


def six_card_bonus(see: Sight) -> Result:
    return see.pay()


def bonus(see: Sight) -> Result:
    if see.chose("fold") and not see.setting("folded_bonus_counts"):
        return see.lose(name="fold")
    return see.pay()


def progressive(see: Sight) -> Result:
    if see.chose("fold") and not see.setting("folded_hands_qualify"):
        return see.lose(name="fold")
    return see.pay()
