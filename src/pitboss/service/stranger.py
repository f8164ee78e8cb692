"""Wrong tries of strangers in the journal: counted, and written down at most once a minute.

Anybody can type names at the door. An entry for each would let him fill a journal that is kept for years.
"""

from collections import Counter
from collections.abc import Callable
from threading import Lock
from time import monotonic

EVERY_SECONDS = 60.0
Write = Callable[[str, int], None]
"""Under which name, '' for names that nobody has, and how many."""


class Strangers:
    def __init__(self, write: Write, clock: Callable[[], float] = monotonic) -> None:
        self.write = write
        self.clock = clock
        self.lock = Lock()
        self.waiting: Counter[str] = Counter()
        self.written_at = -EVERY_SECONDS

    def count(self, person: str) -> None:
        with self.lock:
            self.waiting[person] += 1
        self.write_down()

    def write_down(self) -> None:
        """What was counted, if a minute is over since it was last written."""
        with self.lock:
            if not self.waiting or self.clock() - self.written_at < EVERY_SECONDS:
                return
            found, self.waiting = self.waiting, Counter()
            self.written_at = self.clock()
        for person, count in found.items():
            self.write(person, count)
