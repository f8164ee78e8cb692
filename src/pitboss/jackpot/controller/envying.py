"""Envy: the hand button of a hand on the envy list shows what other seats of this table get for it.

It is paid from the tray as part of the close, once no win is open: a hand that is taken back brings no envy.
GAME OVER says that it was paid, and the journal what and to whom. Who gets how much is counted as at the live
table (`rules.envy`), from the lamps that are lit.
"""

from fractions import Fraction

from pitboss.base.money import MICROS
from pitboss.jackpot import request
from pitboss.jackpot.controller.state import State
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
    if not holders:
        return ()
    stakes = {seat: Fraction(stake, MICROS) for seat, stake in sorted(round_.locked.items(), reverse=True)}
    return tuple(share_envy(envy, stakes, holders, round_.players))


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
