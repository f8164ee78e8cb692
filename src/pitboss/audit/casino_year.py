"""Simulated casino years beside the exact figures: every level's average award, and whether it lies inside.

The printed paytables are played with the seed that is printed and the contribution that the printed figures
imply. All intervals together miss at most once in a thousand runs of a right ledger.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random

from pitboss.audit.plan import table_terms
from pitboss.audit.reconciliation import reconcile
from pitboss.audit.term import Asked
from pitboss.house.casino_years import Casino, YearCase, average
from pitboss.house.long_run import Expected, expect, level_law
from pitboss.jackpot.chance import meter_awards
from pitboss.jackpot.hazard import Pace
from pitboss.jackpot.terms import Terms
from pitboss.ledger.verify import verify
from pitboss.rules import game_ids, load_game
from pitboss.storage.memory import MemoryStore

MISS = 0.001
"""The chance that one of all intervals of a run misses though the ledger is right."""
Progress = Callable[[str, int], None]
"""Told which progressive is played and how many hits of its rarest level there are."""


@dataclass(frozen=True)
class LevelResult:
    progressive: str
    paytable: str
    level: str
    hits: int
    average: Fraction
    expected: Expected
    printed: str
    """The average in print, or nothing."""

    @property
    def is_inside(self) -> bool:
        return self.expected.low <= self.average <= self.expected.high


@dataclass(frozen=True)
class CaseResult:
    terms: Terms
    levels: tuple[LevelResult, ...]
    years: Fraction
    wagers: int
    entries: int
    holds: bool
    """Whether the journal verifies and every balance derived again differs by nothing."""


# -- what is played --------------------------------------------------------------------------------


def printed_terms(tables: int) -> list[Terms]:
    """Every paytable beside which an average award is printed, as the maker has set it."""
    return [
        table_terms(game, table, Asked(), tables=tables)
        for game in map(load_game, game_ids())
        for table in game.paytables.values()
        if "top_payout_average" in table.printed
    ]


def simulate(
    all_terms: Sequence[Terms], *, hits: int, seed: int, pace: Pace, progress: Progress = lambda *_: None
) -> list[CaseResult]:
    compared = sum(len(terms.levels) for terms in all_terms)
    return [
        simulate_one(
            terms,
            hits=hits,
            random=Random(f"{seed} {terms.id}"),
            pace=pace,
            miss=MISS / compared,
            progress=progress,
        )
        for terms in all_terms
    ]


def simulate_one(
    terms: Terms, *, hits: int, random: Random, pace: Pace, miss: float, progress: Progress
) -> CaseResult:
    game_id, paytable = next(iter(terms.paytables.items()))
    awards = meter_awards(terms, game_id)
    laws = {level.name: level_law(level, awards, terms.wager_micros) for level in terms.levels}
    expected = {name: expect(law, hits, miss) for name, law in laws.items()}
    store = MemoryStore()
    casino = Casino(YearCase(terms, awards), pace, random, store)
    years = casino.play(hits, lambda done: progress(terms.id, done))
    printed = load_game(game_id).paytables[paytable].printed.get("top_payout_average", "")
    levels = tuple(
        LevelResult(terms.id, paytable, name, hits, average(years.tops[name][:hits]), expected[name], printed)
        for name in laws
    )
    holds = verify(store.entries()).fault is None and reconcile(store.entries(), casino.manager.floor).is_zero
    span = years.years(casino.wagers_a_day)
    return CaseResult(terms, levels, span, years.wagers, years.entries, holds)


def all_right(results: Sequence[CaseResult]) -> bool:
    return all(result.holds and all(level.is_inside for level in result.levels) for result in results)
