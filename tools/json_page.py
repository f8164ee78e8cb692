"""The page of JSON forms: commands are run with --json, and what they print is described field by field."""

import io
import json
import re
import shlex
from collections.abc import Iterator
from contextlib import redirect_stdout
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from pitboss.cli import main

ROOT = Path(__file__).parents[1]
HEAD = """# JSON forms

Made by `python -m tools.reference`: each command is run, and every field that it prints stands here with
its kind. Names and meanings stay as they are; new ones may be added. `[]` stands for each of a list,
`<name>` for each key of a collection. A fraction is a text such as `"128/5525"`. What is null or empty in
the example is called so. [Commands](../commands.md) says what the fields mean.
"""
COMMANDS = (
    "games",
    "show three_card_poker",
    "analyze three_card_poker --wager pair_plus --wager progressive",
    "price three_card_poker --wager pair_plus --pays 50,30,6,3,1",
    "strategy three_card_poker 'Qh 6d 4c'",
    "design three_card_poker --wager pair_plus --like 'Pair Plus A' --advantage 4%..5%",
    "simulate three_card_poker --wager pair_plus --rounds 1000 --random-seed 1",
    "replay docs/round.txt",
    "verify-round docs/round-proof.jsonl",
    "sign three_card_poker",
    "about",
    "approval letters",
    "equipment approved",
    "progressive warnings --terms docs/tcp-terms.toml",
    "ledger verify docs/journal.jsonl",
    *(
        f"report {name} --store room.db"
        for name in ("meters", "hits", "accrual", "reconciliation", "history", "staff", "retention")
    ),
)
"""Files of `docs` as they are; `room.db` is the journal of the story."""
STORY = (
    "progressive set-up docs/tcp-terms.toml --by tess --by ada",
    "progressive open tcp --by tess",
    "progressive coin-in T1 --stake 1=1 --stake 3=1 --by dan",
    "progressive post T1 3 --hand 'akq spades' --by dan",
    "progressive confirm 1 --by sue",
    "progressive end T1 --by dan",
)
"""A jackpot, from its terms to the end of the round."""
FIELD = re.compile(r"[a-z][a-z0-9_]*")
FRACTION = re.compile(r"-?\d+/\d+")
COLLECTIONS = ("wagers", "paytables", "designators", "settings", "pays", "envy", "printed", "games")
"""Objects whose keys are names of things and not fields."""


def format_json() -> str:
    with TemporaryDirectory() as folder:
        store = str(Path(folder) / "room.db")
        for command in STORY:
            run(f"{command} --store room.db", store)
        return "\n".join((HEAD, *(line for command in COMMANDS for line in describe(command, store))))


def describe(command: str, store: str) -> Iterator[str]:
    """A command with its table of fields."""
    yield f"## pitboss {command.partition(' docs/')[0].partition(' --')[0]}\n"
    yield f"```text\npitboss {command} --json\n```\n"
    yield from ("| field | kind |", "|---|---|")
    kinds: dict[str, set[str]] = {}
    for path, kind in walk(run(command, store), ""):
        kinds.setdefault(path, set()).add(kind)
    for path, found in kinds.items():
        yield f"| `{path}` | {' or '.join(sorted(found))} |"
    yield ""


def run(command: str, store: str) -> Any:
    """What the command prints with --json, read."""
    places = {"room.db": store}
    words = [
        str(ROOT / word) if word.startswith("docs/") else places.get(word, word)
        for word in shlex.split(command)
    ]
    with redirect_stdout(io.StringIO()) as printed:
        main([*words, "--json"])
    return json.loads(printed.getvalue())


def walk(value: Any, path: str) -> Iterator[tuple[str, str]]:
    """The path of every value that is no object and no list, with its kind."""
    if isinstance(value, dict) and value:
        is_collection = path.rpartition(".")[2] in COLLECTIONS or not all(map(FIELD.fullmatch, value))
        for name, one in value.items():
            yield from walk(one, f"{path}.{'<name>' if is_collection else name}".lstrip("."))
    elif isinstance(value, list) and value:
        for one in value:
            yield from walk(one, f"{path}[]")
    else:
        yield path or "[]", kind_of(value)


def kind_of(value: Any) -> str:
    if isinstance(value, bool):
        return "true or false"
    if isinstance(value, int | float):
        return "number"
    if isinstance(value, str):
        return "fraction" if FRACTION.fullmatch(value) else "text"
    return "null" if value is None else "empty"
