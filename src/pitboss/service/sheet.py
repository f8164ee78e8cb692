"""What a page is told about a table that does not change from round to round."""

from typing import Any

from pitboss.cards.hand_name import line_words
from pitboss.house.room.hosted import Hosted
from pitboss.rules import Game, Wager
from pitboss.rules.envy import posted_envy
from pitboss.rules.paytable import Paytable
from pitboss.service.patience import describe_clock
from pitboss.service.premises import Premises
from pitboss.table.setup import Setup, is_progressive


def lobby_row(premises: Premises, hosted: Hosted) -> dict[str, Any]:
    table, setup = hosted.table, hosted.table.setup
    base = setup.posted[next(wager for wager in setup.posted if setup.game.wagers[wager].alone)]
    return {
        "id": hosted.plan.id,
        "name": hosted.plan.name,
        "game": {"id": setup.game.id, "name": setup.game.name},
        "felt": setup.game.layout["felt"],
        "has_house_dealer": hosted.plan.has_house_dealer,
        "minimum_micros": base.minimum_micros,
        "maximum_micros": base.maximum_micros,
        "seats": [
            {"number": seat, "player": table.seating.players.get(seat)} for seat in seat_numbers(setup)
        ],
        "phase": table.phase.value,
        "phase_words": table.phase.words,
        "round": table.number,
        "meters": meters_of(premises, hosted.plan.id),
    }


def seat_numbers(setup: Setup) -> range:
    return range(1, setup.seats + 1)


def meters_of(premises: Premises, table: str) -> list[dict[str, Any]]:
    if premises.manager.floor.progressive_of(table) is None:
        return []
    """As the display over the table says them."""
    amounts: list[dict[str, Any]] = premises.board.show(table)["amounts"]
    return amounts


def describe_table(premises: Premises, hosted: Hosted) -> dict[str, Any]:
    setup = hosted.table.setup
    game = setup.game
    return {
        **lobby_row(premises, hosted),
        "summary": game.summary,
        "rules": list(game.rules),
        "layout": game.layout,
        "wagers": [describe_wager(setup, game.wagers[wager]) for wager in setup.posted],
        "clock": describe_clock(hosted),
        "settings": dict(game.house),
        "dialect": hosted.plan.dialect,
        "paytables": [
            describe_paytable(game, table) for w in setup.posted for table in game.chosen.get(w, ())
        ],
    }


def describe_wager(setup: Setup, wager: Wager) -> dict[str, Any]:
    limit = setup.posted[wager.id]
    return {
        "id": wager.id,
        "label": wager.label,
        "bets": list(wager.bets),
        "stands_alone": wager.alone,
        "is_progressive": is_progressive(setup.game, wager.id),
        "minimum_micros": limit.minimum_micros,
        "maximum_micros": limit.maximum_micros,
        "step_micros": limit.step_micros,
    }


def describe_paytable(game: Game, table: Paytable) -> dict[str, Any]:
    return {
        "id": table.id,
        "wager": table.wager,
        "label": game.wagers[table.wager].label,
        "hands": table.hands,
        "lines": [
            {
                "line": line,
                "words": line_words(line),
                "pays": str(pay),
                "envy_micros": posted_envy(game, table, line),
            }
            for line, pay in table.pays.items()
        ],
    }
