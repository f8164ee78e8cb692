"""Results in a notebook: a small HTML table, which notebooks ask for through `_repr_html_`."""

from collections.abc import Iterable, Sequence
from html import escape


def html_table(caption: str, head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """The first column to the left, the others to the right; all text escaped."""
    titles = "".join(f"<th>{escape(title)}</th>" for title in head)
    body = "".join(f"<tr>{html_cells(row)}</tr>" for row in rows)
    return f"<table><caption>{escape(caption)}</caption><tr>{titles}</tr>{body}</table>"


def html_cells(row: Sequence[str]) -> str:
    first, *others = row
    right = "".join(f"<td style='text-align:right'>{escape(cell)}</td>" for cell in others)
    return f"<td>{escape(first)}</td>{right}"
