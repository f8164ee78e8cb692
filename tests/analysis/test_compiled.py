"""Compiled code that is kept follows every change of a text that it was compiled from."""

import subprocess
import sys

import pytest

LOW = """
from typing import NamedTuple
from pitboss.shape.compiled import kept

FACTOR = 3

class Pair(NamedTuple):
    left: int
    right: int

@kept()
def total(pair):
    return pair.left + pair.right
"""
HIGH = """
from kept_loops import low
from kept_loops.low import FACTOR, Pair, total
from pitboss.shape.compiled import kept

@kept()
def scaled(pair):
    return FACTOR * total(pair)

if __name__ == "kept_loops.high":
    print(scaled(Pair(2, 5)), sum(scaled.stats.cache_hits.values()))
"""


@pytest.fixture
def package(tmp_path):
    folder = tmp_path / "kept_loops"
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    (folder / "low.py").write_text(LOW)
    (folder / "high.py").write_text(HIGH)
    return folder


def run(package):
    command = [sys.executable, "-c", "import kept_loops.high"]
    done = subprocess.run(command, cwd=package.parent, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


def test_compiled_code_is_kept_and_follows_changes_in_other_files(package):
    assert run(package) == ["21", "0"]
    assert run(package) == ["21", "1"]
    low = package / "low.py"
    low.write_text(LOW.replace("FACTOR = 3", "FACTOR = 4"))
    assert run(package) == ["28", "0"]
    low.write_text(LOW.replace("pair.left +", "pair.left -"))
    assert run(package) == ["-9", "0"]


def test_a_type_that_has_another_name_now_is_no_error(package):
    run(package)
    for name in ("low.py", "high.py"):
        file = package / name
        file.write_text(file.read_text().replace("Pair", "Couple"))
    assert run(package) == ["21", "0"]


def test_processes_that_compile_the_same_wait_for_each_other(tmp_path):
    lock, order = tmp_path / "lock", tmp_path / "order"
    program = f"""
from pathlib import Path
from time import sleep
from pitboss.base.private_file import one_at_a_time
with one_at_a_time(Path({str(lock)!r})), Path({str(order)!r}).open("a", buffering=1) as order:
    order.write("in ")
    sleep(0.3)
    order.write("out ")
"""
    both = [subprocess.Popen([sys.executable, "-c", program]) for _ in range(2)]
    assert [one.wait() for one in both] == [0, 0]
    assert order.read_text() == "in out in out "
