"""The display over a table: amounts that run up and never lie, awards, a lost room, days on end."""

from card_room import PHONE
from playwright.sync_api import expect

STORY = """async () => {
  const { Story, CELEBRATION_MS, STALE_MS } = await import("/static/display/story.js");
  const { RunningAmount, RUN_MS } = await import("/static/display/amount.js");
  const CENT = 10000;
  const say = (micros, wins = []) => {
    const waiting = wins.filter((one) => !one.is_confirmed);
    const shown_micros = waiting[0]?.micros ?? micros;
    const amounts = [{ level: "", micros, shown_micros, waiting, notices: [] }];
    return { progressive: "Link", message: "", wins, amounts };
  };
  const win = (order, is_confirmed) => ({
    order, level: "", micros: 1_000_280_000, table: "T6", hand: "AKQ spades", now_micros: 1_000_000_000,
    is_confirmed,
  });
  BODY
}"""


def told(page, body: str):
    """Run a story with a clock of our own in the page."""
    return page.evaluate(STORY.replace("BODY", body))


def test_an_amount_runs_up_in_whole_cents_and_never_above_the_truth(visit):
    page = visit().enter("/displays/T6")
    shown = told(
        page,
        """
        const amount = new RunningAmount(1_000_000_000);
        amount.aim(1_000_280_000, 50);
        const seen = [];
        for (let now = 50; now <= 50 + RUN_MS; now += 16) seen.push(amount.at(now));
        return seen.concat(amount.at(50 + RUN_MS));
        """,
    )
    assert shown == sorted(shown)
    assert shown[0] == 1_000_000_000
    assert shown[-1] == 1_000_280_000
    assert all(micros % 10_000 == 0 for micros in shown)


def test_an_amount_falls_at_once_when_the_truth_has_fallen(visit):
    page = visit().enter("/displays/T6")
    shown = told(
        page,
        """
        const amount = new RunningAmount(1_000_280_000);
        amount.aim(1_000_560_000, 0);
        amount.aim(1_000_140_000, 300);
        return [amount.at(300), amount.at(5000)];
        """,
    )
    assert shown == [1_000_140_000, 1_000_140_000]


def test_a_pending_award_stands_still_and_a_confirmed_one_is_celebrated_once(visit):
    page = visit().enter("/displays/T6")
    scenes = told(
        page,
        """
        const story = new Story();
        story.take(say(1_000_280_000), 0);
        story.take(say(1_000_000_000, [win(1, false)]), 1000);
        const frozen = story.scene(1500).levels[0];
        story.take(say(1_000_140_000, [win(1, false)]), 2000);
        const still = story.scene(2100).levels[0];
        story.take(say(1_000_140_000, [win(1, true)]), 3000);
        const party = story.scene(3001).party;
        story.take(say(1_000_140_000, [win(1, true)]), 6000);
        const after = story.scene(3000 + CELEBRATION_MS + 1);
        story.take(say(1_000_140_000, [win(1, true)]), 15000);
        const { party: again } = story.scene(15001);
        return { frozen, still, party, after, again, moving: story.isMoving(15001) };
        """,
    )
    for scene, playing in (("frozen", 1_000_000_000), ("still", 1_000_000_000)):
        level = scenes[scene]
        assert (level["shown"], level["isHeld"], level["waiting"][0]["table"]) == (1_000_280_000, True, "T6")
        assert playing <= level["micros"] <= 1_000_140_000, "what is played for runs on beside it"
    assert not scenes["after"]["levels"][0]["isHeld"]
    assert scenes["party"]["order"] == 1
    assert scenes["after"]["party"] is None
    assert scenes["after"]["levels"][0]["micros"] == 1_000_140_000, "the new value is simply there"
    assert scenes["again"] is None
    assert not scenes["moving"]


def test_two_awards_at_once_are_celebrated_one_after_the_other(visit):
    page = visit().enter("/displays/T6")
    orders = told(
        page,
        """
        const story = new Story();
        story.take(say(1_000_000_000), 0);
        const both = say(1_000_000_000, [win(1, true), win(2, true)]);
        const seen = [];
        for (let now = 1000; now < 30_000; now += 1000) {
          story.take(both, now);
          const order = story.scene(now).party?.order ?? 0;
          if (seen.at(-1) !== order) seen.push(order);
        }
        return seen;
        """,
    )
    assert orders == [1, 2, 0]


def test_a_display_that_is_switched_on_later_does_not_celebrate_what_is_over(visit):
    page = visit().enter("/displays/T6")
    party = told(
        page, "const story = new Story(); story.take(say(1, [win(1, true)]), 0); return story.scene(1).party;"
    )
    assert party is None


def test_a_silent_room_counts_as_lost_and_its_amounts_have_an_age(visit):
    page = visit().enter("/displays/T6")
    scenes = told(
        page,
        """
        const story = new Story();
        story.take(say(1_000_280_000), 0);
        const lost = story.scene(STALE_MS + 2000);
        story.take(say(1_000_280_000), STALE_MS + 3000);
        return [lost, story.scene(STALE_MS + 3001)];
        """,
    )
    assert [(scene["isLive"], scene["ageSeconds"]) for scene in scenes] == [(False, 14), (True, 0)]
    assert scenes[0]["levels"][0]["micros"] == 1_000_280_000


def test_a_week_of_messages_leaves_nothing_behind(visit):
    """The room speaks every five seconds, with an award every hour; nothing that is kept grows."""
    page = visit().enter("/displays/T6")
    expect(page.locator(".lines li").first).to_be_visible()
    kept = page.evaluate(
        """async () => {
          const display = document.querySelector("pit-display");
          display.live.close();
          display.readSign = () => {};
          let now = 0;
          display.clock = () => now;
          const count = () => document.querySelectorAll("*").length;
          const won = { level: "", micros: 5e9, table: "T6", hand: "AKQ spades", now_micros: 1e9 };
          const before = count();
          for (let beat = 0; beat < 7 * 24 * 720; beat += 1) {
            now += 5000;
            const hour = Math.floor(beat / 720);
            const wins = beat % 720 < 12 ? [{ ...won, order: hour, is_confirmed: true }] : [];
            const micros = 1e9 + beat * 1e4;
            const amounts = [{ level: "", micros, shown_micros: micros, waiting: [], notices: [] }];
            display.story.take({ progressive: "P", message: "", amounts, wins }, now);
            if (beat % 60 === 0) display.art.draw(display.story.scene(now), 100, "");
          }
          const { told, levels } = display.story;
          return { grown: count() - before, told: told.size, levels: levels.size };
        }"""
    )
    assert kept == {"grown": 0, "told": 0, "levels": 1}


def test_a_lost_room_leaves_the_last_amount_with_its_age_and_comes_back_by_itself(own_room, visit):
    guest = visit(at=own_room)
    page = guest.enter("/displays/T7")
    expect(page.locator(".state")).to_have_text("live · 3 tables")
    own_room.kill()
    expect(page.locator(".state")).to_contain_text("as of")
    expect(page.locator(".is-top .amount")).to_have_text("$10,000.00")
    own_room.start()
    expect(page.locator(".state")).to_have_text("live · 3 tables")
    guest.problems.clear()  # the browser's own words about the lost socket


def test_a_table_without_a_progressive_says_so(visit):
    guest = visit()
    page = guest.enter("/displays/T2")
    expect(page.locator(".state")).to_contain_text("on no progressive")
    page.goto("about:blank")
    guest.problems.clear()  # the refused stream, which the display tries again as long as it hangs there


def test_the_display_can_be_read_by_everybody(visit, check_access, picture):
    for name, table, more in (("display", "T7", {}), ("display-phone", "T7", {"size": PHONE})):
        page = visit(**more).enter(f"/displays/{table}")
        expect(page.locator(".level")).to_have_count(3)
        expect(page.locator(".lines li").first).to_have_text("Full house $50")
        check_access(page)
        picture(page, name)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
