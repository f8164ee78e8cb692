"""Strategies: words read back to the last hand, rules of one's own, rows of a chart, and what is refused."""

import numpy as np
import pytest

from pitboss.base.error import InputError
from pitboss.rules import load_game
from pitboss.shape.drawing import DrawingRules
from pitboss.simulation.blackjack_hand import DOUBLE, HIT, SPLIT, STAND, SURRENDER
from pitboss.strategy.words import find_strategy
from pitboss.trial.blackjack_chart import ChartRows, parse_chart, rows_policy
from pitboss.trial.preparing import ChosenStrategy, TrialTable, Way, counted_strategy
from pitboss.trial.vocabulary import JOINED, Rules, parse_rules, rules_of
from structure import QUICK


def format_rules(rules: Rules) -> str:
    """A file of rules, as somebody would type it in."""
    blocks = [
        "\n".join(
            [f"[{question}]", *(f"{option}: {JOINED.join(conditions)}" for option, conditions in found)]
        )
        for question, found in rules.items()
    ]
    return "\n\n".join(blocks) + "\n"


@pytest.mark.parametrize("name", QUICK)
def test_words_are_worth_what_the_search_for_them_said(name: str) -> None:
    from pitboss.analysis.counting import count

    game = load_game(name)
    counted = count(game, game.deciding)
    found = find_strategy(game, counted, counted.price(game))
    words = counted_strategy(TrialTable(game, game.deciding, strategy=ChosenStrategy(Way.WORDS)))
    typed = ChosenStrategy(Way.OWN, format_rules(rules_of(found)), "typed")
    assert words.value == found.value
    assert counted_strategy(TrialTable(game, game.deciding, strategy=typed)).value == found.value


def test_best_play_of_the_simulation_is_that_of_the_analysis() -> None:
    from pitboss.analysis.analysis import analyze

    for name in QUICK:
        game = load_game(name)
        policy = counted_strategy(TrialTable(game, game.deciding))
        assert -policy.value == analyze(game, game.deciding[0]).house_advantage


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("play: Q-6-4 or better", "leave hands undecided"),
        ("play: a hand I like\nfold: otherwise", "unknown condition"),
        ("raise: otherwise", "unknown option"),
        ("play", "write 'option: conditions'"),
        ("", "no rule for 'play'"),
        ("[draw]\nplay: otherwise", "unknown question"),
    ],
)
def test_rules_that_cannot_be_followed_are_refused(text: str, complaint: str) -> None:
    table = TrialTable(load_game("three_card_poker"), ("ante",), strategy=ChosenStrategy(Way.OWN, text))
    with pytest.raises(InputError, match=complaint):
        counted_strategy(table)


def test_sentences_that_are_no_longer_found_are_still_read() -> None:
    """Of earlier versions: files with them are worth the same as in the words of today."""
    game = load_game("mississippi_stud")
    pairs = [
        ("a pair of 2s or better", "any pair"),
        ("the highest card A or higher", "an ace"),
        ("the third highest card 6 or higher and at most 9 gaps for a straight", ""),
    ]
    start = "[3rd street]\nbet 1x: otherwise\n[4th street]\nbet 1x: otherwise\n[5th street]\n"
    for before, now in pairs:
        values = {
            counted_strategy(
                TrialTable(
                    game,
                    game.deciding,
                    strategy=ChosenStrategy(Way.OWN, f"{start}bet 3x: {words}\nfold: otherwise"),
                )
            ).value
            for words in (before, now)
            if words
        }
        assert len(values) == 1


def test_rules_of_several_questions_name_them() -> None:
    with pytest.raises(InputError, match=r"begin with '\[question\]'"):
        parse_rules("fold: otherwise", ("3rd street", "4th street"))


CHART = """
hard 11: D D D D D D D D D H   # no double against an ace
soft 18: S Ds Ds Ds Ds S S H H H
pair 8:  P P P P P P P P P R
hard 16: S S S S S H H R R R
insurance: yes
"""


def test_rows_of_a_chart_mean_what_their_letters_say() -> None:
    rows = parse_chart(CHART, ChartRows())
    policy = rows_policy(rows, DrawingRules(surrender=True), "own")
    number = policy.machine.number
    ace, ten, six = 0, 9, 5
    assert policy.insures
    assert policy.first[six, number[4, 5]] == DOUBLE
    assert policy.first[ace, number[4, 5]] == HIT
    assert policy.first[six, number[0, 2, 3]] == STAND, "a hand of three cards cannot double"
    assert policy.first[six, number[0, 6]] == DOUBLE
    assert policy.first[ten, number[7, 7]] == SPLIT
    assert policy.first[ace, number[7, 7]] == SURRENDER, "not split, it is a hard sixteen"
    assert policy.first[ten, number[6, 8]] == SURRENDER
    assert policy.split[6, ten, number[6, 8]] == HIT, "no surrender after a split"
    assert policy.split[0, six, number[0, 5]] == STAND, "a split ace gets one card"
    assert np.array_equal(np.unique(policy.goals), [2, 4])


@pytest.mark.parametrize(
    "text", ["hard 16: S", "hard 99: S S S S S S S S S S", "stiff 12: " + "S " * 10, "hard 16"]
)
def test_rows_that_cannot_be_read_are_refused(text: str) -> None:
    with pytest.raises(InputError, match="write 'hard 16:'"):
        parse_chart(text, ChartRows())


@pytest.mark.parametrize(("letter", "action"), [("S", STAND), ("H", HIT), ("D", DOUBLE), ("P", SPLIT)])
def test_a_row_of_pairs_is_played_by_its_letter(letter: str, action: int) -> None:
    rows = parse_chart("pair 8: " + " ".join([letter] * 10) + "\nhard 16: R R R R R R R R R R", ChartRows())
    policy = rows_policy(rows, DrawingRules(surrender=True), "own")
    eights, other = policy.machine.number[7, 7], policy.machine.number[5, 9]
    assert set(policy.first[:, eights].tolist()) == {action}
    assert set(policy.first[:, other].tolist()) == {SURRENDER}


def test_a_pair_that_may_not_be_split_is_played_by_its_total() -> None:
    rows = parse_chart("pair 8: P P P P P P P P P P\nhard 16: S S S S S S S S S S", ChartRows())
    policy = rows_policy(rows, DrawingRules(most_hands=1), "own")
    assert set(policy.first[:, policy.machine.number[7, 7]].tolist()) == {STAND}
