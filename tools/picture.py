"""`python -m tools.picture`: the moving picture of the README, from real pages of a real room in Chromium.

A room with a stacked shuffler (tests/web/rigged_room.py) deals seat 2 the ace, king and queen of spades. What
Ann sees at her table, the supervisor on the floor and everybody on the display is taken step by step.
"""

import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from matplotlib import get_data_path
from PIL import Image, ImageDraw, ImageFont
from playwright.sync_api import Page, expect, sync_playwright

ROOT = Path(__file__).parents[1]
WEB = ROOT / "tests" / "web"
sys.path[:0] = [str(WEB), str(ROOT / "tests")]

from card_room import FLAGS, PIN, Room, Visitor, find_chromium  # noqa: E402
from hands import Hands  # noqa: E402

OUT = ROOT / "docs" / "screens" / "jackpot.webp"
SIZE = {"width": 1100, "height": 690}
WIDTH, BAR = 880, 40
QUALITY = 62
SETTLE_MS = 1_200
"""Until chips and cards have come to rest."""
expect.set_options(timeout=60_000)


class RiggedRoom(Room):
    PROGRAM = (str(WEB / "rigged_room.py"),)


class Film:
    """Frames, each with its caption and how long it stands."""

    def __init__(self) -> None:
        self.frames: list[Image.Image] = []
        self.lengths: list[int] = []
        font = Path(get_data_path()) / "fonts" / "ttf" / "DejaVuSans.ttf"
        self.font = ImageFont.truetype(str(font), 19)

    def take(self, page: Page, caption: str, milliseconds: int = 1_800, wait: int = SETTLE_MS) -> None:
        page.wait_for_timeout(wait)
        shot = Image.open(BytesIO(page.screenshot())).convert("RGB")
        shot = shot.resize((WIDTH, round(shot.height * WIDTH / shot.width)), Image.Resampling.LANCZOS)
        frame = Image.new("RGB", (WIDTH, shot.height + BAR), "#10201a")
        frame.paste(shot, (0, 0))
        place = (WIDTH / 2, shot.height + BAR / 2)
        ImageDraw.Draw(frame).text(place, caption, fill="#f2ead6", font=self.font, anchor="mm")
        self.frames.append(frame)
        self.lengths.append(milliseconds)

    def save(self, path: Path) -> None:
        first, *rest = self.frames
        first.save(
            path,
            save_all=True,
            append_images=rest,
            duration=self.lengths,
            loop=0,
            quality=QUALITY,
            method=6,
        )


def film_jackpot(film: Film, people: dict[str, Visitor]) -> None:
    """A round at table 6, from the first chip to the celebration."""
    dan, ann, bob = (Hands(people[name], "T6") for name in ("dan", "Ann", "Bob"))
    ann.sit(2)
    bob.sit(5)
    dan.do("open_bets")
    table = people["Ann"].enter("/tables/T6")
    film.take(table, "Ann sits down at Three Card Poker", wait=3_000)
    ann.bet(ante=10, pair_plus=5, progressive=1)
    film.take(table, "Ante, Pair Plus and a dollar on the progressive")
    bob.bet(ante=10, progressive=1)
    dan.do("call_no_more_bets")
    for _ in proceed(dan):
        pass
    film.take(table, "Three cards: fold, or play", 2_400)
    answer_all(dan, (ann, bob))
    film.take(table, "The round is settled, each payment with its arithmetic", 2_600)
    film_confirmation(film, people, table)


def proceed(dan: Hands) -> Iterator[None]:
    """The dealer's steps up to a decision or to the end."""
    while (view := dan.view)["phase"] != "closing" and not view["asked"]:
        dan.do("proceed", point=view["point"])
        yield


def answer_all(dan: Hands, players: tuple[Hands, ...]) -> None:
    by_seat = {player.seat: player for player in players}
    while (view := dan.view)["phase"] != "closing":
        if view["asked"]:
            by_seat[view["asked"]["seat"]].answer_with(view["asked"]["options"][-1]["name"])
        for _ in proceed(dan):
            pass


def film_confirmation(film: Film, people: dict[str, Visitor], table: Page) -> None:
    display = people["display"].enter("/displays/T6")
    expect(display.locator(".is-pending.is-held .note")).to_be_visible()
    film.take(display, "The ace, king and queen of spades: the jackpot waits to be verified", 2_400)
    floor = people["sue"].enter("/supervisor")
    film.take(floor, "The supervisor sees the hand, the amount and who posted it", 2_400)
    floor.locator(".win").get_by_role("button", name="Confirm").click()
    pad = floor.get_by_role("group", name="PIN keys")
    for digit in PIN:
        pad.get_by_role("button", name=digit, exact=True).click()
    film.take(floor, "and confirms it with a PIN of her own", 1_600)
    floor.get_by_role("button", name="Confirm the win").click()
    expect(display.locator(".party")).to_be_visible()
    film.take(display, "Confirmed: the meter pays, and restarts from its seed", 3_000, wait=900)
    film.take(table, "The chips are Ann's; the book has every step", 2_600)


def main() -> None:
    film = Film()
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        room: Any = RiggedRoom(Path(folder) / "room")
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        try:
            people = {
                name: Visitor(browser, room, size=SIZE) for name in ("dan", "sue", "Ann", "Bob", "display")
            }
            for name in ("dan", "sue"):
                people[name].sign_in("/api/sign-in", {"name": name, "pin": PIN})
            for name in ("Ann", "Bob"):
                people[name].sign_in("/api/sign-in/guest", {"name": name})
            film_jackpot(film, people)
        finally:
            browser.close()
            room.stop()
    film.save(OUT)
    print(f"{OUT.relative_to(ROOT)}: {len(film.frames)} pictures, {OUT.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
