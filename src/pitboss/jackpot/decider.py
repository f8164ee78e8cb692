"""Every request has one function that decides about it: from the books as they are to an entry, or a refusal.

Deciding changes nothing. The entry changes the books when it is applied, and it is applied only when it is
durable. It keeps what was asked, in a few letters, so that an id used again is told from a copy: a copy of a
request has the same kind, people and facts. Hashes of secrets are left out, for one PIN hashes differently
each time; so are facts at their default, so that one which is added later changes no digest.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import fields
from hashlib import sha256
from typing import Any

import orjson

from pitboss.jackpot import (
    adjustment,
    approval,
    award,
    coin_in,
    confirmation,
    people,
    player,
    record,
    request,
    terms_change,
)
from pitboss.jackpot.books import Books
from pitboss.jackpot.refusal import RefusedError
from pitboss.jackpot.request import Request
from pitboss.ledger.attestation import RESERVED, UPGRADE, CopiesKept, Vouched
from pitboss.ledger.codec import LEFT_OUT
from pitboss.ledger.entry import Draft

Decider = Callable[[Books, Any, int], request.Decision]
DECIDERS: Mapping[type[Request], Decider] = {
    request.SetTerms: terms_change.set_terms,
    request.Switch: terms_change.switch,
    request.CoinIn: coin_in.coin_in,
    request.BackOutWin: confirmation.back_out,
    request.VoidRound: coin_in.void_round,
    request.EndGame: coin_in.end_game,
    request.PostWin: award.post_win,
    request.RecordWin: confirmation.record_win,
    request.ConfirmWin: confirmation.confirm_win,
    request.WithdrawWin: confirmation.withdraw_win,
    request.Adjust: adjustment.adjust,
    request.MoveMoney: adjustment.move_money,
    request.Seize: adjustment.seize,
    request.ReplaceSeized: adjustment.replace_seized,
    request.PayMerchandise: adjustment.pay_merchandise,
    request.Record: record.record,
    request.ApproveGame: approval.approve_game,
    request.ListEquipment: approval.list_equipment,
    request.WithdrawApproval: approval.withdraw_approval,
    request.AddPerson: people.add_person,
    request.ChangePerson: people.change_person,
    request.ChangeSecret: people.change_secret,
    request.SignIn: people.sign_in,
    request.Unlock: people.unlock,
    request.RenewHash: people.renew_hash,
    player.AddPlayer: player.add_player,
    player.ChangePlayerSecret: player.change_secret,
    player.RenewPlayerHash: player.renew_hash,
    player.ClaimName: player.claim_name,
    player.EndSession: player.end_session,
}


def decide(books: Books, asked: Request, at_micros: int, place: str = "") -> Draft:
    """The entry that the request makes, at a time that never runs backwards, with what was asked."""
    if asked.id.startswith((RESERVED, UPGRADE)):
        first = asked.id.partition(" ")[0]
        raise RefusedError(f"an id that begins with '{first} ' is the game manager's own: take another")
    if not asked.by or not asked.by[0].strip():
        raise RefusedError("nothing happens without somebody who is answerable: say who asks")
    at = max(at_micros, books.last_at)
    fact, transfers = DECIDERS[type(asked)](books, asked, at)
    return Draft(asked.id, at, asked.by, fact, transfers, digest(asked), place)


# -- what was asked --------------------------------------------------------------------------------

LENGTH = 16
NOT_ASKED = frozenset({"id", "by", "pin_hash", "card_hash"})
PLAIN = frozenset({str, int, bool})
FACTS: Mapping[type[Request], tuple[tuple[str, object], ...]] = {
    kind: tuple(sorted((one.name, one.default) for one in fields(kind) if one.name not in NOT_ASKED))
    for kind in DECIDERS
}
"""The names of a request's facts in their order, with their defaults."""


def digest(asked: Request) -> str:
    kind = type(asked)
    said = vars(asked)
    facts = {name: value for name, default in FACTS[kind] if (value := said[name]) != default}
    return f"{kind.__name__} {sha256(write(asked.by, facts)).hexdigest()[:LENGTH]}"


def write(by: tuple[str, ...], facts: dict[str, object]) -> bytes:
    """JSON in ASCII with its names in order; what only the slow way writes so is written the slow way."""
    if is_plain(facts):
        try:
            quick = orjson.dumps([by, facts], option=orjson.OPT_NON_STR_KEYS)
        except TypeError:  # a number that is too large
            quick = b"\x7f"
        if quick.isascii() and b"\x7f" not in quick:
            return quick
    return ENCODER.encode([by, facts]).encode()


def is_plain(facts: dict[str, object]) -> bool:
    """Texts, numbers and stakes by seat, the seats in their order."""
    for value in facts.values():
        if type(value) not in PLAIN and not (type(value) is dict and are_stakes(value)):
            return False
    return True


def are_stakes(value: dict[Any, object]) -> bool:
    last = -1
    for seat, stake in value.items():
        if type(seat) is not int or type(stake) is not int or seat <= last:
            return False
        last = seat
    return last >= 0


def plain(value: Any) -> dict[str, object]:
    """What has come to a value later and says nothing new is left out there too."""
    if isinstance(value, Mapping):
        return dict(value)
    said = {one.name: getattr(value, one.name) for one in fields(value)}
    left_out = (one for one in fields(value) if one.metadata == LEFT_OUT)
    unsaid = {one.name for one in left_out if said[one.name] == one.default}
    return {name: one for name, one in said.items() if name not in unsaid}


ENCODER = json.JSONEncoder(separators=(",", ":"), sort_keys=True, default=plain)


def is_copy(draft: Draft, asked: Request) -> bool:
    """Whether the entry was made by this request; of an old entry that is all that can be said."""
    return draft.asked in ("", digest(asked)) and not isinstance(draft.fact, Vouched | CopiesKept)


def is_alike(draft: Draft, asked: Request) -> bool:
    """Whether the entry was made by a request of the same kind, whatever it said."""
    return draft.asked.startswith(f"{type(asked).__name__} ")
