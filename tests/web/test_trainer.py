"""The trainer in a real browser: right and wrong decisions of a player, a table settled by a dealer."""

import pytest
from card_room import DESKTOP, PHONE
from playwright.sync_api import expect

PLAYER = "/trainer?game=three_card_poker&side=player&seed=7"
DEALER = "/trainer?game=three_card_poker&side=dealer&seed=7"
RANKS = "23456789TJQKA"


def own_cards(page):
    cards = page.locator(".hand", has_text="Your hand").locator("pit-card")
    return [card.get_attribute("face") for card in cards.all()]


def best(cards):
    """Play with queen-six-four or better: the strategy that every book on the game prints."""
    ranks = sorted((RANKS.index(card[0]) for card in cards), reverse=True)
    has_more = len(set(ranks)) < 3 or len({card[1] for card in cards}) == 1 or ranks[0] - ranks[2] == 2
    is_enough = ranks >= [RANKS.index(rank) for rank in "Q64"]
    return "Play" if has_more or is_enough or ranks == [12, 1, 0] else "Fold"


def test_a_mistake_pauses_with_its_price_and_a_right_answer_is_praised(visit, picture):
    page = visit().enter(PLAYER)
    expect(page.get_by_text("Question 1")).to_be_visible()
    assert own_cards(page) == ["Jh", "9c", "7c"]
    page.get_by_role("button", name="Play").click()
    told = page.locator(".verdict .sentence")
    expect(told).to_have_text("Playing with Jh 9c 7c gives up 13.9 cents for every dollar of the ante: fold.")
    expect(page.locator(".prices .best")).to_contain_text("fold")
    expect(page.get_by_role("button", name="Fold")).to_be_disabled()
    picture(page, "trainer-mistake")
    expect(page.locator(".progress-card")).to_contain_text("0 of 1")
    expect(page.locator(".progress-card")).to_contain_text("play: jack high")
    page.get_by_role("button", name="Go on").click()
    expect(page.get_by_text("Question 2")).to_be_visible()
    page.get_by_role("button", name=best(own_cards(page))).click()
    expect(page.locator(".verdict")).to_contain_text("Right")
    expect(page.locator(".progress-card")).to_contain_text("1 of 2")


def test_a_key_answers_and_the_seed_repeats_the_lesson(visit):
    first, second = visit().enter(PLAYER), visit().enter(PLAYER)
    for page in (first, second):
        expect(page.get_by_text("Question 1")).to_be_visible()
    assert own_cards(first) == own_cards(second)
    first.keyboard.press("f")
    expect(first.locator(".verdict")).to_contain_text("Right")
    first.keyboard.press("Enter")
    expect(first.get_by_text("Question 2")).to_be_visible()


def test_progress_stays_with_a_person_and_with_a_token(visit):
    guest = visit()
    page = guest.enter(PLAYER, guest="Trudy")
    page.get_by_role("button", name="Play").click()
    expect(page.locator(".progress-card")).to_contain_text("0 of 1")
    page.goto(PLAYER)
    expect(page.locator(".progress-card")).to_contain_text("play: jack high")
    stranger = visit().enter(PLAYER)
    expect(stranger.locator(".progress-card")).to_contain_text("Nothing was answered yet")
    stranger.get_by_role("button", name="Fold").click()
    expect(stranger.locator(".verdict")).to_contain_text("Right")
    token = stranger.evaluate("new URLSearchParams(location.search).get('trainee')")
    kept = stranger.request.get(f"/api/trainer/progress/three_card_poker?side=player&trainee={token}").json()
    assert kept["sessions"][0]["asked"] == 1


def test_a_lesson_is_nobody_elses(visit):
    visitor = visit()
    page = visitor.enter(PLAYER)
    expect(page.get_by_text("Question 1")).to_be_visible()
    data = {"game": "three_card_poker", "side": "player", "seed": 7}
    begun = page.request.post("/api/trainer", data=data).json()
    other = page.request.post("/api/trainer", data=data).json()
    answer = {"text": "fold", "milliseconds": 5, "trainee": other["trainee"]}
    assert page.request.post(f"/api/trainer/{begun['lesson']}/answer", data=answer).status == 409


def test_a_dealer_settles_the_table_in_the_houses_order(visit, picture):
    """The dealer shows a straight, K-Q-J: the straight of seat 5 loses and is owed its bonus all the same."""
    page = visit().enter(DEALER)
    line = page.get_by_label("What do you do next?")
    line.fill("7 take")
    line.press("Enter")
    said = page.locator(".said li")
    expect(said).to_have_count(3)
    line.fill("5 play take, ante take")
    line.press("Enter")
    expect(page.locator(".verdict")).to_contain_text(
        "First the ante bonus of seat 5: at a seat the ante bonus goes before the ante."
    )
    picture(page, "trainer-dealer")
    page.get_by_role("button", name="Go on").click()
    line.fill("5 ante bonus 20, ante take, pair plus 35")
    line.press("Enter")
    expect(page.locator(".verdict")).to_contain_text("say what you pay, $30.00, without the wager")
    page.get_by_role("button", name="Go on").click()
    line.fill("5 6 card bonus take, 3 take")
    line.press("Enter")
    expect(said.last).to_contain_text("seat 3, progressive: take")
    page.get_by_role("button", name="Done").click()
    expect(page.locator(".verdict")).to_contain_text("All settled, 10 of 12 right.")
    page.get_by_role("button", name="Next round").click()
    expect(page.get_by_text("Round 2: settle the table")).to_be_visible()


def test_words_that_cannot_be_read_are_no_mistake(visit):
    page = visit().enter(DEALER)
    line = page.get_by_label("What do you do next?")
    line.fill("nonsense")
    line.press("Enter")
    expect(page.locator(".verdict")).to_contain_text("write the seat, the bet and what you do")
    expect(page.locator(".progress-card")).to_contain_text("Nothing was answered yet")


@pytest.mark.parametrize(("size", "name"), [(DESKTOP, "desktop"), (PHONE, "phone")])
def test_pages_can_be_used_by_everybody(visit, check_access, picture, size, name):
    page = visit(size=size).enter("/trainer")
    expect(page.get_by_role("button", name="Begin")).to_be_visible()
    check_access(page)
    picture(page, f"trainer-{name}")
    for path, seen in ((PLAYER, ".option"), (DEALER, "#payments")):
        page.goto(path)
        expect(page.locator(seen).first).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        check_access(page)
        picture(page, f"trainer-{'player' if seen == '.option' else 'dealer'}-{name}")
