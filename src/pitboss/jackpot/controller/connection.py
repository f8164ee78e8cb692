"""The connection to the manager: what was asked and answered, and what happens while it is lost.

A controller has one message under way at a time. Until it is answered the same message is sent again,
with the same ids; an answer to anything else has come twice and is ignored.
"""

from pitboss.jackpot import fact, request
from pitboss.jackpot.controller import command, event, hand, wager
from pitboss.jackpot.controller.phase import Phase
from pitboss.jackpot.controller.state import Events, State
from pitboss.jackpot.request import Request
from pitboss.ledger.entry import Draft

OUT_OF_ORDER = "The progressive is out of order: no progressive wager is taken. The game goes on."
THIS_ROUND_COUNTS = (
    "The progressive is out of order. Wagers that were locked in still count; no new ones are taken."
)
CLOSED = "The progressive is closed."


def patron_text(state: State) -> str:
    """What the seats read; empty while all is well."""
    if state.is_online:
        return CLOSED if state.closed_why else ""
    return THIS_ROUND_COUNTS if state.round.locked else OUT_OF_ORDER


def staff_text(state: State) -> str:
    """What the floor reads; empty while all is well."""
    if state.is_online:
        return ""
    return f"{state.table} cannot reach the game manager: no progressive wager is taken there"


def open_progressive(state: State, asked: command.OpenProgressive) -> Events:
    """In the middle of a round the terms are the same ones: the manager changes none while it is open."""
    state.terms, state.layout, state.closed_why = asked.terms, asked.layout, ""
    if state.phase is Phase.CLOSED:
        state.phase = Phase.OPEN
    return [event.PatronsTold("")] if state.is_online else []


def close_progressive(state: State, asked: command.CloseProgressive) -> Events:
    state.closed_why = asked.why.strip() or "closed"
    seats: tuple[int, ...] = ()
    if state.phase is Phase.OPEN:
        seats = tuple(sorted(state.round.placed))
        state.round.placed.clear()
        state.phase = Phase.CLOSED
    told: Events = [event.PatronsTold(CLOSED)]
    return [*told, event.WagersReturned(state.round.number, seats)] if seats else told


def lose_connection(state: State, asked: command.LoseConnection) -> Events:
    """Patrons and staff are told, once (req. 50)."""
    if not state.is_online:
        return []
    state.is_online = False
    return [event.PatronsTold(patron_text(state)), event.StaffAlarmed(staff_text(state))]


def reconnect(state: State, asked: command.Reconnect) -> Events:
    """The controller goes on exactly where it was."""
    if state.is_online:
        return []
    state.is_online = True
    return [
        event.PatronsTold(patron_text(state)),
        event.StaffAlarmed(f"{state.table} reaches the game manager again"),
    ]


def take_answers(state: State, asked: command.TakeAnswers) -> Events:
    if not state.asked or [one.id for one in asked.outcomes] != [one.id for one in state.asked]:
        return []
    requests, state.asked = state.asked, ()
    events: Events = []
    for question, outcome in zip(requests, asked.outcomes, strict=True):
        if isinstance(outcome, command.Done):
            events += done(state, question, outcome.draft)
        else:
            state.refused = outcome.why
            events.append(event.ManagerRefused(question.id, outcome.why))
            events += refused(state, question, outcome.why)
    return events


def done(state: State, asked: Request, draft: Draft) -> Events:
    match asked, draft.fact:
        case request.CoinIn(), fact.CoinIn() as counted:
            return wager.wagers_counted(state, counted, draft.transfers)
        case request.PostWin() as post, fact.WinPosted() as posted:
            return hand.win_posted(state, post, posted)
        case _, fact.WinRecorded(win):
            return hand.recorded(state, win, draft.by[0])
        case _, fact.WinSettled() as settled:
            return hand.win_settled(state, settled, draft.by[0])
        case _, said:
            return wager.round_over(state, said)


def refused(state: State, asked: Request, why: str) -> Events:
    match asked:
        case request.CoinIn():
            return wager.wagers_refused(state)
        case request.PostWin():
            return hand.post_refused(state, asked)
        case request.WithdrawWin():
            return hand.withdrawal_refused(state, asked)
        case request.RecordWin() | request.ConfirmWin():
            return []
        case _:
            return wager.round_goes_on(state, why)
