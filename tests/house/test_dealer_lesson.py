"""The dealer's lesson on a round that was worked out by hand."""

import pytest

from pitboss.base.error import InputError
from pitboss.cards import parse_card
from pitboss.house.training.dealer_lesson import draw, open_dealer_lesson
from pitboss.house.training.deck import stack
from pitboss.house.training.entry import TypedEntry, read_entries
from pitboss.house.training.felt import lay_out
from pitboss.house.training.lesson import TraineeAnswer, stream
from pitboss.house.training.payment import PaymentAction
from pitboss.house.training.progress import RoleProgress, TopicTally
from pitboss.house.training.reckoning import Reckoning
from pitboss.house.training.table import RoundPlan, play
from pitboss.rules import game_ids, load_game
from structure import first_of_each_kind

DOLLAR = 1_000_000
BETS = ("play", "ante_bonus", "ante", "pair_plus", "six_card_bonus", "bonus", "progressive", "envy")

SEAT_2 = {"ante": 10, "pair_plus": 5}
SEAT_5 = {"ante": 20, "pair_plus": 5, "progressive": 1}
SEAT_7 = {"ante": 5, "six_card_bonus": 2, "progressive": 1}
HANDS = "9h 9d 4c  Jh Ts 9c  6h 6d 2s  Qs Qd 6s"
"""A pair, a straight and a pair of sixes; the dealer has queens."""


def three_card_round(wants=("play", "play", "fold"), hands=HANDS, wagers=(SEAT_2, SEAT_5, SEAT_7)):
    """Seats 2, 5 and 7 with these hands, then the dealer's; a seed under which the seats decide so."""
    game = load_game("three_card_poker")
    order = stack(tuple(game.deck), list(enumerate(map(parse_card, hands.split()))))
    placed = {
        seat: {wager: dollars * DOLLAR for wager, dollars in chosen.items()}
        for seat, chosen in zip((2, 5, 7), wagers, strict=True)
    }
    for seed in range(200):
        finished = play(RoundPlan(game, order, placed, seed))
        if tuple(taken[0].option for taken in finished.taken.values()) == wants:
            return finished
    raise AssertionError("no seed makes the seats decide so")


def say(reckoning, text, milliseconds=0):
    return reckoning.enter(read_entries(text, BETS), milliseconds)


# -- the truth -------------------------------------------------------------------------------------


def test_the_house_pays_what_was_worked_out_by_hand_and_in_its_order():
    """Seat 7 folds 6-6-2: its ante goes at once, its side bets stay. With the dealer's Q-Q-6 its six cards
    are a full house: 25 to 1. Seat 5's straight beats the queens: even money on play and ante, 1 to 1 as
    ante bonus, 6 to 1 on pair plus, 6 for 1 on the progressive. Seat 2's nines lose, and win pair plus.
    """
    found = [
        (one.seat, one.bet, one.action.value, one.amount_micros // DOLLAR)
        for one in three_card_round().payments
    ]
    assert found == [
        (7, "ante", "take", 0),
        (7, "six_card_bonus", "pay", 50),
        (7, "progressive", "take", 0),
        (5, "play", "pay", 20),
        (5, "ante_bonus", "pay", 20),
        (5, "ante", "pay", 20),
        (5, "pair_plus", "pay", 30),
        (5, "progressive", "pay", 6),
        (2, "play", "take", 0),
        (2, "ante", "take", 0),
        (2, "pair_plus", "pay", 5),
    ]


def test_the_felt_shows_every_card_and_every_wager_and_nothing_paid():
    felt = lay_out(three_card_round(), 3)
    assert felt.hands == (("dealer", ("Qs", "Qd", "6s")),)
    seat = felt.seats[1]
    assert (seat.number, seat.hands) == (5, (("Jh", "Ts", "9c"),))
    assert seat.wagers == (("Ante", 20 * DOLLAR), ("Pair Plus", 5 * DOLLAR), ("Progressive", DOLLAR))
    assert seat.decisions == (("play", 20 * DOLLAR),)
    assert felt.meters == (("progressive", 1_000_200_000),)  # the printed seed and a tenth of two dollars
    pair_plus = next(table for table in felt.tables if table.wager == "Pair Plus")
    assert pair_plus.rows[2] == ("straight", "6 to 1")


# -- right -----------------------------------------------------------------------------------------


def test_a_round_settled_as_the_house_does_is_right_to_the_end():
    reckoning = Reckoning(three_card_round())
    lines = (
        "7 ante take, 6cb 50, prog take",
        "5 play 20, ab 20, ante $20, pp 30, progressive 6",
        "2 play take, ante t; pair plus 5.00",
    )
    verdicts = [verdict for line in lines for verdict in say(reckoning, line, 3000)]
    assert all(verdict.is_right and not verdict.is_over for verdict in verdicts)
    (last,) = reckoning.close(100)
    assert (last.is_right, last.is_over) == (True, True)
    assert last.sentence == "All settled, 11 of 11 right."
    assert [verdict.mark.milliseconds for verdict in verdicts] == [1000] * 3 + [600] * 5 + [1000] * 3
    assert {topic for verdict in verdicts for topic in verdict.mark.topics} == {
        "no trap",
        "live bet of a folded hand",
        "bonus of a winning hand",
        "straight above flush",
        "wager kept",
        "side bet of a losing hand",
    }


# -- wrong -----------------------------------------------------------------------------------------


def test_a_straight_paid_as_a_flush_is_told_with_its_arithmetic():
    reckoning = Reckoning(three_card_round())
    say(reckoning, "7 ante take, 6cb 50, prog take, 5 play 20, ab 20, ante 20")
    (verdict,) = say(reckoning, "5 pair plus 20")
    assert verdict.sentence == (
        "Seat 5, pair plus: no, a straight pays 6 to 1: 6 x $5.00 = $30.00, with the wager $35.00. "
        "With three cards a straight is rarer than a flush and pays more."
    )
    assert verdict.mark.cost_micros == 10 * DOLLAR
    assert say(reckoning, "5 progressive 6")[0].is_right


def test_an_amount_with_the_wager_in_it_is_told_apart():
    reckoning = Reckoning(three_card_round())
    say(reckoning, "7 ante take, 6cb 50, prog take")
    (verdict,) = say(reckoning, "5 play 40")
    assert "say what you pay, $20.00, without the wager; it wins 1 to 1" in verdict.sentence


def test_sweeping_a_losing_seat_finds_the_pair_plus_that_was_overlooked():
    reckoning = Reckoning(three_card_round())
    say(reckoning, "7 ante take, 6cb 50, prog take, 5 play 20, ab 20, ante 20, pp 30, prog 6")
    verdicts = say(reckoning, "2 take")
    assert [verdict.is_right for verdict in verdicts] == [True, True, False]
    assert "A side bet is paid by its own cards, even when the hand loses." in verdicts[-1].sentence
    assert verdicts[-1].mark.topics == ("side bet of a losing hand",)
    assert verdicts[-1].mark.cost_micros == 10 * DOLLAR  # five dollars taken and five not paid


def test_a_folded_hand_swept_too_soon_is_told():
    reckoning = Reckoning(three_card_round())
    assert [verdict.is_right for verdict in say(reckoning, "7 take")] == [True, False]
    reckoning = Reckoning(three_card_round())
    say(reckoning, "7 ante take")
    (verdict,) = say(reckoning, "5 play 20")
    assert (
        verdict.sentence == "First the six card bonus of seat 7: hands are settled from the dealer's right."
    )


FOLDED = "folded hands are cleared as they come, from the dealer's left"
BONUS_NEXT = "next is the six card bonus of seat 7"


@pytest.mark.parametrize(
    ("done", "entry", "sentence"),
    [
        ("", "5 play 20", f"First the ante of seat 7: {FOLDED}."),
        ("7 ante take", "7 pair plus take", f"Seat 7 has no pair plus left to settle; {BONUS_NEXT}."),
        ("7 ante take", "6 take", f"Seat 6 has no bet left to settle; {BONUS_NEXT}."),
        (
            "7 ante take, 6cb 50, prog take",
            "5 ante 20",
            "First the play of seat 5: at a seat the play goes before the ante.",
        ),
    ],
)
def test_the_order_is_taught_with_its_rule(done, entry, sentence):
    reckoning = Reckoning(three_card_round())
    if done:
        say(reckoning, done)
    (verdict,) = say(reckoning, entry)
    assert (verdict.is_right, verdict.sentence) == (False, sentence)


def test_a_payment_counts_once_whatever_is_said_about_it():
    reckoning = Reckoning(three_card_round())
    first, second = say(reckoning, "5 play 20", 500)[0], say(reckoning, "5 play 20", 700)[0]
    assert (first.mark.is_missed, first.mark.cost_micros) == (True, 0)
    assert second.mark is None
    (right,) = say(reckoning, "7 ante take", 800)
    assert (right.is_right, right.mark) == (True, None)
    (following,) = say(reckoning, "7 6cb 50", 1000)
    assert following.mark.milliseconds == 700 + 800 + 1000


def test_saying_done_too_early_is_a_payment_forgotten():
    """Seat 5 has the ace-king-queen of hearts; the other seat with the progressive is owed $25 for it."""
    finished = three_card_round(
        wants=("play", "play", "play"),
        hands="9h 9d 4c  Ah Kh Qh  6h 6d 2s  Qs Jd 6s",
        wagers=({"ante": 5}, {"ante": 5, "progressive": 1}, {"ante": 5, "progressive": 1}),
    )
    reckoning = Reckoning(finished)
    while reckoning.next.bet != "envy":
        reckoning.settled += 1
    (verdict,) = reckoning.close(0)
    assert (verdict.is_right, verdict.is_over) == (False, False)
    assert verdict.sentence == (
        "Not done. Seat 7, envy: seat 5 has a suited ace-king-queen: $25.00 of envy to every other "
        "progressive. Envy goes to every other seat with the wager, at the end of the round."
    )
    assert verdict.mark.topics == ("envy",)
    assert verdict.mark.cost_micros == 25 * DOLLAR
    assert reckoning.close(0)[0].is_over


def test_after_the_last_payment_only_done_is_left():
    reckoning = Reckoning(three_card_round())
    reckoning.settled = len(reckoning.finished.payments)
    (verdict,) = say(reckoning, "2 ante take")
    assert (verdict.is_right, verdict.mark) == (False, None)


# -- entries ---------------------------------------------------------------------------------------


def test_entries_are_read_with_their_seats_and_short_names():
    assert [one.amount_micros for one in read_entries("7 prog 1,234.50, pp 5,2 ante 30", BETS)] == [
        1_234_500_000,
        5 * DOLLAR,
        30 * DOLLAR,
    ]
    assert read_entries("7 play 10, ante take; 2 push", BETS) == [
        TypedEntry(7, "play", PaymentAction.PAY, 10 * DOLLAR),
        TypedEntry(7, "ante", PaymentAction.TAKE),
        TypedEntry(2, "", PaymentAction.PUSH),
    ]
    assert read_entries("7 6 card bonus 2.5", BETS) == [
        TypedEntry(7, "six_card_bonus", PaymentAction.PAY, 2_500_000)
    ]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "write the seat"),
        (",;", "write the seat"),
        ("ante 10", "no seat is named"),
        ("7 ante", "is no amount, nor take or push"),
        ("7 10", "which bet of seat 7"),
        ("10", "no seat is named"),
        ("7 p 10", "more than one bet here: play, pair plus, progressive"),
        ("7 dice 10", "no bet here"),
        ("7 ante -10", "is no amount"),
        ("7 ante 1.005", "whole cents"),
        ("7 ante 10" * 50, "too long"),
        ("7 ante 1e9", "is no amount"),
    ],
)
def test_what_cannot_be_read_is_refused_with_what_to_write(text, why):
    with pytest.raises(InputError, match=why):
        read_entries(text, BETS)


def test_a_line_that_cannot_be_read_changes_nothing():
    lesson = open_dealer_lesson(load_game("three_card_draw_poker"), 2, RoleProgress())
    lesson.ask()
    with pytest.raises(InputError):
        lesson.answer(TraineeAnswer("7 ante take, nonsense"))
    assert lesson.topics == {}


# -- lessons ---------------------------------------------------------------------------------------


def as_words(payment):
    amount = (
        f"{payment.amount_micros / DOLLAR:.2f}"
        if payment.action is PaymentAction.PAY
        else payment.action.value
    )
    return f"{payment.seat} {payment.label} {amount}"


@pytest.mark.parametrize("name", first_of_each_kind(game_ids()))
def test_every_game_can_be_settled_in_words(name):
    lesson = open_dealer_lesson(load_game(name), 6, RoleProgress())
    felt = lesson.ask()
    assert felt.seats
    payments = lesson._reckoning.finished.payments
    for payment in payments:
        (verdict,) = lesson.answer(TraineeAnswer(as_words(payment), 250))
        assert verdict.is_right, (payment, verdict)
    (last,) = lesson.answer(TraineeAnswer("done"))
    assert last.sentence == f"All settled, {len(payments)} of {len(payments)} right."


def test_a_seed_and_the_same_progress_repeat_a_lesson():
    def rounds(seed):
        lesson = open_dealer_lesson(load_game("three_card_poker"), seed, RoleProgress())
        return [lesson.ask() for _ in range(3)]

    assert rounds(1) == rounds(1)
    assert rounds(1) != rounds(2)


def test_a_missed_drill_is_dealt_far_more_often():
    game, topics = load_game("three_card_poker"), {"envy": TopicTally(1, 1, 0, 25 * DOLLAR)}
    weak = [draw(game, stream(4, number), topics, ()).drill for number in range(20)]
    fresh = [draw(game, stream(4, number), {}, ()).drill for number in range(20)]
    assert weak.count("envy") >= 13  # by the rule three of four, and an eighth of the rest
    assert fresh.count("envy") <= 6
