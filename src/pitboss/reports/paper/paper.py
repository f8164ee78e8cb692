"""A paper: what a report says, as a page and as data, and what it was made from.

Nothing here knows the hour: two papers made from the same inputs are the same bytes. Whoever wants a day on a
paper gives it as an input.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from pitboss.reports.form import Json
from pitboss.reports.page import Page


class Size(StrEnum):
    """By the names that the typesetter has for them."""

    A4 = "a4"
    LETTER = "us-letter"


class Form(StrEnum):
    """By the ending of a file."""

    PDF = "pdf"
    XLSX = "xlsx"
    HTML = "html"
    MARKDOWN = "md"
    CSV = "csv"
    JSON = "json"
    TEXT = "txt"


@dataclass(frozen=True)
class PaperLayout:
    columns: int = 1
    is_landscape: bool = False
    is_one_page: bool = False
    """Set smaller until it fits on one page, down to what can still be read."""
    largest_points: float = 10.5
    """Where that begins."""


SHEET = PaperLayout()
WIDE = PaperLayout(is_landscape=True)
CARD = PaperLayout(columns=2, is_one_page=True)


@dataclass(frozen=True)
class Paper:
    title: str
    """'Par sheet: Three Card Poker, Pair Plus A'."""
    page: Page
    """Without a heading of the first level: the title stands above it."""
    data: Json
    made_from: tuple[tuple[str, str], ...] = ()
    """What it was made from, for the foot of every page: the fingerprint, the version."""
    layout: PaperLayout = SHEET
    banner: Page = ()
    """Blocks above the columns, as wide as the page."""
    is_right: bool = True
    """False if it reports that something is not as it should be; the command then ends with status 1."""
    make_workbook: Callable[[], bytes] | None = None
    """For a paper whose spreadsheet is more than its tables: one that computes."""


# -- colours, for whoever draws or writes cells; `paper.typ` has the same for the typesetter ---------

INK, SOFT, GOLD, HAIRLINE = "#1f1a14", "#5f5242", "#8a6a1f", "#cbbb9a"
DARK_GOLD = "#7a5c14"
"""For letters on a screen, where gold would be too pale."""
PALE_GOLD = "#f6ebcb"
"""Behind cells that may be changed."""
GOOD, CAREFUL, INFERRED, BAD = "#1d5c1a", "#6b4e00", "#0c5560", "#9c1c0b"
BANDS = ("#ebdfc0", "#c9ad6a")
"""From the widest band to the narrowest."""
