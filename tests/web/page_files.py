"""What each page loads: its style sheets, and its modules with all that they import."""

import re
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from pitboss.service.route.pages import FOLDER

STATIC = FOLDER / "static"
LOADED = re.compile(r'(?:href|src)="/static/([^"]+)"')
IMPORTED = re.compile(r'^(?:import|export) (?:[^"]* from )?"([^"]+)"', re.MULTILINE)

COMMENT = re.compile(r"^\s*//[^\n]*$|/\*.*?\*/", re.MULTILINE | re.DOTALL)
PLAIN, TEMPLATE = re.compile(r'"([^"\n]*)"'), re.compile(r"`([^`]*)`")
MARKS = re.compile(r"[a-z\s][\w\s-]*")
BUILT = re.compile(r"[\w-]*\$\{[^}]*\}[\w-]*")
BEGINNING = re.compile(r"([A-Za-z][\w-]*)\$\{")


@dataclass(frozen=True)
class PageFiles:
    page: Path
    sheets: tuple[Path, ...]
    modules: frozenset[Path]

    @cached_property
    def text(self) -> str:
        """The page and its modules, without their comments."""
        return "\n".join(COMMENT.sub("", one.read_text()) for one in (self.page, *sorted(self.modules)))

    @cached_property
    def marks(self) -> set[str]:
        """Every word that can be a class or an id: it stands in a list of such words, not in a sentence."""
        literals = PLAIN.findall(self.text) + [BUILT.sub(" ", one) for one in TEMPLATE.findall(self.text)]
        return {word for one in literals if MARKS.fullmatch(one) for word in one.split()}

    @cached_property
    def beginnings(self) -> set[str]:
        """Of words that a module puts together: `tone-` of `tone-${cell.tone}`."""
        return set(BEGINNING.findall(self.text))


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
