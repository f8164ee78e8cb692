"""`python -m tools.reference`: the reference in docs/reference, made from the program itself.

`tools.command_page` reads the commands, `tools.library_page` the public names of Python, `tools.json_page`
what commands print with --json. A test holds the pages against what is made now.
"""

from collections.abc import Callable, Mapping
from pathlib import Path

from tools.command_page import format_commands
from tools.json_page import format_json
from tools.library_page import format_library

FOLDER = Path(__file__).parents[1] / "docs" / "reference"
PAGES: Mapping[str, Callable[[], str]] = {
    "commands.md": format_commands,
    "json.md": format_json,
    "library.md": format_library,
}


def write_pages() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, make in PAGES.items():
        (FOLDER / name).write_text(make())


if __name__ == "__main__":
    write_pages()
