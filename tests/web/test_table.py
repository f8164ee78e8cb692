"""The player's table in a real browser: whole rounds of every game, and what must hold in them."""

import re

import pytest
from browser_player import Player
from card_room import CALM, PHONE, Room
from playwright.sync_api import expect

from pitboss.table.option_key import ALWAYS, BETS

ROUNDS = {
    "T1": ("ante", "pair_plus", "progressive"),
    "T2": ("ante", "pair_plus"),
    "T3": ("ante", "three_card_bonus", "progressive"),
    "T4": ("ante", "cover_all", "progressive"),
    "T5": ("bet", "progressive"),
    "T8": ("bet", "tie"),
}
IS_WIDER = "document.documentElement.scrollWidth > innerWidth"
ARE_LETTERS_WHOLE = """[...document.querySelectorAll(".lettering textPath")].every((words) =>
    words.getComputedTextLength() <= document.querySelector(words.getAttribute("href")).getTotalLength())"""


@pytest.fixture
def player(visit):
    """Somebody at a table; whoever sits when the test is over gets up."""
    came = []

    def enter(table: str, name: str = "Ann", **more) -> Player:
        came.append(Player(visit(**{**CALM, **more}), table, name))
        return came[-1]

    yield enter
    for one in came:
        one.leave()


@pytest.mark.parametrize("table", ROUNDS)
def test_a_player_plays_a_whole_round(player, picture, table):
    ann = player(table)
    assert ann.page.evaluate(ARE_LETTERS_WHOLE)
    ann.sit(3)
    ann.bet(*ROUNDS[table])
    ann.deal()
    if ann.felt.get_attribute("data-asked"):
        assert "??" not in ann.faces(".own [data-hand^='hand']")
        ann.page.wait_for_timeout(300)
        picture(ann.page, f"table-{table}")
    ann.play_on()
    assert len(ann.results.all()) >= len(ROUNDS[table]), ann.results.all_inner_texts()
    assert "??" not in ann.faces(".shared [data-hand]:not([data-hand='burnt'])")
    now = ann.hands.view["seats"][0]["chips_micros"]
    assert ann.page.locator(".balance").inner_text() == f"${now / 1e6:,.2f}"
    assert not ann.page.evaluate(IS_WIDER)
    expect(ann.page.locator("#rounds button").first).to_have_text(re.compile(r"Round \d+"))


def test_a_play_wager_between_one_and_two_antes_is_typed_in(player):
    ann = player("T2")
    ann.sit(3)
    ann.bet("ante", "ante", "ante")
    laid = ann.hands.view["seats"][0]["wagers"]["ante"] // 1_000_000
    ann.deal()
    before = ann.seen()
    field = ann.page.get_by_role("spinbutton", name="Play amount in dollars")
    assert (field.get_attribute("min"), field.get_attribute("max")) == (str(laid), str(2 * laid))
    field.fill(str(laid + 1))
    field.press("Enter")
    ann.wait_past(before)
    assert ann.hands.view["seats"][0]["in_play_micros"] == (2 * laid + 1) * 1_000_000
    assert not ann.page.evaluate(IS_WIDER)
    ann.play_on()


def test_only_what_is_legal_can_be_pressed(player):
    ann = player("T1")
    expect(ann.page.locator(".actions button")).to_have_count(0)
    ann.sit(3)
    expect(ann.page.get_by_role("button", name="Deal")).to_have_count(0)
    ann.bet("pair_plus", "ante")
    bets = ("Take back", "Clear", "Double", "Deal")
    expect(ann.page.locator(".actions button")).to_have_text([re.compile(word) for word in bets])
    ann.page.keyboard.press("z")
    expect(ann.page.get_by_role("button", name="Take back Pair Plus")).to_be_visible()
    expect(ann.spot("ante")).not_to_have_class(re.compile("filled"))
    ann.bet("ante")
    ann.deal()
    expect(ann.spot("ante")).to_have_attribute("aria-disabled", "true")
    expect(ann.page.locator(".actions button")).to_have_text(
        [re.compile("Fold"), re.compile(r"Play\$5.00 more")]
    )
    ann.answer("fold")
    assert ann.results.all_inner_texts() == ["Ante fold, $5.00 lost", "Pair Plus fold, $5.00 lost"]


def test_bets_are_doubled_cleared_and_bet_again_also_by_a_page_that_was_opened_anew(player):
    ann = player("T1")
    page = ann.page

    def lies(**dollars):
        for wager, words in dollars.items():
            expect(ann.spot(wager)).to_have_accessible_name(re.compile(rf"^{re.escape(words)}"))

    ann.sit(3)
    ann.bet("ante", "pair_plus", "progressive")
    page.keyboard.press("w")
    lies(ante="$10.00 on", pair_plus="$10.00 on", progressive="$1.00 on")
    page.keyboard.press("x")
    lies(ante="Ante, empty", pair_plus="Pair Plus, empty", progressive="Progressive, empty")
    ann.bet("ante", "pair_plus")
    ann.deal()
    ann.play_on()
    before = sorted(ann.results.all_inner_texts())
    assert before
    page.reload()
    expect(ann.results).to_have_count(len(before))
    assert sorted(ann.results.all_inner_texts()) == before
    page.keyboard.press("e")
    lies(ante="$5.00 on", pair_plus="$5.00 on")
    expect(ann.results).to_have_count(0)
    page.keyboard.press("x")
    lies(ante="Ante, empty")
    seen = ann.seen()
    page.keyboard.press("y")
    page.wait_for_function("seen => felt.dataset.event > seen && felt.dataset.asked", arg=seen)
    lies(ante="$5.00 on", pair_plus="$5.00 on")
    ann.play_on()


def test_a_spot_says_what_it_pays_and_its_edge_while_the_game_goes_on(player, check_access, picture):
    ann = player("T1")
    page, sheet = ann.page, ann.page.locator("#spot-sheet")
    ann.sit(3)
    ann.bet("ante", "pair_plus")
    box = ann.spot("pair_plus").bounding_box()
    page.mouse.move(box["x"] + 5, box["y"] + box["height"] / 2)
    page.mouse.down()
    expect(sheet).to_be_visible()
    page.mouse.up()
    expect(sheet).to_contain_text("House edge2.3167% = 128/5525")
    expect(sheet.get_by_role("row", name="straight flush")).to_contain_text("40 to 1")
    expect(ann.spot("pair_plus")).to_have_accessible_name("$5.00 on Pair Plus: add $5")
    check_access(page)
    picture(page, "table-spot")
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    expect(ann.spot("pair_plus")).to_be_focused()
    page.keyboard.press("v")
    sheet.get_by_role("button", name="Take back $5.00").click()
    expect(ann.spot("pair_plus")).to_have_accessible_name("Pair Plus, empty: add $5")
    ann.spot("progressive").click(button="right")
    expect(sheet).to_contain_text("one in 22,100")
    ann.deal()
    expect(sheet).to_be_hidden()
    ann.play_on()


def test_the_keys_of_the_page_are_on_a_sheet_and_no_option_has_one(player, check_access):
    ann = player("T1")
    ann.page.keyboard.press("?")
    paper = ann.page.get_by_role("dialog")
    keys = paper.locator("kbd").all_inner_texts()
    letters = {key.lower() for key in keys if key.isalpha() and len(key) == 1}
    assert set(BETS) <= letters <= set(ALWAYS + BETS)
    check_access(ann.page)
    ann.page.keyboard.press("Escape")
    expect(paper).to_be_hidden()


def test_the_sensor_invites_is_bright_and_is_locked(player):
    ann = player("T1")
    ann.sit(3)
    sensor = ann.spot("progressive")
    expect(sensor).to_have_attribute("data-light", "invited")
    ann.bet("ante", "progressive")
    expect(sensor).to_have_attribute("data-light", "placed")
    ann.deal()
    expect(sensor).to_have_attribute("data-light", "locked")
    expect(ann.page.locator(".own .envy")).to_be_visible()
    ann.play_on()
    expect(sensor).to_have_attribute("data-light", "invited")


def test_somebody_without_a_mouse_plays_from_seat_to_result(player):
    ann = player("T1")
    page = ann.page

    def tab_to(name: str) -> None:
        for _ in range(60):
            if page.evaluate("document.activeElement.getAttribute('aria-label') ?? ''").startswith(name):
                return
            page.keyboard.press("Tab")
        raise AssertionError(f"nothing called {name!r} comes by Tab")

    tab_to("Take seat 2")
    page.keyboard.press("Enter")
    expect(page.locator(".own[data-seat='2']")).to_be_visible()
    ann.wait_for_bets()
    page.keyboard.press("+")
    expect(page.get_by_role("radio", name="$25 chip")).to_be_checked()
    tab_to("Ante, empty")
    page.keyboard.press("Enter")
    expect(ann.spot("ante")).to_have_accessible_name("$25.00 on Ante: add $25")
    page.keyboard.press("Delete")
    expect(ann.spot("ante")).to_have_accessible_name("Ante, empty: add $25")
    page.keyboard.press("Enter")
    expect(ann.spot("ante")).to_have_accessible_name("$25.00 on Ante: add $25")
    before = ann.seen()
    page.keyboard.press("o")
    ann.wait_past(before)
    before = ann.seen()
    page.keyboard.press("p")
    ann.wait_past(before)
    expect(ann.results.first).to_be_visible()


def test_what_happens_is_announced(player):
    ann = player("T1")
    ann.sit(3)
    ann.bet("ante")
    announced = ann.page.locator("#announcer")
    expect(announced).to_have_attribute("aria-live", "polite")
    expect(announced).to_contain_text("You put $5.00 on Ante.")
    ann.deal()
    expect(announced).to_contain_text("Your cards: ")
    ann.answer("play")
    expect(announced).to_contain_text("Dealer's cards open: ")


def test_two_players_see_one_round_and_not_each_others_cards(player):
    ann, bob = player("T1", "Ann"), player("T1", "Bob")
    ann.sit(3)
    bob.sit(5)
    ann.bet("ante")
    bob.bet("ante")
    bob.page.get_by_role("button", name="Deal").click()
    expect(bob.page.locator(".line")).to_contain_text("Waiting for the other players")
    ann.page.get_by_role("button", name="Deal").click()
    for one in (ann, bob):
        expect(one.page.locator(".own pit-card")).to_have_count(3)
    for me, seat, other in ((ann, 3, bob), (bob, 5, ann)):
        mine = me.faces(".own")
        assert "??" not in mine
        assert other.faces(f"[data-seat='{seat}']") == ["??"] * 3
        heard = " ".join(other.frames) + other.page.content()
        assert not [card for card in mine if f'"{card}"' in heard]
    for one in (ann, bob):
        expect(one.felt).to_have_attribute("data-asked", re.compile("."))
        one.asked.locator("[data-option='play']").click()
    for one in (ann, bob):
        one.wait_for_bets()
    assert ann.faces(".shared") == bob.faces(".shared")
    assert ann.faces("[data-seat='5']") == bob.faces(".own")
    assert "??" not in ann.faces("[data-seat='5']")


WATCH = """() => {
    const at = (name) => document.querySelector(name);
    const all = (name) => [...document.querySelectorAll(name)];
    const texts = (name) => all(name).map((one) => one.textContent).filter(Boolean);
    log = [];
    const look = () => {
        const now = {
            open: all(".shared pit-card").every((card) => card.face !== "??"),
            named: texts(".shared .words, .verdict").length,
            paid: texts(".own .result").length,
            net: at(".own .net:not([hidden])")?.textContent ?? "",
            panel: !at("#results").hidden,
            said: at("#announcer").textContent.includes("lost"),
            balance: at(".balance").textContent,
            phase: at("#felt").dataset.phase,
        };
        const is_new = JSON.stringify(now) !== JSON.stringify(log.at(-1)?.now);
        if (is_new) log.push({ now, ms: performance.now() });
        requestAnimationFrame(look);
    };
    look();
}"""


class LosingRoom(Room):
    """The dealer's pair of aces beats the player, who has nothing."""

    PROGRAM = ("rigged", "--top", "2c 7h Jh Ac As Kd")


def test_a_result_comes_in_its_order_and_all_at_once_at_a_press(make_room, player):
    ann = player("T1", at=make_room(LosingRoom), reduced_motion="no-preference")
    page = ann.page

    def play(skips=False):
        expect(ann.asked).to_be_visible()
        page.evaluate(WATCH)
        before = ann.seen()
        ann.asked.locator("[data-option='play']").click()
        page.wait_for_function("() => felt.dataset.phase === 'closing'")
        if skips:
            page.keyboard.press("Escape")
        ann.wait_past(before)
        log = page.evaluate("log")
        begins = next(one["ms"] for one in log if one["now"]["phase"] == "closing")
        return [one["now"] for one in log], log[-1]["ms"] - begins

    ann.sit(3)
    ann.bet("ante", "pair_plus")
    ann.deal()
    seen, whole_ms = play()

    def first(name, value=True):
        return next(n for n, now in enumerate(seen) if now[name] == value)

    order = [
        first("open"),
        first("named", 2),
        first("paid", 1),
        first("paid", 2),
        first("paid", 3),
        first("net", "Net of the round: −$15.00"),
        first("panel"),
    ]
    assert order == sorted(set(order)), seen
    assert first("panel") == first("said") == first("balance", "$985.00") == first("phase", "betting")
    page.keyboard.press("y")
    seen, skipped_ms = play(skips=True)
    assert seen[-1]["panel"]
    assert seen[-1]["paid"] == 3
    assert skipped_ms < whole_ms / 2


RENDER = """async () => {
    const { SOUNDS, play } = await import("/static/table/synth.js");
    const found = {};
    for (const name of Object.keys(SOUNDS)) {
        const context = new OfflineAudioContext(1, 4 * 22050, 22050);
        play(context, context.destination, name, 0);
        const samples = (await context.startRendering()).getChannelData(0);
        const loud = samples.map(Math.abs);
        found[name] = { peak: Math.max(...loud), seconds: loud.findLastIndex((one) => one > 0.002) / 22050 };
    }
    return found;
}"""
HEAR = """() => { sounds = [];
    document.addEventListener("pitboss-sound", (happened) => sounds.push(happened.detail)); }"""


def test_sounds_are_made_in_the_page_short_and_not_too_loud(player):
    found = player("T1").page.evaluate(RENDER)
    assert set(found) >= {"chip", "card", "turn", "tick", "win", "jackpot"}
    for name, sound in found.items():
        assert 0.02 < sound["peak"] < 1, (name, sound)
        assert sound["seconds"] < (3 if name == "jackpot" else 1.3), (name, sound)


def test_the_table_is_silent_until_sounds_are_wanted_and_settings_are_kept(player, check_access, picture):
    ann = player("T1")
    page, asked = ann.page, ann.page.get_by_role("group", name="Sounds")
    page.evaluate(HEAR)
    expect(asked).to_be_hidden()
    ann.sit(3)
    ann.bet("ante")
    expect(asked).to_be_visible()
    check_access(page)
    assert page.evaluate("sounds") == []
    asked.get_by_role("button", name="On").click()
    expect(asked).to_be_hidden()
    ann.bet("pair_plus")
    ann.deal()
    heard = page.evaluate("sounds")
    assert heard.count("chip") == 1
    assert heard.count("turn") == 1
    assert "card" in heard
    ann.play_on()
    page.get_by_role("button", name="Settings").click()
    paper = page.get_by_role("dialog")
    paper.get_by_label("Speed of results").select_option("Quick")
    for name in ("A colour for each suit", "More contrast", "Left hand"):
        paper.get_by_label(name).check()
    paper.get_by_label("Sounds").uncheck()
    check_access(page)
    picture(page, "table-settings")
    page.keyboard.press("Escape")
    before = page.evaluate("sounds.length")
    ann.bet("ante")
    assert page.evaluate("sounds.length") == before
    page.reload()
    html = page.locator("html")
    for name, value in {"suits": "four", "contrast": "more", "hand": "left"}.items():
        expect(html).to_have_attribute(f"data-{name}", value)
    ann.wait_for_bets()
    expect(asked).to_be_hidden()
    deal, back = (page.get_by_role("button", name=name).bounding_box() for name in ("Deal", "Take back"))
    assert deal["x"] < back["x"], "the main action lies at the left hand"
    check_access(page)


class HurriedRoom(Room):
    PROGRAM = ("rigged", "--patience", "4")


TELL_TIME = """() => { times = new Set();
    const look = () => {
        const all = document.querySelectorAll(".seconds, .line [role=status]");
        for (const one of all) times.add(one.textContent);
        if (document.querySelector(".action.main .ring:not([hidden])")) times.add("ring");
    };
    new MutationObserver(look).observe(document.querySelector("#bar"),
        { subtree: true, childList: true, characterData: true, attributes: true }); }"""


def test_the_time_for_a_decision_is_seen_and_said_and_the_room_decides_when_it_is_over(make_room, player):
    room = make_room(HurriedRoom)
    ann, bob = player("T1", "Ann", at=room), player("T1", "Bob", at=room)
    page, seconds = ann.page, ann.page.locator(".seconds")
    ann.sit(3)
    ann.bet("ante")
    expect(seconds).to_be_hidden()
    page.evaluate(TELL_TIME)
    bob.sit(5)
    expect(page.locator("#notice")).to_have_text("Time ran out: no more bets.")
    assert {"3 s", "2 s", "1 s", "3 seconds left", "ring"} <= set(page.evaluate("[...times]"))
    expect(ann.asked).to_be_visible()
    expect(bob.page.locator(".line")).to_have_text(re.compile(r"Waiting for Ann at seat 3\.[1-5] s"))
    page.reload()
    expect(seconds).to_have_text(re.compile(r"^[1-4] s$"))
    expect(page.locator("#notice")).to_have_text("Time ran out: fold.")
    expect(ann.results).to_have_text(["Ante fold, $5.00 lost"])


def test_a_player_plays_two_seats(player):
    ann = player("T1")
    ann.sit(3)
    ann.sit(4)
    ann.bet("ante", seat=3)
    ann.bet("ante", seat=4)
    ann.deal()
    assert "??" not in ann.faces(".own")
    ann.answer("play")
    ann.answer("play")
    assert {line.split(" · ")[0] for line in ann.results.all_inner_texts()} == {"Seat 3", "Seat 4"}


def test_advice_is_exact_and_for_the_own_seat_only(player):
    ann = player("T1")
    ann.sit(3)
    ann.page.get_by_role("button", name="Advice").click()
    ann.bet("ante")
    path = "/api/tables/T1/advice?seat="
    assert ann.hands.request.get(f"{path}3").status == 409, "before the cards there is nothing to decide"
    ann.deal()
    worths = ann.page.locator(".worths li")
    expect(worths).to_have_count(2)
    expect(worths.filter(has_text="fold")).to_contain_text("-1/1")
    expect(ann.page.locator(".best-option")).to_have_count(1)
    found = ann.hands.request.get(f"{path}3").json()["choices"]
    best = max(found, key=lambda one: float(one["decimal"]))
    assert [one["option"] for one in found if one["is_best"]] == [best["option"]]
    assert ann.hands.request.get(f"{path}4").status == 403
    ann.play_on()
    ann.page.get_by_role("button", name="Advice").click()


def test_a_round_goes_on_where_it_was_after_the_server_was_killed(own_room, player):
    ann = player("T1", at=own_room)
    ann.sit(3)
    ann.bet("ante", "pair_plus")
    ann.deal()
    mine, last = ann.faces(".own"), ann.seen()
    own_room.kill()
    expect(ann.page.locator("#lost")).to_contain_text("The connection is lost")
    own_room.start()
    expect(ann.page.locator("#lost")).to_be_hidden()
    assert (ann.faces(".own"), ann.seen()) == (mine, last)
    ann.answer("play")
    expect(ann.results.first).to_be_visible()
    heard = ann.heard()
    assert heard == list(range(heard[0], heard[-1] + 1)), "every event once and in order"
    ann.visitor.problems.clear()


def test_a_finished_round_shows_its_line_and_proof(player):
    ann = player("T4")
    ann.sit(3)
    ann.bet("ante")
    ann.deal()
    ann.play_on()
    ann.page.locator("#rounds button").first.click()
    paper = ann.page.get_by_role("dialog")
    expect(paper).to_contain_text("caribbean_stud")
    expect(paper.locator(".hash")).to_have_text(re.compile("^[0-9a-f]{64}$"))
    ann.page.keyboard.press("Escape")
    expect(paper).to_be_hidden()


def test_a_guest_cashes_out_and_leaves(player):
    ann = player("T4")
    ann.sit(3)
    ann.page.get_by_role("button", name="Cash out").click()
    expect(ann.page.locator(".balance")).to_have_text("$0.00")
    ann.page.get_by_role("button", name="Buy $1,000").click()
    expect(ann.page.locator(".balance")).to_have_text("$1,000.00")
    ann.page.get_by_role("button", name="Leave").click()
    expect(ann.page.get_by_role("button", name="Take seat 3")).to_be_visible()


def test_a_refusal_says_what_to_do(player):
    ann = player("T1")
    ann.sit(3)
    ann.spot("bonus").click()
    notice = ann.page.locator("#notice")
    expect(notice).to_contain_text("rides along: place Ante or Pair Plus")
    ann.bet("ante")
    ann.deal()
    ann.spot("ante").click(force=True)
    meanwhile = "and now a seat decides: wait for the next bets"
    expect(notice).to_have_text(f"Wagers are placed while bets are open, {meanwhile}")
    bob = player("T1", "Bob")
    bob.page.get_by_role("button", name="Take seat 5").click()
    expect(bob.page.locator("#notice")).to_have_text(
        f"A seat is taken before the cards are dealt, {meanwhile}"
    )
    ann.play_on()
    for one in (ann, bob):
        one.visitor.problems.clear()


@pytest.mark.parametrize(("size", "name"), [({"width": 1280, "height": 800}, "desktop"), (PHONE, "phone")])
def test_the_table_is_open_to_everybody(player, check_access, picture, size, name):
    ann = player("T1", size=size)
    check_access(ann.page)
    ann.sit(3)
    ann.bet("ante", "pair_plus", "progressive")
    picture(ann.page, f"table-betting-{name}")
    check_access(ann.page)
    ann.deal()
    check_access(ann.page)
    picture(ann.page, f"table-deciding-{name}")
    ann.play_on()
    ann.page.evaluate("scrollTo(0, 0)")
    ann.page.wait_for_timeout(400)
    picture(ann.page, f"table-results-{name}")
    check_access(ann.page)
    assert not ann.page.evaluate(IS_WIDER)
