"""Who works on the floor: roles, who is locked or has left, and PINs due for a change (req. 65).

No hash is shown, and nothing here is a secret.
"""

from dataclasses import dataclass
from datetime import tzinfo

from pitboss.jackpot.books import Books
from pitboss.jackpot.people import list_roles
from pitboss.jackpot.person import QUARTER_MICROS, Person
from pitboss.reports.field import Field, words
from pitboss.reports.page import Cell, Tone, Toned
from pitboss.reports.record.frame import Inquiry, JournalSource, Sheet, listed
from pitboss.reports.record.row import format_instant, rows_data


@dataclass(frozen=True)
class StaffRow:
    name: str
    role: str
    department: str
    is_active: bool
    is_locked: bool
    locked_until: int
    failures: int
    """Wrong tries in a row."""
    has_card: bool
    pin_changed_at: int
    pin_due_at: int
    is_pin_due: bool
    last_seen_at: int


def read_staff(floor: Books, now: int) -> list[StaffRow]:
    """By roles, those who have left at the end."""
    active = [floor.people[name] for names in list_roles(floor).values() for name in names]
    left = [floor.people[name] for name in sorted(floor.people) if not floor.people[name].is_active]
    return [staff_row(person, now) for person in (*active, *left)]


def staff_row(person: Person, now: int) -> StaffRow:
    return StaffRow(
        name=person.name,
        role=person.role.value,
        department=person.department.value,
        is_active=person.is_active,
        is_locked=person.is_locked,
        locked_until=person.locked_until,
        failures=person.failures,
        has_card=bool(person.card_hash),
        pin_changed_at=person.changed_at,
        pin_due_at=person.changed_at + QUARTER_MICROS,
        is_pin_due=person.is_active and person.is_change_due(now),
        last_seen_at=person.last_seen,
    )


def make_staff(source: JournalSource, inquiry: Inquiry) -> Sheet:
    found = read_staff(source.books.floor, inquiry.at_micros)
    page = listed(staff_fields(inquiry.zone), found, "Nobody is here yet: names are taken as they are given.")
    return Sheet("People", page, rows_data(found, inquiry.zone))


def staff_fields(zone: tzinfo | None) -> tuple[Field[StaffRow], ...]:
    return (
        words("Role", lambda row: row.role),
        words("Name", lambda row: row.name),
        words("Department", lambda row: row.department),
        words("Status", lambda row: staff_status(row, zone)),
        words("Card", lambda row: "yes" if row.has_card else "no"),
        words("Last seen", lambda row: format_instant(row.last_seen_at, zone) or "never"),
        words("New PIN due", lambda row: pin_status(row, zone)),
    )


def staff_status(row: StaffRow, zone: tzinfo | None) -> Cell:
    if not row.is_active:
        return Toned("has left", Tone.DIM)
    if row.is_locked:
        until = format_instant(row.locked_until, zone)
        return Toned(f"locked until {until}, {row.failures} wrong tries", Tone.BAD)
    return "active"


def pin_status(row: StaffRow, zone: tzinfo | None) -> Cell:
    if not row.is_active:
        return ""
    day = format_instant(row.pin_due_at, zone)
    return Toned(f"since {day}", Tone.BAD) if row.is_pin_due else day
