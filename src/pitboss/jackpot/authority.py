"""Who may do what: one table, and the few rules that a table cannot say. The manager asks before it decides.

Two keys held by two departments (req. 56): terms, adjustments, movements of money, people and the
reopening of a stopped progressive need two people whose departments differ and who each may do it.
"""

from collections.abc import Mapping

from pitboss.base.money import format_dollars
from pitboss.jackpot import fact, player, request
from pitboss.jackpot.books import Books
from pitboss.jackpot.people import KEEPERS, check_here, find_person, has_two_keys
from pitboss.jackpot.person import Person, Role, same_person
from pitboss.jackpot.record import PREFIX
from pitboss.jackpot.refusal import RefusedError
from pitboss.jackpot.request import Request
from pitboss.jackpot.system import executive_above, needs_executive, system_at

Kinds = frozenset[type[Request]]
OWN: Kinds = frozenset({request.ChangeSecret, request.RenewHash})
"""What everybody may do; an auditor nothing else, and reads."""
UNGUARDED: Kinds = frozenset({request.SignIn, player.ClaimName, player.RenewPlayerHash, player.EndSession})
"""What has no authority to check: it is how somebody gets one, or gives it back."""
DESK: Kinds = frozenset({player.AddPlayer, player.ChangePlayerSecret})
DEALING: Kinds = frozenset({request.CoinIn, request.PostWin, request.WithdrawWin, request.EndGame})
KEEPING: Kinds = frozenset({request.AddPerson, request.ChangePerson, request.Unlock})
CORRECTING: Kinds = frozenset({request.Adjust, request.BackOutWin})
RUNNING: Kinds = frozenset(
    {
        request.SetTerms,
        request.Switch,
        *CORRECTING,
        request.Seize,
        request.ApproveGame,
        request.ListEquipment,
        request.WithdrawApproval,
    }
)
ACCOUNTING: Kinds = frozenset({request.MoveMoney, request.PayMerchandise, request.ReplaceSeized})
FLOOR: Kinds = (
    DESK
    | DEALING
    | KEEPING
    | RUNNING
    | ACCOUNTING
    | {request.RecordWin, request.ConfirmWin, request.VoidRound}
)

MAY: Mapping[Role, Kinds] = {
    Role.DEALER: OWN | DESK | DEALING | {request.Record},
    Role.SUPERVISOR: OWN | FLOOR | {request.Record},
    Role.EXECUTIVE: OWN | FLOOR | {request.Record},
    Role.TECHNICIAN: OWN | KEEPING | RUNNING | {request.Record},
    Role.ACCOUNTING: OWN | ACCOUNTING | {request.Switch, *CORRECTING, request.Seize, request.Record},
    Role.AUDITOR: OWN,
}
WORKERS = frozenset(role for role, kinds in MAY.items() if request.Record in kinds)
BOOKKEEPERS = frozenset(role for role, kinds in MAY.items() if kinds >= ACCOUNTING)
MAY_RECORD: Mapping[str, frozenset[Role]] = {
    fact.MalfunctionNoted.kind: WORKERS,
    fact.MalfunctionReported.kind: WORKERS - {Role.DEALER},
    fact.Deposited.kind: BOOKKEEPERS,
    fact.CheckRequested.kind: BOOKKEEPERS,
    fact.CheckPaid.kind: BOOKKEEPERS,
}
"""Who writes which record; whoever moves money may say where it went."""
TWO_KEYS: Kinds = frozenset(
    {
        request.SetTerms,
        *CORRECTING,
        request.AddPerson,
        request.ChangePerson,
        request.ApproveGame,
        request.ListEquipment,
        *ACCOUNTING,
    }
)
assert {role for role, kinds in MAY.items() if kinds >= KEEPING} == KEEPERS


def check_authority(books: Books, asked: Request) -> None:
    """The guard of the manager: everybody named may do it, and two departments agree where they must.

    Until two departments have somebody who may add people, the installer adds them. Who is locked out cannot
    sign in; who is signed in already works on, for anybody could be made to type a wrong PIN.
    """
    if type(asked) in UNGUARDED or (isinstance(asked, request.AddPerson) and is_installing(books)):
        return
    for person in asked.by:
        authorize(books, person, asked)
    if needs_two_keys(books, asked):
        check_departments(books, asked)


def check_supervisor(books: Books, person: str) -> None:
    """Whoever looks at a win is somebody who may confirm one; the amount is asked for later."""
    who = find_person(books, person)
    check_here(who)
    if request.ConfirmWin not in MAY[who.role]:
        raise RefusedError(f"{person} is {who.role.value} and may not: a supervisor looks at the win")


def is_installing(books: Books) -> bool:
    """Whether there are not yet two departments that could add people."""
    return not has_two_keys(one.role for one in books.people.values() if one.is_active)


def authorize(books: Books, person: str, asked: Request) -> None:
    """Raise unless this person may do this, as things stand."""
    who = find_person(books, person)
    check_here(who)
    kind = type(asked)
    if isinstance(asked, request.ChangeSecret) and not same_person(asked.person, person):
        kind = request.ChangePerson
    if kind not in MAY[who.role]:
        may = ", ".join(role.value for role, kinds in MAY.items() if kind in kinds)
        raise RefusedError(f"{person} is {who.role.value} and may not: {kind.__name__} is for {may}")
    if isinstance(asked, request.Record):
        check_record(who, asked)
    if isinstance(asked, request.RecordWin | request.ConfirmWin):
        check_confirmation(books, who, asked)


def check_record(who: Person, asked: request.Record) -> None:
    roles = MAY_RECORD.get(PREFIX + asked.kind, frozenset())
    if who.role not in roles:
        may = ", ".join(role.value for role in Role if role in roles) or "nobody"
        raise RefusedError(f"{who.name} is {who.role.value} and may not: {asked.kind} is for {may}")


def check_confirmation(books: Books, who: Person, asked: request.RecordWin | request.ConfirmWin) -> None:
    """Nobody confirms what he posted, and a large win takes an executive."""
    win = books.wins.get(asked.win)
    if win is None:
        return
    if same_person(win.posted_by, who.name):
        raise RefusedError(f"{who.name} posted this win: somebody else must confirm it")
    terms = books.progressives[win.progressive].terms
    system = system_at(books, terms, win.table)
    if needs_executive(terms, system, win.micros) and who.role is not Role.EXECUTIVE:
        amount, limit = format_dollars(win.micros), format_dollars(executive_above(terms, system) or 0)
        raise RefusedError(f"{amount} is above {limit}: an executive's card confirms it")


def needs_two_keys(books: Books, asked: Request) -> bool:
    match asked:
        case request.Switch():
            state = books.progressives.get(asked.progressive)
            return asked.is_open and state is not None and bool(state.stopped)
        case request.ChangeSecret():
            return not same_person(asked.person, asked.by[0])
        case _:
            return type(asked) in TWO_KEYS


def check_departments(books: Books, asked: Request) -> None:
    departments = {books.people[person].department for person in asked.by}
    if len(departments) < 2:
        named = ", ".join(sorted(department.value for department in departments)) or "nobody"
        raise RefusedError(f"two people of different departments must agree; asked by {named} only")
