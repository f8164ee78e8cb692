"""Where a round can be, and which command leads where: one table, from which the docs' picture is drawn."""

from collections.abc import Mapping

from pitboss.base.error import InputError
from pitboss.base.spoken import Spoken
from pitboss.table import command
from pitboss.table.command import Command


class Phase(Spoken):
    """What the table waits for."""

    IDLE = "idle", "no round"
    BETTING = "betting", "bets are open"
    DEALING = "dealing", "the dealer deals"
    COLUMN = "column", "the dealer sets the column for the hands dealt"
    DECIDING = "deciding", "a seat decides"
    OPENING = "opening", "the dealer opens cards"
    SETTLING = "settling", "the dealer pays and takes"
    CLOSING = "closing", "envy is paid and the round closed"
    REVIEW = "review", "the floor decides about an irregularity"
    HALTED = "halted", "the shuffler is out of order"

    __hash__ = object.__hash__
    """Members are single objects; the hash of an Enum is slow and every command needs one."""


IN_ROUND = frozenset({Phase.DEALING, Phase.DECIDING, Phase.OPENING, Phase.SETTLING, Phase.CLOSING})
SAME: frozenset[Phase] = frozenset()
"""A command that leaves the phase as it is."""
IDLE, BETTING = frozenset({Phase.IDLE}), frozenset({Phase.BETTING})
REVIEW, HALTED = frozenset({Phase.REVIEW}), frozenset({Phase.HALTED})
COLUMN = frozenset({Phase.COLUMN})

TRANSITIONS: Mapping[tuple[Phase, type[Command]], frozenset[Phase]] = {
    (Phase.IDLE, command.TakeSeat): SAME,
    (Phase.IDLE, command.LeaveSeat): SAME,
    (Phase.IDLE, command.CashOut): SAME,
    (Phase.IDLE, command.OpenBets): BETTING | HALTED,
    (Phase.IDLE, command.ReportFault): HALTED,
    (Phase.BETTING, command.TakeSeat): SAME,
    (Phase.BETTING, command.LeaveSeat): SAME,
    (Phase.BETTING, command.CashOut): SAME,
    (Phase.BETTING, command.PlaceWager): SAME,
    (Phase.BETTING, command.TakeBack): SAME,
    (Phase.BETTING, command.PlaceToke): SAME,
    (Phase.BETTING, command.AskForCards): SAME,
    (Phase.BETTING, command.CallNoMoreBets): frozenset({Phase.DEALING}),
    (Phase.BETTING, command.ReportFault): HALTED,
    (Phase.BETTING, command.VoidRound): IDLE,
    (Phase.DEALING, command.Proceed): IN_ROUND | COLUMN | HALTED | IDLE,
    (Phase.COLUMN, command.SetColumn): IN_ROUND,
    (Phase.OPENING, command.Proceed): IN_ROUND | HALTED,
    (Phase.SETTLING, command.Proceed): IN_ROUND | HALTED,
    (Phase.CLOSING, command.Proceed): IDLE,
    (Phase.CLOSING, command.CloseRound): IDLE,
    (Phase.DECIDING, command.Decide): IN_ROUND,
    (Phase.REVIEW, command.PlayOn): IN_ROUND | COLUMN,
    (Phase.REVIEW, command.VoidRound): IDLE,
    (Phase.REVIEW, command.ReportWrongCount): IDLE,
    (Phase.REVIEW, command.ExposeCard): SAME,
    (Phase.REVIEW, command.ReportFault): HALTED | REVIEW,
    (Phase.HALTED, command.SwapShuffler): IDLE | BETTING,
    (Phase.HALTED, command.CureShuffler): IDLE | BETTING | IN_ROUND | COLUMN | REVIEW,
    (Phase.HALTED, command.BringBackup): SAME,
    (Phase.IDLE, command.BringBackup): SAME,
    (Phase.HALTED, command.VoidRound): IDLE,
    (Phase.HALTED, command.CashOut): SAME,
    **{(phase, command.BuyIn): SAME for phase in Phase},
    **{(phase, command.ReportWrongCount): IDLE for phase in IN_ROUND | COLUMN},
    **{(phase, command.ExposeCard): REVIEW for phase in IN_ROUND | COLUMN},
    **{(phase, command.VoidRound): IDLE for phase in IN_ROUND | COLUMN},
    **{(phase, command.ReportFault): HALTED | {phase} for phase in IN_ROUND | COLUMN},
}


class RefusedError(InputError):
    """The table refuses a command, says why, and nothing has changed."""


class NotNowError(RefusedError):
    """The command cannot be in this phase. Both are here as codes, for whoever says it to a person."""

    def __init__(self, phase: Phase, kind: type[Command]) -> None:
        self.phase = phase
        self.kind = kind
        allowed = ", ".join(sorted(name.__name__ for at, name in TRANSITIONS if at is phase))
        super().__init__(f"{kind.__name__} cannot be now: {phase.words}. What can be: {allowed}")


class LateError(RefusedError):
    """What was pressed was meant for another round than the one that the table is at."""

    def __init__(self, meant: int, now: int) -> None:
        self.now = now
        super().__init__(f"that was meant for round {meant}; the table is at {now}")


def check_phase(phase: Phase, kind: type[Command]) -> frozenset[Phase]:
    """Where the command may lead from here."""
    found = TRANSITIONS.get((phase, kind))
    if found is None:
        raise NotNowError(phase, kind)
    return found


def draw_transitions() -> str:
    """The table as a Mermaid state diagram."""
    arrows = []
    for (phase, kind), targets in TRANSITIONS.items():
        for target in sorted(targets, key=lambda target: list(Phase).index(target)):
            arrows.append(f"    {phase.name} --> {target.name}: {kind.__name__}")
    return "\n".join(["stateDiagram-v2", "    [*] --> IDLE", *sorted(arrows)])
