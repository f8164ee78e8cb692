"""Requirements 46 and 64: what runs is known to the last byte; what fails its self-check does not serve."""

import json
import logging
import sqlite3
from contextlib import closing
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest

from pitboss.base.error import InputError
from pitboss.base.money import MICROS
from pitboss.house import page as page_module
from pitboss.house import self_check
from pitboss.house.manager import GameManager
from pitboss.house.self_check import NoServiceError, start_manager
from pitboss.house.software import hash_program, parse_manifest, read_software
from pitboss.jackpot.request import CoinIn, EndGame, SetTerms, Switch
from pitboss.jackpot.terms import LevelTerms, Terms
from pitboss.ledger.entry import Draft, chain
from pitboss.ledger.fact import Note
from pitboss.reports.record.equipment import software_data
from pitboss.rules import game_ids, load_game
from pitboss.rules.fingerprint import fingerprint
from pitboss.storage.address import open_store

OFFICE = ("tess", "ada")
TERMS = Terms(
    "tcp", {"three_card_poker": "TCP Progressive 1"}, ("T1",), (LevelTerms("", 1_000 * MICROS, 140_000),)
)


def play(manager, rounds):
    first = manager.floor.last_round.get("T1", 0) + 1
    for number in range(first, first + rounds):
        manager.ask(CoinIn(f"coins {number}", ("dan",), "T1", number, {1: MICROS}))
        manager.ask(EndGame(f"over {number}", ("dan",), "T1"))


@pytest.fixture
def journal(tmp_path, monkeypatch):
    """A journal on the disk with 23 entries, the last checkpoint after entry 20."""
    monkeypatch.setattr(page_module, "CHECKPOINT_EVERY", 10)
    path = tmp_path / "floor.db"
    with closing(open_store(str(path))) as store:
        manager = start_manager(store, lambda: 1)
        manager.ask(SetTerms("terms", OFFICE, TERMS))
        manager.ask(Switch("open", OFFICE, "tcp", True))
        play(manager, 10)
        assert store.checkpoint().number == 20
    return path


def start(path, **more):
    with closing(open_store(str(path))) as store:
        return start_manager(store, lambda: 2, **more)


def change(path, statement, *values):
    """What a clerk does by hand, or a failing disk."""
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("DROP TRIGGER IF EXISTS entry_update")
        connection.execute(statement, values)


# -- the journal -----------------------------------------------------------------------------------


def test_req_46_a_journal_that_is_right_is_served(journal):
    assert start(journal).number == 24


def test_req_46_an_entry_that_was_changed_since_the_checkpoint_means_no_service(journal, caplog):
    change(journal, "UPDATE entry SET body = replace(body, 'T1', 'T7') WHERE number = 22")
    with (
        caplog.at_level(logging.CRITICAL),
        pytest.raises(NoServiceError, match=r"no service: self-check: entry 22 of the journal is not right"),
    ):
        start(journal)
    assert "entry 22" in caplog.text, "logged"


def test_req_46_only_what_came_after_the_checkpoint_is_read_again(journal, monkeypatch):
    seen = []
    with closing(open_store(str(journal))) as store:
        entries = store.entries

        def watched(after=0, **more):
            seen.append(after)
            return entries(after, **more)

        monkeypatch.setattr(store, "entries", watched)
        start_manager(store, lambda: 2)
    assert set(seen) >= {20}
    assert min(seen) == 20


def test_req_46_a_checkpoint_that_nobody_vouches_for_means_no_service(journal):
    change(journal, "UPDATE checkpoint SET state = replace(state, '140000', '150000')")
    with pytest.raises(NoServiceError, match="does not vouch for the checkpoint"):
        start(journal)


def test_req_46_a_journal_that_cannot_be_read_means_no_service(journal):
    change(journal, "UPDATE entry SET body = 'nonsense' WHERE number = 23")
    with pytest.raises(NoServiceError, match="entry 23"):
        start(journal)


def test_an_id_that_was_used_twice_since_the_checkpoint_is_named_by_its_entry():
    entries, before = [], "0" * 64
    for number, id_ in enumerate(("a", "b", "c", "b"), start=1):
        entries.append(chain(number, before, Draft(id_, 0, ("x",), Note("note"))))
        before = entries[-1].hash
    start_at = self_check.ChainVerdict(1, entries[0].hash)
    assert self_check.audit(entries[1:], start=start_at).fault.number == 4


# -- the program -----------------------------------------------------------------------------------


def test_req_46_the_program_is_compared_with_the_manifest_if_there_is_one(journal):
    software = read_software()
    assert start(journal, manifest=software).number == 24
    for wrong, why in (
        (replace(software, version="9.9"), "version .* runs, and 9.9 is expected"),
        (replace(software, sha256="0" * 64), f"hash is {software.sha256}, and 0000"),
        (replace(software, games={**software.games, "blackjack": "f" * 64}), "blackjack has the fingerprint"),
        (replace(software, games={**software.games, "faro": "f" * 64}), "faro has the fingerprint not there"),
    ):
        with pytest.raises(NoServiceError, match=why):
            start(journal, manifest=wrong)


def test_req_46_a_failed_start_is_a_malfunction_in_the_journal_and_takes_no_wager(journal):
    wrong = replace(read_software(), sha256="0" * 64)
    with pytest.raises(NoServiceError):
        start(journal, manifest=wrong)
    with closing(open_store(str(journal))) as store:
        last = store.last().draft
    assert last.kind == "record: malfunction"
    assert last.fact.what.startswith("self-check: the program's hash is")
    assert start(journal).number == 25


def test_req_46_terms_whose_paytable_is_gone_mean_no_service(journal):
    with closing(open_store(str(journal))) as store:
        terms = replace(TERMS, id="old", tables=("T9",), paytables={"three_card_poker": "gone"})
        GameManager(store, lambda: 1).ask(SetTerms("old", OFFICE, terms))
    with pytest.raises(NoServiceError, match="the terms of old cannot be kept: unknown paytable 'gone'"):
        start(journal)


def test_req_46_rules_that_cannot_be_read_mean_no_service(journal, monkeypatch):
    def fail():
        raise ValueError("not TOML")

    monkeypatch.setattr(self_check, "regulation", fail)
    with pytest.raises(NoServiceError, match="the dated rules cannot be read: not TOML"):
        start(journal)


# -- requirement 64 --------------------------------------------------------------------------------


def test_req_64_the_report_has_the_version_the_hash_of_the_program_and_every_games_fingerprint():
    from pitboss import __version__

    software = read_software()
    assert software.version == __version__
    assert software.games == {name: fingerprint(load_game(name)) for name in game_ids()}
    assert software.sha256 == hash_by_hand(Path(page_module.__file__).parents[1])


def hash_by_hand(root):
    """As `sha256sum` prints every file, in the order of the names, hashed once more."""
    names = sorted(
        path.relative_to(root).as_posix()
        for path in root.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    )
    lines = [f"{sha256((root / name).read_bytes()).hexdigest()}  {name}\n" for name in names]
    return sha256("".join(lines).encode()).hexdigest()


def test_req_64_any_byte_of_any_file_and_any_name_changes_the_hash(tmp_path):
    (tmp_path / "room").mkdir()
    (tmp_path / "room" / "rules.py").write_bytes(b"pays = 40\n")
    (tmp_path / "data.toml").write_bytes(b"")
    found = {hash_program(tmp_path)}
    (tmp_path / "room" / "rules.py").write_bytes(b"pays = 41\n")
    found.add(hash_program(tmp_path))
    (tmp_path / "data.toml").rename(tmp_path / "date.toml")
    found.add(hash_program(tmp_path))
    (tmp_path / "more.py").write_bytes(b"")
    found.add(hash_program(tmp_path))
    assert len(found) == 4
    (tmp_path / "__pycache__").mkdir()
    (tmp_path / "__pycache__" / "rules.pyc").write_bytes(b"made by Python")
    assert hash_program(tmp_path) in found


def test_a_manifest_is_read_as_it_was_written_and_nothing_else_is_one():
    software = read_software()
    assert parse_manifest(json.dumps(software_data(software)), "m.json") == software
    for text in ("", "[]", json.dumps({"version": "1"}), "{"):
        with pytest.raises(InputError, match=r"m\.json is no manifest"):
            parse_manifest(text, "m.json")
