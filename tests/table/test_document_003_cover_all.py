"""Document 003: the Cover All bonus at Caribbean Stud, rule by rule; the base game's rules are public."""

import pytest
from rulebook import book
from stand import MICROS, dealt, done, of, open_stand, said, told

from documents import proves
from pitboss.rules import Face, load_game
from pitboss.table import command, event
from pitboss.table.phase import Phase, RefusedError
from pitboss.table.view import view

DOCUMENT = "003"
GAME = "caribbean_stud"


case = book("003", GAME)

CASES = [
    case(
        "caribbean win, caribbean lose, caribbean fold, cover all 2, cover all 6, cover all 7, cover all 7a, "
        "cover all 8, cover all 9",
        "a folded three of a kind is left open and gives way to a straight flush, which pays all in the end",
        """
        seat 1: ante 5, cover_all 1; 2h 2d 5c 7s 9h; raise
        seat 2: ante 5, cover_all 2; 5d 6d 7d 8d 9d; raise
        seat 3: ante 5; 3c 3d 3h 8s Kc; fold
        dealer: Ac Kd 4h 4s 2c
        """,
        """
        3 ante: fold 5 -> 0
        best: three threes of seat 3 hand
        best: a straight flush to the nine of seat 2 hand
        2 ante: win 5 -> 10
        2 raise_bet: straight_flush 10 -> 510
        1 ante: lose 5 -> 0
        1 raise_bet: lose 10 -> 0
        2 cover_all: straight_flush 2 -> 202
        1 cover_all: straight_flush 1 -> 101
        """,
        says=("Dealer qualifies with a pair of fours.", "Best hand so far: three threes."),
    ),
    case(
        "caribbean no qualification, cover all 2",
        "ace-queen does not qualify; without three of a kind anywhere Cover All loses",
        """
        seat 1: ante 5, cover_all 1; 2h 2d 5c 7s 9h; raise
        dealer: Ac Qd Jh 9s 8c
        """,
        """
        1 ante: dealer does not qualify 5 -> 10
        1 raise_bet: dealer does not qualify 10 -> 10
        1 cover_all: lose 1 -> 0
        """,
        says=("Dealer does not qualify: ace high.",),
    ),
    case(
        "cover all 6, cover all 7a",
        "the dealer's own hand counts and stays open; a lower one of a player does not replace it",
        """
        seat 1: ante 5, cover_all 1; 3c 3d 3h 8s Kc; raise
        seat 2: ante 5; 2h 2d 5c 7s 9h; fold
        dealer: 4c 5h 6s 7d 8d
        """,
        """
        2 ante: fold 5 -> 0
        best: a straight to the eight of dealer
        1 ante: lose 5 -> 0
        1 raise_bet: lose 10 -> 0
        1 cover_all: straight 1 -> 18
        """,
    ),
    case(
        "caribbean lose",
        "equal hands push",
        """
        seat 1: ante 5; Ah Kc Qd 9h 5s; raise
        dealer: Ac Kd Qh 9s 5c
        """,
        """
        1 ante: tie 5 -> 5
        1 raise_bet: tie 10 -> 10
        """,
        says=("Dealer qualifies with ace high.",),
    ),
]
JUNK = ["2c 4d 6h 8s Kc", "2d 4h 6s 8c Kd", "2h 4s 6c 8d Kh", "2s 4c 6d 8h Qc"]
JUNK += ["3c 5d 7h 9s Qd", "3d 5h 7s 9c Qh", "3h 5s 7c 9d Jc"]
COLUMNS = {
    2: [500, 200, 60, 40, 35, 25, 9],
    3: [300, 125, 40, 30, 20, 17, 6],
    4: [250, 100, 30, 20, 15, 10, 5],
    5: [200, 90, 20, 15, 10, 8, 4],
    6: [150, 80, 17, 12, 9, 7, 3],
    7: [125, 70, 15, 9, 7, 5, 3],
    8: [100, 40, 7, 6, 5, 4, 3],
}
GOOD = ["As Ks Js Ts Qs", "9s Ks Js Ts Qs", "Ac Ad Ah As Tc", "Ac Ad Ah Ts Tc", "As Ks Js Ts 7s"]
GOOD += ["As Ks Jd Ts Qs", "Ac Ad Ah Ts Jd"]


@pytest.mark.parametrize("round_", CASES)
def test_a_round_goes_as_the_document_says(round_):
    round_.check()


def full_table(seats, dealer):
    """So many seats with nothing, all folding, against this hand of the dealer."""
    taken = set(dealer.split())
    junk = [cards for cards in JUNK if not taken & set(cards.split())]
    hands = [*junk, "3s 5c 7d 9h Jh"][:seats]
    rows = [f"seat {n}: ante 5, cover_all 1; {cards}; fold" for n, cards in enumerate(hands, start=1)]
    return "\n".join([*rows, f"dealer: {dealer}"])


@proves("cover all 1")
def test_cover_all_1_cover_all_is_placed_before_the_round_with_an_ante():
    """Cover All is placed before the round."""
    stand = open_stand(GAME)
    stand.sit({1: "Ann"})
    stand.do(command.OpenBets())
    with pytest.raises(RefusedError, match="Cover All rides along: place Ante"):
        stand.do(command.PlaceWager(1, "cover_all", MICROS))
    stand.do(command.PlaceWager(1, "ante", 5 * MICROS), command.CallNoMoreBets())
    with pytest.raises(RefusedError, match="PlaceWager cannot be now"):
        stand.do(command.PlaceWager(1, "cover_all", MICROS))


@proves("cover all 3", "cover all 5", "cover all paytable")
@pytest.mark.parametrize("hands", COLUMNS)
def test_cover_all_3_the_column_is_the_number_of_hands_that_the_shuffler_counts(hands):
    """What it pays depends on the number of players."""
    stand = open_stand(GAME)
    for dealer, odds in zip(GOOD, COLUMNS[hands], strict=True):
        stand.start(full_table(hands - 1, dealer))
        stand.run(until=Phase.DECIDING)
        assert stand.table.source.hands_shown == hands
        assert any(f"reads the Cover All column for {hands} hands" in words for words in done(stand.events))
        stand.run()
        covered = [e.payout_micros for e in of(event.BetSettled, stand.events) if e.bet == "cover_all"]
        assert covered == [(odds + 1) * MICROS] * (hands - 1)


@proves("cover all 4")
def test_cover_all_4_a_shuffler_is_set_to_its_mode_for_cover_all():
    """The shuffler is set to its Cover All mode."""
    game = load_game(GAME)
    assert game.mode == "Caribbean Stud Poker Cover All"
    assert open_stand(GAME).table.source.packet_sizes == (5,)


@proves("cover all 7a", "cover all 8")
def test_cover_all_7a_the_view_shows_the_best_hand_so_far():
    """A straight or higher stays exposed."""
    stand = open_stand(GAME)
    stand.start(
        """
        seat 1: ante 5, cover_all 1; 5d 6d 7d 8d 9d; raise
        seat 2: ante 5; 3c 3d 3h 8s Kc; fold
        dealer: Ac Kd 4h 4s 2c
        """
    )
    shown = [view(stand.table).best]
    while stand.table.phase is not Phase.IDLE:
        stand.step()
        if view(stand.table).best not in shown:
            shown.append(view(stand.table).best)
    assert shown == ["", "seat 2 hand: three threes", "seat 1 hand: a straight flush to the nine"]


@proves("cover all 8")
def test_cover_all_8_an_equal_hand_does_not_take_the_place_of_the_one_that_lies_there():
    """A higher hand takes its place."""
    stand = open_stand(GAME)
    stand.play(
        """
        seat 1: ante 5, cover_all 1; 5c 6d 7h 8s 9c; fold
        seat 2: ante 5; 5d 6h 7s 8c 9d; fold
        dealer: Ac Kd 4h 4s 2c
        """
    )
    assert [e.hand for e in of(event.BestHandExposed, stand.events)] == ["seat 2 hand"]


def test_without_a_cover_all_wager_no_hand_is_left_open():
    stand = open_stand(GAME)
    stand.play("seat 1: ante 5; 3c 3d 3h 8s Kc; raise\ndealer: Ac Kd 4h 4s 2c")
    assert not of(event.BestHandExposed, stand.events)


@proves("cover all 9")
def test_cover_all_9_cover_all_waits_for_the_last_hand_even_in_an_order_of_the_houses_own():
    """Cover All is settled when all else is."""
    stand = open_stand(GAME, settlement_order="cover_all,raise_bet,ante,progressive")
    stand.play(
        """
        seat 1: ante 5, cover_all 1; 2h 2d 5c 7s 9h; fold
        seat 2: ante 5, cover_all 1; 3c 3d 3h 8s Kc; raise
        dealer: Ac Qd Jh 9s 8c
        """
    )
    assert [words for words in told(stand.events) if "->" in words] == [
        "1 ante: fold 5 -> 0",
        "2 raise_bet: dealer does not qualify 10 -> 10",
        "2 ante: dealer does not qualify 5 -> 10",
        "2 cover_all: three_of_a_kind 1 -> 7",
        "1 cover_all: three_of_a_kind 1 -> 7",
    ]


@proves("caribbean deal")
def test_caribbean_deal_five_cards_go_to_each_seat_and_the_dealers_last_one_lies_open():
    """Five cards each, the dealer's last face up."""
    stand = open_stand(GAME)
    stand.start(full_table(2, "Ac Qd Jh 9h 8h"))
    stand.run(until=Phase.DECIDING)
    assert list(dealt(stand.events)) == ["seat 1 hand", "seat 2 hand", "dealer", "dealer"]
    faces = [(len(e.slots), e.face) for e in of(event.CardsDealt, stand.events)]
    assert faces == [(5, Face.SEAT), (5, Face.SEAT), (4, Face.DOWN), (1, Face.UP)]
    assert view(stand.table).hands["dealer"] == ("??", "??", "??", "??", "8h")
    offered = view(stand.table).asked.options
    assert {o.name: o.stake_micros // MICROS for o in offered} == {"fold": 0, "raise": 10}


RAISES = {"As Ks Qs Js Ts": 100, "9s Ks Qs Js Ts": 50, "9s 9c 9d 9h Ts": 20, "9s 9c 9d Tc Ts": 7}
RAISES |= {"2s 9s 8s Ts As": 5, "6s 9c 8s Ts 7s": 4, "6s 6c 6d Ts 7s": 3, "6s 6c 7d Ts 7s": 2}
RAISES |= {"6s 6c 7d Ts 8s": 1}


@proves("caribbean win")
@pytest.mark.parametrize("cards", RAISES)
def test_caribbean_win_the_raise_is_paid_by_its_table(cards):
    """The Ante wins even money, the Raise by its table."""
    stand = open_stand(GAME)
    stand.play(f"seat 1: ante 5; {cards}; raise\ndealer: Ac Kd 4h 3s 2c")
    ante, raised = of(event.BetSettled, stand.events)
    assert ante.payout_micros == 10 * MICROS
    assert raised.payout_micros == 10 * (RAISES[cards] + 1) * MICROS
    assert "Dealer qualifies with ace high." in said(stand.events)
