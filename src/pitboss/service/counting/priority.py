"""The lowest priority for what visitors ask to be counted: the tables need the machine more."""

import ctypes
import os
import platform
import sys
from contextlib import suppress

LOWEST = 19
IOPRIO_SET = {"x86_64": 251, "aarch64": 30}
"""The number of the system call, which Python's library lacks."""
THIS_PROCESS, IDLE_CLASS = 1, 3 << 13


def step_back() -> None:
    """Processor time and the disk only when nobody else wants them, where the system can do that."""
    with suppress(OSError, AttributeError):
        os.setpriority(os.PRIO_PROCESS, 0, LOWEST)
    number = IOPRIO_SET.get(platform.machine())
    if sys.platform == "linux" and number:
        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).syscall(number, THIS_PROCESS, 0, IDLE_CLASS)
