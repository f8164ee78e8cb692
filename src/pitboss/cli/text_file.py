"""Reading a file of lines that somebody names on the command line; `-` is standard input."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

from pitboss.base.error import InputError

STANDARD_INPUT = "-"


def read_lines(file: str) -> Iterator[tuple[int, str]]:
    """The lines with something on them, numbered as an editor does."""
    with open_text(file) as stream:
        try:
            for number, text in enumerate(stream, start=1):
                if text.strip():
                    yield number, text
        except UnicodeDecodeError as problem:
            raise InputError(f"{file!r} is not text in UTF-8") from problem


@contextmanager
def open_text(file: str) -> Iterator[TextIO]:
    if file == STANDARD_INPUT:
        yield sys.stdin
        return
    try:
        stream = open(file, encoding="utf-8")  # noqa: SIM115  closed below; only opening may be refused
    except (OSError, ValueError) as problem:
        raise InputError(
            f"cannot read {file!r}: {getattr(problem, 'strerror', None) or problem}"
        ) from problem
    with stream:
        yield stream
