"""Two winners of one meter in a round at a live table: from the dealer's right, or the house's equal split.

Jack, ten and nine of spades on the board: seat 5 with king and queen, seat 2 with eight and seven of spades
both hold a straight flush, which takes the whole Major meter of Link ML01.
"""

import pytest
from deep_state import check_as_in_book
from hypothesis import given, settings
from hypothesis import strategies as st
from progressive_floor import open_floor
from room_stand import DAN, GENERATOR, SUE, LiveStack, RoomStand, make_room
from stand import of, only

from documents import proves
from house.test_room import check_money
from pitboss.base.money import CENT, MICROS
from pitboss.house.reconciliation import reconcile_book
from pitboss.house.room.plan import TablePlan
from pitboss.jackpot.controller import Button, Dialect, Press, view
from pitboss.jackpot.refusal import RefusedError
from pitboss.jackpot.request import ConfirmWin, WithdrawWin
from pitboss.jackpot.terms import LevelTerms, MeterFalls, Terms
from pitboss.jackpot.win import say_stays
from pitboss.ledger.account import AccountKind
from pitboss.ledger.verify import verify
from pitboss.service.answer import answer_press
from pitboss.service.keypad import show_keypad
from pitboss.storage.memory import MemoryStore
from pitboss.table import event
from pitboss.table.phase import Phase

GAME, PAYTABLE = "mississippi_stud", "Link ML01"
SEED, RESERVE = 2_500 * MICROS, 5_000
LEVELS = (LevelTerms("Mega", 10_000 * MICROS, 60_000), LevelTerms("Major", SEED, 50_000, RESERVE))
TWO = """
    seat 1: ante 5, progressive {0}; 4h 9d; fold
    seat 2: ante 5, progressive {0}; 8s 7s; bet 1x, bet 1x, bet 1x
    seat 5: ante 5, progressive {0}; Ks Qs; bet 1x, bet 1x, bet 1x
    board: Js Ts 9s
    """


def make_terms(**changes):
    return Terms("link", {GAME: PAYTABLE}, ("T1", "T2"), LEVELS, **changes)


def check_book(manager, stand):
    check_money(stand.room)
    assert verify(manager.store.entries()).fault is None
    assert reconcile_book(manager.store.entries()).is_right


def by_seat(manager):
    return {
        win.seat: win for win in manager.floor.wins.values() if win.is_waiting or win.status == "confirmed"
    }


def chips(stand, seat):
    return stand.table.chips(stand.table.seating.players[seat])


@pytest.fixture
def play(sit_at):
    """A room whose two winners are read and wait."""

    def play(dialect=Dialect.GAME_MANAGER, **changes):
        manager = open_floor(MemoryStore(), make_terms(**changes))
        stand = sit_at(manager, game=GAME, paytable=PAYTABLE, dialect=dialect.value)
        stand.start(TWO.format(1))
        return manager, stand

    return play


# -- from the right --------------------------------------------------------------------------------


@pytest.mark.parametrize("dialect", list(Dialect), ids=lambda dialect: dialect.name)
def test_the_first_from_the_right_takes_the_meter_and_the_second_what_it_restarts_with(play, dialect):
    manager, stand = play(dialect)
    meter = manager.floor.shown("link", "Major")
    stand.run(until=Phase.CLOSING)
    won = {seat: win.micros for seat, win in by_seat(manager).items()}
    restart = (SEED + 3 * RESERVE) // CENT * CENT
    assert won == {5: meter, 2: restart}
    before = {seat: chips(stand, seat) for seat in (2, 5)}
    for seat in (5, 2):
        stand.confirm(seat)
    assert {seat: chips(stand, seat) - before[seat] for seat in (2, 5)} == won
    stand.run()
    assert not of(event.PrizeShared, stand.events)
    check_book(manager, stand)


# -- the equal split -------------------------------------------------------------------------------


@proves("003 Game Manager 9c", "003 Nexus 9c", "003 link 10c")
@pytest.mark.parametrize("falls", list(MeterFalls))
@pytest.mark.parametrize("dialect", list(Dialect), ids=lambda dialect: dialect.name)
def test_where_the_house_splits_both_have_half_to_the_cent_and_the_meter_restarts_once(play, dialect, falls):
    """Three wagers of 5 cents on $2,500: $2,500.15, and the odd cent goes to the first from the right."""
    manager, stand = play(dialect, equal_split=True, meter_falls=falls.value)
    assert manager.floor.shown("link", "Major") == 2_500_150_000
    stand.run(until=Phase.CLOSING)
    shares = {5: 1_250_080_000, 2: 1_250_070_000}
    assert {seat: win.micros for seat, win in by_seat(manager).items()} == shares
    assert {one.seat: one.micros for one in view(stand.live.keypad).wins} == shares
    told = only(event.PrizeShared, stand.events)
    assert (told.seat, told.micros) == (5, shares[5])
    assert stand.table.running.settlement.paid_micros[5, "progressive"] == shares[5]
    before = {seat: chips(stand, seat) for seat in (2, 5)}
    for seat in (2, 5):
        stand.confirm(seat)
    assert {seat: chips(stand, seat) - before[seat] for seat in (2, 5)} == shares
    assert manager.floor.meter("link", "Major") == SEED + 3 * RESERVE
    assert manager.floor.book.balance(AccountKind.SEED, "link", "Major") == -2 * SEED
    stand.run()
    line = only(event.RoundClosed, stand.events).proof.line
    assert "award seat 5 progressive = 1250.08" in line
    assert "award seat 2 progressive = 1250.07" in line
    check_book(manager, stand)


@pytest.mark.parametrize("refused", [2, 5])
def test_a_share_that_is_refused_goes_to_the_other_winner(play, refused):
    manager, stand = play(equal_split=True)
    stand.run(until=Phase.CLOSING)
    other = 7 - refused
    lost, kept = by_seat(manager)[refused], by_seat(manager)[other]
    stand.room.do(stand.room.asking(WithdrawWin("no", ("sue",), lost.id, "a misread hand")))
    assert manager.floor.wins[kept.id].micros == 2_500_150_000
    told = of(event.PrizeShared, stand_events(stand))[-1]
    assert (told.seat, told.micros) == (other, 2_500_150_000)
    before = chips(stand, other)
    stand.confirm(other)
    assert chips(stand, other) == before + 2_500_150_000
    stand.run()
    assert only(event.PrizeRefused, stand.events).seat == refused
    check_book(manager, stand)


@pytest.mark.parametrize("is_on_phone", [True, False])
def test_a_share_that_is_refused_after_the_other_was_confirmed_stays_in_the_meter_and_every_screen_says_so(
    play, is_on_phone
):
    manager, stand = play(equal_split=True)
    stand.run(until=Phase.CLOSING)
    stand.confirm(5)
    before, lost = show_keypad(stand.room.open("T1"), manager.floor), by_seat(manager)[2]
    if is_on_phone:
        stand.room.do(stand.room.asking(WithdrawWin("no", ("sue",), lost.id, "a misread hand")))
    else:
        stand.press(Button.HAND, SUE, 2, lost.line)
    told = "A share that is confirmed is final: $1,250.07 stays in the meter."
    after = show_keypad(stand.room.open("T1"), manager.floor)
    assert f"Seat 2: {told}" in after["messages"]["dealer"]
    answer = answer_press(Press(Button.HAND, "sue", 2, lost.line), before, after)
    assert answer == f"Seat 2, STRAIGHT FLUSH, $1,250.07: taken back. {told}"
    assert say_stays(manager.floor.wins[lost.id].stays_micros) == told
    stand.room.hosted.clear()
    assert f"Seat 2: {told}" in show_keypad(stand.room.open("T1"), manager.floor)["messages"]["dealer"]
    assert manager.floor.meter("link", "Major") == SEED + 3 * RESERVE + 1_250_070_000
    stand.run()
    check_book(manager, stand)


def test_a_share_that_is_refused_while_the_other_waits_stays_nowhere(play):
    manager, stand = play(equal_split=True)
    stand.run(until=Phase.CLOSING)
    lost = by_seat(manager)[2]
    stand.press(Button.HAND, DAN, 2, lost.line)
    stand.confirm(5)
    assert manager.floor.wins[lost.id].stays_micros == 0
    assert "stays in the meter" not in str(show_keypad(stand.room.open("T1"), manager.floor))


def stand_events(stand):
    return [told.event for told in stand.room.open("T1").recent]


def test_no_share_is_verified_before_every_hand_that_might_share_is_read(play):
    """Otherwise the second of them would not get half."""
    manager, stand = play(equal_split=True)
    while not manager.floor.wins:
        stand.step()
    (win,) = manager.floor.wins.values()
    assert (win.seat, win.micros) == (5, 2_500_150_000)
    stand.press(Button.KEY_TO_JACKPOT, SUE)
    with pytest.raises(RefusedError, match="winners of this round share: the hand of seat 1, 2 must be read"):
        stand.press(Button.JACKPOT, SUE)
    with pytest.raises(RefusedError, match="the hand of seat 1, 2 must be read first"):
        stand.room.do(stand.room.asking(ConfirmWin("on the phone", ("sue",), win.id)))
    assert manager.floor.wins[win.id].is_waiting
    stand.press(Button.KEY_TO_RUN, SUE)
    stand.run(until=Phase.CLOSING)
    assert sorted(one.micros for one in by_seat(manager).values()) == [1_250_070_000, 1_250_080_000]
    for seat in (5, 2):
        stand.confirm(seat)
    stand.run()
    check_book(manager, stand)


def test_from_the_right_a_win_may_be_verified_at_once(play):
    manager, stand = play()
    while not manager.floor.wins:
        stand.step()
    stand.confirm(5)
    stand.run(until=Phase.CLOSING)
    stand.confirm(2)
    stand.run()
    check_book(manager, stand)


def test_whoever_opens_the_table_again_has_the_shares_as_they_were(play):
    """A table is a function of its lines."""
    manager, stand = play(equal_split=True)
    stand.run(until=Phase.CLOSING)
    stand.room.hosted.clear()
    assert {one.seat: one.micros for one in view(stand.live.keypad).wins} == {
        5: 1_250_080_000,
        2: 1_250_070_000,
    }
    assert stand.table.running.settlement.paid_micros[5, "progressive"] == 1_250_080_000
    for seat in (5, 2):
        stand.confirm(seat)
    stand.run()
    check_book(manager, stand)


# -- the law ---------------------------------------------------------------------------------------


ANY_END = given(
    dollars=st.sampled_from([1, 2, 5]),
    is_split=st.booleans(),
    falls=st.sampled_from(list(MeterFalls)),
    dialect=st.sampled_from(list(Dialect)),
    ends=st.permutations([2, 5]),
    is_won=st.tuples(st.booleans(), st.booleans()),
    odd=st.integers(min_value=1, max_value=99),
    tries_to_end=st.tuples(st.booleans(), st.booleans()),
)


@settings(max_examples=5)
@ANY_END
def test_whatever_is_confirmed_or_refused_and_in_which_order_the_book_holds(**drawn):
    check_any_end(**drawn)


@pytest.mark.slow
@settings(max_examples=30)
@ANY_END
def test_the_book_holds_in_many_more_orders(**drawn):
    check_any_end(**drawn)


def check_any_end(dollars, is_split, falls, dialect, ends, is_won, odd, tries_to_end):
    """What came in is there or was paid, and what the seats got is what the meter lost.

    Ending the round while a win waits is refused, and changes nothing.
    """
    levels = tuple(
        LevelTerms(one.name, (one.seed_micros + odd * CENT) * dollars, one.contribution_ppm, RESERVE)
        for one in LEVELS
    )
    terms = Terms(
        "link",
        {GAME: PAYTABLE},
        ("T1", "T2"),
        levels,
        wager_micros=dollars * MICROS,
        equal_split=is_split,
        meter_falls=falls.value,
    )
    stack = LiveStack()
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(GENERATOR, lambda: stack)
        manager = open_floor(MemoryStore(), terms)
        plan = TablePlan("T1", f"{GAME}; paytable={PAYTABLE}", "2024-06-14", dialect=dialect.value)
        stand = RoomStand(make_room(manager), plan, stack)
        stand.start(TWO.format(dollars))
        stand.run(until=Phase.CLOSING)
        before, paid = {seat: chips(stand, seat) for seat in (2, 5)}, {2: 0, 5: 0}
        for number, (seat, wins) in enumerate(zip(ends, is_won, strict=True)):
            if tries_to_end[number]:
                with pytest.raises(RefusedError, match="neither confirmed nor taken back"):
                    stand.run()
                check_as_in_book(stand.room)
            win = by_seat(manager)[seat]
            asked = (
                ConfirmWin(f"end {number}", ("sue",), win.id)
                if wins
                else WithdrawWin(f"end {number}", ("sue",), win.id, "a misread hand")
            )
            stand.room.do(stand.room.asking(asked))
            paid[seat] = manager.floor.wins[win.id].micros if wins else 0
        stand.run()
        assert {seat: chips(stand, seat) - before[seat] - envy_of(stand, seat) for seat in (2, 5)} == paid
        assert manager.floor.progressives["link"].levels["Major"].paid_micros == sum(paid.values())
        assert manager.floor.meter("link", "Major") > 0
        check_book(manager, stand)


def envy_of(stand, seat):
    return sum(one.micros for one in of(event.EnvyPaid, stand_events(stand)) if one.seat == seat)
