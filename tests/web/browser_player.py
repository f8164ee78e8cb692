"""A player at the page of a table: sits, bets, deals and answers as a person does."""

import re

from hands import Hands
from playwright.sync_api import Locator, expect

HEARD = "heard = []; document.addEventListener('pitboss-event', (e) => heard.push(e.detail.number));"
SETTLED_DOWN = """before => {
    const { event, asked, phase } = document.querySelector("#felt").dataset;
    return Number(event) > before && (asked || phase === "betting");
}"""
MOST_QUESTIONS = 20


class Player:
    def __init__(self, visitor, table: str, name: str) -> None:
        self.visitor = visitor
        self.page = visitor.page
        self.page.set_default_timeout(30_000)
        self.frames: list[str] = []
        self.page.on(
            "websocket", lambda live: live.on("framereceived", lambda text: self.frames.append(text))
        )
        visitor.context.add_init_script(HEARD)
        visitor.enter(f"/tables/{table}", guest=name)
        self.hands = Hands(visitor, table)
        self.felt = self.page.locator("#felt")
        self.asked = self.page.locator(".actions.deciding")
        self.results = self.page.locator("#results li")
        expect(self.felt).to_have_attribute("data-phase", re.compile("."))

    # -- betting ---------------------------------------------------------------------------------

    def sit(self, seat: int) -> None:
        self.page.get_by_role("button", name=f"Take seat {seat}").click()
        expect(self.page.locator(f".own[data-seat='{seat}']")).to_be_visible()
        expect(self.page.locator(".balance")).not_to_have_text("$0.00")
        self.wait_for_bets()

    def wait_for_bets(self) -> None:
        expect(self.felt).to_have_attribute("data-phase", "betting")

    def spot(self, bet: str, seat: int | None = None) -> Locator:
        own = ".own" if seat is None else f".own[data-seat='{seat}']"
        return self.page.locator(f"{own} .spot[data-bet='{bet}']")

    def bet(self, *bets: str, seat: int | None = None) -> None:
        for bet in bets:
            self.spot(bet, seat).click()
            expect(self.spot(bet, seat)).to_have_class(re.compile("filled"))

    def deal(self) -> None:
        before = self.seen()
        self.page.get_by_role("button", name="Deal").click()
        self.wait_past(before + 1)  # the asking is an event, too

    # -- the round -------------------------------------------------------------------------------

    def seen(self) -> int:
        """The number of the last event that the page has shown."""
        return int(self.felt.get_attribute("data-event"))

    def wait_past(self, event: int) -> None:
        """Until the page asks something, or takes bets again."""
        self.page.wait_for_function(SETTLED_DOWN, arg=event)

    def answer(self, option: str = "") -> None:
        before = self.seen()
        chosen = f"[data-option='{option}']" if option else ".main"
        self.asked.locator(chosen).click()
        self.wait_past(before)

    def play_on(self) -> None:
        """Answer with the main action until the round is paid."""
        for _ in range(MOST_QUESTIONS):
            if not self.felt.get_attribute("data-asked"):
                break
            self.answer()
        expect(self.results.first).to_be_visible()

    def faces(self, where: str) -> list[str]:
        return [card.get_attribute("face") for card in self.page.locator(f"{where} pit-card").all()]

    def heard(self) -> list[int]:
        return self.page.evaluate("heard")

    def leave(self) -> None:
        for seat in self.hands.request.get(f"/api/tables/{self.hands.table}/now").json()["seats"]:
            for command in ("clear", "leave_seat"):
                self.hands.press(command, seat=seat)
