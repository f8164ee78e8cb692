"""`pitboss simulate`: what it prints, what it refuses, and that it can be stopped and gone on with."""

import json
from pathlib import Path

import pytest

from pitboss.cli import main


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    status = main(["simulate", *words])
    captured = capsys.readouterr()
    return status, captured.out, captured.err


SMALL = ("three_card_poker", "--wager", "ante", "--rounds", "300,000", "--random-seed", "1")


def test_json_has_every_figure_with_its_interval_and_the_exact_one(
    capsys: pytest.CaptureFixture[str],
) -> None:
    status, out, _ = run(capsys, *SMALL, "--json")
    data = json.loads(out)
    (ante,) = data["wagers"]
    assert status == 0
    assert ante["exact"] == "686689/20358520"
    assert ante["low_percent"] < ante["house_advantage_percent"] < ante["high_percent"]
    assert ante["agrees"] is True
    assert data["rounds"] == 300_000


def test_a_seed_repeats_the_rounds_and_a_checkpoint_ends_them(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    kept = str(tmp_path / "kept.json")
    first = json.loads(run(capsys, *SMALL, "--json", "--checkpoint", kept)[1])
    again = json.loads(run(capsys, *SMALL, "--json", "--checkpoint", kept)[1])
    assert first["wagers"] == again["wagers"]
    assert again["rounds_a_second"] == 0, "all of it was there"
    status, _, complaint = run(capsys, *SMALL, "--strategy", "words", "--checkpoint", kept)
    assert status == 2
    assert "another simulation: its strategy is" in complaint


def test_meters_are_fed_from_the_printed_seed(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("three_card_poker", "--rounds", "400,000", "--random-seed", "3", "--players", "2", "--json")
    (meter,) = json.loads(run(capsys, *words)[1])["meters"]
    assert meter["seed_dollars"] == 1000
    assert meter["whole_meter_awards"] > 10
    assert meter["low_dollars"] < meter["exact_average_dollars"] < meter["high_dollars"]


def test_sessions_are_drawn(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    picture = tmp_path / "sessions.svg"
    words = (*SMALL, "--bankroll", "300", "--sessions", "500", "--plot", str(picture))
    status, out, _ = run(capsys, *words)
    assert status == 0
    assert "Risk of ruin" in out
    assert picture.read_text().startswith("<?xml")


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("--rounds", "0"), "--rounds: 1 to"),
        (("--rounds", "many"), "write a whole number"),
        (("--players", "99"), "players, not 99"),
        (("--confidence", "100%"), "--confidence: from 50%"),
        (("--strategy", "luck"), "there is no file 'luck'"),
        (("--workers", "0"), "1 to 1024 workers"),
        (("--bankroll", "1"), "does not cover"),
        (("--bankroll", "100", "--hours", "0"), "--hours: a number"),
        (("--bankroll", "100", "--bet", "pair_plus=5"), "is not placed"),
        (("--meter", "100"), "no meter pays on ante"),
        (("--wager", "blind"), "unknown wager"),
        (("--checkpoint", "/nowhere/kept.json"), "cannot write the checkpoint"),
    ],
)
def test_words_that_cannot_be_used_are_refused_in_one_line(
    words: tuple[str, ...], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    status, out, error = run(capsys, "three_card_poker", "--wager", "ante", "--random-seed", "1", *words)
    assert (status, out) == (2, "")
    assert complaint in error
    assert error.count("\n") == 1
