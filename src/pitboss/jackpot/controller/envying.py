"""Envy: the hand button of a hand on the envy list shows what other seats of this table get for it.

It is paid from the tray at the end of the round, once no win is open: a hand that is taken back brings no
envy. Who gets how much is counted as at the live table (`rules.envy`), from the lamps that are lit.
"""

from fractions import Fraction

from pitboss.base.money import MICROS, format_dollars
from pitboss.jackpot import request
from pitboss.jackpot.controller import command, event
from pitboss.jackpot.controller.state import Events, State
from pitboss.jackpot.refusal import RefusedError
from pitboss.rules.envy import Envy, share_envy


def find_envies(state: State) -> tuple[Envy, ...]:
    """For every lit hand on the list, what each other seat with a counted wager gets; from the right."""
    round_, envy = state.round, state.layout.envy
    holders = {
        seat: lamp.button.line
        for seat, lamp in sorted(round_.lamps.items(), reverse=True)
        if lamp.button.line in envy.micros
    }
    stakes = {seat: Fraction(stake, MICROS) for seat, stake in sorted(round_.locked.items(), reverse=True)}
    return tuple(share_envy(envy, stakes, holders, round_.players))


def due_envies(state: State) -> tuple[Envy, ...]:
    """What the dealer has not paid yet."""
    return tuple(envy for envy in find_envies(state) if envy.holder not in state.round.envied)


def pay_envy(state: State, asked: command.PayEnvy) -> Events:
    check_no_open_win(state, "call a supervisor, envy is paid last")
    state.check_answered()
    due = due_envies(state)
    if not due:
        raise RefusedError("no envy is to be paid in this round")
    state.round.envied |= {envy.holder for envy in due}
    return [event.EnvyPaid(due, asked.by)]


def envy_awards(state: State) -> tuple[request.EnvyAward, ...]:
    """What the round has paid, for the journal."""
    return tuple(
        request.EnvyAward(envy.seat, envy.holder, envy.line, envy.micros) for envy in find_envies(state)
    )


# -- what others check ---------------------------------------------------------------------------------


def check_no_open_win(state: State, what_to_do: str) -> None:
    if seats := state.round.open_seats:
        named = ", ".join(map(str, seats))
        raise RefusedError(f"a win of seat {named} is neither confirmed nor taken back: {what_to_do}")


def check_envy_paid(state: State) -> None:
    if due := due_envies(state):
        named = ", ".join(f"{format_dollars(one.micros)} to seat {one.seat}" for one in due)
        hands = ", ".join(str(seat) for seat in dict.fromkeys(one.holder for one in due))
        raise RefusedError(
            f"envy for the hand of seat {hands} is not paid: pay {named}, then press ENVY PAID"
        )


def check_not_envied(state: State, seat: int) -> None:
    if seat in state.round.envied:
        raise RefusedError(f"envy was paid for the hand of seat {seat}: it stays")
