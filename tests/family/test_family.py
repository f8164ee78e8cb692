"""The contract carries the wider family: what holds for every game in this folder."""

from random import Random
from types import ModuleType

import blackjack_splits
import one_raise_holdem
import pai_gow
import pytest
from definition import define

from dealing import METERS, random_records, random_seats
from pitboss.analysis.counting import count
from pitboss.base.error import PlanError

FAMILY = (blackjack_splits, pai_gow, one_raise_holdem)


@pytest.mark.parametrize("module", FAMILY, ids=lambda module: module.__name__)
@pytest.mark.parametrize("seats", [1, 3])
def test_every_round_ends_and_no_bet_loses_more_than_its_stake(module: ModuleType, seats: int) -> None:
    game = define(module)
    for seed in range(40):
        random = Random(seed)
        record = random_records(game, random_seats(game, seats, random), random)[-1]
        round_, _ = game.replay(record)
        for seat in record.seats:
            settled = game.settle(round_, seat.number)
            assert set(settled) == {wager for wager, stake in seat.wagers.items() if stake}
            for result in (result for results in settled.values() for result in results):
                assert -result.stake <= result.net(METERS), (seed, result)


@pytest.mark.parametrize(
    ("module", "reason"),
    [
        (blackjack_splits, "the rules read the cards of 'seat 1 hand 1'"),
        (pai_gow, "the looks read cards"),
        (one_raise_holdem, "situations are more than the"),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_the_engine_says_why_it_cannot_plan_a_game(module: ModuleType, reason: str) -> None:
    game = define(module)
    with pytest.raises(PlanError, match=reason):
        count(game, game.deciding or tuple(game.wagers))
