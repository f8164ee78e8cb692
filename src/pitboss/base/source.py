"""The text of modules, with all that they import: what compiled code and a fingerprint of code depend on."""

import hashlib
import inspect
import re
import sys
from functools import cache
from types import ModuleType

ENOUGH_OF_DIGEST = 16


@cache
def digest_of(*modules: str) -> str:
    """Of the text of modules and of all that they import from their package."""
    texts = dict[str, str]()
    for module in modules:
        read_texts(module, texts)
    joined = "".join(texts[name] for name in sorted(texts))
    return hashlib.sha256(joined.encode()).hexdigest()[:ENOUGH_OF_DIGEST]


def read_texts(module: str, texts: dict[str, str]) -> None:
    if module in texts:
        return
    texts[module] = inspect.getsource(sys.modules[module])
    for imported in imports_of(module, texts[module]):
        read_texts(imported, texts)


def imports_of(module: str, text: str) -> list[str]:
    """What a module needs of its package while it runs; what only a type checker reads is not in it.

    Nor is what others have imported of a package until now: the digest is the same whenever it is taken.
    """
    inside = f"{module.split('.')[0]}."
    modules = [
        value.__name__ for value in vars(sys.modules[module]).values() if isinstance(value, ModuleType)
    ]
    whole = [name for name in modules if not name.startswith(f"{module}.")]
    named = re.findall(r"^from ([.\w]+) import", text, re.MULTILINE)
    return [name for name in [*whole, *named] if name.startswith(inside)]
