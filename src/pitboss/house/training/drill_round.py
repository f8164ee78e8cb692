"""Rounds for drills: which drills a game can bring about, and a round that holds one."""

from functools import lru_cache

from pitboss.house.training.drill import DRILLS, Drill
from pitboss.house.training.lesson import stream
from pitboss.house.training.table import Finished, plan_round, play, stack_plan
from pitboss.rules import Game
from pitboss.table.randomness import Randomness

MOST_ROUNDS = 1_000
"""Rounds dealt in search of a drill."""
SAMPLE, STACKED = 150, 20
"""Rounds dealt to find out whether a game can bring a drill about, by chance or with a stacked deck."""
SAMPLE_SEED = 1


@lru_cache(maxsize=16)
def drills_for(game: Game) -> tuple[Drill, ...]:
    """The drills that the game can bring about, found out by dealing it."""
    sample = [play(plan_round(game, stream(SAMPLE_SEED, number))) for number in range(SAMPLE)]
    return tuple(
        drill
        for drill in DRILLS
        if any(has_drill(finished, drill) for finished in sample)
        or (drill.wishes(game) and find_round(game, drill, stream(SAMPLE_SEED, SAMPLE), most=STACKED))
    )


def has_drill(finished: Finished, drill: Drill) -> bool:
    return any(drill.applies(finished, payment) for payment in finished.payments)


def find_round(
    game: Game, drill: Drill, randomness: Randomness, *, most: int = MOST_ROUNDS
) -> Finished | None:
    """A round with a payment for this drill, or None if the search was long enough."""
    wishes = drill.wishes(game)
    for _ in range(most):
        plan = plan_round(game, randomness)
        if wishes:
            plan = stack_plan(plan, wishes[randomness.below(len(wishes))], randomness) or plan
        finished = play(plan)
        if has_drill(finished, drill):
            return finished
    return None
