"""Rows as data frames of other packages, where those are installed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from pitboss.base.extra import naming_extra

if TYPE_CHECKING:
    import pandas
    import polars

Row = dict[str, object]


def with_floats(row: Mapping[str, object]) -> Row:
    """The row with every fraction as a float: what plots and statistics take."""
    return {name: float(value) if isinstance(value, Fraction) else value for name, value in row.items()}


def pandas_frame(rows: Sequence[Row]) -> pandas.DataFrame:
    with naming_extra():
        import pandas
    return pandas.DataFrame(rows)


def polars_frame(rows: Sequence[Row]) -> polars.DataFrame:
    with naming_extra():
        import polars
    return polars.DataFrame(rows)
