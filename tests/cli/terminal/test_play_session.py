"""The session between the doors and the table: money, refusals, other players, faults and leaving."""

import pytest
from player import CHIPS, DAY, bet_all, cheapest, dearest, play_round, start

from pitboss.base.error import InputError
from pitboss.cli.terminal.report import result_lines
from pitboss.cli.terminal.session import PLAYER, PlayerPhase, TerminalSession, open_session
from pitboss.rules import game_ids, load_game
from pitboss.table import command, event
from pitboss.table.phase import RefusedError
from table.stand import leaving_order, open_stand, parse_script


@pytest.mark.parametrize("name", game_ids())
@pytest.mark.parametrize("choose", [cheapest, dearest])
@pytest.mark.parametrize("others", [0, 6])
def test_the_bankroll_changes_by_the_nets_that_are_shown(name, choose, others):
    session = start(name, others=others, chips=100 * CHIPS)
    for _ in range(6):
        before = session.chips_micros
        bet_all(session)
        play_round(session, choose)
        assert session.phase is PlayerPhase.RESULT
        assert session.chips_micros - before == session.past[-1].net_micros == session.net_of(session.seat)
        session.open_bets()
    assert session.chips_micros - 100 * CHIPS == sum(past.net_micros for past in session.past)


def test_the_player_sits_in_the_middle():
    assert [start("blackjack", others=others).seat for others in (0, 1, 2, 6)] == [1, 1, 2, 4]


@pytest.mark.parametrize("name", game_ids())
def test_the_others_bet_and_never_give_a_hand_up(name):
    session = start(name, others=6)
    bet_all(session)
    play_round(session)
    seats = [seat for seat in session.view.seats if seat.number != session.seat]
    assert len(seats) == len(session.others) >= 5
    for seat in seats:
        assert seat.wagers
        assert not {"fold", "surrender"} & set(seat.choices.values())


def test_the_others_buy_chips_when_theirs_run_low():
    session = start("three_card_poker", others=1)
    play_round(session)
    session.send(command.CashOut("Ada"))
    session.open_bets()
    assert session.table.seating.wagers[2]


def test_without_a_seed_the_table_is_live():
    session = open_session(load_game("blackjack"), day=DAY, seed=None, others=0)
    assert session.table.setup.is_live
    assert not session.table.source.randomness.is_seeded


# -- refusals --------------------------------------------------------------------------------------


def test_a_refused_wager_changes_nothing():
    session = start("three_card_poker")
    session.stake("ante", 5_000_000)
    for wager, micros in (("ante", 3_000_000), ("pair_plus", 101_000_000), ("progressive", 2_000_000)):
        with pytest.raises(InputError, match="takes"):
            session.stake(wager, micros)
    assert session.wagers == {"ante": 5_000_000}
    assert session.chips_micros == CHIPS - 5_000_000


def test_rebet_is_all_or_nothing():
    session = start("three_card_poker", seed=5, chips=43_000_000)
    session.stake("ante", 20_000_000)
    session.stake("bonus", 3_000_000)
    play_round(session, cheapest)
    session.open_bets()
    session.stake("pair_plus", 5_000_000)
    with pytest.raises(RefusedError, match="is needed"):
        session.rebet()
    assert session.wagers == {"pair_plus": 5_000_000}
    session.stake("pair_plus", 0)
    session.buy_in(10_000_000)
    session.rebet()
    assert session.wagers == {"ante": 20_000_000, "bonus": 3_000_000}


def test_there_is_nothing_to_rebet_before_the_first_round():
    with pytest.raises(RefusedError, match="place one first"):
        start("blackjack").rebet()


def test_nothing_is_dealt_without_a_wager():
    session = start("blackjack")
    with pytest.raises(RefusedError, match="no seat has a wager"):
        session.deal()
    assert session.phase is PlayerPhase.BETTING


def test_a_player_may_sit_a_round_out_beside_others():
    session = start("caribbean_stud", others=2)
    play_round(session)
    assert session.past[-1].settled == ()
    assert session.chips_micros == CHIPS


# -- leaving ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", game_ids())
def test_leaving_a_round_adds_no_money(name):
    session = start(name, others=1)
    bet_all(session)
    laid = sum(micros * session.game.wagers[wager].stakes for wager, micros in session.wagers.items())
    session.deal()
    while session.phase is PlayerPhase.DEALING:
        session.step()
    events = session.leave()
    added = [e.stake_micros for e in events if isinstance(e, event.DecisionTaken) and e.seat == session.seat]
    assert sum(added) <= 0, "what is taken back comes home"
    assert session.taken_micros >= CHIPS - laid
    assert session.seat not in session.table.seating.players
    assert session.table.chips(PLAYER) == 0


def test_leaving_while_bets_are_open_takes_them_back():
    session = start("three_card_poker")
    bet_all(session)
    session.leave()
    assert session.taken_micros == session.brought_micros == CHIPS


def test_a_player_without_chips_can_leave_and_is_offered_more():
    session = start("three_card_poker", chips=5_000_000)
    session.stake("ante", 5_000_000)
    assert not session.is_broke
    play_round(session, cheapest)
    session.open_bets()
    assert session.is_broke
    session.leave()
    assert (session.brought_micros, session.taken_micros) == (5_000_000, 0)


# -- when something breaks -------------------------------------------------------------------------


def test_the_backup_takes_over_and_the_wagers_go_back():
    session = start("three_card_poker")
    bet_all(session)
    session.deal()
    session.step()
    session.send(command.ReportFault("the dealer", "jammed"))
    assert session.phase is PlayerPhase.DEALING
    session.step()
    assert session.phase is PlayerPhase.RESULT
    assert session.chips_micros == CHIPS
    assert list(result_lines(session))[-1] == "The round is void: every wager went back. You have $500.00."
    session.open_bets()
    assert session.table.source.name == "i-Deal"


def test_a_fault_between_rounds_is_mended_before_the_bets_open():
    session = start("three_card_poker")
    session.stake("ante", 5_000_000)
    play_round(session)
    session.table.source.fail("jammed")
    session.open_bets()
    assert (session.phase, session.table.source.name) == (PlayerPhase.BETTING, "i-Deal")


def test_without_a_backup_the_session_is_over_and_the_chips_are_safe():
    session = start("three_card_poker")
    bet_all(session)
    session.table.backup = None
    session.deal()
    session.step()
    session.table.source.fail("jammed")
    while session.phase is PlayerPhase.DEALING:
        session.step()
    assert session.phase is PlayerPhase.CLOSED
    session.leave()
    assert session.taken_micros == CHIPS


# -- envy ------------------------------------------------------------------------------------------


def test_envy_for_the_hand_of_another_seat_is_part_of_the_net():
    stand = open_stand("three_card_poker", "TCPB-03E", seats=2)
    session = TerminalSession(stand.table, 1, (2,))
    session.sit_down(CHIPS)
    order = leaving_order(
        stand.game,
        parse_script(
            """
            seat 1: ante 5, bonus 1; Kh 7d 2c; play
            seat 2: ante 5, bonus 1; 5h 4h 3h; play
            dealer: Qc 3d 2s
            """
        ),
    )
    stand.randomness.stack(stand.game.deck, order)
    session.open_bets()
    session.stake("ante", 5_000_000)
    session.stake("bonus", 1_000_000)
    play_round(session)
    (envy,) = session.past[-1].envies
    assert (envy.holder, envy.micros) == (2, 5_000_000)
    assert session.past[-1].net_micros == 5_000_000 + 5_000_000 - 1_000_000 + 5_000_000
    assert session.chips_micros == CHIPS + session.past[-1].net_micros
