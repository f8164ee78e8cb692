"""Adjustments as people ask for them: the word for each reason, and amounts with a sign."""

from collections.abc import Mapping

from pitboss.base.money import parse_dollars
from pitboss.ledger.transfer import DECREASES, Reason

REASONS: Mapping[str, Reason] = {
    "win": Reason.TAKE_OFF_WIN,
    "display": Reason.DISPLAY_ERROR,
    "cap": Reason.BACK_TO_CAP,
    "receipts": Reason.BOOK_RECEIPTS,
    "seed": Reason.RECOVER_SEED,
    "correction": Reason.CORRECTION,
}
assert set(REASONS.values()) == {*DECREASES, Reason.CORRECTION}
LOWERS = "WAC 230-15-695"
"""The rule that lists the five reasons for which an amount may go down."""


def read_amount(text: str) -> int:
    """'-$12.50' lowers, '$3' raises."""
    words = text.strip().replace("−", "-")
    sign = -1 if words.startswith("-") else 1
    return sign * parse_dollars(words.removeprefix("-").removeprefix("+"))
