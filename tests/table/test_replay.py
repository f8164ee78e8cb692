"""A round played again from its line is the same round: event for event, payment for payment."""

from dataclasses import replace
from datetime import date
from random import Random

import pytest
from stand import MICROS

from pitboss.base.error import InputError
from pitboss.house.opening import open_table
from pitboss.rules import game_ids, load_game
from pitboss.rules.notation import diff_lines, parse_record
from pitboss.table import command, event
from pitboss.table.phase import Phase
from pitboss.table.replay import replay_round
from pitboss.table.view import view
from structure import first_of_each_kind

SEATS = {1: "ann", 2: "ann", 4: "ben", 6: "cy"}
ROUNDS, MOST_ROUNDS = 60, 600
"""Rounds that are disturbed; where they are short, more of them, until some have gone on to their end."""
OF_THE_EVENING = (
    event.ShuffleSealed,
    event.ShuffleOpened,
    event.BetsOpened,
    event.WagerPlaced,
    event.CardsLookedAt,
    event.CutCardOut,
    event.RoundClosed,
    event.RoundVoided,
)
"""Events that belong to the table's evening and not to the round's line."""


def sit_down(name, seed):
    table = open_table(load_game(name), day=date(2026, 1, 1), seed=seed)
    for seat, player in SEATS.items():
        table.handle(command.TakeSeat(player, seat))
        table.handle(command.BuyIn(player, 10**15))
    return table


def play_round(table, random, *, void_after=None):
    """A round with wagers and decisions at random; a void one ends after so many of the dealer's steps."""
    events = [*table.handle(command.OpenBets())]
    for seat in SEATS:
        for wager in sorted(map(table.setup.game.wager, table.setup.posted), key=lambda one: not one.alone):
            if wager.alone or random.random() < 0.7:
                stake = table.setup.posted[wager.id].minimum_micros
                events += table.handle(command.PlaceWager(seat, wager.id, stake))
    return events + deal_round(table, random, void_after=void_after)


def deal_round(table, random, *, void_after=None):
    """From "no more bets" to the end, with decisions at random."""
    events = [*table.handle(command.CallNoMoreBets())]
    while table.phase is not Phase.IDLE:
        if void_after is not None and table.running.point >= void_after:
            events += table.handle(command.VoidRound("the floor", "for a test"))
        elif table.phase is Phase.DECIDING:
            step = table.running.deal.step
            option = random.choice(table.options())
            events += table.handle(command.Decide(step.seat, step.question, option.name))
        else:
            events += table.handle(command.Proceed(table.running.point))
    return events


def as_heard(events):
    """The events with everything that is the round's own; a hidden card by its being hidden."""
    heard = []
    for one in events:
        if isinstance(one, OF_THE_EVENING):
            continue
        if isinstance(one, event.CardsDealt):
            cards = [slot if hasattr(slot, "suit") else "??" for slot in one.slots]
            heard.append((one.hand, one.face, cards))
        else:
            heard.append((one.does, one.says) if isinstance(one, event.DealerCalled) else one)
    return heard


@pytest.mark.parametrize("name", first_of_each_kind(game_ids()))
def test_a_replay_reproduces_every_event(name):
    table, random = sit_down(name, 3), Random(5)
    for _ in range(40):
        events = play_round(table, random)
        again = list(replay_round(*parse_record(events[-1].line)))
        assert as_heard(again) == as_heard(events)
        assert not diff_lines(again[-1].line, events[-1].line) or not table.setup.game.packets


@pytest.mark.parametrize("name", game_ids())
def test_a_void_round_is_replayed_as_far_as_it_went(name):
    table, random = sit_down(name, 4), Random(6)
    for void_after in range(1, 12):
        events = play_round(table, random, void_after=void_after)
        assert isinstance(events[-1], event.RoundVoided)
        again = list(replay_round(*parse_record(events[-1].proof.line)))
        dealt = [one for one in as_heard(again) if isinstance(one, tuple) and len(one) == 3]
        assert [one[0] for one in dealt] == [one.hand for one in events if isinstance(one, event.CardsDealt)]
        assert again[-1].returned == events[-1].returned


def test_a_meter_that_paid_an_amount_the_line_does_not_tell_is_asked_for():
    line = (
        "three_card_poker | seat 1: ante 5, progressive 1 | seat 1 hand < As Ks Qs | dealer < ?3 ?4 ?5 "
        "| seat 1 play = play | dealer > 0 2c, 1 4d, 2 9h | seat 1 hand >"
    )
    with pytest.raises(InputError, match="add 'award seat N bet = amount'"):
        list(replay_round(*parse_record(line)))
    paid = list(replay_round(*parse_record(f"{line} | award seat 1 progressive = 1234.56")))
    (progressive,) = [one for one in paid if isinstance(one, event.BetSettled) and one.bet == "progressive"]
    assert progressive.payout_micros == 1_234_560_000


def test_a_line_that_stops_at_a_decision_is_refused():
    line = "three_card_poker | seat 1: ante 5 | seat 1 hand < As Ks Qs | dealer < ?3 ?4 ?5"
    with pytest.raises(InputError, match="a decision is missing"):
        list(replay_round(*parse_record(line)))


PEEKED = (
    "blackjack | seat 1: bet 5 | seat 1 hand < 5c | dealer < Ad | seat 1 hand < 6d | dealer < ?3 "
    "| seat 1 insurance = no insurance | dealer peek = yes | dealer > 1 {hole}"
)
ROUND = (
    "three_card_draw_poker | seat 1: ante 5 | seat 1 hand < As Kd 2c | seat 1 draw < ?3 "
    "| dealer < ?4 ?5 ?6 ?7 | seat 1 play = play 1x | seat 1 draw = discard third "
    "| dealer > 0 3c, 1 4d, 2 9h, 3 Jc | seat 1 hand >"
)


def test_a_line_that_leaves_the_last_card_out_is_refused_and_no_card_is_made_up_for_it():
    with pytest.raises(InputError, match="field 10: the line ends here"):
        list(replay_round(*parse_record(ROUND)))
    assert list(replay_round(*parse_record(f"{ROUND} | seat 1 draw > 0 Qh")))


def test_a_natural_that_was_said_to_be_found_must_be_there():
    assert list(replay_round(*parse_record(PEEKED.format(hole="Kd"))))
    with pytest.raises(InputError):
        list(replay_round(*parse_record(PEEKED.format(hole="5d"))))


def test_an_award_that_nobody_won_is_refused():
    with pytest.raises(InputError, match="an award is there that no hand"):
        list(replay_round(*parse_record(f"{ROUND} | seat 1 draw > 0 Qh | award seat 1 ante = 1000000")))


def test_a_round_under_a_payout_limit_is_replayed_under_it():
    line = ROUND.replace("three_card_draw_poker", "three_card_draw_poker; aggregate_payout_limit=5000")
    assert list(replay_round(*parse_record(f"{line} | seat 1 draw > 0 Qh")))


# -- irregularities --------------------------------------------------------------------------------


def disturb(table, random):
    """Something that the procedure does not foresee, at random; what happened."""
    hidden = [
        (hand, place)
        for hand, cards in view(table).hands.items()
        for place, card in enumerate(cards)
        if card == "??"
    ]
    told = ("Ann | the dealer", random.choice(['it "fell"', "jam", "as the camera shows"]))
    ways = [lambda: table.handle(command.VoidRound(*told))]
    if hidden:
        ways += 4 * [lambda: table.handle(command.ExposeCard(*told, *random.choice(hidden)))]
    if table.phase is not Phase.REVIEW and table.running.deal.round.hands:
        hand = random.choice(list(table.running.deal.round.hands))
        ways.append(lambda: table.handle(command.ReportWrongCount(*told, hand, 9)))
    ways.append(lambda: table.handle(command.ReportFault(*told)))
    events = [*random.choice(ways)()]
    while table.phase in (Phase.REVIEW, Phase.HALTED):
        if table.phase is Phase.HALTED:
            done = random.choice([command.SwapShuffler, command.VoidRound])
        else:
            done = random.choice([*9 * [command.PlayOn], command.VoidRound])
        events += table.handle(done("Flo", "decided"))
    return events


def without_round(one):
    return replace(one, round=0, proof=None) if hasattr(one, "proof") else replace(one, round=0)


@pytest.mark.parametrize("name", first_of_each_kind(game_ids()))
def test_a_round_with_irregularities_is_replayed_to_the_last_event(name):
    """Where no card lies face down there is none that could be exposed: everything else ends the round."""
    random = Random(11)
    voided = played = hidden = 0
    for seed in range(MOST_ROUNDS):
        if seed >= ROUNDS and voided > 5 and (played > 2 or not hidden):
            break
        table = sit_down(name, seed)
        events, left = [], random.randint(1, 3)
        events += table.handle(command.OpenBets())
        for seat in SEATS:
            for wager, limit in table.setup.posted.items():
                events += table.handle(command.PlaceWager(seat, wager, limit.minimum_micros))
        events += table.handle(command.CallNoMoreBets())
        while table.phase is not Phase.IDLE:
            hidden += any("??" in cards for cards in view(table).hands.values())
            if left and random.random() < 0.1:
                events, left = [*events, *disturb(table, random)], left - 1
            elif table.phase is Phase.DECIDING:
                step, option = table.running.deal.step, random.choice(table.options())
                events += table.handle(command.Decide(step.seat, step.question, option.name))
            else:
                events += table.handle(command.Proceed(table.running.point))
        line = events[-1].proof.line
        again = list(replay_round(*parse_record(line)))
        incidents = [without_round(one) for one in events if isinstance(one, event.Incident)]
        repeated = [without_round(one) for one in again if isinstance(one, event.Incident)]
        assert repeated == incidents
        assert [type(one) for one in again if not isinstance(one, OF_THE_EVENING)] == [
            type(one) for one in events if not isinstance(one, OF_THE_EVENING)
        ]
        voided += isinstance(events[-1], event.RoundVoided)
        played += bool(incidents) and isinstance(events[-1], event.RoundClosed)
    assert voided > 5
    assert played > 2 or not hidden


def test_a_packet_of_the_wrong_count_is_in_the_line_and_replayed():
    table = sit_down("three_card_poker", 1)
    table.source.model = replace(table.source.model, detects_miscount=False)
    table.handle(command.OpenBets())
    table.handle(command.PlaceWager(1, "ante", 5 * MICROS))
    table.handle(command.CallNoMoreBets())
    table.source.misfeed(-1)
    events = table.handle(command.Proceed(table.running.point))
    line = events[-1].proof.line
    assert 'at 0 wrong count seat 1 hand = 2 by "the table"' in line
    again = list(replay_round(*parse_record(line)))
    assert [without_round(one) for one in again[-2:]] == [without_round(one) for one in events]


@pytest.mark.parametrize(
    "said", ['at 99 exposed ?3 = Kh by "a" because "b"', 'at 99 play on by "a" because "b"']
)
def test_an_irregularity_that_cannot_have_been_is_refused(said):
    with pytest.raises(InputError):
        list(replay_round(*parse_record(f"{ROUND} | seat 1 draw > 0 Qh | {said}")))
