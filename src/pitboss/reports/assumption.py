"""What was taken for granted to make an analysis, in sentences."""

from collections.abc import Iterable, Mapping
from fractions import Fraction

from pitboss.audit import assumption
from pitboss.audit.assumption import Assumption, LevelTerm, PlayersTaken, Premise, TermTaken
from pitboss.reports.cell import dollars, rate
from pitboss.reports.game_sheet import value_words

BEFORE_METERS = "before meters"
SAME_DEALER = "the hands of a split round meet the same dealer: their number and average are exact,"
SENTENCES: Mapping[Premise, str] = {
    Premise.OWN_HAND_ONLY: (
        "outcomes and deviation are of the player's own hand: envy is in the advantage only"
    ),
    Premise.ENVY_TIMES_WAGER: "envy is multiplied by the wager; the figures are for a wager of $1",
    Premise.LONG_RUN: "the advantage is that of the long run, in which everything in the meter is paid out",
    Premise.BEFORE_METERS: f"the advantage is {BEFORE_METERS}",
    Premise.AT_AVERAGE: (
        "outcomes and distribution are drawn with each top award at its long-run average; the deviation of "
        "one wager takes in that it varies; over all wagers of a link only seeds do: what was fed is paid "
        "anyway"
    ),
    Premise.METERS_EMPTY: "a meter of which neither seed nor contribution is known counts as empty",
    Premise.OTHERS_AT_SEED: "each break-even is with the other meters at their seeds",
    Premise.OWN_CARDS: (
        "every hand is played by its own cards and the up card; split hands do not look at each other"
    ),
    Premise.INSURANCE_GAINS: "insurance is never taken, though with some hands it would gain",
    Premise.INSURANCE_LOSES: "insurance is never taken, nor would it gain",
    Premise.SPREAD_IS_OPEN: (
        f"{SAME_DEALER} their spread is not counted, so hit frequency and deviation have bounds, which are "
        "proved"
    ),
}


def say_assumptions(assumptions: Iterable[Assumption]) -> tuple[str, ...]:
    return tuple(map(say_assumption, assumptions))


def say_assumption(one: Assumption) -> str:
    match one:
        case Premise():
            return SENTENCES[one]
        case PlayersTaken():
            return players_words(one)
        case assumption.PrintIsFor(printed, players):
            return f"the printed advantage of {printed} is for {players} players"
        case TermTaken(meter):
            return (f"{meter} meter: " if meter else "") + term_words(one)
        case assumption.MetersStandAt(amounts):
            standing = ", ".join(f"{name} {dollars(amount)}".strip() for name, amount in amounts)
            return f"the advantage is that of the next wager with the meter at {standing}"
        case assumption.SpreadDealt(rounds, seed):
            dealt = f"their spread is dealt, {rounds:,} rounds from the seed {seed}"
            return f"{SAME_DEALER} so the hit frequency has bounds; {dealt}"
        case assumption.SettingChanged(name, value, default):
            return f"{name} is {value_words(value)}, by default {value_words(default)}"


def players_words(one: PlayersTaken) -> str:
    players, given = one.players, "" if one.is_given else " (no number of players given)"
    if one.with_dealer:
        return f"{count(players, 'player')} and the dealer: {players + 1} hands{given}"
    return f"{count(players, 'player')} with the wager at the table, so envy from {players - 1}{given}"


def term_words(one: TermTaken) -> str:
    match one.term, one.amount:
        case LevelTerm.SEED, None:
            return "no seed is printed or given: $0; seed and contribution are the house's configuration"
        case LevelTerm.SEED, Fraction() as amount:
            return f"seed {dollars(amount)} as printed"
        case LevelTerm.CONTRIBUTION, None:
            return "no contribution is printed, given or implied: 0%; it is the house's configuration"
        case LevelTerm.CONTRIBUTION, Fraction() as amount:
            return f"contribution {rate(amount)}, recovered from the printed figures"
        case _:
            return "no reserve rate given: 0%"


def count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
