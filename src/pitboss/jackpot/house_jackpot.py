"""House jackpots: a fixed sum of the house's own money that no wager feeds (WAC 230-15-671(1)(b)).

The account that is a meter for a progressive holds the posted sum here. It never rises by itself; whatever
is paid from it the house puts back in the same entry, so every winner of a round gets the whole of it.
"""

from collections.abc import Iterator

from pitboss.base.money import format_dollars
from pitboss.jackpot.refusal import RefusedError
from pitboss.jackpot.state import Floor
from pitboss.jackpot.terms import LevelTerms, Terms
from pitboss.ledger.account import Account, Kind
from pitboss.ledger.transfer import Reason, Transfer


def notices(level: LevelTerms) -> tuple[str, ...]:
    """What the table must show: the sum, whose money it is, and that it may go."""
    return (
        f"This jackpot is {format_dollars(level.seed_micros)}, in full for every hand that wins it.",
        "The house pays this jackpot out of its own money; no part of any wager goes into it.",
        "The house may take this jackpot off the table at any time without notice.",
    )


def check_same_kind(before: Terms, after: Terms) -> None:
    """What players have fed is never turned into the house's own money, nor the other way round."""
    if before.is_house != after.is_house:
        raise RefusedError(
            f"{after.id} is a {before.jackpot_kind} and stays one: "
            f"set a {after.jackpot_kind} up under another name"
        )


def check_not_house(terms: Terms) -> None:
    """Nobody adjusts it or moves money in or out."""
    if terms.is_house:
        raise RefusedError(
            f"{terms.id} is a house jackpot and stands at the posted sum: change its terms instead"
        )


def repost(floor: Floor, before: Terms, after: Terms) -> Iterator[Transfer]:
    """The house's money brought to the sums that the new terms post; a level that is gone holds nothing."""
    wanted = {level.name: level.seed_micros for level in after.levels}
    for level in before.levels:
        seed, meter = (Account(kind, before.id, level.name) for kind in (Kind.SEED, Kind.METER))
        more = wanted.get(level.name, 0) - floor.book.balances[meter]
        if more > 0:
            yield Transfer(seed, meter, more, Reason.SEED)
        elif more < 0:
            yield Transfer(meter, seed, -more, Reason.RECOVER_SEED)
