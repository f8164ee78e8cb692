"""The house's rules of a game whose hands are drawn to a total, read from its settings."""

from dataclasses import dataclass

from pitboss.cards.totals import BEST, totals_named
from pitboss.rules import Game


@dataclass(frozen=True)
class DrawingRules:
    """The house's rules of drawing; what a game has no setting for is as on most tables."""

    hits_soft_17: bool = False
    peeks: bool = True
    double_on: range = range(BEST)
    double_after_split: bool = True
    most_hands: int = 4
    resplit_aces: bool = False
    hit_split_aces: bool = False
    surrender: bool = False


def drawing_rules(game: Game) -> DrawingRules:
    usual = DrawingRules()
    house = game.house
    return DrawingRules(
        hits_soft_17=bool(house.get("dealer_hits_soft_17", usual.hits_soft_17)),
        peeks=bool(house.get("dealer_peeks", usual.peeks)),
        double_on=totals_named(str(house.get("double_on", ""))),
        double_after_split=bool(house.get("double_after_split", usual.double_after_split)),
        most_hands=int(house.get("most_hands", usual.most_hands)),
        resplit_aces=bool(house.get("resplit_aces", usual.resplit_aces)),
        hit_split_aces=bool(house.get("hit_split_aces", usual.hit_split_aces)),
        surrender=bool(house.get("surrender", usual.surrender)),
    )
