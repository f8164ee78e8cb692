"""Casino years against the real ledger: averages inside their intervals, and intervals that are true."""

from fractions import Fraction
from math import comb
from random import Random
from statistics import mean, stdev

import pytest
from ledger_room import make_terms

from pitboss.audit.casino_year import CaseResult, all_right, printed_terms, simulate
from pitboss.audit.reconciliation import reconcile
from pitboss.base.error import InputError
from pitboss.base.money import MICROS
from pitboss.house.casino_years import Casino, YearCase, average, draw_gap
from pitboss.house.long_run import LevelLaw, Method, expect, level_law, waiting_bounds
from pitboss.jackpot.chance import MeterAward, meter_awards
from pitboss.jackpot.hazard import Pace
from pitboss.jackpot.terms import LevelTerms
from pitboss.ledger.verify import verify
from pitboss.reports.form import format_text
from pitboss.reports.years_sheet import simulation_page
from pitboss.storage.memory import MemoryStore

PACE = Pace(rounds_an_hour=40, hours_a_day=24, seats=7)
SEED = 20_240_614


# -- the exact figures -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("paytable", "printed", "exact"),
    [
        ("TCP Progressive 1", 4_000, Fraction(4_094)),
        ("TCP Progressive 2", 5_000, Fraction(5_420)),
        ("Bet the Set 21 Progressive", 89_442, 10_000 + Fraction(16, 100) * Fraction(993_023, 2)),
    ],
)
def test_the_printed_average_is_seed_and_contribution_over_chance_rounded_as_printed(
    paytable, printed, exact
):
    """S + c / p: $1,000 + 14% x 22,100; $1,000 + 20% x 22,100; $10,000 + 16% x 496,511.5."""
    (terms,) = [terms for terms in printed_terms(1) if terms.id == paytable]
    awards = meter_awards(terms, next(iter(terms.paytables)))
    law = level_law(terms.levels[0], awards, terms.wager_micros)
    assert law.mean == exact
    unit = 1_000 if printed % 1_000 == 0 else 1
    assert round(exact / unit) * unit == printed


def test_every_paytable_with_a_printed_average_is_played():
    assert {terms.id for terms in printed_terms(3)} == {
        "TCP Progressive 1",
        "TCP Progressive 2",
        "Bet the Set 21 Progressive",
    }


def test_an_award_of_the_whole_meter_deviates_as_a_geometric_number_does():
    """c sqrt(1 - p) / p."""
    law = LevelLaw(Fraction(1_000), Fraction(14, 100), Fraction(0), Fraction(1, 22_100), ())
    assert law.variance == Fraction(14, 100) ** 2 * Fraction(22_099, 22_100) * 22_100**2


def test_mean_and_deviation_with_awards_of_a_part_are_those_of_playing_it_out():
    """Wager by wager: the meter starts at 3, gets 1, halves with 2 in 10 and is won with 1 in 10."""
    law = LevelLaw(
        Fraction(3), Fraction(1), Fraction(0), Fraction(1, 10), ((Fraction(2, 10), Fraction(1, 2)),)
    )
    random = Random(SEED)
    awards = []
    for _ in range(20_000):
        meter = 3.0
        while True:
            meter += 1
            drawn = random.random()
            if drawn < 0.1:
                break
            meter = meter / 2 if drawn < 0.3 else meter
        awards.append(meter)
    deviation = float(law.variance) ** 0.5
    assert abs(mean(awards) - law.mean) < 5 * deviation / len(awards) ** 0.5
    assert stdev(awards) == pytest.approx(deviation, rel=0.05)


# -- the intervals ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hits", "one_in", "miss"), [(1, 10, 0.1), (3, 10, 0.05), (8, 5, 0.02), (20, 4, 0.01)]
)
def test_the_certified_interval_misses_no_more_often_than_it_says(hits, one_in, miss):
    """P(T > t) and P(T < t) for the wagers T until the last hit, summed exactly."""
    low, high = waiting_bounds(hits, Fraction(1, one_in), miss)
    chance = Fraction(1, one_in)

    def exactly(wagers):
        return comb(wagers - 1, hits - 1) * chance**hits * (1 - chance) ** (wagers - hits)

    inside = sum((exactly(wagers) for wagers in range(max(low, hits), high + 1)), Fraction(0))
    assert inside >= 1 - miss


def test_more_hits_make_a_narrower_interval():
    law = LevelLaw(Fraction(1_000), Fraction(14, 100), Fraction(0), Fraction(1, 22_100), ())
    widths = [(found := expect(law, hits, 0.001)).high - found.low for hits in (10, 100, 1_000, 10_000)]
    assert widths == sorted(widths, reverse=True)
    found = expect(law, 1_000, 0.001)
    assert found.method is Method.CERTIFIED
    assert 3_700 < found.low < 4_094 < found.high < 4_500


def test_a_reserve_widens_the_interval_to_hold_a_first_award_without_it():
    plain = LevelLaw(Fraction(1_000), Fraction(15, 100), Fraction(0), Fraction(1, 22_100), ())
    reserved = LevelLaw(Fraction(1_000), Fraction(14, 100), Fraction(1, 100), Fraction(1, 22_100), ())
    assert expect(reserved, 10, 0.001).low < expect(plain, 10, 0.001).low
    assert expect(reserved, 10, 0.001).mean == expect(plain, 10, 0.001).mean


def test_parts_of_a_meter_with_a_reserve_have_no_interval():
    law = LevelLaw(
        Fraction(1), Fraction(1, 10), Fraction(1, 10), Fraction(1, 10), ((Fraction(1, 5), Fraction(1, 2)),)
    )
    with pytest.raises(InputError, match="no interval is known"):
        expect(law, 10, 0.001)


def test_a_gap_is_geometric():
    """Mean 1/p; a hit at once with chance p: within five deviations of 20,000 draws."""
    random = Random(SEED)
    gaps = [draw_gap(random, 0.01) for _ in range(20_000)]
    assert abs(sum(gaps) / 20_000 - 100) < 5 * 99.5 / 20_000**0.5
    assert abs(gaps.count(1) - 200) < 5 * 200**0.5
    assert min(gaps) == 1


# -- the years -------------------------------------------------------------------------------------


def play(terms, hits, *, seed=SEED, pace=PACE):
    game = next(iter(terms.paytables))
    store = MemoryStore()
    casino = Casino(YearCase(terms, meter_awards(terms, game)), pace, Random(seed), store)
    return casino, casino.play(hits), list(store.entries())


@pytest.fixture(scope="module")
def results():
    return simulate(printed_terms(10), hits=250, seed=SEED, pace=PACE)


def test_the_average_award_of_each_printed_paytable_lies_inside_its_interval(results):
    assert len(results) == 3
    for result in results:
        (level,) = result.levels
        assert level.is_inside, level
        assert level.expected.method is Method.CERTIFIED
    assert all_right(results)


def test_the_journal_of_the_years_verifies_and_reconciles(results):
    assert all(result.holds for result in results)
    page = format_text(simulation_page(results, SEED, 250))
    assert "Every average lies inside its interval, and the ledger holds." in page
    assert "A day's wagers are one COIN IN." in page
    assert "at least 99.9%" in page


def test_an_average_outside_or_a_broken_ledger_is_said(results):
    (result, *_), (level,) = results, results[0].levels
    wrong = CaseResult(
        result.terms,
        (type(level)(**{**vars(level), "average": level.average * 2}),),
        result.years,
        result.wagers,
        result.entries,
        holds=False,
    )
    assert not all_right([wrong])
    page = format_text(simulation_page([wrong], SEED, 250))
    assert "entries, which does not hold" in page
    assert f"the ledger of {result.terms.id} does not hold; outside: {result.terms.id}" in page


def test_every_award_and_every_days_wagers_are_entries_of_the_real_ledger():
    """14% of every dollar wagered is in the books, and four entries for every award."""
    casino, years, entries = play(make_terms((LevelTerms("", 1_000 * MICROS, 140_000),)), 20)
    kinds = [entry.draft.kind for entry in entries]
    assert kinds.count("win posted") == kinds.count("win settled") == 20
    assert kinds.count("coin in") == kinds.count("game over") >= 20
    level = casino.manager.floor.progressives["tcp"].levels[""]
    assert level.wagered_micros == years.wagers * MICROS
    assert level.hits == 20
    assert verify(entries).fault is None
    assert reconcile(entries, casino.manager.floor).is_zero
    paid = sum(years.tops[""])
    assert paid == 20 * 1_000 * MICROS + years.wagers * 140_000 - (
        casino.manager.floor.meter("tcp", "") - 10**9
    )


def test_the_clock_runs_with_the_wagers_and_never_backwards():
    casino, years, entries = play(make_terms((LevelTerms("", 1_000 * MICROS, 140_000),)), 5)
    times = [entry.draft.at_micros for entry in entries]
    assert times == sorted(times)
    days = (times[-1] - times[0]) / (24 * 3600 * MICROS)
    assert days == pytest.approx(years.wagers / casino.wagers_a_day, abs=1e-6)
    assert casino.wagers_a_day == 2 * 40 * 24 * 7


def test_a_seed_repeats_its_years_and_another_does_not():
    terms = make_terms((LevelTerms("", 1_000 * MICROS, 140_000),))
    first, again, other = (play(terms, 5, seed=seed)[1].tops for seed in (1, 1, 2))
    assert first == again != other


def test_levels_of_a_link_are_played_together_until_the_rarest_has_its_hits():
    levels = (
        LevelTerms("Mega", 10_000 * MICROS, 100_000),
        LevelTerms("Major", 1_000 * MICROS, 50_000),
        LevelTerms("Minor", 100 * MICROS, 30_000),
    )
    terms = make_terms(levels, paytables={"mississippi_stud": "Link ML03"})
    _, years, _ = play(terms, 2)
    assert len(years.tops["Mega"]) == 2
    assert len(years.tops["Minor"]) > len(years.tops["Major"]) > 2


def test_a_tenth_of_the_meter_leaves_the_rest_and_is_no_whole_award():
    awards = (
        MeterAward("toy", "royal_flush", "royal", "", Fraction(1), Fraction(1, 1_000)),
        MeterAward("toy", "straight_flush", "flush", "", Fraction(1, 10), Fraction(9, 1_000)),
    )
    levels = (LevelTerms("", 1_000 * MICROS, 100_000),)
    terms = make_terms(levels, tables=("T1",), paytables={"mississippi_stud": "MS Stud-01"})
    store = MemoryStore()
    casino = Casino(YearCase(terms, awards), PACE, Random(SEED), store)
    years = casino.play(200)
    law = level_law(levels[0], awards, MICROS)
    found = expect(law, 200, 0.001)
    assert found.method is Method.NORMAL
    assert found.low < average(years.tops[""][:200]) < found.high
    assert years.awards["straight_flush"] > 5 * years.awards["royal_flush"]


def test_what_has_no_exact_figure_is_not_played():
    capped = make_terms((LevelTerms("", 1_000 * MICROS, 140_000, cap_micros=5_000 * MICROS),))
    dry = make_terms(all_from_meter=True)
    awards = meter_awards(make_terms(), "three_card_poker")
    for terms, words in ((capped, "capped meter"), (dry, "fixed awards"), (make_terms(), "nothing wins")):
        given = () if words == "nothing wins" else awards
        with pytest.raises(InputError, match=words):
            Casino(YearCase(terms, given), PACE, Random(1), MemoryStore())


def test_the_ids_of_the_years_are_all_different():
    _, _, entries = play(make_terms(), 3)
    assert len({entry.id for entry in entries}) == len(entries)
