"""Requirements 52 to 54: what displays say, how soon they say it, and that all of a link say the same."""

from time import monotonic

import pytest
from ledger_room import HOUR, NOON, Room, make_terms

from pitboss.base.money import MICROS
from pitboss.house.manager import GameManager
from pitboss.house.screen import Screen
from pitboss.jackpot.display import ANNOUNCED_MICROS, read_display
from pitboss.jackpot.refusal import RefusedError
from pitboss.jackpot.request import CoinIn, ConfirmWin, EndGame, PostWin, SetTerms, Switch
from pitboss.jackpot.terms import PPM, Installation
from pitboss.ledger.store import Store
from pitboss.storage.address import open_store

LATEST_SECONDS = 30
"""So long a display may take to show a win (AR EGS 29.1(d))."""
TABLES = ("T1", "T2")


def told(room, table="T1"):
    return [line for win in read_display(room.floor, table, room.now).wins for line in win.lines]


def amounts(floor, now=NOON):
    return [[one.micros for one in read_display(floor, table, now).amounts] for table in TABLES]


# -- requirement 53 --------------------------------------------------------------------------------


def test_req_53_a_win_is_told_with_its_amount_and_table_and_then_with_the_new_value():
    room = Room(make_terms())
    room.coin_in(1, table="T2")
    assert told(room) == []
    room.post(1, table="T2")
    assert told(room) == told(room, "T2") == ["$1,000.14 waits to be verified at T2", "Now $1,000.01"]
    room.confirm(room.floor.wins[next(iter(room.floor.wins))])
    assert told(room) == told(room, "T2") == ["$1,000.14 won at T2", "Now $1,000.01"]


def test_req_53_the_new_value_goes_on_rising_under_the_win_that_is_shown():
    room = Room(make_terms())
    room.coin_in(1, table="T2")
    room.post(1, table="T2")
    room.play(1, 2, 3)
    assert told(room) == ["$1,000.14 waits to be verified at T2", "Now $1,000.43"]


def test_a_win_is_shown_until_its_round_is_over_and_at_least_a_minute():
    room = Room(make_terms())
    room.coin_in(1)
    win = room.post(1)
    room.wait(HOUR)
    assert told(room)
    room.confirm(win)
    room.end()
    assert told(room), "it was confirmed just now"
    room.wait(ANNOUNCED_MICROS + 1)
    assert not told(room)
    room.win(1)
    assert told(room)
    room.wait(ANNOUNCED_MICROS + 1)
    assert not told(room)


def test_a_withdrawn_win_is_taken_off_the_displays():
    room = Room(make_terms())
    room.coin_in(1)
    room.withdraw(room.post(1))
    assert not told(room)


# -- requirement 54 --------------------------------------------------------------------------------


def test_req_54_the_amount_is_equal_on_all_displays_of_a_link_after_every_entry():
    room = Room(make_terms())
    seen = set()
    for step in (
        lambda: room.coin_in(1, 2),
        lambda: room.post(1),
        lambda: room.play(1, table="T2"),
        lambda: room.confirm(next(iter(room.floor.wins.values()))),
        room.end,
    ):
        step()
        one, other = amounts(room.floor)
        assert one == other
        seen.add(tuple(one))
    assert len(seen) > 2


def test_req_54_a_table_without_a_display_is_not_on_a_progressive():
    with pytest.raises(RefusedError, match="T2 has no meter on display"):
        Room(make_terms(installed={"T2": Installation(has_display=False)}))


def test_a_table_on_no_progressive_displays_nothing():
    with pytest.raises(RefusedError, match="T9 is on no progressive"):
        read_display(Room(make_terms()).floor, "T9", NOON)


def test_a_closed_progressive_says_so_and_still_shows_its_amount():
    room = Room(make_terms())
    room.close(stopped="the account is short")
    display = read_display(room.floor, "T1", NOON)
    assert (display.is_open, display.message) == (False, "This progressive is closed.")
    assert display.amounts[0].micros == 1_000 * MICROS


# -- requirement 52 --------------------------------------------------------------------------------


@pytest.fixture
def floor(tmp_path):
    """A manager on a journal on the disk; screens read it through connections of their own."""
    url = str(tmp_path / "floor.db")
    opened: list[Store] = [open_store(url)]
    manager = GameManager(opened[0], lambda: NOON)
    manager.ask(SetTerms("terms", ("tess", "ada"), make_terms()))
    manager.ask(Switch("open", ("tess",), "tcp", True))

    def screen(table):
        opened.append(open_store(url))
        return Screen(opened[-1], table, lambda: NOON)

    yield manager, screen
    for store in opened:
        store.close()


def test_req_52_the_winning_value_is_on_every_display_long_before_30_seconds_are_over(floor):
    manager, screen = floor
    screens = [screen(table) for table in TABLES]
    manager.ask(CoinIn("coins", ("dan",), "T1", 1, {1: MICROS}))
    for one in screens:
        one.read()
    began = monotonic()
    manager.ask(PostWin("win", ("dan",), "T1", 1, "", PPM, "akq_spades", "As Ks Qs"))
    shown = [one.wait(LATEST_SECONDS) for one in screens]
    took = monotonic() - began
    told = ("$1,000.14 waits to be verified at T1", "Now $1,000.01")
    assert [one.wins[0].lines for one in shown] == [told] * 2
    assert took < LATEST_SECONDS / 10


def test_req_52_a_display_that_comes_late_still_tells_of_a_round_that_is_over(floor):
    manager, screen = floor
    slow = screen("T2")
    manager.ask(CoinIn("coins", ("dan",), "T1", 1, {1: MICROS}))
    manager.ask(PostWin("win", ("dan",), "T1", 1, "", PPM, "akq_spades", "As Ks Qs"))
    manager.ask(ConfirmWin("confirmed", ("sue",), "win"))
    manager.ask(EndGame("over", ("dan",), "T1"))
    assert [win.is_confirmed for win in slow.wait(1).wins] == [True]


def test_a_screen_without_news_says_what_it_said(floor):
    _, screen = floor
    one = screen("T1")
    assert one.wait(0.01) == one.read()
