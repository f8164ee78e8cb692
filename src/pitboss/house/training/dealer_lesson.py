"""The dealer's lesson: a round lies open on the felt, and the trainee settles it in the house's order.

A round is dealt for a drill: one that was missed, by the rule of lessons, or else any that the game can
bring about, each as likely as the others. Every payment is judged at once; which drill a round is for
is not told.
"""

from dataclasses import dataclass, field

from pitboss.house.training.drill_round import drills_for, find_round
from pitboss.house.training.entry import read_entries
from pitboss.house.training.felt import Felt, lay_out
from pitboss.house.training.lesson import REST, Ahead, Answer, Verdict, draw_weak, stream
from pitboss.house.training.payment import ENVY
from pitboss.house.training.progress import Part, TopicTally, add_mark
from pitboss.house.training.reckoning import Reckoning
from pitboss.house.training.table import Finished, plan_round, play
from pitboss.rules import Game
from pitboss.table.randomness import Randomness

DONE = ("done", "d", ".")


@dataclass(frozen=True)
class DrawnRound:
    drill: str
    finished: Finished


@dataclass
class DealerLesson:
    game: Game
    seed: int
    topics: dict[str, TopicTally] = field(default_factory=dict)
    number: int = 0
    asked: list[str] = field(default_factory=list)
    """The drills of all rounds so far."""

    def __post_init__(self) -> None:
        self._ahead = Ahead[DrawnRound]()
        self._reckoning: Reckoning | None = None
        self._start()

    @property
    def is_ready(self) -> bool:
        """Whether the next round comes at once."""
        return self._ahead.is_ready

    def ask(self) -> Felt:
        """The next round; the one after it is dealt in the background."""
        drawn = self._ahead.take()
        self._reckoning = Reckoning(drawn.finished)
        self.number += 1
        self.asked.append(drawn.drill)
        self._start()
        return lay_out(drawn.finished, self.number)

    def _start(self) -> None:
        game, seed, number = self.game, self.seed, self.number + 1
        topics, resting = dict(self.topics), tuple(self.asked[-REST:])
        self._ahead.start(lambda: draw(game, stream(seed, number), topics, resting))

    def answer(self, answer: Answer) -> tuple[Verdict, ...]:
        """A verdict for each payment up to the first mistake; what cannot be read is refused as a whole."""
        assert self._reckoning is not None, "ask first"
        if answer.text.strip().lower() in DONE:
            verdicts = self._reckoning.close(answer.milliseconds)
        else:
            entries = read_entries(answer.text, (*self.game.bets, ENVY))
            verdicts = self._reckoning.enter(entries, answer.milliseconds)
        for verdict in verdicts:
            if verdict.mark:
                add_mark(self.topics, verdict.mark)
        return verdicts


def open_dealer_lesson(game: Game, seed: int, part: Part) -> DealerLesson:
    return DealerLesson(game, seed, dict(part.topics))


def draw(
    game: Game, randomness: Randomness, topics: dict[str, TopicTally], resting: tuple[str, ...]
) -> DrawnRound:
    """A round for a missed drill or for any, by the rule of lessons."""
    drills = {drill.name: drill for drill in drills_for(game)}
    known = {topic: tally for topic, tally in topics.items() if topic in drills}
    name = draw_weak(known, resting, randomness)
    if name is None and drills:
        name = list(drills)[randomness.below(len(drills))]
    found = find_round(game, drills[name], randomness) if name else None
    return DrawnRound(name or "", found or play(plan_round(game, randomness)))
