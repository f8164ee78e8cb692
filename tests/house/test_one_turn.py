"""Many acts in one turn of the writer: each as if alone, and a refused one as if it had never been."""

from dataclasses import replace

import pytest
from one_book import NOW, PLAN, FaultyStore, known, open_room, remembered, set_up

from house.test_room import check_money
from pitboss.base.error import InputError
from pitboss.base.money import MICROS
from pitboss.house.live_meters import InCharge, LiveMeters
from pitboss.house.manager import UsedBeforeError, let_everybody
from pitboss.house.page import asking
from pitboss.house.room.opening import open_hosted
from pitboss.house.room.row import Actor, Row
from pitboss.house.room.tape import TornTapeError
from pitboss.jackpot.controller import Button, Press
from pitboss.jackpot.person import Role
from pitboss.jackpot.record import note_malfunction
from pitboss.jackpot.refusal import RefusedError
from pitboss.jackpot.request import ConfirmWin, RecordWin, Switch
from pitboss.ledger.store import UnsureError
from pitboss.ledger.verify import verify
from pitboss.storage.memory import MemoryStore, Shelf
from pitboss.table import command
from pitboss.table.phase import Phase
from table.progressive_floor import JACKPOT, NOTHING
from table.room_stand import DAN, GENERATOR, SUE, LiveStack, RoomStand


@pytest.fixture
def stack(monkeypatch):
    stack = LiveStack()
    monkeypatch.setattr(GENERATOR, lambda: stack)
    return stack


@pytest.fixture
def shelf():
    return Shelf()


@pytest.fixture
def stand(shelf, stack):
    return RoomStand(set_up(MemoryStore(shelf)), PLAN, stack)


def act(room, asked, id_, actor=DAN):
    return room.acting("T1", lambda hosted: Row((asked,), hosted.table.number), actor, id_=id_)


def wait_for_a_supervisor(stand):
    """A win waits, with the key turned; nobody may confirm it."""
    stand.start(JACKPOT)
    stand.run(until=Phase.CLOSING)
    stand.press(Button.KEY_TO_JACKPOT, SUE)

    def guard(floor, asked):
        del floor
        if isinstance(asked, RecordWin | ConfirmWin):
            raise RefusedError("not he")

    stand.room.house.manager.guard = guard


def test_what_was_done_at_a_table_before_a_refusal_in_the_same_turn_is_not_lost(stand, shelf):
    """The refused act has asked the book: the table is opened again, with what stands on the page already."""
    wait_for_a_supervisor(stand)
    room, before = stand.room, stand.table.chips("Ann")
    given = room.house.manager.carry_out(
        [
            act(room, command.BuyIn("Ann", 1 * MICROS), "one"),
            act(room, Press(Button.JACKPOT, "sue"), "refused", SUE),
            act(room, command.BuyIn("Ann", 2 * MICROS), "two"),
            act(room, command.BuyIn("Ann", 1 * MICROS), "one"),
        ]
    )
    assert isinstance(given[1], RefusedError)
    assert given[3].told == ()
    assert stand.table.chips("Ann") == before + 3 * MICROS
    assert known(room, "T1") == known(open_room(MemoryStore(shelf)), "T1")
    check_money(room)
    assert verify(room.house.manager.store.entries()).fault is None


def test_a_turn_that_is_lost_leaves_nothing_of_any_of_its_acts(shelf, stack):
    store = FaultyStore(MemoryStore(shelf))
    stand = RoomStand(set_up(store), PLAN, stack)
    wait_for_a_supervisor(stand)
    room, before = stand.room, remembered(stand.room, "T1")
    store.fate = "lost"
    with pytest.raises(UnsureError):
        room.house.manager.carry_out(
            [
                act(room, command.BuyIn("Ann", 1 * MICROS), "one"),
                act(room, Press(Button.JACKPOT, "sue"), "refused", SUE),
                act(room, command.BuyIn("Ann", 2 * MICROS), "two"),
            ]
        )
    assert known(room, "T1") == before == known(open_room(MemoryStore(shelf)), "T1")
    stand.send(command.BuyIn("Ann", 1 * MICROS), id_="one")
    assert known(room, "T1") == known(open_room(MemoryStore(shelf)), "T1")


def test_somebody_whose_command_is_refused_has_not_taken_charge_of_the_table(stand, shelf):
    """Nobody signs what a table asks unless a line of the book says that he stood there."""
    stand.bet(NOTHING)
    with pytest.raises(InputError):
        stand.send(command.Proceed(99), actor=Actor("eve", Role.SUPERVISOR.value))
    stand.send(command.CallNoMoreBets(), actor=Actor("Ann", is_player=True))
    assert stand.room.house.manager.store.find("T1/1/coin in").draft.by == ("dan",)
    fresh = open_room(MemoryStore(shelf)).open("T1").live
    assert fresh.in_charge == stand.live.in_charge == InCharge("dan", "sue")


def test_a_turn_that_could_not_begin_leaves_the_writer_where_it_was(stand, monkeypatch):
    manager, number = stand.room.house.manager, stand.room.house.manager.number

    def turn():
        raise UnsureError("the store has stopped answering")

    with monkeypatch.context() as patch:
        patch.setattr(manager.store, "turn", turn)
        with pytest.raises(UnsureError):
            stand.send(command.TakeSeat("Ann", 1))
    assert manager.number == number
    stand.send(command.TakeSeat("Ann", 1))
    assert stand.table.seating.players == {1: "Ann"}
    assert manager.floor.last_at == NOW


def test_a_program_that_fails_in_an_act_leaves_the_table_as_the_book_has_it(stand, shelf, monkeypatch):
    stand.bet(NOTHING)
    before = remembered(stand.room, "T1")

    def fail(self):
        raise ZeroDivisionError

    with monkeypatch.context() as patch:
        patch.setattr("pitboss.table.seating.Seating.seats_with_wagers", fail)
        with pytest.raises(ZeroDivisionError):
            stand.send(command.CallNoMoreBets())
    assert known(stand.room, "T1") == before
    stand.send(command.CallNoMoreBets())
    assert known(stand.room, "T1") == known(open_room(MemoryStore(shelf)), "T1")


def test_what_a_keypad_has_heard_in_a_turn_stays_though_what_comes_next_is_refused(stand, shelf):
    """A win is confirmed on the phone: the table hears it, a press is refused, another is carried out."""
    wait_for_a_supervisor(stand)
    room, manager = stand.room, stand.room.house.manager
    manager.guard = let_everybody
    (win,) = manager.floor.open_wins("T1")
    given = manager.carry_out(
        [
            room.asking(ConfirmWin("on the phone", ("sue",), win.id)),
            act(room, Press(Button.JACKPOT, "sue"), "too late", SUE),
            act(room, command.BuyIn("Ann", 1 * MICROS), "one"),
        ]
    )
    assert isinstance(given[1], InputError)
    assert known(room, "T1") == known(open_room(MemoryStore(shelf)), "T1")
    stand.press(Button.KEY_TO_RUN, SUE)
    stand.run()
    assert stand.table.phase is Phase.IDLE
    check_money(room)


def test_there_is_nothing_to_do_at_a_table_that_is_not_there(stand):
    room, number = stand.room, stand.room.house.manager.number
    for made in (room.hearing("T9"), room.acting("T9", lambda hosted: Row((), 0))):
        with pytest.raises(InputError, match="there is no table 'T9' in this room"):
            room.do(made)
    with pytest.raises(InputError, match="there is no table 'T9' in this room"):
        room.close_table("T9", by="sue")
    assert room.house.manager.number == number


# -- two tables of a link --------------------------------------------------------------------------


@pytest.fixture
def link(stand):
    """A room with two tables on one progressive."""
    room = stand.room
    room.open_table(replace(PLAN, id="T2"), by="sue")
    room.hosted.clear()
    return room


def test_a_table_that_is_out_of_order_does_not_keep_the_office_from_its_work(link, shelf, monkeypatch):
    open_one = open_hosted

    def open_hosted_(house, plan):
        if plan.id == "T2":
            raise TornTapeError("line 1 of T2 cannot be followed")
        return open_one(house, plan)

    with monkeypatch.context() as patch:
        patch.setattr("pitboss.house.room.room.open_hosted", open_hosted_)
        link.do(link.asking(Switch("close", ("sue",), "link", False)))
        assert link.open("T1").live.controller.closed_why
    assert known(link, "T1", "T2") == known(open_room(MemoryStore(shelf)), "T1", "T2")
    link.do(link.hearing("T2"))
    assert link.open("T2").live.controller.closed_why


def test_a_request_that_fails_at_its_second_table_leaves_the_first_as_it_was(link, shelf, monkeypatch):
    before, hear = remembered(link, "T1", "T2"), LiveMeters.hear

    def hear_(self, heard):
        if self.controller.table == "T2":
            raise ZeroDivisionError
        hear(self, heard)

    with monkeypatch.context() as patch:
        patch.setattr(LiveMeters, "hear", hear_)
        with pytest.raises(ZeroDivisionError):
            link.do(link.asking(Switch("close", ("sue",), "link", False)))
    assert known(link, "T1", "T2") == before
    link.do(link.asking(Switch("close", ("sue",), "link", False)))
    assert known(link, "T1", "T2") == known(open_room(MemoryStore(shelf)), "T1", "T2")


def test_a_line_whose_id_somebody_has_taken_stops_no_other_act(stand):
    """No door lets such an id in any more; a book of before may have one."""
    room = stand.room
    stand.start(NOTHING)
    manager, taken = room.house.manager, f"T1#{room.hosted['T1'].number + 1}"
    manager.ask(note_malfunction(taken, ("sue",), table="T1", what="a lamp"))
    before = stand.table.chips("Ann")
    given = manager.carry_out(
        [
            act(room, command.BuyIn("Ann", 1 * MICROS), ""),
            asking(note_malfunction("own", ("sue",), table="T1", what="another lamp")),
        ]
    )
    assert isinstance(given[0], UsedBeforeError)
    assert manager.store.find("own")
    assert stand.table.chips("Ann") == before
