"""The back office in a real browser: what two people change, what nobody else may, and the journal."""

import re

import pytest
from card_room import DESKTOP, PHONE, PIN, Room
from office_history import ROUNDS, write_history
from playwright.sync_api import expect

from pitboss.base.figure import format_fraction, format_percent
from pitboss.jackpot.chance import meter_figures
from pitboss.jackpot.terms_file import read_terms

SET_21 = "Bet the Set 21"
LINK = "Five Card Link"


@pytest.fixture(scope="module")
def office_room(tmp_path_factory):
    """A room of its own: other tests need not bear what the office does here."""
    folder = tmp_path_factory.mktemp("office") / "room"
    write_history(folder)
    room = Room(folder)
    yield room
    room.stop()


@pytest.fixture
def staff(visit, office_room):
    def enter(name, path="/office", **more):
        visitor = visit(at=office_room, **more)
        visitor.enter(path, staff=name)
        visitor.page.office = visitor
        return visitor.page

    return enter


def card(page, progressive):
    return page.locator(f'[data-progressive="{progressive}"]')


def sign(place, name, pin=PIN):
    place.get_by_label("Second person", exact=True).select_option(name)
    place.get_by_label("PIN of the second person").fill(pin)


def press(page, name):
    page.get_by_role("dialog").get_by_role("button", name=name, exact=True).click()


def post(page, path, data):
    """As a program would, with this person's session and token."""
    token = page.request.get("/api/me").json()["token"]
    return page.request.post(path, data=data, headers={"X-Pitboss-Token": token})


def last_entries(page, most=6):
    return page.request.get(f"/api/office/journal?most={most}").json()["entries"]


def look_up(page, progressive):
    found = page.request.get("/api/office/progressives").json()
    return next(one for one in found if one["id"] == progressive)


def terms_of(page, progressive):
    return look_up(page, progressive)["terms"]


# -- terms -----------------------------------------------------------------------------------------


def test_terms_are_changed_by_two_people_while_closed_and_after_the_makers_word(staff, picture):
    page = staff("tess")
    terms = terms_of(page, SET_21)
    terms["level"][0]["contribution"] = "20%"
    refused = post(
        page,
        "/api/office/progressives",
        {"id": "in-play", "terms": terms, "second": {"name": "sue", "pin": PIN}},
    )
    assert refused.status == 409
    assert "is in play" in refused.json()["problem"]

    card(page, SET_21).get_by_role("link", name="Terms").click()
    aside = page.get_by_role("complementary")
    expect(aside).to_contain_text("close it before you change it")
    expect(page.get_by_role("button", name="Sign and save")).to_be_disabled()
    page.get_by_role("link", name="Back to the meters").click()
    card(page, SET_21).get_by_role("button", name="Close").click()
    press(page, "Close")
    expect(card(page, SET_21)).to_contain_text("closed")

    card(page, SET_21).get_by_role("link", name="Terms").click()
    expect(page.get_by_role("button", name="Sign and save")).to_be_enabled()
    page.get_by_label("Contribution").fill("20%")
    expect(aside.locator(".warning").first).to_contain_text(
        "The contribution of 20% is above the pre-set 16%"
    )
    exact = meter_figures(read_terms(terms), "blackjack", others=6).house_advantage
    expect(aside.locator(".edge")).to_contain_text(format_percent(exact))
    expect(aside.locator(".edge")).to_contain_text(format_fraction(exact))
    picture(page, "office-terms")

    sign(page, "sue", "135790")
    page.get_by_role("button", name="Sign and save").click()
    expect(page.get_by_role("alert").filter(has_text="do not belong together")).to_be_visible()
    page.office.problems.clear()  # the browser's own words about the wrong PIN
    sign(page, "sue")
    page.get_by_role("button", name="Sign and save").click()
    expect(card(page, SET_21)).to_contain_text("contribution 20%")

    saved = next(entry for entry in last_entries(page) if entry["kind"] == "terms")
    assert saved["by"] == ["tess", "sue"]
    assert '"contribution_ppm": 200000' in saved["facts"]
    card(page, SET_21).get_by_role("button", name="Open").click()
    press(page, "Open for play")
    expect(card(page, SET_21)).to_contain_text("open for play")


def test_nobody_signs_twice_or_with_somebody_of_the_same_department(staff):
    page = staff("sue")
    terms = terms_of(page, LINK)
    post(page, f"/api/office/progressives/{LINK}/switch", {"id": "close-link", "is_open": False})
    for second, words in (("sue", "somebody else"), ("eve", "different departments"), ("", "two people")):
        data = {"id": f"alone-{second}", "terms": terms, "second": {"name": second, "pin": PIN}}
        answer = post(page, "/api/office/progressives", data)
        assert answer.status == 409
        assert words in answer.json()["problem"]
    post(page, f"/api/office/progressives/{LINK}/switch", {"id": "open-link", "is_open": True})


# -- money -----------------------------------------------------------------------------------------


def minor_cents(page):
    return look_up(page, LINK)["levels"][2]["shown_micros"] // 10_000


def in_dollars(cents):
    return f"${cents // 100}.{cents % 100:02d}"


def test_an_adjustment_has_two_names_a_reason_and_a_text(staff):
    page = staff("tess")
    before = minor_cents(page)
    card(page, LINK).get_by_role("button", name="Adjust").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Level").select_option("Minor")
    dialog.get_by_label("By how much").fill("-$12.50")
    dialog.get_by_label("Reason").select_option("display")
    sign(dialog, "amy")
    press(page, "Sign and adjust")
    expect(dialog.get_by_role("alert")).to_have_text("an adjustment is documented: write why")
    dialog.get_by_label("What happened").fill("display of T7 ran ahead")
    press(page, "Sign and adjust")
    expect(card(page, LINK)).to_contain_text(in_dollars(before - 12_50))
    page.office.problems.clear()

    page.get_by_role("link", name="Records").click()
    page.get_by_role("link", name="Reductions").click()
    row = page.locator("tr", has_text="display of T7 ran ahead")
    for words in (
        in_dollars(before),
        in_dollars(before - 12_50),
        "display error of faulty equipment",
        "tess, amy",
    ):
        expect(row).to_contain_text(words)


def test_the_journal_is_read_page_by_page_and_verified(staff, picture):
    page = staff("art", "/office#journal")
    expect(page.locator("tbody tr").first).to_be_visible()
    picture(page, "office-journal")
    page.get_by_role("button", name="Verify the journal").click()
    expect(page.get_by_text(re.compile(r"All [\d,]+ entries are right"))).to_be_visible()
    wrong = post(page, "/api/office/verification", {"expect": "0" * 64})
    assert wrong.status == 202
    page.reload()
    expect(page.get_by_role("alert")).to_contain_text("no entry has the expected hash")
    text = page.request.get("/api/office/journal?most=200").text()
    assert "argon2" not in text


def test_a_chart_of_a_meter_ends_where_the_meter_stands(staff):
    page = staff("art")
    expect(card(page, LINK).locator(".charts svg")).to_have_count(3)
    series = page.request.get(f"/api/office/progressives/{LINK}/series").json()["levels"]
    shown = {one["level"]: one["shown_micros"] for one in look_up(page, LINK)["levels"]}
    for level in series:
        assert level["points"][-1][1] == shown[level["level"]]
        assert 2 < len(level["points"]) <= ROUNDS + 10
    assert [len(level["awards"]) for level in series] == [0, 0, 1]


def test_a_win_page_has_the_hand_the_meter_and_the_people(staff, picture):
    page = staff("amy", "/office#records/hits")
    page.get_by_role("link", name="2", exact=True).click()
    expect(page.locator("pit-card")).to_have_count(3)
    assert page.locator("pit-card").first.get_attribute("face") == "As"
    for words in ("Three Card Progressive", "T6", "Posted by", "dan", "Confirmed by", "sue", "no form W-2G"):
        expect(page.locator(".record")).to_contain_text(words)
    picture(page, "office-win")


def test_a_confirmed_win_is_backed_out_on_its_page_by_two_people(staff):
    page = staff("amy", "/office#wins/2")
    page.get_by_role("button", name="Back it out").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("What happened").fill("the deck was one card short")
    sign(dialog, "sue")
    press(page, "Sign and back it out")
    expect(page.locator(".record")).to_contain_text("the deck was one card short")
    expect(page.locator(".record")).to_contain_text("backed out")
    expect(page.get_by_role("button", name="Back it out")).to_have_count(0)


def test_records_say_what_the_office_needs(staff):
    page = staff("amy", "/office#records/reconciliation")
    expect(page.locator(".record")).to_contain_text("Reconciled: every difference is zero.")
    for tab, words in (
        ("Daily accrual", "Accrued in all"),
        ("Deposit due", "In the account"),
        ("Last hits", "four of a kind"),
        ("Malfunctions", "Nothing has been noted."),
        ("Changes of terms", LINK),
        ("What runs here", "SHA-256 of the program"),
    ):
        page.get_by_role("link", name=tab).click()
        expect(page.locator(".record")).to_contain_text(words)
    page.get_by_role("link", name="Malfunctions").click()
    page.get_by_role("button", name="Note a malfunction").click()
    page.get_by_role("dialog").get_by_label("Table").fill("T6")
    page.get_by_role("dialog").get_by_label("What does not work").fill("sensor 3 stays dark")
    press(page, "Write down")
    expect(page.locator(".record")).to_contain_text("sensor 3 stays dark")


# -- people ----------------------------------------------------------------------------------------


def test_people_are_added_by_two_unlocked_and_let_go(staff, office_room):
    page = staff("sue", "/office#people")
    page.get_by_role("button", name="Add a person").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Name", exact=True).fill("nina")
    dialog.get_by_label("Role").select_option("dealer")
    dialog.get_by_label("Their PIN").fill("918273")
    sign(dialog, "tess")
    press(page, "Sign and add")
    row = page.locator("tr", has_text="nina")
    expect(row).to_contain_text("dealer")

    token = page.request.get("/api/me").json()["token"]
    for _ in range(5):
        wrong = {"button": "card", "person": "nina", "pin": "000001"}
        page.request.post("/api/tables/T6/keypad", data=wrong, headers={"X-Pitboss-Token": token})
    page.reload()
    expect(row).to_contain_text("locked, 5 wrong tries")
    row.get_by_role("button", name="Unlock").click()
    expect(row).to_contain_text("active")
    row.get_by_role("button", name="Has left").click()
    sign(page.get_by_role("dialog"), "tess")
    press(page, "Sign")
    expect(row).to_contain_text("has left")


def test_a_person_changes_the_own_pin(staff):
    page = staff("amy", "/office#people")
    page.get_by_role("button", name="Change my PIN").click()
    page.get_by_role("dialog").get_by_label("The old PIN").fill(PIN)
    page.get_by_role("dialog").get_by_label("The new PIN").fill("123456")
    press(page, "Change")
    expect(page.get_by_role("dialog").get_by_role("alert")).to_contain_text("a row such as 123456")
    page.office.problems.clear()
    page.get_by_role("dialog").get_by_label("The new PIN").fill("804613")
    press(page, "Change")
    expect(page.get_by_role("status").filter(has_text="amy has a new PIN")).to_be_visible()
    changed = post(page, "/api/office/own-pin", {"old": "804613", "new": PIN})
    assert changed.ok


# -- games and tables ------------------------------------------------------------------------------


def test_a_component_is_listed_in_an_approved_version_and_taken_out_again(staff, picture):
    page = staff("sue", "/office#equipment")
    expect(page.locator(".office-place")).to_contain_text("no network, wired or wireless")
    page.get_by_role("button", name="List a component").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Component").select_option("Coin Spot")
    dialog.get_by_label("Table").fill("T6")
    dialog.get_by_label("Maker", exact=True).fill("Light and Wonder")
    dialog.get_by_label("Maker's licence").fill("10-1")
    dialog.get_by_label("Version").fill("v5.9")
    sign(dialog, "tess")
    press(page, "Sign and list")
    expect(dialog.get_by_role("alert")).to_contain_text("approved is v6.0")
    page.office.problems.clear()  # the browser's own words about the refusal
    dialog.get_by_label("Version").fill("v6.0")
    press(page, "Sign and list")
    row = page.locator("tr", has_text="T6").filter(has_text="Coin Spot")
    expect(row).to_contain_text("approved")
    picture(page, "office-equipment")
    row.get_by_role("button", name="Take out").click()
    sign(dialog, "tess")
    press(page, "Sign and take out")
    expect(row).to_have_count(0)


def test_a_game_is_approved_dealt_and_withdrawn(staff, picture):
    page = staff("sue", "/office#games")
    choice = {"game": "three_card_poker", "paytables": ["Pair Plus B"]}
    table = {"id": "T9", "choice": choice, "name": "Pair Plus B"}
    early = post(page, "/api/office/tables", table)
    assert early.status == 409
    assert "is not dealt as it was approved" in early.json()["problem"]

    page.get_by_role("button", name="Approve a game").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Game", exact=True).select_option("three_card_poker")
    dialog.get_by_label("Paytable of Pair Plus").select_option("Pair Plus B")
    expect(dialog.get_by_role("status")).to_contain_text("not approved")
    mark = re.match("[0-9a-f]{64}", dialog.get_by_role("status").inner_text())[0]
    dialog.get_by_label("Number of the approval").fill("WSGC-77")
    dialog.get_by_label("Day it was given").fill("2026-01-15")
    dialog.get_by_label("Internal controls' approval").fill("IC-77")
    sign(dialog, "tess")
    picture(page, "office-approval")
    press(page, "Sign and approve")
    row = page.locator("tr", has_text="WSGC-77")
    expect(row).to_contain_text(mark[:16])

    page.get_by_role("link", name="Tables", exact=True).click()
    page.get_by_role("button", name="Open a table").click()
    dialog.get_by_label("Table", exact=True).fill("T9")
    dialog.get_by_label("Game", exact=True).select_option("three_card_poker")
    dialog.get_by_label("Paytable of Pair Plus").select_option("Pair Plus B")
    expect(dialog.get_by_role("status")).to_contain_text(mark)
    ante = dialog.locator(".limit").first
    ante.get_by_label("Minimum").fill("$10")
    ante.get_by_label("Maximum").fill("$900")
    press(page, "Open the table")
    expect(dialog.get_by_role("alert")).to_contain_text("above the")
    page.office.problems.clear()
    ante.get_by_label("Maximum").fill("$200")
    press(page, "Open the table")
    expect(page.locator("tr", has_text="T9")).to_contain_text("Three Card Poker")
    shown = next(one for one in page.request.get("/api/tables").json() if one["id"] == "T9")
    assert (shown["minimum_micros"], shown["maximum_micros"]) == (10_000_000, 200_000_000)

    held = post(
        page,
        "/api/office/approvals/withdraw",
        {"id": "wd-early", "game": "three_card_poker", "fingerprint": mark, "why": "recalled"},
    )
    assert held.status == 409
    page.locator("tr", has_text="T9").get_by_role("button", name="Close").click()
    press(page, "Close the table")
    expect(page.locator("tr", has_text="T9")).to_have_count(0)
    assert post(page, "/api/office/tables", table).status == 409  # a name is used once
    page.get_by_role("link", name="Approved games").click()
    row.get_by_role("button", name="Withdraw").click()
    dialog.get_by_label("Why").fill("recalled")
    press(page, "Withdraw")
    expect(row).to_contain_text("withdrawn: recalled")


# -- who may not -----------------------------------------------------------------------------------


def test_players_and_dealers_stay_outside(visit, office_room):
    for who in ({}, {"guest": "Gus"}, {"staff": "dan"}):
        visitor = visit(at=office_room)
        page = visitor.enter("/office", **who)
        expect(page.get_by_role("heading", name="The office is for the staff")).to_be_visible()
        for path in ("", "/progressives", "/journal", "/people", "/records/hits", "/tables", "/approvals"):
            assert page.request.get(f"/api/office{path}").status == (403 if who else 401)
        visitor.problems.clear()


def test_a_role_does_only_what_it_may(staff):
    page = staff("art")
    expect(card(page, SET_21)).to_be_visible()
    for name in ("Adjust", "Close", "Open"):
        expect(card(page, SET_21).get_by_role("button", name=name)).to_have_count(0)
    two = {"second": {"name": "sue", "pin": PIN}}
    person = {"id": "x1", "person": "mallory", "role": "executive", "pin": "482915", **two}
    assert post(page, "/api/office/people", person).status == 403
    adjust = {"id": "x2", "amount": "$5", "reason": "correction", "text": "mine", **two}
    assert post(page, f"/api/office/progressives/{LINK}/adjust", adjust).status == 403
    assert post(page, f"/api/office/progressives/{LINK}/switch", {"id": "x3", "is_open": False}).status == 403
    assert post(page, "/api/office/tables/T4/close", {}).status == 403
    amy = staff("amy")
    terms = {"id": "x4", "terms": terms_of(amy, LINK), **two}
    assert post(amy, "/api/office/progressives", terms).status == 403
    house = {"id": "x5", "role": "executive", "second": {"name": "house-floor", "pin": PIN}}
    assert post(staff("sue"), "/api/office/people/dan/change", house).status == 403


# -- for everybody ---------------------------------------------------------------------------------

SECTIONS = {
    "meters": ".charts svg",
    "terms/Five%20Card%20Link": ".edge",
    "records/accrual": ".record table",
    "journal": "tbody tr",
    "people": "tbody tr",
    "games": "tbody tr",
    "equipment": "tbody tr",
    "tables": "tbody tr",
}


@pytest.mark.parametrize(("size", "name"), [(DESKTOP, "desktop"), (PHONE, "phone")])
def test_pages_can_be_used_by_everybody(staff, check_access, picture, size, name):
    page = staff("sue", size=size)
    for section, seen in SECTIONS.items():
        page.goto(f"/office#{section}")
        expect(page.locator(seen).first).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), section
        check_access(page)
        picture(page, f"office-{section.partition('/')[0]}-{name}")
