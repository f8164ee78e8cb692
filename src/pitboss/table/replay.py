"""A round played again from its record: the same events, from the same table.

Cards come from the record instead of a shuffler, decisions from the seats that took them, and a meter
pays what the record says it paid. What the procedure did not foresee happens again where it did, by the
same people for the same reasons. A card that never lay open is dealt as some card and told to nobody.
"""

from collections import deque
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from fractions import Fraction
from itertools import zip_longest

from pitboss.base.error import InputError
from pitboss.base.money import MICROS
from pitboss.base.odds import Pay
from pitboss.cards import Card
from pitboss.rules import Blank, Chosen, Dealt, Game, Opened, Record
from pitboss.rules.irregularity import (
    Brought,
    Cured,
    Exposed,
    Faulted,
    Irregularity,
    Miscounted,
    PlayedOn,
    Swapped,
)
from pitboss.rules.notation import format_move
from pitboss.rules.record import Award as Paid
from pitboss.rules.record import Move
from pitboss.table import command, event
from pitboss.table.deal import Deal
from pitboss.table.incident import wrong_count
from pitboss.table.jurisdiction import GamesOnAHand, Jurisdiction, Seats, SingleWager
from pitboss.table.meter import Claim, CountedWager, MeterLevel, MeterPayment, meter_of
from pitboss.table.phase import Phase
from pitboss.table.randomness import SeededRandomness
from pitboss.table.seal import seal
from pitboss.table.settlement import in_micros
from pitboss.table.setup import Setup, SpotLimit
from pitboss.table.shuffler import SealedSource
from pitboss.table.table import DEALER_ACTS, Table

ANY_DAY = date(2000, 1, 1)
PLENTY = 10**9
"""Dollars: more than any wager of a round to be replayed, and less than anybody's chips."""
ANYWHERE = Jurisdiction(
    "anywhere",
    "Anywhere",
    (SingleWager(ANY_DAY, 10 * PLENTY, "a replay judges no limits", "A"),),
    (GamesOnAHand(ANY_DAY, 1_000, "a replay judges no limits", "A"),),
    (Seats(ANY_DAY, 1_000, "a replay judges no limits", "A"),),
)


def cards_of(game: Game, record: Record) -> tuple[Card, ...]:
    """The cards in the order in which they were dealt; one that never lay open may be any that is left."""
    dealt: list[Card | int] = []
    opened = dict(record.exposed)
    for number, move in enumerate(record.moves):
        if isinstance(move, Dealt):
            dealt += [slot.number if isinstance(slot, Blank) else slot for slot in move.cards]
        elif isinstance(move, Opened):
            hand = game.replay(replace(record, moves=record.moves[:number]))[0].hand(move.hand)
            for place, card in move.cards:
                blank = hand[place]
                assert isinstance(blank, Blank)
                assert isinstance(card, Card)
                opened[blank.number] = card
    known = [opened.get(slot) if isinstance(slot, int) else slot for slot in dealt]
    spare = spare_cards(game, [card for card in known if card])
    return tuple(card or next(spare) for card in known)


def spare_cards(game: Game, used: list[Card]) -> Iterator[Card]:
    left = dict(game.deck.copies)
    for card in used:
        left[card] -= 1
    yield from (card for card, copies in left.items() for _ in range(copies))


class RecordedCards(SealedSource):
    """Deals what the record says was dealt; nobody has to count its hands again."""

    shows_hands = True

    def __init__(self, game: Game, cards: tuple[Card, ...], *, name: str = "record") -> None:
        super().__init__(name, game.deck, SeededRandomness(0))
        rest = spare_cards(game, list(cards))
        self._sealed = seal((*cards, *rest), self.randomness)


@dataclass
class RecordedMeters:
    """Pays what the record says the meters paid, in that order."""

    awards: list[Paid] = field(default_factory=list)
    is_void: bool = False
    wagers: Collection[str] = ()
    """The progressive ones."""

    def stands(self, seat: int) -> bool:
        """A round that was void cannot have had a win that stood."""
        del seat
        return not self.is_void

    def waits(self, seat: int) -> bool:
        """What is replayed was decided long ago."""
        del seat
        return False

    def shown_micros(self, level: MeterLevel) -> int:
        del level
        return self.awards[0].micros if self.awards else 0

    def level_of(self, seat: int, bet: str, wager: str, pay: Pay) -> MeterLevel | None:
        """A fixed award is on the line where a meter has paid it."""
        is_told = wager in self.wagers and bool(self.awards) and self.awards[0][:2] == (seat, bet)
        return meter_of(wager, pay) or (MeterLevel(wager, "") if is_told else None)

    def count(self, wager: str, stakes: Mapping[int, int]) -> CountedWager:
        del wager, stakes
        return CountedWager(0)

    def reverse(self, wager: str) -> int:
        del wager
        return 0

    def end_round(self) -> None:
        pass

    def award(self, level: MeterLevel, share: Fraction, claim: Claim) -> MeterPayment:
        del claim
        if not self.awards:
            whole = "all" if share == 1 else f"{share * 100}%"
            raise InputError(
                f"{whole} of a meter was won on {level.wager} and the line does not say how much: "
                "add 'award seat N bet = amount'"
            )
        return MeterPayment(self.awards.pop(0).micros, 0)


def replay_table(game: Game, record: Record) -> Table:
    """A table at which the record's players sit with plenty of chips."""
    limit = SpotLimit(MICROS // 100, PLENTY * MICROS, MICROS // 100)
    seats = max((seat.number for seat in record.seats), default=1)
    setup = Setup(
        replace(game, house={**game.house, "two_adjacent_spots": True}),
        ANY_DAY,
        seats,
        dict.fromkeys(game.wagers, limit),
        ANYWHERE,
        is_live=False,
        is_judged=False,
        most_toke_micros=PLENTY * MICROS,
    )
    meters = RecordedMeters(list(record.awards), record.is_void, setup.progressives)
    return Table(setup, RecordedCards(game, cards_of(game, record)), meters)


def replay_round(game: Game, record: Record) -> Iterator[event.Event]:
    """Every event of the round that the line can tell, from the opening of the bets to its end."""
    unseen = unseen_hands(game, record)
    for happened in play_again(replay_table(game, record), record):
        if not (isinstance(happened, event.CardsLookedAt) and happened.hand in unseen):
            yield happened


def unseen_hands(game: Game, record: Record) -> frozenset[str]:
    """Hands with a card that never lay open: what their seats saw is not in the line."""
    hands = game.replay(record)[0].hands
    return frozenset(hand for hand, slots in hands.items() if any(isinstance(slot, Blank) for slot in slots))


def play_again(table: Table, record: Record) -> Iterator[event.Event]:
    yield from seat_players(table, record)
    yield from table.handle(command.CallNoMoreBets())
    deal, to_come = table.running.deal, deque(record.irregularities)
    while table.phase is not Phase.IDLE:
        if to_come and to_come[0].act <= table.running.acts:
            yield from meet(table, to_come.popleft())
        else:
            yield from next_events(table, record.moves)
    check_same(deal.moves, record)
    check_awards(deal.awards, record)
    if tuple(deal.irregularities) != record.irregularities:
        number = 2 + len(record.seats) + len(record.moves)
        raise InputError(f"field {number}: the irregularities are not those that such a round comes to")


def meet(table: Table, one: Irregularity) -> Sequence[event.Event]:
    """What was not foreseen happens again."""
    told = one.by, one.why
    match one:
        case Exposed(number=number):
            return table.handle(command.ExposeCard(*told, *find_card(table.running.deal, number)))
        case Miscounted(hand=hand, count=count):
            return wrong_count(table, *told, hand, count)
        case Faulted(source=source):
            table.source.name = source  # type: ignore[misc]
            return table.handle(command.ReportFault(*told))
        case Swapped(source=source):
            table.backup = RecordedCards(table.setup.game, (), name=source)
            return table.handle(command.SwapShuffler(*told))
        case Brought(source=source):
            table.backup, game = None, table.setup.game
            table.new_backup = lambda: RecordedCards(game, (), name=source)
            return table.handle(command.BringBackup(*told))
        case Cured():
            return table.handle(command.CureShuffler(*told))
        case PlayedOn():
            return table.handle(command.PlayOn(*told))
        case _:
            return table.handle(command.VoidRound(*told))


def find_card(deal: Deal, number: int) -> tuple[str, int]:
    """The hand and the place of the card that lay at a position of the shuffle."""
    for hand, positions in deal.positions.items():
        if number in positions:
            return hand, positions.index(number)
    raise InputError(f"'?{number}' was not dealt when it is said to have been exposed")


def check_same(played: Sequence[Move], record: Record) -> None:
    """What was played is what the line says, move by move; a blank stands for any card that stayed hidden."""
    first = 2 + len(record.seats)
    for number, (ours, theirs) in enumerate(zip_longest(played, record.moves), start=first):
        if theirs is None:
            raise InputError(f"field {number}: the line ends here, and the round goes on: a move is missing")
        if ours is None or not is_same(ours, theirs):
            raise InputError(f"field {number}: {format_move(theirs)!r} is not what these cards come to")


def is_same(ours: Move, theirs: Move) -> bool:
    if not (isinstance(ours, Dealt) and isinstance(theirs, Dealt)):
        return ours == theirs
    slots = zip_longest(ours.cards, theirs.cards)
    return ours.hand == theirs.hand and all(isinstance(slot, Blank) or card == slot for card, slot in slots)


def check_awards(paid: Sequence[Paid], record: Record) -> None:
    """Every award of the line was won, by the bet that it names."""
    if tuple(paid) != record.awards:
        number = 2 + len(record.seats) + len(record.moves) + len(record.irregularities)
        raise InputError(f"field {number}: an award is there that no hand of the round has won")


def seat_players(table: Table, record: Record) -> Iterator[event.Event]:
    for seat in record.seats:
        player = record.owners[seat.number]
        table.handle(command.TakeSeat(player, seat.number))
        table.handle(command.BuyIn(player, 1_000 * PLENTY * MICROS))
    yield from table.handle(command.OpenBets())
    for seat in record.seats:
        for wager in sorted(seat.wagers, key=lambda wager: not table.setup.game.wagers[wager].alone):
            stake = in_micros(seat.wagers[wager])
            yield from table.handle(command.PlaceWager(seat.number, wager, stake))
        for wager, toke in seat.tokes.items():
            yield from table.handle(command.PlaceToke(seat.number, wager, in_micros(toke)))


def next_events(table: Table, moves: Sequence[Move]) -> tuple[event.Event, ...]:
    """What the dealer does next, or what the seat decided."""
    if table.phase in DEALER_ACTS:
        return table.handle(table.dealers_act())
    if table.phase is not Phase.DECIDING:
        raise InputError(f"the line ends, and the table waits: {table.phase.words}")
    played = len(table.running.deal.moves)
    if played >= len(moves):
        raise InputError("the line ends before the round is over: a decision is missing")
    move = moves[played]
    if not isinstance(move, Chosen):
        raise InputError(f"{format_move(move)!r}: a decision of a seat comes before that")
    return table.handle(command.Decide(move.seat, move.question, move.option))
