"""A win: a hand that takes a share of a meter, or a fixed award where the meter pays it."""

from dataclasses import dataclass, field
from enum import StrEnum

from pitboss.ledger.codec import LEFT_OUT


class WinStatus(StrEnum):
    POSTED = "posted"
    CONFIRMED = "confirmed"
    WITHDRAWN = "withdrawn"


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
