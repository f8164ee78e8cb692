"""Settings for all tests. Hypothesis draws the same examples on every run, so a failure can be repeated."""

import gc
import os

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
    """The soak begins with its longest tests: each of two workers gets half of the list, in this order."""
    if config.option.markexpr == "slow":
        long = [item for item in items if item.get_closest_marker("long")]
        rest = [item for item in items if not item.get_closest_marker("long")]
        first = len(items) // 2 - len(long) // 2
        items[:] = [*long[: len(long) // 2], *rest[:first], *long[len(long) // 2 :], *rest[first:]]


def pytest_collection_finish():
    """Ten thousand tests were collected and stay: nobody needs to look for garbage among them."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def server():
    """One PostgreSQL for all tests that leave it running: each has a schema of its own in it."""
    with running_server() as server:
        yield server
