"""Processes that are made to be killed: forked from one that has read its modules already.

A nursery imports a module once; each child is a process of its own that runs the module's `main`, with pipes
for what it reads and says. Starting one takes a few milliseconds instead of the half second of the imports.
"""

import ctypes
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from typing import TextIO

MOST_BYTES = 10_000
"""Of a message between the two ends."""
PATIENCE_SECONDS = 60.0
PR_SET_PDEATHSIG = 1


class Nursery:
    """One end: asks for children. `python nursery.py` is the other."""

    def __init__(self, module: str, *folders: str) -> None:
        self.socket, other = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        command = [sys.executable, __file__, module, str(other.fileno()), *folders]
        with other:
            self.process = subprocess.Popen(command, pass_fds=[other.fileno()])

    def start(self, *words: str) -> "Child":
        """A process that runs the module's `main` with these words."""
        its_input, own_output = os.pipe()
        own_input, its_output = os.pipe()
        asked = json.dumps({"start": words}).encode()
        socket.send_fds(self.socket, [asked], [its_input, its_output])
        os.close(its_input)
        os.close(its_output)
        pid = json.loads(self.socket.recv(MOST_BYTES))
        return Child(self, pid, os.fdopen(own_output, "w"), os.fdopen(own_input))

    def wait_for(self, pid: int, seconds: float) -> int | None:
        """The code that the child ended with, less than nothing if a signal ended it; None if it lives."""
        self.socket.send(json.dumps({"wait": pid, "seconds": seconds}).encode())
        return json.loads(self.socket.recv(MOST_BYTES))

    def close(self) -> None:
        self.socket.close()
        self.process.wait()


class Child:
    """A process of the nursery, with the words of `subprocess.Popen`."""

    def __init__(self, nursery: Nursery, pid: int, stdin: TextIO, stdout: TextIO) -> None:
        self.nursery, self.pid, self.stdin, self.stdout = nursery, pid, stdin, stdout
        self.code: int | None = None

    def poll(self, seconds: float = 0) -> int | None:
        """None as long as it lives. Its number is nobody else's until its end was heard of."""
        if self.code is None:
            self.code = self.nursery.wait_for(self.pid, seconds)
        return self.code

    def wait(self) -> int:
        found = self.poll(PATIENCE_SECONDS)
        assert found is not None, "it does not end"
        return found

    def kill(self) -> None:
        self.send(signal.SIGKILL)

    def terminate(self) -> None:
        self.send(signal.SIGTERM)

    def send(self, number: int) -> None:
        if self.code is None:
            os.kill(self.pid, number)

    def close(self) -> None:
        """The pipes to it; what it no longer read is lost, as on a wire."""
        with suppress(BrokenPipeError):
            self.stdin.close()
        self.stdout.close()


# -- the other end -----------------------------------------------------------------------------------


def nurse(module: str, number: str, *folders: str) -> None:
    sys.path[:0] = folders
    main = import_module(module).main
    with socket.socket(fileno=int(number)) as wire:
        while True:
            said, pipes, _, _ = socket.recv_fds(wire, MOST_BYTES, 2)
            if not said:
                return
            asked = json.loads(said)
            if "wait" in asked:
                answer = wait(asked["wait"], asked["seconds"])
            else:
                answer = os.fork()
                if answer == 0:
                    wire.close()
                    become(main, asked["start"], pipes)
            for pipe in pipes:
                os.close(pipe)
            wire.send(json.dumps(answer).encode())


def wait(child: int, seconds: float) -> int | None:
    until = time.monotonic() + seconds
    while True:
        found, status = os.waitpid(child, os.WNOHANG)
        if found:
            return os.waitstatus_to_exitcode(status)
        if time.monotonic() >= until:
            return None
        time.sleep(0.001)


def become(main: Callable[..., object], words: list[str], pipes: list[int]) -> None:
    """The rest of a child's life: an error ends it as it ends a program."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)  # it ends with the nursery
    for pipe, place in zip(pipes, (0, 1), strict=True):
        os.dup2(pipe, place)
        os.close(pipe)
    try:
        main(*words)
        sys.stdout.flush()
    except BaseException:
        sys.excepthook(*sys.exc_info())
        os._exit(1)
    os._exit(0)


if __name__ == "__main__":
    nurse(*sys.argv[1:])
