"""What goes to a browser: events that it may know, and the table as it may see it now."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import Any

from pitboss.house.room.hosted import Hosted, Told
from pitboss.jackpot.controller import Keypad
from pitboss.jackpot.controller import view as view_keypad
from pitboss.reports.sentence import Speaker, envy_words, payout_words, won_micros
from pitboss.table import event
from pitboss.table.felt import view_felt
from pitboss.table.view import view
from pitboss.table.wire import Json, format_event


def seats_of(hosted: Hosted, player: str | None) -> tuple[int, ...]:
    """The seats whose cards the browser may see."""
    players = hosted.table.seating.players
    return tuple(sorted(seat for seat, name in players.items() if name == player)) if player else ()


def make_frame(hosted: Hosted, player: str | None, told: Iterable[Told]) -> dict[str, Json]:
    """For a player his own cards, for everybody else what everybody sees."""
    seats = seats_of(hosted, player)
    heard = [one for one in told if one.event.audience in (None, *seats)]
    return {
        "number": hosted.told,
        "events": [tell(hosted, one) for one in heard],
        "sentences": speaker(hosted, seats).tell(one.event for one in heard),
        "seats": list(seats),
        "view": table_view(hosted, seats),
        "felt": felt_view(hosted, seats),
    }


def speaker(hosted: Hosted, seats: Sequence[int]) -> Speaker:
    """Puts events into words for whoever sits there."""
    setup, players = hosted.table.setup, hosted.table.seating.players
    return Speaker(setup.game, seats[0] if len(seats) == 1 else None, dict(players))


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
    return {}


def table_view(hosted: Hosted, seats: Sequence[int]) -> dict[str, Any]:
    shown = view(hosted.table, seats[0] if seats else None).as_data()
    for seat in seats[1:]:
        own = view(hosted.table, seat).hands
        shown["hands"] = {**shown["hands"], **{h: c for h, c in own.items() if h.startswith(f"seat {seat} ")}}  # type: ignore[dict-item]
    return shown


def felt_view(hosted: Hosted, seats: Sequence[int]) -> dict[str, Json]:
    felt = view_felt(hosted.table, seats[0] if seats else None)
    hands = dict(felt.hands)
    for seat in seats[1:]:
        hands[seat] = view_felt(hosted.table, seat).hands.get(seat, ())
    return {
        "shared": [as_json_hand(hand) for hand in felt.shared],
        "hands": {str(seat): [as_json_hand(hand) for hand in held] for seat, held in hands.items()},
        "spots": {str(seat): dict(spots) for seat, spots in felt.spots.items()},
    }


def as_json_hand(hand: Any) -> Json:
    return {"name": hand.name, "cards": list(hand.cards), "words": hand.words, "aside": list(hand.aside)}


def keypad_view(keypad: Keypad) -> dict[str, Any]:
    return asdict(view_keypad(keypad))
