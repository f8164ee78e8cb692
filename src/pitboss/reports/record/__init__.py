"""Records from the journal and the room's log as papers: printed, signed and filed."""
