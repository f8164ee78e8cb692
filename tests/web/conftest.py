"""Fixtures for pages: rooms, browsers, pictures, and what axe says."""

import os

import pytest
from card_room import FLAGS, SCREENS, ProgramRoom, Room, Visitor, find_chromium
from playwright.sync_api import Page, expect, sync_playwright

from patient_counting import count_patiently

expect.set_options(timeout=120_000)  # two cores may be busy with other tests


@pytest.fixture(scope="session", autouse=True)
def _count_patiently():
    count_patiently()


@pytest.fixture(scope="session")
def room(tmp_path_factory):
    room = ProgramRoom(tmp_path_factory.mktemp("floor") / "room")
    yield room
    room.stop()


@pytest.fixture
def own_room(tmp_path):
    """A room that the test may stop, kill and start again."""
    room = Room(tmp_path / "room")
    yield room
    room.stop()


@pytest.fixture
def make_room(tmp_path):
    """Rooms of the test's own, with cards or times of its own."""
    rooms = []

    def make(kind):
        rooms.append(kind(tmp_path / "room"))
        return rooms[-1]

    yield make
    for room in rooms:
        room.stop()


@pytest.fixture(scope="session")
def browser():
    found = find_chromium() or pytest.skip("no Chromium: 'apt-get install chromium' installs it")
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=found, args=FLAGS)
        yield launched
        launched.close()


@pytest.fixture
def visit(browser, room):
    """Opens browsers in the shared room; none may have had an error when the test is over."""
    visitors = []

    def make(*, at: Room = room, **more) -> Visitor:
        visitors.append(Visitor(browser, at, **more))
        return visitors[-1]

    yield make
    for visitor in visitors:
        visitor.close()


@pytest.fixture
def picture():
    """Keeps a screenshot under docs/screens when PITBOSS_SCREENS=write; otherwise no picture is made."""

    def take(page: Page, name: str) -> None:
        if os.environ.get("PITBOSS_SCREENS") == "write":
            SCREENS.mkdir(parents=True, exist_ok=True)
            page.screenshot(type="jpeg", quality=82, path=SCREENS / f"{name}.jpg")

    return take


@pytest.fixture
def check_access():
    """No serious or critical finding of axe on the page."""
    from axe_playwright_python.sync_playwright import Axe

    def check(page: Page) -> None:
        found = Axe().run(page).response["violations"]
        bad = [f"{one['id']}: {one['help']}" for one in found if one["impact"] in ("serious", "critical")]
        assert not bad, bad

    return check
