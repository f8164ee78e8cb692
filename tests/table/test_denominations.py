"""Denominations at a live table and at a keypad alone: everything printed for a dollar multiplies up."""

from dataclasses import replace

import pytest
from progressive_floor import TERMS, open_floor
from stand import of, only

from documents import proves
from house.test_room import check_money
from pitboss.base.error import InputError
from pitboss.base.money import MICROS
from pitboss.house.progressive import set_up
from pitboss.house.reconciliation import reconcile_book
from pitboss.house.tableside import open_tableside
from pitboss.jackpot.controller import Dialect, command, view
from pitboss.jackpot.controller import event as keypad_event
from pitboss.jackpot.fact import GameOver
from pitboss.jackpot.refusal import RefusedError
from pitboss.jackpot.request import Switch
from pitboss.jackpot.system import System, executive_above
from pitboss.jackpot.terms import LevelTerms, Terms
from pitboss.ledger.verify import verify
from pitboss.reports.sign import make_sign
from pitboss.rules import load_game
from pitboss.rules.notation import parse_record
from pitboss.service.sheet import describe_paytable
from pitboss.service.signage import describe_sign
from pitboss.storage.memory import MemoryStore
from pitboss.table import event
from pitboss.table.phase import Phase
from pitboss.table.replay import replay_round

DENOMINATIONS = [1, 2, 5]
SEEDED, RATE = 10_000, 150_000
LINK = "mississippi_stud"


def terms_of(game, paytable, dollars, **more):
    """Printed for a dollar: a seed of $10,000, multiplied up."""
    level = LevelTerms("", SEEDED * dollars * MICROS, RATE)
    return Terms("link", {game: paytable}, ("T1", "T2"), (level,), wager_micros=dollars * MICROS, **more)


def three_card(dollars):
    """AKQ of spades takes the meter; AKQ of hearts 500 for 1 from the tray; envy of $100 and of $25."""
    return f"""
        seat 2: ante 5, progressive {dollars}; Ah Kh Qh; play
        seat 3: ante 5, progressive {dollars}; As Ks Qs; play
        seat 4: ante 5, progressive {dollars}; 4c 6d Js; fold
        dealer: 2d 4h 6s
        """


def stud(dollars):
    """A royal flush at seat 2, a full wager more at seat 1."""
    return f"""
        seat 1: ante 5, progressive {2 * dollars}; 4h 9d; fold
        seat 2: ante 5, progressive {dollars}; As Ks; bet 1x, bet 1x, bet 1x
        board: Qs Js Ts
        """


def check_book(manager, stand):
    check_money(stand.room)
    assert verify(manager.store.entries()).fault is None
    assert reconcile_book(manager.store.entries()).is_right


# -- a live table ----------------------------------------------------------------------------------


@proves("000 Game Manager 3", "000 Nexus 3")
@pytest.mark.parametrize("dialect", list(Dialect), ids=lambda dialect: dialect.name)
@pytest.mark.parametrize("dollars", DENOMINATIONS)
def test_tray_awards_envy_and_the_meter_multiply_up_at_a_live_table(sit_at, dollars, dialect):
    terms = terms_of("three_card_poker", "TCP Progressive 1", dollars, folded_hands_win=True)
    manager = open_floor(MemoryStore(), terms)
    stand = sit_at(manager, dialect=dialect.value)
    stand.start(three_card(dollars))
    fed = (SEEDED * dollars * MICROS) + 3 * dollars * RATE
    assert manager.floor.meter("link", "") == fed
    stand.run(until=Phase.CLOSING)
    envies = {(one.seat, one.holder): one.micros for one in view(stand.live.keypad).envies}
    stand.confirm(3)
    stand.run()
    paid = {
        one.seat: one.payout_micros for one in of(event.BetSettled, stand.events) if one.bet == "progressive"
    }
    assert paid == {2: 500 * dollars * MICROS, 3: fed // 10_000 * 10_000, 4: 0}
    hearts, spades = 25 * dollars * MICROS, 100 * dollars * MICROS
    assert envies == {(4, 3): spades, (4, 2): hearts, (3, 2): hearts, (2, 3): spades}
    assert {(one.seat, one.holder): one.micros for one in of(event.EnvyPaid, stand.events)} == envies
    over = only(GameOver, [entry.draft.fact for entry in manager.store.entries()])
    assert {(one.seat, one.holder): one.micros for one in over.envy} == envies
    assert [(one.seat, one.micros) for one in over.tray] == [(2, 500 * dollars * MICROS)]
    check_book(manager, stand)
    line = only(event.RoundClosed, stand.events).proof.line
    again = of(event.EnvyPaid, replay_round(*parse_record(line)))
    assert {(one.seat, one.holder): one.micros for one in again} == envies, "the line tells the same again"


@proves("003 link 3", "003 link 11a times")
@pytest.mark.parametrize("dollars", DENOMINATIONS)
def test_on_a_link_paytable_envy_goes_by_the_wager_of_whoever_gets_it(sit_at, dollars):
    manager = open_floor(MemoryStore(), terms_of(LINK, "Link 01", dollars))
    limits = {"progressive": (MICROS, 20 * MICROS, MICROS)}
    stand = sit_at(manager, game=LINK, paytable="Link 01", limits=limits)
    stand.start(stud(dollars))
    stand.run(until=Phase.CLOSING)
    stand.confirm(2)
    stand.run()
    assert only(event.EnvyPaid, stand.events).micros == 2 * dollars * 1_000 * MICROS
    check_book(manager, stand)


@pytest.mark.parametrize("dollars", [2, 5])
def test_a_table_posts_one_wager_of_the_denomination_and_takes_no_other(sit_at, dollars):
    manager = open_floor(MemoryStore(), terms_of("three_card_poker", "TCP Progressive 1", dollars))
    stand = sit_at(manager)
    posted = stand.table.setup.posted["progressive"]
    assert (posted.minimum_micros, posted.maximum_micros) == (dollars * MICROS, dollars * MICROS)
    with pytest.raises(InputError, match=rf"a wager is a whole number of \${dollars}.00, not \$1.00"):
        stand.bet("seat 1: ante 5, progressive 1; 2c 7d 9s; fold\ndealer: 2d 4h 6s")


@pytest.mark.parametrize("dollars", DENOMINATIONS)
def test_the_sign_the_display_and_the_players_page_say_what_is_paid(sit_at, dollars):
    manager = open_floor(MemoryStore(), terms_of("three_card_poker", "TCP Progressive 1", dollars))
    stand = sit_at(manager)
    hosted, spades = stand.room.open("T1"), 100 * dollars * MICROS
    prizes = [one for one in make_sign(stand.table.setup).prizes if one.wager == "Progressive"]
    posted = {one.hand: one.envy_micros for one in prizes}
    assert (posted["AKQ spades"], posted["AKQ suited"]) == (spades, spades // 4)
    display = describe_sign(manager.floor, hosted)
    assert display["wager_micros"] == dollars * MICROS
    assert display["lines"][0] == {"words": "AKQ suited", "micros": 500 * dollars * MICROS}
    assert [one["micros"] for one in display["envy"]] == [spades, spades // 4]
    game = stand.table.setup.game
    lines = describe_paytable(game, game.chosen["progressive"][0])["lines"]
    assert [one["envy_micros"] for one in lines[:2]] == [spades, spades // 4]


def test_on_a_sign_of_the_link_envy_is_for_each_dollar_whatever_the_denomination(sit_at):
    manager = open_floor(MemoryStore(), terms_of(LINK, "Link 01", 5))
    stand = sit_at(manager, game=LINK, paytable="Link 01")
    prizes = make_sign(stand.table.setup).prizes
    prize = next(one for one in prizes if (one.wager, one.hand) == ("Progressive", "royal flush"))
    assert (prize.envy_micros, prize.envy_times_wager) == (1_000 * MICROS, True)
    assert describe_sign(manager.floor, stand.room.open("T1"))["envy"][0]["micros"] == 5_000 * MICROS


def test_limits_of_the_tables_own_are_cut_to_whole_wagers(sit_at):
    manager = open_floor(MemoryStore(), terms_of("three_card_poker", "TCP Progressive 1", 2))
    stand = sit_at(manager, limits={"progressive": (MICROS, 5 * MICROS, MICROS)})
    posted = stand.table.setup.posted["progressive"]
    assert (posted.minimum_micros, posted.maximum_micros, posted.step_micros) == (
        2_000_000,
        4_000_000,
        2_000_000,
    )


def test_limits_that_leave_no_whole_wager_close_it_with_the_reason(sit_at):
    manager = open_floor(MemoryStore(), terms_of("three_card_poker", "TCP Progressive 1", 5))
    stand = sit_at(manager, limits={"progressive": (MICROS, MICROS, MICROS)})
    assert stand.controller.closed_why == "link: the table takes $1.00 to $1.00, and one wager is $5.00"
    assert "progressive" not in stand.table.setup.posted


# -- a keypad alone --------------------------------------------------------------------------------


@pytest.mark.parametrize("dollars", DENOMINATIONS)
def test_tray_awards_and_envy_multiply_up_at_a_keypad(dollars):
    terms = terms_of("three_card_poker", "TCP Progressive 1", dollars)
    manager = open_floor(MemoryStore(), terms)
    side = open_tableside(manager, "T1", 7, load_game("three_card_poker"))
    for seat in (2, 3, 4):
        side.do(command.PlaceWager(seat, dollars * MICROS))
    side.do(command.CountWagers("dan"))
    side.do(command.PressHand(2, "akq_suited", "", "dan"))
    posted = only(keypad_event.WinPosted, side.do(command.PressHand(3, "akq_spades", "", "dan")))
    assert posted.micros == (SEEDED * dollars * MICROS + 3 * dollars * RATE) // 10_000 * 10_000
    for asked in (command.OpenJackpot(3), command.ConfirmWin("sue"), command.EndRound("dan")):
        side.do(asked)
    over = only(GameOver, [entry.draft.fact for entry in manager.store.entries()])
    assert [(one.seat, one.micros) for one in over.tray] == [(2, 500 * dollars * MICROS)]
    assert {one.micros for one in over.envy if one.holder == 3} == {100 * dollars * MICROS}
    assert {one.micros for one in over.envy if one.holder == 2} == {25 * dollars * MICROS}


# -- thresholds, and what is no denomination ---------------------------------------------------------


@pytest.mark.parametrize("dollars", DENOMINATIONS)
def test_the_amount_above_which_a_card_of_an_executive_is_asked_for_multiplies_up(dollars):
    terms = terms_of(LINK, "Link 01", dollars)
    assert executive_above(terms, System.NEXUS) == 10_000 * dollars * MICROS
    assert executive_above(terms, System.GAME_MANAGER) is None
    stated = replace(terms, executive_above_micros=3_000 * MICROS)
    assert executive_above(stated, System.NEXUS) == 3_000 * MICROS, "what the house says is as it says it"


def test_a_largest_wager_below_one_wager_is_refused():
    with pytest.raises(InputError, match=r"at most \$100.00 is taken, and one wager is \$200.00"):
        replace(TERMS, wager_micros=200 * MICROS).check()


def test_a_game_whose_rules_say_what_is_wagered_has_no_other_denomination(sit_at):
    terms = terms_of("blackjack", "Bet the Set 21 Progressive", 5)
    manager = open_floor(MemoryStore(), terms)
    stand = sit_at(manager, game="blackjack", paytable="Bet the Set 21 Progressive")
    assert stand.controller.closed_why == "link: a wager of $5.00 is none of Blackjack, where it is $1.00"
    with pytest.raises(RefusedError, match=r"a wager of \$5.00 is none of Blackjack"):
        set_up(manager, replace(terms, id="other", tables=("T9",)), id_="again", by=("tess", "sue"))


def test_terms_of_another_denomination_change_what_is_posted_between_rounds(sit_at):
    terms = terms_of("three_card_poker", "TCP Progressive 1", 1)
    manager = open_floor(MemoryStore(), terms)
    stand = sit_at(manager)
    manager.ask(Switch("close", ("sue",), "link", False))
    set_up(manager, replace(terms, wager_micros=5 * MICROS), id_="five", by=("tess", "sue"))
    manager.ask(Switch("again", ("sue",), "link", True))
    stand.play("seat 1: ante 5, progressive 5; 2c 7d 9s; fold\ndealer: 2d 4h 6s")
    assert manager.floor.meter("link", "") == SEEDED * MICROS + 5 * RATE
