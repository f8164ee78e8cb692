"""The dealer's lesson: a round lies open on the felt, and the trainee settles it in the house's order.

A round is dealt for a drill: one that was missed, by the rule of lessons, or else any that the game can
bring about, each as likely as the others. Every payment is judged at once; which drill a round is for
is not told.
"""

from dataclasses import dataclass

from pitboss.house.training.drill_round import drills_for, find_round
from pitboss.house.training.entry import bets_of, read_entries
from pitboss.house.training.felt import Felt, lay_out
from pitboss.house.training.lesson import AnswerVerdict, Course, Topics, TraineeAnswer, draw_weak
from pitboss.house.training.payment import ENVY
from pitboss.house.training.progress import RoleProgress
from pitboss.house.training.reckoning import Reckoning
from pitboss.house.training.table import Finished, plan_round, play
from pitboss.rules import Game
from pitboss.table.randomness import Randomness

DONE = ("done", "d", ".")


@dataclass(frozen=True)
class DrawnRound:
    drill: str
    finished: Finished


class DealerLesson(Course[DrawnRound]):
    _reckoning: Reckoning | None = None

    def draw(self, randomness: Randomness, topics: Topics, resting: tuple[str, ...]) -> DrawnRound:
        return draw(self.game, randomness, topics, resting)

    def topic_of(self, drawn: DrawnRound) -> str:
        return drawn.drill

    def ask(self) -> Felt:
        drawn = self.take_next()
        self._reckoning = Reckoning(drawn.finished)
        return lay_out(drawn.finished, self.number)

    def answer(self, answer: TraineeAnswer) -> tuple[AnswerVerdict, ...]:
        """A verdict for each payment up to the first mistake; what cannot be read is refused as a whole."""
        assert self._reckoning is not None, "ask first"
        if answer.text.strip().lower() in DONE:
            verdicts = self._reckoning.close(answer.milliseconds)
        else:
            entries = read_entries(answer.text, (*bets_of(self.game), ENVY))
            verdicts = self._reckoning.enter(entries, answer.milliseconds)
        self.keep(verdicts)
        return verdicts


def open_dealer_lesson(game: Game, seed: int, part: RoleProgress) -> DealerLesson:
    return DealerLesson(game, seed, dict(part.topics))


def draw(game: Game, randomness: Randomness, topics: Topics, resting: tuple[str, ...]) -> DrawnRound:
    """A round for a missed drill or for any, by the rule of lessons."""
    drills = {drill.name: drill for drill in drills_for(game)}
    known = {topic: tally for topic, tally in topics.items() if topic in drills}
    name = draw_weak(known, resting, randomness)
    if name is None and drills:
        name = list(drills)[randomness.below(len(drills))]
    found = find_round(game, drills[name], randomness) if name else None
    return DrawnRound(name or "", found or play(plan_round(game, randomness)))
