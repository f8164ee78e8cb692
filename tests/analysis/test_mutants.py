"""A changed rule changes the answer or is refused: for every game of the catalogue, and many changes of it.

What the engines say of a changed definition is held against the walker on a small deck of that very
definition. A figure that stays as it was counts only where the walker's stays, too.
"""

from fractions import Fraction
from functools import cache
from itertools import islice

import pytest

from mutant import (
    WALKS,
    WalkedMutant,
    cases,
    deck_of,
    from_shoe,
    mutants_of,
    raise_twice,
    small,
    walk_from_shoe,
    walk_larger,
    walk_small,
)
from pitboss.analysis.analysis import analyze, find_board, find_up_cards
from pitboss.analysis.board_fit import board_misfit
from pitboss.analysis.drawn import draw_game
from pitboss.analysis.fit import draws_base, misfit
from pitboss.analysis.up_fit import up_misfit
from pitboss.analysis.walker import ME, Walker, walk
from pitboss.base.error import PlanError
from pitboss.cards import Deck
from pitboss.design.leak import with_leak
from pitboss.design.vulnerability import find_vulnerability
from pitboss.rules import Game, Record, game_ids, load_game
from pitboss.strategy.advice import advise, advise_record
from structure import DECIDED, GROWING, UP_CARDS, games_where, reads_cards, shares_board, takes_long

SPARES = {5: "6h 6h Kd Qd Ac Ac", 6: "2c 3d 5c Jd Qh Qc Ad"}
"""By the size of a small deck, one with a card to spare: few different ones, so that a walk is short."""

DRAWN = [name for name in game_ids() if draws_base(load_game(name))]
OVER_BOARDS = list(games_where(shares_board))
COUNTED = [name for name in DECIDED if not reads_cards(load_game(name)) and name not in OVER_BOARDS]
SMALL = [name for name in COUNTED if not takes_long(load_game(name), most=10)]
"""Games that are dealt from a small deck, and walked again and again in a while."""


@pytest.mark.parametrize("name", game_ids())
def test_every_game_has_many_mutants(name: str) -> None:
    assert len(mutants_of(name)) >= 20


# -- games that are counted ------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "mutant"), cases(COUNTED))
def test_a_changed_game_is_counted_as_the_walker_plays_it(name: str, mutant: str) -> None:
    follow(walk_small(name, mutant))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "mutant"), [(name, mutant) for name in GROWING for mutant in sorted(mutants_of(name))[::3]]
)
def test_a_hand_that_grows_from_a_deck_with_a_card_to_spare(name: str, mutant: str) -> None:
    follow(walk_larger(name, mutant))


def follow(walked: WalkedMutant) -> None:
    """Analysis and advice say what the walker says."""
    game = walked.game
    (wager,) = game.deciding
    assert analyze(game, wager).house_advantage == -walked.value
    for moves, values in walked.decisions.items():
        advice = advise_record(game, Record((game.seat(wager),), moves), ME)
        assert {one.option: one.value for one in advice.choices} == values


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[] if name == SMALL[-1] else [pytest.mark.slow], id=name) for name in SMALL],
)
def test_the_changes_are_changes(name: str) -> None:
    """Of the mutants of a game the walker sees a third as another game; else this law would prove little."""
    many = len(mutants_of(name)) // 3
    seen = (mutant for mutant in mutants_of(name) if is_seen(name, mutant))
    assert len(list(islice(seen, many))) == many


def is_seen(name: str, mutant: str) -> bool:
    """On the small deck, or on one with a card to spare: where every card is dealt nothing else can come."""
    plain, game = load_game(name), mutants_of(name)[mutant]
    if small(plain).deck.size <= small(game).deck.size:
        first, value = walk_small(name, mutant).game.deck, walk_small(name, mutant).value
    else:
        first = small(plain).deck
        value = worth(game, first)
    spares = (deck_of(spare) for size, spare in SPARES.items() if size == first.size)
    return worth(plain, first) != value or any(worth(plain, deck) != worth(game, deck) for deck in spares)


@cache
def worth(game: Game, deck: Deck) -> Fraction:
    return walk(game.with_deck(deck), game.deciding).value


@pytest.mark.parametrize(
    ("name", "mutant"),
    [
        pytest.param(name, mutant, marks=[] if name == SMALL[-1] else [pytest.mark.slow])
        for name in SMALL
        for mutant in list(mutants_of(name))[::10]
    ],
)
def test_what_leaks_of_a_changed_game_is_worth_what_the_walker_wins_by_it(name: str, mutant: str) -> None:
    game = small(mutants_of(name)[mutant])
    for worth in find_vulnerability(game, most_dead=1).worths[:2]:
        leaky = with_leak(game, worth.leak)
        assert worth.knowing == -walk(leaky, game.deciding, budget=WALKS).value, worth.leak


# -- games over a shared board ---------------------------------------------------------------------


@pytest.mark.parametrize(("name", "mutant"), cases(OVER_BOARDS))
def test_a_changed_game_over_a_board_is_played_as_the_walker_plays_it_or_refused(
    name: str, mutant: str
) -> None:
    """Every option and every outcome from a flop on, on small decks of that very definition."""
    game = mutants_of(name)[mutant]
    if find_board(game, game.deciding):
        assert board_misfit(game, game.deciding, {}) == ""
    else:
        with pytest.raises(PlanError):
            board_misfit(game, game.deciding, {})


# -- games with some of the dealer's cards open ------------------------------------------------------


@pytest.mark.parametrize(("name", "mutant"), cases(UP_CARDS))
def test_a_changed_game_with_open_cards_is_counted_alike_or_refused(name: str, mutant: str) -> None:
    """Every outcome, on small decks of that very definition."""
    game = mutants_of(name)[mutant]
    if find_up_cards(game, game.deciding):
        assert up_misfit(game, game.deciding, {}) == ""
    else:
        with pytest.raises(PlanError):
            up_misfit(game, game.deciding, {})


# -- games that are drawn to a total ---------------------------------------------------------------


ENDLESS = {raise_twice.__name__}
"""A double that is not the rules' own is asked for again, and such a round never ends."""


@pytest.mark.parametrize(("name", "mutant"), cases(DRAWN))
def test_the_drawing_engine_follows_a_changed_game_or_does_not_answer(name: str, mutant: str) -> None:
    game = mutants_of(name)[mutant]
    (wager,) = game.deciding
    one_hand = from_shoe(game)
    if not misfit(game, wager):
        assert draw_game(one_hand, wager).house_advantage == -walk_from_shoe(name, mutant)
        return
    with pytest.raises(PlanError, match="does not fit"):
        find_vulnerability(game)
    if misfit(one_hand, wager) and mutant not in ENDLESS:
        advise_as_walked(one_hand)


def advise_as_walked(game: Game) -> None:
    """The general engine gives every option the walker's value, or refuses and says what does not fit."""
    walker, start = Walker(game, game.deciding, budget=WALKS), Record((game.seat(*game.deciding),))
    try:
        walker.walk(start)
    except PlanError:
        with pytest.raises(PlanError, match="does not fit"):
            advise(game, "Tc 7c / Ad")
        return
    for moves in sorted(walker.decisions, key=str)[:: max(1, len(walker.decisions) // 3)]:
        refusal, found = "", dict[str, Fraction]()
        try:
            advice = advise_record(game, Record(start.seats, moves), ME)
            found = {one.option: one.value for one in advice.choices}
        except PlanError as problem:
            refusal = str(problem)
        assert "does not fit" in refusal if refusal else found == walker.decisions[moves]


@pytest.mark.parametrize(
    ("name", "mutant"),
    [
        pytest.param(name, mutant, marks=pytest.mark.slow)
        for name in DRAWN
        for mutant in mutants_of(name)
        if mutant not in ENDLESS
    ],
)
def test_the_general_engine_follows_a_changed_game(name: str, mutant: str) -> None:
    game = from_shoe(mutants_of(name)[mutant])
    (wager,) = game.deciding
    refusal, found = "", Fraction(0)
    try:
        found = analyze(game, wager).house_advantage
    except PlanError as problem:
        refusal = str(problem)
    assert "said to be alike" in refusal if refusal else found == -walk_from_shoe(name, mutant)
