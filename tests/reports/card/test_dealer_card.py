"""The dealer's card: the procedure as the table deals it, pays that add up, and what if it goes wrong."""

import re
from datetime import date
from fractions import Fraction

import pytest
from printed_card import data_file, print_card, printed_lines, squeeze

from family import one_raise_holdem
from family.definition import define
from pitboss.base.money import MICROS, parse_dollars
from pitboss.base.odds import Kind, parse_pay
from pitboss.jackpot.controller.dialect import LABELS, Dialect
from pitboss.reports.card.dealer_card import make_dealer_card
from pitboss.reports.card.payout import quick_stakes, stake_table
from pitboss.reports.card.procedure import early_bets, late_bets, settle_moments, settle_order, steps_of
from pitboss.reports.irregularity import REPORTED
from pitboss.reports.paper.paper import Size
from pitboss.rules import game_ids, load_game
from pitboss.rules.irregularity import Brought, Cured, Irregularity, PlayedOn, Swapped, Voided
from pitboss.table.setup import Setup, SpotLimit, dollars

DAY = date(2024, 6, 14)
GAMES = pytest.mark.parametrize("name", game_ids())
SIZES = pytest.mark.parametrize("size", list(Size))
BLANK = re.compile(r"\{\w+\}")
CACHED = {}


def printed(name):
    if name not in CACHED:
        CACHED[name] = print_card(make_dealer_card(load_game(name)))
    return CACHED[name]


def points(game):
    return [step.at for step in steps_of(game, game.wagers)]


@GAMES
@SIZES
def test_the_card_of_every_game_is_one_page_in_letters_that_can_be_read(name, size):
    print_card(make_dealer_card(load_game(name)), size)


# -- procedure -------------------------------------------------------------------------------------


@GAMES
def test_everything_that_a_dealer_says_is_on_the_card(name):
    """Word for word, around what only the table can fill in."""
    text, house = squeeze(printed(name)), load_game(name).house
    for cue in data_file(name)["dealer"]:
        is_out = bool(cue.get("unless")) and all(house[key] == value for key, value in cue["unless"].items())
        if not is_out and not cue.get("envy"):
            assert all(squeeze(part).strip(".") in text for part in BLANK.split(cue.get("says", "")))


@GAMES
def test_no_blank_and_no_name_of_the_program_is_left_on_the_card(name):
    text = printed(name).rpartition("Game:")[0]
    assert not re.search(r"[{}]|_", text)


@GAMES
def test_every_bet_is_settled_once_and_in_the_houses_order(name):
    game = load_game(name)
    order = settle_order(game, game.wagers)
    assert sorted(order) == sorted(game.bets)
    named = [bet.strip() for bet in str(game.house["settlement_order"]).split(",")]
    moments = settle_moments(game)
    assert order == sorted(order, key=lambda bet: (bet in late_bets(game), moments[bet], named.index(bet)))
    usual = [bet for bet in order if bet not in (*early_bets(game), *late_bets(game))]
    usual = [bet for bet in usual if moments[bet] == max(moments.values())]
    assert usual == [bet for bet in named if bet in usual]
    numbers = [int(found[1]) for at in points(game) if (found := re.match(r"Settle (\d+)", at))]
    assert numbers == sorted(numbers)


def test_another_order_of_the_house_is_another_card():
    game = load_game("three_card_poker")
    order = "ante,play,ante_bonus,pair_plus,six_card_bonus,bonus,progressive"
    text = print_card(make_dealer_card(game.with_settings(settlement_order=order)))
    assert "seat by seat: Ante, Play, Ante Bonus, Pair Plus" in text


def test_a_bet_on_the_cards_as_dealt_is_settled_before_the_draw_card_is_opened():
    """Three Card Draw Poker: Pair Plus is judged while the draw card still lies face down."""
    found = points(load_game("three_card_draw_poker"))
    assert found.index("Open: seat") < found.index("Settle 1: Pair Plus") < found.index("Open: seat draw")


def test_a_progressive_on_the_first_cards_is_settled_before_anybody_decides():
    """Blackjack: Bet the Set 21 first, insurance after the peek and before the hands are played."""
    found = points(load_game("blackjack"))
    wanted = [
        "Settle 1: Bet the Set 21",
        "Ask: insurance",
        "Peek: dealer",
        "Settle 2: Insurance",
        "Ask: hand",
    ]
    assert [at for at in found if at in wanted] == wanted


def test_what_waits_for_every_seat_comes_last():
    """Caribbean Stud: Cover All after everything else."""
    game = load_game("caribbean_stud")
    assert settle_order(game, game.wagers)[-1] == "cover_all"
    assert "when every seat is done: Cover All" in printed("caribbean_stud")


def test_a_board_that_is_opened_card_by_card_is_opened_after_each_street():
    found = points(load_game("mississippi_stud"))
    streets = [at for at in found if at.startswith(("Ask", "Open: board"))]
    assert streets[1::2] == ["Open: board"] * 3
    assert [at[:3] for at in streets[::2]] == ["Ask"] * 3


def test_what_follows_a_choice_stands_after_the_first_question_that_offers_it():
    """Mississippi Stud: a fold is taken at the third street, and again at each later one."""
    found = points(load_game("mississippi_stud"))
    first = found.index("Ask: 3rd street")
    assert found[first : first + 3] == ["Ask: 3rd street", "On fold, each time", "Open: board"]
    assert found.count("On fold, each time") == 1
    assert "On fold" in points(load_game("three_card_poker"))


def test_unusual_choices_of_the_house_stand_at_the_head():
    text = print_card(make_dealer_card(load_game("blackjack").with_settings(dealer_hits_soft_17=True)))
    words = "At this table The dealer draws to a 17 in which an ace counts eleven: yes"
    assert text.index(words) < text.index("Pays")


@pytest.mark.parametrize("offered", [True, False])
def test_an_option_that_the_house_does_not_offer_is_not_on_the_card(offered):
    game = load_game("blackjack").with_settings(surrender=offered)
    assert ("On surrender" in points(game)) is offered


def test_envy_is_on_the_card_only_where_a_paytable_in_force_pays_it():
    game = load_game("three_card_poker")
    with_envy = game.with_paytable("TCPB-03E")
    assert any("envy on Bonus" in at for at in points(with_envy))
    assert not any("envy on Bonus" in at for at in points(game))
    plain = tuple(wager for wager in game.wagers if wager != "progressive")
    assert "Envy" not in [step.at for step in steps_of(game, plain)]


# -- pays ------------------------------------------------------------------------------------------


@GAMES
def test_every_line_of_the_paytables_in_force_is_on_the_card_as_it_is_printed(name):
    text = printed(name)
    for _, hand, pay, envy in printed_lines(name):
        words = hand.replace("_", " ").replace("akq", "AKQ")
        assert re.search(words, text, re.IGNORECASE)
        assert pay.replace(",", "") in text
        assert envy in text


@GAMES
def test_what_is_handed_over_is_the_stake_times_the_odds(name):
    game = load_game(name)
    pays = {(wager, hand.replace("_", " ")): pay for wager, hand, pay, _ in printed_lines(name)}
    for wager, tables in game.chosen.items():
        if len(tables) > 1 or wager in game.unoffered:
            continue
        table = stake_table(game, tables[0], (5 * MICROS, 20 * MICROS))
        for row in table.rows:
            pay = parse_pay(pays[wager, str(row[0]).lower()])
            for cell, stake in zip(row[2:4], (5, 20), strict=True):
                if pay.kind is Kind.METER:
                    assert cell == "meter"
                else:
                    paid = parse_dollars(str(cell)) if cell != "push" else 0
                    assert Fraction(paid, MICROS) == pay.amount * stake


def test_a_raise_of_two_antes_is_paid_for_stakes_of_two_antes():
    text = printed("caribbean_stud")
    assert "Raise pays $10 $20 $50 $200" in text
    assert "Straight flush 50 to 1 $500 $1,000 $2,500 $10,000" in text


@pytest.mark.parametrize(
    ("limit", "stakes"),
    [
        (dollars(5, 100), (5, 10, 25, 100)),
        (dollars(1, 1), (1,)),
        (dollars(1, 5), (1, 5)),
        (dollars(10, 200, 5), (10, 25, 100, 200)),
        (dollars(15, 45, 30), (15, 45)),
    ],
)
def test_stakes_are_such_as_the_spot_takes(limit, stakes):
    assert quick_stakes(limit) == tuple(stake * MICROS for stake in stakes)
    for stake in quick_stakes(limit):
        limit.check("the spot", stake)


def test_the_limits_of_a_setup_are_the_stakes_of_its_card():
    setup = Setup(
        load_game("three_card_poker"),
        DAY,
        limits={"pair_plus": SpotLimit(20 * MICROS, 40 * MICROS, 20 * MICROS)},
    )
    assert "Pair Plus pays $20 $40 Straight flush 40 to 1 $800 $1,600" in print_card(make_dealer_card(setup))


# -- keypad and irregularities ---------------------------------------------------------------------


@GAMES
def test_the_keypad_is_on_the_card_of_a_game_with_a_progressive_and_on_no_other(name):
    has_meter = any("%" in pay for _, _, pay, _ in printed_lines(name))
    assert ("START GAME" in printed(name)) is has_meter
    assert ("Meters out of reach" in printed(name)) is has_meter


def test_every_button_of_both_keypads_is_told():
    text = squeeze(printed("three_card_poker"))
    for dialect in Dialect:
        assert all(squeeze(label) in text for label in LABELS[dialect].values())


def test_whatever_can_be_reported_is_told():
    """Besides what the floor answers to it."""
    answers = {PlayedOn, Voided, Cured, Swapped, Brought}
    assert set(REPORTED) | answers == set(Irregularity.__subclasses__())


@pytest.mark.parametrize("module", [one_raise_holdem], ids=lambda module: module.__name__)
def test_a_game_that_nobody_has_heard_of_gets_a_card(module):
    game = define(module)
    text = print_card(make_dealer_card(game))
    for wager in game.wagers.values():
        assert wager.label in text
    assert "Wrong number of cards" in text


def test_the_data_has_the_procedure_and_every_payout():
    data = make_dealer_card(load_game("blackjack")).data
    assert data["procedure"][0] == {
        "at": "Bets",
        "does": data_file("blackjack")["dealer"][0]["does"],
        "says": "Place your bets.",
    }
    assert data["payouts"]["Natural 3 to 2"]["natural"]["5000000"] == 7_500_000
    assert data["payouts"]["Bet the Set 21 Progressive"]["suited_four_of_a_kind"]["1000000"] is None
    assert data["settlement_order"][0] == "progressive"
