"""Moments in words: the journal counts microseconds since 1970, people read days and hours.

A day is a day of the card room: reports take its time zone, or None for the machine's own.
"""

from datetime import UTC, date, datetime, tzinfo

from pitboss.base.money import MICROS

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
