"""Whole floors under random requests: several progressives, many tables, wins, withdrawals and voids.

Requests come once, twice, late, in one write with others, from too few people, and against the rules; the
manager starts anew in between. After every step the laws of a floor hold, and an account of every meter in
fractions, kept by the test, agrees with the journal's. Here meters fall when a win is posted; what waits in
them until it is confirmed has a machine of its own (`test_waiting.py`).
"""

from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import floor as whole

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
from ledger_room import Room, make_terms

from pitboss.base.error import InputError
from pitboss.base.money import CENT, MICROS
from pitboss.house.manager import GameManager, RequestAnswer, UsedBeforeError
from pitboss.jackpot.refusal import RefusedError
from pitboss.jackpot.request import (
    Adjust,
    CoinIn,
    ConfirmWin,
    EndGame,
    MoveMoney,
    PostWin,
    SetTerms,
    Switch,
    VoidRound,
    WithdrawWin,
)
from pitboss.jackpot.snapshot import format_books
from pitboss.jackpot.terms import PPM, LevelTerms, Terms
from pitboss.jackpot.win import WinStatus
from pitboss.ledger.account import AccountKind
from pitboss.ledger.transfer import DECREASES, SPENDABLE, Reason
from pitboss.ledger.verify import verify
from pitboss.storage.memory import MemoryStore, Shelf

GAME = {"mississippi_stud": "MS Stud-01"}
"""A royal flush takes the meter, a straight flush a tenth of it; the rest is fixed."""
LEVELS = {"mississippi_stud": "Link ML01"}
"""A royal flush takes Mega, a straight flush Major."""
ROYAL, STRAIGHT_FLUSH = ("royal_flush", "As Ks Qs Js Ts"), ("straight_flush", "9h 8h 7h 6h 5h")
FIXED = {"straight": 30, "three_of_a_kind": 9}
"""For one."""
OFFICE = ("tess", "ada")
QUARTER = MICROS // 4
"""Small enough a wager to leave fractions of a micro-dollar behind."""
SOLO = Terms(
    "solo",
    GAME,
    ("S1",),
    (LevelTerms("", 20 * MICROS, 133_333, 7_777),),
    QUARTER,
    all_from_meter=True,
    meter_falls="posted",
)
LINK = Terms(
    "link",
    LEVELS,
    ("L1", "L2", "L3"),
    (
        LevelTerms("Mega", 10 * MICROS, 123_457, 45_679, cap_micros=12 * MICROS),
        LevelTerms("Major", 5 * MICROS, 20_001),
    ),
    QUARTER,
    meter_falls="posted",
)
SPLIT = Terms(
    "split",
    GAME,
    ("E1", "E2"),
    (LevelTerms("", 8 * MICROS, 222_223, 33_331),),
    QUARTER,
    equal_split=True,
    meter_falls="posted",
)
ALL_TERMS = (SOLO, LINK, SPLIT)
TABLES = tuple(table for terms in ALL_TERMS for table in terms.tables)
METERS = tuple((terms.id, level.name) for terms in ALL_TERMS for level in terms.levels)
FALLS = {
    "win posted": {Reason.AWARD, Reason.METER_PAYS, Reason.CAP},
    "win settled": {Reason.WITHDRAW, Reason.CAP},
    "void": {Reason.REVERSAL},
    "adjustment": DECREASES | {Reason.CAP},
    "move": {Reason.MOVE, Reason.CAP},
}
"""For which reasons an entry of a kind may take money off a meter."""

tables = strategies.sampled_from(TABLES)
meters = strategies.sampled_from(METERS)
seats = strategies.integers(1, 4)
places = strategies.integers(0, 1_000)
shares = strategies.sampled_from([PPM, PPM, PPM // 10])
booleans = strategies.booleans()
settlings = strategies.lists(booleans, min_size=1, max_size=6)
"""Which wins are right."""
too_few = strategies.sampled_from([(), ("",), ("tess",), ("tess", "tess"), ("tess", " ")])
increases = strategies.sampled_from(sorted(set(Reason) - DECREASES))


# -- what a meter should hold ----------------------------------------------------------------------


@dataclass
class Pot:
    """What one meter gave to a win, or to several that share, and what restarted it."""

    micros: int
    seed: int = 0
    reserve: int = 0
    over: Fraction = Fraction(0)
    """What of the restart did not fit under the cap."""
    open: list[str] = field(default_factory=list)
    is_won: bool = False


@dataclass
class Gauge:
    """One level by hand, in fractions: nothing is rounded that the rules do not round."""

    terms: LevelTerms
    meter: Fraction
    reserve: Fraction = Fraction(0)
    overflow: Fraction = Fraction(0)

    SLACK = 2
    """Micro-dollars: a fraction not yet booked, and one that a void round takes off another account."""

    def spill(self):
        """Requirement 28: nothing stands above the cap; what would is in the overflow."""
        over = Fraction(0)
        if self.terms.cap_micros is not None:
            over = max(over, self.meter - self.terms.cap_micros)
        self.meter -= over
        self.overflow += over
        return over

    def feed(self, staked):
        fed = Fraction(staked * self.terms.contribution_ppm, PPM)
        kept = Fraction(staked * self.terms.reserve_ppm, PPM)
        self.meter += fed
        self.reserve += kept
        over = self.spill()
        return fed - over, kept, over

    def void(self, fed, kept, over):
        """What a restart or the office has taken from reserve or overflow comes off the meter instead."""
        from_reserve = min(kept, max(self.reserve, Fraction(0)))
        from_overflow = min(over, max(self.overflow, Fraction(0)))
        self.reserve -= from_reserve
        self.overflow -= from_overflow
        self.meter -= fed + (kept - from_reserve) + (over - from_overflow)
        if self.meter < -self.SLACK:
            self.meter = Fraction(self.terms.seed_micros)

    def award(self, micros, shown, *, share_ppm):
        """Who takes all leaves seed and reserve; a fixed award that empties the meter is filled up."""
        pot = Pot(micros)
        if share_ppm == PPM:
            pot.seed, pot.reserve = self.terms.seed_micros, whole(self.reserve)
        elif not share_ppm and micros >= shown:
            pot.seed = micros - shown + self.terms.seed_micros
        self.meter += pot.seed + pot.reserve - micros
        self.reserve -= pot.reserve
        pot.over = self.spill()
        return pot

    def give_back(self, pot, micros):
        """As if it had not been won, but for what another win has taken of the restart since."""
        self.meter += micros
        if not pot.is_won:
            self.undo_restart(pot)
        self.spill()

    def undo_restart(self, pot):
        over = min(pot.over, max(self.overflow, Fraction(0)))
        self.overflow -= over
        self.meter += over
        there = self.meter
        if there < pot.seed + pot.reserve:
            there = max(Fraction(0), there - self.terms.seed_micros)
        seed = min(Fraction(pot.seed), there)
        reserve = min(Fraction(pot.reserve), there - seed)
        self.meter -= seed + reserve
        self.reserve += reserve


class Oracle:
    """All levels by hand, from the requests that were granted."""

    def __init__(self):
        self.terms = {}
        self.gauges = {}
        self.rounds = {}
        """By table: what the open round has fed, and its pots."""
        self.wins = {}
        """By id of an open win: its level, share and pot."""
        self.worth = {}
        """By id of a win: what it is worth."""
        self.hits = {}
        self.taken_off = {}

    def terms_of(self, table):
        return next(terms for terms in self.terms.values() if table in terms.tables)

    def grant(self, asked, shown):
        """Book a request by hand; `shown` is what every display said before it."""
        getattr(self, f"grant_{type(asked).__name__}")(asked, shown)

    def grant_SetTerms(self, asked, shown):  # noqa: N802
        terms = self.terms[asked.terms.id] = asked.terms
        for level in terms.levels:
            key = terms.id, level.name
            if key in self.gauges:
                self.gauges[key].terms = level
            else:
                self.gauges[key] = Gauge(level, Fraction(level.seed_micros))

    def grant_Switch(self, asked, shown):  # noqa: N802
        """No money moves."""

    def grant_CoinIn(self, asked, shown):  # noqa: N802
        terms = self.terms_of(asked.table)
        staked = sum(asked.stakes.values())
        keys = [(terms.id, level.name) for level in terms.levels]
        self.rounds[asked.table] = {key: self.gauges[key].feed(staked) for key in keys}

    def grant_VoidRound(self, asked, shown):  # noqa: N802
        for key, parts in self.rounds.pop(asked.table).items():
            self.gauges[key].void(*parts)

    def grant_EndGame(self, asked, shown):  # noqa: N802
        del self.rounds[asked.table]

    def grant_PostWin(self, asked, shown):  # noqa: N802
        terms = self.terms_of(asked.table)
        key = terms.id, asked.level
        alike = (asked.table, key, asked.share_ppm)
        shared = [pot for *found, pot in self.wins.values() if tuple(found) == alike]
        if terms.equal_split and asked.share_ppm and shared:
            pot = shared[0]
        else:
            micros = asked.fixed_micros or shown[key] * asked.share_ppm // PPM // CENT * CENT
            pot = self.gauges[key].award(micros, shown[key], share_ppm=asked.share_ppm)
        pot.open.append(asked.id)
        self.wins[asked.id] = (*alike, pot)
        self.share(pot)

    def share(self, pot):
        """Equal parts in whole cents, and the odd cents to the first."""
        part = pot.micros // len(pot.open) // CENT * CENT
        self.worth |= dict.fromkeys(pot.open, part)
        self.worth[pot.open[0]] += pot.micros - part * len(pot.open)

    def grant_ConfirmWin(self, asked, shown):  # noqa: N802
        _, key, _, pot = self.wins.pop(asked.win)
        pot.open.remove(asked.win)
        pot.micros -= self.worth[asked.win]
        pot.is_won = True
        self.hits.setdefault(key, []).append(self.worth[asked.win])

    def grant_WithdrawWin(self, asked, shown):  # noqa: N802
        _, key, _, pot = self.wins.pop(asked.win)
        pot.open.remove(asked.win)
        if pot.open:
            self.share(pot)
        else:
            self.gauges[key].give_back(pot, pot.micros)

    def grant_Adjust(self, asked, shown):  # noqa: N802
        key = asked.progressive, asked.level
        gauge = self.gauges[key]
        setattr(gauge, asked.account, getattr(gauge, asked.account) + asked.micros)
        gauge.spill()
        if asked.reason is Reason.BACK_TO_CAP:
            gauge.overflow -= asked.micros
        if asked.reason is Reason.TAKE_OFF_WIN:
            self.taken_off[key] = self.taken_off.get(key, 0) - asked.micros

    def grant_MoveMoney(self, asked, shown):  # noqa: N802
        self.gauges[asked.progressive, asked.level].meter -= asked.micros
        goal = self.gauges[asked.to_progressive, asked.to_level]
        goal.meter += asked.micros
        goal.spill()


# -- the floor -------------------------------------------------------------------------------------


class Floors(RuleBasedStateMachine):
    @initialize()
    def open(self):
        self.now = MICROS
        self.shelf = Shelf()
        self.manager = self.start_manager()
        self.oracle = Oracle()
        self.granted = []
        """Requests and their first answers, in the order of granting."""
        self.refused = []
        """Requests that were refused: they may come again, and may then be right."""
        self.asked = 0
        self.steps = 0
        for terms in ALL_TERMS:
            self.ask(SetTerms, terms, by=OFFICE)
            self.ask(Switch, terms.id, True, by=OFFICE)

    @property
    def floor(self):
        return self.manager.floor

    def start_manager(self):
        return GameManager(MemoryStore(self.shelf), lambda: self.now)

    # -- asking ----------------------------------------------------------------------------------

    def ask(self, kind, *words, by=("dan",), **more):
        self.asked += 1
        return self.hand_in(kind(f"request {self.asked}", by, *words, **more))

    def ask_wrongly(self, kind, *words, **more):
        assert not self.ask(kind, *words, **more), f"{kind.__name__} {words} {more} was granted"

    def hand_in(self, request, copies=()):
        """A request, with copies of earlier ones in the same write before and after it."""
        before, held, shown = format_books(self.floor), dict(self.floor.book.balances), self.shown()
        batch = [*copies, request, *copies, request]
        outcomes = self.manager.ask_all(batch)
        known = {asked.id: answer for asked, answer in self.granted}
        for copy, outcome in zip(batch, outcomes, strict=True):
            assert copy.id not in known or outcome == known[copy.id]
        outcome = outcomes[len(copies)]
        assert isinstance(outcomes[-1], RequestAnswer) == isinstance(outcome, RequestAnswer)
        if request.id in known:
            assert format_books(self.floor) == before
            return True
        if isinstance(outcome, InputError):
            assert format_books(self.floor) == before, f"{request} was refused and changed something"
            self.refused.append(request)
            return False
        assert outcomes[-1] == outcome
        self.granted.append((request, outcome))
        self.oracle.grant(request, shown)
        self.check_falls(outcome.draft, held)
        return True

    def shown(self):
        return {key: self.floor.shown(*key) for key in METERS}

    def check_falls(self, draft, held):
        """Balances move by what the entry says, and a meter falls only for a reason of that kind of entry."""
        moved = {}
        for transfer in draft.transfers:
            moved[transfer.source] = moved.get(transfer.source, 0) - transfer.micros
            moved[transfer.target] = moved.get(transfer.target, 0) + transfer.micros
            if transfer.source.kind is AccountKind.METER:
                assert transfer.reason in FALLS[draft.kind]
        for account, micros in self.floor.book.balances.items():
            assert micros - held.get(account, 0) == moved.get(account, 0)

    # -- rounds ----------------------------------------------------------------------------------

    @rule(table=tables, stakes=strategies.dictionaries(seats, strategies.integers(1, 12), min_size=1))
    def coin_in(self, table, stakes):
        number = self.floor.last_round.get(table, 0) + 1
        stakes = {seat: units * QUARTER for seat, units in stakes.items()}
        is_open = self.floor.progressive_of(table).is_open and table not in self.floor.rounds
        assert self.ask(CoinIn, table, number, stakes) == is_open

    @rule(stakes=strategies.dictionaries(seats, strategies.integers(1, 12), min_size=1))
    def coin_in_everywhere(self, stakes):
        """So that every table has something to win."""
        for table in TABLES:
            if table not in self.floor.rounds:
                self.coin_in(table, stakes)

    @rule(table=tables, seat=seats, share=shares, level=places)
    def post(self, table, seat, share, level):
        names = [one.name for one in self.floor.progressive_of(table).terms.levels]
        level = names[level % len(names)]
        hand = STRAIGHT_FLUSH if level == "Major" or (share < PPM and not level) else ROYAL
        self.ask(PostWin, table, seat, level, PPM if level else share, *hand)

    @rule(table=tables, share=shares, level=places)
    def post_for_all(self, table, share, level):
        """Every seat of a round has the same hand."""
        if table in self.floor.rounds:
            for seat in sorted(self.floor.rounds[table].stakes, reverse=True):
                self.post(table, seat, share, level)

    @rule(first=tables, second=tables, share=shares, level=places, settling=settlings, is_late=booleans)
    def win_at_two_tables(self, first, second, share, level, settling, is_late):
        """Both take from a meter before either is settled, in either order."""
        for table in (first, second):
            if table not in self.floor.rounds:
                self.coin_in(table, {1: 3, 2: 1, 4: 12})
            self.post_for_all(table, share, level)
        wins = [win.id for table in dict.fromkeys((first, second)) for win in self.floor.open_wins(table)]
        for win, is_right in zip(reversed(wins) if is_late else wins, settling, strict=False):
            self.settle(win, is_right=is_right)

    def settle(self, win, *, is_right):
        if is_right:
            assert self.ask(ConfirmWin, win, by=("sue",))
        else:
            assert self.ask(WithdrawWin, win, "a misread hand", by=("sue",))

    @rule(seat=seats, line=strategies.sampled_from(sorted(FIXED)), odd=strategies.sampled_from([0, 0, CENT]))
    def post_fixed(self, seat, line, odd):
        """What the paytable says on the stake, and not a cent more."""
        round_ = self.floor.rounds.get("S1")
        stake = round_.stakes.get(seat, 0) if round_ else 0
        is_granted = self.ask(PostWin, "S1", seat, "", 0, line, "cards", FIXED[line] * stake + odd)
        assert not (is_granted and odd)

    @precondition(lambda self: self.oracle.wins)
    @rule(settling=settlings, place=places)
    def settle_some(self, settling, place):
        for is_right in settling[: len(self.oracle.wins)]:
            self.settle(self.pick(list(self.oracle.wins), place), is_right=is_right)

    @rule(first=tables, second=tables)
    def void_after_another_win(self, first, second):
        """What the voided round fed in has been won at another table."""
        for table in (first, second):
            if table not in self.floor.rounds:
                self.coin_in(table, {1: 12, 2: 12})
        self.post(second, 1, PPM, 0)
        self.void(first)

    @rule(table=tables)
    def void(self, table):
        round_ = self.floor.rounds.get(table)
        is_clean = round_ is not None and all(
            self.floor.wins[win].status is WinStatus.WITHDRAWN for win in round_.wins
        )
        assert self.ask(VoidRound, table, "a misdeal") == is_clean

    @rule(table=tables)
    def end(self, table):
        can_end = table in self.floor.rounds and not self.floor.open_wins(table)
        assert self.ask(EndGame, table) == can_end

    @rule()
    def end_everywhere(self):
        for win in list(self.oracle.wins):
            self.ask(ConfirmWin, win, by=("sue",))
        for table in list(self.floor.rounds):
            assert self.ask(EndGame, table)

    @staticmethod
    def pick(things, place):
        return things[place % len(things)]

    # -- the office ------------------------------------------------------------------------------

    @rule(meter=meters, cents=strategies.integers(1, 300))
    def adjust_up(self, meter, cents):
        assert self.ask(Adjust, *meter, cents * CENT, Reason.CORRECTION, "a lost count", by=OFFICE)

    @rule(
        meter=meters,
        micros=strategies.integers(1, 3 * MICROS),
        reason=strategies.sampled_from(sorted(DECREASES - {Reason.BOOK_RECEIPTS})),
    )
    def adjust_down(self, meter, micros, reason):
        is_right = self.floor.meter(*meter) >= micros
        if reason is Reason.RECOVER_SEED:
            is_right &= self.floor.book.balance(AccountKind.SEED, *meter) + micros <= 0 and self.is_calm(
                meter[0]
            )
        if reason is Reason.BACK_TO_CAP:  # nothing ever stands above it
            is_right = False
        assert self.ask(Adjust, *meter, -micros, reason, "documented", by=OFFICE) == is_right

    def is_calm(self, progressive):
        """No round of the link is open."""
        return self.floor.rounds.keys().isdisjoint(self.floor.progressives[progressive].terms.tables)

    @rule(meter=meters, account=strategies.sampled_from(["reserve", "overflow"]), percent=places)
    def book_receipts(self, meter, account, percent):
        held = self.floor.book.balance(AccountKind(account), *meter)
        micros = held * (percent % 101) // 100
        words = (*meter, -micros, Reason.BOOK_RECEIPTS, "documented", account)
        assert self.ask(Adjust, *words, by=OFFICE) == (micros > 0)

    @rule(source=meters, goal=meters, percent=strategies.integers(0, 110))
    def move(self, source, goal, percent):
        micros = self.floor.meter(*source) * percent // 100
        is_right = source != goal and 0 < micros <= self.floor.meter(*source) and self.is_calm(source[0])
        assert self.ask(MoveMoney, *source, *goal, micros, "GC-1", "a merger", by=OFFICE) == is_right

    @rule(terms=strategies.sampled_from(ALL_TERMS), is_open=strategies.just(True) | booleans, by=places)
    def switch(self, terms, is_open, by):
        self.ask(Switch, terms.id, is_open, by=OFFICE[: 1 + by % 2])

    @rule(terms=strategies.sampled_from(ALL_TERMS))
    def stop(self, terms):
        """At once, with rounds open; two people open it again, and one does not."""
        assert self.ask(Switch, terms.id, False, "money seized", by=("sue",))
        self.ask_wrongly(CoinIn, terms.tables[0], 10**9, {1: QUARTER})
        self.ask_wrongly(Switch, terms.id, True, by=("sue",))
        assert self.ask(Switch, terms.id, True, by=OFFICE)

    @rule(
        terms=strategies.sampled_from(ALL_TERMS),
        rate=strategies.integers(0, 300_001),
        reserve=strategies.integers(0, 100_003),
        seed=strategies.integers(1, 1_200),
        cap=strategies.none() | strategies.integers(0, 2_000),
        is_calm=booleans,
    )
    def change_terms(self, terms, rate, reserve, seed, cap, is_calm):
        """Other rates, seed and cap of the first level; while it is in play they are refused."""
        if is_calm:
            self.end_everywhere()
            assert self.ask(Switch, terms.id, False, by=OFFICE)
        state = self.floor.progressives[terms.id]
        first, *others = state.terms.levels
        cap = None if cap is None else (seed + cap) * CENT
        new = LevelTerms(first.name, seed * CENT, rate, reserve, cap)
        is_free = not state.is_open and not self.floor.rounds.keys() & set(terms.tables)
        is_room = cap is None or cap >= self.floor.meter(terms.id, first.name)
        changed = replace(state.terms, levels=(new, *others))
        assert self.ask(SetTerms, changed, by=OFFICE) == (is_free and is_room)
        if is_calm:
            assert self.ask(Switch, terms.id, True, by=OFFICE)

    # -- against the rules -----------------------------------------------------------------------

    @rule(table=tables, seat=seats, meter=meters, by=too_few, reason=increases, place=places)
    def against_the_rules(self, table, seat, meter, by, reason, place):
        self.one_person_where_two_are_needed(meter, by)
        self.wrong_wagers(table, seat)
        self.wrong_wins(table, seat)
        self.wrong_adjustments(meter, reason)
        if self.floor.wins:
            self.wrong_settlements(place)

    def one_person_where_two_are_needed(self, meter, by):
        terms = self.floor.progressives[meter[0]].terms
        other = METERS[METERS.index(meter) - 1]
        self.ask_wrongly(Adjust, *meter, CENT, Reason.CORRECTION, "a lost count", by=by)
        self.ask_wrongly(MoveMoney, *meter, *other, 1, "GC-1", "a merger", by=by)
        self.ask_wrongly(SetTerms, terms, by=by)

    def wrong_wagers(self, table, seat):
        last = self.floor.last_round.get(table, 0)
        self.ask_wrongly(CoinIn, table, last or -1, {seat: QUARTER})
        for nobody in (0, -1, 15):
            self.ask_wrongly(CoinIn, table, last + 1, {seat: QUARTER, nobody: QUARTER})
        self.ask_wrongly(CoinIn, table, last + 1, {})
        self.ask_wrongly(CoinIn, "nowhere", 1, {seat: QUARTER})
        for stake in (0, -QUARTER, QUARTER + 1, 101 * MICROS):
            self.ask_wrongly(CoinIn, table, last + 1, {seat: stake})

    def wrong_wins(self, table, seat):
        level = self.floor.progressive_of(table).terms.levels[0].name
        self.ask_wrongly(PostWin, table, 9, level, PPM, *ROYAL)
        self.ask_wrongly(PostWin, table, seat, "no such level", PPM, *ROYAL)
        self.ask_wrongly(PostWin, table, seat, level, PPM, "five_aces", "cards")
        for share in (0, -1, PPM // 10, PPM - 1, PPM + 1):
            self.ask_wrongly(PostWin, table, seat, level, share, *ROYAL)
        for fixed in (CENT + 1, -CENT):
            self.ask_wrongly(PostWin, table, seat, level, 0, "straight", "cards", fixed)
        self.ask_wrongly(ConfirmWin, "no such win", by=("sue",))

    def wrong_settlements(self, place):
        """Nobody confirms what he posted, and nothing is settled twice."""
        win = self.floor.wins[self.pick(list(self.floor.wins), place)]
        self.ask_wrongly(ConfirmWin, win.id, by=("dan",))
        self.ask_wrongly(WithdrawWin, win.id, " ", by=("sue",))
        if win.status is not WinStatus.POSTED:
            self.ask_wrongly(ConfirmWin, win.id, by=("sue",))
            self.ask_wrongly(WithdrawWin, win.id, "a misread hand", by=("sue",))

    def wrong_adjustments(self, meter, reason):
        self.ask_wrongly(Adjust, *meter, -1, reason, "documented", by=OFFICE)
        self.ask_wrongly(Adjust, *meter, -1, Reason.BOOK_RECEIPTS, "documented", by=OFFICE)
        self.ask_wrongly(Adjust, *meter, -1, Reason.RECOVER_SEED, " ", by=OFFICE)
        self.ask_wrongly(Adjust, *meter, 1, Reason.CORRECTION, "a lost count", "pending", by=OFFICE)

    # -- copies, late ones and restarts ----------------------------------------------------------

    @rule(place=places)
    def again(self, place):
        """Something that was granted long ago: the first answer, and nothing changes."""
        request, _ = self.pick(self.granted, place)
        assert self.hand_in(request)

    @rule(place=places, by=strategies.sampled_from([("eve",), ("eve", "ada")]))
    def an_id_again_for_something_else(self, place, by):
        """Not answered as done, for nothing was: whether it comes alone or in one write with the first."""
        before = format_books(self.floor)
        first, answer = self.pick(self.granted, place)
        for batch in ([replace(first, by=by)], [first, replace(first, by=by)]):
            outcome = self.manager.ask_all(batch)[-1]
            assert isinstance(outcome, UsedBeforeError)
            assert outcome.first == answer
        assert format_books(self.floor) == before

    @precondition(lambda self: self.refused)
    @rule(place=places)
    def late(self, place):
        """Something that was refused, out of its order: refused again, or right by now."""
        self.hand_in(self.refused.pop(place % len(self.refused)))

    @rule(picked=strategies.lists(places, min_size=1, max_size=4), table=tables)
    def again_with_news(self, picked, table):
        """Copies of earlier requests in one write with a new one, which is decided as if it came alone."""
        self.asked += 1
        number = self.floor.last_round.get(table, 0) + 1
        copies = [self.pick(self.granted, place)[0] for place in picked]
        news = CoinIn(f"request {self.asked}", ("dan",), table, number, {1: QUARTER})
        is_open = self.floor.progressive_of(table).is_open and table not in self.floor.rounds
        assert self.hand_in(news, copies) == is_open

    @rule()
    def restart(self):
        before = format_books(self.floor)
        self.manager = self.start_manager()
        assert format_books(self.floor) == before

    @rule(micros=strategies.integers(-MICROS, MICROS))
    def clock_jumps(self, micros):
        self.now += micros

    # -- laws ------------------------------------------------------------------------------------

    @invariant()
    def the_books_are_right_and_nothing_is_overdrawn(self):
        self.floor.book.check()
        for account, micros in self.floor.book.balances.items():
            assert micros >= 0 or account.kind not in SPENDABLE, account
            assert micros <= 0 or account.kind is not AccountKind.SEED, "more seed came back than was given"

    @invariant()
    def what_is_pending_is_what_posted_wins_are_worth(self):
        for key in METERS:
            wins = [win for win in self.floor.wins.values() if (win.progressive, win.level) == key]
            posted = [win for win in wins if win.status is WinStatus.POSTED]
            assert {win.id for win in posted} <= self.oracle.wins.keys()
            assert all(win.micros == self.oracle.worth[win.id] for win in posted)
            assert self.floor.book.balance(AccountKind.PENDING, *key) == sum(win.micros for win in posted)

    @invariant()
    def hits_and_paid_are_the_confirmed_wins(self):
        for key in METERS:
            wins = [win for win in self.floor.wins.values() if (win.progressive, win.level) == key]
            paid = [win.micros for win in wins if win.status is WinStatus.CONFIRMED]
            level = self.floor.progressives[key[0]].levels[key[1]]
            assert (level.hits, level.paid_micros) == (len(paid), sum(paid))
            assert sorted(paid) == sorted(self.oracle.hits.get(key, []))
            taken_off = self.oracle.taken_off.get(key, 0)
            assert self.floor.book.balance(AccountKind.PAID, *key) == sum(paid) + taken_off

    @invariant()
    def wins_are_in_order_without_a_gap(self):
        assert [win.order for win in self.floor.wins.values()] == list(range(1, len(self.floor.wins) + 1))

    @invariant()
    def every_meter_holds_what_the_rates_say(self):
        for key, gauge in self.oracle.gauges.items():
            for kind in (AccountKind.METER, AccountKind.RESERVE, AccountKind.OVERFLOW):
                held, exact = self.floor.book.balance(kind, *key), getattr(gauge, kind.value)
                assert abs(held - exact) <= gauge.SLACK, (key, kind, held, float(exact))

    @invariant()
    def no_meter_stands_above_its_cap(self):
        for progressive, name in METERS:
            cap = self.floor.progressives[progressive].terms.level(name).cap_micros
            assert cap is None or self.floor.meter(progressive, name) <= cap, (progressive, name)

    @invariant()
    def the_journal_has_what_was_granted_and_nothing_else(self):
        self.steps += 1
        assert len(self.shelf.entries) == len(self.granted)
        if self.steps % 10 == 0:
            self.check_journal()

    def check_journal(self):
        assert verify(self.shelf.entries).fault is None
        for (asked, answer), entry in zip(self.granted, self.shelf.entries, strict=True):
            assert (entry.number, entry.id, entry.draft) == (answer.number, asked.id, answer.draft)

    def teardown(self):
        if not hasattr(self, "manager"):
            return
        self.restart()
        self.check_journal()
        for asked, answer in self.granted:
            assert self.manager.ask(asked) == answer


TestFloors = Floors.TestCase
TestFloors.settings = settings(max_examples=15, stateful_step_count=50)


def test_a_win_that_would_share_nothing_is_refused_for_nobody_could_settle_it():
    room = Room(make_terms((LevelTerms("", 17 * CENT, 0),), equal_split=True, paytables=GAME))
    room.coin_in(1, 2)
    first = room.post(2, share=PPM // 10, line="straight_flush")
    assert first.micros == CENT
    with pytest.raises(RefusedError, match="nothing to pay"):
        room.post(1, share=PPM // 10, line="straight_flush")
    room.confirm(first)
    room.end()


@pytest.mark.slow
def test_many_long_days_on_a_floor():
    run_state_machine_as_test(Floors, settings=settings(max_examples=150, stateful_step_count=100))
