"""Where a table stands between two rounds, as plain data: people, money, numbers, and the cards to come.

In a round there is no snapshot: the log since the last one is played again instead.
"""

from collections.abc import Mapping
from typing import Any, cast

from pitboss.cards import parse_card
from pitboss.table.phase import Phase
from pitboss.table.seal import SealedDeck
from pitboss.table.shuffler import SealedSource
from pitboss.table.table import Table
from pitboss.table.wire import Json


def can_snapshot(table: Table) -> bool:
    return table.phase is Phase.IDLE


def format_snapshot(table: Table) -> dict[str, Json]:
    assert can_snapshot(table), "a snapshot is taken between rounds"
    return {
        "number": table.number,
        "points": table.points,
        "players": {str(seat): player for seat, player in table.seating.players.items()},
        "balances": {name: micros for name, micros in table.money.balances.items() if micros},
        "source": format_source(cast(SealedSource, table.source)),
        "backup": format_source(cast(SealedSource, table.backup)) if table.backup else None,
        "is_swapped": table.source.name != table.first_source,
    }


def restore_snapshot(table: Table, data: Mapping[str, Any]) -> None:
    """Bring a table that was just opened to where the snapshot was taken."""
    if data["is_swapped"]:
        assert table.backup
        table.source, table.backup = table.backup, None
        if data["backup"] and table.new_backup:
            table.backup = table.new_backup()
    table.number, table.points = data["number"], data["points"]
    for seat, player in data["players"].items():
        table.seating.sit(player, int(seat))
    table.money.balances.update(data["balances"])
    restore_source(cast(SealedSource, table.source), data["source"])
    if table.backup and data["backup"]:
        restore_source(cast(SealedSource, table.backup), data["backup"])
    table.kept.forget_all()


def format_source(source: SealedSource) -> dict[str, Json]:
    sealed = source.sealed if source.has_shuffled else None
    return {
        "is_spent": source.needs_shuffle,
        "position": source.position,
        "packets": source.packets,
        "fault": source.fault,
        "cards": [str(card) for card in sealed.cards] if sealed else None,
        "salts": [salt.hex() for salt in sealed.salts] if sealed else None,
    }


def restore_source(source: SealedSource, data: Mapping[str, Any]) -> None:
    source.fault, source.packets = data["fault"], data["packets"]
    if data["cards"]:
        cards = tuple(map(parse_card, data["cards"]))
        sealed = SealedDeck(cards, tuple(map(bytes.fromhex, data["salts"])))
        source.resume(sealed, data["position"], is_spent=data["is_spent"])
