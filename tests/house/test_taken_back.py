"""A dealer alone takes no jackpot away: the round stays open and the floor is told, until it has decided."""

from dataclasses import replace

import pytest

from house.one_book import NOW, PLAN, set_up
from pitboss.house.agreement import why_not_end
from pitboss.house.manager import GameManager
from pitboss.house.reconciliation import reconcile_book
from pitboss.jackpot.authority import check_authority
from pitboss.jackpot.controller import Button, Dialect
from pitboss.jackpot.refusal import RefusedError
from pitboss.jackpot.request import WithdrawWin
from pitboss.jackpot.table_fact import TableLine
from pitboss.service.acts import DECIDES, REPORTS, describe_acts
from pitboss.service.desk import waits_for_win
from pitboss.service.keypad import show_keypad
from pitboss.service.oversight import LOUD, URGENT, find_alarms
from pitboss.storage.memory import MemoryStore
from pitboss.table import event
from pitboss.table.command import CloseRound, Proceed, ReportWrongCount
from pitboss.table.phase import Phase
from table.progressive_floor import JACKPOT, TERMS, TWO, open_floor
from table.room_stand import DAN, GENERATOR, SUE, LiveStack, RoomStand, make_room

SEAT, LINE = 3, "akq_spades"
WHY = "seat 3 has AKQ spades and dan has taken the win back: press the hand again, or a supervisor decides"


@pytest.fixture
def stack(monkeypatch):
    stack = LiveStack()
    monkeypatch.setattr(GENERATOR, lambda: stack)
    return stack


@pytest.fixture(params=list(Dialect), ids=lambda one: one.name)
def stand(request, stack):
    """A table whose dealer has taken back a jackpot that the table has read, at the end of the round."""
    plan = replace(PLAN, dialect=request.param.value)
    stand = RoomStand(set_up(MemoryStore(), plan), plan, stack)
    stand.start(JACKPOT)
    stand.run(until=Phase.CLOSING)
    take_back(stand)
    return stand


def take_back(stand, actor=DAN):
    """One press of the hand, as the keypad of the system has it."""
    if stand.live.keypad.dialect is Dialect.NEXUS:
        stand.press(Button.SEAT, actor, SEAT)
    stand.press(Button.HAND, actor, SEAT, LINE)


def alarms(stand):
    return [
        (one.table, one.kind, one.weight, one.words)
        for one in find_alarms(stand.room.house.manager.floor, stand.room.open("T1"))
        if one.kind != "backup"
    ]


def win_statuses(stand):
    return [one.status.value for one in stand.room.house.manager.floor.wins.values()]


def refusals(stand):
    return [one.seat for one in stand.events if isinstance(one, event.PrizeRefused)]


def test_a_dealer_who_takes_a_jackpot_back_cannot_end_the_round_and_every_screen_says_why(stand):
    manager = stand.room.house.manager
    before, hosted = manager.number, stand.room.open("T1")
    with pytest.raises(RefusedError, match=WHY):
        stand.step()
    assert (manager.number, stand.table.phase) == (before, Phase.CLOSING)
    assert alarms(stand) == [
        ("T1", "differs", URGENT, f"Round 1 cannot end: {why_not_end(stand.live, stand.table)}")
    ]
    assert WHY in why_not_end(stand.live, stand.table)
    assert WHY in waits_for_win(hosted)[0]
    (end,) = [one for one in show_keypad(hosted, manager.floor)["buttons"] if one["button"] == "end"]
    assert (end["can_press"], WHY in end["why_not"]) == (False, True)


def test_nor_does_he_get_rid_of_it_by_a_wrong_count(stand):
    (report,) = [one for one in describe_acts(stand.table, REPORTS) if one["command"] == "report_wrong_count"]
    assert WHY in report["why_not"]
    with pytest.raises(RefusedError, match=WHY):
        stand.send(ReportWrongCount("dan", "four cards", "seat 1 hand", 4))
    assert stand.table.phase is Phase.CLOSING


def test_pressed_again_it_is_confirmed_and_paid(stand):
    chips = stand.table.chips(stand.table.seating.players[SEAT])
    take_back(stand)
    assert [kind for _, kind, *_ in alarms(stand)] == ["jackpot"]
    stand.confirm(SEAT)
    stand.run()
    assert stand.table.phase is Phase.IDLE
    assert win_statuses(stand) == ["withdrawn", "confirmed"]
    assert stand.table.chips(stand.table.seating.players[SEAT]) > chips


@pytest.mark.parametrize("how", ["phone", "key", "own press", "close"])
def test_a_supervisor_ends_it_as_no_win(stand, how):
    if how == "close":
        (act,) = [one for one in describe_acts(stand.table, DECIDES) if one["command"] == "close_round"]
        assert act["why_not"] == ""
        stand.events += stand.send(CloseRound("sue", "a card was misread"), actor=SUE)
    else:
        take_back(stand)
        refuse(stand, how)
        assert why_not_end(stand.live, stand.table) == ""
        assert alarms(stand) == []
        stand.run()
    assert stand.table.phase is Phase.IDLE
    assert refusals(stand) == [SEAT]
    assert set(win_statuses(stand)) == {"withdrawn"}
    assert reconcile_book(stand.room.house.manager.store.entries()).is_right


def refuse(stand, how):
    manager, keypad = stand.room.house.manager, stand.live.keypad
    if how == "phone":
        stand.room.do(stand.room.asking(WithdrawWin("no", ("sue",), list(manager.floor.wins)[-1], "misread")))
    elif how == "key" and keypad.dialect is Dialect.GAME_MANAGER:
        stand.press(Button.KEY_TO_JACKPOT, SUE)
        stand.press(Button.HAND, DAN, SEAT, LINE)
        stand.press(Button.KEY_TO_RUN, SUE)
    elif how == "key":
        stand.press(Button.SEAT, SUE, SEAT)
        stand.press(Button.CONFIRM, SUE)
        stand.press(Button.CANCEL, SUE)
        take_back(stand, SUE)
    else:
        take_back(stand, SUE)


def test_whoever_follows_the_lines_waits_for_the_same(stand):
    """Opened again from the book, or in another process, the table says what it said."""
    said = why_not_end(stand.live, stand.table)
    stand.room.hosted.clear()
    assert why_not_end(stand.live, stand.table) == said
    other = make_room(GameManager(stand.room.house.manager.store, lambda: NOW))
    hosted = other.open("T1")
    assert why_not_end(hosted.live, hosted.table) == said
    take_back(stand)
    take_back(stand, SUE)
    other.house.manager.read_news()
    other.do(other.hearing("T1"))
    hosted = other.open("T1")
    assert why_not_end(hosted.live, hosted.table) == why_not_end(stand.live, stand.table) == ""


def test_a_line_of_before_that_ended_such_a_round_is_still_followed(stand, monkeypatch):
    """Books have such rounds from when a dealer's word was enough: they open as they were."""
    with monkeypatch.context() as patch:
        patch.setattr("pitboss.house.room.hosted.check_decided", lambda *_: None)
        stand.run()
    assert stand.table.phase is Phase.IDLE
    stand.room.hosted.clear()
    assert stand.table.phase is Phase.IDLE
    stand.play("seat 1: ante 5, progressive 1; 2c 7d 9s; fold\ndealer: 2d 4h 6s")


def test_before_the_end_of_the_round_the_floor_is_told_too(stack):
    """Another seat is still to be settled when the jackpot goes."""
    stand = RoomStand(set_up(MemoryStore()), PLAN, stack)
    stand.start(TWO)
    while not stand.room.house.manager.floor.wins:
        stand.step()
    assert stand.table.phase is not Phase.CLOSING
    take_back(stand)
    assert alarms(stand) == [
        (
            "T1",
            "taken back",
            LOUD,
            "Seat 3, AKQ spades: dan has taken the win back and nobody of the floor has decided",
        )
    ]
    with pytest.raises(RefusedError, match=WHY):
        stand.run()


@pytest.mark.parametrize(("by", "ends"), [("dan", False), ("sue", True), ("eve", True)])
def test_elsewhere_too_only_somebody_of_the_floor_says_that_it_is_none(stack, by, ends):
    """`pitboss progressive withdraw` takes a dealer's name: the table hears whose word it was."""
    manager = open_floor(MemoryStore(), TERMS, guard=check_authority)
    stand = RoomStand(make_room(manager), PLAN, stack)
    stand.start(JACKPOT)
    stand.run(until=Phase.CLOSING)
    manager.ask(WithdrawWin("elsewhere", (by,), "T1/1/win 1", "a card was misread"))
    proceed = Proceed(stand.table.running.point)
    if ends:
        stand.run()
        assert stand.table.phase is Phase.IDLE
        return
    with pytest.raises(RefusedError, match=WHY):
        stand.send(proceed)
    stand.room.do(stand.room.hearing("T1"))
    lines = [one.draft.fact for one in manager.store.entries() if isinstance(one.draft.fact, TableLine)]
    assert lines[-1].heard.taken_back == ("T1/1/win 1",)
    stand.room.hosted.clear()
    assert WHY in why_not_end(stand.live, stand.table)
    stand.send(CloseRound("sue", "it was misread"), actor=SUE)
    assert stand.table.phase is Phase.IDLE


def test_a_dealer_who_turns_the_key_himself_has_decided_nothing(stack):
    """The service asks for a supervisor's PIN; a room that is asked directly does not believe a dealer."""
    stand = RoomStand(set_up(MemoryStore()), PLAN, stack)
    stand.start(JACKPOT)
    stand.run(until=Phase.CLOSING)
    with pytest.raises(RefusedError, match="a supervisor looks at the win"):
        stand.press(Button.KEY_TO_JACKPOT, DAN)
    stand.press(Button.HAND, DAN, SEAT, LINE)
    with pytest.raises(RefusedError, match=WHY):
        stand.send(Proceed(stand.table.running.point))
