"""Records as papers: what is printed is what the raw entries add up to, and is the same whoever prints it."""

import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from datetime import date
from pathlib import Path

import pypdfium2
import pytest

from pitboss import __version__
from pitboss.base.error import InputError
from pitboss.base.money import MICROS
from pitboss.jackpot.equipment import InstalledComponent
from pitboss.jackpot.request import ListEquipment
from pitboss.ledger.account import Account, AccountKind
from pitboss.reports.paper.paper import Form, Size, write_paper
from pitboss.reports.record.catalogue import RECORDS
from pitboss.reports.record.frame import Inquiry
from reports.record.journal_room import (
    EVIL,
    FROM_BOOKS,
    HELD,
    ODD,
    accrued_by_day,
    make_paper,
    make_room,
    moved_into,
    raw_entries,
    source_of,
)

TESTS = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def room():
    return make_room()


@pytest.fixture(scope="module")
def evil():
    return make_room((EVIL[0], EVIL[1], EVIL[2]))


def pdf_text(paper):
    pages = pypdfium2.PdfDocument(write_paper(paper, Form.PDF))
    return "\n".join(page.get_textpage().get_text_range() for page in pages).replace("\r\n", "\n")


def found_in(paper):
    return json.loads(write_paper(paper, Form.JSON))["found"]


def dollars(micros):
    """As an accountant would write it, without the reports' own words."""
    cents = f"{abs(micros) / MICROS:,.6f}".rstrip("0")
    whole, _, part = cents.partition(".")
    return f"{'-' if micros < 0 else ''}${whole}.{part.ljust(2, '0')}"


# -- sums ------------------------------------------------------------------------------------------


def test_accrual_on_paper_is_the_sum_over_the_entries_day_by_day(room):
    paper, expected = make_paper(room, "accrual"), accrued_by_day(room)
    found = found_in(paper)
    by_day = {}
    for row in found["days"]:
        by_day[row["day"]] = by_day.get(row["day"], 0) + row["accrued_micros"]
    assert {day: micros for day, micros in by_day.items() if micros} == {
        str(day): micros for day, micros in expected.items()
    }
    assert found["accrued_micros"] == expected.total()
    assert expected.total() % 10_000, "fractions of a cent must show"
    text = pdf_text(paper)
    assert f"Accrued in all {dollars(expected.total())}" in text
    assert re.search(rf"Total .*{re.escape(dollars(expected.total()))}", text)


def test_every_level_goes_from_what_it_held_to_what_it_holds_over_any_days(room):
    for since, until in ((date.min, date.max), (date(2024, 6, 17), date(2024, 6, 20))):
        asked = {} if since == date.min else {"since": since, "until": until}
        levels = found_in(make_paper(room, "accrual", **asked))["levels"]
        for name, kinds in (("closing_micros", until), ("opening_micros", None)):
            end = kinds or date.fromordinal(since.toordinal() - 1 if since != date.min else 1)
            held = sum(moved_into(room, kind, until=end) for kind in (*HELD, "pending"))
            assert sum(level[name] for level in levels) == held, (name, since)


def test_the_master_report_is_adjusted_by_receipts_less_accruals_and_not_for_house_jackpots(room):
    paper = make_paper(room, "master")
    found, accrued = found_in(paper), accrued_by_day(room)
    receipts = moved_into(room, "receipts")
    assert receipts == 50_000
    assert found["adjustment_micros"] == receipts - accrued.total()
    assert sum(row["accrued_micros"] for row in found["tables"]) == accrued.total()
    house = [row for row in found["tables"] if row["is_house"]]
    assert [(row["table"], row["accrued_micros"], row["paid_micros"]) for row in house] == [
        ("T9", 0, 250 * MICROS)
    ]
    paid = sum(row["paid_micros"] for row in found["tables"])
    assert paid == moved_into(room, "paid")
    text = pdf_text(paper)
    assert f"Adjustment in all {dollars(receipts - accrued.total())}" in text
    assert "House jackpots" in text


def test_the_master_report_counts_the_wagers_of_rounds_that_were_not_void(room):
    stakes, void = 0, 0
    last = {}
    for _, kind, _, facts, _ in raw_entries(room):
        if kind == "coin in":
            last[facts["table"]] = sum(facts["stakes"].values())
            stakes += last[facts["table"]]
        elif kind == "void":
            void += last[facts["table"]]
    assert void
    tables = found_in(make_paper(room, "master"))["tables"]
    assert sum(row["wagered_micros"] for row in tables) == stakes - void
    assert sum(row["tray_micros"] for row in tables) == 70 * MICROS


def test_the_weekly_deposit_is_what_accrued_less_what_was_deposited(room):
    found, accrued = found_in(make_paper(room, "deposit")), accrued_by_day(room)
    assert found["due_micros"] == accrued.total() - 3 * MICROS
    first = sum(micros for day, micros in accrued.items() if day <= date(2024, 6, 16))
    week = found["weeks"][0]
    assert (week["since"], week["until"], week["accrued_micros"]) == ("2024-06-10", "2024-06-16", first)
    assert found["weeks"][-1]["due_micros"] == found["due_micros"]
    assert [one["reference"] for one in found["deposits"]] == ["WaFd 2291"]


def test_a_deposit_is_judged_by_the_moment_that_was_asked_for(room):
    assert not make_paper(room, "deposit").is_right
    assert f"{dollars(accrued_by_day(room).total() - 3 * MICROS)} is late by" in pdf_text(
        make_paper(room, "deposit")
    )
    with pytest.raises(InputError, match="the journal goes on until 2024-06-25 12:00:00"):
        make_paper(room, "deposit", at_micros=room.now - 2 * MICROS)


def test_every_fall_is_on_the_paper_with_what_was_taken_out(room):
    taken = sum(
        micros
        for _, _, _, _, transfers in raw_entries(room)
        for source, _, micros, _ in transfers
        if source.split("/")[0] in HELD
    )
    assert sum(row["taken_micros"] for row in found_in(make_paper(room, "reductions"))) == taken


# -- reconciliation --------------------------------------------------------------------------------


def test_a_floor_as_the_journal_has_it_is_reconciled(room):
    paper = make_paper(room, "reconciliation")
    assert paper.is_right
    text = pdf_text(paper)
    assert "Reconciled: every difference is zero." in text
    for role in ("Reconciled by", "Checked by accounting"):
        assert role in text


@pytest.mark.parametrize("form", Form)
def test_a_floor_that_was_tampered_with_shows_the_difference_in_every_form(room, form):
    source = source_of(room)
    source.books.floor.book.balances[Account(AccountKind.METER, "Second", "")] += 1
    paper = RECORDS["reconciliation"].make(source, Inquiry())
    assert not paper.is_right
    content = pdf_text(paper) if form is Form.PDF else write_paper(paper, form).decode("latin-1")
    if form is Form.XLSX:
        from io import BytesIO

        from openpyxl import load_workbook

        cells = {
            cell.value
            for sheet in load_workbook(BytesIO(write_paper(paper, form)))
            for row in sheet
            for cell in row
        }
        assert {"Not reconciled: one figure differs.", 0.000001} <= cells
    elif form is Form.JSON:
        assert '"is_zero": false' in content
    elif form is Form.CSV:
        assert ",0.000001\r\n" in content
    else:
        assert "Not reconciled: one figure differs." in content
        assert "$0.000001" in content


# -- the win page ----------------------------------------------------------------------------------


def test_a_win_page_has_places_to_sign_for_everybody_who_was_there(room):
    text = pdf_text(make_paper(room, "win"))
    assert "Confirmed: $" in text
    for role in ("Winner", "Dealer (dan)", "Supervisor (sue)", "Cashier"):
        assert role in text


def test_nothing_is_paid_on_a_win_that_is_posted_or_withdrawn(room):
    withdrawn, posted = make_paper(room, "win", win="2"), make_paper(room, "win", win="5")
    assert "Withdrawn: nothing was won." in pdf_text(withdrawn)
    assert "Cashier" not in pdf_text(withdrawn)
    assert "Not confirmed: nothing is to be paid on this page." in pdf_text(posted)


def test_those_who_share_a_win_sign_each(room):
    text = pdf_text(make_paper(room, "win", payees={"Ann": 2, "Bob": 1}))
    assert "Winner (Ann)" in text
    assert "Winner (Bob)" in text


# -- days ------------------------------------------------------------------------------------------


def test_only_the_days_that_were_asked_for_are_on_the_paper(room):
    day = date(2024, 6, 18)
    asked = {"since": day, "until": day}
    assert {row["day"] for row in found_in(make_paper(room, "accrual", **asked))["days"]} == {str(day)}
    assert {row["posted_at"][:10] for row in found_in(make_paper(room, "hits", **asked))} == {str(day)}
    assert found_in(make_paper(room, "malfunctions", **asked)) == []
    assert dict(make_paper(room, "accrual", **asked).made_from)["Days"] == "2024-06-18"


def test_a_paper_says_what_it_was_made_from_on_every_page(room):
    paper = make_paper(room, "accrual")
    last = room.entries[-1]
    text = pdf_text(paper)
    assert text.count(f"entry {last.number:,}, hash {last.hash}") == text.count("Page ")
    assert dict(paper.made_from)["Pitboss"] == __version__
    assert dict(paper.made_from)["As of"] == "2024-06-25 12:00:00"


# -- every record ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", FROM_BOOKS)
def test_every_record_is_a_paper_in_every_form_and_size(room, name):
    paper = make_paper(room, name)
    for form in Form:
        assert write_paper(paper, form, Size.LETTER)
    assert paper.title in pdf_text(paper)


def test_the_same_journal_gives_the_same_bytes_in_any_process():
    """Another order of sets, another hour, another machine's zone."""
    printed = [
        subprocess.run(
            [sys.executable, "-m", "reports.record.journal_room"],
            capture_output=True,
            check=True,
            cwd=TESTS,
            env={**os.environ, "PYTHONHASHSEED": seed, "TZ": zone, "PYTHONPATH": str(TESTS)},
        ).stdout
        for seed, zone in (("1", "UTC"), ("2", "Asia/Tokyo"))
    ]
    assert printed[0] == printed[1]
    assert printed[0].count(b"\n") == len(FROM_BOOKS) - 1


# -- what people type ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "text"), [("reductions", EVIL[0]), ("reductions", EVIL[1]), ("malfunctions", EVIL[2])]
)
def test_what_looks_like_markup_or_a_formula_is_plain_text_in_every_form(evil, name, text):
    paper = make_paper(evil, name)
    letters = re.sub(r"\W", "", text)
    assert letters in re.sub(r"\W", "", pdf_text(paper))
    assert text in write_paper(paper, Form.TEXT).decode()
    assert text in str(found_in(paper))
    page = write_paper(paper, Form.HTML).decode()
    assert "<script>" not in page
    assert f",'{text}" in write_paper(paper, Form.CSV).decode() or not text.startswith(("=", "+", "@"))
    markdown = write_paper(paper, Form.MARKDOWN).decode()
    assert re.search(r"(?<!\\)[<*`]s", markdown) is None
    from io import BytesIO

    from openpyxl import load_workbook

    workbook = load_workbook(BytesIO(write_paper(paper, Form.XLSX)))
    cells = [cell for sheet in workbook for row in sheet.iter_rows() for cell in row if cell.value == text]
    assert cells
    assert all(
        cell.data_type == "s" and cell.quotePrefix == text.startswith(("=", "+", "@")) for cell in cells
    )


def test_signs_that_cannot_be_printed_are_written_as_their_code_and_kept_in_the_data():
    paper = make_paper(make_room(("a", "b", ODD)), "malfunctions")
    for form in Form:
        assert write_paper(paper, form)
    assert "⟨U+202E⟩evil" in pdf_text(paper)
    assert "⟨U+674E⟩" in pdf_text(paper)
    page = write_paper(paper, Form.HTML).decode()
    assert "⟨U+202E⟩evil 李 ⟨U+DCFF⟩ ⟨U+7⟩" in page
    assert found_in(paper)[0]["what"] == ODD.strip().replace("\udcff", "⟨U+DCFF⟩")


# -- where it was won ------------------------------------------------------------------------------


def test_the_register_of_equipment_is_a_paper_that_says_what_is_not_as_approved():
    """Each part with maker, licence and version, and the condition on displays; two people sign."""
    room = make_room()
    assert "Nothing is in the register yet." in text_of(make_paper(room, "equipment"))
    coin_spot = InstalledComponent("Coin Spot", "Shuffle Master", "20-00123", "v5.9")
    room.ask(ListEquipment, "T1", (coin_spot,), by=("tess", "sue"))
    paper = make_paper(room, "equipment")
    assert not paper.is_right
    assert "A part is not as approved" in text_of(paper)
    (row,) = paper.data["found"]
    assert (row["table"], row["component"], row["licence"]) == ("T1", "Coin Spot", "20-00123")
    assert row["fault"] == "Coin Spot has version v5.9, approved is v6.0"
    room.ask(ListEquipment, "T1", (replace(coin_spot, version="v6.0"),), by=("tess", "sue"))
    paper = make_paper(room, "equipment")
    assert paper.is_right
    for words in ("Shuffle Master", "20-00123", "v6.0", "Read by", "no intelligence of its own"):
        assert words in text_of(paper)


def text_of(paper):
    return write_paper(paper, Form.MARKDOWN, Size.A4).decode()


def test_the_win_page_has_the_licensed_location_or_a_line_to_write_it(room):
    """Terms that nobody has given a location say 'the card room': that is no name."""
    bare = make_paper(room, "win")
    assert found_in(bare)["location"] is None
    assert "Licensed location ____" in pdf_text(bare)
    named = make_room()
    win = next(one for one in named.manager.floor.wins.values() if one.progressive == "House")
    terms = named.manager.floor.progressives["House"].terms
    named.close("House")
    named.set_terms(replace(terms, location="Harbor Card Room, Tacoma"))
    paper = make_paper(named, "win", win=win.id)
    assert found_in(paper)["location"] == "Harbor Card Room, Tacoma"
    assert "Licensed location Harbor Card Room, Tacoma" in pdf_text(paper)
