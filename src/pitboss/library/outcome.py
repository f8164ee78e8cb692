"""The outcomes of a wager as rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, overload

from pitboss.base.figure import format_percent
from pitboss.base.notebook import html_table
from pitboss.library.frame import Row, pandas_frame, polars_frame, with_floats

if TYPE_CHECKING:
    import pandas
    import polars

    from pitboss.audit.outcome import Outcome


@dataclass(frozen=True, repr=False)
class Outcomes(Sequence["Outcome"]):
    """Every outcome, the best first: name, ways, probability, pay, net and contribution to the return."""

    title: str
    """Of the wager and its game."""
    lines: tuple[Outcome, ...]
    """The outcomes, the best first."""

    def to_dicts(self, *, exact: bool = True) -> list[Row]:
        """A dictionary for each outcome, with fractions; with floats if not `exact`."""
        rows: list[Row] = [
            {
                "outcome": line.name,
                "ways": line.ways,
                "probability": line.probability,
                "pay": line.pay,
                "net": line.net,
                "contribution": line.contribution,
            }
            for line in self.lines
        ]
        return rows if exact else [with_floats(row) for row in rows]

    def to_pandas(self) -> pandas.DataFrame:
        """A data frame with an outcome a row, in floats."""
        return pandas_frame(self.to_dicts(exact=False))

    def to_polars(self) -> polars.DataFrame:
        """A data frame with an outcome a row, in floats."""
        return polars_frame(self.to_dicts(exact=False))

    def __len__(self) -> int:
        return len(self.lines)

    def __iter__(self) -> Iterator[Outcome]:
        return iter(self.lines)

    @overload
    def __getitem__(self, place: int) -> Outcome: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Outcome, ...]: ...
    def __getitem__(self, place: int | slice) -> Outcome | tuple[Outcome, ...]:
        return self.lines[place]

    def __repr__(self) -> str:
        return f"<{len(self)} outcomes of {self.title}, from {self.lines[0].name} to {self.lines[-1].name}>"

    def _repr_html_(self) -> str:
        rows = [
            (
                line.name,
                "" if line.ways is None else f"{line.ways:,}",
                format_percent(line.probability),
                line.pay,
                f"{float(line.net):+g}",
                format_percent(line.contribution),
            )
            for line in self.lines
        ]
        return html_table(self.title, ("outcome", "ways", "probability", "pay", "net", "contribution"), rows)
