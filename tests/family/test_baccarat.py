"""Baccarat: forced third cards and a shoe of eight decks, walked to the published figures."""

from collections import Counter
from fractions import Fraction
from itertools import permutations

import baccarat
import pytest
from definition import define

from dealing import nets, play_script
from pitboss.analysis.walker import walk
from pitboss.base.figure import format_percent
from pitboss.cards import Card, Deck
from pitboss.shape.tally import Tally, net

GAME = define(baccarat)
WAGERS = ("player", "banker", "tie")


@pytest.mark.parametrize(
    ("player", "banker", "expected"),
    [
        pytest.param("9h Kd", "Ac 7d", (1, -1, -1), id="nine against a natural eight"),
        pytest.param("2h Kd 3d", "Ac 6d", (-1, "19/20", -1), id="banker stands on seven"),
        pytest.param("2h 2d 8c", "Jc 3d", (-1, "19/20", -1), id="banker with three stands on an eight"),
        pytest.param("2h 2d 9c", "Jc 3d 5s", (-1, "19/20", -1), id="banker with three draws on a nine"),
        pytest.param("2h 3d 6c", "Tc 6d Ac", (-1, "19/20", -1), id="banker with six draws on a six"),
        pytest.param("4h 3d", "Tc 5d 2c", (0, 0, 8), id="banker draws after a player who stood"),
    ],
)
def test_third_cards_follow_the_table(player: str, banker: str, expected: tuple[int | str, ...]) -> None:
    round_ = play_script(GAME, {"player": player, "banker": banker}, wagers={1: WAGERS})
    won = nets(GAME, round_)
    assert tuple(won[bet] for bet in WAGERS) == tuple(map(Fraction, expected))


def test_a_small_shoe_comes_out_as_by_laying_all_its_cards_in_every_order() -> None:
    ranks = (2, 3, 4, 6, 7, 9, 13, 14)
    deck = Deck(tuple((Card(rank, 0), 1) for rank in ranks))
    found = walk(GAME.with_deck(deck), WAGERS)
    counted: Counter[int] = Counter(lay_out(order) for order in permutations((2, 3, 4, 6, 7, 9, 0, 1), 6))
    total = sum(counted.values())
    for wager, sign in (("player", 1), ("banker", -1), ("tie", 0)):
        won = [outcome for outcome in found.tallies[wager].ways if net(outcome, {}) > 0]
        chance = sum((found.tallies[wager].probability(outcome) for outcome in won), Fraction(0))
        assert chance == Fraction(counted[sign], total)


def lay_out(order: tuple[int, ...]) -> int:
    """Who wins with these points in the order of dealing: 1 the player, -1 the banker, 0 nobody."""
    one, two, three, four, fifth, sixth = order
    player, banker = (one + two) % 10, (three + four) % 10
    if player < 8 and banker < 8:
        if player < 6:
            player = (player + fifth) % 10
            if (
                banker < 3
                or (banker == 3 and fifth != 8)
                or (banker == 4 and 2 <= fifth <= 7)
                or (banker == 5 and 4 <= fifth <= 7)
                or (banker == 6 and 6 <= fifth <= 7)
            ):
                banker = (banker + sixth) % 10
        elif banker < 6:
            banker = (banker + fifth) % 10
    return (player > banker) - (player < banker)


@pytest.mark.slow
def test_eight_decks_give_the_published_edges() -> None:
    """1.0579 % on the banker, 1.2351 % on the player, 14.3596 % on the tie at 8 to 1."""
    found = walk(GAME.with_deck(baccarat.make_shoe(8)), WAGERS).tallies
    assert {wager: format_percent(-expected(found[wager])) for wager in WAGERS} == {
        "player": "1.2351%",
        "banker": "1.0579%",
        "tie": "14.3596%",
    }


def expected(tally: Tally) -> Fraction:
    return sum((net(outcome, {}) * ways for outcome, ways in tally.ways.items()), Fraction(0)) / tally.total
