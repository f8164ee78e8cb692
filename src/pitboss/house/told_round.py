"""What the line of a finished round says of its progressive wager: who had it, what the tray paid, envy.

The line is read by the game's rules alone. Neither the keypad nor the table that dealt the round has a word
in it, so that what both wrote into the book can be held against the cards.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from pitboss.base.money import CENT, MICROS
from pitboss.base.odds import Kind, Pay
from pitboss.jackpot.request import EnvyAward, TrayAward
from pitboss.rules import Game, Place, Record, Round
from pitboss.rules.envy import envies
from pitboss.rules.judge import OpenJudge, UnsettledError
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
    other_envy_micros: int = 0
    """Of wagers without a meter."""
    is_void: bool = False


def read_round(line: str) -> ToldRound:
    """The round as its line tells it; raises where the line is not one of the game."""
    game, record = read_record(line)
    wager = progressive_wager(game)
    stakes = {seat.number: int(seat.wagers.get(wager, 0) * MICROS) for seat in record.seats}
    stakes = {seat: micros for seat, micros in stakes.items() if micros}
    if record.is_void:
        return ToldRound(stakes, is_void=True)
    round_, _ = game.replay(record)
    tray = tuple(tray_awards(game, round_, wager)) if stakes else ()
    own: tuple[EnvyAward, ...] = ()
    other = 0
    for name in game.wagers:
        found = tuple(envy_awards(game, record, round_, name))
        if name == wager:
            own = found
        else:
            other += sum(one.micros for one in found)
    return ToldRound(stakes, tray, own, other)


def progressive_wager(game: Game) -> str:
    """The wager that a meter pays hands of; empty where the game has none."""
    return next((wager for wager in game.wagers if is_progressive(game, wager)), "")


def tray_awards(game: Game, round_: Round, wager: str) -> Iterator[TrayAward]:
    """From the dealer's right, as the dealer pays."""
    for place in round_.from_right:
        if place.has(wager):
            yield from fixed_awards(game, round_, place, wager)


def fixed_awards(game: Game, round_: Round, place: Place, wager: str) -> Iterator[TrayAward]:
    judge = OpenJudge(game.looks(round_, place))
    for bet in game.wagers[wager].bets:
        try:
            result = game.settle_bet(round_, place, wager, bet, judge)
        except UnsettledError:  # a hand that was never shown has won nothing
            continue
        if result.pay.amount and result.pay.kind is not Kind.METER:
            yield TrayAward(place.number, result.name, paid_micros(result.pay, place.wagers[wager]))


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
