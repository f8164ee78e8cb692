"""COIN IN, void rounds and GAME OVER: wagers counted into the meters, once, to the last fraction.

What a wager feeds is the stake times a rate in millionths. A fraction of a micro-dollar is carried to the
next wager, so that after any number of them the meter holds what the rate says, rounded down.
"""

from collections.abc import Iterator
from typing import NamedTuple

from pitboss.base.money import format_dollars
from pitboss.jackpot.refusal import RefusedError
from pitboss.jackpot.request import CoinIn, EndGame, VoidRound
from pitboss.jackpot.state import Floor, LevelState, ProgressiveState, RoundState
from pitboss.jackpot.terms import PPM, LevelTerms, Terms
from pitboss.ledger.account import Account, Kind
from pitboss.ledger.entry import Draft, Json
from pitboss.ledger.transfer import Reason, Transfer


class Booked(NamedTuple):
    """What a round adds to one level, and the fractions it leaves to the next."""

    meter: int
    reserve: int
    over: int
    meter_rest: int
    reserve_rest: int


def coin_in(floor: Floor, asked: CoinIn, at: int) -> Draft:
    state = open_progressive(floor, asked.table)
    check_round(floor, asked)
    check_stakes(state.terms, asked)
    total = sum(asked.stakes.values())
    levels: dict[str, Json] = {}
    transfers: list[Transfer] = []
    for terms in state.terms.levels:
        booked = book_level(floor, state, terms, total)
        levels[terms.name] = list(booked)
        transfers += contribution(state.terms.id, terms.name, booked)
    stakes: dict[str, Json] = {str(seat): stake for seat, stake in sorted(asked.stakes.items())}
    facts: dict[str, Json] = {
        "table": asked.table,
        "round": asked.round,
        "progressive": state.terms.id,
        "stakes": stakes,
        "levels": levels,
    }
    return Draft(asked.id, "coin in", at, asked.by, facts, tuple(transfers))


def open_progressive(floor: Floor, table: str) -> ProgressiveState:
    state = floor.progressive_of(table)
    if state is None:
        raise RefusedError(f"{table} is on no progressive: add it to one first")
    if not state.is_open:
        why = f": {state.stopped}" if state.stopped else ""
        raise RefusedError(f"{state.terms.id} is closed{why}; it takes no wager")
    return state


def check_round(floor: Floor, asked: CoinIn) -> None:
    """A table has one round at a time, and its rounds go up."""
    if asked.table in floor.rounds:
        raise RefusedError(
            f"round {floor.rounds[asked.table].number} of {asked.table} is still open: end it first"
        )
    last = floor.last_round.get(asked.table, 0)
    if asked.round <= last:
        raise RefusedError(f"round {asked.round} of {asked.table} was counted before; the last was {last}")


def check_stakes(terms: Terms, asked: CoinIn) -> None:
    """A wager is a whole number of the denomination, and not unreasonable."""
    if not asked.stakes:
        raise RefusedError(f"no sensor of {asked.table} is lit")
    for seat, stake in asked.stakes.items():
        if stake <= 0 or stake % terms.wager_micros:
            unit = format_dollars(terms.wager_micros)
            raise RefusedError(f"seat {seat}: {format_dollars(stake)} is no whole number of {unit} wagers")
        if stake > terms.most_wager_micros:
            most = format_dollars(terms.most_wager_micros)
            raise RefusedError(
                f"seat {seat}: {format_dollars(stake)} is unreasonable; at most {most} is counted"
            )


def book_level(floor: Floor, state: ProgressiveState, terms: LevelTerms, total: int) -> Booked:
    level: LevelState = state.levels[terms.name]
    meter, meter_rest = divmod(total * terms.contribution_ppm + level.meter_remainder, PPM)
    reserve, reserve_rest = divmod(total * terms.reserve_ppm + level.reserve_remainder, PPM)
    over = over_cap(floor, state.terms.id, terms, meter)
    return Booked(meter - over, reserve, over, meter_rest, reserve_rest)


def over_cap(floor: Floor, progressive: str, terms: LevelTerms, added: int) -> int:
    """How much of what is added would lift the meter above its cap."""
    if terms.cap_micros is None:
        return 0
    room = max(0, terms.cap_micros - floor.meter(progressive, terms.name))
    return max(0, added - room)


def contribution(progressive: str, level: str, booked: Booked) -> Iterator[Transfer]:
    source = Account(Kind.CONTRIBUTION, progressive, level)
    for kind, micros, reason in (
        (Kind.METER, booked.meter, Reason.CONTRIBUTION),
        (Kind.RESERVE, booked.reserve, Reason.RESERVE),
        (Kind.OVERFLOW, booked.over, Reason.CAP),
    ):
        if micros:
            yield Transfer(source, Account(kind, progressive, level), micros, reason)


# -- void rounds -----------------------------------------------------------------------------------


def void_round(floor: Floor, asked: VoidRound, at: int) -> Draft:
    round_ = open_round(floor, asked.table)
    if not asked.why.strip():
        raise RefusedError("a round is voided for a reason: say it")
    check_no_win(floor, round_, asked.table)
    transfers = tuple(transfer for level in round_.booked for transfer in reversal(floor, round_, level))
    facts: dict[str, Json] = {"table": asked.table, "round": round_.number, "why": asked.why}
    return Draft(asked.id, "void", at, asked.by, facts, transfers)


def check_no_win(floor: Floor, round_: RoundState, table: str) -> None:
    """A round with a win counts: an open one may still be withdrawn, a recorded one is never undone."""
    found = {floor.wins[win].status.value for win in round_.wins}
    if "confirmed" in found:
        raise RefusedError(
            f"round {round_.number} of {table} has a recorded win: end it and enter an adjustment"
        )
    if "posted" in found:
        raise RefusedError(f"round {round_.number} of {table} has a win: withdraw it first")


def open_round(floor: Floor, table: str) -> RoundState:
    if table not in floor.rounds:
        raise RefusedError(f"{table} has no open round")
    return floor.rounds[table]


def reversal(floor: Floor, round_: RoundState, level: str) -> Iterator[Transfer]:
    """What the round fed in goes out again; what a win has moved since comes off the meter instead.

    A meter that another table has won since may hold less than that: the house makes it up, to a seed.
    """
    back_to = Account(Kind.CONTRIBUTION, round_.progressive, level)
    meter, reserve, over = round_.booked[level]
    parts = {Kind.METER: meter, Kind.RESERVE: reserve, Kind.OVERFLOW: over}
    for kind in (Kind.RESERVE, Kind.OVERFLOW):
        short = max(0, parts[kind] - floor.book.balance(kind, round_.progressive, level))
        parts[kind] -= short
        parts[Kind.METER] += short
    for kind, micros in parts.items():
        if micros:
            yield Transfer(Account(kind, round_.progressive, level), back_to, micros, Reason.REVERSAL)
    left = floor.meter(round_.progressive, level) - parts[Kind.METER]
    if left < 0:
        terms = floor.progressives[round_.progressive].terms.level(level)
        seed, target = (Account(kind, round_.progressive, level) for kind in (Kind.SEED, Kind.METER))
        yield Transfer(seed, target, terms.seed_micros - left, Reason.SEED)


# -- the end ---------------------------------------------------------------------------------------


def end_game(floor: Floor, asked: EndGame, at: int) -> Draft:
    round_ = open_round(floor, asked.table)
    waiting = floor.open_wins(asked.table)
    if waiting:
        seats = ", ".join(str(win.seat) for win in waiting)
        raise RefusedError(f"a win of seat {seats} is neither confirmed nor withdrawn: call a supervisor")
    check_tray(round_, asked)
    facts: dict[str, Json] = {"table": asked.table, "round": round_.number}
    if asked.tray:
        facts["progressive"] = round_.progressive
        facts["tray"] = [[award.seat, award.line, award.micros] for award in asked.tray]
    return Draft(asked.id, "game over", at, asked.by, facts)


def check_tray(round_: RoundState, asked: EndGame) -> None:
    """The tray pays seats with a counted wager, once each, and more than nothing."""
    seats = [award.seat for award in asked.tray]
    if len(set(seats)) < len(seats) or not round_.stakes.keys() >= set(seats):
        raise RefusedError("the tray pays each seat with a counted wager at most once")
    if any(award.micros <= 0 for award in asked.tray):
        raise RefusedError("an award from the tray is more than nothing")
