"""What comes over a wire may come twice, or late: it is done once, and in the round it was meant for."""

import pytest
from law import freeze
from stand import MICROS, open_stand

from pitboss.rules import Choose, game_ids
from pitboss.table import command
from pitboss.table.command import Message
from pitboss.table.phase import Phase, RefusedError
from pitboss.table.table import MEMORY


def test_chips_bought_twice_by_one_message_are_bought_once():
    table = open_stand("three_card_poker").table
    first = table.hear(Message("a", 0, command.BuyIn("Ann", 100 * MICROS)))
    assert table.hear(Message("a", 0, command.BuyIn("Ann", 100 * MICROS))) == first
    assert table.chips("Ann") == 100 * MICROS
    table.hear(Message("b", 0, command.BuyIn("Ann", 100 * MICROS)))
    assert table.chips("Ann") == 200 * MICROS


def test_an_id_that_comes_again_with_another_command_is_refused():
    table = open_stand("three_card_poker").table
    table.hear(Message("a", 0, command.BuyIn("Ann", 100 * MICROS)))
    with pytest.raises(RefusedError, match="asked for something else"):
        table.hear(Message("a", 0, command.BuyIn("Ann", 200 * MICROS)))
    assert table.chips("Ann") == 100 * MICROS


@pytest.mark.parametrize("name", game_ids())
def test_every_press_of_the_last_round_is_refused_in_the_next(name):
    """Each command of a whole round is sent again at every point of the round that follows."""
    stand = open_stand(name)
    stand.start_all({1: "Ann"})
    stand.run()
    late = [asked for asked in stand.log if not isinstance(asked, command.ANY_ROUND)]
    late.append(command.VoidRound("the floor", "a late press"))
    stand.bet_all({1: "Ann"})
    for _ in range(60):
        before = freeze(stand.table)
        for number, asked in enumerate(late):
            with pytest.raises(RefusedError, match="meant for round 1; the table is at 2"):
                stand.table.hear(Message(f"late {number}", 1, asked))
        assert freeze(stand.table) == before
        if stand.table.phase is Phase.BETTING:
            stand.do(command.CallNoMoreBets())
        elif stand.table.phase is Phase.IDLE:
            return
        else:
            stand.step()
    pytest.fail("the round never ended")


def test_a_decision_sent_twice_answers_one_question():
    stand = open_stand("mississippi_stud")
    stand.start_all({1: "Ann"})
    stand.run(until=Phase.DECIDING)
    table, step = stand.table, stand.table.running.deal.step
    assert isinstance(step, Choose)
    message = Message("x", table.number, command.Decide(step.seat, step.question, "bet 3x"))
    first, chips = table.hear(message), table.chips("Ann")
    stand.run(until=Phase.DECIDING)
    assert table.hear(message) == first
    assert table.chips("Ann") == chips


def test_a_refused_message_may_be_sent_again_when_the_table_is_ready():
    table = open_stand("three_card_poker").table
    message = Message("a", 0, command.CashOut("Ann"))
    with pytest.raises(RefusedError, match="no chips"):
        table.hear(message)
    table.hear(Message("b", 0, command.BuyIn("Ann", 100 * MICROS)))
    assert table.hear(message)


def test_a_table_remembers_a_bounded_number_of_messages():
    table = open_stand("three_card_poker").table
    for number in range(MEMORY + 100):
        table.hear(Message(str(number), 0, command.BuyIn("Ann", MICROS)))
    assert len(table.answers) == MEMORY
    assert "99" not in table.answers
    assert "100" in table.answers
