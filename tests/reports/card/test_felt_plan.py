"""The felt as a printed plan: every spot of the layout, legible, where the layout has it."""

import re
from itertools import combinations
from xml.etree import ElementTree

import pytest
from matplotlib.colors import CSS4_COLORS, to_rgb
from printed_card import data_file

from family import blackjack_splits, one_raise_holdem
from family.definition import define
from pitboss.reports.card.felt_plan import (
    CREAM,
    WIDTH,
    draw_felt_plan,
    lay_out,
    read_colour,
    relight,
    turned,
)
from pitboss.reports.wording import offered_spots
from pitboss.rules import game_ids, load_game

SVG = "{http://www.w3.org/2000/svg}"
INVENTED = [define(module) for module in (blackjack_splits, one_raise_holdem)]
GAMES = pytest.mark.parametrize("game", [*map(load_game, game_ids()), *INVENTED], ids=lambda game: game.id)
LEAST_CONTRAST = 4.5


def letters_of(svg):
    return " ".join(
        text for node in ElementTree.fromstring(svg).iter() if (text := (node.text or "").strip())
    )


@pytest.mark.parametrize("name", game_ids())
def test_every_spot_of_the_data_file_is_on_the_plan(name):
    plan = draw_felt_plan(load_game(name))
    for spot in data_file(name)["layout"]["spots"]:
        assert spot["label"] in letters_of(plan.svg)
        assert spot["label"] in plan.words
    assert data_file(name)["name"].upper() in letters_of(plan.svg)


@GAMES
@pytest.mark.parametrize("turn", [tuple, turned], ids=["player", "dealer"])
def test_spots_do_not_touch_and_stay_on_the_felt(game, turn):
    ovals = lay_out(game, turn(offered_spots(game, game.wagers)), list(game.wagers), {}, 74, 150)
    for one, two in combinations(ovals, 2):
        apart = ((one.x - two.x) / (one.wide + two.wide)) ** 2 + (
            (one.y - two.y) / (one.high + two.high)
        ) ** 2
        assert apart > 1, (one.spot, two.spot)
    assert all(oval.x - oval.wide > 10 and oval.x + oval.wide < WIDTH - 10 for oval in ovals)


@GAMES
def test_letters_are_in_the_typesetters_font_and_no_smaller_than_can_be_read(game):
    root = ElementTree.fromstring(draw_felt_plan(game, badges=dict.fromkeys(game.bets, "7")).svg)
    assert root.attrib["font-family"].startswith("Libertinus Serif, Georgia")
    sizes = [float(node.attrib["font-size"]) for node in root.iter(f"{SVG}text")]
    assert min(sizes) > WIDTH / 42, "of a column 85 mm wide this is six points"


def test_spots_of_wagers_that_are_not_offered_are_left_out():
    plan = draw_felt_plan(load_game("three_card_poker"), wagers=("ante", "pair_plus"))
    assert letters_of(plan.svg).split("POKER ")[1] == "Pair Plus Ante Play"


def test_money_that_comes_later_has_a_dashed_spot_and_a_progressive_a_lamp():
    svg = draw_felt_plan(load_game("three_card_poker")).svg
    assert svg.count("stroke-dasharray") == 1, "only Play is placed after the cards"
    assert svg.count("<circle") == 1, "only the Progressive has a sensor"


def test_equal_stakes_of_one_wager_all_lie_there_before_the_cards():
    assert "stroke-dasharray" not in draw_felt_plan(load_game("let_it_ride")).svg


def test_numbers_stand_at_their_spots():
    plan = draw_felt_plan(
        load_game("caribbean_stud"), badges={"ante": "1", "raise_bet": "2", "cover_all": "3"}
    )
    assert re.findall(r"Cover All 3 Ante 1 Raise 2", letters_of(plan.svg))


def places(plan):
    """Where each spot's name stands."""
    nodes = [node for node in ElementTree.fromstring(plan.svg).iter(f"{SVG}text") if "x" in node.attrib]
    return {node.text: (float(node.attrib["x"]), float(node.attrib["y"])) for node in nodes if node.text}


def test_a_dealer_sees_the_felt_from_the_other_side():
    """What is nearest to the player is farthest from the dealer; left is right."""
    game = load_game("mississippi_stud")
    player, dealer = draw_felt_plan(game), draw_felt_plan(game, from_dealer=True)
    assert "seen from the player" in player.words
    assert "seen from the dealer" in dealer.words
    mine, theirs = places(player), places(dealer)
    assert mine["Ante"][1] > mine["Progressive"][1]
    assert theirs["Ante"][1] < theirs["Progressive"][1]
    assert mine["3rd street"][0] < mine["5th street"][0]
    assert theirs["3rd street"][0] > theirs["5th street"][0]


# -- colours ---------------------------------------------------------------------------------------


def luminance(colour):
    parts = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in to_rgb(colour)]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(one, two):
    high, low = sorted((luminance(one), luminance(two)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("lightness", [0.47, 0.36, 0.26])
def test_cream_letters_can_be_read_on_every_felt_that_a_style_sheet_can_name(lightness):
    for name in CSS4_COLORS:
        felt = relight(read_colour(name), lightness, 0.1)
        assert contrast(CREAM, felt) >= LEAST_CONTRAST, name


def test_what_is_no_colour_counts_as_green():
    assert read_colour("plain") == read_colour("#12") == read_colour("green") == to_rgb("green")
    assert read_colour("#1a2b3c") == pytest.approx(to_rgb("#1a2b3c"))


def test_a_grey_stays_grey():
    assert re.fullmatch(r"#(..)\1\1", relight((0.5, 0.5, 0.5), 0.4, 0.1))
