"""What the forms of the workshop start with: printed figures where there are some, else what is usual.

The first press of a button should find something worth reading. Nothing is worked out here.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import zip_longest
from math import floor
from typing import Any

from pitboss.analysis.fit import draws_base
from pitboss.base.error import InputError
from pitboss.base.figure import format_decimal
from pitboss.base.odds import Kind, format_pay
from pitboss.base.printed import parse_print
from pitboss.cards.hand_name import line_words
from pitboss.design.ladder import choose_pays
from pitboss.design.leak import FROM_A_SHOE
from pitboss.rules import Game, Paytable, Wager

BASE_SPAN, SIDE_SPAN = (0, 6), (2, 6)
"""Percent of advantage that base games and side wagers usually have."""
PRINTED_REACH = 2
SEEDS = (10_000, 25_000, 50_000, 100_000)
FEEDING = {1: (20,), 2: (14, 6), 3: (12, 5, 3)}
"""Percent of a wager for each meter where no document says it."""
BASE_BET, SIDE_BET, METER_BET = 10, 5, 1
ORDERS = {
    "nearest": "Nearest to that table first",
    "advantage": "Middle of the advantage first",
    "calmest": "Smallest deviation first",
}
STRATEGIES = {"best": "Best play", "words": "Best play in words, as printed", "own": "My own rules"}


def suggest(game: Game) -> dict[str, Any]:
    return {
        "design": suggest_design(game),
        "plan": [suggest_meters(table) for table in meter_tables(game)],
        "vulnerability": suggest_leaks(game),
        "simulation": suggest_simulation(game),
    }


# -- design ----------------------------------------------------------------------------------------


def suggest_design(game: Game) -> dict[str, Any]:
    """The first wager shown is one that is quick: a side wager, if there is one; none without a paytable."""
    wagers = [wager for wager in game.wagers.values() if game.chosen.get(wager.id)]
    quick = [wager for wager in wagers if wager.id not in game.deciding]
    return {
        "first": next((wager.id for wager in (*quick, *wagers)), None),
        "wagers": [suggest_wager(game, wager) for wager in wagers],
        "orders": [list(pair) for pair in ORDERS.items()],
    }


def suggest_wager(game: Game, wager: Wager) -> dict[str, Any]:
    tables = game.tables_for(wager.id)
    return {
        "id": wager.id,
        "label": wager.label,
        "is_decided": wager.id in game.deciding,
        "tables": [suggest_targets(game, wager, table) for table in tables],
    }


def suggest_targets(game: Game, wager: Wager, table: Paytable) -> dict[str, Any]:
    low, high = span_around(game, table)
    return {
        "id": table.id,
        "has_envy": bool(table.envy_micros),
        "advantage": {"low": str(low), "high": str(high)},
        "lines": list(line_rows(game, wager, table)),
    }


def span_around(game: Game, table: Paytable) -> tuple[int, int]:
    printed = table.printed.get("house_advantage")
    if table.wager in game.deciding or printed is None:
        return BASE_SPAN if table.wager in game.deciding else SIDE_SPAN
    low = max(0, floor(parse_print(printed).low * 100))
    return low, low + PRINTED_REACH


def line_rows(game: Game, wager: Wager, table: Paytable) -> Iterator[dict[str, Any]]:
    """Every line that can be searched: its pay now, and the pays that are tried if nothing is said."""
    assert wager.shape
    choices = choose_pays(game, table, {})
    for line in wager.shape.allowed:
        pay = table.pays.get(line)
        if pay is not None and pay.kind is Kind.METER:
            continue
        yield {
            "line": line,
            "words": line_words(line),
            "pay": format_pay(pay) if pay else "",
            "usual": amounts_words(choices[line]) if line in choices else "none",
        }


def amounts_words(amounts: tuple[Fraction, ...]) -> str:
    """As a field takes it: '20..80', '1', 'push'."""
    ends = [format_decimal(amount, 2).rstrip("0").rstrip(".") for amount in (amounts[0], amounts[-1])]
    if ends[0] != ends[1]:
        return "..".join(ends)
    return ends[0] if amounts[0] else "push"


# -- progressives ----------------------------------------------------------------------------------


def meter_tables(game: Game) -> list[Paytable]:
    return [table for table in game.paytables.values() if table.levels]


def suggest_meters(table: Paytable) -> dict[str, Any]:
    """What is printed or implied is left open: the plan takes it from there. Else something to start from."""
    names = table.levels
    is_implied = {"house_advantage", "seed"} <= set(table.printed)
    seed = table.printed.get("seed", "")
    rates = FEEDING.get(len(names), ())
    return {
        "id": table.id,
        "levels": [
            {
                "name": name,
                "label": f"{name} meter" if name else "The meter",
                "seed": "" if seed and not number else str(usual_seed(table) // 10**number),
                "seed_hint": seed if not number else "",
                "contribution": "" if is_implied and not number else str(rate or 5),
                "contribution_hint": "implied" if is_implied and not number else "",
                "hint": AS_PRINTED if seed and not number else "",
            }
            for number, (name, rate) in enumerate(zip_longest(names, rates[: len(names)]))
        ],
    }


def usual_seed(table: Paytable) -> int:
    """At least the largest fixed award, as makers recommend."""
    largest = max(
        (pay.amount for pay in table.pays.values() if pay.kind is not Kind.METER), default=Fraction(0)
    )
    return next((seed for seed in SEEDS if seed >= largest), SEEDS[-1])


AS_PRINTED = "Left empty: the seed as printed, the contribution as the printed figures imply."


# -- leaks, rounds ---------------------------------------------------------------------------------


NO_LEAK = "Nothing is decided in this game: no card that is seen can help."


def suggest_leaks(game: Game) -> dict[str, Any]:
    """Leaks to choose from where each takes a while; otherwise all are counted at once."""
    return {
        "why_not": "" if game.deciding else NO_LEAK,
        "leaks": [leak.name for leak in FROM_A_SHOE] if takes_minutes(game) else [],
    }


def takes_minutes(game: Game) -> bool:
    """Whether a leak takes long to count whoever asks: of a shoe, hand after hand of the dealer's."""
    return draws_base(game)


def check_leak(game: Game) -> None:
    if not game.deciding:
        raise InputError(NO_LEAK)


def suggest_simulation(game: Game) -> dict[str, Any]:
    return {
        "wagers": [
            {
                "id": wager.id,
                "label": wager.label,
                "is_base": wager.id in game.deciding,
                "bet": str(usual_bet(game, wager)),
            }
            for wager in game.wagers.values()
        ],
        "strategies": [list(pair) for pair in STRATEGIES.items()] if game.deciding else [],
    }


def usual_bet(game: Game, wager: Wager) -> int:
    if any(table.levels for table in game.chosen.get(wager.id, ())):
        return METER_BET
    return BASE_BET if wager.id in game.deciding else SIDE_BET
