"""The player's lesson against what is publicly known of the games."""

from fractions import Fraction
from itertools import combinations

import pytest

from pitboss.base.error import InputError
from pitboss.cards import STANDARD, parse_card
from pitboss.house.training import player_lesson
from pitboss.house.training.lesson import TraineeAnswer, stream
from pitboss.house.training.player_lesson import (
    Drawn,
    find_topic,
    judge,
    make_question,
    open_player_lesson,
    read_choice,
)
from pitboss.house.training.priced import price
from pitboss.house.training.progress import RoleProgress, TopicTally
from pitboss.house.training.situation import read_situation
from pitboss.rules import Chosen, load_game
from pitboss.rules.notation import parse_record
from structure import DECIDED, soon


@pytest.fixture
def few_candidates(monkeypatch):
    """Questions are drawn out of fewer situations, to be quick."""
    monkeypatch.setattr(player_lesson, "CANDIDATES", 3)


def at(line):
    game, record = parse_record(line)
    situation = read_situation(game, record)
    return Drawn(situation, price(situation))


def answer(drawn, text):
    return judge(drawn, read_choice(text, drawn), 0)


def three_card(cards):
    return at(f"three_card_poker | seat 1: ante 1 | seat 1 hand < {cards} | dealer < ?3 ?4 ?5")


def strength(cards):
    """Three cards as everybody ranks them: a naive judge of its own."""
    ranks = sorted((card.rank for card in cards), reverse=True)
    is_suited = len({card.suit for card in cards}) == 1
    top = 3 if ranks == [14, 3, 2] else ranks[0] if [ranks[0] - rank for rank in ranks] == [0, 1, 2] else 0
    if top:
        return (5 if is_suited else 3, top)
    if len(set(ranks)) == 1:
        return 4, ranks[0]
    if is_suited:
        return 2, *ranks
    if len(set(ranks)) == 2:
        return 1, ranks[1], sum(ranks) - 2 * ranks[1]
    return 0, *ranks


def is_played(cards):
    """The public rule of Three Card Poker: play Q-6-4 or better."""
    return strength(cards) >= (0, 12, 6, 4)


def worth_of_playing(text):
    """The expected net of ante and play for a high-card hand, against every hand of the dealer."""
    own = [parse_card(word) for word in text.split()]
    net = ways = 0
    for dealer in combinations([card for card in STANDARD if card not in own], 3):
        ways += 1
        if strength(dealer) < (0, 12, 0, 0):
            net += 1
        else:
            net += 2 * ((strength(own) > strength(dealer)) - (strength(own) < strength(dealer)))
    return Fraction(net, ways)


# -- what is right ---------------------------------------------------------------------------------


def test_folding_queen_six_four_costs_what_is_published():
    """Folding loses the ante: -1. Playing is worth -0.993378 (Wizard of Odds, Three Card Poker)."""
    drawn = three_card("Qh 6d 4c")
    fold, play = drawn.priced
    assert play.is_best
    assert round(float(fold.cost), 6) == round(1 - 0.993378, 6)
    assert fold.cost == Fraction(61, 9212)


def test_three_card_poker_is_judged_by_the_public_rule(few_candidates):
    lesson = open_player_lesson(load_game("three_card_poker"), 5, RoleProgress())
    for number in range(25):
        question = lesson.ask()
        is_right = is_played([parse_card(card) for card in question.own])
        choice = ("play", "fold")[number % 2]
        (verdict,) = lesson.answer(TraineeAnswer(choice))
        assert verdict.is_right == (is_right == (choice == "play")), question
        assert bool(verdict.mark.cost_micros) == (not verdict.is_right)


def test_a_mistake_is_one_sentence_with_its_price():
    verdict = answer(three_card("6d Qh 5c"), "fold")
    price = 1 + worth_of_playing("6d Qh 5c")
    assert round(float(price), 3) == 0.013
    assert verdict.sentence == "Folding Q-6-5 gives up 1.3 cents for every dollar of the ante: play."
    assert verdict.mark.is_missed
    assert verdict.mark.topics == ("play: queen high",)
    assert verdict.mark.cost_micros == round(price * 1_000_000)
    assert verdict.is_over


def test_a_right_answer_is_short_and_says_when_it_was_close():
    assert answer(three_card("Qh 6d 4c"), "play").sentence == "Right, by 0.66 cents."
    assert answer(three_card("Ah Ad 4c"), "play").sentence == "Right."


def test_equally_good_options_are_both_right():
    """K-9-8-5 with three units down. A fold is -3. One more wins 4 on 3 kings of 48, pushes on 6 cards and
    loses 4 on 39: (12 - 156)/48 = -3.
    """
    drawn = at(
        "mississippi_stud | seat 1: ante 1 | board < ?0 ?1 ?2 | seat 1 hand < Ks 9d "
        "| seat 1 3rd street = bet 1x | board > 0 5h | seat 1 4th street = bet 1x | board > 1 8c"
    )
    assert answer(drawn, "fold").sentence == "Right; bet 1x is as good."
    assert answer(drawn, "1").sentence == "Right; fold is as good."
    assert not answer(drawn, "bet 2x").is_right


def test_a_discard_is_named_by_its_card_wherever_the_card_lies():
    for cards in ("Kc Qs 2d", "2d Kc Qs"):
        drawn = at(
            f"three_card_draw_poker | seat 1: ante 1 | seat 1 hand < {cards} | seat 1 draw < ?3 "
            "| dealer < ?4 ?5 ?6 ?7 | seat 1 play = play 1x"
        )
        assert answer(drawn, "2d").is_right
        assert answer(drawn, "discard 2d").is_right
        assert "Discarding Kc with K-Q-2 gives up" in answer(drawn, "kc").sentence


def test_insurance_is_a_topic_of_its_own_and_never_right_from_a_fresh_shoe():
    drawn = at("blackjack | seat 1: bet 1 | seat 1 hand < Th | dealer < Ac | seat 1 hand < 9d | dealer < ?3")
    assert drawn.situation.topic == "insurance"
    assert answer(drawn, "no").is_right
    assert not answer(drawn, "insurance").is_right


def test_blackjack_topics_are_those_of_a_strategy_card():
    drawn = at(
        "blackjack | seat 1: bet 1 | seat 1 hand < 8h | dealer < Kc | seat 1 hand < 8d | dealer < ?3 "
        "| dealer peek = no"
    )
    assert drawn.situation.topic == "hand: 8-8 against a ten"
    assert answer(drawn, "split").is_right
    drawn = at("blackjack | seat 1: bet 1 | seat 1 hand < Ah | dealer < 6c | seat 1 hand < 6d | dealer < ?3")
    assert drawn.situation.topic == "hand: soft 17 against a six"
    assert answer(drawn, "double").is_right


# -- the conversation ------------------------------------------------------------------------------


@pytest.mark.parametrize("words", ["", "x", "bet", "99", "fold play", "\x00"])
def test_words_that_are_no_option_are_refused_and_can_be_said_again(words):
    drawn = at("mississippi_stud | seat 1: ante 1 | board < ?0 ?1 ?2 | seat 1 hand < Ks 9d")
    with pytest.raises(InputError, match="fold, bet 1x, bet 2x or bet 3x"):
        read_choice(words, drawn)


@pytest.mark.parametrize(
    ("words", "name"), [("f", "fold"), ("FOLD ", "fold"), ("2", "bet 2x"), ("3x", "bet 3x")]
)
def test_an_option_may_be_begun(words, name):
    drawn = at("mississippi_stud | seat 1: ante 1 | board < ?0 ?1 ?2 | seat 1 hand < Ks 9d")
    assert read_choice(words, drawn).option.name == name


def test_a_question_tells_what_the_seat_sees_and_no_more():
    line = (
        "mississippi_stud | seat 1: ante 1 | board < ?0 ?1 ?2 | seat 1 hand < Ks 9d "
        "| seat 1 3rd street = bet 1x | board > 0 5h"
    )
    question = make_question(4, at(line).situation)
    assert question.own == ("Ks", "9d")
    assert question.shared == (("board", ("5h", "??", "??")),)
    assert question.history == (("3rd street", "bet 1x"),)
    assert question.so_far == ("bet 1x",)
    assert [choice.stake for choice in question.choices] == [0, 1, 2, 3]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (
            "seat 1 hand < 7h | dealer < 3h | seat 1 hand < 7d | dealer < ?3 | seat 1 hand 1 on 2 = split "
            "| seat 1 hand < 5c | seat 1 hand 1 on 3 = stand | seat 1 hand 2 < 5h",
            ("split (7h 7d)", "stand (7h 5c)"),
        ),
        (
            "seat 1 hand < 4s | dealer < Ac | seat 1 hand < 4s | dealer < ?3 "
            "| seat 1 insurance = no insurance | dealer peek = no "
            "| seat 1 hand 1 on 2 = split | seat 1 hand < 5d",
            ("no insurance", "split (4s 4s)"),
        ),
        (
            "seat 1 hand < 7h | dealer < 3h | seat 1 hand < 2d | dealer < ?3 | seat 1 hand 1 on 2 = hit "
            "| seat 1 hand < 5c",
            ("hit",),
        ),
    ],
)
def test_what_was_decided_about_other_cards_names_them(line, said):
    assert make_question(1, at(f"blackjack | seat 1: bet 1 | {line}").situation).so_far == said


@pytest.mark.parametrize("name", soon(DECIDED))
def test_every_game_can_be_trained(name, few_candidates):
    lesson = open_player_lesson(load_game(name), 3, RoleProgress())
    for _ in range(2):
        question = lesson.ask()
        assert len(question.choices) >= 2
        (verdict,) = lesson.answer(TraineeAnswer(question.choices[-1].label, 1500))
        assert verdict.mark.milliseconds == 1500
        assert lesson.topics[question.topic].asked >= 1


def test_a_seed_and_the_same_answers_repeat_a_lesson(few_candidates):
    def questions(seed):
        lesson = open_player_lesson(load_game("three_card_poker"), seed, RoleProgress())
        found = []
        for _ in range(6):
            found.append(lesson.ask())
            lesson.answer(TraineeAnswer("fold"))
        return found

    assert questions(1) == questions(1)
    assert questions(1) != questions(2)


# -- what comes back -------------------------------------------------------------------------------


def count_topic(topic, miss, rounds=60):
    """How often a topic is asked of somebody who always, or never, misses it."""
    lesson = open_player_lesson(load_game("three_card_poker"), 8, RoleProgress())
    asked = 0
    for _ in range(rounds):
        question = lesson.ask()
        asked += question.topic == topic
        is_right = is_played([parse_card(card) for card in question.own])
        right, wrong = ("play", "fold") if is_right else ("fold", "play")
        lesson.answer(TraineeAnswer(wrong if miss and question.topic == topic else right))
    return asked


def test_a_missed_topic_comes_back_far_more_often(few_candidates):
    topic = "play: eight high"
    often, seldom = count_topic(topic, miss=True), count_topic(topic, miss=False)
    assert 1 <= seldom <= 6
    assert often >= 12, f"{often} times when missed, {seldom} times when known"


def test_a_topic_deep_in_a_round_is_found_and_reached_by_best_play():
    game, topic = load_game("mississippi_stud"), "5th street: a pair of jacks"
    drawn = find_topic(game, topic, stream(1, 1))
    assert drawn.situation.topic == topic
    for number, move in enumerate(drawn.situation.record.moves):
        if isinstance(move, Chosen):
            before = type(drawn.situation.record)(
                drawn.situation.record.seats, drawn.situation.record.moves[:number]
            )
            chosen = next(
                one for one in price(read_situation(game, before)) if one.option.name == move.option
            )
            assert chosen.is_best


def test_a_topic_that_cannot_be_found_gives_way_to_a_fresh_question(few_candidates):
    topics = {"play: thirteen high": TopicTally(1, 1, 0, 200_000)}
    lesson = open_player_lesson(load_game("three_card_poker"), 1, RoleProgress(topics))
    assert lesson.ask().topic.startswith("play: ")
