"""`games` and `show`: everything of the definitions is there."""

import pytest

from pitboss.analysis.analysis import is_highest
from pitboss.base.odds import parse_pay
from pitboss.rules import game_ids, load_game
from structure import games_where, takes_long


def has_columns(game):
    """A wager on the highest hand has a column for every number of hands, each counted by itself."""
    return any(is_highest(game, wager) for wager in game.wagers.values())


FAST = games_where(lambda game: not has_columns(game) and not takes_long(game))


def test_games_lists_every_game(pitboss):
    assert [entry["game"] for entry in pitboss("games", "--json").json] == list(game_ids())
    text = pitboss("games").out
    for name in game_ids():
        game = load_game(name)
        assert game.id in text
        assert game.name in text
        assert game.summary in text


def test_games_counts_wagers_and_paytables(pitboss):
    entries = {entry["game"]: entry for entry in pitboss("games", "--json").json}
    entry = entries["three_card_poker"]
    assert entry["wagers"] == ["ante", "pair_plus", "six_card_bonus", "bonus", "progressive"]
    assert (len(entry["paytables"]), len(entry["designators"])) == (17, 12)
    assert entries["blackjack"]["paytables"][2:] == ["Bet the Set 21 Progressive"]


@pytest.mark.parametrize("name", ["three_card_poker", "Three Card Poker", "3 card poker", "THREE-CARD-POKER"])
def test_a_game_is_found_however_its_name_is_written(pitboss, name):
    assert pitboss("show", name, "--no-check", "--json").json["game"] == "three_card_poker"


@pytest.mark.parametrize("name", game_ids())
def test_show_says_everything_in_text(pitboss, name):
    game = load_game(name)
    text = pitboss("show", name, "--no-check").out
    expected = [
        game.name,
        game.summary,
        *game.rules,
        *game.sources,
        *game.sources.values(),
        *game.designators,
    ]
    expected += [word for wager in game.wagers.values() for word in (wager.id, wager.label, wager.summary)]
    expected += [word for setting in game.settings.values() for word in (setting.name, setting.meaning)]
    for table in game.paytables.values():
        expected += [table.id, table.notes, *map(str, table.pays.values()), *table.printed.values()]
    assert [word for word in expected if word not in text] == []


@pytest.mark.parametrize("name", game_ids())
def test_show_as_json_gives_the_paytables_back(pitboss, name):
    game = load_game(name)
    data = pitboss("show", name, "--no-check", "--json").json
    assert data["paytables"].keys() == game.paytables.keys()
    for table in game.paytables.values():
        entry = data["paytables"][table.id]
        assert {line: parse_pay(pay) for line, pay in entry["pays"].items()} == dict(table.pays)
        assert list(entry["pays"]) == list(table.pays)
        assert entry["envy"].keys() == table.envy_micros.keys()
        assert (entry["printed"], entry["source"]) == (dict(table.printed), table.source)
    assert data["rules"] == list(game.rules)
    assert data["settings"].keys() == game.settings.keys()
    assert data["designators"] == {name: list(ids) for name, ids in game.designators.items()}


def test_show_has_the_setting_in_force(pitboss):
    words = ("show", "three_card_poker", "--no-check", "--setting", "folded hands qualify=no", "--json")
    setting = pitboss(*words).json["settings"]["folded_hands_qualify"]
    assert (setting["default"], setting["in_force"], setting["choices"]) == (True, False, [True, False])


def test_the_deck_is_said_in_words(pitboss):
    assert pitboss("show", "blackjack", "--no-check", "--json").json["deck"] == "6 decks of 52 cards"
    assert pitboss("show", "mississippi_stud", "--no-check", "--json").json["deck"] == "one 52-card deck"


@pytest.mark.parametrize("name", FAST)
def test_no_paytable_of_the_documents_favours_the_player_or_pays_a_better_hand_less(pitboss, name):
    assert pitboss("show", name, "--json").json["warnings"] == []
    assert "Warning" not in pitboss("show", name).out


def test_a_table_has_the_wagers_that_are_offered_and_says_what_it_does_without(pitboss):
    """Six may be offered: those that the file names, or others that are asked for."""
    game = next(game for game in map(load_game, game_ids()) if game.unoffered)
    usual = pitboss("report", "rules", game.id).out
    labels = [wager.label for wager in game.wagers.values() if wager.id in game.unoffered]
    assert f"Not offered {', '.join(labels)}" in " ".join(usual.split())
    base, closed = next(iter(game.offered)), next(iter(game.unoffered))
    asked = pitboss("sign", game.id, "--offer", base, "--offer", closed, "--limit", f"{closed}=1-4").out
    assert "$4.00" in asked
    refused = pitboss("sign", game.id, "--limit", f"{closed}=1-4")
    assert refused.status
    assert f"is not offered here; add --offer {closed}" in refused.err
