"""Big Raise Stud: three cards and two shared ones against a paytable, with one raise of one to four antes."""

from collections.abc import Generator
from fractions import Fraction

from pitboss.cards import FIVE
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

HAND = FIVE.with_lines("pair_tens_or_better", "pair_sixes_to_nines")
RANKINGS = {"hand": HAND}

STAKES = {"raise_bet": raised("raise")}
RAISES = (Option("fold"), *(Option(f"raise {times}x", Fraction(times)) for times in range(1, 5)))


def procedure(table: Round) -> Generator[Step, None, None]:
    for place in table.from_left:
        yield Draw(place.hand, 3, Face.SEAT, place.number)
    yield Draw("board", 2, Face.DOWN)
    for place in table.from_left:
        yield Choose(place.number, "raise", RAISES)
        if place.chose("fold"):
            yield Settle(place.number, ("ante", "raise_bet"), takes_cards=not is_opened(table, place))
    yield Reveal("board")
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
    return {"hand": Look(HAND, table.hand(place.hand) + table.hand("board"))}


def ante(see: Sight) -> Result:
    return see.lose(name="fold") if see.chose("fold") else see.pay()


raise_bet = ante


def progressive(see: Sight) -> Result:
    if see.chose("fold") and not see.setting("folded_hands_qualify"):
        return see.lose(name="fold")
    return see.pay()
