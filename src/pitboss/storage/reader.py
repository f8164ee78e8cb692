"""Connections for reading, lent out one at a time to whoever reads.

Readers have connections of their own, so that nobody who reads a million entries holds up the one who
writes. A connection that was used without a fault is kept for the next reader.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Generic, Protocol, TypeVar

from pitboss.storage import checked_store

MOST_IDLE = 4


class Closable(Protocol):
    def rollback(self) -> None: ...
    def close(self) -> None: ...


C = TypeVar("C", bound=Closable)


class Readers(Generic[C]):
    def __init__(self, connect: Callable[[], C], is_alive: Callable[[C], bool] = lambda _: True) -> None:
        self._connect = connect
        self._is_alive = is_alive
        self._idle: list[C] = []
        self._lock = Lock()
        self._is_open = True

    @contextmanager
    def lend(self) -> Iterator[C]:
        connection = self._take()
        try:
            yield connection
        except GeneratorExit:  # a reader that had enough
            self._give_back(connection)
            raise
        except BaseException:
            connection.close()
            raise
        self._give_back(connection)

    def _take(self) -> C:
        """An idle one that still answers: a server may have been restarted since."""
        while True:
            with self._lock:
                if not self._is_open:
                    raise checked_store.closed()
                connection = self._idle.pop() if self._idle else None
            if connection is None:
                return self._connect()
            if self._is_alive(connection):
                return connection

    def _give_back(self, connection: C) -> None:
        connection.rollback()
        with self._lock:
            if self._is_open and len(self._idle) < MOST_IDLE:
                self._idle.append(connection)
                return
        connection.close()

    def close(self) -> None:
        with self._lock:
            self._is_open = False
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()
