"""Games that only the general engine counts: several wagers and seats together, and what habits cost."""

from fractions import Fraction

import blackjack_splits
import pytest
from definition import define

from pitboss.analysis.figures import Figures
from pitboss.analysis.seat import analyze_seat
from pitboss.analysis.walker import walk
from pitboss.base.error import InputError, PlanError
from pitboss.cards import Card, Deck
from pitboss.rules import Game, load_game
from pitboss.shape.tally import net
from pitboss.trial.common_error import common_errors
from pitboss.trial.full_table import analyze_table

BACCARAT, WAR = load_game("baccarat"), load_game("casino_war")
DEALT = "Blackjack is dealt and not counted:"
ROUNDS = 40
"""An hour."""


def small(game: Game, *ranks: int) -> Game:
    """Four cards of each rank."""
    return game.with_deck(Deck(tuple((Card(rank, 0), 4) for rank in ranks)))


def test_wagers_of_a_seat_are_worth_together_what_the_walker_says() -> None:
    game, wagers = small(BACCARAT, 4, 9, 10), ("player", "banker", "tie")
    walked = walk(game, wagers)
    found = analyze_seat(game, wagers)
    total = sum(walked.joint.values())
    won = {joint: sum(net(outcome, {}) for outcome in joint) for joint in walked.joint}
    mean = Fraction(sum(ways * won[joint] for joint, ways in walked.joint.items())) / total
    square = Fraction(sum(ways * won[joint] ** 2 for joint, ways in walked.joint.items())) / total
    assert found.figures.expected_net == mean
    assert found.variance == square - mean**2
    assert found.apart == sum(Figures(walked.tallies[wager]).variance for wager in wagers)


@pytest.mark.parametrize("seats", [2, 7])
def test_seats_that_bet_on_the_same_two_hands_win_and_lose_as_one(seats: int) -> None:
    """So the variance of a table's hour grows with the square of its seats."""
    game = small(BACCARAT, 4, 9, 10)
    seat, table = analyze_table(game, ("banker",), seats)
    alone = analyze_seat(game, ("banker",))
    assert seat == alone
    assert table.method == "counted"
    assert table.expected == seats * alone.figures.house_advantage
    assert table.variance.low == table.variance.high == seats**2 * alone.variance
    assert table.correlation.low == table.correlation.high == 1
    low, high = table.deviation(ROUNDS)
    assert low == high == pytest.approx(seats * (ROUNDS * float(alone.variance)) ** 0.5)


def test_a_table_whose_seats_decide_is_refused_with_the_reason() -> None:
    with pytest.raises(PlanError, match=r"what two seats win together is not known: .*decides for one seat"):
        analyze_table(small(WAR, 5, 9, 13), ("bet",), 2)


def test_to_give_up_every_war_costs_what_going_to_war_would_have_won_back() -> None:
    game = small(WAR, 5, 9, 13)
    (error,) = [error for error in common_errors(game) if error.cost]
    tied, going = Fraction(3, 11), walk(game, ("bet",)).value
    assert (error.name, error.question) == ("always surrender", "war")
    assert going - error.cost == -tied / 2


def test_a_game_that_is_only_dealt_is_refused_at_once_with_its_own_reason() -> None:
    game = define(blackjack_splits)
    with pytest.raises(InputError, match=f"cannot be counted together: {DEALT} .*{game.status.why}"):
        analyze_table(game, game.deciding, 2)
    with pytest.raises(PlanError, match=f"{DEALT} .*{game.status.why}"):
        common_errors(game)


def test_a_game_without_decisions_has_no_habits() -> None:
    with pytest.raises(InputError, match="no decision"):
        common_errors(BACCARAT)
