"""A part of a par sheet: one wager under one paytable, analysed, with what was printed about it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from pitboss.analysis.analysis import WagerAnalysis
from pitboss.audit.assumption import Assumption, Premise, SpreadDealt
from pitboss.audit.finding import Finding, audit_table
from pitboss.audit.outcome import Outcome
from pitboss.audit.own_table import OWN
from pitboss.audit.request import AnalysisRequest
from pitboss.audit.sheet import WagerSheet, deal_variance
from pitboss.audit.term import Asked
from pitboss.base.odds import Kind
from pitboss.base.progress import Progress, silent
from pitboss.rules import Game, Paytable
from pitboss.rules.definition import put_defaults_in_force
from pitboss.rules.paytable import Level
from pitboss.table.setup import SpotLimit


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
    request: AnalysisRequest, limits: Mapping[str, SpotLimit], progress: Progress = silent
) -> Iterator[SheetPart]:
    """A part for each wager; for each column, where a wager has one for every number of hands."""
    game = request.game
    for wager in request.wagers:
        for asked in columns(game.chosen.get(wager, ()), request.asked):
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
    return assume_instead(
        sheet, {Premise.LONG_RUN: Premise.BEFORE_METERS, Premise.AT_AVERAGE: Premise.METERS_EMPTY}
    )


def with_variance(sheet: WagerSheet) -> WagerSheet:
    """The sheet as it is, unless hands are split in its rounds: then their spread is dealt."""
    analysis = sheet.analysis
    if analysis.drawn is None or not analysis.drawn.split_chance:
        return sheet
    dealt = deal_variance(analysis.game, analysis.wager.id)
    told = SpreadDealt(dealt.rounds, dealt.seed)
    return replace(assume_instead(sheet, {Premise.SPREAD_IS_OPEN: told}), dealt=dealt)


def assume_instead(sheet: WagerSheet, instead: Mapping[Assumption, Assumption]) -> WagerSheet:
    return replace(sheet, assumptions=tuple(instead.get(one, one) for one in sheet.assumptions))


def as_documented(game: Game) -> Game:
    """With the settings that the printed figures are for."""
    return replace(game.as_documented(), chosen={})


@lru_cache(maxsize=128)
def find_once(game: Game, table: str) -> tuple[Finding, ...]:
    """Judging a print may price the game many times over: other sheets of the game need not do it again."""
    return tuple(audit_table(put_defaults_in_force(game), game.paytables[table]))
