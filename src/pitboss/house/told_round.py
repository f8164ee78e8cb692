"""What the line of a finished round says of its progressive wager: who had it, what the tray paid, envy.

The line is read by the game's rules alone. Neither the keypad nor the table that dealt the round has a word
in it, so that what both wrote into the book can be held against the cards. `told_money` settles its bets.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from pitboss.base.money import CENT, MICROS
from pitboss.base.odds import Kind, Pay
from pitboss.house.told_money import NOTHING_MOVED, ToldMoney, settle_line
from pitboss.jackpot.request import EnvyAward, TrayAward
from pitboss.rules import Game, Record, Round
from pitboss.rules.envy import envies
from pitboss.rules.notation import read_record
from pitboss.table.setup import is_progressive


@dataclass(frozen=True)
class ToldRound:
    stakes: Mapping[int, int]
    """On the progressive wager, by seat."""
    tray: tuple[TrayAward, ...] = ()
    """Fixed awards of that wager, wherever they are paid from."""
    envy: tuple[EnvyAward, ...] = ()
    """For hands that count: one that nobody verified brings none."""
    all_envy: Mapping[int, int] = field(default_factory=dict)
    """Of all wagers, with a meter or without, by seat."""
    money: ToldMoney = NOTHING_MOVED
    """What it moved; nothing where it was void."""
    players: Mapping[int, str] = field(default_factory=dict)
    """By seat: the same for all seats of one player, and not his name."""
    is_void: bool = False


def read_round(line: str, *, is_collected: bool = False, all_from_meter: bool = False) -> ToldRound:
    """The round as its line tells it; raises where the line is not one of the game.

    Whether the progressive wagers lay in the tray when the cards came, and whether the tray pays any award of
    them, is for whoever has counted them to say.
    """
    game, record = read_record(line)
    wager = progressive_wager(game)
    stakes = {seat.number: int(seat.wagers.get(wager, 0) * MICROS) for seat in record.seats}
    stakes = {seat: micros for seat, micros in stakes.items() if micros}
    if record.is_void:
        return ToldRound(stakes, is_void=True)
    round_, _ = game.replay(record)
    collected = (wager,) if stakes and is_collected else ()
    money = settle_line(line, record, round_, collected, wager if all_from_meter else "")
    own: list[EnvyAward] = []
    envy: Counter[int] = Counter()
    for name in game.wagers:
        for found in envy_awards(game, record, round_, name):
            envy[found.seat] += found.micros
            own += [found] if name == wager else []
    return ToldRound(stakes, tuple(tray_awards(money, wager)), tuple(own), envy, money, record.owners)


def progressive_wager(game: Game) -> str:
    """The wager that a meter pays hands of; empty where the game has none."""
    return next((wager for wager in game.wagers if is_progressive(game, wager)), "")


def tray_awards(money: ToldMoney, wager: str) -> Iterator[TrayAward]:
    """Fixed awards of the wager, as the dealer pays, from the right."""
    for seat, name, _, result in money.settled:
        if name == wager and result.pay.amount and result.pay.kind is not Kind.METER:
            yield TrayAward(seat, result.name, paid_micros(result.pay, result.base))


def paid_micros(pay: Pay, dollars: Fraction) -> int:
    """What a fixed pay gives in all, its stake included, in whole cents."""
    times = pay.amount + 1 if pay.kind is Kind.TO else pay.amount
    return int(times * dollars * MICROS) // CENT * CENT


def envy_awards(game: Game, record: Record, round_: Round, wager: str) -> Iterator[EnvyAward]:
    bets = game.wagers[wager].bets
    refused = {award.seat for award in record.awards if award.bet in bets and not award.micros}
    right = tuple(place for place in round_.places if place.number not in refused)
    for one in envies(game, round_, wager, places=right, owners=record.owners):
        yield EnvyAward(one.seat, one.holder, one.line, one.micros)
