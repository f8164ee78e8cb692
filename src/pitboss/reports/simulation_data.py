"""A simulation as data."""

from pitboss.base.figure import format_fraction
from pitboss.reports.form import Json
from pitboss.reports.simulation_sheet import Simulation, exact_top, finite, rate
from pitboss.simulation.estimate import Range, WagerEstimate
from pitboss.simulation.meter import MeterCourse
from pitboss.trial.outlook import Outlook, Pocket
from pitboss.trial.preparing import Ready


def simulation_data(one: Simulation) -> Json:
    ready, ran = one.ready, one.ran
    data: dict[str, Json] = {
        "game": ready.table.game.id,
        "strategy": ready.strategy,
        "dealt_by_the_rules": ready.by_rules or None,
        "seats": ready.table.seats,
        "seed": one.seed,
        "rounds": ran.gathered.rounds,
        "is_whole": ran.gathered.is_whole,
        "seconds": round(ran.seconds, 3),
        "rounds_a_second": round(rate(ran)),
        "engine": ran.engine,
        "confidence": one.confidence,
        "wagers": [wager_data(ready, found) for found in one.estimates],
        "meters": [
            course_data(one, wager, course) for wager, found in one.courses.items() for course in found
        ],
    }
    if one.outlook and one.pocket:
        data["session"] = session_data(one.pocket, one.outlook)
    return data


def wager_data(ready: Ready, found: WagerEstimate) -> Json:
    exact = found.exact
    return {
        "wager": found.wager,
        "placed": found.wagers,
        "house_advantage": format_fraction(found.advantage.seen),
        "house_advantage_percent": float(found.advantage.seen * 100),
        "low_percent": finite(found.advantage.low * 100),
        "high_percent": finite(found.advantage.high * 100),
        "exact": format_fraction(exact.advantage) if exact.advantage is not None else None,
        "exact_percent": float(exact.advantage * 100) if exact.advantage is not None else None,
        "exact_slack_percent": float(exact.slack * 100),
        "agrees": found.agrees,
        "hit_frequency_percent": float(found.hit_frequency.seen * 100),
        "hit_low_percent": found.hit_frequency.low * 100,
        "hit_high_percent": found.hit_frequency.high * 100,
        "exact_hit_frequency_percent": float(exact.hit_frequency * 100)
        if exact.hit_frequency is not None
        else None,
        "average_total_wager": float(found.average_stake),
        "standard_deviation": found.deviation,
        "exact_standard_deviation": exact.deviation,
        "meter_dollars": {name: float(amount) for name, amount in ready.table.meters(found.wager).items()},
    }


def course_data(one: Simulation, wager: str, course: MeterCourse) -> Json:
    average, exact = course.average_top(one.confidence), exact_top(one, wager, course)
    return {
        "wager": wager,
        "level": course.level,
        "seed_dollars": float(course.terms.seed),
        "contribution_percent": float(course.terms.contribution * 100),
        "reserve_percent": float(course.terms.reserve * 100),
        "started_at_dollars": float(course.start),
        "awards": len(course.awards),
        "paid_dollars": float(course.paid),
        "whole_meter_awards": len(course.tops),
        "average_whole_dollars": float(average.seen) if average else None,
        "low_dollars": average.low if average else None,
        "high_dollars": average.high if average else None,
        "exact_average_dollars": float(exact) if exact is not None else None,
        "stands_at_dollars": float(course.standing),
    }


def session_data(pocket: Pocket, outlook: Outlook) -> Json:
    return {
        "sessions": outlook.sessions,
        "bankroll_dollars": float(pocket.bankroll),
        "bets_dollars": {wager: float(bet) for wager, bet in pocket.bets.items()},
        "rounds": pocket.rounds,
        "risk_of_ruin": range_data(outlook.ruin),
        "ahead": range_data(outlook.ahead),
        "even": range_data(outlook.even),
        "result_dollars": range_data(outlook.result),
        "average_rounds": float(outlook.rounds),
        "expected_dollars": float(outlook.expected) if outlook.expected is not None else None,
        "result_percentiles": {str(percent): value for percent, value in outlook.result_percentiles.items()},
        "drawdown_percentiles": {str(percent): value for percent, value in outlook.fall_percentiles.items()},
    }


def range_data(found: Range) -> Json:
    return {"seen": float(found.seen), "low": finite(found.low), "high": finite(found.high)}
