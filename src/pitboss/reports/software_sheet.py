"""What runs here and what may be dealt: versions, hashes, fingerprints, approvals (WAC 230-06-050)."""

from collections.abc import Iterable
from dataclasses import asdict, replace

from pitboss.house.software import Software
from pitboss.jackpot.approval import Approval
from pitboss.reports.form import Json
from pitboss.reports.page import Cell, Column, Facts, Heading, Lines, Page, Tone, Toned, make_table
from pitboss.rules import game_ids, load_game


def software_data(software: Software) -> dict[str, Json]:
    """As a manifest has it."""
    return {**asdict(software)}


def software_page(software: Software) -> Page:
    columns = (Column("Game"), Column("Fingerprint"))
    return (
        Heading("What runs here"),
        Facts((("Version", software.version), ("SHA-256 of the program", software.sha256))),
        make_table(columns, software.games.items()),
    )


def software_paper_page(software: Software) -> Page:
    """For print: games by their names."""
    return software_page(
        replace(software, games={game_name(id_): mark for id_, mark in software.games.items()})
    )


def game_name(id_: str) -> str:
    """A game that is no longer in the catalogue keeps its id."""
    return load_game(id_).name if id_ in game_ids() else id_


def approvals_data(approvals: Iterable[Approval]) -> list[Json]:
    return [
        {**asdict(one), "rules_days": list(one.rules_days), "missing": list(one.missing)} for one in approvals
    ]


APPROVALS = (
    Column("Game"),
    Column("Approval"),
    Column("Day"),
    Column("Fingerprint"),
    Column("Rules of"),
    Column("Controls"),
    Column("Status"),
    Column("Note", wraps=True),
)


def approvals_page(approvals: Iterable[Approval]) -> Page:
    rows = [approval_row(one) for one in approvals]
    if not rows:
        return (Heading("Approvals"), Lines(("No game is approved yet.",)))
    return (Heading("Approvals"), make_table(APPROVALS, rows))


def approval_row(one: Approval) -> tuple[Cell, ...]:
    days, controls = " ".join(one.rules_days), controls_words(one)
    return (one.game, one.approval, one.day, one.fingerprint, days, controls, approval_status(one), one.note)


def controls_words(one: Approval) -> str:
    """The approval of the internal controls and, on tribal land, what the agency and the commission gave."""
    return "; ".join(filter(None, (one.controls, one.agency, one.concurrence)))


def approval_status(one: Approval) -> Cell:
    if one.withdrawn:
        return Toned(f"withdrawn: {one.withdrawn}", Tone.BAD)
    if one.missing:
        return Toned(f"does not name {' and '.join(one.missing)}", Tone.BAD)
    return "in force"
