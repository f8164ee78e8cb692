"""Law 6 on games that nobody knows: counting is walking for whatever can be said in the contract."""

from collections.abc import Iterable
from fractions import Fraction
from random import Random

import invented
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from invented import TWO, Ask, BetPlan, Deal, Invention, LookPlan, Show, WagerPlan, build, draft, invent
from numpy.typing import NDArray

from dealing import base_wager
from pitboss.analysis import counting, signature, sweeper
from pitboss.analysis.bestplay import Counted
from pitboss.analysis.counting import count, lay_out_first
from pitboss.analysis.signature import Signature
from pitboss.base.error import PlanError
from pitboss.base.odds import to_one
from pitboss.cards import FIVE, LONGEST_FLUSH, LONGEST_RUN, LONGEST_STRAIGHT_FLUSH, THREE, parse_cards
from pitboss.cards.deck import make_deck
from pitboss.rules import Face, Game, Option, load_game
from pitboss.shape.situations import Situations
from pitboss.shape.unroll import Group
from structure import first_of_each_kind, games_where, has_dealer, shares_board
from witnesses import assert_alike


def count_planned(game: Game) -> Counted | None:
    """What is counted of a game, if there is a plan to count it."""
    try:
        return count(game, tuple(game.wagers))
    except PlanError:
        return None


def check(plan: Invention) -> None:
    game = build(plan)
    if counted := count_planned(game):
        assert_alike(game, tuple(game.wagers), counted=counted)


@settings(max_examples=20, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
@given(st.randoms(use_true_random=False).map(draft).filter(bool))
def test_counting_is_walking(plan: Invention) -> None:
    check(plan)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20))
def test_counting_is_walking_for_many_more(seed: int) -> None:
    for number in range(20):
        check(invent(Random(1000 * (seed + 1) + number)))


def test_counting_is_walking_where_nobody_decides_and_one_of_two_hands_is_laid_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    laid: list[Group] = []

    def lay_out(signatures: Iterable[Signature]) -> tuple[Group, ...]:
        found = tuple(lay_out_first(signatures))
        laid.extend(found)
        return found

    monkeypatch.setattr(counting, "lay_out_first", lay_out)
    for plan in map(invent, map(Random, range(100))):
        if not any(isinstance(event, Ask) for event in plan.events):
            check(plan)
    assert len(laid) == 9


def test_nearly_all_inventions_are_planned() -> None:
    """287 of these 300 had a plan when this was written; a law about few games would say little."""
    plans = [invent(Random(seed)) for seed in range(300)]
    assert sum(count_planned(build(plan)) is not None for plan in plans) >= 280
    asked = [sum(isinstance(event, Ask) for event in plan.events) for plan in plans]
    kinds = {bet.kind for plan in plans for wager in plan.wagers for bet in wager.bets}
    assert {0, 1, 2, 3} <= set(asked)
    assert len(kinds) == 10


# -- games that once were counted wrongly --------------------------------------------------------------

DISCARD = Ask("discard", (Option("keep"), Option("throw 0"), Option("throw 1")), once=False)
FOLD_OR_RAISE = Ask("raise", (Option("fold"), Option("raise", Fraction(1))), once=False)


def make_duel(deck: str, *events: Deal | Show | Ask) -> Invention:
    """Two cards against two."""
    bets = (
        BetPlan("duel", ("player", "dealer"), (), 1, (), survives_fold=False),
        BetPlan("duel", ("player", "dealer"), (), 0, ("raise",), survives_fold=False),
    )
    looks = (("player", LookPlan(TWO, ("final",))), ("dealer", LookPlan(TWO, ("dealer",))))
    wagers = (WagerPlan(True, "player", (("pair", to_one(1)),), bets),)
    return Invention(parse_cards(deck), events, looks, wagers, "cheapest", fold_ends=False)


def test_suits_alike_in_the_hand_are_not_alike_after_a_discard() -> None:
    """Of Kc Kd one is thrown: a club that comes now is no longer as good as a diamond."""
    dealt = (Deal("hand", 2, Face.SEAT), Deal("dealer", 2, Face.DOWN), Deal("draw", 1, Face.DOWN))
    game = build(make_duel("Kc Kd Ks Ac Ad Ah", *dealt, DISCARD))
    assert assert_alike(game, tuple(game.wagers))


def test_suits_alike_in_the_hand_are_not_alike_at_the_next_decision() -> None:
    dealt = (Deal("hand", 2, Face.SEAT), Deal("dealer", 1, Face.UP), Deal("dealer", 1, Face.DOWN))
    drawn = (Deal("draw", 1, Face.DOWN), DISCARD, Show("draw", (0,)), FOLD_OR_RAISE)
    game = build(make_duel("8c 8h 8s 9c 9h 9s", *dealt, *drawn))
    assert assert_alike(game, tuple(game.wagers))


def one_bet(deck: str, ranking_look: LookPlan, line: str) -> Game:
    """One hand, folded or raised, paid on one line."""
    bets = (BetPlan("table", ("hand",), (), 1, ("raise",), survives_fold=False),)
    wager = WagerPlan(True, "hand", ((line, to_one(5)),), bets)
    cards = parse_cards(deck)
    count = 6 if ranking_look.ranking.size == THREE.size else 2
    events = (Deal("hand", count, Face.SEAT), FOLD_OR_RAISE)
    return build(Invention(cards, events, (("hand", ranking_look),), (wager,), "cheapest", fold_ends=False))


def test_any_suit_may_have_a_name() -> None:
    """Not only spades."""
    game = one_bet("7d 7h 7s 9d 9h 9s", LookPlan(TWO, ("hand",)), "flush_of_hearts")
    assert assert_alike(game, tuple(game.wagers))


def test_the_same_hand_in_two_suits_has_no_plan_where_the_named_one_counts_less() -> None:
    """Two mini royals, and only the one that is not of spades is paid."""
    ranking = THREE.with_lines("akq_suited_in_spades")
    game = one_bet("Ah Kh Qh As Ks Qs 2c", LookPlan(ranking, ("hand",)), "straight_flush_from_14")
    with pytest.raises(PlanError, match="the suit with a name counts less"):
        count(game, tuple(game.wagers))


# -- the two ways to count the last look ---------------------------------------------------------------

Whole = NDArray[np.int32]


@pytest.fixture
def swept(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """From now on the last look is dealt out; where it could be swept too, both must agree. Rows swept."""
    found: list[int] = []

    def both(last: signature.Sighted, rows: Situations, against: signature.Against, hidden: int) -> Whole:
        dealt = signature.deal_out(last, rows, against, hidden)
        if signature.can_sweep(last, rows):
            np.testing.assert_array_equal(signature.sweep(last, rows, against, hidden), dealt)
            found.append(len(rows))
        return dealt

    monkeypatch.setattr(signature, "pick_kernel", lambda *_: both)
    monkeypatch.setattr(sweeper, "WORTH_A_THREAD", 2)
    monkeypatch.setattr(sweeper, "CORES", 2)
    return found


def test_sweeping_is_dealing_out_on_the_full_deck(swept: list[int]) -> None:
    count(load_game("three_card_poker"), ("ante",))
    assert sum(swept) == 1755


@pytest.mark.parametrize(
    "game_id", first_of_each_kind(games_where(lambda game: has_dealer(game) and not shares_board(game)))
)
@pytest.mark.parametrize("ranks", [(2, 3, 4, 14), (10, 11, 12, 13, 14), (3, 5, 7, 12, 13, 14)])
def test_sweeping_is_dealing_out_on_toys(swept: list[int], game_id: str, ranks: tuple[int, ...]) -> None:
    """With a dealer's open card and without one."""
    game = load_game(game_id).with_deck(make_deck(ranks=ranks, suits=(0, 1, 3)))
    count(game, game.deciding or (base_wager(game),))
    assert swept


@pytest.fixture
def other_rankings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games are invented by suits and by runs, beside five cards."""
    by_suit = (LONGEST_FLUSH.with_lines("three_card_flush_nine_high"), LONGEST_STRAIGHT_FLUSH)
    monkeypatch.setattr(invented, "RANKINGS", (*by_suit, LONGEST_RUN, FIVE))


@pytest.mark.usefixtures("other_rankings")
def test_counting_is_walking_by_suits_and_by_runs() -> None:
    for seed in range(6):
        check(invent(Random(seed)))


@pytest.mark.usefixtures("other_rankings")
def test_sweeping_is_dealing_out_by_suits_and_by_runs(swept: list[int]) -> None:
    for seed in range(100, 160):
        count_planned(build(invent(Random(seed))))
    assert len(swept) > 5


def test_sweeping_is_dealing_out_in_invented_games(swept: list[int]) -> None:
    for seed in range(300):
        count_planned(build(invent(Random(seed))))
    assert len(swept) > 50
