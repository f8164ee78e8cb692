"""A round while it is dealt: the cards as they lie, who may see them, and the step that comes next.

The game's procedure runs here as a live generator. Cards that only their seat may look at are known to
the round but marked closed until the dealer opens them; cards that nobody has seen are blanks, and
what lies under them is kept apart. A blank's number is the card's position in the sealed shuffle.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from pitboss.cards import Card
from pitboss.rules import (
    Blank,
    Chosen,
    Dealt,
    Done,
    Draw,
    Face,
    Game,
    Opened,
    Option,
    Peek,
    Peeked,
    Place,
    Record,
    Reveal,
    Round,
    Seat,
    Slot,
    Step,
)
from pitboss.rules.hand import parse_hand
from pitboss.rules.irregularity import Irregularity
from pitboss.rules.record import Award, Move, apply, hidden_places
from pitboss.table.shuffler import CardSource


class WrongCountError(Exception):
    """The shuffler gave a packet with another number of cards than it should hold."""

    def __init__(self, hand: str, count: int, wanted: int) -> None:
        super().__init__(f"{count} cards instead of {wanted} for {hand}")
        self.hand = hand
        self.count = count


@dataclass(repr=False)
class Deal:
    game: Game
    seats: tuple[Seat, ...]
    source: CardSource
    start: int
    on_move: Callable[[], None] = lambda: None
    """Told before the cards change."""
    dealt: int = 0
    moves: list[Move] = field(default_factory=list)
    irregularities: list[Irregularity] = field(default_factory=list)
    awards: list[Award] = field(default_factory=list)
    under: dict[int, Card] = field(default_factory=dict)
    """What lies under the blanks, by position."""
    positions: defaultdict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    closed: dict[str, int] = field(default_factory=dict)
    """Hands that only their seat has seen."""
    exposed: dict[tuple[str, int], None] = field(default_factory=dict)
    """Cards that everybody has seen by accident."""
    packets: defaultdict[int | str, list[Card]] = field(default_factory=lambda: defaultdict(list))
    """What is left of a packet whose first cards went to another place of the same seat."""

    def __post_init__(self) -> None:
        self.round = Round(tuple(Place(seat.number, seat.wagers) for seat in self.seats), self.game.house)
        self.steps: Iterator[Step] = self.game.procedure(self.round)
        self.step: Step = Done()
        self.advance()

    def advance(self) -> None:
        self.step = next(self.steps, None) or Done()

    def _move(self, move: Move) -> None:
        self.on_move()
        apply(self.round, self.step, move)
        self.moves.append(move)

    # -- cards -----------------------------------------------------------------------------------

    def draw(self, step: Draw) -> tuple[Card, ...]:
        """Deal the cards that the step asks for; the caller says who may see them."""
        owner = parse_hand(step.hand).seat or step.hand
        first = self.start + self.dealt
        if len(self.packets[owner]) < step.count:
            self.packets[owner] += self._take(step)
        cards = tuple(self.packets[owner][: step.count])
        del self.packets[owner][: step.count]
        places = range(first, first + step.count)
        slots: tuple[Slot, ...] = cards
        if step.face is Face.DOWN:
            slots = tuple(map(Blank, places))
            self.under.update(zip(places, cards, strict=True))
        if step.face is Face.SEAT and step.seat is not None:
            self.closed[step.hand] = step.seat
        self._move(Dealt(step.hand, slots))
        self.positions[step.hand].extend(places)
        self.dealt += step.count
        return cards

    def _take(self, step: Draw) -> tuple[Card, ...]:
        wanted = min((size for size in self.game.packets if size >= step.count), default=step.count)
        cards = self.source.take(wanted)
        if len(cards) != wanted:
            raise WrongCountError(step.hand, len(cards), wanted)
        return cards

    def reveal(self, step: Reveal) -> tuple[tuple[int, Card], ...]:
        """Open cards; what everybody gets to see that was not seen before."""
        slots = self.round.hand(step.hand)
        hidden = hidden_places(self.round, step)
        opened = tuple((place, self.card_at(step.hand, place)) for place in hidden)
        was_closed = self.closed.pop(step.hand, None) is not None
        self._move(Opened(step.hand, opened))
        if not was_closed:
            return opened
        return tuple((place, self.card_at(step.hand, place)) for place in range(len(slots)))

    def peek(self, step: Peek) -> bool:
        cards = [self.card_at(step.hand, place) for place in range(len(self.round.hand(step.hand)))]
        atom = step.ranking.worth(cards).atom
        found = step.ranking.pick(atom, (step.line,)) is not None
        self._move(Peeked(step.hand, found))
        return found

    def choose(self, seat: int, question: str, option: Option) -> None:
        self._move(Chosen(seat, question, option.name))

    def card_at(self, hand: str, place: int) -> Card:
        slot = self.round.hand(hand)[place]
        return self.under[slot.number] if isinstance(slot, Blank) else slot

    # -- what may be seen ------------------------------------------------------------------------

    def seen_by(self, seat: int | None, hand: str) -> tuple[Slot, ...]:
        """A hand as one seat may see it, or as everybody may."""
        slots = self.round.hand(hand)
        if self.closed.get(hand, seat) == seat and not self.exposed:
            return slots
        return tuple(self._slot_for(seat, hand, place, slot) for place, slot in enumerate(slots))

    def _slot_for(self, seat: int | None, hand: str, place: int, slot: Slot) -> Slot:
        if (hand, place) in self.exposed:
            return self.card_at(hand, place)
        if self.closed.get(hand, seat) != seat:
            return Blank(self.positions[hand][place])
        return slot

    def record_for(self, seat: int | None) -> Record:
        """The record as one seat may know it; once every hand is open, it is the whole record."""
        counted: Counter[str] = Counter()
        moves: list[Move] = []
        for move in self.moves:
            if isinstance(move, Dealt):
                first = counted[move.hand]
                counted[move.hand] += len(move.cards)
                if self.closed.get(move.hand, seat) != seat:
                    places = self.positions[move.hand][first : counted[move.hand]]
                    move = Dealt(move.hand, tuple(map(Blank, places)))
            moves.append(move)
        return Record(self.seats, tuple(moves), tuple(self.irregularities), tuple(self.awards))

    def told_positions(self) -> list[int]:
        """Where cards lay that are no seat's secret: those that everybody has seen, and those nobody has."""
        common = (hand for hand in self.positions if hand not in self.closed)
        return self.open_positions() + [position for hand in common for position in self.positions[hand]]

    def open_positions(self) -> list[int]:
        """Where the cards that everybody has seen lay in the shuffle."""
        return [
            position
            for hand in self.round.hands
            for position, slot in zip(self.positions[hand], self.seen_by(None, hand), strict=True)
            if isinstance(slot, Card)
        ]
