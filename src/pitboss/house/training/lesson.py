"""What lessons share: answers, verdicts, and which question comes next.

A lesson is a conversation without screen or clock. It asks a question, which is data; it is given an
answer, which is words and how long they took; it returns verdicts. Who prints and reads is another
matter.

How the next question is drawn. A topic that was missed comes back with the weight

    miss rate x (1 + price of a miss, in dimes, at most 2) x 1/2 for each right answer since the last miss

and with W the sum of these weights, the next question is a missed topic, each by its weight, with the
chance W/(W+1); otherwise it is a fresh one. The topics of the last two questions take a rest. So what is
missed often and dearly returns soon, and leaves when it is known.

A draw is a pure function of the seed, the number of the question and the progress at that moment. It is
made while the trainee thinks about the question before, so the answer to that one does not count yet; and
a session repeats exactly from the same seed, the same progress and the same answers.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from fractions import Fraction
from threading import Thread
from typing import Generic, TypeVar

from pitboss.base.money import MICROS
from pitboss.house.training.progress import TopicMark, TopicTally, add_mark
from pitboss.rules import Game
from pitboss.table.randomness import Randomness, SeededRandomness

REST = 2
"""So many questions pass before a topic may come back."""
DIME = MICROS // 10
MOST_DIMES = 2
LONG_KNOWN = 20
"""Right answers in a row after which nothing of a miss is left."""
SCALE = 1_000_000
"""Weights are drawn as whole numbers of this."""
MOST_QUESTIONS = 2**32
Topics = dict[str, TopicTally]


@dataclass(frozen=True)
class TraineeAnswer:
    """What the trainee said, and after how long."""

    text: str
    milliseconds: int = 0


@dataclass(frozen=True)
class AnswerVerdict:
    is_right: bool
    sentence: str
    is_over: bool
    """Whether the question is done with."""
    mark: TopicMark | None = None
    """What it adds to progress."""

    @property
    def is_mistake(self) -> bool:
        """Whether the trainee should stop and read it; the sum at the end of a round is no news."""
        return not self.is_right and (self.mark is not None or not self.is_over)


# -- what comes back -------------------------------------------------------------------------------


def weight(tally: TopicTally) -> Fraction:
    """How strongly a topic asks to come back: the rule above."""
    if not tally.missed:
        return Fraction(0)
    dimes = min(Fraction(tally.cost_micros, tally.missed * DIME), Fraction(MOST_DIMES))
    return tally.miss_rate * (1 + dimes) * Fraction(1, 1 << min(tally.right_since, LONG_KNOWN))


def draw_weak(topics: Mapping[str, TopicTally], resting: Sequence[str], randomness: Randomness) -> str | None:
    """A missed topic with the chance W/(W+1), or none for a fresh question."""
    weights = {topic: weight(tally) for topic, tally in sorted(topics.items()) if topic not in resting}
    names: list[str | None] = [*weights, None]
    return pick(names, [*weights.values(), Fraction(1)], randomness)


Thing = TypeVar("Thing")


def pick(things: Sequence[Thing], weights: Sequence[Fraction], randomness: Randomness) -> Thing:
    """One of the things, each by its weight; by equal chances if no weight is above zero."""
    whole = [int(SCALE * one) for one in weights]
    if not any(whole):
        whole = [1] * len(whole)
    drawn = randomness.below(sum(whole))
    for thing, share in zip(things, whole, strict=True):
        drawn -= share
        if drawn < 0:
            return thing
    raise AssertionError("the shares add up to their sum")


def stream(seed: int, number: int) -> SeededRandomness:
    """A generator of its own for each question of a session."""
    assert 0 <= number < MOST_QUESTIONS
    return SeededRandomness(seed * MOST_QUESTIONS + number)


# -- the next question -----------------------------------------------------------------------------


@dataclass
class Course(ABC, Generic[Thing]):
    """What lessons share: the topics so far, and the next question, drawn while the trainee thinks."""

    game: Game
    seed: int
    topics: dict[str, TopicTally] = field(default_factory=dict)
    number: int = 0
    asked: list[str] = field(default_factory=list)
    """The topics of all questions so far."""

    def __post_init__(self) -> None:
        self._ahead = Ahead[Thing]()
        self._start()

    @abstractmethod
    def draw(self, randomness: Randomness, topics: Topics, resting: tuple[str, ...]) -> Thing:
        """A question, from nothing but what is handed over: it runs in the background."""

    @abstractmethod
    def topic_of(self, drawn: Thing) -> str: ...

    @property
    def is_ready(self) -> bool:
        """Whether the next question comes at once."""
        return self._ahead.is_ready

    def take_next(self) -> Thing:
        """The next question; the one after it is drawn in the background."""
        drawn = self._ahead.take()
        self.number += 1
        self.asked.append(self.topic_of(drawn))
        self._start()
        return drawn

    def _start(self) -> None:
        randomness = stream(self.seed, self.number + 1)
        topics, resting = dict(self.topics), tuple(self.asked[-REST:])
        self._ahead.start(lambda: self.draw(randomness, topics, resting))

    def keep(self, verdicts: Iterable[AnswerVerdict]) -> None:
        """Let marks count for what comes back."""
        for verdict in verdicts:
            if verdict.mark:
                add_mark(self.topics, verdict.mark)


class Ahead(Generic[Thing]):
    """Draws the next thing while somebody thinks about the last one."""

    def __init__(self) -> None:
        self._next: Future[Thing] | None = None

    @property
    def is_ready(self) -> bool:
        return self._next is not None and self._next.done()

    def start(self, draw: Callable[[], Thing]) -> None:
        """Begin in the background; nobody waits for it when the program ends."""
        self._next = future = Future[Thing]()

        def run() -> None:
            try:
                future.set_result(draw())
            except BaseException as problem:
                future.set_exception(problem)

        Thread(target=run, daemon=True, name="next question").start()

    def take(self) -> Thing:
        """Wait for it if need be."""
        assert self._next is not None, "nothing was begun"
        found, self._next = self._next, None
        return found.result()
