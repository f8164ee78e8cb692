"""No prose as protocol: no module looks for words of its own in a text, and only commands name options."""

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

SENTENCE = re.compile(r"[A-Za-z]+ [A-Za-z]+")
METHODS = frozenset(
    [
        "startswith",
        "endswith",
        "removeprefix",
        "removesuffix",
        "partition",
        "rpartition",
        "split",
        "find",
        "index",
        "count",
        "replace",
    ]
)
PATTERNS = frozenset(["compile", "search", "match", "fullmatch", "findall", "sub", "split"])
LANGUAGES = ("rules/notation.py",)
"""Where the notation of rounds is read, which is a language and is written in the book."""
CUES = ("reports/card/procedure.py",)
"""Which puts the dealer's cues of several points into one line."""


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


def texts_in(node):
    return [
        one.value for one in ast.walk(node) if isinstance(one, ast.Constant) and isinstance(one.value, str)
    ]


def looked_for(tree):
    """Texts that are looked for in other texts: by `in`, by a method of strings, by a pattern."""
    for node in ast.walk(tree):
        match node:
            case ast.Compare(left=ast.Constant() | ast.JoinedStr() as text, ops=[ast.In() | ast.NotIn()]):
                yield from texts_in(text)
            case ast.Call(func=ast.Attribute(value=ast.Name(id="re"), attr=name), args=[text, *_]):
                yield from texts_in(text) if name in PATTERNS else ()
            case ast.Call(func=ast.Attribute(attr=name), args=[text, *_]) if name in METHODS:
                yield from texts_in(text)


def test_no_module_looks_for_a_sentence():
    found = {
        path.relative_to(SOURCE).as_posix(): words
        for path in sorted(SOURCE.rglob("*.py"))
        for words in looked_for(ast.parse(path.read_text(encoding="utf-8")))
        if SENTENCE.search(words)
    }
    assert {where: words for where, words in found.items() if where not in (*LANGUAGES, *CUES)} == {}
    assert set(LANGUAGES) <= set(found), "the law finds what there is to find"


@pytest.mark.parametrize(
    "line",
    [
        "'bets are open' in words",
        "f'{seat} not now' not in words",
        "words.startswith('the dealer')",
        "words.partition(' of the meter')",
        "re.compile(r'repeat with --random-seed')",
    ],
)
def test_the_law_sees_every_way_to_look_for_a_sentence(line):
    assert any(SENTENCE.search(words) for words in looked_for(ast.parse(line)))


def test_a_parameter_is_spelled_by_whoever_speaks():
    problem = ParameterError("narrow it, or ", Parameter("player-edge"), " {0} --most")
    assert str(problem) == "narrow it, or player-edge {0} --most"
    assert problem.spelled("--{}".format) == "narrow it, or --player-edge {0} --most"
    assert problem.spelled(str.upper) == "narrow it, or PLAYER-EDGE {0} --most"


@pytest.mark.parametrize("kind", [PitbossError, InputError])
def test_a_refusal_without_a_parameter_is_spelled_as_it_is(kind):
    assert kind("a --word").spelled(str.upper) == "a --word"
