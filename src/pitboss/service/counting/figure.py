"""Jobs of a bench for the explorer and the office: figures, strategies, the audit, advice on terms."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from pitboss.base.error import InputError
from pitboss.base.progress import Say
from pitboss.jackpot.terms_file import read_terms
from pitboss.reports.form import Json, page_blocks
from pitboss.rules import Game, load_game
from pitboss.strategy import USUAL_RULES

if TYPE_CHECKING:
    from pitboss.audit.request import AnalysisRequest
    from pitboss.audit.term import Asked
    from pitboss.rules.paytable import Paytable

MOST_OUTCOMES = 400
"""Rows that a browser is sent; the rarest in the middle are of no use to anybody there."""


def find_figures(say: Say, game: str, wager: str, paytable: str, players: int) -> Json:
    """The exact figures of a wager under a printed paytable."""
    from pitboss.audit.request import request_analysis
    from pitboss.audit.term import Asked

    found = load_game(game)
    asked = Asked(players=players or None)
    tables = (paytable,) if paytable else ()
    request = request_analysis(found, paytables=tables, wagers=(wager,), asked=asked)
    (sheet,) = request.sheets(say)
    return sheet_data(sheet)


def price_own(say: Say, game: str, wager: str, pays: Mapping[str, str], like: str, players: int) -> Json:
    """The same wager under pays of the visitor's own."""
    (sheet,) = own_request(game, wager, pays, like, players).sheets(say)
    return sheet_data(sheet)


def own_request(game: str, wager: str, pays: Mapping[str, str], like: str, players: int) -> "AnalysisRequest":
    """Meters and envy are taken as `like` has them."""
    from dataclasses import replace

    from pitboss.audit.own_table import make_own_table
    from pitboss.audit.request import AnalysisRequest
    from pitboss.audit.term import Asked
    from pitboss.rules.paytable import Paytable

    found = load_game(game)
    text = "; ".join(f"{line}={pay}" for line, pay in pays.items())
    hands = (players or 1) + 1
    table = make_own_table(found, wager, text, hands=hands)
    printed = found.paytables.get(like)
    asked = Asked(players=players or None)
    if isinstance(printed, Paytable) and printed.wager == table.wager:
        envy = {line: micros for line, micros in printed.envy_micros.items() if line in table.pays}
        times = printed.envy_times_wager
        table = replace(table, envy_micros=envy, envy_times_wager=times, printed=printed.printed)
        asked = with_meters_of(found, printed, table.levels, asked)
    return AnalysisRequest(found.with_table(table), (table.wager,), asked)


def with_meters_of(game: Game, printed: "Paytable", levels: Sequence[str], asked: "Asked") -> "Asked":
    """Seed and contribution as the printed table has or implies them.

    They are not recovered from the changed one: another contribution would hide what the change does.
    """
    from dataclasses import replace

    from pitboss.audit.term import take_terms

    if not printed.levels or "house_advantage" not in printed.printed:
        return asked
    taken = take_terms(game.with_table(printed), printed.wager, asked).terms.levels
    known = {name: level for name, level in taken.items() if name in levels}
    return replace(
        asked,
        seed={name: level.seed for name, level in known.items()},
        contribution={name: level.contribution for name, level in known.items()},
    )


def sheet_data(sheet: Any) -> Json:
    from pitboss.reports.wager_page import wager_page
    from pitboss.reports.wager_sheet import wager_data

    data = wager_data(sheet)
    distribution = data.get("distribution")
    if isinstance(distribution, list) and len(distribution) > MOST_OUTCOMES:
        data["distribution"] = thin(distribution)
    return {**data, "page": page_blocks(wager_page(sheet, is_spoken=True))}


def thin(rows: list[Json]) -> list[Json]:
    """The likeliest, in their order; the best and the worst stay whatever their chance."""
    inner = sorted(rows[1:-1], key=lambda row: -row["probability_percent"])  # type: ignore[index,call-overload,operator]
    kept = {id(row) for row in (rows[0], rows[-1], *inner[: MOST_OUTCOMES - 2])}
    return [row for row in rows if id(row) in kept]


def find_strategy(say: Say, game: str, paytable: str) -> Json:
    from pitboss.audit.best_play import game_strategy
    from pitboss.reports.strategy_sheet import strategy_page

    found = with_table(load_game(game), paytable)
    if not found.deciding:
        raise InputError(f"{found.name} has no decision: there is nothing to advise on")
    say("Finding best play")
    return {"page": page_blocks(strategy_page(game_strategy(found, USUAL_RULES)))}


def with_table(game: Game, paytable: str) -> Game:
    return game.with_paytable(paytable) if paytable else game


def find_audit(say: Say, game: str) -> Json:
    """Printed figures against exact ones, every paytable of the game."""
    from pitboss.audit.finding import audit
    from pitboss.reports.audit_sheet import audit_data, audit_paper_page

    findings = audit([game], everything=False, progress=say)
    return {"rows": list(audit_data(findings)), "page": page_blocks(audit_paper_page(findings))}


def find_advice(say: Say, terms: Mapping[str, object]) -> Json:
    """What the maker would say of terms before they are saved, with the house advantage of every game."""
    from pitboss.audit.plan import advise
    from pitboss.base.figure import format_fraction, format_percent
    from pitboss.reports.plan_sheet import advice_data

    read = read_terms(terms)
    read.check()
    say("Analysing every game on it")
    advice = advise(read)
    return {
        **advice_data(read, advice),
        "advantages": [
            {"game": one.game, "percent": format_percent(edge), "exact": format_fraction(edge)}
            for one in advice
            for found in one.found
            if isinstance(edge := found.figures.get("house_advantage"), Fraction)
        ],
    }
