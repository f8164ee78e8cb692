"""Forms of a page: aligned text, Markdown, CSV, HTML, plain blocks. JSON is written from data, not from it.

Text is for pipes and files: no colours, no frames, as wide as it has to be. HTML is one file that loads
nothing from elsewhere, light or dark as the reader's screen is.
"""

import csv
import io
import json
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from html import escape
from pathlib import Path
from typing import NamedTuple

from pitboss.reports.page import (
    Block,
    Cell,
    Column,
    Facts,
    Heading,
    Lines,
    Listing,
    Page,
    PageTable,
    Picture,
    Signatures,
    number_of,
    tone_of,
)

Json = str | int | float | bool | None | Sequence["Json"] | Mapping[str, "Json"]
Data = dict[str, Json]
GAP = "  "
LINE_TO_SIGN = "_" * 30
RISKY = ("=", "+", "-", "@")
"""A text that begins so becomes a formula in a spreadsheet, unless it is marked as text."""


def format_json(data: Json) -> str:
    return json.dumps(data, indent=2, ensure_ascii=False, allow_nan=False)


# -- text ------------------------------------------------------------------------------------------


def format_text(page: Page) -> str:
    return "\n\n".join(text_block(block) for block in page)


def text_block(block: Block) -> str:
    match block:
        case Heading(text=text, level=level):
            return text if level > 1 else f"{text}\n{'=' * len(text)}"
        case Facts(rows=rows):
            width = max((len(label) for label, _ in rows), default=0)
            return "\n".join(f"{label:<{width}}{GAP}{value}".rstrip() for label, value in rows)
        case PageTable():
            return text_table(block)
        case Lines(lines=lines, bullet=bullet):
            return "\n".join(f"{bullet}{line}" for line in lines)
        case Picture(words=words):
            return f"[{words}]"
        case Signatures(roles=roles):
            return "\n\n".join(f"{role}: {LINE_TO_SIGN}{GAP}Date: {LINE_TO_SIGN}" for role in roles)
        case Listing(text=text):
            return text.rstrip("\n")


def text_table(table: PageTable) -> str:
    titles = [column.title for column in table.columns]
    widths = [
        max(len(title), *(len(str(row[place])) for row in table.rows)) if table.rows else len(title)
        for place, title in enumerate(titles)
    ]
    rules = ["-" * width for width in widths]
    return "\n".join(text_row(row, table, widths) for row in (titles, rules, *table.rows))


def text_row(row: Sequence[Cell], table: PageTable, widths: Sequence[int]) -> str:
    cells = [
        f"{cell!s:>{width}}" if column.right else f"{cell!s:<{width}}"
        for cell, column, width in zip(row, table.columns, widths, strict=True)
    ]
    return GAP.join(cells).rstrip()


# -- Markdown --------------------------------------------------------------------------------------


def format_markdown(page: Page) -> str:
    return "\n\n".join(markdown_block(block) for block in page)


def markdown_block(block: Block) -> str:
    match block:
        case Heading(text=text, level=level):
            return f"{'#' * level} {escape_markdown(text)}"
        case Facts(rows=rows):
            return "\n".join(
                f"- **{escape_markdown(label)}**: {escape_markdown(value)}" for label, value in rows
            )
        case PageTable():
            return markdown_table(block)
        case Lines(lines=lines, bullet=bullet):
            between = "\n" if bullet else "\n\n"
            return between.join(f"{bullet}{escape_markdown(line)}" for line in lines)
        case Picture(words=words):
            return f"*{escape_markdown(words)}*"
        case Signatures(roles=roles):
            return "\n".join(f"- {escape_markdown(role)}: ............ Date: ............" for role in roles)
        case Listing(text=text):
            return "\n".join(f"    {line}".rstrip() for line in text.splitlines())


def markdown_table(table: PageTable) -> str:
    rules = ["---:" if column.right else "---" for column in table.columns]
    titles = [escape_markdown(column.title) for column in table.columns]
    rows = [[escape_markdown(cell) for cell in row] for row in table.rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (titles, rules, *rows))


def escape_markdown(cell: Cell) -> str:
    """Nothing in a cell may end it, break its line or turn into markup."""
    text = " ".join(str(cell).split())
    for sign in "\\`*_<|[":
        text = text.replace(sign, f"\\{sign}")
    return text


# -- CSV -------------------------------------------------------------------------------------------


def format_rows(page: Page) -> str:
    """A page that is one table under its facts is that table; another is all its facts and tables."""
    sections = list(row_sections(page))
    if len(sections) == 1 or (len(sections) == 2 and not sections[0].is_table and sections[1].is_table):
        sections = [sections[-1]._replace(title="")]
    out = io.StringIO()
    writer = csv.writer(out)
    for title, rows, _ in sections:
        writer.writerows([[]] * bool(out.tell()) + [[csv_cell(title)]] * bool(title))
        writer.writerows(map(csv_cell, row) for row in rows)
    return out.getvalue()


class Rows(NamedTuple):
    title: str
    rows: Sequence[Sequence[Cell]]
    is_table: bool


def row_sections(page: Page) -> Iterator[Rows]:
    """Facts and tables, each with the heading that it stands under."""
    title = ""
    for block in page:
        match block:
            case Heading(text=text):
                title = text
            case Facts(rows=rows):
                yield Rows(title, rows, is_table=False)
            case PageTable(columns=columns, rows=body):
                yield Rows(title, ([column.title for column in columns], *body), is_table=True)


def csv_cell(cell: Cell) -> str:
    """A number without ornament, 3.5% as 0.035; words as they are, and never a formula of a spreadsheet."""
    if number := number_of(cell):
        return f"{number.exact:f}"
    text = str(cell)
    return f"'{text}" if text.startswith(RISKY) and len(text) > 1 else text


def format_csv(columns: Sequence[str], records: Iterable[Mapping[str, Json]]) -> str:
    """One record a row, empty where there is nothing; lines end as RFC 4180 says."""
    out = io.StringIO()
    writer = csv.DictWriter(out, columns, extrasaction="raise")
    writer.writeheader()
    writer.writerows(dict(record) for record in records)
    return out.getvalue()


# -- plain data, for a browser or a typesetter, who lay it out and change no word ------------------


def page_blocks(page: Page) -> list[Json]:
    return [block_data(block) for block in page]


def block_data(block: Block) -> Json:
    match block:
        case Heading(text=text, level=level):
            return {"block": "heading", "text": text, "level": level}
        case Facts(rows=rows, is_dense=is_dense):
            facts: dict[str, Json] = {
                "block": "facts",
                "rows": [[label, cell_data(cell)] for label, cell in rows],
            }
            return {**facts, "dense": True} if is_dense else facts
        case PageTable(columns=columns, rows=table_rows):
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


# -- HTML ------------------------------------------------------------------------------------------


def format_html(page: Page, *, title: str) -> str:
    style, body = read_style(), "\n".join(html_block(block) for block in page)
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>\n{style}</style>\n</head>\n<body>\n{body}\n</body>\n</html>"
    )


@cache
def read_style() -> str:
    return Path(__file__).with_name("page.css").read_text("utf-8")


def html_block(block: Block) -> str:
    match block:
        case Heading(text=text, level=level):
            return f"<h{level}>{escape(text)}</h{level}>"
        case Facts(rows=rows):
            return (
                "<dl>\n" + "\n".join(f"<dt>{escape(k)}</dt><dd>{span(v)}</dd>" for k, v in rows) + "\n</dl>"
            )
        case PageTable():
            return html_table(block)
        case Lines(lines=lines, bullet=""):
            return "\n".join(f"<p>{span(line)}</p>" for line in lines)
        case Lines(lines=lines):
            return "<ul>\n" + "\n".join(f"<li>{span(line)}</li>" for line in lines) + "\n</ul>"
        case Picture():
            return html_picture(block)
        case Signatures(roles=roles):
            return "\n".join(map(html_signature, roles))
        case Listing(text=text):
            return f"<pre>{escape(text)}</pre>"


def html_signature(role: str) -> str:
    return f'<p class="sign"><span>{escape(role)}</span><span>Date</span></p>'


def html_picture(picture: Picture) -> str:
    """As an image of its own, so that no rule of the page reaches into it."""
    source = b64encode(picture.svg.encode()).decode()
    words, width = escape(picture.words, quote=True), f"width: {picture.width_percent}%"
    image = f'<img alt="{words}" style="{width}" src="data:image/svg+xml;base64,{source}">'
    return f"<figure>{image}<figcaption>{words}</figcaption></figure>"


def html_table(table: PageTable) -> str:
    head = "".join(
        f'<th scope="col"{kind_of(column)}>{escape(column.title)}</th>' for column in table.columns
    )
    rows = "\n".join(f"<tr>{html_row(row, table)}</tr>" for row in table.rows)
    body = f"<thead><tr>{head}</tr></thead>\n<tbody>\n{rows}\n</tbody>"
    return f'<div class="sheet"><table>\n{body}\n</table></div>'


def html_row(row: tuple[Cell, ...], table: PageTable) -> str:
    return "".join(
        f"<td{kind_of(column)}>{span(cell)}</td>" for cell, column in zip(row, table.columns, strict=True)
    )


def kind_of(column: Column) -> str:
    kinds = ["right"] * column.right + ["wraps"] * column.wraps
    return f' class="{" ".join(kinds)}"' if kinds else ""


def span(cell: Cell) -> str:
    tone = tone_of(cell).value
    text = escape(str(cell))
    return text if tone == "plain" else f'<span class="{tone}">{text}</span>'
