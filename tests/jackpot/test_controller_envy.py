"""Envy at the controller: whose hand, who gets how much, and that no round ends before it is paid."""

import pytest
from pit import FLUSH, GAME, QUADS, ROYAL, STRAIGHT_FLUSH, Pit, make_terms, names

from pitboss.base.money import MICROS
from pitboss.house.tableside import Tableside, open_controller
from pitboss.jackpot.controller import Phase, command, event, make_layout
from pitboss.jackpot.refusal import RefusedError
from pitboss.jackpot.request import EndGame, EnvyAward, SetTerms, Switch
from pitboss.jackpot.snapshot import format_books, parse_books
from pitboss.jackpot.terms import LevelTerms, Terms
from pitboss.rules import load_game


def rows(envies):
    """Who gets how many dollars for whose hand."""
    return [(envy.seat, envy.holder, envy.micros // MICROS) for envy in envies]


def shown(events):
    """What the keypad says last."""
    return [rows(one.due) for one in events if isinstance(one, event.EnvyShown)][-1]


def three_card(pit, **changes):
    """A table of Three Card Poker, whose AKQ suited is paid from the tray and brings $25 of envy."""
    game = load_game("three_card_poker")
    level = (LevelTerms("", 1_000 * MICROS, 140_000),)
    terms = Terms("tcp", {game.id: "TCP Progressive 1"}, ("table 3",), level, **changes)
    pit.manager.ask(SetTerms("tcp terms", ("tess", "sue"), terms))
    pit.manager.ask(Switch("tcp open", ("sue",), "tcp", True))
    controller = open_controller(pit.manager, "table 3", 7, game)
    pit.sides["table 3"] = Tableside(controller, pit.manager.ask_all, pit.clock)
    return controller


# -- who gets what -------------------------------------------------------------------------------------


def test_every_other_seat_with_a_locked_wager_gets_envy_and_the_holder_does_not():
    pit = Pit().open()
    pit.start(1, 3, 5, 6)
    assert shown(pit.press(5)) == [(6, 5, 1_000), (3, 5, 1_000), (1, 5, 1_000)]


def test_on_the_link_paytables_envy_is_multiplied_by_the_wager_of_whoever_gets_it():
    pit = Pit().open()
    pit.do(*(command.PlaceWager(seat, units * MICROS) for seat, units in ((1, 1), (2, 5), (3, 2))))
    pit.do(command.CountWagers("dan"))
    assert shown(pit.press(3, STRAIGHT_FLUSH)) == [(2, 3, 1_500), (1, 3, 300)]


def test_elsewhere_envy_is_as_printed_and_multiplies_up_with_the_denomination_only():
    pit = Pit().open()
    three_card(pit)
    pit.start(1, 2, table="table 3", stake=4 * MICROS)
    assert shown(pit.press(2, "akq_spades", table="table 3")) == [(1, 2, 100)]
    five = Pit().open()
    three_card(five, wager_micros=5 * MICROS)
    five.start(1, 2, table="table 3", stake=10 * MICROS)
    assert shown(five.press(2, "akq_spades", table="table 3")) == [(1, 2, 500)]


def test_several_envy_hands_in_a_round_pay_several_times_and_their_holders_from_each_other():
    pit = Pit().open()
    pit.start(2, 4, 7)
    pit.press(2, ROYAL)
    assert shown(pit.press(4, STRAIGHT_FLUSH)) == [(7, 4, 300), (7, 2, 1_000), (4, 2, 1_000), (2, 4, 300)]


def test_a_hand_that_is_not_on_the_list_brings_none():
    pit = Pit().open()
    pit.start(1, 2)
    for line in (QUADS, FLUSH):
        assert "EnvyShown" not in names(pit.press(2, line))
        pit.press(2, line)
    assert pit.at().envies == ()


def test_a_hand_without_a_wager_wins_nothing_and_others_get_envy_for_it():
    """A player who makes the wager gets envy if another player hits the hand, with or without a wager."""
    pit = Pit().open()
    pit.start(1, 4)
    assert shown(pit.press(6)) == [(4, 6, 1_000), (1, 6, 1_000)]
    assert pit.wins() == []
    with pytest.raises(RefusedError, match="no progressive wager"):
        pit.press(7, QUADS)
    pit.end()
    assert pit.floor.progressives["link"].envy.micros == 2_000 * MICROS
    assert pit.floor.progressives["link"].tray.hits == 0


def test_a_hand_paid_from_the_tray_brings_envy_too():
    pit = Pit().open()
    three_card(pit)
    pit.start(1, 2, 3, table="table 3")
    assert shown(pit.press(3, "akq_suited", table="table 3")) == [(2, 3, 25), (1, 3, 25)]
    pit.end(table="table 3")
    over = pit.shelf.entries[-1].draft.fact
    assert over.tray == ((3, "akq_suited", 500 * MICROS),)
    assert over.envy == ((2, 3, "akq_suited", 25 * MICROS), (1, 3, "akq_suited", 25 * MICROS))


def test_envy_stays_at_the_table_of_the_hand():
    pit = Pit().open()
    pit.start(2, 5)
    pit.start(3, 4, table="table 2")
    pit.press(2)
    assert pit.at("table 2").envies == ()


def test_nobody_has_a_wager_but_the_holder():
    pit = Pit().open()
    pit.start(2)
    assert "EnvyShown" not in names(pit.press(2))
    pit.confirm()
    assert "RoundEnded" in names(pit.end())


@pytest.mark.parametrize(
    ("setting", "paid"), [("none", [(6, 5, 1_000)]), ("progressive", [(6, 5, 1_000), (2, 5, 1_000)])]
)
def test_whether_a_player_gets_envy_from_his_other_spot_is_the_houses_setting(setting, paid):
    pit = Pit().open()
    controller = pit.at()
    game = GAME.with_settings(envy_between_own_spots=setting)
    controller.handle(command.OpenProgressive(pit.terms, make_layout(game, pit.terms)))
    pit.do(*(command.PlaceWager(seat, MICROS) for seat in (2, 5, 6)))
    pit.do(command.CountWagers("dan", {2: "Ann", 5: "Ann", 6: "Bob"}))
    assert shown(pit.press(5)) == paid


# -- paying --------------------------------------------------------------------------------------------


def test_envy_is_part_of_the_close_which_says_who_got_what():
    pit = Pit().open()
    pit.start(2, 3)
    pit.press(3)
    with pytest.raises(RefusedError, match="neither confirmed nor taken back"):
        pit.do(command.EndRound("dan"))
    pit.confirm()
    events = pit.do(command.EndRound("dan"))
    (paid,) = (one for one in events if isinstance(one, event.EnvyPaid))
    assert rows(paid.paid) == [(2, 3, 1_000)]
    assert event.EnvyShown(()) in events
    assert "RoundEnded" in names(events)


def test_a_hand_that_is_taken_back_takes_its_envy_along():
    pit = Pit().open()
    pit.start(2, 3)
    pit.press(3)
    assert shown(pit.press(3)) == []
    assert "RoundEnded" in names(pit.do(command.EndRound("dan")))
    assert pit.shelf.entries[-1].draft.fact.envy == ()


def test_a_rejected_win_brings_no_envy():
    pit = Pit().open()
    pit.start(2, 3)
    pit.press(3)
    pit.do(command.OpenJackpot(3))
    assert shown(pit.do(command.RejectWin("sue", "a king is missing"))) == []


def test_without_the_manager_envy_is_paid_and_journaled_when_it_is_back():
    pit = Pit().open()
    pit.start(1, 4)
    pit.do(command.LoseConnection())
    pit.press(6)
    pit.do(command.EndRound("dan"))
    assert pit.at().phase is Phase.ENDING
    pit.do(command.Reconnect())
    assert pit.floor.progressives["link"].envy.hits == 2


def test_after_a_start_the_envy_of_a_win_in_the_journal_is_due():
    pit = Pit().open()
    pit.start(1, 4)
    pit.press(4)
    pit.confirm()
    assert rows(pit.start_controller().envies) == [(1, 4, 1_000)]


# -- the journal ---------------------------------------------------------------------------------------


def test_envy_is_in_the_entry_of_game_over_moves_no_money_and_is_in_the_checkpoint():
    pit = Pit().open()
    pit.start(1, 4)
    pit.press(4)
    pit.confirm()
    before = dict(pit.floor.book.balances)
    pit.end()
    entry = pit.shelf.entries[-1].draft
    assert entry.fact.envy == ((1, 4, ROYAL, 1_000 * MICROS),)
    assert entry.transfers == ()
    assert pit.floor.book.balances == before
    state = parse_books(format_books(pit.floor)).progressives["link"]
    assert (state.envy.hits, state.envy.micros) == (1, 1_000 * MICROS)


@pytest.mark.parametrize(
    ("envy", "why"),
    [
        ([(1, 1, 5)], "his own hand"),
        ([(3, 1, 5)], "counted wager"),
        ([(1, 2, 5), (1, 2, 5)], "once for each hand"),
        ([(1, 2, 0)], "more than nothing"),
    ],
)
def test_req_18_the_manager_refuses_envy_for_ones_own_hand_without_a_wager_or_twice(envy, why):
    pit = Pit(make_terms()).open()
    pit.start(1, 2)
    awards = tuple(EnvyAward(seat, holder, ROYAL, dollars * MICROS) for seat, holder, dollars in envy)
    with pytest.raises(RefusedError, match=why):
        pit.manager.ask(EndGame("over", ("dan",), "table 1", (), awards))
