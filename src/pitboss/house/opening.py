"""Opens a table: its cards, its backup, its meters and its limits, ready for the first player.

Without a seed the cards come from the operating system and the table is live. A seed makes a training
table, whose rounds can be repeated and which no live game can be dealt at.
"""

from collections.abc import Collection, Mapping
from datetime import date
from itertools import count, repeat

from pitboss.base.error import find_name
from pitboss.house.approval import check_approved
from pitboss.house.entropy import SystemRandomness
from pitboss.jackpot.approval import Approval
from pitboss.rules import Game
from pitboss.table.meter import Meters, open_meters
from pitboss.table.randomness import Randomness, SeededRandomness
from pitboss.table.setup import Setup, SpotLimit
from pitboss.table.shoe import Shoe
from pitboss.table.shuffler import BY_HAND, I_DEAL, I_DEAL_PLUS, MODELS, CardSource, PacketShuffler
from pitboss.table.table import Table

USUAL_DEVICES = (I_DEAL_PLUS.name, I_DEAL.name)
"""For a game that names none."""


def open_table(
    game: Game,
    *,
    day: date,
    seed: int | None = None,
    seats: int = 7,
    limits: Mapping[str, SpotLimit] | None = None,
    meters: Meters | None = None,
    approvals: Collection[Approval] | None = None,
    device: str = "",
    closed: frozenset[str] | None = None,
) -> Table:
    """Where a list of approvals is given, a live table deals only what is on it.

    Where nobody says which wagers are closed, it has those that the game names for a table.
    """
    if approvals is not None and seed is None:
        check_approved(game, approvals)
    closing = game.unoffered if closed is None else closed
    setup = Setup(game, day, seats, limits or {}, is_live=seed is None, closed=closing)
    seeds = count(seed) if seed is not None else repeat(None)
    first, second = choose_devices(game, device)
    source, backup = (card_source(game, new_randomness(next(seeds)), model) for model in (first, second))
    table = Table(setup, source, meters or open_meters(game), backup)
    table.new_backup = lambda: card_source(game, new_randomness(next(seeds)), second)
    return table


def choose_devices(game: Game, device: str = "") -> tuple[str, str]:
    """What the table is dealt from, and what takes over when that fails: the next that the game allows.

    Where the dealer shuffles by hand, another deck shuffled by hand takes over.
    """
    allowed = game.devices or USUAL_DEVICES
    first = find_name("device", device, allowed) if device else allowed[0]
    if first in BY_HAND:
        return first, first
    return first, next((other for other in allowed if other != first), first)


def new_randomness(seed: int | None) -> Randomness:
    """A generator of a device's own: one that fails does not take the other along."""
    return SystemRandomness() if seed is None else SeededRandomness(seed)


def card_source(game: Game, randomness: Randomness, model: str) -> CardSource:
    """A packet shuffler, or a shoe for games that have a cut card."""
    if game.behind_cut:
        return Shoe(game.deck, randomness, game.cut_depth)
    return PacketShuffler(MODELS[model], game.deck, game.packets, randomness)
