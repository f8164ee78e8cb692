"""Tokes: what a player bets for the dealer, beside a wager of his own.

A toke is a bet of its own (WAC 230-15-491): it has its own limit and its own cap, and what it wins counts
towards no limit on a round's payout. It is settled with the bet it lies beside, at the same odds, and what
comes of it goes into the dealers' box.
"""

from pitboss.base.money import CENT, format_dollars
from pitboss.table import command, event
from pitboss.table.money import chips_of, toke_pot
from pitboss.table.phase import RefusedError
from pitboss.table.state import Events, State


def place_toke(table: State, asked: command.PlaceToke) -> Events:
    """So much lies for the dealer from now on; nothing takes it back."""
    player = table.seating.player_at(asked.seat)
    wager = check_toke(table, asked)
    tokes = table.seating.tokes[asked.seat]
    change = asked.stake_micros - tokes.get(wager, 0)
    table.check_chips(player, change, "buy in or bet less")
    table.money.stake(chips_of(player), toke_pot(asked.seat, wager), change)
    tokes[wager] = asked.stake_micros
    if not asked.stake_micros:
        del tokes[wager]
    return [event.TokePlaced(asked.seat, wager, asked.stake_micros)]


def check_toke(table: State, asked: command.PlaceToke) -> str:
    setup = table.setup
    wager = setup.game.wager(asked.wager)
    if wager.id in setup.progressives:
        raise RefusedError(f"{wager.label} wins from a meter: nothing is bet there for the dealer")
    if not table.seating.stake(asked.seat, wager.id):
        raise RefusedError(f"a toke lies beside a wager: place {wager.label} on seat {asked.seat} first")
    if not 0 <= asked.stake_micros <= setup.most_toke_micros or asked.stake_micros % CENT:
        most = format_dollars(setup.most_toke_micros)
        raise RefusedError(f"a toke is whole cents, at most {most}, not {format_dollars(asked.stake_micros)}")
    return wager.id
