"""Every request has one function that decides about it: from the floor as it is to an entry, or a refusal.

Deciding changes nothing. The entry changes the floor when it is applied, and it is applied only when it is
durable.
"""

from collections.abc import Callable, Mapping
from typing import Any

from pitboss.jackpot import (
    approving,
    backing_out,
    counting,
    managing,
    merchandise,
    people,
    player_request,
    players,
    request,
    seizure,
    sign_out,
    winning,
)
from pitboss.jackpot.digest import digest
from pitboss.jackpot.refusal import RefusedError
from pitboss.jackpot.state import Floor
from pitboss.ledger.entry import Draft
from pitboss.ledger.vouching import RESERVED

Decider = Callable[[Floor, Any, int], Draft]
DECIDERS: Mapping[type[request.Request], Decider] = {
    request.SetTerms: managing.set_terms,
    request.Switch: managing.switch,
    request.CoinIn: counting.coin_in,
    request.BackOutWin: backing_out.back_out,
    request.VoidRound: counting.void_round,
    request.EndGame: counting.end_game,
    request.PostWin: winning.post_win,
    request.RecordWin: winning.record_win,
    request.ConfirmWin: winning.confirm_win,
    request.WithdrawWin: winning.withdraw_win,
    request.Adjust: managing.adjust,
    request.MoveMoney: managing.move_money,
    request.Seize: seizure.seize,
    request.ReplaceSeized: seizure.replace_seized,
    request.PayMerchandise: merchandise.pay_merchandise,
    request.Record: managing.record,
    request.ApproveGame: approving.approve_game,
    request.ListEquipment: approving.list_equipment,
    request.WithdrawApproval: approving.withdraw_approval,
    request.AddPerson: people.add_person,
    request.ChangePerson: people.change_person,
    request.ChangeSecret: people.change_secret,
    request.SignIn: people.sign_in,
    request.Unlock: people.unlock,
    request.RenewHash: people.renew_hash,
    player_request.AddPlayer: players.add_player,
    player_request.ChangePlayerSecret: players.change_secret,
    player_request.RenewPlayerHash: players.renew_hash,
    player_request.ClaimName: players.claim_name,
    player_request.EndSession: sign_out.end_session,
}


def decide(floor: Floor, asked: request.Request, at_micros: int) -> Draft:
    """The entry that the request makes, at a time that never runs backwards, with what was asked."""
    if asked.id.startswith(RESERVED):
        raise RefusedError(f"an id that begins with {RESERVED!r} is the game manager's own: take another")
    if not asked.by or not asked.by[0].strip():
        raise RefusedError("nothing happens without somebody who is answerable: say who asks")
    draft = DECIDERS[type(asked)](floor, asked, max(at_micros, floor.last_at))
    return Draft(draft.id, draft.at_micros, draft.by, draft.fact, draft.transfers, digest(asked))
