"""Mississippi Stud: two cards and three shared ones against a paytable, a bet for each shared card."""

from collections.abc import Generator
from fractions import Fraction

from pitboss.cards import FIVE, THREE
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

HAND = FIVE.with_lines("pair_jacks_or_better", "pair_sixes_to_tens")
RANKINGS = {"hand": HAND, "board": THREE}

STREETS = ("3rd street", "4th street", "5th street")
STREET_BETS = ("third_street", "fourth_street", "fifth_street")
STAKES = {bet: raised(street) for bet, street in zip(STREET_BETS, STREETS, strict=True)}
MAIN_BETS = ("ante", *STREET_BETS)
BETS = (
    Option("fold"),
    Option("bet 1x", Fraction(1)),
    Option("bet 2x", Fraction(2)),
    Option("bet 3x", Fraction(3)),
)


def procedure(table: Round) -> Generator[Step, None, None]:
    yield Draw("board", 3, Face.DOWN)
    for place in table.from_left:
        yield Draw(place.hand, 2, Face.SEAT, place.number)
    for card, street in enumerate(STREETS):
        for place in table.from_left:
            if place.has("ante") and not place.chose("fold"):
                yield Choose(place.number, street, BETS)
                if place.chose("fold"):
                    stays = place.has("three_card_bonus") or is_opened(table, place)
                    yield Settle(place.number, MAIN_BETS, takes_cards=not stays)
        yield Reveal("board", (card,))
    for place in table.from_right:
        if is_opened(table, place):
            yield Reveal(place.hand)
        yield Settle(place.number)


def is_opened(table: Round, place: Place) -> bool:
    """Folded cards stay unseen, unless the house lets them win the progressive."""
    if not place.chose("fold"):
        return True
    return place.has("progressive") and bool(table.settings["folded_hands_qualify"])


def looks(table: Round, place: Place) -> Looks:
    board = table.hand("board")
    return {"hand": Look(HAND, table.hand(place.hand) + board), "board": Look(THREE, board)}


def ante(see: Sight) -> Result:
    return see.lose(name="fold") if see.chose("fold") else see.pay()


third_street = fourth_street = fifth_street = ante


def three_card_bonus(see: Sight) -> Result:
    return see.pay()


def progressive(see: Sight) -> Result:
    if see.chose("fold") and not see.setting("folded_hands_qualify"):
        return see.lose(name="fold")
    return see.pay()
