"""The sensor at a seat: what its light says follows from what the controller is, and from nothing else."""

from enum import Enum


class Sensor(Enum):
    DARK = "takes no wager"
    INVITED = "a wager may be placed"
    PLACED = "a wager lies on it"
    LOCKED = "its wager is counted"
