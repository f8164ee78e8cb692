"""The end of a posted win: verified, confirmed or withdrawn by somebody else; backed out when it was none.

A claim comes off its meter when it is confirmed, and moves nothing when it is withdrawn (`claim`). A win that
came off when it was posted is booked as paid, or flows back with the seed and the reserve that the restart
took.
"""

from dataclasses import replace

from pitboss.base.money import CENT, format_dollars
from pitboss.jackpot.award import split
from pitboss.jackpot.books import Books
from pitboss.jackpot.cap import keep_caps
from pitboss.jackpot.claim import give_up, lower
from pitboss.jackpot.fact import WinBackedOut, WinRecorded, WinSettled
from pitboss.jackpot.person import same_person
from pitboss.jackpot.refusal import RefusedError
from pitboss.jackpot.request import BackOutWin, ConfirmWin, Decision, RecordWin, WithdrawWin
from pitboss.jackpot.win import Restart, Win, WinStatus, go_back, partners, restart_heir
from pitboss.ledger.account import AccountKind
from pitboss.ledger.transfer import Reason, Transfer


def record_win(books: Books, asked: RecordWin, at: int) -> Decision:
    """Verified with the key, and not to be taken back any more; nothing moves yet."""
    win = posted(books, asked.win)
    check_other_person(asked.by[0], win)
    check_not_recorded(win)
    return Decision(WinRecorded(win.id))


def check_other_person(by: str, win: Win) -> None:
    if same_person(by, win.posted_by):
        raise RefusedError(f"{win.posted_by} posted this win: somebody else must confirm it")


def check_not_recorded(win: Win) -> None:
    if win.recorded_by:
        raise RefusedError(
            f"{win.recorded_by} has recorded this win of {format_dollars(win.micros)}: "
            "turn the key to Run, then back it out if it is none"
        )


def confirm_win(books: Books, asked: ConfirmWin, at: int) -> Decision:
    win = posted(books, asked.win)
    check_other_person(asked.by[0], win)
    fact = WinSettled(win.id, WinStatus.CONFIRMED, win.micros)
    if win.is_claim:
        lowered, transfers = lower(books, win)
        return Decision(replace(fact, lowered=lowered), transfers)
    pending, paid = win.account(AccountKind.PENDING), win.account(AccountKind.PAID)
    return Decision(fact, (Transfer(pending, paid, win.micros, Reason.CONFIRM),))


def posted(books: Books, id_: str) -> Win:
    win = books.find_win(id_)
    if win.status is not WinStatus.POSTED:
        was = f"{win.status.value} by {win.settled_by}"
        raise RefusedError(f"this win of {format_dollars(win.micros)} was {was}: it stays in the journal")
    return win


def withdraw_win(books: Books, asked: WithdrawWin, at: int) -> Decision:
    win = posted(books, asked.win)
    if not asked.why.strip():
        raise RefusedError("a win is withdrawn for a reason: say it")
    check_not_recorded(win)
    fact = WinSettled(win.id, WinStatus.WITHDRAWN, why=asked.why)
    shared = partners(books, win) if books.progressives[win.progressive].terms.equal_split else []
    if waiting := [one for one in shared if one.is_waiting]:
        total = win.micros + sum(one.micros for one in waiting)
        return Decision(replace(fact, shares=split([one.id for one in waiting], total)))
    if any(one.status is WinStatus.CONFIRMED for one in shared):
        fact = replace(fact, stays_micros=win.micros)
    if win.is_claim:
        return Decision(fact, give_up(books, win))
    back = go_back(win, AccountKind.PENDING, Reason.WITHDRAW, returned(books, win))
    return Decision(fact, keep_caps(books, tuple(back)))


def returned(books: Books, win: Win) -> Restart:
    """The restart of a win, as far as it is still there when the win goes back.

    Another table may have won of it in the meantime, or its overflow was booked as receipts. What is gone
    stays gone, and the meter keeps a seed; what wins that wait in the meter will take counts as gone. A share
    that was confirmed has taken the restart over: the meter was won and stays restarted.
    """
    over = min(win.restart.over, books.book.balances[win.account(AccountKind.OVERFLOW)])
    there = books.spare(win.account(AccountKind.METER)) + win.micros + over
    if there < win.seeded_micros + win.reserve_micros:
        level = books.progressives[win.progressive].terms.level(win.level)
        there = max(0, there - level.seed_micros)
    seed = min(win.seeded_micros, there)
    return Restart(seed, min(win.reserve_micros, there - seed), over)


# -- backing out -----------------------------------------------------------------------------------


def back_out(books: Books, asked: BackOutWin, at: int) -> Decision:
    """One act that names a recorded win, by two people, with a text.

    The award goes back to the meter, and from there the seed and the reserve that the restart took. So meter,
    reserve, hits and paid stand as if the win had never been recorded, with everything that was counted
    since. What somebody has won of the restart since is gone and stays gone: then the meter keeps a seed.
    Where others share the restart and are still confirmed, it stays, for the meter was won. What was paid to
    the player is between the house and the player.
    """
    asked.check_two_people("backing a win out")
    if not asked.text.strip():
        raise RefusedError("a win is backed out with a text: write why")
    win = confirmed(books, asked.win)
    restart = Restart() if restart_heir(books, win) else returned(books, win)
    transfers = keep_caps(books, tuple(go_back(win, AccountKind.PAID, Reason.BACK_OUT, restart)))
    before, meter = books.meter(win.progressive, win.level), win.account(AccountKind.METER)
    after = before + sum(one.micros for one in transfers if one.target == meter)
    after -= sum(one.micros for one in transfers if one.source == meter)
    shown = (before // CENT * CENT, after // CENT * CENT)
    return Decision(WinBackedOut(win.id, asked.text, win.micros, *restart, *shown), transfers)


def confirmed(books: Books, id_: str) -> Win:
    win = books.find_win(id_)
    if win.status is not WinStatus.CONFIRMED:
        raise RefusedError(f"win {win.order} is {win.status.value}: only a confirmed win is backed out")
    round_ = books.rounds.get(win.table)
    if round_ and round_.number == win.round:
        raise RefusedError(f"round {win.round} of {win.table} is open: end it first")
    return win
