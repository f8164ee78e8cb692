"""Big Raise Stud: three cards and two shared ones against a paytable, with one raise of one to four antes."""

from collections.abc import Generator
from fractions import Fraction

from pitboss.cards import FIVE
from pitboss.rules import (
    Draw,
    Face,
    Look,
    Looks,
    Option,
    Place,
    Result,
    Round,
    Sight,
    Step,
    raise_once,
    raised,
)

HAND = FIVE.with_lines("pair_tens_or_better", "pair_sixes_to_nines")
RANKINGS = {"hand": HAND}

STAKES = {"raise_bet": raised("raise")}
BASE_BETS = ("ante", "raise_bet")
STAYS = {"progressive": "folded_hands_qualify"}
RAISES = (Option("fold"), *(Option(f"raise {times}x", Fraction(times)) for times in range(1, 5)))


def procedure(table: Round) -> Generator[Step, None, None]:
    for place in table.from_left:
        yield Draw(place.hand, 3, Face.SEAT, place.number)
    yield Draw("board", 2, Face.DOWN)
    yield from raise_once(table, "raise", RAISES, opens="board", loses=BASE_BETS, stays=STAYS)


def looks(table: Round, place: Place) -> Looks:
    return {"hand": Look(HAND, table.hand(place.hand) + table.hand("board"))}


def ante(see: Sight) -> Result:
    return see.lose(name="fold") if see.chose("fold") else see.pay()


raise_bet = ante


def progressive(see: Sight) -> Result:
    if see.chose("fold") and not see.setting("folded_hands_qualify"):
        return see.lose(name="fold")
    return see.pay()
