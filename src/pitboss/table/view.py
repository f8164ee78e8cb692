"""What one seat may see of a table, or what everybody may: plain data, ready for a screen or a wire.

An unrevealed card is in no view: the table masks it before the view is made, and a view holds cards as
text, so there is nothing under them.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass

from pitboss.rules import Blank, Choose, Draw, Peek, Reveal, Settle
from pitboss.table.cueing import Call, point_of
from pitboss.table.dealing import place_of
from pitboss.table.meter import Level
from pitboss.table.state import State

HIDDEN = "??"


@dataclass(frozen=True)
class OptionView:
    name: str
    stake_micros: int
    can_afford: bool


@dataclass(frozen=True)
class AskedView:
    """Who has to decide what."""

    seat: int
    question: str
    options: tuple[OptionView, ...]


@dataclass(frozen=True)
class SeatView:
    number: int
    player: str
    chips_micros: int
    wagers: Mapping[str, int]
    """What was placed before the deal, by wager."""
    in_play_micros: int
    """What lies before the seat now, raises included."""
    choices: Mapping[str, str]
    open_bets: tuple[str, ...]


@dataclass(frozen=True)
class View:
    game: str
    round: int
    phase: str
    seat: int | None
    """The seat that looks; none for what everybody sees."""
    seats: tuple[SeatView, ...]
    hands: Mapping[str, tuple[str, ...]]
    asked: AskedView | None
    next: tuple[Call, ...]
    """What the dealer does next."""
    point: int
    meters: Mapping[str, int]
    markers: tuple[int, ...]
    """Seats whose hands stay open until envy is paid."""
    best: str
    commitment: str

    def as_data(self) -> dict[str, object]:
        return asdict(self)


def view(table: State, seat: int | None = None) -> View:
    play = table.play
    hands = {}
    if play:
        for hand in play.deal.round.hands:
            slots = play.deal.seen_by(seat, hand)
            hands[hand] = tuple(HIDDEN if isinstance(slot, Blank) else str(slot) for slot in slots)
    return View(
        game=table.setup.game.id,
        round=table.number,
        phase=table.phase.value,
        seat=seat,
        seats=tuple(view_seat(table, number) for number in sorted(table.seating.players)),
        hands=hands,
        asked=view_asked(table),
        next=next_calls(table),
        point=play.point if play else 0,
        meters=view_meters(table),
        markers=tuple(sorted({number for number, _ in play.markers})) if play else (),
        best=f"{play.best.hand}: {play.best.words}" if play and play.best.hand else "",
        commitment=table.source.commitment if table.number else "",
    )


def view_seat(table: State, number: int) -> SeatView:
    player = table.seating.players[number]
    place = (
        next((p for p in table.play.deal.round.places if p.number == number), None) if table.play else None
    )
    pots = f"pot {number} "
    return SeatView(
        number=number,
        player=player,
        chips_micros=table.chips(player),
        wagers=dict(table.seating.wagers[number]),
        in_play_micros=sum(m for name, m in table.money.balances.items() if m and name.startswith(pots)),
        choices={question: option.name for question, option in place.choices.items()} if place else {},
        open_bets=tuple(table.play.settlement.left.get(number, ())) if table.play else (),
    )


def view_asked(table: State) -> AskedView | None:
    step = table.play.deal.step if table.play else None
    if not isinstance(step, Choose):
        return None
    chips = table.chips(table.seating.players[step.seat])
    options = []
    for option in table.options():
        stake = table.stake_of(option, step.seat)
        options.append(OptionView(option.name, stake, stake <= chips))
    return AskedView(step.seat, step.question, tuple(options))


def view_meters(table: State) -> dict[str, int]:
    """Every meter as its display shows it, by wager and level."""
    shown = {}
    for wager, tables in table.setup.game.chosen.items():
        for level in dict.fromkeys(level for paytable in tables for level in paytable.levels):
            shown[f"{wager} {level}".strip()] = table.meters.shown_micros(Level(wager, level))
    return shown


def next_calls(table: State) -> tuple[Call, ...]:
    """The cues of what comes next; those that speak of a card still hidden come when it is open."""
    if not table.play:
        return ()
    play = table.play
    match play.deal.step:
        case Draw() as step:
            return tuple(table.calls(point_of("deal", step.hand), place_of(play, step.hand)))
        case Reveal() as step:
            return tuple(table.calls(point_of("open", step.hand), place_of(play, step.hand)))
        case Peek() as step:
            return tuple(table.calls(point_of("peek", step.hand)))
        case Choose() as step:
            place = play.deal.round.place(step.seat)
            return tuple(table.calls(point_of("ask", step.question), place))
        case Settle() as step:
            bets = ", ".join(ready.bet.replace("_", " ") for ready in play.ready if ready.result.name)
            return (Call(f"settles seat {step.seat}: {bets or 'what can be settled'}", ""),)
        case _:
            return tuple(table.calls("over"))
