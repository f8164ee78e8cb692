"""What goes to a browser: events that it may know, and the table as it may see it now.

Most of a frame is the same for everybody at a table. It is put into JSON once for each state of the table
and used for all; what only one player may see is added to that player's frame alone.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from functools import partial
from typing import Any

import orjson

from pitboss.house.room.hosted import Hosted, Told
from pitboss.jackpot.controller import Keypad
from pitboss.jackpot.controller import view as view_keypad
from pitboss.reports.sentence import envy_words, payout_words
from pitboss.service.telling import NOTHING_TOLD, Part, Telling, numbers_of, speaker_to
from pitboss.table import event
from pitboss.table.felt import view_felt, view_hands_of
from pitboss.table.glance import HandView
from pitboss.table.payment import won_micros
from pitboss.table.view import closed_hands, view
from pitboss.table.wire import Json, format_event

EVENTS_KEPT = 200


def seats_of(hosted: Hosted, player: str | None) -> tuple[int, ...]:
    """The seats whose cards the browser may see."""
    players = hosted.table.seating.players
    return tuple(sorted(seat for seat, name in players.items() if name == player)) if player else ()


class Frames:
    """Frames of one table; what everybody sees is written once for each state."""

    def __init__(self) -> None:
        self.hosted: Hosted | None = None
        self.state = (-1, -1)
        self.view: Mapping[str, object] = {}
        self.felt: Mapping[str, Part] = {}
        self.hands: Mapping[int, Part] = {}
        self.own: dict[int, tuple[object, Part]] = {}
        """A seat's own hands, and what they were written from."""
        self.events: dict[int, Part] = {}
        self.telling: Telling | None = None

    def make(
        self, hosted: Hosted, player: str | None, told: Sequence[Told], *, is_whole: bool = False
    ) -> bytes:
        """For a player his own cards, for everybody else what everybody sees."""
        self._look(hosted)
        seats = seats_of(hosted, player)
        own = seats_with_closed_hands(hosted, seats)
        return orjson.dumps(
            {
                "number": hosted.told,
                "is_whole": is_whole,
                **(self._tell(hosted, told).to(seats) if told else NOTHING_TOLD),
                "seats": seats,
                "view": self._view(hosted, seats, own),
                "felt": self._felt(hosted, own),
            },
            option=orjson.OPT_NON_STR_KEYS,
        )

    def _look(self, hosted: Hosted) -> None:
        """Write what everybody sees, if the table has changed since it was last written."""
        state = (hosted.number, hosted.told)
        if self.hosted is hosted and self.state == state:
            return
        self.hosted, self.state, self.telling = hosted, state, None
        shown, felt = view(hosted.table).as_data(), view_felt(hosted.table, None)
        self.view = {name: value if is_plain(value) else write(value) for name, value in shown.items()}
        self.felt = {"shared": write(list(map(hand_data, felt.shared))), "spots": write(felt.spots)}
        self.hands = {seat: write(list(map(hand_data, held))) for seat, held in felt.hands.items()}

    def _view(self, hosted: Hosted, seats: Sequence[int], own: Iterable[int]) -> Mapping[str, object]:
        if not seats:
            return self.view
        changed: dict[str, object] = {"seat": seats[0]}
        if own:
            hands = dict(view(hosted.table).hands)
            for seat in own:
                hands |= closed_hands(hosted.table, seat)
            changed["hands"] = hands
        return {**self.view, **changed}

    def _felt(self, hosted: Hosted, own: Iterable[int]) -> Mapping[str, object]:
        hands: dict[int, object] = dict(self.hands)
        for seat in own:
            held, known = view_hands_of(hosted.table, seat), self.own.get(seat)
            if known is None or known[0] is not held:
                known = self.own[seat] = (held, write(list(map(hand_data, held))))
            hands[seat] = known[1]
        return {**self.felt, "hands": hands}

    def _tell(self, hosted: Hosted, told: Sequence[Told]) -> Telling:
        """The same for all who hear of the same events at one moment."""
        if self.telling is None or self.telling.numbers != numbers_of(told):
            self.telling = Telling(hosted, told, partial(self.event, hosted))
        return self.telling

    def event(self, hosted: Hosted, told: Told) -> Part:
        """With its number; a payment with its arithmetic in words."""
        known = self.events.get(told.number)
        if known is None:
            while len(self.events) >= EVENTS_KEPT:
                del self.events[next(iter(self.events))]
            known = self.events[told.number] = write(tell(hosted, told))
        return known


def is_plain(value: object) -> bool:
    return value is None or isinstance(value, str | int)


def write(value: object) -> Part:
    return Part(orjson.dumps(value, option=orjson.OPT_NON_STR_KEYS))


def seats_with_closed_hands(hosted: Hosted, seats: Sequence[int]) -> tuple[int, ...]:
    """Those of the seats with a hand that nobody else may see."""
    play = hosted.table.play
    return tuple({seat for seat in play.deal.closed.values() if seat in seats}) if play and seats else ()


def hand_data(hand: HandView) -> dict[str, Json]:
    return {"name": hand.name, "cards": hand.cards, "words": hand.words, "aside": hand.aside}


def tell(hosted: Hosted, told: Told) -> dict[str, Json]:
    """An event with its number; a payment with its arithmetic in words."""
    return {"number": told.number, **format_event(told.event), **payment(hosted, told)}


def payment(hosted: Hosted, told: Told) -> dict[str, Json]:
    game = hosted.table.setup.game
    match told.event:
        case event.BetSettled() as settled:
            return {"words": payout_words(game, settled), "won_micros": won_micros(settled)}
        case event.EnvyPaid() as paid:
            return {"words": envy_words(game, paid, f"seat {paid.holder}")}
        case event.PrizePaid() | event.PrizeShared() | event.PrizeRefused():
            return {"words": speaker_to(hosted, ()).sentence(told.event)}
    return {}


def keypad_view(keypad: Keypad) -> dict[str, Any]:
    return asdict(view_keypad(keypad))
