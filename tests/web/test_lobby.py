"""The lobby and the door: tables with live meters, ways to sign in, and ways back that are our own."""

import re

import pytest
from card_room import PHONE, PIN
from hands import Hands
from playwright.sync_api import expect


def test_the_lobby_shows_every_table_and_leads_to_it(visit, picture, check_access):
    page = visit().enter("/")
    cards = page.locator(".table-card")
    expect(cards).to_have_count(8)
    first = page.locator("[data-table='T1']")
    expect(first).to_contain_text("Three Card Poker")
    expect(first).to_contain_text("$5 – $100")
    expect(first).to_contain_text("seats free")
    expect(first).to_contain_text("Dealt by the house")
    expect(page.locator("[data-table='T6']")).to_contain_text("Dealt by a dealer")
    expect(page.locator("[data-table='T3'] pit-meter")).to_have_count(3)
    check_access(page)
    picture(page, "lobby")
    first.click()
    expect(page).to_have_url(re.compile("/tables/T1$"))


def test_the_lobby_fits_a_phone(visit, picture, check_access):
    page = visit(size=PHONE).enter("/")
    expect(page.locator(".table-card")).to_have_count(8)
    assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")
    check_access(page)
    picture(page, "lobby-phone")


def test_meters_and_seats_move_by_themselves(visit):
    page = visit().enter("/")
    meter = page.locator("[data-table='T1'] pit-meter")
    before = meter.inner_text()
    bob = visit()
    bob.sign_in("/api/sign-in/guest", {"name": "Bob"})
    bob.enter("/tables/T1")
    hands = Hands(bob, "T1")
    hands.sit(6)
    expect(page.locator("[data-table='T1'] .seats")).not_to_contain_text("7 of 7")
    expect(bob.page.locator("#felt")).to_have_attribute("data-phase", "betting")
    hands.bet(ante=5, progressive=1)
    hands.do("deal")
    expect(bob.page.locator(".actions.deciding")).to_be_visible()
    expect(meter).not_to_have_text(before)
    hands.answer_with("fold")
    expect(bob.page.locator("#felt")).to_have_attribute("data-phase", "betting")
    hands.do("leave_seat", seat=6)


def test_the_lobby_is_told_and_asks_nothing_and_a_lost_room_comes_back_by_itself(own_room, visit):
    guest, asked = visit(at=own_room), []
    guest.page.on("request", lambda request: asked.append(request.url))
    page = guest.enter("/")
    expect(page.locator("#state")).to_contain_text("8 tables")
    own_room.kill()
    expect(page.locator("#state")).to_contain_text("What you see is older")
    expect(page.locator(".table-card")).to_have_count(8)
    own_room.start()
    expect(page.locator("#state")).to_contain_text("8 tables")
    assert not [url for url in asked if url.endswith("/api/tables")]
    guest.problems.clear()  # the browser's own words about the lost socket


def test_a_guest_signs_in_and_comes_back_to_the_table(visit, picture, check_access):
    page = visit().enter("/sign-in?back=/tables/T2")
    check_access(page)
    picture(page, "sign-in")
    page.keyboard.type("Gwen")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/tables/T2$"))
    expect(page.locator("pit-masthead")).to_contain_text("Gwen")


@pytest.mark.parametrize(
    "back",
    ["https://evil.example/", "//evil.example/", "/\\\\evil.example", "javascript:alert(1)", "tables/T1"],
)
def test_the_way_back_is_a_path_of_this_site(visit, back):
    page = visit().enter("/sign-in")
    found = page.evaluate("async (back) => (await import('/static/sign_in/sign_in.js')).wayBack(back)", back)
    assert found == "/"


def test_staff_sign_in_by_pin_and_a_wrong_one_is_refused_in_words(visit, picture):
    dan = visit(size=PHONE)
    page = dan.enter("/sign-in")
    page.get_by_role("radio", name="Staff").check()
    page.get_by_label("Name").fill("dan")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("alert")).to_have_text("Type your PIN.")
    page.get_by_label("PIN", exact=True).last.fill("000000")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("alert")).not_to_have_text("Type your PIN.")
    expect(page.get_by_role("alert")).not_to_be_empty()
    picture(page, "sign-in-phone")
    dan.problems.clear()
    page.get_by_label("PIN", exact=True).last.fill(PIN)
    page.get_by_role("button", name="Sign in").click()
    expect(page.locator("pit-masthead")).to_contain_text("dan · dealer")


def test_a_table_that_nobody_knows_says_so(visit):
    lost = visit()
    page = lost.enter("/tables/T99")
    expect(page.locator("#lost")).to_contain_text("Go back to the lobby")
    lost.problems.clear()
