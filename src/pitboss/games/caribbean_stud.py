"""Caribbean Stud Poker: five cards each, one of the dealer's open, a fold or a raise."""

from collections.abc import Generator
from fractions import Fraction

from pitboss.cards import FIVE
from pitboss.rules import (
    Choose,
    Draw,
    Face,
    Highest,
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

HAND = FIVE.with_lines("ace_king_high_or_better")
RANKINGS = {"player": HAND, "dealer": HAND, "highest": HAND}

STAKES = {"raise_bet": raised("raise")}
MAIN_BETS = ("ante", "raise_bet")
OPENED_BETS = (*MAIN_BETS, "progressive")
FOLD_OR_RAISE = (Option("fold"), Option("raise", Fraction(2)))


def procedure(table: Round) -> Generator[Step, None, None]:
    for place in table.from_left:
        yield Draw(place.hand, 5, Face.SEAT, place.number)
    yield Draw("dealer", 4, Face.DOWN)
    yield Draw("dealer", 1, Face.UP)
    for place in table.from_left:
        if place.has("ante"):
            yield Choose(place.number, "raise", FOLD_OR_RAISE)
    covers_all = any(place.has("cover_all") for place in table.places)
    for place in table.from_left:
        if place.chose("fold"):
            yield Settle(place.number, MAIN_BETS, takes_cards=not (covers_all or is_opened(table, place)))
    yield Reveal("dealer")
    for place in table.from_right:
        if covers_all or is_opened(table, place):
            yield Reveal(place.hand)
        yield Settle(place.number, OPENED_BETS)


def is_opened(table: Round, place: Place) -> bool:
    """Folded cards stay unseen, unless the house lets them win the progressive."""
    if not place.chose("fold"):
        return True
    return place.has("progressive") and bool(table.settings["folded_hands_qualify"])


def looks(table: Round, place: Place) -> Looks:
    dealer = table.hand("dealer")
    hands = tuple(table.hand(other.hand) for other in table.places)
    return {
        "player": Look(HAND, table.hand(place.hand)),
        "dealer": Look(HAND, dealer),
        "highest": Highest(HAND, (*hands, dealer)),
    }


def ante(see: Sight) -> Result:
    if see.chose("fold"):
        return see.lose(name="fold")
    if not see.is_in("dealer", "ace_king_high_or_better"):
        return see.win(name="dealer does not qualify")
    return see.duel("player", "dealer")


def raise_bet(see: Sight) -> Result:
    if not see.is_in("dealer", "ace_king_high_or_better"):
        return see.push(name="dealer does not qualify")
    order = see.order("player", "dealer")
    if order > 0:
        return see.pay()
    return see.push(name="tie") if order == 0 else see.lose()


def cover_all(see: Sight) -> Result:
    return see.pay(column=see.seats + 1)


def progressive(see: Sight) -> Result:
    if see.chose("fold") and not see.setting("folded_hands_qualify"):
        return see.lose(name="fold")
    return see.pay()
