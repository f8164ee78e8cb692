"""Jobs of a bench for papers: par sheets and cards are counted and typeset beside the server.

The paper is kept for a while, for whoever asks for one form of it often asks for another.
"""

import json
from base64 import b64encode
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from pitboss.base.progress import Say
from pitboss.house.room.fitting import fit_setup, make_setup
from pitboss.house.room.plan import TablePlan, parse_plan
from pitboss.jackpot.terms import Terms
from pitboss.ledger.codec import decode
from pitboss.reports.form import Json
from pitboss.reports.paper.paper import Form, Paper, Size, write_paper
from pitboss.table.setup import Setup

if TYPE_CHECKING:
    from pitboss.audit.request import AnalysisRequest

MOST_PAPERS = 4
PAPERS: "OrderedDict[str, Paper]" = OrderedDict()


@dataclass(frozen=True)
class Wanted:
    """What a paper is made of."""

    setup: Setup
    paytable: str
    jackpots: Mapping[str, Any] | None
    """What the display of the table said, for a rule card."""
    own: Mapping[str, Any] | None
    """Wager, pays, printed table and players, for a par sheet of the visitor's own pays."""


def make_game_paper(
    say: Say,
    kind: str,
    form: str,
    size: str,
    plan: Mapping[str, Any],
    paytable: str,
    has_meters: bool,
    jackpots: Mapping[str, Any] | None = None,
    own: Mapping[str, Any] | None = None,
    terms: Mapping[str, Any] | None = None,
) -> Json:
    """The file, as a line of JSON can hold it."""
    key = json.dumps((kind, plan, paytable, has_meters, jackpots, own, terms), sort_keys=True)
    if key not in PAPERS:
        setup = set_up(parse_plan(plan), paytable, terms, has_meters=has_meters)
        PAPERS[key] = MAKERS[kind](say, Wanted(setup, paytable, jackpots, own))
        while len(PAPERS) > MOST_PAPERS:
            PAPERS.popitem(last=False)
    say("Typesetting")
    content = write_paper(PAPERS[key], Form(form), Size(size))
    return {"title": PAPERS[key].title, "content": b64encode(content).decode()}


def set_up(
    plan: TablePlan, paytable: str, terms: Mapping[str, Any] | None = None, *, has_meters: bool
) -> Setup:
    """As the table stands; where it is on a progressive, by its terms."""
    game = plan.make_game()
    if terms:
        return fit_setup(plan, game, decode(Terms, dict(terms)))
    return make_setup(plan, game.with_paytable(paytable) if paytable else game, has_meters=has_meters)


def make_par(say: Say, wanted: Wanted) -> Paper:
    from pitboss.audit.request import request_analysis, request_own
    from pitboss.audit.term import Asked
    from pitboss.reports.par.sheet import make_par_sheet
    from pitboss.rules import load_game

    if wanted.own:
        request = request_own(load_game(wanted.setup.game.id), **wanted.own)
        return make_par_sheet(unprinted(request), progress=say)
    tables = (wanted.paytable,) if wanted.paytable else ()
    request = request_analysis(wanted.setup.game, paytables=tables, wagers=(), asked=Asked())
    return make_par_sheet(request, progress=say)


def unprinted(request: "AnalysisRequest") -> "AnalysisRequest":
    """No document prints a figure of pays that a visitor has made up."""
    game = request.game
    for wager in request.wagers:
        for table in game.chosen.get(wager, ()):
            game = game.with_table(replace(table, printed={}))
    return replace(request, game=game)


def make_rules(say: Say, wanted: Wanted) -> Paper:
    from pitboss.reports.card.rule_card import make_rule_card, read_jackpots

    del say
    return make_rule_card(wanted.setup, read_jackpots(wanted.jackpots))


def make_dealer(say: Say, wanted: Wanted) -> Paper:
    from pitboss.reports.card.dealer_card import make_dealer_card

    del say
    return make_dealer_card(wanted.setup)


def make_strategy(say: Say, wanted: Wanted) -> Paper:
    from pitboss.reports.card.strategy_card import make_strategy_card

    return make_strategy_card(wanted.setup.game, progress=say)


MAKERS: Mapping[str, Callable[[Say, Wanted], Paper]] = {
    "par": make_par,
    "rules": make_rules,
    "dealer": make_dealer,
    "strategy": make_strategy,
}
