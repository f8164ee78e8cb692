"""The library answers as the commands do, and every game answers alike."""

import json
from fractions import Fraction

import pytest

import pitboss
from pitboss.cli import main
from pitboss.rules import load_game
from structure import QUICK, takes_long

PAYS = "50,30,6,3,1"
MOST_LETTERS = 300
FIGURES = ("house_advantage", "element_of_risk", "hit_frequency")
TCP = pitboss.game("three_card_poker")
MINE = TCP.with_pays("pair plus", PAYS)


@pytest.fixture
def command(capsys):
    """What a command prints as JSON."""

    def ask(*words):
        assert main([*words, "--json"]) == 0
        return json.loads(capsys.readouterr().out)

    return ask


@pytest.fixture(scope="module")
def everything():
    """All wagers of all games that are counted soon; blackjack takes seconds."""
    return {game.id: game.analyze() for game in pitboss.games() if not takes_long(game.definition)}


# -- as the commands -------------------------------------------------------------------------------


@pytest.mark.parametrize("game", QUICK)
def test_an_analysis_without_a_wager_is_the_command_s(game, command, everything):
    assert everything[game].to_dict() == command("analyze", game)


def test_an_analysis_of_a_wager_is_the_command_s(command):
    asked = ("analyze", "three_card_poker", "--wager", "pair plus")
    assert TCP.analyze("Pair Plus").to_dict() == command(*asked)["wagers"]["pair_plus"]


def test_pays_of_one_s_own_are_priced_as_by_the_command(command):
    asked = ("price", "three_card_poker", "--wager", "pair plus", "--pays", PAYS)
    assert MINE.analyze("pair plus").to_dict() == command(*asked)["wagers"]["pair_plus"]


def test_a_progressive_takes_seed_and_contribution_from_the_print():
    found = TCP.analyze("progressive")
    assert found.house_advantage == Fraction(2993, 11050)  # 27.0860%, as `pitboss analyze` says
    assert any("14%, recovered" in sentence for sentence in found.assumptions)


@pytest.mark.parametrize(
    ("terms", "options"),
    [
        ({"seed": 2000, "contribution": "10%"}, ("--meter-seed", "2000", "--contribution", "10%")),
        ({"seed": "$2,000", "contribution": 0.1}, ("--meter-seed", "2000", "--contribution", "0.1")),
        ({"meter": Fraction(9000), "players": 6}, ("--meter", "9000", "--players", "6")),
        ({"reserve": {"": "2%"}}, ("--reserve", "2%")),
    ],
)
def test_terms_are_read_as_the_command_reads_them(terms, options, command):
    asked = ("analyze", "three_card_poker", "--wager", "progressive", *options)
    assert TCP.analyze("progressive", **terms).to_dict() == command(*asked)["wagers"]["progressive"]


def test_a_column_says_how_many_play(command):
    game = pitboss.game("caribbean stud").with_paytable("Cover All 2")
    assert game.players == 1
    asked = ("analyze", "caribbean_stud", "--paytable", "Cover All 2")
    assert game.analyze("cover all").to_dict() == command(*asked)["wagers"]["cover_all"]


def test_settings_and_paytables_are_put_in_force_as_by_the_command(command):
    bonus = "MS 3 Card Bonus 2"
    game = pitboss.game("mississippi_stud").with_settings(tie_rule="dearest").with_paytable(bonus)
    found = command("analyze", "mississippi_stud", "--paytable", bonus, "--setting", "tie_rule=dearest")
    assert game.analyze("3 card bonus").to_dict() == found["wagers"]["three_card_bonus"]
    assert game.analyze("3 card bonus").paytables == (bonus,)
    assert game.settings["tie_rule"] == "dearest"


def test_a_game_is_never_changed():
    before = TCP.analyze("pair plus").house_advantage
    assert MINE.analyze("pair plus").house_advantage != before
    assert TCP.analyze("pair plus").house_advantage == before
    assert pitboss.game("three_card_poker") == TCP


def test_best_play_is_the_command_s(command):
    found = TCP.best_play("Qh 6d 4c")
    (shown,) = command("strategy", "three_card_poker", "Qh 6d 4c")["decisions"]
    assert found.option == found[0].best.option == shown["best"] == "play"
    assert [str(choice.value) for choice in found[0].choices] == [
        one["value"].removesuffix("/1") for one in shown["options"]
    ]


def test_decisions_that_hang_on_others_are_all_there():
    found = pitboss.game("three_card_draw_poker").best_play("Qh 6d 4c")
    assert [advice.best.option for advice in found] == ["fold", "discard first", "discard first"]
    assert found[1:][0].history == ("play 1x",)
    assert len(found) == 3


def test_a_simulation_is_the_command_s(command):
    found = MINE.simulate("pair plus", rounds=1e6, seed=1)
    assert (found.rounds, found.seed, found.wagers) == (1_000_000, 1, ("pair_plus",))
    plain = TCP.simulate("pair plus", rounds=100_000, seed=7)
    shown = command(
        "simulate", "three_card_poker", "--wager", "pair plus", "--rounds", "100000", "--random-seed", "7"
    )
    clock = {"seconds": 0, "rounds_a_second": 0}
    assert plain.to_dict() | clock == shown | clock


def test_an_interval_holds_the_exact_figure_and_widens_with_the_confidence():
    found = MINE.simulate("pair plus", rounds=1_000_000, seed=1)
    exact = MINE.analyze("pair plus").house_advantage
    narrow, wide = found.interval("pair plus", 0.8), found.interval("Pair Plus", 0.99)
    assert wide.holds(exact)
    assert wide.low < narrow.low < float(narrow.seen) < narrow.high < wide.high
    assert found.estimate("pair plus").exact.advantage == exact
    with pytest.raises(pitboss.InputError, match=r"between 0\.5 and 0\.999999"):
        found.interval("pair plus", 99)
    with pytest.raises(pitboss.InputError, match="unknown wager 'ante'"):
        found.interval("ante")


def test_a_simulation_without_a_seed_takes_a_new_one():
    game = pitboss.game("three_card_poker")
    first, second = (game.simulate("pair plus", rounds=1000) for _ in range(2))
    assert first.seed != second.seed


def test_a_par_sheet_is_the_command_s_in_every_form(tmp_path, command):
    sheet = MINE.par_sheet("pair plus", day="2026-11-16")
    words = ("report", "par", "three_card_poker", "--wager", "pair plus", "--pays", PAYS)
    assert sheet.to_dict() == command(*words, "--date", "2026-11-16")
    for ending in ("pdf", "xlsx", "html", "md", "json", "txt"):
        mine, theirs = tmp_path / f"mine.{ending}", tmp_path / f"theirs.{ending}"
        assert sheet.save(str(mine)) == mine
        assert main([*words, "--date", "2026-11-16", "--out", str(theirs)]) == 0
        assert mine.read_bytes() == theirs.read_bytes(), ending


def test_a_par_sheet_is_saved_whole_or_not_at_all(tmp_path):
    sheet = TCP.par_sheet("pair plus")
    with pytest.raises(pitboss.InputError, match=r"ends with one of \.pdf"):
        sheet.save(tmp_path / "sheet.doc")
    with pytest.raises(pitboss.InputError, match="cannot write"):
        sheet.save(tmp_path / "nowhere" / "sheet.md")
    with pytest.raises(pitboss.InputError, match="did you mean 'letter'"):
        sheet.save(tmp_path / "sheet.pdf", size="leter")
    assert list(tmp_path.iterdir()) == []


# -- every game alike ------------------------------------------------------------------------------


def test_every_wager_of_every_game_has_every_figure(everything):
    for found in (one for of_game in everything.values() for one in of_game.values()):
        assert all(isinstance(getattr(found, name), Fraction) for name in FIGURES), found
        assert isinstance(found.sd, float), found
        assert 0 < found.hit_frequency < 1
        assert found.method
        assert found.title


def test_the_distribution_adds_up_to_one_and_to_the_advantage(everything):
    for found in (one for of_game in everything.values() for one in of_game.values()):
        pmf = found.pmf()
        assert sum(pmf.values()) == 1, found
        assert list(pmf) == sorted(pmf)
        assert -sum(net * chance for net, chance in pmf.items()) == found.house_advantage, found


def test_the_deviation_is_that_of_the_distribution_where_no_meter_moves(everything):
    found = everything["mississippi_stud"]["ante"]
    mean = -found.house_advantage
    variance = sum((net - mean) ** 2 * chance for net, chance in found.pmf().items())
    assert found.sd == pytest.approx(float(variance) ** 0.5)


def test_outcomes_are_rows_with_fractions_or_floats(everything):
    for of_game in everything.values():
        for found in of_game.values():
            rows = found.outcomes.to_dicts()
            assert len(rows) == len(found.outcomes)
            assert sum(row["probability"] for row in rows) == 1
            assert -sum(row["contribution"] for row in rows) == found.house_advantage
            plain = found.outcomes.to_dicts(exact=False)
            assert all(isinstance(row["net"], float) for row in plain)
            json.dumps(plain)


def test_what_is_only_bounded_says_so(everything):
    bet = everything["blackjack"]["bet"]
    assert not bet.is_exact
    low, high = bet.hit_frequency_bounds
    assert low < bet.hit_frequency < high
    assert bet.sd_bounds[0] < bet.sd < bet.sd_bounds[1]
    assert bet.house_advantage_bounds == (bet.house_advantage, bet.house_advantage)
    assert bet.confidence == 1.0
    exact = everything["three_card_poker"]["pair_plus"]
    assert exact.is_exact
    assert exact.sd_bounds == (exact.sd, exact.sd)


def test_a_certified_interval_says_how_sure_it_is():
    found = pitboss.game("caribbean_stud").analyze("cover all", players=2)
    low, high = found.house_advantage_bounds
    assert low < found.house_advantage < high
    assert found.confidence == pytest.approx(0.999)
    assert sum(found.pmf().values()) == 1


def test_all_wagers_are_found_by_any_spelling(everything):
    found = everything["three_card_poker"]
    assert list(found) == list(TCP.wagers)
    assert found["Pair Plus"] is found["pair_plus"]
    assert len(found) == len(TCP.wagers)
    with pytest.raises(pitboss.InputError, match="did you mean 'pair_plus'"):
        found["pare plus"]


def test_the_catalogue_has_every_game():
    assert [game.id for game in pitboss.games()] == sorted(game.id for game in pitboss.games())
    assert TCP in pitboss.games()
    assert pitboss.game(load_game("three_card_poker")) == TCP
    assert (TCP.name, TCP.id) == ("Three Card Poker", "three_card_poker")
    assert "TCP-01" in TCP.paytables
    assert TCP.summary.endswith(".")


# -- in a terminal and in a notebook ---------------------------------------------------------------


def results():
    simulated = MINE.simulate("pair plus", rounds=1000, seed=1)
    found = MINE.analyze("pair plus")
    return [
        *(TCP, found, MINE.analyze(), found.outcomes, TCP.best_play("Qh 6d 4c"), simulated),
        MINE.par_sheet("pair plus"),
    ]


def test_a_result_is_one_short_line_and_a_table_in_a_notebook():
    for result in results():
        assert repr(result).startswith("<"), result
        assert "\n" not in repr(result)
        assert len(repr(result)) < MOST_LETTERS
        assert "<table" in result._repr_html_()


def test_what_the_rooms_hand_out_is_one_short_line_too():
    analysis = TCP.analyze("ante").sheet.analysis
    inside = (TCP.definition, analysis, analysis.figures, TCP.best_play("Qh 6d 4c")[0])
    for result in inside:
        assert "\n" not in repr(result)
        assert len(repr(result)) < MOST_LETTERS


def test_printed_it_is_what_the_command_prints(capsys):
    assert main(["analyze", "three_card_poker", "--wager", "pair plus"]) == 0
    whole = capsys.readouterr().out
    assert str(TCP.analyze("pair plus")) in whole
    assert main(["analyze", "three_card_poker"]) == 0
    assert f"{TCP.analyze()}\n" == capsys.readouterr().out
    assert str(TCP.par_sheet("pair plus")).startswith("Par sheet: Three Card Poker, Pair Plus")
    assert str(TCP.simulate("pair plus", rounds=1000, seed=1)).startswith("Three Card Poker: simulated")


def test_a_plot_has_a_bar_for_each_net_result():
    from matplotlib import pyplot
    from matplotlib.figure import Figure

    found = MINE.analyze("pair plus")
    mine = Figure().add_subplot()
    assert found.plot(mine) is mine
    assert len(mine.patches) == len(found.pmf())
    assert "5.1041%" in mine.get_title()
    new = found.plot()
    assert len(new.patches) == len(found.pmf())
    pyplot.close(new.figure)


# -- frames ----------------------------------------------------------------------------------------


def test_outcomes_and_wagers_are_frames_of_pandas():
    pandas = pytest.importorskip("pandas")
    frame = MINE.analyze("pair plus").outcomes.to_pandas()
    assert isinstance(frame, pandas.DataFrame)
    assert -frame["contribution"].sum() == pytest.approx(float(MINE.analyze("pair plus").house_advantage))
    assert list(TCP.analyze().to_pandas()["wager"]) == list(TCP.wagers)


def test_outcomes_and_wagers_are_frames_of_polars():
    polars = pytest.importorskip("polars")
    frame = MINE.analyze("pair plus").outcomes.to_polars()
    assert isinstance(frame, polars.DataFrame)
    assert frame["probability"].sum() == pytest.approx(1)
    assert TCP.analyze().to_polars()["wager"].to_list() == list(TCP.wagers)
