"""Tables that tests simulate, made ready once."""

from functools import cache

from pitboss.rules import load_game
from pitboss.simulation.chunk import CHUNK, Gathered, Work
from pitboss.trial.preparing import ChosenStrategy, Ready, TrialTable, make_ready, place_wagers

ROUNDS = 5 * CHUNK // 2
"""Two whole chunks and a half."""
BEST = ChosenStrategy()


@cache
def ready_table(name: str, seats: int = 1, strategy: ChosenStrategy = BEST) -> Ready:
    game = load_game(name)
    return make_ready(TrialTable(game, place_wagers(game, ()), seats, strategy))


def small_work(seats: int = 1, rounds: int = ROUNDS, seed: int = 42) -> Work:
    return ready_table("three_card_poker", seats).work(seed=seed, rounds=rounds)


def content(gathered: Gathered) -> object:
    """Everything that was gathered, to compare to the last bit."""
    sessions = gathered.all_sessions()
    return (
        sorted(gathered.done.items()),
        gathered.counts.tolist(),
        gathered.all_awards().tolist(),
        gathered.total.batches,
        gathered.total.sums,
        gathered.total.squares,
        [getattr(sessions, name).tolist() for name in ("results", "falls", "lasted", "ruined", "paths")],
    )


def agreement_table(name: str, paytable: str) -> TrialTable:
    """A paytable in force, its wager on every seat, and as many seats as its column has hands."""
    game = load_game(name).with_paytable(paytable)
    found = game.paytables[paytable]
    seats = found.hands - 1 if found.hands else 1
    return TrialTable(game, place_wagers(game, () if seats == 1 else (*game.deciding, found.wager)), seats)
