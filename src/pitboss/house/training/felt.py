"""The felt as a dealer sees it before the first payment: wagers, decisions, every card open. Plain data."""

from dataclasses import dataclass

from pitboss.base.money import format_dollars
from pitboss.cards.hand_name import line_words
from pitboss.house.training.table import Finished
from pitboss.rules import Game, Look, Paytable, Place, Round, Slot
from pitboss.rules.hand import parse_hand


@dataclass(frozen=True)
class Felt:
    number: int
    """Of the question."""
    seats: tuple["SeatOnFelt", ...]
    hands: tuple[tuple[str, tuple[str, ...]], ...]
    """The dealer's hand and the board."""
    meters: tuple[tuple[str, int], ...]
    """What the displays say, in micro-dollars."""
    tables: tuple["TableOnFelt", ...]
    """The paytables in force for what is down."""


@dataclass(frozen=True)
class SeatOnFelt:
    number: int
    wagers: tuple[tuple[str, int], ...]
    decisions: tuple[tuple[str, int], ...]
    """What was decided, and the money that it added."""
    hands: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class TableOnFelt:
    wager: str
    name: str
    columns: tuple[str, ...]
    """For how many hands each column is; one column without a title where that does not matter."""
    rows: tuple[tuple[str, ...], ...]
    """A line and what it pays in each column."""


def lay_out(finished: Finished, number: int) -> Felt:
    game, round_ = finished.game, finished.round
    shared = [(name, show(slots)) for name, slots in round_.hands.items() if not parse_hand(name).seat]
    placed = {wager for wagers in finished.wagers.values() for wager in wagers}
    return Felt(
        number,
        tuple(lay_seat(finished, place) for place in round_.places),
        tuple(shared),
        tuple((name.replace("_", " "), micros) for name, micros in meters_of(finished, placed)),
        tuple(table for wager in game.wagers if wager in placed for table in tables_of(game, wager)),
    )


def meters_of(finished: Finished, placed: set[str]) -> list[tuple[str, int]]:
    return [(name, micros) for name, micros in finished.meters.items() if name.split()[0] in placed]


def lay_seat(finished: Finished, place: Place) -> SeatOnFelt:
    labels = {wager.id: wager.label for wager in finished.game.wagers.values()}
    return SeatOnFelt(
        place.number,
        tuple((labels[wager], stake) for wager, stake in finished.wagers[place.number].items()),
        tuple(
            (name_decision(finished.round, place, taken.question), taken.stake_micros)
            for taken in finished.taken[place.number]
        ),
        hands_of(finished.game, finished.round, place),
    )


def name_decision(round_: Round, place: Place, question: str) -> str:
    """A discard by its card."""
    option = place.choices[question]
    if option.place is None:
        return option.name
    return f"{option.name.split()[0]} {round_.hand(place.hand)[option.place]}"


def hands_of(game: Game, round_: Round, place: Place) -> tuple[tuple[str, ...], ...]:
    """The seat's hands as they lie: those that it was split into, or its piles."""
    looks = game.looks(round_, place)
    split = [look for name, look in looks.items() if name.startswith("hand ") and isinstance(look, Look)]
    if split:
        return tuple(show(look.cards) for look in split)
    own = [slots for name, slots in round_.hands.items() if parse_hand(name).seat == place.number]
    return tuple(map(show, own))


def show(slots: tuple[Slot, ...]) -> tuple[str, ...]:
    return tuple(map(str, slots))


def tables_of(game: Game, wager: str) -> list[TableOnFelt]:
    """The wager's paytable, with all columns where the number of hands picks one."""
    tables = game.chosen.get(wager, ())
    if not tables:
        return []
    columns = tuple(f"{table.hands} hands" if table.hands else "" for table in tables)
    rows = tuple((line_words(line), *(pay_of(table, line) for table in tables)) for line in tables[0].pays)
    return [TableOnFelt(game.wagers[wager].label, tables[0].id, columns, rows)]


def pay_of(table: Paytable, line: str) -> str:
    envy = table.envy_micros.get(line)
    return f"{table.pays[line]}{f', envy {format_dollars(envy)}' if envy else ''}"
