"""Pages of the site, made from the files as they are: an MkDocs hook (`mkdocs.yml`).

Files of the repository's top folder become pages beside those of `docs`. Links to files that are no pages
become their names. A diagram would need a script from another server: on the site it is a table or a list.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mkdocs.structure.files import Files

ROOT = Path(__file__).parents[1]
TOP_PAGES = ("ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")
"""Pages that lie outside of `docs`, because that is where a repository has them."""
LINK = re.compile(r"\[([^\]\n]+)\]\(([^)\s]+)\)")
DIAGRAM = re.compile(r"```mermaid\n(.*?)```", re.DOTALL)
MOVE = re.compile(r"(\S+) --> (\S+): (.+)")
NODE = re.compile(r'\w+\["(?:\d+ )?([^"]+)"\]')


def on_files(files: Files, config: Any) -> Files:
    """The files of the site, with the pages of the top folder."""
    from mkdocs.structure.files import File

    for name in TOP_PAGES:
        files.append(File.generated(config, name, abs_src_path=str(ROOT / name)))
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Files) -> str:
    """The text of a page as the site has it."""
    name = page.file.src_uri
    place = name if name in TOP_PAGES else f"docs/{name}"
    return DIAGRAM.sub(lambda found: spell_diagram(found[1]), place_links(markdown, place, files))


def place_links(markdown: str, place: str, files: Files) -> str:
    """The text of the file at `place` in the repository, its links as they lead from its page."""

    def place_link(found: re.Match[str]) -> str:
        words, (target, mark, part) = found[1], found[2].partition("#")
        if not target or "://" in target:
            return found[0]
        aim = posixpath.normpath(posixpath.join(posixpath.dirname(place), target))
        page = find_page(aim, files)
        if page is None:
            return f"{words} (`{aim}`)" if words.strip("`") != aim else f"`{aim}`"
        start = posixpath.dirname(place.removeprefix("docs/"))
        return f"[{words}]({posixpath.relpath(page, start or '.')}{mark}{part})"

    return LINK.sub(place_link, markdown)


def find_page(aim: str, files: Files) -> str | None:
    """Where the site has a file of the repository, if it has it."""
    name = aim.removeprefix("docs/") if aim not in TOP_PAGES else aim
    return name if files.get_file_from_path(name) and (aim in TOP_PAGES or aim.startswith("docs/")) else None


def spell_diagram(diagram: str) -> str:
    """A diagram of states as a table, any other as the list of its nodes."""
    moves = MOVE.findall(diagram)
    return "\n".join(tabulate_moves(moves) if moves else list_nodes(diagram))


def tabulate_moves(moves: list[tuple[str, str, str]]) -> Iterator[str]:
    """A row for each state and each that can follow it."""
    commands: dict[tuple[str, str], list[str]] = {}
    for before, after, command in moves:
        commands.setdefault((before, after), []).append(f"`{command}`")
    yield from ("| from | to | by |", "|---|---|---|")
    for (before, after), names in commands.items():
        yield f"| {before} | {after} | {', '.join(names)} |"


def list_nodes(diagram: str) -> Iterator[str]:
    for number, node in enumerate(dict.fromkeys(NODE.findall(diagram)), start=1):
        yield f"{number}. {node}"
