"""The workshop in a real browser: a form, a press, a result; and everybody can use it."""

from fractions import Fraction

from card_room import PHONE, ROOT
from playwright.sync_api import expect

# Hands of three cards out of 22,100: every book on the game prints them.
WAYS = {"straight_flush": 48, "three_of_a_kind": 52, "straight": 720, "flush": 1096, "pair": 3744}
ALL = 22_100
VIEWS = ("design", "plan", "simulation", "vulnerability")


def price(pays):
    """The house advantage of Pair Plus, by hand."""
    won = sum(WAYS[line] * pay for line, pay in pays.items())
    return Fraction(ALL - sum(WAYS.values()) - won, ALL)


def is_narrow(page):
    return page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def headline(page):
    return page.locator(".headline")


def test_a_table_that_was_found_opens_in_what_if_and_the_search_is_still_there(visit, check_access, picture):
    page = visit().enter("/explorer/three_card_poker#design")
    page.get_by_label("Advantage, %, from").fill("5")
    page.get_by_label("Advantage, %, to").fill("7")
    page.get_by_role("button", name="Find tables").press("Enter")
    expect(headline(page)).to_have_text("164 of 9,020 tables meet the targets; 20 are listed.")
    expect(page.get_by_role("status").filter(has_text="164 of 9,020")).to_have_count(1)
    check_access(page)
    picture(page, "explorer-design")
    page.get_by_role("link", name="40 / 30 / 5 / 4 / 1 to 1", exact=True).click()
    changed = price({"straight_flush": 40, "three_of_a_kind": 30, "straight": 5, "flush": 4, "pair": 1})
    advantage = page.locator(".figure.house_advantage")
    expect(advantage).to_contain_text(f"= {changed.numerator}/{changed.denominator}")
    expect(advantage).to_contain_text("printed table: 2.3167%")
    expect(page.get_by_label("straight", exact=True)).to_have_value("5 to 1")
    with page.expect_download(timeout=60_000) as waiting:
        page.get_by_label("Form of the paper").select_option("Text")
        page.get_by_role("button", name="Par sheet").click()
    assert "5.5747%" in waiting.value.path().read_text()
    page.go_back()
    expect(page.get_by_label("Advantage, %, from")).to_have_value("5")
    expect(headline(page)).to_be_visible()


def test_pays_in_the_address_are_filled_in_without_the_lines_that_are_missing(visit):
    visitor = visit()
    page = visitor.enter("/explorer/three_card_poker#figures/pair_plus/Pair Plus A/pair=2 to 1;flush=3 to 1")
    expect(page.get_by_role("alert")).to_contain_text("no pay for straight_flush")
    expect(page.get_by_label("flush", exact=True)).to_have_value("3 to 1")
    page.get_by_role("button", name="As printed").click()
    expect(page.locator(".figure.house_advantage")).to_contain_text("2.3167%")
    visitor.problems.clear()  # the browser's own words about the refusal


def test_a_plan_is_drawn(visit, check_access, picture):
    page = visit().enter("/explorer/three_card_poker#plan")
    page.get_by_label("Seed, $").fill("1,000")
    page.get_by_label("Contribution, %").fill("10%")
    page.get_by_role("button", name="Plan it").click()
    expect(headline(page)).to_contain_text("pays $3,210;")
    expect(page.get_by_role("img", name="The chance that the meter holds at least so much")).to_be_visible()
    check_access(page)
    picture(page, "explorer-plan")
    scale = page.get_by_role("region", name="What is asked for")
    expect(scale.locator("tr", has_text="142,858")).to_contain_text("1,000,006")
    with page.expect_download(timeout=60_000) as waiting:
        page.get_by_role("button", name="Save the scale as Markdown").click()
    assert waiting.value.path().read_bytes() == (ROOT / "docs" / "scale.md").read_bytes()
    for words, starts in (("PDF", b"%PDF-"), ("Markdown", b"# Plan of"), ("JSON", b"{")):
        with page.expect_download(timeout=60_000) as waiting:
            page.get_by_role("button", name=f"Save as {words}").click()
        assert waiting.value.path().read_bytes().startswith(starts)
    saved = page.locator(".workshop-result .workshop-papers")
    expect(saved).to_contain_text("progressive-1-10-tables.json is saved.")


def test_rounds_are_dealt_beside_the_exact_figures(visit, check_access, picture):
    page = visit().enter("/explorer/three_card_poker#simulation")
    page.get_by_label("Rounds", exact=True).select_option("1 million")
    page.get_by_role("button", name="Deal rounds").click()
    expect(headline(page)).to_have_text("1,000,000 rounds: every exact figure lies inside its interval.")
    row = page.locator("tr", has_text="Pair Plus")
    expect(row).to_contain_text("2.3167%")
    expect(page.locator(".workshop-result")).to_contain_text("Risk of ruin")
    check_access(page)
    picture(page, "explorer-simulation")


def test_what_a_seen_card_is_worth_is_counted(visit, check_access, picture):
    page = visit().enter("/explorer/three_card_poker#vulnerability")
    page.get_by_label("Cards known of other players").select_option("none")
    page.get_by_role("button", name="Count the leaks").click()
    expect(headline(page)).to_contain_text("all three cards of the dealer, worth 41.25% of the ante")
    expect(page.locator(".workshop-result")).to_contain_text("Not counted")
    check_access(page)
    picture(page, "explorer-vulnerability")


def test_a_leak_that_takes_minutes_says_how_far_it_is_and_leaves_the_other_views_free(
    visit, check_access, picture
):
    page = visit().enter("/explorer/blackjack#vulnerability")
    page.get_by_label("Seen before the first decision").select_option("The dealer's hole card")
    page.get_by_role("button", name="Count the leak").click()
    working = page.locator(".working")
    expect(working).to_contain_text("up cards…")
    expect(working.locator("i.known")).to_be_visible()
    check_access(page)
    picture(page, "explorer-vulnerability-working")
    tabs = page.get_by_role("navigation", name="About this game")
    tabs.get_by_role("link", name="Design").click()
    page.get_by_role("button", name="Find tables").click()
    expect(headline(page)).to_contain_text("the targets")
    tabs.get_by_role("link", name="Vulnerability").click()
    expect(working).to_be_visible()
    page.get_by_role("button", name="Stop").click()
    expect(page.locator(".workshop-result")).to_have_text("Stopped. Nothing was kept.")


def test_work_says_how_far_it_is_can_be_stopped_and_says_what_is_wrong(visit):
    visitor = visit()
    page = visitor.enter("/explorer/three_card_poker#plan")
    answers = [{"status": 200, "json": {"is_ready": False, "says": "the meter", "seconds": 3}}]
    page.route("**/three_card_poker/plan", lambda route: route.fulfill(**answers[-1]))
    start = page.get_by_role("button", name="Plan it")
    start.click()
    working = page.locator(".working", has_text="the meter…")  # the scale may still be counted beside it
    expect(working.get_by_role("status")).to_have_text("the meter")
    expect(start).to_be_disabled()
    page.get_by_role("button", name="Stop").click()
    expect(page.locator(".workshop-result")).to_have_text("Stopped. Nothing was kept.")
    expect(start).to_be_focused()
    answers.append({"status": 422, "json": {"problem": "the cap lies below the seed"}})
    start.click()
    expect(page.get_by_role("alert")).to_have_text("the cap lies below the seed")
    expect(start).to_be_enabled()
    visitor.problems.clear()  # the browser's own words about the refusal


def test_only_a_game_with_a_meter_has_a_plan(visit):
    page = visit().enter("/explorer/three_card_draw_poker#design")
    tabs = page.get_by_role("navigation", name="About this game")
    expect(tabs.get_by_role("link", name="Design")).to_have_attribute("aria-current", "page")
    expect(tabs.get_by_role("link", name="Progressive plan")).to_have_count(0)


def test_forms_and_results_fit_a_phone(visit, check_access):
    page = visit(size=PHONE).enter("/explorer/mississippi_stud")
    for view in VIEWS:
        page.goto(f"/explorer/mississippi_stud#{view}")
        expect(page.locator(".workshop-form")).to_be_visible()
        assert is_narrow(page), view
        check_access(page)
    page.goto("/explorer/mississippi_stud#plan")
    expect(page.get_by_role("region", name="What is asked for")).to_be_visible()
    page.get_by_label("Paytable").select_option("Link ML03")
    page.get_by_role("button", name="Plan it").click()
    expect(headline(page)).to_contain_text("The Mega meter is won")
    assert is_narrow(page)
    check_access(page)
