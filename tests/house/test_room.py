"""A table of the room outlives its process: closed after any command, it opens again exactly where it was."""

from random import Random

import pytest

from pitboss.base.error import InputError
from pitboss.base.money import MICROS
from pitboss.house.manager import GameManager
from pitboss.house.room.keeping import Rounds
from pitboss.house.room.locker import Locker, new_key
from pitboss.house.room.opening import Household, open_hosted
from pitboss.house.room.plan import TablePlan, format_plan, parse_plan
from pitboss.house.room.room import Room
from pitboss.house.room.row import Actor, Row
from pitboss.jackpot.request import SetTerms, Switch
from pitboss.jackpot.table_fact import Stand, TableLine
from pitboss.jackpot.terms import LevelTerms, Terms
from pitboss.ledger.account import AccountKind
from pitboss.ledger.verify import verify
from pitboss.rules import game_ids
from pitboss.rules.notation import parse_head
from pitboss.storage.memory import MemoryStore, Shelf
from pitboss.table import command
from pitboss.table.phase import Phase, RefusedError
from pitboss.table.proof import parse_any_proof, verify_round
from pitboss.table.table import DEALER_ACTS
from pitboss.table.view import view
from structure import first_of_each_kind, one_of_each_kind

PEOPLE = {1: "Ann", 2: "Ann", 5: "Ben"}
NOW = 1_760_000_000_000_000
KEY = new_key()


def plan_of(game, **more):
    more.setdefault("closed", tuple(sorted(parse_head(game).unoffered)))
    return TablePlan("T1", game, "2026-01-01", **more)


@pytest.fixture
def shelf():
    return Shelf()


@pytest.fixture
def room(shelf):
    return make_room(shelf)


def make_room(shelf, *keys, **more):
    """Another process with the same book; the key of now comes before those of earlier."""
    manager = GameManager(MemoryStore(shelf), lambda: NOW)
    return Room(Household(manager, Locker(*(keys or [KEY])), None, "the house", "the floor"), **more)


def seen(hosted):
    """All that anybody can see of a table and its keypad, and where its log stands."""
    table = hosted.table
    views = [view(table, seat).as_data() for seat in (None, *range(1, 8))]
    money = {name: micros for name, micros in table.money.balances.items() if micros}
    keypad = hosted.live and vars(hosted.live.controller)
    pressed = hosted.live and (hosted.live.read, hosted.live.keypad.selected, hosted.live.keypad.key_holder)
    return views, table.phase, table.points, money, hosted.number, hosted.told, keypad, pressed


class Host:
    """Sends commands one by one, as acts."""

    def __init__(self, room, plan=None):
        self.room, self.sent = room, 0
        if plan and plan.id not in room.plans:
            room.open_table(plan, by="sue")

    @property
    def hosted(self):
        return self.room.open("T1")

    def send(self, *asked, id_=None, actor=None, digest="", deals_on=False):
        self.sent += 1
        act = self.room.acting(
            "T1",
            lambda hosted: Row(asked, hosted.table.number, deals_on=deals_on),
            actor or Actor("somebody", "dealer"),
            id_=id_ or f"{id(self)} {self.sent}",
            digest=digest,
        )
        return self.room.do(act).told

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

    def opened_again(self):
        return open_hosted(self.room.house, self.room.plan("T1"))


def lines_of(room):
    return [one.draft.fact for one in room.house.manager.store.entries_of("T1") if is_line(one)]


def is_line(entry):
    return isinstance(entry.draft.fact, TableLine)


@pytest.mark.parametrize(
    ("game", "commands"),
    [
        *((name, 80) for name in one_of_each_kind(game_ids())),
        *(pytest.param(name, 160, marks=pytest.mark.slow) for name in game_ids()),
    ],
)
def test_a_table_opened_again_after_any_command_is_the_same_table(room, game, commands):
    host, random = Host(room, plan_of(game)), Random(3)
    host.sit_down()
    for _ in range(commands):
        host.send(host.next_command(random))
        assert seen(host.opened_again()) == seen(host.hosted)
    assert host.hosted.table.number > 2, "two rounds were played to their end"


@pytest.mark.parametrize("game", first_of_each_kind(game_ids()))
def test_where_nobody_stands_behind_the_table_the_dealers_steps_belong_to_the_act(room, game):
    """Whoever acts next is a player, or the round is over and closed by itself; followed it is the same."""
    host, random = Host(room, plan_of(game, has_house_dealer=True)), Random(7)
    host.sit_down()
    while host.hosted.table.number < 8:
        host.send(host.next_command(random), actor=Actor("Ann", is_player=True), deals_on=True)
        assert host.hosted.table.phase not in DEALER_ACTS - {Phase.CLOSING}
        assert seen(host.opened_again()) == seen(host.hosted)
    closed = [line.did for line in lines_of(room) if any("no_more_bets" in words for words in line.did)]
    assert closed
    assert all(did[1].startswith("proceed|") for did in closed)


@pytest.mark.parametrize("game", game_ids())
def test_a_stand_saves_playing_all_lines(room, game, monkeypatch):
    monkeypatch.setattr("pitboss.house.room.hosted.STAND_EVERY", 20)
    host, random = Host(room, plan_of(game)), Random(4)
    host.sit_down()
    stands = 0
    for _ in range(400):
        host.send(host.next_command(random))
        stand = room.house.manager.store.last_of("T1#")
        if stand and isinstance(stand.draft.fact, Stand) and stand.number != stands:
            stands = stand.number
            assert seen(host.opened_again()) == seen(host.hosted)
    assert stand.draft.fact.line > 100
    assert seen(host.opened_again()) == seen(host.hosted)


def test_irregularities_and_a_swap_are_kept_too(room):
    host, random = Host(room, plan_of("three_card_poker")), Random(5)
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
        assert seen(host.opened_again()) == seen(host.hosted)


def test_of_two_who_deal_one_table_the_second_follows_first(shelf):
    one = Host(make_room(shelf), plan_of("three_card_poker"))
    other = Host(make_room(shelf))
    one.send(command.TakeSeat("Ann", 1))
    other.send(command.TakeSeat("Ben", 2))
    one.send(command.TakeSeat("Cid", 3))
    with pytest.raises(RefusedError, match="seat 3 is taken by Cid"):
        other.send(command.TakeSeat("Dot", 3))
    one.room.house.manager.read_news()
    assert one.hosted.table.seating.players == other.hosted.table.seating.players
    assert one.hosted.table.seating.players == {1: "Ann", 2: "Ben", 3: "Cid"}


@pytest.mark.parametrize("game", game_ids())
def test_a_server_follows_what_another_one_deals(shelf, game):
    host, random = Host(make_room(shelf), plan_of(game)), Random(6)
    follower = make_room(shelf)
    follower.open("T1")
    host.sit_down()
    for _ in range(120):
        host.send(host.next_command(random))
        follower.house.manager.read_news()
        assert seen(follower.open("T1")) == seen(host.hosted)


def test_a_message_that_comes_again_is_done_once_wherever_it_comes(shelf):
    host = Host(make_room(shelf), plan_of("three_card_poker"))
    host.send(command.BuyIn("Ann", 100 * MICROS), id_="buy")
    again = Host(make_room(shelf))
    for one in (host, again):
        assert one.send(command.BuyIn("Ann", 100 * MICROS), id_="buy") == ()
        assert one.hosted.table.chips("Ann") == 100 * MICROS


def test_a_message_that_comes_again_after_the_table_has_forgotten_it_is_found_in_the_book(room, monkeypatch):
    monkeypatch.setattr("pitboss.house.room.hosted.MOST_IDS", 3)
    host = Host(room, plan_of("three_card_poker"))
    host.send(command.BuyIn("Ann", 100 * MICROS), id_="buy")
    for seat, name in enumerate("abcdefg", start=1):
        host.send(command.TakeSeat(name, seat))
    assert host.send(command.BuyIn("Ann", 100 * MICROS), id_="buy") == ()
    assert host.hosted.table.chips("Ann") == 100 * MICROS


def test_a_message_of_before_the_last_stand_is_not_refused_when_it_comes_again(shelf, monkeypatch):
    """A seat that was taken cannot be taken again; who asks again for want of an answer took it."""
    monkeypatch.setattr("pitboss.house.room.hosted.STAND_EVERY", 1)
    Host(make_room(shelf), plan_of("three_card_poker")).send(command.TakeSeat("Ann", 1), id_="sit")
    again = Host(make_room(shelf))
    number = again.room.house.manager.number
    assert again.send(command.TakeSeat("Ann", 1), id_="sit") == ()
    assert again.room.house.manager.number == number
    with pytest.raises(RefusedError):
        again.send(command.TakeSeat("Ann", 1), id_="another")


def test_a_message_of_before_the_last_stand_that_asks_for_something_else_is_refused(shelf, monkeypatch):
    monkeypatch.setattr("pitboss.house.room.hosted.STAND_EVERY", 1)
    host = Host(make_room(shelf), plan_of("three_card_poker"))
    host.send(command.BuyIn("Ann", 100 * MICROS), id_="buy", digest="a hundred")
    again = Host(make_room(shelf))
    with pytest.raises(InputError, match="something else"):
        again.send(command.BuyIn("Ann", 200 * MICROS), id_="buy", digest="two hundred")
    assert again.hosted.table.chips("Ann") == 100 * MICROS


def test_nobody_reads_the_cards_to_come_in_the_book(room):
    host = Host(room, plan_of("three_card_poker"))
    host.sit_down()
    host.send(command.OpenBets())
    sealed = host.hosted.table.source.sealed
    text = "".join(entry.body for entry in room.house.manager.store.entries())
    assert not any(salt.hex() in text for salt in (sealed.seed, *sealed.salts))
    assert "".join(map(str, sealed.cards[:4])) not in text
    assert lines_of(room)[-1].tape


def test_another_key_does_not_open_the_table(shelf):
    host = Host(make_room(shelf), plan_of("three_card_poker"))
    host.sit_down()
    host.send(command.OpenBets())
    with pytest.raises(InputError, match="another key"):
        make_room(shelf, new_key()).open("T1")


def test_a_table_goes_on_in_the_middle_of_a_round_when_the_key_is_changed(shelf):
    host = Host(make_room(shelf), plan_of("three_card_poker"))
    host.sit_down()
    host.send(command.OpenBets())
    changed = new_key()
    again = Host(make_room(shelf, changed, KEY))
    assert seen(again.hosted) == seen(host.hosted)
    again.send(command.PlaceWager(1, "ante", 5 * MICROS))
    again.send(command.CallNoMoreBets())
    assert seen(Host(make_room(shelf, KEY, changed)).hosted) == seen(again.hosted)
    with pytest.raises(InputError, match="another key"):
        make_room(shelf, changed).open("T1")


def test_a_refused_command_leaves_table_tape_and_book_as_they_were(room):
    host = Host(room, plan_of("three_card_poker"))
    host.sit_down()
    before, number, hosted = seen(host.hosted), room.house.manager.number, host.hosted
    with pytest.raises(RefusedError):
        host.send(command.CallNoMoreBets())
    assert host.hosted is hosted
    assert seen(hosted) == before
    assert room.house.manager.number == number
    assert not hosted.tape.said


def test_of_a_row_what_comes_before_a_refusal_is_done(room):
    host = Host(room, plan_of("three_card_poker"))
    host.sit_down()
    told = host.send(command.TakeSeat("Cid", 3), command.TakeSeat("Dot", 3), command.TakeSeat("Eva", 4))
    assert [type(one.event).__name__ for one in told] == ["Seated"]
    assert lines_of(room)[-1].did == ("take_seat|Cid|3",)


def test_rounds_are_kept_with_their_proofs(room):
    host, random = Host(room, plan_of("three_card_poker")), Random(7)
    host.sit_down()
    while host.hosted.table.number < 4:
        host.send(host.next_command(random))
    rounds = Rounds(room.house.manager.store, room.house.locker)
    assert [kept.round for kept in rounds.read("T1")] == [3, 2, 1]
    assert [kept.round for kept in rounds.read("T1", before=3, most=1)] == [2]
    for kept in rounds.read("T1"):
        assert verify_round(parse_any_proof(kept.body))


# -- money -----------------------------------------------------------------------------------------


def check_money(room):
    """Every account of the table is in the ledger with the same balance, and the law holds."""
    book, hosted = room.house.manager.floor.book, room.open("T1")
    book.check()
    table = {
        (account.kind, account.level): micros
        for account, micros in book.balances.items()
        if account.progressive == "T1"
    }
    own = hosted.table.money.balances
    said = {
        (AccountKind.TRAY, ""): own["tray"],
        (AccountKind.CAGE, ""): own["cage"],
        (AccountKind.TOKES, ""): own["tokes"],
    }
    said |= {
        (AccountKind.CHIPS, name[7:]): micros for name, micros in own.items() if name.startswith("player ")
    }
    said |= {(AccountKind.POT, name[4:]): micros for name, micros in own.items() if name.startswith("pot ")}
    assert table == {account: micros for account, micros in said.items() if micros}


@pytest.mark.parametrize("game", game_ids())
def test_all_money_of_a_table_is_in_the_ledger_after_every_act(room, game):
    host, random = Host(room, plan_of(game)), Random(11)
    host.sit_down()
    for step in range(200):
        if step % 37 == 36 and host.hosted.table.play:
            host.send(command.VoidRound("Flo", "misdeal"))
        host.send(host.next_command(random))
        check_money(room)
    while host.hosted.table.phase is not Phase.IDLE:
        host.send(host.next_command(random))
    for player in set(PEOPLE.values()):
        if host.hosted.table.chips(player):
            host.send(command.CashOut(player))
    check_money(room)
    assert verify(room.house.manager.store.entries()).fault is None


# -- a progressive ---------------------------------------------------------------------------------

TERMS = Terms(
    "link", {"three_card_poker": "TCP Progressive 1"}, ("T1",), (LevelTerms("", 10**9, 140_000, 10_000),)
)
TCP = plan_of("three_card_poker; paytable=TCP Progressive 1")


def open_progressive(room):
    manager = room.house.manager
    manager.ask(SetTerms("terms", ("tess", "sue"), TERMS))
    manager.ask(Switch("open", ("sue",), "link", True))


@pytest.mark.parametrize("is_first", [True, False], ids=["progressive first", "table first"])
def test_a_table_with_a_progressive_is_the_same_for_all_at_any_point(shelf, is_first, monkeypatch):
    monkeypatch.setattr("pitboss.house.room.hosted.STAND_EVERY", 70)
    room = make_room(shelf)
    host, random = Host(room), Random(8)
    for step in (open_progressive, lambda one: one.open_table(TCP, by="sue"))[:: 1 if is_first else -1]:
        step(room)
    follower = make_room(shelf)
    host.sit_down()
    counted = room.house.manager.floor.shown("link", "")
    for step in range(240):
        has_won = host.hosted.live.controller.round.lamps  # a round in which a win waits is not void
        if step % 50 == 49 and host.hosted.table.play and not has_won:
            host.send(command.VoidRound("Flo", "misdeal"))
        host.send(host.next_command(random))
        check_money(room)
        follower.house.manager.read_news()
        assert seen(host.opened_again()) == seen(follower.open("T1")) == seen(host.hosted)
    assert room.house.manager.floor.shown("link", "") > counted
    assert host.hosted.table.number > 3
    assert host.hosted.live.controller.round.number == host.hosted.table.number


# -- the room --------------------------------------------------------------------------------------


def test_a_room_remembers_its_tables(shelf, room):
    room.open_table(plan_of("blackjack", name="By the bar"), by="sue")
    assert make_room(shelf).plans == room.plans
    assert room.open("T1").table.setup.game.id == "blackjack"
    with pytest.raises(RefusedError, match="give the new one another name"):
        make_room(shelf, most_tables=1).open_table(plan_of("blackjack"), by="sue")


def test_requirement_12_a_room_has_at_most_fifteen_tables(room):
    for number in range(15):
        room.open_table(TablePlan(f"T{number}", "blackjack", "2026-01-01"), by="sue")
    with pytest.raises(RefusedError, match="at most 15 tables"):
        room.open_table(TablePlan("T16", "blackjack", "2026-01-01"), by="sue")


def test_a_table_is_taken_down_only_when_nobody_has_chips_on_it(shelf, room):
    host = Host(room, plan_of("three_card_poker"))
    host.sit_down()
    with pytest.raises(RefusedError, match="cash everybody out"):
        room.close_table("T1", by="sue")
    for player in set(PEOPLE.values()):
        host.send(command.CashOut(player))
    room.close_table("T1", by="sue")
    assert not make_room(shelf).plans


@pytest.mark.parametrize("id_", ["", "a b", "../x", "x" * 41])
def test_a_table_has_a_plain_id(id_):
    with pytest.raises(InputError):
        TablePlan(id_, "blackjack", "2026-01-01")


def test_a_plan_is_printed_and_read_back():
    plan = plan_of("blackjack", limits={"bet": (5 * MICROS, 100 * MICROS, MICROS)}, closed=("progressive",))
    assert parse_plan(format_plan(plan)) == plan


def test_looking_at_a_table_leaves_no_mark_on_its_tape(room):
    """Whoever draws a button asks the meters whether a win still stands: that is no part of a command."""
    host = Host(room, plan_of("three_card_poker"))
    host.hosted.table.meters.stands(1)
    host.hosted.table.source.randomness.below(10)
    assert host.hosted.tape.take() == b""
