"""The colours of papers, for whoever draws or writes cells; `paper.typ` has the same for the typesetter."""

INK, SOFT, GOLD, HAIRLINE = "#1f1a14", "#5f5242", "#8a6a1f", "#cbbb9a"
DARK_GOLD = "#7a5c14"
"""For letters on a screen, where gold would be too pale."""
PALE_GOLD = "#f6ebcb"
"""Behind cells that may be changed."""
GOOD, CAREFUL, INFERRED, BAD = "#1d5c1a", "#6b4e00", "#0c5560", "#9c1c0b"
BANDS = ("#ebdfc0", "#c9ad6a")
"""From the widest band to the narrowest."""
