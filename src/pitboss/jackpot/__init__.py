"""Floor 7: progressives as movements in the ledger: meters, links, wins, adjustments, controllers.

The kinds of entry that are decided here are known to the ledger as soon as anything here is.
"""

from pitboss.jackpot import fact as fact
