"""Law: cards of a shoe fall evenly, none comes twice in a round, and a card more leads where playing it by
hand would."""

from collections import Counter
from dataclasses import replace
from itertools import product
from random import Random

import numpy as np
import pytest
from test_drawn_rounds import MACHINE, random_policy

from pitboss.cards import Card
from pitboss.cards.card import LOWEST
from pitboss.cards.deck import make_deck
from pitboss.cards.totals import BEST, value
from pitboss.rules import load_game
from pitboss.shape.drawing import drawing_rules
from pitboss.shape.situations import card_number
from pitboss.simulation.blackjack_block import (
    BLOCK,
    DEALT_CARDS,
    NO_PLACE,
    PASSED_OVER,
    BlockShoe,
    card_of,
    look_at_draws,
    look_at_first,
    make_block,
    match_of,
    place_of,
)
from pitboss.simulation.blackjack_hand import DOUBLE, HIT, SPLIT, SURRENDER, BlackjackPolicy
from pitboss.simulation.blackjack_lockstep import LONGER, draw_one, list_longer
from pitboss.simulation.blackjack_machine import (
    NO_CARD,
    OPEN,
    REACHED,
    SPLITTING,
    STRIDE,
    BlackjackTables,
    RoundMachine,
)
from pitboss.simulation.blackjack_program import may_go_side_by_side, write_blackjack_program
from pitboss.simulation.program import Program
from pitboss.simulation.stream import open_stream

VALUE_OF = np.array([value(Card(number // 4 + LOWEST, number % 4)) - 1 for number in range(52)])
"""By the number of a card, aces as 0."""
ROUNDS = 400_000


def shoe_of(decks: int) -> tuple[BlockShoe, list[Card]]:
    """By the tables that are dealt from."""
    game = load_game("blackjack").with_deck(make_deck(decks=decks))
    program = write_blackjack_program(game, ("bet",), random_policy(game, Random(1))).program
    assert isinstance(program, Program)
    assert isinstance(program.tables, BlackjackTables)
    order, places = program.tables.order, program.tables.places
    cards = [Card(number // 4 + LOWEST, number % 4) for number in order.tolist()]
    return BlockShoe(order, places, (1 << 16) % len(order)), cards


@pytest.mark.parametrize("decks", [1, 6, 8])
def test_sixteen_bits_are_every_place_of_a_shoe_equally_often(decks: int) -> None:
    shoe, cards = shoe_of(decks)
    kept: Counter[int] = Counter()
    for number in range(1 << 16):
        place = int(place_of(np.uint16(number), len(cards), shoe.uneven))
        if place != NO_PLACE:
            kept[place] += 1
            card = cards[place]
            rank = 0 if value(card) == 1 else card.rank - 1
            assert card_of(np.uint16(number)) == rank * 4 + card.suit, "aces first"
    assert kept == {place: (1 << 16) // len(cards) for place in range(len(cards))}


@pytest.mark.parametrize("out", [{}, {0: 4, 3: 1, 9: 7}])
def test_cards_that_are_left_fall_evenly(out: dict[int, int]) -> None:
    """All values of sixteen bits: every value comes as often as it has cards left."""
    shoe, cards = shoe_of(6)
    seen = sum(times << 6 * value for value, times in out.items())
    one, dealt = np.zeros(1, LONGER)[0], np.zeros((1, 2), np.int32)
    kept: Counter[int] = Counter()
    for number in range(1 << 16):
        one["seen"], dealt[:] = seen, 0
        found = draw_one(one, shoe, np.uint64(number), dealt)
        is_drawn = found != NO_CARD
        assert one["seen"] == seen + (is_drawn << 6 * found)
        assert dealt[0, 0] == is_drawn, "written down"
        if is_drawn:
            assert VALUE_OF[dealt[0, 1]] == found
            kept[found] += 1
    for found in range(10):
        left = sum(value(card) - 1 == found for card in cards) - out.get(found, 0)
        assert kept[found] == left * ((1 << 16) // len(cards))


def test_cards_that_are_out_do_not_count() -> None:
    """Rows of eight places in a very small part of the shoe, looked at one by one in plain Python."""
    random, block = Random(2), make_block()
    decks = 6
    for row, card in product(range(BLOCK), range(DEALT_CARDS)):
        place = random.choice([*range(12), *range(200, 224)])
        block.places[card, row], block.cards[card, row] = place, place // decks
        if random.random() < 0.02:
            block.places[card, row] = NO_PLACE
    look_at_first(block, BLOCK)
    look_at_draws(block, BLOCK)
    matches: Counter[int] = Counter()
    for row in range(BLOCK):
        places, cards = block.places[:, row].tolist(), block.cards[:, row].tolist()
        values = [min(card // 4, 9) for card in cards]
        draws = [int(block.draws[row]) >> 4 * place & 15 for place in range(4)]
        for number, draw in enumerate(draws, start=4):
            is_out = places[number] == NO_PLACE or places[number] in places[:number]
            assert draw == (NO_CARD if is_out else values[number])
        if NO_PLACE in places[:4] or len({*places[:4]}) < 4:
            assert block.firsts[row] == PASSED_OVER
            continue
        one, up, two, hole = cards[:4]
        assert f"{block.firsts[row]:04}" == "".join(str(values[card]) for card in (0, 2, 1, 3))
        assert block.matches[row] == match_of(one, two, up, hole)
        matches[int(block.matches[row])] += 1
    assert set(matches) == {0, 1, 2, 3}


def test_a_longer_round_knows_which_cards_are_out() -> None:
    """Of a pair to be split the first four, of any other round all that counted, counted one by one."""
    random, block, longer = Random(9), make_block(), np.zeros(BLOCK, LONGER)
    game = load_game("blackjack")
    tables = write_blackjack_program(game, ("bet",), random_policy(game, random)).program.tables
    rows = sorted(random.sample(range(BLOCK), 200))
    out = np.zeros((len(rows), 1), np.int32)
    expected, pairs = [], []
    for spot, row in enumerate(rows):
        cards = [random.randrange(52) for _ in range(4)]
        draws = [random.choice([*range(10), NO_CARD]) for _ in range(4)]
        block.cards[:4, row] = cards
        block.draws[row] = sum(draw << 4 * place for place, draw in enumerate(draws))
        splits = random.random() < 0.5
        longer["row"][spot], longer["spot"][spot] = row, spot
        out[spot, 0] = (SPLITTING + random.randrange(3) if splits else OPEN + spot) * 4 + random.randrange(4)
        values = [min(card // 4, 9) for card in cards]
        expected.append(Counter(values if splits else [*values, *(draw for draw in draws if draw < 10)]))
        pairs += [spot] if splits else []
    drawing, splitting = np.zeros(BLOCK, np.int16), np.zeros(BLOCK, np.int16)
    drawn, split = list_longer(block, longer, len(rows), out, tables, drawing, splitting)
    assert splitting[:split].tolist() == pairs
    assert drawing[:drawn].tolist() == [spot for spot in range(len(rows)) if spot not in pairs]
    for spot, counts in enumerate(expected):
        seen = int(longer["seen"][spot])
        assert [seen >> 6 * value & 63 for value in range(10)] == [counts[v] for v in range(10)]
        assert spot in pairs or longer["state"][spot] == out[spot, 0] // 4


def test_a_further_card_comes_as_often_as_the_cards_before_leave_it() -> None:
    """One deck, and a player who always hits: from the fifth card on, of which some come after the eight
    that every round is dealt. Five deviations are allowed."""
    game = load_game("blackjack").with_deck(make_deck())
    policy = random_policy(game, Random(3))
    always_hits = replace(policy, first=np.ones_like(policy.first))
    prepared = write_blackjack_program(game, ("bet",), always_hits)
    _, dealt = prepared.program.trace(open_stream(7, 0), ROUNDS)
    cards_of = np.bincount(VALUE_OF)
    for place in range(4, 10):
        rounds = dealt[dealt[:, 0] > place]
        values = VALUE_OF[rounds[:, 1 : place + 2]]
        for found in range(10):
            chance = (cards_of[found] - (values[:, :place] == found).sum(axis=1)) / (52 - place)
            off = np.sum(values[:, place] == found) - chance.sum()
            assert abs(off) <= 5 * np.sqrt((chance * (1 - chance)).sum()), (place, found)
        assert len(rounds) > 1000 or place > DEALT_CARDS


def test_the_first_four_cards_are_four_different_ones() -> None:
    game = load_game("blackjack").with_deck(make_deck())
    prepared = write_blackjack_program(game, ("bet",), random_policy(game, Random(4)))
    _, dealt = prepared.program.trace(open_stream(7, 0), ROUNDS)
    for cards in (dealt[:, [1, 2]], dealt[:, [3, 4]], dealt[:, [1, 4]], dealt[:, [2, 3]]):
        pairs = np.bincount(cards[:, 0] * 52 + cards[:, 1], minlength=52 * 52)
        assert pairs[:: 52 + 1].sum() == 0, "no card twice"
        expected, freedom = ROUNDS / (52 * 51), 52 * 51 - 1
        chi = ((pairs[pairs > 0] - expected) ** 2 / expected).sum()
        assert abs(chi - freedom) < 5 * (2 * freedom) ** 0.5


def best_total(values: list[int]) -> int:
    hard = sum(value + 1 for value in values)
    return hard + 10 if 0 in values and hard <= 11 else hard


def play_by_hand(policy: BlackjackPolicy, settings: dict[str, bool], values: list[int]) -> tuple[str, int]:
    """How a round ends with these cards, and how many of them it takes; as a dealer would explain it."""
    own, dealer, deck = [values[0], values[1]], [values[2], values[3]], values[4:]
    dealer_natural = best_total(dealer) == BEST
    if best_total(own) == BEST:
        return "two naturals" if dealer_natural else "natural", 4
    if dealer_natural and settings["dealer_peeks"]:
        return "dealer natural", 4
    action = policy.first[dealer[0], MACHINE.number[tuple(sorted(own))]]
    if action == SPLIT:
        return "split", 4
    if action == SURRENDER:
        return "lose" if dealer_natural else "surrender", 4
    doubled = ", doubled" if action == DOUBLE else ""
    while action in (HIT, DOUBLE):
        own.append(deck.pop(0))
        if best_total(own) > BEST:
            return "bust" + doubled, len(values) - len(deck)
        action = policy.first[dealer[0], MACHINE.number[tuple(sorted(own))]] if action == HIT else None
    while not dealer_natural and best_total(dealer) < 17 + (
        settings["dealer_hits_soft_17"] and best_total(dealer) != sum(dealer) + len(dealer)
    ):
        dealer.append(deck.pop(0))
    taken = len(values) - len(deck)
    reached = 22 if dealer_natural else best_total(dealer) if best_total(dealer) <= BEST else 0
    mine = best_total(own)
    return ("win" if mine > reached else "push" if mine == reached else "lose") + doubled, taken


@pytest.mark.parametrize(("peeks", "hits_soft_17"), [(True, False), (False, True)])
def test_the_machine_of_a_round_ends_as_a_round_played_by_hand(peeks: bool, hits_soft_17: bool) -> None:
    """All first four values, each with random cards after them."""
    settings = {"dealer_peeks": peeks, "dealer_hits_soft_17": hits_soft_17}
    game = load_game("blackjack").with_settings(**settings, surrender=True)
    random = Random(5)
    policy = random_policy(game, random)
    tables = RoundMachine(policy, drawing_rules(game)).tables()
    starts, steps = tables["starts"].tolist(), tables["steps"].tolist()
    prepared = write_blackjack_program(game, ("bet",), policy)
    names = [outcome[0].name for outcome in prepared.outcomes["bet"]]
    for first in product(range(10), repeat=4):
        for _ in range(3):
            values = [*first, *(min(random.randrange(13), 9) for _ in range(30))]
            name, taken = play_by_hand(policy, settings, values)
            state, place = starts[int("".join(map(str, first)))], 4
            while state >= OPEN:
                assert steps[state * STRIDE + NO_CARD] == state, "no card, no step"
                state, place = steps[state * STRIDE + values[place]], place + 1
            assert steps[state * STRIDE + random.randrange(10)] == state, "what has ended stays"
            assert ("split" if SPLITTING <= state < REACHED else names[state * 4], place) == (name, taken)
            is_insured = policy.insures and first[2] == 0
            assert state % 3 == (is_insured and (2 if 9 in first[3:] else 1))


def test_only_whole_decks_that_last_go_side_by_side() -> None:
    whole = make_deck(decks=6)
    assert may_go_side_by_side(whole)
    assert may_go_side_by_side(make_deck())
    assert not may_go_side_by_side(make_deck(decks=16)), "64 aces"
    assert not may_go_side_by_side(make_deck(ranks=tuple(range(3, 15)), decks=6))
    assert not may_go_side_by_side(replace(whole, counts=whole.counts[1:]))
    assert not may_go_side_by_side(replace(whole, counts=((whole.cards[0], 5), *whole.counts[1:])))


def test_a_shoe_that_is_not_whole_decks_is_dealt_by_its_cards() -> None:
    """Without the deuces of six decks, none comes, and threes come as often as they should."""
    deck = make_deck(ranks=tuple(range(3, 15)), decks=6)
    game = load_game("blackjack").with_deck(deck)
    prepared = write_blackjack_program(game, ("bet",), random_policy(game, Random(6)))
    _, dealt = prepared.program.trace(open_stream(3, 0), 20_000)
    first = np.bincount(dealt[:, 1:5].ravel(), minlength=52)
    in_shoe = [card_number(card) for card in deck.cards]
    assert first.sum() == first[in_shoe].sum()
    expected = first.sum() / len(in_shoe)
    assert (np.abs(first[in_shoe] - expected) < 5 * np.sqrt(expected)).all()
