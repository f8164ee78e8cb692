"""What can be seen of a table, as plain data ready for a screen or a wire; and what of it is kept.

A table is looked at far more often than any one seat or hand on it changes. So the parts are kept until
an event speaks of them.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from pitboss.rules import Slot
from pitboss.table import event
from pitboss.table.cueing import Call


class HandView(NamedTuple):
    name: str
    cards: tuple[str, ...]
    words: str
    """What it makes, in a dealer's words, as soon as every card of it is seen."""
    aside: tuple[int, ...] = ()
    """Places of cards that do not count, as a discard."""


class OptionView(NamedTuple):
    name: str
    key: str
    """That chooses it, on every keyboard."""
    stake_micros: int
    can_afford: bool
    most_micros: int = 0
    """How far the amount may go, where it may be anything from the stake up to here; 0 elsewhere."""
    step_micros: int = 0


class AskedView(NamedTuple):
    """Who has to decide what."""

    seat: int
    question: str
    options: tuple[OptionView, ...]
    main: str = ""
    """The option whose button stands out."""


class SeatView(NamedTuple):
    number: int
    player: str
    chips_micros: int
    wagers: Mapping[str, int]
    """What was placed before the deal, by wager."""
    tokes: Mapping[str, int]
    """What lies beside them for the dealer."""
    in_play_micros: int
    """What lies before the seat now, raises included, without what lies there for the dealer."""
    choices: Mapping[str, str]
    open_bets: tuple[str, ...]


class View(NamedTuple):
    game: str
    round: int
    phase: str
    phase_words: str
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
    """Seats with an envy marker beside a wager, until all such wagers are reconciled."""
    kept: tuple[int, ...]
    """Seats whose hands stay open until envy is paid."""
    best: str
    hands_shown: int | None
    """Cover All's column: packets out, where the shuffler displays them, else as the dealer set it."""
    commitment: str

    def as_data(self) -> dict[str, object]:
        """For the wire: plain dictionaries, lists, texts and numbers."""
        seats = [seat._asdict() for seat in self.seats]
        return {**self.about_table(), "seat": self.seat, "seats": seats, "hands": self.hands}

    def about_table(self) -> dict[str, object]:
        """The same without seats and hands, which are seen from where somebody sits."""
        data, asked = self._asdict(), self.asked
        del data["seat"], data["seats"], data["hands"]
        options = [option._asdict() for option in asked.options] if asked else ()
        data["asked"] = asked and {**asked._asdict(), "options": options}
        data["next"] = [{"does": call.does, "says": call.says} for call in self.next]
        return data


NOBODYS, OF_A_SEAT, OF_A_HAND = "nobody's", "of a seat", "of a hand"
CHANGES: Mapping[type[event.Event], str] = {
    event.WagerPlaced: OF_A_SEAT,
    event.WagerTakenBack: OF_A_SEAT,
    event.TokePlaced: OF_A_SEAT,
    event.TokeSettled: NOBODYS,
    event.DecisionTaken: OF_A_SEAT,
    event.BetSettled: OF_A_SEAT,
    event.StakeReturned: OF_A_SEAT,
    event.PrizePaid: OF_A_SEAT,
    event.PrizeShared: OF_A_SEAT,
    event.PrizeRefused: OF_A_SEAT,
    event.EnvyPaid: OF_A_SEAT,
    event.CardsAskedFor: NOBODYS,
    event.KeypadPressed: NOBODYS,
    event.CardsDealt: OF_A_HAND,
    event.CardsOpened: OF_A_HAND,
    event.CardsLookedAt: OF_A_HAND,
    event.DealerCalled: NOBODYS,
    event.ProgressiveCounted: NOBODYS,
    event.HandPeeked: NOBODYS,
    event.BetHeld: NOBODYS,
    event.EnvyMarkersPlaced: NOBODYS,
    event.EnvyHandKept: NOBODYS,
    event.BestHandExposed: NOBODYS,
    event.ColumnSet: NOBODYS,
    event.CutCardOut: NOBODYS,
    event.ShuffleSealed: NOBODYS,
    event.ShuffleOpened: NOBODYS,
}
"""Which part of what is kept an event changes; any other event changes everything."""


@dataclass
class Kept:
    """Parts of what is seen that have not changed since somebody looked."""

    shared: View | None = None
    seats: dict[int, SeatView] = field(default_factory=dict)
    hands: dict[str, tuple[Slot, ...]] = field(default_factory=dict)
    written: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """The same hands as text."""
    felt: dict[int, dict[int | None, tuple[HandView, ...]]] = field(default_factory=dict)
    """The hands of each seat, as everybody (None) or the seat itself sees them."""
    spots: dict[int, dict[str, int]] = field(default_factory=dict)
    """What lies on the spots of each seat."""

    def forget_all(self) -> None:
        self.shared = None
        self._forget_parts()

    def _forget_parts(self) -> None:
        for part in (self.seats, self.hands, self.written, self.felt, self.spots):
            part.clear()

    def forget_money(self, seat: int) -> None:
        """Money of the seat has moved, or one of its bets is over."""
        self.seats.pop(seat, None)
        self.spots.pop(seat, None)

    def forget(self, events: Iterable[event.Event], seats_of: Mapping[int, tuple[int, ...]]) -> None:
        """Forget what the events changed; `seats_of` are all seats of the player at a seat."""
        self.shared = None
        for happened in events:
            change = CHANGES.get(type(happened))
            if change is OF_A_SEAT:
                for seat in seats_of[happened.seat]:  # type: ignore[attr-defined]
                    self.forget_money(seat)
                    self.felt.pop(seat, None)
            elif change is OF_A_HAND:  # which may count for every seat, as a board does
                self.hands.pop(happened.hand, None)  # type: ignore[attr-defined]
                self.written.pop(happened.hand, None)  # type: ignore[attr-defined]
                self.felt.clear()
            elif change is None:
                self._forget_parts()
