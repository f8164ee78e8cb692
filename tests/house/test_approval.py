"""Requirement 5: only a game whose fingerprint is on the list of approvals is dealt at a live table."""

from datetime import date
from itertools import count

import pytest

from documents import proves
from pitboss.base.odds import to_one
from pitboss.house.approval import NotApprovedError
from pitboss.house.manager import GameManager
from pitboss.house.opening import open_table
from pitboss.jackpot.refusal import RefusedError
from pitboss.jackpot.request import ApproveGame, WithdrawApproval
from pitboss.jackpot.snapshot import format_books, parse_books
from pitboss.rules import game_ids, load_game
from pitboss.rules.fingerprint import fingerprint
from pitboss.storage.memory import MemoryStore, Shelf

DAY = date(2024, 6, 14)
OFFICE = ("tess", "ada")
TCP = load_game("three_card_poker")
WHOLE = {"rules": "rules of play", "rules_days": ("2023-05-05", "2023-06-05"), "controls": "IC-7"}
"""What an approval must name before its game is dealt."""


class Office:
    def __init__(self):
        self.shelf = Shelf()
        self.manager = GameManager(MemoryStore(self.shelf), lambda: 0)
        self.ids = count(1)

    def ask(self, kind, *words, by=OFFICE, **more):
        return self.manager.ask(kind(f"request {next(self.ids)}", by, *words, **more))

    def approve(self, game, number="GC-2024-1", day="2024-06-01", **more):
        return self.ask(ApproveGame, game.id, fingerprint(game), number, day, **{**WHOLE, **more})

    @property
    def approvals(self):
        return tuple(self.manager.floor.approvals.values())


@pytest.fixture
def office():
    return Office()


def deal(game, office, **more):
    return open_table(game, day=DAY, approvals=office.approvals, **more)


@pytest.mark.parametrize("name", game_ids())
def test_req_5_an_approved_game_is_dealt_and_no_other(office, name):
    game = load_game(name)
    with pytest.raises(NotApprovedError, match=f"{game.name} is not approved: .* none of it is on the list"):
        deal(game, office)
    office.approve(game)
    assert deal(game, office).setup.game is game
    for other in game_ids():
        if other != name:
            with pytest.raises(NotApprovedError):
                deal(load_game(other), office)


def raised(game):
    """One line of one paytable in force pays one more."""
    wager, (table, *_) = next(iter(game.chosen.items()))
    line, pay = next(iter(table.pays.items()))
    from dataclasses import replace

    return game.with_table(replace(table, pays={**table.pays, line: to_one(pay.amount + 1)}, wager=wager))


@proves("000 letter 8", "002 letter 8", "003 letter 8")
@pytest.mark.parametrize(
    "changed",
    [
        raised(TCP),
        TCP.with_paytable("Pair Plus B"),
        TCP.with_settings(tie_rule="dearest"),
    ],
    ids=["a pay", "another paytable", "a setting"],
)
def test_req_5_a_game_that_was_changed_since_is_refused_with_both_fingerprints(office, changed):
    office.approve(TCP)
    with pytest.raises(NotApprovedError) as caught:
        deal(changed, office)
    assert fingerprint(changed) in str(caught.value)
    assert fingerprint(TCP) in str(caught.value)
    office.approve(changed, "GC-2024-2")
    assert deal(changed, office)
    assert deal(TCP, office), "both are approved now"


def test_req_5_a_withdrawn_approval_no_longer_holds_and_may_be_given_again(office):
    office.approve(TCP)
    office.ask(WithdrawApproval, TCP.id, fingerprint(TCP), "recalled by the maker", by=("sue",))
    with pytest.raises(NotApprovedError):
        deal(TCP, office)
    assert office.approvals[0].withdrawn == "recalled by the maker"
    office.approve(TCP, "GC-2024-9")
    assert deal(TCP, office)


def test_a_training_table_needs_no_approval(office):
    assert deal(TCP, office, seed=1)


def test_approvals_are_entries_of_the_journal_and_in_a_checkpoint(office):
    office.approve(TCP)
    office.ask(WithdrawApproval, TCP.id, fingerprint(TCP), "recalled", by=("sue",))
    office.approve(TCP.with_paytable("Pair Plus B"))
    again = GameManager(MemoryStore(office.shelf), lambda: 0)
    assert again.floor.approvals == office.manager.floor.approvals
    assert parse_books(format_books(again.floor)) == office.manager.floor


@pytest.mark.parametrize(
    ("words", "by", "why"),
    [
        (("g", "f" * 64, "A-1", "2024-06-01"), ("tess",), "two people"),
        (("g", "f" * 63, "A-1", "2024-06-01"), OFFICE, "64 hexadecimal digits"),
        (("g", "F" * 64, "A-1", "2024-06-01"), OFFICE, "64 hexadecimal digits"),
        (("g", "f" * 64, " ", "2024-06-01"), OFFICE, "has a number"),
        ((" ", "f" * 64, "A-1", "2024-06-01"), OFFICE, "names its game"),
        (("g", "f" * 64, "A-1", "June"), OFFICE, "write the day as 2024-06-14"),
    ],
)
def test_an_approval_says_what_when_and_by_whom(office, words, by, why):
    with pytest.raises(RefusedError, match=why):
        office.ask(ApproveGame, *words, by=by)


def test_an_approval_is_given_once_and_withdrawn_for_a_reason(office):
    office.approve(TCP)
    with pytest.raises(RefusedError, match="approved already, by GC-2024-1 of 2024-06-01"):
        office.approve(TCP)
    with pytest.raises(RefusedError, match="for a reason"):
        office.ask(WithdrawApproval, TCP.id, fingerprint(TCP), " ")
    with pytest.raises(RefusedError, match="there is no approval"):
        office.ask(WithdrawApproval, TCP.id, "f" * 64, "why not")


# -- what an approval names ------------------------------------------------------------------------


@proves(
    "000 letter 1",
    "002 letter 1",
    "003 letter 1",
    "000 letter 2",
    "002 letter 2",
    "003 letter 2",
    "000 letter 4",
    "002 letter 4",
    "003 letter 4",
    "000 letter 5",
    "002 letter 5",
    "003 letter 5",
)
@pytest.mark.parametrize(
    ("left_out", "words"),
    [
        ({"rules": ""}, "the rules of play"),
        ({"rules_days": ()}, "the day of those rules"),
        ({"controls": ""}, "the approval of the internal controls"),
        ({"is_tribal": True}, "the tribal gaming agency's approval and the commission's concurrence"),
        ({"is_tribal": True, "agency": "TGA-3"}, "the commission's concurrence"),
    ],
)
def test_an_approval_that_does_not_name_rules_controls_or_agency_lets_nobody_deal(office, left_out, words):
    office.approve(TCP, **left_out)
    with pytest.raises(NotApprovedError, match=f"does not name {words}: write it down again"):
        deal(TCP, office)
    whole = {"is_tribal": True, "agency": "TGA-3", "concurrence": "WSGC-9"} if "is_tribal" in left_out else {}
    office.approve(TCP, **whole)
    assert deal(TCP, office)
    with pytest.raises(RefusedError, match="approved already"):
        office.approve(TCP, **whole)


def test_an_agency_is_of_tribal_land_and_a_day_of_rules_is_a_day(office):
    with pytest.raises(RefusedError, match="tribal land"):
        office.approve(TCP, agency="TGA-3")
    with pytest.raises(RefusedError, match="write the day as 2024-06-14"):
        office.approve(TCP, rules_days=("May 5",))


def test_what_an_approval_names_is_in_the_floor_after_a_restart(office):
    office.approve(TCP, is_tribal=True, agency="TGA-3", concurrence="WSGC-9")
    (one,) = parse_books(format_books(office.manager.floor)).approvals.values()
    assert (one.rules_days, one.controls, one.agency) == (("2023-05-05", "2023-06-05"), "IC-7", "TGA-3")
    assert one == office.approvals[0]
