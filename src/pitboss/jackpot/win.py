"""A win: a hand that takes a share of a meter, or a fixed award where the meter pays it."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from pitboss.base.money import format_dollars
from pitboss.ledger.codec import LEFT_OUT


class WinStatus(StrEnum):
    POSTED = "posted"
    CONFIRMED = "confirmed"
    WITHDRAWN = "withdrawn"
    BACKED_OUT = "backed out"
    """Confirmed once, and taken off again by the office: it stays in the journal and counts no more."""


class Lowered(NamedTuple):
    """What became of the meter when a win came off it, and what restarted it."""

    before_micros: int
    after_micros: int
    seed_micros: int
    reserve_micros: int
    over_micros: int


@dataclass(frozen=True)
class Win:
    """A hand that wins from a meter: posted by the dealer, then confirmed or withdrawn."""

    id: str
    order: int
    """Across all tables, in the order of posting."""
    progressive: str
    level: str
    table: str
    round: int
    seat: int
    line: str
    cards: str
    stake_micros: int
    share_ppm: int
    micros: int
    before_micros: int
    """What the meter showed before."""
    after_micros: int
    seeded_micros: int
    reserve_micros: int
    posted_at: int
    posted_by: str
    over_micros: int | None = field(default=None, metadata=LEFT_OUT)
    """Of the restart, what went over the cap; not said of a win that shares the restart of another."""
    status: WinStatus = field(default=WinStatus.POSTED, metadata=LEFT_OUT)
    settled_at: int = field(default=0, metadata=LEFT_OUT)
    settled_by: str = field(default="", metadata=LEFT_OUT)
    is_claim: bool = field(default=False, metadata=LEFT_OUT)
    """Whether its money lies in the meter until it is confirmed; otherwise it was taken off when posted."""
    recorded_at: int = field(default=0, metadata=LEFT_OUT)
    recorded_by: str = field(default="", metadata=LEFT_OUT)
    """Who pressed J-POT: from then on it stands, and the meter falls with the key back at Run."""
    lowered: Lowered | None = field(default=None, metadata=LEFT_OUT)
    """Of a claim that was confirmed."""
    backed_out_at: int = field(default=0, metadata=LEFT_OUT)
    backed_out_by: tuple[str, ...] = field(default=(), metadata=LEFT_OUT)
    backed_out_why: str = field(default="", metadata=LEFT_OUT)

    stays_micros: int = field(default=0, metadata=LEFT_OUT)
    """Of a share that was refused after another was confirmed: that one is final, so nobody gets this."""

    @property
    def award(self) -> tuple[object, ...]:
        """What wins have in common that share an award; those that do not share are worth their own."""
        place = (self.table, self.round, self.progressive, self.level)
        return (*place, self.share_ppm, self.before_micros, self.after_micros)

    @property
    def change_micros(self) -> int:
        """By how much the meter changes with this win: the award goes, the restart comes."""
        return self.seeded_micros + self.reserve_micros - self.micros - (self.over_micros or 0)

    @property
    def is_waiting(self) -> bool:
        return self.status is WinStatus.POSTED


def say_stays(micros: int) -> str:
    """What everybody is told who refuses a share after another was confirmed; nothing where none stays."""
    return (
        f"A share that is confirmed is final: {format_dollars(micros)} stays in the meter." if micros else ""
    )
