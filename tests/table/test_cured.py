"""A shuffler that is cured goes on (documents 000 and 001, irregularity 2); what is read meanwhile."""

import pytest
from stand import MICROS, PEOPLE, make_meters, of, only, open_stand

from documents import proves
from pitboss.rules import game_ids
from pitboss.rules.notation import parse_record
from pitboss.table import command, event
from pitboss.table.phase import Phase, RefusedError
from pitboss.table.replay import replay_round
from pitboss.table.trouble import SWAP, swap_steps
from pitboss.table.view import view

FAULT = command.ReportFault("Dan", "cards are jammed")
CURED = command.CureShuffler("Sue", "the jam is cleared")
WITH_SHUFFLER = [name for name in game_ids() if open_stand(name).game.packets]


def result(stand):
    return [one for one in stand.events if isinstance(one, event.BetSettled | event.EnvyPaid)]


@proves("000 irregularities 2.1")
@pytest.mark.parametrize("name", game_ids())
def test_a_cured_device_goes_on_wherever_the_round_was_and_comes_to_the_same_money(name):
    """The same seed with and without a fault before every single step of the round."""
    smooth = open_stand(name, seed=5)
    smooth.start_all()
    smooth.run()
    stand = open_stand(name, seed=5)
    stand.bet_all()
    stand.do(FAULT, CURED)
    assert stand.table.phase is Phase.BETTING
    stand.do(command.CallNoMoreBets())
    while stand.table.play:
        phase = stand.table.phase
        if not stand.table.running.deal.awards:
            stand.do(FAULT)
            assert stand.table.phase is Phase.HALTED
            stand.do(CURED)
        assert stand.table.phase is phase
        stand.step()
    assert result(stand) == result(smooth)
    assert stand.wealth() == smooth.wealth()


def test_between_rounds_a_cured_device_lets_bets_open():
    stand = open_stand("three_card_poker")
    stand.sit(PEOPLE)
    stand.do(FAULT)
    with pytest.raises(RefusedError):
        stand.do(command.OpenBets())
    (cured,) = stand.do(CURED)
    assert (cured.by, cured.why, cured.source) == ("Sue", "the jam is cleared", "i-Deal Plus")
    stand.start_all()
    stand.run()


@pytest.mark.parametrize("name", WITH_SHUFFLER)
def test_after_a_wrong_packet_a_cured_device_shuffles_afresh_and_the_round_is_void(name):
    """Law: nothing more is dealt from a deck with a wrong count."""
    stand = open_stand(name)
    stand.sit(PEOPLE)
    chips = {seat: stand.chips(seat) for seat in PEOPLE}
    stand.start_all()
    sealed = stand.table.source.commitment
    stand.table.source.misfeed(1)
    stand.step()
    assert stand.table.phase is Phase.HALTED
    told = stand.do(CURED)
    only(event.RoundVoided, told)
    assert stand.table.phase is Phase.IDLE
    assert {seat: stand.chips(seat) for seat in PEOPLE} == chips
    stand.start_all()
    assert stand.table.source.commitment != sealed
    assert stand.table.source.name == "i-Deal Plus"


def test_a_fault_after_a_meter_has_paid_is_cured_when_bets_are_to_be_opened():
    stand = open_stand("three_card_poker", meters=make_meters(main="2000 seed 1000"))
    script = "seat 1: ante 5, progressive 1; As Ks Qs; play\nseat 2: ante 5; 2c 6d Th; play\ndealer: Jc 8d 4s"
    stand.start(script)
    while not stand.table.running.deal.awards:
        stand.step()
    stand.do(FAULT)
    assert stand.table.phase is not Phase.HALTED
    stand.run()
    stand.do(command.OpenBets())
    assert stand.table.phase is Phase.HALTED
    stand.do(CURED)
    assert stand.table.phase is Phase.IDLE
    stand.do(command.OpenBets())
    assert stand.table.phase is Phase.BETTING


def test_while_the_floor_looks_at_a_card_a_cure_leads_back_to_that():
    stand = open_stand("three_card_poker")
    stand.start_all()
    stand.run(until=Phase.DECIDING)
    stand.do(command.ExposeCard("Dan", "it fell", "dealer", 0), FAULT, CURED)
    assert stand.table.phase is Phase.REVIEW


def test_the_line_of_the_round_has_fault_and_cure_and_replays():
    stand = open_stand("three_card_poker")
    stand.start("seat 1: ante 5; 9h 9d 2s; play\ndealer: Jc 8d 4s")
    stand.step()
    stand.do(FAULT, CURED)
    stand.run()
    line = only(event.RoundClosed, stand.events).line
    assert 'at 1 cured i-Deal Plus by "Sue" because "the jam is cleared"' in line
    again = list(replay_round(*parse_record(line)))
    assert of(event.BetSettled, again) == of(event.BetSettled, stand.events)
    assert len(of(event.ShufflerCured, again)) == 1


def test_a_wrong_packet_that_was_cured_replays_as_a_void_round():
    stand = open_stand("three_card_poker")
    stand.start_all()
    stand.step()
    stand.table.source.misfeed(-1)
    stand.step()
    stand.do(CURED)
    proof = only(event.RoundVoided, stand.events).proof
    again = list(replay_round(*parse_record(proof.line)))
    assert only(event.RoundVoided, again).returned == only(event.RoundVoided, stand.events).returned


def test_what_is_not_halted_cannot_be_cured():
    stand = open_stand("three_card_poker")
    with pytest.raises(RefusedError, match="CureShuffler cannot be now"):
        stand.do(CURED)
    stand.do(FAULT)
    with pytest.raises(RefusedError, match="who reports it and why"):
        stand.do(command.CureShuffler("Sue", " "))


@proves("000 irregularities 2.1", "000 irregularities 2.2")
def test_a_halted_table_shows_the_guide_first_and_then_the_seven_steps_of_a_swap():
    stand = open_stand("caribbean_stud")
    stand.do(FAULT)
    told = [call.does for call in view(stand.table).next]
    assert "guide on the back" in told[0]
    steps = [line for line in told if line[0].isdigit()]
    assert [line[0] for line in steps] == list("1234567")
    assert "set it to Caribbean Stud Poker Cover All" in steps[4]
    assert "service" in steps[5]
    assert told.index(steps[0]) > 0


def test_a_swap_has_seven_steps_and_a_game_without_a_mode_sets_none():
    assert len(SWAP) == 7
    assert swap_steps()[4] == "5. switch the backup on"


def test_chips_that_were_bought_during_the_fault_stay():
    stand = open_stand("three_card_poker")
    stand.start_all()
    stand.do(FAULT, command.BuyIn("Ann", 5 * MICROS), CURED)
    stand.run()
    assert stand.table.money.is_conserved
