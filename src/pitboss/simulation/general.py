"""The general dealer: rounds by a definition's own procedure, one after another, whatever the definition is.

It is slow and knows nothing of any game; nothing here is compiled or looked up. So it is the oracle of every
faster way: compiled rounds stand in for it only where they were seen to come out as here (`fit`). What a
round comes to is not known before it is dealt, so cells are numbered as they are met: a chunk names its
cells, and where chunks are gathered the same ones are put together.
"""

import hashlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar, Protocol

import numpy as np
from numpy.typing import NDArray

from pitboss.base.error import InputError
from pitboss.base.source import digest_of
from pitboss.cards import Card
from pitboss.rules import (
    Choose,
    Chosen,
    Dealt,
    Done,
    Draw,
    Game,
    Opened,
    Peek,
    Peeked,
    Reveal,
    Round,
    Seat,
    Step,
)
from pitboss.rules.fingerprint import fingerprint
from pitboss.rules.judge import worth as worth_of
from pitboss.rules.record import Move, Place, apply, ask
from pitboss.shape.tally import Outcome
from pitboss.simulation.money import WagerMoney, is_award, weigh
from pitboss.simulation.stream import State, word_at

if TYPE_CHECKING:
    from pitboss.simulation.session import SessionTerms

NextCard = Callable[[str, int], Card]
"""The card that comes to a place of a hand."""
Decide = Callable[[Round, Choose], str]
"""The option that a seat takes."""
Joint = tuple[Outcome, ...]
"""What every wager of a seat comes to, in the order of the wagers."""
Below = Callable[[int], int]
"""The next random number below a bound."""
UNIT = 2_772_000
"""Money is whole in parts of a bet that twelfths and hundredths have in common."""
PILOT = 500
"""Rounds that are dealt to see whether there is anything to decide."""
WORDS = 1 << 64


@dataclass(frozen=True)
class Rulebook:
    game: Game
    seats: tuple[Seat, ...]

    def play(self, card: NextCard, decide: Decide) -> Round:
        """A round from the first card to the last."""
        round_ = Round(tuple(Place(seat.number, seat.wagers) for seat in self.seats), self.game.house)
        steps = self.game.procedure(round_)
        step = ask(steps)
        while not isinstance(step, Done):
            apply(round_, step, self.answer(round_, step, card, decide))
            step = ask(steps)
        return round_

    def answer(self, round_: Round, step: Step, card: NextCard, decide: Decide) -> Move:
        match step:
            case Draw():
                start = len(round_.hand(step.hand))
                return Dealt(step.hand, tuple(card(step.hand, start + n) for n in range(step.count)))
            case Reveal():
                return Opened(step.hand, ())
            case Peek():
                found = worth_of(step.ranking, round_.hand(step.hand))
                return Peeked(step.hand, found.atom in step.ranking.line(step.line))
            case Choose():
                return Chosen(step.seat, step.question, decide(round_, step))
            case _:
                raise AssertionError("nothing else is answered by a move")


class DealtPlayer(Protocol):
    """How a seat decides."""

    @property
    def name(self) -> str: ...

    def choose(self, round_: Round, step: Choose, below: Below) -> str: ...


@dataclass(frozen=True)
class CoinTosser:
    name: str = "a coin-tosser: every option as likely as any other"

    def choose(self, round_: Round, step: Choose, below: Below) -> str:
        return step.options[below(len(step.options))].name


@dataclass(frozen=True)
class Cheapest:
    name: str = "always the cheapest option"

    def choose(self, round_: Round, step: Choose, below: Below) -> str:
        return step.options[0].name


@dataclass(frozen=True)
class General:
    """All that a worker needs to deal a definition's rounds."""

    game: Game
    wagers: tuple[str, ...]
    seats: int
    player: DealtPlayer
    meters: Mapping[str, Mapping[str, Fraction]]
    """Of each wager: where its meters stand still."""
    cell_count: ClassVar[int] = 0
    chunk_rounds: ClassVar[int] = 1 << 12

    def rounds(self, state: State, count: int) -> Iterator[tuple[Joint, ...]]:
        """What every seat comes to in each of the next rounds of a stream."""
        numbers = Numbers(int(state[0]), int(state[1]))
        seats = tuple(self.game.seat(*self.wagers, number=n) for n in range(1, self.seats + 1))
        book, deck = Rulebook(self.game, seats), tuple(self.game.deck)
        for _ in range(count):
            left = list(deck)
            round_ = book.play(
                lambda *_, left=left: self.draw(left, numbers),
                lambda round_, step: self.player.choose(round_, step, numbers.below),
            )
            yield tuple(self.settle(round_, seat.number) for seat in seats)
            state[1] = numbers.counter

    def draw(self, left: list[Card], numbers: "Numbers") -> Card:
        """Any card that is left; the last one takes its place."""
        if not left:
            raise InputError(f"the cards ran out with {self.seats} seats; take fewer seats or more decks")
        place = numbers.below(len(left))
        left[place], left[-1] = left[-1], left[place]
        return left.pop()

    def settle(self, round_: Round, seat: int) -> Joint:
        settled = self.game.settle(round_, seat)
        return tuple(settled[wager] for wager in self.wagers)

    def asks(self, state: State) -> bool:
        """Whether some seat has something to decide in the first rounds of a stream."""
        watching = Watching(self.player)
        for _ in General(self.game, self.wagers, self.seats, watching, self.meters).rounds(state, PILOT):
            pass
        return watching.was_asked

    def worths(self, met: tuple[Joint, ...]) -> dict[str, WagerMoney]:
        """What each wager is worth in every cell that was met."""
        return {
            wager: weigh(
                self.game, wager, [joint[place] for joint in met], self.meters.get(wager, {}), unit=UNIT
            )
            for place, wager in enumerate(self.wagers)
        }

    def deal_sessions(
        self, state: State, rounds: int, terms: "SessionTerms"
    ) -> tuple[NDArray[np.int32], NDArray[np.int64], NDArray[np.int64]]:
        """Cells of rounds, and what a cell brings the player's own seat and another seat's player."""
        met: dict[Joint, int] = {}
        dealt = [[met.setdefault(joint, len(met)) for joint in seats] for seats in self.rounds(state, rounds)]
        nets, envies = np.zeros(len(met), np.int64), np.zeros(len(met), np.int64)
        for wager, worth in self.worths(tuple(met)).items():
            factor = terms.unit // UNIT * terms.bets[wager]
            nets += np.array([int(net * factor) for net in worth.nets.tolist()], np.int64)
            envies += np.array([int(envy * factor) for envy in worth.envies.tolist()], np.int64)
        return np.array(dealt, np.int32), nets, envies

    def compile(self) -> None:
        """There is nothing to compile."""

    @property
    def fingerprint(self) -> str:
        """Of the definition, of who plays, and of the code that deals."""
        about = f"{fingerprint(self.game)} {self.wagers} {self.player.name} {self.meters}"
        return hashlib.sha256(f"{about} {digest_of(__name__)}".encode()).hexdigest()


@dataclass
class Watching:
    """Another's play, and whether it was asked for."""

    player: DealtPlayer
    was_asked: bool = False
    name: str = ""

    def choose(self, round_: Round, step: Choose, below: Below) -> str:
        self.was_asked = True
        return self.player.choose(round_, step, below)


@dataclass
class Numbers:
    """The numbers of a stream, one after another."""

    key: int
    counter: int

    def below(self, bound: int) -> int:
        """Evenly: what would favour small numbers is thrown away."""
        while True:
            scaled = word_at(self.key, self.counter) * bound
            self.counter += 1
            if scaled % WORDS >= WORDS % bound:
                return scaled // WORDS


def count_rounds(
    general: General, state: State, rounds: int
) -> tuple[tuple[Joint, ...], NDArray[np.int64], NDArray[np.int64]]:
    """The cells that the next rounds of a stream meet, how often, and the awards from meters in order: round,
    seat and cell."""
    met: dict[Joint, int] = {}
    counts: list[int] = []
    awards = []
    paid: list[bool] = []
    for number, seats in enumerate(general.rounds(state, rounds)):
        for seat, joint in enumerate(seats, start=1):
            cell = met.setdefault(joint, len(met))
            if cell == len(counts):
                counts.append(0)
                paid.append(any(map(is_award, joint)))
            counts[cell] += 1
            if paid[cell]:
                awards.append((number, seat, cell))
    return tuple(met), np.array(counts, np.int64), np.array(awards, np.int64).reshape(-1, 3)
