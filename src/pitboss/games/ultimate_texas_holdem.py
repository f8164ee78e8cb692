"""Ultimate Texas Hold'em: one raise, made before the flop, after it or at the end: the earlier the larger."""

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

STREETS = (
    ("before the flop", (Option("check"), Option("raise 3x", Fraction(3)), Option("raise 4x", Fraction(4)))),
    ("after the flop", (Option("check"), Option("raise 2x", Fraction(2)))),
    ("at the river", (Option("fold"), Option("raise 1x", Fraction(1)))),
)
OPENED = ((0, 1, 2), (3, 4), ())
"""The places of the board that are opened after each street."""
RAISES = ("raise 4x", "raise 3x", "raise 2x", "raise 1x")
STAKES = {"play": raised(*(street for street, _ in STREETS))}
BASE_BETS = ("ante", "blind", "play")


def procedure(table: Round) -> Generator[Step, None, None]:
    for place in table.from_left:
        yield Draw(place.hand, 2, Face.SEAT, place.number)
    yield Draw("dealer", 2, Face.DOWN)
    yield Draw("board", 5, Face.DOWN)
    for (street, options), opened in zip(STREETS, OPENED, strict=True):
        for place in table.from_left:
            if place.has("ante") and not place.chose(*RAISES):
                yield Choose(place.number, street, options)
                if place.chose("fold"):
                    yield Settle(place.number, forfeited(table), takes_cards=not is_opened(table, place))
        if opened:
            yield Reveal("board", opened)
    yield Reveal("dealer")
    for place in table.from_right:
        if is_opened(table, place):
            yield Reveal(place.hand)
        yield Settle(place.number)


def forfeited(table: Round) -> tuple[str, ...]:
    """What a fold loses at once."""
    return BASE_BETS if table.settings["trips_stays"] else (*BASE_BETS, "trips")


def is_opened(table: Round, place: Place) -> bool:
    """Folded cards are collected unseen, unless a bet that survives the fold lies on them."""
    if not place.chose("fold") or place.has("bad_beat") or place.has("hole_card_bonus"):
        return True
    return place.has("trips") and bool(table.settings["trips_stays"])


def looks(table: Round, place: Place) -> Looks:
    own, dealer, board = table.hand(place.hand), table.hand("dealer"), table.hand("board")
    return {
        "player": Look(FIVE, own + board),
        "dealer": Look(FIVE, dealer + board),
        "hole": Look(HOLE_CARDS, own + dealer),
    }


def ante(see: Sight) -> Result:
    if see.chose("fold"):
        return see.lose(name="fold")
    if not see.is_in("dealer", "pair_or_better"):
        return see.push(name="dealer does not open")
    return see.duel("player", "dealer")


def blind(see: Sight) -> Result:
    """As large as the ante; a winning hand is paid by the table, which ends with pushes."""
    if see.chose("fold"):
        return see.lose(name="fold")
    order = see.order("player", "dealer")
    if order > 0:
        return see.pay()
    return see.push(name="tie") if order == 0 else see.lose()


def play(see: Sight) -> Result:
    return see.duel("player", "dealer")


def trips(see: Sight) -> Result:
    if see.chose("fold") and not see.setting("trips_stays"):
        return see.lose(name="fold")
    if see.setting("trips_pushes_below_banker") and see.order("player", "dealer") < 0:
        paid = see.pay()
        return see.push(name="banker is higher") if paid.name != "lose" else paid
    return see.pay()


def bad_beat(see: Sight) -> Result:
    """By the hand that is beaten; nobody is in a tie."""
    order = see.order("player", "dealer")
    if order == 0:
        return see.lose(name="tie")
    if order > 0 and see.setting("bad_beat_loser") == "player":
        return see.lose()
    return see.pay(look="dealer" if order > 0 else "player")


def hole_card_bonus(see: Sight) -> Result:
    return see.pay()
