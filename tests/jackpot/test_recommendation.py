"""The maker's recommendations: each with the figure that a technician needs, and bounds that are true."""

from fractions import Fraction

import pytest
from ledger_room import make_terms

from documents import proves
from pitboss.analysis.meter import MeterFigures
from pitboss.base.error import InputError
from pitboss.base.money import MICROS
from pitboss.base.odds import Kind, Pay, for_one
from pitboss.jackpot.chance import meter_figures
from pitboss.jackpot.hazard import Pace, running_dry, second_award, within
from pitboss.jackpot.recommendation import Preset, recommend
from pitboss.jackpot.terms import LevelTerms
from pitboss.rules import Paytable
from pitboss.rules.paytable import Level

PRESET = Preset(seed=Fraction(1_000), contribution=Fraction(14, 100))
"""TCP Progressive 1: the seed is printed, the contribution implied by the printed 22.33%."""
PACE = Pace(rounds_an_hour=40, hours_a_day=24, seats=7)


def advice(levels, *, preset=PRESET, pace=PACE, others=6, **changes):
    terms = make_terms(levels, tables=("T1",), **changes)
    game = next(iter(terms.paytables))
    found = recommend(terms, meter_figures(terms, game, others=others), preset, pace)
    return {(one.topic, one.level): one for one in found}


def one_level(seed=1_000, percent=14, reserve=0):
    return (LevelTerms("", seed * MICROS, percent * 10_000, reserve * 10_000),)


def warned(found):
    return {topic for (topic, _), one in found.items() if one.is_warning}


# -- the printed paytable --------------------------------------------------------------------------


@proves("003 recommendations seed 1")
def test_the_pre_set_terms_of_tcp_progressive_1_draw_no_warning_and_give_the_printed_advantage():
    """Printed: 22.33%, a top payout of $4,000 on average at 22,100 to 1."""
    found = advice(one_level())
    assert warned(found) == set()
    advantage = found["house advantage", ""].figures["house_advantage"]
    assert round(float(advantage) * 100, 2) == 22.33
    assert found["average award", ""].figures == {"chance": Fraction(1, 22_100), "average": Fraction(4_094)}
    assert "$4,094.00 on average" in found["average award", ""].text


@proves("003 recommendations contribution 3")
def test_raising_the_contribution_warns_with_the_new_advantage():
    found = advice(one_level(percent=20))
    warning = found["contribution", ""]
    assert warning.is_warning
    assert "20% is above the pre-set 14%" in warning.text
    assert "falls from 22.3348% to 16.3348%" in warning.text
    fall = warning.figures["preset_advantage"] - warning.figures["house_advantage"]
    assert fall == Fraction(6, 100)


@proves("003 recommendations contribution 3")
def test_lowering_the_contribution_draws_no_warning():
    assert warned(advice(one_level(percent=10))) == set()


def test_a_contribution_that_gives_the_players_the_edge_is_a_warning_without_any_print():
    found = advice(one_level(percent=40), preset=Preset())
    assert found["house advantage", ""].is_warning
    assert "the players have the edge" in found["house advantage", ""].text


# -- seed and reserve ------------------------------------------------------------------------------


@proves("003 recommendations seed 3")
def test_a_seed_of_nothing_is_refused():
    with pytest.raises(InputError, match="never restarts empty"):
        make_terms(one_level(seed=0)).check()


@proves("003 recommendations seed 2")
def test_a_seed_below_the_largest_fixed_award_warns_with_both_amounts():
    found = advice(one_level(seed=499), preset=Preset())
    assert found["seed", ""].text == "the seed of $499.00 is below the largest fixed award, $500.00"
    assert warned(advice(one_level(seed=500), preset=Preset())) == set()


def test_a_larger_wager_takes_a_larger_seed():
    """Figures in print are for a $1 wager: at $5 the seed is $5,000 and 500 for 1 is $2,500."""
    found = advice(one_level(seed=1_000), wager_micros=5 * MICROS, preset=Preset())
    assert "largest fixed award, $2,500.00" in found["seed", ""].text
    assert (
        "not the pre-set $5,000.00 for a $5.00 wager"
        in advice(one_level(), wager_micros=5 * MICROS)["seed", ""].text
    )
    assert warned(advice(one_level(seed=5_000), wager_micros=5 * MICROS)) == set()


@proves("003 recommendations reserve 2")
def test_a_reserve_that_replaces_the_seed_warns_with_how_low_a_restart_may_be():
    """$400 are missing and a wager feeds $0.02: 20,000 wagers, within which 59.5% of the awards come."""
    found = advice(one_level(seed=600, reserve=2))
    warning = found["reserve", ""]
    assert warning.is_warning
    assert "takes 20,000 wagers" in warning.text
    assert "down to $600.00" in warning.text
    assert warning.figures["chance"] == pytest.approx(1 - (22_099 / 22_100) ** 19_999)


@proves("003 recommendations reserve 1")
def test_no_reserve_is_said_without_a_warning_and_a_small_one_is_what_the_maker_wants():
    assert not advice(one_level())["reserve", ""].is_warning
    assert ("reserve", "") not in advice(one_level(reserve=1))


def test_the_reserve_raises_the_average_award():
    """1,000 + (0.14 + 0.01) x 22,100."""
    assert advice(one_level(reserve=1))["average award", ""].figures["average"] == 4_315


def test_a_level_that_also_pays_parts_has_a_lower_average():
    """Link 01 at $10,000 and 15%: (p S + c) / (p + q / 10), p = 4 and q = 36 hands of 2,598,960."""
    levels = (LevelTerms("", 10_000 * MICROS, 150_000),)
    found = advice(levels, paytables={"mississippi_stud": "Link 01"}, preset=Preset())
    top, parts = Fraction(4, 2_598_960), Fraction(36, 2_598_960)
    expected = (top * 10_000 + Fraction(15, 100)) / (top + parts / 10)
    average = found["average award", ""].figures["average"]
    assert expected - Fraction(1, MICROS) < average <= expected


# -- a second award --------------------------------------------------------------------------------


def test_a_second_award_within_a_day_is_bounded_by_independent_rounds():
    """960 rounds of 7 seats; no two seats can hold the same three spades, so the bound is exact."""
    chance = 1 - (1 - 7 / 22_100) ** 960
    assert second_award(Fraction(1, 22_100), PACE, tables=1) == pytest.approx(chance)
    assert "26.22%" in advice(one_level())["second award", ""].text


def test_more_tables_make_a_second_award_likelier_and_never_certain():
    chances = [second_award(Fraction(1, 22_100), PACE, tables=tables) for tables in (1, 5, 15)]
    assert chances == sorted(chances)
    assert chances[-1] < 1
    assert within(Fraction(1), 1) == 1
    assert within(Fraction(1, 3), 0) == 0


# -- running dry -----------------------------------------------------------------------------------


def toy(*, seed, fed, award, award_chance, top_chance, part_chance=0):
    """A meter that pays one fixed award too."""
    pays = {"top": Pay(Kind.METER, Fraction(1)), "fixed": for_one(award)}
    chances = {"top": Fraction(top_chance), "fixed": Fraction(award_chance)}
    if part_chance:
        pays["part"] = Pay(Kind.METER, Fraction(1, 10))
        chances["part"] = Fraction(part_chance)
    levels = {"": Level(seed=Fraction(seed), contribution=Fraction(fed))}
    return MeterFigures(Paytable("toy", "progressive", pays, "invented"), chances, levels)


def dry_chance(seed, fed, award, award_chance, top_chance, steps=4_000, most=400):
    """By the Markov chain itself: f(m) = quiet f(m + fed) + chance f(m + fed - award), iterated."""
    quiet = 1 - award_chance - top_chance
    chance = [0.0] * (most + 1)
    for _ in range(steps):
        for meter in range(most - fed, -1, -1):
            after = meter + fed
            paid = 1.0 if after < award else chance[after - award]
            chance[meter] = quiet * chance[after] + award_chance * paid
    return chance[seed]


@pytest.mark.parametrize(
    ("seed", "fed", "award", "award_chance", "top_chance"),
    [(10, 1, 4, 0.2, 0.01), (20, 1, 6, 0.1, 0.02), (5, 2, 9, 0.25, 0.05), (0, 1, 3, 0.3, 0.1)],
)
def test_the_chance_of_running_dry_lies_between_its_bounds(seed, fed, award, award_chance, top_chance):
    figures = toy(
        seed=seed,
        fed=fed,
        award=award,
        award_chance=Fraction(str(award_chance)),
        top_chance=Fraction(str(top_chance)),
    )
    low, high = running_dry(figures, "")
    exact = dry_chance(seed, fed, award, award_chance, top_chance)
    assert low <= exact <= high
    assert high / low < 30


def test_where_parts_of_the_meter_are_won_too_only_the_lower_bound_is_claimed():
    low, high = running_dry(
        toy(seed=10, fed=1, award=4, award_chance="0.2", top_chance="0.01", part_chance="0.01"), ""
    )
    assert 0 < low < high == 1


def test_a_meter_without_fixed_awards_never_runs_dry():
    table = Paytable("toy", "progressive", {"top": Pay(Kind.METER, Fraction(1))}, "invented")
    figures = MeterFigures(table, {"top": Fraction(1, 10)}, {"": Level(Fraction(5), Fraction(1, 2))})
    assert running_dry(figures, "") == (0, 0)


@proves("003 recommendations contribution 2")
def test_all_from_the_meter_below_70_percent_warns_and_from_70_percent_on_does_not():
    found = advice(one_level(percent=60), all_from_meter=True)
    warning = found["running dry", ""]
    assert warning.is_warning
    assert "less than 70%" in warning.text
    assert 0.01 < warning.figures["at_least"] < warning.figures["at_most"] < 0.2
    assert ("running dry", "") not in advice(one_level(percent=70), all_from_meter=True)


def test_the_less_is_fed_the_likelier_the_meter_runs_dry():
    bounds = [
        advice(one_level(percent=percent), all_from_meter=True)["running dry", ""].figures["at_most"]
        for percent in (69, 60, 54, 30)
    ]
    assert bounds == sorted(bounds)


def test_awards_off_the_meter_cost_the_house_only_what_feeds_it():
    """At 60%: 1 - 0.6 - 1,000 / 22,100 - envy; the fixed awards come out of the 60%."""
    found = advice(one_level(percent=60), all_from_meter=True, others=0)
    assert found["house advantage", ""].figures["house_advantage"] == 1 - Fraction(60, 100) - Fraction(
        1_000, 22_100
    )


@proves("003 recommendations contribution 1")
def test_a_meter_that_pays_more_than_is_fed_is_said_so():
    found = advice(one_level(percent=30), all_from_meter=True)
    assert found["average award", ""].is_warning
    assert "more comes off it than feeds it" in found["average award", ""].text
