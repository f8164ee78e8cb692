"""The whole game that `docs/new-game.md` shows: a house's own, from no folder of the package."""

import re
from pathlib import Path

PAGE = Path(__file__).parents[1] / "docs" / "new-game.md"
GAME = "house_ride"


def write_example(folder: Path) -> None:
    """The two files of the page, as a reader would copy them."""
    text = PAGE.read_text("utf-8")
    for ending in ("py", "toml"):
        (block,) = re.findall(rf"`{GAME}\.{ending}`:.*?```text\n(.*?)```", text, re.S)
        (folder / f"{GAME}.{ending}").write_text(block, "utf-8")
