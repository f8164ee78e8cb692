"""Approvals: what may be dealt, each game by the fingerprint of its definition (WAC 230-06-050)."""

from collections.abc import Iterable
from dataclasses import asdict

from pitboss.jackpot.approval import Approval
from pitboss.reports.cell import ordinal
from pitboss.reports.field import Field, words
from pitboss.reports.form import Json
from pitboss.reports.page import Cell, Tone, Toned
from pitboss.reports.paper.paper import WIDE
from pitboss.reports.record.frame import Sheet, listed
from pitboss.reports.record.inquiry import Inquiry, JournalSource
from pitboss.reports.record.software import game_name


def approvals_data(approvals: Iterable[Approval]) -> list[Json]:
    return [
        {**asdict(one), "rules_days": list(one.rules_days), "missing": list(one.missing)} for one in approvals
    ]


def make_approvals(source: JournalSource, inquiry: Inquiry) -> Sheet:
    found = list(source.books.floor.approvals.values())
    page = listed(APPROVALS, found, "No game is approved yet.")
    facts = (("In force", ordinal(sum(not one.withdrawn for one in found))),)
    return Sheet("Approved games", page, approvals_data(found), facts, layout=WIDE)


def controls_words(one: Approval) -> str:
    """The approval of the internal controls and, on tribal land, what the agency and the commission gave."""
    return "; ".join(filter(None, (one.controls, one.agency, one.concurrence)))


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
    words("Controls", controls_words),
    words("Status", approval_status),
    words("Fingerprint", lambda one: one.fingerprint),
    words("Note", lambda one: one.note, wraps=True),
)
