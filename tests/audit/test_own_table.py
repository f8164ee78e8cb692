"""A paytable of the user's own, from one line of text."""

import pytest

from pitboss.audit.own_table import bare_kind, make_own_table
from pitboss.base.error import InputError
from pitboss.base.odds import LOSE, PUSH, Kind, Pay, for_one, parse_pay, to_one
from pitboss.rules import game_ids, load_game

TCP = load_game("three_card_poker")
TABLES = [(load_game(name), table) for name in game_ids() for table in load_game(name).paytables.values()]


def own(text, wager="pair_plus", game=TCP, **terms):
    return make_own_table(game, wager, text, **terms)


def test_pays_stand_in_the_order_of_the_lines():
    table = own("40, 30, 6, 4, 1")
    assert list(table.pays) == ["straight_flush", "three_of_a_kind", "straight", "flush", "pair"]
    assert list(table.pays.values()) == [to_one(amount) for amount in (40, 30, 6, 4, 1)]
    assert (table.wager, table.printed, table.hands) == ("pair_plus", {}, None)


def test_named_pays_may_come_in_any_order_and_are_put_best_first():
    table = own("Pair=push; FLUSH = 3 to 2; straight=5 for 1; three-of-a-kind=25; straight_flush=40")
    assert list(table.pays.items()) == [
        ("straight_flush", to_one(40)),
        ("three_of_a_kind", to_one(25)),
        ("straight", for_one(5)),
        ("flush", parse_pay("3 to 2")),
        ("pair", PUSH),
    ]


@pytest.mark.parametrize(("game", "table"), TABLES, ids=[table.id for _, table in TABLES])
def test_every_printed_table_can_be_typed_in(game, table):
    ordered = "; ".join(
        f"{line}={pay}" + (f" envy ${table.envy_micros[line] // 10**6}" if line in table.envy_micros else "")
        for line, pay in table.pays.items()
    )
    typed = make_own_table(game, table.wager, ordered, hands=table.hands)
    assert (typed.pays, typed.envy_micros, typed.hands) == (table.pays, table.envy_micros, table.hands)


@pytest.mark.parametrize(("game", "table"), TABLES, ids=[table.id for _, table in TABLES])
def test_bare_numbers_mean_what_the_printed_tables_mean(game, table):
    bare = bare_kind(game, game.wagers[table.wager])
    assert {pay.kind for pay in table.pays.values()} <= {bare, Kind.METER}


def test_meters_have_levels():
    table = own("100% Mega,100% Major,300,50,40,30,9", "progressive", load_game("mississippi_stud"))
    assert table.levels == ("Mega", "Major")
    assert table.pays["royal_flush"] == Pay(Kind.METER, 1, "Mega")
    assert table.pays["four_of_a_kind"] == for_one(300)


def test_words_are_pays_too():
    table = own("40,30,6,lose,PUSH")
    assert (table.pays["flush"], table.pays["pair"]) == (LOSE, PUSH)


def test_a_better_hand_that_pays_less_is_warned_of():
    assert own("40,30,6,4,1").warnings == ()
    assert own("40,30,4,6,1").warnings == ("your own: straight pays 4 to 1, less than flush at 6 to 1",)


def test_only_a_wager_with_columns_has_a_number_of_hands():
    assert own("40,30,6,4,1", hands=5).hands is None
    caribbean = load_game("caribbean_stud")
    assert make_own_table(caribbean, "cover_all", "9,8,7,6,5,4,3", hands=5).hands == 5


@pytest.mark.parametrize("count", [1, 2, 3, 4, 6, 7])
def test_a_wrong_number_of_pays_lists_the_lines(count):
    with pytest.raises(
        InputError, match="has 5 lines, straight_flush, three_of_a_kind, straight, flush, pair"
    ):
        own(",".join("1" * count))


def test_the_hint_about_thousands_is_given_only_where_it_helps():
    with pytest.raises(InputError, match="thousands"):
        own("1,000,30,6,4,1")
    with pytest.raises(InputError) as problem:
        own("40,30,6,4")
    assert "thousands" not in str(problem.value)
