"""Simulated casino years beside the exact figures: every level's average award, and whether it lies inside.

The printed paytables are played with the seed that is printed and the contribution that the printed figures
imply. All intervals together miss at most once in a thousand runs of a right ledger.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random

from pitboss.analysis.analysis import implied_terms
from pitboss.analysis.meter import printed_levels
from pitboss.base.error import InputError
from pitboss.base.figure import format_fraction
from pitboss.base.money import MICROS
from pitboss.house.casino_years import Casino, YearCase, average
from pitboss.house.long_run import Expected, expect, level_law
from pitboss.jackpot.chance import meter_awards
from pitboss.jackpot.hazard import Pace
from pitboss.jackpot.terms import PPM, LevelTerms, Terms
from pitboss.ledger.verify import verify
from pitboss.reports.cell import Number, money
from pitboss.reports.field import Field, field_table, value, words
from pitboss.reports.page import Facts, Heading, Lines, Page, Tone, Toned
from pitboss.reports.record.reconciliation import reconcile
from pitboss.reports.record.row import Data
from pitboss.rules import Game, Paytable, game_ids, load_game
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
        make_terms(game, table, tables)
        for game in map(load_game, game_ids())
        for table in game.paytables.values()
        if "top_payout_average" in table.printed
    ]


def make_terms(game: Game, table: Paytable, tables: int) -> Terms:
    implied = implied_terms(game.with_paytable(table.id), table)
    level = printed_levels(table).get(table.levels[0])
    if implied is None or implied.contribution is None or level is None:
        raise InputError(f"{table.id}: its print implies no seed and contribution; give a file of terms")
    rate = implied.contribution * PPM
    return Terms(
        id=table.id,
        paytables={game.id: table.id},
        tables=tuple(f"T{number}" for number in range(1, tables + 1)),
        levels=(LevelTerms(table.levels[0], int(level.seed * MICROS), int(rate)),),
    )


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


# -- data and page ---------------------------------------------------------------------------------


def simulation_data(results: Sequence[CaseResult], seed: int) -> Data:
    return {
        "seed": seed,
        "confidence": 1 - MISS,
        "passes": all_right(results),
        "progressives": [
            {
                "progressive": result.terms.id,
                "years": float(result.years),
                "wagers": result.wagers,
                "entries": result.entries,
                "ledger_holds": result.holds,
                "levels": [level_data(level) for level in result.levels],
            }
            for result in results
        ],
    }


def level_data(level: LevelResult) -> Data:
    return {
        "paytable": level.paytable,
        "level": level.level,
        "hits": level.hits,
        "average_dollars": float(level.average),
        "exact": format_fraction(level.expected.mean),
        "exact_dollars": float(level.expected.mean),
        "printed": level.printed or None,
        "low_dollars": level.expected.low,
        "high_dollars": level.expected.high,
        "miss": level.expected.miss,
        "method": level.expected.method.value,
        "is_inside": level.is_inside,
    }


LEVELS: tuple[Field[LevelResult], ...] = (
    words("Progressive", lambda level: level.progressive),
    words("Level", lambda level: level.level),
    value("Printed", lambda level: level.printed),
    value("Exact", lambda level: dollars(level.expected.mean)),
    value("Simulated", lambda level: Toned(dollars(level.average), Tone.STRONG)),
    value("From", lambda level: dollars(Fraction(level.expected.low))),
    value("To", lambda level: dollars(Fraction(level.expected.high))),
    words("Interval by", lambda level: level.expected.method.value),
    words("Is inside", lambda level: Toned("yes", Tone.GOOD) if level.is_inside else Toned("no", Tone.BAD)),
)


def simulation_page(results: Sequence[CaseResult], seed: int, hits: int) -> Page:
    total, holds = sum(result.entries for result in results), all(result.holds for result in results)
    facts = [
        ("Seed", str(seed)),
        ("Awards", f"{hits:,} of every level's whole meter"),
        ("Journal", f"{total:,} entries, {'verified and reconciled' if holds else 'which does not hold'}"),
    ]
    facts += [
        (result.terms.id, f"{float(result.years):,.1f} years, {result.wagers:,} wagers") for result in results
    ]
    return (
        Heading("Simulated casino years"),
        Facts(tuple(facts)),
        field_table(LEVELS, [level for result in results for level in result.levels]),
        Lines(NOTES),
        Lines((verdict(results),)),
    )


NOTES = (
    "Drawn in bulk: how many wagers pass until an award, and which. A day's wagers are one COIN IN.",
    f"All intervals together hold the averages of a right ledger with at least {1 - MISS:.1%}.",
)


def dollars(amount: Fraction) -> Number:
    return money(int(amount * MICROS))


def verdict(results: Sequence[CaseResult]) -> Toned:
    if all_right(results):
        return Toned("Every average lies inside its interval, and the ledger holds.", Tone.GOOD)
    broken = [result.terms.id for result in results if not result.holds]
    outside = [level.progressive for result in results for level in result.levels if not level.is_inside]
    parts = [f"the ledger of {', '.join(broken)} does not hold"] if broken else []
    parts += [f"outside: {', '.join(outside)}"] if outside else []
    return Toned("; ".join(parts), Tone.BAD)
