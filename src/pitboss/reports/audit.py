"""The audit: every printed figure of the approved documents beside the exact one, with a verdict.

Nothing here knows which figures are right. A figure is derived from the definition; if it does not
round to the print, the audit looks for the assumptions, the single change of the paytable or the
other definition of the figure under which it would.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from pitboss.analysis.analysis import Terms, WagerAnalysis, analyze
from pitboss.analysis.figures import Figures
from pitboss.analysis.meter import Implied, Level, MeterFigures, recover
from pitboss.analysis.tally import net, staked
from pitboss.base.figure import format_decimal, format_percent
from pitboss.base.money import as_dollars, parse_dollars
from pitboss.base.notebook import html_table
from pitboss.reports.change import find_changes
from pitboss.reports.printed import Print, parse_print
from pitboss.rules import Game, Paytable, game_ids, load_game


class Verdict(Enum):
    AGREES = "agrees"
    ROUNDING = "rounding"
    IMPLIED = "implied"
    DISAGREES = "disagrees"
    NOT_DERIVABLE = "not derivable"
    NOT_PRINTED = "not printed"


@dataclass(frozen=True)
class Finding:
    """One printed figure, judged. `exact` is a plain number: 0.0337 for 3.37%, dollars for dollars."""

    document: str
    game: str
    paytable: str
    figure: str
    printed: str
    exact: Fraction | None
    shown: str
    verdict: Verdict
    note: str

    @property
    def is_explained(self) -> bool:
        return self.verdict in (Verdict.AGREES, Verdict.NOT_PRINTED) or bool(self.note)


class Findings(list[Finding]):
    """Findings in the order of the documents; a table in a notebook."""

    def _repr_html_(self) -> str:
        rows = [(f.paytable, f.figure, f.printed, f.shown, f.verdict.value, f.note) for f in self]
        return html_table("Audit", ("paytable", "figure", "printed", "exact", "verdict", "note"), rows)


def audit(
    games: Iterable[str] | None = None,
    *,
    everything: bool = False,
    progress: Callable[[str], None] | None = None,
) -> Findings:
    """Judge every printed figure of these games, all by default; `everything` adds tables without any."""
    findings = Findings()
    for game_id in games or game_ids():
        game = load_game(game_id)
        for table in game.paytables.values():
            if table.printed or everything:
                if progress:
                    progress(f"{game.name}: {table.id}")
                findings += audit_table(game, table) if table.printed else [unprinted(game, table)]
    return findings


def unprinted(game: Game, table: Paytable) -> Finding:
    """The exact advantage of a paytable beside which nothing is printed."""
    players = table.hands - 1 if table.hands else 1
    analysis = analyze(game.with_paytable(table.id), table.wager, Terms(players=players))
    exact, notes = analysis.house_advantage, []
    if analysis.interval and analysis.interval.half_width:
        notes.append(f"within {format_percent(analysis.interval.half_width)}, certified at 99.9%")
    if table.levels:
        notes.append(
            "before anything comes back from the meter: seed and contribution are the house's choice"
        )
    shown = format_percent(exact)
    return Finding(
        table.source,
        game.id,
        table.id,
        "house_advantage",
        "",
        exact,
        shown,
        Verdict.NOT_PRINTED,
        "; ".join(notes),
    )


def audit_table(game: Game, table: Paytable) -> Iterator[Finding]:
    analysis = analyze(game.with_paytable(table.id), table.wager, Terms(levels=printed_levels(table)))
    implied = recover_assumptions(analysis)
    for figure, text in table.printed.items():
        exact, verdict, note = judge(figure, parse_print(text), analysis, implied)
        if table.also_in:
            note = "; ".join(filter(None, [note, f"also in {', '.join(table.also_in)}"]))
        shown = parse_print(text).show(exact) if exact is not None else "-"
        yield Finding(table.source, game.id, table.id, figure, text, exact, shown, verdict, note)


def printed_levels(table: Paytable) -> dict[str, Level]:
    """The printed seed as the terms of the first meter; the contribution is never printed."""
    if "seed" not in table.printed or not table.levels:
        return {}
    return {table.levels[0]: Level(seed=as_dollars(parse_dollars(table.printed["seed"])))}


Judgement = tuple[Fraction | None, Verdict, str]


def judge(figure: str, printed: Print, analysis: WagerAnalysis, implied: Implied | None) -> Judgement:
    figures = analysis.figures
    if figures is None:
        return None, Verdict.NOT_DERIVABLE, "only bounds are known for this wager"
    match figure.removesuffix("_summary"):
        case "house_advantage" | "hold" | "par_per_ante":
            return judge_advantage(printed, analysis, figures, implied)
        case "hit_frequency":
            return judge_number(printed, figures.hit_frequency, analysis)
        case "top_payout_odds":
            return judge_odds(printed, analysis)
        case "top_payout_average":
            return judge_average(printed, implied)
        case "seed":
            return (
                None,
                Verdict.NOT_DERIVABLE,
                "the house's choice of restart amount; taken as given for the other figures",
            )
        case "expected_hold":
            note = "depends on how long players stay and re-bet their chips, which no rule of the game fixes"
            return None, Verdict.NOT_DERIVABLE, note
        case _:
            return None, Verdict.NOT_DERIVABLE, "no definition of this figure is known"


def judge_number(printed: Print, exact: Fraction, analysis: WagerAnalysis) -> Judgement:
    if printed.holds(exact):
        return exact, Verdict.AGREES, ""
    if printed.is_next(exact):
        return exact, Verdict.ROUNDING, rounding_reason(printed, exact, analysis)
    return exact, Verdict.DISAGREES, f"the exact value is {printed.show(exact)}"


def rounding_reason(printed: Print, exact: Fraction, analysis: WagerAnalysis) -> str:
    """How a last digit can come out one off."""
    if printed.value <= exact < printed.value + printed.step:
        return "cut off instead of rounded"
    if printed.value - printed.step < exact <= printed.value:
        return f"{printed.show(exact)} rounded up instead of to the nearest"
    assert analysis.figures
    parts = [line.contribution for line in analysis.figures.outcomes]
    summed = (
        -sum((Fraction(format_decimal(part / printed.step, 0)) for part in parts), Fraction(0)) * printed.step
    )
    if summed == printed.value:
        return "the sum of the lines' contributions, each rounded first"
    return "one off in the last digit; no way of rounding that we tried gives it"


def judge_odds(printed: Print, analysis: WagerAnalysis) -> Judgement:
    meter = analysis.meter
    chance = meter.top_chance(meter.table.levels[0]) if meter and meter.table.levels else Fraction(0)
    if not chance:
        return None, Verdict.NOT_DERIVABLE, "no award takes the whole of a meter"
    exact = 1 / chance
    exact_note = f"one in {format_decimal(exact, 1)}" if exact.denominator > 1 else f"one in {exact}"
    if " to 1" in printed.text:
        exact_note += f", which as odds is {format_decimal(exact - 1, 0)} to 1"
    verdict = Verdict.AGREES if printed.holds(exact) else Verdict.DISAGREES
    return exact, verdict, exact_note


def judge_average(printed: Print, implied: Implied | None) -> Judgement:
    if implied is None or implied.average_top is None:
        return (
            None,
            Verdict.NOT_DERIVABLE,
            "needs the contribution rate, which is not printed and could not be recovered",
        )
    if printed.holds(implied.average_top):
        return implied.average_top, Verdict.IMPLIED, describe(implied)
    return implied.average_top, Verdict.DISAGREES, describe(implied)


def judge_advantage(
    printed: Print, analysis: WagerAnalysis, figures: Figures, implied: Implied | None
) -> Judgement:
    exact = analysis.house_advantage
    if printed.holds(exact):
        return exact, Verdict.AGREES, ""
    if implied:
        return implied.advantage, Verdict.IMPLIED, describe(implied)
    if printed.is_next(exact):
        return exact, Verdict.ROUNDING, rounding_reason(printed, exact, analysis)
    return exact, Verdict.DISAGREES, explain(printed, analysis, figures)


def describe(implied: Implied) -> str:
    parts = []
    if implied.contribution is not None:
        parts.append(f"a contribution of {format_percent(implied.contribution, 1).replace('.0%', '%')}")
    parts.append(f"{implied.others} other players with the wager" if implied.others else "no other player")
    return "with " + " and ".join(parts)


def recover_assumptions(analysis: WagerAnalysis) -> Implied | None:
    """Contribution and other players that make the printed advantage come out, if there are any."""
    table, meter = analysis.tables[0], analysis.meter
    if meter is None or "house_advantage" not in table.printed:
        return None
    claim = parse_print(table.printed["house_advantage"])
    average = None
    if "top_payout_average" in table.printed:
        dollars = parse_print(table.printed["top_payout_average"])
        average = (dollars.low, dollars.high)
    base = MeterFigures(table, meter.chances, meter.levels)
    return next(iter(recover(base, low=claim.low, high=claim.high, average=average)), None)


# -- what can be said of a disagreement ------------------------------------------------------------

Definition = tuple[str, Callable[[Figures], Fraction]]
ADVANTAGE: Definition = ("house advantage", lambda figures: figures.house_advantage)


def other_definitions() -> list[Definition]:
    return [
        ("expected loss over all money wagered", lambda figures: figures.element_of_risk),
        (
            "expected loss over money not pushed",
            lambda figures: figures.house_advantage / money_not_pushed(figures),
        ),
        (
            "expected loss over rounds not pushed",
            lambda figures: figures.house_advantage / (1 - figures.push_frequency),
        ),
    ]


def money_not_pushed(figures: Figures) -> Fraction:
    decided = (
        ways * staked(outcome) for outcome, ways in figures.tally.ways.items() if net(outcome, figures.meters)
    )
    return sum(decided, Fraction(0)) / figures.tally.total


def explain(printed: Print, analysis: WagerAnalysis, figures: Figures) -> str:
    """The single change or the other definition that would make the print true, or what comes closest."""
    notes = []
    changes = find_changes(analysis, printed, ADVANTAGE[1])
    if changes:
        notes.append("true with " + ", or with ".join(map(str, changes[:3])))
    candidates = [
        (name, tie, value(played))
        for tie, played in by_tie_rule(analysis)
        for name, value in other_definitions()
    ]
    right = [(name, tie) for name, tie, value in candidates if printed.holds(value)]
    if right:
        notes.append(
            "true as " + ", or as ".join(f"{name} ({tie} ties)" for name, tie in dict.fromkeys(right))
        )
    if not notes and figures.average_total_wager != 1:
        for name, definition in other_definitions()[:1]:
            for change in find_changes(analysis, printed, definition)[:2]:
                notes.append(f"true as {name} with {change}")
    if not notes:
        name, tie, value = min(candidates, key=lambda found: abs(found[2] - printed.value))
        notes.append(
            f"no single change of a pay makes it true; closest other figure: {name}, "
            f"{printed.show(value)} ({tie} ties)"
        )
    return "; ".join(notes)


def by_tie_rule(analysis: WagerAnalysis) -> Iterator[tuple[str, Figures]]:
    """The figures under each rule for equally good decisions."""
    for tie in ("cheapest", "dearest"):
        game = analysis.game.with_settings(tie_rule=tie)
        figures = analyze(game, analysis.wager.id, analysis.terms).figures
        assert figures
        yield tie, figures
