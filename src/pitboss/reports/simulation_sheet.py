"""A simulation as data and as a page: what was seen, with its interval, beside what is exact."""

from collections.abc import Iterator
from fractions import Fraction

from pitboss.audit.simulation import Simulation
from pitboss.base.figure import format_decimal
from pitboss.reports.cell import Number, dollars, figure, ordinal, percent
from pitboss.reports.field import Field, count, field_table, value, words
from pitboss.reports.form import Json
from pitboss.reports.page import Cell, Facts, Heading, Lines, Page, Tone, Toned
from pitboss.reports.wager_page import share
from pitboss.simulation.estimate import Exact, Range, WagerEstimate
from pitboss.simulation.meter import MeterCourse
from pitboss.simulation.run import Ran
from pitboss.trial.outlook import Outlook, Pocket
from pitboss.trial.preparing import Ready


def rate(ran: Ran) -> float:
    return ran.fresh_rounds / ran.seconds if ran.seconds else 0.0


def finite(value: float) -> float | None:
    return value if abs(value) < float("inf") else None


# -- data ------------------------------------------------------------------------------------------


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
        **share("house_advantage", found.advantage.seen),
        "low_percent": finite(found.advantage.low * 100),
        "high_percent": finite(found.advantage.high * 100),
        **share("exact", exact.advantage),
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
    average, exact = course.average_top(one.confidence), one.exact_top(wager, course)
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


# -- page ---------------------------------------------------------------------------------------------


def simulation_page(one: Simulation, *, again: str = "") -> Page:
    """`again` says, behind the seed, how the simulation is repeated."""
    about = Facts(tuple(about_run(one, again)))
    page: list[Page] = [(Heading(f"{one.ready.table.game.name}: simulated"), about)]
    if one.estimates:
        page.append((field_table(wager_fields(one), one.estimates),))
    if one.courses:
        courses = [(wager, course) for wager, found in one.courses.items() for course in found]
        page.append((Heading("Meters, fed and won", 2), field_table(meter_fields(one), courses)))
    if one.outlook and one.pocket:
        page.append((Heading("One session", 2), Facts(tuple(about_session(one.pocket, one.outlook, one)))))
    return (*(block for part in page for block in part), Lines(tuple(notes(one))))


def about_run(one: Simulation, again: str) -> Iterator[tuple[str, Cell]]:
    ready, ran = one.ready, one.ran
    gathered = ran.gathered
    yield "Strategy", ready.strategy
    if ready.by_rules:
        yield "Dealt by", f"the game's own procedure, round by round: {ready.by_rules}"
    yield "Seats", ordinal(ready.table.seats)
    if not one.pocket:
        wanted = "" if gathered.is_whole else f" of {gathered.work.rounds:,}: stopped before the end"
        yield "Rounds", f"{gathered.rounds:,}{wanted}"
    else:
        yield "Rounds", f"{gathered.rounds:,} in all"
    yield "Seed", f"{one.seed}{again}"
    if ran.fresh_rounds:
        yield "Dealt", f"{rate(ran):,.0f} rounds a second by {ran.engine}, {ran.seconds:.1f} s"
    if ran.fresh_rounds < gathered.rounds:
        yield "From a checkpoint", f"{gathered.rounds - ran.fresh_rounds:,} rounds"


def wager_fields(one: Simulation) -> tuple[Field[WagerEstimate], ...]:
    wagers = one.ready.table.game.wagers
    return (
        words("Wager", lambda found: wagers[found.wager].label),
        value("House advantage", lambda found: percent(found.advantage.seen)),
        value("Interval", lambda found: interval_words(found.advantage)),
        value("Exact", lambda found: exact_cell(found.exact)),
        words("Is inside", lambda found: verdict(found.agrees)),
        value("Hit frequency", lambda found: percent(found.hit_frequency.seen)),
        value("Exact", lambda found: percent_or_nothing(found.exact.hit_frequency)),
        value("Deviation", lambda found: figure(found.deviation, 4)),
    )


def exact_cell(exact: Exact) -> Cell:
    advantage = "not counted" if exact.advantage is None else percent(exact.advantage)
    return f"{advantage} ± {percent(exact.slack)}" if exact.slack else advantage


def percent_or_nothing(share: Fraction | None) -> Cell:
    return "" if share is None else percent(share)


def interval_words(found: Range) -> str:
    if finite(found.low) is None:
        return "unknown"
    return f"{found.low * 100:.4f}% to {found.high * 100:.4f}%"


def verdict(agrees: bool | None) -> Cell:
    if agrees is None:
        return ""
    return Toned("yes", Tone.GOOD) if agrees else Toned("no", Tone.BAD)


Course = tuple[str, MeterCourse]
"""A meter, with the wager that feeds it."""


def meter_fields(one: Simulation) -> tuple[Field[Course], ...]:
    wagers = one.ready.table.game.wagers

    def average(row: Course) -> Range | None:
        return row[1].average_top(one.confidence)

    def exact(row: Course) -> Cell:
        top = one.exact_top(*row)
        return "" if top is None else money(top)

    return (
        words("Meter", lambda row: f"{wagers[row[0]].label} {row[1].level}".rstrip()),
        value("Fed", lambda row: percent(row[1].terms.contribution + row[1].terms.reserve, 2)),
        count("Awards", lambda row: len(row[1].awards)),
        count("Of the whole", lambda row: len(row[1].tops)),
        value("Average", lambda row: money(found.seen) if (found := average(row)) else ""),
        value(
            "Interval",
            lambda row: f"${found.low:,.0f} to ${found.high:,.0f}" if (found := average(row)) else "",
        ),
        value("Exact", exact),
        value("Stands at", lambda row: money(row[1].standing)),
    )


def money(amount: Fraction) -> Number:
    return dollars(Fraction(round(amount * 100), 100))


def about_session(pocket: Pocket, outlook: Outlook, one: Simulation) -> Iterator[tuple[str, Cell]]:
    game = one.ready.table.game
    bets = ", ".join(f"{game.wagers[wager].label} {dollars(bet)}" for wager, bet in pocket.bets.items())
    yield (
        "Sessions",
        f"{outlook.sessions:,} of {pocket.rounds:,} rounds: {pocket.hours} h at {pocket.rounds_an_hour}",
    )
    yield "Bankroll", dollars(pocket.bankroll)
    yield "Bets a round", bets
    if pocket.goal:
        yield "Leaves when ahead by", dollars(pocket.goal)
    yield "Risk of ruin", share_words(outlook.ruin)
    yield "Ends ahead", share_words(outlook.ahead)
    yield "Ends even", share_words(outlook.even)
    yield (
        "Average result",
        f"{signed(outlook.result.seen)} ({signed(outlook.result.low)} to {signed(outlook.result.high)})",
    )
    if outlook.expected is not None:
        yield (
            "By the exact figures",
            f"{signed(outlook.expected)} over {format_decimal(outlook.rounds, 1)} rounds played on average",
        )
    yield "Results", percentile_words(outlook.result_percentiles)
    yield "Deepest fall from a peak", percentile_words(outlook.fall_percentiles)


def share_words(found: Range) -> str:
    return f"{percent(found.seen, 2)} ({found.low * 100:.2f}% to {found.high * 100:.2f}%)"


def signed(amount: Fraction | float) -> str:
    value = float(amount)
    return f"{'-' if value < 0 else ''}${abs(value):,.2f}"


def percentile_words(found: dict[int, float] | object) -> str:
    assert isinstance(found, dict)
    return ", ".join(f"{percent}% {signed(value)}" for percent, value in found.items())


def notes(one: Simulation) -> Iterator[str]:
    share = f"{one.confidence:.4%}".replace(".0000%", "%").rstrip("0") if one.confidence else ""
    if one.estimates:
        yield f"All intervals of the advantage hold together with {share}; frequencies have none."
        yield "An interval comes from the rounds alone; the exact figure from the analysis."
    for wager, worth in one.ready.worths.items():
        meters = one.ready.table.meters(wager)
        if meters and worth.awards.any():
            where = ", ".join(f"{name} {dollars(amount)}".strip() for name, amount in meters.items())
            label = one.ready.table.game.wagers[wager].label
            yield f"{label}: the advantage is with the meter standing at {where}."
    if one.pocket:
        yield f"Intervals hold with {share} each."
        yield "Ruin: the bets of a next round cannot be covered any more. Raises are always made."
        yield "Meters stand still during sessions; other seats share the dealer and bring envy."
    for found in one.disagreeing:
        label = one.ready.table.game.wagers[found.wager].label
        yield f"{label}: the exact figure lies outside. If another seed says so too, something is wrong."
