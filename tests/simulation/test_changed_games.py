"""A changed rule is simulated as changed: for every game of the catalogue, and the one list of its mutants.

On a small deck every deal is judged once by the compiled rounds. What the base wager wins over all of them is
what the walker wins, as a fraction; or the definition's own procedure deals.
"""

from collections import Counter
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from mutant import (
    LARGER,
    cases,
    deck_of,
    from_shoe,
    mutants_of,
    small,
    walk_from_shoe,
    walk_larger,
    walk_small,
)
from pitboss.analysis.fit import draws_base
from pitboss.rules import Game, game_ids, load_game
from pitboss.shape.situations import card_number
from pitboss.shape.tally import net
from pitboss.simulation.plan import DealingPlan, make_plan
from pitboss.simulation.program import Program
from pitboss.trial.preparing import TrialTable, make_ready
from structure import DECIDED, GROWING, is_dealt_by_rules, reads_cards

DRAWN = [name for name in game_ids() if draws_base(load_game(name))]
COUNTED = [
    name for name in DECIDED if not reads_cards(load_game(name)) and not is_dealt_by_rules(load_game(name))
]
REFUSALS = {"deal_one_more", "open_dealer", "withdraw_last"}
"""Changes of counted games that compiled rounds may leave to the procedure; all others they follow. The open
cards of a dealer are too many situations for a table, and an exchange knows no card that must be kept."""


def every_deal(plan: DealingPlan) -> np.ndarray:
    """The cards of each different deal, by their places in the plan."""
    deals: list[dict[int, int]] = [{}]
    deck = sorted(map(card_number, plan.game.deck.cards))
    for places in plan.sets:
        deals = [
            {**deal, **dict(zip(places, cards, strict=True))}
            for deal in deals
            for cards in combinations([card for card in deck if card not in deal.values()], len(places))
        ]
    return np.array([[deal[place] for place in range(len(plan.cards))] for deal in deals], np.int32)


def won(game: Game) -> Fraction | str:
    """What the base wager wins over every deal, a round; or why the procedure deals."""
    wagers = game.deciding[:1]
    ready = make_ready(TrialTable(game, wagers))
    if ready.by_rules:
        return ready.by_rules
    program = ready.prepared.program
    assert isinstance(program, Program)
    cells = Counter(program.judge(every_deal(make_plan(game, wagers)))[:, 0].tolist())
    outcomes = ready.prepared.outcomes[wagers[0]]
    total = sum(times * net(outcomes[cell], {}) for cell, times in cells.items())
    found = Fraction(total, sum(cells.values()))
    assert ready.exact[wagers[0]].advantage == -found
    return found


@pytest.mark.parametrize(("name", "mutant"), cases(COUNTED))
def test_over_all_deals_a_changed_game_is_won_as_the_walker_plays_it(name: str, mutant: str) -> None:
    found = won(small(mutants_of(name)[mutant]))
    if isinstance(found, str):
        assert mutant in REFUSALS
    else:
        assert found == walk_small(name, mutant).value


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "mutant"), [(name, mutant) for name in GROWING for mutant in sorted(mutants_of(name))[::3]]
)
def test_a_hand_that_grows_from_a_deck_with_a_card_to_spare(name: str, mutant: str) -> None:
    found = won(mutants_of(name)[mutant].with_deck(deck_of(LARGER)))
    if isinstance(found, str):
        assert mutant in REFUSALS
    else:
        assert found == walk_larger(name, mutant).value


@pytest.mark.parametrize(("name", "mutant"), cases(DRAWN))
def test_a_changed_shoe_game_is_dealt_with_the_figure_that_the_walker_wins(name: str, mutant: str) -> None:
    """Its compiled rounds were held against the procedure before they are dealt: see `simulation.fit`."""
    game = from_shoe(mutants_of(name)[mutant])
    (wager,) = game.deciding
    ready = make_ready(TrialTable(game, (wager,)))
    if not ready.by_rules:
        assert ready.exact[wager].advantage == -walk_from_shoe(name, mutant)
    else:
        assert ready.exact[wager].advantage is None
