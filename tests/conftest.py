"""Settings for all tests. Hypothesis draws the same examples on every run, so a failure can be repeated."""

import gc
import os
from itertools import islice

import pytest
from hypothesis import HealthCheck, settings

from postgresql import running_server

settings.register_profile(
    "pitboss",
    derandomize=True,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],  # a busy machine is no fault of the code
)
settings.load_profile("pitboss")
os.environ["PITBOSS_COUNTS"] = ""  # what a test counts, it counts: nothing is taken from an earlier run


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config, items):
    """A soak has an order: every worker gets an equal part of the list, and takes from the end of another's
    when it is through."""
    if config.option.markexpr == "slow":
        items[:] = in_soak_order(items, getattr(config, "workerinput", {}).get("workercount", 1))


def in_soak_order(items, workers):
    """The first worker begins with all tests that mostly wait, the others with the long ones."""
    waiting = [item for item in items if item.get_closest_marker("waits")]
    long = [item for item in items if item.get_closest_marker("long")]
    early = {*waiting, *long}
    rest = iter([item for item in items if item not in early])
    others = max(1, workers - 1)
    ordered = []
    for number, first in enumerate((waiting, *(long[number::others] for number in range(others)))):
        size = (len(items) - len(ordered)) // max(1, workers - number)
        ordered += [*first, *islice(rest, max(0, size - len(first)))]
    return [*ordered, *rest]


def pytest_collection_finish():
    """Ten thousand tests were collected and stay: nobody needs to look for garbage among them."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def server():
    """One PostgreSQL for all tests that leave it running: each has a schema of its own in it."""
    with running_server() as server:
        yield server
