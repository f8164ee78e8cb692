"""The laws of a room over its whole book: they hold after real play, and each breach is named."""

from dataclasses import replace
from random import Random

import pytest
from test_room import TCP, Host, make_room, open_progressive

from pitboss.house.reconciliation import reconcile_book
from pitboss.jackpot import request
from pitboss.jackpot.fact import CoinIn, GameOver
from pitboss.jackpot.table_fact import RoundEnded, TableLine
from pitboss.ledger.entry import FIRST_HASH, chain
from pitboss.storage.memory import Shelf
from pitboss.table import command


@pytest.fixture(scope="module")
def book():
    """Rounds at a table with a progressive, some of them void, some without the wager."""
    shelf = Shelf()
    room = make_room(shelf)
    open_progressive(room)
    host, random = Host(room, TCP), Random(9)
    host.sit_down()
    for step in range(400):
        if step % 90 == 89 and host.hosted.table.play:
            host.send(command.VoidRound("Flo", "misdeal"))
        host.send(host.next_command(random))
    return list(room.house.manager.store.entries())


def changed(book, kind, change, *, nth=0):
    """The book as a clever clerk would write it: one entry changed, everything after it chained anew."""
    drafts = [entry.draft for entry in book]
    places = [place for place, draft in enumerate(drafts) if isinstance(draft.fact, kind)]
    found = change(drafts[places[nth]])
    drafts[places[nth] : places[nth] + 1] = [found] if found else []
    before, entries = FIRST_HASH, []
    for number, draft in enumerate(drafts, start=1):
        entries.append(chain(number, before, draft))
        before = entries[-1].hash
    return entries


def test_all_laws_hold_after_real_play(book):
    found = reconcile_book(book)
    assert found.differences == []
    counts = found.counts
    assert counts.entries == len(book)
    assert counts.lines == sum(isinstance(entry.draft.fact, TableLine) for entry in book)
    assert counts.rounds > 5
    assert counts.counted_rounds > 5
    assert counts.wagers == 3 * counts.counted_rounds


def test_a_win_of_before_the_table_was_in_the_book_was_paid_elsewhere():
    room = make_room(Shelf())
    open_progressive(room)
    for asked in (
        request.CoinIn("1", ("dan",), "T1", 0, {1: 1_000_000}),
        request.PostWin("2", ("dan",), "T1", 1, "", 1_000_000, "akq_spades", ""),
        request.ConfirmWin("3", ("sue",), "2"),
        request.EndGame("4", ("dan",), "T1"),
    ):
        room.house.manager.ask(asked)
    Host(room, TCP).sit_down()
    found = reconcile_book(room.house.manager.store.entries())
    assert (found.differences, found.counts.wins) == ([], 1)


BREACHES = {
    "a wager that was counted and did not lie there": (
        CoinIn,
        lambda draft: replace(draft, fact=replace(draft.fact, stakes={**draft.fact.stakes, 7: 1_000_000})),
        "seat 7: $0.00 lies on the felt and $1.00 was counted",
    ),
    "a wager that lay there and was not counted": (
        CoinIn,
        lambda draft: replace(draft, fact=replace(draft.fact, stakes={1: 1_000_000, 2: 1_000_000})),
        "seat 5: $1.00 lies on the felt and $0.00 was counted",
    ),
    "another round": (
        CoinIn,
        lambda draft: replace(draft, fact=replace(draft.fact, round=draft.fact.round + 40)),
        "ended and round",
    ),
    "a COIN IN that is not there": (CoinIn, lambda draft: None, "stand before it"),
    "a GAME OVER that is not there": (GameOver, lambda draft: None, "are still counted as open"),
    "a line that is not there": (TableLine, lambda draft: None, "does not follow line"),
    "a round that ends twice under one number": (
        RoundEnded,
        lambda draft: replace(draft, fact=replace(draft.fact, round=1)),
        "ended after round",
    ),
    "chips that stay on the felt": (
        TableLine,
        lambda draft: replace(draft, transfers=draft.transfers[:-1]),
        "lies on",
    ),
}


@pytest.mark.parametrize("breach", BREACHES)
def test_every_breach_of_a_law_is_named(book, breach):
    kind, change, words = BREACHES[breach]
    nth = {"a round that ends twice under one number": 2, "a line that is not there": 3}.get(breach, 0)
    if breach == "chips that stay on the felt":
        lines = [entry.draft for entry in book if isinstance(entry.draft.fact, TableLine)]
        nth = next(place for place, draft in enumerate(lines) if len(draft.transfers) > 4)
    found = reconcile_book(changed(book, kind, change, nth=nth))
    assert not found.is_right
    assert any(words in one.what for one in found.differences), found.differences[:5]
