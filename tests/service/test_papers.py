"""Papers over HTTP: who gets which, as what file, and what is said while one is made."""

import json
import time
from io import BytesIO
from urllib.parse import urlencode

import pypdfium2
import pytest
from openpyxl import load_workbook

from pitboss.jackpot.record import note_deposit
from pitboss.reports.paper.paper import Form
from pitboss.reports.record.catalogue import RECORDS
from pitboss.service.posting import KEPT_MICROS

RULES = "/api/explorer/three_card_poker/papers/rules"


def pdf_text(content):
    return "\n".join(page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(content))


def get_made(client, path):
    """As a browser does: ask again as long as the paper is being made."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        answer = client.get(path)
        if answer.status_code != 202:
            return answer
        said = answer.json()
        assert not said["is_ready"]
        assert said["says"]
        assert answer.headers["cache-control"] == "no-store"
        time.sleep(0.2)
    raise AssertionError(f"{path} was not made in a minute")


def test_the_list_has_every_paper_of_a_game_and_every_record(served):
    found = served.client.get("/api/papers").json()
    assert [one["kind"] for one in found["games"]] == ["par", "rules", "dealer", "strategy"]
    assert [one["kind"] for one in found["office"]] == list(RECORDS)
    assert found["forms"] == [form.value for form in Form]


def test_a_rule_card_is_for_everybody_in_every_form(served):
    for form, kind, start in (
        ("pdf", "application/pdf", b"%PDF"),
        ("xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", b"PK"),
        ("html", "text/html; charset=utf-8", b"<!doctype html>"),
        ("md", "text/markdown; charset=utf-8", b"# "),
        ("json", "application/json", b"{"),
        ("txt", "text/plain; charset=utf-8", b"Three Card Poker"),
    ):
        answer = get_made(served.client, f"{RULES}.{form}?size=letter")
        assert answer.status_code == 200
        assert answer.headers["content-type"] == kind
        assert answer.content.startswith(start)
        name = f'attachment; filename="three-card-poker-rule-card.{form}"'
        assert answer.headers["content-disposition"] == name
        assert "default-src 'none'" in answer.headers["content-security-policy"]


def test_the_card_of_a_table_has_its_own_paytables(served):
    """T3 is on a link of three levels, by a paytable that is not the usual one."""
    path = "/api/explorer/mississippi_stud/papers/rules.pdf"
    assert served.premises.room.plan("T3").game == "mississippi_stud; paytable=Link ML03"
    card = get_made(served.client, f"{path}?table=T3")
    assert card.headers["content-disposition"].endswith('"mississippi-stud-t3-rule-card.pdf"')
    assert "Mega" in pdf_text(card.content)
    assert "Mega" not in pdf_text(get_made(served.client, path).content)
    other = served.client.get(f"{path}?table=T1")
    assert other.status_code == 422
    assert other.json()["problem"] == "T1 does not deal Mississippi Stud"


def test_the_rule_card_of_a_table_has_its_jackpots_as_of_an_entry(served):
    """As `pitboss report rules --table T3` has them; a card of no table sends the reader to the display."""
    path = "/api/explorer/mississippi_stud/papers/rules.json"
    floor, number = served.premises.manager.floor, served.premises.manager.number
    answer = get_made(served.client, f"{path}?table=T3")
    assert answer.headers["cache-control"] == "no-store"
    data = answer.json()
    levels = floor.progressive_of("T3").terms.levels
    posted = [(one["level"], one["micros"]) for one in data["sign"]["jackpots"]]
    terms = floor.progressive_of("T3").terms
    assert posted == [(level.name, floor.shown(terms.id, level.name)) for level in levels]
    assert data["jackpots_as_of"]["journal_entry"] == number
    text = pdf_text(get_made(served.client, f"{path.replace('json', 'pdf')}?table=T3").content)
    assert f"{floor.shown(terms.id, 'Mega') / 1_000_000:,.2f}" in text
    assert f"journal entry {number:,}" in text
    assert get_made(served.client, path).json()["jackpots_as_of"] is None


def test_a_card_is_of_one_entry_as_long_as_a_browser_waits_for_it(served):
    """Wagers go on at a busy table: else each question would be about another card, and none be done."""
    postings = served.premises.postings
    first = postings.read("T3")
    served.premises.manager.ask(note_deposit("dep", ("amy",), micros=1, reference="later"))
    assert postings.read("T3") is first
    later = served.premises.clock() + KEPT_MICROS + 1
    postings.clock = lambda: later
    assert postings.read("T3")["entry"] == first["entry"] + 1
    assert postings.read("T9") is None


def test_a_par_sheet_of_the_visitors_own_pays(served):
    """The straight flush at 50 instead of 40 to 1, counted by hand: 282/5525 of the Pair Plus."""
    pays = "straight_flush=50 to 1;three_of_a_kind=30 to 1;straight=6 to 1;flush=3 to 1;pair=1 to 1"
    path = "/api/explorer/three_card_poker/papers/par"
    query = {"wager": "pair_plus", "paytable": "Pair Plus A", "pays": pays}
    made = get_made(served.client, f"{path}.json?{urlencode(query)}")
    assert made.status_code == 200, made.text
    assert "282/5525" in made.text
    assert "own-pays" in made.headers["content-disposition"]
    text = pdf_text(get_made(served.client, f"{path}.pdf?{urlencode(query)}").content)
    assert "282/5525" in text
    assert "50 to 1" in text
    for wrong, words in (
        ({**query, "pays": "straight_flush=lots"}, "straight"),
        ({**query, "pays": "full_house=3 to 1"}, "line"),
        ({**query, "wager": "none"}, "wager"),
        ({**query, "pays": "straight_flush="}, "write a pay as"),
    ):
        refused = get_made(served.client, f"{path}.pdf?{urlencode(wrong)}")
        assert refused.status_code in (409, 422)
        assert words in refused.json()["problem"]
    card = served.client.get(f"{RULES}.pdf?{urlencode(query)}")
    assert card.status_code == 422
    assert "for the par sheet" in card.json()["problem"]


@pytest.mark.parametrize(
    "path",
    [
        f"{RULES}.doc",
        f"{RULES}.pdf?size=a3",
        f"{RULES}.pdf?paytable=nothing",
        f"{RULES}.pdf?table=T99",
        "/api/explorer/three_card_poker/papers/menu.pdf",
        "/api/explorer/whist/papers/par.pdf",
    ],
)
def test_nonsense_is_refused_in_words(served, path):
    answer = served.client.get(path)
    assert answer.status_code == 422
    assert answer.json()["problem"]


# -- the office ------------------------------------------------------------------------------------


def test_records_are_for_those_who_may_read_the_office(served):
    path = "/api/office/papers/accrual.pdf"
    assert served.client.get(path).status_code == 401
    assert served.person(guest="Gus").client.get(path).status_code == 403
    assert served.person(staff="dan").client.get(path).status_code == 403
    for name in ("sue", "amy", "art", "tess"):
        answer = served.person(staff=name).client.get(path)
        assert answer.status_code == 200
        assert answer.headers["cache-control"] == "private, no-store"


def test_every_record_is_a_file_with_the_hash_of_the_journal_at_its_foot(served):
    client = served.person(staff="amy").client
    for name, record in RECORDS.items():
        if not record.is_whole:
            continue
        answer = client.get(f"/api/office/papers/{name}.pdf?size=letter")
        assert answer.status_code == 200, answer.text
        number = served.premises.manager.number
        assert f"-entry-{number}.pdf" in answer.headers["content-disposition"]
        assert served.premises.manager.hash in pdf_text(answer.content)


def test_the_paper_is_the_record_as_the_screen_has_it(served):
    client = served.person(staff="amy").client
    shown = client.get("/api/office/records/reconciliation").json()
    assert shown["page"][0]["lines"][0]["text"] == "Reconciled: every difference is zero."
    data = client.get(f"/api/office/papers/reconciliation.json?at={shown['at_micros']}").json()
    assert data["found"]["is_zero"]
    sheet = client.get(f"/api/office/papers/reconciliation.xlsx?at={shown['at_micros']}").content
    cells = {cell.value for page in load_workbook(BytesIO(sheet)) for row in page.iter_rows() for cell in row}
    assert "Reconciled: every difference is zero." in cells
    facts = next(block for block in shown["page"] if block["block"] == "facts")
    moment = {label: cell["text"] for label, cell in facts["rows"]}["As of"]
    assert moment in cells
    assert json.dumps(shown).count("signatures") == 0


def test_what_a_record_cannot_be_asked_is_refused_in_words(served):
    client = served.person(staff="amy").client
    for path, words in (
        ("menu.pdf", "there is no record 'menu'"),
        ("win.pdf", "say which win"),
        ("win.pdf?win=9", "there is no win '9'"),
        ("rounds.pdf", "say which table's rounds"),
        ("rounds.pdf?table=T1", "no round of 'T1' is kept"),
        ("accrual.pdf?since=soon", "since"),
        ("accrual.pdf?since=2026-11-20&until=2026-11-10", "swap them"),
        ("deposit.pdf?since=2026-11-20&until=2026-11-10", "swap them"),
        ("accrual.pdf?progressive=None%20Such", "unknown progressive"),
        ("accrual.pdf?at=-1", "at"),
    ):
        answer = client.get(f"/api/office/papers/{path}")
        assert answer.status_code == 422, path
        assert words in answer.json()["problem"]
