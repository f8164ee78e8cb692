"""What is done about a shuffler that fails: first its own guide, then the swap in seven steps."""

TROUBLE_SHOOTING = (
    "look the fault up in the guide on the back of the shuffler",
    "do what the guide says, and take nothing out that it does not name",
    "count no packet that had to be touched: report a wrong count instead",
    "if it works again, have the floor say that it is cured; if it fails time and again, swap it",
)
SWAP = (
    "1. switch the shuffler off",
    "2. pull its power cord",
    "3. put the backup in its place",
    "4. connect power cord and data cable",
    "5. switch the backup on{mode}",
    "6. call the maker's service for the one that failed",
    "7. say that it is swapped, and go on with a fresh shuffle",
)


def swap_steps(mode: str = "") -> tuple[str, ...]:
    """The seven steps; a device with modes is set to the one of the game."""
    words = f" and set it to {mode}" if mode else ""
    return tuple(step.format(mode=words) for step in SWAP)


def trouble_steps(mode: str = "") -> tuple[str, ...]:
    """What the dealer reads while the table stands still."""
    return (*TROUBLE_SHOOTING, *swap_steps(mode))
