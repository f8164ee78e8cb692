"""How long a house dealer waits for people: the room's clock, which pages only show.

Whoever has to bet or decide has so many seconds since something last happened at the table. Alone at it
nobody is hurried, and only somebody who has fallen asleep is not waited for.
"""

from pitboss.house.room.hosted import Hosted
from pitboss.table.phase import Phase

BETTING_SECONDS = 30.0
DECIDING_SECONDS = 60.0
ALONE_SECONDS = 600.0


def limit_seconds(hosted: Hosted) -> float | None:
    """For whoever has to bet or decide now; None where nobody's time is running, as while nobody bets."""
    match hosted.table.phase:
        case Phase.BETTING if has_bets(hosted):
            usual = BETTING_SECONDS
        case Phase.DECIDING:
            usual = DECIDING_SECONDS
        case _:
            return None
    return ALONE_SECONDS if is_alone(hosted) else usual


def has_bets(hosted: Hosted) -> bool:
    return any(hosted.table.seating.wagers.values())


def is_alone(hosted: Hosted) -> bool:
    return len(set(hosted.table.seating.players.values())) == 1


def describe_clock(hosted: Hosted) -> dict[str, float] | None:
    """For a page, which shows what is left of it; None where a person deals and hurries nobody by a clock."""
    if not hosted.plan.has_house_dealer:
        return None
    return {"betting": BETTING_SECONDS, "deciding": DECIDING_SECONDS}
