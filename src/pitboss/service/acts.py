"""What a person may ask of a table now, and in words why not: a button that would be refused is dim."""

from collections.abc import Sequence
from typing import Any

from pitboss.base.error import PitbossError
from pitboss.house.agreement import why_not_close, why_undecided
from pitboss.house.live_meters import LiveMeters
from pitboss.reports.irregularity import ACTS
from pitboss.rules import Blank, Choose
from pitboss.table import command
from pitboss.table.command import Command
from pitboss.table.incident import check_voidable
from pitboss.table.phase import TRANSITIONS, Phase
from pitboss.table.state import State
from pitboss.table.wire import wire_name

RUNS = (command.OpenBets, command.CallNoMoreBets, command.Proceed)
"""What the dealer does in every round."""
SETS = (command.SetColumn,)
"""What the dealer sets by hand where no device does it."""
REPORTS = (command.ReportWrongCount, command.ExposeCard, command.ReportFault)
"""What the dealer says of something that the procedure does not foresee."""
DECIDES = (
    command.PlayOn,
    command.CloseRound,
    command.VoidRound,
    command.CureShuffler,
    command.SwapShuffler,
    command.BringBackup,
)
"""What the floor does about it."""
LABELS: dict[type[Command], str] = {
    command.OpenBets: "Open bets",
    command.CallNoMoreBets: "No more bets",
    command.Proceed: "Next",
    **{kind: words.label for kind, words in ACTS.items()},
}
VOIDS = (command.VoidRound, command.SwapShuffler, command.ReportWrongCount)


def describe_acts(table: State, kinds: Sequence[type[Command]]) -> list[dict[str, Any]]:
    return [
        {
            "command": wire_name(kind),
            "label": LABELS[kind],
            "why_not": why_not(table, kind),
            "means": ACTS[kind].means if kind in ACTS else "",
            "reasons": ACTS[kind].reasons if kind in ACTS else (),
        }
        for kind in kinds
    ]


def why_not(table: State, kind: type[Command]) -> str:
    """Empty if it can be done now."""
    if (table.phase, kind) not in TRANSITIONS:
        return why_not_now(table)
    if kind is command.CallNoMoreBets and not any(table.seating.wagers.values()):
        return "no wager lies on the table yet"
    if kind is command.SwapShuffler and table.backup is None:
        return "no backup stands by: have one brought"
    if kind is command.BringBackup and table.backup is not None and table.backup.fault is None:
        return f"the {table.backup.name} stands by already"
    if kind is command.VoidRound and table.phase is Phase.HALTED and table.halted_in is Phase.IDLE:
        return "no round is going on: swap the shuffler"
    if kind is command.ExposeCard and not has_hidden_card(table):
        return "every card that is dealt lies open"
    if kind is command.CloseRound:
        live = table.meters
        if not isinstance(live, LiveMeters) or live.table is None:
            return "the table has no keypad"
        return why_not_close(live, live.table)
    if kind in VOIDS:
        try:
            check_voidable(table)
        except PitbossError as problem:
            return str(problem)
    if kind is command.ReportWrongCount and isinstance(table.meters, LiveMeters) and table.meters.table:
        return why_undecided(table.meters, table.meters.table)
    return ""


def why_not_now(table: State) -> str:
    step = table.play.deal.step if table.play else None
    if table.phase is Phase.DECIDING and isinstance(step, Choose):
        return f"seat {step.seat} decides: {' or '.join(option.name for option in table.options())}"
    return f"not now: {table.phase.words}"


def has_hidden_card(table: State) -> bool:
    deal = table.running.deal
    return any(isinstance(slot, Blank) for hand in deal.round.hands for slot in deal.seen_by(None, hand))
