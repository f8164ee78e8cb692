"""Four Card Poker: best four of five against best four of six, and a raise of up to three antes."""

from collections.abc import Generator
from fractions import Fraction

from pitboss.cards import FOUR
from pitboss.rules import (
    BONUS,
    NOTHING,
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
    Step,
    raise_once,
    raised,
)

HAND = FOUR.with_lines("pair_of_aces")
RANKINGS = {"player": HAND, "dealer": HAND}

STAKES = {"raise_bet": raised("raise"), "ante_bonus": BONUS}
BASE_BETS = ("ante", "raise_bet", "ante_bonus")
STAYS = {"aces_up": "aces_up_stays"}
RAISES = {
    menu: (Option("fold"), *(Option(f"raise {times}x", Fraction(times)) for times in antes))
    for menu, antes in {"1 to 3": (1, 2, 3), "1 or 3": (1, 3)}.items()
}


def procedure(table: Round) -> Generator[Step, None, None]:
    for place in table.from_left:
        yield Draw(place.hand, 5, Face.SEAT, place.number)
    yield Draw("dealer", 6, Face.DOWN)
    yield Reveal("dealer", (5,))
    options = RAISES[str(table.settings["raises"])]
    yield from raise_once(table, "raise", options, loses=BASE_BETS, stays=STAYS)


def looks(table: Round, place: Place) -> Looks:
    return {
        "player": Look(HAND, table.hand(place.hand)),
        "dealer": Look(HAND, table.hand("dealer")),
    }


def ante(see: Sight) -> Result:
    """The player wins equal hands."""
    if see.chose("fold"):
        return see.lose(name="fold")
    return see.win() if see.order("player", "dealer") >= 0 else see.lose()


def raise_bet(see: Sight) -> Result:
    return see.win() if see.order("player", "dealer") >= 0 else see.lose()


def ante_bonus(see: Sight) -> Result:
    return NOTHING if see.chose("fold") else see.bonus()


def aces_up(see: Sight) -> Result:
    if see.chose("fold") and not see.setting("aces_up_stays"):
        return see.lose(name="fold")
    return see.pay()
