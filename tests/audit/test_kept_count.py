"""Counts that are kept: read back as they were, by a name that changes with whatever could change them."""

from dataclasses import replace
from fractions import Fraction
from types import ModuleType

import pytest

import pitboss.cards
from pitboss.analysis.analysis import analyze, count_wager
from pitboss.audit import kept_count
from pitboss.audit.finding import audit
from pitboss.audit.kept_count import VARIABLE, keep_count
from pitboss.audit.own_table import with_own_pays
from pitboss.base.source import digest_of
from pitboss.rules import load_game

GAME = load_game("three_card_poker")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Where counts are kept, and which wagers were counted."""
    monkeypatch.setenv(VARIABLE, str(tmp_path / "counts"))
    return tmp_path / "counts"


@pytest.fixture
def counted(monkeypatch):
    """The wagers that were counted, in order."""
    wagers = []

    def noting(game, placed, wager, progress):
        wagers.append(wager)
        return count_wager(game, placed, wager, progress)

    monkeypatch.setattr(kept_count, "count_wager", noting)
    monkeypatch.setattr(noting, "__module__", count_wager.__module__, raising=False)
    return wagers


def files(folder):
    return sorted(folder.glob("*/*.json"))


@pytest.mark.parametrize("wager", sorted(GAME.wagers))
def test_what_is_kept_is_what_was_counted(folder, counted, wager):
    first = analyze(GAME, wager, counting=keep_count)
    second = analyze(GAME, wager, counting=keep_count)
    assert counted == [wager]
    assert second == first == analyze(GAME, wager)
    assert list(second.figures.tally.ways) == list(first.figures.tally.ways)


def test_whatever_could_change_a_count_is_another_one(folder, counted):
    games = (GAME, GAME.with_paytable("Ante B"), GAME.with_settings(tie_rule="dearest"))
    found = [analyze(game, "ante", counting=keep_count).figures.tally for game in games]
    assert len(counted) == len(games) == len(files(folder))
    assert found[0] != found[1]


def test_pays_of_ones_own_are_counted_and_not_kept(folder, counted):
    own = with_own_pays(GAME, "pair_plus", "35,33,6,4,1")
    for _ in range(2):
        found = analyze(own, "pair_plus", counting=keep_count).house_advantage
    assert found == analyze(own, "pair_plus").house_advantage
    assert counted == ["pair_plus", "pair_plus"]
    assert files(folder) == []


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: text[:-9],
        lambda text: "",
        lambda text: text.replace("[", "{", 1),
        lambda text: text.replace("1", "2", 1),
        lambda text: text[:70] + text[70:].replace("3", "4", 1),
    ],
)
def test_a_file_that_was_damaged_is_counted_again_and_mended(folder, counted, damage):
    expected = analyze(GAME, "pair_plus", counting=keep_count)
    (file,) = files(folder)
    whole = file.read_text()
    file.write_text(damage(whole))
    assert analyze(GAME, "pair_plus", counting=keep_count) == expected
    assert counted == ["pair_plus", "pair_plus"]
    assert file.read_text() == whole


def test_nothing_is_kept_where_others_can_write(folder, counted):
    analyze(GAME, "pair_plus", counting=keep_count)
    (file,) = files(folder)
    file.parent.chmod(0o777)
    analyze(GAME, "pair_plus", counting=keep_count)
    assert len(counted) == 2


def test_nothing_is_kept_if_the_folder_is_said_to_be_none(folder, counted, monkeypatch):
    monkeypatch.setenv(VARIABLE, "")
    analyze(GAME, "pair_plus", counting=keep_count)
    assert files(folder) == []


def test_another_program_counts_for_itself_and_old_ones_are_forgotten(folder, counted, monkeypatch):
    digests = [f"program {number}" for number in range(5)]
    for digest in digests:
        monkeypatch.setattr(kept_count, "digest_of", lambda _, digest=digest: digest)
        analyze(GAME, "pair_plus", counting=keep_count)
    assert len(counted) == len(digests)
    assert len(files(folder)) == kept_count.MOST_PROGRAMS
    assert folder / digests[-1] in {file.parent for file in files(folder)}


def test_the_audit_finds_the_same_by_kept_counts(folder, counted):
    first = audit([GAME.id])
    before = len(counted)
    assert audit([GAME.id]) == first
    assert len(counted) == before > 5
    assert all(isinstance(one.exact, Fraction | None) for one in first)


def test_a_wager_is_kept_beside_those_that_are_placed_with_it(folder, counted):
    """The progressive is counted beside the base game, whose decisions may change it."""
    alone = replace(GAME, wagers={**GAME.wagers, "progressive": replace(GAME.wagers["progressive"])})
    keep_count(alone, ("progressive",), "progressive")
    keep_count(alone, ("ante", "progressive"), "progressive")
    assert len(files(folder)) == 2


def test_the_name_of_a_program_does_not_hang_on_what_else_was_imported(monkeypatch):
    """A package has each of its modules as an attribute, once somebody has imported it."""
    before = digest_of.__wrapped__(count_wager.__module__)
    monkeypatch.setattr(pitboss.cards, "later", ModuleType("pitboss.cards.later"), raising=False)
    assert digest_of.__wrapped__(count_wager.__module__) == before
