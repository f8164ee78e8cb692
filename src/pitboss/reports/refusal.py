"""Refusals of the table as a person reads them: in a browser, in the terminal, on paper.

Inside, a refusal that depends on where the round is holds codes: the command and the phase. Here they become
when the thing can be done, why not now, and what to do.
"""

from collections.abc import Mapping

from pitboss.base.error import PitbossError
from pitboss.table import command
from pitboss.table.command import Command
from pitboss.table.phase import TRANSITIONS, LateError, NotNowError, Phase

BEFORE, WHILE_OPEN = "before the cards are dealt", "while bets are open"
BETWEEN = "between two rounds"
IN_A_ROUND, WHEN_STOPPED = "once bets are closed", "when the shuffler is out of order"
CAN_BE: Mapping[type[Command], str] = {
    command.TakeSeat: f"a seat is taken {BEFORE}",
    command.LeaveSeat: f"a seat is left {BEFORE}",
    command.CashOut: f"chips are cashed {BEFORE}",
    command.PlaceWager: f"wagers are placed {WHILE_OPEN}",
    command.TakeBack: f"wagers are taken back {WHILE_OPEN}",
    command.PlaceToke: f"a toke is laid {WHILE_OPEN}",
    command.AskForCards: f"cards are asked for {WHILE_OPEN}",
    command.CallNoMoreBets: f"no more bets is called {WHILE_OPEN}",
    command.OpenBets: f"bets are opened {BETWEEN}",
    command.Decide: "a seat chooses when it is asked",
    command.Proceed: f"the dealer goes on {IN_A_ROUND} and nobody has to choose",
    command.SetColumn: "the column is set when the hands are dealt",
    command.ReportWrongCount: f"a wrong count is reported {IN_A_ROUND}",
    command.ExposeCard: f"an exposed card is reported {IN_A_ROUND}",
    command.ReportFault: "a fault is reported while the shuffler is in use",
    command.VoidRound: "a round is voided while it goes on",
    command.CloseRound: "a round is closed when all of it is settled",
    command.PlayOn: "the floor plays on when it was called to a card",
    command.CureShuffler: f"a shuffler is cured {WHEN_STOPPED}",
    command.SwapShuffler: f"a shuffler is swapped {WHEN_STOPPED}",
    command.BringBackup: f"a backup is brought {BETWEEN} or {WHEN_STOPPED}",
}
"""When a command can be."""
FOR_NEXT_BETS = frozenset(
    kind for phase, kind in TRANSITIONS if phase is Phase.BETTING and (Phase.DEALING, kind) not in TRANSITIONS
)
"""What can be again with the next bets."""
TO_DO: Mapping[Phase, str] = {
    Phase.IDLE: "wait until bets are opened",
    Phase.BETTING: "wait until bets are closed",
    Phase.REVIEW: "wait for the floor",
    Phase.HALTED: "wait for the floor",
}
"""What to do meanwhile; in a round nothing, but wait for the next bets with what can be then."""


def refusal_words(problem: PitbossError) -> str:
    """Why it is refused and what to do, without a word of the program."""
    match problem:
        case NotNowError(phase=phase, kind=kind):
            usual = "wait for the next bets" if kind in FOR_NEXT_BETS else ""
            to_do = TO_DO.get(phase, usual)
            return f"{CAN_BE[kind]}, and now {now_words(phase)}{to_do and f': {to_do}'}"
        case LateError(now=now):
            return f"the table has gone on to round {now} meanwhile: look again, then press"
    return str(problem)


def now_words(phase: Phase) -> str:
    return "no round is going on" if phase is Phase.IDLE else phase.words
