"""Any definition is an environment: the seat's own view, legal options only, and the exact result."""

import warnings
from fractions import Fraction
from itertools import takewhile
from random import Random

import numpy as np
import pytest

import pitboss
from pitboss.rules import game_ids
from pitboss.rules.step import HIDDEN
from pitboss.strategy.advice import advise_record

gymnasium = pytest.importorskip("gymnasium")

from gymnasium.utils.env_checker import check_env  # noqa: E402

from pitboss.library.gym import FACE_DOWN, FIRST_CARD, GO_ON, GameEnv  # noqa: E402
from pitboss.rules import Choose, Chosen, Dealt, Draw, Face, Opened, Peeked, Record  # noqa: E402
from pitboss.rules.dealing import Dealing  # noqa: E402
from structure import DECIDED  # noqa: E402

GAMES = pytest.mark.parametrize("name", game_ids())
ENVIRONMENTS: dict[str, GameEnv] = {}
ROUNDS = 100


def environment(name, *wagers):
    key = " ".join((name, *wagers))
    if key not in ENVIRONMENTS:
        ENVIRONMENTS[key] = GameEnv(name, wagers)
    return ENVIRONMENTS[key]


def play(env, random, *, seed=None):
    """One round by the toss of a coin: every view with the mask of that moment, and how it ended."""
    view, info = env.reset(seed=seed)
    seen, is_over, reward = [view], False, 0.0
    while not is_over:
        action = random.choice(np.flatnonzero(view["action_mask"]).tolist())
        view, reward, is_over, is_cut, info = env.step(np.int64(action))
        assert not is_cut
        assert info["is_legal"]
        seen.append(view)
    return seen, reward, info


@GAMES
def test_gymnasium_finds_nothing_wrong(name):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message=".*not having a spec.*")
        check_env(environment(name))


@GAMES
def test_every_view_lies_in_the_space(name):
    env = environment(name)
    for number in range(ROUNDS):
        seen, _, _ = play(env, Random(number), seed=number)
        assert all(env.observation_space.contains(view) for view in seen)


@GAMES
def test_the_same_seed_deals_the_same_round(name):
    env = environment(name)
    first, second = (play(env, Random(5), seed=11) for _ in range(2))
    assert first[1] == second[1]
    assert all(np.array_equal(a["hands"], b["hands"]) for a, b in zip(first[0], second[0], strict=True))


@GAMES
def test_the_reward_is_the_exact_net_of_what_the_seat_settles(name):
    env = environment(name)
    for number in range(ROUNDS):
        _, reward, info = play(env, Random(number), seed=number)
        settled = env.game.definition.settle(env.dealing.round, 1)
        net = sum(result.net({}) for results in settled.values() for result in results)
        assert isinstance(info["net"], Fraction)
        assert info["net"] == net
        assert reward == float(net)


@GAMES
def test_the_mask_lets_through_exactly_what_is_offered(name):
    env, random = environment(name), Random(3)
    for number in range(ROUNDS):
        view, _ = env.reset(seed=number)
        while env.asked is not None:
            offered = {option.name for option in env.asked.options}
            legal = np.flatnonzero(view["action_mask"]).tolist()
            assert {env.actions[place] for place in legal} == offered
            view, *_ = env.step(np.int64(random.choice(legal)))
        assert [env.actions[place] for place in np.flatnonzero(env.mask())] == [GO_ON]


@pytest.mark.parametrize("name", DECIDED)
def test_a_masked_action_changes_nothing_and_earns_nothing(name):
    env = environment(name)
    view, _ = env.reset(seed=1)
    masked = int(np.flatnonzero(view["action_mask"] == 0)[0])
    again, reward, is_over, _, info = env.step(np.int64(masked))
    assert (reward, is_over, info["is_legal"]) == (0.0, False, False)
    assert all(np.array_equal(view[part], again[part]) for part in view)


@pytest.mark.parametrize("name", DECIDED)
def test_no_card_is_seen_that_lies_face_down(name):
    """What is under a blank shows only once it was opened, and a card lies in one place only."""
    env = environment(name)
    copies = env.game.definition.deck.copies
    blanks = 0
    for number in range(ROUNDS):
        view, _ = env.reset(seed=number)
        if env.asked is None:
            continue
        hands = env.dealing.round.hands
        shown = " ".join(str(slot) for slots in hands.values() for slot in slots).split()
        blanks += shown.count(HIDDEN)
        numbers = view["hands"][view["hands"] > 0]
        assert np.count_nonzero(numbers == FACE_DOWN) == shown.count(HIDDEN)
        cards, counts = np.unique(numbers[numbers >= FIRST_CARD], return_counts=True)
        deck = list(env.game.definition.deck.cards)
        assert all(
            count <= copies[deck[card - FIRST_CARD]] for card, count in zip(cards, counts, strict=True)
        )
    assert blanks or not hides_cards(env)


def hides_cards(env):
    """Whether a card is dealt face down before the seat is asked."""
    steps = Dealing(env.game.definition, Random(0), wagers=env.wagers).play()
    before = takewhile(lambda step: not isinstance(step, Choose), steps)
    return any(isinstance(step, Draw) and step.face is Face.DOWN for step in before)


def record_of(env):
    """What the seat has seen, as the advisor reads it."""
    definition, round_ = env.game.definition, env.dealing.round
    record = Record((definition.seat(*env.wagers),))
    left = {name: list(slots) for name, slots in round_.hands.items()}
    chosen = dict(round_.place(1).choices)
    while True:
        _, step = definition.replay(record)
        match step:
            case _ if step == env.asked:
                return record
            case _ if type(step).__name__ == "Draw":
                cards = tuple(left[step.hand].pop(0) for _ in range(step.count))
                record = record.then(Dealt(step.hand, cards))
            case _ if type(step).__name__ == "Choose":
                record = record.then(Chosen(step.seat, step.question, chosen[step.question].name))
            case _ if type(step).__name__ == "Peek":
                record = record.then(Peeked(step.hand, round_.found[step.hand]))
            case _:
                record = record.then(Opened(step.hand, ()))


def test_best_play_earns_the_exact_advantage():
    """Three Card Poker's ante: -3.3730% of the ante, here within four deviations of 4,000 rounds."""
    env, rounds, won = environment("three_card_poker"), 4_000, Fraction(0)
    env.reset(seed=20)
    for _ in range(rounds):
        env.reset()
        advice = advise_record(env.game.definition, record_of(env), 1)
        _, _, is_over, _, info = env.step(np.int64(env.actions.index(advice.best.option)))
        assert is_over
        won += info["net"]
    found = pitboss.game("three_card_poker").analyze("ante")
    assert abs(float(won / rounds + found.house_advantage)) < 4 * found.sd / rounds**0.5


def test_a_wager_without_a_decision_just_goes_on():
    env = environment("three_card_poker", "pair plus")
    assert (env.wagers, env.actions) == (("pair_plus",), (GO_ON,))
    view, info = env.reset(seed=4)
    assert info["question"] == ""
    _, reward, is_over, _, info = env.step(np.int64(0))
    assert is_over
    assert reward == float(info["net"])
    assert view["action_mask"].tolist() == [1]


def test_a_progressive_is_paid_what_its_figures_are_for():
    env = environment("three_card_poker", "ante", "progressive")
    assert env.wagers == ("ante", "progressive")
    assert env.meters["progressive"] == {"": Fraction(4094)}  # the average of the top award, as printed
    assert env.meters["ante"] == {}


def test_settings_and_pays_of_one_s_own_are_played():
    game = pitboss.game("blackjack").with_settings(surrender=True)
    assert "surrender" in GameEnv(game).actions
    assert "surrender" not in environment("blackjack").actions


def test_a_wager_that_cannot_be_placed_alone_is_refused():
    with pytest.raises(pitboss.InputError, match="not placed alone"):
        GameEnv("three_card_poker", ["progressive"])
