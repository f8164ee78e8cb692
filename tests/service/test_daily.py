"""Once a day the whole book is held against its laws: what differs is an alarm until a reading is right."""

import asyncio
import os

import pytest

from pitboss.service import daily
from pitboss.service.daily import DIFFERENCES, FIRST_SECONDS, NOT_READ, DailyReading
from pitboss.storage.export import format_line
from played_book import halve_contribution, keep, play_book


@pytest.fixture(scope="module")
def book():
    return play_book()


def read(database):
    reading = DailyReading(database)
    asyncio.run(reading.read())
    return reading.alarm, DIFFERENCES._value.get()


def test_a_book_in_which_all_laws_hold_raises_no_alarm(book, tmp_path):
    assert read(keep(book, tmp_path / "room.db")) == ("", 0)


def test_a_breach_is_told_with_its_entry_and_how_many_there_are(book, tmp_path):
    alarm, differences = read(keep(halve_contribution(book), tmp_path / "room.db"))
    assert "COIN IN says $0.42 for the meter and moves $0.21 (1 more: pitboss ledger reconcile)" in alarm
    assert alarm.startswith("Entry ")
    assert "T1" in alarm
    assert differences == 2


def test_a_chain_that_is_broken_is_told(book, tmp_path):
    path = tmp_path / "room.jsonl"
    lines = [format_line(entry) for entry in book]
    del lines[20]
    path.write_text("".join(f"{line}\n" for line in lines))
    alarm, differences = read(str(path))
    assert "of the book is not right" in alarm
    assert differences == 1


def test_a_book_that_cannot_be_read_is_an_alarm_too(tmp_path):
    assert read(str(tmp_path / "nowhere.db")) == (NOT_READ, 1)


def test_a_process_that_cannot_be_started_is_an_alarm_and_no_end(book, monkeypatch):
    async def fail(*words, **more):
        raise OSError("no memory")

    monkeypatch.setattr(asyncio, "create_subprocess_exec", fail)
    assert read("room.db") == (NOT_READ, 1)


def test_it_reads_soon_after_a_start_and_then_once_a_day(monkeypatch):
    slept, reading = [], DailyReading("room.db")

    async def sleep(seconds):
        slept.append(seconds)
        if len(slept) > 4:
            raise asyncio.CancelledError

    async def note():
        slept.append("read")

    monkeypatch.setattr(daily.asyncio, "sleep", sleep)
    monkeypatch.setattr(reading, "read", note)
    with pytest.raises(asyncio.CancelledError):
        asyncio.run(reading.work())
    assert slept[:4] == [FIRST_SECONDS, "read", 24 * 3600.0, "read"]


def test_the_process_that_reads_has_the_lowest_priority(monkeypatch, tmp_path):
    given = []
    monkeypatch.setattr(os, "setpriority", lambda *words: given.append(words[2]))
    read(str(tmp_path / "nowhere.db"))
    assert given == [19]


def test_what_differs_is_on_every_page_of_the_staff_until_a_later_reading_is_right(served, book, tmp_path):
    sue, guest = served.person(staff="sue"), served.person(guest="Gus")
    reading = served.premises.daily
    room = reading.database
    reading.database = keep(halve_contribution(book), tmp_path / "breached.db")
    served.client.portal.call(reading.read)
    (alarm,) = [one for one in sue.get("/api/alarms").json() if one["kind"] == "law"]
    assert (alarm["table"], alarm["weight"]) == ("Book", "urgent")
    assert "COIN IN says $0.42 for the meter" in alarm["words"]
    assert alarm in sue.get("/api/floor").json()["closed"]
    assert guest.get("/api/alarms").json() == []
    reading.database = room
    served.client.portal.call(reading.read)
    assert not [one for one in sue.get("/api/alarms").json() if one["kind"] == "law"]
