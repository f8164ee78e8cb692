"""Answers of the workshop, shown on a page or written as a paper.

What was made is kept for a while: whoever reads a result asks for its paper next, often in several forms.
"""

import json
from base64 import b64encode
from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Any

from pitboss.base.progress import Say
from pitboss.reports.form import Json
from pitboss.reports.paper.paper import Form, Size, write_paper
from pitboss.service.counting.simulation import make_simulation_answer
from pitboss.service.counting.workshop import (
    Made,
    make_design_answer,
    make_leak_answer,
    make_plan_answer,
    make_scale_answer,
)

MAKERS: Mapping[str, Callable[..., Made]] = {
    "design": make_design_answer,
    "plan": make_plan_answer,
    "scale": make_scale_answer,
    "vulnerability": make_leak_answer,
    "simulation": make_simulation_answer,
}
MOST_KEPT = 6
KEPT: "OrderedDict[str, Made]" = OrderedDict()


def make_once(say: Say, kind: str, given: Mapping[str, Any]) -> Made:
    key = json.dumps([kind, given], sort_keys=True)
    if key not in KEPT:
        KEPT[key] = MAKERS[kind](say, **given)
        while len(KEPT) > MOST_KEPT:
            KEPT.popitem(last=False)
    KEPT.move_to_end(key)
    return KEPT[key]


def show_design(say: Say, **given: Any) -> Json:
    return make_once(say, "design", given).shown


def show_plan(say: Say, **given: Any) -> Json:
    return make_once(say, "plan", given).shown


def show_scale(say: Say) -> Json:
    return make_once(say, "scale", {}).shown


def show_leaks(say: Say, **given: Any) -> Json:
    return make_once(say, "vulnerability", given).shown


def show_simulation(say: Say, **given: Any) -> Json:
    return make_once(say, "simulation", given).shown


def write_answer(say: Say, kind: str, given: Mapping[str, Any], form: str, size: str) -> Json:
    """The file, as a line of JSON can hold it."""
    made = make_once(say, kind, given)
    say("Typesetting")
    content = write_paper(made.paper, Form(form), Size(size))
    return {"title": made.paper.title, "content": b64encode(content).decode()}
