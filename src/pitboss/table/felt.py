"""The felt as one seat sees it: hands as they are played, what they make, and the money on every spot.

Cards are dealt to piles; which of them make a hand is for the game to say. Where its looks are numbered
(`hand 1`, `hand 2`) a seat may hold several hands, as after a split, and those looks are the hands;
elsewhere every pile of the seat is one. All of it is read from cards that the viewer may see.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from pitboss.cards import Card
from pitboss.rules import Game, Highest, Look, Looks, Place, Round, Slot
from pitboss.rules.hand import parse_hand
from pitboss.table.glance import HandView
from pitboss.table.money import pot_of
from pitboss.table.settlement import in_micros
from pitboss.table.state import State

NUMBERED = re.compile(r"hand \d+")


class FeltView(NamedTuple):
    shared: tuple[HandView, ...]
    """Hands that belong to no seat, such as the dealer's."""
    hands: Mapping[int, tuple[HandView, ...]]
    """Hands by seat, of every seat with a wager."""
    spots: Mapping[int, Mapping[str, int]]
    """What lies on each spot, by seat and bet, raises included; what is settled is off the felt."""


def view_felt(table: State, viewer: int | None) -> FeltView:
    if table.play is None:
        return FeltView((), {}, {seat: keep_spots(table, seat) for seat in table.seating.seats_in_round()})
    round_ = seen_round(table, viewer)
    return FeltView(
        tuple(find_shared(table, round_)),
        {place.number: keep_hands(table, round_, place, viewer) for place in round_.places},
        {place.number: keep_spots(table, place.number) for place in round_.places},
    )


def view_hands_of(table: State, seat: int) -> tuple[HandView, ...]:
    """The seat's own hands as it sees them."""
    if table.play is None:
        return ()
    kept = table.kept.felt.get(seat, {}).get(seat)
    if kept is not None:
        return kept
    round_ = seen_round(table, seat)
    return keep_hands(table, round_, round_.place(seat), seat)


def keep_hands(table: State, round_: Round, place: Place, viewer: int | None) -> tuple[HandView, ...]:
    """The hands of a seat for a viewer, found once until something changes them."""
    views = table.kept.felt.setdefault(place.number, {})
    if viewer not in views:
        views[viewer] = tuple(find_hands(table, round_, place))
    return views[viewer]


def seen_round(table: State, viewer: int | None) -> Round:
    """The round with blanks where the viewer may not look."""
    deal, hands = table.running.deal, open_hands(table)
    if viewer:
        hands |= {hand: deal.seen_by(viewer, hand) for hand in deal.closed if deal.closed[hand] == viewer}
    return replace(deal.round, hands=hands)


def open_hands(table: State) -> dict[str, tuple[Slot, ...]]:
    """Every hand as everybody sees it."""
    deal, kept = table.running.deal, table.kept.hands
    for hand in deal.round.hands:
        if hand not in kept:
            kept[hand] = deal.seen_by(None, hand)
    return {hand: kept[hand] for hand in deal.round.hands}


# -- hands -----------------------------------------------------------------------------------------


def find_hands(table: State, round_: Round, place: Place) -> Iterator[HandView]:
    looks = table.setup.game.looks(round_, place)
    numbered = tuple(numbered_hands(table.setup.game, looks))
    yield from numbered or piled_hands(table, round_, place, looks)


def numbered_hands(game: Game, looks: Looks) -> Iterator[HandView]:
    for name, look in looks.items():
        if NUMBERED.fullmatch(name) and isinstance(look, Look) and look.cards:
            yield HandView(name, show_slots(look.cards), describe(game, look))


def piled_hands(table: State, round_: Round, place: Place, looks: Looks) -> Iterator[HandView]:
    """The look of the seat's base wager tells what its hand makes, and which cards count; where the wager has
    no paytable, the first that looks at the hand."""
    named = table.setup.game.wagers[table.base_wager(place.number)].look
    own = looks.get(named) if named else look_at(looks, round_.hand(place.hand))
    counted = own.cards if isinstance(own, Look) else None
    for name, slots in round_.hands.items():
        hand = parse_hand(name)
        if hand.seat == place.number:
            words = describe(table.setup.game, own) if name == place.hand else ""
            aside = [n for n, slot in enumerate(slots) if counted is not None and slot not in counted]
            yield HandView(hand.name, show_slots(slots), words, tuple(aside))


def look_at(looks: Looks, hand: tuple[Slot, ...]) -> Look | None:
    return next((look for look in looks.values() if isinstance(look, Look) and look.cards == hand), None)


def find_shared(table: State, round_: Round) -> Iterator[HandView]:
    looks = table.setup.game.looks(round_, round_.places[0])
    for name, slots in round_.hands.items():
        if not parse_hand(name).seat:
            yield HandView(name, show_slots(slots), describe(table.setup.game, looks.get(name)))


def show_slots(slots: tuple[Slot, ...]) -> tuple[str, ...]:
    return tuple(map(str, slots))


def describe(game: Game, look: Look | Highest | None) -> str:
    """The look in a dealer's words; nothing while a card of it is hidden or still to come."""
    if not isinstance(look, Look):
        return ""
    cards = [slot for slot in look.cards if isinstance(slot, Card)]
    is_whole = len(cards) == len(look.cards) and len(cards) >= look.ranking.size
    return look.ranking.describe(cards, game.lines.get(look.ranking.name, ())) if is_whole else ""


# -- spots -----------------------------------------------------------------------------------------


def keep_spots(table: State, seat: int) -> Mapping[str, int]:
    """What lies on the seat's spots, found once until its money moves."""
    kept = table.kept.spots
    if seat not in kept:
        kept[seat] = {bet: stake for bet, stake in find_spots(table, seat) if stake}
    return kept[seat]


def find_spots(table: State, seat: int) -> Iterator[tuple[str, int]]:
    """A wager lies where its stakes are laid; once cards are out its bets tell how it is spread."""
    for wager, stake in table.seating.wagers[seat].items():
        rules = table.setup.game.wagers[wager]
        bets = rules.bets
        if table.play is None:
            yield from ((bet, stake) for bet in rules.laid)
        elif len(bets) == 1:
            yield bets[0], table.money.balances[pot_of(seat, wager)]
        else:
            yield from spread(table, table.play.deal.round.place(seat), wager)


def spread(table: State, place: Place, wager: str) -> Iterator[tuple[str, int]]:
    """What is at risk on each open bet of a wager."""
    game, left = table.setup.game, table.running.settlement.left.get(place.number, ())
    for bet in game.wagers[wager].bets:
        if bet in left:
            yield bet, in_micros(game.stake_on(place, wager, bet))
