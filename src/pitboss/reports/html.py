"""A page as one HTML file that loads nothing from elsewhere, light or dark as the reader's screen is."""

from base64 import b64encode
from html import escape

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
    tone_of,
)

STYLE = """
:root { color-scheme: light dark; --room: #fdfaf3; --panel: #fff; --line: #ddd0b6; --cream: #1f1a14;
  --soft: #5f5242; --gold: #7a5c14; --over: #f6ebcb;
  --good: #1d5c1a; --careful: #6b4e00; --inferred: #0c5560; --bad: #9c1c0b; }
@media screen and (prefers-color-scheme: dark) {
  :root { --room: #1a1410; --panel: #241c16; --line: #4a3b2a; --cream: #efe6d5;
    --soft: #b7a68c; --gold: #d9b25f; --over: #2e241b;
    --good: #8fc98b; --careful: #e3c45b; --inferred: #7fc7d0; --bad: #f2806f; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 110rem; padding: 2rem; background: var(--room); color: var(--cream);
  font: 16px/1.5 system-ui, sans-serif; font-variant-numeric: tabular-nums lining-nums; }
h1, h2 { font-family: Georgia, "Times New Roman", serif; font-weight: normal; color: var(--gold); }
h1 { border-bottom: 1px solid var(--gold); padding-bottom: .4rem; }
.sheet { overflow-x: auto; margin: .8rem 0;
  background: var(--panel); border: 1px solid var(--line); border-radius: 6px; }
table { border-collapse: collapse; width: 100%; }
th, td { padding: .35rem .8rem; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
th { color: var(--gold); font-weight: normal; white-space: nowrap; }
td { white-space: nowrap; }
td.wraps { white-space: normal; min-width: 12rem; }
.right { text-align: right; }
tbody tr:last-child td { border-bottom: 0; }
tbody tr:hover { background: var(--over); }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1.5rem; }
dt { color: var(--soft); }
dd { margin: 0; }
.strong { color: var(--gold); } .good { color: var(--good); } .careful { color: var(--careful); }
.inferred { color: var(--inferred); } .bad { color: var(--bad); font-weight: bold; }
.dim { color: var(--soft); }
figure { margin: 1rem 0; max-width: 60rem; background: #fdfaf3; padding: .5rem; border-radius: 6px; }
figcaption { color: #5b4a35; font-size: .85rem; }
.sign { display: flex; gap: 2rem; margin-top: 3rem; }
.sign span { flex: 2; border-top: 1px solid var(--soft); color: var(--soft); }
.sign span:last-child { flex: 1; }
@media screen and (max-width: 72rem) {
  body { padding: 1rem; font-size: 14px; } th, td { padding: .3rem .5rem; } }
@media print { :root { --room: #fff; --cream: #000; } .sheet { break-inside: avoid; } }
"""


def format_html(page: Page, *, title: str) -> str:
    body = "\n".join(html_block(block) for block in page)
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n{body}\n</body>\n</html>"
    )


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
