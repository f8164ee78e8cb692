"""`import pitboss` is the public door: light, complete, documented, and clear about what is asked wrongly."""

import importlib
import inspect
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

import pitboss
from pitboss.analysis.analysis import analyze
from pitboss.base.error import InputError

PAGE = (Path(__file__).parents[2] / "docs" / "library.md").read_text()
CLASSES = [name for name in pitboss.__all__ if inspect.isclass(getattr(pitboss, name))]
OF_RESULTS = [name for name in CLASSES if not name.endswith("Error")]
MOST_SECONDS = 0.06
LOOK = "import time; a = time.process_time(); import pitboss; b = time.process_time(); import sys"


def in_a_new_process(code):
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return found.stdout.strip()


def test_importing_it_takes_next_to_no_time():
    assert min(float(in_a_new_process(f"{LOOK}; print(b - a)")) for _ in range(5)) < MOST_SECONDS


def test_importing_it_loads_no_engine_and_no_other_room():
    loaded = in_a_new_process(f"{LOOK}; print(*sys.modules)").split()
    assert [name for name in loaded if name.startswith("pitboss")] == ["pitboss"]
    assert not {"numba", "numpy", "importlib.metadata"} & set(loaded)


def test_a_game_is_opened_without_an_engine():
    loaded = in_a_new_process("import pitboss, sys; pitboss.game('three_card_poker'); print(*sys.modules)")
    assert not {"numba", "numpy"} & set(loaded.split())


def test_the_version_is_that_of_the_package():
    assert pitboss.__version__ == version("pitboss")


def test_every_public_name_is_there_and_listed():
    assert set(pitboss.__all__) <= set(dir(pitboss))
    assert sorted({*pitboss.PLACES, "__version__"}) == pitboss.__all__
    for name in pitboss.__all__:
        assert getattr(pitboss, name) is not None


@pytest.mark.parametrize("first", ["pitboss.games", "pitboss.rules.catalogue", "pitboss.games.blackjack"])
def test_the_function_games_is_not_hidden_by_the_room_of_that_name(first):
    code = (
        f"import importlib, pitboss; room = importlib.import_module({first!r}); print(len(pitboss.games())); "
        "from pitboss.games import blackjack; print(blackjack.__name__)"
    )
    assert in_a_new_process(code).split() == [str(len(pitboss.games())), "pitboss.games.blackjack"]


def test_the_room_of_the_games_is_still_a_package():
    assert importlib.import_module("pitboss.games").__path__


# -- documented ------------------------------------------------------------------------------------


def public_members(kind):
    return [
        name for name in vars(kind) if not name.startswith("_") and name not in getattr(kind, "__slots__", ())
    ]


@pytest.mark.parametrize("name", pitboss.__all__)
def test_every_public_name_stands_in_the_docs(name):
    assert f"`{name}" in PAGE or f"`pitboss.{name}" in PAGE


@pytest.mark.parametrize("name", OF_RESULTS)
def test_every_attribute_of_a_result_stands_in_the_docs_and_says_what_it_is(name):
    kind = getattr(pitboss, name)
    for member in public_members(kind):
        assert f"`{member}" in PAGE, f"{name}.{member}"
        found = inspect.getattr_static(kind, member)
        if callable(found) or isinstance(found, property):
            assert inspect.getdoc(getattr(kind, member)), f"{name}.{member}"


@pytest.mark.parametrize("name", ["game", "games"])
def test_every_public_function_says_what_it_returns(name):
    assert inspect.getdoc(getattr(pitboss, name))


# -- asked wrongly ---------------------------------------------------------------------------------

TCP = pitboss.game("three_card_poker")


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda: pitboss.game("thre card poker"), "did you mean 'three_card_poker'"),
        (lambda: pitboss.game("tree card poker"), "did you mean 'three_card_poker'"),
        (lambda: pitboss.game("6 crad poker"), "did you mean 'six_card_poker'"),
        (lambda: pitboss.game(3), "pitboss.game('three_card_poker')"),
        (lambda: TCP.analyze("pare plus"), "did you mean 'pair_plus'"),
        (lambda: TCP.analyze(TCP), "game.analyze('ante')"),
        (lambda: TCP.analyze("progressive", sed=1000), "did you mean 'seed'"),
        (lambda: TCP.analyze("ante", seed=1000), "no meter pays on Ante"),
        (lambda: TCP.analyze("progressive", seed="much"), "seed: "),
        (lambda: TCP.analyze("progressive", seed=-1), "seed: "),
        (lambda: TCP.analyze("progressive", contribution=float("nan")), "contribution: "),
        (lambda: TCP.analyze("progressive", players=2.5), "players: give a whole number"),
        (lambda: TCP.analyze("progressive", players=99), "1 to 14 players"),
        (lambda: TCP.with_paytable("TCP-0X"), "did you mean"),
        (lambda: TCP.with_paytable(1), "a paytable is given in words"),
        (lambda: TCP.with_pays("pair plus", "40,30"), "has 5 lines"),
        (lambda: TCP.with_pays("pair plus", [40, 30, 6, 4, 1]), "pays is given in words"),
        (lambda: TCP.with_settings(tie="dearest"), "did you mean 'tie_rule'"),
        (lambda: TCP.best_play("Qh 6d 4x"), "4x"),
        (lambda: TCP.best_play(["Qh", "6d", "4c"]), "game.best_play('Qh 6d 4c')"),
        (lambda: TCP.simulate("pair plus", rounds=1.5), "rounds: a whole number"),
        (lambda: TCP.simulate("pair plus", rounds=float("inf")), "rounds: a whole number"),
        (lambda: TCP.simulate("pair plus", rounds=0), "rounds: a whole number"),
        (lambda: TCP.simulate("pair plus", rounds=9, seed="one"), "seed: a whole number"),
        (lambda: TCP.simulate("pair plus", rounds=9, strategy="bets"), "did you mean 'best'"),
        (lambda: TCP.simulate("progressive", rounds=9), "not placed alone"),
        (lambda: TCP.par_sheet("pair plus", day="tomorrow"), "write the day"),
    ],
)
def test_what_cannot_be_used_is_refused_with_what_to_do(ask, said):
    with pytest.raises(InputError) as refused:
        ask()
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_name_instead_of_a_game_is_refused_in_the_rooms_too():
    with pytest.raises(InputError, match="a game and not its name"):
        analyze("three_card_poker", "ante")


def test_what_a_game_is_asked_is_not_asked_of_the_module():
    with pytest.raises(AttributeError, match=r"pitboss\.game\('three_card_poker'\)\.analyze"):
        pitboss.analyze("three_card_poker", "ante")
    with pytest.raises(AttributeError, match="has no attribute 'gaem'"):
        _ = pitboss.gaem
