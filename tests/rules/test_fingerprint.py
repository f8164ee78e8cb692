"""Requirement 20: rules shown are rules run, and whatever changes is another version.

Every field of every game of the catalogue is changed once; what was changed is for the test to say, and
each change has to give a fingerprint of its own.
"""

import importlib.util
import inspect
import os
import subprocess
import sys
from dataclasses import fields, replace
from datetime import date
from fractions import Fraction
from pathlib import Path

import pytest

from pitboss.base.error import InputError
from pitboss.cards.deck import make_deck
from pitboss.house.opening import open_table
from pitboss.reports.game_sheet import game_page
from pitboss.rules import game_ids, load_game
from pitboss.rules.definition import read_game
from pitboss.rules.fingerprint import canonical, fingerprint
from pitboss.rules.game import Depth, Game, Status

GAMES = pytest.mark.parametrize("game", [load_game(name) for name in game_ids()], ids=lambda game: game.id)
DAY = date(2024, 6, 14)


def with_one(mapping, key, value):
    return {**mapping, key: value}


def other_value(setting, value):
    others = [choice for choice in setting.choices if choice != value]
    if others:
        return others[0]
    return not value if isinstance(value, bool) else value + 1 if isinstance(value, int) else f"{value} x"


def changed_pays(game):
    """Every pay of every paytable a little higher, in the definition and, if it is there, in force."""
    for name, table in game.paytables.items():
        for line, pay in table.pays.items():
            higher = replace(pay, amount=pay.amount + Fraction(1, 7))
            new = replace(table, pays=with_one(table.pays, line, higher))
            yield replace(game, paytables=with_one(game.paytables, name, new))
        if table.envy_micros:
            yield replace(game, paytables=with_one(game.paytables, name, replace(table, envy_micros={})))
    for wager, tables in game.chosen.items():
        first = tables[0]
        line, pay = next(iter(first.pays.items()))
        higher = replace(first, pays=with_one(first.pays, line, replace(pay, amount=pay.amount + 1)))
        yield replace(game, chosen=with_one(game.chosen, wager, (higher, *tables[1:])))


def changed_settings(game):
    for name, setting in game.settings.items():
        value = other_value(setting, game.house[name])
        yield replace(game, house=with_one(game.house, name, value))
        yield replace(game, settings=with_one(game.settings, name, replace(setting, default=value)))
        yield replace(game, settings=with_one(game.settings, name, replace(setting, meaning="another")))


def changed_texts(game):
    """Every sentence of the rule card and of the dealer's manual."""
    for place in range(len(game.rules)):
        yield replace(game, rules=(*game.rules[:place], "Another rule.", *game.rules[place + 1 :]))
    for place, cue in enumerate(game.cues):
        for field in ("does", "says", "at"):
            new = replace(cue, **{field: f"{getattr(cue, field)} x"})
            yield replace(game, cues=(*game.cues[:place], new, *game.cues[place + 1 :]))
    for name, wager in game.wagers.items():
        for field in ("label", "summary", "look", "alone_unless"):
            yield replace(game, wagers=with_one(game.wagers, name, replace(wager, **{field: "another"})))
        yield replace(game, wagers=with_one(game.wagers, name, replace(wager, alone=not wager.alone)))
        yield replace(game, wagers=with_one(game.wagers, name, replace(wager, bets=())))


def changed_rest(game):
    yield replace(game, id="another")
    yield replace(game, name="Another")
    yield replace(game, summary="Another.")
    yield replace(game, deck=make_deck(decks=3))
    yield replace(game, packets=(9,))
    yield replace(game, behind_cut=game.behind_cut + 1)
    yield replace(game, sources=with_one(game.sources, "another", "source"))
    yield replace(game, layout={**game.layout, "felt": "another"})
    yield replace(game, designators=with_one(game.designators, "another", ()))
    yield replace(game, looks=other_looks)
    yield replace(game, procedure=other_looks)
    yield replace(game, bets=with_one(game.bets, next(iter(game.bets)), other_looks))


def other_looks(round_, place):
    """Stands in for any function of the rules."""


@GAMES
def test_requirement_20_any_change_of_a_game_is_another_version(game):
    changed = [
        *changed_pays(game),
        *changed_settings(game),
        *changed_texts(game),
        *changed_rest(game),
    ]
    found = [fingerprint(one) for one in changed]
    assert fingerprint(game) not in found
    assert len(set(found)) == len(changed), "no two of the changes look alike"


@GAMES
def test_requirement_20_another_paytable_of_the_document_in_force_is_another_version(game):
    in_force = {table.id for tables in game.chosen.values() for table in tables}
    others = [name for name in game.paytables if name not in in_force]
    found = {fingerprint(game.with_paytable(name)) for name in others}
    assert len(found - {fingerprint(game)}) == len(others)


def read_changed(game, tmp_path, before="", after="", *, text_before="", text_after=""):
    """The game from its two files, with something replaced in either."""
    rules = Path(inspect.getfile(game.procedure))
    source = rules.read_text()
    text = rules.with_suffix(".toml").read_text()
    assert before in source
    assert text_before in text
    path = tmp_path / f"{game.id}.py"
    path.write_text(source.replace(before, after, 1) if before else source)
    spec = importlib.util.spec_from_file_location(f"pitboss.games.{game.id}", path)
    module = importlib.util.module_from_spec(spec)
    before_module = sys.modules[spec.name]
    sys.modules[spec.name] = module
    try:
        spec.loader.exec_module(module)
        changed = text.replace(text_before, text_after, 1) if text_before else text
        return fingerprint(read_game(changed, module, file=f"{game.id}.toml"))
    finally:
        sys.modules[spec.name] = before_module


@GAMES
def test_requirement_20_a_changed_line_of_the_procedure_is_another_version(game, tmp_path):
    assert read_changed(game, tmp_path) == fingerprint(game), "the same files are the same game"
    changed = read_changed(game, tmp_path, "def procedure", "EXTRA = 1\n\n\ndef procedure")
    assert changed != fingerprint(game)


@GAMES
def test_requirement_20_a_comment_in_the_data_file_changes_nothing_and_a_value_does(game, tmp_path):
    first = f'id = "{game.id}"'
    assert read_changed(game, tmp_path, text_before=first, text_after=f"# a comment\n{first}") == fingerprint(
        game
    )
    name = f'name = "{game.name}"'
    assert read_changed(game, tmp_path, text_before=name, text_after='name = "X"') != fingerprint(game)


@GAMES
def test_requirement_20_the_rules_that_are_shown_are_the_rules_that_are_dealt(game):
    table = open_table(game, day=DAY, seed=1)
    assert fingerprint(table.setup.game) == fingerprint(game)
    assert game_page(table.setup.game) == game_page(game)


def test_a_fingerprint_is_the_same_in_every_process():
    asked = "from pitboss.house.software import read_software as r; import json; print(json.dumps(r().games))"
    found = {
        subprocess.run(
            [sys.executable, "-c", asked],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(found) == 1


def test_every_field_of_a_game_is_in_its_fingerprint():
    """A field that is added to a game later is in it by itself, unless it is listed here."""
    game = load_game("three_card_poker")
    left_out = {"group", "offer", "status", "alike", "most_seats"}
    assert set(canonical(game)) == {field.name for field in fields(Game)} - left_out
    assert fingerprint(replace(game, most_seats=6)) != fingerprint(game)
    assert fingerprint(replace(game, status=Status(Depth.DEALT, "x"))) == fingerprint(game)
    assert fingerprint(replace(game, group="another shelf")) == fingerprint(game)
    assert fingerprint(replace(game, offer=("ante",))) == fingerprint(game)


def test_what_nobody_has_thought_of_is_refused_and_not_guessed():
    game = replace(load_game("three_card_poker"), layout={"felt": object()})
    with pytest.raises(InputError, match="cannot have a object in its definition"):
        fingerprint(game)
