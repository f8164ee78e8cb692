"""Law 6: on toy decks counting is walking, as fractions, for every game of the catalogue."""

from dataclasses import dataclass, replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.analysis.analysis import is_highest
from pitboss.analysis.counting import count
from pitboss.analysis.fit import draws
from pitboss.analysis.walker import walk
from pitboss.base.error import PlanError
from pitboss.base.odds import Kind, Pay
from pitboss.cards import Card, Deck, format_cards, parse_cards
from pitboss.cards.card import ACE, LOWEST
from pitboss.cards.deck import make_deck
from pitboss.rules import Depth, Draw, Game, game_ids, load_game
from pitboss.rules.dealing import Dealing
from pitboss.rules.setting import DECKS
from structure import first_of_each_kind, games_where, shares_board
from toys import toy_decks
from witnesses import assert_alike


def can_count(game: Game, wager: str) -> bool:
    """Not the highest of several hands, which is bounded, nor a hand drawn to a total: see `test_drawing`."""
    return not (draws(game, wager) or is_highest(game, game.wagers[wager]))


def is_counted(game: Game) -> bool:
    """By what the game says of itself; its rules read no card, and what decides in it can be counted."""
    reads_no_card = game.alike is None and game.status.depth is not Depth.DEALT
    return reads_no_card and all(can_count(game, wager) for wager in game.deciding)


@dataclass(frozen=True)
class Case:
    """A game as it was counted, the same with other pays, and the wagers of the seat."""

    counted: Game
    priced: Game
    wagers: tuple[str, ...]

    def __repr__(self) -> str:
        pays = {w: {line: str(pay) for line, pay in t[0].pays.items()} for w, t in self.priced.chosen.items()}
        deck = format_cards(self.priced.deck)
        return f"{self.priced.id} of {deck}: {self.wagers} with {pays} under {self.priced.house}"


to_pays = st.builds(Pay, st.just(Kind.TO), st.fractions(0, 60, max_denominator=2))
for_pays = st.builds(Pay, st.just(Kind.FOR), st.fractions(0, 60, max_denominator=2))
meter_pays = st.builds(Pay, st.just(Kind.METER), st.fractions(0, 1, max_denominator=10))


@st.composite
def cases(draw: st.DrawFn, game_id: str, decks: st.SearchStrategy[Deck]) -> Case:
    game = load_game(game_id).with_deck(draw(decks))
    open_ = game.settings.keys() - {DECKS}  # the cards are drawn
    choices = {name: game.settings[name].choices for name in sorted(open_) if game.settings[name].choices}
    game = game.with_settings(**{name: draw(st.sampled_from(values)) for name, values in choices.items()})
    known = [wager for wager in game.wagers if can_count(game, wager)]
    some = draw(st.sets(st.sampled_from(known), min_size=1))
    return Case(game, draw(other_tables(game)), tuple(wager for wager in known if wager in some))


@st.composite
def other_tables(draw: st.DrawFn, game: Game) -> Game:
    """The same game with all its pays drawn at random; a bonus pays only "to 1"."""
    for wager, tables in list(game.chosen.items()):
        table = draw(st.sampled_from(tables))
        may_be_bonus = game.wagers[wager].decides and all(pay.kind is Kind.TO for pay in table.pays.values())
        pays = to_pays if may_be_bonus else st.one_of(to_pays, for_pays, meter_pays)
        game = game.with_table(replace(table, pays={line: draw(pays) for line in table.pays}))
    return game


def check(case: Case) -> None:
    """Counts hold no paytable: what was counted under one is priced under another."""
    assert_alike(case.priced, case.wagers, counted=count(case.counted, case.wagers))


def cards_in_play(game: Game) -> int:
    """How many cards one seat and the house take in a round, if nobody gives up early."""
    rounds = [Dealing(game, Random(number)).play() for number in range(20)]
    return max(sum(step.count for step in steps if isinstance(step, Draw)) for steps in rounds)


@pytest.mark.parametrize(
    "name", first_of_each_kind(games_where(lambda game: is_counted(game) and not shares_board(game)))
)
@settings(max_examples=3)
@given(data=st.data())
def test_counting_is_walking_for_every_game_that_is_counted(name: str, data: st.DataObject) -> None:
    """Walking nine cards with a board takes minutes: see `family/test_shared_board.py`, from a flop on."""
    cards = cards_in_play(load_game(name))
    check(data.draw(cases(name, toy_decks(cards, cards))))


@settings(max_examples=12)
@given(cases("three_card_poker", toy_decks(7, 9)))
def test_three_card_poker_with_cards_to_spare(case: Case) -> None:
    check(case)


@pytest.mark.slow
@settings(max_examples=2)
@given(cases("three_card_draw_poker", toy_decks(9, 9)))
def test_three_card_draw_poker_with_a_card_to_spare(case: Case) -> None:
    check(case)


@pytest.mark.slow
@settings(max_examples=5)
@given(cases("mississippi_stud", toy_decks(5, 6)))
def test_mississippi_stud_with_a_card_to_spare(case: Case) -> None:
    check(case)


def deck_without(missing: str, ranks: tuple[int, ...], suits: tuple[int, ...]) -> Deck:
    """Whole suits of these ranks but for a few cards: a walk is much shorter with one card less."""
    gone = parse_cards(missing)
    return Deck(tuple(one for one in make_deck(ranks=ranks, suits=suits).counts if one[0] not in gone))


LARGER = [
    ("three_card_poker", deck_without("2s 3s", ranks=(2, 3, 12, 13, 14), suits=(0, 2, 3))),
    ("three_card_draw_poker", make_deck(ranks=(2, 3, 12, 13, 14), suits=(0, 3))),
    ("mississippi_stud", deck_without("Ad", ranks=(5, 6, 11, 14), suits=(0, 1))),
    ("mississippi_stud", make_deck(ranks=(2, 3, 4, 5, 14), suits=(0,))),
    ("caribbean_stud", deck_without("2s", ranks=(2, 10, 11, 12, 13, 14), suits=(0, 3))),
    ("caribbean_stud", deck_without("4h", ranks=(4, 12, 13, 14), suits=(0, 1, 2))),
]


@pytest.mark.slow
@pytest.mark.parametrize("tie_rule", ["cheapest", "dearest"])
@pytest.mark.parametrize(("game_id", "deck"), LARGER)
def test_larger_decks_under_the_documents_own_paytables(game_id: str, deck: Deck, tie_rule: str) -> None:
    """Decks on which the dealer's hand is not settled by the player's, and sweeping pays."""
    game = load_game(game_id).with_deck(deck).with_settings(tie_rule=tie_rule)
    assert assert_alike(game, game.deciding)


@st.composite
def shoes(draw: st.DrawFn) -> Deck:
    """A few cards of equal suits, several decks of them."""
    ranks = draw(st.lists(st.sampled_from(range(LOWEST, ACE + 1)), min_size=2, max_size=3, unique=True))
    suits = draw(st.lists(st.sampled_from(range(4)), min_size=1, max_size=6 // len(ranks), unique=True))
    return make_deck(ranks=tuple(ranks), suits=tuple(suits), decks=draw(st.integers(2, 6)))


@settings(max_examples=10)
@given(cases("blackjack", shoes()))
def test_blackjack(case: Case) -> None:
    check(case)


def test_a_shoe_of_unequal_suits_is_refused_and_walked() -> None:
    game = load_game("blackjack").with_deck(Deck(((Card(2, 0), 2), (Card(2, 1), 2), (Card(3, 0), 2))))
    with pytest.raises(PlanError, match="equal suits"):
        count(game, ("progressive",))
    assert walk(game, ("progressive",)).tallies["progressive"].total


INDEPENDENT = [
    pytest.param(name, wager.id, marks=[pytest.mark.slow] * shares_board(load_game(name)))
    for name in game_ids()
    for wager in load_game(name).wagers.values()
    if wager.independent
]
SMALL_SHOES = (
    make_deck(ranks=(8, 10), suits=(0, 1), decks=3),
    make_deck(ranks=(10,), suits=(0, 1), decks=6),
)
SMALL_DECKS = (make_deck(ranks=(9, 10, 11, 14), suits=(0, 1)),)
BOARD_DECKS = (make_deck(ranks=(9, 11, 14), suits=(0, 1, 2)),)
"""As many cards as two hands and their board have."""


@pytest.mark.parametrize(("game_id", "wager"), INDEPENDENT)
def test_a_wager_marked_as_independent_comes_out_alike_whatever_is_played_beside_it(
    game_id: str, wager: str
) -> None:
    """So the counting engine may leave out a base game that it cannot plan."""
    whole = load_game(game_id)
    small = BOARD_DECKS if shares_board(whole) else SMALL_DECKS
    for hands, deck in enumerate(small if whole.deck.is_single else SMALL_SHOES, 1):
        game = whole.with_deck(deck)
        if "most_hands" in game.settings:
            game = game.with_settings(most_hands=hands)
        beside = walk(game, (*game.deciding, wager)).tallies[wager]
        assert walk(game, (wager,)).tallies[wager].chances() == beside.chances()
