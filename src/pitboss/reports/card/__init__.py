"""Cards for the table: its rules for players, its procedure for dealers, best play to take along."""
