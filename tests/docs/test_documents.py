"""Every numbered step of the five documents has a test that names it, or a decision; the page says which."""

import ast
import os
import re
from itertools import pairwise

import pytest

from documents import PAGE, ROOT, format_page, proofs_by_step, read_proofs, read_sections, read_steps
from pitboss.rules import game_ids, load_game

# How far the documents count, written down here apart from the list: steps, and the letters under a step.
GAME_MANAGER = {"": 10, "9": "i", "10": "c"}
NEXUS = {"": 10, "9": "h", "10": "c"}
PRINTED = {
    "000 dealing": {"": 7},
    "000 irregularities": {"": 3},
    "000 overview": {"": 3},
    "000 six": {"": 8, "8": "a"},
    "000 Game Manager": GAME_MANAGER,
    "000 Nexus": NEXUS,
    "001 dealing": {"": 7},
    "001 irregularities": {"": 3},
    "001 overview": {"": 3},
    "001 bonus": {"": 10, "9": "a", "10": "d"},
    "002 step": {"": 11, "6": "b", "10": "c"},
    "003 dealing": {"": 13},
    "003 Game Manager": GAME_MANAGER,
    "003 Nexus": NEXUS,
    "003 link": {"": 11, "10": "h", "11": "c"},
    "003 cover all": {"": 9, "7": "a"},
    "004 step": {"": 10, "9": "h", "10": "c"},
}
NUMBER = re.compile(r"(\d+)([a-z]?)\b")
SECTIONS = {f"{one.document} {one.name}": one for one in read_sections()}


def numbers_of(name):
    """The numbers of a part, with the letters that stand under each."""
    found = {}
    for step in SECTIONS[name].steps:
        if match := NUMBER.match(step.name.removeprefix(f"{name} ")):
            found.setdefault(int(match[1]), set()).update(match[2])
    return found


@pytest.mark.parametrize("name", PRINTED)
def test_no_number_of_a_document_is_missing(name):
    found, printed = numbers_of(name), PRINTED[name]
    assert sorted(found) == list(range(1, printed[""] + 1))
    for number, letters in found.items():
        last = printed.get(str(number), "")
        assert "".join(sorted(letters)) == "abcdefghi"[: " abcdefghi".index(last or " ")]


@pytest.mark.parametrize(
    "step", [one for one in read_steps().values() if not one.same_as], ids=lambda one: one.name
)
def test_a_step_has_a_test_or_a_decision_or_is_no_matter_for_software(step):
    assert len(step.says.split()) > 2
    assert proofs_by_step().get(step.name) or step.decision or step.no_matter, f"{step.name} is not settled"
    assert not (step.name in proofs_by_step() and step.no_matter), "it has a test after all"


def test_tests_name_no_step_that_no_document_has():
    assert set(proofs_by_step()) <= set(read_steps())


@pytest.mark.parametrize(
    "section", [one for one in read_sections() if one.is_walked], ids=lambda one: one.title
)
def test_a_step_about_the_progressive_is_walked_on_a_live_table_and_on_a_bare_keypad(section):
    for step in section.steps:
        is_walked = any(proof.is_walked for proof in proofs_by_step().get(step.name, []))
        assert is_walked or step.table_only, f"{step.name} is not walked on a bare keypad"
        assert not (is_walked and step.table_only), f"{step.name} is walked after all"


# -- the files of the documents --------------------------------------------------------------------

FILES = sorted((ROOT / "tests" / "table").glob("test_document_*.py"))


def slug(step):
    return "test_" + re.sub(r"[^a-z0-9]+", "_", step[4:].lower())


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_the_tests_of_a_document_are_named_by_their_step_say_it_and_walk_in_order(path):
    places = {name: place for place, name in enumerate(read_steps())}
    proofs = [one for one in read_proofs() if one.path == str(path.relative_to(ROOT)) and one.test]
    assert proofs
    for proof in proofs:
        assert proof.test.startswith(slug(proof.steps[0])), f"{proof.test} proves {proof.steps[0]}"
        assert proof.steps[0][:3] == path.name[14:17]
    for one, next_ in pairwise(proofs):
        assert places[one.steps[0]] <= places[next_.steps[0]], f"{next_.test} comes too late"
    for node in ast.parse(path.read_text()).body:
        if isinstance(node, ast.FunctionDef) and node.name in {one.test for one in proofs}:
            assert ast.get_docstring(node), node.name


def test_every_document_that_a_game_names_has_a_title_in_the_appendix():
    appendix = (ROOT / "docs" / "sources.md").read_text()
    files = {name for game in game_ids() for name in load_game(game).sources if name.endswith(".txt")}
    assert sorted(re.findall(r"^\| (\d{3}) \| [^|]+ \| `\1_", appendix, re.MULTILINE)) == sorted(
        name[:3] for name in files
    )
    assert all(f"| `{name}` |" in appendix for name in files)


def test_the_page_is_made_of_the_steps_and_the_tests():
    made = format_page()
    if os.environ.get("PITBOSS_DOCS") == "write":
        PAGE.write_text(made)
    assert PAGE.read_text() == made
