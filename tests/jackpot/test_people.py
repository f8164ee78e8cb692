"""People: roles, secrets, lockout, two keys of two departments, and everything in the journal."""

import json
from itertools import combinations, count

import pytest
from argon2 import PasswordHasher
from pit import OFFICE, QUADS, Pit, make_terms

from pitboss.base.error import InputError
from pitboss.base.money import MICROS
from pitboss.house.credential import SHARED, Credentials
from pitboss.house.manager import GameManager, UsedBeforeError
from pitboss.house.personnel import Personnel
from pitboss.jackpot import request
from pitboss.jackpot.authority import MAY, MAY_RECORD, UNGUARDED, authorize, check_authority
from pitboss.jackpot.books import Books
from pitboss.jackpot.controller import command
from pitboss.jackpot.decider import DECIDERS
from pitboss.jackpot.people import list_roles
from pitboss.jackpot.person import (
    HOUSE_PEOPLE,
    MOST_FAILURES,
    QUARTER_MICROS,
    Rank,
    Role,
    UnknownSignedIn,
)
from pitboss.jackpot.record import PREFIX
from pitboss.jackpot.refusal import RefusedError
from pitboss.jackpot.snapshot import format_books, parse_books
from pitboss.jackpot.win import WinStatus
from pitboss.ledger.fact import KINDS
from pitboss.ledger.transfer import Reason
from pitboss.storage.memory import MemoryStore, Shelf

QUICK = Credentials(PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
STAFF = {
    "tess": Role.TECHNICIAN,
    "sue": Role.SUPERVISOR,
    "dan": Role.DEALER,
    "dora": Role.DEALER,
    "sam": Role.SUPERVISOR,
    "eve": Role.EXECUTIVE,
    "abe": Role.ACCOUNTING,
    "ivy": Role.AUDITOR,
    "tim": Role.TECHNICIAN,
}
PINS = {name: f"{place}40917{place}" for place, name in enumerate(STAFF)}
CARD = "a card's long secret"


class Office:
    """A floor with staff, guarded, on a clock that the test sets."""

    def __init__(self, terms=None):
        self.pit = Pit(terms, guard=check_authority)
        self.now = 1_700_000_000_000_000
        self.pit.clock = lambda: self.now
        self.pit.manager = self.pit.start_manager()
        ids = count(1)
        self.personnel = Personnel(self.pit.manager, QUICK, lambda: f"office {next(ids)}")
        for name, role in STAFF.items():
            by = ("installer",) if len(self.people) < 2 else OFFICE
            self.personnel.add(name, role, pin=PINS[name], card=f"{CARD} {name}", by=by)

    @property
    def floor(self):
        return self.pit.manager.floor

    @property
    def people(self):
        return self.floor.people

    def ask(self, kind, *arguments, by, id_=None, **named):
        return self.pit.manager.ask(
            kind(id_ or f"ask {len(self.pit.shelf.entries)}", by, *arguments, **named)
        )


@pytest.fixture
def office():
    return Office()


# -- secrets -------------------------------------------------------------------------------------------


def test_a_pin_and_a_card_are_kept_as_argon2_hashes_and_nowhere_as_themselves(office):
    office.personnel.sign_in("dan", pin=PINS["dan"])
    with pytest.raises(RefusedError):
        office.personnel.sign_in("dan", pin="987654")
    office.personnel.change_pin("dan", old=PINS["dan"], new="271828")
    journal = "".join(entry.body for entry in office.pit.shelf.entries) + format_books(office.floor)
    assert journal.count("$argon2id$") >= 2 * len(STAFF)
    for secret in (*PINS.values(), CARD, "987654", "271828"):
        assert secret not in journal


def test_what_is_typed_into_the_wrong_field_is_not_written_down_either(office):
    with pytest.raises(RefusedError):
        office.personnel.sign_in("555123", pin="dan", where="table 1")
    last = office.pit.shelf.entries[-1].draft
    assert (last.kind, last.fact) == ("record: unknown name at sign-in", UnknownSignedIn("table 1"))
    assert "555123" not in office.pit.shelf.entries[-1].body


def test_the_journal_takes_hashes_only(office):
    for kind, arguments in (
        (request.AddPerson, ("new", Role.DEALER, "493817")),
        (request.ChangeSecret, ("dan", "493817")),
    ):
        with pytest.raises(RefusedError, match="hash it first"):
            office.ask(kind, *arguments, by=OFFICE)


def test_a_hash_that_costs_nothing_to_try_is_not_what_the_floor_uses():
    """RFC 9106's recommendation for small machines: 64 MiB, three passes, Argon2id."""
    assert (SHARED.memory_cost, SHARED.time_cost, SHARED.type.name) == (64 * 1024, 3, "ID")


@pytest.mark.parametrize(
    "pin", ["12345", "1234567890123", "12345a", "111111", "123456", "987654", "", "१२३४५९"]
)
def test_a_pin_is_six_digits_or_more_and_not_the_first_that_comes_to_mind(pin):
    with pytest.raises(InputError, match="6 to 12 digits"):
        QUICK.hash_pin(pin)


def test_a_cards_secret_is_long():
    with pytest.raises(InputError, match="at least 16"):
        QUICK.hash_card("short")


def test_equal_pins_hash_differently_and_only_the_right_one_fits():
    one, other = QUICK.hash_pin("493817"), QUICK.hash_pin("493817")
    assert one != other
    assert QUICK.is_right("493817", one)
    assert not QUICK.is_right("493818", one)
    assert not QUICK.is_right("493817", "no hash at all")
    assert not QUICK.is_right("493817", "")
    assert not QUICK.is_right("nobody's secret", "")


# -- signing in ----------------------------------------------------------------------------------------


def test_a_person_signs_in_with_a_pin_or_a_card_and_not_with_one_for_the_other(office):
    assert office.personnel.sign_in("sue", pin=PINS["sue"]).role is Role.SUPERVISOR
    assert office.personnel.sign_in("sue", card=f"{CARD} sue").person == "sue"
    for wrong in ({"card": PINS["sue"]}, {"pin": f"{CARD} sue"}, {"pin": PINS["dan"]}, {}):
        with pytest.raises(RefusedError, match="do not belong together"):
            office.personnel.sign_in("sue", **wrong)


def test_who_has_no_card_signs_in_with_none(office):
    office.personnel.add("new", Role.DEALER, pin="493817", by=OFFICE)
    for card in ("", "nobody's secret", f"{CARD} sue"):
        with pytest.raises(RefusedError, match="do not belong together"):
            office.personnel.sign_in("new", card=card)


def test_nobody_gets_in_under_a_name_that_does_not_exist(office):
    with pytest.raises(RefusedError, match="do not belong together"):
        office.personnel.sign_in("mallory", pin="nobody's secret")


def lock_out(office, name="dan"):
    for _ in range(MOST_FAILURES):
        with pytest.raises(RefusedError):
            office.personnel.sign_in(name, pin="902817")


def test_after_repeated_failures_a_person_is_locked_out_and_who_is_signed_in_already_works_on(office):
    office.pit.open()
    lock_out(office)
    for secret in ({"pin": PINS["dan"]}, {"card": f"{CARD} dan"}):
        with pytest.raises(RefusedError, match="dan is locked after 5 wrong tries"):
            office.personnel.sign_in("dan", **secret)
    office.ask(request.CoinIn, "table 1", 1, {1: MICROS}, by=("dan",))
    kinds = [entry.draft.kind for entry in office.pit.shelf.entries]
    assert kinds.count("person failed to sign in") == MOST_FAILURES


def test_wrong_tries_from_elsewhere_are_written_down_and_never_lock(office):
    for _ in range(3 * MOST_FAILURES):
        with pytest.raises(RefusedError, match="do not belong together"):
            office.personnel.sign_in("dan", pin="902817", where="browser", is_near=False)
    assert office.people["dan"].failures == 0
    last = office.pit.shelf.entries[-1].draft
    assert (last.kind, last.fact.person) == ("record: wrong PIN from elsewhere", "dan")
    assert office.personnel.sign_in("dan", pin=PINS["dan"], is_near=False)


@pytest.mark.parametrize("name", HOUSE_PEOPLE)
def test_the_house_shows_no_pin_and_is_never_locked(office, name):
    office.personnel.add(name, Role.SUPERVISOR, pin="493817", by=OFFICE)
    for _ in range(MOST_FAILURES + 1):
        for pin in ("493817", "902817"):
            with pytest.raises(RefusedError, match="nobody signs in as the house"):
                office.personnel.sign_in(name, pin=pin)
        with pytest.raises(RefusedError, match="nobody signs in as the house"):
            office.ask(request.SignIn, name, False, by=(name,))
    assert not office.people[name].is_locked


def test_nobody_renews_anothers_hash(office):
    for by in (("sue",), ("sue", "tess"), ("dan", "sue")):
        with pytest.raises(RefusedError):
            office.ask(request.RenewHash, "dan", "$argon2id$other", by=by)


def test_a_right_try_in_between_starts_the_count_anew(office):
    for _ in range(2):
        for _ in range(MOST_FAILURES - 1):
            with pytest.raises(RefusedError):
                office.personnel.sign_in("dan", pin="902817")
        office.personnel.sign_in("dan", pin=PINS["dan"])
    assert office.people["dan"].failures == 0


MINUTE = 60 * MICROS


def test_a_lock_ends_by_itself_and_each_wrong_try_doubles_it_up_to_a_day(office):
    """A quarter of an hour after the fifth: 15, 30, 60 … minutes, and never longer than a day."""
    lock_out(office)
    for minutes in (15, 30, 60, 120, 240, 480, 960, 1440, 1440, *(1440,) * 5):
        office.now += (minutes - 1) * MINUTE
        with pytest.raises(RefusedError, match="wait 1 minute, or have somebody else unlock"):
            office.personnel.sign_in("dan", pin=PINS["dan"])
        office.now += MINUTE
        with pytest.raises(RefusedError, match="do not belong together"):
            office.personnel.sign_in("dan", pin="902817")
    office.now += 1440 * MINUTE
    office.personnel.sign_in("dan", pin=PINS["dan"])
    assert not office.people["dan"].is_locked


def test_nobody_at_a_keypad_locks_the_whole_room_for_good(office):
    office.pit.open()
    for name in STAFF:
        lock_out(office, name)
    office.now += 15 * MINUTE
    for name in STAFF:
        office.personnel.sign_in(name, pin=PINS[name])
    office.ask(request.CoinIn, "table 1", 1, {1: MICROS}, by=("dan",))


def test_a_clock_that_is_put_back_does_not_lengthen_or_shorten_a_lock(office):
    """The journal's clock never runs backwards."""
    lock_out(office)
    office.now -= 60 * MINUTE
    with pytest.raises(RefusedError, match="wait 15 minutes"):
        office.personnel.sign_in("dan", pin=PINS["dan"])
    office.now += (60 + 15) * MINUTE
    office.personnel.sign_in("dan", pin=PINS["dan"])


def test_the_lock_outlives_a_start_of_the_manager(office):
    lock_out(office)
    again = GameManager(MemoryStore(office.pit.shelf), office.pit.clock, check_authority)
    assert again.floor.people["dan"].is_locked


def test_somebody_else_unlocks_and_that_is_written_down(office):
    lock_out(office, "sue")
    with pytest.raises(RefusedError, match="somebody else"):
        office.ask(request.Unlock, "sue", by=("sue",))
    with pytest.raises(RefusedError, match="may not"):
        office.ask(request.Unlock, "sue", by=("dan",))
    answer = office.ask(request.Unlock, "sue", by=("sam",))
    assert (answer.draft.kind, answer.draft.by) == ("person unlocked", ("sam",))
    assert office.personnel.sign_in("sue", pin=PINS["sue"])
    with pytest.raises(RefusedError, match="not locked"):
        office.ask(request.Unlock, "sue", by=("sam",))


def test_nobody_unlocks_himself_even_where_no_guard_stands(office):
    lock_out(office, "sue")
    open_door = GameManager(MemoryStore(office.pit.shelf), office.pit.clock)
    for by in (("sue",), ("sam", "sue")):
        with pytest.raises(RefusedError, match="unlocked by somebody else"):
            open_door.ask(request.Unlock("unlock", by, "sue"))


# -- req. 65 -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["dan", "Dan", "DAN"])
def test_req_65_every_person_has_a_name_of_their_own(office, name):
    with pytest.raises(RefusedError, match="name of their own"):
        office.personnel.add(name, Role.DEALER, pin="493817", by=OFFICE)


@pytest.mark.parametrize("name", ["", " ", " dan", "dan  d"])
def test_req_65_a_name_is_written_one_way(office, name):
    with pytest.raises(RefusedError, match="single spaces"):
        office.personnel.add(name, Role.DEALER, pin="493817", by=OFFICE)


def test_req_65_the_name_of_somebody_who_left_is_never_used_again(office):
    office.ask(request.ChangePerson, "dora", Role.DEALER, False, by=OFFICE)
    with pytest.raises(RefusedError, match="there is or was"):
        office.personnel.add("dora", Role.DEALER, pin="493817", by=OFFICE)
    with pytest.raises(RefusedError, match="has left"):
        office.personnel.sign_in("dora", pin=PINS["dora"])
    office.ask(request.ChangePerson, "dora", Role.SUPERVISOR, by=OFFICE)
    assert office.personnel.sign_in("dora", pin=PINS["dora"]).role is Role.SUPERVISOR


def test_req_65_after_a_quarter_the_person_is_asked_for_a_new_pin(office):
    office.now += QUARTER_MICROS - 1
    assert not office.personnel.sign_in("dan", pin=PINS["dan"]).is_change_due
    office.now += 1
    assert office.personnel.sign_in("dan", pin=PINS["dan"]).is_change_due
    office.personnel.reset("dan", card="another long secret", by=OFFICE)
    assert office.personnel.sign_in("dan", pin=PINS["dan"]).is_change_due
    office.personnel.change_pin("dan", old=PINS["dan"], new="271828")
    assert not office.personnel.sign_in("dan", pin="271828").is_change_due


def test_req_65_roles_can_be_listed(office):
    office.ask(request.ChangePerson, "dora", Role.DEALER, False, by=OFFICE)
    assert list_roles(office.floor) == {
        Role.DEALER: ("dan",),
        Role.SUPERVISOR: ("sam", "sue"),
        Role.EXECUTIVE: ("eve",),
        Role.TECHNICIAN: ("tess", "tim"),
        Role.ACCOUNTING: ("abe",),
        Role.AUDITOR: ("ivy",),
    }


def test_a_pin_is_changed_by_who_knows_it_and_a_lost_one_by_two_others(office):
    with pytest.raises(RefusedError, match="do not belong"):
        office.personnel.change_pin("dan", old="902817", new="271828")
    with pytest.raises(RefusedError, match="another one"):
        office.personnel.change_pin("dan", old=PINS["dan"], new=PINS["dan"])
    for by in (("dan",), ("sue",), ("sue", "sam"), ("sue", "ivy")):
        with pytest.raises(RefusedError):
            office.personnel.reset("dan", pin="271828", by=by)
    office.personnel.reset("dan", pin="271828", by=OFFICE)
    assert office.personnel.sign_in("dan", pin="271828")


# -- who may do what -----------------------------------------------------------------------------------

# Written down apart from the code: a row for each kind of request, who may ask for it.
RIGHTS = {
    "CoinIn": "dealer supervisor executive",
    "PostWin": "dealer supervisor executive",
    "WithdrawWin": "dealer supervisor executive",
    "EndGame": "dealer supervisor executive",
    "ConfirmWin": "supervisor executive",
    "RecordWin": "supervisor executive",
    "VoidRound": "supervisor executive",
    "SetTerms": "supervisor executive technician",
    "Switch": "supervisor executive technician accounting",
    "Adjust": "supervisor executive technician accounting",
    "BackOutWin": "supervisor executive technician accounting",
    "MoveMoney": "supervisor executive accounting",
    "PayMerchandise": "supervisor executive accounting",
    "ReplaceSeized": "supervisor executive accounting",
    "Seize": "supervisor executive technician accounting",
    "ApproveGame": "supervisor executive technician",
    "ListEquipment": "supervisor executive technician",
    "WithdrawApproval": "supervisor executive technician",
    "AddPerson": "supervisor executive technician",
    "ChangePerson": "supervisor executive technician",
    "Unlock": "supervisor executive technician",
    "ChangeSecret": "dealer supervisor executive technician accounting auditor",
    "RenewHash": "dealer supervisor executive technician accounting auditor",
    "AddPlayer": "dealer supervisor executive",
    "ChangePlayerSecret": "dealer supervisor executive",
    "Record": "dealer supervisor executive technician accounting",
}
RECORDS = {
    "malfunction": "dealer supervisor executive technician accounting",
    "malfunction reported": "supervisor executive technician accounting",
    "deposit": "supervisor executive accounting",
    "check requested": "supervisor executive accounting",
    "check paid": "supervisor executive accounting",
    "a poem": "",
}


def test_the_table_of_rights_says_of_every_request_who_may_ask():
    found = {
        kind.__name__: {role.value for role, kinds in MAY.items() if kind in kinds}
        for kind in DECIDERS
        if kind not in UNGUARDED
    }
    assert found == {name: set(roles.split()) for name, roles in RIGHTS.items()}


def example(kind):
    """A request of each kind that nothing but authority stands against."""
    arguments = {
        "CoinIn": ("table 1", 1, {1: MICROS}),
        "Switch": ("link", True),
        "Unlock": ("dan",),
        "ChangeSecret": ("somebody", "$argon2id$"),
        "AddPerson": ("new", Role.DEALER, "$argon2id$"),
        "ChangePerson": ("dan", Role.DEALER),
        "Record": ("malfunction",),
    }
    blank = object.__new__(kind)
    for name, value in zip(
        kind.__dataclass_fields__, ("id", ("x",), *arguments.get(kind.__name__, ())), strict=False
    ):
        object.__setattr__(blank, name, value)
    if not hasattr(blank, "win"):
        object.__setattr__(blank, "win", "none")
    return blank


@pytest.mark.parametrize("name", ["dan", "sue", "eve", "tess", "abe", "ivy"])
@pytest.mark.parametrize("kind", [kind for kind in RIGHTS if kind != "ChangeSecret"])
def test_a_person_may_do_what_the_role_may_and_nothing_else(office, name, kind):
    asked = example(next(one for one in DECIDERS if one.__name__ == kind))
    if STAFF[name].value in RIGHTS[kind].split():
        authorize(office.floor, name, asked)
    else:
        with pytest.raises(RefusedError, match=f"{name} is {STAFF[name].value} and may not: {kind} is for"):
            authorize(office.floor, name, asked)


@pytest.mark.parametrize("name", ["dan", "sue", "eve", "tess", "abe", "ivy"])
@pytest.mark.parametrize("kind", RECORDS)
def test_what_is_written_down_is_written_by_those_whose_work_it_is_and_an_auditor_only_reads(
    office, name, kind
):
    asked = request.Record("note", (name,), kind)
    if STAFF[name].value in RECORDS[kind].split():
        authorize(office.floor, name, asked)
    else:
        with pytest.raises(RefusedError, match=f"{name} is {STAFF[name].value} and may not: .* is for"):
            authorize(office.floor, name, asked)


def test_every_kind_of_record_has_its_writers():
    assert {PREFIX + kind for kind in RECORDS} - {f"{PREFIX}a poem"} == set(MAY_RECORD) <= set(KINDS)


def test_somebody_whom_nobody_knows_may_do_nothing(office):
    with pytest.raises(RefusedError, match="unknown person 'dann'; did you mean 'dan'"):
        office.ask(request.Record, "malfunction", by=("dann",))
    with pytest.raises(RefusedError, match="unknown person"):
        office.ask(request.Record, "malfunction", by=("dan", "mallory"))


def test_somebody_who_left_may_do_nothing(office):
    office.ask(request.ChangePerson, "sam", Role.SUPERVISOR, False, by=OFFICE)
    with pytest.raises(RefusedError, match="sam has left"):
        office.ask(request.SetTerms, make_terms(), by=("tess", "sam"))


def test_a_repeated_request_gets_its_first_answer_even_if_the_person_has_left(office):
    first = office.ask(request.Record, "malfunction", by=("dora",), id_="once")
    office.ask(request.ChangePerson, "dora", Role.DEALER, False, by=OFFICE)
    assert office.ask(request.Record, "malfunction", by=("dora",), id_="once") == first


def test_a_person_who_is_added_again_under_the_same_id_has_the_same_secrets(office):
    """A PIN hashes differently each time: it is held against the hash that was kept."""
    personnel = Personnel(office.pit.manager, QUICK, lambda: "new dealer")
    first = personnel.add("dee", Role.DEALER, pin="314159", card=f"{CARD} dee", by=OFFICE)
    assert personnel.add("dee", Role.DEALER, pin="314159", card=f"{CARD} dee", by=OFFICE) == first
    for other in ({"pin": "271828", "card": f"{CARD} dee"}, {"pin": "314159"}):
        with pytest.raises(UsedBeforeError):
            personnel.add("dee", Role.DEALER, by=OFFICE, **other)
    with pytest.raises(UsedBeforeError):
        personnel.add("dee", Role.SUPERVISOR, pin="314159", card=f"{CARD} dee", by=OFFICE)


# -- two keys ------------------------------------------------------------------------------------------

DEPARTMENT = {
    "tess": "systems",
    "tim": "systems",
    "sue": "games",
    "sam": "games",
    "dan": "games",
    "eve": "games",
    "abe": "accounting",
    "ivy": "audit",
}


@pytest.mark.parametrize("pair", list(combinations(DEPARTMENT, 2)), ids="+".join)
def test_req_56_terms_need_two_people_of_two_departments_who_each_may_change_them(office, pair):
    may = {"tess", "tim", "sue", "sam", "eve"}
    is_fit = set(pair) <= may and DEPARTMENT[pair[0]] != DEPARTMENT[pair[1]]
    if is_fit:
        assert office.ask(request.SetTerms, make_terms(), by=pair).draft.by == pair
    else:
        with pytest.raises(RefusedError):
            office.ask(request.SetTerms, make_terms(), by=pair)


@pytest.mark.parametrize("name", DEPARTMENT)
def test_req_56_no_one_person_changes_terms_money_or_people(office, name):
    office.pit.open()
    for kind, arguments in (
        (request.SetTerms, (make_terms(),)),
        (request.Adjust, ("link", "Mega", MICROS, Reason.CORRECTION, "found")),
        (request.MoveMoney, ("link", "Mega", "link", "Major", MICROS, "A-1", "text")),
        (request.AddPerson, ("new", Role.EXECUTIVE, "$argon2id$")),
        (request.ChangePerson, (name, Role.EXECUTIVE)),
    ):
        for by in ((name,), (name, name)):
            with pytest.raises(RefusedError):
                office.ask(kind, *arguments, by=by)
    assert office.people[name].role is STAFF[name]


def test_req_56_an_adjustment_takes_two_departments_and_a_text(office):
    office.pit.open()
    asked = ("link", "Mega", -MICROS, Reason.DISPLAY_ERROR)
    with pytest.raises(RefusedError, match="different departments"):
        office.ask(request.Adjust, *asked, "reader fault", by=("sue", "eve"))
    with pytest.raises(RefusedError, match="write why"):
        office.ask(request.Adjust, *asked, " ", by=("abe", "sue"))
    answer = office.ask(request.Adjust, *asked, "reader fault", by=("abe", "sue"))
    assert answer.draft.fact.text == "reader fault"


def test_req_56_what_was_stopped_is_opened_again_by_two_departments(office):
    office.pit.open()
    office.ask(request.Switch, "link", False, "underfunded", by=("abe",))
    for by in (("sue",), ("sue", "sam")):
        with pytest.raises(RefusedError):
            office.ask(request.Switch, "link", True, by=by)
    office.ask(request.Switch, "link", True, by=("abe", "sue"))
    assert office.floor.progressives["link"].is_open


def test_the_installer_adds_people_until_two_departments_hold_a_key_and_then_never_again(office):
    pit = Pit(guard=check_authority)
    add = [
        pit.manager.ask(request.AddPerson(f"add {name}", ("installer",), name, STAFF[name], "$argon2id$"))
        for name in ("dan", "sue", "tess")
    ]
    assert len(add) == 3
    with pytest.raises(RefusedError, match="unknown person 'installer'"):
        pit.manager.ask(request.AddPerson("add eve", ("installer",), "eve", Role.EXECUTIVE, "$argon2id$"))
    with pytest.raises(RefusedError, match="nobody is here yet"):
        Pit(guard=check_authority).open()


def test_the_last_key_of_a_department_cannot_be_taken_away(office):
    office.ask(request.ChangePerson, "tim", Role.TECHNICIAN, False, by=OFFICE)
    for role, is_active in ((Role.TECHNICIAN, False), (Role.AUDITOR, True)):
        with pytest.raises(RefusedError, match="no two departments"):
            office.ask(request.ChangePerson, "tess", role, is_active, by=OFFICE)


# -- confirming ----------------------------------------------------------------------------------------


def post(office, line=QUADS, by="dan"):
    office.pit.open()
    office.pit.start(2)
    office.pit.press(2, line, by=by)
    return next(iter(office.floor.wins))


def test_nobody_confirms_what_he_posted(office):
    win = post(office, by="sue")
    for by in (("sue",), ("sam", "sue")):
        with pytest.raises(RefusedError, match="sue posted this win"):
            office.ask(request.ConfirmWin, win, by=by)
    office.ask(request.ConfirmWin, win, by=("sam",))
    assert office.floor.wins[win].status is WinStatus.CONFIRMED


@pytest.mark.parametrize(("limit", "may"), [(100_030_000, "sue sam eve"), (100_029_999, "eve")])
def test_a_supervisor_confirms_up_to_the_terms_amount_and_an_executive_above(limit, may):
    """Four of a kind takes the Minor: its seed of $100 and three cents."""
    for name in STAFF:
        if name == "dan":
            continue
        office = Office(make_terms(executive_above_micros=limit))
        win = post(office)
        assert office.floor.wins[win].micros == 100_030_000
        if name in may.split():
            office.ask(request.ConfirmWin, win, by=(name,))
            continue
        with pytest.raises(RefusedError, match="executive's card" if name in ("sue", "sam") else "may not"):
            office.ask(request.ConfirmWin, win, by=(name,))


def test_a_round_is_voided_by_the_floor_and_not_by_the_dealer(office):
    office.pit.open()
    office.pit.start(2)
    events = office.pit.do(command.VoidRound("dan", "wrong count"))
    assert "may not" in events[0].why
    office.pit.do(command.VoidRound("sue", "wrong count"))
    assert "table 1" not in office.floor.rounds


# -- the trail -----------------------------------------------------------------------------------------


def test_req_59_every_entry_has_a_person_and_people_are_entries_too(office):
    office.ask(request.ChangePerson, "dan", Role.SUPERVISOR, by=OFFICE)
    drafts = [entry.draft for entry in office.pit.shelf.entries]
    assert all(draft.by and draft.by[0] for draft in drafts)
    assert drafts[-1].fact.before == Rank(Role.DEALER, is_active=True)
    floor = Books()
    for draft in drafts:
        floor.apply(draft)
    assert floor.people == office.people


def test_people_and_tray_are_in_a_checkpoint(office):
    office.pit.open()
    office.pit.start(2)
    office.pit.press(2, "flush")
    office.pit.end()
    lock_out(office)
    again = parse_books(format_books(office.floor))
    assert again == office.floor
    assert json.loads(format_books(office.floor)) == json.loads(format_books(again))


# -- the manager ---------------------------------------------------------------------------------------


def test_a_manager_without_a_guard_lets_everybody():
    manager = GameManager(MemoryStore(Shelf()), lambda: 0)
    assert manager.ask(request.Record("id", ("anybody",), "note")).number == 1


@pytest.mark.parametrize(
    "name", ["player Nora", "PLAYER nora", "the house", "Installer", "dealer", "browser", "s\u057de", "house"]
)
def test_no_person_is_called_what_the_journal_calls_others(office, name):
    with pytest.raises(RefusedError, match=r"what the journal calls others|one alphabet"):
        office.ask(request.AddPerson, name, Role.DEALER, "$argon2id$", by=OFFICE)
