"""Drawing to a total: the engine against the walker, and splits against brute force, as fractions."""

from fractions import Fraction
from functools import lru_cache
from itertools import product

import pytest
from drawing_oracle import Oracle, make_shoe

from pitboss.analysis.analysis import analyze
from pitboss.analysis.dealer import DealerDraw, count_values
from pitboss.analysis.drawing import Drawing, DrawingRules, make_drawing
from pitboss.analysis.drawn import draw_game
from pitboss.analysis.holding import Choosing, Holding, read_holding
from pitboss.analysis.splitting import Pattern, Splitting, patterns
from pitboss.analysis.walker import Walker, walk
from pitboss.base.error import InputError
from pitboss.base.odds import to_one
from pitboss.cards import Card, Deck
from pitboss.rules import Game, Record, load_game

NATURAL = to_one(Fraction(3, 2))
Cards = dict[int, int]
"""A shoe by ranks, aces as 14."""


def small(cards: Cards, **settings: object) -> Game:
    deck = Deck(tuple((Card(rank, 0), copies) for rank, copies in sorted(cards.items())))
    return load_game("blackjack").with_deck(deck).with_settings(**settings)  # type: ignore[arg-type]


# -- one hand: every decision is worth what the walker says ------------------------------------------

SHOES: tuple[Cards, ...] = ({6: 4, 10: 6, 14: 4}, {4: 4, 6: 4, 10: 5}, {7: 5, 10: 3, 14: 5})
HOUSES = [
    {"dealer_hits_soft_17": soft, "dealer_peeks": peeks} for soft, peeks in product((False, True), repeat=2)
]


@pytest.mark.parametrize("house", HOUSES, ids=str)
@pytest.mark.parametrize("shoe", SHOES, ids=str)
def test_every_option_of_one_hand_is_worth_what_the_walker_says(shoe: Cards, house: dict[str, bool]) -> None:
    game = small(shoe, most_hands=1, surrender=True, **house)
    assert compare_with_walker(game) > 100


def compare_with_walker(game: Game) -> int:
    """Every decision that the walker met; returns how many there were."""
    walker = Walker(game, ("bet",))
    start = Record((game.seat("bet"),))
    walker.walk(start)
    compared = 0
    for moves, values in walker.decisions.items():
        found = as_walked(game, Record(start.seats, moves), tuple(values))
        if found is not None:
            assert found == values, moves
            compared += 1
    return compared


def as_walked(game: Game, record: Record, options: tuple[str, ...]) -> dict[str, Fraction] | None:
    """The engine's values as the walker has them.

    A walker lets every peek find nothing and meets the natural at the end, where it takes the first stake.
    """
    round_, step = game.replay(record)
    holding = read_holding(game, round_, round_.place(1), step.question)  # type: ignore[union-attr]
    choosing = Choosing(make_drawing(game, holding.up - 1), holding, NATURAL)
    if "insurance" in options or not choosing.drawing.rules.peeks:
        return choosing.values(options)
    natural = choosing.natural_chance
    if natural == 1:
        return None
    lost = 0 if holding.is_insured else -1
    return {
        option: natural * lost + (1 - natural) * value for option, value in choosing.values(options).items()
    }


@pytest.mark.parametrize("house", HOUSES, ids=str)
def test_the_whole_game_of_one_hand_is_worth_what_the_walker_says(house: dict[str, bool]) -> None:
    game = small({6: 4, 10: 6, 14: 4}, most_hands=1, **house)
    walked = walk(game, ("bet",))
    drawn = draw_game(game, "bet")
    insured = drawn.insurance is not None and drawn.insurance < 0
    assert insured or -drawn.house_advantage == walked.value
    assert sum(line.probability for line in drawn.lines) == 1


# -- splits ------------------------------------------------------------------------------------------

SPLITS = [
    pytest.param({6: 5, 5: 3, 10: 6}, 6, 10, DrawingRules(), id="sixes against a ten"),
    pytest.param({8: 6, 10: 6}, 8, 8, DrawingRules(), id="eights against an eight"),
    pytest.param({8: 5, 10: 5, 1: 2}, 8, 10, DrawingRules(), id="eights against a ten that was peeked under"),
    pytest.param({8: 5, 10: 5, 1: 2}, 8, 10, DrawingRules(peeks=False), id="the same without a peek"),
    pytest.param({8: 5, 3: 3, 10: 5}, 8, 3, DrawingRules(double_after_split=False), id="without doubles"),
    pytest.param({1: 6, 6: 3, 10: 4}, 1, 6, DrawingRules(resplit_aces=True, hits_soft_17=True), id="aces"),
]


@pytest.mark.parametrize("most", [2, 3, 4])
@pytest.mark.parametrize(("cards", "pair", "up", "rules"), SPLITS)
def test_a_split_is_worth_what_playing_it_out_by_the_plan_says(
    cards: Cards, pair: int, up: int, rules: DrawingRules, most: int
) -> None:
    deck = tuple(cards.get(value, 0) for value in range(1, 11))
    drawing = Drawing(deck, rules, up - 1)
    left = Holding(((pair, pair),), up).left(drawing.deck)
    shoe = make_shoe({value: left[value - 1] for value in range(1, 11) if deck[value - 1]})
    oracle = Oracle(up, rules.hits_soft_17, rules.peeks, rules.double_after_split)
    found = Splitting(drawing, pair - 1, left).value(2, 2, most, drawing.net)
    assert Fraction(found, drawing.ways(left)) == oracle.split(pair, shoe, most=most, one_card=pair == 1)


@pytest.mark.parametrize("most_hands", [2, 3])
@pytest.mark.parametrize("shoe", [{8: 6, 10: 6}, {7: 6, 9: 6}], ids=str)
def test_with_splits_the_engine_is_never_above_the_walker(shoe: Cards, most_hands: int) -> None:
    """The walker also uses what the other hands drew."""
    game = small(shoe, most_hands=most_hands)
    walker = Walker(game, ("bet",))
    start = Record((game.seat("bet"),))
    walker.walk(start)
    splits = 0
    for moves, values in walker.decisions.items():
        if "split" in values:
            found = as_walked(game, Record(start.seats, moves), tuple(values))
            assert found is not None
            assert all(found[option] <= values[option] for option in values), moves
            splits += 1
    assert splits
    assert -draw_game(game, "bet").house_advantage <= walk(game, ("bet",)).value


def test_second_cards_come_in_as_many_orders_as_a_tree_of_them_has_ends() -> None:
    """Two hands up to four: 2 + 1 + 2 + 2 + ... as listed by hand."""
    assert patterns(2, 2, 2) == {Pattern(0, 0, 2): 1}
    assert patterns(2, 2, 3) == {Pattern(0, 2, 0): 1, Pattern(1, 1, 2): 1, Pattern(1, 0, 3): 1}
    assert patterns(2, 2, 4) == {
        Pattern(0, 2, 0): 1,
        Pattern(1, 3, 0): 2,
        Pattern(2, 2, 2): 2,
        Pattern(2, 1, 3): 2,
        Pattern(2, 0, 4): 1,
    }


# -- the dealer --------------------------------------------------------------------------------------


@pytest.mark.parametrize("hits_soft_17", [False, True])
@pytest.mark.parametrize("up", range(1, 11))
def test_the_dealers_totals_are_those_of_a_tree_of_cards(up: int, hits_soft_17: bool) -> None:
    deck = (2, 1, 2, 1, 2, 1, 2, 1, 2, 4)
    left = tuple(copies - (place == up - 1) for place, copies in enumerate(deck))
    dealer = DealerDraw(deck, up - 1, hits_soft_17=hits_soft_17)
    shoe = make_shoe({place + 1: copies for place, copies in enumerate(left)})
    oracle = Oracle(up, hits_soft_17)
    holes = sum(ways for _, ways, _ in oracle.holes(shoe))
    found = [Fraction(ways, holes * dealer.orders[sum(left) - 1]) for ways in dealer.ways(left)]
    for place, chance in enumerate(found):
        below, above = (oracle.stand((10, 7 + place + n), shoe) for n in (0, 1)) if place < 4 else (None, None)
        if below is not None and above is not None:
            assert above - below == chance + found[place + 1]


def test_a_dealer_who_can_run_out_of_cards_is_refused() -> None:
    with pytest.raises(InputError, match="can run out of them; take a larger deck"):
        DealerDraw((0, 3, 3, 0, 0, 0, 0, 0, 0, 0), 1, hits_soft_17=False).ways((0, 2, 3, 0, 0, 0, 0, 0, 0, 0))


# -- six decks ---------------------------------------------------------------------------------------


@lru_cache
def six_decks():
    return analyze(load_game("blackjack"), "bet")


def value(hand: tuple[int, int], up: int, **settings: object) -> dict[str, float]:
    game = load_game("blackjack").with_settings(**settings)  # type: ignore[arg-type]
    choosing = Choosing(make_drawing(game, up - 1), Holding((hand,), up), NATURAL)
    values = choosing.values(choosing.first_options())
    return {option: round(float(net), 6) for option, net in values.items()}


def test_insurance_costs_23_in_311_of_its_stake() -> None:
    """96 tens among the 311 cards that an ace leaves of six decks: 3 x 96 - 311."""
    assert draw_game_insurance() == Fraction(23, 311)


def draw_game_insurance() -> Fraction | None:
    from pitboss.analysis.drawn import insurance_advantage

    return insurance_advantage(count_values(load_game("blackjack").deck))
