"""The site has every page, in its place and once, and no link of it leads nowhere."""

import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
import yaml

from tools.site_page import TOP_PAGES, spell_diagram

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = [*sorted(DOCS.rglob("*.md")), *(ROOT / name for name in TOP_PAGES), ROOT / "README.md"]
FENCED = re.compile(r"^```.*?^```", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"\]\(([^)\s]+)\)")
SECTIONS = ["Home", "Tutorials", "How to", "Reference", "Explanation"]
ELSEWHERE = re.compile(r"""(?:src|href|srcset)=["']?(?:https?:)?//([^/"'\s>]+)""")


def read_site():
    return yaml.safe_load((ROOT / "mkdocs.yml").read_text())


def pages_in(entries):
    """The files that a part of the navigation names, in order."""
    for entry in entries:
        (what,) = entry.values()
        yield from [what] if isinstance(what, str) else pages_in(what)


def anchors_of(page):
    """What can be linked to on a page: its headings, as GitHub and the site spell them."""
    heads = re.findall(r"^#+ (.+)$", FENCED.sub("", page.read_text()), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.lower()).strip().replace(" ", "-") for head in heads}


def test_every_page_is_in_the_navigation_once():
    written = [*(str(page.relative_to(DOCS)) for page in DOCS.rglob("*.md")), *TOP_PAGES]
    assert sorted(pages_in(read_site()["nav"])) == sorted(written)


def test_the_navigation_goes_by_purpose():
    assert [name for entry in read_site()["nav"] for name in entry] == SECTIONS


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_no_link_of_a_page_leads_nowhere(page):
    for link in LINK.findall(FENCED.sub("", page.read_text())):
        target, _, part = link.partition("#")
        if "://" in target:
            continue
        aim = page.parent / target if target else page
        assert aim.exists(), f"{link} leads nowhere"
        assert not part or part in anchors_of(aim), f"{link} leads to no heading"


def test_a_page_begins_with_its_title():
    assert all(page.read_text().startswith("# ") for page in PAGES)


def test_a_diagram_of_states_is_a_table_and_any_other_a_list():
    states = "stateDiagram-v2\n    A --> B: Go\n    A --> B: Run\n    B --> A: Rest\n"
    assert spell_diagram(states).splitlines()[2:] == ["| A | B | `Go`, `Run` |", "| B | A | `Rest` |"]
    assert spell_diagram('flowchart LR\n    a["1 one"] --> b["2 two"]\n    b --> a') == "1. one\n2. two"


@pytest.mark.slow
def test_the_site_is_built_strictly_and_asks_nothing_of_other_servers(tmp_path):
    if find_spec("mkdocs") is None:
        pytest.skip("no MkDocs: 'make docs' installs it")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(tmp_path)]
    built = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert built.returncode == 0, built.stdout + built.stderr
    pages = list(tmp_path.rglob("*.html"))
    assert len(pages) > len(list(pages_in(read_site()["nav"])))
    for page in pages:
        assets = re.sub(r"<a\b[^>]*>", "", page.read_text())
        assert not ELSEWHERE.findall(assets), page.name
        assert "mermaid" not in assets
