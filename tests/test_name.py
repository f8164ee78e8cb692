"""Words of the code: a class name has one meaning, or two where table and keypad do the same thing."""

import ast
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).parents[1] / "src" / "pitboss"
SAME_ACT = {"RoundVoided", "VoidRound"}
"""One act in three books: at the table, on the keypad and in the journal."""
FORMS = "service"
"""Answers and questions of the service are named in its own document of the API."""


def classes():
    found = defaultdict(set)
    for path in ROOT.rglob("*.py"):
        room = path.relative_to(ROOT).parts[0]
        for node in ast.parse(path.read_text()).body:
            if isinstance(node, ast.ClassDef) and room != FORMS:
                found[node.name].add(str(path.relative_to(ROOT)))
    return found


def test_no_class_name_has_three_meanings():
    many = {name: places for name, places in classes().items() if len(places) > 2 and name not in SAME_ACT}
    assert not many


def test_few_class_names_have_two():
    """Fewer may become none; more would be a step back."""
    assert sum(len(places) == 2 for places in classes().values()) <= 27


def test_no_function_is_long_or_takes_too_much():
    """But for commands and routes, whose parameters are what can be asked."""
    for path in ROOT.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                assert node.end_lineno - node.lineno < 70, (path.name, node.name)
                taken = len([*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs])
                is_door = any(path.is_relative_to(ROOT / door) for door in ("cli", "service/route"))
                assert taken <= 12 or is_door, (path.name, node.name)
