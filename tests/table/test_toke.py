"""Requirement 10: a toke is a bet of its own, with its own cap, and counts towards no limit on a round."""

import pytest
from law import freeze
from stand import MICROS, of, only, open_stand

from dealing import base_wager
from pitboss.rules import game_ids
from pitboss.rules.notation import format_record, parse_record
from pitboss.table import command, event
from pitboss.table.phase import RefusedError
from pitboss.table.replay import replay_round
from pitboss.table.view import view

TCP = "three_card_poker"
WINNER = "seat 1: ante 5, bonus 5; As Ks Qs; play\nseat 2: ante 5; 2h 6h Tc; fold\ndealer: Js 8d 2d"


def play(script, *tokes, name=TCP, **settings):
    stand = open_stand(name, **settings)
    stand.bet(script)
    for toke in tokes:
        stand.do(command.PlaceToke(*toke))
    stand.do(command.CallNoMoreBets())
    stand.run()
    return stand


def settled(stand):
    return {
        (e.seat, e.bet): (e.payout_micros, e.withheld_micros) for e in of(event.TokeSettled, stand.events)
    }


def test_requirement_10_a_toke_wins_or_loses_with_its_bet_and_goes_to_the_dealers_box():
    stand = play(WINNER, (1, "ante", 2 * MICROS), (2, "ante", 3 * MICROS))
    assert settled(stand) == {(1, "ante"): (4 * MICROS, 0), (2, "ante"): (0, 0)}
    assert stand.wealth()["tokes"] == 4 * MICROS


def test_requirement_10_a_toke_has_its_own_cap_and_is_left_out_of_the_limit_on_a_round():
    """The Bonus at 4,000 to 1 on $5 is cut to the round's limit; the toke's $4,000 to its own."""
    stand = play(WINNER, (1, "bonus", MICROS), aggregate_payout_limit=5_000)
    assert settled(stand)[1, "bonus"] == (2_501 * MICROS, 1_500 * MICROS)
    (bonus,) = [e for e in of(event.BetSettled, stand.events) if e.bet == "bonus"]
    assert (bonus.payout_micros, bonus.withheld_micros) == (5_005 * MICROS, 15_000 * MICROS)


@pytest.mark.parametrize(
    ("toke", "why"),
    [
        ((1, "pair_plus", MICROS), "a toke lies beside a wager: place Pair Plus"),
        ((1, "ante", 26 * MICROS), r"at most \$25.00"),
        ((1, "ante", -1), "whole cents"),
        ((1, "ante", 15_000), "whole cents"),
        ((1, "progressive", MICROS), "wins from a meter"),
        ((3, "ante", MICROS), "nobody sits at seat 3"),
    ],
)
def test_a_toke_that_cannot_lie_there_is_refused_and_changes_nothing(toke, why):
    stand = open_stand(TCP)
    stand.bet("seat 1: ante 5, progressive 1; As Ks Qs; play\ndealer: Js 8d 2d")
    before = freeze(stand.table)
    with pytest.raises(RefusedError, match=why):
        stand.do(command.PlaceToke(*toke))
    assert freeze(stand.table) == before


def test_so_much_lies_there_however_often_it_is_pressed():
    stand = open_stand(TCP)
    stand.bet(WINNER)
    chips = stand.chips(1)
    for _ in range(2):
        stand.do(command.PlaceToke(1, "ante", 2 * MICROS))
    assert stand.chips(1) == chips - 2 * MICROS
    assert view(stand.table).seats[0].tokes == {"ante": 2 * MICROS}
    with pytest.raises(RefusedError, match="a toke lies beside Ante"):
        stand.do(command.TakeBack(1, "bonus"), command.TakeBack(1, "ante"))
    stand.do(command.PlaceToke(1, "ante", 0))
    assert stand.chips(1) == chips + 5 * MICROS


@pytest.mark.parametrize("name", game_ids())
def test_a_void_round_gives_tokes_back(name):
    stand = open_stand(name)
    stand.bet_all({1: "Ann"})
    before = stand.chips(1)
    wager = base_wager(stand.game)
    stand.do(command.PlaceToke(1, wager, MICROS), command.CallNoMoreBets())
    returned = only(event.RoundVoided, stand.do(command.VoidRound("Flo", "a test"))).returned
    lying = sum(
        limit.minimum_micros * stand.game.wagers[name].stakes
        for name, limit in stand.table.setup.posted.items()
    )
    assert returned == ((1, lying + MICROS),)
    assert stand.chips(1) == before + lying


def test_a_toke_is_in_the_line_and_replayed():
    stand = play(WINNER, (1, "ante", 2 * MICROS), (1, "bonus", MICROS))
    line = only(event.RoundClosed, stand.events).line
    assert "seat 1: ante 5, bonus 5, toke ante 2, toke bonus 1" in line
    game, record = parse_record(line)
    assert format_record(game, record) == line
    again = [one for one in replay_round(game, record) if isinstance(one, event.TokeSettled)]
    assert again == of(event.TokeSettled, stand.events)
