"""Envy: dollars for one seat because another seat holds a hand on the envy list."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from pitboss.rules.game import Game
from pitboss.rules.judge import OpenJudge
from pitboss.rules.record import Place, Round


@dataclass(frozen=True)
class Envy:
    """What a seat gets for the hand of another."""

    seat: int
    wager: str
    holder: int
    line: str
    micros: int


def envy_lines(
    game: Game, round_: Round, wager: str, places: Iterable[Place] | None = None
) -> dict[int, str]:
    """The seats that hold an envy hand, with its line; a fold counts as the wager's rules say."""
    tables = game.chosen.get(wager, ())
    if not tables or not tables[0].envy_micros:
        return {}
    found = {}
    for place in round_.places if places is None else places:
        holder = Place(place.number, {**place.wagers, wager: Fraction(1)}, place.choices)
        sight = game.sight(round_, holder, wager, OpenJudge(game.looks(round_, place)))
        for bet in game.wagers[wager].bets:
            line = game.bets[bet](sight).name
            if line in tables[0].envy_micros:
                found[place.number] = line
    return found


def envies(
    game: Game, round_: Round, seat: int, wager: str, *, owners: Mapping[int, str] | None = None
) -> tuple[Envy, ...]:
    """One for each envy hand of another seat, never for the seat's own.

    `owners` tells who plays each seat; without it every seat is a player of its own.
    """
    stake = round_.place(seat).wagers.get(wager, Fraction(0))
    if not stake:
        return ()
    owners = owners or {}
    table = game.chosen[wager][0] if game.chosen.get(wager) else None
    found = []
    for holder, line in envy_lines(game, round_, wager).items():
        own_spot = owners.get(holder, holder) == owners.get(seat, seat)
        if table is None or holder == seat:
            continue
        if own_spot and not game.house.get("envy_between_own_spots", True):
            continue
        times = stake if table.envy_times_wager else Fraction(1)
        found.append(Envy(seat, wager, holder, line, int(table.envy_micros[line] * times)))
    return tuple(found)
