"""A shuffle that is done with is opened whole, unless that would tell a hand that a seat kept to itself."""

import re
from random import Random

import pytest
from stand import of, open_stand
from test_replay import play_round, sit_down

from pitboss.rules import Blank, Dealt, Opened, game_ids, load_game
from pitboss.rules.notation import parse_record
from pitboss.table import command, event
from pitboss.table.phase import Phase
from pitboss.table.proof import ShuffleProof, verify_shuffle
from pitboss.table.succession import Succession
from structure import first_of_each_kind

PACKET_GAMES = [name for name in game_ids() if not load_game(name).behind_cut]


def proofs_in(events):
    for e in events:
        if isinstance(e, event.ShuffleOpened):
            yield ShuffleProof(e.commitment, e.opening)
        elif isinstance(e, event.RoundClosed):
            yield e.proof


def hides_a_hand(line):
    """Whether cards that a seat looked at were never opened, as after a fold."""
    _, record = parse_record(line)
    dealt = {move.hand: move.cards for move in record.moves if isinstance(move, Dealt)}
    opened = {move.hand for move in record.moves if isinstance(move, Opened)}
    hands = [hand for hand in dealt if re.fullmatch(r"seat \d hand", hand)]
    return any(isinstance(slot, Blank) for hand in hands if hand not in opened for slot in dealt[hand])


@pytest.mark.parametrize("name", first_of_each_kind(PACKET_GAMES))
def test_after_a_round_from_a_packet_shuffler_the_stub_is_opened_unless_a_hand_stayed_hidden(name):
    """The deck less what is shown and the stub is the folded hand: so then the stub stays sealed as well."""
    table, random = sit_down(name, 3), Random(5)
    seen, taken = set(), False
    for _ in range(60):
        events = play_round(table, random)
        taken |= "collect cards" in {one.call.cue.at for one in of(event.DealerCalled, events)}
        opened = of(event.ShuffleOpened, events)
        is_hidden = hides_a_hand(events[-1].line)
        seen.add(is_hidden)
        assert len(opened) == (not is_hidden)
        for one in opened:
            sealed = of(event.ShuffleSealed, events)[0]
            assert one.commitment == sealed.commitment == events[-1].proof.commitment
            assert len(one.opening.opened) == table.setup.game.deck.size
            assert verify_shuffle(ShuffleProof(one.commitment, one.opening), table.setup.game)
    assert seen == ({True, False} if taken else {False}), "hidden where the dealer takes it unseen"


def test_a_shoe_is_opened_when_it_is_retired_and_not_before():
    table, random = sit_down("blackjack", 3), Random(5)
    events = []
    while not of(event.ShuffleOpened, events):
        events += play_round(table, random)
    assert len(of(event.RoundClosed, events)) > 5
    assert isinstance(events[-2], event.ShuffleOpened)
    assert len({e.commitment for e in of(event.ShuffleSealed, events)}) == 1
    succession = Succession(is_complete=True)
    rounds = [one for one in proofs_in(events) if not isinstance(one, ShuffleProof)]
    for number, proof in enumerate([*rounds, *proofs_in(events[-2:-1])], start=1):
        assert succession.verify(number, proof)
    again = play_round(table, random)
    assert of(event.ShuffleSealed, again)[0].start == 0
    assert of(event.ShuffleSealed, again)[0].commitment != events[-1].proof.commitment


def test_a_void_round_with_a_hand_that_only_its_seat_has_seen_stays_sealed():
    table = sit_down("three_card_poker", 3)
    events = play_round(table, Random(5), void_after=3)
    assert isinstance(events[-1], event.RoundVoided)
    assert not of(event.ShuffleOpened, events)


def test_cards_that_only_the_house_held_are_nobodys_secret():
    stand = open_stand("blackjack")
    stand.start_all()
    stand.run(until=Phase.DECIDING)
    hidden = len(stand.table.running.deal.under)
    events = stand.do(command.VoidRound("the floor", "for a test"))
    assert hidden == 1
    assert len(of(event.ShuffleOpened, events)) == 1


def test_a_round_that_is_void_before_a_card_opens_its_shuffle():
    stand = open_stand("three_card_poker")
    stand.do(command.OpenBets())
    events = stand.do(command.VoidRound("the floor", "for a test"))
    assert [type(e) for e in events] == [event.ShuffleOpened, event.RoundVoided]


def test_the_shuffle_of_a_device_that_is_swapped_is_opened():
    stand = open_stand("blackjack")
    stand.do(command.OpenBets())
    stand.do(command.ReportFault("the dealer", "it jams"))
    events = stand.do(command.SwapShuffler("the floor", "it jams"))
    assert [type(e) for e in events] == [event.ShufflerSwapped, event.ShuffleOpened, event.ShuffleSealed]
    assert events[1].commitment != events[2].commitment
