"""What each page loads: its style sheets, and its modules with all that they import."""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from pitboss.service.route.pages import FOLDER

STATIC = FOLDER / "static"
LOADED = re.compile(r'(?:href|src)="/static/([^"]+)"')
IMPORTED = re.compile(r'^(?:import|export) (?:[^"]* from )?"([^"]+)"', re.MULTILINE)


@dataclass(frozen=True)
class PageFiles:
    page: Path
    sheets: tuple[Path, ...]
    modules: frozenset[Path]

    @property
    def text(self) -> str:
        """Everything in which a class or an id can be named."""
        return "\n".join(one.read_text() for one in (self.page, *sorted(self.modules)))


def imports(module: Path) -> list[Path]:
    return [(module.parent / name).resolve() for name in IMPORTED.findall(module.read_text())]


def with_imports(module: Path, known: set[Path]) -> set[Path]:
    if module not in known:
        known.add(module)
        for one in imports(module):
            with_imports(one, known)
    return known


@cache
def pages() -> tuple[PageFiles, ...]:
    found = []
    for page in sorted(FOLDER.glob("*.html")):
        loaded = [STATIC / name for name in LOADED.findall(page.read_text())]
        modules: set[Path] = set()
        for one in loaded:
            if one.suffix == ".js":
                with_imports(one, modules)
        sheets = tuple(one for one in loaded if one.suffix == ".css")
        found.append(PageFiles(page, sheets, frozenset(modules)))
    return tuple(found)
