"""Jobs of a bench for papers: par sheets and cards are counted and typeset beside the server.

The paper is kept for a while, for whoever asks for one form of it often asks for another.
"""

from base64 import b64encode
from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Any

from pitboss.house.room.opening import make_setup
from pitboss.house.room.plan import TablePlan, parse_plan
from pitboss.reports.form import Json
from pitboss.reports.paper.paper import Form, Paper, Size
from pitboss.reports.paper.writing import write_paper
from pitboss.table.setup import Setup

Say = Callable[[str], None]
MOST_PAPERS = 4
PAPERS: "OrderedDict[str, Paper]" = OrderedDict()


def make_game_paper(
    say: Say, kind: str, form: str, size: str, plan: Mapping[str, Any], paytable: str, has_meters: bool
) -> Json:
    """The file, as a line of JSON can hold it."""
    key = repr((kind, sorted(plan.items()), paytable, has_meters))
    if key not in PAPERS:
        setup = set_up(parse_plan(plan), paytable, has_meters=has_meters)
        PAPERS[key] = MAKERS[kind](say, setup, paytable)
        while len(PAPERS) > MOST_PAPERS:
            PAPERS.popitem(last=False)
    say("Typesetting")
    content = write_paper(PAPERS[key], Form(form), Size(size))
    return {"title": PAPERS[key].title, "content": b64encode(content).decode()}


def set_up(plan: TablePlan, paytable: str, *, has_meters: bool) -> Setup:
    game = plan.make_game()
    return make_setup(plan, game.with_paytable(paytable) if paytable else game, has_meters=has_meters)


def make_par(say: Say, setup: Setup, paytable: str) -> Paper:
    from pitboss.reports.par.sheet import make_par_sheet
    from pitboss.reports.request import request_analysis
    from pitboss.reports.terms import Asked

    tables = (paytable,) if paytable else ()
    request = request_analysis(setup.game, paytables=tables, wagers=(), asked=Asked())
    return make_par_sheet(request, progress=say)


def make_rules(say: Say, setup: Setup, paytable: str) -> Paper:
    from pitboss.reports.card.rule_card import make_rule_card

    del say, paytable
    return make_rule_card(setup)


def make_dealer(say: Say, setup: Setup, paytable: str) -> Paper:
    from pitboss.reports.card.dealer_card import make_dealer_card

    del say, paytable
    return make_dealer_card(setup)


def make_strategy(say: Say, setup: Setup, paytable: str) -> Paper:
    from pitboss.reports.card.strategy_card import make_strategy_card

    del paytable
    return make_strategy_card(setup.game, progress=say)


MAKERS: Mapping[str, Callable[[Say, Setup, str], Paper]] = {
    "par": make_par,
    "rules": make_rules,
    "dealer": make_dealer,
    "strategy": make_strategy,
}
