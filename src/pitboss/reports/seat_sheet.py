"""Several wagers of one seat together, as data and as a page: what they lose and vary, and in an hour."""

from math import sqrt

from pitboss.analysis.analysis import tie_rule
from pitboss.analysis.seat import SeatAnalysis
from pitboss.base.figure import format_decimal, format_percent
from pitboss.reports.page import Facts, Heading, Lines, Page
from pitboss.reports.wager_sheet import Data, number, share
from pitboss.rules import Game

AN_HOUR = 40
"""Rounds: those of the plans of progressives too."""


def seat_data(seat: SeatAnalysis) -> Data:
    return {
        "wagers": list(seat.wagers),
        **number("expected_loss", seat.figures.house_advantage),
        **share("hit_frequency", seat.figures.hit_frequency),
        **number("variance", seat.variance),
        "standard_deviation": seat.standard_deviation,
        "standard_deviation_apart": sqrt(seat.apart),
        "skewness": seat.figures.skewness,
    }


def seat_page(game: Game, seat: SeatAnalysis) -> Page:
    figures, loss = seat.figures, seat.figures.house_advantage
    labels = ", ".join(game.wagers[wager].label for wager in seat.wagers)
    hour = (
        f"{format_decimal(loss * AN_HOUR, 4)} units, deviation {seat.standard_deviation * sqrt(AN_HOUR):.4f}"
    )
    facts = (
        ("Wagers", f"{labels}: one unit on each"),
        ("Expected loss", f"{format_decimal(loss, 6)} units a round"),
        ("Ahead", f"{format_percent(figures.hit_frequency)} of rounds"),
        ("Standard deviation", f"{seat.standard_deviation:.4f} units a round"),
        ("If they were apart", f"{sqrt(seat.apart):.4f} units a round"),
        ("Skewness", "-" if figures.skewness is None else f"{figures.skewness:.4f}"),
        (f"Lost in {AN_HOUR} rounds", hour),
    )
    about = f"best play of the base game, of equally good options the {tie_rule(game)}; no envy"
    return Heading("All together at one seat", 2), Facts(facts), Lines((about,))
