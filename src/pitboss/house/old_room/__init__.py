"""Rooms of before version 3, which had a log beside the journal: read, compared, and brought into one book."""
