"""Records from the book as papers: printed, signed and filed."""
