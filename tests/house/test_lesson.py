"""How the next question is drawn: the rule of lessons, worked by hand."""

from collections import Counter
from fractions import Fraction

import pytest

from pitboss.house.training.lesson import Ahead, draw_weak, pick, stream, weight
from pitboss.house.training.progress import TopicMark, TopicTally, add_mark

DIME = 100_000


@pytest.mark.parametrize(
    ("asked", "missed", "right_since", "cost", "expected"),
    [
        (0, 0, 0, 0, Fraction(0)),
        (5, 0, 5, 0, Fraction(0)),
        (1, 1, 0, 0, Fraction(1)),
        (1, 1, 0, DIME, Fraction(2)),
        (2, 1, 1, DIME // 2, Fraction(3, 8)),  # 1/2 x (1 + 1/2) x 1/2
        (4, 2, 0, 2 * DIME, Fraction(1)),  # 1/2 x (1 + 1)
        (1, 1, 0, 50 * DIME, Fraction(3)),  # the price counts up to two dimes
        (4, 1, 3, 0, Fraction(1, 32)),
    ],
)
def test_a_topic_weighs_by_its_misses_their_price_and_what_went_right_since(
    asked, missed, right_since, cost, expected
):
    assert weight(TopicTally(asked, missed, right_since, cost)) == expected


def test_a_weight_of_w_comes_back_with_the_chance_of_w_in_w_plus_one():
    topics = {
        "known": TopicTally(9, 0, 9, 0),
        "weak": TopicTally(1, 1, 0, 0),
        "dear": TopicTally(1, 1, 0, 2 * DIME),
    }
    drawn = Counter(draw_weak(topics, (), stream(1, number)) for number in range(4000))
    assert drawn.keys() == {"weak", "dear", None}
    for topic, share in (("weak", 1 / 5), ("dear", 3 / 5), (None, 1 / 5)):
        assert abs(drawn[topic] / 4000 - share) < 0.025  # four standard deviations


def test_the_topics_of_the_last_questions_take_a_rest():
    topics = {"weak": TopicTally(1, 1, 0, 2 * DIME)}
    assert {draw_weak(topics, ("weak",), stream(1, number)) for number in range(200)} == {None}


def test_with_no_weight_at_all_chances_are_equal():
    drawn = Counter(pick("ab", [Fraction(0), Fraction(0)], stream(2, number)) for number in range(1000))
    assert abs(drawn["a"] - 500) < 64


def test_every_question_has_a_stream_of_its_own_that_its_seed_repeats():
    first = [stream(seed, number).below(2**32) for seed in (0, 1) for number in (1, 2)]
    assert len(set(first)) == 4
    assert stream(1, 2).below(2**32) == first[3]


def test_a_right_answer_after_a_miss_counts_until_the_next_miss():
    topics: dict[str, TopicTally] = {}
    for is_missed in (True, False, False):
        add_mark(topics, TopicMark(("one", "other"), is_missed, 7 if is_missed else 0))
    assert topics == {"one": TopicTally(3, 1, 2, 7), "other": TopicTally(3, 1, 2, 7)}
    add_mark(topics, TopicMark(("one",), True, 5))
    assert topics["one"] == TopicTally(4, 2, 0, 12)


def test_what_goes_wrong_in_the_background_is_told_in_front():
    ahead = Ahead[int]()
    ahead.start(lambda: 7)
    assert ahead.take() == 7
    ahead.start(lambda: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        ahead.take()
