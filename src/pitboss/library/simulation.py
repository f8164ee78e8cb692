"""A simulation, with its intervals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pitboss.audit.simulation import Simulation
from pitboss.base.error import InputError, find_name
from pitboss.base.figure import format_percent
from pitboss.base.notebook import html_table
from pitboss.reports.form import format_text
from pitboss.reports.simulation_sheet import interval_words, simulation_data, simulation_page
from pitboss.simulation.estimate import Range, WagerEstimate, estimate

if TYPE_CHECKING:
    from pitboss.reports.form import Json

USUAL = 0.99
LEAST, MOST = 0.5, 0.999999


@dataclass(frozen=True, repr=False)
class Simulated:
    """Rounds that were dealt, and what they say of each wager; the same seed deals the same rounds."""

    run: Simulation
    """What the reports make of it; it may change."""

    @property
    def rounds(self) -> int:
        """How many were dealt."""
        return self.run.ran.gathered.rounds

    @property
    def seed(self) -> int:
        """With which the same rounds are dealt again."""
        return self.run.seed

    @property
    def wagers(self) -> tuple[str, ...]:
        """The ids of those that were placed."""
        return tuple(self.run.ready.worths)

    def interval(self, wager: str, confidence: float = USUAL) -> Range:
        """The house advantage that was seen, and between what the true one lies with the confidence."""
        return self.estimate(wager, confidence).advantage

    def estimate(self, wager: str, confidence: float = USUAL) -> WagerEstimate:
        """All that was seen of one wager, beside the exact figures."""
        if not LEAST <= confidence <= MOST:
            raise InputError(f"a confidence lies between {LEAST} and {MOST}, not at {confidence!r}")
        ready = self.run.ready
        found = find_name("wager", wager, self.wagers)
        place = self.wagers.index(found)
        return estimate(self.run.ran.gathered, ready.worths[found], place, ready.exact[found], confidence)

    def to_dict(self) -> Json:
        """As `pitboss simulate --json` prints it."""
        return simulation_data(self.run)

    def __repr__(self) -> str:
        seen = (f"{one} {format_percent(self.interval(one).seen)}" for one in self.wagers)
        name = self.run.ready.table.game.name
        return f"<{name}, {self.rounds:,} rounds of seed {self.seed}: house advantage of {', '.join(seen)}>"

    def __str__(self) -> str:
        return format_text(simulation_page(self.run))

    def _repr_html_(self) -> str:
        rows = []
        for wager in self.wagers:
            found = self.estimate(wager)
            exact = found.exact.advantage
            shown = "" if exact is None else format_percent(exact)
            rows.append((wager, format_percent(found.advantage.seen), interval_words(found.advantage), shown))
        title = f"{self.run.ready.table.game.name}: {self.rounds:,} rounds of seed {self.seed}"
        return html_table(title, ("wager", "house advantage", f"interval, {USUAL:.0%}", "exact"), rows)
