"""Limits: what is posted, what a jurisdiction allows on a day, and what one round may pay.

"Requirement n" is the number in the list of what regulation asks of the software.
"""

from dataclasses import replace
from datetime import date

import pytest
from law import freeze
from stand import DAY, MICROS, PEOPLE, make_meters, of, open_stand, told

from dealing import base_wager
from documents import proves
from pitboss.base.error import InputError
from pitboss.base.odds import to_one
from pitboss.rules import Choose, game_ids, load_game
from pitboss.table import command, event
from pitboss.table.jurisdiction import find_jurisdiction
from pitboss.table.phase import Phase, RefusedError
from pitboss.table.setup import Setup, SpotLimit, dollars
from pitboss.table.view import view

TCP = "three_card_poker"
GAMES = pytest.mark.parametrize("name", game_ids())


def betting(name=TCP, **settings):
    stand = open_stand(name, **settings)
    stand.sit({1: "Ann"})
    stand.do(command.OpenBets())
    return stand


# -- what is posted --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("limit", "right", "wrong"),
    [
        (dollars(5, 100), [5, 6, 100], [0, 4, 101, -5]),
        (dollars(10, 50, 5), [10, 15, 50], [5, 12, 51, 55]),
        (dollars(25, 25), [25], [24, 26, 50]),
    ],
)
def test_a_spot_takes_its_minimum_to_its_maximum_in_its_steps(limit, right, wrong):
    stand = betting(limits={"ante": limit})
    for stake in right:
        stand.do(command.PlaceWager(1, "ante", stake * MICROS))
        assert stand.table.seating.stake(1, "ante") == stake * MICROS
    before = freeze(stand.table)
    for stake in wrong:
        with pytest.raises(InputError, match=r"Ante (takes|goes up from)"):
            stand.do(command.PlaceWager(1, "ante", stake * MICROS))
        assert freeze(stand.table) == before


def test_a_stake_between_two_cents_is_refused():
    stand = betting(limits={"ante": SpotLimit(5 * MICROS, 100 * MICROS, 10_000)})
    stand.do(command.PlaceWager(1, "ante", 5_010_000))
    with pytest.raises(InputError, match="steps of"):
        stand.do(command.PlaceWager(1, "ante", 5_015_000))


@pytest.mark.parametrize(
    "limit",
    [
        dollars(0, 5),
        dollars(5, 4),
        dollars(5, 10, 0),
        SpotLimit(5_000_001, 10 * MICROS, MICROS),
        SpotLimit(5 * MICROS, 10 * MICROS, 1),
    ],
)
def test_limits_that_make_no_sense_cannot_be_posted(limit):
    with pytest.raises(InputError, match="Ante: "):
        Setup(load_game(TCP), DAY, limits={"ante": limit})


@GAMES
def test_where_the_rules_say_what_is_wagered_a_table_takes_that_alone(name):
    game = load_game(name)
    for wager in game.wagers.values():
        if wager.dollars:
            assert Setup(game, DAY, closed=game.unoffered).posted[wager.id] == dollars(
                wager.dollars, wager.dollars
            )
            with pytest.raises(InputError, match=rf"{wager.label} is \${wager.dollars}\.00 by the rules"):
                Setup(game, DAY, limits={wager.id: dollars(wager.dollars, wager.dollars + 1)})


def test_a_limit_for_a_wager_that_the_game_does_not_have_is_refused():
    with pytest.raises(InputError, match="unknown wager 'insurance'"):
        Setup(load_game(TCP), DAY, limits={"insurance": dollars(1, 5)})


def test_a_limit_may_name_its_wager_in_any_spelling():
    setup = Setup(load_game(TCP), DAY, limits={"Pair Plus": dollars(10, 20), "6 card bonus": dollars(2, 4)})
    assert setup.posted["pair_plus"] == dollars(10, 20)
    assert setup.posted["six_card_bonus"] == dollars(2, 4)


def test_nobody_bets_more_than_he_has():
    stand = betting()
    stand.do(command.CashOut("Ann"), command.BuyIn("Ann", 20 * MICROS))
    stand.do(command.PlaceWager(1, "ante", 15 * MICROS))
    with pytest.raises(RefusedError, match=r"\$6.00 is needed and Ann has \$5.00 in chips"):
        stand.do(command.PlaceWager(1, "pair_plus", 6 * MICROS))
    stand.do(command.PlaceWager(1, "ante", 20 * MICROS))
    assert stand.chips(1) == 0


def test_a_decision_that_nobody_can_pay_for_is_refused_and_he_may_buy_chips():
    stand = betting()
    stand.do(command.CashOut("Ann"), command.BuyIn("Ann", 12 * MICROS))
    stand.do(command.PlaceWager(1, "ante", 10 * MICROS), command.CallNoMoreBets())
    stand.run(until=Phase.DECIDING)
    assert [option.can_afford for option in view(stand.table).asked.options] == [True, False]
    with pytest.raises(RefusedError, match="buy in, or do not 'play'"):
        stand.do(command.Decide(1, "play", "play"))
    stand.do(command.BuyIn("Ann", 8 * MICROS), command.Decide(1, "play", "play"))


# -- the jurisdiction's single wager: requirements 1 and 2 -----------------------------------------

LIMITS = {
    date(1999, 12, 31): 25,
    date(2000, 1, 1): 100,
    date(2008, 12, 31): 100,
    date(2009, 1, 1): 300,
    date(2023, 8, 18): 300,
    date(2023, 8, 19): 400,
    date(2026, 1, 1): 400,
}


@proves(
    "000 exceptions limits",
    "000 six limits",
    "000 Game Manager limits",
    "000 Nexus limits",
    "001 bonus limits",
    "002 step limits",
    "003 dealing limits",
    "003 Game Manager limits",
    "003 Nexus limits",
    "003 link limits",
)
@pytest.mark.parametrize("day", LIMITS, ids=str)
def test_requirements_1_and_2_the_limit_of_one_wager_is_that_of_the_day(day):
    game, most = load_game("caribbean_stud"), LIMITS[day]
    washington = find_jurisdiction("washington")
    assert washington.wager_limit(day).micros == most * MICROS
    small = {"ante": dollars(1, most // 2), "cover_all": dollars(1, most)}
    two = {"closed": frozenset({"progressive"})}
    Setup(game, day, limits=small, **two)
    with pytest.raises(InputError, match=rf"Cover All: \${most + 1}.00 is above the \${most}.00"):
        Setup(game, day, limits={**small, "cover_all": dollars(1, most + 1)}, **two)


def test_requirement_2_every_limit_has_a_day_and_a_source():
    washington = find_jurisdiction("Washington")
    for rules in (washington.single_wager, washington.games_on_a_hand, washington.seats):
        assert [rule.since for rule in rules] == sorted(rule.since for rule in rules)
        assert all(rule.source and rule.strength in "ABC" for rule in rules)
    with pytest.raises(InputError, match="had no rule for this on 1990-05-01"):
        washington.wager_limit(date(1990, 5, 1))


def test_requirement_1_a_decision_may_not_put_more_on_a_wager_than_the_limit():
    stand = betting("mississippi_stud", limits={"ante": dollars(5, 400)})
    stand.do(command.PlaceWager(1, "ante", 150 * MICROS), command.CallNoMoreBets())
    stand.run(until=Phase.DECIDING)
    offered = {o.name: o.stake_micros // MICROS for o in view(stand.table).asked.options}
    assert offered == {"fold": 0, "bet 1x": 150, "bet 2x": 300}
    with pytest.raises(RefusedError, match="seat 1 cannot 'bet 3x' here; it can: fold, bet 1x, bet 2x"):
        stand.do(command.Decide(1, "3rd street", "bet 3x"))


@GAMES
def test_the_highest_maximum_that_may_be_posted_leaves_every_seat_more_than_one_option(name):
    """A player who has bet the maximum can do more than fold."""
    base = base_wager(load_game(name))
    stand = None
    for most in (400, 200, 133, 100):
        try:
            stand = betting(name, limits={base: dollars(1, most)})
            break
        except InputError:
            continue
    stand.do(command.PlaceWager(1, base, most * MICROS), command.CallNoMoreBets())
    while stand.table.phase is not Phase.IDLE:
        if isinstance(stand.table.running.deal.step, Choose):
            assert len(stand.table.options()) >= 2, f"{most} leaves only {stand.table.options()}"
        stand.step()


# -- separate games on a hand: requirement 3 -------------------------------------------------------


def test_requirement_3_no_more_than_six_wagers_on_one_hand():
    game = load_game(TCP)
    bonus = game.wagers["bonus"]
    more = {f"bonus_{n}": replace(bonus, id=f"bonus_{n}") for n in (1, 2)}
    Setup(replace(game, wagers={**game.wagers, "bonus_1": more["bonus_1"]}), DAY)
    with pytest.raises(InputError, match="allows 6 wagers on one hand from 2009-09-14, not 7"):
        Setup(replace(game, wagers={**game.wagers, **more}), DAY)


@GAMES
def test_requirement_3_every_game_names_a_table_that_is_lawful_and_more_than_that_is_refused(name):
    game = load_game(name)
    assert set(Setup(game, DAY, closed=game.unoffered).posted) == set(game.offered)
    if game.unoffered:
        with pytest.raises(InputError, match=f"allows 6 wagers .*: close one of {', '.join(game.wagers)}"):
            Setup(game, DAY)


def test_requirement_3_three_of_the_six_stay_at_five_dollars():
    Setup(load_game(TCP), DAY, limits={"bonus": dollars(1, 25)})
    with pytest.raises(InputError, match=r"allows 3 wagers above \$5.00 on one hand"):
        Setup(load_game(TCP), DAY, limits={"bonus": dollars(1, 25), "six_card_bonus": dollars(1, 6)})


@pytest.mark.parametrize(("day", "most"), [(date(2007, 12, 31), 2), (date(2008, 1, 1), 3)])
def test_requirement_3_earlier_there_were_fewer(day, most):
    game = load_game("mississippi_stud")
    wagers = dict(list(game.wagers.items())[:most])
    Setup(replace(game, wagers=wagers), day)
    if most < len(game.wagers):
        with pytest.raises(InputError, match=f"allows {most} wagers on one hand"):
            Setup(game, day)


# -- the aggregate payout limit: requirements 7, 8 and 9 -------------------------------------------

BIG = {"bonus": dollars(1, 300)}
OLD = date(2022, 6, 1)


def low_odds(game):
    """The same game with every prize below 50 to 1."""
    chosen = {
        wager: tuple(
            replace(table, pays={line: to_one(min(pay.amount, 49)) for line, pay in table.pays.items()})
            for table in tables
        )
        for wager, tables in game.chosen.items()
    }
    return replace(game, chosen=chosen)


def test_requirement_7_no_limit_where_no_prize_pays_50_to_1():
    game = load_game("three_card_draw_poker").with_settings(aggregate_payout_limit=50_000)
    Setup(game, DAY)
    with pytest.raises(InputError, match="no prize of Three Card Draw Poker pays 50 to 1"):
        Setup(low_odds(game), DAY)


def test_requirement_7_a_wager_below_50_to_1_is_not_limited():
    setup = Setup(load_game(TCP).with_settings(aggregate_payout_limit=50_000), DAY)
    limited = {wager: setup.aggregate_micros(wager) for wager in setup.game.wagers}
    # Ante Bonus 5 to 1, Pair Plus 40 to 1; the Progressive's fixed award of 500 for 1 is 499 to 1
    assert limited == {
        "ante": None,
        "pair_plus": None,
        "six_card_bonus": 50_000 * MICROS,
        "bonus": 50_000 * MICROS,
        "progressive": 50_000 * MICROS,
    }


@pytest.mark.parametrize(("limit", "passes"), [(15_000, True), (14_999, False)])
def test_requirement_8_the_limit_is_at_least_50_times_the_largest_wager(limit, passes):
    """The rule's own example: $300 at thousands to 1."""
    game = load_game(TCP).with_settings(aggregate_payout_limit=limit)
    if passes:
        Setup(game, OLD, limits=BIG)
        return
    with pytest.raises(InputError, match=r"must be at least \$15,000.00 for Bonus, not \$14,999.00"):
        Setup(game, OLD, limits=BIG)


@pytest.mark.parametrize(
    ("name", "wager", "times"), [("caribbean_stud", "ante", 2), ("mississippi_stud", "ante", 3)]
)
def test_requirement_8_counts_the_most_that_can_come_to_lie_on_a_bet(name, wager, times):
    """The Raise is twice the Ante, a street three times: that is the largest wager the odds are for."""
    limits = {wager: SpotLimit(5 * MICROS, 20 * MICROS, MICROS)}
    floor = 20 * times * 50
    Setup(load_game(name).with_settings(aggregate_payout_limit=floor), DAY, limits=limits)
    with pytest.raises(InputError, match=rf"must be at least \${floor:,}\.00"):
        Setup(load_game(name).with_settings(aggregate_payout_limit=floor - 1), DAY, limits=limits)


def test_requirement_9_every_bet_on_the_same_paytable_has_its_own_limit():
    """A royal flush at 500 to 1 on 20 dollars: the Ante and each street are cut to the limit apart."""
    limits = {"ante": SpotLimit(5 * MICROS, 20 * MICROS, MICROS)}
    stand = open_stand("mississippi_stud", limits=limits, aggregate_payout_limit=5_000)
    stand.play(
        """
        seat 1: ante 20; As Ks; bet 1x, bet 1x, bet 1x
        board: Qs Js Ts
        """
    )
    paid = {e.bet: (e.payout_micros, e.withheld_micros) for e in of(event.BetSettled, stand.events)}
    assert paid == dict.fromkeys(
        ("ante", "third_street", "fourth_street", "fifth_street"), (5_020 * MICROS, 5_000 * MICROS)
    )


# -- a wager that the table does not offer ---------------------------------------------------------


def test_a_wager_can_be_left_off_the_table():
    closed = frozenset({"bonus", "progressive"})
    setup = Setup(load_game(TCP), DAY, closed=closed)
    assert not closed & set(setup.posted)
    assert setup.progressives == ()
    assert setup.levels == ()
    stand = open_stand(TCP, closed=closed)
    stand.sit({1: "Ann"})
    stand.do(command.OpenBets(), command.PlaceWager(1, "ante", 5 * MICROS))
    with pytest.raises(RefusedError, match="does not offer Bonus; it offers Ante, Pair Plus, 6 Card Bonus"):
        stand.do(command.PlaceWager(1, "bonus", MICROS))


def test_under_the_text_of_2009_three_card_poker_is_offered_with_three_small_wagers():
    """At most three games above five dollars count; with five wagers open the layout was refused."""
    with pytest.raises(InputError):
        Setup(load_game(TCP), date(2009, 9, 13))
    closed = frozenset({"six_card_bonus", "bonus", "progressive"})
    assert set(Setup(load_game(TCP), date(2009, 9, 13), closed=closed).posted) == {"ante", "pair_plus"}


@pytest.mark.parametrize("closed", [{"nothing"}, {"ante", "pair_plus"}])
def test_a_table_cannot_close_what_it_has_not_or_all_it_has(closed):
    with pytest.raises(InputError, match=r"has no wager|at least one wager"):
        Setup(load_game(TCP), DAY, closed=frozenset(closed))


TWO_WINNERS = """
    seat 1: ante 5, six_card_bonus 5, bonus 5; As Ks Qs; play
    seat 2: ante 5, bonus 5; 5h 6h 7h; play
    dealer: Js Ts 2d
"""


def test_requirement_9_the_limit_is_for_one_prize_type_and_one_deal():
    stand = open_stand(TCP, aggregate_payout_limit=5_000)
    for _ in range(2):
        stand.play(TWO_WINNERS)
        paid = {(e.seat, e.bet): e for e in of(event.BetSettled, stand.events)}
        # Seat 2 is settled first and wins 125 times 5; seat 1's 4,000 times 5 is cut to the 4,375 left.
        assert paid[2, "bonus"].payout_micros == (5 + 625) * MICROS
        assert paid[1, "bonus"].payout_micros == (5 + 4_375) * MICROS
        assert paid[1, "bonus"].withheld_micros == (20_000 - 4_375) * MICROS
        # Another prize type: the royal flush of the 6 Card Bonus, 1,000 times 5, is within its own limit.
        assert paid[1, "six_card_bonus"].payout_micros == (5 + 5_000) * MICROS
        assert paid[1, "ante_bonus"].payout_micros == 25 * MICROS


def test_without_a_limit_nothing_is_withheld():
    stand = open_stand(TCP)
    stand.play(TWO_WINNERS)
    assert {e.withheld_micros for e in of(event.BetSettled, stand.events)} == {0}


def test_a_meter_pays_in_full_whatever_the_limit():
    stand = open_stand(TCP, aggregate_payout_limit=250, meters=make_meters(main="2000 seed 1000"))
    stand.play("seat 1: ante 5, progressive 1; As Ks Qs; play\ndealer: Js Td 2d")
    assert "1 progressive: akq_spades 1 -> 2000.1" in told(stand.events)


# -- seats: requirement 13 -------------------------------------------------------------------------


def test_requirement_13_a_table_has_seven_seats_by_default_and_at_most():
    assert Setup(load_game(TCP), DAY).seats == 7
    for seats in (0, 8):
        with pytest.raises(InputError, match=f"a table has 1 to 7 seats in Washington State, not {seats}"):
            Setup(load_game(TCP), DAY, seats=seats)
    stand = open_stand(TCP, seats=3)
    with pytest.raises(RefusedError, match="this table has seats 1 to 3, not 4"):
        stand.do(command.TakeSeat("Ann", 4))


def test_a_seat_is_one_players_until_he_leaves_it():
    stand = open_stand(TCP)
    stand.sit({2: "Ann"})
    with pytest.raises(RefusedError, match="seat 2 is taken by Ann"):
        stand.do(command.TakeSeat("Bob", 2))
    stand.do(command.OpenBets(), command.PlaceWager(2, "ante", 5 * MICROS))
    with pytest.raises(RefusedError, match="seat 2 has wagers down"):
        stand.do(command.LeaveSeat(2))
    stand.do(command.TakeBack(2, "ante"), command.LeaveSeat(2), command.TakeSeat("Bob", 2))
    with pytest.raises(RefusedError, match="say who takes the seat"):
        stand.do(command.TakeSeat(" ", 3))


# -- requirement 14: the best line, once ------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "line", "payout"),
    [("As Ks Qs", "akq_spades", 4001), ("Ah Kh Qh", "akq_suited", 1001), ("3h 2h Ah", "straight_flush", 126)],
)
def test_requirement_14_a_bonus_is_paid_once_on_the_best_line_that_the_hand_makes(cards, line, payout):
    stand = open_stand(TCP)
    stand.play(f"seat 1: ante 5, bonus 1; {cards}; fold\ndealer: Jc 8d 4s")
    assert told(stand.events)[1:] == [f"1 bonus: {line} 1 -> {payout}"]


# -- requirement 16: no bet after "no more bets" ----------------------------------------------------


@GAMES
def test_requirement_16_after_no_more_bets_a_stake_changes_by_decisions_alone(name):
    stand = open_stand(name)
    stand.start_all()
    while stand.table.phase is not Phase.IDLE:
        before = freeze(stand.table)
        for wager, limit in stand.table.setup.posted.items():
            for asked in (
                command.PlaceWager(1, wager, limit.maximum_micros),
                command.PlaceWager(5, wager, limit.minimum_micros),
                command.TakeBack(4, wager),
            ):
                with pytest.raises(RefusedError, match="cannot be now"):
                    stand.do(asked)
        assert freeze(stand.table) == before
        stand.step()
    placed = of(event.WagerPlaced, stand.events)
    closed = next(n for n, e in enumerate(stand.events) if isinstance(e, event.BetsClosed))
    assert len(placed) == len(of(event.WagerPlaced, stand.events[:closed]))


# -- requirement 17: what rides along ----------------------------------------------------------------


@GAMES
def test_requirement_17_a_wager_that_rides_along_needs_one_that_stands_alone(name):
    stand = betting(name)
    game, posted = stand.game, stand.table.setup.posted
    riding = [wager for wager in posted if not game.wagers[wager].alone]
    alone = [wager for wager in posted if game.wagers[wager].alone]
    for wager in riding:
        with pytest.raises(RefusedError, match="rides along"):
            stand.do(command.PlaceWager(1, wager, MICROS))
    base = base_wager(game)
    for wager in (base, *(w for w in posted if w != base)):
        stand.do(command.PlaceWager(1, wager, posted[wager].minimum_micros))
    for wager in alone[:-1]:
        stand.do(command.TakeBack(1, wager))
    if riding:
        with pytest.raises(RefusedError, match="cannot lie alone: take it back first"):
            stand.do(command.TakeBack(1, alone[-1]))


def test_requirement_17_the_progressive_has_a_minimum_of_its_own():
    stand = betting(limits={"progressive": dollars(5, 5)})
    stand.do(command.PlaceWager(1, "ante", 5 * MICROS))
    with pytest.raises(InputError, match=r"Progressive takes \$5.00 to \$5.00, not \$1.00"):
        stand.do(command.PlaceWager(1, "progressive", MICROS))


# -- requirement 18: envy ------------------------------------------------------------------------------


def test_requirement_18_envy_only_to_those_with_the_wager_and_once_for_each_hand_of_another():
    stand = open_stand(TCP, "TCPB-03E")
    stand.play(
        """
        seat 1: ante 5, bonus 1; Ah Kh Qh; play
        seat 2: ante 5; Kd Qd Jd; play
        seat 3: ante 5, bonus 1; 2c 6d Th; fold
        dealer: As Ks Qs
        """
    )
    envy = sorted((e.seat, e.holder, e.micros // MICROS) for e in of(event.EnvyPaid, stand.events))
    assert envy == [(1, 2, 5), (3, 1, 25), (3, 2, 5)]


# -- requirement 19: a wrong count ends the deck ---------------------------------------------------------


def test_requirement_19_nothing_more_is_dealt_from_a_deck_with_a_wrong_count():
    stand = open_stand(TCP, backup=False)
    stand.start_all(PEOPLE)
    stand.table.source.misfeed(1)
    (fault,) = stand.step()
    assert isinstance(fault, event.FaultReported)
    assert fault.why == "i-Deal Plus: 4 cards counted in a packet of 3"
    stand.do(command.VoidRound("the floor", "a wrong count"))
    (again,) = stand.do(command.OpenBets())
    assert isinstance(again, event.FaultReported)
