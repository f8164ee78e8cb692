"""The real program, run the way people run it."""

import fcntl
import os
import pty
import struct
import subprocess
import sys
import termios

PROGRAM = [sys.executable, "-m", "pitboss.cli"]
PATIENCE_SECONDS = 120


def environment(**changes):
    """Nothing of the tester's own terminal."""
    keep = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "NO_COLOR", "TERM")}
    return keep | {"TERM": "xterm-256color"} | changes


def run(*words, **changes):
    """In a pipe."""
    return subprocess.run(
        [*PROGRAM, *words],
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=PATIENCE_SECONDS,
        env=environment(**changes),
        check=False,
    )


def run_in_terminal(*words, columns=120, **changes):
    """In a terminal of that width; what came out on the screen, colours and all."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
    process = subprocess.Popen(
        [*PROGRAM, *words], stdin=theirs, stdout=theirs, stderr=theirs, env=environment(**changes)
    )
    os.close(theirs)
    seen = b""
    while True:
        try:
            part = os.read(ours, 65536)
        except OSError:  # Linux says so when the last writer is gone
            break
        if not part:
            break
        seen += part
    os.close(ours)
    assert process.wait(PATIENCE_SECONDS) == 0
    return seen.decode().replace("\r\n", "\n")
