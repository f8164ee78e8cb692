"""Lines of a paytable by a grammar: pairs by rank, high cards, a named suit.

A ranking has atoms, the smallest sets of hands that some line tells apart. A game that draws a line elsewhere
says so, and its own ranking is derived: the atoms are cut where its lines begin and end, and nowhere else, so
an engine has no more to count than the lines ask for.

    pair_eights_or_better   pair_fives_to_sevens   pair_of_nines   three_tens_or_better   four_aces
    queen_high   nine_high_or_lower   ace_king_high   flush_in_spades   royal_flush_in_hearts
"""

import re
from dataclasses import dataclass

from pitboss.base.error import InputError
from pitboss.cards.hand_name import NAMES, plural

RANKS = {name: rank for rank, name in NAMES.items()}
PLURALS = {plural(rank): rank for rank in NAMES}
KINDS = {
    "pair": "pair",
    "three": "three_of_a_kind",
    "four": "four_of_a_kind",
    "full_house": "full_house",
}
SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")

_one, _many = "|".join(RANKS), "|".join(PLURALS)
OF_A_KIND = re.compile(
    rf"(?P<kind>{'|'.join(KINDS)})_(?:of_)?(?P<low>{_many})(?:_to_(?P<high>{_many})|(?P<up>_or_better))?"
)
HIGH = re.compile(
    rf"(?P<first>{_one})(?:_(?P<second>{_one}))?_high(?:(?P<down>_or_lower)|(?P<up>_or_better))?"
)
SUITED = re.compile(rf"(?P<line>\w+)_in_(?P<suit>{'|'.join(SUIT_NAMES)})")

Floor = tuple[int, ...]


@dataclass(frozen=True)
class Band:
    """The hands of a category whose deciding ranks are at least `low`, and below `high` if there is one."""

    category: str
    low: Floor = ()
    high: Floor | None = None
    reaches_up: bool = False
    """Whether every higher category is in it too."""


@dataclass(frozen=True)
class Suited:
    """The hands of another line in one suit."""

    line: str
    suit: int


def parse_line(name: str, size: int) -> Band | Suited:
    """What a line means; a name that the grammar does not have is refused with what it has."""
    if match := SUITED.fullmatch(name):
        return Suited(match["line"], SUIT_NAMES.index(match["suit"]))
    if match := OF_A_KIND.fullmatch(name):
        low = PLURALS[match["low"]]
        high = None if match["up"] else (PLURALS[match["high"] or match["low"]] + 1,)
        if high and high <= (low,):
            raise InputError(f"{name!r} runs from high to low; write the lower rank first")
        return Band(KINDS[match["kind"]], (low,), high)
    if match := HIGH.fullmatch(name):
        ranks = tuple(RANKS[word] for word in (match["first"], match["second"]) if word)
        if len(ranks) > size or sorted(ranks, reverse=True) != list(ranks) or len(set(ranks)) < len(ranks):
            raise InputError(f"{name!r} names no high cards; write the higher one first")
        if match["up"]:
            return Band("high_card", ranks, reaches_up=True)
        return Band("high_card", () if match["down"] else ranks, (*ranks[:-1], ranks[-1] + 1))
    raise InputError(
        f"there is no line {name!r}; write one as 'pair_eights_or_better', 'pair_fives_to_sevens', "
        "'three_tens_or_better', 'queen_high', 'nine_high_or_lower' or 'flush_in_spades'"
    )
