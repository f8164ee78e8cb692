"""Pitboss: the exact mathematics of casino card games, and the papers that are filed about them.

    import pitboss

    game = pitboss.game("three_card_poker")
    mine = game.with_pays("pair plus", "50,30,6,3,1")
    found = mine.analyze("pair plus")
    found.house_advantage, found.sd, found.pmf()
    found.outcomes.to_dicts()
    mine.simulate("pair plus", rounds=1_000_000, seed=1).interval("pair plus", 0.99)
    mine.best_play("Qh 6d 4c")
    mine.par_sheet("pair plus").save("sheet.pdf")

What is named here is public and stays; everything else may change. Nothing is loaded before it is asked for.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pitboss.base.error import InputError, PitbossError
    from pitboss.base.extra import MissingPackageError
    from pitboss.library.analysis import Analyses, Analysis
    from pitboss.library.decision import Decisions
    from pitboss.library.game import Game, game, games
    from pitboss.library.outcome import Outcomes
    from pitboss.library.paper import ParSheet
    from pitboss.library.simulation import Simulated

    __version__: str

PLACES = {
    "Analyses": "library.analysis",
    "Analysis": "library.analysis",
    "Decisions": "library.decision",
    "Game": "library.game",
    "InputError": "base.error",
    "MissingPackageError": "base.extra",
    "Outcomes": "library.outcome",
    "ParSheet": "library.paper",
    "PitbossError": "base.error",
    "Simulated": "library.simulation",
    "game": "library.game",
    "games": "library.game",
}
"""The public names, and where each of them is made."""
OF_A_GAME = ("analyze", "best_play", "par_sheet", "simulate", "with_paytable", "with_pays", "with_settings")
"""What somebody might look for here."""

__all__ = [
    "Analyses",
    "Analysis",
    "Decisions",
    "Game",
    "InputError",
    "MissingPackageError",
    "Outcomes",
    "ParSheet",
    "PitbossError",
    "Simulated",
    "__version__",
    "game",
    "games",
]

if not TYPE_CHECKING:
    import sys
    from importlib import import_module
    from types import ModuleType

    class Door(ModuleType):
        """This module. A room is called `games`, too: importing it does not take the function's place."""

        def __setattr__(self, name: str, value: object) -> None:
            if name != "games" or not isinstance(value, ModuleType):
                super().__setattr__(name, value)

    sys.modules[__name__].__class__ = Door

    def __getattr__(name: str) -> object:
        """A public name when it is first asked for."""
        if name == "__version__":
            from importlib.metadata import version

            found: object = version("pitboss")
        elif name in PLACES:
            found = getattr(import_module(f"pitboss.{PLACES[name]}"), name)
        else:
            asked = f"; ask a game: pitboss.game('three_card_poker').{name}(...)" if name in OF_A_GAME else ""
            raise AttributeError(f"module 'pitboss' has no attribute {name!r}{asked}")
        globals()[name] = found
        return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
