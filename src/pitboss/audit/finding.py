"""The audit: every printed figure of the approved documents beside the exact one, with a verdict.

Nothing here knows which figures are right. A figure is derived from the definition; if it does not
round to the print, the audit looks for the assumptions, the single change of the paytable or the
other definition of the figure under which it would.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from pitboss.analysis.analysis import Terms, WagerAnalysis, analyze, player_edge
from pitboss.analysis.fit import draws
from pitboss.analysis.meter import printed_levels, recover_assumptions
from pitboss.audit.kept_count import keep_count
from pitboss.audit.note import CertifiedWithin, Note, PrintedElsewhere, Remark
from pitboss.audit.verdict import Verdict, judge
from pitboss.base.printed import Print, parse_print
from pitboss.base.progress import Progress, silent
from pitboss.rules import Game, Paytable, game_ids, load_game


@dataclass(frozen=True)
class Finding:
    """One printed figure, judged. `exact` is a plain number: 0.0337 for 3.37%, dollars for dollars."""

    document: str
    game: str
    paytable: str
    figure: str
    printed: str
    """As it stands in the document; nothing where nothing does."""
    exact: Fraction | None
    verdict: Verdict
    notes: tuple[Note, ...] = ()
    is_explained: bool = True

    @property
    def read(self) -> Print | None:
        """What the print claims."""
        return parse_print(self.printed) if self.printed else None


def audit(
    games: Iterable[str] | None = None,
    *,
    everything: bool = False,
    progress: Progress = silent,
) -> list[Finding]:
    """Judge every printed figure of these games, all by default; `everything` adds tables without any."""
    findings: list[Finding] = []
    for game_id in games or game_ids():
        game = load_game(game_id)
        for table in game.paytables.values():
            if table.printed or everything:
                progress(f"{game.name}: {table.id}")
                findings += audit_table(game, table) if table.printed else [unprinted(game, table)]
    return findings


def unprinted(game: Game, table: Paytable) -> Finding:
    """The exact advantage of a paytable beside which nothing is printed."""
    exact: Fraction | None = None
    notes: list[Note] = []
    if draws(game, table.wager):
        notes.append(Remark.TAKES_SECONDS)
    else:
        analysis = analyze_column(game, table)
        exact = analysis.house_advantage
        if analysis.interval and analysis.interval.half_width:
            notes.append(CertifiedWithin(analysis.interval))
        if table.levels:
            notes.append(Remark.BEFORE_METER)
    where = (table.source, game.id, table.id, "house_advantage", "")
    return Finding(*where, exact, Verdict.NOT_PRINTED, tuple(notes))


def analyze_column(game: Game, table: Paytable) -> WagerAnalysis:
    """On no terms of a meter; for as many players as the table is a column for."""
    players = table.hands - 1 if table.hands else 1
    return analyze(game.with_paytable(table.id), table.wager, Terms(players=players), counting=keep_count)


def edge_warnings(game: Game, *, progress: Progress = silent) -> Iterator[str]:
    """One sentence for each paytable of the game on which the player has the edge."""
    for table in game.paytables.values():
        progress(f"{game.name}: {table.id}")
        if warning := player_edge(analyze_column(game, table)):
            yield warning


def audit_table(game: Game, table: Paytable) -> Iterator[Finding]:
    """Every figure that is printed beside the paytable, judged."""
    terms = Terms(levels=printed_levels(table))
    analysis = analyze(game.with_paytable(table.id), table.wager, terms, counting=keep_count)
    implied = recover_assumptions(analysis.meter)
    under = tuple(name for name, tables in game.designators.items() if table.id in tables)
    elsewhere = (PrintedElsewhere(under, table.also_in),) if under or table.also_in else ()
    for figure, text in table.printed.items():
        found = judge(figure, parse_print(text), analysis, implied)
        where = (table.source, game.id, table.id, figure, text)
        yield Finding(*where, found.exact, found.verdict, (*found.notes, *elsewhere), found.is_explained)
