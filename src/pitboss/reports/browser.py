"""A page as plain data, for a browser or a typesetter, who lay it out and change no word."""

from collections.abc import Sequence

from pitboss.reports.form import Json
from pitboss.reports.page import (
    Block,
    Cell,
    Facts,
    Heading,
    Lines,
    Listing,
    Page,
    Picture,
    Signatures,
    Table,
    tone_of,
)


def page_blocks(page: Page) -> list[Json]:
    return [block_data(block) for block in page]


def block_data(block: Block) -> Json:
    match block:
        case Heading(text=text, level=level):
            return {"block": "heading", "text": text, "level": level}
        case Facts(rows=rows):
            return {"block": "facts", "rows": [[label, cell_data(value)] for label, value in rows]}
        case Table(columns=columns, rows=table_rows):
            return {
                "block": "table",
                "columns": [
                    {"title": one.title, "right": one.right, "wraps": one.wraps or one.under}
                    for one in columns
                ],
                "rows": [cells_data(row) for row in table_rows],
            }
        case Lines(lines=lines, bullet=bullet):
            return {"block": "lines", "lines": cells_data(lines), "bullet": bool(bullet)}
        case Picture(svg=svg, words=words, width_percent=width):
            return {"block": "picture", "svg": svg, "words": words, "width": width}
        case Signatures(roles=roles):
            return {"block": "signatures", "roles": list(roles)}
        case Listing(text=text):
            return {"block": "listing", "text": text}


def cells_data(cells: Sequence[Cell]) -> list[Json]:
    return [cell_data(cell) for cell in cells]


def cell_data(cell: Cell) -> Json:
    return {"text": str(cell), "tone": tone_of(cell).value}
