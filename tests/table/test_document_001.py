"""Document 001: the Three Card Poker Bonus with and without envy. Its manual is that of document 000."""

import pytest
from rulebook import book
from stand import MICROS, of, open_stand, said, told

from documents import proves
from pitboss.table import command, event
from pitboss.table.phase import Phase, RefusedError
from pitboss.table.view import view

DOCUMENT = "001"
GAME = "three_card_poker"


case = book("001", GAME)

CASES = [
    case(
        "bonus 1, bonus 2, bonus 8, bonus 9a, bonus 10a, bonus 10b, bonus 10c, bonus 10d",
        "own cards are paid at once, envy at the end, twice for two hands and not for the dealer's",
        """
        seat 1: ante 5, bonus 1; 5h 6h 7h; fold
        seat 2: ante 5, bonus 2; As Ks Qs; play
        seat 3: ante 5, bonus 1; 9c 9d 9s; play
        seat 4: ante 5; 2c 6d Th; fold
        dealer: Ad Kd Qd
        """,
        """
        1 ante: fold 5 -> 0
        4 ante: fold 5 -> 0
        3 play: lose 5 -> 0
        3 ante_bonus: three_of_a_kind 0 -> 20
        3 ante: lose 5 -> 0
        3 bonus: three_of_a_kind 1 -> 76
        2 play: tie 5 -> 5
        2 ante_bonus: straight_flush 0 -> 25
        2 ante: tie 5 -> 5
        2 bonus: akq_spades 2 -> 8002
        2 bonus: marked for akq_spades
        1 bonus: straight_flush 1 -> 101
        1 bonus: marked for straight_flush
        3 bonus: envy 5 for straight_flush of seat 1
        3 bonus: envy 100 for akq_spades of seat 2
        2 bonus: envy 5 for straight_flush of seat 1
        1 bonus: envy 100 for akq_spades of seat 2
        """,
        "TCPB-03E",
        says=("Envy bonus paid.",),
    ),
    case(
        "bonus 4",
        "a table without envy pays none",
        """
        seat 1: ante 5, bonus 1; 5h 6h 7h; fold
        seat 2: ante 5, bonus 1; 2c 6d Th; fold
        dealer: Ad Kd Qd
        """,
        """
        1 ante: fold 5 -> 0
        2 ante: fold 5 -> 0
        2 bonus: lose 1 -> 0
        1 bonus: straight_flush 1 -> 61
        """,
        "TCPB-02",
    ),
]
HANDS = ["As Ks Qs", "Ah Kh Qh", "Kh Qh Jh", "9h 9d 9s", "Ah Kd Qc", "Ah 9h 2h"]
PAYS = {
    "TCPB-01": [4000, 1000, 125, 100, -1, -1],
    "TCPB-02": [4000, 1000, 60, 40, 7, -1],
    "TCPB-03E": [4000, 1000, 100, 75, -1, -1],
    "TCPB-04E": [3000, 1000, 50, 40, 6, -1],
}
ENVY = [100, 25, 5, 0, 0, 0]


@pytest.mark.parametrize("round_", CASES)
def test_a_round_goes_as_the_document_says(round_):
    round_.check()


@proves("bonus 3", "bonus 4", "bonus 9a")
@pytest.mark.parametrize("table", PAYS)
def test_bonus_3_the_bonus_and_its_envy_are_paid_by_the_posted_table(table):
    """Two paytables with envy."""
    stand = open_stand(GAME, table)
    for cards, odds, envy in zip(HANDS, PAYS[table], ENVY, strict=True):
        stand.play(
            f"""
            seat 1: ante 5, bonus 1; {cards}; fold
            seat 2: ante 5, bonus 1; 2c 6d Th; fold
            dealer: Jc 8d 4s
            """
        )
        (own,) = [e for e in of(event.BetSettled, stand.events) if (e.seat, e.bet) == (1, "bonus")]
        assert own.payout_micros == (odds + 1) * MICROS
        paid = sum(e.micros for e in of(event.EnvyPaid, stand.events))
        assert paid == (envy * MICROS if table.endswith("E") else 0)


@proves("bonus 5")
def test_bonus_5_a_table_posts_a_dollar_as_the_least_bonus():
    """A dollar is recommended."""
    assert open_stand(GAME).table.setup.posted["bonus"].minimum_micros == MICROS


@proves("bonus 6")
def test_bonus_6_the_bonus_needs_a_standard_wager():
    """It is placed with the standard wagers."""
    stand = open_stand(GAME)
    stand.sit({1: "Ann"})
    stand.do(command.OpenBets())
    with pytest.raises(RefusedError, match="Bonus rides along"):
        stand.do(command.PlaceWager(1, "bonus", MICROS))


@proves("bonus 7", "bonus 9a")
def test_bonus_7_a_marker_lies_beside_every_bonus_until_all_are_reconciled():
    """An envy lammer lies beside each bonus wager."""
    stand = open_stand(GAME, "TCPB-04E")
    stand.start(
        """
        seat 1: ante 5, bonus 1; 2c 6d Th; fold
        seat 2: ante 5; 5h 6h 7h; play
        seat 4: ante 5, bonus 1; 5c 3d 9h; play
        dealer: Jc 8d 4s
        """
    )
    assert [call.does for call in of(event.DealerCalled, stand.events) if "marker" in call.does] == [
        "puts an envy marker beside the Bonus of 1 and 4, to stay until all of them are reconciled"
    ]
    while stand.table.phase is not Phase.IDLE:
        assert view(stand.table).markers == (1, 4)
        stand.step()
    assert view(stand.table).markers == ()


@proves("bonus 7")
def test_bonus_7_a_table_without_envy_has_no_markers():
    """An envy lammer lies beside each bonus wager."""
    stand = open_stand(GAME, "TCPB-01")
    stand.start("seat 1: ante 5, bonus 1; 2c 6d Th; fold\ndealer: Jc 8d 4s")
    assert view(stand.table).markers == ()
    assert not of(event.EnvyMarkersPlaced, stand.events)


@proves("bonus 10a", "bonus 10b")
def test_bonus_10a_an_envy_hand_lies_open_until_the_envy_has_been_paid():
    """An envy hand stays face up, other cards are locked up."""
    stand = open_stand(GAME, "TCPB-04E")
    stand.start(
        """
        seat 1: ante 5, bonus 1; 2c 6d Th; fold
        seat 2: ante 5, bonus 1; 5h 6h 7h; play
        dealer: Jc 8d 4s
        """
    )
    stand.run(until=Phase.CLOSING)
    assert view(stand.table).kept == (2,)
    assert view(stand.table, 1).hands["seat 2 hand"] == ("5h", "6h", "7h")
    assert "Envy bonus paid." not in said(stand.events)
    stand.run()
    assert said(stand.events)[-1] == "Envy bonus paid."
    assert told(stand.events)[-1] == "1 bonus: envy 5 for straight_flush of seat 2"


@proves("bonus 10c")
def test_bonus_10c_nobody_gets_envy_on_one_spot_for_the_hand_on_his_other():
    """Never for one's own hand or the dealer's."""
    stand = open_stand(GAME, "TCPB-04E")
    stand.play(
        """
        seat 1 of Ann: ante 5, bonus 1; 2c 6d Th; fold
        seat 2 of Ann: ante 5, bonus 1; 5h 6h 7h; play
        seat 4 of Ben: ante 5, bonus 1; 5c 3d 9h; play
        dealer: Jc 8d 4s
        """
    )
    assert [paid.seat for paid in of(event.EnvyPaid, stand.events)] == [4]
