"""Games against the dealer with rankings of their own: settlements, both witnesses, published figures."""

from datetime import date
from fractions import Fraction
from importlib import import_module
from math import comb
from pathlib import Path
from random import Random

import numpy as np
import pytest
from test_live import SEATS, play_round

from dealing import nets, play_script
from pitboss.analysis.analysis import analyze
from pitboss.analysis.counting import count
from pitboss.base.error import InputError, PlanError
from pitboss.base.figure import format_percent
from pitboss.cards import Deck, parse_cards
from pitboss.house.opening import open_table
from pitboss.rules import Game, game_ids, load_game
from pitboss.rules.definition import read_game
from pitboss.rules.notation import format_move, parse_move
from pitboss.table import command, event
from witnesses import assert_alike

FOLDER = Path(__file__).parent / "next_games"
NAMES = {
    "crazy_4_poker",
    "dj_wild",
    "flush_rush",
    "four_card_poker",
    "high_five_poker",
    "i_luv_suits",
    "six_card_poker",
    "straight_edge",
}


@pytest.fixture
def game(monkeypatch):
    """A game of the catalogue or of the folder by its name."""
    monkeypatch.syspath_prepend(str(FOLDER))

    def find(name: str) -> Game:
        if name in game_ids():
            return load_game(name)
        return read_game((FOLDER / f"{name}.toml").read_text("utf-8"), import_module(name), file=name)

    return find


def settle(game, own, dealer, choices, wagers):
    """What each bet of the first seat wins, the questions without the number of the seat."""
    hands = {"seat 1 hand": own, **({"dealer": dealer} if dealer else {})}
    asked = {f"1 {question}": option for question, option in choices.items()}
    return nets(game, play_script(game, hands, asked, wagers={1: wagers}))


@pytest.mark.parametrize(
    ("own", "dealer", "play", "won"),
    [
        ("Ah Ad 9c 7s 3h", "Kh Qd 9s 4c 2d", "play 3x", (1, 3, 0, 1)),
        ("Qh Jd 9c 4s 2h", "Jh Td 8c 6s 3d", "play 1x", (0, 1, 0, -1)),
        ("Jh 9d 7c 4s 2h", "Qd Tc 8s 6h 3d", "play 1x", (0, 1, -1, -1)),
        ("9h 8d 7c 6s 2h", "Kd Td 8c 4d 2d", "play 2x", (-1, -2, 1, 3)),
        ("Kh 8d 7c 6s 2h", "Kd 8c 7s 6d 3d", "play 1x", (0, 0, 0, -1)),
        ("Ah Ad Ac As 3h", "Kh Qd 9s 4c 2d", "play 3x", (1, 3, 200, 50)),
        ("Ah Ad Ac As 3h", "Kh Qd 9s 4c 2d", "fold", (-1, 0, -1, -1)),
    ],
)
def test_crazy_4_poker(game, own, dealer, play, won):
    found = settle(game("crazy_4_poker"), own, dealer, {"play": play}, ("ante", "queens_up"))
    assert tuple(found[bet] for bet in ("ante", "play", "super_bonus", "queens_up")) == won


def test_a_flush_brings_three_to_two_even_when_it_is_beaten(game):
    won = settle(game("crazy_4_poker"), "Kd Td 8d 4d 2c", "Ah Kh 9h 5h 3s", {"play": "play 1x"}, ("ante",))
    assert won == {"ante": -1, "super_bonus": Fraction(3, 2), "play": -1}


@pytest.mark.parametrize(
    ("name", "own", "refused"),
    [
        ("crazy_4_poker", "Kh Kd 9c 7s 3h", "play 2x"),
        ("i_luv_suits", "Ah Kh 9h 5h 2c 3c 4d", "play 2x"),
        ("i_luv_suits", "Ah Kh 9h 5h 2h 3c 4d", "play 3x"),
    ],
)
def test_a_hand_that_is_too_low_cannot_raise_by_more(game, name, own, refused):
    with pytest.raises(InputError, match=f"cannot '{refused}' here"):
        settle(game(name), own, "Ks Qs Js Ts 8s 7s 6s"[: len(own)], {"play": refused}, ("ante",))


@pytest.mark.parametrize(
    ("own", "dealer", "play", "won"),
    [
        ("Ah Kh 9h 5h 2h 3c 4d", "9c 8c 7c 2d 3d 4s 5s", "play 2x", (1, 2, 10, -1)),
        ("Ah Kh 9h 5h 2h 3c 4d", "8c 7c 6c 2d 3d 4s 5s", "play 1x", (1, 0, 10, -1)),
        ("9h 8h 7h 2c 3c 4d 5d", "9s 8s 7s 2h 3h 4c 6d", "play 1x", (0, 0, -1, 9)),
        ("9h 8h 6h 2c 3c 4d 5d", "9s 8s 7s 2h 3h 4c 6d", "play 1x", (-1, -1, -1, -1)),
        ("Ah 2h 3h 4h Kh Qh 9c", "9s 8s 7s 2c 3c 4c 6d", "play 3x", (1, 3, 20, 50)),
        ("Ah 2h 3h 4h 7c 8c 9c", "9s 8s 7s 2c 3c 4c 6d", "fold", (-1, 0, 2, 50)),
    ],
)
def test_i_luv_suits(game, own, dealer, play, won):
    wagers = ("ante", "flush_rush", "super_flush_rush")
    found = settle(game("i_luv_suits"), own, dealer, {"play": play}, wagers)
    assert tuple(found[bet] for bet in ("ante", "play", "flush_rush", "super_flush_rush")) == won


@pytest.mark.parametrize(
    ("own", "dealer", "choice", "won"),
    [
        ("Ah Ad 9c 7s 3h", "Kh Kd 9s 4c 2d 5h", "raise 3x", (1, 3, 0, 1)),
        ("9h 9d 7c 4s 2h", "9s 9c 7d 4h 3d 2c", "raise 1x", (1, 1, 0, -1)),
        ("Qh 9d 7c 4s 2h", "Kd Tc 8s 6h 3d 2c", "raise 2x", (-1, -2, 0, -1)),
        ("8h 8d 8c 4s 2h", "9s 9c 9d 4h 3d 2c", "raise 3x", (-1, -3, 2, 8)),
        ("Ah 2h 3h 4h 9c", "Ks Kc Kd 4s 3d 2c", "raise 3x", (1, 3, 20, 40)),
        ("Kh Ks Kc Kd 3h", "Ah Ad Ac As 2d 5h", "raise 3x", (-1, -3, 25, 50)),
        ("Kh Ks Kc Kd 3h", "Ah Ad Ac As 2d 5h", "fold", (-1, 0, 0, 50)),
    ],
)
def test_four_card_poker(game, own, dealer, choice, won):
    found = settle(game("four_card_poker"), own, dealer, {"raise": choice}, ("ante", "aces_up"))
    assert tuple(found[bet] for bet in ("ante", "raise_bet", "ante_bonus", "aces_up")) == won


@pytest.mark.parametrize(
    ("own", "dealer", "choice", "won"),
    [
        ("6h 6d 9c Js Kh 2d 3c", "5h 5d 9s Jc Kd 2s 3h", "play", (1, 0, -1)),
        ("6h 6d 9c Js Kh 2d 3c", "7h 7d 9s Jc Kd 2s 3h", "play", (-1, -1, -1)),
        ("7h 7d 9c Js Kh 2d 3c", "6h 6s 9s Jc Kd 2s 3h", "play", (1, 1, -1)),
        ("4h 5d 6c 7s 8h Kd Kc", "5h Js 9s Jc 3d 2s Ah", "play", (1, 1, 2)),
        ("4h 5d 6c 7s 8h Kd Kc", "Ah Qs 9s Tc 3d 2s 5h", "play", (1, 1, 2)),
        ("4h 4d 4c 7s 8h Kd Jc", "Ah Qs 9s Tc 3d 2s 5h", "play", (1, 0, 1)),
        ("4h 5d 7c 8s Jk Kd Qc", "6h 6s 6d Tc 3d 2s 5h", "play", (1, 1, 2)),
        ("Ah Ad Ac Jk 8h Kd Qc", "6h 6s 6d 6c 3d 2s 5h", "play", (1, 1, 40)),
        ("Ah Ad Ac As Jk Kd Qc", "Kh Ks Qd Qh 3d 2s 5h", "play", (1, 1, 100)),
        ("Ah Ad Ac 8s 8h Kd Qc", "6h 6s 6d 6c 3d 2s 5h", "play", (-1, -1, 20)),
        ("9h 9d 9c Js Jh 4d Qc", "6h 6s 6d 6c 3d 2s 5h", "fold", (-1, 0, 7)),
        ("Kh Kd Qc Qs 9h 2d 3c", "Ks Kc Qd Qh 9d 4s 5h", "play", (0, 0, -1)),
    ],
)
def test_high_five_poker(game, own, dealer, choice, won):
    """The dealer opens with a pair of sixes, and always against a straight or better."""
    found = settle(game("high_five_poker"), own, dealer, {"play": choice}, ("ante", "trips"))
    assert tuple(found[bet] for bet in ("ante", "play", "trips")) == won


def test_trips_may_be_lost_with_a_fold(game):
    strict = game("high_five_poker").with_settings(trips_stays=False)
    hands = "9h 9d 9c Js Jh 4d Qc", "6h 6s 6d 6c 3d 2s 5h"
    assert settle(strict, *hands, {"play": "fold"}, ("ante", "trips"))["trips"] == -1


def test_aces_up_may_be_lost_with_a_fold_and_raises_may_leave_two_out(game):
    strict = game("four_card_poker").with_settings(aces_up_stays=False, raises="1 or 3")
    hands = "Kh Ks Kc Kd 3h", "Ah Ad Ac As 2d 5h"
    lost = {"ante": -1, "raise_bet": 0, "ante_bonus": 0, "aces_up": -1}
    assert settle(strict, *hands, {"raise": "fold"}, ("ante", "aces_up")) == lost
    with pytest.raises(InputError, match="cannot 'raise 2x' here"):
        settle(strict, *hands, {"raise": "raise 2x"}, ("ante",))


@pytest.mark.parametrize(
    ("own", "choices", "won"),
    [
        ("2c 3c 4c 9d Kc Qd Jd", ("bet", "bet"), (5, 1, 1)),
        ("2c 3c 4c 9d 5c Qd Jd", ("bet", "bet"), (15, 1, 1)),
        ("2c 3c 4c 5c 9c Kc Qd", ("bet", "bet"), (20, 1, 1)),
        ("2c 3c 4c 5c 9c Kc Jc", ("bet", "bet"), (300, 1, 1)),
        ("Ac 2c 3c 4c 5c 6c 7c", ("bet", "bet"), (1000, 1, 1)),
        ("2c 3c 4c 9d Kd Qd Jh", ("bet", "bet"), (-1, -1, -1)),
        ("2c 3c 4d 9d Kh Qh", ("bet", "fold"), (-1, -1, 0)),
        ("2c 3d 4h 9s", ("fold",), (-1, 0, 0)),
    ],
)
def test_flush_rush(game, own, choices, won):
    asked = dict(zip(("first bet", "second bet"), choices, strict=False))
    assert tuple(settle(game("flush_rush"), own, "", asked, ("ante",)).values()) == won


@pytest.mark.parametrize(
    ("own", "dealer", "play", "won"),
    [
        ("2c 2d Kc Qc Jc", "As Ad Ah Ks Kd", "play", (1, 50, 2, 90, 200)),
        ("2c 2d 2h 2s 9d", "Jk As Ad Kh Kc", "play", (1, 10, 2, 70, 200)),
        ("9h 8d 7c 5s 3h", "9d 8c 7s 5h 3d", "play", (0, 0, 0, -1, -1)),
        ("Jk 9h 9d 4c 3s", "2h Ah Ad 8c 7s", "play", (-1, -1, -2, 1, 15)),
        ("Kh Kd 9c 7s 3h", "Qh Jd 9s 4c 5d", "play", (1, 0, 2, -1, -1)),
        ("Kh Kd Kc 7s 3h", "As Ad 9s 4c 5d", "fold", (-1, -1, 0, 6, -1)),
    ],
)
def test_dj_wild(game, own, dealer, play, won):
    found = settle(game("dj_wild"), own, dealer, {"play": play}, ("ante", "trips", "bad_beat"))
    assert tuple(found[bet] for bet in ("ante", "blind", "play", "trips", "bad_beat")) == won


def test_the_reading_that_pays_more_is_the_tables_to_say(game):
    """Four deuces are wild five of a kind, or a natural four of a kind."""
    cards = "2c 2d 2h 2s 9d", "Jk As Ad Kh Kc", {"play": "play"}, ("ante", "trips")
    assert settle(game("dj_wild"), *cards)["trips"] == 70
    assert settle(game("dj_wild").with_paytable("DJ Trips 2"), *cards)["trips"] == 90


def test_the_bad_beat_may_be_for_the_player_alone(game):
    own, dealer = "2c 2d Kc Qc Jc", "As Ad Ah Ks Kd"
    alone = game("dj_wild").with_settings(loser="player")
    assert settle(alone, own, dealer, {"play": "play"}, ("ante", "bad_beat"))["bad_beat"] == -1


@pytest.mark.parametrize(
    ("name", "own", "dealer", "choice", "won"),
    [
        ("high_five_poker", "9h 9d 2c 4s 7h Jd Kc", "5h 5d 3c 8s Th Qd Kd", {"play": "play"}, (1, 0)),
        ("high_five_poker", "5h 6d 7c 8s 9h Kd 2c", "Ah Qd Tc 4s 3d 2d Jh", {"play": "play"}, (1, 1)),
        ("high_five_poker", "9h 9d 2c 4s 7h Jd Kc", "Jk Ad 3c 8s Th Qd 5d", {"play": "play"}, (-1, -1)),
        ("six_card_poker", "9h 9d 2c 4s 7h Jd", "Qh Jc 8d 6s 3c 2h", {"raise": "raise"}, (0, 1)),
        ("six_card_poker", "Th 9d 2c 4s 7h 3d", "Qh Jc 8d 6s 3c 2h", {"raise": "raise"}, (0, -1)),
        ("six_card_poker", "9h 9d 2c 4s 7h Jd", "Ah Kc 8d 6s 3c 2h", {"raise": "raise"}, (1, 1)),
        ("straight_edge", "Jc Qd Kh As 2c 3d 9h", "4c 5d 6h 7s 8c 9d Td Jh", {"play": "play"}, (-1, -1)),
        ("straight_edge", "4c 5c 6c 9c Jc Kc 2c", "4d 5d 6d 9d Jd Kd 2d 2h", {"play": "play"}, (1, 1)),
    ],
)
def test_games_that_are_dealt(game, name, own, dealer, choice, won):
    assert tuple(settle(game(name), own, dealer, choice, ("ante",)).values()) == won


def test_the_joker_is_a_card_of_the_notation(game):
    move = parse_move("seat 1 hand < Jk 2c 10d")
    assert format_move(move) == "seat 1 hand < Jk 2c Td"
    assert game("dj_wild").deck.size == game("high_five_poker").deck.size == 53
    assert not game("crazy_4_poker").deck.has_joker


@pytest.mark.parametrize("name", sorted(NAMES))
def test_they_are_dealt_at_a_live_table(game, name):
    """Decisions are drawn from what the table offers; with 53 cards the joker comes, too."""
    table, random = open_table(game(name), day=date(2026, 1, 1), seed=5), Random(1)
    seen: set[str] = set()
    for seat in SEATS:
        table.handle(command.TakeSeat(f"player {seat}", seat))
        table.handle(command.BuyIn(f"player {seat}", 10**13))
    for _ in range(12):
        events, won = play_round(table, random)
        assert isinstance(events[-1], event.RoundClosed)
        settled = [one for one in events if isinstance(one, event.BetSettled)]
        for seat in SEATS:
            paid = [one.payout_micros - one.stake_micros for one in settled if one.seat == seat]
            assert won[seat] == sum(paid), "what a player wins is what the bets paid"
        seen.update(map(str, events))
    assert any("Jk" in text or "rank=15" in text for text in seen) == game(name).deck.has_joker


def deck_of(text: str) -> Deck:
    return Deck(tuple((card, 1) for card in sorted(parse_cards(text))))


TOYS = [
    ("crazy_4_poker", "2c 3c 4c 5c Kc Kd Ad Ac 9h 8h", ("ante", "queens_up")),
    ("dj_wild", "2c 3c 4c 5c Kc Kd Ad Ac 9h Jk", ("ante", "trips", "bad_beat")),
    ("flush_rush", "2c 3c 4c 5c Kd Qd Jd 9d", ("ante",)),
]
LARGER = [
    ("four_card_poker", "2c 3c 4c 5c Kc Kd Kh Ad Ac 9h 8h", ("ante", "aces_up")),
    ("crazy_4_poker", "2c 3c 4c 5c Kc Kd Kh Ad Ac 9h 8h Qs", ("ante", "queens_up")),
    ("dj_wild", "2c 2d 3c 4c 5c Kc Kd Ad Ac 9h 8h Jk", ("ante", "trips", "bad_beat")),
    ("flush_rush", "2c 3c 4c 5c 9c Kd Qd Jd 9d 3h", ("ante",)),
    ("four_card_poker", "2c 3c 4c 5c Kc Kd Kh Ad Ac 9h 8h Qs", ("ante", "aces_up")),
    ("i_luv_suits", "2c 3c 4c 5c 9c Tc Kd Qd Jd 9d 3h 4h 5h 6s", ("ante", "flush_rush", "super_flush_rush")),
    ("i_luv_suits", "2c 3c 4c 5c 9c Tc 2d 3d 4d 5d 9d Td 8s 9s 7s", ("ante",)),
    ("high_five_poker", "6c 7c 8c 9c Tc Kc Ac Jk 6d 7d 8d 9d Td Kd", ("ante", "trips")),
]


@pytest.mark.parametrize(("name", "deck", "wagers"), TOYS)
def test_counting_is_walking(game, name, deck, wagers):
    assert assert_alike(game(name).with_deck(deck_of(deck)), wagers)


@pytest.mark.slow
@pytest.mark.parametrize("tie_rule", ["cheapest", "dearest"])
@pytest.mark.parametrize(("name", "deck", "wagers"), LARGER)
def test_counting_is_walking_with_cards_to_spare(game, name, deck, wagers, tie_rule):
    toy = game(name).with_deck(deck_of(deck)).with_settings(tie_rule=tie_rule)
    assert assert_alike(toy, wagers)


SIDE_BETS = {
    ("four_card_poker", "aces_up"): ("3.89%", "1.98%", "3.37%", "2.78%", "2.58%", "5.03%"),
    ("i_luv_suits", "flush_rush"): ("5.30%", "7.81%"),
    ("i_luv_suits", "super_flush_rush"): ("6.35%", "13.09%"),
}
"""Aces Up 3 is published with a return of 96.63%, and all its tables with 1.98% to 6.15%. FR 1 and SFR 1 are
published with 7.53% and 13.11%; what FR 1 comes to is plain arithmetic, as the next test shows."""


@pytest.mark.parametrize(("name", "wager"), SIDE_BETS)
def test_side_bets_on_the_own_hand(game, name, wager):
    found = game(name)
    tables = [found.with_paytable(table.id) for table in found.tables_for(wager)]
    costs = tuple(format_percent(analyze(one, wager).house_advantage, 2) for one in tables)
    assert costs == SIDE_BETS[name, wager]


def test_flush_rush_1_by_arithmetic(game):
    """Lengths of the longest flush of seven cards, where no other suit can be as long."""
    lengths = {n: 4 * comb(13, n) * comb(39, 7 - n) for n in (4, 5, 6, 7)}
    won = sum(ways * pay for ways, pay in zip(lengths.values(), (1, 10, 100, 300), strict=True))
    cost = 1 - Fraction(won + sum(lengths.values()), comb(52, 7))
    assert analyze(game("i_luv_suits").with_paytable("FR 1"), "flush_rush").house_advantage == cost


BASE_GAMES = {
    "crazy_4_poker": (Fraction(-264142729, 7726058340), "1.09%"),
    "dj_wild": (Fraction(-1419824771, 40948109202), "1.02%"),
    "flush_rush": (Fraction(-3134981, 83615350), "1.52%"),
    "four_card_poker": (Fraction(-8840827253, 317119576410), "1.30%"),
    "i_luv_suits": (Fraction(-1348050875653, 50592437455560), "1.56%"),
}
"""The expected net of one unit each, and the cost of all wagered. Published: Crazy 4 1.09% of all wagered,
Flush Rush 3.75% of the Ante, Four Card 2.79% of the Ante and 1.30% of all wagered, I Luv Suits 2.64% or, by
an advanced strategy, 2.6855% of the Ante: best play comes to 2.6645%. Of DJ Wild nothing is in print."""


@pytest.mark.slow
@pytest.mark.parametrize("name", BASE_GAMES)
def test_base_games_are_counted_exactly(game, name):
    value, risk = BASE_GAMES[name]
    figures = analyze(game(name), "ante").figures
    assert figures.expected_net == value
    assert format_percent(figures.element_of_risk, 2) == risk


@pytest.mark.slow
def test_crazy_4_is_raised_three_times_whenever_that_is_allowed(game):
    (decision,) = count(game("crazy_4_poker"), ("ante",)).price().decisions
    assert decision.allowed is not None
    assert (decision.choice[decision.allowed[:, 3]] == 3).all()
    assert set(decision.choice.tolist()) == {0, 1, 3}


@pytest.mark.slow
def test_flush_rush_is_folded_first_only_with_four_suits_then_without_three_of_one(game):
    counted = count(game("flush_rush"), ("ante",))
    for decision in counted.price().decisions:
        rows = counted.stages[decision.node.stage].rows
        most = np.stack([((rows & 3) == suit).sum(axis=1) for suit in range(4)]).max(axis=0)
        least = 2 if rows.shape[1] == 4 else 3
        assert ((decision.choice == 1) == (most >= least))[decision.reached].all()


@pytest.mark.slow
def test_high_five_costs_what_is_published(game):
    """About 3.6 %; of Trips no cost is in print."""
    figures = analyze(game("high_five_poker"), "ante").figures
    assert figures.house_advantage == Fraction(140364542777, 3928790014864)
    assert format_percent(figures.house_advantage, 1) == "3.6%"
    assert analyze(game("high_five_poker"), "trips").house_advantage == Fraction(134463, 2752555)


@pytest.mark.slow
def test_six_card_poker_costs_what_is_published(game):
    """Of the Ante, of all wagered, and how many hands are folded: all agree to their last digit."""
    figures = analyze(game("six_card_poker"), "ante").figures
    assert figures.house_advantage == Fraction(4041753161213, 317824286579800)
    assert format_percent(figures.house_advantage, 4) == "1.2717%"
    assert format_percent(figures.element_of_risk, 4) == "0.7486%"
    folded = Fraction(ways_where(figures.tally, "fold"), figures.tally.total)
    assert format_percent(folded, 2) == "30.13%"
    assert round(float(2 - folded), 4) == 1.6987


def ways_where(tally, name):
    """In how many ways the first bet of a wager comes to this."""
    return sum(ways for outcome, ways in tally.ways.items() if outcome[0].name == name)


@pytest.mark.parametrize("name", ["straight_edge"])
def test_games_that_are_dealt_say_why_they_are_not_counted(game, name):
    with pytest.raises(PlanError, match=game(name).status.why[:30]):
        analyze(game(name), "ante")
