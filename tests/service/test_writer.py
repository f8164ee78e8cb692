"""The room's writer: what waits is written together, and each is told what became of his own."""

import asyncio

import pytest

from pitboss.house.manager import GameManager
from pitboss.house.page import asking
from pitboss.jackpot.refusal import RefusedError
from pitboss.jackpot.request import Record
from pitboss.ledger.store import StoreError
from pitboss.service import writer as module
from pitboss.service.writer import Writer
from pitboss.storage.memory import MemoryStore


class CountingStore(MemoryStore):
    def __init__(self):
        super().__init__()
        self.batches = []

    def append(self, entries, checkpoint=None):
        self.batches.append(len(entries))
        super().append(entries, checkpoint)


def note(words):
    return Record(words, ("dan",), "note")


def with_writer(work):
    """What the work gives, at a writer of a new book."""

    async def run():
        writer = Writer(GameManager(CountingStore(), lambda: 0), lambda: None)
        try:
            return await asyncio.wait_for(work(writer), 10)
        finally:
            writer.close()

    return asyncio.run(run())


def test_what_waits_goes_into_one_turn_in_order_and_each_has_his_own_answer():
    async def work(writer):
        asked = [writer.add(asking(note(words))) for words in ("one", "two", "two")]
        asked.append(writer.add(refuse))
        return await asyncio.gather(*asked, return_exceptions=True), writer.manager.store.batches

    (one, two, again, refused), batches = with_writer(work)
    assert (one.number, two.number, again) == (1, 2, two)
    assert isinstance(refused, RefusedError)
    assert batches == [2]


def refuse(page):
    raise RefusedError("not this one")


def test_those_who_ask_again_as_soon_as_they_are_told_are_written_together_again():
    async def work(writer):
        async def deal(name):
            for number in range(20):
                await writer.carry_out(asking(note(f"{name} {number}")))

        await asyncio.gather(*map(deal, "abcdefgh"))
        return writer.manager.store.batches

    batches = with_writer(work)
    assert sum(batches) == 160
    assert batches.count(8) >= 18


def test_where_several_act_a_turn_waits_for_those_who_come_a_moment_later(monkeypatch):
    monkeypatch.setattr(module, "GATHER_SECONDS", 0.3)

    async def work(writer):
        first = [writer.add(asking(note(words))) for words in ("one", "two")]
        await asyncio.gather(*first)
        for words in ("three", "four", "five"):
            last = writer.add(asking(note(words)))
            await asyncio.sleep(0.01)
        await last
        return writer.manager.store.batches

    assert with_writer(work) == [2, 3]


def test_many_who_act_wait_for_no_more(monkeypatch):
    monkeypatch.setattr(module, "GATHER_SECONDS", 60)

    async def work(writer):
        await asyncio.gather(*(writer.add(asking(note(words))) for words in ("one", "two")))
        await asyncio.gather(*(writer.add(asking(note(str(number)))) for number in range(module.ENOUGH)))
        waiting = [writer.add(asking(note(f"again {number}"))) for number in range(module.ENOUGH - 1)]
        await asyncio.sleep(0.05)
        assert not any(one.done() for one in waiting)
        await asyncio.gather(*waiting, writer.add(asking(note("enough"))))
        return writer.manager.store.batches

    assert with_writer(work) == [2, module.ENOUGH, module.ENOUGH]


def test_who_acts_alone_waits_for_nobody(monkeypatch):
    monkeypatch.setattr(module, "GATHER_SECONDS", 60)

    async def work(writer):
        for words in ("one", "two", "three"):
            await writer.carry_out(asking(note(words)))
        return writer.manager.store.batches

    assert with_writer(work) == [1, 1, 1]


def test_everybody_is_told_when_nothing_could_be_written(monkeypatch):
    def fail(*_):
        raise StoreError("the disk is full")

    async def work(writer):
        monkeypatch.setattr(writer.manager.store, "append", fail)
        asked = [writer.add(asking(note(str(number)))) for number in range(3)]
        return await asyncio.gather(*asked, return_exceptions=True)

    assert [str(one) for one in with_writer(work)] == ["the disk is full"] * 3


def test_an_act_that_waited_too_long_is_not_carried_out_and_the_next_one_is(monkeypatch):
    async def work(writer):
        monkeypatch.setattr(module, "PATIENCE_SECONDS", 0)
        with pytest.raises(StoreError, match="nothing was done; press again"):
            await writer.carry_out(asking(note("late")))
        monkeypatch.undo()
        return await writer.carry_out(asking(note("next")))

    assert with_writer(work).number == 1


def test_whoever_gave_up_waiting_stops_nobody():
    async def work(writer):
        gone, after = (writer.add(asking(note(words))) for words in ("gone", "after"))
        gone.cancel()
        return await after

    assert with_writer(work).number == 2


def test_a_problem_in_telling_one_does_not_keep_the_others_from_being_told():
    def stumble(given):
        raise ValueError("no such page")

    async def work(writer):
        asked = [writer.add(asking(note("one")), stumble), writer.add(asking(note("two")))]
        return await asyncio.gather(*asked)

    assert [one.number for one in with_writer(work)] == [1, 2]
