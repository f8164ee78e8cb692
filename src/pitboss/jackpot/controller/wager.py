"""Before the cards and after the last payment: sensors, COIN IN, rounds without, GAME OVER and voids."""

from collections.abc import Iterable

from pitboss.base.money import format_dollars
from pitboss.jackpot import request
from pitboss.jackpot.controller import command, event
from pitboss.jackpot.controller.phase import Phase
from pitboss.jackpot.controller.state import Events, Round, State
from pitboss.jackpot.fact import CoinIn, RoundVoided
from pitboss.jackpot.refusal import RefusedError
from pitboss.ledger.fact import Fact
from pitboss.ledger.transfer import Transfer


def begin_round(state: State, asked: command.BeginRound) -> Events:
    """The keypad takes the number that the table has given the round."""
    state.round = Round(asked.round)
    state.phase = state.idle_phase
    return []


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
    state.layout.check_wager(asked.stake_micros)
    state.round.placed[asked.seat] = asked.stake_micros
    return []


def take_back(state: State, asked: command.TakeBack) -> Events:
    state.check_seat(asked.seat)
    state.round.placed.pop(asked.seat, None)
    return []


def count_wagers(state: State, asked: command.CountWagers) -> Events:
    """Without a lit sensor there is nothing to count, and the round is dealt without wagers."""
    state.check_online()
    state.check_answered()
    if not state.round.placed:
        return pass_round(state, command.PassRound())
    stakes = dict(sorted(state.round.placed.items()))
    id_ = state.request_id("coin in")
    number, is_live = state.round.number, state.is_in_book
    is_collected = is_live and not state.layout.stays
    state.asked = (request.CoinIn(id_, (asked.by,), state.table, number, stakes, is_live, is_collected),)
    state.round.players = dict(asked.players)
    state.phase = Phase.COUNTING
    return []


def pass_round(state: State, asked: command.PassRound) -> Events:
    seats = tuple(sorted(state.round.placed))
    state.round.placed.clear()
    state.phase = Phase.PASSED
    return [event.WagersReturned(state.round.number, seats)]


def end_round(state: State, asked: command.EndRound) -> Events:
    if state.phase is Phase.PASSED:
        number = state.round.number
        state.open_next_round()
        return [event.RoundEnded(number)]
    state.check_no_open_win("call a supervisor")
    state.check_answered()
    id_ = state.request_id("game over")
    tray, envy = tray_awards(state), envy_awards(state)
    state.asked = (request.EndGame(id_, (asked.by,), state.table, tray, envy, state.round.number),)
    state.phase = Phase.ENDING
    return []


def tray_awards(state: State) -> tuple[request.TrayAward, ...]:
    """Fixed awards that the dealer has paid from the tray, from the right."""
    return tuple(
        request.TrayAward(
            lamp.seat, lamp.button.line, lamp.button.fixed_micros(state.round.locked[lamp.seat])
        )
        for lamp in state.round.winners
        if not lamp.button.is_from_meter
    )


def envy_awards(state: State) -> tuple[request.EnvyAward, ...]:
    """Envy that the dealer has paid from the tray."""
    return tuple(request.EnvyAward(envy.seat, envy.holder, envy.line, envy.micros) for envy in state.envies)


def void_round(state: State, asked: command.VoidRound) -> Events:
    if not asked.why.strip():
        raise RefusedError("a round is voided for a reason: say it")
    if state.phase is Phase.COUNTING:
        return void_coin_in(state, asked)
    state.check_no_open_win("take it back first")
    if state.round.wins:
        raise RefusedError("this round has a recorded win: end it, then back the win out")
    state.check_answered()
    state.asked = (void_request(state, asked),)
    state.phase = Phase.VOIDING
    return []


def void_coin_in(state: State, asked: command.VoidRound) -> Events:
    """The manager was lost over COIN IN: wagers go back, and what it may have counted is counted out.

    COIN IN is sent again before the void. If the manager had it, that is the first answer; if not, both come
    to nothing together.
    """
    if state.is_online:
        state.check_answered()
    seats = tuple(sorted(state.round.placed))
    state.round.placed.clear()
    state.asked = (*state.asked, void_request(state, asked))
    state.phase = Phase.VOIDING
    return [event.WagersReturned(state.round.number, seats)]


def void_request(state: State, asked: command.VoidRound) -> request.Request:
    return request.VoidRound(
        state.request_id("void"), (asked.by,), state.table, asked.why, state.round.number
    )


# -- the manager's answers -----------------------------------------------------------------------------


def wagers_counted(state: State, counted: CoinIn, transfers: Iterable[Transfer]) -> Events:
    """What the journal says is locked; a wager that it does not know is handed back."""
    round_ = state.round
    round_.locked = dict(counted.stakes)
    if state.phase is Phase.VOIDING:
        return []
    fed = sum(transfer.micros for transfer in transfers)
    stay = not counted.is_collected if state.is_in_book else state.layout.stays
    events: Events = [event.WagersCounted(round_.number, dict(round_.locked), stay, fed)]
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


def wagers_refused(state: State) -> Events:
    if state.phase is not Phase.VOIDING:
        state.phase = state.idle_phase
    return []


def round_over(state: State, said: Fact) -> Events:
    number, envies = state.round.number, state.envies
    state.open_next_round()
    if isinstance(said, RoundVoided):
        return [event.RoundVoided(number, said.why)]
    paid: Events = [event.EnvyPaid(envies)] if envies else []
    return [*paid, event.RoundEnded(number)]


def round_goes_on(state: State, why: str) -> Events:
    """A void of wagers that were never counted is refused, and there is no round to go on with."""
    if not state.round.locked:
        number = state.round.number
        state.open_next_round()
        return [event.RoundVoided(number, why)]
    state.phase = Phase.PLAYING
    return []
