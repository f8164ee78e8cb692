"""`shuffler test`: what a person who wants evidence sees."""

import re

import pytest
from program import run_in_terminal

from pitboss.house import entropy
from pitboss.table.randomness import SeededRandomness

TEST = ("shuffler", "test", "--shuffles", "2000", "--random-seed", "42")


def test_the_page_names_the_generator_every_test_and_the_level_of_all_together(pitboss):
    reply = pitboss(*TEST)
    assert (reply.status, reply.err) == (0, "")
    assert "Generator  seed 42\nShuffles   2,000 of 52 cards\n" in reply.out
    rows = re.findall(r"^.+ (?:normal|chi-square|count).* [\d.]+  (?:passes|fails)$", reply.out, re.MULTILINE)
    assert len(rows) == 10
    assert "cards by position" in reply.out
    assert "chi-square, 2,601 degrees" in reply.out
    assert "At 99% each test of a good generator fails one time in a hundred." in reply.out
    assert "All 10 together fail, by Holm's rule, if one p-value is below 0.001." in reply.out
    assert reply.out.endswith("Together: passes\n")
    assert max(map(len, reply.out.splitlines())) <= 80


def test_json_holds_every_figure(pitboss):
    found = pitboss(*TEST, "--json").json
    assert (found["source"], found["shuffles"], found["passes"], found["failed"]) == (
        "seed 42",
        2000,
        True,
        [],
    )
    assert (found["level"], found["strictest_level"]) == (0.01, 0.001)
    by_name = {test["test"]: test for test in found["tests"]}
    cards = by_name["cards by position"]
    assert (cards["kind"], cards["degrees_of_freedom"], cards["passes"]) == ("chi-square", 2601, True)
    assert all(0 <= test["p_value"] <= 1 for test in found["tests"])


def test_a_seed_gives_the_same_evidence_again(pitboss):
    assert pitboss(*TEST).out == pitboss(*TEST).out


def test_without_a_seed_the_operating_systems_generator_is_tested(pitboss):
    reply = pitboss("shuffler", "test", "--shuffles", "1,000", "--json")
    assert reply.json["source"] == "operating system"
    assert reply.json["shuffles"] == 1000


def test_a_game_is_tested_through_its_own_device(pitboss):
    words = ("shuffler", "test", "--game", "blackjack", "--shuffles", "1000", "--random-seed", "1")
    reply = pitboss(*words)
    assert reply.status == 0
    assert "Generator  seed 1\nDevice     shoe\nShuffles   1,000 of 312 cards\n" in reply.out
    assert "chi-square, 96,721 degrees" in reply.out
    assert max(map(len, reply.out.splitlines())) <= 80
    found = pitboss(*words, "--json").json
    assert (found["device"], found["cards"]) == ("shoe", 312)


class Biased(SeededRandomness):
    source = "biased"

    def below(self, bound):
        return super().below(64) % bound


def test_a_bad_generator_is_named_with_what_caught_it_and_status_1(pitboss, monkeypatch):
    monkeypatch.setattr(entropy, "SystemRandomness", lambda: Biased(1))
    reply = pitboss("shuffler", "test", "--shuffles", "1000")
    assert reply.status == 1
    assert re.search(r"^scaled numbers .* <0\.0001  fails$", reply.out, re.MULTILINE)
    assert re.search(r"^Together: fails \(.*scaled numbers.*\)$", reply.out, re.MULTILINE)


def test_a_generator_that_stops_is_one_line(pitboss, monkeypatch):
    monkeypatch.setattr(entropy.os, "urandom", bytes)
    reply = pitboss("shuffler", "test")
    assert (reply.status, reply.out) == (2, "")
    assert reply.err == (
        "pitboss: the operating system's random bytes are not random: "
        "a byte came more than 5 times in a row\n"
    )


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("--shuffles", "999"), "the tests need 1,000 to 1,000,000 shuffles, not 999"),
        (("--shuffles", "1000001"), "the tests need 1,000 to 1,000,000 shuffles, not 1,000,001"),
        (("--shuffles", "many"), "--shuffles: write a whole number, not 'many'"),
        (("--shuffles", "9" * 5000), "--shuffles: a number has at most 20 digits, not 5000"),
        (("--shuffles", ""), "--shuffles: write a whole number, not ''"),
        (("--random-seed", "-1"), "--random-seed: write a whole number, not '-1'"),
        (("--random-seed", "4.2"), "--random-seed: write a whole number, not '4.2'"),
        (("--game", "blackjakc"), "did you mean 'blackjack'"),
        (("--game", "blackjack", "--shuffles", "200000"), "1,000 to 166,666 shuffles"),
        (("extra",), "unexpected extra argument"),
    ],
)
def test_what_cannot_be_used_is_one_line(pitboss, words, reason):
    reply = pitboss("shuffler", "test", *words)
    assert (reply.status, reply.out) == (2, "")
    assert reply.err.count("\n") == 1
    assert reason in reply.err


@pytest.mark.parametrize("words", [("shuffler",), ("shuffler", "--help"), ("shuffler", "-h")])
def test_the_word_alone_prints_what_can_follow_it(pitboss, words):
    reply = pitboss(*words)
    assert reply.status == 0
    assert re.search(r"^  test +\S.*\.$", reply.out, re.MULTILINE)


def test_help_names_the_json_option(pitboss):
    assert "--json" in pitboss("shuffler", "test", "--help").out


def test_a_terminal_of_80_columns_shows_every_row_on_one_line_and_what_is_being_done():
    screen = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", run_in_terminal(*TEST, columns=80))
    assert "Shuffling" in screen
    assert re.search(r"cards by position +[\d,.]+ +chi-square, 2,601 degrees +[\d.]+ +passes", screen)
