"""The other players: bots that bet small, never give up a hand and never raise more than they must.

Theirs is a fixed and harmless policy. They make a table feel alive, and their hands count for envy and for
wagers on the highest hand at the table.
"""

from collections.abc import Iterator

from pitboss.base.money import MICROS
from pitboss.rules import Wager
from pitboss.table import command
from pitboss.table.command import Command
from pitboss.table.glance import AskedView
from pitboss.table.table import Table

NAMES = ("Ada", "Ben", "Cleo", "Dora", "Emil", "Fay")
CHIPS_MICROS = 500 * MICROS
GIVES_UP = ("fold", "surrender")
STEPS_UP = 5
"""By n steps some of them bet more than the minimum."""


def take_seats(seats: list[int]) -> Iterator[Command]:
    """Everybody takes a seat and buys chips."""
    for seat, name in zip(seats, NAMES, strict=False):
        yield command.TakeSeat(name, seat)
        yield command.BuyIn(name, CHIPS_MICROS)


def place_bets(table: Table, seat: int) -> Iterator[Command]:
    """A base wager, whatever rides along, and on every other seat the wagers that could stand alone."""
    name = table.seating.player_at(seat)
    if table.chips(name) < CHIPS_MICROS // 2:
        yield command.BuyIn(name, CHIPS_MICROS)
    game = table.setup.game
    wagers = sorted(
        (game.wagers[wager] for wager in table.setup.posted), key=lambda wager: not game.stands_alone(wager)
    )
    for number, wager in enumerate(wagers):
        if not number or not wager.alone or seat % 2:
            yield command.PlaceWager(seat, wager.id, stake_for(table, wager, seat))


def stake_for(table: Table, wager: Wager, seat: int) -> int:
    limit = table.setup.posted[wager.id]
    stake = limit.minimum_micros + limit.step_micros * STEPS_UP * (seat % 3)
    return stake if stake <= limit.maximum_micros else limit.minimum_micros


def choose(asked: AskedView) -> Command:
    """Options run from the cheapest to the dearest: the first that does not give the hand up."""
    options = [option.name for option in asked.options if option.can_afford]
    kept = [name for name in options if name not in GIVES_UP]
    return command.Decide(asked.seat, asked.question, (kept or options)[0])
