"""The sub-application: its commands and their names."""

from collections.abc import Mapping

from pitboss.cli.command import Command
from pitboss.cli.desk import act
from pitboss.cli.progressive import adjustment, by_hand, plan

COMMANDS: Mapping[str, Command] = {
    "set-up": act(plan.set_up, creates=True),
    "open": act(plan.open_),
    "close": act(plan.close),
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
    "display": plan.display,
    "malfunction": act(by_hand.malfunction),
    "reported": act(by_hand.reported),
    "deposited": act(by_hand.deposited),
    "check-request": act(by_hand.check_request),
    "check-paid": act(by_hand.check_paid),
    "warnings": plan.warnings,
    "simulate": plan.simulate,
    "plan": plan.plan,
}


ABOUT = """Set up and work progressive jackpots; their records are under `report`.

Every change is a journal entry with its people. A command that was asked for twice with the same
--id does nothing the second time.
"""
