"""Hand buttons and wins: the dealer's lamps say what has won, the manager is told until it agrees.

Of two winners of a round the one farther to the dealer's right is paid first. Presses that come while the
manager cannot be asked wait, and are sent from the right. A press that comes too late for that takes the
open wins to its left back and posts them again behind it, all in one message: the manager does them
together, so that no other table comes between.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from pitboss.base.money import format_dollars
from pitboss.jackpot import request
from pitboss.jackpot.controller import command, event
from pitboss.jackpot.controller.phase import Phase
from pitboss.jackpot.controller.state import Events, Lamp, Review, State, TableWin
from pitboss.jackpot.fact import WinPosted, WinSettled
from pitboss.jackpot.layout import button_for
from pitboss.jackpot.refusal import RefusedError
from pitboss.jackpot.request import Request
from pitboss.jackpot.system import FOLDING, rules_of
from pitboss.jackpot.win import WinStatus

SECOND_PRESS = "taken back by a second press of the hand button"


def fold_hand(state: State, asked: command.FoldHand) -> Events:
    state.check_seat(asked.seat)
    state.round.folded.add(asked.seat)
    return []


def press_hand(state: State, asked: command.PressHand) -> Events:
    state.check_seat(asked.seat)
    button = state.layout.buttons.get(asked.line)
    if button is None:
        known = ", ".join(state.layout.buttons)
        raise RefusedError(f"there is no button {asked.line!r}; there are {known}")
    lit = state.round.lamps.get(asked.seat)
    if lit is None:
        check_hand(state, asked.seat, asked.line)
        state.round.lamps[asked.seat] = Lamp(asked.seat, button, asked.cards, asked.by)
        return [event.LampTurned(asked.seat, asked.line, is_lit=True)]
    if lit.button != button:
        raise RefusedError(
            f"seat {asked.seat} shows {lit.button.label}: press that again first to take it back"
        )
    check_not_recorded(state, asked.seat)
    return [state.put_out(asked.seat, asked.by, SECOND_PRESS)]


def check_hand(state: State, seat: int, line: str) -> None:
    """A hand wins with a counted wager, and after a fold only where the house says so.

    Without a wager it wins nothing; it is pressed all the same where others get envy for it.
    """
    if seat not in state.round.locked and line not in state.layout.envy.micros:
        raise RefusedError(f"seat {seat} has no progressive wager in this round")
    if seat in state.round.folded and not folded_hands_win(state):
        raise RefusedError(f"seat {seat} has folded, and folded hands do not win here")


def folded_hands_win(state: State) -> bool:
    """As the house says, or the system and the game."""
    layout = state.layout
    ruled = rules_of(layout.game, state.in_force, state.system).get(FOLDING, layout.folded_hands_win)
    return bool(ruled)


def check_not_recorded(state: State, seat: int) -> None:
    win = state.round.wins.get(seat)
    if win and (win.is_confirmed or win.is_recorded):
        amount = format_dollars(win.micros)
        raise RefusedError(f"the win of {amount} at seat {seat} is recorded: only the office backs it out")


# -- telling the manager -------------------------------------------------------------------------------


def plan_wins(state: State) -> tuple[Request, ...]:
    """What makes the manager's wins agree with the lamps, to be decided together; nothing if they do."""
    round_ = state.round
    new = [lamp for lamp in round_.winners if lamp.button.is_from_meter and not is_known(state, lamp)]
    gone = [win for win in round_.open_wins if not is_lit(state, win)]
    behind = [win for win in round_.open_wins if win not in gone and is_behind(win, new)]
    withdrawals = [
        put_behind(win, new) if win in behind else withdrawal(state, win)
        for win in reversed(round_.open_wins)
        if win in gone or win in behind
    ]
    lamps = sorted([*new, *(win.lamp for win in behind)], key=lambda lamp: -lamp.seat)
    return (*withdrawals, *posts(state, lamps))


def is_lit(state: State, win: TableWin) -> bool:
    lamp = state.round.lamps.get(win.lamp.seat)
    return lamp is not None and (lamp.button, lamp.cards) == (win.lamp.button, win.lamp.cards)


def is_known(state: State, lamp: Lamp) -> bool:
    win = state.round.wins.get(lamp.seat)
    return win is not None and (win.is_confirmed or is_lit(state, win))


def is_behind(win: TableWin, new: list[Lamp]) -> bool:
    """Whether a new winner of the same meter sits farther to the dealer's right; what is recorded stays."""
    return not win.is_recorded and any(
        lamp.button.level == win.lamp.button.level and lamp.seat > win.lamp.seat for lamp in new
    )


def put_behind(win: TableWin, new: list[Lamp]) -> Request:
    first = max(new, key=lambda lamp: lamp.seat)
    why = f"seat {first.seat} sits farther to the dealer's right and is paid first"
    return request.WithdrawWin(f"{win.id}/withdraw", (first.by,), win.id, why)


def withdrawal(state: State, win: TableWin) -> Request:
    by, why = state.round.taken_back.get(win.lamp.seat, (win.lamp.by, SECOND_PRESS))
    return request.WithdrawWin(f"{win.id}/withdraw", (by,), win.id, why)


def posts(state: State, lamps: list[Lamp]) -> Iterator[Request]:
    for lamp in lamps:
        state.round.posts += 1
        yield request.PostWin(
            state.request_id(f"win {state.round.posts}"),
            (lamp.by,),
            state.table,
            lamp.seat,
            lamp.button.level,
            lamp.button.share_ppm,
            lamp.button.line,
            lamp.cards,
            fixed_micros=lamp.button.fixed_micros(state.round.locked[lamp.seat]),
            round=state.round.number,
        )


# -- a supervisor at the table -------------------------------------------------------------------------


def open_jackpot(state: State, asked: command.OpenJackpot) -> Events:
    state.check_online()
    state.check_answered()
    wins = state.round.open_wins
    if not wins:
        raise RefusedError("no win waits for a supervisor: press its hand button first")
    seat = wins[0].lamp.seat if asked.seat is None else asked.seat
    if seat not in {win.lamp.seat for win in wins}:
        raise RefusedError(f"no win of seat {seat} waits for a supervisor; select seat {wins[0].lamp.seat}")
    state.round.review = Review(seat, closes_itself=asked.seat is not None)
    state.phase = Phase.JACKPOT
    return [event.JackpotOpened(seat)]


def reviewed(state: State) -> TableWin:
    """The win that the supervisor looks at: one for each turn of the key, however often it is pressed."""
    state.check_online()
    state.check_answered()
    review = state.round.review
    assert review is not None, "a supervisor looks at a win and nobody knows which"
    if review.is_settled:
        raise RefusedError(f"the win of seat {review.seat} is settled: go back to normal operation")
    return state.round.wins[review.seat]


def record_win(state: State, asked: command.RecordWin) -> Events:
    win = reviewed(state)
    check_unrecorded(win)
    state.asked = (request.RecordWin(f"{win.id}/record", (asked.by,), win.id),)
    return []


def check_unrecorded(win: TableWin) -> None:
    if win.is_recorded:
        raise RefusedError(f"the win of seat {win.lamp.seat} is recorded: turn the key to Run")


def confirm_win(state: State, asked: command.ConfirmWin) -> Events:
    state.asked = (confirmation(reviewed(state), asked.by),)
    return []


def confirmation(win: TableWin, by: str) -> Request:
    return request.ConfirmWin(f"{win.id}/confirm", (by,), win.id)


def reject_win(state: State, asked: command.RejectWin) -> Events:
    win = reviewed(state)
    check_unrecorded(win)
    if not asked.why.strip():
        raise RefusedError("a win is rejected for a reason: say it")
    return [state.put_out(win.lamp.seat, asked.by, asked.why)]


def close_jackpot(state: State, asked: command.CloseJackpot) -> Events:
    """A recorded win is confirmed first, and the review ends with the manager's answer."""
    review = state.round.review
    win = state.round.wins.get(review.seat) if review else None
    if review and win and win.is_recorded and not win.is_confirmed:
        state.check_online()
        state.check_answered()
        state.asked = (confirmation(win, asked.by),)
        state.round.review = replace(review, closes_itself=True)
        return []
    state.round.review, state.phase = None, Phase.PLAYING
    return [event.JackpotClosed()]


# -- the manager's answers -----------------------------------------------------------------------------


def win_posted(state: State, asked: request.PostWin, said: WinPosted) -> Events:
    """What the journal says has won; a seat that was not asked for was pressed before a restart."""
    posted, seat = said.win, said.win.seat
    button = button_for(state.layout.buttons, posted.line, posted.level, posted.share_ppm)
    lamp = Lamp(seat, button, posted.cards, posted.posted_by)
    if seat != asked.seat:
        state.round.lamps.setdefault(seat, lamp)
    state.round.wins[seat] = win = TableWin(posted.id, lamp, posted.micros, posted.order)
    state.round.stays.pop(seat, None)
    return [
        event.WinPosted(seat, lamp.button.line, win.micros, win.order, state.needs(win.micros)),
        *share(state, said.shares),
    ]


def share(state: State, shares: Mapping[str, int]) -> Events:
    """Where winners share, an entry says what each of them has now."""
    events: Events = []
    for seat, win in state.round.wins.items():
        if shares.get(win.id, win.micros) != win.micros:
            state.round.wins[seat] = replace(win, micros=shares[win.id])
            events.append(event.ShareChanged(seat, win.lamp.button.line, shares[win.id]))
    return events


def post_refused(state: State, asked: request.PostWin) -> Events:
    """The lamp goes out, unless an earlier win of the seat still stands."""
    if asked.seat in state.round.wins or asked.seat not in state.round.lamps:
        return []
    return [state.put_out(asked.seat, asked.by[0], "refused by the manager")]


def win_settled(state: State, said: WinSettled, by: str) -> Events:
    if said.status is WinStatus.CONFIRMED:
        return confirmed(state, said.win, by)
    gone = withdrawn(state, said.win, by, said.why, said.stays_micros)
    return [*gone, *share(state, said.shares)]


def recorded(state: State, id_: str, by: str) -> Events:
    win = find_win(state, id_)
    if win is None or win.is_recorded:
        return []
    seat = win.lamp.seat
    state.round.wins[seat] = replace(win, is_recorded=True)
    return [event.WinRecorded(seat, win.lamp.button.line, win.micros, by)]


def confirmed(state: State, id_: str, by: str) -> Events:
    win = find_win(state, id_)
    if win is None or win.is_confirmed:
        return []
    seat = win.lamp.seat
    state.round.wins[seat] = replace(win, is_confirmed=True)
    state.round.lamps[seat] = win.lamp
    return [
        event.WinConfirmed(seat, win.lamp.button.line, win.micros, by),
        *state.settle_review(seat),
    ]


def withdrawn(state: State, id_: str, by: str, why: str, stays_micros: int) -> Events:
    win = find_win(state, id_)
    if win is None:
        return []
    del state.round.wins[win.lamp.seat]
    if stays_micros:
        state.round.stays[win.lamp.seat] = stays_micros
    return [
        event.WinWithdrawn(win.lamp.seat, win.lamp.button.line, by, why, stays_micros),
        *state.settle_review(win.lamp.seat),
    ]


def find_win(state: State, id_: str) -> TableWin | None:
    return next((win for win in state.round.wins.values() if win.id == id_), None)


def withdrawal_refused(state: State, asked: request.WithdrawWin) -> Events:
    """The win stands, so its lamp is lit again."""
    win = find_win(state, asked.win)
    if win is None or is_lit(state, win):
        return []
    state.round.lamps[win.lamp.seat] = win.lamp
    return [event.LampTurned(win.lamp.seat, win.lamp.button.line, is_lit=True)]


def hear_settled(state: State, asked: command.HearSettled) -> Events:
    """The floor has settled it elsewhere; what this table has under way about it will be refused."""
    if asked.is_confirmed:
        return confirmed(state, asked.win, asked.by)
    win = find_win(state, asked.win)
    if win is None or win.is_confirmed:
        return []
    lamp = [state.put_out(win.lamp.seat, asked.by, "withdrawn")] if win.lamp.seat in state.round.lamps else []
    return [*lamp, *withdrawn(state, asked.win, asked.by, "on the floor's screen", asked.stays_micros)]


def hear_share(state: State, asked: command.HearShare) -> Events:
    """What the floor has decided about the others that shared with it."""
    return share(state, {asked.win: asked.micros})
