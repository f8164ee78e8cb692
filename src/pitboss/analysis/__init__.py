"""Floor 6: exact mathematics. A reference walker and a counting engine that know no game, and the figures."""
