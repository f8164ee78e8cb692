"""Meters and envy: the long run, the next wager, break-even, and the way back from a printed figure."""

from dataclasses import replace
from fractions import Fraction
from random import Random

import numpy as np
import pytest

from pitboss.analysis.analysis import Terms, analyze
from pitboss.analysis.meter import MeterFigures, recover
from pitboss.base.error import InputError
from pitboss.base.odds import PUSH, parse_pay
from pitboss.rules import Paytable, load_game
from pitboss.rules.paytable import Level

SEED, RATE = Fraction(1000), Fraction(14, 100)


@pytest.fixture
def progressive():
    game = load_game("three_card_poker").with_paytable("TCP Progressive 1")
    return analyze(game, "progressive", Terms(7, {"": Level(SEED, RATE)})).meter


def test_the_long_run_advantage_is_what_the_formula_of_the_trade_says(progressive):
    """1 - fixed return - (p x seed + contribution) - envy x other players; ways out of 22,100."""
    fixed = Fraction(3 * 500 + 44 * 70 + 52 * 60 + 720 * 6, 22_100)
    envy = Fraction(100 + 3 * 25, 22_100)
    assert progressive.house_advantage == 1 - fixed - (SEED / 22_100 + RATE) - 6 * envy
    assert progressive.average_top("") == SEED + RATE * 22_100


def test_at_the_break_even_meter_nobody_has_an_edge(progressive):
    meter = progressive.break_even("")
    assert progressive.advantage_at({"": meter}) == 0
    assert progressive.advantage_at({"": meter + 1}) < 0 < progressive.advantage_at({"": meter - 1})


def test_a_meter_without_an_amount_is_asked_for(progressive):
    with pytest.raises(InputError, match="no amount given"):
        progressive.advantage_at({})


@pytest.mark.parametrize(("others", "rate"), [(0, 5), (3, 12), (6, 20), (7, 9)])
def test_the_assumptions_behind_a_printed_advantage_are_recovered(progressive, others, rate):
    table, chances = progressive.table, progressive.chances
    truth = MeterFigures(table, chances, {"": Level(SEED, Fraction(rate, 100))}, others)
    half = Fraction(1, 20_000)
    top = truth.average_top("")
    found = recover(
        MeterFigures(table, chances, {"": Level(SEED)}),
        low=truth.house_advantage - half,
        high=truth.house_advantage + half,
        average=(top - 50, top + 50),
    )
    assert (others, Fraction(rate, 100)) in [(implied.others, implied.contribution) for implied in found]
    assert (found[0].others, found[0].contribution) == (others, Fraction(rate, 100))


def test_the_average_top_award_of_a_meter_with_ten_percent_awards_comes_out_in_a_simulation():
    """Every wager feeds the meter, a tenth goes now and then, the whole of it seldom."""
    game = load_game("mississippi_stud").with_paytable("MS Stud-01")
    figures = analyze(game, "progressive").meter
    made_up = {
        line: chance * 400
        for line, chance in figures.chances.items()
        if line in ("royal_flush", "straight_flush")
    }
    terms = MeterFigures(figures.table, made_up, {"": Level(Fraction(50), Fraction(1, 5), Fraction(1, 50))})
    random, meter, reserve, paid = Random(7), 50.0, 0.0, []
    top, tenth = float(made_up["royal_flush"]), float(made_up["straight_flush"])
    for _ in range(4_000_000):
        meter, reserve, drawn = meter + 0.2, reserve + 0.02, random.random()
        if drawn < top:
            paid.append(meter)
            meter, reserve = 50.0 + reserve, 0.0
        elif drawn < top + tenth:
            meter *= 0.9
    assert sum(paid) / len(paid) == pytest.approx(float(terms.average_top("")), rel=0.05)


def test_a_push_line_gives_the_stake_back_in_the_fixed_return():
    """A meter table with a push on three of a kind returns 52 of 22,100 stakes for it."""
    game = load_game("three_card_poker")
    table = game.paytables["TCP Progressive 2"]
    pushing = replace(table, pays={**table.pays, "three_of_a_kind": PUSH})
    found = analyze(game.with_table(pushing), "progressive").meter
    assert found.fixed_return == Fraction(3 * 500 + 44 * 100 + 52, 22_100)


# -- deviation -------------------------------------------------------------------------------------


def play_links(*, wagers, links, seed, fed, aside, tenth, whole, double, generator):
    """Dollar by dollar: what every wager of many links wins; a tenth, the whole, or twice the stake."""
    meter, reserve = np.full(links, seed), np.zeros(links)
    nets = np.zeros((wagers, links))
    for wager in range(wagers):
        drawn = generator.random(links)
        meter, reserve = meter + fed, reserve + aside
        tops, shares = drawn < whole, (drawn >= whole) & (drawn < whole + tenth)
        doubles = (drawn >= whole + tenth) & (drawn < whole + tenth + double)
        nets[wager] = np.where(tops, meter, np.where(shares, meter / 10, np.where(doubles, 2, 0))) - 1
        meter = np.where(tops, seed + reserve, np.where(shares, 0.9 * meter, meter))
        reserve = np.where(tops, 0, reserve)
    return nets


@pytest.mark.parametrize("aside", [Fraction(0), Fraction(1, 50)])
@pytest.mark.parametrize("tenth", [Fraction(0), Fraction(1, 10)])
def test_one_wager_meets_a_random_meter_and_all_of_a_link_meet_only_its_seeds(aside, tenth):
    pays = {"top": "100%", "share": "10%", "pair": "2 for 1"}
    table = Paytable("toy", "w", {line: parse_pay(pay) for line, pay in pays.items()}, "us")
    chances = {"top": Fraction(1, 20), "share": tenth, "pair": Fraction(1, 5)}
    terms = Level(seed=Fraction(9), contribution=Fraction(1, 5), reserve=aside)
    figures = MeterFigures(table, chances, {"": terms})
    nets = play_links(
        wagers=2000,
        links=4000,
        seed=9.0,
        fed=0.2,
        aside=float(aside),
        tenth=float(tenth),
        whole=0.05,
        double=0.2,
        generator=np.random.Generator(np.random.PCG64(3)),
    )
    late = nets[500:]
    assert -late.mean() == pytest.approx(float(figures.house_advantage), abs=0.01)
    assert late.var() == pytest.approx(float(figures.one_variance()), rel=0.02)
    assert nets.sum(axis=0).var() / len(nets) == pytest.approx(float(figures.link_variance()), rel=0.08)


def test_the_library_takes_the_terms_that_the_print_implies():
    """14% and $1,000 at a table of one: 27.0860%, and what is drawn adds up to it."""
    found = analyze(load_game("three_card_poker"), "progressive")
    assert round(found.house_advantage, 6) == Fraction("0.27086")
    assert found.figures.house_advantage == found.house_advantage
    assert round(float(found.meter.one_variance()) ** 0.5, 4) == 35.2754
    assert round(float(found.meter.link_variance()) ** 0.5, 4) == 9.9115
    assert analyze(load_game("three_card_poker"), "progressive", Terms()).house_advantage > Fraction(45, 100)
