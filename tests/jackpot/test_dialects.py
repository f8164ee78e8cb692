"""Two keypads over one controller: Game Manager with key and J-POT, Nexus Command with seat and card."""

from copy import deepcopy
from dataclasses import replace
from pathlib import Path

import pytest
from pit import QUADS, ROYAL, Pit, keypad_of, make_terms, names

from pitboss.base.money import MICROS
from pitboss.house.tableside import Tableside, open_tableside
from pitboss.jackpot.authority import check_authority, check_supervisor
from pitboss.jackpot.controller import Button, Controller, Dialect, Keypad, Phase, Press, command, event, view
from pitboss.jackpot.controller.dialect import LABELS, RETIRED, TRANSLATIONS
from pitboss.jackpot.controller.hand import folded_hands_win
from pitboss.jackpot.fact import WinPosted, WinRecorded
from pitboss.jackpot.layout import make_layout
from pitboss.jackpot.person import Role
from pitboss.jackpot.refusal import RefusedError
from pitboss.jackpot.request import AddPerson, SetTerms, Switch, WithdrawWin
from pitboss.jackpot.system import house_settings, under_system
from pitboss.jackpot.terms import LevelTerms, Terms
from pitboss.rules import load_game

PAGE = Path(__file__).parents[2] / "docs" / "controller.md"
PEOPLE = {
    "tess": Role.TECHNICIAN,
    "sue": Role.SUPERVISOR,
    "eve": Role.EXECUTIVE,
    "dan": Role.DEALER,
    "dora": Role.DEALER,
}
SMALL = make_terms(executive_above_micros=5_000 * MICROS)


class Stand:
    """A pit with people, and a keypad at its first table."""

    def __init__(self, dialect, terms=SMALL):
        self.pit = Pit(terms, guard=check_authority)
        for name, role in PEOPLE.items():
            by = ("installer",) if len(self.pit.floor.people) < 2 else ("tess", "sue")
            self.pit.manager.ask(AddPerson(f"add {name}", by, name, role, "$argon2id$of a PIN"))
        self.pit.open()
        self.keypad = keypad_of(dialect, self.pit.at(), lambda who: check_supervisor(self.pit.floor, who))
        self.side = Tableside(self.pit.at(), self.pit.manager.ask_all, self.pit.clock)

    def press(self, button, by="dan", **where):
        return self.side.follow(self.keypad.press(Press(button, by, **where)))

    def start(self, *seats):
        for seat in seats:
            self.pit.do(command.PlaceWager(seat, MICROS))
        return self.press(Button.START)

    def hand(self, seat, line=ROYAL, by="dan"):
        """A hand as this keypad takes it."""
        if self.keypad.dialect is Dialect.NEXUS:
            self.press(Button.SEAT, seat=seat)
            return self.press(Button.HAND, by, line=line)
        return self.press(Button.HAND, by, seat=seat, line=line)


@pytest.fixture
def manager():
    return Stand(Dialect.GAME_MANAGER)


@pytest.fixture
def nexus():
    return Stand(Dialect.NEXUS)


# -- Game Manager --------------------------------------------------------------------------------------


def test_game_manager_counts_on_coin_in_confirms_by_key_and_j_pot_and_ends_on_game_over(manager):
    assert "WagersCounted" in names(manager.start(2, 5))
    manager.hand(2)
    with pytest.raises(RefusedError, match="neither confirmed nor taken back"):
        manager.press(Button.END)
    manager.press(Button.KEY_TO_JACKPOT, "eve")
    before = manager.pit.meter()
    recorded = event.WinRecorded(2, ROYAL, 10_000_200_000, "eve")
    assert manager.press(Button.JACKPOT, "eve") == [recorded]
    assert (manager.pit.at().phase, manager.pit.meter()) == (Phase.JACKPOT, before), "J-POT lowers nothing"
    with pytest.raises(RefusedError):
        manager.press(Button.END)
    confirmed = event.WinConfirmed(2, ROYAL, 10_000_200_000, "eve")
    assert manager.press(Button.KEY_TO_RUN, "eve") == [confirmed, event.JackpotClosed()]
    assert manager.pit.meter() == 10_000_020_000, "the key at Run does"
    assert names(manager.press(Button.END)) == ["EnvyPaid", "RoundEnded", "EnvyShown", *["SensorTurned"] * 7]


def test_what_j_pot_has_recorded_stands(manager):
    manager.start(2, 5)
    manager.hand(2)
    manager.press(Button.KEY_TO_JACKPOT, "eve")
    manager.press(Button.JACKPOT, "eve")
    for pressed in (Button.JACKPOT, Button.HAND):
        with pytest.raises(RefusedError, match="is recorded: turn the key to Run"):
            manager.press(pressed, "eve", seat=2, line=ROYAL)
    (win,) = manager.pit.floor.wins.values()
    with pytest.raises(RefusedError, match="eve has recorded this win"):
        manager.pit.manager.ask(WithdrawWin("late", ("sue",), win.id, "misread"))


def test_the_key_of_a_controller_that_starts_between_j_pot_and_run_is_turned_again(manager):
    manager.start(2)
    manager.hand(2)
    manager.press(Button.KEY_TO_JACKPOT, "eve")
    manager.press(Button.JACKPOT, "eve")
    manager.pit.start_controller()
    manager.keypad = keypad_of(Dialect.GAME_MANAGER, manager.pit.at())
    manager.side = manager.pit.sides["table 1"]
    with pytest.raises(RefusedError, match="neither confirmed nor taken back"):
        manager.press(Button.END)
    manager.press(Button.KEY_TO_JACKPOT, "eve")
    assert "WinConfirmed" in names(manager.press(Button.KEY_TO_RUN, "eve"))
    manager.press(Button.END)


def test_j_pot_without_the_key_does_nothing(manager):
    manager.start(2)
    manager.hand(2)
    before = deepcopy(vars(manager.pit.at()))
    with pytest.raises(RefusedError, match="RecordWin cannot be now"):
        manager.press(Button.JACKPOT, "sue")
    assert vars(manager.pit.at()) == before


def test_j_pot_counts_as_pressed_by_whoever_turned_the_key(manager):
    """The dealer's finger on J-POT does not make the dealer confirm."""
    manager.start(2)
    manager.hand(2, QUADS)
    manager.press(Button.KEY_TO_JACKPOT, "sue")
    manager.press(Button.JACKPOT, "dan")
    manager.press(Button.KEY_TO_RUN, "dan")
    assert [win.settled_by for win in manager.pit.floor.wins.values()] == ["sue"]


def test_a_key_in_a_dealers_hand_does_not_turn(manager):
    manager.start(2)
    manager.hand(2, QUADS)
    with pytest.raises(RefusedError, match="dora is dealer and may not: a supervisor looks at the win"):
        manager.press(Button.KEY_TO_JACKPOT, "dora")
    assert (manager.pit.at().phase, manager.keypad.key_holder) == (Phase.PLAYING, "")
    with pytest.raises(RefusedError, match="RecordWin cannot be now"):
        manager.press(Button.JACKPOT, "dora")
    assert manager.pit.wins() == [(2, 100, "posted")]


def test_every_win_takes_a_turn_of_the_key_the_right_one_first(manager):
    manager.start(2, 5)
    manager.hand(2, QUADS)
    manager.hand(5, QUADS)
    for seat in (5, 2):
        manager.press(Button.KEY_TO_JACKPOT, "sue")
        events = manager.press(Button.JACKPOT, "sue")
        assert [one.seat for one in events if isinstance(one, event.WinRecorded)] == [seat]
        with pytest.raises(RefusedError, match="recorded"):
            manager.press(Button.JACKPOT, "sue")
        events = manager.press(Button.KEY_TO_RUN, "sue")
        assert [one.seat for one in events if isinstance(one, event.WinConfirmed)] == [seat]
    with pytest.raises(RefusedError, match="no win waits"):
        manager.press(Button.KEY_TO_JACKPOT, "sue")


def test_with_the_key_turned_the_hand_button_is_the_supervisors_and_takes_the_win_off(manager):
    manager.start(2, 5)
    manager.hand(2, QUADS)
    manager.press(Button.KEY_TO_JACKPOT, "sue")
    with pytest.raises(RefusedError, match="looks at the win of seat 2"):
        manager.press(Button.HAND, "sue", seat=5, line=QUADS)
    events = manager.press(Button.HAND, "dan", seat=2, line=QUADS)
    assert [one.by for one in events if isinstance(one, event.WinWithdrawn)] == ["sue"]
    manager.press(Button.KEY_TO_RUN, "sue")
    manager.press(Button.END)


# -- Nexus Command / GM Atlas --------------------------------------------------------------------------


def test_nexus_counts_on_start_game_confirms_by_card_and_ends_on_end_game(nexus):
    assert "WagersCounted" in names(nexus.start(2, 5))
    nexus.press(Button.SEAT, seat=5)
    nexus.press(Button.HAND, line=QUADS)
    nexus.press(Button.CONFIRM, "sue")
    events = nexus.press(Button.CARD, "sue")
    assert names(events) == ["WinConfirmed", "JackpotClosed"]
    assert nexus.pit.at().phase is Phase.PLAYING
    assert "RoundEnded" in names(nexus.press(Button.END))


def test_nexus_takes_the_seat_before_the_hand(nexus):
    nexus.start(2)
    with pytest.raises(RefusedError, match="select the player's spot first"):
        nexus.press(Button.HAND, line=ROYAL)
    nexus.press(Button.SEAT, seat=2)
    nexus.press(Button.HAND, line=ROYAL)
    assert "WinWithdrawn" in names(nexus.press(Button.HAND, line=ROYAL))


def test_nexus_forgets_the_seat_at_the_end_of_a_round(nexus):
    nexus.start(2)
    nexus.press(Button.SEAT, seat=2)
    nexus.press(Button.END)
    nexus.start(2)
    with pytest.raises(RefusedError, match="select"):
        nexus.press(Button.HAND, line=ROYAL)
    with pytest.raises(RefusedError, match="no seat 8"):
        nexus.press(Button.SEAT, seat=8)


def test_nexus_shows_whose_card_is_needed_and_takes_an_executives_above_the_terms_amount(nexus):
    nexus.start(2)
    nexus.press(Button.SEAT, seat=2)
    (posted,) = [one for one in nexus.press(Button.HAND, line=ROYAL) if isinstance(one, event.WinPosted)]
    assert posted.needs == "an executive"
    nexus.press(Button.CONFIRM, "sue")
    (refusal,) = nexus.press(Button.CARD, "sue")
    assert refusal.why == "$10,000.10 is above $5,000.00: an executive's card confirms it"
    assert nexus.pit.at().phase is Phase.JACKPOT
    assert "WinConfirmed" in names(nexus.press(Button.CARD, "eve"))


def test_nexus_takes_confirm_from_a_supervisor_only(nexus):
    nexus.start(2)
    nexus.hand(2)
    before = deepcopy(vars(nexus.pit.at()))
    with pytest.raises(RefusedError, match="dan is dealer and may not: a supervisor looks at the win"):
        nexus.press(Button.CONFIRM, "dan")
    assert vars(nexus.pit.at()) == before
    nexus.press(Button.CONFIRM, "sue")


def test_who_confirms_follows_from_the_system_unless_the_house_says_otherwise():
    """$10,000.10 of Mega: any supervisor's key on Game Manager, an executive's card on Nexus."""
    system = Stand(Dialect.GAME_MANAGER, make_terms())
    nexus = Stand(Dialect.NEXUS, make_terms(system="Nexus Command / GM Atlas"))
    for stand in (system, nexus):
        stand.start(2)
        stand.hand(2)
    assert [view(stand.keypad).wins[0].needs for stand in (system, nexus)] == ["a supervisor", "an executive"]
    system.press(Button.KEY_TO_JACKPOT, "sue")
    assert names(system.press(Button.JACKPOT, "sue")) == ["WinRecorded"]
    nexus.press(Button.CONFIRM, "sue")
    (refusal,) = nexus.press(Button.CARD, "sue")
    assert refusal.why == "$10,000.10 is above $10,000.00: an executive's card confirms it"


@pytest.mark.parametrize(
    ("dialect", "stated", "wins"),
    [
        (Dialect.GAME_MANAGER, None, True),
        (Dialect.NEXUS, None, False),
        (Dialect.NEXUS, True, True),
        (Dialect.GAME_MANAGER, False, False),
    ],
)
def test_folded_hands_of_three_card_poker_follow_the_system(dialect, stated, wins):
    game = load_game("three_card_poker")
    level = LevelTerms("", 1_000 * MICROS, 100_000)
    terms = Terms("tcp", {game.id: "TCP Progressive 1"}, ("T1",), (level,), folded_hands_win=stated)
    controller = Controller("T1", 7)
    keypad_of(dialect, controller)
    controller.handle(command.OpenProgressive(terms, make_layout(game, terms)))
    assert folded_hands_win(controller) is wins
    assert any(house_settings(terms)) is (stated is not None)
    own = "progressive" if dialect is Dialect.GAME_MANAGER else "none"
    assert under_system(game, terms, controller.system).house["envy_between_own_spots"] == own


def test_nexus_cancel_goes_back_and_leaves_the_win_posted(nexus):
    nexus.start(2)
    nexus.hand(2)
    nexus.press(Button.CONFIRM, "sue")
    with pytest.raises(RefusedError, match="swipe a card or press CANCEL"):
        nexus.press(Button.SEAT, seat=2)
    nexus.press(Button.CANCEL, "sue")
    assert nexus.pit.wins() == [(2, 10_000, "posted")]
    nexus.hand(2)
    nexus.press(Button.END)


# -- both ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dialect", list(Dialect), ids=lambda dialect: dialect.name)
def test_a_keypad_has_its_own_buttons_and_no_others(dialect):
    stand = Stand(dialect)
    stand.start(2)
    stand.hand(2)
    before = deepcopy(vars(stand.pit.at()))
    for button in set(Button) - LABELS[dialect].keys() - RETIRED:
        with pytest.raises(RefusedError, match="has no"):
            stand.press(button, "sue", seat=2)
    with pytest.raises(RefusedError, match="say who it is"):
        stand.press(Button.END, " ")
    assert vars(stand.pit.at()) == before


def test_every_button_means_something():
    pressed = set().union(*LABELS.values())
    assert pressed == set(Button) - RETIRED == TRANSLATIONS.keys() | {Button.SEAT, Button.WIN_PAGE}


def test_a_key_of_keypads_of_before_that_is_in_books_does_nothing(manager):
    manager.start(2, 5)
    before = deepcopy(vars(manager.pit.at()))
    assert manager.press(Button.ENVY) == []
    assert vars(manager.pit.at()) == before


def test_both_dialects_leave_the_same_journal():
    """Same presses in other clothes: but for J-POT the books cannot tell which keypad stood at the table."""
    journals = []
    for dialect, confirm in (
        (Dialect.GAME_MANAGER, (Button.KEY_TO_JACKPOT, Button.JACKPOT, Button.KEY_TO_RUN)),
        (Dialect.NEXUS, (Button.CONFIRM, Button.CARD)),
    ):
        stand = Stand(dialect)
        stand.start(1, 3, 5)
        stand.hand(3, QUADS)
        stand.hand(5, QUADS)
        stand.hand(3, QUADS)
        stand.hand(1, "flush")
        if dialect is Dialect.NEXUS:
            stand.press(Button.SEAT, seat=5)
        for button in confirm:
            stand.press(button, "sue")
        stand.press(Button.END)
        drafts = [entry.draft for entry in stand.pit.shelf.entries]
        drafts = [one for one in drafts if not isinstance(one.fact, WinRecorded)]
        journals.append([(one.id, one.by, one.fact, one.transfers) for one in map(timeless, drafts)])
    assert journals[0] == journals[1]


def timeless(draft):
    """The draft without the time of day, which the test's clock moves with every question."""
    if not isinstance(draft.fact, WinPosted):
        return draft
    return replace(draft, fact=replace(draft.fact, win=replace(draft.fact.win, posted_at=0)))


@pytest.mark.parametrize("dialect", list(Dialect), ids=lambda dialect: dialect.name)
def test_the_page_lists_every_button_of_a_dialect(dialect):
    text = PAGE.read_text()
    assert dialect.value in text
    for label in LABELS[dialect].values():
        assert label in text


def test_a_keypad_of_another_system_than_the_terms_name_is_refused_where_it_is_opened():
    pit = Pit(make_terms()).open()
    with pytest.raises(RefusedError, match=r"link is on Game Manager, .* open one of Game Manager, or close"):
        Keypad(Dialect.NEXUS, pit.at())
    Keypad(Dialect.GAME_MANAGER, pit.at())


@pytest.mark.parametrize("dialect", list(Dialect), ids=lambda dialect: dialect.name)
def test_terms_of_the_other_system_that_come_later_close_the_keypad_and_it_says_why(dialect):
    """Opened while the table was on no progressive, and in time for terms of its own system."""
    pit = Pit()
    side = open_tableside(pit.manager, "table 1", 7, load_game("mississippi_stud"))
    keypad = Keypad(dialect, side.controller)
    (other,) = set(Dialect) - {dialect}
    for number, system in enumerate((other, dialect, other)):
        pit.manager.ask(SetTerms(f"terms {number}", ("tess", "sue"), make_terms(system=system.value)))
        pit.manager.ask(Switch(f"open {number}", ("sue",), "link", True))
        side.listen()
        said = [one for one in view(keypad).messages.dealer if "this is a keypad of" in one]
        if system is dialect:
            assert not said
            side.do(command.PlaceWager(2, MICROS))
            side.do(command.TakeBack(2))
        else:
            assert said == [
                f"The progressive takes no wager: link is on {other.value}, and this is a keypad of "
                f"{dialect.value}: open one of {other.value}, or close link and set it up with "
                f"system = {dialect.value!r}."
            ]
            with pytest.raises(RefusedError, match="PlaceWager cannot be now"):
                side.do(command.PlaceWager(2, MICROS))
            assert side.listen() == []
        pit.manager.ask(Switch(f"close {number}", ("sue",), "link", False))


def test_a_key_whose_way_back_is_refused_stays_with_its_holder(manager):
    manager.start(2)
    manager.hand(2)
    manager.press(Button.KEY_TO_JACKPOT, "eve")
    manager.press(Button.JACKPOT, "eve")
    reaction = manager.keypad.press(Press(Button.KEY_TO_RUN, "eve"))
    (asked,) = reaction.requests
    manager.pit.at().handle(command.TakeAnswers((command.Refused(asked.id, "settle the other first"),)))
    assert (manager.pit.at().phase, manager.keypad.key_holder) == (Phase.JACKPOT, "eve")
    assert "JackpotClosed" in names(manager.press(Button.KEY_TO_RUN, "eve"))
    assert manager.keypad.key_holder == ""
