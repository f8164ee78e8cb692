"""Floor 6: the books. Double entry in micro-dollars, an append-only journal in a chain of hashes."""
