"""Rooms of before version 3, with a log beside the journal: read, compared, and brought into one book."""
