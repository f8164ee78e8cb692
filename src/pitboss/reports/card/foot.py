"""What every card says of itself: which game it was made from, by which program."""

import re
from collections.abc import Iterator

from pitboss import __version__
from pitboss.reports.form import Json
from pitboss.reports.game_sheet import deck_words, table_entry, value_words
from pitboss.reports.wording import bet_label
from pitboss.rules import Game
from pitboss.rules.fingerprint import fingerprint

ORDER = "settlement_order"
OF_THE_TABLE = ("tie_rule", ORDER, "aggregate_payout_limit")
"""Settings that a card shows elsewhere: beside best play, as an order, as a limit."""


def made_from(game: Game, *more: tuple[str, str]) -> tuple[tuple[str, str], ...]:
    return (("Game", game.id), ("Fingerprint", fingerprint(game)), ("Pitboss", __version__), *more)


def card_data(game: Game) -> dict[str, Json]:
    """What the data of every card begins with."""
    return {
        "game": game.id,
        "name": game.name,
        "fingerprint": fingerprint(game),
        "version": __version__,
        "deck": deck_words(game),
        "packets": list(game.packets),
        "behind_cut": game.cut_depth,
        "paytables": {table.id: table_entry(table) for tables in game.chosen.values() for table in tables},
        "settings": dict(game.house),
    }


def cards_words(game: Game) -> str:
    """What is dealt from: the deck, and the shuffler's packets or the shoe's cut card."""
    deck = capital(deck_words(game))
    if game.packets:
        sizes = " and ".join(map(str, game.packets))
        return f"{deck}; the shuffler hands out packets of {sizes}"
    if game.behind_cut:
        return f"{deck} in a shoe, the cut card {game.cut_depth} cards before the end"
    return deck


def house_choices(game: Game) -> Iterator[str]:
    """What the house has chosen where the rules leave it a choice, a line each; first what is unusual."""
    yield from unusual_choices(game)
    yield from usual_choices(game)


def unusual_choices(game: Game) -> Iterator[str]:
    """Choices that the rules are not written for; an order of settling of the house's own is one."""
    for name, setting in game.settings.items():
        if name not in OF_THE_TABLE and game.house[name] != setting.default:
            yield choice_line(game, name)
    order = game.settings.get(ORDER)
    if order and game.house[ORDER] != order.default:
        yield f"The order of settling: {value_of(game, ORDER)}"


def usual_choices(game: Game) -> Iterator[str]:
    for name, setting in game.settings.items():
        if name not in OF_THE_TABLE and game.house[name] == setting.default:
            yield choice_line(game, name)


def choice_line(game: Game, name: str) -> str:
    return f"{choice_words(game.settings[name].meaning)}: {value_of(game, name)}"


def value_of(game: Game, name: str) -> str:
    """Yes or no, a number, or bets by their names on the felt."""
    value = game.house[name]
    if isinstance(value, bool):
        return "yes" if value else "no"
    parts = [part.strip() for part in value_words(value).split(",")]
    return ", ".join(bet_label(game, part) if part in game.bets else part.replace("_", " ") for part in parts)


def choice_words(meaning: str) -> str:
    """What is chosen, without the reasons: 'Whether the dealer draws; some do' is 'The dealer draws'."""
    first = re.split(r"[;:]|, as ", meaning.rstrip("."))[0]
    return capital(first.removeprefix("Whether "))


def capital(words: str) -> str:
    """With a capital letter in front; the others as they are."""
    return words[:1].upper() + words[1:]
