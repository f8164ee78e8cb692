"""What COIN INs and voids did to the meters, counted again: stakes times the rates, fractions carried.

An entry says what it gave each level, and its transfers give it. Both are held against the terms in force and
the fractions that were left over before, by books that have not been told of the entry yet.
"""

from collections import Counter
from collections.abc import Iterator

from pitboss.base.money import format_dollars
from pitboss.jackpot.books import Books
from pitboss.jackpot.cap import over_cap
from pitboss.jackpot.coin_in import contributor
from pitboss.jackpot.fact import Booked, CoinIn, Rests, RoundVoided
from pitboss.jackpot.terms import PPM, LevelTerms
from pitboss.ledger.account import Account, AccountKind
from pitboss.ledger.entry import Draft

FED = (AccountKind.METER, AccountKind.RESERVE, AccountKind.OVERFLOW)
NAMES = ("the meter", "the reserve", "the overflow")
NOTHING = Booked(0, 0, 0, 0, 0)


def look_at_counted(books: Books, draft: Draft, counted: CoinIn) -> Iterator[str]:
    """What is wrong with a COIN IN that comes next."""
    state = books.progressive_of(counted.table)
    if state is None or state.terms.id != counted.progressive:
        yield f"round {counted.round} was counted for {counted.progressive}: {counted.table} is not on it"
        return
    flows = Counter({(one.source, one.target): one.micros for one in draft.transfers})
    levels = {terms.name: terms for terms in state.terms.levels}
    for name in sorted({*levels, *counted.levels}):
        said = counted.levels.get(name, NOTHING)
        source = contributor(counted.table, counted.progressive, name, is_from_tray=counted.is_from_tray)
        moved = tuple(flows.pop((source, Account(kind, counted.progressive, name)), 0) for kind in FED)
        due = due_to(books, counted, levels[name]) if name in levels else NOTHING
        yield from say_moved(counted.round, name, moved, said[:3])
        yield from say_due(counted.round, name, said, due)
    for (source, target), micros in flows.items():
        yield f"round {counted.round}: COIN IN moves {format_dollars(micros)} from {source} to {target}"


def due_to(books: Books, counted: CoinIn, terms: LevelTerms) -> Booked:
    """What the stakes give a level."""
    total, level = sum(counted.stakes.values()), books.progressives[counted.progressive].levels[terms.name]
    meter, meter_rest = divmod(total * terms.contribution_ppm + level.meter_remainder, PPM)
    reserve, reserve_rest = divmod(total * terms.reserve_ppm + level.reserve_remainder, PPM)
    over = over_cap(books, counted.progressive, terms, meter)
    return Booked(meter - over, reserve, over, meter_rest, reserve_rest)


def say_moved(round_: int, level: str, moved: tuple[int, ...], said: tuple[int, ...]) -> Iterator[str]:
    for name, gave, says in zip(NAMES, moved, said, strict=True):
        if gave != says:
            amounts = f"says {format_dollars(says)} for {of(name, level)} and moves {format_dollars(gave)}"
            yield f"round {round_}: COIN IN {amounts}"


def say_due(round_: int, level: str, said: Booked, due: Booked) -> Iterator[str]:
    for name, says, gives in zip(NAMES, said[:3], due[:3], strict=True):
        if says != gives:
            amounts = f"the stakes give {format_dollars(gives)} to {of(name, level)}"
            yield f"round {round_}: {amounts} by the terms, and COIN IN says {format_dollars(says)}"
    if said[3:] != due[3:]:
        left, other = (f"{one.meter_rest} and {one.reserve_rest}" for one in (due, said))
        yield f"round {round_}: {left} millionths are left over for {of('the meter', level)}, not {other}"


def of(name: str, level: str) -> str:
    return f"{name} {level}".strip()


# -- voids -----------------------------------------------------------------------------------------


def look_at_voided(books: Books, draft: Draft, voided: RoundVoided) -> Iterator[str]:
    """What is wrong with a void that comes next; entries of the first versions kept the fractions."""
    round_ = books.rounds.get(voided.table)
    if round_ is None or not voided.rests:
        return
    back: Counter[str] = Counter()
    for source, target, micros, _ in draft.transfers:
        giver = contributor(voided.table, round_.progressive, source.level, is_from_tray=round_.is_from_tray)
        if target == giver and source.kind in FED and source.progressive == round_.progressive:
            back[source.level] += micros
    state, total = books.progressives[round_.progressive], sum(round_.stakes.values())
    for name in round_.booked:
        terms, level = state.terms.level(name), state.levels[name]
        meter, meter_rest = divmod(level.meter_remainder - total * terms.contribution_ppm, PPM)
        reserve, reserve_rest = divmod(level.reserve_remainder - total * terms.reserve_ppm, PPM)
        due, rests = -meter - reserve, Rests(meter_rest, reserve_rest)
        if back[name] != due:
            given, fed = format_dollars(back[name]), format_dollars(due)
            yield f"void round {voided.round}: its stakes gave {fed} and {given} went back {name}".rstrip()
        if voided.rests.get(name) != rests:
            yield f"void round {voided.round}: other fractions are left over for {of('the meter', name)}"
