"""Cards as somebody reads them: the words of a printed page; and data files, read without the program."""

import tomllib
from importlib.resources import files

import pypdfium2

from pitboss.reports.paper.paper import Size
from pitboss.reports.paper.typeset import compile_pdf, make_sources

SMALLEST_POINTS = 7.0
"""Whoever wears glasses can still read it."""


def print_card(paper, size=Size.A4):
    """The words of the one page, line breaks taken out; letters of seven points must do."""
    points = min(SMALLEST_POINTS, paper.layout.largest_points)
    return read_pages(compile_pdf(make_sources(paper.title, [(paper, points)], size)))


def read_pages(pdf):
    pages = pypdfium2.PdfDocument(pdf)
    assert len(pages) == 1
    return plain(pages[0].get_textpage().get_text_range())


def plain(text):
    """Without line breaks."""
    return " ".join(text.replace("\x02", "").replace("\ufffe", "").split())


def squeeze(text):
    """Without spaces and hyphens: a reader of pages takes those at the ends of lines away."""
    return text.replace("-", "").replace(" ", "")


def data_file(game_id):
    return tomllib.loads((files("pitboss.games") / f"{game_id}.toml").read_text("utf-8"))


def shared_tables(data):
    """Those that the file takes from another."""
    for name, wager in data.get("shared", {}).items():
        for table in data_file(f"shared/{name}")["paytable"]:
            yield {**table, "wager": wager}


def printed_lines(game_id):
    """Wager, hand, pay and envy of every line, of the first paytable of each wager that is offered."""
    data, seen = data_file(game_id), set()
    offer = data.get("offer", data["wagers"])
    for table in (*data.get("paytable", ()), *shared_tables(data)):
        if table["wager"] not in offer or (table["wager"] in seen and not table.get("hands")):
            continue
        seen.add(table["wager"])
        for line in table["pays"].strip().splitlines():
            pay, _, envy = line.partition("envy")
            hand, odds = pay.split(maxsplit=1)
            yield table["wager"], hand, odds.strip(), envy.strip()
