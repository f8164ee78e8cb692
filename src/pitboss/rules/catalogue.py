"""The catalogue: every game is one module of rules and one data file, found by its name.

The package has games of its own; a house adds others from the folder that PITBOSS_GAMES names. Those are
tried out when they are loaded, a few rounds of each: what is wrong with their rules is said with file and
line before anybody sits down to them.
"""

import importlib
import os
import sys
from functools import cache
from pathlib import Path
from random import Random
from traceback import extract_tb
from types import ModuleType

from pitboss.base.error import InputError, Parameter, ParameterError, PitbossError, find_name, fold_name
from pitboss.rules.dealing import SEAT, Dealing
from pitboss.rules.definition import ROOM, read_game
from pitboss.rules.game import Game

VARIABLE = "PITBOSS_GAMES"
"""Names the folder of the house's own games."""
TRIALS = 20
"""Rounds that a house's own game is tried out with."""


def game_ids() -> tuple[str, ...]:
    return tuple(sorted(find_files()))


def load_game(name: str) -> Game:
    """The game of that name with the documents' defaults in force."""
    return load_once(name, os.environ.get(VARIABLE, ""))


@cache
def load_once(name: str, folder: str) -> Game:
    """Once for each folder of the house's own games."""
    del folder
    found = find_files()
    path = found[find_name("game", name, sorted(found))]
    is_own = path.parent == own_folder()
    file = path.name if is_own else str(path)
    module = load_rules(path)
    game = read_game(path.read_text("utf-8"), module, file=file, shared=(path.parent / "shared",))
    if game.id != path.stem:
        raise InputError(
            f"{file}: the id is {game.id!r}; call it {path.stem!r} as its file, or rename the file"
        )
    if not is_own:
        try_out(game, path.with_suffix(".py"))
    return game


def room() -> ModuleType:
    return importlib.import_module(ROOM)


def own_folder() -> Path:
    return Path(room().__path__[0])


def find_files() -> dict[str, Path]:
    """The data file of every game, by its id: the package's, and those of the house's folder."""
    files = {path.stem: path for path in own_folder().glob("*.toml")}
    folder = room().look_in_folder()
    if folder is None:
        return files
    if not folder.is_dir():
        another = f"there is no folder {folder} with games; name another with "
        raise ParameterError(another, Parameter("games"), f" or {VARIABLE}")
    known = {fold_name(name): name for name in files}
    for path in sorted(folder.glob("*.toml")):
        if not path.stem.isidentifier() or path.stem != path.stem.lower():
            raise InputError(
                f"{path}: name the file with small letters, digits and underscores: my_game.toml"
            )
        if name := known.get(fold_name(path.stem)):
            raise InputError(f"{path}: there is a game {name!r} already; give file and id another name")
        files[path.stem] = path
        known[fold_name(path.stem)] = path.stem
    return files


# -- rules from a folder -----------------------------------------------------------------------------


def load_rules(path: Path) -> ModuleType:
    """The module beside a data file."""
    rules = path.with_suffix(".py")
    if not rules.is_file():
        raise InputError(f"{path}: there are no rules {rules.name} beside it; add them")
    name = f"{ROOM}.{path.stem}"
    held = sys.modules.get(name)
    if held and Path(str(held.__file__)) != rules:
        del sys.modules[name]
    importlib.invalidate_caches()
    try:
        module = importlib.import_module(name)
    except SyntaxError as problem:
        raise InputError(f"{problem.filename}:{problem.lineno}: {problem.msg}; correct the line") from problem
    except Exception as problem:
        raise InputError(f"{where_in(rules, problem)}: {words_of(problem)}; correct the rules") from problem
    for function in ("procedure", "looks"):
        if not callable(getattr(module, function, None)):
            raise InputError(f"{rules}: there is no function {function!r}; add it")
    return module


def try_out(game: Game, rules: Path) -> None:
    """Deal and settle some rounds by the toss of a coin; what breaks is told by its place in the rules."""
    try:
        for number in range(TRIALS):
            table = Dealing(game, Random(number))
            list(table.play())
            game.settle(table.round, SEAT)
    except Exception as problem:
        raise InputError(f"{where_in(rules, problem)}: {words_of(problem)}; correct the rules") from problem


def where_in(rules: Path, problem: Exception) -> str:
    """The last line of the rules on the way to the problem."""
    lines = [frame.lineno for frame in extract_tb(problem.__traceback__) if Path(frame.filename) == rules]
    return f"{rules}:{lines[-1]}" if lines else str(rules)


def words_of(problem: Exception) -> str:
    """Our own refusals as they are; of another mistake its kind, too."""
    return str(problem) if isinstance(problem, PitbossError) else f"{type(problem).__name__}: {problem}"
