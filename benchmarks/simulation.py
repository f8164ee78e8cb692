"""Rounds a second: the simulation against plain loops, and against the bare evaluation of hands by other
packages.

All on one core; every wager of the game is placed and settled. The plain loop shuffles the whole deck, and
blackjack's shoe when the cut card is out, as at a table; beside it stands one that shuffles only the cards
that a round needs. Both sides must agree on the money: at Three Card Poker, where both play alike, within
the interval of the two. Packages that judge poker hands say nothing about blackjack.
"""

import gc
import random
import time
from collections.abc import Callable, Iterator
from functools import partial
from math import sqrt

import numpy as np

from benchmarks import dealing
from benchmarks.enumeration import DECK
from benchmarks.measure import Line
from pitboss.rules import load_game
from pitboss.simulation.chunk import CHUNK, Gathered, run_chunk
from pitboss.simulation.estimate import dot
from pitboss.simulation.run import run
from pitboss.trial.preparing import Ready, TrialTable, make_ready, place_wagers

FASTER_THAN_PLAIN, FASTER_THAN_EVALUATORS, TWO_CORES = 3.0, 50.0, 1.8
REPEATS = 120
ROUNDS = 1 << 16
"""A few thousandths of a second: short enough to slip between the others who want the machine."""
HANDS = 4_000
LONG_RUN = 1200 * CHUNK

BONUS = np.array([0, 0, 0, 1, 4, 5, 5, 5])
PAIR_PLUS = np.array([-1, 1, 4, 6, 30, 40, 40, 40])
SIX_CARD = np.array([-1, -1, -1, 5, 10, 20, 25, 50, 200, 1000])
THREE_CARD = np.array([-1, -1, -1, -1, 100, 125, 1000, 4000])
PROGRESSIVE = np.array([-1, -1, -1, 5, 59, 69, 499, -1])
"""The meter is left out on both sides: what stands in it changes nothing in the work."""
STUD = np.array([-1, -1, 2, 3, 4, 6, 10, 40, 100, 500, -1, 0, 1])
STUD_METER = np.array([-1, -1, -1, 8, 49, 74, 99, 299, 999, 4999, -1, -1, -1])
RAISE = np.array([1, 1, 2, 3, 4, 5, 7, 20, 50, 100])
COVER = np.array([-1, -1, -1, 6, 10, 15, 20, 50, 200, 1000])
MATCH = np.array([-1, 24, 499, 9999])


def charts() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Basic strategy for six decks, as every book has it; up cards 1 (ace) to 10."""
    hard, soft, pair = (np.zeros((22, 11), np.int64) for _ in range(3))
    for up in range(1, 11):
        high = up == 1 or up >= 7
        for total in range(4, 22):
            hard[total, up] = 1 if total <= 11 or (total <= 16 and high) else 0
            soft[total, up] = 1 if total <= 17 else 0
        hard[12, up] = 0 if 4 <= up <= 6 else 1
        hard[9, up] = 2 if 3 <= up <= 6 else 1
        hard[10, up] = 2 if 2 <= up <= 9 else 1
        hard[11, up] = 2 if 2 <= up <= 10 else 1
        soft[18, up] = 1 if up in (1, 9, 10) else 2 if 3 <= up <= 6 else 0
        for total, least in ((13, 5), (14, 5), (15, 4), (16, 4), (17, 3)):
            soft[total, up] = 2 if least <= up <= 6 else 1
        for value, ups in {
            1: range(1, 11), 8: range(1, 11), 2: range(2, 8), 3: range(2, 8), 6: range(2, 7),
            7: range(2, 8), 4: range(5, 7), 9: (2, 3, 4, 5, 6, 8, 9),
        }.items():  # fmt: skip
            pair[value, up] = 3 if up in ups else 0
    return hard, soft, pair


def plain_loop(game: str, rounds: int, seed: int, *, is_whole: bool = True) -> np.ndarray:
    """What every wager of the game wins by the plain loop; `is_whole` shuffles all cards."""
    won = np.zeros(5, np.int64)
    cards = DECK if is_whole else 0
    match game:
        case "three_card_poker":
            dealing.three_card_poker(
                rounds, seed, cards, BONUS, PAIR_PLUS, SIX_CARD, THREE_CARD, PROGRESSIVE, won
            )
        case "three_card_draw_poker":
            dealing.three_card_draw(rounds, seed, cards, BONUS, PAIR_PLUS, won)
        case "mississippi_stud":
            dealing.mississippi_stud(rounds, seed, cards, STUD, PAIR_PLUS, STUD_METER, won)
        case "caribbean_stud":
            dealing.caribbean_stud(rounds, seed, cards, RAISE, COVER, won)
        case "blackjack":
            dealing.blackjack_loop(is_whole)(rounds, seed, *charts(), MATCH, won)
    return won


def best_seconds(work: Callable[[], object]) -> float:
    """The fastest of several: what the machine does when nobody else wants it."""
    found = []
    for _ in range(REPEATS):
        start = time.perf_counter()
        work()
        found.append(time.perf_counter() - start)
    return min(found)


def evaluator_rates() -> dict[str, float]:
    """Hands a second of each package: seven cards ready in its own form, nothing dealt or settled."""
    import eval7
    import phevaluator
    import treys

    chance = random.Random(1)
    cards = eval7.Deck().cards
    hands = [chance.sample(cards, 7) for _ in range(HANDS)]
    names = [[str(card) for card in hand] for hand in hands]
    numbers = [[phevaluator.Card.to_id(name) for name in hand] for hand in names]
    coded = [[treys.Card.new(name) for name in hand] for hand in names]
    evaluator = treys.Evaluator()
    works: dict[str, Callable[[], object]] = {
        "eval7": lambda: [eval7.evaluate(hand) for hand in hands],
        "phevaluator": lambda: [phevaluator.evaluate_cards(*hand) for hand in numbers],
        "treys": lambda: [evaluator.evaluate(hand[:2], hand[2:]) for hand in coded],
    }
    gc.disable()
    try:
        return {name: HANDS / best_seconds(work) for name, work in works.items()}
    finally:
        gc.enable()


def simulation(*, full: bool = False) -> Iterator[Line]:
    del full
    rates = evaluator_rates()
    fastest = max(rates, key=lambda name: rates[name])
    told = ", ".join(f"{name} {rate / 1e6:.2f}" for name, rate in rates.items())
    yield Line("hands a second by packages (7 cards), million", "", enumeration=told)
    for game in (
        "three_card_poker",
        "three_card_draw_poker",
        "mississippi_stud",
        "caribbean_stud",
        "blackjack",
    ):
        yield from one_game(game, fastest, rates[fastest])
    yield two_cores()


def ready_game(name: str) -> Ready:
    game = load_game(name)
    return make_ready(TrialTable(game, place_wagers(game, ())))


def one_game(name: str, fastest: str, rate: float) -> Iterator[Line]:
    ready = ready_game(name)
    work = ready.work(seed=1, rounds=ROUNDS)
    run_chunk(work, 0)
    rates = {}
    for is_whole in (True, False):
        loop = partial(plain_loop, name, ROUNDS, 1, is_whole=is_whole)
        loop()
        rates[is_whole] = ROUNDS / best_seconds(loop)
    ours = ROUNDS / best_seconds(lambda: run_chunk(work, 0))
    if name == "three_card_poker":
        check_same_money(ready)
    yield Line(
        f"simulate {name}, rounds a second",
        f"{ours / 1e6:.1f} million",
        enumeration=f"{rates[True] / 1e6:.1f} million",
        ratio=f"{ours / rates[True]:.1f}x",
        required=f"{FASTER_THAN_PLAIN:.0f}x",
        passed=ours / rates[True] >= FASTER_THAN_PLAIN,
    )
    yield Line(
        f"simulate {name}, against a loop that shuffles only what it deals",
        f"{ours / 1e6:.1f} million",
        enumeration=f"{rates[False] / 1e6:.1f} million",
        ratio=f"{ours / rates[False]:.1f}x",
    )
    if name != "blackjack":
        yield Line(
            f"simulate {name}, against hands by {fastest}",
            f"{ours / 1e6:.1f} million",
            enumeration=f"{rate / 1e6:.2f} million",
            ratio=f"{ours / rate:.0f}x",
            required=f"{FASTER_THAN_EVALUATORS:.0f}x",
            passed=ours / rate >= FASTER_THAN_EVALUATORS,
        )


def check_same_money(ready: Ready) -> None:
    """Both sides play every wager alike here; five deviations of the difference are allowed."""
    rounds = 4_000_000
    theirs = plain_loop("three_card_poker", rounds, 1)
    gathered = run(ready.work(seed=1, rounds=rounds)).gathered
    for place, (wager, worth) in enumerate(ready.worths.items()):
        ours = dot(gathered.counts, worth.nets) / worth.unit
        deviation = ready.exact[wager].deviation
        assert deviation is not None
        if abs(ours - theirs[place]) > 5 * deviation * sqrt(2 * rounds):
            raise AssertionError(f"{wager}: the simulation won {ours}, the plain loop {theirs[place]}")


def two_cores() -> Line:
    """A long run by one process and by two, after a quarter of the rounds: then all are at work."""
    ready = ready_game("three_card_poker")
    one, two = steady_rate(ready, 1), steady_rate(ready, 2)
    return Line(
        "simulate three_card_poker on two cores, once started",
        f"{two / 1e6:.1f} million",
        enumeration=f"{one / 1e6:.1f} million on one",
        ratio=f"{two / one:.2f}x",
        required=f"{TWO_CORES}x",
        passed=two / one >= TWO_CORES,
    )


def steady_rate(ready: Ready, workers: int) -> float:
    """Rounds a second without the start of the processes."""
    seen: list[tuple[float, int]] = []

    def note(gathered: Gathered, rate: float) -> None:
        if 4 * gathered.rounds > LONG_RUN:
            seen.append((time.perf_counter(), gathered.rounds))

    run(ready.work(seed=1, rounds=LONG_RUN), workers=workers, progress=note)
    (start, first), (end, last) = seen[0], seen[-1]
    return (last - first) / (end - start)
