"""The dealer's console: a round dealt by keyboard, the keypad in both dialects, irregularities, seats."""

import pytest
from card_room import CALM, PHONE, PIN
from hands import Hands
from playwright.sync_api import expect

NEXT = ".run.proceed"


def sign_in_guest(visit, name: str, table: str) -> Hands:
    guest = visit()
    guest.sign_in("/api/sign-in/guest", {"name": name})
    return Hands(guest, table)


@pytest.fixture
def dan(visit):
    def enter(table: str, **more):
        page = visit(**CALM, **more).enter(f"/tables/{table}/dealer", staff="dan")
        expect(page.locator(".does")).not_to_be_empty()
        return page

    return enter


def end_round(page, guest: Hands) -> None:
    """Space until the round is over; the guest plays on with the cheapest that is no fold."""
    body = page.locator("body")
    for _ in range(40):
        view = guest.view
        if view["phase"] == "idle":
            break
        if view["asked"]:
            guest.answer_with(view["asked"]["options"][1]["name"])
        else:
            expect(page.locator(NEXT)).to_have_class("run proceed main")
            body.press("Space")
            expect(page.locator("#problem")).to_be_empty()
        wait_past(page, guest, (view["point"], view["asked"] and view["asked"]["question"]))
    expect(page.locator("#round")).to_contain_text("no round")


def wait_past(page, guest: Hands, moment) -> None:
    for _ in range(500):
        view = guest.view
        now = (view["point"], view["asked"] and view["asked"]["question"])
        if view["phase"] == "idle" or now != moment:
            break
        page.wait_for_timeout(20)
    expect(page.locator("#round")).to_contain_text(view["phase_words"])


def test_a_dealer_deals_a_whole_round_by_keyboard(visit, dan, picture):
    page = dan("T6")
    body = page.locator("body")
    body.press("s")
    page.get_by_label("Name").fill("Ann")
    page.locator(".new-player select").select_option("2")
    page.get_by_label("Buys in for $").fill("200")
    page.get_by_role("button", name="Take the seat").press("Enter")
    expect(page.locator(".players li", has_text="Ann").locator(".has")).to_have_text("$200.00")
    page.keyboard.press("Escape")

    ann = sign_in_guest(visit, "Ann", "T6")
    ann.seat = 2
    expect(page.locator(".says")).to_have_text("“Place your bets, please.”")
    press_key(page, "o", "Open bets")
    expect(page.locator("#round")).to_contain_text("bets are open")
    expect(page.locator(".sensor").nth(1)).to_have_class("sensor is-invited")
    ann.bet(ante=10, pair_plus=5, progressive=1)
    expect(page.locator(".sensor").nth(1)).to_have_class("sensor is-placed")
    expect(page.locator(".seat").nth(1).locator(".spots")).to_contain_text("Ante$10")
    press_key(page, "n", "No more bets")
    expect(page.locator(".sensor").nth(1)).to_have_class("sensor is-locked")
    expect(page.locator(".does")).to_have_text(
        "Slides a packet of three face down to seat 2, the bottom card hidden"
    )
    for _ in range(2):
        point = ann.view["point"]
        body.press("Space")
        wait_past(page, ann, (point, None))
    expect(page.locator(".says")).to_have_text("“Seat 2, play or fold?”")
    expect(page.locator(".seat.is-asked h3")).to_have_text("2")
    expect(page.locator(NEXT)).to_have_attribute("aria-disabled", "true")
    expect(page.locator(".seat").nth(1).locator("pit-card")).to_have_count(3)
    assert page.locator(".seat").nth(1).locator("pit-card").first.get_attribute("face") == "??", (
        "not the dealer's to see"
    )
    picture(page, "dealer")
    end_round(page, ann)
    expect(page.locator(".seat").nth(1).locator(".paid li").first).to_be_visible()
    expect(page.locator(".sensor").nth(1)).to_have_class("sensor is-invited")


def test_a_key_that_cannot_be_pressed_says_why_and_arrows_go_from_key_to_key(dan):
    page = dan("T6")
    page.locator("body").press("k")
    coin_in = page.get_by_role("button", name="COIN IN")
    expect(coin_in).to_be_focused()
    expect(coin_in).to_have_attribute("aria-disabled", "true")
    assert coin_in.get_attribute("title") == coin_in.get_attribute("aria-description") != ""
    page.keyboard.press("ArrowDown")
    expect(page.locator(".key:focus")).to_have_attribute("aria-label", "AKQ SPADES, seat 4")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".key:focus")).to_have_attribute("aria-label", "AKQ SPADES, seat 5")
    page.keyboard.press("Enter")
    expect(page.locator(".answer.is-refused")).to_contain_text("AKQ SPADES:")


def test_start_game_closes_the_bets_and_end_game_closes_the_round(visit, dan, picture):
    page = dan("T7")
    bob = sign_in_guest(visit, "Bob", "T7")
    bob.sit(5)
    press_key(page, "o", "Open bets")
    expect(page.locator("#round")).to_contain_text("bets are open")
    bob.bet(ante=5, progressive=1)
    page.get_by_role("button", name="START GAME").click()
    expect(page.locator(".screen")).to_contain_text("the wagers are locked")
    picture(page, "dealer-nexus")
    body = page.locator("body")
    page.locator(".where h1").click()
    while (view := bob.view)["phase"] != "closing":
        if view["asked"]:
            bob.answer_with("bet 1x")
        else:
            body.press("Space")
        wait_past(page, bob, (view["point"], view["asked"] and view["asked"]["question"]))
    page.get_by_role("button", name="END GAME").click()
    expect(page.locator("#round")).to_contain_text("no round")


def test_the_keypad_takes_no_hand_that_the_table_has_not_read(visit, dan):
    page = dan("T6")
    cem = sign_in_guest(visit, "Cem", "T6")
    cem.sit(3)
    press_key(page, "o", "Open bets")
    expect(page.locator("#round")).to_contain_text("bets are open")
    cem.bet(ante=5, progressive=1)
    press_key(page, "n", "No more bets")
    key = page.get_by_role("button", name="AKQ SPADES, seat 3")
    expect(key).to_have_attribute("aria-disabled", "true")
    expect(key).to_have_attribute(
        "title", "the table has not read this hand at seat 3: it lights when the seat is settled"
    )
    dealer = Hands(visit_of(page), "T6")
    answer = dealer.post("/api/tables/T6/keypad", button="hand", seat=3, line="akq_spades")
    assert answer.status == 409, answer.text()
    end_round(page, cem)


def visit_of(page):
    class Found:
        context = page.context

    return Found()


def test_a_supervisor_s_key_turns_only_with_a_pin_of_the_floor(dan):
    page = dan("T6")
    dealer = Hands(visit_of(page), "T6")
    path = "/api/tables/T6/keypad"
    assert dealer.post(path, button="key to jackpot", person="dan", pin=PIN).status == 403
    assert dealer.post(path, button="key to jackpot", person="sue", pin="000000").status == 409


def test_irregularities_are_reported_by_the_dealer_and_decided_by_the_floor(visit, dan, picture):
    page = dan("T7")
    dora = sign_in_guest(visit, "Dora", "T7")
    dora.sit(1)
    body = page.locator("body")
    deal_first_cards(page, dora)

    body.press("i")
    page.get_by_role("button", name="Exposed card").click()
    page.get_by_role("radio", name="The hand of seat 1, card 1").check()
    page.get_by_role("button", name="Flashed while it was dealt").click()
    picture(page, "dealer-irregularity")
    page.get_by_role("button", name="Report it").press("Enter")
    expect(page.locator(".incident")).to_have_text("dan: Flashed while it was dealt")
    expect(page.locator(".does")).to_have_text("Waits for the floor: play on, or void the round")
    dealer = Hands(visit_of(page), "T7")
    assert dealer.press("play_on", why="it is nothing").status == 403, "that is the floor's"

    floor = visit().enter("/tables/T7/dealer", staff="sue")
    floor.get_by_role("button", name="Play on").click()
    floor.get_by_role("button", name="All players agree").click()
    floor.locator("dialog[open] button[type=submit]").click()
    expect(page.locator(".floor-acts")).to_be_hidden()

    body.press("i")
    page.get_by_role("button", name="Wrong count").click()
    page.get_by_label("Which hand").select_option("seat 1 hand")
    page.get_by_label("Cards counted").fill("3")
    page.get_by_label("Why").fill("Two cards stuck together")
    page.locator("dialog[open] button[type=submit]").click()
    expect(page.locator("#round")).to_contain_text("no round")
    assert dora.view["seats"][0]["in_play_micros"] == 0, "every wager went back"

    deal_first_cards(page, dora)
    body.press("i")
    page.get_by_role("button", name="Shuffler fault").click()
    page.get_by_role("button", name="Cards are jammed").click()
    page.locator("dialog[open] button[type=submit]").click()
    expect(page.locator(".shuffler-lamp")).to_have_text("i-Deal Plus: out of order")
    expect(page.locator("#console")).to_contain_text("guide on the back of the shuffler")
    expect(page.locator("#console")).to_contain_text("6. call the maker's service")
    asked = dora.view["asked"]
    floor.get_by_role("button", name="Cured").click()
    floor.get_by_role("button", name="The jam is cleared").click()
    floor.locator("dialog[open] button[type=submit]").click()
    expect(page.locator(".shuffler-lamp")).to_have_text("i-Deal Plus: ready")
    assert dora.view["asked"] == asked, "the round goes on where it was"

    body.press("i")
    page.get_by_role("button", name="Shuffler fault").click()
    page.get_by_role("button", name="Cards are jammed").click()
    page.locator("dialog[open] button[type=submit]").click()
    floor.get_by_role("button", name="Swap the shuffler").click()
    floor.get_by_role("button", name="The shuffler is out of order").click()
    floor.locator("dialog[open] button[type=submit]").click()
    expect(page.locator(".shuffler-lamp")).to_have_text("i-Deal: ready")
    expect(page.locator(".facts")).to_contain_text("none stands by")


def press_key(page, key: str, button: str) -> None:
    """As a dealer does: when the button is lit."""
    expect(page.get_by_role("button", name=button)).to_be_enabled()
    page.locator("body").press(key)


def deal_first_cards(page, guest: Hands) -> None:
    body = page.locator("body")
    press_key(page, "o", "Open bets")
    expect(page.locator("#round")).to_contain_text("bets are open")
    guest.bet(ante=5)
    press_key(page, "n", "No more bets")
    expect(page.locator("#round")).to_contain_text("the dealer deals")
    while not (view := guest.view)["asked"]:
        body.press("Space")
        wait_past(page, guest, (view["point"], None))


def test_the_dealer_s_side_is_for_the_staff(visit):
    guest = visit()
    page = guest.enter("/tables/T6/dealer", guest="Ann")
    expect(page.locator("#closed")).to_contain_text("signed in as player")
    for path in ("/api/tables/T6/desk", "/api/tables/T6/keypad", "/api/floor"):
        assert guest.context.request.get(path).status == 403, path
    assert Hands(guest, "T6").press("open_bets").status == 403


def test_the_console_can_be_used_by_everybody(dan, check_access, picture):
    for name, table, more in (("dealer-idle", "T6", {}), ("dealer-phone", "T7", {"size": PHONE})):
        page = dan(table, **more)
        expect(page.locator(".key").first).to_be_visible()
        check_access(page)
        picture(page, name)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        for key in "is":
            page.locator("body").press(key)
            check_access(page)
            page.keyboard.press("Escape")
