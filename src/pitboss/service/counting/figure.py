"""Jobs of a bench for the explorer and the office: figures, strategies, the audit, advice on terms."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from pitboss.base.error import InputError
from pitboss.base.progress import Say
from pitboss.house.room.plan import parse_plan
from pitboss.jackpot.terms import Terms
from pitboss.jackpot.terms_file import read_terms
from pitboss.ledger.codec import decode
from pitboss.reports.form import Json, page_blocks
from pitboss.rules import Game, load_game
from pitboss.service.counting.paper import set_up
from pitboss.strategy import USUAL_RULES

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


def find_spot(say: Say, plan: Mapping[str, Any], wager: str, terms: Mapping[str, Any] | None) -> Json:
    """What a player wants to know of a wager of a table, as the table deals it."""
    from pitboss.audit.request import AnalysisRequest
    from pitboss.audit.term import Asked
    from pitboss.jackpot.chance import meter_figures
    from pitboss.reports.spot_sheet import meter_spot_data, spot_data

    setup = set_up(parse_plan(plan), "", terms, has_meters=False)
    if terms and wager in setup.progressives:
        read = decode(Terms, dict(terms))
        return meter_spot_data(meter_figures(read, setup.game.id), read.wager_micros)
    (sheet,) = AnalysisRequest(setup.game, (wager,), Asked()).sheets(say)
    return spot_data(sheet)


def price_own(say: Say, game: str, wager: str, pays: Mapping[str, str], like: str, players: int) -> Json:
    """The same wager under pays of the visitor's own."""
    from pitboss.audit.request import request_own

    (sheet,) = request_own(load_game(game), wager, pays, like, players).sheets(say)
    return sheet_data(sheet)


def sheet_data(sheet: Any) -> Json:
    from pitboss.reports.wager_page import wager_data, wager_page

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
    from pitboss.reports.plan_page import advice_data

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
