"""What is approved and what runs here: equipment, letters, games and the program (WAC 230-06-050).

A component is held against the approved versions, a game against the fingerprint of its definition.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict

from pitboss import __version__
from pitboss.house.equipment import approved_equipment, find_fault
from pitboss.house.letter import ApprovedGame, Letter, letters
from pitboss.house.software import Software, read_software
from pitboss.jackpot.approval import Approval
from pitboss.jackpot.equipment import ROOM, InstalledComponent
from pitboss.reports.cell import ordinal
from pitboss.reports.field import Field, words
from pitboss.reports.form import Json
from pitboss.reports.page import (
    Block,
    Cell,
    Column,
    Facts,
    Heading,
    Lines,
    Page,
    Signatures,
    Tone,
    Toned,
    make_table,
)
from pitboss.reports.paper.paper import SHEET, WIDE, Paper, PaperLayout
from pitboss.reports.record.frame import Inquiry, JournalSource, Sheet, listed, say_bad
from pitboss.rules import game_ids, load_game

SIGNED_BY = ("Read by", "Checked by accounting")
NOT_APPROVED = (
    "A part is not as approved: the tables that it stands at do not open.",
    "{count} parts are not as approved: the tables that they stand at do not open.",
)

WHOLE_ROOM = "the room"


def register_data(register: Mapping[str, Sequence[InstalledComponent]]) -> list[Json]:
    return [
        {"table": table, **asdict(part), "approved": approved_words(part), "fault": find_fault(part)}
        for table, parts in sorted(register.items())
        for part in parts
    ]


Registered = tuple[str, InstalledComponent]
"""A part, and where it stands."""


def part_status(row: Registered) -> Cell:
    fault = find_fault(row[1])
    return Toned(fault, Tone.BAD) if fault else "approved"


REGISTER: tuple[Field[Registered], ...] = (
    words("Table", lambda row: WHOLE_ROOM if row[0] == ROOM else row[0]),
    words("Component", lambda row: row[1].component),
    words("Maker", lambda row: row[1].maker),
    words("Licence", lambda row: " / ".join(filter(None, (row[1].licence, row[1].tribal_licence)))),
    words("Version", lambda row: row[1].version or ("plain monitor" if row[1].is_plain else "")),
    words("Approved", lambda row: approved_words(row[1])),
    words("Status", part_status, wraps=True),
)


def make_equipment(source: JournalSource, inquiry: Inquiry) -> Sheet:
    register = source.books.floor.equipment
    data = register_data(register)
    rows = [(table, part) for table, parts in sorted(register.items()) for part in parts]
    faults = sum(bool(find_fault(part)) for _, part in rows)
    condition = Lines((approved_equipment().display_condition,))
    return Sheet(
        "Register of equipment",
        (*listed(REGISTER, rows, "Nothing is in the register yet."), condition, Signatures(SIGNED_BY)),
        data,
        (("Parts", ordinal(len(data))),),
        say_bad(faults, *NOT_APPROVED),
        WIDE,
        is_right=not faults,
    )


def approved_words(part: InstalledComponent) -> str:
    found = approved_equipment().components.get(part.component)
    return found.words if found else "none"


# -- what is approved ------------------------------------------------------------------------------


def versions_data() -> list[Json]:
    return [{**asdict(one)} for one in approved_equipment().components.values()]


def versions_page() -> Page:
    columns = (Column("Component"), Column("Use"), Column("Approved"), Column("Documents", wraps=True))
    found = approved_equipment()
    rows = [(one.name, one.use, one.words, one.source) for one in found.components.values()]
    systems = [(one.name, " and ".join(one.parts), " or ".join(one.displays)) for one in found.systems]
    return (
        Heading("Approved equipment"),
        make_table(columns, rows),
        Heading("Progressive systems", 2),
        make_table((Column("System"), Column("Parts", wraps=True), Column("Display", wraps=True)), systems),
        Lines((found.display_condition,)),
    )


# -- letters ---------------------------------------------------------------------------------------


def letters_data() -> list[Json]:
    return [
        {
            "day": one.day.isoformat(),
            "about": one.about,
            "rules": one.rules,
            "rules_days": [day.isoformat() for day in one.rules_days],
            "note": one.note,
            "games": [asdict(game) for game in one.games],
        }
        for one in letters()
    ]


def letters_page() -> Page:
    return tuple(block for one in letters() for block in letter_blocks(one))


def letter_blocks(letter: Letter) -> Iterator[Block]:
    here = sum(1 for game in letter.games if game.in_catalogue)
    days = " and ".join(day.isoformat() for day in letter.rules_days) or "a day that it does not name"
    yield Heading(f"Letter of {letter.day}: {letter.about}")
    yield Lines(
        (f"Binds to the {letter.rules} of {days}.", f"{here} of {len(letter.games)} are in the catalogue.")
    )
    columns = (Column("No.", right=True), Column("Game"), Column("In the catalogue", wraps=True))
    yield make_table(columns, ((str(game.number), game.name, here_words(game)) for game in letter.games))


def here_words(game: ApprovedGame) -> str:
    if not game.in_catalogue:
        return ""
    return ": ".join(filter(None, (load_game(game.in_catalogue).name, game.as_what)))


# -- what runs here --------------------------------------------------------------------------------


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


# -- approved games --------------------------------------------------------------------------------


def approvals_data(approvals: Iterable[Approval]) -> list[Json]:
    return [
        {**asdict(one), "rules_days": list(one.rules_days), "missing": list(one.missing)} for one in approvals
    ]


def make_approvals(source: JournalSource, inquiry: Inquiry) -> Sheet:
    found = list(source.books.floor.approvals.values())
    page = listed(APPROVALS, found, "No game is approved yet.")
    facts = (("In force", ordinal(sum(not one.withdrawn for one in found))),)
    return Sheet("Approved games", page, approvals_data(found), facts, layout=WIDE)


def approval_status(one: Approval) -> Cell:
    if one.withdrawn:
        return Toned(f"withdrawn: {one.withdrawn}", Tone.BAD)
    if one.missing:
        return Toned(f"does not name {' and '.join(one.missing)}", Tone.BAD)
    return "in force"


APPROVALS: tuple[Field[Approval], ...] = (
    words("Game", lambda one: game_name(one.game)),
    words("Approval", lambda one: one.approval),
    words("Day", lambda one: one.day),
    words("Rules of", lambda one: " ".join(one.rules_days)),
    words("Controls", lambda one: "; ".join(filter(None, (one.controls, one.agency, one.concurrence)))),
    words("Status", approval_status),
    words("Fingerprint", lambda one: one.fingerprint),
    words("Note", lambda one: one.note, wraps=True),
)
