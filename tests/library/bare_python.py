"""A Python without the packages of the extras: what is blocked is not found, as if it were not installed."""

import json
import subprocess
import sys

from pitboss.base.extra import BESIDE, NEEDS

BLOCK = """
import sys

class Nowhere:
    def __init__(self, blocked):
        self.blocked = set(blocked)

    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in self.blocked:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

import importlib.util
usual = importlib.util.find_spec
importlib.util.find_spec = lambda name, package=None: None if name in {blocked!r} else usual(name, package)
sys.meta_path.insert(0, Nowhere({blocked!r}))
"""


def blocking(*packages):
    """Code that makes these packages, or those of every extra, impossible to import."""
    return BLOCK.format(blocked=sorted(packages or {*NEEDS, *BESIDE}))


def run_bare(code, *packages, **options):
    """Code in a new process without them."""
    return subprocess.run(
        [sys.executable, "-c", blocking(*packages) + code],
        capture_output=True,
        text=True,
        check=False,
        **options,
    )


COMMANDS = """
import contextlib, io, json
from pitboss.cli import main

for words in {commands!r}:
    out, err = io.StringIO(), io.StringIO()
    sys.stdin = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = main(words)
    print(json.dumps([status, out.getvalue(), err.getvalue()]))
"""


def run_commands(commands, **options):
    """Status, output and errors of each command, with the core alone; all in one process."""
    found = run_bare(COMMANDS.format(commands=[list(words) for words in commands]), **options)
    assert found.returncode == 0, found.stderr
    return [tuple(json.loads(line)) for line in found.stdout.splitlines()]
