"""What runs here: the version, the hash of the program, the fingerprint of every game (WAC 230-06-050)."""

from dataclasses import asdict

from pitboss import __version__
from pitboss.house.software import Software, read_software
from pitboss.reports.form import Json
from pitboss.reports.page import Column, Facts, Page, make_table
from pitboss.reports.paper.paper import SHEET, Paper, PaperLayout
from pitboss.reports.record.frame import Sheet
from pitboss.reports.record.inquiry import Inquiry, JournalSource
from pitboss.rules import game_ids, load_game

TITLE = "What runs here"


def software_data(software: Software) -> dict[str, Json]:
    """As a manifest has it."""
    return {**asdict(software)}


def software_page(software: Software) -> Page:
    games = ((game_name(id_), mark) for id_, mark in software.games.items())
    facts = (("Version", software.version), ("SHA-256 of the program", software.sha256))
    return (Facts(facts), make_table((Column("Game"), Column("Fingerprint")), games))


def game_name(id_: str) -> str:
    """A game that is no longer in the catalogue keeps its id."""
    return load_game(id_).name if id_ in game_ids() else id_


def make_software(source: JournalSource, inquiry: Inquiry) -> Sheet:
    software = read_software()
    return Sheet(TITLE, software_page(software), software_data(software))


def software_paper(layout: PaperLayout = SHEET) -> Paper:
    """Of the program alone, without a journal: its data is a manifest."""
    software = read_software()
    made_from = (("Pitboss", __version__),)
    return Paper(TITLE, software_page(software), software_data(software), made_from, layout)
