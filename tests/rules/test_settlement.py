"""Rounds checked by hand against the rules of each game, one rule a test."""

import pytest

from dealing import nets, play_script
from pitboss.base.error import InputError
from pitboss.rules import load_game
from pitboss.rules.envy import envies

MICROS = 1_000_000

# -- Three Card Poker --------------------------------------------------------------------------------------


def three_card(player, dealer, choice="play", *wagers, game=None):
    game = game or load_game("three_card_poker")
    choices = {"1 play": choice} if choice else {}
    round_ = play_script(
        game, {"seat 1 hand": player, "dealer": dealer}, choices, wagers={1: wagers or ("ante",)}
    )
    return nets(game, round_)


def test_dealer_without_a_queen_pays_the_ante_and_pushes_the_play():
    assert three_card("Kh 7d 2c", "Jc 9d 4s") == {"play": 0, "ante_bonus": 0, "ante": 1}
    assert three_card("3h 5d 2c", "Jc 9d 4s") == {"play": 0, "ante_bonus": 0, "ante": 1}


def test_dealer_with_queen_high_plays_and_the_higher_hand_wins_both():
    assert three_card("Kh 7d 2c", "Qc 3d 2s") == {"play": 1, "ante_bonus": 0, "ante": 1}
    assert three_card("Qh 4d 2c", "Qc 4s 3s") == {"play": -1, "ante_bonus": 0, "ante": -1}


def test_dealer_with_a_low_pair_plays():
    assert three_card("Kh 7d 2c", "2h 2d 3s") == {"play": -1, "ante_bonus": 0, "ante": -1}


def test_equal_hands_push_play_and_ante():
    assert three_card("Qh 7d 4c", "Qd 7h 4s") == {"play": 0, "ante_bonus": 0, "ante": 0}


def test_a_straight_beats_the_dealers_flush():
    assert three_card("Ah 2d 3c", "Ad Kd Jd") == {"play": 1, "ante_bonus": 1, "ante": 1}


def test_a_fold_forfeits_the_ante_and_a_winning_pair_plus():
    net = three_card("8h 8d 2c", "Jc 9d 4s", "fold", "ante", "pair_plus")
    assert net == {"play": 0, "ante_bonus": 0, "ante": -1, "pair_plus": -1}


def test_a_fold_forfeits_the_ante_bonus():
    assert three_card("5h 6h 7h", "Jc 9d 4s", "fold") == {"play": 0, "ante_bonus": 0, "ante": -1}


def test_pair_plus_alone_has_no_decision_and_does_not_care_for_the_dealer():
    assert three_card("8h 8d 2c", "As Ks Qs", None, "pair_plus") == {"pair_plus": 1}
    assert three_card("Ah Kd 9c", "Jc 9d 4s", None, "pair_plus") == {"pair_plus": -1}


@pytest.mark.parametrize(
    ("cards", "net"),
    [("5h 6h 7h", 40), ("5h 5d 5c", 30), ("5h 6d 7c", 6), ("2h 6h 9h", 4), ("2h 2d 9c", 1), ("Ah Kd 9c", -1)],
)
def test_pair_plus_a_pays_40_30_6_4_1(cards, net):
    assert three_card(cards, "Jc 8d 4s", None, "pair_plus") == {"pair_plus": net}


def test_the_ante_bonus_is_paid_to_a_hand_that_loses():
    assert three_card("5h 6d 7c", "8s 8h 8d") == {"play": -1, "ante_bonus": 1, "ante": -1}


def test_the_ante_bonus_is_paid_when_the_dealer_does_not_play():
    assert three_card("5h 6h 7h", "Jc 9d 4s") == {"play": 0, "ante_bonus": 5, "ante": 1}


def test_the_ante_bonus_puts_nothing_of_its_own_at_risk():
    game = load_game("three_card_poker")
    hands = {"seat 1 hand": "5h 6h 7h", "dealer": "Jc 9d 4s"}
    round_ = play_script(game, hands, {"1 play": "play"}, wagers={1: ("ante",)})
    stakes = [result.stake for result in game.settle(round_, 1)["ante"]]
    assert dict(zip(game.wagers["ante"].bets, stakes, strict=True)) == {"play": 1, "ante_bonus": 0, "ante": 1}


def test_a_designator_puts_both_its_tables_in_force():
    game = load_game("three_card_poker").with_paytable("TCP-12")
    net = three_card("5h 6h 7h", "Jc 9d 4s", "play", "ante", "pair_plus", game=game)
    assert net == {"play": 0, "ante_bonus": 4, "ante": 1, "pair_plus": 40}
    assert three_card("2h 6h 9h", "Jc 8d 4s", None, "pair_plus", game=game) == {"pair_plus": 3}


def test_the_6_card_bonus_survives_a_fold_and_uses_the_dealers_cards():
    net = three_card("2c 3c 9c", "9h 9d 4s", "fold", "ante", "six_card_bonus")
    assert net["six_card_bonus"] == 5
    net = three_card("Ah Kh 9c", "Qh Jh Th", "fold", "ante", "six_card_bonus")
    assert net["six_card_bonus"] == 1000


def test_the_6_card_bonus_loses_with_two_pair():
    assert three_card("9h 9d 4s", "4c Ah Kd", "play", "ante", "six_card_bonus")["six_card_bonus"] == -1


@pytest.mark.parametrize(
    ("cards", "without_straight", "with_straight"),
    [
        ("As Ks Qs", 4000, 4000),
        ("Ah Kh Qh", 1000, 1000),
        ("Kh Qh Jh", 125, 60),
        ("9h 9d 9s", 100, 40),
        ("Ah Kd Qc", -1, 7),
        ("Ah 9h 2h", -1, -1),
    ],
)
def test_the_bonus_pays_a_straight_only_where_its_table_lists_one(cards, without_straight, with_straight):
    for table, net in (("TCPB-01", without_straight), ("TCPB-02", with_straight)):
        game = load_game("three_card_poker").with_paytable(table)
        assert three_card(cards, "Jc 8d 4s", "fold", "ante", "bonus", game=game)["bonus"] == net


def test_the_progressive_takes_the_meter_for_the_wager_and_pays_fixed_awards_for_one():
    assert three_card("As Ks Qs", "Jc 9d 4s", "play", "ante", "progressive")["progressive"] == 10_000 - 1
    assert three_card("Ad Kd Qd", "Jc 9d 4s", "play", "ante", "progressive")["progressive"] == 500 - 1
    assert three_card("5d 6h 7h", "Jc 9d 4s", "play", "ante", "progressive")["progressive"] == 6 - 1


def test_a_folded_hand_wins_the_progressive_unless_the_house_says_no():
    game = load_game("three_card_poker")
    strict = game.with_settings(folded_hands_qualify=False)
    deal = ("7h 7d 7c", "Jc 9d 4s", "fold", "ante", "progressive")
    assert three_card(*deal, game=game)["progressive"] == 60 - 1
    assert three_card(*deal, game=strict)["progressive"] == -1


# -- Three Card Draw Poker ---------------------------------------------------------------------------------


def draw_poker(cards, draw, dealer, choices, *wagers):
    game = load_game("three_card_draw_poker")
    hands = {"seat 1 hand": cards, "seat 1 draw": draw, "dealer": dealer}
    answers = {f"1 {question}": option for question, option in choices.items()}
    return nets(game, play_script(game, hands, answers, wagers={1: wagers or ("ante",)}))


def test_a_draw_poker_fold_loses_the_ante_and_keeps_pair_plus():
    net = draw_poker("8h 8d 2c", "8s", "Kc 9d 4s 3h", {"play": "fold"}, "ante", "pair_plus")
    assert net == {"ante": -1, "play": 0, "ante_bonus": 0, "pair_plus": 1}


def test_pair_plus_looks_at_the_cards_as_dealt_and_the_ante_bonus_at_the_final_hand():
    choices = {"play": "play 1x", "draw": "discard third"}
    net = draw_poker("7h 7d 2c", "7s", "Kc 9d 4s 3h", choices, "ante", "pair_plus")
    assert net == {"ante": 1, "play": 1, "ante_bonus": 5, "pair_plus": 1}


def test_a_pair_broken_by_the_draw_still_wins_pair_plus():
    choices = {"play": "play 1x", "draw": "discard first"}
    net = draw_poker("7h 7d 2c", "Ks", "Ac 9d 4s 3h", choices, "ante", "pair_plus")
    assert net == {"ante": -1, "play": -1, "ante_bonus": 0, "pair_plus": 1}


def test_the_ante_bonus_is_paid_to_a_final_hand_that_loses_and_play_may_be_double():
    choices = {"play": "play 2x", "draw": "keep all"}
    net = draw_poker("7h 7d 7c", "2s", "9c 9d 9h 3h", choices)
    assert net == {"ante": -1, "play": -2, "ante_bonus": 5}


def test_a_draw_card_that_was_not_asked_for_does_not_count():
    net = draw_poker("7h 7d 2c", "7s", "9c 9d 4s 3h", {"play": "play 1x", "draw": "keep all"})
    assert net == {"ante": -1, "play": -1, "ante_bonus": 0}


def test_the_dealer_makes_the_best_three_of_four_and_needs_nothing_to_play():
    keep = {"play": "play 1x", "draw": "keep all"}
    assert draw_poker("Ah Kd 2c", "7s", "5c Kh 5d 2h", keep)["ante"] == -1
    assert draw_poker("9h 7d 2c", "7s", "8c 5h 3d 2h", keep) == {"ante": 1, "play": 1, "ante_bonus": 0}


def test_equal_final_hands_push_ante_and_play():
    choices = {"play": "play 2x", "draw": "discard second"}
    net = draw_poker("Kh 2d 9c", "5s", "Kc 9d 5h 3h", choices)
    assert net == {"ante": 0, "play": 0, "ante_bonus": 0}


def test_a_mini_royal_is_paid_as_one_and_not_as_a_straight_flush():
    keep = {"play": "play 1x", "draw": "keep all"}
    net = draw_poker("Ah Kh Qh", "7s", "9c 4d 3c 2d", keep, "ante", "pair_plus")
    assert net == {"ante": 1, "play": 1, "ante_bonus": 10, "pair_plus": 100}
    net = draw_poker("Jh Kh Qh", "7s", "9c 4d 3c 2d", keep, "ante", "pair_plus")
    assert net == {"ante": 1, "play": 1, "ante_bonus": 7, "pair_plus": 40}


# -- Mississippi Stud --------------------------------------------------------------------------------------


def mississippi(cards, board, streets, *wagers, table="MS-01", **settings):
    game = load_game("mississippi_stud").with_paytable(table).with_settings(**settings)
    questions = ("1 3rd street", "1 4th street", "1 5th street")
    choices = dict(zip(questions, streets, strict=False))
    round_ = play_script(game, {"seat 1 hand": cards, "board": board}, choices, wagers={1: ("ante", *wagers)})
    return nets(game, round_)


ALL_IN = ("bet 1x", "bet 2x", "bet 3x")


def main_bets(ante, third, fourth, fifth):
    return {"ante": ante, "third_street": third, "fourth_street": fourth, "fifth_street": fifth}


def test_every_bet_in_action_is_paid_at_the_same_odds():
    assert mississippi("Ah 9h", "2h 5h Jh", ALL_IN) == main_bets(6, 6, 12, 18)
    assert mississippi("As Ks", "Qs Js Ts", ALL_IN) == main_bets(500, 500, 1000, 1500)


@pytest.mark.parametrize(
    ("cards", "board", "odds"),
    [
        ("5h 5d", "2c 9s Kh", -1),
        ("6h 6d", "2c 9s Kh", 0),
        ("Th 3d", "Tc 9s Kh", 0),
        ("Jh 3d", "Jc 9s Kh", 1),
        ("4h 3d", "Ac As Kh", 1),
        ("2h 3d", "2c 3s Kh", 2),
        ("Ah 3d", "2c 4s 5h", 4),
        ("Ah Kd", "Jc 9s 7h", -1),
    ],
)
def test_sixes_to_tens_push_jacks_win_and_less_loses(cards, board, odds):
    assert mississippi(cards, board, ALL_IN) == main_bets(odds, odds, 2 * odds, 3 * odds)


def test_a_fold_loses_what_was_bet_so_far_even_with_a_winning_hand():
    board = "Jc 9s Kh"
    assert mississippi("Jh Jd", board, ("fold",)) == main_bets(-1, 0, 0, 0)
    assert mississippi("Jh Jd", board, ("bet 3x", "fold")) == main_bets(-1, -3, 0, 0)
    assert mississippi("Jh Jd", board, ("bet 3x", "bet 1x", "fold")) == main_bets(-1, -3, -1, 0)


def test_the_3_card_bonus_looks_at_the_shared_cards_alone_and_survives_a_fold():
    assert mississippi("2h 7d", "9c 9s Kh", ("fold",), "three_card_bonus")["three_card_bonus"] == 1
    assert mississippi("Kc Kd", "9c 8s Kh", ALL_IN, "three_card_bonus")["three_card_bonus"] == -1
    assert mississippi("2h 7d", "3c 4s 5h", ("fold",), "three_card_bonus")["three_card_bonus"] == 6


def test_a_mini_royal_on_the_board_is_a_straight_flush_where_the_table_has_no_line_for_it():
    for table, net in (("MS 3 Card Bonus 1", 40), ("MS 3 Card Bonus 4", 50)):
        bets = mississippi("2h 7d", "Kc Qc Ac", ("fold",), "three_card_bonus", table=table)
        assert bets["three_card_bonus"] == net


@pytest.mark.parametrize(
    ("table", "royal", "straight_flush", "quads"),
    [
        ("MS Stud-01", 10_000, 1_000, 300),
        ("MS Stud Quick Hit 01", 10_000, 10_000, 1_000),
        ("Link 01", 10_000, 1_000, 300),
        ("Link ML01", 10_000, 10_000, 300),
        ("Link ML03", 10_000, 10_000, 10_000),
    ],
)
def test_progressive_awards_come_from_the_meter_that_the_table_names(table, royal, straight_flush, quads):
    for cards, board, award in (
        ("As Ks", "Qs Js Ts", royal),
        ("9s Ks", "Qs Js Ts", straight_flush),
        ("9s 9c", "9d 9h Ts", quads),
    ):
        assert mississippi(cards, board, ALL_IN, "progressive", table=table)["progressive"] == award - 1


def test_whether_a_folded_hand_wins_the_mississippi_progressive_is_the_houses_choice():
    deal = ("9s 9c", "9d 4h Ts", ("bet 1x", "fold"), "progressive")
    assert mississippi(*deal)["progressive"] == 9 - 1
    assert mississippi(*deal, folded_hands_qualify=False)["progressive"] == -1


# -- Let It Ride -------------------------------------------------------------------------------------------


def let_it_ride(cards, board, rides, *wagers, table="LIR 1"):
    game = load_game("let_it_ride").with_paytable(table)
    choices = dict(zip(("1 first bet", "1 second bet"), rides, strict=True))
    hands = {"seat 1 hand": cards, "board": board}
    return nets(game, play_script(game, hands, choices, wagers={1: ("bets", *wagers)}))


RIDE, BACK = "let it ride", "take back"


def ride_bets(first, second, third):
    return {"first_bet": first, "second_bet": second, "third_bet": third}


@pytest.mark.parametrize(
    ("cards", "board", "odds"),
    [
        ("9h 9d 4c", "8s 2h", -1),
        ("Th Td 4c", "9s 2h", 1),
        ("9h 9d 4c", "4s 2h", 2),
        ("9h 9d 9c", "4s 2h", 3),
        ("5h 6d 7c", "8s 9h", 5),
        ("2h 6h 7h", "8h Kh", 8),
        ("2h 2d 2c", "8h 8d", 11),
        ("2h 2d 2c", "2s 8d", 50),
        ("5h 6h 7h", "8h 9h", 200),
        ("Ah Kh Qh", "Jh Th", 1000),
    ],
)
def test_every_bet_that_rides_is_paid_at_the_same_odds(cards, board, odds):
    assert let_it_ride(cards, board, (RIDE, RIDE)) == ride_bets(odds, odds, odds)


def test_what_is_taken_back_of_let_it_ride_neither_wins_nor_loses():
    assert let_it_ride("Th Td 4c", "9s 2h", (BACK, RIDE)) == ride_bets(0, 1, 1)
    assert let_it_ride("9h 9d 4c", "8s 2h", (BACK, BACK)) == ride_bets(0, 0, -1)


def test_the_bonuses_of_let_it_ride_do_not_care_what_is_taken_back():
    found = let_it_ride("7h 8h 9h", "2s 3d", (BACK, BACK), "three_card_bonus", "five_card_bonus")
    assert found == ride_bets(0, 0, -1) | {"three_card_bonus": 40, "five_card_bonus": -1}


def test_the_5_card_bonus_keeps_the_wager():
    assert let_it_ride("2h 2d 7c", "7h 8d", (BACK, BACK), "five_card_bonus")["five_card_bonus"] == 4 - 1


def test_a_mini_royal_is_paid_as_one_where_the_3_card_bonus_has_a_line_for_it():
    for table, pays in (("LIR3 WA", 40), ("LIR3 1", 50)):
        found = let_it_ride("Ah Kh Qh", "2s 3d", (BACK, BACK), "three_card_bonus", table=table)
        assert found["three_card_bonus"] == pays


# -- Big Raise Stud ----------------------------------------------------------------------------------------


def big_raise(cards, board, choice, *wagers, **settings):
    game = load_game("big_raise_stud").with_settings(**settings)
    hands = {"seat 1 hand": cards, "board": board}
    return nets(game, play_script(game, hands, {"1 raise": choice}, wagers={1: ("ante", *wagers)}))


@pytest.mark.parametrize(
    ("cards", "board", "odds"),
    [
        ("5h 5d 4c", "9s 2h", -1),
        ("6h 6d 4c", "9s 2h", 0),
        ("9h 9d 4c", "8s 2h", 0),
        ("Th Td 4c", "9s 2h", 1),
        ("9h 9d 4c", "4s 2h", 2),
        ("9h 9d 9c", "4s 2h", 3),
        ("5h 6d 7c", "8s 9h", 4),
        ("2h 6h 7h", "8h Kh", 6),
        ("2h 2d 2c", "8h 8d", 8),
        ("2h 2d 2c", "2s 8d", 40),
        ("5h 6h 7h", "8h 9h", 100),
        ("Ah Kh Qh", "Jh Th", 500),
    ],
)
def test_ante_and_big_raise_are_paid_at_the_same_odds(cards, board, odds):
    for times in range(1, 5):
        assert big_raise(cards, board, f"raise {times}x") == {"ante": odds, "raise_bet": odds * times}


def test_who_folds_at_big_raise_stud_loses_the_ante_alone():
    assert big_raise("Th Td 4c", "9s 2h", "fold") == {"ante": -1, "raise_bet": 0}


def test_whether_a_folded_hand_wins_the_progressive_of_big_raise_stud_is_the_houses_choice():
    deal = ("2h 2d 4c", "2s 9h", "fold", "progressive")
    assert big_raise(*deal)["progressive"] == 9 - 1
    assert big_raise(*deal, folded_hands_qualify=False)["progressive"] == -1


# -- Caribbean Stud ----------------------------------------------------------------------------------------


def caribbean(player, dealer, choice="raise"):
    game = load_game("caribbean_stud")
    hands = {"seat 1 hand": player, "dealer": dealer}
    return nets(game, play_script(game, hands, {"1 raise": choice}, wagers={1: ("ante",)}))


def test_a_dealer_without_ace_king_pays_the_ante_and_pushes_the_raise():
    assert caribbean("2h 2d 5c 7s 9h", "Ac Qd Jh 9s 8c") == {"ante": 1, "raise_bet": 0}
    assert caribbean("As Ks Qs Js Ts", "Ac Qd Jh 9s 8c") == {"ante": 1, "raise_bet": 0}
    assert caribbean("2h 3d 5c 7s 9h", "Kc Qd Jh 9s 8c") == {"ante": 1, "raise_bet": 0}


def test_ace_king_exactly_qualifies():
    assert caribbean("2h 2d 5c 7s 9h", "Ac Kd 4h 3s 2c") == {"ante": 1, "raise_bet": 2}
    assert caribbean("Ah Kh 5c 3d 2s", "Ac Kd 6h 3s 2c") == {"ante": -1, "raise_bet": -2}


@pytest.mark.parametrize(
    ("player", "odds"),
    [
        ("As Ks Qs Js Ts", 100),
        ("9s Ks Qs Js Ts", 50),
        ("9s 9c 9d 9h Ts", 20),
        ("9s 9c 9d Tc Ts", 7),
        ("2s 9s 8s Tc As", None),
        ("2s 9s 8s Ts As", 5),
        ("6s 9c 8s Ts 7s", 4),
        ("6s 6c 6d Ts 7s", 3),
        ("6s 6c 7d Ts 7s", 2),
        ("6s 6c 7d Ts 8s", 1),
    ],
)
def test_the_raise_is_paid_by_the_public_table(player, odds):
    net = caribbean(player, "Ac Kd 4h 3s 2c")
    assert net == ({"ante": -1, "raise_bet": -2} if odds is None else {"ante": 1, "raise_bet": 2 * odds})


def test_equal_hands_push_ante_and_raise():
    assert caribbean("Ah Kc Qd 9h 5s", "Ac Kd Qh 9s 5c") == {"ante": 0, "raise_bet": 0}


def test_a_caribbean_fold_loses_the_ante_alone():
    assert caribbean("9s 9c 9d 9h Ts", "Ac Qd Jh 8s 7c", "fold") == {"ante": -1, "raise_bet": 0}


JUNK = ["2c 4d 6h 8s Kc", "2d 4h 6s 8c Kd", "2h 4s 6c 8d Kh", "2s 4c 6d 8h Qc"]
JUNK += ["3c 5d 7h 9s Qd", "3d 5h 7s 9c Qh", "3h 5s 7c 9d Jc"]
PAIR = "Ac Ad 3s 9h Jd"


def cover_all(seats, hands, dealer=PAIR):
    """What the first seat's Cover All wins with so many seats, everybody folding."""
    game = load_game("caribbean_stud")
    cards = {f"seat {number} hand": JUNK[number - 1] for number in range(1, seats + 1)} | hands
    choices = {f"{number} raise": "fold" for number in range(1, seats + 1)}
    wagers = dict.fromkeys(range(1, seats + 1), ("ante", "cover_all"))
    round_ = play_script(game, {**cards, "dealer": dealer}, choices, wagers=wagers)
    results = {nets(game, round_, number)["cover_all"] for number in wagers}
    assert len(results) == 1
    return results.pop()


# the three of a kind and royal flush rows of the document, for 2 to 8 hands with the dealer's
@pytest.mark.parametrize(("seats", "net"), list(enumerate([9, 6, 5, 4, 3, 3, 3], start=1)))
def test_the_cover_all_column_is_the_number_of_hands_and_a_folded_hand_counts(seats, net):
    assert cover_all(seats, {f"seat {seats} hand": "Th Td Tc Ah 5c"}) == net


@pytest.mark.parametrize(("seats", "net"), list(enumerate([500, 300, 250, 200, 150, 125, 100], start=1)))
def test_cover_all_pays_for_the_dealers_hand_too(seats, net):
    assert cover_all(seats, {}, dealer="As Ks Qs Js Ts") == net


def test_only_the_highest_hand_counts_for_cover_all():
    dealer = "Jd Jh Js 9h 3s"
    assert cover_all(2, {"seat 2 hand": "5d 6d 7d 8d 9d"}, dealer) == 125
    assert cover_all(2, {}, dealer) == 6
    assert cover_all(2, {}) == -1


def test_cover_all_without_a_column_for_so_many_hands_is_refused():
    game = load_game("caribbean_stud")
    hands = {f"seat {number} hand": cards for number, cards in enumerate(JUNK, start=1)}
    hands |= {"seat 8 hand": "Tc Td Th Ts As", "dealer": PAIR}
    choices = {f"{number} raise": "fold" for number in range(1, 9)}
    wagers = dict.fromkeys(range(1, 9), ("ante", "cover_all"))
    round_ = play_script(game, hands, choices, wagers=wagers)
    with pytest.raises(InputError, match="no paytable of 'cover_all' is for 9 hands"):
        game.settle(round_, 1)


def test_a_column_of_ones_own_replaces_the_one_for_its_number_of_hands():
    game = load_game("caribbean_stud")
    two, three = game.paytables["Cover All 2"], game.paytables["Cover All 3"]
    mine = type(two)("mine", "cover_all", three.pays, "my own", hands=2)
    chosen = {table.hands: table.id for table in game.with_table(mine).chosen["cover_all"]}
    assert chosen == {2: "mine", **{hands: f"Cover All {hands}" for hands in range(3, 9)}}


# -- Bet the Set 21 ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("player", "dealer", "net"),
    [
        ("9h 9h", "9h 9h", 10_000 - 1),
        ("9h 9h", "9h 9d", 500 - 1),
        ("9h 9d", "9s 9c", 500 - 1),
        ("9h 9h", "9d 8h", 25 - 1),
        ("9h 9h", "Kd Ks", 25 - 1),
        ("9h 9d", "9h 9d", 500 - 1),
        ("9h 9d", "9s 8c", -1),
        ("9h 8h", "Kd Kd", -1),
        ("Kh Qh", "Jh Th", -1),
    ],
)
def test_bet_the_set_pays_the_highest_line_of_the_first_four_cards(player, dealer, net):
    game = load_game("blackjack")
    round_ = play_script(game, {"seat 1 hand": player, "dealer": dealer}, wagers={1: ("progressive",)})
    assert nets(game, round_) == {"progressive": net}


# -- Casino War --------------------------------------------------------------------------------------------


def casino_war(own, dealer, choice="", *wagers, table="War 1"):
    game = load_game("casino_war").with_paytable(table)
    hands = {"seat 1 hand": own, "dealer": dealer, "burnt": "2c 3d 4c" if choice == "go to war" else ""}
    choices = {"1 war": choice} if choice else {}
    return nets(game, play_script(game, hands, choices, wagers={1: ("bet", *wagers)}))


def test_the_higher_card_wins_and_suits_mean_nothing():
    assert casino_war("9h", "8d")["bet"] == 1
    assert casino_war("2h", "As")["bet"] == -1


def test_a_surrender_loses_half_and_the_tie_wins_all_the_same():
    found = casino_war("8h", "8d", "surrender", "tie")
    assert (float(found["bet"]), found["tie"]) == (-0.5, 10)


def test_a_war_wins_the_second_stake_alone_and_loses_both():
    assert casino_war("8h 9c", "8d 3c", "go to war") == {"bet": 0, "war_bet": 1, "war_bonus": 0}
    assert casino_war("8h 2h", "8d 3c", "go to war") == {"bet": -1, "war_bet": -1, "war_bonus": 0}


def test_an_equal_card_wins_the_war_and_brings_a_unit_more_where_the_table_pays_it():
    deal = ("8h 3h", "8d 3c", "go to war")
    assert casino_war(*deal) == {"bet": 0, "war_bet": 1, "war_bonus": 0}
    assert casino_war(*deal, table="War Bonus") == {"bet": 0, "war_bet": 1, "war_bonus": 1}


# -- envy --------------------------------------------------------------------------------------------------


def envy(game, hands, choices, wagers, wager="progressive"):
    round_ = play_script(game, hands, choices, wagers=wagers)
    won = dict.fromkeys(wagers, 0)
    for found in envies(game, round_, wager):
        won[found.seat] += found.micros // MICROS
    return won


def three_card_envy(hands, wagers, table="TCP Progressive 1", wager="progressive"):
    game = load_game("three_card_poker").with_paytable(table)
    cards = {f"seat {seat} hand": text for seat, text in hands.items()}
    choices = {f"{seat} play": "play" for seat in hands}
    return envy(game, {**cards, "dealer": "Ad Kd Qd"}, choices, wagers, wager)


EVERYBODY = dict.fromkeys((1, 2, 3), ("ante", "progressive"))


def test_nobody_wins_envy_on_his_own_hand_and_everybody_else_does():
    assert three_card_envy({1: "As Ks Qs", 2: "2c 5d 9h", 3: "3c 6d Th"}, EVERYBODY) == {1: 0, 2: 100, 3: 100}


def test_two_envy_hands_pay_twice():
    hands = {1: "As Ks Qs", 2: "Ah Kh Qh", 3: "3c 6d Th"}
    assert three_card_envy(hands, EVERYBODY) == {1: 25, 2: 100, 3: 125}


def test_the_dealers_hand_pays_no_envy_and_a_hand_off_the_list_none():
    hands = {1: "5h 6h 7h", 2: "2c 5d 9h", 3: "3c 6d Th"}
    assert three_card_envy(hands, EVERYBODY) == {1: 0, 2: 0, 3: 0}


def test_a_seat_without_the_wager_gets_no_envy_and_its_hand_still_pays_the_others():
    wagers = {**EVERYBODY, 1: ("ante",)}
    assert three_card_envy({1: "As Ks Qs", 2: "Ah Kh Qh", 3: "3c 6d Th"}, wagers) == {1: 0, 2: 100, 3: 125}


def test_a_table_without_envy_pays_none():
    wagers = dict.fromkeys((1, 2), ("ante", "bonus"))
    hands = {1: "5h 6h 7h", 2: "2c 5d 9h"}
    assert three_card_envy(hands, wagers, "TCPB-02", "bonus") == {1: 0, 2: 0}
    assert three_card_envy(hands, wagers, "TCPB-04E", "bonus") == {1: 0, 2: 5}


def test_on_quick_hit_a_royal_flush_pays_envy_as_a_straight_flush():
    game = load_game("mississippi_stud").with_paytable("MS Stud Quick Hit 01")
    hands = {"seat 1 hand": "As Ks", "seat 2 hand": "2c 7d", "board": "Qs Js Ts"}
    choices = {f"{seat} 3rd street": "fold" for seat in (1, 2)}
    wagers = dict.fromkeys((1, 2), ("ante", "progressive"))
    assert envy(game, hands, choices, wagers) == {1: 0, 2: 500}


def test_bet_the_set_envy_goes_to_the_other_seats_for_the_top_hand_alone():
    game = load_game("blackjack")
    wagers = dict.fromkeys((1, 2, 3), ("progressive",))
    hands = {"seat 1 hand": "9h 9h", "seat 2 hand": "9h 9d", "seat 3 hand": "4h 4h", "dealer": "9h 9h"}
    assert envy(game, hands, {}, wagers) == {1: 0, 2: 1000, 3: 1000}
