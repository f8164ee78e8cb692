"""`analyze`: the shape of its JSON, known values through the whole program, and its options."""

from fractions import Fraction

import pytest

from pitboss.rules import load_game
from structure import QUICK

EXACT = ("house_advantage", "element_of_risk", "hit_frequency", "push_frequency", "average_total_wager_exact")
# Ways of three cards: J. Grochowski, "Three Card Poker and Pair Plus", casinocitytimes.com, 8 July 2021.
THREE_CARDS = {
    "straight_flush": 48,
    "three_of_a_kind": 52,
    "straight": 720,
    "flush": 1096,
    "pair": 3744,
    "lose": 16440,
}


@pytest.fixture
def wager(pitboss):
    """One analysed wager as JSON."""

    def call(game, name, *words):
        reply = pitboss("analyze", game, "--wager", name, *words, "--json")
        assert reply.status == 0, reply.err
        (data,) = reply.json["wagers"].values()
        return data

    return call


def test_pair_plus_is_what_its_ways_come_to(wager):
    data = wager("three_card_poker", "pair_plus")
    assert {line["name"]: line["ways"] for line in data["outcomes"]} == THREE_CARDS
    paid = 40 * 48 + 30 * 52 + 6 * 720 + 4 * 1096 + 3744
    assert Fraction(data["house_advantage"]) == Fraction(16440 - paid, 22100)
    assert data["house_advantage_percent"] == pytest.approx(2.3167, abs=0.00005)
    assert Fraction(data["hit_frequency"]) == Fraction(22100 - 16440, 22100)
    assert data["total_ways"] == 22100


# 3.37: Washington approval of 30 July 2012. Pair Plus: J. Grochowski, "A rare Pair Plus payout at Three Card
# Poker", casinocity.com (2.32, 5.57, 7.28 and, with a mini royal at 50, 5.39). Mississippi Stud: the same,
# "House edge and element of risk", casinocitytimes.com, 19 April 2018, with the dearest of equal bets.
@pytest.mark.parametrize(
    ("game", "name", "table", "figure", "published"),
    [
        ("three_card_poker", "ante", "Ante A", "house_advantage_percent", 3.37),
        ("three_card_poker", "pair_plus", "Pair Plus A", "house_advantage_percent", 2.32),
        ("three_card_poker", "pair_plus", "Pair Plus C", "house_advantage_percent", 5.57),
        ("three_card_poker", "pair_plus", "Pair Plus D", "house_advantage_percent", 7.28),
        ("mississippi_stud", "three_card_bonus", "MS 3 Card Bonus 5", "house_advantage_percent", 5.39),
        ("mississippi_stud", "ante", "MS-01", "house_advantage_percent", 4.91),
        ("mississippi_stud", "ante", "MS-01 dearest", "element_of_risk_percent", 1.37),
        ("mississippi_stud", "ante", "MS-01 dearest", "average_total_wager", 3.59),
    ],
)
def test_published_figures_hold_to_their_digits(wager, game, name, table, figure, published):
    table, tie = table.removesuffix(" dearest"), "dearest" if table.endswith("dearest") else "cheapest"
    data = wager(game, name, "--paytable", table, "--setting", f"tie_rule={tie}")
    assert data["paytable"] == table
    assert round(data[figure], 2) == published


def test_caribbean_stud_is_as_published(wager):
    """M. Shackleford, "The Wizard of Odds Analyzes the New Casino Games", Contingencies, Nov/Dec 2000."""
    data = wager("caribbean_stud", "ante")
    assert round(data["house_advantage_percent"], 2) == 5.22
    assert round(data["element_of_risk_percent"], 2) == 2.56


def test_every_wager_of_a_game_is_analysed_unless_one_is_named(pitboss):
    data = pitboss("analyze", "three_card_poker", "--json").json
    assert (data["game"], data["name"]) == ("three_card_poker", "Three Card Poker")
    assert list(data["wagers"]) == list(load_game("three_card_poker").wagers)
    assert data["tie_rule"] == "cheapest"
    for found in data["wagers"].values():
        assert found.keys() >= {"label", "paytable", "method", "tie_rule", "assumptions", "warnings", *EXACT}
        check_shape(found)


def check_shape(data):
    """Fractions are text, with the same number beside it; ways and shares add up."""
    for name in EXACT[:4]:
        assert data[f"{name}_percent"] == pytest.approx(float(Fraction(data[name]) * 100))
    assert data["average_total_wager"] == pytest.approx(float(Fraction(data["average_total_wager_exact"])))
    assert isinstance(data["standard_deviation"], float)
    assert data["volatility_index"] == pytest.approx(1.645 * data["standard_deviation"])
    total = data["total_ways"]
    assert sum(line["ways"] for line in data["outcomes"]) == total
    assert sum(line["ways"] for line in data["distribution"]) == total
    for line in data["outcomes"]:
        assert Fraction(line["probability"]) == Fraction(line["ways"], total)
        assert Fraction(line["contribution"]) == Fraction(line["net"]) * Fraction(line["probability"])
        assert line.keys() >= {"name", "pay"}
    nets = [Fraction(line["net"]) for line in data["distribution"]]
    assert nets == sorted(set(nets))
    square = sum(Fraction(line["net"]) ** 2 * line["ways"] for line in data["distribution"]) / total
    mean = sum(Fraction(line["net"]) * line["ways"] for line in data["distribution"]) / total
    if "standard_deviation_of_link" in data:
        assert (
            data["standard_deviation_of_link"] < float(square - mean**2) ** 0.5 < data["standard_deviation"]
        )
    else:
        assert data["standard_deviation"] ** 2 == pytest.approx(float(square - mean**2))


@pytest.mark.parametrize("name", QUICK)
def test_outcomes_give_the_advantage_of_a_wager_without_a_meter(pitboss, name):
    wagers = pitboss("analyze", name, "--json").json["wagers"]
    for found in wagers.values():
        if "meters" not in found:
            won = sum(Fraction(line["contribution"]) for line in found["outcomes"])
            assert Fraction(found["house_advantage"]) == -won
            risk = Fraction(found["house_advantage"]) / Fraction(found["average_total_wager_exact"])
            assert Fraction(found["element_of_risk"]) == risk


def test_a_designator_puts_its_tables_in_force_and_means_their_wagers(pitboss):
    wagers = pitboss("analyze", "three_card_poker", "--paytable", "tcp-05", "--json").json["wagers"]
    assert {name: data["paytable"] for name, data in wagers.items()} == {
        "ante": "Ante C",
        "pair_plus": "Pair Plus A",
    }
    assert round(wagers["ante"]["house_advantage_percent"], 2) == 3.83  # printed for Ante C


def test_a_named_wager_wins_over_the_wagers_of_the_paytable(pitboss):
    words = ("analyze", "three_card_poker", "--paytable", "TCP-05", "--wager", "pair plus", "--json")
    assert list(pitboss(*words).json["wagers"]) == ["pair_plus"]


def test_the_dearest_of_equal_decisions_puts_more_money_at_risk(pitboss, wager):
    cheap = wager("mississippi_stud", "ante")
    dear = wager("mississippi_stud", "ante", "--setting", "tie_rule=dearest")
    assert cheap["house_advantage"] == dear["house_advantage"]
    assert Fraction(cheap["average_total_wager_exact"]) < Fraction(dear["average_total_wager_exact"])
    assert (cheap["tie_rule"], dear["tie_rule"]) == ("cheapest", "dearest")
    assert "tie_rule is dearest, by default cheapest" in dear["assumptions"]


# -- meters and envy -------------------------------------------------------------------------------


def test_a_progressive_with_the_players_of_the_print_has_the_printed_figures(wager):
    data = wager("blackjack", "progressive", "--players", "7")
    assert round(data["house_advantage_percent"], 2) == 23.04
    assert round(data["average_top_payout_dollars"]) == 89_442
    assert (data["seed"], data["contribution"], data["other_players"]) == ("10000/1", "4/25", 6)
    assert "contribution 16%, recovered from the printed figures" in data["assumptions"]
    assert "seed $10,000 as printed" in data["assumptions"]


def test_the_parts_of_a_progressive_make_its_advantage(wager):
    data = wager(
        "three_card_poker", "progressive", "--players", "4", "--meter-seed", "$2,000", "--reserve", "1%"
    )
    part = {name: Fraction(data[name]) for name in ("fixed_return", "envy_return", "contribution", "reserve")}
    meter = part["contribution"] + part["reserve"] + Fraction(data["top_probability"]) * 2000
    advantage = 1 - part["fixed_return"] - part["envy_return"] - meter
    assert Fraction(data["house_advantage"]) == advantage
    assert Fraction(data["house_advantage_long_run"]) == advantage
    assert data["house_advantage_at_meter"] is None
    # The paytable by hand: 500 for 1 thrice, 70 for 1 on 44 hands, 60 on 52 and 6 on 720; envy $100 and $25.
    assert part["fixed_return"] == Fraction(500 * 3 + 70 * 44 + 60 * 52 + 6 * 720, 22100)
    assert part["envy_return"] == 3 * Fraction(100 + 25 * 3, 22100)
    assert Fraction(data["average_top_payout"]) == 2000 + 22100 * (part["contribution"] + part["reserve"])


def test_at_the_break_even_meter_nobody_has_an_edge(wager):
    even = wager("three_card_poker", "progressive", "--players", "7")["break_even_meter_dollars"]
    data = wager("three_card_poker", "progressive", "--players", "7", "--meter", f"{even:.6f}")
    assert abs(data["house_advantage_percent"]) < 0.0001
    assert data["house_advantage"] == data["house_advantage_at_meter"]
    assert data["meter_dollars"] == pytest.approx(even)


def test_the_advantage_at_a_meter_is_that_of_its_distribution(wager):
    for table in ("MS Stud-01", "MS Stud Quick Hit 01"):
        data = wager("mississippi_stud", "progressive", "--paytable", table, "--meter", "12,345.67")
        won = sum(Fraction(line["contribution"]) for line in data["outcomes"])
        assert Fraction(data["house_advantage"]) == -won


def test_a_link_has_a_meter_for_each_level(wager):
    terms = ("--meter-seed", "Mega=10000", "--contribution", "mega=5%", "--contribution", "MAJOR=0.02")
    data = wager("mississippi_stud", "progressive", "--paytable", "Link ML01", *terms)
    mega, major = data["meters"]
    assert (mega["level"], mega["seed"], mega["contribution"]) == ("Mega", "10000/1", "1/20")
    assert (major["level"], major["seed"], major["contribution"]) == ("Major", "0/1", "1/50")
    assert Fraction(mega["top_probability"]) == Fraction(4, 2598960)
    assert Fraction(major["top_probability"]) == Fraction(36, 2598960)
    assert data["level"] == "Mega"
    assert any("Major meter: no seed is printed or given" in sentence for sentence in data["assumptions"])


def test_what_is_not_printed_is_said_to_be_the_houses_configuration(wager):
    data = wager("mississippi_stud", "progressive", "--paytable", "MS Stud-01")
    assert (data["seed"], data["contribution"]) == ("0/1", "0/1")
    assert sum("house's configuration" in sentence for sentence in data["assumptions"]) == 2


def test_envy_alone_makes_a_bonus_depend_on_the_players(wager):
    alone = wager("three_card_poker", "bonus", "--paytable", "TCPB-03E")
    full = wager("three_card_poker", "bonus", "--paytable", "TCPB-03E", "--players", "7")
    assert round(full["house_advantage_percent"], 2) == 19.59  # as printed
    envy = Fraction(100 + 3 * 25 + 44 * 5, 22100)
    assert Fraction(alone["house_advantage"]) - Fraction(full["house_advantage"]) == 6 * envy
    assert "the printed advantage of 19.59% is for 7 players" in alone["assumptions"]
    assert full["meters"] == []


# -- the highest hand ------------------------------------------------------------------------------


def test_two_hands_are_counted_exactly(wager):
    data = wager("caribbean_stud", "cover_all")
    assert data["paytable"] == "Cover All 2"
    assert data["interval"]["low"] == data["interval"]["high"] == data["house_advantage"]
    assert data["interval"]["confidence"] == 1
    won = sum(Fraction(line["contribution"]) for line in data["outcomes"])
    assert Fraction(data["house_advantage"]) == -won
    assert sum(Fraction(line["probability"]) for line in data["outcomes"]) == 1
    assert Fraction(data["hit_frequency"]) == 1 - Fraction(data["outcomes"][-1]["probability"])
    square = sum(Fraction(line["net"]) * Fraction(line["contribution"]) for line in data["outcomes"])
    assert data["standard_deviation"] ** 2 == pytest.approx(float(square - won**2), rel=1e-12)


def test_more_hands_have_certified_bounds(wager):
    data = wager("caribbean_stud", "cover_all", "--players", "2")
    low, high = Fraction(data["interval"]["low"]), Fraction(data["interval"]["high"])
    assert low < Fraction(data["house_advantage"]) < high
    assert Fraction(data["interval"]["half_width"]) == (high - low) / 2 < Fraction(1, 10_000)
    assert data["interval"]["confidence"] == pytest.approx(0.999)
    assert data["paytable"] == "Cover All 3"


def test_a_column_says_how_many_players_there_are(wager):
    data = wager("caribbean_stud", "cover_all", "--paytable", "cover all 3")
    assert data["paytable"] == "Cover All 3"
    assert "2 players and the dealer: 3 hands" in data["assumptions"]


# -- text ------------------------------------------------------------------------------------------


def test_text_shows_the_figures_and_every_outcome(pitboss):
    text = pitboss("analyze", "three_card_poker", "--wager", "pair_plus").out
    for words in ("Pair Plus A (000_fb4da7aa21f95d42.txt)", "2.3167%  = 128/5525", "25.6109%  = 283/1105"):
        assert words in text
    lines = {line.split()[0]: line.split() for line in text.splitlines() if line.strip()}
    assert lines["flush"] == ["flush", "1,096", "4.9593%", "4", "to", "1", "+4", "19.8371%"]
    assert lines["lose"] == ["lose", "16,440", "74.3891%", "lose", "-1", "-74.3891%"]


def test_text_of_several_wagers_opens_with_an_overview(pitboss):
    lines = pitboss("analyze", "three_card_poker").out.splitlines()
    rows = [line.split() for line in lines[5:10]]
    assert [row[0] for row in rows] == list(load_game("three_card_poker").wagers)
    assert rows[0][1:] == ["Ante", "A", "3.3730%", "2.0147%", "44.9127%", "1.6393"]


def test_text_of_a_progressive_shows_its_meter(pitboss):
    words = ("analyze", "blackjack", "--wager", "progressive", "--players", "7", "--meter", "$150,000")
    text = pitboss(*words).out
    for part in (
        "seed $10,000, contribution 16%, reserve 0%, standing at $150,000",
        "one in 496,511.5, $89,441.84 on average",
        "$203,861.50",
        "from 6 other players",
        "the advantage is that of the next wager with the meter at $150,000",
    ):
        assert part in text
