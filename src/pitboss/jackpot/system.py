"""What follows from the maker's system and the game: who confirms, folded hands, envy between own spots.

The rules for Game Manager and those for Nexus Command and GM Atlas differ in a few points. What they say
holds unless the terms say otherwise; then it is a setting of the house, and stated as one.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache

from pitboss.base.money import CENT, MICROS, format_dollars
from pitboss.jackpot.books import Books
from pitboss.jackpot.refusal import RefusedError
from pitboss.jackpot.terms import MeterFalls, Terms
from pitboss.jackpot.terms import System as System
from pitboss.rules import Game
from pitboss.rules.envy import DENOMINATION
from pitboss.rules.setting import SettingValue

FOLDING, OWN_SPOTS = "folded_hands_qualify", "envy_between_own_spots"


EXECUTIVE_ABOVE: Mapping[System, int] = {System.NEXUS: 10_000 * MICROS}
"""By system: above what an executive's card is asked for with a $1 wager, and so much more with a larger one;
any supervisor's key will do on the other."""
RULES: Mapping[tuple[System, str], Mapping[str, bool | str]] = {
    (System.NEXUS, "three_card_poker"): {FOLDING: False, OWN_SPOTS: "none"}
}
"""Where the rules of a system say something else of a game than its data file has by default."""


def read_system(name: str) -> System:
    """By its name in terms or at a table; nothing said means Game Manager."""
    if name and name not in list(System):
        raise RefusedError(f"there is no system {name!r}; there are {', '.join(System)}")
    return System(name or System.GAME_MANAGER)


def system_at(books: Books, terms: Terms, table: str) -> System:
    """That of the keypad of a live table; elsewhere what the terms say."""
    live = books.tables.get(table)
    return read_system(live.dialect if live else terms.system)


def why_no_keypad(terms: Terms, system: System) -> str:
    """Why a keypad of a system cannot stand at a table of these terms, which say who confirms and how."""
    named = read_system(terms.system)
    if named is system:
        return ""
    return (
        f"{terms.id} is on {named}, and this is a keypad of {system}: "
        f"open one of {named}, or close {terms.id} and set it up with system = {system.value!r}"
    )


def executive_above(terms: Terms, system: System) -> int | None:
    """Above what a win is confirmed by an executive; none where any supervisor may."""
    if terms.executive_above_micros is not None:
        return terms.executive_above_micros
    for_a_dollar = EXECUTIVE_ABOVE.get(system)
    return None if for_a_dollar is None else for_a_dollar * terms.wager_micros // MICROS


def needs_executive(terms: Terms, system: System, micros: int) -> bool:
    limit = executive_above(terms, system)
    return limit is not None and micros > limit


def under_system(game: Game, terms: Terms, system: System) -> Game:
    """The game as it is dealt on a progressive of these terms with this system."""
    rules = rules_of(game.id, terms, system)
    settings = tuple((name, value) for name, value in rules.items() if name in game.settings)
    return settle(game, settings) if settings else game


@lru_cache(maxsize=256)
def settle(game: Game, settings: tuple[tuple[str, SettingValue], ...]) -> Game:
    """The game with these settings: tables that are settled alike deal the same one."""
    return game.with_settings(**dict(settings))


def rules_of(game: str, terms: Terms, system: System) -> dict[str, SettingValue]:
    """Settings of a game that the house states in the terms, or else the system; the rest is the table's."""
    rules: dict[str, SettingValue] = dict(RULES.get((system, game), {}))
    rules[DENOMINATION] = terms.wager_micros // CENT
    if terms.folded_hands_win is not None:
        rules[FOLDING] = terms.folded_hands_win
    if terms.own_spots_envy is not None:
        rules[OWN_SPOTS] = "progressive" if terms.own_spots_envy else "none"
    return rules


# -- what the house has chosen ---------------------------------------------------------------------


def house_settings(terms: Terms) -> Iterator[str]:
    """What the house has set otherwise than the rules of the system have it, a sentence each."""
    if terms.meter_falls == MeterFalls.POSTED:
        yield "The meter falls when a win is posted, not when it is confirmed."
    if terms.executive_above_micros is not None:
        yield f"An executive confirms above {format_dollars(terms.executive_above_micros)}."
    if terms.folded_hands_win is not None:
        yield f"Folded hands {'win' if terms.folded_hands_win else 'do not win'}, whatever the system."
    if terms.own_spots_envy is not None:
        gets = "gets" if terms.own_spots_envy else "gets no"
        yield f"A player on two spots {gets} envy from the other one."
    if terms.stays_on_table:
        yield "Wagers stay on the table once they are counted, whatever the game."
    if terms.equal_split:
        yield "Winners of a meter in one round share it equally."
    if terms.all_from_meter:
        yield "All awards come off the meter."
