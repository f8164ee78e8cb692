"""One Raise Hold'em: made before the flop, after it or at the end; the earlier the larger."""

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
    Sight,
    Step,
    raised,
)

RANKINGS = {"player": FIVE, "dealer": FIVE}

STREETS = (
    ("before the flop", (Option("check"), Option("raise 3x", Fraction(3)), Option("raise 4x", Fraction(4)))),
    ("after the flop", (Option("check"), Option("raise 2x", Fraction(2)))),
    ("at the river", (Option("fold"), Option("raise 1x", Fraction(1)))),
)
STAKES = {"play": raised(*(street for street, _ in STREETS))}
OPENED = ((0, 1, 2), (3, 4), ())
"""The places of the board that are opened after each street."""
RAISES = ("raise 4x", "raise 3x", "raise 2x", "raise 1x")


def procedure(table: Round) -> Generator[Step, None, None]:
    for place in table.from_left:
        yield Draw(place.hand, 2, Face.SEAT, place.number)
    yield Draw("dealer", 2, Face.DOWN)
    yield Draw("board", 5, Face.DOWN)
    for (street, options), opened in zip(STREETS, OPENED, strict=True):
        for place in table.from_left:
            if place.has("ante") and not place.chose(*RAISES):
                yield Choose(place.number, street, options)
        if opened:
            yield Reveal("board", opened)
    yield Reveal("dealer")
    for place in table.from_right:
        yield Reveal(place.hand)


def looks(table: Round, place: Place) -> Looks:
    board = table.hand("board")
    return {
        "player": Look(FIVE, table.hand(place.hand) + board),
        "dealer": Look(FIVE, table.hand("dealer") + board),
    }


def ante(see: Sight) -> Result:
    if see.chose("fold"):
        return see.lose(name="fold")
    if not see.is_in("dealer", "pair_or_better"):
        return see.push(name="dealer does not open")
    return see.duel("player", "dealer")


def blind(see: Sight) -> Result:
    """As large as the ante; a winning hand is paid by the table, which begins with pushes."""
    if see.chose("fold"):
        return see.lose(name="fold")
    order = see.order("player", "dealer")
    if order > 0:
        return see.pay()
    return see.push(name="tie") if order == 0 else see.lose()


def play(see: Sight) -> Result:
    return see.duel("player", "dealer")


def trips(see: Sight) -> Result:
    if see.chose("fold") and not see.setting("folded_hands_play_trips"):
        return see.lose(name="fold")
    return see.pay()
