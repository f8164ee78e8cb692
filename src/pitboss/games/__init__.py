"""Floor 4: the games, each a module of rules and a data file of the same name. Nobody imports them by name.

A house's own games lie in a folder that the variable PITBOSS_GAMES names. Their modules belong to this
package all the same, so that every process that starts with the variable finds them.
"""

import os
from pathlib import Path

from pitboss.rules.catalogue import VARIABLE


def look_in_folder() -> Path | None:
    """The house's folder, if one is named; its modules are found from now on, after the package's own."""
    named = os.environ.get(VARIABLE)
    folder = Path(named).expanduser().resolve() if named else None
    __path__[1:] = [str(folder)] if folder else []
    return folder


look_in_folder()
