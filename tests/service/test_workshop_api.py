"""The workshop over HTTP: what is found is right by hand, what is asked is bounded."""

import asyncio
import re
import time
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from served_room import Served, make_premises

from apart import run_apart
from patient_counting import PATIENCE_SECONDS
from pitboss.rules import game_ids, load_game
from pitboss.service.counting import room as counting_room
from pitboss.service.counting.bench import Bench
from pitboss.service.counting.figure import price_own
from pitboss.service.counting.room import MOST_FOR_ONE, CountingRoom, Job, LeftOutError
from pitboss.service.demo import open_demo
from pitboss.service.route.workshop import LONGEST_LONG_SECONDS
from pitboss.service.suggestion import suggest
from pitboss.table.phase import RefusedError

# Hands of three cards out of 22,100: every book on the game prints them.
WAYS = {"straight_flush": 48, "three_of_a_kind": 52, "straight": 720, "flush": 1096, "pair": 3744}
ALL = 22_100
TCP = "/api/explorer/three_card_poker"


def price(pays):
    """The house advantage of Pair Plus, by hand."""
    won = sum(WAYS[line] * pay for line, pay in pays.items())
    return Fraction(ALL - sum(WAYS.values()) - won, ALL)


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    premises = make_premises(tmp_path_factory.mktemp("workshop"))
    open_demo(premises)
    served = Served(premises)
    with served.client:
        yield served.client


def ask(client, path, form, seconds=PATIENCE_SECONDS):
    """As a browser does: the same question again until it is answered."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        answer = client.post(path, json=form)
        assert answer.status_code == 200, answer.text
        said = answer.json()
        if said["is_ready"]:
            return said["found"]
        assert said["says"]
        time.sleep(0.1)
    raise AssertionError(f"{path} was not answered in {seconds:.0f} s")


def blocks(found, kind):
    return [block for block in found["page"] if block["block"] == kind]


# -- design ----------------------------------------------------------------------------------------


def test_every_table_that_meets_the_target_is_found_and_none_else(client):
    tried = {
        "straight_flush": [35, 40],
        "three_of_a_kind": [25, 30],
        "straight": [5, 6],
        "flush": [3, 4],
        "pair": [1],
    }
    tables = [dict(zip(tried, pays, strict=True)) for pays in product(*tried.values())]
    meeting = [pays for pays in tables if Fraction(5, 100) <= price(pays) <= Fraction(7, 100)]
    form = {
        "wager": "pair_plus",
        "advantage": {"low": "5", "high": "7"},
        "lines": {line: ",".join(map(str, pays)) for line, pays in tried.items()},
    }
    found = ask(client, f"{TCP}/design", form)
    assert (found["tried"], found["meeting"]) == (len(tables), len(meeting))
    rows = blocks(found, "table")[0]["rows"]
    opened = [{line: int(pay.partition(" ")[0]) for line, pay in row[0]["opens"].items()} for row in rows]
    assert sorted(map(str, opened)) == sorted(map(str, meeting))
    for pays, row in zip(opened, rows, strict=True):
        assert row[1]["text"] == f"{float(price(pays) * 100):.4f}%"
    assert found["headline"] == f"{len(meeting)} of {len(tables)} tables meet the targets."


def test_a_changed_pay_moves_a_progressive_by_its_chance_and_leaves_the_contribution_alone():
    """Straights without those that are flushes: 720 of 22,100."""
    table = load_game("three_card_poker").paytables["TCP Progressive 1"]
    pays = {line: str(pay) for line, pay in table.pays.items()}
    assert pays["straight"] == "6 for 1"
    told = (lambda words: None, "three_card_poker", "progressive")
    before = price_own(*told, pays, table.id, 0)
    after = price_own(*told, {**pays, "straight": "7 for 1"}, table.id, 0)
    moved = Fraction(before["house_advantage"]) - Fraction(after["house_advantage"])
    assert moved == Fraction(WAYS["straight"], ALL)


# -- plans and simulations -------------------------------------------------------------------------


def test_a_plan_has_the_average_award_by_hand_and_its_plots(client):
    """One hand in 22,100 wins all: the seed and 10% of as many wagers."""
    form = {
        "paytable": "TCP Progressive 1",
        "tables": 10,
        "seats": 5,
        "rounds_an_hour": 40,
        "hours_a_day": 20,
        "share": "55.25",
        "levels": {"": {"seed": "1000", "contribution": "10"}},
    }
    found = ask(client, f"{TCP}/plan", form)
    assert "won once in 24.0 hours on average and pays $3,210;" in found["headline"]
    assert all(picture["svg"].startswith("<?xml") for picture in blocks(found, "picture"))
    assert len(blocks(found, "picture")) == 3


def test_the_same_seed_deals_the_same_rounds_beside_the_exact_figures(client):
    form = {"rounds": 100_000, "seed": 7, "wagers": ["ante", "pair_plus"], "session": {"sessions": 200}}
    found = ask(client, f"{TCP}/simulation", form)
    assert found["headline"].startswith("100,000 rounds:")
    (ante, pair_plus) = blocks(found, "table")[0]["rows"]
    assert pair_plus[3]["text"] == f"{float(price({**PRINTED}) * 100):.4f}%"
    facts = {label: cell["text"] for block in blocks(found, "facts") for label, cell in block["rows"]}
    assert facts["Seed"] == "7"
    assert facts["Sessions"] == "200 of 160 rounds: 4 h at 40"
    other = ask(client, f"{TCP}/simulation", {**form, "session": None})
    assert blocks(other, "table")[0]["rows"] == [ante, pair_plus]


PRINTED = {"straight_flush": 40, "three_of_a_kind": 30, "straight": 6, "flush": 4, "pair": 1}


def test_forms_start_with_something_for_every_game():
    for name in game_ids():
        game = load_game(name)
        found = suggest(game)
        assert [one["id"] for one in found["simulation"]["wagers"]] == list(game.wagers)
        assert {one["id"] for one in found["plan"]} == {t.id for t in game.paytables.values() if t.levels}
        design = found["design"]
        assert design["first"] in ({wager["id"] for wager in design["wagers"]} or {None})
        assert bool(design["wagers"]) == bool(game.paytables)


# -- papers ----------------------------------------------------------------------------------------


def save(client, path, form):
    """As a browser does: the same question again until the file comes."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < deadline:
        answer = client.post(path, json=form)
        if answer.status_code != 202:
            return answer
        assert answer.json()["says"]
        time.sleep(0.1)
    raise AssertionError(f"{path} was not made in a minute")


PLAN = {"paytable": "TCP Progressive 1", "levels": {"": {"seed": "1000", "contribution": "10"}}}
PAPERS = {
    "design": ({"wager": "pair_plus", "advantage": {"low": "5", "high": "7"}}, "targets"),
    "plan": (PLAN, "levels"),
    "vulnerability": ({"others": 0}, "leaks"),
    "simulation": ({"rounds": 1000, "wagers": ["ante"], "session": {"sessions": 100}}, "sessions"),
}


@pytest.mark.parametrize("kind", PAPERS)
def test_every_result_is_saved_as_a_paper(client, kind):
    form, has = PAPERS[kind]
    ask(client, f"{TCP}/{kind}", form)
    data = save(client, f"{TCP}/{kind}.json", form)
    assert data.status_code == 200, data.text
    assert has in data.json()
    words = save(client, f"{TCP}/{kind}.md", form)
    assert words.text.startswith("# ")
    assert words.headers["content-type"] == "text/markdown; charset=utf-8"
    printed = save(client, f"{TCP}/{kind}.pdf?size=letter", form)
    assert printed.content.startswith(b"%PDF-")
    assert printed.headers["content-disposition"].startswith('attachment; filename="')


def test_a_paper_says_what_the_page_says_and_needs_no_page_before_it(client):
    form = {**PLAN, "tables": 3}
    saved = save(client, f"{TCP}/plan.json", form).json()
    assert saved["levels"][0]["average_amount"] == "3210/1"
    assert "$3,210 on average" in str(ask(client, f"{TCP}/plan", form)["page"])


def test_a_paper_of_nonsense_is_refused_in_words(client):
    answer = client.post(f"{TCP}/plan.pdf", json={"paytable": "Pair Plus A"})
    assert (answer.status_code, "unknown paytable" in answer.json()["problem"]) == (422, True)
    assert client.post(f"{TCP}/plan.exe", json=PLAN).status_code == 422


# -- bounds ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "form", "words"),
    [
        ("design", {"wager": "menu"}, "unknown wager 'menu'"),
        ("design", {"wager": "pair_plus", "like": "TCP-6B1"}, "unknown paytable"),
        ("design", {"wager": "pair_plus", "lines": {"quads": "5"}}, "unknown line"),
        ("design", {"wager": "pair_plus", "lines": {"pair": "1=2"}}, "write the pays to try"),
        ("design", {"wager": "pair_plus", "most": 51}, "most"),
        ("design", {"wager": "pair_plus", "advantage": {"low": "plenty"}}, "advantage low"),
        ("design", {"wager": "pair_plus", "advantage": {"low": "1e-400"}}, "advantage low"),
        ("design", {"wager": "pair_plus", "advantage": {"low": 6, "high": 2}}, "from the lower"),
        ("design", {"wager": "pair_plus", "lines": {"pair": "1..9000000"}}, "“line” pair"),
        ("plan", {"paytable": "Pair Plus A"}, "unknown paytable"),
        ("plan", {"paytable": "TCP Progressive 1", "tables": 501}, "tables"),
        ("plan", {"paytable": "TCP Progressive 1", "share": 0}, "above 0%"),
        ("plan", {"paytable": "TCP Progressive 1", "levels": {"Mega": {}}}, "one meter"),
        ("plan", {"paytable": "TCP Progressive 1", "levels": {"": {"cap": 1}}}, "below the seed"),
        ("vulnerability", {"others": 3}, "others"),
        ("vulnerability", {"leak": "the ace of spades"}, "unknown leak"),
        ("simulation", {"rounds": 50_000_001}, "rounds"),
        ("simulation", {"wagers": ["menu"]}, "unknown wager"),
        ("simulation", {"strategy": "own"}, "write your own rules"),
        ("simulation", {"seats": 8}, "seats"),
    ],
)
def test_nonsense_is_refused_in_words(client, path, form, words):
    for _ in range(100):
        answer = client.post(f"{TCP}/{path}", json=form)
        if answer.status_code != 200:
            break
        time.sleep(0.1)
    assert answer.status_code == 422
    assert words in answer.json()["problem"]


def test_a_game_without_a_meter_says_so(client):
    plan = client.post("/api/explorer/three_card_draw_poker/plan", json={"paytable": "any"})
    assert (
        plan.json()["problem"] == "Three Card Draw Poker has no progressive wager: there is nothing to plan"
    )


# -- what takes minutes ----------------------------------------------------------------------------

SHOE = "/api/explorer/blackjack/vulnerability"
HOLE = {"leak": "the dealer's hole card"}


def test_a_shoe_says_how_far_it_is_and_keeps_nobody_waiting(client):
    """Its count goes on while the others of the workshop are answered."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while "of 10 up cards" not in (said := client.post(SHOE, json=HOLE).json())["says"]:
        assert time.monotonic() < deadline
    done = int(re.search(r"(\d+) of 10 up cards", said["says"])[1])
    assert said["share"] == done / 10
    ask(client, f"{TCP}/plan", PLAN)
    later = client.post(SHOE, json={**HOLE, "others": 2}).json()
    assert (later["is_ready"], later["seconds"] >= said["seconds"]) == (False, True)


@pytest.mark.slow
def test_a_shoe_is_counted_under_every_paytable(client):
    """10.69% by play and 2.37% by insurance that is certain (tests/design/test_vulnerability_shoe.py)."""
    found = ask(client, SHOE, HOLE, seconds=900)
    usual, cheap = (block["rows"] for block in blocks(found, "table"))
    assert [row[1]["text"] for row in usual] == ["0.4029%", "-13.0626%"]
    assert [row[2]["text"] for row in (usual[1], cheap[1])] == ["13.4654%", "13.4654%"]
    saved = save(client, f"{SHOE}.json", HOLE).json()
    assert [one["paytable"] for one in saved["leaks"]] == ["Natural 3 to 2", "Natural 6 to 5"]


def test_the_scale_is_what_the_command_says(client):
    """docs/scale.md is the command's own (tests/design/test_plan_scale.py)."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not (said := client.get("/api/scale").json())["is_ready"]:
        assert time.monotonic() < deadline
    assert "at 1,000 tables: displays that follow every wager" in said["found"]["headline"]
    assert blocks(said["found"], "table")[0]["rows"][-1][1]["text"] == "1,000,006"
    page = (Path(__file__).parents[2] / "docs" / "scale.md").read_bytes()
    while (paper := client.get("/api/scale/paper.md")).status_code == 202:
        assert time.monotonic() < deadline
    assert paper.content == page


@pytest.mark.parametrize(
    ("said", "share"),
    [
        (("Counting the hole card: 11 of 55 hands of the dealer", 11, 55), 0.2),
        (("Dealing: 1,000,000 of 4,000,000 rounds, 9 a second", 1_000_000, 4_000_000), 0.25),
        (("Counting all 10 cards of 5 other players",), None),
        (("Counting 2 of 3 cards of the dealer",), None),
        (("Working it out",), None),
        (("0 of 0", 0, 0), None),
    ],
)
def test_a_count_that_says_how_far_it_is_has_a_share_whatever_its_words(said, share):
    job = Job("a bench")
    job.say(*said)
    assert job.share == share
    job.say("and on")
    assert job.share is None


async def never(self, do, given, say=None):
    """A job that takes for ever, on a bench that does one at a time."""
    async with self.lock:
        await asyncio.sleep(1000)


def test_a_question_is_given_up_when_it_takes_too_long_or_nobody_waits(monkeypatch):
    monkeypatch.setattr(Bench, "ask", never)
    monkeypatch.setattr(counting_room, "LOOK_SECONDS", 0.02)
    monkeypatch.setattr(counting_room, "WAIT_SECONDS", 5)

    async def long():
        await CountingRoom().find("workshop", "plan", {}, longest=0.1)

    with pytest.raises(RefusedError, match="more than 0 s"):
        run_apart(long())
    monkeypatch.setattr(counting_room, "FORGOTTEN_SECONDS", 0.1)

    async def forgotten():
        await CountingRoom().find("workshop", "plan", {}, longest=1)

    with pytest.raises(LeftOutError):
        run_apart(forgotten())


def test_a_count_of_minutes_outlasts_a_browser_that_asks_once_a_minute(monkeypatch):
    job = counting_room.Job("workshop, minutes", longest=LONGEST_LONG_SECONDS)
    now = job.asked_at
    for later, is_forgotten in ((61, False), (100, True)):
        monkeypatch.setattr(counting_room, "monotonic", lambda later=later: now + later)
        assert job.is_forgotten is is_forgotten


def test_one_visitor_does_not_fill_the_line(monkeypatch):
    monkeypatch.setattr(Bench, "ask", never)
    monkeypatch.setattr(counting_room, "WAIT_SECONDS", 0.01)

    async def crowd():
        room = CountingRoom()
        for number in range(MOST_FOR_ONE):
            await room.find("workshop", "plan", {"number": number}, who="a", longest=60)
        await room.find("workshop", "plan", {"number": 0}, who="a", longest=60)
        with pytest.raises(RefusedError, match="your questions are in line"):
            await room.find("workshop", "plan", {"number": 9}, who="a", longest=60)
        assert not (await room.find("workshop", "plan", {"number": 9}, who="b", longest=60))["is_ready"]
        await room.close()

    run_apart(crowd())
