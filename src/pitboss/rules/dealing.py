"""One round of a game for one seat, dealt from a shuffle: to see how it goes, or for somebody to decide."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from pitboss.cards import Card
from pitboss.rules.game import Game
from pitboss.rules.record import (
    Chosen,
    Dealt,
    Move,
    Opened,
    Peeked,
    Place,
    Record,
    Round,
    apply,
    hidden_places,
)
from pitboss.rules.step import Blank, Choose, Draw, Face, Option, Peek, Reveal, Slot, Step

SEAT = 1


@dataclass
class Dealing:
    """One seat with a unit on every wager, or on those named. Its round holds what the seat may see."""

    game: Game
    random: Random
    wagers: tuple[str, ...] = ()
    under: dict[int, Card] = field(default_factory=dict)
    taken: int = 0

    def __post_init__(self) -> None:
        wagers = self.wagers or self.game.wagers
        self.record = Record((self.game.seat(*wagers, number=SEAT),))
        self.round = Round((Place(SEAT, self.record.seats[0].wagers),), self.game.house)
        self.cards: list[Card] = []

    def play(self) -> Iterator[Step]:
        """Every step of the round, after it was answered; decisions are made by the toss of a coin."""
        for step in self.game.procedure(self.round):
            if isinstance(step, Choose):
                self.choose(step, self.random.choice(step.options))
            else:
                self.answer(step)
            yield step

    def answer(self, step: Step) -> None:
        """What the dealer does about a step."""
        match step:
            case Draw():
                self.make(step, Dealt(step.hand, self.draw(step)))
            case Reveal():
                places = hidden_places(self.round, step)
                opened = tuple((place, self.card_at(step.hand, place)) for place in places)
                self.make(step, Opened(step.hand, opened))
            case Peek():
                self.make(step, Peeked(step.hand, self.peek(step)))
            case _:
                pass

    def choose(self, step: Choose, option: Option) -> None:
        self.make(step, Chosen(step.seat, step.question, option.name))

    def make(self, step: Step, move: Move) -> None:
        apply(self.round, step, move)
        self.record = self.record.then(move)

    def draw(self, step: Draw) -> tuple[Slot, ...]:
        drawn = [self.take() for _ in range(step.count)]
        if step.face is not Face.DOWN:
            return tuple(card for _, card in drawn)
        self.under.update(drawn)
        return tuple(Blank(number) for number, _ in drawn)

    def take(self) -> tuple[int, Card]:
        """A card and a number for its blank; a toy deck that is used up is followed by another."""
        if not self.cards:
            self.cards = list(self.game.deck)
            self.random.shuffle(self.cards)
        self.taken += 1
        return self.taken, self.cards.pop()

    def peek(self, step: Peek) -> bool:
        cards = [self.card_at(step.hand, place) for place in range(len(self.round.hand(step.hand)))]
        return step.ranking.pick(step.ranking.worth(cards).atom, (step.line,)) is not None

    def card_at(self, hand: str, place: int) -> Card:
        slot = self.round.hand(hand)[place]
        return self.under[slot.number] if isinstance(slot, Blank) else slot
