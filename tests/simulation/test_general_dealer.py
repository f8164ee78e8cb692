"""Law: every definition can be simulated, through its own procedure: a seed means the same rounds, wherever
they are dealt and however often it was stopped."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from importlib import import_module
from pathlib import Path

import pytest

from pitboss.base.error import InputError
from pitboss.rules import Game, load_game
from pitboss.shape.tally import net
from pitboss.simulation.checkpoint import identify, save_checkpoint
from pitboss.simulation.chunk import Gathered, run_chunk
from pitboss.simulation.general import CoinTosser, General, Joint, Numbers
from pitboss.simulation.program import Prepared
from pitboss.simulation.run import Keeping, run
from pitboss.simulation.stream import open_stream
from pitboss.trial.outlook import Pocket, session_terms
from pitboss.trial.preparing import ChosenStrategy, Ready, TrialTable, Way, make_ready, place_wagers

FAMILY = Path(__file__).parents[1] / "family"
CHUNK = General.chunk_rounds
COIN = ChosenStrategy(Way.COIN)


def tossed(seats: int = 1) -> Ready:
    return make_ready(TrialTable(load_game("three_card_poker"), ("ante", "pair_plus"), seats, COIN))


def cells(gathered: Gathered) -> dict[Joint, int]:
    """Whatever the numbers of the cells are."""
    return dict(zip(gathered.met, gathered.counts.tolist(), strict=True))


@pytest.mark.parametrize("name", sorted(path.stem for path in FAMILY.glob("*.toml")))
@pytest.mark.parametrize("seats", [1, 2])
def test_every_definition_is_dealt_by_its_procedure(
    name: str, seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(FAMILY)
    game = import_module("definition").define(import_module(name))
    wagers = place_wagers(game, ())
    ready = general(game, seats)
    gathered = run(ready.work(seed=1, rounds=300)).gathered
    assert gathered.counts.sum() == 300 * seats
    worths = ready.seen(gathered).worths
    assert set(worths) == set(wagers)
    for place, wager in enumerate(wagers):
        nets = [net(joint[place], {}) for joint in gathered.met]
        assert [Fraction(int(one), worths[wager].unit) for one in worths[wager].nets] == nets


def general(game: Game, seats: int) -> Ready:
    """Without asking the analysis for anything."""
    wagers = tuple(game.wagers)
    dealt = General(game, wagers, seats, CoinTosser(), {})
    table = TrialTable(game, wagers, seats, COIN)
    return Ready(table, Prepared(dealt, {}), dealt.worths(()), {}, "", "for the test")


def test_a_coin_is_tossed_and_named_where_it_is_asked_for() -> None:
    ready = tossed()
    assert ready.by_rules == "as asked for"
    assert ready.strategy == "a coin-tosser: every option as likely as any other"
    assert ready.exact["ante"].advantage is None
    cheapest = make_ready(
        TrialTable(load_game("three_card_poker"), ("ante",), 1, ChosenStrategy(Way.CHEAPEST))
    )
    gathered = run(cheapest.work(seed=1, rounds=200)).gathered
    assert cheapest.strategy == "always the cheapest option"
    assert {net(joint[0], {}) for joint in gathered.met} == {Fraction(-1)}, "who always folds loses the ante"


def test_dealt_by_the_rules_and_counted_agree_where_nothing_is_decided() -> None:
    ready = make_ready(TrialTable(load_game("three_card_poker"), ("pair_plus",), 1, COIN))
    assert ready.strategy == "nothing to decide"
    gathered = run(ready.work(seed=2, rounds=2 * CHUNK)).gathered
    ready = ready.seen(gathered)
    won = sum(count * net(joint[0], {}) for joint, count in cells(gathered).items())
    exact = ready.exact["pair_plus"]
    assert exact.advantage is not None
    assert exact.deviation is not None
    assert abs(float(won / gathered.rounds + exact.advantage)) < 4 * exact.deviation / gathered.rounds**0.5


def test_two_workers_deal_the_rounds_of_one() -> None:
    work = tossed(2).work(seed=9, rounds=2 * CHUNK + 100)
    alone, shared = run(work).gathered, run(work, workers=2).gathered
    assert cells(alone) == cells(shared)
    assert alone.total[1:] == shared.total[1:]
    assert alone.total.batches == 2


def test_a_stopped_simulation_goes_on_from_its_checkpoint(tmp_path: Path) -> None:
    work = tossed(2).work(seed=4, rounds=CHUNK + 200)
    whole = run(work).gathered
    keeping = Keeping(tmp_path / "kept", identify(work, {}))
    part = Gathered(work)
    part.add(run_chunk(work, 1))
    save_checkpoint(keeping.path, part, keeping.identity)
    again = run(work, keeping=keeping)
    assert again.fresh_rounds == CHUNK
    assert cells(again.gathered) == cells(whole)
    assert again.gathered.total.sums == whole.total.sums


def test_a_definition_without_names_is_dealt_by_one_worker() -> None:
    game = load_game("three_card_poker")
    nameless = replace(game, looks=lambda table, place: game.looks(table, place))
    ready = make_ready(TrialTable(nameless, ("ante",), 1, COIN))
    with pytest.raises(InputError, match="cannot be sent to other processes"):
        run(ready.work(seed=1, rounds=10), workers=2)


def test_sessions_are_played_by_the_rules_as_well() -> None:
    """With money enough and no goal a session is its rounds one after another."""
    ready = tossed()
    pocket = Pocket(Fraction(10**6), {"ante": Fraction(5), "pair_plus": Fraction(2)}, 40, Fraction(1))
    work = replace(ready.work(seed=3, rounds=0), sessions=session_terms(ready, pocket, 4))
    gathered = run(work).gathered
    program = work.program
    assert isinstance(program, General)
    rounds = [joint for (joint,) in program.rounds(open_stream(3, 0), 160)]
    assert work.sessions
    for number, result in enumerate(gathered.all_sessions().results.tolist()):
        won = sum(
            net(bets, {}) * bet
            for joint in rounds[40 * number : 40 * number + 40]
            for bets, bet in zip(joint, (5, 2), strict=True)
        )
        assert Fraction(result, work.sessions.unit) == won


def test_numbers_below_a_bound_fall_evenly() -> None:
    numbers = Numbers(12345, 0)
    found = Counter(numbers.below(7) for _ in range(7_000))
    assert set(found) == set(range(7))
    assert all(abs(times - 1_000) < 150 for times in found.values())


def test_only_wagers_that_are_named_are_placed() -> None:
    game = load_game("three_card_poker")
    assert place_wagers(game, ("pair_plus",)) == ("pair_plus",)
    assert place_wagers(game, ("progressive", "ante")) == ("ante", "progressive")
    assert place_wagers(game, ()) == tuple(game.wagers)
    with pytest.raises(InputError, match="is not placed alone: name Ante, too"):
        place_wagers(game, ("progressive",))
