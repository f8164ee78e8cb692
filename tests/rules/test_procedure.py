from fractions import Fraction
from random import Random

import pytest

from dealing import METERS, random_records, random_seats
from pitboss.base.error import InputError
from pitboss.cards import Card, parse_cards
from pitboss.rules import Blank, Choose, Chosen, Dealt, Done, Opened, Record, game_ids, load_game

ROUNDS = [
    pytest.param((game, seats, seed), marks=[pytest.mark.slow] * (seed == 3))
    for game in game_ids()
    for seats in range(1, 8)
    for seed in (1, 2, 3)
]


@pytest.fixture(params=ROUNDS, ids=lambda case: "{} with {} seats, seed {}".format(*case), scope="module")
def played(request):
    """A game and the records of one random round of it, from sitting down to the end."""
    name, count, seed = request.param
    game, random = load_game(name), Random(f"{name} {count} {seed}")
    return game, random_records(game, random_seats(game, count, random), random)


def test_every_round_ends(played):
    game, records = played
    assert isinstance(game.next_step(records[-1]), Done)


def test_next_step_is_a_pure_function_of_the_record(played):
    game, records = played
    forwards = [game.next_step(record) for record in records]
    backwards = [game.next_step(record) for record in reversed(records)]
    assert forwards == backwards[::-1]


def test_cards_are_members_of_the_deck_and_no_copy_is_dealt_twice(played):
    game, records = played
    round_, _ = game.replay(records[-1])
    cards = [card for hand in round_.hands.values() for card in hand if isinstance(card, Card)]
    assert all(cards.count(card) <= game.deck.copies.get(card, 0) for card in cards)
    if game.deck.is_single:
        assert len(cards) == len(set(cards))


def test_a_choice_has_at_least_two_options_of_rising_cost(played):
    game, records = played
    for step in (game.next_step(record) for record in records):
        if isinstance(step, Choose):
            stakes = [option.stake for option in step.options]
            assert len({option.name for option in step.options}) == len(stakes) >= 2
            assert stakes == sorted(stakes)
            assert stakes[0] <= 0, "whoever adds no money can go on"


def test_only_seats_with_a_deciding_wager_are_asked(played):
    game, records = played
    seats = {seat.number: seat for seat in records[0].seats}
    for step in (game.next_step(record) for record in records):
        if isinstance(step, Choose):
            assert set(game.deciding) & seats[step.seat].wagers.keys()


def test_every_bet_of_every_placed_wager_is_settled_once_and_no_other(played):
    game, records = played
    round_, _ = game.replay(records[-1])
    for seat in records[0].seats:
        settled = game.settle(round_, seat.number)
        assert settled.keys() == seat.wagers.keys()
        assert {name: len(results) for name, results in settled.items()} == {
            name: len(game.wagers[name].bets) for name in seat.wagers
        }


def test_the_money_at_risk_is_what_the_seat_put_down(played):
    """The wagers and what the decisions added; nothing twice, nothing forgotten."""
    game, records = played
    round_, _ = game.replay(records[-1])
    for seat in records[0].seats:
        added = sum((option.stake for option in round_.place(seat.number).choices.values()), Fraction(0))
        for name, results in game.settle(round_, seat.number).items():
            wager = game.wagers[name]
            antes = wager.stakes + added if wager.decides else wager.stakes
            assert sum(result.stake for result in results) == seat.wagers[name] * antes


def test_no_bet_loses_more_than_its_stake(played):
    game, records = played
    round_, _ = game.replay(records[-1])
    for seat in records[0].seats:
        for results in game.settle(round_, seat.number).values():
            for result in results:
                assert result.net(METERS) >= -result.stake


def test_settling_twice_gives_the_same_and_leaves_the_round_as_it_was(played):
    game, records = played
    round_, _ = game.replay(records[-1])
    before = dict(round_.hands)
    first = [game.settle(round_, seat.number) for seat in records[0].seats]
    assert first == [game.settle(round_, seat.number) for seat in records[0].seats]
    assert round_.hands == before


def test_every_bet_that_had_money_on_it_has_a_spot_on_the_felt(played):
    game, records = played
    round_, _ = game.replay(records[-1])
    spots = {spot["bet"] for spot in game.layout["spots"]}
    for seat in records[0].seats:
        for name, results in game.settle(round_, seat.number).items():
            staked = {
                bet for bet, result in zip(game.wagers[name].bets, results, strict=True) if result.stake
            }
            assert staked <= spots


def test_nothing_is_settled_while_a_card_lies_face_down():
    game = load_game("three_card_poker")
    record = Record((game.seat("ante"),)).then(Dealt("seat 1 hand", parse_cards("Ah Kd 2c")))
    record = record.then(Dealt("dealer", (Blank(0), Blank(1), Blank(2)))).then(Chosen(1, "play", "play"))
    round_, _ = game.replay(record)
    with pytest.raises(InputError, match="before all its cards are open"):
        game.settle(round_, 1)


# -- moves that the game did not ask for ----------------------------------------------------------------

DEALT = Dealt("seat 1 hand", parse_cards("Ah Kd 2c"))
DEALER = Dealt("dealer", (Blank(0), Blank(1), Blank(2)))


@pytest.mark.parametrize(
    "moves",
    [
        [Dealt("dealer", parse_cards("Ah Kd 2c"))],
        [Dealt("seat 1 hand", parse_cards("Ah Kd"))],
        [Chosen(1, "play", "play")],
        [DEALT, DEALER, Chosen(2, "play", "play")],
        [DEALT, DEALER, Chosen(1, "raise", "play")],
        [DEALT, DEALER, Chosen(1, "play", "play"), Opened("dealer", ((0, Card(2, 0)),))],
    ],
    ids=[
        "wrong hand",
        "too few cards",
        "too early",
        "wrong seat",
        "wrong question",
        "not all opened",
    ],
)
def test_a_move_that_was_not_asked_for_is_refused(moves):
    game = load_game("three_card_poker")
    record = Record((game.seat("ante"),), tuple(moves))
    with pytest.raises(InputError, match="the game asked for"):
        game.next_step(record)


def test_an_option_that_is_not_there_is_refused_and_the_options_named():
    game = load_game("three_card_poker")
    record = Record((game.seat("ante"),), (DEALT, DEALER, Chosen(1, "play", "raise")))
    with pytest.raises(InputError, match="seat 1 cannot 'raise' here; it can: fold, play"):
        game.next_step(record)


def test_a_record_is_extended_and_never_changed():
    game = load_game("three_card_poker")
    record = Record((game.seat("ante"),))
    longer = record.then(DEALT)
    assert (record.moves, longer.moves) == ((), (DEALT,))
    assert game.next_step(record) != game.next_step(longer)
