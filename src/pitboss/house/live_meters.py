"""The progressive of a live table: its keypad, pressed by what happens at the table, and its meters behind
it.

A dealer at a real table puts chips on sensors, presses COIN IN, presses the hand buttons of winners and
GAME OVER. Here the table does, each once. What the keypad asks goes to whoever carries the act out (`ask`):
to the book where somebody acts, to the entries of the act where it is done again. The keypad has the
table's own round number.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from pitboss.base.error import InputError
from pitboss.base.odds import Pay
from pitboss.house.agreement import check_agreement, why_not_close
from pitboss.house.page import Outcome, RequestAnswer
from pitboss.jackpot.books import Books
from pitboss.jackpot.controller import Button, Controller, Dialect, Keypad, Phase, Press, command
from pitboss.jackpot.controller import event as keypad_event
from pitboss.jackpot.controller.command import Command, Done, Refused, TakeAnswers
from pitboss.jackpot.controller.controller import Reaction
from pitboss.jackpot.controller.news import find_news
from pitboss.jackpot.layout import Layout, make_layout, progressive_table
from pitboss.jackpot.person import Role
from pitboss.jackpot.refusal import RefusedError
from pitboss.jackpot.request import Request
from pitboss.jackpot.system import under_system
from pitboss.jackpot.table_fact import NOTHING_HEARD, Heard, Settled
from pitboss.jackpot.terms import PPM, Terms
from pitboss.ledger.account import Account, AccountKind
from pitboss.ledger.entry import Draft
from pitboss.rules import Game
from pitboss.table import event
from pitboss.table.command import CloseRound, PlaceWager, Proceed
from pitboss.table.command import Command as TableCommand
from pitboss.table.dealing import pay_prize, share_prize
from pitboss.table.meter import Claim, CountedWager, MeterLevel, MeterPayment, MetersAwayError, meter_of
from pitboss.table.phase import Phase as TablePhase
from pitboss.table.setup import Setup
from pitboss.table.table import Table

Ask = Callable[[Request], Outcome]
Fit = Callable[[Terms | None], Setup]
"""The table's setup with the progressive wager, by terms, or without it; raises where they do not fit."""
Shown = Callable[[str, str], int]
"""What the displays say of a progressive and a level."""
CLOSED = "closed"
NO_PROGRESSIVE = "this table is on no progressive"
SUPERVISORS = frozenset({Role.SUPERVISOR.value, Role.EXECUTIVE.value})
VERIFYING = (Button.JACKPOT, Button.CARD)
"""Keys that say that a win was verified."""
DEALERS = SUPERVISORS | {Role.DEALER.value}


def ask_nobody(request: Request) -> Outcome:
    raise AssertionError(f"{request.id}: nothing is asked outside of an act")


class InCharge(NamedTuple):
    """Who answers for what the keypad asks, and for a void."""

    dealer: str
    supervisor: str
    floor: frozenset[str] = frozenset()
    """Who of the floor has acted here in this round, or has settled a win of it elsewhere."""


class LiveMeters:
    def __init__(
        self, table: str, game: Game, seats: int, dialect: Dialect, *, shown: Shown, fit: Fit
    ) -> None:
        self.game = game
        self.fit = fit
        self.controller = Controller(table, seats)
        self.controller.closed_why = NO_PROGRESSIVE
        self.controller.is_in_book, self.controller.round.number = True, 0
        self.keypad = Keypad(dialect, self.controller)
        self.shown = shown
        self.in_charge = InCharge("", "")
        self.players: dict[int, str] = {}
        self.read: dict[int, str] = {}
        """Hands that the table has read in this round and that have a button, by seat."""
        self.cards: dict[int, str] = {}
        """The cards of those that win from a meter."""
        self.fitted: Terms | None = None
        """The terms that the table's setup is for; it offers the wager where there are some."""
        self.tried: tuple[Terms, str] | None = None
        """Terms that were tried on the table, and why they do not fit; empty if they do."""
        self.waiting: list[command.PressHand] = []
        """Hands to be pressed when the keypad takes them: not while a supervisor stands at it."""
        self.prizes: list[Account] = []
        """Where the prizes of this act come from."""
        self.touched = 0
        """How often the keypad was pressed or a meter asked: what is refused after that has begun already."""
        self.ask: Ask = ask_nobody
        self.table: Table | None = None
        """The table that it belongs to, which pays what is confirmed."""
        self.happened: list[event.Event] = []
        """At the table, because of what was confirmed."""

    @property
    def dealer(self) -> str:
        return self.in_charge.dealer

    @property
    def supervisor(self) -> str:
        return self.in_charge.supervisor

    @property
    def terms(self) -> Terms:
        return self.controller.in_force

    @property
    def is_on_progressive(self) -> bool:
        return self.controller.terms is not None

    @property
    def wager(self) -> str:
        """The progressive one; empty where the table is on no progressive."""
        return progressive_table(self.game, self.terms).wager if self.controller.terms else ""

    @property
    def is_calm(self) -> bool:
        """Nothing of a round is on the keypad."""
        return self.controller.phase in (Phase.OPEN, Phase.CLOSED) and not self.keypad.key_holder

    # -- what is heard from elsewhere ------------------------------------------------------------

    def find_news(self, floor: Books) -> Heard:
        """What the book has and the keypad has not heard."""
        news = tuple(self._news(floor, self.controller))
        is_gone = self.is_on_progressive and floor.progressive_of(self.controller.table) is None
        if not (news or is_gone):
            return NOTHING_HEARD
        terms, closed, settled = None, "", []
        shares: dict[str, int] = {}
        stays: dict[str, int] = {}
        taken_back: list[str] = []
        for one in news:
            match one:
                case command.OpenProgressive():
                    terms = one.terms
                case command.CloseProgressive():
                    closed = one.why
                case command.HearSettled():
                    settled.append(Settled(one.win, one.is_confirmed, one.by))
                    stays |= {one.win: one.stays_micros} if one.stays_micros else {}
                    taken_back += [one.win] if is_dealers_word(floor, one) else []
                case command.HearShare():
                    shares[one.win] = one.micros
        return Heard(terms, closed, is_gone, tuple(settled), shares, stays, tuple(taken_back))

    def _news(self, floor: Books, controller: Controller) -> Iterator[Command]:
        return find_news(floor, controller, self.game, self._why_unfit(floor))

    def _why_unfit(self, floor: Books) -> str:
        """Why the table cannot be played by the terms of its progressive; empty if it can, or has none."""
        state = floor.progressive_of(self.controller.table)
        if state is None:
            return ""
        if self.tried is None or self.tried[0] is not state.terms:
            self.tried = (state.terms, "")
            try:
                self.fit(state.terms)
            except InputError as refusal:
                self.tried = (state.terms, str(refusal))
        return self.tried[1]

    def hear(self, heard: Heard) -> None:
        if heard.terms:
            self.press(command.OpenProgressive(heard.terms, self.layout(heard.terms)))
        if heard.closed:
            self.press(command.CloseProgressive(heard.closed))
        if heard.is_gone:
            self.controller.terms = None
        for win, micros in heard.shares.items():
            self.press(command.HearShare(win, micros))
        for win, is_confirmed, by in heard.settled:
            if win not in heard.taken_back:
                self._hear_of_floor(by)
            self.press(command.HearSettled(win, is_confirmed, by, heard.stays.get(win, 0)))

    def layout(self, terms: Terms) -> Layout:
        """The keypad of this table under terms, as its system has the game dealt."""
        return make_layout(under_system(self.game, terms, self.controller.system), terms)

    def preview(self, floor: Books) -> Keypad:
        """Another keypad like this one that has heard the news: for those who look."""
        keypad = Keypad(self.keypad.dialect, self.controller.trial())
        keypad.selected, keypad.key_holder = self.keypad.selected, self.keypad.key_holder
        for one in self._news(floor, keypad.controller):
            keypad.controller.handle(one)
        return keypad

    def take_charge(self, person: str, role: str, *, deals: bool) -> None:
        """Whoever of the staff deals answers for what the keypad asks, and a supervisor for voids."""
        if deals and role in DEALERS:
            self.in_charge = self.in_charge._replace(dealer=person)
        if role in SUPERVISORS:
            self.in_charge = self.in_charge._replace(supervisor=person)
            self._hear_of_floor(person)

    def _hear_of_floor(self, person: str) -> None:
        self.in_charge = self.in_charge._replace(floor=self.in_charge.floor | {person})

    def fit_setup(self, table: Table) -> None:
        """Between rounds the wager is offered if the table is on a progressive, by its terms and system."""
        if table.phase is TablePhase.IDLE and self.fitted is not self.controller.terms:
            self.fitted = self.controller.terms
            table.setup = table.seating.setup = self.fit(self.fitted)
            table.kept.forget_all()

    # -- the keypad ------------------------------------------------------------------------------

    def press(self, asked: Command) -> list[keypad_event.Event]:
        """Press it, and everything that follows from it; what happened on the keypad."""
        self.touched += 1
        return self._exchange(self.controller.handle(asked))

    def _exchange(self, reaction: Reaction) -> list[keypad_event.Event]:
        events = list(reaction.events)
        while reaction.requests:
            outcomes = tuple(as_outcome(request, self.ask(request)) for request in reaction.requests)
            reaction = self.controller.handle(TakeAnswers(outcomes))
            events += reaction.events
        for one in events:
            if isinstance(one, keypad_event.WinConfirmed):
                self._pay(one)
            elif isinstance(one, keypad_event.ShareChanged):
                self._share(one)
        return events

    def _pay(self, win: keypad_event.WinConfirmed) -> None:
        """A win that was confirmed is paid at the table, if the table has come to it."""
        if self.table and self.table.play and win.seat in self.table.play.owed:
            button = self.controller.round.wins[win.seat].lamp.button
            self.prizes.append(Account(AccountKind.PAID, self.terms.id, button.level))
            self.happened += pay_prize(self.table, win.seat, win.micros)
            self.table.kept.forget(self.happened, self.table.seating.seats_of)

    def _share(self, share: keypad_event.ShareChanged) -> None:
        """Another winner of the round shares with this one, or does no more."""
        if self.table and self.table.play and share.seat in self.table.play.owed:
            self.happened += share_prize(self.table, share.seat, share.micros)

    def check_all_read(self) -> None:
        """Where winners of a round share, none is verified before every hand that might share is read."""
        play = self.table.play if self.table else None
        if play is None or not self.is_on_progressive or not self.terms.equal_split:
            return
        (bet, *_) = self.game.wagers[self.wager].bets
        unread = [seat for seat in self.controller.round.locked if bet in play.settlement.left.get(seat, ())]
        if unread:
            seats = ", ".join(map(str, sorted(unread)))
            raise RefusedError(f"winners of this round share: the hand of seat {seats} must be read first")

    def take_happened(self) -> list[event.Event]:
        taken, self.happened = self.happened, []
        return taken

    def press_key(self, pressed: Press) -> None:
        """Somebody presses a key by hand; a hand is lit only if the table has read it."""
        if pressed.button is Button.HAND:
            seat = self.keypad.seat_of(pressed)
            if seat not in self.controller.round.lamps and self.read.get(seat) != pressed.line:
                raise RefusedError(say_unread(seat))
            pressed = replace(pressed, cards=self.cards.get(seat, ""))
        if pressed.button in VERIFYING:
            self.check_all_read()
        reaction = self.keypad.press(pressed)
        self.touched += 1
        raise_refusal(self._exchange(reaction))
        self._press_waiting()

    # -- what happens at the table ---------------------------------------------------------------

    def handle(self, table: Table, asked: TableCommand) -> Sequence[event.Event]:
        """Do it at the table, and press what follows from it."""
        self.players = dict(table.seating.players)
        self._press_waiting()
        if isinstance(asked, PlaceWager) and asked.wager == self.wager:
            if self.controller.phase is Phase.CLOSED:
                raise RefusedError(say_closed(self.controller.closed_why))
            self.controller.check(command.PlaceWager(asked.seat, asked.stake_micros))
        if table.phase is TablePhase.CLOSING:
            self._check_end(table, asked)
        events = table.handle(asked)
        for happened in events:
            for one in self._presses(happened):
                self.press(one)
        self._press_waiting()
        return events

    def _check_end(self, table: Table, asked: TableCommand) -> None:
        """A round that cannot end, or be closed by the floor, is refused before anything of it is changed."""
        match asked:
            case Proceed():
                check_agreement(self, table)
            case CloseRound():
                if why := why_not_close(self, table):
                    raise RefusedError(why)
            case _:
                return
        if table.running.counted:
            self.controller.check(command.EndRound(self.dealer))

    def _presses(self, happened: event.Event) -> Iterator[Command]:
        """What a dealer at a keypad would do about it."""
        state = self.controller
        match happened:
            case event.BetsOpened(round=number):
                self._forget_hands()
                self.in_charge = self.in_charge._replace(floor=frozenset())
                yield command.BeginRound(number)
            case event.WagerPlaced(seat=seat, wager=self.wager, stake_micros=stake):
                yield command.PlaceWager(seat, stake)
            case event.WagerTakenBack(seat=seat, wager=self.wager) if state.phase is Phase.OPEN:
                yield command.TakeBack(seat)
            case event.BetsClosed() if state.phase in (Phase.OPEN, Phase.CLOSED):
                yield command.PassRound()
            case event.BetSettled(seat=seat, bet=bet, result=line) if self._has_button(bet, line):
                self._read_hand(seat, line)
            case event.EnvyHandKept(seat=seat, wager=self.wager, line=line):
                self._read_hand(seat, line)
            case event.RoundClosed() | event.RoundVoided():
                self.waiting.clear()
                self._forget_hands()
                if state.phase is Phase.PASSED:
                    yield command.EndRound(self.dealer)
                elif state.phase is Phase.OPEN:
                    yield from [command.TakeBack(seat) for seat in state.round.placed]
            case _:
                pass

    def _forget_hands(self) -> None:
        self.read.clear()
        self.cards.clear()

    def _has_button(self, bet: str, line: str) -> bool:
        """Whether this is a hand of the progressive wager that has a button, in a round that counts."""
        is_counted = self.wager and self.controller.round.locked
        return bool(is_counted) and bet in self.game.wagers[self.wager].bets and line in self._buttons

    @property
    def _buttons(self) -> Sequence[str]:
        return tuple(self.controller.layout.buttons)

    def _read_hand(self, seat: int, line: str) -> None:
        if self.controller.round.locked:
            self.read[seat] = line
            if seat not in self.controller.round.lamps:
                self.waiting.append(command.PressHand(seat, line, "", self.dealer))

    def _press_waiting(self) -> None:
        for hand in self.waiting:
            if hand.seat not in self.controller.round.lamps and not self.controller.why_not(hand):
                self.press(hand)
        lamps = self.controller.round.lamps
        self.waiting = [hand for hand in self.waiting if hand.seat not in lamps]

    # -- the meters' port ------------------------------------------------------------------------

    def shown_micros(self, level: MeterLevel) -> int:
        return self.shown(self.terms.id, level.name) if self.is_on_progressive else 0

    def level_of(self, seat: int, bet: str, wager: str, pay: Pay) -> MeterLevel | None:
        """Where the terms let all awards come off the meter, the tray pays none of this wager."""
        del seat, bet
        if self.is_on_progressive and wager == self.wager and self.terms.all_from_meter:
            return meter_of(wager, pay) or MeterLevel(wager, self.terms.levels[0].name)
        return meter_of(wager, pay)

    def count(self, wager: str, stakes: Mapping[int, int]) -> CountedWager:
        del wager
        state = self.controller
        if state.phase is not Phase.OPEN or state.round.placed != stakes:
            self._pass_round()
            why = say_closed(state.closed_why) if state.closed_why else "the sensors do not show these wagers"
            raise MetersAwayError(why)
        events = self.press(command.CountWagers(self.dealer, dict(self.players)))
        counted = next((one for one in events if isinstance(one, keypad_event.WagersCounted)), None)
        if counted is None:
            why = refusal_in(events) or "the wagers were not counted"
            self._pass_round()
            raise MetersAwayError(why)
        assert counted.stakes == stakes, "other wagers were counted than lie on the table"
        return CountedWager(counted.fed_micros, not counted.stay_on_table)

    def _pass_round(self) -> None:
        """The round is dealt without progressive wagers, where the keypad waits for one."""
        if self.controller.phase in (Phase.OPEN, Phase.CLOSED):
            self.press(command.PassRound())

    def award(self, level: MeterLevel, share: Fraction, claim: Claim) -> MeterPayment:
        """Press the hand button; the manager posts the win."""
        self.touched += 1
        self.read[claim.seat] = claim.line
        if claim.seat not in self.controller.round.lamps:
            hand = command.PressHand(claim.seat, claim.line, claim.cards, self.dealer)
            raise_refusal(self.press(hand))
        win = self.controller.round.wins.get(claim.seat)
        if win is None:
            raise RefusedError(f"the win of seat {claim.seat} could not be posted: {self.controller.refused}")
        found, wanted = win.lamp.button, (claim.line, level.name, int(share * PPM))
        assert (found.line, found.level, found.share_ppm) == wanted, f"{found} was pressed for {wanted}"
        self.cards[claim.seat] = claim.cards
        return MeterPayment(win.micros, 0, is_owed=True)

    def stands(self, seat: int) -> bool:
        return seat in self.controller.round.wins

    def waits(self, seat: int) -> bool:
        return seat in {win.lamp.seat for win in self.controller.round.open_wins}

    def end_round(self) -> None:
        raise_refusal(self.press(command.EndRound(self.dealer)))

    def reverse(self, wager: str) -> int:
        """Count the round's wagers out; what came back."""
        del wager
        back: list[Draft] = []
        ask = self.ask

        def note(request: Request) -> Outcome:
            outcome = ask(request)
            if isinstance(outcome, RequestAnswer):
                back.append(outcome.draft)
            return outcome

        self.ask = note
        raise_refusal(self.press(command.VoidRound(self.supervisor, "the round at the table was void")))
        self.ask = ask
        moved = (transfer for draft in back for transfer in draft.transfers)
        return sum(transfer.micros for transfer in moved if transfer.target.kind is AccountKind.TRAY)


def is_dealers_word(floor: Books, settled: command.HearSettled) -> bool:
    """Whether a win was withdrawn elsewhere by somebody who works here and is none of the floor."""
    person = floor.people.get(settled.by)
    return not settled.is_confirmed and person is not None and person.role.value not in SUPERVISORS


def as_outcome(asked: Request, outcome: Outcome) -> Done | Refused:
    if isinstance(outcome, InputError):
        return Refused(asked.id, str(outcome))
    return Done(asked.id, outcome.draft)


def say_unread(seat: int) -> str:
    return f"the table has not read this hand at seat {seat}: it lights when the seat is settled"


def say_closed(why: str) -> str:
    """Where somebody has only closed it there is no more to say."""
    return "the progressive is closed" if why in ("", CLOSED) else f"the progressive is closed: {why}"


def refusal_in(events: Sequence[keypad_event.Event]) -> str:
    return next((one.why for one in events if isinstance(one, keypad_event.ManagerRefused)), "")


def raise_refusal(events: Sequence[keypad_event.Event]) -> None:
    if why := refusal_in(events):
        raise RefusedError(why)
