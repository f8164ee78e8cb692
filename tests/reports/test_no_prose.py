"""No prose as protocol: the library names parameters, and only a command spells them as options."""

import ast
import re
from pathlib import Path

import pytest

import pitboss
from pitboss.base.error import InputError, Parameter, ParameterError, PitbossError

SOURCE = Path(pitboss.__file__).parent
EDGES = ("cli", "service")
"""Rooms that speak to somebody who typed options."""
OPTION = re.compile(r"(?<![\w-])--[a-z]")
COMMAND = re.compile(r"'pitboss [^']*'")
"""A whole command, to be typed as it is."""


def refusals(tree):
    """The words of everything that is raised."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Raise):
            for part in ast.walk(node):
                if isinstance(part, ast.Constant) and isinstance(part.value, str):
                    yield part.value


def test_no_refusal_of_the_library_names_an_option_of_a_command():
    found = [
        (str(path.relative_to(SOURCE)), words)
        for path in sorted(SOURCE.rglob("*.py"))
        if path.relative_to(SOURCE).parts[0] not in EDGES
        for words in refusals(ast.parse(path.read_text(encoding="utf-8")))
        if OPTION.search(COMMAND.sub("", words))
    ]
    assert found == []


def test_a_parameter_is_spelled_by_whoever_speaks():
    problem = ParameterError("narrow it, or ", Parameter("player-edge"), " {0} --most")
    assert str(problem) == "narrow it, or player-edge {0} --most"
    assert problem.spelled("--{}".format) == "narrow it, or --player-edge {0} --most"
    assert problem.spelled(str.upper) == "narrow it, or PLAYER-EDGE {0} --most"


@pytest.mark.parametrize("kind", [PitbossError, InputError])
def test_a_refusal_without_a_parameter_is_spelled_as_it_is(kind):
    assert kind("a --word").spelled(str.upper) == "a --word"
