"""A paper as a PDF: its blocks go to Typst as data, and `paper.typ` says how they look.

No text of ours is ever read as markup. The fonts are the typesetter's own, never the machine's, and no date
is written, so the same paper is the same bytes everywhere. The PDF is tagged (PDF/UA-1): tables have their
headers, pictures their words.
"""

import json
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any, Final

import typst

from pitboss.base.error import InputError
from pitboss.reports.form import Json, page_blocks
from pitboss.reports.paper.paper import Paper, Size

STANDARD: Final = "ua-1"
SHEET_POINTS = 9.5
CARD_POINTS = (14.0, 13.0, 12.0, 11.0, 10.5, 10.0, 9.5, 9.0, 8.5, 8.0, 7.5, 7.0, 6.5, 6.0)
"""Tried from the largest; below six points nobody can read a card."""


def typeset(paper: Paper, size: Size = Size.A4) -> bytes:
    """The PDF; a paper for one page in the largest letters with which it fits."""
    return compile_pdf(make_sources(paper.title, [(paper, fitting_points(paper, size))], size))


def bind(title: str, papers: Sequence[Paper], size: Size = Size.A4) -> bytes:
    """One PDF of several papers, each on pages of its own, with their list in front."""
    return compile_pdf(make_sources(title, [(paper, fitting_points(paper, size)) for paper in papers], size))


def fitting_points(paper: Paper, size: Size) -> float:
    if not paper.layout.is_one_page:
        return SHEET_POINTS
    for points in (points for points in CARD_POINTS if points <= paper.layout.largest_points):
        if count_pages(make_sources(paper.title, [(paper, points)], size)) == 1:
            return points
    raise InputError(f"{paper.title} does not fit on one page: leave a paytable or a wager out")


Sources = Any
"""Files by name: the typesetter takes them so, but its published types do not say it."""


def make_sources(title: str, papers: Sequence[tuple[Paper, float]], size: Size) -> Sources:
    """Each paper with the size of its letters, in points."""
    book = {
        "title": title,
        "size": size.value,
        "papers": [paper_data(paper, points) for paper, points in papers],
    }
    return {"main.typ": read_template(), "book.json": json.dumps(book).encode()}


def paper_data(paper: Paper, points: float) -> Json:
    return {
        "title": paper.title,
        "banner": page_blocks(paper.banner),
        "blocks": page_blocks(paper.page),
        "made_from": [list(pair) for pair in paper.made_from],
        "points": points,
        "columns": paper.layout.columns,
        "is_landscape": paper.layout.is_landscape,
    }


@cache
def read_template() -> bytes:
    return files("pitboss.reports.paper").joinpath("paper.typ").read_bytes()


def compile_pdf(sources: Sources) -> bytes:
    pdf = typst.compile(sources, format="pdf", ignore_system_fonts=True, pdf_standards=[STANDARD])
    assert isinstance(pdf, bytes)
    return pdf


def count_pages(sources: Sources) -> int:
    found = typst.query(sources, "<pages>", field="value", one=True, ignore_system_fonts=True)
    return int(json.loads(found))
