"""Laws that hold for every game of the catalogue."""

from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

from pitboss.base.error import InputError
from pitboss.base.figure import format_percent
from pitboss.base.money import parse_dollars
from pitboss.base.odds import Kind
from pitboss.rules import Choose, Depth, game_ids, load_game
from pitboss.rules.dealing import Dealing

GAMES = [load_game(name) for name in game_ids()]
TABLES = [(game, table) for game in GAMES for table in game.paytables.values()]

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
every_table = pytest.mark.parametrize(
    ("game", "table"), TABLES, ids=[f"{game.id} {table.id}" for game, table in TABLES]
)

# Figures that a document may print beside a paytable, and how each is written.
PERCENTAGES = {
    "house_advantage",
    "hold_summary",
    "hit_frequency",
    "hit_frequency_summary",
    "par_per_ante",
    "expected_hold",
    "element_of_risk",
}
DOLLARS = {"seed", "top_payout_average"}
DECIMALS = {"standard_deviation"}


def test_the_catalogue_holds_the_five_games_of_the_documents():
    assert {game.id: game.name for game in GAMES}.items() >= {
        "blackjack": "Blackjack",
        "caribbean_stud": "Caribbean Stud Poker",
        "mississippi_stud": "Mississippi Stud",
        "three_card_draw_poker": "Three Card Draw Poker",
        "three_card_poker": "Three Card Poker",
    }.items()


def test_the_documents_print_34_paytables_12_designators_and_7_columns():
    columns = [table for _, table in TABLES if table.hands]
    documents = {table.id for _, table in TABLES if not table.hands and table.source.endswith(".txt")}
    assert len(documents) == 34
    assert sorted(table.hands for table in columns) == [2, 3, 4, 5, 6, 7, 8]
    assert sum(len(game.designators) for game in GAMES) == 12


def test_no_two_games_share_the_name_of_a_paytable_unless_they_share_the_paytable():
    own = [table.id for _, table in TABLES if not table.where.startswith("shared/")]
    shared = {table.id for _, table in TABLES if table.where.startswith("shared/")}
    assert len(set(own)) == len(own)
    assert shared == {"Link 01", "Link ML01", "Link ML03"}
    assert not shared & set(own)


def test_the_link_paytables_are_those_that_are_printed_for_several_games():
    assert {table.id for _, table in TABLES if table.links_games} == {"Link 01", "Link ML01", "Link ML03"}


@every_game
def test_the_file_of_a_game_bears_its_id(game):
    assert load_game(game.id) is game
    assert game.id in game_ids()


@every_game
def test_every_wager_that_has_lines_has_a_paytable_and_the_first_is_in_force(game):
    for wager in game.wagers.values():
        tables = game.tables_for(wager.id)
        assert bool(tables) == bool(wager.shape)
        assert game.chosen.get(wager.id, ())[:1] == tables[:1]


@every_game
def test_every_paytable_can_be_put_in_force_by_name(game):
    for table in game.paytables.values():
        changed = game.with_paytable(table.id.lower().replace(" ", "-"))
        assert table in changed.chosen[table.wager]
        others = {name: tables for name, tables in changed.chosen.items() if name != table.wager}
        assert others == {name: tables for name, tables in game.chosen.items() if name != table.wager}


@every_game
def test_every_designator_puts_one_table_in_force_for_each_of_its_wagers(game):
    for name, ids in game.designators.items():
        changed = game.with_paytable(name)
        assert len({game.paytables[table].wager for table in ids}) == len(ids)
        assert all(changed.chosen[game.paytables[table].wager] == (game.paytables[table],) for table in ids)


def test_the_twelve_designators_are_all_pairs_of_three_ante_and_four_pair_plus_tables():
    pairs = set(load_game("three_card_poker").designators.values())
    assert pairs == {(f"Ante {a}", f"Pair Plus {b}") for a in "ABC" for b in "ABCD"}


@every_table
def test_every_paytable_and_with_it_every_printed_figure_has_a_source(game, table):
    assert {table.source, *table.also_in} <= game.sources.keys()
    assert table.source not in table.also_in


@every_game
def test_every_source_is_described_and_used(game):
    used = {source for table in game.paytables.values() for source in (table.source, *table.also_in)}
    assert used == (game.sources.keys() if game.paytables else set())
    assert all(len(words.split()) > 5 for words in game.sources.values())


@every_table
def test_no_paytable_of_the_documents_pays_less_for_more(game, table):
    assert table.warnings == ()


@every_table
def test_printed_figures_are_written_as_percentages_dollars_or_odds(game, table):
    assert table.printed.keys() <= PERCENTAGES | DOLLARS | DECIMALS | {"top_payout_odds"}
    for name, text in table.printed.items():
        if name in PERCENTAGES:
            assert text.endswith("%")
            assert 0 < Fraction(text.removesuffix("%")) < 100
        elif name in DECIMALS:
            assert Fraction(text) > 0
        elif name in DOLLARS:
            assert text.startswith("$")
            assert parse_dollars(text) > 0
        else:
            assert int(text.removesuffix(" to 1").replace(",", "")) > 1000


@every_table
def test_envy_is_for_hands_that_the_table_pays_and_never_rises_downwards(game, table):
    assert table.envy_micros.keys() <= table.pays.keys()
    amounts = [table.envy_micros.get(line, 0) for line in table.pays]
    assert amounts == sorted(amounts, reverse=True)


@every_table
def test_only_a_progressive_pays_from_a_meter(game, table):
    metered = any(pay.kind is Kind.METER for pay in table.pays.values())
    assert metered == (table.wager == "progressive")


def test_link_tables_multiply_envy_by_the_wager_and_no_others_do():
    assert {table.id for _, table in TABLES if table.envy_times_wager} == {
        "Link 01",
        "Link ML01",
        "Link ML03",
    }


def test_meters_are_named_where_there_are_several():
    tables = load_game("mississippi_stud").paytables
    assert tables["MS Stud-01"].levels == ("",)
    assert tables["Link ML01"].levels == ("Mega", "Major")
    assert tables["Link ML03"].levels == ("Mega", "Major", "Minor")


@every_game
def test_settings_have_legal_defaults_in_force_and_a_meaning(game):
    assert game.house == {name: setting.default for name, setting in game.settings.items()}
    for setting in game.settings.values():
        assert setting.check(setting.default) == setting.default
        assert setting.meaning.endswith(".")
    assert game.settings["tie_rule"].choices == ("cheapest", "dearest")


@every_game
def test_a_setting_takes_its_choices_and_refuses_anything_else(game):
    for setting in game.settings.values():
        for value in setting.choices:
            assert game.with_settings(**{setting.name: value}).house[setting.name] == value
        for wrong in ("nonsense" if setting.choices else 1.5, None):
            with pytest.raises(InputError, match=setting.name):
                game.with_settings(**{setting.name: wrong})


@every_game
def test_the_settlement_order_names_every_bet_once(game):
    order = game.settings["settlement_order"].default.split(",")
    assert sorted(order) == sorted(game.bets)
    for wager in game.wagers.values():
        assert [bet for bet in order if bet in wager.bets] == list(wager.bets)


@every_game
def test_every_layout_has_a_spot_for_every_wager_and_no_two_spots_overlap(game):
    spots = game.layout["spots"]
    for wager in game.wagers.values():
        assert {spot["bet"] for spot in spots} & {wager.id, *wager.laid}
    for one, other in combinations(spots, 2):
        assert max(abs(one["x"] - other["x"]), abs(one["y"] - other["y"])) >= 20
    assert all(spot["label"] for spot in spots)


def test_no_two_games_have_a_felt_of_one_colour_unless_it_is_plain():
    colours = [game.layout["felt"] for game in GAMES if game.layout["felt"] != "plain"]
    assert len(set(colours)) == len(colours)


@every_game
def test_every_game_has_a_rule_card_of_whole_sentences(game):
    assert not game.rules or 8 <= len(game.rules) <= 16
    assert all(rule.endswith(".") and rule[0].isupper() for rule in (*game.rules, game.summary))
    for wager in game.wagers.values():
        assert wager.summary.endswith(".")
        assert wager.label


@every_game
def test_a_game_where_anything_is_decided_is_judged_by_one_wager_that_stands_alone(game):
    asked = [step for number in range(40) for step in Dealing(game, Random(number)).play()]
    assert len(game.deciding) == any(isinstance(step, Choose) for step in asked)
    assert all(game.wagers[wager].alone for wager in game.deciding)


@every_game
def test_a_game_that_is_not_counted_says_why(game):
    assert bool(game.status.why) == (game.status.depth is not Depth.COUNTED)


@pytest.mark.parametrize(
    ("written", "game_id"),
    [
        ("Three Card Poker", "three_card_poker"),
        ("3 card poker", "three_card_poker"),
        ("THREE-CARD-DRAW-POKER", "three_card_draw_poker"),
        ("mississippi stud", "mississippi_stud"),
    ],
)
def test_a_game_is_found_however_it_is_cased_and_spaced(written, game_id):
    assert load_game(written).id == game_id


@pytest.mark.parametrize(
    ("written", "suggestion"),
    [
        ("three_card_pocker", "three_card_poker"),
        ("missisippi", "mississippi_stud"),
        ("black jack", "blackjack"),
    ],
)
def test_an_unknown_game_gets_a_suggestion(written, suggestion):
    with pytest.raises(InputError, match=f"unknown game '{written}'; did you mean '{suggestion}'"):
        load_game(written)


def test_a_name_like_no_game_gets_the_list():
    with pytest.raises(InputError, match=f"known: {', '.join(game_ids())}"):
        load_game("zzzz")


@pytest.mark.parametrize(
    ("kind", "wrong"), [("paytable", "Pear Plus A"), ("setting", "tye_rule"), ("wager", "antee")]
)
def test_an_unknown_paytable_setting_or_wager_gets_a_suggestion(kind, wrong):
    game = load_game("three_card_poker")
    ask = {
        "paytable": game.with_paytable,
        "setting": lambda name: game.with_settings(**{name: 1}),
        "wager": game.wager,
    }
    with pytest.raises(InputError, match=f"unknown {kind} '{wrong}'; did you mean"):
        ask[kind](wrong)


# -- the transcription, checked by counts that no code of ours made ------------------------------------------

# Of 22,100 three-card hands; of C(52, 6) = 20,358,520 six-card hands the best five (Wizard of Odds, "Three
# Card Poker", 6 Card Bonus).
THREE_CARDS = {
    "akq_spades": 1,
    "akq_suited": 3,
    "straight_flush": 44,
    "three_of_a_kind": 52,
    "straight": 720,
    "flush": 1_096,
    "pair": 3_744,
    "nothing": 16_440,
}
SIX_CARDS = {
    "royal_flush": 188,
    "straight_flush": 1_656,
    "four_of_a_kind": 14_664,
    "full_house": 165_984,
    "flush": 205_792,
    "straight": 361_620,
    "three_of_a_kind": 732_160,
    "nothing": 18_876_456,
}


def own_hand_advantage(table, counts):
    """The house's share of a wager that only a paytable settles."""
    counts = dict(counts)
    for line, wider in (("akq_spades", "akq_suited"), ("akq_suited", "straight_flush")):
        if line in counts and line not in table.pays:
            counts[wider] += counts.pop(line)
    won = sum(table.pays[line].amount * ways for line, ways in counts.items() if line in table.pays)
    lost = sum(ways for line, ways in counts.items() if line not in table.pays)
    return (lost - won) / Fraction(sum(counts.values()))


@pytest.mark.parametrize(
    ("name", "table", "counts"),
    [
        ("three_card_poker", "TCPB-01", THREE_CARDS),
        ("three_card_poker", "TCPB-02", THREE_CARDS),
        ("three_card_draw_poker", "TCDPPP-02", THREE_CARDS),
        ("three_card_draw_poker", "TCDPPP-03", THREE_CARDS),
        ("three_card_poker", "TCP-6B2", SIX_CARDS),
        ("three_card_poker", "TCP-6B3", SIX_CARDS),
        ("three_card_poker", "TCP-6B4", SIX_CARDS),
    ],
)
def test_the_printed_advantage_follows_from_the_pays_and_the_published_counts(name, table, counts):
    found = load_game(name).paytables[table]
    assert format_percent(own_hand_advantage(found, counts), 2) == found.printed["house_advantage"]


# Misprints: the documents' own figures do not follow from the pays beside them.
@pytest.mark.parametrize(
    ("name", "table", "counts", "printed", "exact"),
    [
        ("three_card_draw_poker", "TCDPPP-01", THREE_CARDS, "2.41%", "5.67%"),
        ("three_card_poker", "TCP-6B1", SIX_CARDS, "10.23%", "10.22%"),
    ],
)
def test_two_printed_advantages_are_kept_as_printed_though_they_do_not_follow(
    name, table, counts, printed, exact
):
    found = load_game(name).paytables[table]
    assert found.printed["house_advantage"] == printed
    assert format_percent(own_hand_advantage(found, counts), 2) == exact


def test_a_settlement_order_names_every_bet_once():
    game = load_game("three_card_draw_poker")
    order = ",".join(reversed(list(game.bets)))
    assert game.with_settings(settlement_order=order).house["settlement_order"] == order
    with pytest.raises(InputError, match="lists every bet once"):
        game.with_settings(settlement_order="ante,ante")


def test_pair_plus_stands_alone_unless_the_ante_is_mandatory():
    game = load_game("three_card_poker")
    assert game.stands_alone(game.wagers["pair_plus"])
    assert not game.with_settings(ante_mandatory=True).stands_alone(game.wagers["pair_plus"])
    assert game.with_settings(ante_mandatory=True).stands_alone(game.wagers["ante"])
