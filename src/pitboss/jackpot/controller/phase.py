"""Where a controller can be, and which command leads where: one table, from which the docs' picture is drawn.

Whether the manager can be reached is no phase: the connection comes and goes in any of them, and the
controller goes on where it was.
"""

from collections.abc import Mapping

from pitboss.base.spoken import Spoken
from pitboss.jackpot.controller import command
from pitboss.jackpot.controller.command import Command
from pitboss.jackpot.refusal import RefusedError


class Phase(Spoken):
    """What the controller waits for."""

    CLOSED = "closed", "the progressive is closed"
    OPEN = "open", "bets are open"
    COUNTING = "counting", "the manager counts the wagers"
    PASSED = "passed", "the round is dealt without progressive wagers"
    PLAYING = "playing", "the wagers are locked"
    JACKPOT = "jackpot", "a supervisor looks at a win"
    ENDING = "ending", "the manager ends the round"
    VOIDING = "voiding", "the manager voids the round"


SAME: frozenset[Phase] = frozenset()
"""A command that leaves the phase as it is."""
IDLE = frozenset({Phase.OPEN, Phase.CLOSED})
"""Between rounds: whichever the progressive is."""
PLAYING, JACKPOT = frozenset({Phase.PLAYING}), frozenset({Phase.JACKPOT})

TRANSITIONS: Mapping[tuple[Phase, type[Command]], frozenset[Phase]] = {
    (Phase.CLOSED, command.BeginRound): IDLE,
    (Phase.OPEN, command.BeginRound): IDLE,
    (Phase.PASSED, command.BeginRound): IDLE,
    (Phase.CLOSED, command.PassRound): frozenset({Phase.PASSED}),
    (Phase.OPEN, command.PlaceWager): SAME,
    (Phase.OPEN, command.TakeBack): SAME,
    (Phase.OPEN, command.CountWagers): frozenset({Phase.COUNTING, Phase.PASSED}),
    (Phase.OPEN, command.PassRound): frozenset({Phase.PASSED}),
    (Phase.COUNTING, command.VoidRound): frozenset({Phase.VOIDING}),
    (Phase.PASSED, command.EndRound): IDLE,
    (Phase.PLAYING, command.FoldHand): SAME,
    (Phase.PLAYING, command.PressHand): SAME,
    (Phase.PLAYING, command.OpenJackpot): JACKPOT,
    (Phase.PLAYING, command.EndRound): frozenset({Phase.ENDING}),
    (Phase.PLAYING, command.VoidRound): frozenset({Phase.VOIDING}),
    (Phase.JACKPOT, command.ConfirmWin): SAME,
    (Phase.JACKPOT, command.RejectWin): SAME,
    (Phase.JACKPOT, command.RecordWin): SAME,
    (Phase.JACKPOT, command.CloseJackpot): JACKPOT | PLAYING,
    **{(phase, command.TakeAnswers): SAME for phase in Phase},
    (Phase.COUNTING, command.TakeAnswers): frozenset({Phase.COUNTING, Phase.PLAYING}) | IDLE,
    (Phase.JACKPOT, command.TakeAnswers): JACKPOT | PLAYING,
    (Phase.ENDING, command.TakeAnswers): frozenset({Phase.ENDING, Phase.PLAYING}) | IDLE,
    (Phase.VOIDING, command.TakeAnswers): frozenset({Phase.VOIDING, Phase.PLAYING}) | IDLE,
    **{(phase, command.OpenProgressive): SAME for phase in Phase},
    **{(phase, command.CloseProgressive): SAME for phase in Phase},
    (Phase.CLOSED, command.OpenProgressive): frozenset({Phase.OPEN}),
    (Phase.OPEN, command.CloseProgressive): frozenset({Phase.CLOSED}),
    **{(phase, command.LoseConnection): SAME for phase in Phase},
    **{(phase, command.Reconnect): SAME for phase in Phase},
    **{(phase, command.HearSettled): SAME for phase in Phase},
    **{(phase, command.HearShare): SAME for phase in Phase},
    (Phase.JACKPOT, command.HearSettled): JACKPOT | PLAYING,
}


ADVICE: Mapping[Phase, str] = {
    Phase.CLOSED: "deal without it, or have it opened",
    Phase.OPEN: "lock the wagers in first (COIN IN, START GAME)",
    Phase.COUNTING: "wait for its answer",
    Phase.PASSED: "end the round first (GAME OVER, END GAME)",
    Phase.PLAYING: "press a hand, call a supervisor to a posted win, or end the round",
    Phase.JACKPOT: "confirm the win or reject it, then go back to normal operation",
    Phase.ENDING: "wait for its answer",
    Phase.VOIDING: "wait for its answer",
}
"""What to do instead of what cannot be."""


def check_phase(phase: Phase, kind: type[Command]) -> frozenset[Phase]:
    """Where the command may lead from here."""
    found = TRANSITIONS.get((phase, kind))
    if found is None:
        raise RefusedError(f"{kind.__name__} cannot be now: {phase.words}. {ADVICE[phase].capitalize()}")
    return found
