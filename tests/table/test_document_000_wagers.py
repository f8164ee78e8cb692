"""Document 000: the 6 Card Bonus and the Three Card Poker Progressive on both controllers, rule by rule."""

import pytest
from rulebook import book
from stand import MICROS, done, make_meters, of, only, open_stand, told

from documents import proves
from pitboss.table import command, event
from pitboss.table.phase import Phase, RefusedError
from pitboss.table.view import view

DOCUMENT = "000"
GAME = "three_card_poker"


case = book("000", GAME)

# TCP-6B1 pays 1000, 200, 50, 25, 20, 10, 5 to 1; the Progressive 500, 70, 60, 6 for 1 and the whole meter for
# the ace-king-queen of spades.
CASES = [
    case(
        "Game Manager 7, Nexus 7, Game Manager 8, Nexus 8, six 6, six 7",
        "what rides along is reconciled in the same visit to the seat",
        """
        seat 1: ante 5, six_card_bonus 1, progressive 1; 5h 6h 7h; play
        seat 3: ante 5, six_card_bonus 1, progressive 1; 9s 9d 9c; play
        dealer: Qc 3d 2s
        """,
        """
        3 play: win 5 -> 10
        3 ante_bonus: three_of_a_kind 0 -> 20
        3 ante: win 5 -> 10
        3 six_card_bonus: three_of_a_kind 1 -> 6
        3 progressive: three_of_a_kind 1 -> 60
        1 play: win 5 -> 10
        1 ante_bonus: straight_flush 0 -> 25
        1 ante: win 5 -> 10
        1 six_card_bonus: lose 1 -> 0
        1 progressive: straight_flush 1 -> 70
        """,
    ),
    case(
        "six 1, six 2, six 3, six 8a",
        "a folded hand wins with the dealer's cards; one without three of a kind loses its dollar",
        """
        seat 1: ante 5, six_card_bonus 1; Ah Kh 9c; fold
        seat 2: ante 5, six_card_bonus 1; 9d 9s 4s; play
        seat 3: ante 5; 2c 3c 4c; fold
        dealer: Qh Jh Th
        """,
        """
        1 ante: fold 5 -> 0
        3 ante: fold 5 -> 0
        2 play: lose 5 -> 0
        2 ante: lose 5 -> 0
        2 six_card_bonus: lose 1 -> 0
        1 six_card_bonus: royal_flush 1 -> 1001
        """,
    ),
    case(
        "Game Manager 1, Nexus 1, Game Manager 2, Nexus 2, Game Manager 9b, Nexus 9b",
        "fixed awards for the player's own cards, the wager kept; the dealer's cards do not help",
        """
        seat 1: ante 5, progressive 1; 4h 5d 6c; play
        seat 2: ante 5, progressive 1; 9h 9d 2s; play
        seat 3: ante 5; 7h 7d 7c; play
        seat 4: ante 5, progressive 1; Ad Kd Qd; play
        dealer: 9c 9s 8s
        """,
        """
        4 play: win 5 -> 10
        4 ante_bonus: straight_flush 0 -> 25
        4 ante: win 5 -> 10
        4 progressive: akq_suited 1 -> 500
        4 progressive: marked for akq_suited
        3 play: win 5 -> 10
        3 ante_bonus: three_of_a_kind 0 -> 20
        3 ante: win 5 -> 10
        2 play: lose 5 -> 0
        2 ante: lose 5 -> 0
        2 progressive: lose 1 -> 0
        1 play: win 5 -> 10
        1 ante_bonus: straight 0 -> 5
        1 ante: win 5 -> 10
        1 progressive: straight 1 -> 6
        2 progressive: envy 25 for akq_suited of seat 4
        1 progressive: envy 25 for akq_suited of seat 4
        """,
    ),
    case(
        "Game Manager 8",
        "on Game Manager a folded hand still wins",
        """
        seat 1: ante 5, progressive 1; 7h 7d 7c; fold
        dealer: 9c 9s 8s
        """,
        """
        1 ante: fold 5 -> 0
        1 progressive: three_of_a_kind 1 -> 60
        """,
    ),
    case(
        "Nexus 8",
        "on Nexus Command it does not, nor does anybody get envy for it",
        """
        seat 1: ante 5, progressive 1; Ad Kd Qd; fold
        seat 2: ante 5, progressive 1; 7h 7d 2c; play
        dealer: 9c 9s 8s
        """,
        """
        1 ante: fold 5 -> 0
        2 play: lose 5 -> 0
        2 ante: lose 5 -> 0
        2 progressive: lose 1 -> 0
        1 progressive: fold 1 -> 0
        """,
        folded_hands_qualify=False,
    ),
    case(
        "Game Manager 10a, Nexus 10a, Game Manager 10b, Nexus 10b, Game Manager 10c, Nexus 10c",
        "two envy hands pay twice, each player not for his own, and the dealer's hand pays none",
        """
        seat 1: ante 5, progressive 1; Ah Kh Qh; play
        seat 2: ante 5, progressive 1; 2c 5d 9h; play
        seat 3: ante 5; 2d 5h 9s; play
        seat 4: ante 5, progressive 1; Ac Kc Qc; play
        dealer: Ad Kd Qd
        """,
        """
        4 play: tie 5 -> 5
        4 ante_bonus: straight_flush 0 -> 25
        4 ante: tie 5 -> 5
        4 progressive: akq_suited 1 -> 500
        4 progressive: marked for akq_suited
        3 play: lose 5 -> 0
        3 ante: lose 5 -> 0
        2 play: lose 5 -> 0
        2 ante: lose 5 -> 0
        2 progressive: lose 1 -> 0
        1 play: tie 5 -> 5
        1 ante_bonus: straight_flush 0 -> 25
        1 ante: tie 5 -> 5
        1 progressive: akq_suited 1 -> 500
        1 progressive: marked for akq_suited
        4 progressive: envy 25 for akq_suited of seat 1
        2 progressive: envy 25 for akq_suited of seat 1
        2 progressive: envy 25 for akq_suited of seat 4
        1 progressive: envy 25 for akq_suited of seat 4
        """,
        says=("Envy bonus paid.",),
    ),
    case(
        "Game Manager 10a two spots",
        "a player on two spots gets envy on one for the other",
        """
        seat 1 of Ann: ante 5, progressive 1; 2c 5d 9h; fold
        seat 2 of Ann: ante 5, progressive 1; Ah Kh Qh; play
        seat 3: ante 5, progressive 1; 2d 5h 9s; fold
        dealer: Jc 9d 4s
        """,
        """
        1 ante: fold 5 -> 0
        3 ante: fold 5 -> 0
        3 progressive: lose 1 -> 0
        2 play: dealer does not play 5 -> 5
        2 ante_bonus: straight_flush 0 -> 25
        2 ante: dealer does not play 5 -> 10
        2 progressive: akq_suited 1 -> 500
        2 progressive: marked for akq_suited
        1 progressive: lose 1 -> 0
        3 progressive: envy 25 for akq_suited of seat 2
        1 progressive: envy 25 for akq_suited of seat 2
        """,
    ),
    case(
        "Nexus 10a own",
        "unless the house does not let its own spots count",
        """
        seat 1 of Ann: ante 5, progressive 1; 2c 5d 9h; fold
        seat 2 of Ann: ante 5, progressive 1; Ah Kh Qh; play
        seat 3: ante 5, progressive 1; 2d 5h 9s; fold
        dealer: Jc 9d 4s
        """,
        """
        1 ante: fold 5 -> 0
        3 ante: fold 5 -> 0
        3 progressive: lose 1 -> 0
        2 play: dealer does not play 5 -> 5
        2 ante_bonus: straight_flush 0 -> 25
        2 ante: dealer does not play 5 -> 10
        2 progressive: akq_suited 1 -> 500
        2 progressive: marked for akq_suited
        1 progressive: lose 1 -> 0
        3 progressive: envy 25 for akq_suited of seat 2
        """,
        envy_between_own_spots="none",
    ),
]


@pytest.mark.parametrize("round_", CASES)
def test_a_round_goes_as_the_document_says(round_):
    round_.check()


# -- 6 Card Bonus ----------------------------------------------------------------------------------

SIX_HANDS = {
    "royal_flush": ("Ah Kh 9c", "Qh Jh Th"),
    "straight_flush": ("5h 6h 9c", "7h 8h 4h"),
    "four_of_a_kind": ("5h 5c 9c", "5d 5s 2h"),
    "full_house": ("5h 5c 9c", "5d 9s 2h"),
    "flush": ("2h 4h 9c", "7h 9h Kh"),
    "straight": ("2h 4c 9c", "3d 5s 6h"),
    "three_of_a_kind": ("5h 5c 9c", "5d Js 2h"),
}
SIX_TABLES = {
    "TCP-6B1": [1000, 200, 50, 25, 20, 10, 5],
    "TCP-6B2": [1000, 200, 50, 25, 15, 10, 5],
    "TCP-6B3": [1000, 200, 100, 20, 15, 9, 8],
    "TCP-6B4": [1000, 200, 100, 20, 15, 10, 7],
}


@proves("six 4", "six 8a")
@pytest.mark.parametrize("table", SIX_TABLES)
def test_six_4_the_6_card_bonus_is_paid_by_the_posted_table(table):
    """Four paytables."""
    stand = open_stand(GAME, table)
    for (line, (own, dealer)), odds in zip(SIX_HANDS.items(), SIX_TABLES[table], strict=True):
        stand.play(f"seat 1: ante 5, six_card_bonus 1; {own}; fold\ndealer: {dealer}")
        assert told(stand.events)[-1] == f"1 six_card_bonus: {line} 1 -> {odds + 1}"


@proves("six 5")
def test_six_5_a_table_posts_a_dollar_as_the_least_6_card_bonus():
    """A dollar is recommended."""
    assert open_stand(GAME).table.setup.posted["six_card_bonus"].minimum_micros == MICROS


@proves("six 6")
def test_six_6_the_6_card_bonus_needs_a_standard_wager():
    """It is placed with the standard wagers before the round."""
    stand = open_stand(GAME)
    stand.sit({1: "Ann"})
    stand.do(command.OpenBets())
    with pytest.raises(RefusedError, match="6 Card Bonus rides along: place Ante or Pair Plus"):
        stand.do(command.PlaceWager(1, "six_card_bonus", MICROS))
    stand.do(command.PlaceWager(1, "pair_plus", 5 * MICROS), command.PlaceWager(1, "six_card_bonus", MICROS))


# -- the Progressive -------------------------------------------------------------------------------

OWN_HANDS = {
    "akq_suited": "Ah Kh Qh",
    "straight_flush": "Kh Qh Jh",
    "three_of_a_kind": "9h 9d 9c",
    "straight": "2h 3d 4c",
}


@proves("Game Manager 3", "Nexus 3", "Game Manager 9b", "Nexus 9b")
@pytest.mark.parametrize(
    ("table", "pays"), [("TCP Progressive 1", [500, 70, 60, 6]), ("TCP Progressive 2", [500, 100, 90, 0])]
)
def test_game_manager_3_fixed_awards_are_paid_from_the_tray_and_do_not_touch_the_meter(table, pays):
    """Two paytables, with envy for the two highest hands; the wager is not returned, and all figures multiply
    up with it.
    """
    stand = open_stand(GAME, table, meters=make_meters(main="2000 seed 1000"))
    for (line, cards), pay in zip(OWN_HANDS.items(), pays, strict=True):
        before = stand.wealth().get("meter", 0)
        stand.play(f"seat 1: ante 5, progressive 1; {cards}; fold\ndealer: Jc 8d 4s")
        result = line if pay else "lose"
        assert told(stand.events)[-1] == f"1 progressive: {result} 1 -> {pay}"
        assert stand.wealth()["meter"] == before + MICROS // 10


def amount(stand):
    (meter,) = stand.table.meters.levels.values()
    return meter.amount_micros


@proves("Game Manager 3", "Nexus 3", "Game Manager 4", "Nexus 4", "Game Manager 9a", "Nexus 9a")
def test_game_manager_3_the_ace_king_queen_of_spades_takes_the_whole_meter_which_restarts_at_its_seed():
    """Two paytables, with envy for the two highest hands; the wager is not returned, and all figures multiply
    up with it.
    """
    stand = open_stand(GAME, meters=make_meters(main="2345.678912 seed 1000"))
    stand.start("seat 1: ante 5, progressive 1; As Ks Qs; play\ndealer: Jc 8d 4s")
    assert amount(stand) == 2_345_778_912
    chips = stand.chips(1)
    stand.run()
    settled = [words for words in told(stand.events) if "progressive" in words]
    assert settled == ["1 progressive: akq_spades 1 -> 2345.77"]
    # the fraction of a cent stays in the meter; Play 5 back, Bonus 25, Ante 10
    assert amount(stand) == 1_000_008_912
    assert stand.chips(1) == chips - 5 * MICROS + (5 + 25 + 10) * MICROS + 2_345_770_000
    assert stand.wealth()["house"] == -1000 * MICROS
    assert "award seat 1 progressive = 2345.77" in only(event.RoundClosed, stand.events).proof.line


@proves("Game Manager 5", "Nexus 5")
def test_game_manager_5_the_progressive_needs_a_regular_wager():
    """With a regular wager comes, if wanted, the progressive one, on the sensor of the position, which lights
    up.
    """
    stand = open_stand(GAME)
    stand.sit({1: "Ann"})
    stand.do(command.OpenBets())
    with pytest.raises(RefusedError, match="Progressive rides along"):
        stand.do(command.PlaceWager(1, "progressive", MICROS))


@proves("Game Manager 6", "Nexus 6")
def test_game_manager_6_every_progressive_wager_is_counted_once_when_the_bets_are_closed():
    """COIN IN when all bets are down; the sensors with a wager stay lit."""
    stand = open_stand(GAME, meters=make_meters(main="2000 seed 1000"))
    stand.bet(
        """
        seat 1: ante 5, progressive 1; 2c 5d 9h; play
        seat 2: ante 5; 2d 5h 9s; play
        seat 3: pair_plus 5, progressive 1; 2h 5s 9c
        dealer: Jc 8d 4s
        """
    )
    assert amount(stand) == 2000 * MICROS
    stand.do(command.CallNoMoreBets())
    counted = [(e.seat, e.wager, e.stake_micros) for e in of(event.ProgressiveCounted, stand.events)]
    assert counted == [(1, "progressive", MICROS), (3, "progressive", MICROS)]
    assert amount(stand) == 2000 * MICROS + 2 * MICROS // 10
    stand.run()
    assert amount(stand) == 2000 * MICROS + 2 * MICROS // 10
    assert "closes the bets and locks in the progressive wagers" in done(stand.events)


@proves("Game Manager 9i", "Nexus 9h")
def test_game_manager_9i_a_round_in_which_the_meter_has_paid_cannot_be_undone_at_the_table():
    """What J-POT has logged is backed out by manual adjustment only."""
    stand = open_stand(GAME)
    stand.start("seat 1: ante 5, progressive 1; As Ks Qs; play\ndealer: Jc 8d 4s")
    while not any(e.bet == "progressive" for e in of(event.BetSettled, stand.events)):
        stand.step()
    with pytest.raises(RefusedError, match="the office backs the win out"):
        stand.do(command.VoidRound("the floor", "a wrong payment"))


@proves("Game Manager 10b", "Nexus 10b")
def test_game_manager_10b_an_envy_hand_stays_open_with_a_marker_until_envy_is_paid():
    """An envy hand stays face up on the layout, other cards are locked up."""
    stand = open_stand(GAME)
    stand.start(
        """
        seat 1: ante 5, progressive 1; 2c 5d 9h; play
        seat 2: ante 5; As Ks Qs; play
        dealer: Jc 8d 4s
        """
    )
    stand.run(until=Phase.CLOSING)
    assert view(stand.table).markers == (1,)
    assert view(stand.table).kept == (2,)
    stand.run()
    assert told(stand.events)[-1] == "1 progressive: envy 100 for akq_spades of seat 2"
    assert view(stand.table).markers == view(stand.table).kept == ()


@proves("Game Manager 10b", "Nexus 10b")
def test_game_manager_10b_a_hand_that_nobody_else_can_envy_needs_no_marker():
    """An envy hand stays face up on the layout, other cards are locked up."""
    stand = open_stand(GAME)
    stand.play("seat 1: ante 5, progressive 1; Ah Kh Qh; play\ndealer: Jc 8d 4s")
    assert not of(event.EnvyHandKept, stand.events)
    assert not of(event.EnvyPaid, stand.events)


@proves("Nexus 10a table")
def test_nexus_10a_table_envy_goes_to_seats_of_this_table_with_the_wager_alone():
    """Envy is paid at the table of the hand only."""
    stand = open_stand(GAME)
    stand.play(
        """
        seat 1: ante 5; 2c 5d 9h; play
        seat 2: ante 5, progressive 1; Ah Kh Qh; play
        seat 4: pair_plus 5, progressive 1; 2h 5s 9c
        dealer: Jc 8d 4s
        """
    )
    assert [e.seat for e in of(event.EnvyPaid, stand.events)] == [4]


@proves("appendix A")
def test_appendix_a_one_deck_holds_one_top_hand_so_the_order_of_two_is_proved_with_other_paytables():
    """Only one hand of a single deck is the ace-king-queen of spades; see documents 003 and 004."""
    (table,) = open_stand(GAME).game.chosen["progressive"]
    assert [line for line, pay in table.pays.items() if "%" in str(pay)] == ["akq_spades"]
