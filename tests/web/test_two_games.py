"""A link of two games in browsers: every screen says the same, from the sensor to the confirmation.

Mississippi Stud is dealt at T7, and Caribbean Stud at T4 is on the same meters. Two displays, a supervisor's
phone, the page of a player at the other game and the lobby are looked at after every step.
"""

import pytest
from card_room import CALM, PHONE, PIN, Room
from hands import Hands
from playwright.sync_api import expect

TWO_STRAIGHT_FLUSHES = "Js Ts 9s 8s 7s Ks Qs 4h 3d"
"""The board, seat 2 and seat 5."""


class RiggedRoom(Room):
    PROGRAM = ("rigged",)


class TwoWinnersRoom(Room):
    PROGRAM = ("rigged", "--top", TWO_STRAIGHT_FLUSHES)


class SplitRoom(Room):
    PROGRAM = (*TwoWinnersRoom.PROGRAM, "--split")


class Screens:
    """Everything that shows the meters of the link, open at once."""

    def __init__(self, visit, room):
        self.visit, self.room = visit, room
        self.displays = [visit(at=room, **CALM).enter(f"/displays/{table}") for table in ("T4", "T7")]
        self.player = self.person("Cat", is_guest=True).enter("/tables/T4")
        self.lobby = self.person("Dee", is_guest=True).enter("/")
        self.phone = self.person("eve", size=PHONE).enter("/supervisor")

    def person(self, name, *, is_guest=False, **more):
        visitor = self.visit(at=self.room, **CALM, **more)
        path, form = ("/api/sign-in/guest", {}) if is_guest else ("/api/sign-in", {"pin": PIN})
        visitor.sign_in(path, {"name": name, **form})
        return visitor

    def show(self, level, playing, *waiting):
        """The level is played for this amount everywhere, and these amounts wait at T7."""
        for display in self.displays:
            box = display.locator(".level", has=display.locator("h2", has_text=level))
            live = box.locator(".playing") if waiting else box.locator(".amount")
            expect(live).to_have_text(f"Now playing for {playing}" if waiting else playing)
            for amount in waiting:
                expect(box.locator(".note")).to_contain_text(f"{amount} at Table 7 waits")
            if not waiting:
                expect(box.locator(".note")).to_be_empty()
        words = " · ".join(f"{amount} waits at T7" for amount in waiting)
        meters = self.player.locator("#meters .level", has_text=level)
        expect(meters.locator("pit-meter")).to_have_text(playing)
        expect(meters.locator(".waits")).to_have_text(words)
        for table in ("T3", "T4", "T7"):
            row = self.lobby.locator(f"[data-table={table}] .level", has_text=level)
            expect(row.locator("pit-meter")).to_have_text(playing)
            expect(row.locator(".waits")).to_have_text(words)
        expect(self.phone.locator(".win .amount")).to_have_text(list(waiting))

    def settle(self, what, number=0, why=""):
        page = self.phone
        win = page.locator(".win").nth(number)
        win.get_by_role("button", name=what).click()
        if why:
            page.get_by_label("Why it is withdrawn").fill(why)
        pad = page.get_by_role("group", name="PIN keys")
        for digit in PIN:
            pad.get_by_role("button", name=digit, exact=True).click()
        page.get_by_role("button", name=f"{what} the win").click()
        expect(page.locator("dialog[open]")).to_have_count(0)


@pytest.fixture
def open_screens(make_room, visit):
    """In a room of the test's own, which outlives the browsers."""
    return lambda kind=RiggedRoom: Screens(visit, make_room(kind))


def sit_down(screens):
    dan = screens.person("dan")
    players = [Hands(screens.person(name, is_guest=True), "T7") for name in ("Ann", "Bob")]
    for player, seat in zip(players, (2, 5), strict=True):
        player.sit(seat)
    return dan, players


def bet_and_count(dan, players):
    dealer = Hands(dan, "T7")
    dealer.do("open_bets")
    for player in players:
        player.bet(ante=10, progressive=1)
    dealer.do("call_no_more_bets")
    return dealer


def deal_to_the_end(dealer, players):
    deal_until(dealer, players, lambda view: view["phase"] == "closing")


def deal_until(dealer, players, is_enough):
    by_seat = {player.seat: player for player in players}
    while not is_enough(view := dealer.view):
        if view["asked"]:
            by_seat[view["asked"]["seat"]].answer_with("bet 1x")
        else:
            dealer.do("proceed", point=view["point"])


def chips(hands, seat):
    return next(one["chips_micros"] for one in hands.view["seats"] if one["number"] == seat)


def test_a_jackpot_of_a_link_of_two_games_is_the_same_on_every_screen_at_every_step(open_screens):
    """Two wagers feed 12 cents of $1; the meter restarts at its seed and a cent of the reserve."""
    screens = open_screens()
    dan, players = sit_down(screens)
    screens.show("Mega", "$10,000.00")
    dealer = bet_and_count(dan, players)
    screens.show("Mega", "$10,000.12")
    deal_to_the_end(dealer, players)
    screens.show("Mega", "$10,000.01", "$10,000.12")
    before = {player.seat: chips(player, player.seat) for player in players}
    console = dan.enter("/tables/T7/dealer")
    expect(console.locator(".screen .win")).to_contain_text("$10,000.12 · POSTED · waits for an executive")
    expect(console.locator(".envies li")).to_have_text("Envy $1,000.00 to seat 5, for ROYAL FLUSH of seat 2")

    console.get_by_role("button", name="player spot, seat 2").click()
    royal = console.get_by_role("button", name="ROYAL FLUSH")
    royal.click()
    expect(console.locator(".answer.is-refused")).to_contain_text("hold the key")
    royal.press("Space")
    royal.press("Enter")
    console.locator("body").press("Space")
    expect(royal).to_have_attribute("data-state", "posted")
    screens.show("Mega", "$10,000.01", "$10,000.12")

    screens.settle("Confirm")
    expect(console.locator(".screen .win")).to_contain_text("$10,000.12 · CONFIRMED")
    for display in screens.displays:
        expect(display.locator(".won-amount")).to_have_text("$10,000.12")
        expect(display.locator(".won-table")).to_have_text("Table 7 wins")
        expect(display.locator(".party")).to_be_hidden()
    screens.show("Mega", "$10,000.01")
    console.get_by_role("button", name="END GAME").click()
    expect(console.locator("#round")).to_contain_text("no round")
    assert chips(players[0], 2) == before[2] + 10_000_120_000
    assert chips(players[1], 5) == before[5] + 1_000_000_000


@pytest.mark.slow
def test_a_refused_jackpot_leaves_the_meter_as_it_was_on_every_screen(open_screens):
    screens = open_screens()
    dan, players = sit_down(screens)
    dealer = bet_and_count(dan, players)
    deal_to_the_end(dealer, players)
    screens.show("Mega", "$10,000.01", "$10,000.12")
    before = {player.seat: chips(player, player.seat) for player in players}
    screens.settle("Withdraw", why="A card was misread")
    screens.show("Mega", "$10,000.12")
    dealer.do("proceed", point=dealer.view["point"])
    assert dealer.view["phase"] == "idle"
    assert {player.seat: chips(player, player.seat) for player in players} == before
    screens.show("Mega", "$10,000.12")


@pytest.mark.slow
def test_two_winners_of_one_round_are_in_order_on_every_screen(open_screens):
    """Seat 5, farther to the dealer's right, takes the Major meter; seat 2 what it restarts with."""
    screens = open_screens(TwoWinnersRoom)
    dan, players = sit_down(screens)
    dealer = bet_and_count(dan, players)
    screens.show("Major", "$2,500.10")
    deal_to_the_end(dealer, players)
    screens.show("Major", "$2,500.00", "$2,500.10", "$2,500.01")
    before = {player.seat: chips(player, player.seat) for player in players}
    screens.settle("Confirm")
    screens.show("Major", "$2,500.00", "$2,500.01")
    screens.settle("Confirm")
    screens.show("Major", "$2,500.00")
    dealer.do("proceed", point=dealer.view["point"])
    envy = 300_000_000
    assert chips(players[1], 5) == before[5] + 2_500_100_000 + envy
    assert chips(players[0], 2) == before[2] + 2_500_010_000 + envy


@pytest.fixture
def share(open_screens):
    """Two winners who share the Major meter wait, on every screen."""
    screens = open_screens(SplitRoom)
    dan, players = sit_down(screens)
    dealer = bet_and_count(dan, players)
    deal_until(dealer, players, lambda view: dan.context.request.get("/api/wins").json())
    screens.show("Major", "$2,500.01", "$2,500.10")
    deal_to_the_end(dealer, players)
    screens.show("Major", "$2,500.01", "$1,250.05", "$1,250.05")
    return screens, dan.enter("/tables/T7/dealer"), dealer, players


def print_pages_of_both(console):
    """The money bag prints the page of every win of the round."""
    papers = []
    console.on("download", lambda paper: papers.append(paper))
    console.get_by_role("button", name="money bag").click()
    expect(console.locator(".answer")).to_contain_text("are printed")
    for _ in range(100):
        if len(papers) == 2:
            break
        console.wait_for_timeout(100)
    orders = [paper.url.split("/wins/")[1].split(".pdf")[0] for paper in papers]
    assert len({*orders}) == 2
    assert all(paper.failure() is None for paper in papers)


@pytest.mark.slow
def test_two_winners_who_share_have_half_each_on_every_screen(share):
    """The first is worth the whole meter until the other is read; both restart it once."""
    screens, console, dealer, players = share
    before = {player.seat: chips(player, player.seat) for player in players}
    expect(console.locator(".screen .win")).to_contain_text(["Seat 5", "Seat 2"])
    expect(console.locator(".screen .win")).to_contain_text(["$1,250.05 · POSTED", "$1,250.05 · POSTED"])
    paid = console.get_by_label("Envy $300.00 to seat 5, for STRAIGHT FLUSH of seat 2")
    other = console.get_by_label("Envy $300.00 to seat 2, for STRAIGHT FLUSH of seat 5")
    paid.check()
    screens.settle("Confirm")
    screens.show("Major", "$2,500.01", "$1,250.05")
    screens.settle("Confirm")
    screens.show("Major", "$2,500.01")
    expect(paid).to_be_checked()
    expect(other).not_to_be_checked()
    other.check()
    print_pages_of_both(console)
    dealer.do("proceed", point=dealer.view["point"])
    expect(console.locator(".envies li")).to_have_count(0)
    envy = 300_000_000
    for player in players:
        assert chips(player, player.seat) == before[player.seat] + 1_250_050_000 + envy


def test_a_share_that_is_refused_after_the_other_was_confirmed_stays_in_the_meter_and_every_screen_says_so(
    share,
):
    screens, console, dealer, _ = share
    screens.settle("Confirm")
    screens.show("Major", "$2,500.01", "$1,250.05")
    screens.settle("Withdraw", why="A card was misread")
    screens.show("Major", "$3,750.06")
    told = "A share that is confirmed is final: $1,250.05 stays in the meter."
    expect(screens.phone.locator("#settled li").first).to_contain_text(told)
    expect(console.locator(".screen .note", has_text="Seat 2")).to_have_text(f"Seat 2: {told}")
    dealer.do("proceed", point=dealer.view["point"])
    assert dealer.view["phase"] == "idle"
    screens.show("Major", "$3,750.06")
