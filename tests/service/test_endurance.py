"""What a server endures: a start that is killed, a full disk, a clock that jumps, visitors who count."""

import asyncio
import os
import shutil
import stat
import time
from pathlib import Path

import pytest
from served_room import CHEAP, KEY, Served, make_premises

from patient_counting import PATIENCE_SECONDS
from pitboss.base.error import InputError
from pitboss.base.money import MICROS
from pitboss.base.private_file import check_own
from pitboss.jackpot.request import Switch
from pitboss.ledger.store import StoreError
from pitboss.service import clock
from pitboss.service.clock import ClockWatch
from pitboss.service.counting import bench
from pitboss.service.counting.bench import PROGRAM, Bench
from pitboss.service.demo import GAMES, PEOPLE, PROGRESSIVES, open_demo
from pitboss.service.premises import Premises
from pitboss.service.settings import Settings, demo_settings, find_lessons
from pitboss.simulation.program import write_once
from pitboss.storage import sqlite
from pitboss.storage.address import ANCHOR
from pitboss.storage.backup import back_up, open_journal
from pitboss.storage.memory import MemoryStore
from pitboss.storage.sqlite import SqliteStore

# -- the first start -------------------------------------------------------------------------------


class KilledError(BaseException):
    """As if the process had ended here."""


def close(premises):
    premises.hashing.close()
    premises.journal.close()


def start(folder):
    premises = make_premises(folder)
    try:
        open_demo(premises)
    finally:
        close(premises)
    return premises


def describe(folder):
    premises = make_premises(folder)
    floor = premises.manager.floor
    found = (
        {name: person.role for name, person in floor.people.items()},
        {name: state.is_open for name, state in floor.progressives.items()},
        sorted(floor.approvals),
        sorted(premises.room.plans),
        premises.manager.number,
    )
    close(premises)
    return found


def test_a_first_start_that_is_killed_after_any_write_goes_on_at_the_next(tmp_path, monkeypatch):
    whole = tmp_path / "whole"
    whole.mkdir()
    start(whole)
    wanted = describe(whole)
    assert wanted[0] == PEOPLE
    writes = wanted[-1] - len(GAMES)
    """A table's first line is written with the table."""
    for number in range(writes):
        folder = tmp_path / str(number)
        folder.mkdir()
        premises = make_premises(folder)
        left = [number]

        def counted(write, left=left):
            def do(*args, **named):
                done = write(*args, **named)
                left[0] -= 1
                if left[0] < 0:
                    raise KilledError
                return done

            return do

        premises.journal.append = counted(premises.journal.append)
        with pytest.raises(KilledError):
            open_demo(premises)
        close(premises)
        start(folder)
        assert describe(folder) == wanted, f"killed after write {number}"


def test_what_people_have_changed_since_is_left_as_it_is(tmp_path):
    start(tmp_path)
    premises = make_premises(tmp_path)
    premises.manager.ask(Switch("close", ("sue",), PROGRESSIVES[0].id, False))
    premises.room.close_table("T7", by="sue")
    close(premises)
    before = describe(tmp_path)
    start(tmp_path)
    assert describe(tmp_path) == before


def test_a_room_whose_files_were_lost_is_not_begun_anew_without_a_word(tmp_path):
    start(tmp_path)
    for file in tmp_path.glob("room.db*"):
        if not file.name.endswith(".opened"):
            file.unlink()
    with pytest.raises(InputError, match="opened here before"):
        start(tmp_path)


def test_a_key_that_was_never_written_is_made_again(tmp_path):
    folder = tmp_path / "room"
    folder.mkdir()
    (folder / "key").touch()
    assert len(demo_settings(folder, 8000).key) > 40


# -- readiness -------------------------------------------------------------------------------------


def test_a_server_that_cannot_write_is_not_ready(served, monkeypatch):
    nobody = served.person()
    assert nobody.get("/ready").status_code == 200

    def full(folder):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(sqlite, "probe_disk", full)
    served.premises.readiness.looked_at -= 2
    answer = nobody.get("/ready")
    assert answer.status_code == 503
    assert "No space" not in answer.text


def test_a_server_whose_last_commit_failed_is_not_ready_before_something_is_written(served, monkeypatch):
    """PostgreSQL on a full disk takes back what needs no new page: the usual try says nothing of it."""
    nobody, premises = served.person(), served.premises
    manager, is_full = premises.manager, True

    def write(*entries):
        raise StoreError("the disk is full")

    def check(*, thoroughly=False):
        if thoroughly and is_full:
            raise StoreError("no new page")

    def status():
        premises.readiness.looked_at -= 2
        return nobody.get("/ready").status_code

    def switch(id_):
        manager.ask(Switch(id_, ("sue",), PROGRESSIVES[0].id, False))

    def switch_in_vain(id_):
        with monkeypatch.context() as patch:
            patch.setattr(manager.store, "append", write)
            with pytest.raises(StoreError):
                switch(id_)

    monkeypatch.setattr(premises.journal, "check_writable", check)
    assert status() == 200
    switch_in_vain("full")
    assert (status(), status()) == (503, 503)
    switch("it is written")
    assert status() == 200
    switch_in_vain("full again")
    assert status() == 503
    is_full = False
    assert (status(), manager.has_failed) == (200, False)


def test_a_store_says_whether_it_can_be_written_and_leaves_nothing_behind(tmp_path):
    store = SqliteStore(tmp_path / "journal.db")
    before = sorted(tmp_path.iterdir())
    store.check_writable()
    assert (sorted(tmp_path.iterdir()), store.last()) == (before, None)
    store.close()
    with pytest.raises(StoreError):
        store.check_writable()
    memory = MemoryStore()
    memory.check_writable()
    memory.close()
    with pytest.raises(StoreError):
        memory.check_writable()


@pytest.mark.skipif(os.getuid() == 0 and not Path("/sys/fs").exists(), reason="needs a file system")
def test_a_store_that_may_only_be_read_is_not_writable(tmp_path, monkeypatch):
    store = SqliteStore(tmp_path / "journal.db")
    store._writer.execute("PRAGMA query_only = 1")
    with pytest.raises(StoreError, match="readonly"):
        store.check_writable()
    store.close()


# -- files -----------------------------------------------------------------------------------------


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


def test_databases_keys_and_backups_are_their_owners_alone(tmp_path, monkeypatch):
    previous = os.umask(0o022)
    try:
        settings = demo_settings(tmp_path / "demo", 8000)
        premises = Premises(settings, hasher=CHEAP)
        open_demo(premises)
        with open_journal(settings.database) as journal:
            back_up(journal, tmp_path / "demo" / "backup.db")
        found = {file.name: mode(file) for file in (tmp_path / "demo").iterdir() if file.is_file()}
        close(premises)
    finally:
        os.umask(previous)
    assert {"room.db", "room.db-wal", "room.db-shm", "key", "backup.db"} <= found.keys()
    assert set(found.values()) == {0o600}, found
    assert mode(tmp_path / "demo") == 0o700


def test_a_folder_of_somebody_else_is_not_trusted_with_code_that_is_run(tmp_path, monkeypatch):
    path = tmp_path / "cache" / "round.py"
    assert write_once(path, "text") == path
    assert write_once(path, "text") == path
    path.parent.chmod(0o777)
    with pytest.raises(PermissionError, match="written by others"):
        write_once(path, "text")
    path.parent.chmod(0o700)
    monkeypatch.setattr(os, "getuid", lambda: 65534)
    with pytest.raises(PermissionError, match="somebody else"):
        write_once(path, "text")
    with pytest.raises(PermissionError):
        check_own(path.parent)


# -- the clock -------------------------------------------------------------------------------------

DAY = 24 * 3600 * MICROS


class Times:
    def __init__(self):
        self.wall, self.steady = 1_700_000_000 * MICROS, 50 * MICROS

    def watch(self, **more):
        return ClockWatch(lambda: self.wall, lambda: self.steady, **more)

    def go_on(self, micros, *, jump=0):
        self.steady += micros
        self.wall += micros + jump


def test_a_clock_that_goes_as_time_does_is_followed():
    times = Times()
    watch = times.watch()
    for jump in (0, MICROS, -MICROS, 4 * 60 * MICROS):
        times.go_on(60 * MICROS, jump=jump)
        assert watch() == times.wall
    times.go_on(90 * DAY)
    assert (watch(), watch.alarm) == (times.wall, "")


def test_small_jumps_that_come_together_are_one_jump():
    """A thousand of five minutes each would be days."""
    times = Times()
    watch = times.watch()
    for _ in range(1000):
        times.go_on(60 * MICROS, jump=299 * MICROS)
        watch()
    assert "The clock jumped" in watch.alarm
    assert watch() < 1_700_000_000 * MICROS + DAY


def test_a_clock_that_is_a_week_after_the_last_entry_when_the_server_starts_is_an_alarm():
    times = Times()
    watch = times.watch(last_at=times.wall - 8 * DAY)
    assert watch() == times.wall
    assert "8 days ago" in watch.alarm
    watch.accept()
    assert (watch(), watch.alarm) == (times.wall, "")
    assert times.watch(last_at=times.wall - 6 * DAY).alarm == ""


@pytest.mark.parametrize("jump", [3652 * DAY, 6 * 60 * MICROS, -DAY])
def test_a_clock_that_jumps_is_not_followed_until_somebody_accepts_it(jump):
    times = Times()
    watch = times.watch()
    before = times.wall
    times.go_on(60 * MICROS, jump=jump)
    assert watch() == before + 60 * MICROS
    assert "The clock jumped" in watch.alarm
    times.go_on(60 * MICROS)
    assert watch() == before + 120 * MICROS
    assert "jumped" in watch.accept()
    assert (watch(), watch.alarm) == (times.wall, "")


def test_a_clock_that_is_put_right_again_is_followed_again():
    times = Times()
    watch = times.watch()
    times.go_on(MICROS, jump=3652 * DAY)
    watch()
    times.go_on(MICROS, jump=-3652 * DAY)
    assert (watch(), watch.alarm) == (times.wall, "")


def test_a_clock_that_is_a_year_after_the_last_entry_when_the_server_starts_is_not_believed_either():
    times = Times()
    watch = times.watch(last_at=times.wall - 3652 * DAY)
    times.go_on(MICROS)
    assert watch() == times.wall - 3652 * DAY
    assert "jumped 3,652 days ahead" in watch.alarm
    assert times.watch(last_at=times.wall - 300 * DAY)() == times.wall


def test_a_clock_behind_the_journal_is_an_alarm_from_the_start():
    times = Times()
    assert "behind the last entry" in times.watch(last_at=times.wall + DAY).alarm
    watch = times.watch(last_at=times.wall + MICROS)
    assert watch.alarm == ""
    watch.hold_against(times.wall + DAY)
    assert "24 hours behind the last entry" in watch.alarm
    times.go_on(DAY)
    watch.hold_against(times.wall)
    assert watch.alarm == ""


def test_a_jump_is_an_alarm_of_the_floor_and_leaves_the_journal_in_its_time(served, monkeypatch):
    sue, watch = served.person(staff="sue"), served.premises.clock
    year = clock.read_wall()
    watch.wall = lambda: clock.read_wall() + 3652 * DAY
    dan = served.person(staff="dan")
    last = list(served.premises.journal.entries())[-1].draft
    assert last.at_micros - year < DAY
    (alarm,) = [one for one in sue.get("/api/alarms").json() if one["kind"] == "clock"]
    assert "3,652 days ahead" in alarm["words"]
    assert dan.post("/api/clock/accept", {}).status_code == 403
    assert "3,652 days" in sue.post("/api/clock/accept", {}).json()["accepted"]
    entry = list(served.premises.journal.entries())[-1].draft
    assert (entry.kind, entry.by) == ("record: malfunction", ("sue",))
    assert sue.post("/api/clock/accept", {}).status_code in (401, 409)


# -- visitors who count, and who learn -------------------------------------------------------------


def test_counting_for_visitors_has_the_lowest_priority(monkeypatch):
    monkeypatch.setattr(bench, "PROGRAM", PROGRAM)

    async def look():
        process = await Bench()._start()
        while os.getpriority(os.PRIO_PROCESS, process.pid) != 19:
            await asyncio.sleep(0.05)
        process.kill()
        await process.wait()

    asyncio.run(asyncio.wait_for(look(), PATIENCE_SECONDS))


def test_lessons_are_kept_in_files_and_not_in_the_rooms_database(tmp_path):
    assert find_lessons(Settings(str(tmp_path / "room.db"), KEY)) == tmp_path / "lessons"
    assert find_lessons(Settings("postgresql:///room", KEY)).name == "service"
    assert find_lessons(Settings("postgresql:///room", KEY, lessons="/srv/lessons")) == Path("/srv/lessons")


def test_an_answer_is_in_the_trainees_own_file_and_comes_back(tmp_path):
    from pitboss.house.training.progress import SessionTally, TopicMark
    from pitboss.service.classroom import Sitting

    premises = make_premises(tmp_path)
    room = Served(premises)
    with room.client:
        classroom = premises.classroom
        sitting = Sitting("lesson", "player ../../Nora", "blackjack", "player", 1, SessionTally("s", "now"))
        room.client.portal.call(classroom._keep, sitting, [TopicMark(("hit",), True, 5)])
        kept = room.client.portal.call(classroom.progress, "player ../../Nora", "blackjack")
        other = room.client.portal.call(classroom.progress, "staff Nora", "blackjack")
    assert kept.part("player").topics["hit"].missed == 1
    assert not other.parts
    (file,) = (tmp_path / "lessons").rglob("*.json")
    assert "Nora" not in str(file.relative_to(tmp_path))
    assert mode(tmp_path / "lessons") == 0o700


def test_a_lesson_is_asked_answered_and_its_progress_kept(served, tmp_path):
    nora = served.person(guest="Nora")
    begun = nora.post("/api/trainer", {"game": "three_card_poker", "side": "player", "seed": 7})
    assert begun.status_code == 201, begun.text
    lesson, found = begun.json()["lesson"], begun.json()
    for _ in range(60):
        if found["is_ready"]:
            break
        found = nora.get(f"/api/trainer/{lesson}/question").json()
    text = found["found"]["choices"][0]["name"]
    answer = nora.post(f"/api/trainer/{lesson}/answer", {"text": text, "milliseconds": 5})
    assert answer.status_code == 200, answer.text
    kept = nora.get("/api/trainer/progress/three_card_poker?side=player").json()
    assert kept["page"]
    assert list((tmp_path / "lessons").rglob("*.json"))


# -- anchors ---------------------------------------------------------------------------------------


def test_an_anchor_that_cannot_be_written_is_an_alarm_and_a_figure_until_it_can_be(tmp_path, monkeypatch):
    folder = tmp_path / "anchors"
    folder.mkdir()
    monkeypatch.setenv(ANCHOR, str(folder))
    monkeypatch.setattr("pitboss.service.premises.EVERY_SECONDS", 0.04)
    premises = make_premises(tmp_path)
    open_demo(premises)
    anchor = premises.journal.anchor

    room = Served(premises)

    def state():
        """The alarms of anchors, and how many the figure says there are."""
        figures = dict(line.split(" ", 1) for line in sue.get("/metrics").text.splitlines())
        alarms = [one for one in sue.get("/api/alarms").json() if one["kind"] == "anchor"]
        return [(one["table"], one["weight"]) for one in alarms], float(figures["pitboss_anchor_problems"])

    def write_anchors():
        """With the next entry, as if a line were due."""
        anchor._due = 0.0
        sue.post("/api/sign-out", {})
        sue.sign_in(staff="sue")

    with room.client:
        sue = room.person(staff="sue")
        wait_until(lambda: state() == ([], 0.0))
        shutil.rmtree(folder)
        anchor.close()
        write_anchors()
        wait_until(lambda: state() == ([("Server", "loud")], 1.0))
        folder.mkdir()
        write_anchors()
        wait_until(lambda: state() == ([], 0.0))


def wait_until(is_so):
    ends = time.monotonic() + PATIENCE_SECONDS
    while not is_so():
        assert time.monotonic() < ends
        time.sleep(0.02)
