"""Law: compiled rounds are dealt only where they settle as the definition's own procedure does; otherwise it
deals itself, and the page says why."""

from dataclasses import replace

import pytest

from mutant import (
    CHANGES,
    ace_pushes,
    change_bets,
    dealer_bust_pushes,
    mutants,
    mutants_of,
    wins_pay_double,
)
from pitboss.analysis.analysis import is_highest
from pitboss.analysis.fit import draws_base
from pitboss.audit.simulation import Simulation
from pitboss.base.error import PlanError
from pitboss.base.odds import PUSH
from pitboss.cards.deck import make_deck
from pitboss.reports.form import format_text
from pitboss.reports.simulation_sheet import simulation_page
from pitboss.rules import Game, load_game
from pitboss.rules.catalogue import game_ids
from pitboss.shape.tally import net, staked
from pitboss.simulation.blackjack_machine import BlackjackTables
from pitboss.simulation.blackjack_program import BlackjackTrace
from pitboss.simulation.fit import Traced, check_fit
from pitboss.simulation.general import Rulebook
from pitboss.simulation.plan import make_plan
from pitboss.simulation.planned_program import PlannedTrace, write_program
from pitboss.simulation.program import Prepared, Program
from pitboss.simulation.run import run
from pitboss.simulation.stream import open_stream
from pitboss.trial import preparing
from pitboss.trial.best_play import best_drawn
from pitboss.trial.preparing import (
    ChosenStrategy,
    Ready,
    TrialTable,
    Way,
    counted_strategy,
    make_ready,
    place_wagers,
)
from structure import first_of_each_kind, games_where, is_dealt_by_rules, is_quick, reads_cards

ROUNDS = 250
ALWAYS = {
    *(change.__name__ for change in CHANGES),
    "deal_one_more",
    "exchange_looks",
    "every setting otherwise",
}
"""Of the mutants; some of the others are among the slow tests."""
EVERY = 8
"""One in n of the others is dealt from a whole deck; all are dealt from small ones: `test_changed_games`."""
COMPILED = games_where(lambda game: not is_dealt_by_rules(game))
EMPTY = {"": 0, "Grand": 0, "Major": 0, "Minor": 0}


def push_bust() -> Game:
    """Blackjack in which a dealer's bust pushes."""
    game = load_game("blackjack")
    return change_bets(game, tuple(game.bets), dealer_bust_pushes)


def small_game(name: str) -> Game:
    """With fewer cards where five are held against five, so that best play is found soon."""
    game = load_game(name)
    is_large = not is_quick(game) and not reads_cards(game)
    return game.with_deck(make_deck(ranks=tuple(range(7, 15)))) if is_large else game


def simulate(ready: Ready, rounds: int) -> Simulation:
    ran = run(ready.work(seed=5, rounds=rounds))
    return Simulation(ready.seen(ran.gathered), ran, 5, 0.99)


def test_a_bust_that_pushes_is_not_simulated_as_plain_blackjack() -> None:
    ready = make_ready(TrialTable(push_bust(), ("bet",)))
    assert "Bet" in ready.by_rules
    assert "coin-tosser" in ready.strategy
    assert ready.exact["bet"].advantage is None
    page = format_text(simulation_page(simulate(ready, 2_000)))
    assert "the game's own procedure, round by round: compiled rounds do not fit this definition" in page
    assert "not counted" in page


def test_rules_that_do_not_fit_are_dealt_before_best_play_is_looked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Best play of six decks takes many seconds, and would be that of another game."""
    monkeypatch.setattr(preparing, "best_drawn", None)
    assert "by the rules" in make_ready(TrialTable(push_bust(), ("bet",))).by_rules


@pytest.mark.slow
def test_a_chart_is_played_where_compiled_rounds_do_not_fit() -> None:
    """About 8 in 100 bets are won by a bust of the dealer's, and push instead."""
    ready = make_ready(TrialTable(push_bust(), ("bet",), strategy=ChosenStrategy(Way.WORDS)))
    assert ready.strategy == "the chart"
    (found,) = simulate(ready, 8_192).estimates
    assert found.exact.advantage is None
    assert 0.1 < found.advantage.low < found.advantage.high < 0.35


@pytest.mark.parametrize("name", first_of_each_kind(game_ids()))
def test_every_game_is_compiled_unless_its_rules_read_cards(name: str) -> None:
    game = load_game(name)
    ready = make_ready(TrialTable(game, place_wagers(game, ()), seats=2))
    assert bool(ready.by_rules) is is_dealt_by_rules(game)


@pytest.mark.parametrize(
    ("name", "mutant"),
    [
        pytest.param(
            name,
            mutant,
            id=f"{name}: {mutant}",
            marks=[] if mutant in ALWAYS and name == COMPILED[-1] else [pytest.mark.slow],
        )
        for name in COMPILED
        for number, mutant in enumerate(mutants_of(name))
        if mutant in ALWAYS or number % EVERY == 0
    ],
)
def test_a_changed_definition_is_followed_or_dealt_by_itself(name: str, mutant: str) -> None:
    game = dict(mutants(small_game(name)))[mutant]
    wagers = tuple(wager for wager in game.wagers if not is_highest(game, game.wagers[wager]))
    ready = make_ready(TrialTable(game, wagers))
    if ready.by_rules:
        assert all(ready.exact[wager].advantage is None for wager in game.deciding)
        return
    traced = trace(ready)
    assert isinstance(traced.prepared.program, Program)
    cells, dealt = traced.prepared.program.trace(open_stream(77, 3), ROUNDS)
    book = Rulebook(game, (game.seat(*wagers),))
    for (cell,), row in zip(cells.tolist(), dealt, strict=True):
        settled = game.settle(book.play(traced.cards(row), traced.decide([cell], row)), 1)
        for wager in wagers:
            ours = ready.prepared.outcomes[wager][cell]
            assert staked(ours) == staked(settled[wager])
            assert net(ours, EMPTY) == net(settled[wager], EMPTY)


def trace(ready: Ready) -> Traced:
    program, game = ready.prepared.program, ready.table.game
    assert isinstance(program, Program)
    if isinstance(program.tables, BlackjackTables):
        return BlackjackTrace(game, best_drawn(game, *game.deciding), ready.prepared)
    return PlannedTrace(make_plan(game, ready.table.wagers), ready.prepared)


@pytest.mark.parametrize("name", first_of_each_kind(COMPILED))
def test_some_changes_are_followed_and_some_are_not(name: str) -> None:
    """Otherwise the law above would say nothing."""
    game = small_game(name)
    base = game.deciding[:1]
    behind_the_back = change_bets(game, tuple(game.bets), ace_pushes)
    assert "do not fit" in make_ready(TrialTable(behind_the_back, base)).by_rules
    better = change_bets(game, tuple(game.bets), wins_pay_double)
    assert bool(make_ready(TrialTable(better, base)).by_rules) == draws_base(game)


def test_a_program_with_one_wrong_cell_does_not_fit() -> None:
    """A straight flush that pushes: one round in 460."""
    game = load_game("three_card_poker")
    plan, policy = make_plan(game, ("pair_plus",)), counted_strategy(TrialTable(game, ("pair_plus",)))
    good = write_program(plan, policy)
    check_fit(game, PlannedTrace(plan, good))
    outcomes = tuple(
        tuple(one._replace(pay=PUSH) if one.name == "straight_flush" else one for one in outcome)
        for outcome in good.outcomes["pair_plus"]
    )
    bad = Prepared(good.program, {"pair_plus": outcomes})
    assert isinstance(good.program, Program)
    other = replace(game, bets=dict(game.bets), looks=lambda table, place: game.looks(table, place))
    with pytest.raises(PlanError, match=r"Pair Plus \(straight_flush\) nets 40, not 0"):
        check_fit(other, PlannedTrace(plan, bad))


def test_a_trace_of_drawn_rounds_has_the_cards_that_the_procedure_asks_for() -> None:
    ready = make_ready(TrialTable(load_game("blackjack"), ("bet",)))
    assert isinstance(trace(ready), BlackjackTrace)
