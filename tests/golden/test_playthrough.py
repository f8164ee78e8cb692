"""Golden playthroughs: one whole round of each game, step by step, as a person can read and check it.

A change to a game's procedure or settlement shows up here as a difference in text. To accept one,
run `PITBOSS_GOLDEN=write pytest tests/golden` and read what changed.
"""

import os
from pathlib import Path
from random import Random

import pytest

from dealing import METERS, random_records
from pitboss.rules import Seat, game_ids, load_game
from pitboss.rules.notation import format_record, parse_record

HERE = Path(__file__).parent
SEED = 20230614


def playthrough(name: str) -> str:
    """A table of three with every wager down, dealt from a seeded shuffle."""
    game = load_game(name)
    seats = tuple(Seat(number, game.seat(*game.wagers).wagers) for number in (1, 2, 3))
    lines = []
    history = random_records(game, seats, Random(SEED))
    for record in history:
        lines.append(f"next: {game.next_step(record)}")
    lines.append(format_record(game, history[-1]))
    round_ = game.replay(history[-1])[0]
    for place in round_.from_right:
        for wager, results in game.settle(round_, place.number).items():
            for bet, result in zip(game.wagers[wager].bets, results, strict=True):
                lines.append(
                    f"seat {place.number} {bet}: {result.name or 'nothing'}, "
                    f"stake {result.stake}, net {result.net(METERS)}"
                )
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("name", game_ids())
def test_the_round_is_played_as_it_was(name):
    file = HERE / f"{name}.txt"
    played = playthrough(name)
    if os.environ.get("PITBOSS_GOLDEN") == "write":
        file.write_text(played)
    assert file.exists(), f"no golden playthrough for {name}"
    assert played == file.read_text()


@pytest.mark.parametrize("name", game_ids())
def test_the_kept_line_of_notation_replays_to_a_finished_round(name):
    line = next(line for line in (HERE / f"{name}.txt").read_text().splitlines() if line.startswith(name))
    game, record = parse_record(line)
    assert str(game.next_step(record)) == "Done()"
