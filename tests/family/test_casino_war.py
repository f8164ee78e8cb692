"""Casino War: a decision that comes up only on equal cards."""

from fractions import Fraction

import casino_war
import pytest
from definition import define

from dealing import nets, play_script
from pitboss.analysis.walker import walk
from pitboss.base.figure import format_percent
from pitboss.shape.tally import net

GAME = define(casino_war)


@pytest.mark.parametrize(
    ("player", "dealer", "burnt", "war", "expected"),
    [
        pytest.param("9h", "8d", "", "", (1, 0, -1), id="the higher card wins"),
        pytest.param("8h", "9d", "", "", (-1, 0, -1), id="the lower card loses"),
        pytest.param("8h", "8d", "", "surrender", ("-1/2", 0, 10), id="surrender loses half"),
        pytest.param("8h 9c", "8d 3c", "2c 3d 4c", "go to war", (0, 1, 10), id="a war won pays the raise"),
        pytest.param("8h 3h", "8d 3c", "2c 3d 4c", "go to war", (0, 1, 10), id="equal in war wins"),
        pytest.param("8h 2h", "8d 3c", "2c 3d 4c", "go to war", (-1, -1, 10), id="a war lost costs both"),
    ],
)
def test_settlements(player: str, dealer: str, burnt: str, war: str, expected: tuple[int | str, ...]) -> None:
    hands = {"seat 1 hand": player, "dealer": dealer, "burnt": burnt}
    round_ = play_script(GAME, hands, {"1 war": war} if war else {}, wagers={1: ("bet", "tie")})
    won = nets(GAME, round_)
    assert (won["bet"], won["raise_bet"], won["tie"]) == tuple(map(Fraction, expected))


def test_six_decks_give_the_published_edges() -> None:
    """2.88 % going to war, 18.65 % on the tie."""
    found = walk(GAME.with_deck(casino_war.make_shoe(6)), ("bet", "tie"))
    ties = found.tallies["tie"]
    value = sum((net(outcome, {}) * ways for outcome, ways in ties.ways.items()), Fraction(0)) / ties.total
    assert format_percent(-found.value, 2) == "2.88%"
    assert format_percent(-value, 2) == "18.65%"
    assert all(values["go to war"] > values["surrender"] for values in found.decisions.values())
