"""Settings for all tests. Hypothesis draws the same examples on every run, so a failure can be repeated."""

import gc

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


def pytest_collection_finish():
    """Ten thousand tests were collected and stay: nobody needs to look for garbage among them."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def server():
    """One PostgreSQL for all tests that leave it running: each has a schema of its own in it."""
    with running_server() as server:
        yield server
