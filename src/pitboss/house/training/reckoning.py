"""A round that a trainee settles: entry by entry against the payments of the house.

Order first: an entry for another bet than the one that comes next is a mistake of its own; the right one
is named and waits. Then the amount: a wrong one is told with its arithmetic, and the round goes on. Every
payment counts once.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from pitboss.base.money import format_dollars
from pitboss.base.odds import Kind
from pitboss.house.training.drill import drills_of
from pitboss.house.training.entry import TypedEntry
from pitboss.house.training.lesson import AnswerVerdict
from pitboss.house.training.payment import LessonPayment, PaymentAction, mispaid_micros
from pitboss.house.training.progress import TopicMark
from pitboss.house.training.table import Finished

PLAIN = "no trap"
"""The topic of payments that no drill is about."""
FOLD = "fold"


@dataclass
class Reckoning:
    finished: Finished
    settled: int = 0
    """Payments that are behind us."""
    missed: set[int] = field(default_factory=set)
    """Payments that have been counted as mistakes."""
    waited: int = 0
    """Milliseconds that no payment was charged with yet."""

    @property
    def next(self) -> LessonPayment | None:
        payments = self.finished.payments
        return payments[self.settled] if self.settled < len(payments) else None

    # -- what the trainee says -------------------------------------------------------------------

    def enter(self, entries: Sequence[TypedEntry], milliseconds: int) -> tuple[AnswerVerdict, ...]:
        """A verdict for every payment, up to the first mistake."""
        verdicts: list[AnswerVerdict] = []
        for entry in entries:
            verdicts += self._settle(entry)
            if not verdicts[-1].is_right:
                break
        return self._timed(verdicts, milliseconds)

    def close(self, milliseconds: int) -> tuple[AnswerVerdict, ...]:
        """The trainee says that everything is settled."""
        payment = self.next
        if payment is None:
            count, missed = len(self.finished.payments), len(self.missed)
            sentence = f"All settled, {count - missed} of {count} right."
            return (AnswerVerdict(not missed, sentence, is_over=True),)
        mark = self._mark(payment, cost=mispaid_micros(payment, PaymentAction.PUSH, 0))
        self.settled += 1
        place = f"Seat {payment.seat}, {payment.label}"
        sentence = f"Not done. {place}: {payment.why}.{self._reminder(payment)}"
        return self._timed([AnswerVerdict(False, sentence, is_over=False, mark=mark)], milliseconds)

    # -- judging ---------------------------------------------------------------------------------

    def _settle(self, entry: TypedEntry) -> Iterator[AnswerVerdict]:
        """One entry; without a bet it is for everything that follows at the seat."""
        payment = self.next
        if payment is None or payment.seat != entry.seat or entry.bet not in ("", payment.bet):
            yield self._out_of_order(entry)
            return
        verdict = self._judge(payment, entry)
        yield verdict
        while not entry.bet and verdict.is_right and (payment := self.next) and payment.seat == entry.seat:
            verdict = self._judge(payment, entry)
            yield verdict

    def _judge(self, payment: LessonPayment, entry: TypedEntry) -> AnswerVerdict:
        is_right = (entry.action, entry.amount_micros) == (payment.action, payment.amount_micros)
        if is_right:
            mark = self._mark(payment, cost=None)
            sentence = f"Right: {payment.words}."
        else:
            mark = self._mark(payment, cost=mispaid_micros(payment, entry.action, entry.amount_micros))
            place = f"Seat {payment.seat}, {payment.label}"
            sentence = f"{place}: {objection(payment, entry)} {payment.why}.{self._reminder(payment)}"
        self.settled += 1
        return AnswerVerdict(is_right, sentence, is_over=False, mark=mark)

    def _out_of_order(self, entry: TypedEntry) -> AnswerVerdict:
        payment = self.next
        if payment is None:
            return AnswerVerdict(False, "Nothing is left to settle: say done.", is_over=False)
        sentence = say_order(payment, entry, self.finished.payments[self.settled :])
        return AnswerVerdict(False, sentence, is_over=False, mark=self._mark(payment, cost=0))

    def _mark(self, payment: LessonPayment, *, cost: int | None) -> TopicMark | None:
        """What the payment adds to progress, the first time that it is judged; no cost means right."""
        if self.settled in self.missed:
            return None
        if cost is not None:
            self.missed.add(self.settled)
        names = tuple(drill.name for drill in drills_of(self.finished, payment))
        return TopicMark(names or (PLAIN,), is_missed=cost is not None, cost_micros=cost or 0)

    def _reminder(self, payment: LessonPayment) -> str:
        return "".join(f" {drill.sentence}" for drill in drills_of(self.finished, payment)[:1])

    def _timed(self, verdicts: Sequence[AnswerVerdict], milliseconds: int) -> tuple[AnswerVerdict, ...]:
        """The time of a line is shared by the payments in it; with none, the next has to bear it."""
        self.waited += milliseconds
        marked = sum(verdict.mark is not None for verdict in verdicts)
        timed = []
        for verdict in verdicts:
            if verdict.mark:
                share = self.waited // marked
                verdict = replace(verdict, mark=replace(verdict.mark, milliseconds=share))
                self.waited, marked = self.waited - share, marked - 1
            timed.append(verdict)
        return tuple(timed)


def objection(payment: LessonPayment, entry: TypedEntry) -> str:
    """What is wrong with an entry, where that can be told from its amount."""
    with_wager = payment.action is entry.action is PaymentAction.PAY and payment.pay.kind is Kind.TO
    if with_wager and payment.stake_micros and entry.amount_micros == payment.payout_micros:
        return f"say what you pay, {format_dollars(payment.amount_micros)}, without the wager;"
    return "no,"


def say_order(payment: LessonPayment, entry: TypedEntry, waiting: Sequence[LessonPayment]) -> str:
    """Which bet comes next, and by which rule of the house."""
    comes = f"{payment.label} of seat {payment.seat}"
    if not any(one.seat == entry.seat and entry.bet in ("", one.bet) for one in waiting):
        bet = entry.bet.replace("_", " ") or "bet"
        return f"Seat {entry.seat} has no {bet} left to settle; next is the {comes}."
    if payment.result == FOLD:
        why = "folded hands are cleared as they come, from the dealer's left"
    elif payment.seat == entry.seat:
        why = f"at a seat the {payment.label} goes before the {entry.bet.replace('_', ' ')}"
    elif payment.seat > entry.seat:
        why = "hands are settled from the dealer's right"
    else:
        why = "what is decided early is settled early"
    return f"First the {comes}: {why}."
