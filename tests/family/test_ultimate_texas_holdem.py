"""Ultimate Texas Hold'em: one raise at one of three points, over a board shared with the dealer."""

from fractions import Fraction

import pytest

from dealing import nets, play_script
from pitboss.analysis.counting import count
from pitboss.analysis.walker import Walk, Walker
from pitboss.base.figure import format_percent
from pitboss.cards import parse_cards
from pitboss.cards.deck import make_deck
from pitboss.rules import Dealt, Record, load_game
from witnesses import assert_alike, compare_decisions

GAME = load_game("ultimate_texas_holdem")
BETS = ("ante", "blind", "play", "trips")
FIRST, SECOND, THIRD = "1 before the flop", "1 after the flop", "1 at the river"
CHECKED = {FIRST: "check", SECOND: "check"}


@pytest.mark.parametrize(
    ("hand", "dealer", "board", "choices", "expected"),
    [
        pytest.param(
            "Ah Ad", "Kh Kd", "2c 7d 9s Jc 4h", {FIRST: "raise 4x"}, (1, 0, 4, -1), id="win, dealer opens"
        ),
        pytest.param(
            "Ah Kd",
            "Qh 3d",
            "2c 7d 9s Jc 4h",
            {FIRST: "raise 3x"},
            (0, 0, 3, -1),
            id="win, dealer closed",
        ),
        pytest.param(
            "Qh 3d",
            "Ah Kd",
            "2c 7d 9s Jc 4h",
            {FIRST: "check", SECOND: "raise 2x"},
            (0, -1, -2, -1),
            id="lose, dealer closed",
        ),
        pytest.param(
            "Qh 3d", "Ah Jd", "2c 7d 9s Jc 4h", {**CHECKED, THIRD: "raise 1x"}, (-1, -1, -1, -1), id="lose"
        ),
        pytest.param(
            "3h 2d",
            "3d 2h",
            "Ac Ad As Kc Kh",
            {**CHECKED, THIRD: "raise 1x"},
            (0, 0, 0, 9),
            id="tie",
        ),
        pytest.param(
            "Ah 2h", "Kd Kc", "Kh 7h 9h Jc 4d", {**CHECKED, THIRD: "raise 1x"}, (1, "3/2", 1, 7), id="a flush"
        ),
        pytest.param(
            "3h 2d",
            "3d 2h",
            "Ac Ad As Kc Kh",
            {**CHECKED, THIRD: "fold"},
            (-1, -1, 0, 9),
            id="fold",
        ),
    ],
)
def test_settlements(
    hand: str, dealer: str, board: str, choices: dict[str, str], expected: tuple[int | str, ...]
) -> None:
    hands = {"seat 1 hand": hand, "dealer": dealer, "board": board}
    round_ = play_script(GAME, hands, choices, wagers={1: ("ante", "trips")})
    won = nets(GAME, round_)
    assert tuple(won[bet] for bet in BETS) == tuple(map(Fraction, expected))


def test_trips_on_the_full_deck_give_the_published_edge() -> None:
    """Table A, 50-40-30-9-7-4-3: 0.90 %."""
    tally = count(GAME, ("trips",)).price().tallies["trips"]
    won = sum((ways * result.net({}) for (result,), ways in tally.ways.items()), Fraction(0))
    assert format_percent(-won / tally.total, 2) == "0.90%"


@pytest.mark.parametrize("holding", ["Ac Kd", "9c Tc"])
def test_counting_is_walking_from_a_holding_on(holding: str) -> None:
    """Ten cards leave the dealer three hands even at the end: no decision is taken in full knowledge."""
    game = GAME.with_deck(make_deck(ranks=(9, 10, 11, 13, 14), suits=(0, 1)))
    counted = count(game, ("ante",))
    walker = Walker(game, game.deciding)
    branch = walker.walk(Record((game.seat("ante"),)).then(Dealt("seat 1 hand", parse_cards(holding))))
    walked = Walk({}, branch.value, walker.decisions)
    assert compare_decisions(counted, counted.price(), walked) == 1 + 56 + 560


@pytest.mark.slow
@pytest.mark.parametrize("ranks", [(11, 13, 14), (2, 3, 14)])
def test_counting_is_walking(ranks: tuple[int, ...]) -> None:
    game = GAME.with_deck(make_deck(ranks=ranks, suits=(0, 1, 3)))
    assert assert_alike(game, ("ante", "trips"))
