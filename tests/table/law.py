"""The laws of a live table, each a small function; `Watch` holds a table to all of them at every command."""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from functools import cache, partial
from types import GeneratorType, SimpleNamespace
from typing import Any

from pitboss.base.error import PitbossError
from pitboss.base.money import MICROS
from pitboss.base.odds import Kind
from pitboss.cards import Card, Ranking
from pitboss.reports.sentence import BYSTANDER, Speaker, seats_named
from pitboss.rules import Blank, Done, Draw, Face, Game, Result, Reveal
from pitboss.rules.envy import envies
from pitboss.rules.notation import format_record, parse_record
from pitboss.table import command, event
from pitboss.table.command import Command
from pitboss.table.event import Event
from pitboss.table.felt import FeltView, view_felt, view_hands_of
from pitboss.table.glance import HandView
from pitboss.table.phase import TRANSITIONS
from pitboss.table.proof import (
    RoundProof,
    ShuffleProof,
    format_proof,
    parse_proof,
    verify_round,
    verify_shuffle,
)
from pitboss.table.seal import SealedDeck
from pitboss.table.table import Table
from pitboss.table.view import view

PLAIN = frozenset({type(None), bool, int, str, bytes, Fraction, Card, Blank, HandView})
"""What never changes."""
WRITTEN = frozenset({type(None), bool, int, str})
"""What is on the wire as it is."""
MUTABLE = SimpleNamespace(frozen=False)
CARD = re.compile(r"\b[2-9TJQKA][cdhs]\b")
CENT = MICROS // 100
ALL = 0
"""Seen by everybody; otherwise the number of the one seat that has seen a card, or None."""


# -- the state of a table, as a value --------------------------------------------------------------


def freeze(value: object) -> object:
    """All that can change of a table, down to private fields, as a value that can be compared."""
    FROZEN.clear()
    return freezer_of(type(value))(value)


FROZEN: dict[int, object] = {}
"""Objects that were frozen in this look at a table: several may hold the same one."""


@cache
def freezer_of(kind: type) -> Callable[[Any], object]:
    """How a value of this kind is made one that can be compared; found once, for there are millions."""
    if kind in PLAIN or issubclass(kind, Enum | Ranking):
        return itself
    if issubclass(kind, dict):
        return freeze_mapping
    if issubclass(kind, list | tuple):
        return freeze_sequence
    if issubclass(kind, set | frozenset):
        return frozenset
    if issubclass(kind, GeneratorType):
        return lambda value: value.gi_frame.f_lineno if value.gi_frame else "over"
    if getattr(kind, "__dataclass_params__", MUTABLE).frozen:
        return itself
    if any("__dict__" in vars(base) for base in kind.__mro__):
        return freeze_object
    assert issubclass(kind, Callable | Iterator), f"cannot tell whether a {kind.__name__} changes"
    return id


def itself(value: object) -> object:
    return value


def freeze_object(value: object) -> object:
    if id(value) not in FROZEN:
        FROZEN[id(value)] = type(value).__name__, freeze_mapping(vars(value))
    return FROZEN[id(value)]


def freeze_mapping(values: dict[object, object]) -> object:
    return tuple(values), freeze_sequence(values.values())


def freeze_sequence(values: Iterable[object]) -> object:
    return tuple([value if (kind := type(value)) in PLAIN else freezer_of(kind)(value) for value in values])


# -- the wire form ---------------------------------------------------------------------------------


def as_plain(value: object) -> object:
    kind = type(value)
    return value if kind in WRITTEN else writer_of(kind)(value)


@cache
def writer_of(kind: type) -> Callable[[Any], object]:
    """How a value of this kind goes over the wire."""
    if issubclass(kind, Card | Blank):
        return str if issubclass(kind, Card) else lambda _: "??"
    if is_dataclass(kind):
        return partial(write_parts, kind.__name__, [field.name for field in fields(kind)])
    if issubclass(kind, bytes):
        return bytes.hex
    if issubclass(kind, Mapping):
        return lambda values: {str(key): as_plain(inner) for key, inner in values.items()}
    if issubclass(kind, list | tuple):
        return write_list
    return itself if issubclass(kind, str | int) else str


def write_parts(name: str, parts: list[str], value: object) -> object:
    inner = {part: as_plain(getattr(value, part)) for part in parts}
    return {name: inner, "words": [getattr(value, word, "") for word in ("does", "says")]}


def write_list(values: Iterable[object]) -> object:
    return [value if (kind := type(value)) in WRITTEN else writer_of(kind)(value) for value in values]


def wire_of_view(table: Table, seat: int | None) -> str:
    return json.dumps(view(table, seat).as_data())


def wire_of_felt(table: Table, seat: int | None) -> str:
    return json.dumps(as_plain(view_felt(table, seat)))


def wire_of_event(happened: Event) -> str:
    return json.dumps(as_plain(happened))


def cards_in(text: str) -> Counter[str]:
    return Counter(CARD.findall(text))


Parts = dict[str, tuple[object, list[str]]]
"""Parts of a view or a felt at one moment, with the cards that are written on each."""


def felt_in_parts(felt: FeltView) -> dict[str, object]:
    hands = {f"hands of {seat}": hands for seat, hands in felt.hands.items()}
    return {"shared": felt.shared, "spots": felt.spots, **hands}


def cards_on(parts: Mapping[str, object], known: Parts) -> Counter[str]:
    """All cards on the wire; what one seat sees as the seat before it is not written out again."""
    found: list[str] = []
    for name, part in parts.items():
        if name not in known or known[name][0] != part:
            known[name] = part, CARD.findall(json.dumps(as_plain(part)))
        found += known[name][1]
    return Counter(found)


# -- money -----------------------------------------------------------------------------------------


def check_money(table: Table, bought: int) -> None:
    """Nothing comes or goes: chips, pots, tray, meters and the house's seeds are what the cage sold."""
    balances = table.money.balances
    assert sum(balances.values()) == 0
    assert -balances["cage"] == bought
    for account, micros in balances.items():
        assert micros >= 0 or not account.startswith(("player ", "pot ")), f"{account} owes {micros}"


def meter_total(table: Table) -> int:
    return sum(meter.amount_micros for meter in table.meters.levels.values())


def check_round_line(line: str, told: Iterable[Event]) -> None:
    """The line parses back to itself, and its replay settles every bet as the table did (laws 4 and 5)."""
    game, record = parse_record(line)
    assert format_record(game, record) == line
    round_, step = game.replay(record)
    assert isinstance(step, Done)
    settled = {(e.seat, e.bet): e for e in told if isinstance(e, event.BetSettled)}
    awards = {(seat, bet): micros for seat, bet, micros in record.awards}
    for seat in record.seats:
        for wager, results in game.settle(round_, seat.number).items():
            for bet, result in zip(game.wagers[wager].bets, results, strict=True):
                if result.stake or result.base:
                    award = awards.pop((seat.number, bet), None)
                    assert (award is not None) is (result.pay.kind is Kind.METER)
                    check_alike(settled.pop((seat.number, bet)), result, award)
    assert not awards, "an award without a meter win"
    assert not settled, "a bet that the replay does not settle"
    again = Counter(
        envy for wager in game.wagers for envy in envies(game, round_, wager, owners=record.owners)
    )
    paid = Counter(
        (e.seat, e.wager, e.holder, e.line, e.micros) for e in told if isinstance(e, event.EnvyPaid)
    )
    assert paid == Counter((e.seat, e.wager, e.holder, e.line, e.micros) for e in again.elements())


def check_alike(settled: event.BetSettled, result: Result, award: int | None) -> None:
    """Table and replay agree to the cent, and to the last digit where the exact amount is whole cents.

    Half of $5.01 is no amount of chips: what is paid is exact for the stake that was taken.
    """
    assert settled.result == result.name
    taken = Fraction(settled.stake_micros, MICROS) / result.stake if result.stake else 1
    payout = Fraction(award, MICROS) if award is not None else (result.stake + result.net({})) * taken
    paid = settled.payout_micros + settled.withheld_micros
    for found, exact in ((settled.stake_micros, result.stake), (paid, payout)):
        off = abs(exact * MICROS - found)
        assert off < CENT if exact * MICROS % CENT else off == 0


def check_settled_once(told: Iterable[Event], game: Game) -> None:
    """Every bet is settled once, takes no more than its stake, and all that was staked is accounted for."""
    seen = Counter((e.seat, e.bet) for e in told if isinstance(e, event.BetSettled))
    assert not [bet for bet, times in seen.items() if times > 1]
    staked = staked_by_seat(told, game)
    for e in told:
        match e:
            case event.BetSettled() | event.TokeSettled():
                assert e.payout_micros >= 0
                staked[e.seat] -= e.stake_micros
            case event.StakeReturned():
                staked[e.seat] -= e.micros
    assert not any(staked.values()), f"staked and not settled: {staked}"


def check_view(table: Table) -> None:
    """A view shows the table as it is, not as it was when something was last looked at."""
    dealt = [place.number for place in table.play.deal.round.places] if table.play else []
    kept, seen = table.kept, view(table)
    felt, own = view_felt(table, None), [view_hands_of(table, seat) for seat in dealt]
    table.kept = type(kept)()
    assert view(table) == seen
    assert view_felt(table, None) == felt
    assert [view_hands_of(table, seat) for seat in dealt] == own
    table.kept = kept
    assert (seen.phase, seen.round) == (table.phase.value, table.number)
    spots = view_felt(table, None).spots
    for seat in seen.seats:
        assert seat.chips_micros == table.chips(seat.player)
        pots = [
            micros
            for name, micros in table.money.balances.items()
            if name.startswith(f"pot {seat.number} ") and not name.endswith(" toke")
        ]
        assert seat.in_play_micros == sum(pots)
        assert sum(spots.get(seat.number, {}).values()) == sum(pots)


def check_spoken(happened: Event, table: Table) -> None:
    """A seat that an event does not name is told the same of it as every other such seat."""
    game, players = table.setup.game, dict(table.seating.players)
    told = Speaker(game, BYSTANDER, players).sentence(happened)
    for seat in players.keys() - seats_named(happened, players):
        assert Speaker(game, seat, players).sentence(happened) == told


def staked_by_seat(told: Iterable[Event], game: Game) -> Counter[int]:
    """What each seat put down in a round and did not take back, raises included."""
    placed = {}
    for e in told:
        match e:
            case event.WagerPlaced():
                placed[e.seat, e.wager] = e.stake_micros * game.wagers[e.wager].stakes
            case event.WagerTakenBack():
                del placed[e.seat, e.wager]
            case event.TokePlaced():
                placed[e.seat, f"{e.wager} toke"] = e.stake_micros
            case event.DecisionTaken():
                placed[e.seat, e.question] = e.stake_micros
    staked: Counter[int] = Counter()
    for (seat, _), micros in placed.items():
        staked[seat] += micros
    return +staked


# -- the watch -------------------------------------------------------------------------------------


class Watch:
    """Sends commands to a table and holds it to its laws."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.bought = 0
        self.seeded = meter_total(table)
        self.told: list[Event] = []
        """Since the bets were opened."""
        self.before: dict[str, int] = {}
        """What every account held before the round: a void round leaves that."""
        self.meters_before = ""
        self.drawn: list[list] = []
        """Every card that has left the shuffle in this round: card, hand, who has seen it."""
        self.refused = self.closed = self.voided = 0
        self._between_rounds()

    def send(self, asked: Command) -> list[Event] | None:
        """What happened, or None if the table refused, in which case nothing may have changed."""
        table, phase, was = self.table, self.table.phase, freeze(self.table)
        step = table.play.deal.step if table.play else None
        at = table.play.deal.start + table.play.deal.dealt if table.play else 0
        sealed = table.source.sealed if table.play else None
        if isinstance(asked, command.OpenBets) and (phase, type(asked)) in TRANSITIONS:
            self._between_rounds()
        try:
            events = table.handle(asked)
        except PitbossError:
            assert freeze(table) == was, f"refused {asked} and changed the table"
            self.refused += 1
            return None
        targets = TRANSITIONS[phase, type(asked)] or {phase}
        assert table.phase in targets
        assert events, f"{asked} was done and nobody heard of it"
        self.told += events
        self._count_chips(events)
        has_failed = any(isinstance(e, event.FaultReported) for e in events)
        if isinstance(asked, command.Proceed) and sealed and table.play and not has_failed:
            self._see(step, sealed, at)
        self._see_exposed(events)
        self._hear(events)
        check_money(table, self.bought)
        assert meter_total(table) - self.seeded == table.money.balances["meter"]
        for e in events:
            if isinstance(e, event.RoundClosed):
                self._close(e)
            if isinstance(e, event.RoundVoided):
                self._void(e)
        self._look()
        return list(events)

    def _between_rounds(self) -> None:
        self.told, self.drawn = [], []
        self.before = {name: micros for name, micros in self.table.money.balances.items() if micros}
        self.meters_before = repr(self.table.meters)

    def _count_chips(self, events: Iterable[Event]) -> None:
        for e in events:
            sign = isinstance(e, event.BoughtIn) - isinstance(e, event.CashedOut)
            if sign:
                self.bought += sign * e.micros
                for account, owner in (("cage", -1), (f"player {e.player}", 1)):
                    self.before[account] = self.before.get(account, 0) + sign * owner * e.micros

    # -- who has seen which card ---------------------------------------------------------------

    def _see(self, step: object, sealed: SealedDeck, at: int) -> None:
        """The rules say which cards move and who looks; the shuffle says what they are."""
        match step:
            case Draw():
                audience = {Face.UP: ALL, Face.SEAT: step.seat, Face.DOWN: None}[step.face]
                self.drawn += [[sealed.cards[at + n], step.hand, audience] for n in range(step.count)]
            case Reveal():
                own = [card for card in self.drawn if card[1] == step.hand]
                for place in range(len(own)) if step.places is None else step.places:
                    own[place][2] = ALL

    def _see_exposed(self, events: Iterable[Event]) -> None:
        for e in events:
            if isinstance(e, event.CardExposed):
                own = [card for card in self.drawn if card[1] == e.hand]
                own[e.place][2] = ALL
                assert own[e.place][0] == e.card

    def seen_by(self, seat: int | None) -> Counter[str]:
        return Counter(str(card) for card, _, audience in self.drawn if audience in (ALL, seat or ALL))

    def _hear(self, events: Iterable[Event]) -> None:
        """No event tells a card to somebody who may not know it."""
        for e in events:
            check_spoken(e, self.table)
            if isinstance(e, event.ShuffleOpened):
                self._check_opened(e)
            else:
                assert cards_in(wire_of_event(e)).keys() <= self.seen_by(e.audience).keys(), e

    def _check_opened(self, opened: event.ShuffleOpened) -> None:
        """Whole or not at all: if a seat's cards stayed hidden, all the others together would tell them."""
        assert not [hand for _, hand, audience in self.drawn if audience not in (ALL, None)]
        assert self.table.source.needs_shuffle or self.table.source.commitment != opened.commitment
        assert verify_shuffle(ShuffleProof(opened.commitment, opened.opening), self.table.setup.game)

    def _look(self) -> None:
        """No view holds a card that its seat has not seen; cards lie on the table once each (law 3)."""
        known: Parts = {}
        for seat in (None, *range(1, self.table.setup.seats + 1)):
            seen = self.seen_by(seat)
            for parts in (view(self.table, seat).as_data(), felt_in_parts(view_felt(self.table, seat))):
                found = cards_on(parts, known)
                assert found <= seen, f"seat {seat} sees {found - seen}"
        check_view(self.table)

    # -- the end of a round ----------------------------------------------------------------------

    def _close(self, closed: event.RoundClosed) -> None:
        self.closed += 1
        check_round_line(closed.proof.line, self.told)
        check_settled_once(self.told, self.table.setup.game)
        self._check_proof(closed.proof)
        left = {name: m for name, m in self.table.money.balances.items() if m and name.startswith("pot ")}
        assert not left, f"money left on the layout: {left}"
        self._between_rounds()

    def _void(self, voided: event.RoundVoided) -> None:
        """Every wager went back: all accounts and meters are as they were before the round."""
        self.voided += 1
        now = {name: micros for name, micros in self.table.money.balances.items() if micros}
        assert now == {name: micros for name, micros in self.before.items() if micros}
        assert repr(self.table.meters) == self.meters_before
        assert dict(voided.returned) == staked_by_seat(self.told, self.table.setup.game)
        if voided.proof:
            game, record = parse_record(voided.proof.line)
            assert record.is_void
            assert format_record(game, record) == voided.proof.line
            self._check_proof(voided.proof)
        self._between_rounds()

    def _check_proof(self, proof: RoundProof) -> None:
        """The shuffle that was committed to before the cards is the one that was dealt."""
        assert parse_proof(format_proof(proof)) == proof
        sealed = [e for e in self.told if isinstance(e, event.ShuffleSealed)]
        assert (proof.commitment, proof.start) == (sealed[-1].commitment, sealed[-1].start)
        assert verify_round(proof)
        open_now = Counter(str(one.card) for one in proof.opening.opened)
        assert open_now == self.seen_by(None), "exactly the cards that everybody has seen are opened"
