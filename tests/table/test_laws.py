"""Random commands, legal and illegal, at a table of every game: after each one the laws of `law` hold."""

from random import Random
from typing import ClassVar

import pytest
from hypothesis import Phase as Stage
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule, run_state_machine_as_test
from law import Watch
from stand import IN_ROUND, MICROS, open_stand

from dealing import base_wager
from pitboss.rules import Choose, game_ids
from pitboss.table import command
from pitboss.table.phase import Phase
from pitboss.table.setup import SpotLimit
from pitboss.table.shuffler import PacketShuffler
from structure import one_of_each_kind

PLAYERS = st.sampled_from(["Ann", "Bob", "Cem", "Dora", " "])
SEATS = st.integers(0, 8)
NUMBERS = st.integers(0, 40)
STAKES = st.sampled_from([dollars * MICROS for dollars in (5, 1, 7, 10, 100, 0, 101, 500)])
ODD_STAKES = st.sampled_from([-MICROS, 1, 2_500_000, 5_010_000])
WHO = st.sampled_from(["the floor", " "])
WHY = st.sampled_from(["seen on camera", ""])
PAYTABLES = {"three_card_poker": ("TCPB-03E",), "mississippi_stud": ("Link ML03",)}
"""Paytables with envy and with several meters, where the usual ones have none."""
CENTS = SpotLimit(MICROS, 100 * MICROS, MICROS // 100)
VARIANTS = [
    pytest.param(
        "three_card_poker", {"ante_mandatory": True, "folded_hands_qualify": False}, {}, id="mandatory"
    ),
    pytest.param("three_card_poker", {"aggregate_payout_limit": 250}, {}, id="limited"),
    pytest.param(
        "mississippi_stud", {"folded_hands_qualify": False}, {"ante": CENTS}, id="cents at Mississippi"
    ),
    pytest.param(
        "caribbean_stud", {"settlement_order": "progressive,cover_all,raise_bet,ante"}, {}, id="another order"
    ),
    pytest.param("blackjack", {"dealer_peeks": False, "surrender": True}, {"bet": CENTS}, id="no peek"),
    pytest.param("blackjack", {"surrender": True, "resplit_aces": True}, {"bet": CENTS}, id="surrender"),
    pytest.param("blackjack", {"dealer_hits_soft_17": True, "hit_split_aces": True}, {}, id="soft 17"),
]
"""Houses of another mind, and stakes in cents."""
PEOPLE = {1: "Ann", 2: "Ann", 3: "Dan", 4: "Bob", 5: "Eve", 6: "Fay", 7: "Cem"}

ABOUT_A_HAND = (command.ExposeCard, command.ReportWrongCount)
MISFEED = None
"""The device gives a wrong packet next time."""
IRREGULAR = (
    *ABOUT_A_HAND,
    command.PlayOn,
    command.PlayOn,
    command.VoidRound,
    command.ReportFault,
    command.SwapShuffler,
    MISFEED,
)


class LiveTable(RuleBasedStateMachine):
    """A table, the people around it, and what they try."""

    name = ""
    house: ClassVar = {}
    limits: ClassVar = {}

    def __init__(self) -> None:
        super().__init__()
        tables = PAYTABLES.get(self.name, ())
        self.stand = open_stand(self.name, *tables, limits=self.limits, **self.house)
        self.table = self.stand.table
        self.watch = Watch(self.table)
        self.wagers = list(self.table.setup.posted)
        for seat, player in PEOPLE.items():
            self.watch.send(command.TakeSeat(player, seat))
            self.watch.send(command.BuyIn(player, 400 * MICROS))

    # -- the round as it should go ---------------------------------------------------------------

    @rule(numbers=st.lists(NUMBERS, min_size=1, max_size=20))
    def go_on(self, numbers):
        """The next things that the procedure has in mind, none of which may be refused."""
        for number in numbers:
            if (asked := self.next_command(number)) is None:
                return
            assert self.watch.send(asked) is not None, f"the procedure asks for {asked}"
            if self.table.phase is Phase.IDLE:
                return

    def next_command(self, number):
        match self.table.phase:
            case Phase.IDLE:
                return None if self.table.source.fault else command.OpenBets()
            case Phase.BETTING:
                return command.CallNoMoreBets() if any(self.table.seating.wagers.values()) else None
            case Phase.DECIDING:
                step = self.table.running.deal.step
                chips = self.table.chips(self.table.seating.players[step.seat])
                offers = [
                    name for name, offer in self.table.running.offers.items() if offer.stake_micros <= chips
                ]
                return command.Decide(step.seat, step.question, offers[number % len(offers)])
            case Phase.HALTED | Phase.REVIEW:
                return None
        return self.table.dealers_act()

    @precondition(lambda self: self.table.phase not in (Phase.HALTED, Phase.REVIEW))
    @rule(seed=st.integers(0, 999), most=st.sampled_from([200, 10, 10]))
    def play_out(self, seed, most):
        """A round to its end, or nearly."""
        random = Random(seed)
        if self.table.phase in (Phase.IDLE, Phase.BETTING):
            self.bet(random.randint(1, 7), [(random.randrange(40), MICROS) for _ in range(8)])
        self.go_on([random.randrange(100) for _ in range(most)])

    @precondition(lambda self: self.table.phase in (Phase.IDLE, Phase.BETTING))
    @rule(base=st.integers(1, 7), numbers=st.lists(st.tuples(NUMBERS, STAKES), max_size=8))
    def bet(self, base, numbers):
        """Some seats get a base wager, and more wagers go down at random."""
        if self.table.phase is Phase.IDLE:
            self.watch.send(command.OpenBets())
        seats = list(PEOPLE)
        for seat in seats[:base]:
            stake = 5_010_000 if self.limits else 5 * MICROS
            self.watch.send(command.PlaceWager(seat, base_wager(self.stand.game), stake))
        for number, stake in numbers:
            wager = self.wagers[number // len(seats) % len(self.wagers)]
            self.watch.send(command.PlaceWager(seats[number % len(seats)], wager, stake))

    # -- everything else -------------------------------------------------------------------------

    @rule(player=PLAYERS, seat=SEATS, micros=STAKES | ODD_STAKES, number=NUMBERS)
    def people(self, player, seat, micros, number):
        """Somebody sits down, leaves, buys chips or cashes them, whenever that may be."""
        asked = (
            command.TakeSeat(player, seat),
            command.LeaveSeat(seat),
            command.BuyIn(player, micros),
            command.CashOut(player),
        )
        self.watch.send(asked[number % len(asked)])

    @rule(seat=SEATS, number=NUMBERS, stake=STAKES | ODD_STAKES)
    def wagers_move(self, seat, number, stake):
        wager = [*self.wagers, "toke"][number // 2 % (len(self.wagers) + 1)]
        asked = (
            command.PlaceWager(seat, wager, stake),
            command.TakeBack(seat, wager),
            command.PlaceToke(seat, wager, stake // 5),
        )
        self.watch.send(asked[number % len(asked)])

    @rule(number=NUMBERS, seat=SEATS, offset=st.integers(-2, 2))
    def buttons(self, number, seat, offset):
        """The dealer presses something, or a seat answers what it was perhaps not asked."""
        play = self.table.play
        step = play.deal.step if play else None
        options = [option.name for option in step.options] if isinstance(step, Choose) else ["fold"]
        asked = (
            command.OpenBets(),
            command.CallNoMoreBets(),
            command.Proceed((play.point if play else 0) + offset),
            command.SetColumn((play.seen.hands if play else 2) + offset),
            command.Decide(seat, getattr(step, "question", ""), options[number % len(options)]),
            command.Decide(getattr(step, "seat", 1), "the weather", options[0]),
            command.Decide(getattr(step, "seat", 1), getattr(step, "question", ""), "swear"),
        )
        self.watch.send(asked[number % len(asked)])

    # -- irregularities --------------------------------------------------------------------------

    @rule(kind=st.sampled_from(IRREGULAR), by=WHO, why=WHY, number=NUMBERS, place=st.integers(-1, 5))
    def irregular(self, kind, by, why, number, place):
        hands = [*(self.table.play.deal.round.hands if self.table.play else ()), "no such hand"]
        about = (hands[number % len(hands)], place) if kind in ABOUT_A_HAND else ()
        if kind is not MISFEED:
            self.watch.send(kind(by, why, *about))
        elif isinstance(self.table.source, PacketShuffler) and self.table.phase in IN_ROUND:
            self.table.source.misfeed(place or 1)

    @precondition(lambda self: self.table.phase is Phase.HALTED)
    @rule()
    def cure(self):
        """A device that is cured goes on, or the round is void; a second cure finds nothing to do."""
        assert self.watch.send(command.CureShuffler("the floor", "cleared")) is not None
        assert self.table.source.fault is None
        assert self.watch.send(command.CureShuffler("the floor", "cleared")) is None

    @precondition(lambda self: self.table.source.fault)
    @rule()
    def mend(self):
        """The floor does what it can about a fault: a backup is brought and takes over."""
        if self.table.backup is None and self.table.phase in (Phase.IDLE, Phase.HALTED):
            assert self.watch.send(command.BringBackup("the floor", "a fault")) is not None
        if self.table.phase is Phase.IDLE:
            self.watch.send(command.OpenBets())
        if self.table.phase is Phase.HALTED:
            assert self.watch.send(command.SwapShuffler("the floor", "a fault")) is not None

    def teardown(self) -> None:
        COUNTED[self.name] = COUNTED.get(self.name, 0) + self.watch.closed


COUNTED: dict[str, int] = {}
"""Rounds that were played to their end, by game."""


def machine_of(name, house=None, limits=None):
    about = {"name": name, "house": house or {}, "limits": limits or {}}
    return type(f"LiveTable_{name}", (LiveTable,), about)


def prove(name: str, *, examples: int, steps: int, house=None, limits=None) -> None:
    run_state_machine_as_test(
        machine_of(name, house, limits),
        settings=settings(
            max_examples=examples,
            stateful_step_count=steps,
            derandomize=True,
            deadline=None,
            database=None,
            phases=(Stage.generate, Stage.shrink),
        ),
    )
    assert COUNTED[name] > examples // 4, "too few rounds came to their end to prove anything"


@pytest.mark.parametrize("name", game_ids())
def test_a_toke_is_accounted_for_as_a_stake_is(name):
    table = machine_of(name)()
    table.bet(base=3, numbers=[])
    toke = command.PlaceToke(3, base_wager(table.stand.game), MICROS)
    assert table.watch.send(toke) is not None
    table.play_out(seed=1, most=200)
    assert table.watch.closed == 1


@pytest.mark.parametrize("name", one_of_each_kind(game_ids()))
def test_no_command_breaks_a_law(name):
    prove(name, examples=6, steps=25)


@pytest.mark.slow
@pytest.mark.parametrize("name", game_ids())
def test_no_command_breaks_a_law_in_a_long_run(name):
    prove(name, examples=40 if name in one_of_each_kind(game_ids()) else 15, steps=50)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "house", "limits"), VARIANTS)
def test_no_command_breaks_a_law_in_other_houses(name, house, limits):
    prove(name, examples=20, steps=40, house=house, limits=limits)
