"""A sheet of character cells to draw on: every cell has a sign and a style, and what is put there stays.

Drawing never goes over the edge. Whatever did not fit is remembered in `cut`, so that a test can say that
nothing was.
"""

from functools import cache
from itertools import groupby

from rich.style import Style
from rich.text import Text


@cache
def style_of(words: str) -> Style:
    return Style.parse(words)


@cache
def joined(ground: Style, added: Style) -> Style:
    return ground + added


class Canvas:
    def __init__(self, width: int, height: int, style: str = "") -> None:
        self.width = width
        self.height = height
        self.signs = [[" "] * width for _ in range(height)]
        self.styles = [[style_of(style)] * width for _ in range(height)]
        self.cut: list[str] = []

    def fill(self, x: int, y: int, width: int, height: int, style: str) -> None:
        """Lay a clean ground."""
        for row in range(max(y, 0), min(y + height, self.height)):
            for column in range(max(x, 0), min(x + width, self.width)):
                self.signs[row][column] = " "
                self.styles[row][column] = style_of(style)

    def put(self, x: int, y: int, text: str, style: str = "") -> int:
        """Write a line, on the ground that is there unless the style brings its own; where it ends."""
        if not (0 <= y < self.height and x >= 0 and x + len(text) <= self.width):
            self.cut.append(text)
        added = style_of(style)
        for column, sign in enumerate(text, start=x):
            if 0 <= y < self.height and 0 <= column < self.width:
                self.signs[y][column] = sign
                self.styles[y][column] = joined(self.styles[y][column], added)
        return x + len(text)

    def put_right(self, right: int, y: int, text: str, style: str = "") -> int:
        """Write a line that ends before a column; where it begins."""
        self.put(right - len(text), y, text, style)
        return right - len(text)

    def put_centre(self, x: int, y: int, width: int, text: str, style: str = "") -> None:
        self.put(x + (width - len(text)) // 2, y, text, style)

    def rule(self, y: int, style: str, sign: str = "─") -> None:
        self.put(0, y, sign * self.width, style)

    @property
    def plain(self) -> list[str]:
        return ["".join(row) for row in self.signs]

    def paint(self) -> Text:
        """Everything as one text, a line for each row."""
        text = Text(no_wrap=True, end="")
        for number, (signs, styles) in enumerate(zip(self.signs, self.styles, strict=True)):
            if number:
                text.append("\n")
            for style, cells in groupby(zip(signs, styles, strict=True), key=lambda cell: cell[1]):
                text.append("".join(sign for sign, _ in cells), style)
        return text
