"""Floor 6: progressives as movements in the ledger: meters, links, wins, adjustments, controllers."""
