"""A par sheet that can be filed."""

from __future__ import annotations

from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from pitboss.base.error import find_name
from pitboss.base.extra import naming_extra
from pitboss.reports.form import format_text, html_block
from pitboss.reports.paper.paper import Paper, Size, form_of, save, whole_page, write_paper

if TYPE_CHECKING:
    from pitboss.reports.form import Json

SIZES = {"a4": Size.A4, "letter": Size.LETTER}


@dataclass(frozen=True, repr=False)
class ParSheet:
    """All figures of a game's wagers, for a laboratory to check."""

    paper: Paper
    """The paper of the reports; it may change."""

    @property
    def title(self) -> str:
        """'Par sheet: Three Card Poker, Pair Plus A'."""
        return self.paper.title

    def save(self, path: str | PathLike[str], *, size: str = "a4") -> Path:
        """Write it to a file, whole or not at all; the ending says how: pdf, xlsx, html, md, json or txt."""
        out = Path(path)
        form = form_of(out.name)
        save(out, write_paper(self.paper, form, SIZES[find_name("size of paper", size, SIZES)]))
        return out

    def to_dict(self) -> Json:
        """As `pitboss report par --json` prints it."""
        return self.paper.data

    def __repr__(self) -> str:
        return f"<{self.title}>"

    def __str__(self) -> str:
        return format_text(whole_page(self.paper))

    def _repr_html_(self) -> str:
        with naming_extra():
            return "\n".join(map(html_block, whole_page(self.paper)))
