"""The core is enough for mathematics and commands; what needs more names the extra and how to install it."""

import json
import re
import signal
import socket
import subprocess
import sys
import time
import tomllib
import urllib.request
from pathlib import Path

import pytest
from bare_python import blocking, run_bare, run_commands

from pitboss.base.extra import NEEDS, MissingPackageError, naming_extra, require

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
EXTRAS = PROJECT["optional-dependencies"]
NAMES = {"argon2-cffi": "argon2", "prometheus-client": "prometheus_client"}
"""Packages that are imported under another name."""
QUIETLY = {"uvloop"}
"""What is used where it is there, and not missed elsewhere."""
CORE_ROOMS = (
    *("base", "cards", "rules", "games", "shape", "analysis", "simulation", "strategy", "design", "trial"),
    *("ledger", "jackpot", "table"),
)
FOR_DEVELOPERS = {"all", "dev", "docs"}
"""Extras that no room imports: the sum of the others, the tests' tools, the site's."""
PATIENCE_SECONDS = 120


def name_of(requirement):
    found = re.split(r"[\[>=;< ]", requirement)[0]
    return NAMES.get(found, found)


def test_every_package_of_an_extra_is_named_with_the_extra_that_brings_it():
    brought = {
        name_of(one): extra
        for extra, packages in EXTRAS.items()
        if extra not in FOR_DEVELOPERS
        for one in packages
    }
    assert {name: extra for name, extra in brought.items() if name not in QUIETLY} == {
        package: extra for package, (_, extra) in NEEDS.items()
    }


def test_all_is_every_extra_and_the_core_has_none_of_it():
    (everything,) = EXTRAS["all"]
    assert set(re.search(r"\[(.*)\]", everything)[1].split(",")) == set(EXTRAS) - FOR_DEVELOPERS
    assert not {name_of(one) for one in PROJECT["dependencies"]} & {*NEEDS, *QUIETLY}


def test_every_package_is_pinned():
    lines = (ROOT / "constraints.txt").read_text().splitlines()
    pinned = {line.split("==")[0].lower().replace("-", "_") for line in lines}
    wanted = [*PROJECT["dependencies"], *(one for name in EXTRAS if name != "all" for one in EXTRAS[name])]
    for one in wanted:
        assert re.split(r"[\[>=;< ]", one)[0].lower().replace("-", "_") in pinned, one


def test_what_windows_does_not_have_is_not_asked_for_there():
    (uvloop,) = [one for one in EXTRAS["floor"] if one.startswith("uvloop")]
    assert uvloop.endswith("; sys_platform != 'win32'")


def test_the_rooms_of_the_core_import_nothing_of_an_extra():
    """Every module; PostgreSQL is the one adapter that is loaded by its address."""
    code = f"""
import importlib, pkgutil
for room in {CORE_ROOMS!r}:
    package = importlib.import_module("pitboss." + room)
    for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        importlib.import_module(module.name)
import pitboss.cli.app, pitboss.audit.request, pitboss.reports.par.sheet
"""
    found = run_bare(code)
    assert found.returncode == 0, found.stderr


ENOUGH = (
    ("games",),
    ("show", "blackjack"),
    ("analyze", "three_card_poker", "--wager", "pair_plus"),
    ("price", "three_card_poker", "--wager", "pair plus", "--pays", "40,30,6,4,1"),
    ("strategy", "three_card_poker", "Qh 6d 4c"),
    ("design", "three_card_poker", "--wager", "pair plus", "--advantage", "2%..3%"),
    ("simulate", "three_card_poker", "--wager", "pair plus", "--rounds", "1000", "--random-seed", "1"),
    ("play", "three_card_poker", "--plain"),
    ("train", "three_card_poker", "--as", "player"),
    ("sign", "three_card_poker"),
    ("replay", str(ROOT / "docs" / "round.txt")),
    ("verify-round", str(ROOT / "docs" / "round-proof.jsonl")),
    ("shuffler", "test", "--shuffles", "1000", "--json"),
    ("report", "par", "three_card_poker", "--wager", "pair_plus"),
    ("report", "rules", "three_card_poker"),
    ("report", "dealer", "three_card_poker"),
    ("about",),
)


def test_the_core_is_enough_for_mathematics_and_commands():
    for words, (status, out, err) in zip(ENOUGH, run_commands(ENOUGH), strict=True):
        assert (status, err) == (0, ""), words
        assert out, words


PAR = ("report", "par", "three_card_poker", "--wager", "pair_plus", "--out")
PAPERS = "the extra 'papers': pip install 'pitboss[papers]'"
NOT_ENOUGH = {
    (*PAR, "x.pdf"): f"PDF papers need {PAPERS}",
    (*PAR, "x.xlsx"): f"workbooks need {PAPERS}",
    (*PAR, "x.html"): f"plots need {PAPERS}",
    ("simulate", "three_card_poker", "--plot", "x.svg"): f"plots need {PAPERS}",
    (
        *("simulate", "three_card_poker", "--wager", "pair_plus", "--rounds", "9"),
        *("--on", "tcp://127.0.0.1:1"),
    ): "a cluster needs the extra 'cluster': pip install 'pitboss[cluster]'",
    (
        "floor",
        "demo",
    ): "the card room and its records need the extra 'floor': pip install 'pitboss[floor]'",
    (
        *("ledger", "verify"),
        "postgresql://nobody@127.0.0.1/nothing",
    ): "PostgreSQL needs the extra 'postgres': pip install 'pitboss[postgres]'",
}


def test_what_needs_more_says_in_one_line_how_to_get_it(tmp_path):
    found = run_commands(NOT_ENOUGH, cwd=tmp_path)
    for (words, line), said in zip(NOT_ENOUGH.items(), found, strict=True):
        assert said == (2, "", f"pitboss: {line}\n"), words
    assert list(tmp_path.iterdir()) == []


def test_the_full_screen_says_so_too():
    code = "from pitboss.cli import play\nplay.is_full_screen = lambda: True\n"
    found = run_bare(f"{code}from pitboss.cli import main\nsys.exit(main(['play', 'three_card_poker']))")
    line = "the full-screen table needs the extra 'play': pip install 'pitboss[play]'"
    assert (found.returncode, found.stderr) == (2, f"pitboss: {line}\n")


ASKED = {
    "found.outcomes.to_pandas()": "data frames of pandas need the package 'pandas': pip install pandas",
    "found.outcomes.to_polars()": "data frames of Polars need the package 'polars': pip install polars",
    "found.plot()": f"plots need {PAPERS}",
    "game.par_sheet('pair plus').save('sheet.pdf')": f"PDF papers need {PAPERS}",
    "import pitboss.library.gym": "environments for Gymnasium need the extra 'gym': "
    "pip install 'pitboss[gym]'",
}


def test_the_library_says_so_too(tmp_path):
    code = f"""
import pitboss
game = pitboss.game("three_card_poker")
found = game.analyze("pair plus")
for ask in {list(ASKED)!r}:
    try:
        exec(ask)
    except pitboss.MissingPackageError as problem:
        assert isinstance(problem, ImportError)
        print(problem)
"""
    found = run_bare(code, cwd=tmp_path)
    assert found.stdout.splitlines() == list(ASKED.values()), found.stderr


def test_another_module_that_is_missing_is_not_renamed():
    with pytest.raises(ModuleNotFoundError, match="nothing_of_ours") as raised, naming_extra():
        import nothing_of_ours  # noqa: F401
    assert not isinstance(raised.value, MissingPackageError)
    require("nothing_of_ours")


def test_a_worker_of_the_room_refuses_a_paper_in_the_same_words():
    """The server goes on without the papers' packages; whoever asks for one is told."""
    job = {"do": "paper", "given": {}}
    code = f"""
import io
from pitboss.service.counting import worker
def refuse(**given):
    import typst
worker.JOBS = {{"paper": refuse}}
sys.stdin = io.StringIO({json.dumps(job)!r} + chr(10))
worker.work()
"""
    found = run_bare(code, "typst")
    said = "PDF papers need the extra 'papers': pip install 'pitboss[papers]'"
    assert json.loads(found.stdout) == {"refused": said}, found.stderr


def free_port():
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


def test_the_server_runs_without_uvloop(tmp_path):
    port = free_port()
    words = ["floor", "demo", "--port", str(port), "--folder", str(tmp_path / "room"), "--no-browser"]
    code = f"{blocking('uvloop')}from pitboss.cli import main\nsys.exit(main({words!r}))"
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.DEVNULL)
    try:
        assert json.loads(ask_until_answered(port)) == {"status": "up"}
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(PATIENCE_SECONDS)


def ask_until_answered(port):
    end = time.monotonic() + PATIENCE_SECONDS
    while True:
        try:
            return urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=5).read()
        except OSError:
            assert time.monotonic() < end, "the server does not answer"
            time.sleep(0.3)


def test_what_is_blocked_here_is_really_missing():
    assert run_bare("import typst").stderr.endswith("ModuleNotFoundError: No module named 'typst'\n")
