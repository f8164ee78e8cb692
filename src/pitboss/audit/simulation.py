"""A simulation beside the exact figures: every wager with its interval, every meter as it was fed and won."""

from dataclasses import dataclass
from fractions import Fraction

from pitboss.analysis.meter import MeterFigures
from pitboss.simulation.chunk import Gathered
from pitboss.simulation.estimate import WagerEstimate, estimate
from pitboss.simulation.meter import MeterCourse, play_meters
from pitboss.simulation.run import Ran
from pitboss.trial.outlook import Outlook, Pocket
from pitboss.trial.preparing import Ready


@dataclass(frozen=True)
class Simulation:
    """All there is to say of one run."""

    ready: Ready
    ran: Ran
    seed: int
    confidence: float
    """With which all intervals of the wagers hold together."""
    pocket: Pocket | None = None
    outlook: Outlook | None = None

    @property
    def estimates(self) -> tuple[WagerEstimate, ...]:
        return () if self.pocket else estimate_all(self.ready, self.ran.gathered, self.confidence)

    @property
    def courses(self) -> dict[str, tuple[MeterCourse, ...]]:
        """Every meter as it was fed and won."""
        if self.pocket:
            return {}
        ready, gathered = self.ready, self.ran.gathered
        awards = gathered.all_awards()
        return {
            wager: play_meters(
                awards,
                ready.prepared.outcomes[wager],
                ready.table.levels(wager),
                rounds=gathered.rounds,
                seats=ready.table.seats,
                standing=ready.table.terms_of(wager).meters,
            )
            for wager in ready.worths
            if ready.table.levels(wager)
        }

    def exact_top(self, wager: str, course: MeterCourse) -> Fraction | None:
        """The exact average of the whole-meter award, in the long run."""
        table, chances = self.ready.table.game.chosen[wager][0], self.ready.exact[wager].chances
        return MeterFigures(table, chances, {course.level: course.terms}).average_top(course.level)

    @property
    def disagreeing(self) -> tuple[WagerEstimate, ...]:
        """Wagers whose exact advantage lies outside the interval."""
        return tuple(one for one in self.estimates if one.agrees is False)


def estimate_all(ready: Ready, gathered: Gathered, confidence: float) -> tuple[WagerEstimate, ...]:
    """Every wager; together the intervals hold with the confidence (Bonferroni)."""
    each = 1 - (1 - confidence) / max(len(ready.worths), 1)
    return tuple(
        estimate(gathered, worth, place, ready.exact[wager], each)
        for place, (wager, worth) in enumerate(ready.worths.items())
    )
