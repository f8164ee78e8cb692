"""What runs here: the version, a hash of the installed program, and the fingerprint of every game.

What was approved is what must run (WAC 230-06-050). Saved as a file, this is the manifest that a start is
compared with.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable

from pitboss import __version__
from pitboss.base.error import InputError
from pitboss.rules import game_ids, load_game
from pitboss.rules.fingerprint import fingerprint

PACKAGE = "pitboss"
LEFT_OUT = "__pycache__"
"""What Python makes by itself."""


@dataclass(frozen=True)
class Software:
    version: str
    sha256: str
    """Of every file of the package, by name and content."""
    games: Mapping[str, str]
    """The fingerprint of each game of the catalogue, as the documents have it."""


def read_software() -> Software:
    games = {name: fingerprint(load_game(name)) for name in game_ids()}
    return Software(__version__, hash_program(files(PACKAGE)), games)


def hash_program(root: Traversable) -> str:
    """One hash over all files in the order of their names; any byte anywhere changes it."""
    whole = sha256()
    for name, file in sorted(program_files(root)):
        content = sha256(file.read_bytes()).hexdigest()
        whole.update(f"{content}  {name}\n".encode())
    return whole.hexdigest()


def program_files(folder: Traversable, path: str = "") -> Iterator[tuple[str, Traversable]]:
    for one in folder.iterdir():
        name = f"{path}{one.name}"
        if one.is_dir() and one.name != LEFT_OUT:
            yield from program_files(one, f"{name}/")
        elif one.is_file():
            yield name, one


# -- the manifest ----------------------------------------------------------------------------------


def parse_manifest(text: str, where: str) -> Software:
    try:
        data = json.loads(text)
        return Software(str(data["version"]), str(data["sha256"]), dict(data["games"]))
    except (ValueError, KeyError, TypeError) as problem:
        raise InputError(
            f"{where} is no manifest: write one with 'pitboss about --json' where the program is right"
        ) from problem


def find_differences(expected: Software, running: Software) -> Iterator[str]:
    """What is not as the manifest says, in words."""
    if running.version != expected.version:
        yield f"version {running.version} runs, and {expected.version} is expected"
    if running.sha256 != expected.sha256:
        yield f"the program's hash is {running.sha256}, and {expected.sha256} is expected"
    for game, mark in expected.games.items():
        found = running.games.get(game, "not there")
        if found != mark:
            yield f"{game} has the fingerprint {found}, and {mark} is expected"
