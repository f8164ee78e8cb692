"""Envy: dollars for one seat because another seat holds a hand on the envy list."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from pitboss.rules.bet import Judge
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


JudgeOf = Callable[[Place], Judge]


def judge_of(game: Game, round_: Round) -> JudgeOf:
    """Judges of the seats' hands as they lie."""
    return lambda place: OpenJudge(game.looks(round_, place))


def envy_lines(
    game: Game, round_: Round, wager: str, judge: JudgeOf, places: Iterable[Place] | None = None
) -> dict[int, str]:
    """The seats that hold an envy hand, with its line; a fold counts as the wager's rules say."""
    tables = game.chosen.get(wager, ())
    if not tables or not tables[0].envy_micros:
        return {}
    found = {}
    on_the_list = tuple(tables[0].envy_micros)
    for place in round_.places if places is None else places:
        if judge(place).line(game.wagers[wager].look, on_the_list) is None:
            continue
        holder = Place(place.number, {**place.wagers, wager: Fraction(1)}, place.choices)
        sight = game.sight(round_, holder, wager, judge(place))
        for bet in game.wagers[wager].bets:
            line = game.bets[bet](sight).name
            if line in tables[0].envy_micros:
                found[place.number] = line
    return found


def envies(
    game: Game,
    round_: Round,
    wager: str,
    judge: JudgeOf | None = None,
    *,
    owners: Mapping[int, str] | None = None,
) -> Iterator[Envy]:
    """For each seat with the wager, from the dealer's right, one for each envy hand of another seat.

    `owners` tells who plays each seat; without it every seat is a player of its own.
    """
    holders = envy_lines(game, round_, wager, judge or judge_of(game, round_))
    for place in round_.from_right if holders else ():
        stake = place.wagers.get(wager, Fraction(0))
        for holder, line in holders.items():
            if stake and holder != place.number and is_envied(game, place.number, holder, owners or {}):
                table = game.chosen[wager][0]
                times = stake if table.envy_times_wager else Fraction(1)
                micros = int(table.envy_micros[line] * times)
                yield Envy(place.number, wager, holder, line, micros)


def is_envied(game: Game, seat: int, holder: int, owners: Mapping[int, str]) -> bool:
    """A hand on a player's other spot counts where the house says so."""
    is_own = owners.get(holder, holder) == owners.get(seat, seat)
    return not is_own or bool(game.house.get("envy_between_own_spots", True))
