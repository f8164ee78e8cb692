"""Law 6: on toy decks counting is walking, as fractions, for every game of the catalogue."""

from dataclasses import dataclass, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.analysis.counting import count
from pitboss.analysis.walker import walk
from pitboss.base.error import PlanError
from pitboss.base.odds import Kind, Pay
from pitboss.cards import Card, Deck, format_cards
from pitboss.cards.card import ACE, LOWEST
from pitboss.cards.deck import make_deck
from pitboss.rules import Game, game_ids, load_game
from toys import toy_decks
from witnesses import assert_alike

DECK_SIZES = {
    "caribbean_stud": (10, 10),
    "mississippi_stud": (5, 6),
    "three_card_draw_poker": (8, 9),
    "three_card_poker": (6, 9),
}
"""The smallest and the largest toy deck, by what the walker can take; blackjack has shoes of its own."""
BOUNDED = {"cover_all"}
"""Wagers on the highest of several hands; they are bounded, not counted."""


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


pays = st.one_of(
    st.builds(Pay, st.sampled_from([Kind.TO, Kind.FOR]), st.fractions(0, 60, max_denominator=2)),
    st.builds(Pay, st.just(Kind.METER), st.fractions(0, 1, max_denominator=10)),
)


@st.composite
def cases(draw: st.DrawFn, game_id: str, decks: st.SearchStrategy[Deck] | None = None) -> Case:
    game = load_game(game_id).with_deck(draw(decks or toy_decks(*DECK_SIZES[game_id])))
    choices = {name: setting.choices for name, setting in game.settings.items() if setting.choices}
    game = game.with_settings(**{name: draw(st.sampled_from(values)) for name, values in choices.items()})
    known = [wager for wager in game.wagers if wager not in BOUNDED]
    some = draw(st.sets(st.sampled_from(known), min_size=1))
    return Case(game, draw(other_tables(game)), tuple(wager for wager in known if wager in some))


@st.composite
def other_tables(draw: st.DrawFn, game: Game) -> Game:
    """The same game with all its pays drawn at random."""
    for tables in list(game.chosen.values()):
        table = draw(st.sampled_from(tables))
        game = game.with_table(replace(table, pays={line: draw(pays) for line in table.pays}))
    return game


def check(case: Case) -> None:
    """Counts hold no paytable: what was counted under one is priced under another."""
    assert_alike(case.priced, case.wagers, counted=count(case.counted, case.wagers))


@settings(max_examples=15)
@given(cases("three_card_poker"))
def test_three_card_poker(case: Case) -> None:
    check(case)


@settings(max_examples=7)
@given(cases("three_card_draw_poker"))
def test_three_card_draw_poker(case: Case) -> None:
    check(case)


@settings(max_examples=4)
@given(cases("mississippi_stud"))
def test_mississippi_stud(case: Case) -> None:
    check(case)


@settings(max_examples=8)
@given(cases("caribbean_stud"))
def test_caribbean_stud(case: Case) -> None:
    check(case)


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


def test_no_game_is_left_out() -> None:
    assert {"blackjack", *DECK_SIZES} == set(game_ids())
