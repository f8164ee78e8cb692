"""Where things lie on a screen of a given size.

From the top: a bar with the game and its meters, the felt, a panel for what is said and paid, the actions and
a line of keys. A wide screen has paytables and past rounds at its side, a high one larger cards.
"""

from dataclasses import dataclass

from pitboss.cli.terminal.card_art import LARGE, SMALL, CardSize

LEAST_WIDTH, LEAST_HEIGHT = 80, 24
SPOTS_WIDTH = 44
SIDE_FROM, MAIN_BESIDE, MOST_SIDE = 118, 86, 44
HIGH_FROM = 34


@dataclass(frozen=True)
class Frame:
    width: int
    height: int
    main: int
    """Columns of everything but the side."""
    card: CardSize
    rail: int
    """Rows of wood above and below the felt, and of bare felt beside them."""

    @property
    def side(self) -> int:
        return self.width - self.main

    @property
    def felt_top(self) -> int:
        """The first row with something on it; bare felt lies above it where there is a rail."""
        return 1 + 2 * self.rail

    @property
    def felt_rows(self) -> int:
        """A label and a card's height for the dealer and for the player, two rows of words between."""
        return 2 * (self.card.height + 1) + 2

    @property
    def cards_width(self) -> int:
        return self.main - self.spots_width

    @property
    def spots_width(self) -> int:
        return SPOTS_WIDTH if self.main < 100 else self.main // 2

    @property
    def panel_top(self) -> int:
        return self.felt_top + self.felt_rows + 2 * self.rail

    @property
    def panel_rows(self) -> int:
        return self.height - 3 - self.panel_top


def frame_of(width: int, height: int) -> Frame | None:
    """The frame for a screen, or None if it is too small for a table."""
    if width < LEAST_WIDTH or height < LEAST_HEIGHT:
        return None
    main = max(MAIN_BESIDE, width - MOST_SIDE) if width >= SIDE_FROM else width
    is_high = height >= HIGH_FROM and main >= MAIN_BESIDE
    return Frame(width, height, main, LARGE if is_high else SMALL, 1 if is_high else 0)
