"""The audit: every printed figure of the approved documents beside the exact one, with a verdict.

Nothing here knows which figures are right. A figure is derived from the definition; if it does not
round to the print, the audit looks for the assumptions, the single change of the paytable or the
other definition of the figure under which it would.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from pitboss.analysis.analysis import Terms, analyze
from pitboss.analysis.fit import draws
from pitboss.analysis.meter import printed_levels, recover_assumptions
from pitboss.base.figure import format_percent
from pitboss.base.notebook import html_table
from pitboss.base.printed import parse_print
from pitboss.reports.cell import beside_print
from pitboss.reports.verdict import Judgement, Verdict, judge
from pitboss.rules import Game, Paytable, game_ids, load_game


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
    is_explained: bool = True


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
    if draws(game, table.wager):
        return not_printed(game, table, None, "drawing to a total takes seconds: see `pitboss analyze`")
    players = table.hands - 1 if table.hands else 1
    analysis = analyze(game.with_paytable(table.id), table.wager, Terms(players=players))
    exact, notes = analysis.house_advantage, []
    if analysis.interval and analysis.interval.half_width:
        notes.append(f"within {format_percent(analysis.interval.half_width)}, certified at 99.9%")
    if table.levels:
        notes.append(
            "before anything comes back from the meter: seed and contribution are the house's choice"
        )
    return not_printed(game, table, exact, "; ".join(notes))


def not_printed(game: Game, table: Paytable, exact: Fraction | None, note: str) -> Finding:
    shown = "-" if exact is None else format_percent(exact)
    where = (table.source, game.id, table.id, "house_advantage", "")
    return Finding(*where, exact, shown, Verdict.NOT_PRINTED, note)


def audit_table(game: Game, table: Paytable) -> Iterator[Finding]:
    analysis = analyze(game.with_paytable(table.id), table.wager, Terms(levels=printed_levels(table)))
    implied = recover_assumptions(analysis.meter)
    for figure, text in table.printed.items():
        printed = parse_print(text)
        found = judge(figure, printed, analysis, implied)
        shown = str(beside_print(printed, found.exact)) if found.exact is not None else "-"
        yield Finding(
            table.source,
            game.id,
            table.id,
            figure,
            text,
            found.exact,
            shown,
            found.verdict,
            full_note(game, table, found),
            found.is_explained,
        )


def full_note(game: Game, table: Paytable, found: Judgement) -> str:
    """The judgement's note, and where else the same figure is printed."""
    notes = [found.note] if found.note else []
    if under := [name for name, tables in game.designators.items() if table.id in tables]:
        notes.append(f"printed under {', '.join(under)}")
    if table.also_in:
        notes.append(f"also in {', '.join(table.also_in)}")
    return "; ".join(notes)
