"""Rows of a record as data: every field under its own name, moments in ISO 8601, money in micro-dollars.

The journal counts microseconds since 1970, people read days and hours. A day is a day of the card room:
records take its time zone, or None for the machine's own.
"""

from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from datetime import date, tzinfo
from enum import Enum
from fractions import Fraction
from typing import TYPE_CHECKING, cast

from pitboss.base.figure import format_fraction
from pitboss.reports.form import Data, Json

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


from datetime import UTC, datetime

from pitboss.base.money import MICROS

MOMENT = "_at"
"""The end of a name that holds a moment."""


def row_data(row: "DataclassInstance", zone: tzinfo | None) -> Data:
    return {one.name: as_json(one.name, getattr(row, one.name), zone) for one in fields(row)}


def rows_data(rows: Iterable["DataclassInstance"], zone: tzinfo | None) -> list[Json]:
    return [row_data(row, zone) for row in rows]


def as_json(name: str, value: object, zone: tzinfo | None) -> Json:
    if name.endswith(MOMENT):
        return iso_instant(cast(int, value), zone)
    if isinstance(value, Fraction):
        return format_fraction(value)
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, Mapping):
        return {str(key): as_json(str(key), one, zone) for key, one in value.items()}
    if isinstance(value, tuple | list):
        return [as_json("", one, zone) for one in value]
    if is_dataclass(value) and not isinstance(value, type):
        return row_data(value, zone)
    return cast(Json, value)


# -- moments in words ------------------------------------------------------------------------------

SECOND = MICROS
HOUR = 3600 * SECOND
DAY = 24 * HOUR


def as_datetime(micros: int, zone: tzinfo | None) -> datetime:
    return datetime.fromtimestamp(micros // SECOND, UTC).astimezone(zone)


def format_instant(micros: int, zone: tzinfo | None) -> str:
    """Empty for what has not happened."""
    return f"{as_datetime(micros, zone):%Y-%m-%d %H:%M:%S}" if micros else ""


def iso_instant(micros: int, zone: tzinfo | None) -> str | None:
    return as_datetime(micros, zone).isoformat() if micros else None


def day_of(micros: int, zone: tzinfo | None) -> date:
    return as_datetime(micros, zone).date()


def format_span(micros: int) -> str:
    """Days and hours, the rest cut off."""
    days, hours = micros // DAY, micros % DAY // HOUR
    if not days:
        return f"{hours} h"
    return f"{days} d {hours} h"
