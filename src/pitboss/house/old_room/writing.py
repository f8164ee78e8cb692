"""The entries of an old room that follow its journal in the new book, one after another on one page.

Rounds that the journal has open are ended before their tables are put up: until then they are rounds of a
keypad, which anybody in charge may end. Then come the players, the tables, and the whole room last.
"""

import json
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from pitboss.base.money import format_dollars
from pitboss.house.old_room.moving import Listed, Moving
from pitboss.house.page import JournalPage
from pitboss.house.room.hosted import Hosted
from pitboss.house.room.opening import Household, open_hosted
from pitboss.house.room.row import HOUSE, THE_HOUSE, Row
from pitboss.house.room.snapshot import format_stand, restore_stand
from pitboss.jackpot.player import AddPlayer, find_player
from pitboss.jackpot.refusal import RefusedError
from pitboss.jackpot.request import EndGame, VoidRound
from pitboss.jackpot.table_fact import BroughtOver, TableClosed
from pitboss.ledger.entry import Draft
from pitboss.ledger.fact import Fact
from pitboss.ledger.transfer import Transfer
from pitboss.storage.old_room import ROOM_PLACE, Keepsake, OldRoom

PLAYER = "player "
WHY = "the round was open when the room was brought over"
NOTHING = BroughtOver("", 0, 0, "")


class ToAdd(NamedTuple):
    """A player whom the desk writes down again."""

    player: str
    why: str


@dataclass
class Writing:
    old: OldRoom
    page: JournalPage
    house: Household
    listed: list[Listed]
    moved: list[Moving]
    tables: dict[str, BroughtOver] = field(default_factory=dict)
    room: BroughtOver = NOTHING
    players: list[str] = field(default_factory=list)
    to_add: list[ToAdd] = field(default_factory=list)
    dropped: int = 0
    differences: list[str] = field(default_factory=list)
    """Of no table that is still there."""

    def write(self) -> None:
        for moving in self.moved:
            self._end_counted(moving)
        for listed in self.listed:
            if not listed.is_open:
                self._take_down(listed)
        self._write_players()
        for moving in self.moved:
            self.tables[moving.id] = self._write_table(moving)
        self._write_room()

    def _add(self, id_: str, fact: Fact, transfers: tuple[Transfer, ...] = (), *, by: str = HOUSE) -> None:
        self.page.add(Draft(id_, self.page.now, (by,), fact, transfers))

    # -- rounds ----------------------------------------------------------------------------------

    def _end_counted(self, moving: Moving) -> None:
        if moving.counted is None:
            return
        number, id_ = moving.counted.number, f"{moving.id}/{moving.counted.number}/brought over"
        if moving.is_over:
            self.page.ask(EndGame(id_, (HOUSE,), moving.id, round=number))
        else:
            self.page.ask(VoidRound(id_, (HOUSE,), moving.id, WHY, number))

    def _take_down(self, listed: Listed) -> None:
        """A table that is not there any more: its name stays taken."""
        table = listed.plan.id
        if round_ := self.page.ahead.rounds.get(table):
            self.page.ask(
                VoidRound(f"{table}/{round_.number}/brought over", (HOUSE,), table, WHY, round_.number)
            )
            self.differences.append(
                f"{table} was taken down, and the journal had its round {round_.number} still open: "
                "it is void now"
            )
        self._add(f"{table}#opened", listed.plan.fact, by=listed.by)
        self._add(f"{table}#closed", TableClosed(table))

    # -- tables ----------------------------------------------------------------------------------

    def _write_table(self, moving: Moving) -> BroughtOver:
        """Put up, with its chips, where it stood; then its keypad hears of its progressive."""
        table, page = moving.id, self.page
        said = replace(moving.said, ended=moving.ended, differences=tuple(moving.differences))
        self._add(f"{table}#opened", moving.listed.plan.fact, by=moving.listed.by)
        self._add(f"{table}#brought over", said, moving.transfers)
        hosted = open_hosted(self.house, moving.listed.plan)
        moving.old.table.number = max(moving.old.table.number, page.ahead.last_round.get(table, 0))
        stand_there(hosted, moving)
        hosted.write_stand(page)
        hosted.act(Row((), hosted.table.number), THE_HOUSE, page)
        return said

    def _write_room(self) -> None:
        known = {ROOM_PLACE, *(one.plan.id for one in self.listed)}
        for place in self.old.places():
            if place not in known:
                lines = self.old.count("room_line", place)
                self.differences.append(f"{place} has a log of {lines:,} lines and was never put up")
        lines, rounds = self.old.count("room_line"), self.old.count("room_round")
        self.room = BroughtOver("", lines, rounds, self.old.digest(), differences=tuple(self.differences))
        self._add("the room#brought over", self.room)

    # -- players ---------------------------------------------------------------------------------

    def _write_players(self) -> None:
        spelled = self._spellings()
        for kept in self.old.keepsakes():
            if kept.name.startswith(PLAYER):
                self._write_player(kept, sorted(spelled[kept.name.removeprefix(PLAYER)]))
            else:
                self.dropped += 1
        for player, micros in sorted(self._chips().items()):
            if find_player(self.page.ahead, player) is None and player not in {
                one.player for one in self.to_add
            }:
                self.to_add.append(ToAdd(player, f"has {format_dollars(micros)} in chips and no PIN"))

    def _write_player(self, kept: Keepsake, spelled: list[str]) -> None:
        """With the hash as it is: it gets the pepper when the player next shows the PIN."""
        if len(spelled) > 1:
            why = f"was at the tables as {' and as '.join(spelled)}"
            self.to_add.append(ToAdd(kept.name.removeprefix(PLAYER), why))
            return
        player = spelled[0] if spelled else kept.name.removeprefix(PLAYER)
        try:
            pin_hash = str(json.loads(kept.body))
            self.page.ask(AddPlayer(f"brought over: {player}", (HOUSE,), player, pin_hash))
        except (RefusedError, ValueError) as problem:
            self.to_add.append(ToAdd(player, str(problem)))
        else:
            self.players.append(player)

    def _spellings(self) -> defaultdict[str, set[str]]:
        """How players are written at the tables; the old room kept their names in small letters."""
        found: defaultdict[str, set[str]] = defaultdict(set)
        for moving in self.moved:
            for player in (*moving.old.table.player_chips(), *moving.old.table.seating.players.values()):
                found[player.casefold()].add(player)
        return found

    def _chips(self) -> dict[str, int]:
        found: defaultdict[str, int] = defaultdict(int)
        for player, micros in self._each_chips():
            found[player] += micros
        return found

    def _each_chips(self) -> Iterator[tuple[str, int]]:
        for moving in self.moved:
            yield from moving.old.table.player_chips().items()


def stand_there(hosted: Hosted, moving: Moving) -> None:
    """The new table where the old one stood, with a shuffler that has not shuffled yet."""
    old = moving.old.table
    data = format_stand(hosted.table, None)
    data |= {"number": old.number, "points": old.points, "balances": {**moving.balances}}
    data["players"] = {str(seat): player for seat, player in old.seating.players.items()}
    restore_stand(hosted.table, None, data)
    hosted.told = moving.old.told
