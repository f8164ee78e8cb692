"""What a page shows: commands with the lines printed under each, and whether those lines came."""

import re

ANYTHING = "..."
"""A line of it stands for any lines; within a line, for any words."""


def read_commands(block: str) -> list[tuple[str, list[str]]]:
    """The commands of a console block, each with the lines printed under it."""
    found: list[tuple[str, list[str]]] = []
    for line in block.splitlines():
        if line.startswith("$ "):
            found.append((line[2:], []))
        else:
            found[-1][1].append(line)
    return found


def is_as_shown(lines: list[str], printed: str) -> bool:
    shown = [line.rstrip() for line in lines]
    return matches(shown, [line.rstrip() for line in printed.rstrip("\n").splitlines()])


def matches(shown: list[str], printed: list[str]) -> bool:
    """Whether the shown lines are the printed ones; a line of three dots stands for any lines."""
    if not shown:
        return not printed
    if shown[0] == ANYTHING:
        return any(matches(shown[1:], printed[skip:]) for skip in range(len(printed) + 1))
    if not printed:
        return False
    return is_alike(shown[0], printed[0]) and matches(shown[1:], printed[1:])


def is_alike(shown: str, printed: str) -> bool:
    pattern = ".*".join(re.escape(part) for part in shown.split(ANYTHING))
    return re.fullmatch(pattern.rstrip(), printed.rstrip()) is not None or is_ruled(shown, printed)


def is_ruled(shown: str, printed: str) -> bool:
    """Table heads and rules may be narrower in print: their widths follow the longest note."""
    return set(shown) == set(printed) == {"-", " "} or shown.split() == printed.split()
