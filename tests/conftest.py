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
MOST_WORDS = 300
"""Characters of a reason that is said with the name of a test that failed."""
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
    """Ten thousand tests were collected and stay: nobody needs to look for garbage among them.

    What a test leaves is nearly all gone by itself, so the rest is looked for fourteen times more rarely.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000)


@pytest.hookimpl(tryfirst=True)
def pytest_report_teststatus(report):
    """A soak takes long: why a test failed is said with its name (-v), the whole story at the end."""
    if not report.failed:
        return None
    crash = getattr(report.longrepr, "reprcrash", None) or report.longreprtext
    why = " ".join(str(crash).split())[:MOST_WORDS]
    is_error = report.when in ("setup", "teardown")
    word = "ERROR" if is_error else "FAILED"
    return word.lower(), word[0], (f"{word} ({why})", {"red": True})


@pytest.fixture(scope="session")
def server():
    """One PostgreSQL for all tests that leave it running: each has a schema of its own in it."""
    with running_server() as server:
        yield server
