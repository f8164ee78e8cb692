"""Design by search: all tables of seven lines over realistic pays that meet a target."""

from collections.abc import Iterator
from statistics import median

from benchmarks.measure import Line, at_most, clock, format_time
from pitboss.design.design import design
from pitboss.design.target import Targets, parse_span
from pitboss.rules import load_game

MOST_SECONDS = 2.0
REPEATS = 5


def designing(*, full: bool = False) -> Iterator[Line]:
    del full
    game, targets = load_game("three_card_poker"), Targets(parse_span("5%..7%"))
    found = design(game, "six_card_bonus", targets)
    seconds = median(clock(lambda: design(game, "six_card_bonus", targets)) for _ in range(REPEATS))
    yield Line(
        f"design, 6 Card Bonus: {found.meeting:,} of {found.tried:,} tables meet 5% to 7%",
        format_time(seconds),
        **at_most(seconds, MOST_SECONDS),
    )
