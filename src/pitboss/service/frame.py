"""What goes to a browser: events that it may know, and the table as it may see it now.

Most of a frame is the same for everybody at a table, and most of that is the same as in the frame before. It
is put into JSON in pieces, each again only when what it says has changed; a browser's frame is the pieces
that everybody gets, joined with the few that only this player may see.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict
from functools import partial
from itertools import takewhile
from typing import Any, NamedTuple

import orjson

from pitboss.house.room.hosted import Hosted, Told
from pitboss.jackpot.controller import Keypad
from pitboss.jackpot.controller import view as view_keypad
from pitboss.reports.sentence import envy_words, payout_words
from pitboss.service.telling import NOTHING_TOLD, Telling, numbers_of, speaker_to
from pitboss.table import event
from pitboss.table.felt import view_felt, view_hands_of
from pitboss.table.glance import HandView, SeatView, View
from pitboss.table.payment import net_micros, won_micros
from pitboss.table.proof import RoundProof, format_proof
from pitboss.table.view import asked_of, closed_hands, view
from pitboss.table.wire import Json, as_json, event_parts

EVENTS_KEPT = 200
WHOLE = {False: b',"is_whole":false,', True: b',"is_whole":true,'}


def seats_of(hosted: Hosted, player: str | None) -> tuple[int, ...]:
    """The seats whose cards the browser may see."""
    return hosted.table.seating.held.get(player, ()) if player else ()


class Pieces:
    """Pieces of JSON by name, each written again only when its value is another object."""

    def __init__(self, write: Callable[[Any], bytes]) -> None:
        self.write = write
        self.known: dict[object, tuple[object, bytes]] = {}

    def piece(self, name: object, value: object) -> bytes:
        known = self.known.get(name)
        if known is None or known[0] is not value:
            known = self.known[name] = (value, b"%b:%b" % (orjson.dumps(str(name)), self.write(value)))
        return known[1]

    def pieces(self, values: Mapping[Any, object]) -> dict[Any, bytes]:
        return {name: self.piece(name, value) for name, value in values.items()}


class FramePieces(NamedTuple):
    """What everybody sees of one state of a table, as pieces of JSON."""

    before_seat: bytes
    before_hands: bytes
    hands: Mapping[str, bytes]
    before_felt_hands: bytes
    felt_hands: Mapping[int, bytes]
    closed: frozenset[int]
    """Seats with a hand that nobody else may see."""
    asked: int
    """The seat that is asked with options that only its hand has; 0 where there is none."""
    before_asked: bytes
    """In place of the first piece, for who has that seat."""

    def to(self, seats: Sequence[int], hands: Iterable[bytes], felt_hands: Iterable[bytes]) -> bytes:
        seat = b"%d" % seats[0] if seats else b"null"
        return b"".join(
            (
                b',"seats":[%b],"view":' % b",".join([b"%d" % one for one in seats]),
                self.before_asked if self.asked in seats else self.before_seat,
                seat,
                self.before_hands,
                b",".join(hands),
                self.before_felt_hands,
                b",".join(felt_hands),
                b"}}}",
            )
        )


class Own(NamedTuple):
    """A seat's own hands, as only the seat sees them."""

    held: tuple[HandView, ...]
    """What the pieces were written from."""
    hands: Mapping[str, bytes]
    felt_hands: bytes


class Frames:
    """Frames of one table; what everybody sees is written once for each state."""

    def __init__(self) -> None:
        self.hosted: Hosted | None = None
        self.state = (-1, -1)
        self.seen: FramePieces | None = None
        self.seats = Pieces(write_seat)
        self.hands = Pieces(orjson.dumps)
        self.felt_hands = Pieces(write_hands)
        self.spots = Pieces(orjson.dumps)
        self.own: dict[int, Own] = {}
        self.events: dict[int, bytes] = {}
        self.telling: Telling | None = None

    def make(
        self, hosted: Hosted, player: str | None, told: Sequence[Told], *, is_whole: bool = False
    ) -> bytes:
        """For a player his own cards, for everybody else what everybody sees."""
        seen, seats = self._look(hosted), seats_of(hosted, player)
        return b"".join(
            (
                b'{"number":%d' % hosted.told,
                WHOLE[is_whole],
                self._tell(hosted, told).to(seats) if told else NOTHING_TOLD,
                self._show(hosted, seen, seats),
            )
        )

    def _look(self, hosted: Hosted) -> FramePieces:
        """What everybody sees, written again if the table has changed since."""
        state = (hosted.number, hosted.told)
        if self.seen is None or self.hosted is not hosted or self.state != state:
            self.hosted, self.state, self.telling = hosted, state, None
            self.seen = self._write(hosted)
        return self.seen

    def _write(self, hosted: Hosted) -> FramePieces:
        table = hosted.table
        shown, felt = view(table), view_felt(table, None)
        seats = [self.seats.piece(one.number, one).partition(b":")[2] for one in shown.seats]
        spots = self.spots.pieces(felt.spots).values()
        own = asked_of(table, (shown.asked.seat,)) if shown.asked else None
        is_secret = own is not None and own != shown.asked
        return FramePieces(
            write_table(shown),
            b',"seats":[%b],"hands":{' % b",".join(seats),
            self.hands.pieces(shown.hands),
            b'}},"felt":{"shared":%b,"spots":{%b},"hands":{' % (write_hands(felt.shared), b",".join(spots)),
            self.felt_hands.pieces(felt.hands),
            frozenset(table.play.deal.closed.values()) if table.play else frozenset(),
            own.seat if own and is_secret else 0,
            write_table(shown._replace(asked=own)) if is_secret else b"",
        )

    def _show(self, hosted: Hosted, seen: FramePieces, seats: Sequence[int]) -> bytes:
        """The table as the seats see it, with hands that nobody else may see."""
        hands, felt_hands = seen.hands, seen.felt_hands
        for seat in seats:
            if seat in seen.closed:
                own = self._own(hosted, seat)
                hands, felt_hands = {**hands, **own.hands}, {**felt_hands, seat: own.felt_hands}
        return seen.to(seats, hands.values(), felt_hands.values())

    def _own(self, hosted: Hosted, seat: int) -> Own:
        held, known = view_hands_of(hosted.table, seat), self.own.get(seat)
        if known is None or known.held is not held:
            hands = Pieces(orjson.dumps).pieces(closed_hands(hosted.table, seat))
            known = self.own[seat] = Own(held, hands, b'"%d":%b' % (seat, write_hands(held)))
        return known

    def _tell(self, hosted: Hosted, told: Sequence[Told]) -> Telling:
        """The same for all who hear of the same events at one moment."""
        if self.telling is None or self.telling.numbers != numbers_of(told):
            self.telling = Telling(hosted, told, partial(self.event, hosted))
        return self.telling

    def event(self, hosted: Hosted, told: Told) -> bytes:
        """With its number; a payment with its arithmetic in words."""
        known = self.events.get(told.number)
        if known is None:
            while len(self.events) >= EVENTS_KEPT:
                del self.events[next(iter(self.events))]
            known = self.events[told.number] = write_event(hosted, told)
        return known


def write_table(shown: View) -> bytes:
    """All but seats and hands, up to the seat."""
    return orjson.dumps(shown.about_table())[:-1] + b',"seat":'


def write_seat(seat: SeatView) -> bytes:
    return orjson.dumps(seat._asdict())


def write_hands(hands: Sequence[HandView]) -> bytes:
    return orjson.dumps([hand._asdict() for hand in hands])


def write_event(hosted: Hosted, told: Told) -> bytes:
    """An event with its number; a payment with its arithmetic in words, the end of a round with its net."""
    data = {"number": told.number, **event_parts(told.event), **payment(hosted, told)}
    return orjson.dumps(data, write_part, orjson.OPT_PASSTHROUGH_DATACLASS)


def write_part(value: object) -> object:
    """A value of an event that is no plain text or number; a proof is JSON already."""
    return orjson.Fragment(format_proof(value)) if isinstance(value, RoundProof) else as_json(value)


def payment(hosted: Hosted, told: Told) -> dict[str, Json]:
    game = hosted.table.setup.game
    match told.event:
        case event.BetSettled() as settled:
            return {"words": payout_words(game, settled), "won_micros": won_micros(settled)}
        case event.EnvyPaid() as paid:
            return {"words": envy_words(game, paid, f"seat {paid.holder}")}
        case event.PrizePaid() | event.PrizeShared() | event.PrizeRefused():
            return {"words": speaker_to(hosted, ()).sentence(told.event)}
        case event.RoundClosed():
            return {"net_micros": {str(seat): micros for seat, micros in net_of(hosted, told).items()}}
    return {}


def net_of(hosted: Hosted, closed: Told) -> Mapping[int, int]:
    """By seat, of the round that is closed with this event."""
    before = (one.event for one in reversed(hosted.recent) if one.number < closed.number)
    return net_micros(takewhile(lambda one: not isinstance(one, event.BetsClosed), before))


def keypad_view(keypad: Keypad) -> dict[str, Any]:
    return asdict(view_keypad(keypad))
