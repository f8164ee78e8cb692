"""What can be said of a printed advantage that the rules do not give.

The single change of the paytable, or the other definition of the figure, under which it would be true.
"""

from collections.abc import Sequence

from pitboss.analysis.analysis import WagerAnalysis
from pitboss.audit.change import Change, Known, find_changes
from pitboss.audit.definition import Definition, Reading, read_otherwise
from pitboss.audit.note import MadeTrue, NeverTrue, ReadAs, Remedy
from pitboss.base.printed import Print

MOST_CHANGES = 3


def explain(printed: Print, analysis: WagerAnalysis) -> MadeTrue | NeverTrue:
    """The single change or the other definition that would make the print true, or what comes closest."""
    readings = list(read_otherwise(analysis))
    first = readings[0]
    # Where the other tie rule leaves the advantage alone it does so at every pay: best play is best by it.
    plain = [
        reading
        for reading in readings
        if reading.definition is Definition.ADVANTAGE and (reading is first or reading.value != first.value)
    ]
    others = [reading for reading in readings if reading.definition is not Definition.ADVANTAGE]
    right = [Remedy(read_as(reading)) for reading in readings[1:] if printed.holds(reading.value)]
    known: dict[str, Known] = {}
    changed = search(printed, plain, known)
    if not right and not any(change.is_likely for _, change in changed):
        changed += search(printed, others, known, guess=True)
    if not right and not changed:
        changed = search(printed, others, known)
    remedies: dict[tuple[Definition, Change], Remedy] = {}
    for reading, change in sorted(changed, key=lambda pair: pair[1].unlikeliness):
        remedy = Remedy(None if reading is first else read_as(reading), change)
        remedies.setdefault((reading.definition, change), remedy)
    found = (*list(remedies.values())[:MOST_CHANGES], *right)
    return MadeTrue(found) if found else come_closest(printed, analysis, readings[1:])


def read_as(reading: Reading) -> ReadAs:
    return ReadAs(reading.definition, reading.tie_rule, reading.value)


def search(
    printed: Print, readings: Sequence[Reading], known: dict[str, Known], *, guess: bool = False
) -> list[tuple[Reading, Change]]:
    """Readings with a change under which the print is true."""
    return [
        (reading, change)
        for reading in readings
        for change in find_changes(
            reading.analysis,
            printed,
            reading.definition,
            guess=guess,
            known=known.setdefault(reading.tie_rule, {}),
        )
    ]


def come_closest(printed: Print, analysis: WagerAnalysis, readings: Sequence[Reading]) -> NeverTrue:
    """What is nearest where nothing makes the print true."""
    told = [read_as(reading) for reading in readings if reading.value != analysis.house_advantage]
    nearest = min(told, key=lambda reading: abs(reading.value - printed.value), default=None)
    return NeverTrue(analysis.meter is not None, nearest)
