"""The page of the library: every public name with its signature and its docstring."""

import ast
import inspect
import re
import textwrap
from collections.abc import Iterator
from functools import cached_property
from typing import Any

import pitboss

HEAD = """# Public names of the library

Made by `python -m tools.reference` from `pitboss.__all__` and the docstrings. [The library](../library.md)
shows how the names are used, and has the environment for Gymnasium. What stands here stays; names of
classes under `pitboss` that are not here may change.
"""


def format_library() -> str:
    names = sorted(pitboss.PLACES, key=lambda name: (name[0].isupper(), name.lower()))
    parts = [part for name in names for part in describe(f"pitboss.{name}", getattr(pitboss, name))]
    return "\n".join((HEAD, *parts))


def describe(name: str, what: Any) -> Iterator[str]:
    """A function, or a class with its members."""
    yield f"## {name}\n"
    is_error = inspect.isclass(what) and issubclass(what, Exception)
    if not is_error:
        yield f"```text\n{name}{sign(what)}\n```\n"
    yield first_words(what) + "\n"
    if inspect.isclass(what) and not is_error:
        rows = list(members_of(what))
        yield from ("| name | what it is |", "|---|---|", *rows, "")


def members_of(kind: type) -> Iterator[str]:
    """A row for every public attribute and method, those that it inherits from a class of ours among them."""
    seen: set[str] = set()
    for one in (found for found in kind.__mro__ if found.__module__.startswith("pitboss.")):
        for name, words in attribute_words(one).items():
            if name not in seen and not name.startswith("_"):
                seen.add(name)
                yield f"| `{name}` | {words} |"
        for name, member in vars(one).items():
            if name in seen or name.startswith("_") or not is_described(member):
                continue
            seen.add(name)
            yield f"| `{name}{'' if is_value(member) else sign(member)}` | {first_words(member)} |"


def is_value(member: Any) -> bool:
    return isinstance(member, property | cached_property)


def is_described(member: Any) -> bool:
    return is_value(member) or inspect.isfunction(member)


def attribute_words(kind: type) -> dict[str, str]:
    """The fields of a class with the texts that stand under them."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(kind))).body[0]
    assert isinstance(tree, ast.ClassDef)
    found: dict[str, str] = {}
    for node, after in zip(tree.body, [*tree.body[1:], ast.Pass()], strict=True):
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            told = isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant)
            words = str(after.value.value) if told else ""  # type: ignore[attr-defined]
            found[node.target.id] = as_cell(words)
    return found


def sign(what: Any) -> str:
    """The signature as it is written, without `self`."""
    try:
        signature = inspect.signature(what)
    except ValueError:
        return "()"
    kept = [one for name, one in signature.parameters.items() if name != "self"]
    return re.sub(r"'([^']*)'", r"\1", str(signature.replace(parameters=kept))).replace("|", "or")


def first_words(what: Any) -> str:
    """The first paragraph of a docstring, on one line."""
    words = inspect.getdoc(what.func if isinstance(what, cached_property) else what) or ""
    return as_cell(re.split(r"\n\s*\n", words)[0])


def as_cell(words: str) -> str:
    return " ".join(words.split()).replace("|", "or")
