"""Before the cards and after the last payment: sensors, COIN IN, rounds without, GAME OVER and voids."""

from typing import cast

from pitboss.base.money import format_dollars
from pitboss.jackpot import request
from pitboss.jackpot.controller import command, event
from pitboss.jackpot.controller.phase import Phase
from pitboss.jackpot.controller.state import Events, State
from pitboss.jackpot.refusal import RefusedError
from pitboss.ledger.entry import Draft


def place_wager(state: State, asked: command.PlaceWager) -> Events:
    state.check_seat(asked.seat)
    state.check_online()
    terms = state.in_force
    if asked.stake_micros <= 0 or asked.stake_micros % terms.wager_micros:
        unit = format_dollars(terms.wager_micros)
        raise RefusedError(f"a wager is a whole number of {unit}, not {format_dollars(asked.stake_micros)}")
    if asked.stake_micros > terms.most_wager_micros:
        most = format_dollars(terms.most_wager_micros)
        raise RefusedError(f"{format_dollars(asked.stake_micros)} is unreasonable; at most {most} is taken")
    state.round.placed[asked.seat] = asked.stake_micros
    return []


def take_back(state: State, asked: command.TakeBack) -> Events:
    state.check_seat(asked.seat)
    state.round.placed.pop(asked.seat, None)
    return []


def count_wagers(state: State, asked: command.CountWagers) -> Events:
    """Without a lit sensor there is nothing to count, and the round is dealt without wagers."""
    state.check_online()
    if not state.round.placed:
        return pass_round(state, command.PassRound())
    stakes = dict(sorted(state.round.placed.items()))
    id_ = state.request_id("coin in")
    state.asked = (request.CoinIn(id_, (asked.by,), state.table, state.round.number, stakes),)
    state.phase = Phase.COUNTING
    return []


def pass_round(state: State, asked: command.PassRound) -> Events:
    del asked
    seats = tuple(sorted(state.round.placed))
    state.round.placed.clear()
    state.phase = Phase.PASSED
    return [event.WagersReturned(state.round.number, seats)]


def end_round(state: State, asked: command.EndRound) -> Events:
    if state.phase is Phase.PASSED:
        number = state.round.number
        state.open_next_round()
        return [event.RoundEnded(number)]
    check_no_open_win(state, "call a supervisor")
    state.check_answered()
    id_ = state.request_id("game over")
    state.asked = (request.EndGame(id_, (asked.by,), state.table, tray_awards(state)),)
    state.phase = Phase.ENDING
    return []


def check_no_open_win(state: State, what_to_do: str) -> None:
    if seats := state.round.open_seats:
        named = ", ".join(map(str, seats))
        raise RefusedError(f"a win of seat {named} is neither confirmed nor taken back: {what_to_do}")


def tray_awards(state: State) -> tuple[request.TrayAward, ...]:
    """Fixed awards that the dealer has paid from the tray, from the right."""
    lamps = (lamp for _, lamp in sorted(state.round.lamps.items(), reverse=True))
    return tuple(
        request.TrayAward(
            lamp.seat, lamp.button.line, lamp.button.fixed_micros(state.round.locked[lamp.seat])
        )
        for lamp in lamps
        if not lamp.button.is_from_meter
    )


def void_round(state: State, asked: command.VoidRound) -> Events:
    if not asked.why.strip():
        raise RefusedError("a round is voided for a reason: say it")
    check_no_open_win(state, "take it back first")
    if state.round.wins:
        raise RefusedError(
            "this round has a recorded win, which is never undone: end it and enter an adjustment"
        )
    state.check_answered()
    id_ = state.request_id("void")
    state.asked = (request.VoidRound(id_, (asked.by,), state.table, asked.why),)
    state.phase = Phase.VOIDING
    return []


# -- the manager's answers -----------------------------------------------------------------------------


def wagers_counted(state: State, draft: Draft) -> Events:
    """What the journal says is locked; a wager that it does not know is handed back."""
    stakes = cast(dict[str, int], draft.facts["stakes"])
    round_ = state.round
    round_.locked = {int(seat): stake for seat, stake in stakes.items()}
    events: Events = [
        event.WagersCounted(round_.number, dict(round_.locked), stay_on_table=state.in_force.stays_on_table)
    ]
    if round_.locked != round_.placed:
        events.append(
            event.StaffAlarmed(
                f"{state.table}, round {round_.number}: the manager had counted other wagers before; "
                "hand back what is not locked"
            )
        )
    round_.placed.clear()
    state.phase = Phase.PLAYING
    return events


def wagers_refused(state: State, why: str) -> Events:
    del why
    state.phase = state.idle_phase
    return []


def round_over(state: State, draft: Draft) -> Events:
    number = state.round.number
    state.open_next_round()
    if draft.kind == "void":
        return [event.RoundVoided(number, str(draft.facts["why"]))]
    return [event.RoundEnded(number)]


def round_goes_on(state: State, why: str) -> Events:
    del why
    state.phase = Phase.PLAYING
    return []
