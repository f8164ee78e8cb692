"""COIN IN, void rounds and GAME OVER: wagers counted into the meters, once, to the last fraction.

What a wager feeds is the stake times a rate in millionths. A fraction of a micro-dollar is carried to the
next wager, so that after any number of them the meter holds what the rate says, rounded down.
"""

from collections.abc import Iterator

from pitboss.base.money import format_dollars
from pitboss.jackpot import fact
from pitboss.jackpot.books import Books, LevelState, ProgressiveState, RoundState
from pitboss.jackpot.cap import over_cap
from pitboss.jackpot.fact import Booked, Rests
from pitboss.jackpot.refusal import RefusedError
from pitboss.jackpot.request import CoinIn, Decision, EndGame, VoidRound
from pitboss.jackpot.terms import PPM, LevelTerms, Terms
from pitboss.ledger.account import Account, AccountKind
from pitboss.ledger.transfer import Reason, Transfer

MOST_SEATS = 14
"""No table is larger. How many seats a table has, the manager is not told: its controller knows."""


def coin_in(books: Books, asked: CoinIn, at: int) -> Decision:
    state = open_progressive(books, asked.table)
    number = find_round(books, asked)
    check_stakes(state.terms, asked)
    total = sum(asked.stakes.values())
    levels: dict[str, Booked] = {}
    transfers: list[Transfer] = []
    for terms in state.terms.levels:
        booked = book_level(books, state, terms, total)
        levels[terms.name] = booked
        source = contributor(asked.table, state.terms.id, terms.name, is_from_tray=asked.is_from_tray)
        transfers += contribution(source, state.terms.id, terms.name, booked)
    stakes = dict(sorted(asked.stakes.items()))
    counted = fact.CoinIn(
        asked.table,
        number,
        state.terms.id,
        stakes,
        levels,
        asked.is_from_tray,
        asked.is_from_tray and asked.is_collected,
    )
    return Decision(counted, tuple(transfers))


def open_progressive(books: Books, table: str) -> ProgressiveState:
    state = books.progressive_of(table)
    if state is None:
        raise RefusedError(f"{table} is on no progressive: add it to one first")
    if not state.is_open:
        why = f": {state.stopped}" if state.stopped else ""
        raise RefusedError(f"{state.terms.id} is closed{why}; it takes no wager")
    return state


def find_round(books: Books, asked: CoinIn) -> int:
    """A table has one round at a time, and its rounds go up."""
    if asked.table in books.rounds:
        raise RefusedError(
            f"round {books.rounds[asked.table].number} of {asked.table} is still open: end it first"
        )
    last = books.last_round.get(asked.table, 0)
    if asked.round and asked.round <= last:
        raise RefusedError(f"round {asked.round} of {asked.table} was counted before; the last was {last}")
    return asked.round or last + 1


def check_stakes(terms: Terms, asked: CoinIn) -> None:
    """A wager is a whole number of the denomination, and not unreasonable."""
    if not asked.stakes:
        raise RefusedError(f"no sensor of {asked.table} is lit")
    for seat, stake in asked.stakes.items():
        if not 0 < seat <= MOST_SEATS:
            raise RefusedError(f"there is no seat {seat}: a table has at most {MOST_SEATS}")
        if stake <= 0 or stake % terms.wager_micros:
            unit = format_dollars(terms.wager_micros)
            raise RefusedError(f"seat {seat}: {format_dollars(stake)} is no whole number of {unit} wagers")
        if stake > terms.most_wager_micros:
            most = format_dollars(terms.most_wager_micros)
            raise RefusedError(
                f"seat {seat}: {format_dollars(stake)} is unreasonable; at most {most} is counted"
            )


def book_level(books: Books, state: ProgressiveState, terms: LevelTerms, total: int) -> Booked:
    level: LevelState = state.levels[terms.name]
    meter, meter_rest = divmod(total * terms.contribution_ppm + level.meter_remainder, PPM)
    reserve, reserve_rest = divmod(total * terms.reserve_ppm + level.reserve_remainder, PPM)
    over = over_cap(books, state.terms.id, terms, meter)
    return Booked(meter - over, reserve, over, meter_rest, reserve_rest)


def contributor(table: str, progressive: str, level: str, *, is_from_tray: bool) -> Account:
    """Where the contributions of a table come from: its tray, or beyond the book."""
    return (
        Account(AccountKind.TRAY, table, "")
        if is_from_tray
        else Account(AccountKind.CONTRIBUTION, progressive, level)
    )


FED = (
    (AccountKind.METER, Reason.CONTRIBUTION),
    (AccountKind.RESERVE, Reason.RESERVE),
    (AccountKind.OVERFLOW, Reason.CAP),
)
"""Where the parts of what is booked go, in their order."""


def contribution(source: Account, progressive: str, level: str, booked: Booked) -> Iterator[Transfer]:
    for (kind, reason), micros in zip(FED, booked, strict=False):  # after them come the fractions
        if micros:
            yield Transfer(source, Account(kind, progressive, level), micros, reason)


# -- void rounds -----------------------------------------------------------------------------------


def void_round(books: Books, asked: VoidRound, at: int) -> Decision:
    round_ = open_round(books, asked.table, asked.round)
    if not asked.why.strip():
        raise RefusedError("a round is voided for a reason: say it")
    check_no_win(books, round_, asked.table)
    fed_back = {level: take_back(books, round_, level) for level in round_.booked}
    transfers = tuple(
        transfer
        for level, booked in fed_back.items()
        for transfer in reversal(books, asked.table, round_, level, booked)
    )
    rests = {level: Rests(booked.meter_rest, booked.reserve_rest) for level, booked in fed_back.items()}
    voided = fact.RoundVoided(asked.table, round_.number, asked.why, rests)
    return Decision(voided, transfers)


def check_no_win(books: Books, round_: RoundState, table: str) -> None:
    """A round with a win counts: an open one may still be withdrawn, a recorded one is never undone."""
    found = {books.wins[win].status.value for win in round_.wins}
    if "confirmed" in found:
        raise RefusedError(
            f"round {round_.number} of {table} has a recorded win: end it, then back the win out"
        )
    if "posted" in found:
        raise RefusedError(f"round {round_.number} of {table} has a win: withdraw it first")


def open_round(books: Books, table: str, number: int = 0) -> RoundState:
    """The round that is open at a table; where a number is given, that one and no other."""
    if table not in books.rounds:
        raise RefusedError(f"{table} has no open round")
    found = books.rounds[table]
    if number not in (0, found.number):
        raise RefusedError(f"round {number} of {table} is over: its round {found.number} is open")
    return found


def take_back(books: Books, round_: RoundState, level: str) -> Booked:
    """What the round has fed in, to the last fraction: as if its wagers had never been counted.

    The rates are those of COIN IN, for terms do not change while a round is open. A fraction of the round
    may have made a whole micro-dollar with fractions of others since; then that one goes back.
    """
    state = books.progressives[round_.progressive]
    terms, held = state.terms.level(level), state.levels[level]
    total = sum(round_.stakes.values())
    meter, meter_rest = divmod(held.meter_remainder - total * terms.contribution_ppm, PPM)
    reserve, reserve_rest = divmod(held.reserve_remainder - total * terms.reserve_ppm, PPM)
    over = min(round_.booked[level].over, -meter)
    return Booked(-meter - over, -reserve, over, meter_rest, reserve_rest)


def reversal(books: Books, table: str, round_: RoundState, level: str, booked: Booked) -> Iterator[Transfer]:
    """What the round fed in goes out again; what a win has moved since comes off the meter instead.

    A meter that another table has won since may hold less than that: the house makes it up, to a seed.
    """
    back_to = contributor(table, round_.progressive, level, is_from_tray=round_.is_from_tray)
    parts = {
        AccountKind.METER: booked.meter,
        AccountKind.RESERVE: booked.reserve,
        AccountKind.OVERFLOW: booked.over,
    }
    for kind in (AccountKind.RESERVE, AccountKind.OVERFLOW):
        short = max(0, parts[kind] - books.spare(Account(kind, round_.progressive, level)))
        parts[kind] -= short
        parts[AccountKind.METER] += short
    for kind, micros in parts.items():
        if micros:
            yield Transfer(Account(kind, round_.progressive, level), back_to, micros, Reason.REVERSAL)
    left = books.spare(Account(AccountKind.METER, round_.progressive, level)) - parts[AccountKind.METER]
    if left < 0:
        terms = books.progressives[round_.progressive].terms.level(level)
        seed, target = (
            Account(kind, round_.progressive, level) for kind in (AccountKind.SEED, AccountKind.METER)
        )
        yield Transfer(seed, target, terms.seed_micros - left, Reason.SEED)


# -- the end ---------------------------------------------------------------------------------------


def end_game(books: Books, asked: EndGame, at: int) -> Decision:
    round_ = open_round(books, asked.table, asked.round)
    waiting = books.open_wins(asked.table)
    if waiting:
        seats = ", ".join(str(win.seat) for win in waiting)
        raise RefusedError(f"a win of seat {seats} is neither confirmed nor withdrawn: call a supervisor")
    if asked.tray:
        check_tray(round_, asked)
    if asked.envy:
        check_envy(round_, asked)
    progressive = round_.progressive if asked.tray or asked.envy else ""
    over = fact.GameOver(asked.table, round_.number, progressive, tuple(asked.tray), tuple(asked.envy))
    return Decision(over)


def check_tray(round_: RoundState, asked: EndGame) -> None:
    """The tray pays seats with a counted wager, once each, and more than nothing."""
    seats = [award.seat for award in asked.tray]
    if len(set(seats)) < len(seats) or not round_.stakes.keys() >= set(seats):
        raise RefusedError("the tray pays each seat with a counted wager at most once")
    if any(award.micros <= 0 for award in asked.tray):
        raise RefusedError("an award from the tray is more than nothing")


def check_envy(round_: RoundState, asked: EndGame) -> None:
    """Envy goes to seats with a counted wager, for the hand of another, once for each hand (req. 18)."""
    pairs = [(envy.seat, envy.holder) for envy in asked.envy]
    if len(set(pairs)) < len(pairs) or not round_.stakes.keys() >= {seat for seat, _ in pairs}:
        raise RefusedError("envy goes to seats with a counted wager, once for each hand")
    if any(seat == holder for seat, holder in pairs):
        raise RefusedError("nobody wins envy from his own hand")
    if any(envy.micros <= 0 for envy in asked.envy):
        raise RefusedError("envy is more than nothing")
