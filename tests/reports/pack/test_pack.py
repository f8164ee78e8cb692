"""A pack is made, made again and compared; whatever was touched in between is found."""

import json
import subprocess
import sys
from datetime import date

import pypdfium2
import pytest

from pitboss.base.error import InputError
from pitboss.reports.pack.check import check_pack
from pitboss.reports.pack.making import (
    BOOK,
    MANIFEST,
    make_order,
    make_pack,
    order_data,
    parse_order,
    write_pack,
)
from pitboss.reports.par.submission import make_submission
from pitboss.rules import load_game

GAME, DAY = "three_card_draw_poker", date(2026, 11, 16)
LARGE = "three_card_poker"
"""With four times as many papers, and progressives among them."""


@pytest.fixture(scope="module")
def files():
    return make_pack(make_order([GAME], DAY), workers=1)


@pytest.fixture
def folder(files, tmp_path):
    write_pack(tmp_path / "pack", files)
    return tmp_path / "pack"


def check(folder, files):
    """Against what was made before: making it again is tested by itself."""
    return check_pack(folder, make=lambda order, progress: files)


@pytest.mark.slow
@pytest.mark.long
def test_a_pack_made_in_another_process_is_the_same_bytes(tmp_path):
    """With other hashes, and two workers instead of one."""
    files = make_pack(make_order([LARGE], DAY), workers=1)
    run = [
        sys.executable,
        "-m",
        "pitboss",
        "report",
        "pack",
        str(tmp_path / "other"),
        "--game",
        LARGE,
        "--date",
        str(DAY),
    ]
    subprocess.run(run, check=True, capture_output=True, env={"PYTHONHASHSEED": "7", "PATH": ""})
    found = check(tmp_path / "other", files)
    assert found.differences == ()
    assert found.files == len(files)
    assert_whole(files, LARGE)
    assert_bound(files, LARGE)


@pytest.mark.parametrize(
    "name", ["audit.json", "program.json", f"par/{GAME}_tcdppp_01.json", f"cards/{GAME}-rules.json"]
)
def test_one_changed_digit_is_found_and_named(folder, files, name):
    text = (folder / name).read_text()
    place = next(number for number in range(len(text) // 2, len(text)) if text[number].isdecimal())
    (folder / name).write_text(f"{text[:place]}{(int(text[place]) + 1) % 10}{text[place + 1 :]}")
    found = check(folder, files)
    assert not found.passes
    assert all(difference.startswith(f"{name}: ") for difference in found.differences)
    assert "by this program" in found.differences[-1]


def test_a_changed_digit_is_found_even_if_the_manifest_was_mended(folder, files):
    """Whoever changes a figure can change its hash; making it again cannot be talked into it."""
    name = f"definitions/{GAME}.toml"
    content = (folder / name).read_bytes().replace(b"40 to 1", b"41 to 1", 1)
    (folder / name).write_bytes(content)
    manifest = json.loads((folder / MANIFEST).read_text())
    from hashlib import sha256

    manifest["files"][name] = sha256(content).hexdigest()
    (folder / MANIFEST).write_text(json.dumps(manifest))
    found = [difference.partition(":")[0] for difference in check(folder, files).differences]
    assert found == [name, MANIFEST]


def test_missing_and_added_files_are_found(folder, files):
    (folder / "audit.json").unlink()
    (folder / "notes.txt").write_text("hello")
    assert check(folder, files).differences == (
        "audit.json: missing in the pack",
        "notes.txt: not part of this pack",
    )


def test_a_pack_of_another_program_says_so(folder, files):
    manifest = json.loads((folder / MANIFEST).read_text())
    manifest["software"]["version"] = "0.0.9"
    (folder / MANIFEST).write_text(json.dumps(manifest))
    assert "0.0.9 is expected" in check(folder, files).differences[0]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("{", "cannot be read"),
        ("[]", "cannot be read"),
        ("[" * 100_000, "cannot be read"),
        ('{"order": {}, "software": {}, "libraries": {}, "files": {}}', "what the pack was made from"),
    ],
)
def test_a_broken_manifest_is_refused(folder, files, content, words):
    (folder / MANIFEST).write_text(content)
    with pytest.raises(InputError, match=words):
        check(folder, files)


@pytest.mark.parametrize(
    "change",
    [
        {"shuffles": 0},
        {"shuffles": 20_000.0},
        {"games": GAME},
        {"size": "a3"},
        {"day": "today"},
        {"seed": True},
    ],
)
def test_an_order_that_nobody_could_have_given_is_refused(folder, files, change):
    manifest = json.loads((folder / MANIFEST).read_text())
    manifest["order"] |= change
    (folder / MANIFEST).write_text(json.dumps(manifest))
    with pytest.raises(InputError):
        check(folder, files)


def test_an_order_keeps_what_was_said_of_the_submission_and_nothing_else():
    told = make_submission({"applicant": "Some Games, Inc.", "number": "17-B"})
    order = make_order([GAME], DAY, submission=told)
    assert order_data(order)["submission"] == {"applicant": "Some Games, Inc.", "number": "17-B"}
    assert parse_order(json.loads(json.dumps(order_data(order)))) == order
    assert "submission" not in order_data(make_order([GAME], DAY))


def test_the_audit_names_documents_by_title(files):
    text = " ".join(
        " ".join(page.get_textpage().get_text_range().split())
        for page in pypdfium2.PdfDocument(files["audit.pdf"])
    )
    for file, title in load_game(GAME).sources.items():
        assert f"document {file[:3]} {title} {file}" in text
        assert text.count(file) == 1


def test_a_link_in_place_of_a_file_is_refused(folder, files, tmp_path):
    (folder / "audit.json").rename(tmp_path / "audit.json")
    (folder / "audit.json").symlink_to(tmp_path / "audit.json")
    with pytest.raises(InputError, match="is no plain file"):
        check(folder, files)


def test_an_empty_folder_is_refused(folder, files):
    (folder / "more").mkdir()
    with pytest.raises(InputError, match="empty folder"):
        check(folder, files)


def test_another_typesetter_is_named_before_what_differs_by_it(folder, files):
    manifest = json.loads((folder / MANIFEST).read_text())
    manifest["libraries"]["typst"] = "0.1"
    (folder / MANIFEST).write_text(json.dumps(manifest))
    assert "typst 0.1" in check(folder, files).differences[0]


def test_the_manifest_has_the_fingerprint_of_every_par_sheet(files):
    manifest = json.loads(files[MANIFEST])
    sheets = {name for name in files if name.startswith("par/") and name.endswith(".json")}
    assert sheets <= set(manifest["definitions"])
    assert all(json.loads(files[name])["fingerprint"] == manifest["definitions"][name] for name in sheets)


def test_a_folder_that_is_no_pack_is_refused(tmp_path, files):
    with pytest.raises(InputError, match="is no pack"):
        check(tmp_path, files)


def test_a_pack_is_not_written_over_anything(folder, files):
    with pytest.raises(InputError, match="is not empty"):
        write_pack(folder, files)


def test_every_paytable_of_the_game_has_a_par_sheet_in_the_pack(files):
    assert_whole(files, GAME)


def assert_whole(files, game):
    """Law: every paytable has a par sheet."""
    sheets = " ".join(
        files[name].decode() for name in files if name.startswith("par/") and name.endswith("json")
    )
    missing = [table for table in load_game(game).paytables if json.dumps(table)[1:-1] not in sheets]
    assert not missing


def test_the_book_holds_every_paper_the_definition_and_the_hashes(files):
    assert_bound(files, GAME)


def assert_bound(files, game):
    book = pypdfium2.PdfDocument(files[BOOK])
    text = [page.get_textpage().get_text_bounded() for page in book]
    titles = [
        json.loads(files[name]).get("name")
        for name in files
        if name.startswith("par/") and name.endswith("json")
    ]
    assert text[0].count("Par sheet") == len(titles)
    assert f"Definition: {load_game(game).name}" in text[0]
    whole = "".join("".join(text).split())
    assert f'id="{game}"' in whole
    hashes = json.loads(files[MANIFEST])["files"]
    assert all(mark in whole for name, mark in hashes.items() if name != BOOK)
