"""A table of the room outlives its process: closed after any command, it opens again exactly where it was."""

from random import Random

import pytest

from pitboss.base.error import InputError
from pitboss.base.money import MICROS
from pitboss.house.manager import GameManager
from pitboss.house.room.locker import Locker, new_key
from pitboss.house.room.opening import Household, open_hosted
from pitboss.house.room.plan import TablePlan, format_plan, parse_plan
from pitboss.house.room.room import Room
from pitboss.jackpot.request import SetTerms, Switch
from pitboss.jackpot.terms import LevelTerms, Terms
from pitboss.rules import game_ids
from pitboss.storage.memory import MemoryStore
from pitboss.storage.room import open_room_store
from pitboss.table import command
from pitboss.table.command import Message
from pitboss.table.phase import Phase, RefusedError
from pitboss.table.view import view

PEOPLE = {1: "Ann", 2: "Ann", 5: "Ben"}
NOW = 1_760_000_000_000_000


def plan_of(game, **more):
    return TablePlan("T1", game, "2026-01-01", **more)


@pytest.fixture
def house():
    return make_house(open_room_store("memory:"))


def make_house(store, manager=None, key=None):
    manager = manager or GameManager(MemoryStore(), lambda: NOW)
    return Household(store, manager, Locker(key or KEY), None, "the house", "the floor")


KEY = new_key()


def seen(hosted):
    """All that anybody can see of a table, and where its log stands."""
    table = hosted.table
    views = [view(table, seat).as_data() for seat in (None, *range(1, 8))]
    money = {name: micros for name, micros in table.money.balances.items() if micros}
    return views, table.phase, table.points, money, hosted.number, hosted.told


class Host:
    """Sends commands one by one, and writes what comes of them."""

    def __init__(self, house, plan):
        self.house, self.plan, self.sent = house, plan, 0
        self.hosted = open_hosted(house, plan)

    def send(self, asked):
        self.sent += 1
        message = Message(f"{id(self)} {self.sent}", self.hosted.table.number, asked)
        told, work = self.hosted.do([message], "somebody", NOW)
        assert self.house.store.write([work]) == [True]
        return told

    def sit_down(self):
        for seat, player in PEOPLE.items():
            self.send(command.TakeSeat(player, seat))
            self.send(command.BuyIn(player, 10_000 * MICROS))

    def next_command(self, random):
        table = self.hosted.table
        match table.phase:
            case Phase.IDLE:
                return command.OpenBets()
            case Phase.BETTING:
                free = [
                    (seat, wager)
                    for seat in PEOPLE
                    for wager in table.setup.posted
                    if wager not in table.seating.wagers[seat]
                ]
                if not free:
                    return command.CallNoMoreBets()
                seat, wager = free[0]
                return command.PlaceWager(seat, wager, table.setup.posted[wager].minimum_micros)
            case Phase.DECIDING:
                step = table.running.deal.step
                return command.Decide(step.seat, step.question, random.choice(table.options()).name)
            case Phase.REVIEW:
                return command.PlayOn("Flo", "no harm")
            case Phase.HALTED:
                return command.SwapShuffler("Flo", "jam") if table.backup else command.VoidRound("Flo", "jam")
        return command.Proceed(table.running.point)


@pytest.mark.parametrize("game", game_ids())
def test_a_table_opened_again_after_any_command_is_the_same_table(house, game):
    host, random = Host(house, plan_of(game)), Random(3)
    host.sit_down()
    for _ in range(160):
        host.send(host.next_command(random))
        assert seen(open_hosted(house, host.plan)) == seen(host.hosted)


@pytest.mark.parametrize("game", game_ids())
def test_a_snapshot_saves_playing_the_whole_log(house, game, monkeypatch):
    monkeypatch.setattr("pitboss.house.room.hosted.SNAPSHOT_EVERY", 20)
    host, random = Host(house, plan_of(game)), Random(4)
    host.sit_down()
    for _ in range(400):
        host.send(host.next_command(random))
    snapshot = house.store.snapshot("T1")
    assert snapshot
    assert snapshot.number > 100
    assert seen(open_hosted(house, host.plan)) == seen(host.hosted)


def test_irregularities_and_a_swap_are_kept_too(house):
    host, random = Host(house, plan_of("three_card_poker")), Random(5)
    host.sit_down()
    while host.hosted.table.phase is not Phase.DECIDING:
        host.send(host.next_command(random))
    for asked in (
        command.ExposeCard("Dan", "it fell", "dealer", 0),
        command.PlayOn("Flo", "no harm"),
        command.ReportFault("Dan", "jam"),
        command.SwapShuffler("Flo", "jam"),
        command.OpenBets(),
    ):
        host.send(asked)
        assert seen(open_hosted(house, host.plan)) == seen(host.hosted)


def test_of_two_who_deal_one_table_the_second_is_told_and_reads_again(house):
    one, other = Host(house, plan_of("three_card_poker")), Host(house, plan_of("three_card_poker"))
    one.send(command.TakeSeat("Ann", 1))
    late = Message("late", 0, command.TakeSeat("Ben", 2))
    _, work = other.hosted.do([late], "Ben", NOW)
    assert house.store.write([work]) == [False]
    other.hosted = open_hosted(house, other.plan)
    assert other.hosted.table.seating.players == {1: "Ann"}
    _, work = other.hosted.do([late], "Ben", NOW)
    assert house.store.write([work]) == [True]


def test_a_server_follows_what_another_one_deals(house):
    host, random = Host(house, plan_of("caribbean_stud")), Random(6)
    follower = open_hosted(house, host.plan)
    host.sit_down()
    for _ in range(120):
        host.send(host.next_command(random))
        for line in house.store.lines("T1", follower.number):
            follower.follow(line)
        assert seen(follower) == seen(host.hosted)


def test_a_message_that_comes_again_after_a_restart_is_done_once(house):
    host = Host(house, plan_of("three_card_poker"))
    message = Message("buy", 0, command.BuyIn("Ann", 100 * MICROS))
    _, work = host.hosted.do([message], "Ann", NOW)
    house.store.write([work])
    again = open_hosted(house, host.plan)
    told, work = again.do([message], "Ann", NOW)
    assert (told, work.lines) == ([], ())
    assert again.table.chips("Ann") == 100 * MICROS


def test_nobody_reads_the_cards_to_come_in_the_log(house):
    host = Host(house, plan_of("three_card_poker"))
    host.sit_down()
    host.send(command.OpenBets())
    cards = [str(card) for card in host.hosted.table.source.sealed.cards]
    text = "".join(line.body for line in house.store.lines("T1"))
    salts = [salt.hex() for salt in host.hosted.table.source.sealed.salts]
    assert not any(salt in text for salt in salts)
    assert '"below"' not in text
    assert cards


def test_another_key_does_not_open_the_log(house):
    host = Host(house, plan_of("three_card_poker"))
    host.sit_down()
    host.send(command.OpenBets())
    with pytest.raises(InputError, match="another key"):
        open_hosted(make_house(house.store, key=new_key()), host.plan)


def test_a_refused_message_leaves_table_tape_and_log_as_they_were(house):
    host = Host(house, plan_of("three_card_poker"))
    host.sit_down()
    before = seen(host.hosted)
    with pytest.raises(RefusedError):
        host.hosted.do([Message("x", 0, command.CallNoMoreBets())], "Ann", NOW)
    assert seen(host.hosted) == before
    assert not host.hosted.tape.said


def test_rounds_are_kept_with_their_proofs(house):
    host, random = Host(house, plan_of("three_card_poker")), Random(7)
    host.sit_down()
    while host.hosted.table.number < 4:
        host.send(host.next_command(random))
    assert [kept.round for kept in house.store.rounds("T1")] == [3, 2, 1]
    assert [kept.round for kept in house.store.rounds("T1", before=3, most=1)] == [2]


# -- a progressive ---------------------------------------------------------------------------------

TERMS = Terms(
    "link", {"three_card_poker": "TCP Progressive 1"}, ("T1",), (LevelTerms("", 10**9, 140_000, 10_000),)
)


def test_a_table_with_a_progressive_opens_again_at_any_point(house):
    ticks = iter(range(NOW, NOW + 10**9))
    manager = GameManager(MemoryStore(), lambda: next(ticks))
    manager.ask(SetTerms("terms", ("tess", "sue"), TERMS))
    manager.ask(Switch("open", ("sue",), "link", True))
    house = make_house(house.store, manager)
    plan = plan_of("three_card_poker; paytable=TCP Progressive 1")
    host, random = Host(house, plan), Random(8)
    host.sit_down()
    counted = manager.floor.shown("link", "")
    for _ in range(240):
        host.send(host.next_command(random))
        again = open_hosted(house, plan)
        assert seen(again) == seen(host.hosted)
        host.hosted = again
    assert manager.floor.shown("link", "") > counted
    assert host.hosted.table.number > 3


# -- the room --------------------------------------------------------------------------------------


def test_a_room_remembers_its_tables(house):
    room = Room(house)
    room.open_table(plan_of("blackjack", name="By the bar"), by="sue", at_micros=NOW)
    assert Room(house).plans == room.plans
    assert room.open("T1").table.setup.game.id == "blackjack"
    with pytest.raises(RefusedError, match="give the new one another name"):
        Room(house, most_tables=1).open_table(plan_of("blackjack"), by="sue", at_micros=NOW)


def test_requirement_12_a_room_has_at_most_fifteen_tables(house):
    room = Room(house)
    for number in range(15):
        room.open_table(TablePlan(f"T{number}", "blackjack", "2026-01-01"), by="sue", at_micros=NOW)
    with pytest.raises(RefusedError, match="at most 15 tables"):
        room.open_table(TablePlan("T16", "blackjack", "2026-01-01"), by="sue", at_micros=NOW)


def test_a_table_is_taken_down_only_when_nobody_has_chips_on_it(house):
    room = Room(house)
    room.open_table(plan_of("three_card_poker"), by="sue", at_micros=NOW)
    host = Host(house, room.plan("T1"))
    host.sit_down()
    with pytest.raises(RefusedError, match="cash everybody out"):
        room.close_table("T1", by="sue", at_micros=NOW)
    for player in set(PEOPLE.values()):
        host.send(command.CashOut(player))
    room.close_table("T1", by="sue", at_micros=NOW)
    assert not Room(house).plans


@pytest.mark.parametrize("id_", ["", "a b", "../x", "x" * 41])
def test_a_table_has_a_plain_id(id_):
    with pytest.raises(InputError):
        TablePlan(id_, "blackjack", "2026-01-01")


def test_a_plan_is_printed_and_read_back():
    plan = plan_of("blackjack", limits={"bet": (5 * MICROS, 100 * MICROS, MICROS)}, closed=("progressive",))
    assert parse_plan(format_plan(plan)) == plan


def test_looking_at_a_table_leaves_no_mark_on_its_tape(house):
    """Whoever draws a button asks the meters whether a win still stands: that is no part of a command."""
    host = Host(house, plan_of("three_card_poker"))
    host.hosted.table.meters.stands(1)
    host.hosted.table.source.randomness.below(10)
    assert host.hosted.tape.take() == []
