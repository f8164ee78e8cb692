"""The explorer in a real browser: figures are the analysis' own, and a changed pay is priced as by hand."""

import time
from fractions import Fraction

import pytest
from card_room import DESKTOP, PHONE
from playwright.sync_api import expect

from apart import run_apart
from pitboss.analysis.analysis import analyze
from pitboss.rules import load_game
from pitboss.service.counting.room import MOST_IN_LINE, CountingRoom
from pitboss.table.phase import RefusedError

# Hands of three cards out of 22,100: every book on the game prints them.
WAYS = {"straight_flush": 48, "three_of_a_kind": 52, "straight": 720, "flush": 1096, "pair": 3744}
ALL = 22_100


def price(pays):
    """The house advantage of Pair Plus, by hand."""
    won = sum(WAYS[line] * pay for line, pay in pays.items())
    return Fraction(ALL - sum(WAYS.values()) - won, ALL)


def words(fraction):
    return f"= {fraction.numerator}/{fraction.denominator}"


def test_figures_on_the_page_are_the_analysis_own(visit):
    game = load_game("three_card_poker")
    exact = analyze(game, "pair_plus")
    page = visit().enter("/explorer/three_card_poker#figures/pair_plus")
    advantage = page.locator(".figure.house_advantage")
    expect(advantage).to_contain_text(words(exact.house_advantage))
    expect(advantage).to_contain_text(f"{float(exact.house_advantage * 100):.4f}%")
    expect(page.locator(".figure.hit_frequency")).to_contain_text(words(exact.figures.hit_frequency))
    expect(page.locator(".figure.standard_deviation")).to_contain_text(
        f"{exact.figures.standard_deviation:.4f}"
    )
    assert price({"straight_flush": 40, "three_of_a_kind": 30, "straight": 6, "flush": 4, "pair": 1}) == (
        exact.house_advantage
    )


def test_a_changed_pay_is_priced_as_by_hand_and_as_printed_brings_it_back(visit, picture):
    page = visit().enter("/explorer/three_card_poker#figures/pair_plus")
    advantage = page.locator(".figure.house_advantage")
    printed = price({"straight_flush": 40, "three_of_a_kind": 30, "straight": 6, "flush": 4, "pair": 1})
    expect(advantage).to_contain_text(words(printed))
    page.get_by_label("flush", exact=True).fill("3 to 1")
    page.get_by_label("straight", exact=True).fill("5 to 1")
    changed = price({"straight_flush": 40, "three_of_a_kind": 30, "straight": 5, "flush": 3, "pair": 1})
    expect(advantage).to_contain_text(words(changed))
    expect(advantage).to_contain_text("printed table: 2.3167%")
    picture(page, "explorer-what-if")
    page.get_by_role("button", name="As printed").click()
    expect(advantage).to_contain_text(words(printed))
    expect(advantage).not_to_contain_text("printed table")


def test_a_printed_table_typed_in_has_its_printed_advantage(visit):
    """TCP-6B3 prints 6.74% beside its pays."""
    page = visit().enter("/explorer/three_card_poker#figures/six_card_bonus/TCP-6B3")
    expect(page.locator(".figure.house_advantage")).to_contain_text("6.7413%")
    expect(page.locator(".source")).to_contain_text("house advantage 6.74%")
    table = load_game("three_card_poker").paytables["TCP-6B3"]
    pays = {line: str(pay) for line, pay in table.pays.items()}
    answer = page.request.post(
        "/api/explorer/three_card_poker/what-if", data={"wager": "six_card_bonus", "pays": pays}
    ).json()
    assert round(answer["found"]["house_advantage_percent"], 2) == 6.74


def test_a_pay_that_cannot_be_read_is_refused_in_words(visit):
    visitor = visit()
    page = visitor.enter("/explorer/three_card_poker#figures/pair_plus")
    expect(page.locator(".figure.house_advantage")).to_be_visible()
    page.get_by_label("pair", exact=True).fill("plenty")
    expect(page.get_by_role("alert")).to_contain_text("cannot read the pay 'plenty'")
    for pays in ({"pair": "1; flush=9"}, {"pair": "9" * 39}, {"quads": "1 to 1"}):
        data = {"wager": "pair_plus", "pays": pays}
        assert page.request.post("/api/explorer/three_card_poker/what-if", data=data).status == 422
    visitor.problems.clear()  # the browser's own words about the refusals


def test_best_play_and_the_audit_are_shown(visit):
    page = visit().enter("/explorer/three_card_poker#strategy")
    expect(page.locator(".counted")).to_contain_text("best play loses")
    page.get_by_role("link", name="Printed against exact").click()
    row = page.locator("tr", has_text="par per ante").first
    expect(row).to_contain_text("3.37%")
    expect(row).to_contain_text("3.3730%")
    expect(row).to_contain_text("agrees")
    page.get_by_role("link", name="Rules and sources").click()
    expect(page.locator("main")).to_contain_text("Fingerprint of this definition")


def test_the_server_answers_while_it_counts(visit):
    page = visit().enter("/explorer/mississippi_stud#figures/ante")
    slowest = 0.0
    while page.locator(".figure.house_advantage").count() == 0:
        started = time.monotonic()
        assert page.request.get("/health").ok
        slowest = max(slowest, time.monotonic() - started)
        page.wait_for_timeout(50)
    expect(page.locator(".figure.house_advantage")).to_contain_text("4.9149%")
    assert slowest < 10


def test_few_counts_wait_in_line_for_one_game():
    async def crowd():
        room = CountingRoom()
        given = {"game": "three_card_poker", "wager": "pair_plus", "paytable": ""}
        try:
            for players in range(MOST_IN_LINE):
                room._job(str(players), "explorer x", "figures", {**given, "players": players})
            with pytest.raises(RefusedError, match="busy"):
                await room.find("explorer x", "figures", {**given, "players": 9})
        finally:
            await room.close()

    run_apart(crowd())


@pytest.mark.parametrize(("size", "name"), [(DESKTOP, "desktop"), (PHONE, "phone")])
def test_pages_can_be_used_by_everybody(visit, check_access, picture, size, name):
    page = visit(size=size).enter("/explorer")
    expect(page.get_by_role("heading", name="Three Card Poker")).to_be_visible()
    check_access(page)
    picture(page, f"explorer-shelf-{name}")
    page.goto("/explorer/three_card_poker")
    expect(page.locator(".plot svg")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    check_access(page)
    picture(page, f"explorer-game-{name}")
    page.goto("/explorer/three_card_poker#audit")
    page.reload()
    expect(page.locator(".counted table")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    check_access(page)
