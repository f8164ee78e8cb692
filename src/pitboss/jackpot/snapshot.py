"""The floor as text, for checkpoints: what it was after an entry, so that a start need not read it all."""

import json
from dataclasses import replace

from pitboss.jackpot.approval import Approval
from pitboss.jackpot.equipment import Part
from pitboss.jackpot.person import Person, Role
from pitboss.jackpot.player import Player
from pitboss.jackpot.state import Floor, LevelState, ProgressiveState, RoundState
from pitboss.jackpot.table_fact import TableOpened
from pitboss.jackpot.terms import Terms
from pitboss.jackpot.win import Win
from pitboss.ledger.account import parse_account
from pitboss.ledger.book import Book
from pitboss.ledger.codec import decode, encode


def format_floor(floor: Floor) -> str:
    data = {
        "balances": {
            str(account): micros for account, micros in sorted(floor.book.balances.items()) if micros
        },
        "progressives": {
            name: {
                "terms": encode(state.terms),
                "is_open": state.is_open,
                "stopped": state.stopped,
                "levels": {level: vars(one) for level, one in state.levels.items()},
                "tray": [state.tray_hits, state.tray_paid_micros],
                "seized": state.seized_micros,
                "envy": [state.envy_hits, state.envy_paid_micros],
            }
            for name, state in floor.progressives.items()
        },
        "rounds": {table: vars(round_) for table, round_ in floor.rounds.items()},
        "last_round": floor.last_round,
        "wins": [vars(win) for win in floor.wins.values()],
        "people": [vars(person) for person in floor.people.values()],
        "players": {key: vars(one) for key, one in floor.players.items()},
        "ended": floor.ended,
        "approvals": [vars(one) for one in floor.approvals.values()],
        "equipment": {table: [vars(part) for part in parts] for table, parts in floor.equipment.items()},
        "tables": [encode(table) for table in floor.tables.values()],
        "table_names": sorted(floor.table_names),
        "kinds": dict(floor.kinds),
        "last_at": floor.last_at,
    }
    return json.dumps(data, separators=(",", ":"), sort_keys=True)


def parse_floor(text: str) -> Floor:
    data = json.loads(text)
    floor = Floor(last_round=data["last_round"], last_at=data["last_at"])
    floor.kinds.update(data["kinds"])
    for account, micros in data["balances"].items():
        floor.book.balances[parse_account(account)] = micros
    for name, state in data["progressives"].items():
        levels = {level: LevelState(**one) for level, one in state["levels"].items()}
        terms = decode(Terms, state["terms"])
        floor.progressives[name] = ProgressiveState(
            terms,
            state["is_open"],
            state["stopped"],
            levels,
            *state.get("tray", (0, 0)),
            *state.get("envy", (0, 0)),
        )
        floor.progressives[name].seized_micros = state.get("seized", 0)
    for table, round_ in data["rounds"].items():
        floor.rounds[table] = RoundState(
            round_["number"],
            round_["progressive"],
            {int(seat): stake for seat, stake in round_["stakes"].items()},
            {level: tuple(booked) for level, booked in round_["booked"].items()},
            round_["wins"],
            round_.get("is_from_tray", False),
        )
    for person in data.get("people", ()):
        floor.people[person["name"]] = Person(**{**person, "role": Role(person["role"])})
    for key, player in data.get("players", {}).items():
        floor.players[key] = Player(**player)
    floor.ended.update(data.get("ended", {}))
    for one in data.get("approvals", ()):
        days = tuple(one.get("rules_days", ()))
        floor.approvals[one["game"], one["fingerprint"]] = Approval(**{**one, "rules_days": days})
    for table, parts in data.get("equipment", {}).items():
        floor.equipment[table] = tuple(Part(**part) for part in parts)
    for one in data.get("tables", ()):
        table = decode(TableOpened, one)
        floor.tables[table.table] = table
    floor.table_names.update(data.get("table_names", ()))
    for win in data["wins"]:
        floor.wins[win["id"]] = decode(Win, win)
    return floor


def copy_floor(floor: Floor) -> Floor:
    """Another floor that can go its own way; what never changes, such as terms and wins, both have."""
    return Floor(
        book=Book(floor.book.balances.copy()),
        progressives={name: copy_progressive(state) for name, state in floor.progressives.items()},
        rounds={table: copy_round(round_) for table, round_ in floor.rounds.items()},
        last_round=floor.last_round.copy(),
        wins=floor.wins.copy(),
        people=floor.people.copy(),
        approvals=floor.approvals.copy(),
        equipment=floor.equipment.copy(),
        tables=floor.tables.copy(),
        table_names=floor.table_names.copy(),
        players=floor.players.copy(),
        ended=floor.ended.copy(),
        kinds=floor.kinds.copy(),
        last_at=floor.last_at,
    )


def copy_progressive(state: ProgressiveState) -> ProgressiveState:
    return replace(state, levels={name: replace(level) for name, level in state.levels.items()})


def copy_round(round_: RoundState) -> RoundState:
    return replace(round_, wins=round_.wins.copy())
