"""Texas Hold'em Bonus: a bet before flop, turn and river, and an ante that wins with strong hands."""

from collections.abc import Generator
from fractions import Fraction

from pitboss.cards import FIVE, HOLE_CARDS
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
    Settle,
    Sight,
    Step,
    raised,
)

RANKINGS = {"player": FIVE, "dealer": FIVE, "hole": HOLE_CARDS}

CHECK_OR_BET = (Option("check"), Option("bet 1x", Fraction(1)))
STREETS = (
    ("before the flop", (Option("fold"), Option("bet 2x", Fraction(2)))),
    ("after the flop", CHECK_OR_BET),
    ("after the turn", CHECK_OR_BET),
)
OPENED = ((0, 1, 2), (3,), (4,))
"""The places of the board that are opened after each street."""
STAKES = {
    bet: raised(street)
    for bet, (street, _) in zip(("flop_bet", "turn_bet", "river_bet"), STREETS, strict=True)
}


def procedure(table: Round) -> Generator[Step, None, None]:
    for place in table.from_left:
        yield Draw(place.hand, 2, Face.SEAT, place.number)
    yield Draw("dealer", 2, Face.DOWN)
    yield Draw("board", 5, Face.DOWN)
    for (street, options), opened in zip(STREETS, OPENED, strict=True):
        for place in table.from_left:
            if place.has("ante") and not place.chose("fold"):
                yield Choose(place.number, street, options)
                if place.chose("fold"):
                    yield Settle(place.number, forfeited(table), takes_cards=not is_opened(table, place))
        yield Reveal("board", opened)
    yield Reveal("dealer")
    for place in table.from_right:
        if is_opened(table, place):
            yield Reveal(place.hand)
        yield Settle(place.number)


def forfeited(table: Round) -> tuple[str, ...]:
    """What a fold loses at once."""
    return ("ante",) if table.settings["bonus_stays"] else ("ante", "bonus")


def is_opened(table: Round, place: Place) -> bool:
    """Folded cards are collected unseen, unless a Bonus that survives the fold lies on them."""
    return not place.chose("fold") or (place.has("bonus") and bool(table.settings["bonus_stays"]))


def looks(table: Round, place: Place) -> Looks:
    own, dealer, board = table.hand(place.hand), table.hand("dealer"), table.hand("board")
    return {
        "player": Look(FIVE, own + board),
        "dealer": Look(FIVE, dealer + board),
        "hole": Look(HOLE_CARDS, own + dealer),
    }


def ante(see: Sight) -> Result:
    """Of a winning hand, the ante wins from a straight or a flush on."""
    if see.chose("fold"):
        return see.lose(name="fold")
    order = see.order("player", "dealer")
    if order <= 0:
        return see.push(name="tie") if order == 0 else see.lose()
    if see.is_in("player", f"{see.setting('ante_from')}_or_better"):
        return see.win()
    return see.push(name="hand too low")


def flop_bet(see: Sight) -> Result:
    return see.duel("player", "dealer")


turn_bet = river_bet = flop_bet


def bonus(see: Sight) -> Result:
    if see.chose("fold") and not see.setting("bonus_stays"):
        return see.lose(name="fold")
    return see.pay()
