"""What is drawn: nothing is cut or covered, whatever the game, the others and the size of the screen."""

import re
from dataclasses import replace
from itertools import pairwise

import pytest
from player import CHIPS, Gallery, bet_all, dearest, exhibit, play_round, shown, start, steps
from textual.color import Color
from textual.geometry import Region
from textual.widget import Widget

from dealing import base_wager
from pitboss.base.money import format_dollars
from pitboss.base.odds import to_one
from pitboss.cards import parse_card
from pitboss.cli.terminal.action import actions_of
from pitboss.cli.terminal.app import THEME, wager_order
from pitboss.cli.terminal.card import LARGE, LEAST_SHOWN, SMALL, FanLayout, NamedHand, fit_hands
from pitboss.cli.terminal.felt import felt_colour, place_row, spot_rows
from pitboss.cli.terminal.panel import MORE_PAYS
from pitboss.cli.terminal.report import paytable_lines
from pitboss.cli.terminal.session import PlayerPhase
from pitboss.reports.wording import Spot, card_sign, offered_spots, pay_lines, spots_of, table_in_force
from pitboss.rules import game_ids, load_game
from pitboss.table.event import BetSettled, EnvyPaid
from pitboss.table.glance import HandView
from structure import DECIDED, first_of_each_kind

SIZES = [(80, 24), (120, 40), (118, 24), (80, 40)]
"""The closest of every class of width and height."""
ROOMIER = [pytest.param(size, marks=pytest.mark.slow) for size in (*SIZES[2:], (100, 30), (160, 50))]


@pytest.fixture(scope="module", autouse=True)
def gallery():
    """Screens that stay open for this module; only a test that says so opens a new one."""
    with Gallery():
        yield


@pytest.mark.parametrize("name", first_of_each_kind(game_ids()))
def test_nothing_is_cut_at_any_step_of_a_round_alone(name):
    check_every_step(name, others=0)


@pytest.mark.slow
@pytest.mark.parametrize("name", game_ids())
def test_nothing_is_cut_at_any_step_of_a_round_at_a_full_table(name):
    check_every_step(name, others=6)


def check_every_step(name, others):
    """Law: at 80 by 24 all that is put on the screen fits there, at every step."""
    session = start(name, seed=11, others=others, chips=100 * CHIPS)

    async def visit(show):
        for number in range(2):
            for wager in session.offered:
                await show(selected=wager)
            bet_all(session)
            for phase in steps(session, dearest):
                if not number or phase is not PlayerPhase.DEALING:
                    await show()
            session.open_bets()

    exhibit(session, visit)


@pytest.mark.parametrize("name", first_of_each_kind(game_ids()))
@pytest.mark.parametrize("size", [SIZES[1], *ROOMIER])
def test_larger_screens_cut_nothing_either(name, size):
    session = start(name, seed=5, others=3)

    async def visit(show):
        bet_all(session)
        await show()
        for phase in steps(session, dearest):
            if phase is not PlayerPhase.DEALING:
                await show()

    exhibit(session, visit, size)


@pytest.mark.parametrize("name", game_ids())
def test_every_paytable_and_its_meters_fit(name):
    game = load_game(name)
    for table in game.paytables.values():
        alone = None if table.wager in game.offered else {*game.wagers} - {base_wager(game), table.wager}
        session = start(name, others=6, tables=(table.id,), closed=alone and frozenset(alone))
        top, *rest = shown(session, selected=table.wager)
        assert session.game.name in top
        for micros in session.view.meters.values():
            assert format_dollars(micros) in top
        text = "\n".join(rest)
        in_force = table_in_force(session.game, table.wager, session.hands)
        missing = [line for line in pay_lines(in_force) if line not in text]
        assert bool(missing) == (MORE_PAYS in text)
        page = "\n".join(paytable_lines(session))
        assert all(line in page for line in pay_lines(in_force))


def test_the_largest_bankroll_fits():
    lines = shown(start("three_card_poker", chips=10_000_000_000_000))
    assert "$10,000,000.00" in lines[21]


@pytest.mark.parametrize("name", game_ids())
def test_every_spot_and_what_it_takes_is_on_the_felt(name):
    session = start(name)
    text = "\n".join(shown(session))
    for spot in offered_spots(session.game, session.offered):
        assert spot.label in text
    for limit in session.table.setup.posted.values():
        assert format_dollars(limit.minimum_micros).removesuffix(".00") in text
    assert session.view.commitment in text
    assert "$500.00" in text


@pytest.mark.parametrize("name", game_ids())
def test_no_spot_lies_on_another(name):
    """Every frame of every spot is whole: as many corners as spots."""
    lines = shown(start(name))
    game = load_game(name)
    spots = len(offered_spots(game, game.offered))
    for corner in ("╭┏", "╮┓", "╰┗", "╯┛"):
        assert sum(line.count(sign) for line in lines for sign in corner) == spots


@pytest.mark.parametrize("name", first_of_each_kind(DECIDED))
@pytest.mark.parametrize("size", [*SIZES[:2], *ROOMIER])
def test_a_decision_shows_the_cards_the_options_and_their_prices(name, size):
    session = start(name, seed=5)
    bet_all(session)
    session.deal()
    while session.phase is PlayerPhase.DEALING:
        session.step()
    text = "\n".join(shown(session, *size))
    for hand in (*session.felt.hands[session.seat], *session.felt.shared):
        for card in hand.cards:
            assert card_sign(card) in text
        assert hand.words in text
    for option in session.asked.options if session.asked else ():
        assert option.name in text
        assert not option.stake_micros or format_dollars(abs(option.stake_micros)) in text


def test_the_result_has_a_line_of_arithmetic_for_every_payment():
    session = start("three_card_poker")
    bet_all(session)
    play_round(session)
    lines = [" ".join(line.split()) for line in shown(session)]
    for line in (
        "You win $428.00.",
        "Play 1 to 1 on $5.00 = $5.00 $10.00 back",
        "Ante Bonus straight flush 5 to 1 on $5.00 = $25.00",
        "Ante 1 to 1 on $5.00 = $5.00 $10.00 back",
        "Pair Plus straight flush 40 to 1 on $5.00 = $200.00 $205.00 back",
        "6 Card Bonus $1.00 lost",
        "Bonus straight flush 125 to 1 on $1.00 = $125.00 $126.00 back",
        "Progressive straight flush 70 for 1 on $1.00 = $70.00 the wager is kept",
    ):
        assert line in lines
    assert any(line.startswith("Round +$428.00") for line in lines)


@pytest.mark.parametrize("name", ["three_card_poker", "caribbean_stud"])
def test_an_opened_dealers_hand_is_drawn_from_high_to_low(name):
    session = start(name)
    for _ in range(6):
        session.stake("ante", 5_000_000)
        play_round(session)
        (dealer,) = (hand for hand in session.felt.shared if hand.name == "dealer")
        ranks = [parse_card(card) for card in dealer.cards]
        row = [card_sign(card) for card in map(str, sorted(ranks, reverse=True))]
        assert re.search(".*".join(map(re.escape, row)), "\n".join(shown(session)))
        session.open_bets()


def test_a_discard_has_its_card_on_the_button():
    session = start("three_card_draw_poker")
    session.stake("ante", 5_000_000)
    session.deal()
    while not session.asked:
        session.step()
    session.decide("play 1x")
    assert [f"{action.name} {action.cost}".strip() for action in actions_of(session)] == [
        "keep all",
        "discard 5♥",
        "discard 3♥",
        "discard 4♥",
    ]
    bar = [" ".join(line.split()) for line in shown(session)[-3:-1]]
    assert "1 discard 2 discard 3 discard" in bar[0]
    assert bar[1].endswith("5♥ 3♥ 4♥")


def test_the_richest_round_still_fits():
    """Every bet of the seat wins at long odds, and other seats hold envy hands."""
    session = start("three_card_poker", others=6)
    bet_all(session)
    play_round(session)
    bets = ("play", "ante_bonus", "ante", "pair_plus", "six_card_bonus", "bonus", "progressive")
    rich = [BetSettled(4, bet, "straight_flush", 10**7, to_one(1000), 10**7, 1001 * 10**7) for bet in bets]
    envies = [EnvyPaid(4, "bonus", seat, "straight_flush", 10**8) for seat in session.others]
    session.kept = replace(session.kept, settled=tuple(rich), envies=tuple(envies[:1]))
    text = "\n".join(shown(session))
    assert text.count("1000 to 1 on $10.00 = $10,000.00") == 7
    assert "envy for straight flush of Ada, $100.00" in text
    session.kept = replace(session.kept, envies=tuple(envies))
    assert "and more: h shows every payment" in "\n".join(shown(session))


def test_payments_come_before_the_other_seats_where_both_do_not_fit():
    session = start("three_card_poker", seed=5, others=6)
    bet_all(session)
    play_round(session)
    text = "\n".join(shown(session))
    assert re.search(r"Progressive +\$1\.00 lost", text)
    assert "1 Ada" not in text
    assert "1 Ada" in "\n".join(shown(session, 120, 40))


def test_amounts_of_other_seats_are_never_cut():
    session = start("caribbean_stud", seed=5, others=6)
    bet_all(session)
    play_round(session)
    row = next(line for line in shown(session) if line.startswith(" 1 Ada"))
    for seat in session.others:
        assert format_dollars(session.net_of(seat)).removesuffix(".00") in row


def test_a_refusal_stands_above_the_actions():
    lines = shown(start("three_card_poker"), message="Ante takes $5.00 to $100.00, not $3.00")
    assert "Ante takes $5.00 to $100.00, not $3.00" in lines[20]


def split(session, times):
    """Split so often, then stand where the first hand is asked about."""
    session.stake("bet", 10_000_000)
    session.deal()
    for _ in range(times):
        while session.phase is PlayerPhase.DEALING:
            session.step()
        session.decide("split")
    while session.phase is PlayerPhase.DEALING:
        session.step()


def test_hands_after_a_split_lie_side_by_side_with_a_pointer():
    session = start("blackjack", seed=3)
    split(session, 1)
    text = "\n".join(shown(session))
    assert "▶1  20" in text
    assert "│J♠ │K♥ │  │10♠│" in text
    assert "│J♠ │K♥     │  │10♠    │" in "\n".join(shown(session, 120, 40))


def test_hands_that_are_too_many_are_listed(monkeypatch):
    session = start("blackjack", seed=3)
    split(session, 2)
    felt = session.felt
    hands = tuple(HandView(f"hand {n}", ("Ts", "2h", "3d", "4c"), "19") for n in range(1, 5))
    monkeypatch.setattr(type(session), "felt", felt._replace(hands={1: hands}))
    lines = shown(session)
    assert any("▶1 10♠ 2♥ 3♦ 4♣  19" in line for line in lines)
    assert any("  4 10♠ 2♥ 3♦ 4♣  19" in line for line in lines)


@pytest.mark.parametrize("is_new", [True, False], ids=["opened", "made smaller"])
def test_a_screen_that_is_too_small_says_what_it_needs(is_new):
    text = " ".join(" ".join(shown(start("blackjack"), 60, 20, is_new=is_new)).split())
    assert text.startswith("The table needs 80 columns and 24 rows; here are 60 and 20.")


def test_the_side_of_a_wide_screen_has_paytables_and_past_rounds():
    session = start("three_card_poker", seed=5)
    session.stake("ante", 5_000_000)
    play_round(session)
    text = "\n".join(shown(session, 120, 40))
    assert "royal flush ········ 1000 to 1" in text
    assert "Last rounds" in text
    assert re.search(r"  1 \S+ \S+ \S+ +[+-]\$\d+\.00", text)


# -- parts -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_a_card_shows_rank_and_suit_without_colour(monkeypatch, size):
    session = start("blackjack")
    session.stake("bet", 10_000_000)
    session.deal()
    hand = HandView("hand", ("Th", "As", "??"), "")
    monkeypatch.setattr(type(session), "felt", session.felt._replace(shared=(), hands={1: (hand,)}))
    text = "\n".join(shown(session, *size))
    assert text.count("10♥") == text.count("♥10") == text.count("A♠") == text.count("♠A") == 1
    assert "▒▒▒" in text


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_any_number_of_cards_stays_in_its_room(monkeypatch, size):
    session = start("blackjack")
    session.stake("bet", 10_000_000)
    session.deal()
    felt = session.felt

    async def visit(show):
        for count in range(1, 14):
            cards = tuple(f"{rank}h" for rank in "23456789TJQKA"[:count])
            hands = {1: (HandView("hand", cards, ""),)}
            monkeypatch.setattr(type(session), "felt", felt._replace(shared=(), hands=hands))
            text = "\n".join(await show())
            for card in cards:
                assert card_sign(card) in text

    exhibit(session, visit, size)


@pytest.mark.parametrize("card", [SMALL, LARGE])
@pytest.mark.parametrize("count", range(1, 9))
def test_a_fan_covers_no_index_and_ends_in_its_room(card, count):
    hand = NamedHand(HandView("hand", ("2h",) * count, ""))
    for room in range(hand.least_width(card), 90):
        (width,) = fit_hands([hand], card, room)
        placed = FanLayout(card).arrange(
            Widget(), [Widget() for _ in range(count)], Region(0, 0, width, 4).size
        )
        starts = [one.region.x for one in placed]
        assert all(after - before >= LEAST_SHOWN for before, after in pairwise(starts))
        assert placed[-1].region.right <= room
    assert fit_hands([hand], card, hand.least_width(card) - 1) is None


def test_a_card_that_lies_aside_is_crossed_out(monkeypatch):
    session = start("blackjack")
    session.stake("bet", 10_000_000)
    session.deal()
    hands = {1: (HandView("hand", ("Th", "As"), "", (1,)),)}
    monkeypatch.setattr(type(session), "felt", session.felt._replace(shared=(), hands=hands))
    lines = shown(session)
    row = next(number for number, line in enumerate(lines) if "10♥" in line)
    assert "×" in lines[row + 1]


def test_spots_closer_than_their_frames_are_moved_apart():
    level = [Spot("a", "First", 50, 1), Spot("b", "Second", 50, 1), Spot("c", "Third", 52, 1)]
    spots = place_row(level, 44)
    ends = [start + width for _, start, width in spots]
    assert all(start >= end for (_, start, _), end in zip(spots[1:], ends, strict=False))
    assert ends[-1] <= 44


def test_rows_of_spots_are_joined_where_there_are_too_many():
    spots = [Spot(str(y), str(y), 50, y) for y in (5, 20, 40, 42, 60, 80)]
    rows = spot_rows(spots, 4)
    assert [[spot.y for spot in row] for row in rows] == [[5, 20], [40, 42], [60], [80]]


@pytest.mark.parametrize("name", game_ids())
def test_tab_visits_every_wager_from_the_dealer_to_the_player(name):
    game = load_game(name)
    order = wager_order(game, game.offered)
    assert sorted(order) == sorted(game.offered)
    depth = {spot.bet: (spot.y, spot.x) for spot in spots_of(game)}
    laid = [min(depth[bet] for bet in game.wagers[wager].laid if bet in depth) for wager in order]
    assert laid == sorted(laid)


@pytest.mark.parametrize("name", game_ids())
def test_cream_on_the_felt_has_the_contrast_that_reading_needs(name):
    """WCAG AA: 4.5 to 1."""
    assert contrast(Color.parse(THEME.foreground), felt_colour(load_game(name))) >= 4.5


def contrast(one, other):
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(colour):
    parts = [part / 255 for part in colour.rgb]
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("size", [*SIZES, (100, 30), (160, 50)])
def test_the_parts_of_a_screen_fill_it_and_no_more(size):
    lines = shown(start("three_card_poker"), *size, is_new=True)
    assert [len(line) for line in lines] == [size[0]] * size[1]
