"""Simulated casino years as data and as a page."""

from collections.abc import Sequence
from fractions import Fraction

from pitboss.audit.casino_year import MISS, CaseResult, LevelResult, all_right
from pitboss.base.figure import format_fraction
from pitboss.base.money import MICROS
from pitboss.reports.cell import Number, money
from pitboss.reports.field import Field, field_table, value, words
from pitboss.reports.form import Data
from pitboss.reports.page import Facts, Heading, Lines, Page, Tone, Toned


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
