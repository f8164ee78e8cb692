"""One book: an act is in it whole or not at all, under the table's own number, whoever deals."""

from contextlib import closing, suppress
from copy import deepcopy
from datetime import UTC
from functools import cache
from random import Random
from types import SimpleNamespace

import pytest
from one_book import FATES, NOW, PLAN, FaultyStore, PowerCut, known, open_room, remembered, set_up

from house.test_room import check_money
from pitboss.base.error import InputError
from pitboss.base.money import MICROS
from pitboss.house.reading import read_books
from pitboss.house.room.keeping import Rounds
from pitboss.house.room.row import Actor
from pitboss.jackpot import fact
from pitboss.jackpot.controller import Button
from pitboss.jackpot.display import ANNOUNCED_MICROS, read_display
from pitboss.jackpot.person import Role
from pitboss.jackpot.request import Switch
from pitboss.jackpot.table_fact import RoundEnded, TableLine
from pitboss.ledger.store import StoreError
from pitboss.ledger.verify import verify
from pitboss.reports.form import format_text
from pitboss.reports.paper.paper import whole_page
from pitboss.reports.record.catalogue import RECORDS
from pitboss.reports.record.frame import Inquiry, JournalSource
from pitboss.service.route.progressives import describe_win
from pitboss.storage.address import open_store
from pitboss.storage.memory import MemoryStore, Shelf
from pitboss.table import command
from pitboss.table.phase import Phase
from pitboss.table.proof import parse_proof
from postgresql import fresh_schema
from table.progressive_floor import JACKPOT, NOTHING, RATE, SEED, TRAY
from table.room_stand import DAN, GENERATOR, SUE, LiveStack, RoomStand

WRITTEN = ("unsure", "cut after")
LIKE_LOST = ("refused", "cut before")
"""Fates that leave nothing written, as that one does: for the soak."""
BARE = "seat 1: ante 5; 2c 7d 9s; fold\ndealer: 2d 4h 6s"


@pytest.fixture(autouse=True)
def stack(monkeypatch):
    """Tables stand often: a room that is opened anew plays few lines, and many acts are near a stand."""
    monkeypatch.setattr("pitboss.house.room.hosted.STAND_EVERY", 20)
    stack = LiveStack()
    monkeypatch.setattr(GENERATOR, lambda: stack)
    return stack


@pytest.fixture(params=["memory", "SQLite", pytest.param("PostgreSQL", marks=pytest.mark.slow)])
def new_store(request, tmp_path):
    """Stores of one book, as processes open them."""
    shelf, opened, address = Shelf(), [], f"{tmp_path}/book.db"
    if request.param == "PostgreSQL":
        address = fresh_schema(request.getfixturevalue("server"))

    def new_store():
        opened.append(MemoryStore(shelf) if request.param == "memory" else open_store(address))
        return opened[-1]

    yield new_store
    for store in opened:
        store.close()


# -- whole or not at all ---------------------------------------------------------------------------


class Recorder(RoomStand):
    """Keeps what was sent, with the stack as it was before and all that was known afterwards."""

    def __init__(self, *parts):
        super().__init__(*parts)
        self.acts = []

    def send(self, *asked, actor=DAN, id_=""):
        before = deepcopy(vars(self.randomness))
        events = super().send(*asked, actor=actor, id_=f"act {len(self.acts)}")
        self.acts.append((asked, actor, before, remembered(self.room, "T1")))
        return events


@cache
def play_script():
    """A jackpot that is confirmed, a tray hand that is pressed again, a round that is void after COIN IN."""
    stack = LiveStack()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(GENERATOR, lambda: stack)
        patch.setattr("pitboss.house.room.hosted.STAND_EVERY", 20)
        return play_on(Recorder(set_up(MemoryStore()), PLAN, stack))


def play_on(stand):
    stand.start(JACKPOT)
    stand.run(until=Phase.CLOSING)
    stand.confirm(3)
    stand.run()
    stand.start(TRAY)
    stand.run(until=Phase.CLOSING)
    for _ in range(2):
        stand.press(Button.HAND, DAN, 2, "akq_suited")
    stand.run()
    stand.start(NOTHING)
    stand.send(command.VoidRound("sue", "a card on the floor"), actor=SUE)
    stand.play(NOTHING)
    return stand.acts


@pytest.mark.parametrize(
    "fate", [pytest.param(one, marks=[pytest.mark.slow] * (one in LIKE_LOST)) for one in FATES]
)
def test_an_act_is_in_the_book_whole_or_not_at_all_and_the_table_goes_on(new_store, stack, fate):
    acts = play_script()
    store = FaultyStore(new_store())
    room = set_up(store)
    before, lost = remembered(room, "T1"), 0

    def send(number, asked, actor, drawn):
        vars(stack).update(deepcopy(drawn))
        RoomStand(room, PLAN, stack).send(*asked, actor=actor, id_=f"act {number}")

    for number, (asked, actor, drawn, after) in enumerate(acts):
        store.fate = fate
        try:
            send(number, asked, actor, drawn)
        except StoreError:
            lost += 1
        except PowerCut:
            lost += 1
            room = open_room(store)
        with closing(new_store()) as other:
            found = known(open_room(other), "T1")
        assert found == after if fate in WRITTEN else found in (before, after), f"act {number}, {asked}"
        assert known(room, "T1") == found, "the room that acted knows what is durable, and nothing else"
        send(number, asked, actor, drawn)
        assert known(room, "T1") == after, "asked again it is done once"
        before = after
    assert lost in {"torn": range(len(acts) + 1), "unsure": (0,)}.get(fate, (len(acts),))
    check_money(room)
    assert verify(store.entries()).fault is None


# -- one number ------------------------------------------------------------------------------------

NUMBERED = (fact.CoinIn, fact.WinPosted, fact.GameOver, fact.RoundVoided, RoundEnded)


def round_in(said):
    return said.win.round if isinstance(said, fact.WinPosted) else said.round


def test_every_entry_of_a_round_has_the_number_that_the_table_gives_it(new_store, stack):
    """Also after rounds without the wager, when nobody played, and when the table was opened anew."""
    store = new_store()
    room, found, wanted = set_up(store), [], []

    def look(number, *kinds):
        """The kinds of entries with a number since somebody last looked."""
        facts = [entry.draft.fact for entry in store.entries() if isinstance(entry.draft.fact, NUMBERED)]
        wanted.extend((kind, number) for kind in kinds)
        found[:] = [(one.kind, round_in(one)) for one in facts]
        assert found == wanted
        assert stand.table.number == stand.controller.round.number == number
        check_proofs(stand.room)

    stand = RoomStand(room, PLAN, stack)
    for number in (1, 2):
        stand.play(BARE)
        look(number, "round")
    stand.play(NOTHING)
    look(3, "coin in", "game over", "round")
    stand.do(command.OpenBets())
    stand.send(command.VoidRound("sue", "nobody plays"), actor=SUE)
    look(4)
    stand = RoomStand(open_room(new_store()), PLAN, stack)
    stand.play(BARE)
    look(5, "round")
    stand.start(JACKPOT)
    stand = RoomStand(open_room(new_store()), PLAN, stack)
    stand.decisions = {3: ["play"]}
    while stand.table.phase is not Phase.CLOSING:
        stand.decisions.setdefault(getattr(stand.table.running.deal.step, "seat", 0), ["fold"])
        stand.step()
    stand.confirm(3)
    check_win(stand.room, 6, is_over=False)
    stand.run()
    check_win(stand.room, 6, is_over=True)
    look(6, "coin in", "win posted", "game over", "round")
    stand.start(NOTHING)
    stand.send(command.VoidRound("sue", "a misdeal"), actor=SUE)
    look(7, "coin in", "void", "round")
    stand = RoomStand(open_room(new_store()), PLAN, stack)
    stand.play(TRAY)
    look(8, "coin in", "game over", "round")
    ids = [entry.id for entry in store.entries() if isinstance(entry.draft.fact, NUMBERED)]
    assert all(id_.split("/")[1] == str(number) for id_, (_, number) in zip(ids, found, strict=True))


def check_proofs(room):
    """Each has the number of its entry, and proves the line of that entry."""
    store = room.house.manager.store
    rounds = [one.draft.fact for one in store.entries() if isinstance(one.draft.fact, RoundEnded)]
    kept = Rounds(store, room.house.locker).read(PLAN.id)
    proved = [(one.round, parse_proof(one.body).line) for one in kept]
    assert proved == [(one.round, one.record) for one in reversed(rounds)]


def check_win(room, number, *, is_over):
    """The win on the supervisor's page, on its own, and on the display as long as its round goes on."""
    books = read_books(room.house.manager)
    (win,) = books.floor.wins.values()
    assert describe_win(SimpleNamespace(manager=room.house.manager), win)["round"] == number
    paper = RECORDS["win"].make(JournalSource(books), Inquiry(zone=UTC, win=str(win.order)))
    assert f"T1, round {number}, seat 3" in format_text(whole_page(paper))
    display = read_display(books.floor, PLAN.id, NOW + 2 * ANNOUNCED_MICROS)
    assert [one.order for one in display.wins] == ([] if is_over else [win.order])


# -- several rooms ---------------------------------------------------------------------------------


def next_command(table, random):
    """What somebody at the table might do now: a bet, a void now and then, a card that falls."""
    if table.play and random.random() < 0.02:
        return command.VoidRound("sue", "a misdeal")
    match table.phase:
        case Phase.IDLE:
            return command.OpenBets()
        case Phase.BETTING:
            free = [
                (seat, wager)
                for seat in table.seating.players
                for wager in ("ante", "progressive")
                if wager in table.setup.posted and wager not in table.seating.wagers[seat]
            ]
            if not free or (random.random() < 0.1 and any(table.seating.wagers.values())):
                return command.CallNoMoreBets()
            seat, wager = free[0]
            return command.PlaceWager(seat, wager, table.setup.posted[wager].minimum_micros)
        case Phase.DECIDING:
            step = table.running.deal.step
            return command.Decide(step.seat, step.question, random.choice(table.options()).name)
    return command.Proceed(table.running.point)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_two_rooms_that_deal_one_table_in_turn_agree_after_every_line(new_store, stack, seed):
    rooms = [set_up(new_store()), open_room(new_store())]
    random, refused = Random(seed), 0
    stands = [RoomStand(room, PLAN, stack) for room in rooms]
    for seat, name in ((1, "Ann"), (2, "Ann"), (5, "Ben")):
        random.choice(stands).send(command.TakeSeat(name, seat))
        random.choice(stands).send(command.BuyIn(name, 10_000_000_000))
    for step in range(220):
        stand, other = random.sample(stands, 2)
        if step % 60 == 30:
            office = random.choice(rooms).house.manager
            with suppress(InputError):
                office.ask(Switch(f"switch {step}", ("sue",), "link", step % 120 == 90))
        try:
            stand.send(next_command(stand.table, random), actor=random.choice((DAN, SUE)))
        except InputError:
            refused += 1
        for room in rooms:
            room.house.manager.read_news()
        assert known(stand.room, "T1") == known(other.room, "T1")
    assert refused < 110, "most of it was played"
    fresh = known(open_room(new_store()), "T1")
    assert fresh == known(rooms[0], "T1")
    assert fresh["tables"][0][4] > 100
    assert rooms[0].house.manager.floor.kinds["coin in"] > 2
    check_money(rooms[1])


def test_every_progressive_wager_is_counted_whichever_of_two_rooms_deals(new_store, stack):
    """A deals three rounds, B two, A one, B one, each with the wager: seven COIN INs feed the meter."""
    first, second = set_up(new_store()), open_room(new_store())
    second.open("T1")
    for room in (first, first, first, second, second, first, second):
        room.house.manager.read_news()
        RoomStand(room, PLAN, stack).play(NOTHING)
    for room in (first, second):
        room.house.manager.read_news()
        floor = room.house.manager.floor
        assert floor.kinds["coin in"] == floor.kinds["game over"] == 7
        assert floor.meter("link", "") == SEED + 7 * RATE
        assert floor.progressives["link"].levels[""].wagers == 7
        check_money(room)
    store = new_store()
    assert [store.find(f"T1/{number}/coin in").draft.fact.round for number in range(1, 8)] == [*range(1, 8)]
    assert RoomStand(first, PLAN, stack).chips(1) == RoomStand(second, PLAN, stack).chips(1)


# -- names -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["sue", "dan", "the house", "player dan"])
def test_a_player_who_is_called_like_somebody_of_the_staff_never_signs_as_he_does(new_store, stack, name):
    store = new_store()
    room = set_up(store)
    player, stand = Actor(name, is_player=True), RoomStand(room, PLAN, stack)
    number = room.house.manager.number
    for asked in (command.TakeSeat(name, 1), command.BuyIn(name, 100 * MICROS)):
        stand.send(asked, actor=player)
    stand.send(command.OpenBets())
    for wager in ("ante", "progressive"):
        stand.send(command.PlaceWager(1, wager, 5 * MICROS if wager == "ante" else MICROS), actor=player)
    stand.send(command.AskForCards(name), actor=player)
    stand.send(command.CallNoMoreBets(), actor=player)
    while stand.table.phase is not Phase.IDLE:
        stand.send(next_command(stand.table, Random(1)), actor=player)
    stand.send(command.CashOut(name), actor=player)
    entries = [entry.draft for entry in store.entries(number)]
    lines = [draft for draft in entries if isinstance(draft.fact, TableLine | RoundEnded)]
    assert {draft.by for draft in lines} == {(f"player {name}",), ("dan",)}
    asked = [draft for draft in entries if draft not in lines]
    assert {draft.kind for draft in asked} == {"coin in", "game over"}
    assert {draft.by for draft in asked} == {("dan",)}, "the dealer in charge answers for it"
    assert known(open_room(new_store()), "T1") == known(room, "T1")


def test_whoever_deals_last_of_the_staff_answers_for_what_the_table_asks(new_store, stack):
    store = new_store()
    stand = RoomStand(set_up(store), PLAN, stack)
    stand.bet(NOTHING)
    stand.send(command.CallNoMoreBets(), actor=Actor("eve", Role.DEALER.value))
    assert store.find("T1/1/coin in").draft.by == ("eve",)
    stand = RoomStand(open_room(new_store()), PLAN, stack)
    stand.decisions = {1: ["fold"]}
    player = Actor("dan", is_player=True)
    while stand.table.phase is not Phase.IDLE:
        stand.send(next_command(stand.table, Random(1)), actor=player)
    assert store.find("T1/1/game over").draft.by == ("eve",)
