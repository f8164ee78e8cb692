"""What the procedure does not foresee: who said so and why, what goes back, and how play resumes."""

from dataclasses import replace

import pytest
from law import freeze
from stand import IN_ROUND, MICROS, PEOPLE, make_meters, of, only, open_stand, said

from pitboss.rules import Place, game_ids
from pitboss.table import command, event
from pitboss.table.meter import MetersAwayError, TableMeters
from pitboss.table.phase import Phase, RefusedError
from pitboss.table.proof import verify_round
from pitboss.table.shuffler import I_DEAL
from pitboss.table.view import view
from structure import first_of_each_kind, has_own_hands

FLOOR = ("the floor", "as the camera shows")
BLIND = replace(I_DEAL, name="blind", detects_miscount=False)
GAMES = pytest.mark.parametrize("name", game_ids())
PACKETS = pytest.mark.parametrize("name", [name for name in game_ids() if open_stand(name).game.packets])
KINDS = (
    command.ReportWrongCount,
    command.ExposeCard,
    command.PlayOn,
    command.VoidRound,
    command.ReportFault,
    command.SwapShuffler,
)
TWO_HANDS = """
    seat 1: ante 5, pair_plus 5, progressive 1; Kh 7d 2c; play
    seat 2: ante 10; 9h 8d 2s; play
    dealer: Qc 3d 2h
"""


def walk(name, **settings):
    """The same round again and again, stopped one step later each time, until it is over."""
    steps = 0
    while True:
        stand = open_stand(name, **settings)
        stand.sit(PEOPLE)
        before = stand.wealth(), repr(stand.table.meters)
        stand.start_all()
        for _ in range(steps):
            stand.step()
            if stand.table.phase is Phase.IDLE:
                return
        yield stand, before
        steps += 1


# -- who and why -----------------------------------------------------------------------------------


def irregularity(kind, by, why):
    about = {command.ReportWrongCount: ("dealer", 4), command.ExposeCard: ("dealer", 0)}
    return kind(by, why, *about.get(kind, ()))


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize(
    "words", [("", "a reason"), ("the dealer", ""), (" ", "a reason"), ("the dealer", " ")]
)
def test_an_irregularity_without_who_and_why_is_refused(kind, words):
    stand = open_stand("three_card_poker")
    stand.start(TWO_HANDS)
    stand.run(until=Phase.DECIDING)
    if kind is command.PlayOn:
        stand.do(command.ExposeCard(*FLOOR, "dealer", 0))
    if kind is command.SwapShuffler:
        stand.do(command.ReportFault(*FLOOR))
    before = freeze(stand.table)
    with pytest.raises(RefusedError, match="recorded with who reports it and why"):
        stand.do(irregularity(kind, *words))
    assert freeze(stand.table) == before


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_the_record_says_who_and_why(kind):
    stand = open_stand("three_card_poker")
    stand.start(TWO_HANDS)
    stand.run(until=Phase.DECIDING)
    if kind is command.PlayOn:
        stand.do(command.ExposeCard("the dealer", "it fell", "dealer", 0))
    if kind is command.SwapShuffler:
        stand.do(command.ReportFault("the dealer", "it jams"))
    incidents = of(event.Incident, stand.do(irregularity(kind, *FLOOR)))
    assert incidents
    assert {(incident.round, incident.by, incident.why) for incident in incidents} == {(1, *FLOOR)}


# -- void rounds -----------------------------------------------------------------------------------


@GAMES
def test_a_round_voided_at_any_point_returns_every_wager_and_moves_no_meter(name):
    for stand, before in walk(name):
        rules = stand.table.setup.game.wagers
        staked = {
            seat: sum(stake * rules[wager].stakes for wager, stake in wagers.items())
            for seat, wagers in stand.table.seating.wagers.items()
        }
        for taken in of(event.DecisionTaken, stand.events):
            staked[taken.seat] += taken.stake_micros
        voided = only(event.RoundVoided, stand.do(command.VoidRound(*FLOOR)))
        assert (stand.wealth(), repr(stand.table.meters)) == before
        assert dict(voided.returned) == staked
        assert stand.table.phase is Phase.IDLE
        assert not any(stand.table.seating.wagers.values())


@GAMES
def test_the_cards_of_a_void_round_that_lay_open_can_be_checked_and_no_others(name):
    for stand, _ in walk(name):
        open_cards = [card for hand in view(stand.table).hands.values() for card in hand if card != "??"]
        proof = only(event.RoundVoided, stand.do(command.VoidRound(*FLOOR))).proof
        assert "the round was void" in verify_round(proof)
        assert sorted(str(one.card) for one in proof.opening.opened) == sorted(open_cards)


@GAMES
def test_after_a_void_round_the_table_plays_on(name):
    stand = open_stand(name)
    stand.start_all()
    stand.step()
    stand.do(command.VoidRound(*FLOOR))
    stand.start_all()
    stand.run()
    assert only(event.RoundClosed, stand.events).round == 2


def test_bets_that_are_voided_before_the_deal_go_back_too():
    stand = open_stand("three_card_poker")
    stand.bet(TWO_HANDS)
    voided = only(event.RoundVoided, stand.do(command.VoidRound(*FLOOR)))
    assert voided.returned == ((1, 11 * MICROS), (2, 10 * MICROS))
    assert voided.proof is None
    assert not [account for account in stand.wealth() if account.startswith("pot ")]


@pytest.mark.parametrize("dealt", [False, True])
def test_a_wager_that_was_lowered_or_taken_back_is_returned_as_it_lay(dealt):
    stand = open_stand("three_card_poker")
    stand.bet(TWO_HANDS)
    stand.do(command.PlaceWager(2, "ante", 5 * MICROS), command.TakeBack(1, "progressive"))
    if dealt:
        stand.do(command.CallNoMoreBets())
    voided = only(event.RoundVoided, stand.do(command.VoidRound(*FLOOR)))
    assert voided.returned == ((1, 10 * MICROS), (2, 5 * MICROS))


def test_chips_bought_during_a_round_stay_when_it_is_void():
    stand = open_stand("three_card_poker")
    stand.start(TWO_HANDS)
    before = stand.chips(1)
    stand.do(command.BuyIn("Ann", 50 * MICROS), command.VoidRound(*FLOOR))
    assert stand.chips(1) == before + 61 * MICROS


def test_a_counted_progressive_wager_is_counted_out_of_the_meter_when_the_round_is_void():
    stand = open_stand("three_card_poker", meters=make_meters(main="2000 seed 1000"))
    meter = stand.table.meters
    stand.start(TWO_HANDS)
    counted = only(event.ProgressiveCounted, stand.events)
    assert (counted.seat, counted.stake_micros) == (1, MICROS)
    assert next(iter(meter.levels.values())).amount_micros == 2000 * MICROS + 100_000
    stand.do(command.VoidRound(*FLOOR))
    assert next(iter(meter.levels.values())).amount_micros == 2000 * MICROS


# -- no void after a meter has paid ----------------------------------------------------------------

ROYALTY = """
    seat 1: ante 5, progressive 1; 9h 8d 2s; play
    seat 2: ante 5, progressive 1; As Ks Qs; play
    dealer: Qc 3d 2h
"""


def after_the_award(**settings):
    """Seat 2 has just been paid the meter; seat 1 is still to be settled."""
    stand = open_stand("three_card_poker", **settings)
    stand.start(ROYALTY)
    while not any(e.bet == "progressive" for e in of(event.BetSettled, stand.events)):
        stand.step()
    assert stand.table.phase in IN_ROUND
    return stand


def test_a_round_in_which_a_meter_has_paid_cannot_be_void():
    stand = after_the_award()
    before = freeze(stand.table)
    for asked in (command.VoidRound(*FLOOR), command.ReportWrongCount(*FLOOR, "seat 1 hand", 4)):
        with pytest.raises(RefusedError, match="a meter has paid in this round"):
            stand.do(asked)
        assert freeze(stand.table) == before


@pytest.mark.parametrize("backup", [True, False])
def test_a_fault_after_a_meter_has_paid_does_not_lock_the_table_and_the_award_stands(backup):
    stand = after_the_award(backup=backup)
    paid = stand.chips(2)
    stand.do(command.ReportFault(*FLOOR))
    stand.run()
    assert only(event.RoundClosed, stand.events)
    assert stand.chips(2) == paid
    (fault,) = stand.do(command.OpenBets())
    assert isinstance(fault, event.FaultReported)
    assert stand.table.phase is Phase.HALTED
    if backup:
        stand.do(command.SwapShuffler(*FLOOR))
        stand.start_all({1: "Ann"})
        stand.run()
        assert only(event.RoundClosed, stand.events)


# -- exposed cards ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", first_of_each_kind(game_ids()))
def test_an_exposed_card_is_shown_to_everybody_and_the_floor_decides(name):
    """At every point of a round, every card that is not open to all."""
    exposed = hidden = 0
    for first, _ in walk(name):
        for hand, slots in view(first.table).hands.items():
            for place, card in enumerate(slots):
                hidden += card == "??"
                if card != "??" or (len(first.events) + place) % 3:
                    continue
                stand, _ = at_the_same_point(name, first)
                told = only(event.CardExposed, stand.do(command.ExposeCard(*FLOOR, hand, place)))
                assert (told.hand, told.place, told.audience) == (hand, place, None)
                assert stand.table.phase is Phase.REVIEW
                for seat in (None, *PEOPLE):
                    assert view(stand.table, seat).hands[hand][place] == str(told.card)
                if exposed % 2:
                    stand.do(command.PlayOn(*FLOOR))
                    assert stand.table.phase is first.table.phase
                    stand.run()
                    proof = only(event.RoundClosed, stand.events).proof
                else:
                    proof = only(event.RoundVoided, stand.do(command.VoidRound(*FLOOR))).proof
                assert verify_round(proof)
                assert told.card in [one.card for one in proof.opening.opened]
                exposed += 1
    assert exposed or not hidden


def at_the_same_point(name, other):
    """Another table that has come as far as this one."""
    stand = open_stand(name)
    stand.start_all()
    while len(stand.events) < len(other.events):
        stand.step()
    return stand, len(stand.events)


@pytest.mark.parametrize(("hand", "place"), [("dealer", 3), ("dealer", -1), ("seat 3 hand", 0), ("", 0)])
def test_a_card_that_is_not_there_cannot_be_exposed(hand, place):
    stand = open_stand("three_card_poker")
    stand.start(TWO_HANDS)
    stand.run(until=Phase.DECIDING)
    with pytest.raises(RefusedError, match="there is no card at place"):
        stand.do(command.ExposeCard(*FLOOR, hand, place))


def test_while_the_floor_decides_nothing_else_goes_on():
    stand = open_stand("three_card_poker")
    stand.start(TWO_HANDS)
    stand.run(until=Phase.DECIDING)
    stand.do(command.ExposeCard(*FLOOR, "dealer", 0))
    for asked in (command.Decide(1, "play", "play"), command.Proceed(stand.table.running.point)):
        with pytest.raises(RefusedError, match="the floor decides about an irregularity"):
            stand.do(asked)


# -- the wrong number of cards ---------------------------------------------------------------------


@PACKETS
@pytest.mark.parametrize("cards", [-1, 1])
def test_a_packet_that_the_device_finds_wrong_stops_the_deal_and_the_backup_takes_over(name, cards):
    """Requirement 19: nothing more is dealt from that deck."""
    stand = open_stand(name)
    stand.sit(PEOPLE)
    before = stand.wealth()
    stand.start_all()
    stand.step()
    stand.table.source.misfeed(cards)
    told = stand.step()
    while stand.table.phase is Phase.DEALING:
        told = stand.step()
    assert only(event.FaultReported, told).source == "i-Deal Plus"
    assert stand.table.phase is Phase.HALTED
    swapped, *_, voided = stand.do(command.SwapShuffler(*FLOOR))
    assert (swapped.old, swapped.new) == ("i-Deal Plus", "ACE")
    assert isinstance(voided, event.RoundVoided)
    assert stand.wealth() == before
    stand.start_all()
    stand.run()
    assert of(event.ShuffleSealed, stand.events)[0].source == "ACE"
    assert only(event.RoundClosed, stand.events)


@PACKETS
@pytest.mark.parametrize("cards", [-1, 1])
def test_a_packet_that_only_the_table_finds_wrong_voids_the_round(name, cards):
    stand = open_stand(name, model=BLIND)
    stand.sit(PEOPLE)
    before = stand.wealth()
    stand.start_all()
    stand.table.source.misfeed(cards)
    reported, voided = stand.step()
    assert isinstance(reported, event.WrongCountReported)
    assert reported.count - cards in stand.game.packets
    assert isinstance(voided, event.RoundVoided)
    assert stand.wealth() == before
    assert stand.table.phase is Phase.IDLE


@GAMES
def test_a_wrong_count_that_the_dealer_reports_voids_every_hand_and_the_cards_are_shuffled_again(name):
    """Requirement 19 and every game's own rule; for a shoe as well."""
    stand = open_stand(name)
    if not stand.game.packets:
        stand.table.source.behind_cut = stand.game.behind_cut
    stand.sit(PEOPLE)
    before = stand.wealth()
    stand.start_all()
    first = of(event.ShuffleSealed, stand.events)[0]
    own = Place(4, {}).hand if has_own_hands(stand.game) else ""
    while own not in view(stand.table).hands and (own or not view(stand.table).hands):
        stand.step()
    hand = own or next(iter(view(stand.table).hands))
    wrong = len(view(stand.table).hands[hand]) + 1
    reported, *_ = stand.do(command.ReportWrongCount("the dealer", "a card more", hand, wrong))
    assert (reported.hand, reported.count) == (hand, wrong)
    assert stand.wealth() == before
    stand.start_all()
    again = of(event.ShuffleSealed, stand.events)[0]
    assert again.commitment != first.commitment
    assert again.start == 0


def test_a_wrong_count_of_a_hand_that_is_not_there_is_refused_and_the_hands_are_named():
    stand = open_stand("three_card_poker")
    stand.start(TWO_HANDS)
    with pytest.raises(RefusedError, match="no hand 'seat 1 hand' in this round; hands are none yet"):
        stand.do(command.ReportWrongCount(*FLOOR, "seat 1 hand", 4))
    stand.step()
    with pytest.raises(RefusedError, match="no hand 'dealer' in this round; hands are seat 1 hand"):
        stand.do(command.ReportWrongCount(*FLOOR, "dealer", 4))


# -- the shuffler fails ----------------------------------------------------------------------------


@GAMES
def test_a_fault_before_the_round_is_mended_by_a_swap_and_costs_nothing(name):
    stand = open_stand(name)
    stand.do(command.ReportFault(*FLOOR))
    assert stand.table.phase is Phase.HALTED
    (swapped,) = stand.do(command.SwapShuffler(*FLOOR))
    assert isinstance(swapped, event.ShufflerSwapped)
    assert stand.table.phase is Phase.IDLE
    stand.start_all()
    stand.run()
    assert only(event.RoundClosed, stand.events)


@GAMES
def test_a_fault_while_bets_are_open_leaves_the_wagers_and_seals_a_fresh_shuffle(name):
    stand = open_stand(name)
    stand.bet_all()
    wagers = repr(stand.table.seating.wagers)
    first = only(event.ShuffleSealed, stand.events)
    stand.do(command.ReportFault(*FLOOR))
    *_, sealed = stand.do(command.SwapShuffler(*FLOOR))
    assert sealed.commitment != first.commitment
    assert repr(stand.table.seating.wagers) == wagers
    assert stand.table.phase is Phase.BETTING
    stand.do(command.CallNoMoreBets())
    stand.run()
    closed = only(event.RoundClosed, stand.events)
    assert closed.proof.commitment == sealed.commitment
    assert verify_round(closed.proof)


@GAMES
def test_a_fault_in_the_middle_of_a_round_voids_it_with_the_swap(name):
    for stand, before in walk(name):
        stand.do(command.ReportFault(*FLOOR))
        assert stand.table.phase is Phase.HALTED
        swapped, *_, voided = stand.do(command.SwapShuffler(*FLOOR))
        assert isinstance(swapped, event.ShufflerSwapped)
        assert isinstance(voided, event.RoundVoided)
        assert (stand.wealth(), repr(stand.table.meters)) == before
        assert stand.table.phase is Phase.IDLE


@GAMES
@pytest.mark.parametrize("betting", [True, False])
def test_without_a_backup_the_round_is_void_and_no_bets_open_until_one_is_there(name, betting):
    stand = open_stand(name, backup=False)
    stand.sit(PEOPLE)
    before = stand.wealth()
    stand.bet_all() if betting else stand.start_all()
    stand.do(command.ReportFault(*FLOOR))
    halted = freeze(stand.table)
    with pytest.raises(RefusedError, match="no backup stands by"):
        stand.do(command.SwapShuffler(*FLOOR))
    assert freeze(stand.table) == halted
    stand.do(command.VoidRound(*FLOOR))
    assert stand.wealth() == before
    (fault,) = stand.do(command.OpenBets())
    assert isinstance(fault, event.FaultReported)
    assert stand.table.phase is Phase.HALTED
    assert stand.wealth() == before


def test_a_backup_that_fails_too_is_refused_and_nothing_changes():
    stand = open_stand("three_card_poker")
    stand.start(TWO_HANDS)
    stand.do(command.ReportFault(*FLOOR))
    stand.table.backup.fail("not plugged in")
    before = freeze(stand.table)
    with pytest.raises(RefusedError, match="the backup does not work either: ACE: not plugged in"):
        stand.do(command.SwapShuffler(*FLOOR))
    assert freeze(stand.table) == before


def test_a_swap_needs_a_fault():
    stand = open_stand("three_card_poker")
    with pytest.raises(RefusedError, match="SwapShuffler cannot be now"):
        stand.do(command.SwapShuffler(*FLOOR))


@GAMES
@pytest.mark.parametrize("opened", [False, True])
def test_a_fault_between_rounds_takes_nothing_back_of_the_round_before(name, opened):
    """Whatever the floor answers to the fault, a round that is over stays as it was settled."""
    stand = open_stand(name)
    stand.start_all()
    stand.run()
    before = stand.wealth(), repr(stand.table.meters)
    if opened:
        stand.table.source.fail("it jams")
        stand.do(command.OpenBets())
    else:
        stand.do(command.ReportFault(*FLOOR))
    assert stand.table.phase is Phase.HALTED
    try:
        told = stand.do(command.VoidRound(*FLOOR))
        assert not any(voided.returned for voided in of(event.RoundVoided, told))
    except RefusedError:
        pass
    assert (stand.wealth(), repr(stand.table.meters)) == before


# -- pressed twice ---------------------------------------------------------------------------------


@GAMES
def test_a_second_press_of_the_same_button_is_refused_and_changes_nothing(name):
    stand = open_stand(name)
    stand.bet_all()
    with pytest.raises(RefusedError, match="OpenBets cannot be now"):
        stand.do(command.OpenBets())
    stand.do(command.CallNoMoreBets())
    with pytest.raises(RefusedError, match="CallNoMoreBets cannot be now"):
        stand.do(command.CallNoMoreBets())
    while stand.table.phase in IN_ROUND:
        step = stand.table.running.deal.step
        if stand.table.phase is Phase.DECIDING:
            asked = command.Decide(step.seat, step.question, step.options[0].name)
        else:
            asked = command.Proceed(stand.table.running.point)
        stand.do(asked)
        before = freeze(stand.table)
        with pytest.raises(RefusedError):
            stand.do(asked)
        assert freeze(stand.table) == before


def test_a_late_press_says_that_it_was_done_already():
    stand = open_stand("three_card_poker")
    stand.start(TWO_HANDS)
    stand.step()
    with pytest.raises(RefusedError, match="that was done already: the table is at point 1, not 0"):
        stand.do(command.Proceed(0))


def test_a_wager_placed_twice_lies_there_once():
    stand = open_stand("three_card_poker")
    stand.bet(TWO_HANDS)
    before = freeze(stand.table)
    stand.do(command.PlaceWager(1, "ante", 5 * MICROS))
    assert freeze(stand.table) == before
    stand.do(command.TakeBack(1, "progressive"))
    with pytest.raises(RefusedError, match="seat 1 has nothing on Progressive"):
        stand.do(command.TakeBack(1, "progressive"))


def test_the_dealer_announces_nothing_of_a_refused_command():
    stand = open_stand("three_card_poker")
    stand.start(TWO_HANDS)
    heard = said(stand.events)
    with pytest.raises(RefusedError):
        stand.do(command.CallNoMoreBets())
    assert said(stand.events) == heard


# -- the meters fail -------------------------------------------------------------------------------


class Away(TableMeters):
    """Meters that can be cut off."""

    is_away = False

    def count(self, wager, stakes):
        self._check()
        return super().count(wager, stakes)

    def reverse(self, wager):
        self._check()
        return super().reverse(wager)

    def award(self, level, share, claim):
        self._check()
        return super().award(level, share, claim)

    def end_round(self):
        self._check()
        super().end_round()

    def _check(self):
        if self.is_away:
            raise MetersAwayError("the line is cut")


def on_meters_that_can_fail(script):
    meters = Away(make_meters(main="2000 seed 1000").levels)
    stand = open_stand("three_card_poker", meters=meters)
    stand.bet(script)
    return stand, meters


def test_where_the_meters_are_away_progressive_wagers_go_back_and_the_game_goes_on():
    stand, meters = on_meters_that_can_fail(TWO_HANDS)
    before = stand.chips(1)
    meters.is_away = True
    stand.do(command.CallNoMoreBets())
    assert only(event.ProgressiveClosed, stand.events).why == "the line is cut"
    assert stand.chips(1) == before + MICROS
    stand.run()
    assert only(event.RoundClosed, stand.events)
    assert "progressive" not in {e.bet for e in of(event.BetSettled, stand.events)}


def refused_while_away(stand, meters, asked):
    """The command is refused as long as the line is cut, and the table stays as it was."""
    meters.is_away = True
    before = freeze(stand.table)
    with pytest.raises(MetersAwayError):
        stand.do(asked)
    assert freeze(stand.table) == before
    meters.is_away = False


def test_an_award_that_the_meters_refuse_leaves_the_seat_as_it_was_and_is_paid_once_when_they_are_back():
    stand, meters = on_meters_that_can_fail(ROYALTY)
    stand.do(command.CallNoMoreBets())
    while "progressive" not in {ready.bet for ready in stand.table.running.ready}:
        stand.step()
    refused_while_away(stand, meters, command.Proceed(stand.table.running.point))
    stand.run()
    paid = [
        e.payout_micros for e in of(event.BetSettled, stand.events) if (e.seat, e.bet) == (2, "progressive")
    ]
    assert paid == [2_000_200_000]


def test_neither_a_void_round_nor_the_end_of_one_is_half_done_when_the_meters_refuse():
    stand, meters = on_meters_that_can_fail(TWO_HANDS)
    stand.do(command.CallNoMoreBets())
    refused_while_away(stand, meters, command.VoidRound(*FLOOR))
    stand.run(until=Phase.CLOSING)
    refused_while_away(stand, meters, command.Proceed(stand.table.running.point))
    stand.run()
    assert only(event.RoundClosed, stand.events)


# -- found by review -------------------------------------------------------------------------------


def test_nobody_cashes_out_what_a_void_round_would_take_back():
    """A seat is paid, the shuffler fails, the player goes for his chips, the round is void."""
    stand = open_stand("three_card_poker")
    stand.start("seat 1: ante 5; 2c 6d Th; play\nseat 7: ante 5; 5h 6h 7h; play\ndealer: Jc 8d 4s")
    while not of(event.BetSettled, stand.events):
        stand.step()
    stand.do(command.ReportFault(*FLOOR))
    player = stand.table.seating.players[7]
    with pytest.raises(RefusedError, match="may still be void"):
        stand.do(command.CashOut(player))
    stand.do(command.VoidRound(*FLOOR))
    assert min(stand.table.player_chips().values()) > 0
    assert stand.do(command.CashOut(player))


def test_a_table_whose_second_shuffler_fails_too_is_brought_a_third():
    stand = open_stand("three_card_poker")
    for _ in range(3):
        stand.start_all()
        stand.run(until=Phase.DECIDING)
        stand.do(command.ReportFault(*FLOOR))
        if stand.table.backup is None:
            with pytest.raises(RefusedError, match="have one brought"):
                stand.do(command.SwapShuffler(*FLOOR))
            brought = only(event.BackupBrought, stand.do(command.BringBackup(*FLOOR)))
            assert (brought.by, brought.why) == FLOOR
        with pytest.raises(RefusedError, match="stands by already"):
            stand.do(command.BringBackup(*FLOOR))
        stand.do(command.SwapShuffler(*FLOOR))
    stand.start_all()
    stand.run()
    assert only(event.RoundClosed, stand.events)


def test_a_stake_that_was_lowered_before_its_owner_cashed_out_comes_back_when_the_round_is_void():
    """Only what still lies there goes back: the rest went back before, and left the table with its owner."""
    stand = open_stand("three_card_poker")
    table = stand.table
    table.handle(command.TakeSeat("Ann", 1))
    table.handle(command.BuyIn("Ann", 100 * MICROS))
    table.handle(command.OpenBets())
    for dollars in (90, 5):
        table.handle(command.PlaceWager(1, "ante", dollars * MICROS))
    table.handle(command.CashOut("Ann"))
    assert table.chips("Ann") == 0
    voided = only(event.RoundVoided, table.handle(command.VoidRound(*FLOOR)))
    assert voided.returned == ((1, 5 * MICROS),)
    assert table.chips("Ann") == 5 * MICROS
    assert table.money.is_conserved
