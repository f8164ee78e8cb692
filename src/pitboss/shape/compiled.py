"""Compiled code that is kept on a machine, and never older than its text.

Numba keeps what it compiled by the text of one file, but compiled code has other files' code and constants in
it. So a compiled function carries in its name a digest of its own module and of all modules of its package
that this one imports: any change among them is another name, and what was kept by the old name is not read.
"""

from collections.abc import Callable
from typing import Any

import numba as nb

from pitboss.base.source import digest_of


def kept(*, fastmath: bool = False) -> Any:
    """A decorator: compiled at the first call, then kept; runs without the interpreter's lock."""
    compiled = nb.njit(cache=True, nogil=True, fastmath=fastmath)

    def compile_named(function: Callable[..., Any]) -> Any:
        function.__qualname__ += f"_{digest_of(function.__module__)}"
        return compiled(function)

    return compile_named
