"""Two tables of a link under random presses, over a network that loses, doubles and delays, with restarts.

What is assumed of the network is what a connection gives: a message of an earlier one is decided before
the next connection begins, or never. Everything else may happen, at any time and in any order.
"""

from collections import Counter
from copy import copy

import pytest
from hypothesis import settings, strategies
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from pit import FLUSH, QUADS, ROYAL, STRAIGHT_FLUSH, Pit, make_terms, names, one_meter, open_again

from pitboss.base.money import MICROS
from pitboss.house.tableside import as_command
from pitboss.jackpot import fact
from pitboss.jackpot.controller import Phase, Sensor, command, event
from pitboss.jackpot.refusal import RefusedError
from pitboss.jackpot.request import Switch
from pitboss.jackpot.win import WinStatus
from pitboss.ledger.verify import verify

TABLES = ("table 1", "table 2")
IN_ROUND = (Phase.PLAYING, Phase.JACKPOT)
TERMS = [
    make_terms(),
    one_meter(),
    one_meter(equal_split=True),
    one_meter(all_from_meter=True, folded_hands_win=False),
]
seats = strategies.integers(1, 4)
tables = strategies.sampled_from(TABLES)
LINES = [ROYAL, STRAIGHT_FLUSH, QUADS, FLUSH]
ENVY = {ROYAL: 1_000 * MICROS, STRAIGHT_FLUSH: 300 * MICROS}


def presses():
    """Anything that anybody at a table can do, wherever the controller is."""
    people = strategies.sampled_from(["dan", "dora"])
    return strategies.one_of(
        strategies.builds(command.TakeBack, seats),
        strategies.builds(command.CountWagers, people),
        strategies.builds(command.PassRound),
        strategies.builds(command.FoldHand, seats),
        strategies.builds(command.EndRound, people),
        strategies.builds(command.OpenJackpot, strategies.none() | seats),
        strategies.builds(command.ConfirmWin, strategies.sampled_from(["sue", "dan"])),
        strategies.builds(command.RejectWin, strategies.just("sue"), strategies.sampled_from(["no", ""])),
        strategies.builds(command.CloseJackpot),
        strategies.builds(command.VoidRound, strategies.just("sue"), strategies.just("wrong count")),
    )


class Wire:
    """The connection of one table: what is under way to the manager, and what comes back."""

    def __init__(self):
        self.messages = []
        self.answers = []
        self.decided = []
        """Messages that the manager has done; copies of them may turn up at any time."""


class Controllers(RuleBasedStateMachine):
    @initialize(terms=strategies.sampled_from(TERMS), dealt=strategies.lists(tables, unique=True))
    def open(self, terms, dealt):
        self.pit = Pit(terms).open()
        self.wires = {table: Wire() for table in TABLES}
        self.pressed = {}
        """What lay on the sensors at the last COIN IN of a round."""
        self.excused = set()
        """Rounds whose COIN IN was refused, or whose controller has started anew since."""
        self.switches = 0
        for table in dealt:
            self.start(table, [1, 2, 3, 4])

    # -- presses ---------------------------------------------------------------------------------

    def handle(self, table, asked):
        """As the controller does it; a refused press changes nothing."""
        controller = self.pit.at(table)
        before = state_of(controller)
        try:
            reaction = controller.handle(asked)
        except RefusedError:
            assert vars(controller) == before
            return ()
        if reaction.requests:
            self.wires[table].messages.append(reaction.requests)
        if any(isinstance(one, event.ManagerRefused) for one in reaction.events):
            self.excused.add((table, controller.round.number))
        if "RoundEnded" in names(reaction.events):
            assert table not in self.pit.floor.rounds
        return reaction.events

    @rule(table=tables, seat=seats, units=strategies.integers(0, 3))
    def place(self, table, seat, units):
        self.handle(table, command.PlaceWager(seat, units * MICROS))

    @rule(table=tables, asked=presses())
    def press(self, table, asked):
        controller = self.pit.at(table)
        placed = dict(controller.round.placed)
        self.handle(table, asked)
        if controller.phase is Phase.COUNTING and isinstance(asked, command.CountWagers) and placed:
            self.pressed[table, controller.round.number] = placed

    @rule(table=tables, wanted=strategies.lists(seats, min_size=2, unique=True))
    def start(self, table, wanted):
        """A round, if there is none, so that something happens."""
        if self.pit.at(table).phase is Phase.PASSED:
            self.handle(table, command.EndRound("dan"))
        for seat in wanted:
            self.handle(table, command.PlaceWager(seat, MICROS))
        self.press(table, command.CountWagers("dan"))
        self.exchange(table)

    @rule(table=tables, seat=seats, line=strategies.sampled_from(LINES))
    def press_hand(self, table, seat, line):
        self.handle(table, command.PressHand(seat, line, "cards", "dan"))

    @rule(
        table=tables,
        hands=strategies.lists(strategies.tuples(seats, strategies.sampled_from(LINES)), min_size=1),
    )
    def show_down(self, table, hands):
        """Several hands at once, and now and then an answer in between."""
        for seat, line in hands:
            self.press_hand(table, seat, line)
            if line == ROYAL:
                self.exchange(table)

    @rule(table=tables)
    def finish(self, table):
        """As far as a supervisor gets: every win confirmed, and the round ended."""
        for win in self.pit.at(table).round.open_wins:
            self.review(table, "sue", is_key=win.lamp.seat % 2 == 0)
            self.exchange(table)
            self.handle(table, command.CloseJackpot())
        self.handle(table, command.EndRound("dan"))

    @rule(table=tables, by=strategies.sampled_from(["sue", "dan"]), is_key=strategies.booleans())
    def review(self, table, by, is_key):
        wins = self.pit.at(table).round.open_wins
        if wins:
            self.handle(table, command.OpenJackpot(None if is_key else wins[-1].lamp.seat))
            self.handle(table, command.ConfirmWin(by))

    # -- the network -----------------------------------------------------------------------------

    @rule(table=tables, keep=strategies.booleans())
    def deliver(self, table, keep):
        """The manager gets the next message; its answer sets out, or is lost."""
        wire = self.wires[table]
        if not wire.messages:
            return
        message = wire.messages.pop(0)
        answers = as_command(message, self.pit.manager.ask_all(message))
        if all(isinstance(one, command.Done) for one in answers.outcomes):
            wire.decided.append(message)
        wire.answers.append(answers)
        if keep:
            wire.answers.append(answers)

    @rule(table=tables, place=strategies.integers(0, 50))
    def double(self, table, place):
        """A copy of something that was done long ago."""
        decided = self.wires[table].decided
        if decided:
            message = decided[place % len(decided)]
            again = as_command(message, self.pit.manager.ask_all(message))
            assert all(isinstance(one, command.Done) for one in again.outcomes)
            self.wires[table].answers.append(again)

    @rule(table=tables, keep=strategies.booleans())
    def take_answer(self, table, keep):
        answers = self.wires[table].answers
        if answers:
            self.handle(table, answers[0] if keep else answers.pop(0))

    @rule(table=tables)
    def exchange(self, table):
        self.deliver(table, keep=False)
        self.take_answer(table, keep=False)

    @rule(table=tables)
    def lose(self, table):
        self.handle(table, command.LoseConnection())

    @rule(table=tables, is_late=strategies.booleans())
    def reconnect(self, table, is_late):
        self.hang_up(table, is_late=is_late)
        self.handle(table, command.Reconnect())

    def hang_up(self, table, *, is_late):
        """What was under way is decided now without an answer, or never."""
        wire = self.wires[table]
        while is_late and wire.messages:
            self.deliver(table, keep=False)
        wire.messages.clear()
        wire.answers.clear()
        if self.pit.at(table).is_online:
            self.handle(table, command.LoseConnection())

    # -- restarts --------------------------------------------------------------------------------

    @rule()
    def restart_manager(self):
        self.pit.manager = self.pit.start_manager()

    @rule(table=tables, is_late=strategies.booleans())
    def restart_controller(self, table, is_late):
        self.hang_up(table, is_late=is_late)
        self.excused.add((table, self.pit.at(table).round.number))
        self.pit.start_controller(table)

    @rule(is_open=strategies.sampled_from([True, True, True, False]))
    def switch(self, is_open):
        self.switches += 1
        stopped = "" if is_open else "a fault"
        self.pit.manager.ask(Switch(f"switch {self.switches}", ("sue", "tess"), "link", is_open, stopped))
        news = open_again(self.pit.terms) if is_open else command.CloseProgressive("a fault")
        for table in TABLES:
            self.handle(table, news)

    # -- laws ------------------------------------------------------------------------------------

    @invariant()
    def the_books_are_right(self):
        self.pit.floor.book.check()

    @invariant()
    def no_sensor_is_lit_without_a_manager(self):
        for table in TABLES:
            controller = self.pit.at(table)
            if not controller.is_online:
                assert set(controller.sensors.values()) == {Sensor.DARK}

    @invariant()
    def what_is_locked_is_what_the_journal_has_counted(self):
        for table in TABLES:
            controller = self.pit.at(table)
            round_ = self.pit.floor.rounds.get(table)
            if controller.phase in IN_ROUND:
                assert round_ is not None
                assert (round_.number, round_.stakes) == (controller.round.number, controller.round.locked)
            elif controller.phase is not Phase.COUNTING and not controller.asked:
                assert round_ is None

    @invariant()
    def nothing_is_counted_that_was_not_pressed_and_nothing_twice(self):
        counted = Counter()
        for entry in self.pit.shelf.entries:
            if isinstance(said := entry.draft.fact, fact.CoinIn):
                key = said.table, said.round
                counted[key] += 1
                assert said.stakes == self.pressed[key]
        assert set(counted.values()) <= {1}

    @invariant()
    def envy_goes_from_every_hand_on_the_list_to_every_other_wager_of_its_round(self):
        """By the journal alone: all wagers but the holder's own, times the wager, and no win without."""
        stakes, winners = {}, {}
        for entry in self.pit.shelf.entries:
            match entry.draft.fact:
                case fact.CoinIn() as said:
                    stakes[said.table] = {seat: stake // MICROS for seat, stake in said.stakes.items()}
                    winners[said.table] = set()
                case fact.WinSettled(id_, WinStatus.CONFIRMED):
                    win = self.pit.floor.wins[id_]
                    winners[win.table] |= {win.seat} if win.line in ENVY else set()
                case fact.GameOver() as over:
                    self.check_envy(over.envy, stakes[over.table], winners[over.table])

    def check_envy(self, rows, stakes, winners):
        holders = {holder for _, holder, _, _ in rows}
        assert holders >= {seat for seat in winners if stakes.keys() - {seat}}
        for holder in holders:
            paid = {seat: micros // ENVY[line] for seat, of, line, micros in rows if of == holder}
            assert paid == {seat: stake for seat, stake in stakes.items() if seat != holder}

    @invariant()
    def no_round_is_over_with_an_open_win(self):
        for win in self.pit.floor.wins.values():
            if win.status is WinStatus.POSTED:
                assert self.pit.floor.rounds[win.table].number == win.round

    @invariant()
    def open_wins_of_a_round_and_meter_are_posted_from_the_right(self):
        for table in TABLES:
            rows = {}
            for win in self.pit.floor.open_wins(table):
                rows.setdefault(win.level, []).append(win.seat)
            assert all(row == sorted(row, reverse=True) for row in rows.values())

    @precondition(lambda self: hasattr(self, "pit"))
    @rule()
    def calm_down(self):
        """Let everything arrive: then both sides agree about everything."""
        for table in TABLES:
            self.reconnect(table, is_late=True)
            for _ in range(20):
                self.deliver(table, keep=False)
                self.take_answer(table, keep=False)
        for table in TABLES:
            assert not self.pit.at(table).asked
            self.agree(table)
        for key, placed in self.pressed.items():
            ids = {entry.id for entry in self.pit.shelf.entries}
            assert f"{key[0]}/{key[1]}/coin in" in ids or key in self.excused, f"{placed} of {key} is lost"

    def agree(self, table):
        controller, floor = self.pit.at(table), self.pit.floor
        lit = {lamp.seat for lamp in controller.round.winners if lamp.button.is_from_meter}
        known = floor.rounds[table].wins if table in floor.rounds else []
        standing = {floor.wins[id_].seat: floor.wins[id_] for id_ in known}
        standing = {seat: win for seat, win in standing.items() if win.status is not WinStatus.WITHDRAWN}
        assert lit == standing.keys() == controller.round.wins.keys()
        for seat, win in standing.items():
            mine = controller.round.wins[seat]
            is_confirmed = win.status is WinStatus.CONFIRMED
            assert (mine.id, mine.micros, mine.is_confirmed) == (win.id, win.micros, is_confirmed)

    def teardown(self):
        if hasattr(self, "pit"):
            self.calm_down()
            self.check_meters()
            assert verify(self.pit.shelf.entries).fault is None

    def check_meters(self):
        """The count of wagers is what the journal counted in, less what it counted out."""
        rounds = {}
        for entry in self.pit.shelf.entries:
            match entry.draft.fact:
                case fact.CoinIn() as said:
                    rounds[said.table, said.round] = said.stakes
                case fact.RoundVoided(table, number):
                    del rounds[table, number]
        for level in self.pit.floor.progressives["link"].levels.values():
            assert level.wagers == sum(len(stakes) for stakes in rounds.values())
            assert level.wagered_micros == sum(sum(stakes.values()) for stakes in rounds.values())


def state_of(controller):
    """All that can change of a controller, as a value: everything but its round is frozen."""
    round_ = type(controller.round)(**{name: copy(value) for name, value in vars(controller.round).items()})
    return {**vars(controller), "round": round_}


TestControllers = Controllers.TestCase
TestControllers.settings = settings(max_examples=40, stateful_step_count=50)


@pytest.mark.slow
def test_many_long_days_at_the_keypads():
    run_state_machine_as_test(Controllers, settings=settings(max_examples=400, stateful_step_count=100))
