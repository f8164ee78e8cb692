"""Charts for hands drawn to a total: the one that the program finds, or a player's own in a small file.

A line is a row: `hard 16: S S S S S H H H H H`, `soft 18: ...` or `pair 8: ...`, one letter for each up
card from 2 to 10 and then the ace. S stands, H hits, D doubles or hits, Ds doubles or stands, P splits, R
surrenders or hits, Rs surrenders or stands. `insurance: yes` takes it always. Rows that are not there are
played as the chart of the game.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from pitboss.base.error import InputError
from pitboss.cards.totals import ACES, BEST, VALUES, count_values
from pitboss.rules import Game
from pitboss.shape.drawing import DrawingRules, drawing_rules, natural_pay
from pitboss.simulation.blackjack_hand import (
    DOUBLE,
    HIT,
    SPLIT,
    STAND,
    SURRENDER,
    BlackjackPolicy,
    HandMachine,
    blank_tables,
    make_machine,
)
from pitboss.strategy.chart import UPS, Chart, draw_chart
from pitboss.trial.best_play import ACTIONS
from pitboss.trial.blackjack_worth import policy_advantage

LETTERS: Mapping[str, tuple[int, int]] = {
    "S": (STAND, STAND),
    "H": (HIT, HIT),
    "D": (DOUBLE, HIT),
    "DS": (DOUBLE, STAND),
    "P": (SPLIT, HIT),
    "R": (SURRENDER, HIT),
    "RS": (SURRENDER, STAND),
}
HARD, SOFT, PAIR = "hard", "soft", "pair"
Key = tuple[str, int]
"""A section of the chart, and the total, or the value of the pair with aces as 1."""


@dataclass(frozen=True)
class ChartRows:
    """What to do, and what where that is not offered, by row and up card (0 for the ace)."""

    cells: dict[Key, tuple[tuple[int, int], ...]] = field(default_factory=dict)
    insures: bool = False

    def look_up(self, section: str, number: int, up: int) -> tuple[int, int]:
        """A total that is in no row stands from seventeen and hits below."""
        row = self.cells.get((section, number))
        if row is None:
            return (STAND, STAND) if number >= 17 + 2 * (section == SOFT) else (HIT, HIT)
        return row[up]


def chart_rows(chart: Chart) -> ChartRows:
    """The rows of the chart that the program found."""
    cells: dict[Key, tuple[tuple[int, int], ...]] = {}
    for section in chart.sections:
        for row in section.rows:
            hand = row.cells[0].starts[0].hand
            number = hand[0] if section.name == PAIR else sum(hand) + 10 * (section.name == SOFT)
            by_up = {
                cell.starts[0].up - 1: (ACTIONS[cell.option], ACTIONS[cell.otherwise]) for cell in row.cells
            }
            cells[section.name, number] = tuple(by_up.get(up, (STAND, STAND)) for up in VALUES)
    return ChartRows(cells)


def parse_chart(text: str, before: ChartRows, *, where: str = "the chart") -> ChartRows:
    """Rows of one's own, laid over others."""
    cells, insures = dict(before.cells), before.insures
    for number, line in enumerate(text.splitlines(), start=1):
        words = line.partition("#")[0].strip()
        if not words:
            continue
        name, sign, rest = (part.strip() for part in words.partition(":"))
        if name.lower() == "insurance" and rest.lower() in ("yes", "no"):
            insures = rest.lower() == "yes"
            continue
        key, letters = read_key(name.lower().split()), rest.upper().split()
        if not sign or key is None or len(letters) != len(UPS) or not set(letters) <= set(LETTERS):
            raise InputError(
                f"{where}, line {number}: write 'hard 16:', 'soft 18:' or 'pair 8:' and ten letters of "
                f"{', '.join(LETTERS)} for the up cards 2 to 10 and A, not {words!r}"
            )
        by_up = dict(zip((up - 1 for up in UPS), (LETTERS[letter] for letter in letters), strict=True))
        cells[key] = tuple(by_up[up] for up in VALUES)
    return ChartRows(cells, insures)


def read_key(words: list[str]) -> Key | None:
    if len(words) != 2 or words[0] not in (HARD, SOFT, PAIR):
        return None
    section, number = words[0], {"a": "1", "t": "10"}.get(words[1], words[1])
    if not (number.isascii() and number.isdecimal() and len(number) <= 2):
        return None
    allowed = {HARD: range(4, BEST), SOFT: range(12, BEST), PAIR: range(1, 11)}[section]
    return (section, int(number)) if int(number) in allowed else None


def chart_policy(
    game: Game, wager: str, text: str | None = None, *, where: str = "the chart"
) -> BlackjackPolicy:
    """The chart of the game, with rows of one's own over it, and its exact worth."""
    rows = chart_rows(draw_chart(game, wager))
    name = "the chart"
    if text is not None:
        rows, name = parse_chart(text, rows, where=where), f"the chart of {where}"
    rules, natural = drawing_rules(game), natural_pay(game, wager)
    policy = rows_policy(rows, rules, name)
    return replace(policy, house_advantage=policy_advantage(policy, count_values(game.deck), rules, natural))


def rows_policy(rows: ChartRows, rules: DrawingRules, name: str) -> BlackjackPolicy:
    machine = make_machine()
    first, split, goals = blank_tables(machine)
    for up in VALUES:
        for state in range(1, len(machine.hands)):
            if machine.totals[state] >= BEST or len(machine.hands[state]) < 2:
                continue
            first[up, state] = choose_first(machine, rows, rules, state, up)
            for pair in set(machine.hands[state]):
                split[pair, up, state] = choose_split(machine, rows, rules, state, up, pair)
        for pair in VALUES:
            goals[pair, up] = 2 if pair == ACES and not rules.resplit_aces else max(2, rules.most_hands)
    return replace(BlackjackPolicy(name, machine, first, split, goals.astype(np.int8)), insures=rows.insures)


def choose_first(machine: HandMachine, rows: ChartRows, rules: DrawingRules, state: int, up: int) -> int:
    hand = machine.hands[state]
    is_pair = len(hand) == 2 and hand[0] == hand[1] and (PAIR, hand[0] + 1) in rows.cells
    wanted, otherwise = rows.look_up(PAIR, hand[0] + 1, up) if is_pair else by_total(machine, rows, state, up)
    if wanted == SPLIT and rules.most_hands == 1:
        wanted, otherwise = by_total(machine, rows, state, up)
    offered = {
        DOUBLE: len(hand) == 2 and int(machine.totals[state]) in rules.double_on,
        SURRENDER: len(hand) == 2 and rules.surrender,
        SPLIT: is_pair and rules.most_hands > 1,
    }
    return wanted if offered.get(wanted, True) else otherwise


def choose_split(
    machine: HandMachine, rows: ChartRows, rules: DrawingRules, state: int, up: int, pair: int
) -> int:
    """After a split: no surrender, and doubles and aces as the house has it."""
    if pair == ACES and not rules.hit_split_aces:
        return STAND
    hand = machine.hands[state]
    wanted, otherwise = by_total(machine, rows, state, up)
    may_double = len(hand) == 2 and rules.double_after_split and int(machine.totals[state]) in rules.double_on
    offered = {DOUBLE: may_double, SURRENDER: False, SPLIT: False}
    return wanted if offered.get(wanted, True) else otherwise


def by_total(machine: HandMachine, rows: ChartRows, state: int, up: int) -> tuple[int, int]:
    section = SOFT if machine.is_soft[state] else HARD
    return rows.look_up(section, int(machine.totals[state]), up)
