"""Three Card Draw Poker: keep three cards or trade one unseen, against the dealer's best three of four."""

from collections.abc import Generator
from fractions import Fraction

from pitboss.cards import THREE
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

RANKINGS = {"dealt": THREE, "final": THREE, "dealer": THREE}

STAKES = {"play": raised("play"), "ante_bonus": BONUS}
FORFEITED = ("ante", "play", "ante_bonus")
FOLD_OR_PLAY = (
    Option("fold"),
    Option("play 1x", Fraction(1), up_to=Fraction(2)),
    Option("play 2x", Fraction(2)),
)
DISCARD = (
    Option("keep all"),
    Option("discard first", place=0),
    Option("discard second", place=1),
    Option("discard third", place=2),
)


def procedure(table: Round) -> Generator[Step, None, None]:
    for place in table.from_left:
        yield Draw(place.hand, 3, Face.SEAT, place.number)
        yield Draw(place.named("draw"), 1, Face.DOWN)
    yield Draw("dealer", 4, Face.DOWN)
    for place in table.from_left:
        if place.has("ante"):
            yield Choose(place.number, "play", FOLD_OR_PLAY)
            if not place.chose("fold"):
                yield Choose(place.number, "draw", DISCARD)
    for place in table.from_left:
        if place.chose("fold"):
            yield Settle(place.number, FORFEITED, takes_cards=not place.has("pair_plus"))
    yield Reveal("dealer")
    for place in table.from_right:
        if not place.chose("fold") or place.has("pair_plus"):
            yield Reveal(place.hand)
        yield Settle(place.number, ("pair_plus",))
        if discarded(place) is not None:
            yield Reveal(place.named("draw"))
        yield Settle(place.number)


def discarded(place: Place) -> int | None:
    """The place of the card that the seat threw away for its draw card."""
    choice = place.choices.get("draw")
    return choice.place if choice else None


def looks(table: Round, place: Place) -> Looks:
    dealt = table.hand(place.hand)
    final, thrown = dealt, discarded(place)
    if thrown is not None:
        final = dealt[:thrown] + dealt[thrown + 1 :] + table.hand(place.named("draw"))
    return {
        "dealt": Look(THREE, dealt),
        "final": Look(THREE, final),
        "dealer": Look(THREE, table.hand("dealer")),
    }


def pair_plus(see: Sight) -> Result:
    return see.pay()


def ante(see: Sight) -> Result:
    if see.chose("fold"):
        return see.lose(name="fold")
    return see.duel("final", "dealer")


def play(see: Sight) -> Result:
    return see.duel("final", "dealer")


def ante_bonus(see: Sight) -> Result:
    return NOTHING if see.chose("fold") else see.bonus()
