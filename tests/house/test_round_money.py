"""Chips and wins of a round are what its line settles: what a clerk changes who knows the book is named."""

from dataclasses import replace
from functools import partial

import pytest

from pitboss.house.reconciliation import reconcile_book
from pitboss.house.round_money import RoundMoney
from pitboss.house.told_money import ToldMoney
from pitboss.house.told_round import ToldRound
from pitboss.jackpot.fact import WinPosted, WinSettled
from pitboss.jackpot.table_fact import NOTHING_HEARD, TableLine
from pitboss.ledger.account import Account, AccountKind
from pitboss.ledger.transfer import Reason, Transfer
from pitboss.ledger.verify import verify
from played_book import chained, changed


def less(draft, player, micros):
    """The same line, and so much less is paid out to the player; a player who gets nothing is not there."""
    found = [
        one._replace(micros=one.micros - micros) if is_cash_out(one, player) else one
        for one in draft.transfers
    ]
    return replace(draft, transfers=tuple(one for one in found if one.micros))


def is_cash_out(transfer, player):
    return transfer.reason is Reason.CASH_OUT and transfer.source.level == player


def cash_out_place(drafts, table, player, after):
    return next(
        place
        for place, draft in enumerate(drafts)
        if place > after and draft.place == table and any(is_cash_out(one, player) for one in draft.transfers)
    )


def without_first_win(book):
    """The book without a win, its confirmation, its prize, and without its money in the cash-out."""
    drafts = [entry.draft for entry in book]
    posted = next(place for place, draft in enumerate(drafts) if isinstance(draft.fact, WinPosted))
    win = drafts[posted].fact.win
    settled = next(
        place
        for place, draft in enumerate(drafts)
        if isinstance(draft.fact, WinSettled) and draft.fact.win == win.id
    )
    asked = next(place for place in range(posted, len(drafts)) if isinstance(drafts[place].fact, TableLine))
    answers = list(drafts[asked].fact.answers)
    answers.remove("")
    drafts[asked] = replace(drafts[asked], fact=replace(drafts[asked].fact, answers=tuple(answers)))
    prize = next(
        place
        for place, draft in enumerate(drafts)
        if any(one.reason is Reason.PRIZE for one in draft.transfers)
    )
    player = drafts[prize].transfers[0].target.level
    out = cash_out_place(drafts, win.table, player, prize)
    drafts[out] = less(drafts[out], player, win.micros)
    drafts[prize] = replace(
        drafts[prize], transfers=(), fact=replace(drafts[prize].fact, heard=NOTHING_HEARD)
    )
    return [draft for place, draft in enumerate(drafts) if place not in (posted, settled)], win


def test_a_win_that_was_taken_out_with_all_its_money_is_named(rich_book):
    drafts, win = without_first_win(rich_book)
    book = chained(drafts)
    assert verify(book).fault is None
    words = [one.what for one in reconcile_book(book).differences]
    assert words == [
        f"round {win.round}: seat {win.seat} gets $1,000.26 from a meter, AKQ spades, by its line, "
        "and there is no such win",
        f"round {win.round}: meters pay Ben $1,000.26 by its line, and $0.00 was moved",
    ]


def test_a_confirmed_win_of_another_seat_than_the_cards_say_is_named(rich_book):
    def move(draft):
        return replace(draft, fact=replace(draft.fact, win=replace(draft.fact.win, seat=1)))

    words = [one.what for one in reconcile_book(changed(rich_book, WinPosted, move)).differences]
    assert any("by its line, and there is no such win" in one for one in words)
    assert any("by a win that was confirmed, and its line does not say so" in one for one in words)


def test_a_base_win_that_was_raised_with_its_cash_out_is_named(rich_book):
    """$500 more for a player out of the tray, in the middle of a round."""
    drafts = [entry.draft for entry in rich_book]
    won = next(
        place
        for place, draft in enumerate(drafts)
        if any(one.reason is Reason.WON for one in draft.transfers)
    )
    transfers = [
        one._replace(micros=one.micros + 500_000_000) if one.reason is Reason.WON else one
        for one in drafts[won].transfers
    ]
    (player,) = (one.target.level for one in transfers if one.reason is Reason.WON)
    drafts[won] = replace(drafts[won], transfers=tuple(transfers))
    out = cash_out_place(drafts, drafts[won].place, player, won)
    drafts[out] = less(drafts[out], player, -500_000_000)
    book = chained(drafts)
    assert verify(book).fault is None
    (only,) = reconcile_book(book).differences
    assert f"the tray pays {player}" in only.what


@pytest.mark.parametrize("reason", [Reason.LOST, Reason.WAGER_BACK])
def test_a_stake_that_goes_the_other_way_is_named(rich_book, reason):
    """What was lost goes back to the seat, or what the seat gets back goes to the tray."""
    drafts = [entry.draft for entry in rich_book]
    place = next(
        place for place, draft in enumerate(drafts) if [one.reason for one in draft.transfers] == [reason]
    )
    (one,) = drafts[place].transfers
    seat = one.source.level.partition(" ")[0]
    owners = {"1": "Ann", "2": "Ben", "4": "Cid"}
    tray = Account(AccountKind.TRAY, drafts[place].place, "")
    chips = Account(AccountKind.CHIPS, drafts[place].place, owners[seat])
    target = (chips, Reason.WAGER_BACK) if reason is Reason.LOST else (tray, Reason.LOST)
    moved = one._replace(target=target[0], reason=target[1])
    drafts[place] = replace(drafts[place], transfers=(moved,))
    words = [one.what for one in reconcile_book(chained(drafts)).differences]
    assert any(f"the tray takes from {one.source.level}" in what for what in words), words


def test_a_player_whose_stake_came_and_went_in_one_act_is_known_by_his_other_seat():
    """Two seats of Ann: of the second no chip is seen to move but what it won."""
    money = RoundMoney()
    account = {kind: partial(Account, kind, "T1") for kind in AccountKind}
    tray, ann = account[AccountKind.TRAY](""), account[AccountKind.CHIPS]("Ann")
    money.follow(Transfer(ann, account[AccountKind.POT]("1 ante"), 5, Reason.WAGER))
    money.follow(Transfer(account[AccountKind.POT]("1 ante"), tray, 5, Reason.LOST))
    money.follow(Transfer(tray, ann, 7, Reason.WON))
    told = ToldRound({}, money=ToldMoney({"1 ante": 5}, {2: 7}), players={1: "a", 2: "a"})
    assert list(money.find_differences(told)) == []
    assert list(money.find_differences(replace(told, players={1: "a", 2: "b"})))
