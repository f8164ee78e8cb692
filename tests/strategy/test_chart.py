"""The chart of a game drawn to a total, on a small shoe: what it says, and what it costs."""

from fractions import Fraction
from functools import lru_cache

from pitboss.analysis.drawn import draw_game
from pitboss.cards import Card, Deck
from pitboss.reports.form import format_text
from pitboss.reports.strategy_sheet import chart_data, chart_page, sign
from pitboss.rules import Game, load_game
from pitboss.strategy.chart import Chart, draw_chart


@lru_cache
def small_chart() -> Chart:
    return draw_chart(small_game(), "bet")


def small_game() -> Game:
    shoe = {2: 4, 4: 4, 6: 4, 8: 4, 9: 4, 10: 8, 14: 4}
    return load_game("blackjack").with_deck(Deck(tuple((Card(rank, 0), n) for rank, n in shoe.items())))


def test_every_start_that_is_played_stands_in_one_cell() -> None:
    chart = small_chart()
    starts = [start for cell in chart.cells for start in cell.starts]
    assert len(starts) == len(set(map(id, starts)))
    assert {id(start) for start in starts} == {id(start) for start in chart.drawn.starts if start.values}


def test_a_cell_takes_what_is_best_for_all_its_hands_together() -> None:
    for cell in small_chart().cells:
        by_option = {
            option: sum(s.chance * (1 - s.natural) * s.values[option] for s in cell.starts)
            for option in cell.starts[0].values
        }
        assert by_option[cell.option] == max(by_option.values())


def test_the_cost_of_the_chart_is_what_its_exceptions_lose() -> None:
    chart = small_chart()
    lost = sum(
        (s.chance * (1 - s.natural) * (s.value - s.values[cell.option]) for s, cell in chart.exceptions),
        Fraction(0),
    )
    assert chart.cost == lost > 0


def test_a_chart_is_of_the_game_as_it_is_analysed() -> None:
    assert small_chart().drawn.house_advantage == draw_game(small_game(), "bet").house_advantage


def test_the_page_and_the_data_show_the_same_signs() -> None:
    chart = small_chart()
    data = chart_data(chart)
    for section in chart.sections:
        for row in section.rows:
            assert data["chart"][section.name][row.name] == [sign(cell) for cell in row.cells]  # type: ignore[index, call-overload]
    text = format_text(chart_page(chart))
    assert "two cards that do better otherwise" in text
    assert "A-A" in text
