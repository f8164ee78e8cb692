"""Help: examples that can be typed, every command under a purpose, nothing cut; completion; short numbers."""

import shlex
from collections.abc import Iterator

import pytest
import typer

from pitboss.base.error import InputError
from pitboss.cli import main
from pitboss.cli.app import make_app
from pitboss.cli.command import EXAMPLES, PURPOSES
from pitboss.cli.option import read_number

PROGRAM = typer.main.get_command(make_app())


def commands(command=PROGRAM, path=()) -> Iterator[tuple[str, object]]:
    yield " ".join(path), command
    for name, part in getattr(command, "commands", {}).items():
        if not part.hidden:
            yield from commands(part, (*path, name))


COMMANDS = dict(commands())


def test_every_command_has_an_example_and_nothing_else_has():
    assert set(EXAMPLES) == set(COMMANDS)


@pytest.mark.parametrize("example", sorted({words for all_ in EXAMPLES.values() for words in all_}))
def test_an_example_can_be_typed(example):
    words, command, path = shlex.split(example), PROGRAM, []
    while getattr(command, "commands", None):
        path.append(words.pop(0))
        command = command.commands[path[-1]]
    command.make_context(" ".join(path), words)


@pytest.mark.parametrize("group", PURPOSES)
def test_every_command_is_there_for_one_purpose(group):
    listed = [name for names in PURPOSES[group].values() for name in names]
    assert sorted(listed) == sorted(name for name, one in COMMANDS[group].commands.items() if not one.hidden)


@pytest.mark.parametrize("path", COMMANDS)
def test_help_begins_with_examples_and_cuts_nothing(path, pitboss):
    said = pitboss(*path.split(), "--help").out
    assert said.splitlines()[2] == "Examples:"
    assert f"  pitboss {EXAMPLES[path][0]}\n" in said
    assert "..." not in said.replace("[ARGS]...", "").replace("]...", "").replace("}...", "")


@pytest.mark.parametrize(
    ("typed", "number"),
    [
        ("250", 250),
        ("10,000", 10_000),
        ("20k", 20_000),
        ("10m", 10_000_000),
        ("2.5M", 2_500_000),
        ("1b", 10**9),
        ("1e6", 10**6),
        ("2.5E3", 2_500),
    ],
)
def test_numbers_are_read_as_people_type_them(typed, number):
    assert read_number("--rounds", typed) == number


@pytest.mark.parametrize("typed", ["", "m", "1.5", "0.1k5", "1e-3", "1e", "2mm", "٣", "-5", "1e1000", "0x10"])
def test_what_is_no_whole_number_is_refused(typed):
    with pytest.raises(InputError, match="--rounds: write a whole number"):
        read_number("--rounds", typed)


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        (("analyze", "three_card_poker", "--wager", "pair"), "pair_plus"),
        (("analyze", "three_card_poker", "--paytable", "TCP"), "TCP Progressive 1"),
        (("simulate", "mississippi_stud", "--wager", "a"), "ante"),
        (("price", "three_card_poker", "--wager", "six"), "six_card_bonus"),
        (("play", "three_card_p"), "three_card_poker"),
    ],
)
def test_wagers_and_paytables_are_completed(typed, offered, capsys, monkeypatch):
    monkeypatch.setenv("_PITBOSS_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", shlex.join(("pitboss", *typed)))
    monkeypatch.setenv("COMP_CWORD", str(len(typed)))
    with pytest.raises(SystemExit):
        main([])
    assert offered in capsys.readouterr().out.splitlines()
