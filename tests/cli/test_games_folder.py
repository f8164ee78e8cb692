"""Games of the house's own: two files in a folder, and every command has them."""

import io
import sys

import pytest

from example import GAME, write_example
from pitboss.rules import game_ids, load_game
from pitboss.rules.catalogue import VARIABLE

OFFICE = ("--by", "tess", "--by", "ada")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with the documentation's game; what a command sets in the environment is taken back."""
    monkeypatch.setenv(VARIABLE, "")
    monkeypatch.setenv("PITBOSS_STORE", str(tmp_path / "floor.db"))
    mine = tmp_path / "mine"
    mine.mkdir()
    write_example(mine)
    return mine


@pytest.fixture
def house(pitboss, folder, monkeypatch):
    """The program with the folder; what is typed comes first."""

    def call(*words, typed=""):
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        found = pitboss("--games", str(folder), *words)
        assert (found.status, found.err) == (0, "")
        return found

    return call


def test_the_catalogue_has_the_game_and_keeps_its_own(house):
    own = set(game_ids())
    assert {entry["game"] for entry in house("games", "--json").json} == {*own, GAME}
    assert "two of three equal bets may be taken back" in house("show", "House Ride").out


def test_it_is_counted_simulated_and_played_best_as_published(house):
    found = house("analyze", GAME, "--json").json["wagers"]["bets"]
    assert found["house_advantage"] == "37963/1082900"
    words = ("simulate", GAME, "--rounds", "200000", "--random-seed", "1", "--json")
    assert all(wager["agrees"] for wager in house(*words).json["wagers"])
    assert "let it ride  3 of one rank" in house("strategy", GAME).out
    assert "House Ride" in house("strategy", GAME, "Ah", "Ad", "Kc").out
    words = ("price", GAME, "--wager", "bets", "--pays", "1000,200,50,11,8,5,3,2,1")
    assert "3.5057%" in house(*words).out


def test_a_round_is_played_in_the_terminal(house):
    typed = "bets 5\ndeal\ntake back\nlet it ride\nq\n"
    found = house("play", GAME, "--plain", "--random-seed", "1", typed=typed)
    assert "Your cards: six of diamonds, jack of clubs, six of clubs." in found.out
    assert "You brought $500.00 and take home $490.00" in found.out


def test_both_trainers_teach_it(house):
    lesson = ("train", GAME, "--rounds", "1", "--random-seed", "1", "--progress", "none")
    assert "1 of 1, 100%" in house(*lesson, typed="take back\n").out
    assert "Settle the table." in house(*lesson, "--as", "dealer", typed="q\n").out


@pytest.mark.parametrize("paper", ["par", "rules", "dealer", "strategy"])
def test_its_papers_are_made(house, tmp_path, paper):
    out = tmp_path / f"{paper}.md"
    house("report", paper, GAME, "--out", str(out))
    assert "House Ride" in out.read_text("utf-8")


def test_its_sign_is_printed_and_its_approval_is_kept(house):
    assert "House Ride" in house("sign", GAME).out
    house("approval", "add", GAME, "--approval", "W-1", "--date", "2026-01-02", "--rules", "LIR", *OFFICE)
    assert "House Ride" in house("report", "approvals").out


# -- what cannot be right ----------------------------------------------------------------------------


def change(folder, ending, old, new):
    path = folder / f"{GAME}.{ending}"
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")
    number = text[: text.index(old)].count("\n") + 1
    return f"{path}:{number}"


@pytest.mark.parametrize(
    ("ending", "old", "new", "message"),
    [
        ("py", "def looks(", "def looks(:", "invalid syntax; correct the line"),
        ("py", "RIDE = (Option(", "RIDE = (Optoin(", "name 'Optoin' is not defined"),
        ("py", 'table.hand("board"))', 'table.hnd("board"))', "has no attribute 'hnd'"),
        ("toml", 'label = "Bets"', 'label = ["Bets"]', "'label' is words, not ['Bets']"),
        ("toml", "stakes = 3", "stakes = 'three'", "'stakes' is a whole number, not 'three'"),
        ("toml", '"third_bet"]', '"fourth_bet"]', "no function 'fourth_bet'"),
        ("toml", "royal_flush          1000 to 1", "royal_flush          lots", "lots"),
    ],
)
def test_a_bad_definition_is_refused_with_its_file(folder, pitboss, ending, old, new, message):
    at = change(folder, ending, old, new)
    found = pitboss("--games", str(folder), "show", GAME)
    assert found.status == 2
    assert message in found.err
    assert at.rpartition(":")[0] in found.err
    if ending == "py":
        assert at in found.err


def test_rules_without_a_procedure_and_a_file_without_rules_are_refused(folder, pitboss):
    change(folder, "py", "def procedure", "def proceed")
    words = ("--games", str(folder), "show", GAME)
    assert "there is no function 'procedure'; add it" in pitboss(*words).err
    (folder / f"{GAME}.py").unlink()
    assert "there are no rules house_ride.py beside it; add them" in pitboss(*words).err


def test_an_id_that_is_taken_or_not_that_of_the_file_is_refused(folder, pitboss):
    words = ("--games", str(folder), "games")
    change(folder, "toml", 'id = "house_ride"', 'id = "ride"')
    assert "call it 'house_ride' as its file" in pitboss(*words).err
    for path in list(folder.iterdir()):
        path.rename(path.with_stem("blackjack"))
    assert "there is a game 'blackjack' already; give file and id another name" in pitboss(*words).err


def test_a_folder_that_is_not_there_is_refused(folder, pitboss):
    found = pitboss("--games", str(folder / "none"), "games")
    assert (found.status, "there is no folder" in found.err) == (2, True)


def test_without_the_folder_the_game_is_unknown_again(house, monkeypatch):
    house("show", GAME)
    monkeypatch.setenv(VARIABLE, "")
    assert GAME not in game_ids()
    assert load_game("blackjack").id == "blackjack"
