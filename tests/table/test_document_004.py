"""Document 004: the Bet the Set 21 Progressive at blackjack, rule by rule."""

import pytest
from rulebook import book
from stand import MICROS, done, make_meters, of, only, open_stand, told

from documents import proves
from pitboss.base.error import InputError
from pitboss.rules import Face
from pitboss.table import command, event
from pitboss.table.phase import Phase, RefusedError
from pitboss.table.view import view

DOCUMENT = "004"
GAME = "blackjack"


case = book("004", GAME)

CASES = [
    case(
        "step 1, step 2, step 7, step 8",
        "an up card that matches no pair settles every progressive before anybody plays",
        """
        seat 1: bet 5, progressive 1; 9h 9h; stand
        seat 2: bet 5, progressive 1; 9d 9s; stand
        seat 3: bet 5; 9c 9c; stand
        dealer: 8c 9d
        """,
        """
        2 progressive: lose 1 -> 0
        1 progressive: suited_pair 1 -> 25
        3 bet: win 5 -> 10
        2 bet: win 5 -> 10
        1 bet: win 5 -> 10
        """,
    ),
    case(
        "step 2, step 8",
        "an up card that matches a pair makes that seat wait, and no other",
        """
        seat 1: bet 5, progressive 1; 9h 9h; stand
        seat 2: bet 5, progressive 1; 9d 9s; stand
        seat 3: bet 5, progressive 1; 4h 4h; stand
        dealer: 9c 8d
        """,
        """
        3 progressive: suited_pair 1 -> 25
        2 progressive: held
        1 progressive: held
        3 bet: lose 5 -> 0
        2 bet: win 5 -> 10
        2 progressive: lose 1 -> 0
        1 bet: win 5 -> 10
        1 progressive: suited_pair 1 -> 25
        """,
    ),
    case(
        "step 2, step 3, step 8",
        "four of one rank pay 500 for 1, whatever their suits, and not the 25 as well",
        """
        seat 1: bet 5, progressive 1; 9h 9h; stand
        seat 2: bet 5, progressive 1; 9d 9s; stand
        dealer: 9c 9h
        """,
        """
        2 progressive: held
        1 progressive: held
        2 bet: tie 5 -> 5
        2 progressive: four_of_a_kind 1 -> 500
        1 bet: tie 5 -> 5
        1 progressive: four_of_a_kind 1 -> 500
        """,
    ),
]
TWO_SETS = """
    seat 1: bet 5, progressive 1; 9h 9h; stand
    seat 2: bet 5, progressive 1; 4h 4d; stand
    seat 3: bet 5; 5h 4d; stand
    seat 5: bet 5, progressive 1; 9h 9h; stand
    dealer: 9h 9h
"""


@pytest.mark.parametrize("round_", CASES)
def test_a_round_goes_as_the_document_says(round_):
    round_.check()


def amount(stand):
    (meter,) = stand.table.meters.levels.values()
    return meter.amount_micros


@proves("step 3", "step 4", "step 9a", "step 9b", "step 10a", "step 10b", "step 10c")
def test_step_3_two_sets_take_the_meter_from_the_right_and_each_pays_envy_to_the_others():
    """Suited four of a kind 100% of the meter and $1,000 of envy, four of a kind 500 for 1, suited pair 25
    for 1; seed $10,000.
    """
    stand = open_stand(GAME, meters=make_meters(main="89442 seed 10000"))
    stand.play(TWO_SETS)
    assert [words for words in told(stand.events) if " progressive: " in words] == [
        "5 progressive: held",
        "2 progressive: lose 1 -> 0",
        "1 progressive: held",
        "5 progressive: suited_four_of_a_kind 1 -> 89442.3",
        "5 progressive: marked for suited_four_of_a_kind",
        "1 progressive: suited_four_of_a_kind 1 -> 10000",
        "1 progressive: marked for suited_four_of_a_kind",
        "5 progressive: envy 1000 for suited_four_of_a_kind of seat 1",
        "2 progressive: envy 1000 for suited_four_of_a_kind of seat 1",
        "2 progressive: envy 1000 for suited_four_of_a_kind of seat 5",
        "1 progressive: envy 1000 for suited_four_of_a_kind of seat 5",
    ]
    assert amount(stand) == 10_000 * MICROS


@proves("step 3")
def test_step_3_the_meter_starts_at_the_printed_seed():
    """Suited four of a kind 100% of the meter and $1,000 of envy, four of a kind 500 for 1, suited pair 25
    for 1; seed $10,000.
    """
    assert amount(open_stand(GAME)) == 10_000 * MICROS


@proves("step 5")
def test_step_5_the_progressive_needs_a_bet_and_is_exactly_a_dollar():
    """With a regular wager comes, if wanted, the progressive one, on the sensor of the position, which lights
    up.
    """
    stand = open_stand(GAME)
    stand.sit({1: "Ann"})
    stand.do(command.OpenBets())
    with pytest.raises(RefusedError, match="Progressive rides along: place Bet"):
        stand.do(command.PlaceWager(1, "progressive", MICROS))
    stand.do(command.PlaceWager(1, "bet", 5 * MICROS))
    with pytest.raises(InputError, match=r"takes \$1.00 to \$1.00, not \$2.00"):
        stand.do(command.PlaceWager(1, "progressive", 2 * MICROS))


@proves("step 6")
def test_step_6_the_wagers_are_counted_when_the_bets_close_and_stay_on_the_table_until_settled():
    """COIN IN when all bets are down; the sensors with a wager stay lit."""
    stand = open_stand(GAME)
    stand.start(TWO_SETS)
    assert [e.seat for e in of(event.ProgressiveCounted, stand.events)] == [1, 2, 5]
    assert amount(stand) == 10_000 * MICROS + 300_000
    stand.run(until=Phase.DECIDING)
    lying = {seat.number: seat.in_play_micros // MICROS for seat in view(stand.table).seats}
    assert lying == {1: 6, 2: 5, 3: 5, 5: 6}
    assert any("the progressive wagers stay where they are" in words for words in done(stand.events))


@proves("step 7")
def test_step_7_cards_go_round_one_by_one_all_open_but_the_dealers_second():
    """The regular game is dealt by house procedures."""
    stand = open_stand(GAME)
    stand.start("seat 1: bet 5; Th 9d; stand\nseat 4: bet 5; Ts 8d; stand\ndealer: 7c Td")
    stand.run(until=Phase.DECIDING)
    dealt = [(e.hand, e.face) for e in of(event.CardsDealt, stand.events)]
    seats = [("seat 1 hand", Face.UP), ("seat 4 hand", Face.UP)]
    assert dealt == [*seats, ("dealer", Face.UP), *seats, ("dealer", Face.DOWN)]
    assert view(stand.table).hands["dealer"] == ("7c", "??")


@proves("step 8")
def test_step_8_a_held_progressive_is_told_once_and_settled_after_the_hole_card():
    """Regular wagers as usual; a pair that the up card does not match is settled at once, one that it matches
    waits for the second card.
    """
    stand = open_stand(GAME)
    stand.play("seat 1: bet 5, progressive 1; 9h 9h 2c; hit, stand\ndealer: 9c 8d")
    held = only(event.BetHeld, stand.events)
    assert (held.seat, held.bet) == (1, "progressive")
    opened = only(event.CardsOpened, stand.events)
    (settled,) = [e for e in of(event.BetSettled, stand.events) if e.bet == "progressive"]
    assert stand.events.index(held) < stand.events.index(opened) < stand.events.index(settled)


@proves("step 9h")
def test_step_9h_after_the_meter_was_paid_the_round_cannot_be_void():
    """What J-POT has logged is backed out by manual adjustment only."""
    stand = open_stand(GAME)
    stand.start(TWO_SETS)
    while not any("suited_four" in e.result for e in of(event.BetSettled, stand.events)):
        stand.step()
    with pytest.raises(RefusedError, match="a meter has paid"):
        stand.do(command.VoidRound("the floor", "a wrong payment"))


@proves("step 10a")
def test_step_10a_a_lower_hand_pays_no_envy():
    """Another player's envy hand pays every other progressive wager its envy; the hand itself gets its prize
    alone.
    """
    stand = open_stand(GAME)
    stand.play(
        """
        seat 1: bet 5, progressive 1; 9h 9h; stand
        seat 2: bet 5, progressive 1; 4h 4d; stand
        dealer: 9c 9h
        """
    )
    assert not of(event.EnvyPaid, stand.events)
