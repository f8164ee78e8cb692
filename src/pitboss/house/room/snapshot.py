"""Where a table stands between two rounds, as plain data: people, money, numbers, keypad, and the cards to
come.

In a round there is no stand: the lines since the last one are played again instead.
"""

from collections.abc import Mapping
from typing import Any, cast

from pitboss.house.live_meters import InCharge, LiveMeters
from pitboss.house.room.keeping import parse_cards
from pitboss.jackpot.terms import Terms
from pitboss.ledger.codec import decode, encode
from pitboss.table.phase import Phase
from pitboss.table.seal import SealedDeck
from pitboss.table.shuffler import SealedSource
from pitboss.table.table import Table
from pitboss.table.wire import Json


def can_stand(table: Table, live: LiveMeters | None) -> bool:
    return table.phase is Phase.IDLE and (live is None or live.is_calm)


def format_stand(table: Table, live: LiveMeters | None) -> dict[str, Json]:
    assert can_stand(table, live), "it is written down between rounds"
    return {
        "number": table.number,
        "points": table.points,
        "players": {str(seat): player for seat, player in table.seating.players.items()},
        "balances": {name: micros for name, micros in table.money.balances.items() if micros},
        "source": format_source(cast(SealedSource, table.source)),
        "backup": format_source(cast(SealedSource, table.backup)) if table.backup else None,
        "is_swapped": table.source.name != table.first_source,
        "live": format_live(live) if live else None,
    }


def restore_stand(table: Table, live: LiveMeters | None, data: Mapping[str, Any]) -> None:
    """Bring a table that was just opened to where it stood."""
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
    if live and data["live"]:
        restore_live(live, data["live"])
    table.kept.forget_all()


# -- the keypad ------------------------------------------------------------------------------------


def format_live(live: LiveMeters) -> dict[str, Json]:
    terms = live.controller.terms
    return {
        "terms": cast(dict[str, Json], encode(terms)) if terms else None,
        "closed": live.controller.closed_why,
        "round": live.controller.round.number,
        "dealer": live.dealer,
        "supervisor": live.supervisor,
    }


def restore_live(live: LiveMeters, data: Mapping[str, Any]) -> None:
    state = live.controller
    if data["terms"]:
        state.terms = decode(Terms, data["terms"])
        state.layout = live.layout(state.terms)
    state.closed_why = data["closed"]
    state.round.number = data["round"]
    state.phase = state.idle_phase
    live.in_charge = InCharge(data["dealer"], data["supervisor"])


# -- the cards -------------------------------------------------------------------------------------


def format_source(source: SealedSource) -> dict[str, Json]:
    sealed = source.sealed if source.has_shuffled else None
    return {
        "is_spent": source.needs_shuffle,
        "is_retired": source.is_retired,
        "position": source.position,
        "secret": sorted(source.secret),
        "packets": source.packets,
        "fault": source.fault,
        "cards": "".join(map(str, sealed.cards)) if sealed else None,
        "seed": sealed.seed.hex() if sealed else None,
    }


def restore_source(source: SealedSource, data: Mapping[str, Any]) -> None:
    source.fault, source.packets = data["fault"], data["packets"]
    if data["cards"]:
        sealed = SealedDeck(parse_cards(data["cards"]), bytes.fromhex(data["seed"]))
        source.resume(sealed, data["position"], secret=data["secret"], is_spent=data["is_spent"])
        source.is_retired = data["is_retired"]
