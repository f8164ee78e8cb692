"""Writes what many tables did as one: whatever waits while a write is going on goes into the next."""

import asyncio
from collections.abc import Sequence

from pitboss.ledger.room_store import RoomStore, Work


class Writer:
    def __init__(self, store: RoomStore) -> None:
        self.store = store
        self.waiting: list[tuple[Work, asyncio.Future[bool]]] = []
        self.writing: asyncio.Task[None] | None = None

    async def write(self, work: Work) -> bool:
        """Whether it is durable now, or somebody else came first."""
        if not work.lines:
            return True
        future: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self.waiting.append((work, future))
        if self.writing is None:
            self.writing = asyncio.create_task(self._write_on())
        return await future

    async def _write_on(self) -> None:
        while self.waiting:
            batch, self.waiting = self.waiting, []
            try:
                written = await asyncio.to_thread(self.store.write, [work for work, _ in batch])
            except BaseException as problem:
                tell_all(batch, problem)
            else:
                for (_, future), is_in in zip(batch, written, strict=True):
                    if not future.cancelled():
                        future.set_result(is_in)
        self.writing = None


def tell_all(batch: Sequence[tuple[Work, asyncio.Future[bool]]], problem: BaseException) -> None:
    for _, future in batch:
        if not future.cancelled():
            future.set_exception(problem)
