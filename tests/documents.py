"""The numbered steps of the five documents, in our own words, and the tests that prove them.

`docs/documents.toml` lists the steps. A test says with `proves` which of them it proves, and a round worked
out by hand with the first argument of `case`; a module that has `DOCUMENT` need not repeat its number. What
stands in the files is read without running them, and `docs/documents.md` is made of it.
"""

import ast
import re
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TypeVar

ROOT = Path(__file__).parents[1]
DATA = ROOT / "docs" / "documents.toml"
PAGE = ROOT / "docs" / "documents.md"
NUMBERED = re.compile(r"\d{3} ")
WALK = "walk"
"""The argument of a test that is run on a live table and on a bare keypad."""
Test = TypeVar("Test", bound=Callable[..., None])


def proves(*steps: str) -> Callable[[Test], Test]:
    """Says which steps of the documents a test proves; the page is made from the text of the file."""
    assert steps

    def mark(test: Test) -> Test:
        return test

    return mark


# -- the steps -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Step:
    name: str
    """The document's number, the part of it and the step's own number: `000 dealing 3`."""
    says: str
    decision: str = ""
    no_matter: str = ""
    table_only: str = ""
    """Of a part about the progressive: why a bare keypad has nothing to do with it."""
    same_as: str = ""
    """The step of another document with the same words."""


@dataclass(frozen=True)
class Section:
    document: str
    name: str
    title: str
    is_walked: bool
    """Whether its steps are walked on a bare keypad as well."""
    steps: tuple[Step, ...]


@cache
def read_sections() -> tuple[Section, ...]:
    found: dict[tuple[str, str], Section] = {}
    for part in tomllib.loads(DATA.read_text())["part"]:
        document, name = part["document"], part["name"]
        prefix = f"{document} {name}"
        if "same_as" in part:
            other = found[part["same_as"], name]
            steps = [
                Step(
                    f"{prefix} {step.name.removeprefix(f'{other.document} {name} ')}",
                    step.says,
                    same_as=step.name,
                )
                for step in other.steps
            ]
        else:
            steps = [make_step(prefix, row) for row in part["steps"]]
        found[document, name] = Section(
            document, name, part["title"], part.get("is_walked", False), tuple(steps)
        )
    return tuple(found.values())


def make_step(prefix: str, row: dict[str, str]) -> Step:
    more = {key: value for key, value in row.items() if key not in ("n", "says")}
    return Step(f"{prefix} {row['n']}", row["says"], **more)


@cache
def read_steps() -> dict[str, Step]:
    return {step.name: step for section in read_sections() for step in section.steps}


# -- the proofs ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Proof:
    path: str
    test: str
    law: str
    """Of a round worked out by hand: what it shows."""
    is_walked: bool
    steps: tuple[str, ...]

    def __str__(self) -> str:
        if self.law:
            return f"`{self.path}`: {self.law}"
        return f"`{self.path}::{self.test}`"


@cache
def read_proofs() -> tuple[Proof, ...]:
    """Every proof of every test file, in the order of the files."""
    paths = sorted((ROOT / "tests").rglob("test_*.py"))
    texts = {path: path.read_text() for path in paths}
    return tuple(
        proof for path, text in texts.items() if "proves(" in text for proof in proofs_of(path, text)
    )


def proofs_of(path: Path, text: str) -> Iterator[Proof]:
    tree, where = ast.parse(text), str(path.relative_to(ROOT))
    document = next((value_of(node) for node in tree.body if names(node, "DOCUMENT")), "")
    for call in ast.walk(tree):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "case":
            rules, law = (one.value for one in call.args[:2] if isinstance(one, ast.Constant))
            steps = (step.strip() for step in str(rules).split(","))
            yield Proof(where, "", str(law), False, tuple(full_name(document, step) for step in steps))
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            steps_of = tuple(full_name(document, step) for step in marked(node))
            if steps_of:
                is_walked = any(one.arg == WALK for one in node.args.args)
                yield Proof(where, node.name, "", is_walked, steps_of)


def names(node: ast.stmt, name: str) -> bool:
    targets = node.targets if isinstance(node, ast.Assign) else []
    return any(isinstance(one, ast.Name) and one.id == name for one in targets)


def value_of(node: ast.stmt) -> str:
    assert isinstance(node, ast.Assign)
    return str(ast.literal_eval(node.value))


def marked(node: ast.FunctionDef) -> Iterator[str]:
    for mark in node.decorator_list:
        if isinstance(mark, ast.Call) and isinstance(mark.func, ast.Name) and mark.func.id == "proves":
            yield from (str(ast.literal_eval(one)) for one in mark.args)


def full_name(document: str, step: str) -> str:
    return step if NUMBERED.match(step) else f"{document} {step}"


def proofs_by_step() -> dict[str, list[Proof]]:
    found: dict[str, list[Proof]] = {}
    for proof in read_proofs():
        for step in proof.steps:
            found.setdefault(step, []).append(proof)
    return found


# -- the page --------------------------------------------------------------------------------------

HEAD = """# The documents, step by step

Every numbered step of the five documents in our own words, with the tests that prove it. Steps that are
printed without a number have a word. Made from `docs/documents.toml` and from the tests, each of which says
what it proves; `tests/docs/test_documents.py` holds this page against them, and `PITBOSS_DOCS=write` makes
it anew. A test that is marked with ⇄ is run twice, on a live table of a room with its keypad over the book
and on a keypad that stands alone. Where a step has no test there is the decision with its reason, or why it
is no matter for software. The titles of the documents are in [the appendix](sources.md).
"""


def format_page() -> str:
    return "\n".join([HEAD, *count_lines(), *(format_section(one) for one in read_sections())])


def count_lines() -> Iterator[str]:
    proofs = proofs_by_step()
    yield "| document | steps | with a test | decided | no matter for software |"
    yield "|---|---:|---:|---:|---:|"
    for document in dict.fromkeys(section.document for section in read_sections()):
        steps = [step for one in read_sections() if one.document == document for step in one.steps]
        origins = [read_steps()[step.same_as or step.name] for step in steps]
        tested = sum(step.name in proofs for step in origins)
        decided = sum(step.name not in proofs and bool(step.decision) for step in origins)
        no_matter = sum(step.name not in proofs and bool(step.no_matter) for step in origins)
        yield f"| {document} | {len(steps)} | {tested} | {decided} | {no_matter} |"
    yield ""


def format_section(section: Section) -> str:
    rows = [f"| {step.name} | {step.says} | {format_evidence(step)} |" for step in section.steps]
    head = [f"## {section.document} {section.name}", "", section.title, ""]
    return "\n".join([*head, "| step | what it says | proof |", "|---|---|---|", *rows, ""])


def format_evidence(step: Step) -> str:
    if step.same_as:
        return f"as {step.same_as}"
    told = [f"{proof}{' ⇄' if proof.is_walked else ''}" for proof in proofs_by_step().get(step.name, [])]
    if step.decision:
        told.append(f"decided: {step.decision}")
    if step.no_matter:
        told.append(f"no matter for software: {step.no_matter}")
    if step.table_only:
        told.append(f"at the table alone: {step.table_only}")
    return "; ".join(told)
