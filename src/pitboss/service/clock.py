"""The room's clock: the wall's, as long as that goes on as time does.

Every entry of the journal has a time, and none is ever earlier than the one before. A wall clock that jumped
ten years ahead once would leave the journal there for good. So it is held against the machine's steady
clock: jumps of more than five minutes within an hour are not followed, but told as an alarm, until a person
of the staff accepts it. Nor is a clock believed that is a year after the last entry when the server starts;
a week is an alarm.
"""

import time
from collections.abc import Callable
from threading import Lock

from prometheus_client import Gauge

from pitboss.base.money import MICROS
from pitboss.house.self_check import YEAR_MICROS

ALARM = Gauge("pitboss_clock_alarm", "1 while the machine's clock is not believed")
BOUND_MICROS = 5 * 60 * MICROS
HOUR_MICROS = 3600 * MICROS
WEEK_MICROS = 7 * 24 * HOUR_MICROS
STEADY = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)
"""Goes on while the machine sleeps, where the system has such a clock."""


def read_wall() -> int:
    return time.time_ns() // 1_000


def read_steady() -> int:
    return time.clock_gettime_ns(STEADY) // 1_000


class ClockWatch:
    """Microseconds since 1970 when it is called; `alarm` says what is wrong with the wall clock, if it is."""

    def __init__(
        self,
        wall: Callable[[], int] = read_wall,
        steady: Callable[[], int] = read_steady,
        *,
        last_at: int = 0,
    ) -> None:
        self.wall = wall
        self.steady = steady
        self.lock = Lock()
        self.alarm = ""
        self._time, self._steady = wall(), steady()
        if last_at and self._time - last_at > YEAR_MICROS:
            self._time = last_at
        elif last_at and self._time - last_at > WEEK_MICROS:
            ago = say_micros(self._time - last_at)
            self.alarm = f"{LEFT} {ago} ago by this machine's clock: accept it if that is right"
        self.hold_against(last_at)

    def hold_against(self, last_at: int) -> None:
        """The journal may be ahead: another server's clock, or this one's before it was put right."""
        behind = last_at - self()
        if behind > BOUND_MICROS:
            self.alarm = f"{BEHIND} {say_micros(behind)} behind the last entry of the journal"
        elif self.alarm.startswith(BEHIND):
            self.alarm = ""
        ALARM.set(bool(self.alarm))

    def __call__(self) -> int:
        with self.lock:
            wall, steady = self.wall(), self.steady()
            expected = self._time + max(0, steady - self._steady)
            jump = wall - expected
            if abs(jump) <= BOUND_MICROS:
                if steady - self._steady >= HOUR_MICROS:
                    self._time, self._steady = wall, steady
                if self.alarm.startswith(JUMPED):
                    self.alarm = ""
                return wall
            way = "ahead" if jump > 0 else "back"
            self.alarm = f"{JUMPED} {say_micros(abs(jump))} {way}: the room goes on by its own time"
            return expected

    def accept(self) -> str:
        """The wall clock is right; what was wrong, in words."""
        with self.lock:
            said, self.alarm = self.alarm, ""
            self._time, self._steady = self.wall(), self.steady()
            return said


JUMPED = "The clock jumped"
BEHIND = "The clock is"
LEFT = "The last entry was made"


def say_micros(micros: int) -> str:
    minutes = round(micros / (60 * MICROS))
    if minutes < 120:
        return f"{minutes} minutes"
    return f"{round(minutes / 60)} hours" if minutes < 72 * 60 else f"{round(minutes / 1440):,} days"
