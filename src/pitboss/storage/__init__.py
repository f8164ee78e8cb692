"""Floor 7: where the journal is kept. Adapters of the ledger's port: memory, SQLite, PostgreSQL."""
