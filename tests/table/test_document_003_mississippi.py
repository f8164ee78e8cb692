"""Document 003: Mississippi Stud and its 3 Card Bonus, rule by rule."""

import pytest
from rulebook import book
from stand import MICROS, dealt, done, lines, of, open_stand, told

from documents import proves
from pitboss.rules import Face
from pitboss.table import command, event
from pitboss.table.phase import Phase, RefusedError
from pitboss.table.view import view

DOCUMENT = "003"
GAME = "mississippi_stud"


case = book("003 MS", GAME)

# MS-01 pays 500, 100, 40, 10, 6, 4, 3, 2, 1 to 1, sixes to tens push; 3 Card Bonus 1: 40, 30, 6, 4, 1 to 1.
CASES = [
    case(
        "dealing 5, dealing 7, dealing 9, dealing 12, overview game",
        "a fold on each street loses what lay there; who stays is paid on all four bets alike",
        """
        seat 1: ante 5; Js Jd; fold
        seat 2: ante 5; Ah Ad; bet 3x, fold
        seat 3: ante 5; Kd Ks; bet 3x, bet 1x, fold
        seat 4: ante 5; Jh 3d; bet 1x, bet 2x, bet 3x
        board: Jc 9s Kh
        """,
        """
        1 ante: fold 5 -> 0
        2 ante: fold 5 -> 0
        2 third_street: fold 15 -> 0
        3 ante: fold 5 -> 0
        3 third_street: fold 15 -> 0
        3 fourth_street: fold 5 -> 0
        4 ante: pair_jacks_or_better 5 -> 10
        4 third_street: pair_jacks_or_better 5 -> 10
        4 fourth_street: pair_jacks_or_better 10 -> 20
        4 fifth_street: pair_jacks_or_better 15 -> 30
        """,
        says=("Seat 1 folds.", "Seat 2 folds.", "Seat 3 folds."),
    ),
    case(
        "dealing 11, dealing 12, overview win",
        "from the right: a push, a loss and a flush at 6 to 1",
        """
        seat 1: ante 5; Ah 9h; bet 1x, bet 2x, bet 3x
        seat 2: ante 5; 4c 3d; bet 1x, bet 1x, bet 1x
        seat 6: ante 10; 5c 7d; bet 1x, bet 1x, bet 1x
        seat 7: ante 5; Jd 8s; bet 1x, bet 1x, bet 1x
        board: 2h 7h Jh
        """,
        """
        7 ante: pair_jacks_or_better 5 -> 10
        7 third_street: pair_jacks_or_better 5 -> 10
        7 fourth_street: pair_jacks_or_better 5 -> 10
        7 fifth_street: pair_jacks_or_better 5 -> 10
        6 ante: pair_sixes_to_tens 10 -> 10
        6 third_street: pair_sixes_to_tens 10 -> 10
        6 fourth_street: pair_sixes_to_tens 10 -> 10
        6 fifth_street: pair_sixes_to_tens 10 -> 10
        2 ante: lose 5 -> 0
        2 third_street: lose 5 -> 0
        2 fourth_street: lose 5 -> 0
        2 fifth_street: lose 5 -> 0
        1 ante: flush 5 -> 35
        1 third_street: flush 5 -> 35
        1 fourth_street: flush 10 -> 70
        1 fifth_street: flush 15 -> 105
        """,
    ),
    case(
        "dealing 11, dealing 13, dealing 13 fold",
        "the 3 Card Bonus looks at the board alone, with the hands, and stays after a fold",
        """
        seat 1: ante 5, three_card_bonus 5; 2h 7d; fold
        seat 2: ante 5, three_card_bonus 2; Kc 4d; bet 1x, bet 1x, bet 1x
        seat 3: ante 5; Ac Qd; bet 1x, fold
        board: 9c 9s Kh
        """,
        """
        1 ante: fold 5 -> 0
        3 ante: fold 5 -> 0
        3 third_street: fold 5 -> 0
        2 ante: two_pair 5 -> 15
        2 third_street: two_pair 5 -> 15
        2 fourth_street: two_pair 5 -> 15
        2 fifth_street: two_pair 5 -> 15
        2 three_card_bonus: pair 2 -> 4
        1 three_card_bonus: pair 5 -> 10
        """,
    ),
    case(
        "dealing 13",
        "a pair in the hand does not help the 3 Card Bonus",
        """
        seat 1: ante 5, three_card_bonus 5; Kc Kd; fold
        board: 9c 8s Kh
        """,
        """
        1 ante: fold 5 -> 0
        1 three_card_bonus: lose 5 -> 0
        """,
    ),
]
STAY = "bet 1x, bet 1x, bet 1x"
TWO_SEATS = f"""
    seat 2: ante 10; Ah 9h; {STAY}
    seat 5: ante 10; 4c 3d; {STAY}
    board: 2h 7h Jh
"""


@pytest.mark.parametrize("round_", CASES)
def test_a_round_goes_as_the_document_says(round_):
    round_.check()


@proves("dealing 1")
def test_dealing_1_the_shuffler_is_set_for_packets_of_two_and_three():
    """A shuffler of the maker's, set to the game."""
    assert open_stand(GAME).table.source.packet_sizes == (2, 3)


@proves("dealing 2")
def test_dealing_2_nothing_is_dealt_without_an_ante():
    """An Ante to begin."""
    stand = open_stand(GAME)
    stand.sit({1: "Ann"})
    stand.do(command.OpenBets())
    for wager in ("three_card_bonus", "progressive"):
        with pytest.raises(RefusedError, match="rides along: place Ante and streets"):
            stand.do(command.PlaceWager(1, wager, MICROS))
    with pytest.raises(RefusedError, match="no seat has a wager"):
        stand.do(command.CallNoMoreBets())


@proves("dealing 3", "dealing 4")
def test_dealing_3_the_community_cards_come_first_and_then_two_cards_from_the_left_all_face_down():
    """Three community cards face down, from left to right."""
    stand = open_stand(GAME)
    stand.start(TWO_SEATS)
    stand.run(until=Phase.DECIDING)
    assert list(dealt(stand.events)) == ["board", "seat 2 hand", "seat 5 hand"]
    sizes = [(len(e.slots), e.face) for e in of(event.CardsDealt, stand.events)]
    assert sizes == [(3, Face.DOWN), (2, Face.SEAT), (2, Face.SEAT)]
    assert view(stand.table).hands == {
        "board": ("??",) * 3,
        "seat 2 hand": ("??",) * 2,
        "seat 5 hand": ("??",) * 2,
    }
    assert "lays three community cards face down, from left to right" in done(stand.events)


@proves("dealing 5", "dealing 6", "dealing 7", "dealing 8", "dealing 9", "dealing 10")
def test_dealing_5_one_community_card_is_opened_after_each_street_from_left_to_right():
    """3rd street: fold and lose the Ante, or bet one to three antes."""
    stand = open_stand(GAME)
    stand.start(TWO_SEATS)
    boards = {}
    for street in ("3rd street", "4th street", "5th street"):
        for seat in (2, 5):
            stand.run(until=Phase.DECIDING)
            asked = view(stand.table).asked
            assert (asked.seat, asked.question) == (seat, street)
            bets = {o.name: o.stake_micros // MICROS for o in asked.options}
            assert bets == {"fold": 0, "bet 1x": 10, "bet 2x": 20, "bet 3x": 30}
            boards[street] = view(stand.table, seat).hands["board"]
            stand.step()
    assert boards == {
        "3rd street": ("??", "??", "??"),
        "4th street": ("2h", "??", "??"),
        "5th street": ("2h", "7h", "??"),
    }
    stand.step()
    assert view(stand.table).hands["board"] == ("2h", "7h", "Jh")


@proves("dealing 11")
def test_dealing_11_each_hand_is_opened_from_the_right_and_read_with_the_community_cards():
    """From the right each hand is opened and read with the community cards; the 3 Card Bonus is settled with
    it.
    """
    stand = open_stand(GAME)
    stand.play(TWO_SEATS)
    opened = [e.hand for e in of(event.CardsOpened, stand.events)]
    assert opened == ["board", "board", "board", "seat 5 hand", "seat 2 hand"]
    words = "opens the two cards of seat 2 and reads them with the community cards: a flush, ace high"
    assert words in done(stand.events)


def test_a_seat_that_has_folded_is_asked_no_more():
    stand = open_stand(GAME)
    stand.play(f"seat 1: ante 5; Js Jd; fold\nseat 2: ante 5; 4c 3d; {STAY}\nboard: 2h 7h Jh")
    assert [e.seat for e in of(event.DecisionTaken, stand.events)] == [1, 2, 2, 2]


HANDS = {
    "royal_flush": ("As Ks", "Qs Js Ts", 500),
    "straight_flush": ("9s Ks", "Qs Js Ts", 100),
    "four_of_a_kind": ("9s 9c", "9d 9h Ts", 40),
    "full_house": ("9s 9c", "9d Th Ts", 10),
    "flush": ("2s 9s", "Qs Js Ts", 6),
    "straight": ("9s Kc", "Qs Js Ts", 4),
    "three_of_a_kind": ("9s 9c", "9d 8h Ts", 3),
    "two_pair": ("9s 9c", "8d 8h Ts", 2),
    "pair_jacks_or_better": ("Js 9c", "Jd 8h Ts", 1),
    "pair_sixes_to_tens": ("6s 9c", "6d 8h Ts", 0),
    "lose": ("5s 9c", "5d 8h Ts", -1),
}


@proves("dealing 12", "paytables MS-01")
@pytest.mark.parametrize("line", HANDS)
def test_dealing_12_the_main_bets_are_paid_by_ms_01(line):
    """Paid by the posted table, all bets at the same odds."""
    cards, board, odds = HANDS[line]
    stand = open_stand(GAME)
    stand.play(f"seat 1: ante 5; {cards}; bet 1x, bet 2x, bet 3x\nboard: {board}")
    stakes = {"ante": 5, "third_street": 5, "fourth_street": 10, "fifth_street": 15}
    paid = {e.bet: e.payout_micros // MICROS for e in of(event.BetSettled, stand.events)}
    assert paid == {bet: stake * (odds + 1) for bet, stake in stakes.items()}
    assert {e.result for e in of(event.BetSettled, stand.events)} == {line}


BOARDS = ["Ac Kc Qc", "5c 6c 7c", "9c 9d 9h", "5c 6d 7h", "2c 6c 9c", "9c 9d 2h"]
BONUS = {1: [40, 40, 30, 6, 4, 1], 2: [40, 40, 30, 5, 4, 1], 3: [40, 40, 30, 6, 3, 1]}
BONUS |= {4: [50, 40, 30, 6, 4, 1], 5: [50, 40, 30, 5, 4, 1], 6: [50, 40, 30, 6, 3, 1]}


@proves("dealing 13", "paytables 3 Card Bonus 1 to 6")
@pytest.mark.parametrize("number", BONUS)
def test_dealing_13_the_3_card_bonus_is_paid_by_the_posted_table(number):
    """3 Card Bonus: community cards alone, a pair or better."""
    stand = open_stand(GAME, f"MS 3 Card Bonus {number}")
    for board, odds in zip(BOARDS, BONUS[number], strict=True):
        stand.play(f"seat 1: ante 5, three_card_bonus 1; 4s Jd; fold\nboard: {board}")
        assert told(stand.events)[0] == "1 ante: fold 5 -> 0"
        assert told(stand.events)[1].endswith(f" 1 -> {odds + 1}")


def test_the_house_may_settle_in_an_order_of_its_own():
    order = "progressive,three_card_bonus,fifth_street,fourth_street,third_street,ante"
    stand = open_stand(GAME, settlement_order=order)
    stand.play(f"seat 1: ante 5, three_card_bonus 1; Jh 3d; {STAY}\nboard: Jc 9s Kh")
    assert told(stand.events) == lines(
        """
        1 three_card_bonus: lose 1 -> 0
        1 fifth_street: pair_jacks_or_better 5 -> 10
        1 fourth_street: pair_jacks_or_better 5 -> 10
        1 third_street: pair_jacks_or_better 5 -> 10
        1 ante: pair_jacks_or_better 5 -> 10
        """
    )
