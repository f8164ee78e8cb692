"""Wins from a meter, in two steps: posted by the dealer, then confirmed or withdrawn by somebody else.

Posting locks the value for the seat and its place in the order; other tables play on for what it leaves.
By default the money stays in the meter as a claim until it is confirmed (`claiming`), and a win that is
withdrawn moves nothing. Where the terms let the meter fall when a win is posted, it is pending from then on;
confirming books it as paid, and withdrawing lets it flow back, with the seed and the reserve that the restart
took.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from pitboss.base.money import CENT, format_dollars
from pitboss.jackpot.cap import keep_caps, over_cap
from pitboss.jackpot.claiming import give_up, lower
from pitboss.jackpot.counting import open_round
from pitboss.jackpot.fact import WinPosted, WinRecorded, WinSettled
from pitboss.jackpot.person import same_person
from pitboss.jackpot.prize import check_award
from pitboss.jackpot.refusal import RefusedError
from pitboss.jackpot.request import ConfirmWin, PostWin, RecordWin, WithdrawWin
from pitboss.jackpot.state import Floor, RoundState, partners
from pitboss.jackpot.terms import PPM, LevelTerms, MeterFalls, Terms
from pitboss.jackpot.win import Win, WinStatus
from pitboss.ledger.account import Account, Kind
from pitboss.ledger.entry import Draft
from pitboss.ledger.transfer import Reason, Transfer, moving


def post_win(floor: Floor, asked: PostWin, at: int) -> Draft:
    round_ = open_round(floor, asked.table, asked.round)
    terms = floor.progressives[round_.progressive].terms
    level = terms.level(asked.level)
    check_winner(floor, round_, asked)
    shared = sharers(floor, round_, terms, asked)
    if shared:
        return join_share(floor, asked, at, round_, shared)
    shown = floor.shown(terms.id, level.name)
    micros, seed, reserve = (
        fixed(shown, level, asked) if asked.fixed_micros else part(floor, terms, level, asked)
    )
    over = over_cap(floor, terms.id, level, seed + reserve - micros)
    after = (floor.playing(terms.id, level.name) - micros + seed + reserve - over) // CENT * CENT
    restart = Restart(micros, shown, after, seed, reserve, over)
    win = make_win(floor, asked, round_, at, restart)
    if waits_in_meter(terms):
        return Draft(asked.id, at, asked.by, WinPosted(replace(win, is_claim=True)))
    reason = Reason.METER_PAYS if asked.fixed_micros else Reason.AWARD
    transfers = keep_caps(floor, tuple(lock(terms.id, level.name, micros, seed, reserve, reason)))
    return Draft(asked.id, at, asked.by, WinPosted(win), transfers)


def waits_in_meter(terms: Terms) -> bool:
    """Whether a posted win stays in its meter until it is confirmed."""
    return terms.meter_falls == MeterFalls.CONFIRMED


class Award(NamedTuple):
    """What a win takes from a meter, and what the house and the reserve put in to restart it."""

    micros: int
    seed: int
    reserve: int


def part(floor: Floor, terms: Terms, level: LevelTerms, asked: PostWin) -> Award:
    """A share of what is shown; who takes it all leaves the seed and the reserve.

    A house jackpot stands as before: the house puts in what it pays, so the next winner gets as much.
    """
    micros = floor.shown(terms.id, level.name) * asked.share_ppm // PPM // CENT * CENT
    if not micros:
        raise RefusedError(f"{terms.id}: the meter holds nothing to pay")
    if terms.is_house:
        return Award(micros, micros, 0)
    if asked.share_ppm < PPM:
        return Award(micros, 0, 0)
    return Award(micros, level.seed_micros, floor.spare(Account(Kind.RESERVE, terms.id, level.name)))


def fixed(shown: int, level: LevelTerms, asked: PostWin) -> Award:
    """A fixed award is paid in full: a meter that it empties is filled up by the house and restarts."""
    lacking = asked.fixed_micros - shown
    return Award(asked.fixed_micros, lacking + level.seed_micros if lacking >= 0 else 0, 0)


class Restart(NamedTuple):
    """What a win is worth and what becomes of its meter."""

    micros: int
    before: int
    after: int
    seed: int = 0
    reserve: int = 0
    over: int | None = None


def make_win(floor: Floor, asked: PostWin, round_: RoundState, at: int, restart: Restart) -> Win:
    return Win(
        id=asked.id,
        order=len(floor.wins) + 1,
        progressive=round_.progressive,
        level=asked.level,
        table=asked.table,
        round=round_.number,
        seat=asked.seat,
        line=asked.line,
        cards=asked.cards,
        stake_micros=round_.stakes[asked.seat],
        share_ppm=asked.share_ppm,
        micros=restart.micros,
        before_micros=restart.before,
        after_micros=restart.after,
        seeded_micros=restart.seed,
        reserve_micros=restart.reserve,
        posted_at=at,
        posted_by=asked.by[0],
        over_micros=restart.over,
    )


def check_winner(floor: Floor, round_: RoundState, asked: PostWin) -> None:
    """A seat wins with a wager that was counted, what its hand wins by the paytable, once for a level."""
    if asked.seat not in round_.stakes:
        raise RefusedError(
            f"seat {asked.seat} of {asked.table} has no counted wager in round {round_.number}"
        )
    check_award(floor.progressives[round_.progressive].terms, asked, round_.stakes[asked.seat])
    for id_ in round_.wins:
        win = floor.wins[id_]
        if (win.seat, win.level) == (asked.seat, asked.level) and win.status is not WinStatus.WITHDRAWN:
            raise RefusedError(f"seat {asked.seat} has a win on this level already: {win.line}")


def lock(
    progressive: str, level: str, micros: int, seed: int, reserve: int, reason: Reason = Reason.AWARD
) -> Iterator[Transfer]:
    meter = Account(Kind.METER, progressive, level)
    return moving(
        (meter, Account(Kind.PENDING, progressive, level), micros, reason),
        (Account(Kind.SEED, progressive, level), meter, seed, Reason.SEED),
        (Account(Kind.RESERVE, progressive, level), meter, reserve, Reason.RESTART),
    )


# -- an equal split --------------------------------------------------------------------------------


def sharers(floor: Floor, round_: RoundState, terms: Terms, asked: PostWin) -> list[Win]:
    """Posted wins of the same share in this round that a new one shares with, where the house splits."""
    if not terms.equal_split or asked.fixed_micros:
        return []
    wins = (floor.wins[id_] for id_ in round_.wins)
    return [
        win
        for win in wins
        if (win.level, win.share_ppm, win.status) == (asked.level, asked.share_ppm, WinStatus.POSTED)
    ]


def join_share(floor: Floor, asked: PostWin, at: int, round_: RoundState, shared: list[Win]) -> Draft:
    """The value that is locked is shared anew; no money moves, wherever it waits."""
    shares = split([*(win.id for win in shared), asked.id], sum(win.micros for win in shared))
    if not shares[asked.id]:  # a win of nothing could be neither confirmed nor withdrawn
        raise RefusedError(f"{round_.progressive}: less than a cent for each: there is nothing to pay")
    first = shared[0]
    restart = Restart(shares[asked.id], first.before_micros, first.after_micros)
    win = replace(make_win(floor, asked, round_, at, restart), is_claim=first.is_claim)
    fact = WinPosted(win, shares)
    return Draft(asked.id, at, asked.by, fact)


def split(ids: list[str], micros: int) -> dict[str, int]:
    """Equal parts in whole cents; odd cents go to the first."""
    part = micros // len(ids) // CENT * CENT
    return {id_: part if number else micros - part * (len(ids) - 1) for number, id_ in enumerate(ids)}


# -- confirming and withdrawing --------------------------------------------------------------------


def record_win(floor: Floor, asked: RecordWin, at: int) -> Draft:
    """Verified with the key, and not to be taken back any more; nothing moves yet."""
    win = posted(floor, asked.win)
    check_other_person(asked.by[0], win)
    check_not_recorded(win)
    return Draft(asked.id, at, asked.by, WinRecorded(win.id))


def check_other_person(by: str, win: Win) -> None:
    if same_person(by, win.posted_by):
        raise RefusedError(f"{win.posted_by} posted this win: somebody else must confirm it")


def check_not_recorded(win: Win) -> None:
    if win.recorded_by:
        raise RefusedError(
            f"{win.recorded_by} has recorded this win of {format_dollars(win.micros)}: "
            "turn the key to Run, then back it out if it is none"
        )


def confirm_win(floor: Floor, asked: ConfirmWin, at: int) -> Draft:
    win = posted(floor, asked.win)
    check_other_person(asked.by[0], win)
    if win.is_claim:
        lowered, transfers = lower(floor, win)
        fact = WinSettled(win.id, WinStatus.CONFIRMED, win.micros, lowered=lowered)
        return Draft(asked.id, at, asked.by, fact, transfers)
    pending = Account(Kind.PENDING, win.progressive, win.level)
    paid = Account(Kind.PAID, win.progressive, win.level)
    transfers = (Transfer(pending, paid, win.micros, Reason.CONFIRM),)
    return Draft(asked.id, at, asked.by, WinSettled(win.id, WinStatus.CONFIRMED, win.micros), transfers)


def posted(floor: Floor, id_: str) -> Win:
    if id_ not in floor.wins:
        raise RefusedError(f"there is no win {id_!r}")
    win = floor.wins[id_]
    if win.status is not WinStatus.POSTED:
        was = f"{win.status.value} by {win.settled_by}"
        raise RefusedError(f"this win of {format_dollars(win.micros)} was {was}: it stays in the journal")
    return win


def withdraw_win(floor: Floor, asked: WithdrawWin, at: int) -> Draft:
    win = posted(floor, asked.win)
    if not asked.why.strip():
        raise RefusedError("a win is withdrawn for a reason: say it")
    check_not_recorded(win)
    fact = WinSettled(win.id, WinStatus.WITHDRAWN, why=asked.why)
    shared = partners(floor, win) if floor.progressives[win.progressive].terms.equal_split else []
    if waiting := [one for one in shared if one.is_waiting]:
        total = win.micros + sum(one.micros for one in waiting)
        return Draft(asked.id, at, asked.by, replace(fact, shares=split([one.id for one in waiting], total)))
    if any(one.status is WinStatus.CONFIRMED for one in shared):
        fact = replace(fact, stays_micros=win.micros)
    if win.is_claim:
        return Draft(asked.id, at, asked.by, fact, give_up(floor, win))
    back = keep_caps(floor, tuple(flow_back(floor, win)))
    return Draft(asked.id, at, asked.by, fact, back)


def flow_back(floor: Floor, win: Win) -> Iterator[Transfer]:
    """The locked value returns, and the restart's seed and reserve go back.

    What the restart had sent over the cap returns first, as far as it has not been booked as receipts. A
    share that was confirmed has taken the restart over: the meter was won and stays restarted.
    """
    meter, overflow = (Account(kind, win.progressive, win.level) for kind in (Kind.METER, Kind.OVERFLOW))
    yield Transfer(Account(Kind.PENDING, win.progressive, win.level), meter, win.micros, Reason.WITHDRAW)
    seed, reserve, over = returned(floor, win)
    yield from moving(
        (overflow, meter, over, Reason.WITHDRAW),
        (meter, Account(Kind.SEED, win.progressive, win.level), seed, Reason.WITHDRAW),
        (meter, Account(Kind.RESERVE, win.progressive, win.level), reserve, Reason.WITHDRAW),
    )


def returned(floor: Floor, win: Win) -> tuple[int, int, int]:
    """Seed, reserve and overflow of the restart, as far as they are still there when the win goes back.

    Another table may have won of it in the meantime. What is gone stays gone, and the meter keeps a seed;
    what wins that wait in the meter will take counts as gone.
    """
    meter, overflow = (Account(kind, win.progressive, win.level) for kind in (Kind.METER, Kind.OVERFLOW))
    over = min(win.over_micros or 0, floor.book.balances[overflow])
    there = floor.spare(meter) + win.micros + over
    if there < win.seeded_micros + win.reserve_micros:
        level = floor.progressives[win.progressive].terms.level(win.level)
        there = max(0, there - level.seed_micros)
    seed = min(win.seeded_micros, there)
    return seed, min(win.reserve_micros, there - seed), over
