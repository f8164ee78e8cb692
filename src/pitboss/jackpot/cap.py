"""The posted cap: whatever would lift a meter above it goes to the overflow, in the same entry.

Wagers, a restart with a full reserve, a win that flows back, a correction and money from another progressive
all lift a meter. So the law is kept here once, for the transfers of an entry together; it holds for what is
played for now, and money of a win that waits lies beside that. What stood above a cap before stays: only an
adjustment, with people and a text, brings it down (WAC 230-15-685(4), 695).
"""

from collections import Counter
from collections.abc import Sequence

from pitboss.jackpot.books import Books
from pitboss.jackpot.terms import LevelTerms
from pitboss.ledger.account import Account, AccountKind
from pitboss.ledger.transfer import Reason, Transfer, moving


def over_cap(books: Books, progressive: str, level: LevelTerms, rise: int) -> int:
    """How much of a rise would lie above the cap."""
    if level.cap_micros is None:
        return 0
    room = max(0, level.cap_micros - books.playing(progressive, level.name))
    return max(0, rise - room)


def keep_caps(books: Books, transfers: Sequence[Transfer]) -> tuple[Transfer, ...]:
    """The transfers, and after them what they have lifted above a cap on its way to the overflow."""
    rises: Counter[Account] = Counter()
    for transfer in transfers:
        rises[transfer.source] -= transfer.micros
        rises[transfer.target] += transfer.micros
    overflows = []
    for meter, rise in rises.items():
        if meter.kind is AccountKind.METER:
            level = books.progressives[meter.progressive].terms.level(meter.level)
            over = over_cap(books, meter.progressive, level, rise)
            overflows.append((meter, meter._replace(kind=AccountKind.OVERFLOW), over, Reason.CAP))
    return (*transfers, *moving(*overflows))
