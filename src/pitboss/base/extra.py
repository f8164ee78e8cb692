"""Packages that come with an extra: what needs each of them, and the line that installs it.

The core of Pitboss (rules, analysis, strategy, design, simulation, commands) is installed without them.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from pitboss.base.error import PitbossError

NEEDS = {
    "argon2": ("PINs of the staff need", "floor"),
    "cryptography": ("the key of a card room needs", "floor"),
    "dask": ("a cluster needs", "cluster"),
    "distributed": ("a cluster needs", "cluster"),
    "fastapi": ("the card room needs", "floor"),
    "gymnasium": ("environments for Gymnasium need", "gym"),
    "httptools": ("the card room needs", "floor"),
    "matplotlib": ("plots need", "papers"),
    "prometheus_client": ("the card room needs", "floor"),
    "psycopg": ("PostgreSQL needs", "postgres"),
    "structlog": ("the card room needs", "floor"),
    "textual": ("the full-screen table needs", "play"),
    "typst": ("PDF papers need", "papers"),
    "uvicorn": ("the card room needs", "floor"),
    "websockets": ("the card room needs", "floor"),
    "xlsxwriter": ("workbooks need", "papers"),
}
"""By the name under which a package is imported: what needs it, and the extra that it comes with."""
BESIDE = {"pandas": "data frames of pandas need", "polars": "data frames of Polars need"}
"""Packages that no extra brings: whoever wants them has them."""


class MissingPackageError(PitbossError, ImportError):
    """Something was asked for whose package is not installed."""


@contextmanager
def naming_extra() -> Iterator[None]:
    """Where a package of an extra is missing, raise an error that names it and the line that installs it."""
    try:
        yield
    except ModuleNotFoundError as problem:
        package = (problem.name or "").partition(".")[0]
        if package in NEEDS:
            what, extra = NEEDS[package]
            words = f"{what} the extra '{extra}': pip install 'pitboss[{extra}]'"
        elif package in BESIDE:
            words = f"{BESIDE[package]} the package '{package}': pip install {package}"
        else:
            raise
        raise MissingPackageError(words) from problem
