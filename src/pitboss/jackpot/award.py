"""A win from a meter is posted by the dealer: what it takes, and what restarts the meter, are locked.

Posting locks the value for the seat and its place in the order; other tables play on for what it leaves. By
default the money stays in the meter as a claim until it is confirmed (`claim`). Where the terms let the meter
fall when a win is posted, it is pending from then on.
"""

from dataclasses import replace

from pitboss.base.money import CENT
from pitboss.jackpot.books import Books, RoundState
from pitboss.jackpot.cap import over_cap
from pitboss.jackpot.coin_in import open_round
from pitboss.jackpot.fact import WinPosted
from pitboss.jackpot.layout import prize_of
from pitboss.jackpot.refusal import RefusedError
from pitboss.jackpot.request import Decision, PostWin
from pitboss.jackpot.terms import PPM, LevelTerms, MeterFalls, Terms
from pitboss.jackpot.win import Restart, Win, WinStatus, come_off
from pitboss.ledger.account import Account, AccountKind
from pitboss.ledger.transfer import Reason


def post_win(books: Books, asked: PostWin, at: int) -> Decision:
    round_ = open_round(books, asked.table, asked.round)
    terms = books.progressives[round_.progressive].terms
    level = terms.level(asked.level)
    check_winner(books, round_, asked)
    shared = sharers(books, round_, terms, asked)
    if shared:
        return join_share(books, asked, at, round_, shared)
    shown = books.shown(terms.id, level.name)
    micros, restart = fixed(shown, level, asked) if asked.fixed_micros else part(books, terms, level, asked)
    rise = restart.seed + restart.reserve - micros
    restart = restart._replace(over=over_cap(books, terms.id, level, rise))
    after = (books.playing(terms.id, level.name) + rise - restart.over) // CENT * CENT
    win = make_win(books, asked, round_, at, micros, shown, after).with_restart(restart)
    if waits_in_meter(terms):
        return Decision(WinPosted(replace(win, is_claim=True)))
    reason = Reason.METER_PAYS if asked.fixed_micros else Reason.AWARD
    return Decision(WinPosted(win), tuple(come_off(win, AccountKind.PENDING, reason, restart)))


def waits_in_meter(terms: Terms) -> bool:
    """Whether a posted win stays in its meter until it is confirmed."""
    return terms.meter_falls == MeterFalls.CONFIRMED


def part(books: Books, terms: Terms, level: LevelTerms, asked: PostWin) -> tuple[int, Restart]:
    """A share of what is shown; who takes it all leaves the seed and the reserve.

    A house jackpot stands as before: the house puts in what it pays, so the next winner gets as much.
    """
    micros = books.shown(terms.id, level.name) * asked.share_ppm // PPM // CENT * CENT
    if not micros:
        raise RefusedError(f"{terms.id}: the meter holds nothing to pay")
    if terms.is_house:
        return micros, Restart(micros)
    if asked.share_ppm < PPM:
        return micros, Restart()
    reserve = books.spare(Account(AccountKind.RESERVE, terms.id, level.name))
    return micros, Restart(level.seed_micros, reserve)


def fixed(shown: int, level: LevelTerms, asked: PostWin) -> tuple[int, Restart]:
    """A fixed award is paid in full: a meter that it empties is filled up by the house and restarts."""
    lacking = asked.fixed_micros - shown
    return asked.fixed_micros, Restart(lacking + level.seed_micros if lacking >= 0 else 0)


def make_win(
    books: Books, asked: PostWin, round_: RoundState, at: int, micros: int, before: int, after: int
) -> Win:
    """Worth so much, with what the meter showed before and shows after it; it comes without a restart."""
    return Win(
        id=asked.id,
        order=len(books.wins) + 1,
        progressive=round_.progressive,
        level=asked.level,
        table=asked.table,
        round=round_.number,
        seat=asked.seat,
        line=asked.line,
        cards=asked.cards,
        stake_micros=round_.stakes[asked.seat],
        share_ppm=asked.share_ppm,
        micros=micros,
        before_micros=before,
        after_micros=after,
        seeded_micros=0,
        reserve_micros=0,
        posted_at=at,
        posted_by=asked.by[0],
    )


def check_winner(books: Books, round_: RoundState, asked: PostWin) -> None:
    """A seat wins with a wager that was counted, what its hand wins by the paytable, once for a level.

    Nobody is believed what a hand wins: the paytable says it.
    """
    if asked.seat not in round_.stakes:
        raise RefusedError(
            f"seat {asked.seat} of {asked.table} has no counted wager in round {round_.number}"
        )
    terms = books.progressives[round_.progressive].terms
    wins = prize_of(terms, asked.table, asked.line, round_.stakes[asked.seat])
    if (asked.level, asked.share_ppm, asked.fixed_micros) != wins:
        raise RefusedError(f"{terms.id}: {asked.line} does not win that by the paytable")
    for id_ in round_.wins:
        win = books.wins[id_]
        if (win.seat, win.level) == (asked.seat, asked.level) and win.status is not WinStatus.WITHDRAWN:
            raise RefusedError(f"seat {asked.seat} has a win on this level already: {win.line}")


# -- an equal split --------------------------------------------------------------------------------


def sharers(books: Books, round_: RoundState, terms: Terms, asked: PostWin) -> list[Win]:
    """Posted wins of the same share in this round that a new one shares with, where the house splits."""
    if not terms.equal_split or asked.fixed_micros:
        return []
    wins = (books.wins[id_] for id_ in round_.wins)
    return [
        win
        for win in wins
        if (win.level, win.share_ppm, win.status) == (asked.level, asked.share_ppm, WinStatus.POSTED)
    ]


def join_share(books: Books, asked: PostWin, at: int, round_: RoundState, shared: list[Win]) -> Decision:
    """The value that is locked is shared anew; no money moves, wherever it waits."""
    shares = split([*(win.id for win in shared), asked.id], sum(win.micros for win in shared))
    if not shares[asked.id]:  # a win of nothing could be neither confirmed nor withdrawn
        raise RefusedError(f"{round_.progressive}: less than a cent for each: there is nothing to pay")
    first = shared[0]
    win = make_win(books, asked, round_, at, shares[asked.id], first.before_micros, first.after_micros)
    return Decision(WinPosted(replace(win, is_claim=first.is_claim), shares))


def split(ids: list[str], micros: int) -> dict[str, int]:
    """Equal parts in whole cents; odd cents go to the first."""
    part = micros // len(ids) // CENT * CENT
    return {id_: part if number else micros - part * (len(ids) - 1) for number, id_ in enumerate(ids)}
