"""Pitboss: casino games as rule sets, with exact analysis of what they pay."""

from importlib.metadata import version

__version__ = version("pitboss")
