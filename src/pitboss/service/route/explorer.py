"""The explorer, open to all: exact figures of every game and paytable, and what if a pay were another."""

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query
from pydantic import BaseModel, Field

from pitboss.base.error import InputError, find_name
from pitboss.cards.hand_name import line_words
from pitboss.reports.game_sheet import game_data, pay_words
from pitboss.rules import Game, Paytable, Wager, game_ids, load_game
from pitboss.rules.fingerprint import fingerprint
from pitboss.service.ask import ThePremises

router = APIRouter(prefix="/api/explorer", tags=["explorer"])
GameId = Annotated[str, Path(max_length=60)]
Name = Annotated[str, Query(max_length=80)]
Players = Annotated[int, Query(ge=0, le=14)]
MOST_LINES = 40


class WhatIf(BaseModel):
    """Pays by line, each as a layout prints it: '40 to 1', '300 for 1', '10%', 'push'. `like` names the
    printed paytable that was changed: meters and envy are taken as it has them."""

    wager: str = Field(max_length=60)
    pays: dict[str, str] = Field(min_length=1, max_length=MOST_LINES)
    like: str = Field(default="", max_length=80)
    players: int = Field(default=0, ge=0, le=14)


@router.get("")
async def games() -> list[dict[str, Any]]:
    """The catalogue."""
    return [card_of(load_game(game)) for game in game_ids()]


def card_of(game: Game) -> dict[str, Any]:
    return {
        "id": game.id,
        "name": game.name,
        "group": game.group,
        "summary": game.summary,
        "felt": game.layout["felt"],
        "wagers": len(game.wagers),
        "paytables": len(game.paytables),
        "printed": sum(len(table.printed) for table in game.paytables.values()),
    }


@router.get("/{game}")
async def show_game(game: GameId) -> dict[str, Any]:
    """Rules, wagers and paytables; no figure is worked out yet."""
    found = load_game(game)
    return {
        **game_data(found),
        "id": found.id,
        "felt": found.layout["felt"],
        "fingerprint": fingerprint(found),
        "has_decisions": bool(found.deciding),
        "bets": [wager_row(found, wager) for wager in found.wagers.values()],
    }


def wager_row(game: Game, wager: Wager) -> dict[str, Any]:
    return {
        "id": wager.id,
        "label": wager.label,
        "summary": wager.summary,
        "lines": list(wager.shape.allowed) if wager.shape else [],
        "in_force": [table.id for table in game.chosen.get(wager.id, ())],
        "tables": [table_row(table) for table in game.tables_for(wager.id)],
    }


def table_row(table: Paytable) -> dict[str, Any]:
    return {
        "id": table.id,
        "hands": table.hands,
        "printed": dict(table.printed),
        "source": table.source,
        "notes": table.notes,
        "has_envy": bool(table.envy_micros),
        "lines": [
            {
                "line": line,
                "words": line_words(line),
                "pay": str(pay),
                "shown": str(pay_words(table, line)),
            }
            for line, pay in table.pays.items()
        ],
    }


@router.get("/{game}/figures")
async def figures(
    game: GameId, premises: ThePremises, wager: Name, paytable: Name = "", players: Players = 0
) -> dict[str, Any]:
    """The exact figures of a wager, or how far the count is: ask again until `is_ready`."""
    found = load_game(game)
    given: dict[str, Any] = {"game": found.id, "wager": found.wager(wager).id, "players": players}
    given["paytable"] = find_name("paytable", paytable, found.paytables) if paytable else ""
    return await premises.counting.find(f"explorer {found.id}", "figures", given)


@router.post("/{game}/what-if")
async def what_if(game: GameId, form: WhatIf, premises: ThePremises) -> dict[str, Any]:
    """The same figures with pays of the visitor's own; the same question again asks how far it is."""
    found = load_game(game)
    wager = found.wager(form.wager)
    if wager.shape is None:
        raise InputError(f"{wager.label} is not paid by a table: there is no pay to change")
    pays = {find_name("line", line, wager.shape.allowed): pay.strip()[:40] for line, pay in form.pays.items()}
    given = {
        "game": found.id,
        "wager": wager.id,
        "pays": check_pays(pays),
        "like": form.like if form.like in found.paytables else "",
        "players": form.players,
    }
    return await premises.counting.find(f"explorer {found.id}", "what if", given)


def check_pays(pays: dict[str, str]) -> dict[str, str]:
    """A pay with a separator in it would be read as two."""
    for line, pay in pays.items():
        if not pay or any(sign in pay for sign in ";="):
            raise InputError(
                f"{line.replace('_', ' ')}: write a pay as '40 to 1', '300 for 1', '10%' or 'push'"
            )
    return pays


@router.get("/{game}/strategy")
async def strategy(game: GameId, premises: ThePremises, paytable: Name = "") -> dict[str, Any]:
    """Best play: in words, or as a chart where a hand is drawn to a total."""
    found = load_game(game)
    given = {"game": found.id, "paytable": paytable and find_name("paytable", paytable, found.paytables)}
    return await premises.counting.find(f"explorer {found.id}", "strategy", given)


@router.get("/{game}/audit")
async def audit(game: GameId, premises: ThePremises) -> dict[str, Any]:
    """Every figure printed of the game beside the exact one."""
    found = load_game(game)
    return await premises.counting.find(f"explorer {found.id}", "audit", {"game": found.id})
