"""The laws of a room over its whole book: they hold after real play, and each breach is named."""

from dataclasses import replace
from random import Random

import pytest
from test_room import TCP, Host, make_room, open_progressive

from pitboss.house.reconciliation import reconcile_book
from pitboss.jackpot import request
from pitboss.jackpot.fact import CoinIn, GameOver, RoundVoided, WinSettled
from pitboss.jackpot.table_fact import RoundEnded, TableLine
from pitboss.ledger.account import AccountKind
from pitboss.ledger.transfer import Reason
from pitboss.ledger.verify import verify
from pitboss.storage.memory import Shelf
from pitboss.table import command
from played_book import chained, changed, halve_contribution


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


# -- what a clerk who knows the book would change --------------------------------------------------


def test_a_rich_book_has_everything_that_is_taken_out_of_it_below(rich_book):
    found = reconcile_book(rich_book)
    assert (found.differences, verify(rich_book).fault) == ([], None)
    facts = [entry.draft.fact for entry in rich_book]
    over = [fact for fact in facts if isinstance(fact, GameOver)]
    assert any(fact.tray for fact in over)
    assert any(fact.envy for fact in over)
    assert any(isinstance(fact, RoundVoided) for fact in facts)
    assert any(isinstance(fact, WinSettled) for fact in facts)
    assert found.counts.prizes_micros > 0


def without_round(book, is_wanted):
    """The book without COIN IN and GAME OVER of one round, and without a word of them in its lines."""
    end = next(entry.draft.fact for entry in book if is_wanted(entry.draft.fact))
    drafts, dropped = [], 0
    for entry in book:
        draft = entry.draft
        place = getattr(draft.fact, "table", ""), getattr(draft.fact, "round", 0)
        if isinstance(draft.fact, CoinIn | GameOver) and place == (end.table, end.round):
            dropped += 1
            continue
        if isinstance(draft.fact, TableLine) and draft.place == end.table and dropped:
            answers = list(draft.fact.answers)
            answers.remove("")
            draft, dropped = replace(draft, fact=replace(draft.fact, answers=tuple(answers))), dropped - 1
        drafts.append(draft)
    assert dropped == 0
    assert len(drafts) == len(book) - 2
    return chained(drafts)


def test_a_round_whose_wagers_were_taken_and_never_counted_is_named(book):
    found = without_round(book, lambda fact: isinstance(fact, GameOver) and not fact.tray and not fact.envy)
    assert verify(found).fault is None
    words = [one.what for one in reconcile_book(found).differences]
    assert any("of seat" in one and "to the tray and $0.00 was counted" in one for one in words), words
    assert any("it was dealt for $1.00 and $0.00 was counted" in one for one in words), words


def test_a_counted_wager_that_does_not_go_to_the_tray_is_named(book):
    """The line after COIN IN takes it from the felt."""

    def leave(draft):
        kept = [one for one in draft.transfers if one.source.level != "5 progressive"]
        return replace(draft, transfers=tuple(kept))

    drafts = [entry.draft for entry in book]
    first = next(place for place, draft in enumerate(drafts) if isinstance(draft.fact, CoinIn))
    line = next(place for place in range(first, len(drafts)) if isinstance(drafts[place].fact, TableLine))
    assert leave(drafts[line]) != drafts[line]
    drafts[line] = leave(drafts[line])
    words = [one.what for one in reconcile_book(chained(drafts)).differences]
    assert "$1.00 of seat 5 was counted and $0.00 went to the tray" in words


def fed(draft, times):
    """COIN IN with another part of the stakes, in what it says and in what it moves."""
    levels = {name: one._replace(meter=int(one.meter * times)) for name, one in draft.fact.levels.items()}
    transfers = tuple(
        one._replace(micros=int(one.micros * times)) if one.reason is Reason.CONTRIBUTION else one
        for one in draft.transfers
    )
    return replace(draft, fact=replace(draft.fact, levels=levels), transfers=transfers)


def test_another_rate_than_that_of_the_terms_is_named(book):
    """Three stakes of a dollar at 14% feed 42 cents."""
    found = reconcile_book(changed(book, CoinIn, lambda draft: fed(draft, 0.5)))
    what = "the stakes give $0.42 to the meter by the terms, and COIN IN says $0.21"
    assert any(what in one.what for one in found.differences), found.differences[:3]


def test_contributions_that_are_halved_and_not_said_are_named(book):
    found = reconcile_book(halve_contribution(book))
    assert any("says $0.42 for the meter and moves $0.21" in one.what for one in found.differences)


def test_levels_that_say_something_else_than_the_transfers_are_named(book):
    def lie(draft):
        levels = {name: one._replace(meter=1) for name, one in draft.fact.levels.items()}
        return replace(draft, fact=replace(draft.fact, levels=levels))

    found = reconcile_book(changed(book, CoinIn, lie))
    assert any("and moves $0.42" in one.what for one in found.differences), found.differences[:3]


def test_another_fraction_than_is_left_over_is_named(book):
    def make_up(draft):
        levels = {name: one._replace(meter_rest=7) for name, one in draft.fact.levels.items()}
        return replace(draft, fact=replace(draft.fact, levels=levels))

    found = reconcile_book(changed(book, CoinIn, make_up))
    assert any("millionths are left over for the meter" in one.what for one in found.differences)


def test_a_coin_in_for_another_progressive_is_named(book):
    found = reconcile_book(
        changed(book, CoinIn, lambda draft: replace(draft, fact=replace(draft.fact, progressive="mine")))
    )
    assert any("was counted for mine: T1 is not on it" in one.what for one in found.differences)


def test_a_void_that_gives_less_back_is_named(rich_book):
    def keep(draft):
        first, *rest = draft.transfers
        return replace(draft, transfers=(first._replace(micros=first.micros - 10_000), *rest))

    found = reconcile_book(changed(rich_book, RoundVoided, keep))
    assert any("void round" in one.what and "went back" in one.what for one in found.differences)


@pytest.mark.parametrize("field", ["tray", "envy"])
def test_an_award_that_game_over_does_not_say_is_named(rich_book, field):
    overs = [entry.draft.fact for entry in rich_book if isinstance(entry.draft.fact, GameOver)]
    nth = next(place for place, over in enumerate(overs) if getattr(over, field))

    def forget(draft):
        return replace(draft, fact=replace(draft.fact, **{field: getattr(draft.fact, field)[1:]}))

    book = changed(rich_book, GameOver, forget, nth=nth)
    assert verify(book).fault is None
    (only,) = reconcile_book(book).differences
    assert "by the cards, and GAME OVER does not say so" in only.what


@pytest.mark.parametrize("field", ["tray", "envy"])
def test_an_award_that_no_cards_won_is_named(rich_book, field):
    overs = [entry.draft.fact for entry in rich_book if isinstance(entry.draft.fact, GameOver)]
    nth = next(place for place, over in enumerate(overs) if getattr(over, field))

    def enrich(draft):
        first, *rest = getattr(draft.fact, field)
        more = first._replace(micros=first.micros + 5_000_000)
        return replace(draft, fact=replace(draft.fact, **{field: (more, *rest)}))

    words = [one.what for one in reconcile_book(changed(rich_book, GameOver, enrich, nth=nth)).differences]
    assert any("by GAME OVER, and the cards do not say so" in one for one in words)
    assert any("by the cards, and GAME OVER does not say so" in one for one in words)


def test_envy_that_was_not_paid_is_named(rich_book):
    """The line that closes the round moves it to the chips of its players."""
    drafts = [entry.draft for entry in rich_book]
    is_envy = [isinstance(draft.fact, GameOver) and bool(draft.fact.envy) for draft in drafts]
    first = is_envy.index(True)
    line = next(place for place in range(first, len(drafts)) if isinstance(drafts[place].fact, TableLine))
    kept = [
        one
        for one in drafts[line].transfers
        if (one.source.kind, one.target.kind) != (AccountKind.TRAY, AccountKind.CHIPS)
    ]
    assert len(kept) < len(drafts[line].transfers)
    drafts[line] = replace(drafts[line], transfers=tuple(kept))
    words = [one.what for one in reconcile_book(chained(drafts)).differences]
    assert any("the tray pays" in one and "$0.00 was moved" in one for one in words), words


def test_a_round_that_is_over_on_its_progressive_alone_is_named(book):
    words = [one.what for one in reconcile_book(changed(book, RoundEnded, lambda draft: None)).differences]
    assert any("ended on its progressive and at no table" in one for one in words), words
