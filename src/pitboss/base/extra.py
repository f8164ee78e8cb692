"""Packages that come with an extra: what needs each of them, and the line that installs it.

The core of Pitboss (rules, analysis, strategy, design, simulation, commands) is installed without them.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec

from pitboss.base.error import PitbossError

ROOM = "the card room and its records need"
NEEDS = {
    "argon2": (ROOM, "floor"),
    "cryptography": (ROOM, "floor"),
    "dask": ("a cluster needs", "cluster"),
    "distributed": ("a cluster needs", "cluster"),
    "fastapi": (ROOM, "floor"),
    "gymnasium": ("environments for Gymnasium need", "gym"),
    "httptools": (ROOM, "floor"),
    "matplotlib": ("plots need", "papers"),
    "prometheus_client": (ROOM, "floor"),
    "psycopg": ("PostgreSQL needs", "postgres"),
    "structlog": (ROOM, "floor"),
    "textual": ("the full-screen table needs", "play"),
    "typst": ("PDF papers need", "papers"),
    "uvicorn": (ROOM, "floor"),
    "websockets": (ROOM, "floor"),
    "xlsxwriter": ("workbooks need", "papers"),
}
"""By the name under which a package is imported: what needs it, and the extra that it comes with."""
BESIDE = {"pandas": "data frames of pandas need", "polars": "data frames of Polars need"}
"""Packages that no extra brings: whoever wants them has them."""


class MissingPackageError(PitbossError, ImportError):
    """Something was asked for whose package is not installed."""


def missing(package: str) -> MissingPackageError | None:
    """What to say of a package that is not installed, if it is one of ours to name."""
    if package in NEEDS:
        what, extra = NEEDS[package]
        return MissingPackageError(f"{what} the extra '{extra}': pip install 'pitboss[{extra}]'")
    if package in BESIDE:
        return MissingPackageError(f"{BESIDE[package]} the package '{package}': pip install {package}")
    return None


@contextmanager
def naming_extra() -> Iterator[None]:
    """Where a package of an extra is missing, raise an error that names it and the line that installs it."""
    try:
        yield
    except ModuleNotFoundError as problem:
        if error := missing((problem.name or "").partition(".")[0]):
            raise error from problem
        raise


def require(package: str) -> None:
    """Refuse before a long work what could not be finished without the package."""
    if find_spec(package) is None and (error := missing(package)):
        raise error
