"""Games of the wider family: the base wager at best play, everything counted again, code compiled.

Each is counted by whatever engine its definition is admitted to, and the admission is part of the time.
"""

from collections.abc import Iterator

from benchmarks.measure import Line, at_most, clock_afresh, format_time, progress
from pitboss.analysis.analysis import analyze
from pitboss.rules import Game, load_game

SECONDS = {
    "let_it_ride": 0.5,
    "big_raise_stud": 0.5,
    "flush_rush": 0.5,
    "casino_war": 0.5,
    "three_card_baccarat": 0.5,
    "baccarat": 3.0,
    "crazy_4_poker": 10.0,
    "dj_wild": 10.0,
    "four_card_poker": 60.0,
    "i_luv_suits": 60.0,
    "texas_holdem_bonus": 60.0,
}
ALL_WAGERS = ("baccarat",)


def family(*, full: bool) -> Iterator[Line]:
    del full
    for name, most in SECONDS.items():
        game = load_game(name)
        progress(f"{game.name}: compiling and counting")
        wagers = tuple(game.offered) if name in ALL_WAGERS else game.deciding or tuple(game.offered)[:1]
        count_all(game, wagers)
        seconds = clock_afresh(lambda game=game, wagers=wagers: count_all(game, wagers))
        work = f"{game.name}, {'all wagers' if name in ALL_WAGERS else 'best play'}"
        yield Line(work, format_time(seconds), **at_most(seconds, most))


def count_all(game: Game, wagers: tuple[str, ...]) -> None:
    for wager in wagers:
        assert analyze(game, wager).house_advantage is not None
