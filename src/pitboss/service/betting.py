"""What a player's hand does with chips on a seat: one more on a spot, all of them twice, again, or none.

Each is put into the table's own commands, which say how much lies on a spot afterwards. What concerns several
spots is done for all of them or for none.
"""

from collections.abc import Callable, Mapping

from pitboss.base.error import InputError
from pitboss.house.room.hosted import Hosted, Told
from pitboss.house.room.row import Row
from pitboss.service.frame import seats_of
from pitboss.service.session import NotAllowedError
from pitboss.table import command, event
from pitboss.table.command import Command
from pitboss.table.phase import RefusedError

MOST_CHIP_MICROS = 10**12
PAID = (
    event.BetSettled,
    event.EnvyPaid,
    event.PrizePaid,
    event.PrizeShared,
    event.PrizeRefused,
)
"""What a player reads of a round that is over."""


def move_chips(hosted: Hosted, person: str, round_: int, said: Mapping[str, str | int]) -> Row:
    seat = said.get("seat")
    if not isinstance(seat, int) or seat not in seats_of(hosted, person):
        raise NotAllowedError(f"seat {seat} is not {person}'s")
    if said["command"] == "add_chip":
        return Row((add_chip(hosted, seat, said),), round_)
    return Row(OF_ALL_SPOTS[str(said["command"])](hosted, seat), round_)


def add_chip(hosted: Hosted, seat: int, said: Mapping[str, str | int]) -> Command:
    wager, chip = said.get("wager"), said.get("chip_micros")
    if not isinstance(wager, str) or not isinstance(chip, int) or not 0 < chip <= MOST_CHIP_MICROS:
        raise InputError("add_chip needs 'wager' and 'chip_micros'")
    return command.PlaceWager(seat, wager, hosted.table.seating.stake(seat, wager) + chip)


def rebet(hosted: Hosted, seat: int) -> tuple[Command, ...]:
    """The wagers that lay on the seat when bets were last closed."""
    laid = last_wagers(hosted, seat)
    if not laid:
        raise RefusedError("this seat has not bet yet: place a wager")
    return place_all(hosted, seat, laid)


def double(hosted: Hosted, seat: int) -> tuple[Command, ...]:
    """As much again on every spot; one that takes a single amount has it already."""
    posted = hosted.table.setup.posted
    twice = {
        wager: 2 * stake
        for wager, stake in lying(hosted, seat).items()
        if posted[wager].minimum_micros < posted[wager].maximum_micros
    }
    for wager, stake in twice.items():
        hosted.table.seating.check_wager(seat, wager, stake)
    if not twice:
        raise RefusedError(f"what lies on seat {seat} is all that its spots take")
    return place_all(hosted, seat, twice)


def place_all(hosted: Hosted, seat: int, wagers: Mapping[str, int]) -> tuple[Command, ...]:
    """Those that stand alone first; none where the chips are not enough for all."""
    table = hosted.table
    rules = table.setup.game.wagers
    more = sum(
        (stake - table.seating.stake(seat, wager)) * rules[wager].stakes for wager, stake in wagers.items()
    )
    table.check_chips(table.seating.player_at(seat), more, "buy in or bet less")
    in_order = sorted(wagers, key=lambda wager: not rules[wager].alone)
    return tuple(command.PlaceWager(seat, wager, wagers[wager]) for wager in in_order)


def clear(hosted: Hosted, seat: int) -> tuple[Command, ...]:
    """Everything back from the seat: tokes, then wagers that ride along, then those that stand alone."""
    rules = hosted.table.setup.game.wagers
    tokes = tuple(command.PlaceToke(seat, wager, 0) for wager in hosted.table.seating.tokes[seat])
    in_order = sorted(lying(hosted, seat), key=lambda wager: rules[wager].alone)
    return (*tokes, *(command.TakeBack(seat, wager) for wager in in_order))


OF_ALL_SPOTS: Mapping[str, Callable[[Hosted, int], tuple[Command, ...]]] = {
    "rebet": rebet,
    "double": double,
    "clear": clear,
}
CHIPS = frozenset({"add_chip", *OF_ALL_SPOTS})
"""What a browser may ask for beside the commands of the table itself."""


# -- what lay there ------------------------------------------------------------------------------


def lying(hosted: Hosted, seat: int) -> Mapping[str, int]:
    laid = hosted.table.seating.wagers[seat]
    if not laid:
        raise RefusedError(f"no wager lies on seat {seat}: place one first")
    return laid


def last_wagers(hosted: Hosted, seat: int) -> dict[str, int]:
    """When bets were last closed, from what has happened at the table lately."""
    laid: dict[str, int] = {}
    found: dict[str, int] = {}
    for _, happened in hosted.recent:
        match happened:
            case event.BetsOpened():
                laid = {}
            case event.Seated(seat=where) if where == seat:
                laid, found = {}, {}
            case event.WagerPlaced(seat=where, wager=wager, stake_micros=stake) if where == seat:
                laid[wager] = stake
            case event.WagerTakenBack(seat=where, wager=wager) if where == seat:
                laid.pop(wager, None)
            case event.BetsClosed() if laid:
                found = laid
    return found


def last_results(hosted: Hosted, seats: tuple[int, ...]) -> list[Told]:
    """What was paid and taken in the round that lies on the felt until one of the seats bets again."""
    found: list[Told] = []
    for told in hosted.recent:
        match told.event:
            case event.BetsClosed() | event.RoundVoided():
                found = []
            case event.WagerPlaced(seat=seat) | event.Seated(seat=seat) if seat in seats:
                found = []
            case one if isinstance(one, PAID):
                found.append(told)
    return found
