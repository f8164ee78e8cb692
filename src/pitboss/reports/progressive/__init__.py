"""Records of the progressives, derived from the journal's entries and the floor: as data and as pages."""
