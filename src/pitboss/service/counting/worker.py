"""The program of a bench: reads one job a line from standard input, and writes what it says and finds.

It ends when the server does, for then its input ends. What is asked stands in `JOBS`; everything in and
out is JSON, so a bench knows nothing of the server and the server nothing of an engine.
"""

import json
import sys
from collections.abc import Callable, Mapping
from typing import Any

from pitboss.base.error import PitbossError
from pitboss.base.extra import naming_extra
from pitboss.service.counting import figure, lesson, pack, paper, workshop_paper
from pitboss.service.counting.priority import step_back

Job = Callable[..., Any]
JOBS: Mapping[str, Job] = {
    "figures": figure.find_figures,
    "spot": figure.find_spot,
    "what if": figure.price_own,
    "strategy": figure.find_strategy,
    "audit": figure.find_audit,
    "advice": figure.find_advice,
    "paper": paper.make_game_paper,
    "pack": pack.make_office_pack,
    "design": workshop_paper.show_design,
    "plan": workshop_paper.show_plan,
    "scale": workshop_paper.show_scale,
    "vulnerability": workshop_paper.show_leaks,
    "simulation": workshop_paper.show_simulation,
    "workshop paper": workshop_paper.write_answer,
    "open lesson": lesson.open_lesson,
    "ask": lesson.ask,
    "answer": lesson.answer,
}


def work() -> None:
    out = sys.stdout
    sys.stdout = sys.stderr

    def write(**words: object) -> None:
        out.write(json.dumps(words, allow_nan=False) + "\n")
        out.flush()

    def tell(words: str, done: int = 0, total: int = 0, /) -> None:
        write(says=words, done=done, total=total)

    for line in sys.stdin:
        asked = json.loads(line)
        try:
            with naming_extra():
                found = JOBS[asked["do"]](say=tell, **asked["given"])
        except PitbossError as problem:
            write(refused=str(problem))
        else:
            write(found=found)


if __name__ == "__main__":
    step_back()
    work()
