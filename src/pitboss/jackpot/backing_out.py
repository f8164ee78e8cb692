"""Backing a recorded win out: one act that names it, by two people, with a text.

The award goes back to the meter, and from there the seed and the reserve that the restart took; what the
restart sent over the cap returns first. So meter, reserve, hits and paid stand as if the win had never been
recorded, with everything that was counted since. What somebody has won of the restart since is gone and stays
gone: then the meter keeps a seed. Where others share the restart and are still confirmed, it stays, for the
meter was won. What was paid to the player is between the house and the player.
"""

from collections.abc import Iterator

from pitboss.base.money import CENT
from pitboss.jackpot.cap import keep_caps
from pitboss.jackpot.fact import WinBackedOut
from pitboss.jackpot.managing import check_two_people
from pitboss.jackpot.refusal import RefusedError
from pitboss.jackpot.request import BackOutWin
from pitboss.jackpot.state import Floor, restart_heir
from pitboss.jackpot.win import Win, WinStatus
from pitboss.jackpot.winning import returned
from pitboss.ledger.account import Account, Kind
from pitboss.ledger.entry import Draft
from pitboss.ledger.transfer import Reason, Transfer, moving


def back_out(floor: Floor, asked: BackOutWin, at: int) -> Draft:
    check_two_people(asked, "backing a win out")
    if not asked.text.strip():
        raise RefusedError("a win is backed out with a text: write why")
    win = recorded(floor, asked.win)
    seed, reserve, over = (0, 0, 0) if restart_heir(floor, win) else returned(floor, win)
    transfers = keep_caps(floor, tuple(flow_back(win, seed, reserve, over)))
    before = floor.meter(win.progressive, win.level)
    meter = Account(Kind.METER, win.progressive, win.level)
    after = before + sum(one.micros for one in transfers if one.target == meter)
    after -= sum(one.micros for one in transfers if one.source == meter)
    fact = WinBackedOut(
        win.id,
        asked.text,
        win.micros,
        seed,
        reserve,
        over,
        before_micros=before // CENT * CENT,
        after_micros=after // CENT * CENT,
    )
    return Draft(asked.id, at, asked.by, fact, transfers)


def recorded(floor: Floor, id_: str) -> Win:
    if id_ not in floor.wins:
        raise RefusedError(f"there is no win {id_!r}")
    win = floor.wins[id_]
    if win.status is not WinStatus.CONFIRMED:
        raise RefusedError(f"win {win.order} is {win.status.value}: only a confirmed win is backed out")
    round_ = floor.rounds.get(win.table)
    if round_ and round_.number == win.round:
        raise RefusedError(f"round {win.round} of {win.table} is open: end it first")
    return win


def flow_back(win: Win, seed: int, reserve: int, over: int) -> Iterator[Transfer]:
    meter, paid, seeds, reserves, overflow = (
        Account(kind, win.progressive, win.level)
        for kind in (Kind.METER, Kind.PAID, Kind.SEED, Kind.RESERVE, Kind.OVERFLOW)
    )
    return moving(
        (paid, meter, win.micros, Reason.BACK_OUT),
        (overflow, meter, over, Reason.BACK_OUT),
        (meter, seeds, seed, Reason.BACK_OUT),
        (meter, reserves, reserve, Reason.BACK_OUT),
    )
