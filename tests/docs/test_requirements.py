"""Every requirement of strength A or B is proved by a test that names it; the page says which.

Strengths: A, the rule's own text was read; B, the text of another jurisdiction; C, a notice, the press or
a draft, which is kept as dated configuration.
"""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "requirements.md"
A = (5, 6, 7, 8, 9, 10, 11, 12, *range(21, 33), *range(34, 41), 54, 64, 68, 71)
B = (*range(14, 21), *range(41, 54), *range(55, 63), 65, 66, 72, 73)
C = (1, 2, 3, 4, 13, 33, 63, 67, 69, 70)
STRENGTHS = dict(sorted([(n, "A") for n in A] + [(n, "B") for n in B] + [(n, "C") for n in C]))
OPEN: dict[int, str] = {}
"""Not proved yet, and who is to build it."""
ROW = re.compile(r"^\| (\d+) \| ([ABC]) \| ([^|]+) \| ([^|]+) \|$", re.MULTILINE)
NAMED = re.compile(r"(?:req|requirements?)_(\d+)(?:_and_(\d+))?")
TOLD = re.compile(r"[Rr]equirements? (\d+)(?: and (\d+))?")
TEST = re.compile(r"`(tests/\S+\.py)::(test_\w+)`")


@cache
def read_tests(path):
    """The tests of a file, each with the requirements that its name or its docstring names."""
    found = {}
    for node in ast.parse((ROOT / path).read_text()).body:
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            numbers = NAMED.findall(node.name) + TOLD.findall(ast.get_docstring(node) or "")
            found[node.name] = {int(number) for pair in numbers for number in pair if number}
    return found


def rows():
    return {
        int(number): (strength, says, where)
        for number, strength, says, where in ROW.findall(PAGE.read_text())
    }


def test_the_page_has_every_requirement_with_its_strength_and_a_sentence():
    found = rows()
    assert {number: strength for number, (strength, _, _) in found.items()} == STRENGTHS
    assert len(STRENGTHS) == 73
    assert all(len(says.split()) > 3 for _, says, _ in found.values())


@pytest.mark.parametrize(
    "number", [n for n, strength in STRENGTHS.items() if strength in "AB" and n not in OPEN]
)
def test_a_requirement_of_strength_a_or_b_is_proved_by_tests_that_name_it(number):
    tests = TEST.findall(rows()[number][2])
    assert tests, f"the page names no test for {number}"
    for path, name in tests:
        known = read_tests(path)
        assert name in known, f"{path} has no {name}"
        assert number in known[name], f"{name} does not name requirement {number}"


@pytest.mark.parametrize("number", C)
def test_a_requirement_of_strength_c_has_a_test_or_dated_configuration_or_is_not_built(number):
    where = rows()[number][2]
    for path, name in TEST.findall(where):
        assert number in read_tests(path)[name], f"{name} does not name requirement {number}"
    files = re.findall(r"`(src/\S+)`", where)
    assert all((ROOT / file).exists() for file in files)
    assert files or "not built" in where


def test_what_is_open_is_said_to_be():
    found = rows()
    assert {number for number, (_, _, where) in found.items() if "open:" in where} == set(OPEN)
