"""A server says at once what it does, and refuses in one line before anything is called open."""

import os
import re
import signal
import socket
import subprocess
import time

import pytest
from program import PATIENCE_SECONDS, PROGRAM, environment, run

from pitboss.house.room.locker import new_key


def start(log, *words):
    """A server whose words go into a file, as they do for a service."""
    variables = environment(PITBOSS_KEY=new_key())
    variables.pop("PYTHONUNBUFFERED", None)
    with log.open("wb") as file:
        return subprocess.Popen([*PROGRAM, "floor", *words], stdout=file, stderr=file, env=variables)


def wait_for(log, words):
    deadline = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < deadline:
        if words in log.read_text():
            return log.read_text()
        time.sleep(0.05)
    raise AssertionError(f"never said {words!r}, but: {log.read_text()}")


@pytest.fixture(scope="module")
def demo(tmp_path_factory):
    """A demonstration's log; its room is beside it."""
    log = tmp_path_factory.mktemp("demo") / "log"
    process = start(log, "demo", "--no-browser", "--port", "0", "--folder", str(log.parent / "room"))
    yield log
    process.send_signal(signal.SIGINT)
    assert process.wait(PATIENCE_SECONDS) == 0


def test_a_demonstration_says_where_it_is_into_a_file_too(demo):
    said = wait_for(demo, "Ctrl-C closes the room")
    port = int(re.search(r"open at http://127\.0\.0\.1:(\d+)/", said)[1])
    with socket.create_connection(("127.0.0.1", port), timeout=10):
        pass


def test_what_it_opens_is_said_before_it_is_open(demo):
    said = wait_for(demo, "is open at")
    assert said.startswith(f"Opening the demonstration room in {demo.parent / 'room'}\n")


def test_a_second_server_of_a_room_in_sqlite_is_refused(demo):
    wait_for(demo, "is open at")
    found = run("floor", "demo", "--no-browser", "--port", "0", "--folder", str(demo.parent / "room"))
    assert found.returncode == 2
    assert "another server has the room in" in found.stderr
    assert "is open at" not in found.stdout


def test_a_taken_port_is_one_line_before_anything_is_opened(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        found = run("floor", "demo", "--no-browser", "--port", str(port), "--folder", str(tmp_path / "room"))
    assert found.returncode == 2
    assert found.stdout == ""
    assert found.stderr == (
        f"pitboss: cannot listen on port {port} of 127.0.0.1: address already in use; "
        f"take another one, such as --port {port + 1}\n"
    )
    assert not (tmp_path / "room").exists()


def test_a_folder_that_cannot_be_written_is_named(tmp_path):
    (tmp_path / "file").write_text("")
    found = run("floor", "demo", "--no-browser", "--port", "0", "--folder", str(tmp_path / "file" / "room"))
    assert found.returncode == 2
    assert str(tmp_path / "file" / "room") in found.stderr


def test_a_served_room_says_where_it_is_and_that_nobody_can_sign_in_yet(tmp_path):
    log = tmp_path / "log"
    process = start(log, "serve", "--store", str(tmp_path / "room.db"), "--port", "0")
    try:
        said = wait_for(log, "Nobody can sign in yet")
        assert f"Opening the room in {tmp_path / 'room.db'}\n" in said
        assert "The card room is open at http://127.0.0.1:" in said
    finally:
        os.kill(process.pid, signal.SIGINT)
        assert process.wait(PATIENCE_SECONDS) == 0
