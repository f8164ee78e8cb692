"""A posted win waits in its meter: value and order are locked, others play on, and it falls when confirmed.

Any interleaving of coin-ins, posts, withdrawals, confirmations and voids on three tables of one link, held
against two yardsticks that know nothing of claims: a link whose meter falls at posting, as long as nobody
takes anything back, and a pencil that keeps three columns.
"""

from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from ledger_room import OFFICE, Room, make_terms

from pitboss.base.error import InputError
from pitboss.base.money import CENT, MICROS
from pitboss.jackpot.decider import decide
from pitboss.jackpot.display import read_display, read_standing
from pitboss.jackpot.refusal import RefusedError
from pitboss.jackpot.request import BackOutWin, ConfirmWin, PostWin, RecordWin, WithdrawWin
from pitboss.jackpot.snapshot import copy_books, format_books, parse_books
from pitboss.jackpot.terms import PPM, LevelTerms
from pitboss.jackpot.win import WinStatus
from pitboss.ledger.account import AccountKind
from pitboss.ledger.transfer import Reason
from pitboss.ledger.verify import verify
from pitboss.reports.record.history import reasons_words, reductions
from pitboss.reports.record.meter import read_meters
from pitboss.reports.record.win import lowered_facts, make_win_page, tax_facts

TABLES = ("T1", "T2", "T3")
GAME = {"mississippi_stud": "MS Stud-01"}
ROYAL, TENTH = ("royal_flush", PPM), ("straight_flush", PPM // 10)
KINDS = (
    AccountKind.METER,
    AccountKind.RESERVE,
    AccountKind.OVERFLOW,
    AccountKind.SEED,
    AccountKind.PAID,
    AccountKind.CONTRIBUTION,
)
LEVELS = {
    "plain": LevelTerms("", 20 * MICROS, 150_000),
    "with a reserve": LevelTerms("", 20 * MICROS, 150_000, 50_000),
    "with more in reserve than in the meter": LevelTerms("", 20 * MICROS, 10_000, 900_000),
    "capped": LevelTerms("", 20 * MICROS, 150_000, 250_000, 24 * MICROS),
}
levels = st.sampled_from(list(LEVELS.values()))
steps = st.lists(
    st.tuples(
        st.sampled_from(["play", "coin in", "post", "post", "post", "tenth", "confirm", "withdraw", "void"]),
        st.integers(0, 2),
        st.integers(1, 3),
    ),
    max_size=40,
)


def open_link(level, **more):
    room = Room(make_terms((level,), tables=TABLES, paytables=GAME, **more))
    room.play(1, 2, 3, dollars=10)
    return room


def held(room):
    return {kind: room.floor.book.balance(kind, "tcp", "") for kind in KINDS}


def playing(room):
    return room.floor.playing("tcp", "")


def waiting(room):
    return room.floor.waiting("tcp", "")


class TooEarlyError(Exception):
    """The meter holds this win only with the restart of another that waits before it."""


def confirm(room, win):
    try:
        room.confirm(win)
    except RefusedError as refusal:
        if "settle it first" not in str(refusal):
            raise
        raise TooEarlyError from refusal


def do(room, step, *, takes_back=True):
    """Whether the step could be done; what makes no sense is passed over."""
    what, place, number = step
    table, floor = TABLES[place], room.floor
    is_open, waits = table in floor.rounds, waiting(room)
    if what == "play" and not is_open:
        room.play(*range(1, number + 1), table=table, dollars=number)
    elif what == "coin in" and not is_open:
        room.coin_in(1, 2, 3, table=table)
    elif what in ("post", "tenth") and not any(win.table == table and win.seat == number for win in waits):
        if not is_open:
            room.coin_in(1, 2, 3, table=table)
        elif any(
            floor.wins[id_].seat == number and floor.wins[id_].status != "withdrawn"
            for id_ in floor.rounds[table].wins
        ):
            return False
        line, share = ROYAL if what == "post" else TENTH
        room.post(number, table=table, share=share, line=line)
    elif what == "confirm" and waits:
        confirm(room, waits[number % len(waits)])
    elif takes_back and what == "withdraw" and waits:
        room.withdraw(waits[number % len(waits)])
    elif takes_back and what == "void" and is_open and not floor.rounds[table].wins:
        room.void(table)
    else:
        return False
    return True


# -- against a meter that falls at posting ---------------------------------------------------------


@given(levels, steps)
@settings(max_examples=150, deadline=None)
def test_confirmed_or_posted_every_win_is_worth_the_same_and_every_table_plays_for_the_same(level, taken):
    """The only difference is when the account falls; once all is confirmed there is none."""
    one, other = open_link(level), open_link(level, meter_falls="posted")
    for step in taken:
        try:
            did = do(one, step, takes_back=False)
        except TooEarlyError:
            continue
        assert did == do(other, step, takes_back=False)
        assert playing(one) == other.floor.meter("tcp", "")
    assert [win.micros for win in one.floor.wins.values()] == [w.micros for w in other.floor.wins.values()]
    for room in (one, other):
        for win in waiting(room):
            room.confirm(win)
    assert held(one) == held(other)
    assert verify(one.entries).fault is None


# -- against a pencil ------------------------------------------------------------------------------


@dataclass
class Pencil:
    """Three columns: the meter, its reserve, and what the house has put in."""

    level: LevelTerms
    meter: int
    reserve: int = 0
    house: int = 0
    paid: int = 0
    open: list = field(default_factory=list)
    """Wins that wait, in order: id, award, seed, reserve."""
    posted: list = field(default_factory=list)
    refused: set = field(default_factory=set)

    @property
    def playing(self):
        return self.meter + sum(seed + reserve - award for _, award, seed, reserve in self.open)

    @property
    def unpromised(self):
        return self.reserve - sum(reserve for *_, reserve in self.open)

    def lowest(self):
        """The least that the meter holds while what waits comes off it in order."""
        stands, least = self.meter, self.meter
        for _, award, seed, reserve in self.open:
            stands += seed + reserve - award
            least = min(least, stands)
        return least

    def feed(self, stakes):
        self.meter += stakes * self.level.contribution_ppm // PPM
        self.reserve += stakes * self.level.reserve_ppm // PPM

    def post(self, id_, share):
        award = self.playing // CENT * CENT * share // PPM // CENT * CENT
        seed, reserve = (self.level.seed_micros, self.unpromised) if share == PPM else (0, 0)
        self.open.append((id_, award, seed, reserve))
        self.posted.append((id_, award, seed, reserve))

    def take(self, id_):
        found = next(one for one in self.open if one[0] == id_)
        place = self.open.index(found)
        self.open.remove(found)
        return place, found

    def confirm(self, id_):
        _, (_, award, seed, reserve) = self.take(id_)
        self.meter += seed + reserve - award
        self.reserve -= reserve
        self.house += seed
        self.paid += award

    def withdraw(self, id_):
        """Pay the later ones in their turn out of a purse that never knew of this one.

        Those paid already are put back into the purse first. Who pays when it runs out is written beside it.
        """
        number = next(number for number, one in enumerate(self.posted) if one[0] == id_)
        later = [one for one in self.posted[number + 1 :] if one[0] not in self.refused]
        self.take(id_)
        self.refused.add(id_)
        purse = self.playing
        for _, award, seed, reserve in later:
            purse += award - seed - reserve
        lacking, seeds = 0, 0
        for _, award, seed, reserve in later:
            while purse // CENT * CENT < award:
                purse, lacking = purse + CENT, lacking + CENT
            purse += seed + reserve - award
            if purse < CENT:
                purse, seeds = purse + self.level.seed_micros, seeds + self.level.seed_micros
        from_reserve = min(lacking, self.unpromised)
        self.reserve -= from_reserve
        self.house += lacking - from_reserve + seeds
        self.meter += lacking + seeds

    def void(self, stakes):
        reserve = min(stakes * self.level.reserve_ppm // PPM, self.unpromised)
        self.reserve -= reserve
        off = stakes * (self.level.contribution_ppm + self.level.reserve_ppm) // PPM - reserve
        if off > self.lowest():
            more = self.level.seed_micros + off - self.lowest()
            self.meter += more
            self.house += more
        self.meter -= off

    def follow(self, entry):
        fact = entry.draft.fact
        match entry.draft.kind:
            case "coin in":
                self.feed(sum(fact.stakes.values()))
            case "void":
                self.void(3 * MICROS)
            case "win posted":
                self.post(fact.win.id, fact.win.share_ppm)
            case "win settled":
                self.confirm(fact.win) if fact.status == "confirmed" else self.withdraw(fact.win)


@given(st.sampled_from([one for one in LEVELS.values() if one.cap_micros is None]), steps)
@settings(max_examples=250, deadline=None)
@example(
    LEVELS["with more in reserve than in the meter"], [("post", 0, 1), ("post", 1, 1), ("withdraw", 0, 2)]
)
def test_any_interleaving_leaves_what_a_pencil_says(level, taken):
    room = open_link(level)
    pencil = Pencil(level, level.seed_micros, house=level.seed_micros)
    seen = 0
    for step in [*taken, *[("confirm", 0, 0)] * 12]:
        before = format_books(room.floor)
        try:
            do(room, step)
        except TooEarlyError:
            assert format_books(room.floor) == before
            assert step[2] % len(waiting(room)), "the first that was posted can always be settled"
        for entry in room.entries[seen:]:
            pencil.follow(entry)
        seen = len(room.entries)
        book = held(room)
        assert (book[AccountKind.METER], book[AccountKind.RESERVE]) == (pencil.meter, pencil.reserve)
        assert (-book[AccountKind.SEED], book[AccountKind.PAID], playing(room)) == (
            pencil.house,
            pencil.paid,
            pencil.playing,
        )
        assert [win.micros for win in waiting(room)] == [award for _, award, _, _ in pencil.open]
        assert playing(room) >= 0
        check_screens(room)
    assert not waiting(room)
    assert verify(room.entries).fault is None


def check_screens(room):
    """What waits, what is played for and what is shown are one reading, whoever looks."""
    standing = read_standing(room.floor, "tcp", "")
    assert standing.micros == playing(room) // CENT * CENT
    assert [one.micros for one in standing.waiting] == [win.micros for win in waiting(room)]
    assert standing.shown_micros == (waiting(room)[0].before_micros if waiting(room) else standing.micros)
    for table in TABLES:
        (amount,) = read_display(room.floor, table, room.now).amounts
        assert (amount.micros, amount.shown_micros, amount.waiting) == (
            standing.micros,
            standing.shown_micros,
            standing.waiting,
        )


# -- by example ------------------------------------------------------------------------------------


@pytest.fixture
def room():
    return Room(make_terms())


def test_posting_moves_nothing_and_the_second_is_worth_what_the_first_leaves(room):
    room.coin_in(1)
    room.coin_in(1, table="T2")
    before = held(room)
    first = room.post()
    second = room.post(table="T2")
    assert held(room) == before
    assert (first.micros, second.micros) == (1_000_280_000, 1_000_020_000)
    assert (first.order, second.order) == (1, 2)
    for win in (second, first):
        room.confirm(win)
    assert room.floor.meter("tcp", "") == 1_000 * MICROS


def test_a_refused_win_leaves_the_meter_as_if_it_had_never_been_pressed(room):
    room.coin_in(1)
    before = held(room)
    room.withdraw(room.post())
    assert (held(room), playing(room)) == (before, before[AccountKind.METER])
    room.end()


def test_what_is_counted_meanwhile_is_for_the_next(room):
    room.coin_in(1)
    win = room.post()
    room.play(1, 2, 3, table="T2")
    assert room.floor.wins[win.id].micros == 1_000_140_000
    room.confirm(win)
    assert room.floor.wins[win.id].lowered[:2] == (1_000_560_000, 1_000_430_000)
    assert room.floor.meter("tcp", "") == 1_000_430_000


def test_a_meter_is_not_lowered_below_what_waits_in_it(room):
    room.coin_in(1)
    room.post()
    with pytest.raises(RefusedError, match=r"holds \$1,000.01; \$1,000.02 is asked for"):
        room.adjust(-1_000.02, Reason.DISPLAY_ERROR)


def test_a_floor_with_a_waiting_win_is_kept_and_read_again(room):
    room.coin_in(1)
    win = room.post()
    room.ask(RecordWin, win.id, by=("sue",))
    assert parse_books(format_books(room.floor)) == room.floor
    room.confirm(win)
    again = parse_books(format_books(room.floor))
    assert again.wins[win.id] == room.floor.wins[win.id]


def test_a_copy_of_a_floor_goes_its_own_way(room):
    """Whatever changes in place on one of them (money, meters, rounds) stays as it was on the other."""
    room.coin_in(1)
    win, ended = room.post(), {"session": 10**18}
    room.floor.ended.update(ended)
    before, copied = format_books(room.floor), copy_books(room.floor)
    assert copied == room.floor
    room.confirm(win)
    room.end()
    room.coin_in(2)
    room.floor.ended.clear()
    assert format_books(copied) == before
    assert vars(copied).keys() == vars(room.floor).keys()
    mutable = [name for name, one in vars(copied).items() if not isinstance(one, int)]
    assert not [name for name in mutable if vars(copied)[name] is vars(room.floor)[name]]


def test_those_who_share_restart_the_meter_once_whoever_is_confirmed_first():
    for order in ((0, 1), (1, 0)):
        room = Room(make_terms(equal_split=True))
        room.coin_in(1, 2)
        wins = [room.post(seat) for seat in (2, 1)]
        for place in order:
            room.confirm(wins[place])
        assert room.floor.meter("tcp", "") == 1_000_020_000
        assert room.floor.book.balance(AccountKind.SEED, "tcp", "") == -2_000 * MICROS


@pytest.mark.parametrize("gone", [0, 1])
def test_of_two_who_share_one_is_refused_and_the_other_takes_all(gone):
    room = Room(make_terms(equal_split=True))
    room.coin_in(1, 2)
    wins = [room.post(seat) for seat in (2, 1)]
    room.withdraw(wins[gone])
    room.confirm(wins[1 - gone])
    assert room.floor.wins[wins[1 - gone].id].micros == 1_000_280_000
    assert room.floor.meter("tcp", "") == 1_000_020_000


# -- as if it had never been pressed ---------------------------------------------------------------

FIXED = {"four_of_a_kind": 300, "full_house": 50, "flush": 40}
MS_LEVEL = LevelTerms("", 1_000 * MICROS, 140_000)


def open_dry_link(dollars, **more):
    """Every award comes off the meter, which holds so much, on a seed of $1,000; every table has a round."""
    low = replace(MS_LEVEL, seed_micros=dollars * MICROS)
    more = {"tables": TABLES, "paytables": GAME, "all_from_meter": True, **more}
    room = Room(make_terms((replace(low, contribution_ppm=0),), **more))
    room.close()
    room.set_terms(make_terms((replace(MS_LEVEL, contribution_ppm=0),), **more))
    room.open()
    for table in TABLES:
        room.coin_in(1, 2, 3, table=table)
    assert playing(room) == dollars * MICROS
    return room


def post_line(room, line, seat=1, *, table="T1"):
    if line in FIXED:
        answer = room.ask(PostWin, table, seat, "", 0, line, "cards", FIXED[line] * MICROS)
        return room.floor.wins[answer.draft.id]
    return room.post(
        seat, table=table, line=line, share={"royal_flush": PPM, "straight_flush": PPM // 10}[line]
    )


@given(
    st.integers(1, 1_500),
    st.sampled_from(["royal_flush", "straight_flush", *FIXED]),
    st.lists(st.tuples(st.sampled_from(list(FIXED)), st.booleans()), max_size=6),
)
@settings(max_examples=150, deadline=None)
@example(100, "royal_flush", [("four_of_a_kind", False)])
def test_fixed_awards_after_a_refused_win_leave_the_book_of_a_room_where_it_was_never_pressed(
    dollars, refused, after
):
    """A fixed award is worth the same in both, so nothing differs: who pays what is read off the other.

    Except that a restart is locked with the win that made it: where a later one emptied the meter because the
    refused one had lowered it, its restart stays.
    """
    pressed, never = open_dry_link(dollars), open_dry_link(dollars)
    win = post_line(pressed, refused)
    for number, (line, confirms) in enumerate(after):
        seat, table = number % 3 + 1, TABLES[1 + number // 3]
        for room in (pressed, never):
            one = post_line(room, line, seat, table=table)
            if confirms:
                with suppress(TooEarlyError):
                    confirm(room, one)
    pressed.withdraw(win)
    restarted = [one for one in pressed.floor.wins.values() if one.order > win.order and one.seeded_micros]
    assert playing(pressed) >= CENT
    for room in (pressed, never):
        for one in waiting(room):
            room.confirm(one)
    assert held(pressed) == held(never) or restarted


def test_a_refusal_never_leaves_a_meter_with_nothing_to_play_for():
    room = open_dry_link(100)
    first = post_line(room, "royal_flush")
    post_line(room, "four_of_a_kind", table="T2")
    room.withdraw(first)
    assert playing(room) == 1_000 * MICROS, "as an award that empties the meter leaves it"
    assert post_line(room, "royal_flush", 2).micros == 1_000 * MICROS


def test_the_house_puts_in_nothing_that_nobody_lacks():
    room, never = open_dry_link(1_000), open_dry_link(1_000)
    first = post_line(room, "royal_flush")
    for one in (room, never):
        post_line(one, "royal_flush", table="T2")
        post_line(one, "straight_flush", table="T3")
    room.withdraw(first)
    assert playing(room) == playing(never) == 900 * MICROS
    assert held(room) == held(never)


def test_who_is_confirmed_before_the_refusal_changes_nothing():
    amounts = set()
    for is_confirmed_first in (True, False):
        room = open_dry_link(100)
        first = post_line(room, "royal_flush")
        second = post_line(room, "royal_flush", table="T2")
        acts = [
            lambda room=room, win=second: room.confirm(win),
            lambda room=room, win=first: room.withdraw(win),
        ]
        for act in acts if is_confirmed_first else reversed(acts):
            act()
        amounts.add(tuple(held(room).items()))
    assert len(amounts) == 1
    assert playing(room) == 1_000 * MICROS


def test_nobody_is_paid_from_what_an_earlier_win_waits_for():
    room = open_dry_link(300)
    first, second, third = (
        post_line(room, line, seat, table="T2")
        for seat, line in enumerate(("flush", "four_of_a_kind", "four_of_a_kind"), 1)
    )
    with pytest.raises(RefusedError, match=r"the win of \$40.00 at T2 was posted before this one"):
        room.confirm(third)
    for win in (first, second, third):
        room.confirm(win)
    assert playing(room) == 700 * MICROS


# -- a win of before, when the meter fell at posting -----------------------------------------------


def test_a_win_of_before_that_is_withdrawn_takes_no_money_from_one_that_waits_in_the_meter():
    room = open_dry_link(100, meter_falls="posted")
    old = post_line(room, "royal_flush")
    floor = copy_books(room.floor)
    state = floor.progressives["tcp"]
    state.terms = replace(state.terms, meter_falls="confirmed")  # as terms of before are read today
    for asked in (
        PostWin("new", ("dan",), "T2", 1, "", 0, "four_of_a_kind", "cards", 300 * MICROS),
        WithdrawWin("none", ("sue",), old.id, "misread"),
    ):
        floor.apply(decide(floor, asked, room.now))
    assert floor.wins["new"].is_claim
    assert floor.playing("tcp", "") == 800 * MICROS, (
        "the restart that was won is gone, the meter keeps the rest"
    )
    floor.apply(decide(floor, ConfirmWin("yes", ("sue",), "new"), room.now))


# -- backing out -----------------------------------------------------------------------------------


def back_out(room, win, text="the cards were misread", by=OFFICE):
    return room.ask(BackOutWin, win.id, text, by=by)


@given(levels, steps)
@settings(max_examples=80, deadline=None)
def test_a_win_that_is_backed_out_leaves_everything_as_if_it_had_been_refused(level, taken):
    """Two rooms and the same rounds: in one the win is confirmed and backed out, in the other refused."""
    plain = replace(level, cap_micros=None)
    rooms = open_link(plain), open_link(plain)
    for room in rooms:
        room.coin_in(1, table="T3")
        win = room.post(1, table="T3", line="royal_flush")
        (room.confirm if room is rooms[0] else room.withdraw)(win)
        room.end("T3")
    for step in taken:
        if step[0] in ("play", "coin in"):
            for room in rooms:
                do(room, step)
    back_out(rooms[0], next(iter(rooms[0].floor.wins.values())))
    assert held(rooms[0]) == held(rooms[1])
    (one, other) = (room.floor.progressives["tcp"].levels[""] for room in rooms)
    assert (one.hits, one.paid_micros) == (other.hits, other.paid_micros) == (0, 0)


def test_a_win_that_is_backed_out_stays_in_the_journal_and_says_so(room):
    win = room.win()
    back_out(room, win)
    found = room.floor.wins[win.id]
    assert (found.status, found.backed_out_by) == (WinStatus.BACKED_OUT, OFFICE)
    assert found.backed_out_why == "the cards were misread"
    with pytest.raises(RefusedError, match="only a confirmed win is backed out"):
        back_out(room, win)


def test_backing_out_takes_two_people_a_text_and_a_round_that_is_over(room):
    room.coin_in(1)
    win = room.post()
    with pytest.raises(RefusedError, match="is posted: only a confirmed win"):
        back_out(room, win)
    room.confirm(win)
    with pytest.raises(RefusedError, match="round 1 of T1 is open: end it first"):
        back_out(room, win)
    room.end()
    with pytest.raises(RefusedError, match="needs two people"):
        back_out(room, win, by=("tess",))
    with pytest.raises(RefusedError, match="with a text"):
        back_out(room, win, text=" ")


def test_one_of_two_who_share_is_backed_out_and_the_meter_stays_restarted():
    room = Room(make_terms(equal_split=True))
    room.coin_in(1, 2)
    before = held(room)
    wins = [room.post(seat) for seat in (2, 1)]
    for win in wins:
        room.confirm(win)
    room.end()
    back_out(room, wins[0])
    assert room.floor.meter("tcp", "") == 1_000_020_000 + 500_140_000
    back_out(room, wins[1])
    assert held(room) == before


def test_a_fixed_award_that_is_backed_out_takes_its_own_restart_with_it():
    """Another fixed award of the round shares nothing with it."""
    room = open_dry_link(100)
    wins = [post_line(room, line, seat) for line, seat in (("four_of_a_kind", 3), ("full_house", 1))]
    for win in wins:
        room.confirm(win)
    room.end()
    back_out(room, wins[0])
    assert playing(room) == 50 * MICROS


@pytest.mark.parametrize("falls", ["posted", "confirmed"])
@pytest.mark.parametrize("refused", [0, 1])
@pytest.mark.parametrize("is_confirmed_first", [True, False])
def test_a_share_that_is_backed_out_after_the_other_was_refused_leaves_no_seed_behind(
    falls, refused, is_confirmed_first
):
    room = open_dry_link(5_000, meter_falls=falls, equal_split=True)
    wins = [post_line(room, "royal_flush", seat) for seat in (2, 1)]
    acts = [lambda: room.withdraw(wins[refused]), lambda: room.confirm(wins[1 - refused])]
    for act in reversed(acts) if is_confirmed_first else acts:
        act()
    room.end()
    back_out(room, wins[1 - refused])
    assert playing(room) == 5_000 * MICROS


def test_a_share_that_is_refused_after_another_was_confirmed_stays_in_the_meter_and_says_so():
    room = open_dry_link(5_000, equal_split=True)
    five, two = (post_line(room, "royal_flush", seat) for seat in (3, 2))
    room.confirm(five)
    room.withdraw(two)
    assert playing(room) == 3_500 * MICROS
    assert room.floor.wins[five.id].micros == 2_500 * MICROS
    assert room.floor.wins[two.id].stays_micros == 2_500 * MICROS
    assert room.floor.wins[five.id].stays_micros == 0


@pytest.mark.parametrize("falls", ["posted", "confirmed"])
def test_a_later_award_of_the_round_has_its_own_restart_whoever_shared_the_first(falls):
    """Two share the meter and are confirmed; the third wins what it restarted with, and is backed out."""
    room = open_dry_link(5_000, meter_falls=falls, equal_split=True)
    for win in [post_line(room, "royal_flush", seat) for seat in (3, 2)]:
        room.confirm(win)
    before = held(room)
    third = post_line(room, "royal_flush", 1)
    room.confirm(third)
    room.end()
    back_out(room, third)
    assert held(room) == before


def test_the_meter_sheet_counts_what_waits_wherever_its_money_lies():
    for falls in ("posted", "confirmed"):
        room = open_dry_link(5_000, meter_falls=falls)
        post_line(room, "royal_flush")
        (level,) = read_meters(room.floor, room.floor.progressives["tcp"]).levels
        assert (level.pending_micros, level.shown_micros) == (5_000 * MICROS, 1_000 * MICROS)


def test_terms_with_an_unknown_system_are_refused():
    with pytest.raises(InputError, match="there is no system 'Nexus'; there are Game Manager, Nexus Command"):
        make_terms(system="Nexus").check()


def test_pages_say_that_a_meter_restarted_and_that_a_win_was_backed_out(room):
    win = room.win()
    page = make_win_page(room.entries, room.floor, "1", zone=UTC)
    assert ("Meter lowered", "$1,000.14 less $1,000.14, restarted at $1,000.01, when it was confirmed") in (
        lowered_facts(page.win)
    )
    (fallen,) = [one for one in reductions(room.entries) if one.account.startswith("meter")]
    assert reasons_words(fallen).endswith(", restarted")
    assert tax_facts(page)[-1][0] == "Paid out"
    back_out(room, win)
    page = make_win_page(room.entries, room.floor, "1", zone=UTC)
    assert tax_facts(page)[-1][0] == "Backed out, was"
