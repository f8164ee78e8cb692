"""What stands on a display beside the amounts: which hand wins what, envy, tables, the last award."""

from typing import Any

from pitboss.base.money import MICROS
from pitboss.cards.hand_name import line_words
from pitboss.house.room.hosted import Hosted
from pitboss.jackpot.books import Books
from pitboss.jackpot.layout import HandButton, hand_buttons, progressive_table
from pitboss.jackpot.refusal import RefusedError
from pitboss.jackpot.terms import PPM, Terms
from pitboss.jackpot.win import WinStatus


def describe_sign(floor: Books, hosted: Hosted) -> dict[str, Any]:
    table, game = hosted.plan.id, hosted.table.setup.game
    state = floor.progressive_of(table)
    if state is None:
        raise RefusedError(f"{table} is on no progressive: nothing is displayed there")
    terms = state.terms
    buttons = hand_buttons(game, terms)
    return {
        "table": table,
        "game": game.name,
        "progressive": terms.id,
        "tables": len(terms.tables),
        "wager_micros": terms.wager_micros,
        "levels": [describe_level(level.name, buttons) for level in terms.levels],
        "lines": [
            {"words": line_words(one.line), "micros": one.fixed_micros(terms.wager_micros)}
            for one in buttons
            if not one.share_ppm
        ],
        "envy": describe_envy(hosted, terms),
        "last": last_award(floor, terms.id),
    }


def describe_level(name: str, buttons: tuple[HandButton, ...]) -> dict[str, Any]:
    """A level with the hands that win from it; a share is told where it is not all of it."""
    return {
        "level": name,
        "hands": [
            {"words": line_words(one.line), "percent": "" if one.share_ppm == PPM else percent(one.share_ppm)}
            for one in buttons
            if one.share_ppm and one.level in (name, "")
        ],
    }


def percent(share_ppm: int) -> str:
    whole, rest = divmod(share_ppm, PPM // 100)
    return f"{whole}%" if not rest else f"{share_ppm * 100 / PPM:g}%"


def describe_envy(hosted: Hosted, terms: Terms) -> list[dict[str, Any]]:
    """For one wager of the denomination, as the fixed awards beside it."""
    paytable = progressive_table(hosted.table.setup.game, terms)
    return [
        {"words": line_words(line), "micros": micros * terms.wager_micros // MICROS}
        for line, micros in paytable.envy_micros.items()
        if micros
    ]


def last_award(floor: Books, progressive: str) -> dict[str, Any] | None:
    paid = [
        win
        for win in floor.wins.values()
        if win.progressive == progressive and win.status is WinStatus.CONFIRMED
    ]
    if not paid:
        return None
    last = max(paid, key=lambda win: win.order)
    return {
        "level": last.level,
        "hand": line_words(last.line),
        "micros": last.micros,
        "table": last.table,
        "at_micros": last.settled_at,
    }
