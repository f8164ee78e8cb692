"""A part of a par sheet: one wager under one paytable, analysed, with what was printed about it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from pitboss.analysis.analysis import WagerAnalysis
from pitboss.base.odds import Kind
from pitboss.reports.audit import Finding, audit_table
from pitboss.reports.own_table import OWN
from pitboss.reports.par.dealt import with_variance
from pitboss.reports.request import AnalysisRequest, Progress
from pitboss.reports.terms import AT_AVERAGE, LONG_RUN, Asked
from pitboss.reports.wager_outcome import Outcome
from pitboss.reports.wager_sheet import WagerSheet
from pitboss.rules import Game, Paytable
from pitboss.rules.definition import put_defaults_in_force
from pitboss.rules.paytable import Level
from pitboss.table.setup import SpotLimit

BEFORE_METERS = "before meters"
NO_TERMS = (
    "Neither seed nor contribution is known for a meter of this wager: the figures are before it pays. "
    "The table by meter says what the advantage is wherever the meter stands."
)
LEFT_OUT = "a meter of which neither seed nor contribution is known counts as empty"


@dataclass(frozen=True)
class SheetPart:
    sheet: WagerSheet
    findings: tuple[Finding, ...] = ()
    """Printed figures of its paytable, each with a verdict."""
    limit: SpotLimit | None = None
    """What the house posts for the wager, where somebody said so."""

    @property
    def analysis(self) -> WagerAnalysis:
        return self.sheet.analysis

    @property
    def table(self) -> Paytable | None:
        return next(iter(self.analysis.tables), None)

    @property
    def name(self) -> str:
        """'Pair Plus, paytable Pair Plus A'."""
        label = self.analysis.wager.label
        if self.table is None:
            return label
        if self.table.id == OWN:
            return f"{label}, a paytable of the user's own"
        return f"{label}, paytable {self.table.id}"

    @property
    def designators(self) -> tuple[str, ...]:
        """Under which the paytable is filed, with others."""
        tables = {table.id for table in self.analysis.tables}
        return tuple(name for name, ids in self.analysis.game.designators.items() if tables & set(ids))

    @property
    def unknown_levels(self) -> tuple[str, ...]:
        """Meters that pay, but of which neither seed nor contribution is known: they have no long run."""
        meter = self.analysis.meter
        if meter is None:
            return ()
        return tuple(name for name in meter.table.levels if meter.levels.get(name, Level()) == Level())

    @property
    def lacks_terms(self) -> bool:
        """Whether nothing says what such a meter holds: then the figures are before it pays."""
        return bool(self.unknown_levels) and self.analysis.terms.meters is None

    @property
    def warnings(self) -> tuple[str, ...]:
        return (NO_TERMS, *self.sheet.warnings) if self.lacks_terms else self.sheet.warnings

    @property
    def variance(self) -> Fraction | None:
        """Nothing where a meter may pay anything."""
        return None if self.lacks_terms else self.sheet.variance

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """The best first; what an unknown meter pays is taken to be that."""
        return tuple(sorted(self.sheet.outcomes, key=lambda outcome: not self.is_open(outcome.name)))

    def is_open(self, line: str) -> bool:
        """Whether a meter pays this line of which nobody said what is in it."""
        pay = self.table.pays.get(line) if self.table and self.lacks_terms else None
        return pay is not None and pay.kind is Kind.METER and pay.level in self.unknown_levels


def make_parts(
    request: AnalysisRequest, limits: Mapping[str, SpotLimit], progress: Progress | None = None
) -> Iterator[SheetPart]:
    """A part for each wager; for each column, where a wager has one for every number of hands."""
    game = request.game
    for wager in request.wagers:
        for asked in columns(game.chosen.get(wager, ()), request.asked):
            if progress:
                progress(f"{game.name}: {game.wagers[wager].label}")
            yield make_part(request.sheet(wager, asked), limits.get(wager))


def columns(tables: tuple[Paytable, ...], asked: Asked) -> Iterator[Asked]:
    """What is asked, once for each column unless a number of players or a column of one's own is meant."""
    hands = sorted(table.hands for table in tables if table.hands)
    if asked.players is not None or not hands or tables[0].id == OWN:
        yield asked
        return
    for number in hands:
        yield replace(asked, players=number - 1)


def make_part(sheet: WagerSheet, limit: SpotLimit | None = None) -> SheetPart:
    sheet = with_variance(leave_out(sheet))
    game = as_documented(sheet.analysis.game)
    tables = [table for table in sheet.analysis.tables if game.paytables.get(table.id) == table]
    findings = tuple(finding for table in tables for finding in find_once(game, table.id))
    return SheetPart(sheet, findings, limit)


def leave_out(sheet: WagerSheet) -> WagerSheet:
    """Says so where a meter has no terms."""
    if not SheetPart(sheet).lacks_terms:
        return sheet
    instead = {LONG_RUN: f"the advantage is {BEFORE_METERS}", AT_AVERAGE: LEFT_OUT}
    return replace(sheet, assumptions=tuple(instead.get(one, one) for one in sheet.assumptions))


def as_documented(game: Game) -> Game:
    """With the settings that the printed figures are for."""
    return replace(game.as_documented(), chosen={})


@lru_cache(maxsize=128)
def find_once(game: Game, table: str) -> tuple[Finding, ...]:
    """Judging a print may price the game many times over: other sheets of the game need not do it again."""
    return tuple(audit_table(put_defaults_in_force(game), game.paytables[table]))
