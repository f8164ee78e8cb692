"""Notes and assumptions are data, and every code of theirs has its words."""

import ast
from pathlib import Path

import pytest

import pitboss.audit
from pitboss.audit.assumption import Premise
from pitboss.audit.definition import Definition
from pitboss.audit.note import Remark
from pitboss.reports.audit_sheet import DEFINITIONS, REMARKS, SENTENCES


@pytest.mark.parametrize(
    ("codes", "words"), [(Remark, REMARKS), (Premise, SENTENCES), (Definition, DEFINITIONS)]
)
def test_every_code_has_words_of_its_own(codes, words):
    assert set(words) == set(codes)
    assert len(set(words.values())) == len(codes)


def test_the_room_imports_nothing_of_the_reports():
    for path in Path(pitboss.audit.__path__[0]).glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom):
                assert not (node.module or "").startswith("pitboss.reports"), path.name
