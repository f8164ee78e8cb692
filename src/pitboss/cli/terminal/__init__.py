"""The table in a terminal: one session behind two faces, a full screen and plain sentences."""
