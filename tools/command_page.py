"""The page of all commands: usage, what each does, its arguments and options, as `--help` has them."""

import os
import re
from collections.abc import Iterator
from typing import Any

from typer.main import get_command

from pitboss.cli.app import make_app

HEAD = """# Every command

Made by `python -m tools.reference` from the program's own help. [Commands](../commands.md) has examples and
tells what the answers mean, [the JSON forms](json.md) what `--json` prints. Options that every command has:
`--help`.
"""
WIDTH = "100"
PROGRAM = "pitboss"


def format_commands() -> str:
    """The page: groups in the order of `pitboss --help`."""
    kept, os.environ["COLUMNS"] = os.environ.get("COLUMNS"), WIDTH
    try:
        return "\n".join((HEAD, *describe(get_command(make_app()), None, PROGRAM)))
    finally:
        os.environ.pop("COLUMNS")
        if kept is not None:
            os.environ["COLUMNS"] = kept


def describe(command: Any, parent: Any, name: str) -> Iterator[str]:
    """A command, and then those under it."""
    context = command.context_class(command, info_name=name.rpartition(" ")[2], parent=parent)
    yield f"## {name}\n"
    usage = " ".join(command.collect_usage_pieces(context))
    yield f"```text\n{name} {usage}\n```\n"
    yield spell_help(command.help or "") + "\n"
    yield from tabulate_options(command, context)
    for short, one in getattr(command, "commands", {}).items():
        if not one.hidden:
            yield from describe(one, context, f"{name} {short}")


def spell_help(text: str) -> str:
    """A docstring as paragraphs of one line each."""
    paragraphs = re.split(r"\n\s*\n", text.replace("\f", "").strip())
    return "\n\n".join(escape(" ".join(one.split())) for one in paragraphs)


def tabulate_options(command: Any, context: Any) -> Iterator[str]:
    records = [one.get_help_record(context) for one in command.get_params(context) if one.name != "help"]
    rows = [(names, words) for names, words in filter(None, records)]
    if rows:
        yield "| | |\n|---|---|"
        for names, words in rows:
            yield f"| `{names.replace('|', '/')}` | {escape(' '.join((words or '').split()))} |"
        yield ""


def escape(words: str) -> str:
    """Words of a help text as Markdown shows them."""
    return re.sub(r"([*_<|])", r"\\\1", words)
