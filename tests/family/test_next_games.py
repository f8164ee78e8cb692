"""Games on their way into the catalogue: whole definitions from outside, with the published figures.

They lie in `next_games` as they are meant to lie in the package; laws over the catalogue skip them.
"""

import shutil
from importlib.resources import files
from pathlib import Path
from random import Random

import pytest

from dealing import METERS, random_records, random_seats
from pitboss.rules import load_game
from pitboss.rules.catalogue import VARIABLE

FOLDER = Path(__file__).parent / "next_games"
NAMES = sorted(path.stem for path in FOLDER.glob("*.toml"))


@pytest.fixture
def next_game(tmp_path, monkeypatch):
    """A game of the folder, with the paytables that several games of the package share."""
    folder = shutil.copytree(FOLDER, tmp_path / "games", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(str(files("pitboss.games") / "shared"), folder / "shared")
    monkeypatch.setenv(VARIABLE, str(folder))
    return load_game


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seats", [1, 3])
def test_every_round_ends_and_no_bet_loses_more_than_its_stake(next_game, name, seats):
    game = next_game(name)
    for seed in range(25):
        random = Random(seed)
        record = random_records(game, random_seats(game, seats, random), random)[-1]
        round_, _ = game.replay(record)
        for seat in record.seats:
            for results in game.settle(round_, seat.number).values():
                assert all(-result.stake <= result.net(METERS) for result in results), seed
