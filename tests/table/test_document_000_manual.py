"""Document 000, and the same manual again in 001: Three Card Poker, rule by rule."""

from itertools import pairwise

import pytest
from rulebook import book
from stand import MICROS, dealt, done, lines, of, only, open_stand, said, told

from documents import proves
from pitboss.base.error import InputError
from pitboss.rules import Face, load_game
from pitboss.table import command, event
from pitboss.table.phase import Phase, RefusedError
from pitboss.table.view import view

DOCUMENT = "000"
GAME = "three_card_poker"


case = book("000", GAME)

# Ante A pays 5, 4, 1 to 1; Pair Plus A 40, 30, 6, 4, 1 to 1; what rides along is proved in the next module.
CASES = [
    case(
        "overview 1 fold, overview 3 forfeit, dealing 4",
        "a fold forfeits the Ante and the Pair Plus, though the pair would have won",
        """
        seat 1: ante 5, pair_plus 10; 8h 8d 2c; fold
        dealer: Jc 9d 4s
        """,
        """
        1 ante: fold 5 -> 0
        1 pair_plus: fold 10 -> 0
        """,
        says=("Seat 1 folds.",),
    ),
    case(
        "overview 1 no play, dealing 6",
        "with jack high the Play is a push and the Ante wins, even for a lower hand",
        """
        seat 1: ante 5; 9h 7d 2c; play
        dealer: Jc 8d 4s
        """,
        """
        1 play: dealer does not play 5 -> 5
        1 ante: dealer does not play 5 -> 10
        """,
        says=("Dealer does not play: jack high.",),
    ),
    case(
        "overview 1 plays, dealing 6",
        "against queen high the better hand wins both",
        """
        seat 1: ante 5; Kh 7d 2c; play
        dealer: Qc 3d 2s
        """,
        """
        1 play: win 5 -> 10
        1 ante: win 5 -> 10
        """,
        says=("Dealer plays with queen high.",),
    ),
    case(
        "overview 1 plays",
        "a lower hand loses both",
        """
        seat 1: ante 5; Qh 3h 2d; play
        dealer: Qc 4d 2s
        """,
        """
        1 play: lose 5 -> 0
        1 ante: lose 5 -> 0
        """,
    ),
    case(
        "overview 1 plays",
        "equal hands push both (decided: the document is silent)",
        """
        seat 1: ante 5; Qh 7d 4c; play
        dealer: Qd 7h 4s
        """,
        """
        1 play: tie 5 -> 5
        1 ante: tie 5 -> 5
        """,
    ),
    case(
        "overview 1 bonus",
        "a straight that loses to the dealer still gets its bonus",
        """
        seat 1: ante 5; 5h 6d 7c; play
        dealer: 8s 8h 8d
        """,
        """
        1 play: lose 5 -> 0
        1 ante_bonus: straight 0 -> 5
        1 ante: lose 5 -> 0
        """,
        says=("Dealer plays with three eights.", "Ante Bonus, straight."),
    ),
    case(
        "overview 1 bonus",
        "and so does one against a dealer who does not play",
        """
        seat 1: ante 5; 5h 5d 5c; play
        dealer: Jc 9d 4s
        """,
        """
        1 play: dealer does not play 5 -> 5
        1 ante_bonus: three_of_a_kind 0 -> 20
        1 ante: dealer does not play 5 -> 10
        """,
    ),
    case(
        "overview 2, dealing 1",
        "Pair Plus alone has nothing to decide and wins against the best dealer's hand",
        """
        seat 1: pair_plus 10; 8h 8d 2c
        seat 2: pair_plus 10; Ah Kd 9c
        dealer: As Ks Qs
        """,
        """
        2 pair_plus: lose 10 -> 0
        1 pair_plus: pair 10 -> 20
        """,
    ),
    case(
        "overview 3, dealing 1",
        "the two wagers differ and the Play equals the Ante",
        """
        seat 1: ante 5, pair_plus 20; 8h 8d 2c; play
        dealer: Qc 3d 2s
        """,
        """
        1 play: win 5 -> 10
        1 ante: win 5 -> 10
        1 pair_plus: pair 20 -> 40
        """,
    ),
    case(
        "dealing 2 names",
        "the seats without Pair Plus are named",
        """
        seat 1: ante 5, pair_plus 5; 2c 5d 9h; play
        seat 2: ante 5; 2d 5h 9s; play
        seat 3: ante 5; 2h 5s 9c; play
        seat 5: ante 5; 2s 5c 9d; play
        dealer: Jc 8d 4s
        """,
        """
        5 play: dealer does not play 5 -> 5
        5 ante: dealer does not play 5 -> 10
        3 play: dealer does not play 5 -> 5
        3 ante: dealer does not play 5 -> 10
        2 play: dealer does not play 5 -> 5
        2 ante: dealer does not play 5 -> 10
        1 play: dealer does not play 5 -> 5
        1 ante: dealer does not play 5 -> 10
        1 pair_plus: lose 5 -> 0
        """,
        says=("No more bets.", "No Pair Plus on 2, 3 and 5."),
    ),
    case(
        "dealing 7",
        "from the right, every seat's bets from the back forwards, what rides along with them",
        """
        seat 1: ante 5, pair_plus 5, six_card_bonus 1, bonus 1, progressive 1; 5h 6h 7h; play
        seat 3: ante 5, pair_plus 5, six_card_bonus 1, bonus 1, progressive 1; Kh 7d 2c; play
        seat 7: ante 5, pair_plus 5, six_card_bonus 1, bonus 1, progressive 1; 9s 9d 9c; play
        dealer: Qc 3d 2s
        """,
        """
        7 play: win 5 -> 10
        7 ante_bonus: three_of_a_kind 0 -> 20
        7 ante: win 5 -> 10
        7 pair_plus: three_of_a_kind 5 -> 155
        7 six_card_bonus: three_of_a_kind 1 -> 6
        7 bonus: three_of_a_kind 1 -> 101
        7 progressive: three_of_a_kind 1 -> 60
        3 play: win 5 -> 10
        3 ante: win 5 -> 10
        3 pair_plus: lose 5 -> 0
        3 six_card_bonus: lose 1 -> 0
        3 bonus: lose 1 -> 0
        3 progressive: lose 1 -> 0
        1 play: win 5 -> 10
        1 ante_bonus: straight_flush 0 -> 25
        1 ante: win 5 -> 10
        1 pair_plus: straight_flush 5 -> 205
        1 six_card_bonus: lose 1 -> 0
        1 bonus: straight_flush 1 -> 126
        1 progressive: straight_flush 1 -> 70
        """,
    ),
    case(
        "dealing 7 order",
        "the house may settle in an order of its own",
        """
        seat 1: ante 5, pair_plus 5; 5h 6h 7h; play
        seat 2: ante 5, pair_plus 5; Kh 7d 2c; play
        dealer: Qc 3d 2s
        """,
        """
        2 pair_plus: lose 5 -> 0
        2 ante: win 5 -> 10
        2 play: win 5 -> 10
        1 pair_plus: straight_flush 5 -> 205
        1 ante: win 5 -> 10
        1 play: win 5 -> 10
        1 ante_bonus: straight_flush 0 -> 25
        """,
        settlement_order="pair_plus, ante, play, ante_bonus, six_card_bonus, bonus, progressive",
    ),
]


@pytest.mark.parametrize("round_", CASES)
def test_a_round_goes_as_the_document_says(round_):
    round_.check()


# -- the overview ----------------------------------------------------------------------------------

LADDER = [
    "Ah Kh Qh",
    "2h 3h Ah",
    "Ac Ad As",
    "2c 2d 2s",
    "Ac Kd Qs",
    "2c 3d 4s",
    "Ac 2d 3s",
    "Ad Kd Jd",
    "2c 3c 5c",
    "Ac Ad Ks",
    "3c 3d 2s",
    "2c 2d As",
    "Ac Kd Js",
    "Ac 4d 2s",
    "Kc Qd Ts",
    "Qc 4d 2s",
]


@proves("overview deck")
def test_overview_deck_is_one_of_52_cards():
    """One deck of 52 cards."""
    assert (load_game(GAME).deck.size, len(set(load_game(GAME).deck))) == (52, 52)


@proves("overview ranking")
@pytest.mark.parametrize(("higher", "lower"), list(pairwise(LADDER)))
def test_overview_ranking_hands_rank_as_in_the_document(higher, lower):
    """The same cards cannot be dealt twice, so the lower hand changes its suits where it must."""
    taken = set(higher.split())
    suits = dict(zip("cdhs", "dhsc", strict=True))
    while taken & set(lower.split()):
        lower = " ".join(card[0] + suits[card[1]] for card in lower.split())
    stand = open_stand(GAME)
    stand.play(f"seat 1: ante 5; {higher}; play\ndealer: {lower}")
    assert "1 play: win 5 -> 10" in told(stand.events)


@proves("overview side bets")
def test_overview_side_bets_there_is_no_wager_between_players():
    """Players do not bet with one another."""
    stand = open_stand(GAME)
    assert set(stand.game.wagers) == {"ante", "pair_plus", "six_card_bonus", "bonus", "progressive"}
    stand.bet("seat 1: ante 5; 2c 5d 9h; fold\ndealer: Jc 9d 4s")
    assert {e.audience for e in stand.events} == {None}


# -- dealing ---------------------------------------------------------------------------------------

FULL_TABLE = "\n".join(
    [f"seat {n}: ante 5; {cards}; play" for n, cards in enumerate(["2c 5d 9h", "2d 5h 9s", "2h 5s 9c"], 1)]
    + ["seat 6: ante 5; 2s 5c 9d; fold", "seat 7: pair_plus 5; 3s 6c Td", "dealer: Jc 8d 4s"]
)


@proves("dealing 1 two spots")
def test_dealing_1_two_spots_a_player_may_bet_on_two_spots_side_by_side_and_on_no_others():
    """A house may let a player bet on two positions side by side."""
    stand = open_stand(GAME)
    stand.sit({3: "Ann", 5: "Bob"})
    with pytest.raises(RefusedError, match="two spots side by side; Ann has seat 3"):
        stand.do(command.TakeSeat("Ann", 1))
    stand.do(command.TakeSeat("Ann", 2))
    with pytest.raises(RefusedError, match="two spots side by side"):
        stand.do(command.TakeSeat("Ann", 1))
    strict = open_stand(GAME, two_adjacent_spots=False)
    strict.sit({3: "Ann"})
    with pytest.raises(RefusedError, match="this house lets nobody hold two spots"):
        strict.do(command.TakeSeat("Ann", 2))


@proves("dealing 2")
def test_dealing_2_no_more_bets_is_called_before_the_first_card_and_no_wager_moves_after_it():
    """No more bets is called before the first card."""
    stand = open_stand(GAME)
    stand.start(FULL_TABLE)
    assert not of(event.CardsDealt, stand.events)
    assert only(event.BetsClosed, stand.events).seats == (1, 2, 3, 6, 7)
    assert said(stand.events)[-2:] == ["No more bets.", "No Pair Plus on 1, 2, 3 and 6."]
    for asked in (command.PlaceWager(1, "pair_plus", 5 * MICROS), command.TakeBack(1, "ante")):
        with pytest.raises(RefusedError, match="cannot be now: the dealer deals"):
            stand.do(asked)


@proves("dealing 2 names")
def test_dealing_2_names_nobody_is_named_where_everybody_has_pair_plus():
    """The positions without a Pair Plus are named aloud."""
    stand = open_stand(GAME)
    stand.start("seat 1: pair_plus 5; 2c 5d 9h\ndealer: Jc 8d 4s")
    assert said(stand.events)[-1] == "No more bets."


@proves("dealing 3")
def test_dealing_3_three_cards_go_face_down_from_the_left_and_the_dealer_comes_last():
    """Three cards face down to each player from the dealer's left, then to the dealer; the bottom card is not
    shown.
    """
    stand = open_stand(GAME)
    stand.start(FULL_TABLE)
    stand.run(until=Phase.DECIDING)
    hands = [f"seat {seat} hand" for seat in (1, 2, 3, 6, 7)]
    assert list(dealt(stand.events)) == [*hands, "dealer"]
    for e in of(event.CardsDealt, stand.events):
        assert [str(slot) for slot in e.slots] == ["??"] * 3
        assert e.face is (Face.DOWN if e.hand == "dealer" else Face.SEAT)
    assert all(cards == ("??", "??", "??") for cards in view(stand.table).hands.values())


@proves("dealing 3")
def test_dealing_3_every_player_may_look_at_his_own_three_cards_only():
    """Three cards face down to each player from the dealer's left, then to the dealer; the bottom card is not
    shown.
    """
    stand = open_stand(GAME)
    stand.start(FULL_TABLE)
    stand.run(until=Phase.DECIDING)
    assert view(stand.table, 2).hands["seat 2 hand"] == ("2d", "5h", "9s")
    assert view(stand.table, 2).hands["seat 1 hand"] == ("??", "??", "??")


@proves("dealing 4")
def test_dealing_4_the_play_is_exactly_the_ante_and_the_only_other_choice_is_to_fold():
    """A player makes a Play equal to the Ante, or folds and loses Ante and Pair Plus."""
    stand = open_stand(GAME)
    stand.start("seat 1: ante 35, pair_plus 5; 2c 5d 9h; play\ndealer: Jc 8d 4s")
    stand.run(until=Phase.DECIDING)
    offered = view(stand.table).asked
    assert (offered.seat, offered.question) == (1, "play")
    assert {option.name: option.stake_micros // MICROS for option in offered.options} == {
        "fold": 0,
        "play": 35,
    }


@proves("dealing 5")
def test_dealing_5_what_was_forfeited_is_collected_before_the_dealers_cards_are_open():
    """When all have decided, forfeited wagers and cards are collected."""
    stand = open_stand(GAME)
    stand.play(
        """
        seat 1: ante 5, pair_plus 5; 2c 5d 9h; fold
        seat 2: ante 5; 2d 5h 9s; play
        seat 4: ante 5; 2h 5s 9c; fold
        dealer: Jc 8d 4s
        """
    )
    kinds = (event.DecisionTaken, event.BetSettled, event.CardsOpened)
    order = [type(e).__name__ for e in stand.events if isinstance(e, kinds)]
    assert order[:7] == ["DecisionTaken"] * 3 + ["BetSettled"] * 3 + ["CardsOpened"]
    assert told(stand.events)[:3] == lines(
        """
        1 ante: fold 5 -> 0
        1 pair_plus: fold 5 -> 0
        4 ante: fold 5 -> 0
        """
    )


@proves("dealing 6")
def test_dealing_6_the_dealers_hand_is_set_from_high_to_low_before_any_hand_is_opened():
    """The dealer's hand is put from high to low, and it is announced whether it plays."""
    stand = open_stand(GAME)
    stand.play(FULL_TABLE)
    opened = [e.hand for e in of(event.CardsOpened, stand.events)]
    assert opened[0] == "dealer"
    assert "opens the house's hand and sets it from high to low" in done(stand.events)


@proves("dealing 7")
def test_dealing_7_each_hand_is_opened_from_the_right_just_before_it_is_settled():
    """From the dealer's right each hand is opened and settled: Play, Ante Bonus, Ante, Pair Plus."""
    stand = open_stand(GAME)
    stand.play(FULL_TABLE)
    opened = [e.hand for e in of(event.CardsOpened, stand.events)]
    played = [hand for hand in opened if hand not in ("dealer", "seat 6 hand")]
    assert played == ["seat 7 hand", "seat 3 hand", "seat 2 hand", "seat 1 hand"]
    for e in stand.events:
        if isinstance(e, event.BetSettled) and e.result != "fold":
            before = stand.events[: stand.events.index(e)]
            assert of(event.CardsOpened, before)[-1].hand == f"seat {e.seat} hand"


# -- irregularities, limits ------------------------------------------------------------------------


@proves("irregularities 1")
@pytest.mark.parametrize("hand", ["seat 1 hand", "seat 2 hand", "dealer"])
def test_irregularities_1_a_wrong_number_of_cards_anywhere_voids_all_hands_and_the_cards_are_shuffled_again(
    hand,
):
    """A wrong number of cards in any hand voids all hands, and the cards are shuffled again."""
    stand = open_stand(GAME)
    script = "seat 1: ante 5; 2c 5d 9h; play\nseat 2: pair_plus 10; 2d 5h 9s\ndealer: Jc 8d 4s"
    stand.start(script)
    stand.run(until=Phase.DECIDING)
    first = only(event.ShuffleSealed, stand.events).commitment
    voided = stand.do(command.ReportWrongCount("the dealer", "four cards", hand, 4))[-1]
    assert voided.returned == ((1, 5 * MICROS), (2, 10 * MICROS))
    stand.play(script)
    assert only(event.ShuffleSealed, stand.events).commitment != first


@proves("irregularities 2.2")
def test_irregularities_2_2_the_backup_takes_the_place_of_a_broken_shuffler_and_play_resumes():
    """If it goes on failing: seven steps, from switching it off to resuming play with the backup, service
    called.
    """
    stand = open_stand(GAME)
    stand.start(FULL_TABLE)
    stand.do(command.ReportFault("the dealer", "it jams again and again"))
    swapped = stand.do(command.SwapShuffler("the floor", "it jams"))[0]
    assert (swapped.old, swapped.new, swapped.by) == ("i-Deal Plus", "ACE", "the floor")
    stand.start_all()
    stand.run()
    assert only(event.RoundClosed, stand.events)


@proves("exceptions ante")
def test_exceptions_ante_where_the_ante_is_mandatory_pair_plus_cannot_stand_alone():
    """Where the Ante is mandatory, Pair Plus needs one."""
    stand = open_stand(GAME, ante_mandatory=True)
    stand.sit({1: "Ann"})
    stand.do(command.OpenBets())
    with pytest.raises(RefusedError, match="Pair Plus rides along: place Ante on seat 1 first"):
        stand.do(command.PlaceWager(1, "pair_plus", 5 * MICROS))
    stand.do(command.PlaceWager(1, "ante", 5 * MICROS), command.PlaceWager(1, "pair_plus", 5 * MICROS))
    with pytest.raises(RefusedError, match="Pair Plus cannot lie alone"):
        stand.do(command.TakeBack(1, "ante"))


@proves("exceptions limits")
@pytest.mark.parametrize("wager", ["ante", "pair_plus"])
def test_exceptions_limits_the_posted_limits_hold_for_every_spot(wager):
    """No limit above the authorised one."""
    stand = open_stand(GAME)
    stand.sit({1: "Ann"})
    stand.do(command.OpenBets())
    for stake in (4, 101):
        with pytest.raises(InputError, match=r"takes \$5.00 to \$100.00"):
            stand.do(command.PlaceWager(1, wager, stake * MICROS))
