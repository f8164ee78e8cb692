"""Best play for a hand: every decision that can come with these cards seen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import overload

from pitboss.strategy.choice import Advice


@dataclass(frozen=True, repr=False)
class Decisions(Sequence[Advice]):
    """Each with what every option is worth; where decisions before it make a difference, one for each."""

    advice: tuple[Advice, ...]
    """One for every decision that can come, in order."""

    @property
    def option(self) -> str:
        """The best option of the first decision."""
        return self.advice[0].best.option

    def __len__(self) -> int:
        return len(self.advice)

    def __iter__(self) -> Iterator[Advice]:
        return iter(self.advice)

    @overload
    def __getitem__(self, place: int) -> Advice: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Advice, ...]: ...
    def __getitem__(self, place: int | slice) -> Advice | tuple[Advice, ...]:
        return self.advice[place]

    def __repr__(self) -> str:
        return "; ".join(map(repr, self.advice))

    def _repr_html_(self) -> str:
        return "".join(one._repr_html_() for one in self.advice)
