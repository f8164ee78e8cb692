"""The submission that a paper belongs to: who files it, with whom, under which number.

Only what the user has said is printed. What was not said is a line to fill in by hand.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from datetime import date
from pathlib import Path

from pitboss.base.error import InputError, find_name
from pitboss.reports.form import Json
from pitboss.reports.page import Column, PageTable, make_table

BLANK = "." * 18
"""A line to write on."""


@dataclass(frozen=True)
class Submission:
    """Empty where nothing was said."""

    applicant: str = ""
    licence: str = ""
    jurisdiction: str = ""
    number: str = ""
    revision: str = ""
    date: str = ""

    @property
    def said(self) -> dict[str, str]:
        return {name: value for name, value in asdict(self).items() if value}


NOTHING_SAID = Submission()
NAMES = tuple(field.name for field in fields(Submission))


def read_submission(path: Path) -> Submission:
    """From a small file: `applicant = "..."`, and so on; each line may be left out."""
    try:
        data = tomllib.loads(path.read_text())
    except OSError as problem:
        raise InputError(f"cannot read {path}: {problem.strerror}") from problem
    except ValueError as problem:
        raise InputError(f"{path}: write lines as 'applicant = \"...\"' ({problem})") from problem
    return make_submission(data, where=str(path))


def make_submission(data: Mapping[str, object], *, where: str = "submission") -> Submission:
    """Refused if a name is not one of the fields, or a value not one line of words or a day."""
    said: dict[str, str] = {}
    for name, value in data.items():
        words = value.isoformat() if type(value) is date else value
        if not isinstance(words, str) or not words.isprintable():
            raise InputError(f"{where}: {name} is one line of words or a day, not {value!r}")
        said[find_name("field of a submission", name, NAMES)] = words.strip()
    return Submission(**said)


def submission_table(submission: Submission) -> PageTable:
    """One line under the names of the fields, so that it takes little of the first page."""
    columns = [Column(title_of(name), wraps=name in ("applicant", "jurisdiction")) for name in NAMES]
    return make_table(columns, [[value or BLANK for value in asdict(submission).values()]])


def title_of(name: str) -> str:
    return "Submission" if name == "number" else name.capitalize()


def submission_data(submission: Submission) -> dict[str, Json]:
    return {name: value or None for name, value in asdict(submission).items()}
