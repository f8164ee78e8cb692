"""The strategy card: words or a chart whose price is the engine's own, to the last digit."""

import re
from dataclasses import replace
from fractions import Fraction

import pytest
from printed_card import print_card

from pitboss.analysis.analysis import analyze
from pitboss.analysis.counting import count
from pitboss.analysis.drawn import draw_game
from pitboss.audit.best_play import BestPlay, Cost, find_best_play, game_strategy
from pitboss.base.error import InputError
from pitboss.base.figure import format_fraction, format_percent
from pitboss.base.odds import LOSE
from pitboss.cards import Card, Deck
from pitboss.reports.card.strategy_card import make_strategy_card, strategy_paper
from pitboss.reports.page import PageTable
from pitboss.reports.paper.paper import Size
from pitboss.reports.strategy_sheet import sign
from pitboss.rules import load_game
from pitboss.rules.fingerprint import fingerprint
from pitboss.strategy.words import Strategy, Words, find_strategy
from pitboss.trial.blackjack_chart import chart_policy
from structure import QUICK

SHOE = {2: 4, 4: 4, 6: 4, 8: 4, 9: 4, 10: 8, 14: 4}
NAMES = pytest.mark.parametrize("name", QUICK)
"""The other games go by the same code on a small deck, or with given words."""


def small_shoe():
    return load_game("blackjack").with_deck(Deck(tuple((Card(rank, 0), n) for rank, n in SHOE.items())))


@pytest.fixture(scope="module")
def plays():
    return {name: find_best_play(load_game(name), 14) for name in QUICK}


@pytest.fixture(scope="module")
def charted():
    return find_best_play(small_shoe(), 14)


# -- the price -------------------------------------------------------------------------------------


@NAMES
def test_the_price_is_what_the_strategy_command_says(plays, name):
    found = game_strategy(load_game(name), 14)
    assert plays[name].price == found.cost
    assert plays[name].kept.loss == -found.value
    assert plays[name].found.words == found.words


@NAMES
def test_best_play_is_the_analysis_per_wager_and_per_money(plays, name):
    game = load_game(name)
    figures = analyze(game, *game.deciding).figures
    assert plays[name].best.loss == figures.house_advantage
    assert plays[name].best.per_money == figures.element_of_risk


def test_published_figures_of_three_card_poker(plays):
    """3.37% of the ante and 2.01% of all money, raising with Q-6-4 (public analyses)."""
    play = plays["three_card_poker"]
    assert play.best.loss == Fraction(686689, 20358520)
    assert format_percent(play.best.per_money, 2) == "2.01%"
    assert play.price == 0
    assert play.kept == play.best
    assert play.found.words[0].rules == ((("Q-6-4 or better",), "play"), ((), "fold"))


def test_the_money_of_the_words_is_what_they_lose_where_nothing_is_ever_paid(plays):
    """Mississippi Stud played by the same words against a paytable on which every hand loses."""
    game = load_game("mississippi_stud")
    counted = count(game, game.deciding)
    price, asked = counted.price, []

    def listen(game, *, meters=None, policy=None):
        asked.append(policy)
        return price(game, meters=meters, policy=policy)

    counted.price = listen
    find_strategy(game, counted, price(game))
    (table,) = game.chosen["ante"]
    losing = game.with_table(replace(table, pays=dict.fromkeys(table.pays, LOSE)))
    assert plays["mississippi_stud"].kept.money == -price(losing, policy=asked[-1]).value
    assert plays["mississippi_stud"].kept.money != plays["mississippi_stud"].best.money


def test_fewer_rules_are_dearer(plays):
    few = find_best_play(load_game("mississippi_stud"), 3)
    assert few.price > plays["mississippi_stud"].price > 0
    assert few.best == plays["mississippi_stud"].best


PLAIN = re.compile(
    r"any pair|a pair of \S+ or better|[23] pairs|[34] of one (rank|suit)|cards in a row|an ace"
    r"|at most [12] gaps? for a straight|at least [2-4] points \(2 for J-A, 1 for 6-10\)"
)


def test_the_words_for_mississippi_stud_are_such_as_players_say_and_cost_no_more_than_they_did(plays):
    """Nobody counts nine gaps for a straight, or looks for the third highest card of four."""
    play = plays["mississippi_stud"]
    said = [one for words in play.found.words for conditions, _ in words.rules for one in conditions]
    assert said
    assert [one for one in said if not PLAIN.fullmatch(one)] == []
    assert play.price == Fraction(827, 1_299_480)
    assert max(len(words.rules) for words in play.found.words) <= 9


def test_the_price_of_a_chart_is_what_it_loses_played_to_the_end(charted):
    drawn = draw_game(small_shoe(), "bet")
    assert charted.best == Cost(drawn.house_advantage, drawn.average_total_wager)
    played = chart_policy(small_shoe(), "bet").house_advantage
    assert charted.price == played - drawn.house_advantage >= charted.found.cost > 0
    ((start, cell),) = charted.found.exceptions
    assert (start.best, cell.option) == ("hit", "double")
    often = start.chance * (1 - start.natural)
    assert charted.kept.money - charted.best.money == often, "a double is one bet more"


# -- the card --------------------------------------------------------------------------------------


def chart_tables(play):
    tables = [block for block in strategy_paper(play).page if isinstance(block, PageTable)]
    return [table for table in tables if len(table.columns) > 3]


def test_the_pays_that_the_play_is_best_for_are_on_the_card(plays):
    text = print_card(strategy_paper(plays["mississippi_stud"]))
    assert "Pair jacks or better 1 to 1 Pair sixes to tens wager back" in text


@NAMES
@pytest.mark.parametrize("size", list(Size))
def test_the_card_is_one_page_with_every_rule_and_the_exact_price(plays, name, size):
    play = plays[name]
    stakes = play.game.wagers[play.game.deciding[0]].stakes
    text = print_card(strategy_paper(play), size)
    for words in play.found.words:
        for conditions, option in words.rules:
            assert (" and ".join(conditions) or "otherwise") in text
            which = re.fullmatch(r"discard \w+ \((.+)\)", option)
            assert (f"Discard {which[1]}" if which else option.capitalize()) in text
    for figure in (
        format_percent(play.best.loss, 5),
        format_percent(play.kept.loss, 5),
        format_percent(play.price, 5),
        format_percent(play.best.per_money),
        format_percent(play.kept.per_money),
        format_fraction(play.best.loss),
        format_fraction(play.price) if play.price else "0",
        "costs, of one stake" if stakes > 1 else "costs, of the ",
        f"Fingerprint: {fingerprint(play.game)}",
        "the cheapest is taken",
    ):
        assert figure in text


@pytest.mark.parametrize("size", list(Size))
def test_the_chart_is_one_page_with_a_letter_in_every_cell(charted, size):
    paper = strategy_paper(charted)
    text = print_card(paper, size)
    assert "6-4 against 9: hit" in text
    assert "Price of every hand played to its end by the chart, not of its first two cards alone" in text
    for table, section in zip(chart_tables(charted), charted.found.sections, strict=True):
        shown = [[str(cell) for cell in row[1:] if str(cell) != "-"] for row in table.rows]
        wanted = [[sign(cell) for cell in row.cells] for row in section.rows]
        assert all(row in shown for row in wanted), "rows that say the same may be one"
        assert all(row in wanted for row in shown)


def test_every_option_of_a_chart_has_a_colour_of_its_own(charted):
    tones = {}
    for cell in (cell for table in chart_tables(charted) for row in table.rows for cell in row[1:]):
        tones.setdefault(cell.tone, set()).add(cell.text[0])
    assert all(len(letters) == 1 for letters in tones.values())


def test_a_close_call_is_dearer_than_none_and_named_by_its_cards(plays):
    first = plays["three_card_poker"].calls[0]
    assert (first.best, first.other, first.cost) == ("fold", "play", Fraction(47, 18424))
    assert [mark for mark in first.cards if mark.isalnum()] == ["Q", "6", "3"]
    assert all(call.cost > 0 for play in plays.values() for call in play.calls)


def test_the_card_of_a_game_with_one_rule_fits_whatever_the_rule_is():
    """Caribbean Stud, with words and figures as the engine finds them in a quarter of a minute."""
    game = load_game("caribbean_stud")
    words = Words("raise", ((("A-K-J-8-3 or better",), "raise"), ((), "fold")))
    best, kept = Fraction(142031221, 2718662100), Fraction(5887307781, 110740169540)
    play = BestPlay(
        game, Strategy(game, (words,), -kept, -best), Cost(best, Fraction(2)), Cost(kept, Fraction(2))
    )
    for size in Size:
        text = print_card(strategy_paper(play), size)
        assert "Raise A-K-J-8-3 or better Fold otherwise" in text
        assert "34739561/37752330525" in text


def test_a_price_that_is_too_long_for_a_column_stands_under_the_table(plays):
    price = Fraction(10**30 + 57, 3**70)
    play = plays["three_card_poker"]
    dear = replace(play, kept=Cost(play.best.loss + price, Fraction(2)))
    exact = format_fraction(price)
    assert len(exact) > 60
    assert f"Price of the words, exactly: {exact} of the Ante" in print_card(strategy_paper(dear))


def test_of_equal_stakes_the_price_is_one():
    text = print_card(make_strategy_card(load_game("let_it_ride"), 6))
    assert "3.50568%" in text, "the published 3.51% of Let It Ride"
    assert "of one stake" in text


def test_another_tie_rule_is_said(plays):
    game = load_game("three_card_poker").with_settings(tie_rule="dearest")
    assert "the dearest is taken" in print_card(strategy_paper(replace(plays["three_card_poker"], game=game)))


def test_a_game_without_decisions_has_no_strategy():
    with pytest.raises(InputError, match="Baccarat has no decision"):
        make_strategy_card(load_game("baccarat"))


def test_progress_is_told():
    told = []
    make_strategy_card(load_game("three_card_poker"), 2, told.append)
    assert told == ["Three Card Poker: best play"]
