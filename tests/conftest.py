"""Settings for all tests. Hypothesis draws the same examples on every run, so a failure can be repeated."""

from hypothesis import settings

settings.register_profile("pitboss", derandomize=True, deadline=None)
settings.load_profile("pitboss")
