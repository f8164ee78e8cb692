"""The floor as its supervisor needs it: tables with what is wrong there, and what can be done about it."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from pitboss.base.money import format_dollars
from pitboss.cards.hand_name import line_words
from pitboss.house.agreement import find_taken_back, why_not_end
from pitboss.house.room.hosted import Hosted
from pitboss.jackpot.books import Books
from pitboss.service.acts import DECIDES, describe_acts
from pitboss.service.desk import last_incident
from pitboss.table import event
from pitboss.table.phase import Phase

URGENT, LOUD, QUIET = "urgent", "loud", "quiet"
"""Play stands still; somebody must come; good to know."""


class Alarm(NamedTuple):
    table: str
    kind: str
    weight: str
    words: str


def describe_floor_table(floor: Books, hosted: Hosted) -> dict[str, Any]:
    table, plan = hosted.table, hosted.plan
    players = table.seating.players
    return {
        "id": plan.id,
        "name": plan.name,
        "game": table.setup.game.name,
        "phase": table.phase.value,
        "phase_words": table.phase.words,
        "round": table.number,
        "has_house_dealer": plan.has_house_dealer,
        "seats": [{"number": seat, "player": players.get(seat)} for seat in range(1, table.setup.seats + 1)],
        "shuffler": {"name": table.source.name, "backup": table.backup.name if table.backup else ""},
        "acts": describe_acts(table, DECIDES),
        "alarms": [alarm._asdict() for alarm in find_alarms(floor, hosted)],
    }


def find_alarms(floor: Books, hosted: Hosted) -> Iterator[Alarm]:
    """What is wrong at a table, the worst first."""
    id_, table = hosted.plan.id, hosted.table
    if table.phase is Phase.HALTED:
        why = table.source.fault or last_incident(hosted) or "no reason given"
        yield Alarm(id_, "halted", URGENT, f"{table.source.name} is out of order: {why}")
    if table.phase is Phase.REVIEW:
        yield Alarm(id_, "review", URGENT, f"The floor decides: {last_incident(hosted)}")
    for win in floor.open_wins(id_):
        words = f"Seat {win.seat}, {line_words(win.line)}: {format_dollars(win.micros)} waits"
        yield Alarm(id_, "jackpot", LOUD, words)
    yield from meter_alarms(floor, hosted)
    if table.phase is not Phase.HALTED and table.backup is None:
        yield Alarm(id_, "backup", QUIET, f"No backup stands by for the {table.source.name}")


def closed_alarms(closed: Mapping[str, str]) -> Iterator[Alarm]:
    """Of tables that cannot be opened, with the reason."""
    for table, why in closed.items():
        yield Alarm(table, "closed", URGENT, f"The table cannot be opened: {why}")


def room_alarms(clock: str, book: str, anchors: Iterable[str]) -> Iterator[Alarm]:
    """Of the server's own clock, of anchors that are new or cannot be written, and of the book as it was last
    read."""
    if clock:
        yield Alarm("Server", "clock", LOUD, clock)
    for problem in anchors:
        yield Alarm("Server", "anchor", LOUD, problem)
    if book:
        yield Alarm("Book", "law", URGENT, book)


def meter_alarms(floor: Books, hosted: Hosted) -> Iterator[Alarm]:
    id_, live = hosted.plan.id, hosted.live
    state = floor.progressive_of(id_)
    if state is None:
        return
    if live and not live.controller.is_online:
        yield Alarm(id_, "offline", LOUD, "The game manager cannot be reached: no progressive wager is taken")
    if why := why_stuck(hosted):
        yield Alarm(id_, "differs", URGENT, f"Round {hosted.table.number} cannot end: {why}")
    else:
        yield from taken_back_alarms(hosted)
    if closed := last_closed_by_floor(hosted):
        words = (
            f"Round {closed.round} was closed by {closed.by} though table and keypad differed: {closed.why}"
        )
        yield Alarm(id_, "closed by the floor", QUIET, words)
    if not state.is_open:
        why = f": {state.stopped}" if state.stopped else ""
        yield Alarm(id_, "closed", QUIET, f"{state.terms.id} is closed{why}")
    if live and live.controller.refused:
        yield Alarm(id_, "refused", LOUD, f"The game manager refused: {live.controller.refused}")


def taken_back_alarms(hosted: Hosted) -> Iterator[Alarm]:
    """Of wins that a dealer has taken back, also before the round comes to its end."""
    for one in find_taken_back(hosted.live, hosted.table) if hosted.live else ():
        words = f"Seat {one.seat}, {line_words(one.line)}: {one.by} has taken the win back"
        yield Alarm(hosted.plan.id, "taken back", LOUD, f"{words} and nobody of the floor has decided")


def last_closed_by_floor(hosted: Hosted) -> event.RoundClosedByFloor | None:
    """While the table remembers it; the book lists all of them (`pitboss ledger reconcile`)."""
    events = (one.event for one in reversed(hosted.recent))
    return next((one for one in events if isinstance(one, event.RoundClosedByFloor)), None)


def why_stuck(hosted: Hosted) -> str:
    """Where table and keypad differ at the end of a round; a win that waits is no difference."""
    live = hosted.live
    if live is None or hosted.table.phase is not Phase.CLOSING or live.controller.round.open_wins:
        return ""
    return why_not_end(live, hosted.table)
