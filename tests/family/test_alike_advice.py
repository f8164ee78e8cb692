"""Best play of games that read cards, by the general engine: Casino War and small shoes of blackjack."""

from fractions import Fraction

import pytest

from pitboss.analysis.walker import Walker
from pitboss.audit.best_play import game_strategy
from pitboss.base.error import InputError, PlanError
from pitboss.cards import Card, Deck, parse_cards
from pitboss.reports.strategy_sheet import strategy_data
from pitboss.rules import Choose, Chosen, Dealt, Game, Record, load_game
from pitboss.strategy import alike_advice
from pitboss.strategy.advice import advise, advise_record

WAR = load_game("casino_war")


def war_value(rank: int) -> Fraction:
    """By hand, for six decks: an equal or higher second card wins a unit, a lower one loses two."""
    left = {one: 24 - 2 * (one == rank) for one in range(2, 15)}
    pairs = [(own, other) for own in left for other in left]
    ways = {pair: left[pair[0]] * (left[pair[1]] - (pair[0] == pair[1])) for pair in pairs}
    won = sum(ways[own, other] * (1 if own >= other else -2) for own, other in pairs)
    return Fraction(won, sum(ways.values()))


@pytest.mark.parametrize("cards", ["8h / 8d", "2c | 2c", "As Ad"])
def test_a_war_is_worth_what_two_further_cards_bring(cards: str) -> None:
    (advice,) = advise(WAR, cards)
    rank = advice.cards[0][0].rank
    assert advice.question == "war"
    values = {choice.option: choice.value for choice in advice.choices}
    assert values == {"surrender": Fraction(-1, 2), "go to war": war_value(rank)}
    assert advice.best.option == "go to war"


def test_best_play_of_casino_war_is_one_rule_and_costs_what_is_published() -> None:
    """2.88 % of the bet for six decks, going to war (wizardofodds.com)."""
    strategy = game_strategy(WAR, 14)
    assert [(words.question, words.rules) for words in strategy.words] == [("war", (((), "go to war"),))]
    assert round(float(-strategy.best * 100), 2) == 2.88
    assert strategy.cost == 0
    assert strategy_data(strategy)["questions"]


@pytest.mark.parametrize("cards", ["8h", "8h / 9d", "8h 8d 8c", ""])
def test_cards_at_which_nothing_is_asked_are_refused(cards: str) -> None:
    with pytest.raises(InputError, match="asks nothing when"):
        advise(WAR, cards)


def test_a_game_without_decisions_has_no_strategy() -> None:
    with pytest.raises(InputError, match="no decision"):
        advise(load_game("baccarat"), "8h 9d")


def small_blackjack(**settings: object) -> Game:
    """So few cards that the walker plays all of it; a ten in three makes insurance worth taking."""
    deck = Deck(tuple((Card(rank, 0), copies) for rank, copies in ((6, 2), (10, 6), (14, 4))))
    return load_game("blackjack").with_deck(deck).with_settings(most_hands=1, **settings)  # type: ignore[arg-type]


@pytest.mark.parametrize("settings", [{}, {"early_surrender": True}], ids=str)
def test_every_decision_of_a_small_shoe_is_worth_what_the_walker_says(settings: dict[str, bool]) -> None:
    game = small_blackjack(**settings)
    walker, start = Walker(game, ("bet",)), Record((game.seat("bet"),))
    walked = walker.walk(start)
    engine = alike_advice.make_engine(game)
    assert engine.walk(engine.position(start)).value == walked.value
    for moves, values in list(walker.decisions.items())[::7]:
        advice = alike_advice.advise_round(engine, Record(start.seats, moves))
        assert {choice.option: choice.value for choice in advice.choices} == values


def test_best_play_insures_where_that_is_better() -> None:
    game = small_blackjack()
    found = {
        advice.question: advice.best.option for advice in alike_advice.advise_cards(game, typed("6c 6c / Ac"))
    }
    assert found["insurance"] == "insurance"


def typed(text: str) -> alike_advice.Groups:
    ranks = {"6": 6, "T": 10, "A": 14}
    return tuple(tuple(Card(ranks[word[0]], 0) for word in part.split()) for part in text.split("/"))


def test_where_best_play_hangs_on_too_many_hands_words_are_refused() -> None:
    with pytest.raises(PlanError, match="too many for words; ask for a hand"):
        alike_advice.find_words(small_blackjack(), most_rules=2)


def test_any_seat_of_a_live_round_is_advised_by_all_that_lies_open() -> None:
    """Three eights are out of the shoe: the dealer's second card is higher as often as it is lower."""
    cards = {"seat 1 hand": "8h", "seat 2 hand": "8d", "dealer": "8s"}
    record = Record((WAR.seat("bet", number=1), WAR.seat("bet", number=2)))
    while not isinstance(step := WAR.next_step(record), Choose) or step.seat == 1:
        if isinstance(step, Choose):
            record = record.then(Chosen(1, step.question, "go to war"))
        else:
            record = record.then(Dealt(step.hand, parse_cards(cards[step.hand])))
    advice = advise_record(WAR, record, 2)
    left = 6 * 52 - 3
    tie = Fraction(12 * 24 * 23 + 21 * 20, left * (left - 1))
    lose = (1 - tie) / 2
    values = {choice.option: choice.value for choice in advice.choices}
    assert values == {"surrender": Fraction(-1, 2), "go to war": (1 - lose) - 2 * lose}


def test_the_first_seat_of_a_live_round_is_advised() -> None:
    game, (advice,) = WAR, advise(WAR, "8h / 8d")
    record = next(iter(alike_advice.follow(game, Record((game.seat("bet"),)), advice.cards, {})))
    assert advise_record(game, record, 1) == advice
