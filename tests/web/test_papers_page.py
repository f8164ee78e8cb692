"""Papers from the pages: a button is pressed, and the file that comes is the right one."""

import re

import pypdfium2
import pytest
from card_room import PHONE, Room
from office_history import write_history
from openpyxl import load_workbook
from playwright.sync_api import expect

MADE_MS = 60_000


@pytest.fixture(scope="module")
def filed_room(tmp_path_factory):
    folder = tmp_path_factory.mktemp("papers") / "room"
    write_history(folder)
    room = Room(folder)
    yield room
    room.stop()


def press(page, button):
    with page.expect_download(timeout=MADE_MS) as waiting:
        button.click()
    return waiting.value


def pdf_text(download):
    found = pypdfium2.PdfDocument(download.path())
    return "\n".join(page.get_textpage().get_text_range() for page in found).replace("\r\n", "\n")


def test_a_par_sheet_is_made_and_saved_from_the_explorer(visit, check_access):
    page = visit().enter("/explorer/three_card_poker#figures/pair_plus/Pair Plus A")
    strip = page.get_by_role("region", name="Papers")
    saved = press(page, strip.get_by_role("button", name="Par sheet"))
    assert saved.suggested_filename == "three-card-poker-pair-plus-a-par-sheet.pdf"
    assert "2.3167%" in pdf_text(saved)
    expect(strip.get_by_role("status")).to_have_text(f"{saved.suggested_filename} is saved.")
    strip.get_by_label("Form of the paper").select_option("Text")
    card = press(page, strip.get_by_role("button", name="Rule card"))
    assert card.suggested_filename == "three-card-poker-rule-card.txt"
    check_access(page)


def test_the_strip_says_what_is_being_made_and_what_went_wrong(visit):
    visitor = visit(size=PHONE)
    page = visitor.enter("/explorer/blackjack")
    strip = page.get_by_role("region", name="Papers")
    answers = [{"status": 202, "json": {"is_ready": False, "says": "Blackjack: Bet", "seconds": 3}}]
    page.route("**/papers/par.pdf*", lambda route: route.fulfill(**answers[-1]))
    strip.get_by_role("button", name="Par sheet").click()
    expect(strip.get_by_role("status")).to_have_text("Blackjack: Bet… 3 s")
    expect(strip.get_by_role("button", name="Par sheet")).to_be_disabled()
    answers.append({"status": 409, "json": {"problem": "the counting room is busy"}})
    expect(strip.get_by_role("status")).to_have_text("the counting room is busy")
    expect(strip.get_by_role("button", name="Par sheet")).to_be_enabled()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    visitor.problems.clear()  # the browser's own words about the refusal


def test_records_are_printed_and_opened_as_spreadsheets_from_the_office(visit, filed_room):
    page = visit(at=filed_room).enter("/office#records/accrual", staff="amy")
    printed = pdf_text(press(page, page.get_by_role("link", name="Print (PDF)")))
    shown = page.locator(".record dd").first.inner_text()
    assert f"Accrued in all {shown}" in printed
    saved = press(page, page.get_by_role("link", name="Spreadsheet (XLSX)"))
    assert re.fullmatch(r"daily-accrual-entry-\d+\.xlsx", saved.suggested_filename)
    cells = [
        cell for sheet in load_workbook(saved.path().open("rb")) for row in sheet.iter_rows() for cell in row
    ]
    amount = float(shown.strip("$").replace(",", ""))
    assert any(cell.value == amount and cell.data_type == "n" for cell in cells)


def test_a_win_page_is_printed_with_places_to_sign(visit, filed_room):
    page = visit(at=filed_room).enter("/office#wins/2", staff="amy")
    text = pdf_text(press(page, page.get_by_role("link", name="Print (PDF)")))
    for words in (
        "Three Card Progressive",
        "T6, round",
        "Winner",
        "Dealer (dan)",
        "Supervisor (sue)",
        "Cashier",
    ):
        assert words in text


def test_a_player_saves_the_rule_card_of_the_table(visit):
    page = visit().enter("/tables/T1", guest="Gus")
    page.get_by_role("button", name="Rules and pays").click()
    card = press(page, page.get_by_role("button", name="Rule card (PDF)"))
    assert card.suggested_filename == "three-card-poker-t1-rule-card.pdf"
    assert "Three Card Poker" in pdf_text(card)
