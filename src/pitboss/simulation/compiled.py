"""Compile written code, and keep what was compiled: the next process, and every worker, starts at once.

The code is written to a file of its own under the user's cache, named by its hash; Numba keeps what it
compiled beside it. What runs is always the text that we hold, never the file: a changed file changes
nothing.
"""

import hashlib
import inspect
import os
import sys
import tempfile
from functools import cache, lru_cache
from pathlib import Path
from types import ModuleType

import numpy as np
from numpy.typing import NDArray

from pitboss.base.private_file import check_own

ENOUGH_OF_HASH = 20
Table = NDArray[np.integer]
"""What compiled code reads."""


@cache
def hash_of(*modules: ModuleType) -> str:
    """Compiled code is kept by its own text alone: a change in what it calls must change that too."""
    text = "".join(map(inspect.getsource, modules))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


@lru_cache(maxsize=32)
def compile_source(source: str) -> ModuleType:
    """The written code as a module."""
    path = keep_source(source)
    module = ModuleType(f"pitboss_{path.stem}")
    module.__file__ = str(path)
    sys.modules[module.__name__] = module  # kept code is found again by the name of its module
    exec(compile(source, str(path), "exec"), module.__dict__)
    return module


def keep_source(source: str) -> Path:
    digest = hashlib.sha256(source.encode()).hexdigest()[:ENOUGH_OF_HASH]
    for folder in (cache_folder(), Path(tempfile.gettempdir()) / f"pitboss-{os.getuid()}"):
        try:
            return write_once(folder / f"round_{digest}.py", source)
        except OSError:
            continue
    return write_once(Path(tempfile.mkdtemp(prefix="pitboss-")) / f"round_{digest}.py", source)


def cache_folder() -> Path:
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "pitboss" / "simulation"


def write_once(path: Path, source: str) -> Path:
    """Whole or not at all, and once: what was compiled goes by the file's age."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    check_own(path.parent)  # what lies there is run: code that is compiled is kept beside it
    if path.exists() and path.read_text("utf-8") == source:
        return path
    unfinished = path.with_name(f".{path.name}.{os.getpid()}")
    unfinished.write_text(source, "utf-8")
    os.replace(unfinished, path)
    return path
