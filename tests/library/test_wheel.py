"""The wheel is all that a user needs: installed away from the repository it goes from a game to a sheet."""

import os
import re
import shutil
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path
from zipfile import ZipFile

import pytest
from bare_python import blocking

ROOT = Path(__file__).parents[2]
MADE = shutil.ignore_patterns("__pycache__", "*.pyc", "*.nbi", "*.nbc", "*.egg-info")
FIRST_WITH_LICENCES = 77
"""The version of setuptools that reads this project."""
TEN_LINES = """
import pitboss

game = pitboss.game("three_card_poker")
mine = game.with_pays("pair plus", "50,30,6,3,1")
found = mine.analyze("pair plus")
print(found.house_advantage, round(found.sd, 4), found.pmf()[-1])
print(found.outcomes.to_dicts()[0]["outcome"])
seen = mine.simulate("pair plus", rounds=100_000, seed=1).interval("pair plus", 0.99)
print(seen.holds(found.house_advantage))
print(mine.best_play("Qh 6d 4c").option)
for ending in ("md", "json", "txt"):
    print(mine.par_sheet("pair plus").save(f"sheet.{ending}"))
"""
SAID = [
    "282/5525 3.1745 822/1105",
    *("straight_flush", "True", "play"),
    *("sheet.md", "sheet.json", "sheet.txt"),
]
WITHOUT_PAPERS = """
try:
    mine.par_sheet("pair plus").save("sheet.pdf")
except pitboss.MissingPackageError as problem:
    print(problem)
"""


def run(*words, **options):
    """As somebody who knows nothing of the repository."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    found = subprocess.run(words, capture_output=True, text=True, env=clean, check=False, **options)
    assert found.returncode == 0, found.stderr
    return found.stdout


@pytest.fixture(scope="session")
def wheel(tmp_path_factory):
    """Built from a copy: nothing is left in the repository, nothing old is taken from it."""
    folder = tmp_path_factory.mktemp("wheel")
    shutil.copytree(ROOT / "src", folder / "copy" / "src", ignore=MADE)
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, folder / "copy" / name)
    is_able = int(version("setuptools").partition(".")[0]) >= FIRST_WITH_LICENCES
    here = ("--no-build-isolation",) if is_able else ()
    run(
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "-q",
        "--no-deps",
        *here,
        "-w",
        str(folder),
        "./copy",
        cwd=folder,
    )
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture
def fresh(tmp_path):
    """A new environment; returns its Python and where its packages go."""
    run(sys.executable, "-m", "venv", "--without-pip", str(tmp_path / "venv"))
    (packages,) = (tmp_path / "venv").glob("lib/python*/site-packages")
    return tmp_path / "venv" / "bin" / "python", packages


def test_everything_that_is_no_module_is_in_the_wheel(wheel):
    packed = set(ZipFile(wheel).namelist())
    wanted = [path for path in (ROOT / "src" / "pitboss").rglob("*") if path.is_file()]
    left_out = (".pyc", ".nbi", ".nbc")
    for path in wanted:
        if path.suffix not in left_out:
            assert str(path.relative_to(ROOT / "src")) in packed, path


def test_the_page_of_the_package_says_what_it_is(wheel):
    (name,) = [name for name in ZipFile(wheel).namelist() if name.endswith("METADATA")]
    said = ZipFile(wheel).read(name).decode()
    assert "\n# Pitboss\n" in said
    for field in ("Summary", "License-Expression", "Keywords", "Classifier", "Description-Content-Type"):
        assert re.search(rf"^{field}: \S", said, re.MULTILINE), field


def test_the_core_goes_from_game_to_sheet_away_from_the_repository(wheel, fresh, tmp_path):
    """The quick way: the packages of these tests, without those of the extras."""
    python, packages = fresh
    run(
        sys.executable,
        "-m",
        "pip",
        "--python",
        str(python),
        "install",
        "-q",
        "--no-deps",
        "--no-index",
        wheel,
    )
    places = [place for place in sys.path if place.endswith("site-packages")]
    (packages / "blocked.py").write_text(blocking())
    (packages / "tests.pth").write_text("\n".join([*places, "import blocked"]))
    use(python, packages, tmp_path)


@pytest.mark.slow
def test_the_core_alone_is_installed_and_goes_from_game_to_sheet(wheel, fresh, tmp_path):
    python, packages = fresh
    pip = (sys.executable, "-m", "pip", "--python", str(python), "install", "-q")
    run(*pip, "-c", str(ROOT / "constraints.txt"), str(wheel))
    use(python, packages, tmp_path)
    installed = {path.name for path in packages.iterdir()}
    assert not {"fastapi", "uvicorn", "typst", "matplotlib", "textual", "psycopg", "cryptography"} & installed


def use(python, packages, folder):
    where = run(python, "-c", "import pitboss; print(pitboss.__file__)", cwd=folder)
    assert Path(where.strip()) == packages / "pitboss" / "__init__.py"
    printed = run(python, "-c", TEN_LINES + WITHOUT_PAPERS, cwd=folder).splitlines()
    assert printed[:-1] == SAID
    assert printed[-1] == "PDF papers need the extra 'papers': pip install 'pitboss[papers]'"
    assert "5.1041%" in (folder / "sheet.md").read_text()
    program = python.with_name("pitboss")
    assert "three_card_poker" in run(program, "games", cwd=folder)
    assert run(program, "--version", cwd=folder) == f"pitboss {version('pitboss')}\n"
