"""The page on scale is what the measured costs multiply to, and says where it stops being measured."""

from pathlib import Path

from pitboss.design.scale import MEASURED, load_of, loads, most_tables_of_one_manager
from pitboss.reports.paper.paper import Form
from pitboss.reports.paper.writing import write_paper
from pitboss.reports.plan_scale import scale_paper

PAGE = Path(__file__).parents[2] / "docs" / "scale.md"


def test_the_page_is_generated_from_the_figures():
    assert PAGE.read_bytes() == write_paper(scale_paper(), Form.MARKDOWN)


def test_loads_multiply_out():
    ten = load_of(10)
    assert ten.coin_ins_a_second * 3600 == 400
    assert load_of(MEASURED.served_tables).server_cores < MEASURED.served_busy
    assert load_of(most_tables_of_one_manager()).manager_busy <= 1
    assert loads()[-1].tables * 7 >= 1_000_000


def test_the_first_limit_is_a_links_displays():
    first = next(load for load in loads() if load.limits)
    assert first.limits == ("displays that follow every wager",)
