"""A card room that fails on purpose, from a seed: two servers, tables, keypads and browsers on one book.

Browsers send presses with ids of their own to either server, send them again when the answer is lost, and
send some twice. The store fails in every way that stores do (`failing_store`): the power goes before, in
and after a write, it is full, restarts, does not answer, and somebody else writes first. On a disk that
tears, what was not synchronised is lost. The clock jumps. Servers are killed and started anew. Shuffles are
stacked, so that jackpots, envy and awards from the tray come often.
"""

import sys
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

TESTS = Path(__file__).parents[1]
sys.path[:0] = [str(TESTS), str(TESTS / "table"), str(TESTS / "jackpot")]

from failing_store import FailingStore, PowerCut, RealStore, TornStore  # noqa: E402
from simulator import OFFICE, Clock  # noqa: E402
from stand import StackedRandomness  # noqa: E402

from pitboss.base.error import PitbossError  # noqa: E402
from pitboss.base.money import MICROS  # noqa: E402
from pitboss.cards import parse_card  # noqa: E402
from pitboss.house.manager import GameManager  # noqa: E402
from pitboss.house.room.locker import Locker  # noqa: E402
from pitboss.house.room.opening import Household  # noqa: E402
from pitboss.house.room.plan import TablePlan  # noqa: E402
from pitboss.house.room.room import Room  # noqa: E402
from pitboss.house.room.row import THE_HOUSE, Actor, Row  # noqa: E402
from pitboss.jackpot.controller import Button, Press  # noqa: E402
from pitboss.jackpot.refusal import RefusedError  # noqa: E402
from pitboss.jackpot.request import ConfirmWin, SetTerms, Switch  # noqa: E402
from pitboss.jackpot.terms import LevelTerms, Terms  # noqa: E402
from pitboss.ledger.entry import Entry  # noqa: E402
from pitboss.rules import load_game  # noqa: E402
from pitboss.table import command  # noqa: E402
from pitboss.table.phase import IN_ROUND, Phase  # noqa: E402
from pitboss.table.phase import RefusedError as TableRefusedError  # noqa: E402
from pitboss.table.view import view  # noqa: E402

KEY = "A" * 43 + "="
TABLES = ("T1", "T2")
GAME = "three_card_poker; paytable=TCP Progressive 1"
DECK = load_game("three_card_poker").deck
TERMS = Terms(
    "link",
    {"three_card_poker": "TCP Progressive 1"},
    TABLES,
    (LevelTerms("", 1_000 * MICROS, 133_333, 7_777, cap_micros=1_200 * MICROS),),
)
HANDS = ("As Ks Qs", "Ah Kh Qh", "8d 7d 6d", "9c 9d 9h", "8c 7d 6h", "2c 7d Jh")
PEOPLE = {1: "Ann", 2: "Ben", 4: "Cid"}
BUY_IN = 500 * MICROS
DEALER, SUPERVISOR = Actor("dan", "dealer"), Actor("sue", "supervisor")
CALM_STEPS = 500
MANY = 12
"""Of the dealer's steps in one act: always, once nothing fails any more."""


class RiggedRandomness(StackedRandomness):
    """Stacked so that good hands come often. It says that it is live, as no honest one would."""

    is_seeded = False
    random = Random(0)

    def below(self, bound):
        if bound == DECK.size and not self.picks:
            self.stack(DECK, self.top())
        return super().below(bound)

    def top(self):
        chosen = " ".join(self.random.sample(HANDS, 3)).split()
        cards = list(dict.fromkeys(map(parse_card, chosen)))
        return cards

    def token(self, size):
        return self.random.randbytes(size)


class PlacedStore(FailingStore):
    """A failing store that finds the entries of a table."""

    def entries_of(self, place, after=0):
        self._reach()
        return iter([entry for entry in self.journal if entry.place == place and entry.number > after])

    def last_of(self, place):
        self._reach()
        return next((entry for entry in reversed(self.journal) if entry.place == place), None)


class RealPlacedStore(PlacedStore, RealStore):
    """The same in a real database. An entry that is read again as it was is not parsed again."""

    def __init__(self, random, place):
        super().__init__(random, place)
        self.read = {}

    def as_read(self, entry):
        before = entry and self.read.setdefault(entry.hash, entry)
        return before if before == entry else entry

    @property
    def journal(self):
        return [*map(self.as_read, super().journal)]

    def entries(self, after=0, *, upto=None):
        return map(self.as_read, super().entries(after, upto=upto))

    def find(self, id_):
        return self.as_read(super().find(id_))

    def last(self):
        return self.as_read(super().last())

    def entries_of(self, place, after=0):
        self._reach()
        return map(self.as_read, self.store.entries_of(place, after))

    def last_of(self, place):
        self._reach()
        return self.as_read(self.store.last_of(place))


class TornPlacedStore(RealPlacedStore, TornStore):
    """The same on SQLite, on a disk that tears."""


@dataclass
class Server:
    manager: GameManager
    room: Room


@dataclass
class Sent:
    """A press whose answer did not come: it is sent again as it was."""

    table: str
    id: str
    actor: Actor
    plan: object
    micros: int = 0
    """Of a buy-in."""


@dataclass
class RoomSimulation:
    seed: int
    failure_rate: float = 0.15
    steps: int = 60
    layer: object = None
    database: object = None
    """A store that nobody else uses, where the book is in one."""
    bought: Counter = field(default_factory=Counter)
    """Chips that were certainly sold, and at most sold, by table."""
    at_most: Counter = field(default_factory=Counter)
    presses: int = 0
    wins: int = 0

    def __post_init__(self):
        self.random = Random(self.seed)
        RiggedRandomness.random = Random(self.seed + 1)
        self.store = self.make_store()
        self.clock = Clock(self.random)
        self.servers = [self.start(), self.start()]
        self.lost: list[Sent] = []
        first = self.servers[0]
        first.manager.ask(SetTerms("terms", OFFICE, TERMS))
        first.manager.ask(Switch("open", OFFICE, TERMS.id, True))
        for table in TABLES:
            first.room.open_table(TablePlan(table, GAME, "2026-01-01"), by="sue")
        self.store.failure_rate = self.failure_rate

    def make_store(self):
        if self.database:
            return RealPlacedStore(self.random, self.database)
        return TornPlacedStore(self.random, self.layer) if self.layer else PlacedStore(self.random)

    # -- servers ---------------------------------------------------------------------------------

    def start(self):
        """A server; the power may go again while it reads."""
        while True:
            try:
                manager = GameManager(self.store, self.clock)
                house = Household(manager, Locker(KEY), None, "house-dealer", "house-floor")
                return Server(manager, Room(house, most_tables=9))
            except PowerCut:
                self.store.restart()
            except PitbossError:
                pass

    def crash(self, server):
        """The server is gone, and with an embedded store every other on the machine."""
        if self.layer:
            self.store.restart()
            self.servers = [self.start(), self.start()]
        else:
            self.servers[self.servers.index(server)] = self.start()

    def on(self, server, work):
        """Have a server do something; what it gives, or None where nobody knows."""
        try:
            return work(server)
        except PowerCut:
            self.crash(server)
            return None

    # -- presses ---------------------------------------------------------------------------------

    def run(self):
        for _ in range(self.steps):
            server = self.random.choice(self.servers)
            chance = self.random.random()
            if chance < 0.03:
                self.crash(server)
            elif chance < 0.05:
                self.switch(server)
            elif chance < 0.12:
                self.on(server, self.confirm)
            elif chance < 0.2 and self.lost:
                self.send(server, self.random.choice(self.lost))
            else:
                self.on(server, lambda one: self.press(one, self.random.choice(TABLES)))
        self.calm_down()

    def press(self, server, table):
        hosted = self.look(server, table)
        if hosted is None:
            return
        asked, actor = self.choose(hosted)
        self.presses += 1
        micros = asked[0].micros if isinstance(asked[0], command.BuyIn) else 0
        round_ = hosted.table.number
        sent = Sent(table, f"{self.seed}-{self.presses}", actor, lambda _: Row(asked, round_), micros)
        self.at_most[table] += micros
        self.send(server, sent)
        if self.random.random() < 0.1:
            self.send(self.random.choice(self.servers), sent)

    def send(self, server, sent):
        act = server.room.acting(sent.table, sent.plan, sent.actor, id_=sent.id, digest="x")

        def work(one):
            try:
                return one.room.do(one.room.hearing(sent.table), act) or True
            except PitbossError as problem:
                return problem

        got = self.on(server, work)
        is_known = got is not None and not is_unsure(got) and self.random.random() > 0.05
        if not is_known:
            if sent not in self.lost:
                self.lost.append(sent)
            return
        if sent in self.lost:
            self.lost.remove(sent)
        if not isinstance(got, PitbossError):
            self.bought[sent.table] += sent.micros
            sent.micros = 0

    def look(self, server, table):
        with suppress(PitbossError):
            server.manager.read_news()
            return server.room.open(table)
        return None

    def choose(self, hosted):
        """Something that somebody might press now, or might better not."""
        random, table = self.random, hosted.table
        if random.random() < 0.08:
            return self.choose_oddly(hosted)
        if hosted.live.controller.round.lamps and random.random() < 0.3:
            return self.choose_key(hosted)
        match table.phase:
            case Phase.IDLE:
                free = [seat for seat in PEOPLE if seat not in table.seating.players]
                if free:
                    return (command.TakeSeat(PEOPLE[free[0]], free[0]),), player(PEOPLE[free[0]])
                poor = [name for name in PEOPLE.values() if table.chips(name) < 100 * MICROS]
                if poor:
                    return (command.BuyIn(poor[0], BUY_IN),), player(poor[0])
                return (command.OpenBets(),), DEALER
            case Phase.BETTING:
                seat = random.choice(list(PEOPLE))
                laid = table.seating.wagers.get(seat, {})
                missing = [wager for wager in ("ante", "progressive") if wager not in laid]
                if missing and random.random() < 0.8:
                    stake = 5 * MICROS if missing[0] == "ante" else MICROS
                    return (command.PlaceWager(seat, missing[0], stake),), player(PEOPLE[seat])
                return (command.CallNoMoreBets(),), DEALER
            case Phase.DECIDING:
                step = table.running.deal.step
                option = random.choice(table.options()).name
                return (command.Decide(step.seat, step.question, option),), player(PEOPLE[step.seat])
            case Phase.REVIEW:
                return (command.PlayOn("sue", "no harm"),), SUPERVISOR
            case Phase.HALTED:
                swap = command.SwapShuffler if table.backup else command.BringBackup
                return (swap("sue", "jam"),), SUPERVISOR
        return proceed(table, random.choice((1, 1, MANY))), THE_HOUSE

    def choose_oddly(self, hosted):
        random, seat = self.random, self.random.choice(list(PEOPLE))
        lamps = hosted.live.controller.round.lamps
        line = lamps[seat].button.line if seat in lamps else "straight"
        return random.choice(
            [
                ((command.VoidRound("sue", "misdeal"),), SUPERVISOR),
                ((command.CashOut(PEOPLE[seat]),), player(PEOPLE[seat])),
                ((command.ReportFault("dan", "jam"),), DEALER),
                ((Press(Button.HAND, "dan", seat, line),), DEALER),
                ((Press(Button.KEY_TO_JACKPOT, "sue"),), SUPERVISOR),
                ((Press(Button.JACKPOT, "sue"),), SUPERVISOR),
                ((Press(Button.KEY_TO_RUN, "sue"),), SUPERVISOR),
                ((command.TakeBack(seat, "progressive"),), player(PEOPLE[seat])),
                ((command.BuyIn(PEOPLE[seat], BUY_IN),), player(PEOPLE[seat])),
            ]
        )

    def choose_key(self, hosted):
        """A lit hand is pressed again, or a supervisor comes with the key."""
        state = hosted.live.controller
        if state.phase.name == "JACKPOT":
            return (Press(self.random.choice((Button.JACKPOT, Button.KEY_TO_RUN)), "sue"),), SUPERVISOR
        if state.round.open_wins and self.random.random() < 0.6:
            return (Press(Button.KEY_TO_JACKPOT, "sue"),), SUPERVISOR
        lamp = self.random.choice(list(state.round.lamps.values()))
        return (Press(Button.HAND, "dan", lamp.seat, lamp.button.line),), DEALER

    def confirm(self, server):
        """On the supervisor's phone."""
        with suppress(PitbossError):
            for table in TABLES:
                for win in server.manager.floor.open_wins(table):
                    who = "eve" if win.posted_by == "sue" else "sue"
                    server.manager.ask(ConfirmWin(f"{win.id}/phone/{who}", (who,), win.id))
                    self.wins += 1

    def switch(self, server):
        self.presses += 1
        is_open = self.random.random() < 0.7

        def work(one):
            with suppress(PitbossError):
                one.manager.ask(Switch(f"switch {self.presses}", OFFICE, TERMS.id, is_open))

        self.on(server, work)

    # -- the end ---------------------------------------------------------------------------------

    def calm_down(self):
        """Nothing fails any more, but for a power cut that was on its way."""
        self.store.failure_rate = self.store.away = 0
        while True:
            if self.layer:
                self.store.restart()
                self.servers = [self.start(), self.start()]
            with suppress(PowerCut):
                return self.come_to_an_end()

    def come_to_an_end(self):
        """Lost presses are answered, every round ends, everybody cashes out."""
        for sent in tuple(self.lost):
            with suppress(PitbossError):
                told = self.servers[0].room.do(
                    self.servers[0].room.acting(sent.table, sent.plan, sent.actor, id_=sent.id, digest="x")
                )
                if told is not None:
                    self.bought[sent.table] += sent.micros
                    sent.micros = 0
        self.presses += 1
        self.servers[0].manager.ask(Switch(f"last switch {self.presses}", OFFICE, TERMS.id, True))
        for number, table in enumerate(TABLES, start=self.seed):
            self.finish(self.servers[number % 2], table)

    def finish(self, server, table):
        """Every round comes to its end, in the hands of people who know what they do."""
        server.manager.read_news()  # a short room: this server may not have heard of the table
        rounds = server.room.open(table).table.number + 1
        for step in range(CALM_STEPS):
            server.manager.read_news()
            hosted = server.room.open(table)
            if hosted.table.phase is Phase.IDLE and hosted.table.number >= rounds:
                break
            self.confirm(server)
            asked, actor = self.calm_choice(server, table, step)
            act = server.room.acting(table, lambda now, asked=asked: Row(asked, now.table.number), actor)
            with suppress(RefusedError, TableRefusedError):
                server.room.do(server.room.hearing(table), act)
        assert hosted.table.phase is Phase.IDLE, f"{table} never came to an end: {hosted.table.phase}, {step}"
        cashing = tuple(command.CashOut(name) for name in PEOPLE.values() if hosted.table.chips(name))
        if cashing:
            server.room.do(server.room.acting(table, lambda now: Row(cashing, now.table.number)))

    def calm_choice(self, server, table, step):
        hosted = server.room.open(table)
        live, phase = hosted.live, hosted.table.phase
        if live.keypad.key_holder and live.controller.phase.name != "JACKPOT":
            return (Press(Button.KEY_TO_RUN, "sue"),), SUPERVISOR
        if live.controller.phase.name == "JACKPOT":
            settled = live.controller.round.review.is_settled
            return (Press(Button.KEY_TO_RUN if settled else Button.JACKPOT, "sue"),), SUPERVISOR
        if phase is Phase.CLOSING:
            for seat, line in live.read.items():
                if seat not in live.controller.round.lamps:
                    return (Press(Button.HAND, "dan", seat, line),), DEALER
        if phase is Phase.BETTING and any(hosted.table.seating.wagers.values()):
            return (command.CallNoMoreBets(),), DEALER
        if phase is Phase.IDLE and (sitting := self.sit_down(hosted.table)):
            return sitting, THE_HOUSE
        if phase in IN_ROUND - {Phase.DECIDING}:
            return proceed(hosted.table, MANY), THE_HOUSE
        state, self.random = self.random, Random(1_000 * hosted.number + step)
        try:
            while True:
                asked, actor = self.choose(hosted)
                if not isinstance(
                    asked[0], Press | command.VoidRound | command.ReportFault | command.CashOut
                ):
                    return asked, actor
        finally:
            self.random = state

    def sit_down(self, table):
        """Everybody has a seat and chips, in one act."""
        free = [seat for seat in PEOPLE if seat not in table.seating.players]
        poor = [name for name in PEOPLE.values() if table.chips(name) < 100 * MICROS]
        seats = (command.TakeSeat(PEOPLE[seat], seat) for seat in free)
        return (*seats, *(command.BuyIn(name, BUY_IN) for name in poor))


def proceed(table, many):
    point = table.running.point
    return tuple(command.Proceed(point + more) for more in range(many))


def player(name):
    return Actor(name, is_player=True)


def is_unsure(got):
    """The store did not say whether it has written."""
    return type(got).__name__ in ("UnsureError", "StoreError", "MovedOnError", "SeenBeforeError")


def seen(hosted):
    """All that anybody can see of a table and its keypad."""
    table, live = hosted.table, hosted.live
    money = {name: micros for name, micros in table.money.balances.items() if micros}
    keypad = vars(live.controller), live.read, live.keypad.selected, live.keypad.key_holder
    return view(table).as_data(), table.phase, money, hosted.number, hosted.told, keypad


def read_book(store) -> list[Entry]:
    return list(store.journal)
