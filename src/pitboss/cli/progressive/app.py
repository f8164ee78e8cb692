"""The sub-application: its commands and their names."""

from collections.abc import Mapping

import typer

from pitboss.cli.command import Command, make_group
from pitboss.cli.desk import act
from pitboss.cli.progressive import adjustment, advice, by_hand, plan, setup
from pitboss.cli.progressive.people import make_people_app

COMMANDS: Mapping[str, Command] = {
    "set-up": act(setup.set_up, creates=True),
    "open": act(setup.open_),
    "close": act(setup.close),
    "coin-in": act(by_hand.coin_in),
    "post": act(by_hand.post),
    "confirm": act(by_hand.confirm),
    "withdraw": act(by_hand.withdraw),
    "void": act(by_hand.void),
    "end": act(by_hand.end),
    "adjust": act(adjustment.adjust),
    "back-out": act(adjustment.back_out),
    "move": act(adjustment.move),
    "merchandise": act(adjustment.merchandise),
    "seized": act(adjustment.seized),
    "replaced": act(adjustment.replaced),
    "display": setup.display,
    "malfunction": act(by_hand.malfunction),
    "reported": act(by_hand.reported),
    "deposited": act(by_hand.deposited),
    "check-request": act(by_hand.check_request),
    "check-paid": act(by_hand.check_paid),
    "warnings": advice.warnings,
    "simulate": advice.simulate,
    "plan": plan.plan,
}


ABOUT = """Set up and work progressive jackpots; their records are under `report`.

Every change is a journal entry with its people. A command that was asked for twice with the same
--id does nothing the second time.
"""


def make_progressive_app() -> typer.Typer:
    app = make_group("progressive", ABOUT, COMMANDS)
    app.add_typer(make_people_app(), name="people")
    return app
