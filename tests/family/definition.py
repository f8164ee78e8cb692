"""A game outside the catalogue: one module of rules and the data file beside it, and nothing else."""

from pathlib import Path
from types import ModuleType

from pitboss.rules import Game
from pitboss.rules.definition import read_game


def define(module: ModuleType) -> Game:
    path = Path(str(module.__file__)).with_suffix(".toml")
    return read_game(path.read_text("utf-8"), module, file=path.name)
