"""Document 002: Three Card Draw Poker with Pair Plus, rule by rule."""

import pytest
from rulebook import book
from stand import MICROS, dealt, done, of, open_stand, said, told

from documents import proves
from pitboss.base.error import InputError
from pitboss.rules import Face
from pitboss.table import command, event
from pitboss.table.phase import Phase
from pitboss.table.view import view

DOCUMENT = "002"
GAME = "three_card_draw_poker"


case = book("002", GAME)

# The Ante Bonus is 10, 7, 5 times the Ante; Pair Plus of TCDPPP-01 pays 100, 40, 25, 5, 4, 1 to 1.
CASES = [
    case(
        "step 2, step 6a, step 8, step 9",
        "a fold loses the Ante at once and the Pair Plus is paid in its turn, on the cards as dealt",
        """
        seat 1: ante 5, pair_plus 10; 8h 8d 2c / draw 8s; fold
        seat 2: pair_plus 10; Ah Kd 9c / draw As
        seat 3: ante 5; 4h 5d 9h / draw Ad; fold
        dealer: Kc 9d 4s 3h
        """,
        """
        1 ante: fold 5 -> 0
        3 ante: fold 5 -> 0
        2 pair_plus: lose 10 -> 0
        1 pair_plus: pair 10 -> 20
        """,
        says=("No Pair Plus on 3.", "Seat 1 folds.", "Seat 3 folds.", "Dealer has king high."),
    ),
    case(
        "step 6b, step 6b i, step 6b i 1, step 10, step 10a, step 11",
        "the draw card makes three of a kind: even money on Ante and Play, five antes of bonus",
        """
        seat 1: ante 5, pair_plus 5; 7h 7d 2c / draw 7s; play 1x, discard third
        dealer: Kc 9d 4s 3h
        """,
        """
        1 pair_plus: pair 5 -> 10
        1 ante: win 5 -> 10
        1 play: win 5 -> 10
        1 ante_bonus: three_of_a_kind 0 -> 25
        """,
        says=("Ante Bonus, three of a kind.",),
    ),
    case(
        "step 6b, step 6b iii, step 10b, step 11",
        "three of a kind kept loses to a higher one, doubled Play and all, and still gets its bonus",
        """
        seat 1: ante 5; 7h 7d 7c / draw 2s; play 2x, keep all
        dealer: 9c 9d 9h 3h
        """,
        """
        1 ante: lose 5 -> 0
        1 play: lose 10 -> 0
        1 ante_bonus: three_of_a_kind 0 -> 25
        """,
        says=("Dealer has three nines.",),
    ),
    case(
        "step 10c",
        "equal final hands push Ante and Play",
        """
        seat 1: ante 5; Kh 2d 9c / draw 5s; play 2x, discard second
        dealer: Kc 9d 5h 3h
        """,
        """
        1 ante: tie 5 -> 5
        1 play: tie 10 -> 10
        """,
    ),
    case(
        "step 9, step 11",
        "a pair broken by the draw still wins Pair Plus, and a draw that was not taken counts for nothing",
        """
        seat 1: ante 5, pair_plus 5; 7h 7d 2c / draw Ks; play 1x, discard first
        seat 2: ante 5, pair_plus 5; 8h 8d 2d / draw 8s; play 1x, keep all
        dealer: 9c 9d 4s 3h
        """,
        """
        2 pair_plus: pair 5 -> 10
        2 ante: lose 5 -> 0
        2 play: lose 5 -> 0
        1 pair_plus: pair 5 -> 10
        1 ante: lose 5 -> 0
        1 play: lose 5 -> 0
        """,
    ),
    case(
        "step 7",
        "the dealer needs nothing to play and makes the best three of four",
        """
        seat 1: ante 5; 9h 7d 2c / draw 7s; play 1x, keep all
        seat 2: ante 5; Ah Kd 2s / draw 7c; play 1x, keep all
        dealer: 5c Kh 5d 2h
        """,
        """
        2 ante: lose 5 -> 0
        2 play: lose 5 -> 0
        1 ante: lose 5 -> 0
        1 play: lose 5 -> 0
        """,
        says=("Dealer has a pair of fives.",),
    ),
    case(
        "step 7, overview game",
        "eight high of the dealer plays and loses",
        """
        seat 1: ante 5; 9h 7d 2c / draw 7s; play 1x, keep all
        dealer: 8c 5h 3d 2h
        """,
        """
        1 ante: win 5 -> 10
        1 play: win 5 -> 10
        """,
    ),
    case(
        "overview ranking, step 11",
        "a mini royal beats a straight flush and is paid as what it is",
        """
        seat 1: ante 5, pair_plus 5; Ah Kh Qh / draw 7s; play 1x, keep all
        seat 2: ante 5, pair_plus 5; Jc Kc Qc / draw 7c; play 1x, keep all
        dealer: Ks Qs Js 2d
        """,
        """
        2 pair_plus: straight_flush 5 -> 205
        2 ante: tie 5 -> 5
        2 play: tie 5 -> 5
        2 ante_bonus: straight_flush 0 -> 35
        1 pair_plus: akq_suited 5 -> 505
        1 ante: win 5 -> 10
        1 play: win 5 -> 10
        1 ante_bonus: akq_suited 0 -> 50
        """,
    ),
]
TWO_SEATS = """
    seat 1: ante 5, pair_plus 5; 7h 7d 2c / draw 7s; play 1x, discard third
    seat 4: ante 5, pair_plus 5; 8h 3d 2s / draw 8c; play 1x, discard first
    dealer: Kc 9d 4s 3h
"""


@pytest.mark.parametrize("round_", CASES)
def test_a_round_goes_as_the_document_says(round_):
    round_.check()


@proves("step 1")
def test_step_1_the_shuffler_is_set_for_packets_of_four():
    """The shuffler is set to the game."""
    assert open_stand(GAME).table.source.packet_sizes == (4,)


@proves("step 2")
def test_step_2_where_the_house_makes_the_ante_mandatory_pair_plus_does_not_stand_alone():
    """Players make an Ante, a Pair Plus, or both."""
    stand = open_stand(GAME, ante_mandatory=True)
    stand.sit({1: "Ann"})
    stand.do(command.OpenBets())
    with pytest.raises(InputError, match="Pair Plus rides along: place Ante"):
        stand.do(command.PlaceWager(1, "pair_plus", 5 * MICROS))


@proves("step 3", "step 4")
def test_step_3_each_set_of_four_is_a_hand_and_an_unseen_draw_card_and_the_dealer_comes_last():
    """Sets of four from the left; the top card goes unseen to its own place."""
    stand = open_stand(GAME)
    stand.start(TWO_SEATS)
    stand.run(until=Phase.DECIDING)
    assert list(dealt(stand.events)) == ["seat 1 hand", "seat 1 draw", "seat 4 hand", "seat 4 draw", "dealer"]
    sizes = [(len(e.slots), e.face) for e in of(event.CardsDealt, stand.events)]
    assert sizes == [(3, Face.SEAT), (1, Face.DOWN)] * 2 + [(4, Face.DOWN)]
    assert stand.table.source.packets == 3
    seen = view(stand.table, 1).hands
    assert seen["seat 1 hand"] == ("7h", "7d", "2c")
    assert seen["seat 1 draw"] == ("??",)
    assert seen["dealer"] == ("??",) * 4


@proves("step 6b", "step 6b iii")
def test_step_6b_a_seat_first_chooses_its_play_and_then_its_discard():
    """To stay takes a Play of one to two antes."""
    stand = open_stand(GAME)
    stand.start(TWO_SEATS)
    stand.run(until=Phase.DECIDING)
    asked = view(stand.table).asked
    assert [(o.name, o.stake_micros // MICROS) for o in asked.options] == [
        ("fold", 0),
        ("play 1x", 5),
        ("play 2x", 10),
    ]
    stand.step()
    asked = view(stand.table).asked
    assert (asked.seat, [o.name for o in asked.options]) == (
        1,
        ["keep all", "discard first", "discard second", "discard third"],
    )
    assert all(o.stake_micros == 0 for o in asked.options)


@proves("step 6b i 1", "step 9", "step 10")
def test_step_6b_i_1_pair_plus_is_settled_while_the_draw_card_is_hidden_and_before_the_rest():
    """The draw card completes such a hand, and is opened after the dealer's cards."""
    stand = open_stand(GAME)
    stand.start(TWO_SEATS)
    while not of(event.BetSettled, stand.events):
        stand.step()
    assert told(stand.events) == ["4 pair_plus: lose 5 -> 0"]
    assert view(stand.table).hands["seat 4 draw"] == ("??",)
    stand.run()
    opened = [e.hand for e in of(event.CardsOpened, stand.events)]
    assert opened == ["dealer", "seat 4 hand", "seat 4 draw", "seat 1 hand", "seat 1 draw"]
    assert "opens the Draw Card of seat 1; the final hand is three sevens" in done(stand.events)


@proves("step 7")
def test_step_7_the_dealer_opens_four_cards_after_all_have_decided():
    """The dealer opens four cards and makes the best three."""
    stand = open_stand(GAME)
    stand.play(TWO_SEATS)
    first = of(event.CardsOpened, stand.events)[0]
    assert (first.hand, len(first.cards)) == ("dealer", 4)
    before = stand.events[: stand.events.index(first)]
    assert len(of(event.DecisionTaken, before)) == 4
    assert "Dealer has king high." in said(stand.events)


SETS = {
    "TCDPPP-01": [100, 40, 25, 5, 4, 1],
    "TCDPPP-02": [100, 40, 30, 5, 4, 1],
    "TCDPPP-03": [100, 40, 30, 6, 3, 1],
}
HANDS = ["Ah Kh Qh", "Jh Kh Qh", "7h 7d 7c", "5h 6d 7c", "2h 5h 9h", "7h 7d 2c"]


@proves("paytables TCDPPP-01 to 03")
@pytest.mark.parametrize("table", SETS)
def test_paytables_tcdppp_01_to_03_pair_plus_is_paid_by_the_posted_set(table):
    """Three sets of Pair Plus and Ante Bonus."""
    stand = open_stand(GAME, table)
    for cards, odds in zip(HANDS, SETS[table], strict=True):
        stand.play(f"seat 1: pair_plus 5; {cards} / draw 3s\ndealer: Tc 9d 4s 3c")
        (settled,) = of(event.BetSettled, stand.events)
        assert settled.payout_micros == 5 * (odds + 1) * MICROS
