"""What somebody may say about a table and its meters, in numbers or in words, as the commands take it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, TypedDict

from pitboss.base.error import InputError, find_name
from pitboss.base.money import as_dollars, parse_dollars, parse_rate

if TYPE_CHECKING:
    from pitboss.audit.term import Asked

Amount = int | float | Fraction | str
"""A number, or words: '$1,000' for money, '15%' for a rate."""
Amounts = Amount | Mapping[str, Amount]
"""By the name of the meter, where a wager has several."""


class AskedTerms(TypedDict, total=False):
    """Keywords of an analysis or a par sheet; what is left out is taken as the commands take it."""

    players: int | None
    """At the table, for envy and for wagers on the highest hand."""
    meter: Amounts
    """Where the meter stands now, in dollars for a wager of $1."""
    seed: Amounts
    """What the meter restarts at; otherwise as printed."""
    contribution: Amounts
    """The share of each wager that feeds the meter; otherwise as the printed figures imply."""
    reserve: Amounts
    """The share of each wager that feeds the next seed."""


READERS: Mapping[str, Callable[[str], Fraction]] = {
    "meter": lambda text: as_dollars(parse_dollars(text)),
    "seed": lambda text: as_dollars(parse_dollars(text)),
    "contribution": parse_rate,
    "reserve": parse_rate,
}


def make_asked(terms: Mapping[str, object], players: int | None) -> Asked:
    """What the keywords ask for; `players` where they do not say."""
    from pitboss.audit.term import Asked

    known = {find_name("keyword", name, AskedTerms.__annotations__): value for name, value in terms.items()}
    amounts = {name: read_amounts(name, known[name]) for name in READERS if known.get(name) is not None}
    return Asked(players=read_players(known.get("players")) or players, **amounts)


def read_players(value: object) -> int | None:
    if value is not None and (isinstance(value, bool) or not isinstance(value, int)):
        raise InputError(f"players: give a whole number, not {value!r}")
    return value


def read_amounts(about: str, value: object) -> dict[str, Fraction]:
    """By the name of the meter, '' where none is given."""
    named = value if isinstance(value, Mapping) else {"": value}
    return {str(name): read_amount(about, amount) for name, amount in named.items()}


def read_amount(about: str, value: object) -> Fraction:
    try:
        if isinstance(value, str):
            return READERS[about](value)
        if isinstance(value, int | float | Fraction) and not isinstance(value, bool) and value >= 0:
            return Fraction(str(value))  # 0.14 is meant as it is written
    except (InputError, ValueError) as problem:
        raise InputError(f"{about}: {problem}") from problem
    raise InputError(f"{about}: give a number from 0 or words such as '$1,000' or '15%', not {value!r}")
