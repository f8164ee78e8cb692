"""Envy: dollars for one seat because another seat holds a hand on the envy list."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from pitboss.base.error import InputError
from pitboss.base.money import CENT, MICROS
from pitboss.rules.bet import Judge
from pitboss.rules.game import Game
from pitboss.rules.judge import OpenJudge, UnsettledError
from pitboss.rules.paytable import Paytable
from pitboss.rules.record import Place, Round

DENOMINATION = "denomination_cents"
"""The setting of a game that says what one progressive wager is."""


@dataclass(frozen=True)
class Envy:
    """What a seat gets for the hand of another."""

    seat: int
    wager: str
    holder: int
    line: str
    micros: int


@dataclass(frozen=True)
class EnvyTerms:
    """What a wager's paytable pays to others for a hand."""

    wager: str
    micros: Mapping[str, int]
    """By line, as printed for a wager of one dollar."""
    is_times_wager: bool
    is_between_own_spots: bool
    """Whether a player collects on one spot for the hand on the other."""
    dollars: Fraction = Fraction(1)
    """The denomination: what is printed multiplies up."""

    def micros_for(self, line: str, stake: Fraction) -> int:
        return int(self.micros[line] * (stake if self.is_times_wager else self.dollars))


def envy_terms(game: Game, wager: str) -> EnvyTerms:
    """The envy of the wager's paytable in force; only that of a progressive has a denomination."""
    table = game.chosen[wager][0]
    own_spots = game.house_rules.envy_between_own_spots
    dollars = Fraction(denomination_micros(game), MICROS) if table.levels else Fraction(1)
    return EnvyTerms(wager, table.envy_micros, table.envy_times_wager, wager in own_spots, dollars)


def posted_envy(game: Game, table: Paytable, line: str) -> int:
    """What stands on a sign: the envy for one wager, or for each dollar where it goes by the wager."""
    printed = table.envy_micros.get(line, 0)
    is_as_printed = table.envy_times_wager or not table.levels
    return printed if is_as_printed else printed * denomination_micros(game) // MICROS


def denomination_micros(game: Game) -> int:
    """What one progressive wager is at the table."""
    cents = game.house_rules.denomination_cents
    if cents <= 0:
        raise InputError(f"{DENOMINATION} is more than nothing, not {cents}")
    return cents * CENT


def for_a_dollar(game: Game) -> Game:
    """The game as it is printed and approved: all numbers multiply up for a larger wager."""
    setting = game.settings.get(DENOMINATION)
    return game.with_settings(**{DENOMINATION: setting.default}) if setting else game


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
        if not is_shown(judge(place), game.wagers[wager].look, on_the_list):
            continue
        holder = Place(place.number, {**place.wagers, wager: Fraction(1)}, place.choices)
        for bet in game.wagers[wager].bets:
            line = game.settle_bet(round_, holder, wager, bet, judge(place)).name
            if line in tables[0].envy_micros:
                found[place.number] = line
    return found


def is_shown(judge: Judge, look: str, lines: tuple[str, ...]) -> bool:
    """Whether one of the lines lies open; a folded hand that nobody turned over holds none."""
    try:
        return judge.line(look, lines) is not None
    except UnsettledError:
        return False


def envies(
    game: Game,
    round_: Round,
    wager: str,
    judge: JudgeOf | None = None,
    places: Iterable[Place] | None = None,
    *,
    owners: Mapping[int, str] | None = None,
) -> Iterator[Envy]:
    """For each seat with the wager, from the dealer's right, one for each envy hand of another seat.

    `places` are those whose hands were shown, all by default; `owners` tells who plays each seat: without
    it every seat is a player of its own.
    """
    holders = envy_lines(game, round_, wager, judge or judge_of(game, round_), places)
    if holders:
        stakes = {place.number: place.wagers.get(wager, Fraction(0)) for place in round_.from_right}
        yield from share_envy(envy_terms(game, wager), stakes, holders, owners or {})


def share_envy(
    terms: EnvyTerms, stakes: Mapping[int, Fraction], holders: Mapping[int, str], owners: Mapping[int, str]
) -> Iterator[Envy]:
    """For each stake, in the order given, one for each hand of another seat: `holders` says its line."""
    for seat, stake in stakes.items():
        for holder, line in holders.items():
            is_own = owners.get(holder, holder) == owners.get(seat, seat)
            if stake and holder != seat and (not is_own or terms.is_between_own_spots):
                yield Envy(seat, terms.wager, holder, line, terms.micros_for(line, stake))
