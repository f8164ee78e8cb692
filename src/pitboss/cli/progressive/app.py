"""The sub-application: its commands and their names."""

from collections.abc import Callable, Mapping

import typer

from pitboss.cli.group import make_group
from pitboss.cli.progressive import (
    adjustment,
    advice,
    by_hand,
    custody,
    log,
    look,
    note,
    plan,
    report,
    setup,
    simulate,
)
from pitboss.cli.progressive.people import make_people_app

COMMANDS: Mapping[str, Callable[..., None]] = {
    "set-up": setup.set_up,
    "open": setup.open_,
    "close": setup.close,
    "coin-in": by_hand.coin_in,
    "post": by_hand.post,
    "confirm": by_hand.confirm,
    "withdraw": by_hand.withdraw,
    "void": by_hand.void,
    "end": by_hand.end,
    "adjust": adjustment.adjust,
    "back-out": adjustment.back_out,
    "move": adjustment.move,
    "merchandise": custody.merchandise,
    "seized": custody.seized,
    "replaced": custody.replaced,
    "display": look.display,
    "meters": look.meters,
    "hits": look.hits,
    "win-page": look.win_page,
    "accrual": report.accrual,
    "deposit": report.deposit,
    "reconcile": report.reconcile,
    "reductions": report.reductions,
    "history": log.history,
    "malfunctions": log.malfunctions,
    "checks": log.checks,
    "prizes": log.prizes,
    "malfunction": note.malfunction,
    "reported": note.reported,
    "deposited": note.deposited,
    "check-request": note.check_request,
    "check-paid": note.check_paid,
    "warnings": advice.warnings,
    "simulate": simulate.simulate,
    "plan": plan.plan,
}


ABOUT = """Set up and work progressive jackpots; their records.

Every change is a journal entry with its people. A command that was asked for twice with the same
--id does nothing the second time.
"""


def make_progressive_app() -> typer.Typer:
    app = make_group(ABOUT, COMMANDS)
    app.add_typer(make_people_app(), name="people")
    return app
