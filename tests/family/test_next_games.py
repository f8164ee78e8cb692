"""Games on their way into the catalogue: whole definitions from outside, with the published figures.

They lie in `next_games` as they are meant to lie in the package; laws over the catalogue skip them.
"""

import shutil
from importlib.resources import files
from pathlib import Path
from random import Random

import pytest

from dealing import METERS, nets, play_script, random_records, random_seats
from pitboss.analysis.analysis import analyze
from pitboss.base.figure import format_percent
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


def test_three_card_baccarat_costs_what_is_published(next_game):
    published = {"player": "2.41%", "total_0": "2.91%", "total_1": "9.92%"}
    game = next_game("three_card_baccarat")
    assert {
        wager: format_percent(analyze(game, wager).house_advantage, 2) for wager in published
    } == published


@pytest.mark.parametrize(
    ("own", "dealer", "won"),
    [
        ("Kh Qd Jc", "Ah 3d 5c", (0.95, -1)),
        ("4h 4d Kc", "Kd Qs 8h", (-1, -1)),
        ("Kh Jd 8c", "3h 5d Kc", (0.95, -1)),
        ("Kh 3d 5c", "Qh 6d 2c", (0, 20)),
        ("Th Td Tc", "Kh Qd Js", (-1, -1)),
    ],
)
def test_of_three_cards_pictures_come_first_and_break_ties(next_game, own, dealer, won):
    game = next_game("three_card_baccarat")
    hands = {"seat 1 hand": own, "dealer": dealer}
    found = nets(game, play_script(game, hands, wagers={1: ("player", "tie")}))
    assert (float(found["player"]), found["tie"]) == won
