"""A page: what a report says, in blocks, before anybody decides how it looks.

A page holds headings, facts, tables, lines, pictures and places to sign. `form` writes it as text,
Markdown, CSV or HTML; a terminal paints it; `paper` prints it. The words are the same everywhere.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from pitboss.reports.cell import Number


class Tone(Enum):
    """How something is meant, for forms that have colours."""

    PLAIN = "plain"
    STRONG = "strong"
    GOOD = "good"
    CAREFUL = "careful"
    INFERRED = "inferred"
    BAD = "bad"
    DIM = "dim"


@dataclass(frozen=True)
class Toned:
    """Words or a number with a tone."""

    text: str | Number
    tone: Tone

    def __str__(self) -> str:
        return str(self.text)


Cell = str | Number | Toned


@dataclass(frozen=True)
class Heading:
    text: str
    level: int = 1


@dataclass(frozen=True)
class Facts:
    """Labels and what they stand for, one a line."""

    rows: tuple[tuple[str, Cell], ...]
    is_dense: bool = False
    """Whether print may set the short ones in two columns."""


@dataclass(frozen=True)
class Column:
    title: str
    right: bool = False
    """Numbers stand to the right."""
    wraps: bool = False
    """Sentences, which a narrow screen may break into lines."""
    cuts: bool = False
    """A name that a narrow screen may cut short."""
    under: bool = False
    """A remark, for the last column: a narrow screen puts it under the row."""


@dataclass(frozen=True)
class PageTable:
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]

    def __post_init__(self) -> None:
        assert all(len(row) == len(self.columns) for row in self.rows), "a cell for every column"


@dataclass(frozen=True)
class Lines:
    """Sentences, each on its own line."""

    lines: tuple[Cell, ...]
    bullet: str = ""


@dataclass(frozen=True)
class Picture:
    """A drawing, for forms that can draw; the others say in words what it shows."""

    drawing: str | Callable[[], str]
    """As SVG, or what draws it: only a form that shows it waits for that, and needs a package that draws."""
    words: str
    width_percent: int = 100
    """Of the column it stands in."""

    @cached_property
    def svg(self) -> str:
        return self.drawing if isinstance(self.drawing, str) else self.drawing()

    def __reduce__(self) -> tuple[type["Picture"], tuple[str, str, int]]:
        """To another process it goes drawn."""
        return Picture, (self.svg, self.words, self.width_percent)


@dataclass(frozen=True)
class Signatures:
    """Places to sign: who, each with a line for the name and one for the day."""

    roles: tuple[str, ...]


@dataclass(frozen=True)
class Listing:
    """A text as it stands in a file, line by line."""

    text: str


Block = Heading | Facts | PageTable | Lines | Picture | Signatures | Listing
Page = tuple[Block, ...]


def make_table(columns: Iterable[Column], rows: Iterable[Iterable[Cell]]) -> PageTable:
    return PageTable(tuple(columns), tuple(tuple(row) for row in rows))


def bullets(lines: Iterable[Cell]) -> Lines:
    return Lines(tuple(lines), bullet="- ")


def tone_of(cell: Cell) -> Tone:
    return cell.tone if isinstance(cell, Toned) else Tone.PLAIN


def number_of(cell: Cell) -> Number | None:
    """The number that a spreadsheet can hold; None for words, and for more digits than a double has."""
    said = cell.text if isinstance(cell, Toned) else cell
    return said if isinstance(said, Number) and said.is_held else None
