"""The floor in a supervisor's hand: a jackpot from the sensor to the display, refusals, alarms."""

import re

import pytest
from card_room import CALM, PHONE, PIN, Room
from hands import Hands
from playwright.sync_api import expect


class RiggedRoom(Room):
    PROGRAM = ("rigged",)


class TrayRoom(Room):
    """Seat 2 has a hand that the tray pays."""

    PROGRAM = ("rigged", "--top", "Ah Kh Qh 4h 3d 5c 8d")


@pytest.fixture(scope="module")
def rigged(tmp_path_factory):
    room = RiggedRoom(tmp_path_factory.mktemp("rigged") / "room")
    yield room
    room.stop()


@pytest.fixture
def person(visit, rigged):
    """Somebody at a browser of their own in the rigged room."""

    def make(name: str, *, is_guest: bool = False, **more):
        visitor = visit(at=rigged, **CALM, **more)
        if is_guest:
            visitor.sign_in("/api/sign-in/guest", {"name": name})
        else:
            visitor.sign_in("/api/sign-in", {"name": name, "pin": PIN})
        return visitor

    return make


def deal_to_the_end(dan: Hands, players: list[Hands]) -> None:
    """Up to where the round would be closed."""
    by_seat = {player.seat: player for player in players}
    dan.do("open_bets")
    for player in players:
        player.bet(ante=10, progressive=1)
    dan.do("call_no_more_bets")
    while (view := dan.view)["phase"] != "closing":
        if view["asked"]:
            by_seat[view["asked"]["seat"]].answer_with(view["asked"]["options"][-1]["name"])
        else:
            dan.do("proceed", point=view["point"])


def enter_pin(page, pin: str = PIN) -> None:
    pad = page.get_by_role("group", name="PIN keys")
    for digit in pin:
        pad.get_by_role("button", name=digit, exact=True).click()


def chips(hands: Hands, seat: int) -> int:
    return next(one["chips_micros"] for one in hands.view["seats"] if one["number"] == seat)


def test_a_jackpot_from_the_sensor_to_the_display(person, visit, rigged, picture, check_access):
    dan, ann, bob = (
        Hands(person("dan"), "T6"),
        Hands(person("Ann", is_guest=True), "T6"),
        Hands(person("Bob", is_guest=True), "T6"),
    )
    ann.sit(2)
    bob.sit(5)
    display = visit(at=rigged).enter("/displays/T1")
    expect(display.locator(".is-top .amount")).to_have_text("$1,000.00")

    deal_to_the_end(dan, [ann, bob])
    before = chips(bob, 5)
    expect(display.locator(".is-top .amount")).to_have_text("$1,000.28")
    expect(display.locator(".is-pending.is-held .note")).to_have_text(
        "$1,000.28 at Table 6 waits: AKQ spades is being verified"
    )
    expect(display.locator(".is-top .playing")).to_have_text("Now playing for $1,000.02")
    other = person("Cat", is_guest=True).enter("/tables/T1")
    expect(other.locator("#meters pit-meter")).to_have_text("$1,000.02")
    expect(other.locator("#meters .waits")).to_have_text("$1,000.28 waits at T6")
    lobby = person("Dee", is_guest=True).enter("/")
    for table in ("T1", "T6"):
        card = lobby.locator(f"[data-table={table}]")
        expect(card.locator("pit-meter")).to_have_text("$1,000.02")
        expect(card.locator(".waits")).to_have_text("$1,000.28 waits at T6")
    picture(display, "display-pending")
    refused = dan.press("proceed", point=dan.view["point"])
    assert refused.status == 409
    assert "neither confirmed nor taken back" in refused.json()["problem"]

    sue = person("sue", size=PHONE)
    page = sue.enter("/supervisor")
    win = page.locator(".win")
    expect(win.locator(".amount")).to_have_text("$1,000.28")
    expect(win.locator("h3")).to_have_text("Table 6 · seat 2 · AKQ spades")
    assert [card.get_attribute("face") for card in win.locator("pit-card").all()] == ["As", "Ks", "Qs"]
    expect(win.locator(".posted")).to_contain_text("Posted by dan")
    expect(page).to_have_title("(1) Floor · Pitboss")
    check_access(page)
    picture(page, "supervisor-win-phone")
    win.get_by_role("button", name="Confirm").click()
    enter_pin(page, "111111")
    page.get_by_role("button", name="Confirm the win").click()
    expect(page.locator("dialog .problem")).to_contain_text("do not belong together")
    enter_pin(page)
    check_access(page)
    picture(page, "supervisor-pin-phone")
    page.get_by_role("button", name="Confirm the win").click()

    expect(display.locator(".party")).to_be_visible()
    expect(display.locator(".won-amount")).to_have_text("$1,000.28")
    expect(display.locator(".won-table")).to_have_text("Table 6 wins")
    display.wait_for_timeout(500)  # it has arrived
    picture(display, "display-won")
    expect(win).to_have_count(0)
    expect(page.locator(".settled")).to_contain_text("confirmed by sue")

    dan.do("proceed", point=dan.view["point"])
    assert chips(bob, 5) == before + 100_000_000, "the other guest has the envy of $100"
    seat = person("dan").enter("/tables/T6/dealer").locator(".seat").nth(4)
    expect(seat.locator(".chips")).to_have_text("$609.00")
    expect(display.locator(".party")).to_be_hidden()
    expect(display.locator(".is-top .amount")).to_have_text("$1,000.02")
    expect(display.locator(".last")).to_contain_text("Last award: $1,000.28 · Table 6")
    sue.problems.clear()  # the browser's own words about the wrong PIN


def test_above_the_limit_only_an_executive_confirms_and_a_withdrawn_win_may_be_pressed_again(
    person, check_access, picture
):
    dan, ann = Hands(person("dan"), "T7"), Hands(person("Ann", is_guest=True), "T7")
    ann.sit(2)
    deal_to_the_end(dan, [ann])
    sue, eve = person("sue", size=PHONE), person("eve", size=PHONE)
    page = sue.enter("/supervisor")
    win = page.locator(".win")
    expect(win.locator(".needs")).to_have_text("Needs an executive")
    expect(win.get_by_role("button", name="Confirm")).to_have_attribute("aria-disabled", "true")
    floor = Hands(sue, "T7")
    id_ = next(one["id"] for one in sue.context.request.get("/api/wins").json() if one["status"] == "posted")
    confirm = f"/api/wins/{id_}/confirm"
    above = floor.post(confirm, id="sue-tries", pin=PIN)
    assert above.status == 409
    assert "an executive's card confirms it" in above.json()["problem"]
    assert dan.post(confirm, id="dan-tries", pin=PIN).status == 403
    assert ann.post(confirm, id="ann-tries", pin=PIN).status == 403

    win.get_by_role("button", name="Withdraw").click()
    page.get_by_label("Why it is withdrawn").fill("The cards were not seen yet")
    enter_pin(page)
    picture(page, "supervisor-withdraw-phone")
    page.get_by_role("button", name="Withdraw the win").click()
    expect(win).to_have_count(0)
    console = person("dan").enter("/tables/T7/dealer")
    console.get_by_role("button", name="player spot, seat 2").click()
    royal = console.get_by_role("button", name="ROYAL FLUSH")
    royal.click()
    expect(console.locator(".screen .win")).to_contain_text("POSTED · waits for an executive")
    expect(console.locator(".answer")).to_contain_text("Seat 2, ROYAL FLUSH, $10,000.06: posted.")
    royal.click()
    expect(console.locator(".answer.is-refused")).to_contain_text("hold the key")
    royal.press("Space")
    royal.press("Enter")
    expect(royal).to_have_attribute("data-state", "posted")
    held = dan.post("/api/tables/T7/keypad", button="hand", line="royal_flush")
    assert (held.status, "hold the key" in held.json()["problem"]) == (409, True)
    expect(console.locator(".does")).to_contain_text("the win of seat 2 is not confirmed")
    picture(console, "dealer-jackpot")
    page = eve.enter("/supervisor")
    page.locator(".win").get_by_role("button", name="Confirm").click()
    enter_pin(page)
    page.get_by_role("button", name="Confirm the win").click()
    expect(page.locator(".win")).to_have_count(0)
    expect(console.locator(".screen .win")).to_contain_text("CONFIRMED")
    with console.expect_download() as paper:
        console.get_by_role("button", name="money bag").click()
    assert paper.value.suggested_filename.endswith(".pdf")
    console.get_by_role("button", name="END GAME").click()
    expect(console.locator("#round")).to_contain_text("no round")


def test_the_floor_sees_an_alarm_and_acts_from_its_own_page(visit, check_access, picture):
    dan, gus = visit(), visit()
    dan.sign_in("/api/sign-in", {"name": "dan", "pin": PIN})
    gus.sign_in("/api/sign-in/guest", {"name": "Gus"})
    dealer, player = Hands(dan, "T6"), Hands(gus, "T6")
    player.sit(7)
    dealer.do("open_bets")
    player.bet(ante=5)
    page = visit(size=PHONE).enter("/supervisor", staff="sue")
    row = page.locator("#table-T6")
    expect(row.locator(".state")).to_contain_text("bets are open")
    dealer.do("report_fault", why="Cards are jammed")
    expect(page.locator(".alarm-links .urgent")).to_have_text(
        "Table 6: i-Deal Plus is out of order: Cards are jammed"
    )
    check_access(page)
    picture(page, "supervisor-phone")
    row.get_by_role("button", name="Swap the shuffler").click()
    page.get_by_role("button", name="The shuffler is out of order").click()
    check_access(page)
    page.locator("dialog[open] button[type=submit]").click()
    expect(row.locator(".state")).to_contain_text("bets are open")
    expect(row.locator(".alarms")).to_contain_text("No backup stands by")
    row.get_by_role("button", name="Void the round").click()
    page.get_by_role("button", name="Misdeal").click()
    page.locator("dialog[open] button[type=submit]").click()
    expect(row.locator(".state")).to_contain_text("no round")


def test_the_floor_is_for_the_floor(visit, check_access, picture):
    dan = visit()
    page = dan.enter("/supervisor", staff="dan")
    expect(page.locator("#door")).to_contain_text("signed in as dealer")
    assert dan.context.request.get("/api/floor").status == 403
    guest = visit()
    guest.sign_in("/api/sign-in/guest", {"name": "Ann"})
    assert guest.context.request.get("/api/wins").json() == []
    assert guest.context.request.get("/api/alarms").json() == []
    page = visit().enter("/supervisor", staff="eve")
    expect(page.locator(".table-row")).to_have_count(8)
    check_access(page)
    picture(page, "supervisor")


def test_the_floor_is_told_and_a_lost_room_leaves_it_with_its_age_and_comes_back(own_room, visit):
    sue, asked = visit(at=own_room), []
    sue.page.on("request", lambda request: asked.append(request.url))
    page = sue.enter("/supervisor", staff="sue")
    expect(page.locator("#connection")).to_have_text("live")
    own_room.kill()
    expect(page.locator("#connection")).to_contain_text("connection lost · as of")
    expect(page.locator(".table-row")).to_have_count(8)
    own_room.start()
    expect(page.locator("#connection")).to_have_text("live")
    assert not [url for url in asked if url.endswith("/api/floor")]
    sue.problems.clear()  # the browser's own words about the lost socket


def test_a_supervisor_who_signs_out_in_another_window_is_at_the_door_in_this_one(visit):
    sue = visit()
    page = sue.enter("/supervisor", staff="sue")
    expect(page.locator("#connection")).to_have_text("live")
    page.evaluate(
        """async () => {
          const { tell } = await import("/static/part/api.js");
          await tell("/api/sign-out", {});
        }"""
    )
    expect(page).to_have_url(re.compile("/sign-in"))
    sue.problems.clear()  # the browser's own words about the refused socket


def test_a_supervisor_comes_to_the_table_and_turns_the_key(person, picture):
    """On the other maker's keypad: the key with a PIN, J-POT, the key back, GAME OVER."""
    visitor, ann = person("dan"), Hands(person("Ann", is_guest=True), "T6")
    ann.sit(2)
    deal_to_the_end(Hands(visitor, "T6"), [ann])
    page = visitor.enter("/tables/T6/dealer")
    lit = page.get_by_role("button", name="AKQ SPADES, seat 2")
    expect(lit).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_role("button", name="GAME OVER")).to_have_attribute("aria-disabled", "true")
    page.get_by_role("button", name="key to JPH").click()
    page.get_by_label("Name").fill("sue")
    enter_pin(page)
    page.get_by_role("button", name="Confirm", exact=True).click()
    expect(page.locator(".screen")).to_contain_text("Key at JPH: sue")
    picture(page, "dealer-key")
    page.get_by_role("button", name="STRAIGHT, seat 2").click(force=True)
    expect(page.locator(".answer")).to_contain_text("the supervisor looks at AKQ SPADES of seat 2")
    lit.click()
    expect(page.locator(".answer")).to_contain_text("is posted: hold the key")
    expect(page.locator(".screen .win")).to_contain_text("POSTED")
    page.get_by_role("button", name="J-POT").click()
    expect(page.locator(".screen .win")).to_contain_text("RECORDED")
    picture(page, "dealer-recorded")
    page.get_by_role("button", name="key to Run").click()
    expect(page.locator(".screen .win")).to_contain_text("CONFIRMED")
    page.get_by_role("button", name="GAME OVER").click()
    expect(page.locator("#round")).to_contain_text("no round")


def test_a_key_that_is_held_takes_a_posted_award_back_and_only_a_supervisor_ends_the_round_without_it(
    person, visit, rigged
):
    visitor, ann = person("dan"), Hands(person("Ann", is_guest=True), "T6")
    ann.sit(2)
    display = visit(at=rigged).enter("/displays/T1")
    before = display.locator(".is-top .amount")
    deal_to_the_end(Hands(visitor, "T6"), [ann])
    expect(display.locator(".is-held")).to_have_count(1)
    chips_before = chips(ann, 2)
    page = visitor.enter("/tables/T6/dealer")
    lit = page.get_by_role("button", name="AKQ SPADES, seat 2")
    lit.focus()
    page.keyboard.down("Delete")
    expect(lit).to_have_attribute("data-state", "", timeout=4000)
    page.keyboard.up("Delete")
    expect(page.locator(".answer")).to_contain_text("taken back")
    expect(display.locator(".is-held")).to_have_count(0)
    expect(before).not_to_have_text("$1,000.02")
    said = (
        "seat 2 has AKQ spades and dan has taken the win back: press the hand again, or a supervisor decides"
    )
    expect(page.locator(".does")).to_contain_text(said)
    over = page.get_by_role("button", name="GAME OVER")
    expect(over).to_have_attribute("aria-disabled", "true")
    floor = person("sue", size=PHONE).enter("/supervisor")
    expect(floor.locator(".alarm-links .urgent")).to_contain_text(f"cannot end: {said}")
    lit.click()
    expect(page.locator(".screen .win")).to_contain_text("POSTED")
    floor.locator(".win").get_by_role("button", name="Withdraw").click()
    floor.get_by_label("Why it is withdrawn").fill("A card was misread")
    enter_pin(floor)
    floor.get_by_role("button", name="Withdraw the win").click()
    expect(floor.locator(".alarm-links .urgent")).to_have_count(0)
    expect(over).not_to_have_attribute("aria-disabled", "true")
    over.click()
    expect(page.locator("#round")).to_contain_text("no round")
    assert chips(ann, 2) == chips_before


def test_the_floor_closes_a_round_that_cannot_agree_and_its_page_says_so_afterwards(
    visit, tmp_path, picture, check_access
):
    room = TrayRoom(tmp_path / "room")
    try:
        visitor, guest, phone = visit(at=room), visit(at=room), visit(at=room, size=PHONE)
        visitor.sign_in("/api/sign-in", {"name": "dan", "pin": PIN})
        guest.sign_in("/api/sign-in/guest", {"name": "Ann"})
        dealer, ann = Hands(visitor, "T6"), Hands(guest, "T6")
        ann.sit(2)
        deal_to_the_end(dealer, [ann])
        console = visitor.enter("/tables/T6/dealer")
        lit = console.get_by_role("button", name="AKQ SUITED, seat 2")
        lit.focus()
        console.keyboard.down("Delete")
        expect(lit).to_have_attribute("data-state", "", timeout=4000)
        console.keyboard.up("Delete")
        page = phone.enter("/supervisor", staff="sue")
        row = page.locator("#table-T6")
        expect(page.locator(".alarm-links .urgent")).to_contain_text("Table 6: Round 1 cannot end: seat 2")
        row.get_by_role("button", name="Close the round").click()
        page.get_by_role("button", name="The keypad cannot be made to agree").click()
        check_access(page)
        picture(page, "supervisor-close-phone")
        page.locator("dialog[open] button[type=submit]").click()
        expect(row.locator(".state")).to_contain_text("no round")
        expect(page.locator(".alarm-links .urgent")).to_have_count(0)
        expect(row.locator(".alarms")).to_contain_text(
            "Round 1 was closed by sue though table and keypad differed: The keypad cannot be made to agree"
        )
        picture(page, "supervisor-closed-phone")
    finally:
        room.stop()
