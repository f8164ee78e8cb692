"""The id that somebody gives an act, so that to ask twice is to ask once.

Tables number their lines, rounds and requests in the same book, as `T6#58`, `T6/13` or `T6:` and what a
browser made up. An id that looks like one of these would stand where the table's next line belongs, and stop
it.
"""

import re

from pitboss.base.error import InputError

OWN_ID = r"^[!-\"$-.0-9;-~]+$"
"""Visible ASCII without # / and :, which stand behind the name of a table."""


def check_own_id(given: str) -> str:
    """The same, or why not. A command's may have spaces; ids of the game manager are kept by the decider."""
    if not re.fullmatch(OWN_ID, given.replace(" ", "-")):
        raise InputError(
            f"{given!r} cannot be an id, for the journal's own look like it: take one without # / and :"
        )
    return given
