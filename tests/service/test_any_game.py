"""Any game in the house's folder goes through the whole house without an error: catalogue, approval, live
table, page frames, replay, sign, papers, trainers and simulation. The wider family does, and games of each
shape that are invented at random."""

import shutil
from datetime import date
from pathlib import Path
from random import Random

import pytest
from served_room import Served, make_premises

from example import GAME, write_example
from inventor import SHAPES, invent
from pitboss.analysis.analysis import analyze
from pitboss.audit.request import Asked, request_analysis
from pitboss.base.error import PlanError
from pitboss.house.room.plan import TablePlan
from pitboss.house.training.dealer_lesson import open_dealer_lesson
from pitboss.house.training.lesson import TraineeAnswer
from pitboss.house.training.player_lesson import open_player_lesson
from pitboss.house.training.progress import RoleProgress
from pitboss.reports.card.dealer_card import make_dealer_card
from pitboss.reports.card.rule_card import make_rule_card
from pitboss.reports.card.strategy_card import make_strategy_card
from pitboss.reports.form import format_text
from pitboss.reports.paper.paper import Form, write_paper
from pitboss.reports.par.sheet import make_par_sheet
from pitboss.reports.sign import make_sign, sign_page
from pitboss.rules import load_game
from pitboss.rules.catalogue import VARIABLE
from pitboss.rules.game import Depth
from pitboss.rules.notation import diff_lines, parse_record
from pitboss.service.demo import open_demo
from pitboss.shape.unroll import unroll
from pitboss.simulation.run import run
from pitboss.table.proof import parse_proof, verify_round
from pitboss.table.replay import replay_round
from pitboss.table.setup import Setup
from pitboss.trial.preparing import ChosenStrategy, TrialTable, Way, make_ready, place_wagers

DAY = date(2026, 1, 2)
SEEDS = 2
FAMILY = Path(__file__).parents[1] / "family"
NAMES = [
    GAME,
    *sorted(path.stem for path in FAMILY.glob("*.toml")),
    *(f"{shape}_0" for shape in SHAPES),
    *(
        pytest.param(f"{shape}_{seed}", marks=pytest.mark.slow)
        for shape in SHAPES
        for seed in range(1, SEEDS)
    ),
]
GAMES = pytest.mark.parametrize("name", NAMES)
PLAYERS = {1: "Ann", 3: "Ben"}
ROUNDS = 3


@pytest.fixture(scope="module")
def room(tmp_path_factory):
    """A demonstration room whose house has all of them in its folder."""
    folder = tmp_path_factory.mktemp("room")
    own = folder / "own"
    own.mkdir()
    for path in FAMILY.glob("*.toml"):
        shutil.copy(path, own)
        shutil.copy(path.with_suffix(".py"), own)
    write_example(own)
    for shape in SHAPES:
        for seed in range(SEEDS):
            invent(shape, seed).write(own)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(VARIABLE, str(own))
        premises = make_premises(folder, most_tables=99)
        open_demo(premises)
        served = Served(premises)
        with served.client:
            yield served


@pytest.fixture(scope="module")
def people(room):
    """Two players, by their seats. Each comes from an address of their own: one address is not answered as
    often as a test asks."""
    return {seat: room.person(guest=player, address=player) for seat, player in PLAYERS.items()}


@pytest.fixture(scope="module")
def dan(room):
    return room.person(staff="dan", address="dan")


@GAMES
def test_it_is_dealt_at_a_live_table_and_every_viewer_is_shown_it(room, people, dan, name):
    table, random = f"T-{name.replace('_', '-')}", Random(name)
    closed = tuple(sorted(load_game(name).unoffered))
    plan = TablePlan(table, name, "2026-01-02", "By a person", closed=closed)
    room.premises.room.open_table(plan, by="sue")
    stranger = room.person(address=name)
    viewers = (*people.values(), dan, stranger)
    page = stranger.get(f"/api/tables/{table}").json()
    for seat, person in people.items():
        person.did(table, {"command": "take_seat", "seat": seat})
        person.did(table, {"command": "buy_in", "micros": 5_000_000_000})
    for _ in range(ROUNDS):
        dan.did(table, {"command": "open_bets"})
        for seat, person in people.items():
            for wager in sorted(page["wagers"], key=lambda wager: not wager["stands_alone"]):
                chip = {"chip_micros": wager["minimum_micros"]}
                person.did(table, {"command": "add_chip", "seat": seat, "wager": wager["id"], **chip})
        dan.did(table, {"command": "call_no_more_bets"})
        while (view := dan.now(table)["view"])["phase"] != "idle":
            for viewer in viewers:
                assert viewer.get(f"/api/tables/{table}/now").status_code == 200
            if view["phase"] != "deciding":
                dan.did(table, {"command": "proceed", "point": view["point"]}, round_=view["round"])
                continue
            asked = view["asked"]
            option = random.choice(asked["options"])["name"]
            answer = {"seat": asked["seat"], "question": asked["question"], "option": option}
            people[asked["seat"]].did(table, {"command": "decide", **answer})
    kept = dan.get(f"/api/tables/{table}/rounds").json()
    assert len(kept) == ROUNDS
    for proof in (parse_proof(one["proof"]) for one in kept):
        assert verify_round(proof)
        *_, closed = replay_round(*parse_record(proof.line))
        assert not diff_lines(closed.line, proof.line) or not load_game(name).packets


@GAMES
def test_its_cards_and_its_sign_are_made(room, name):
    game = load_game(name)
    setup = Setup(game, DAY, closed=game.unoffered)
    papers = make_rule_card(setup), make_dealer_card(setup)
    words = [write_paper(paper, Form.TEXT).decode() for paper in papers]
    assert all(setup.game.name in text for text in (*words, format_text(sign_page(make_sign(setup)))))


@GAMES
def test_its_par_sheet_and_strategy_are_made_as_far_as_its_status_goes(room, name):
    game = load_game(name)
    if game.status.depth is Depth.DEALT:
        for wager in game.deciding:
            with pytest.raises(PlanError, match=game.status.why):
                analyze(game, wager)
        return
    request = request_analysis(game, paytables=[], wagers=[], asked=Asked())
    assert game.name in write_paper(make_par_sheet(request, day=""), Form.TEXT).decode()
    if is_advised(game):
        assert game.name in write_paper(make_strategy_card(game), Form.TEXT).decode()


def is_advised(game):
    """Whether it can be said what each option is worth: of games that are planned by their looks."""
    if game.status.depth is Depth.DEALT or not game.deciding:
        return False
    try:
        return bool(unroll(game, game.deciding).leaves)
    except PlanError:
        return False


@GAMES
def test_both_trainers_ask_and_judge(room, name):
    game, random = load_game(name), Random(name)
    dealing = open_dealer_lesson(game, 1, RoleProgress())
    dealing.ask()
    assert dealing.answer(TraineeAnswer("done"))
    if not game.deciding:
        return
    lesson = open_player_lesson(game, 1, RoleProgress())
    if game.status.depth is Depth.DEALT:
        with pytest.raises(PlanError, match=game.status.why):
            lesson.ask()
        return
    (verdict,) = lesson.answer(TraineeAnswer(random.choice(lesson.ask().choices).name))
    assert verdict.is_over


@GAMES
def test_it_is_simulated_by_its_own_procedure(room, name):
    game = load_game(name)
    ready = make_ready(TrialTable(game, place_wagers(game, ()), 2, ChosenStrategy(Way.COIN)))
    assert run(ready.work(seed=1, rounds=200)).gathered.counts.sum() == 400


def test_a_demonstration_opens_no_more_tables_than_a_room_may_have(tmp_path, monkeypatch):
    for seed in range(12):
        invent("poker", seed).write(tmp_path)
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    premises = make_premises(tmp_path)
    open_demo(premises)
    assert len(premises.manager.floor.tables) == premises.room.most_on(DAY)
