"""Whether what stands at a table is approved: each component in the version that the documents name.

A table deals from a device of its game and, where the game has a progressive in force, with one whole system
of a maker: manager, controller, sensors, display. A table whose parts are not all in the register and
approved is not opened. Cards that are shuffled and dealt by hand need no device.
"""

import re
import tomllib
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from pitboss.base.error import InputError
from pitboss.house.approval import NotApprovedError
from pitboss.house.opening import choose_devices
from pitboss.jackpot.equipment import InstalledComponent
from pitboss.rules import Game
from pitboss.table.setup import is_progressive
from pitboss.table.shuffler import BY_HAND

NUMBER = re.compile(r"\d+")
HELP = "list it in the office or with 'pitboss equipment add'"


@dataclass(frozen=True)
class Component:
    """A component that the documents name."""

    name: str
    use: str
    version: str
    or_higher: bool
    source: str
    must_be_plain: bool = False

    @property
    def words(self) -> str:
        """The version as the documents have it: 'v6.6 Build 520 or higher'."""
        if not self.version:
            return "any version"
        return f"{self.version} or higher" if self.or_higher else self.version


@dataclass(frozen=True)
class EquipmentSystem:
    """A maker's progressive system: all of its parts, and one of its displays."""

    name: str
    dialect: str
    parts: tuple[str, ...]
    displays: tuple[str, ...]


@dataclass(frozen=True)
class Approved:
    components: Mapping[str, Component]
    systems: tuple[EquipmentSystem, ...]
    display_condition: str


@cache
def approved_equipment() -> Approved:
    data = tomllib.loads((files("pitboss.house") / "equipment.toml").read_text("utf-8"))
    components = {one["name"]: Component(**one) for one in data["component"]}
    systems = tuple(
        EquipmentSystem(one["name"], one["dialect"], tuple(one["parts"]), tuple(one["displays"]))
        for one in data["system"]
    )
    return Approved(components, systems, data["display_condition"].strip())


# -- versions --------------------------------------------------------------------------------------


def parse_version(text: str) -> tuple[int, ...]:
    """Its numbers in their order: 'v6.6 Build 520' is 6, 6, 520. Zeros at the end say nothing."""
    numbers = [int(digits) for digits in NUMBER.findall(text)]
    while numbers and not numbers[-1]:
        numbers.pop()
    return tuple(numbers)


def is_version_approved(component: Component, version: str) -> bool:
    if not component.version:
        return True
    if component.or_higher:
        return bool(parse_version(version)) and parse_version(version) >= parse_version(component.version)
    return bare(version) == bare(component.version)


def bare(version: str) -> str:
    """Without the letter in front, which some leave out."""
    return version.strip().lower().removeprefix("v")


def find_fault(part: InstalledComponent, *, is_tribal: bool = False) -> str:
    """Why the part may not be used, in words; empty if it may."""
    component = approved_equipment().components.get(part.component)
    if component is None:
        return f"{part.component} is no component that was approved"
    if not is_version_approved(component, part.version):
        return f"{part.component} has version {part.version or 'none'}, approved is {component.words}"
    if component.must_be_plain and not part.is_plain:
        return f"{part.component} is not said to be a monitor without intelligence and without network"
    if not part.licence.strip():
        return f"{part.component}: the licence of {part.maker} is not written down"
    if is_tribal and not part.tribal_licence.strip():
        return f"{part.component}: on tribal land {part.maker} is licensed by the Tribe as well"
    return ""


# -- a table ---------------------------------------------------------------------------------------


def check_equipment(
    table: str,
    game: Game,
    device: str,
    dialect: str,
    parts: Sequence[InstalledComponent],
    *,
    closed: Collection[str] = (),
    is_tribal: bool = False,
) -> None:
    """Everything that the table needs stands there and is approved; the refusal says what to do.

    A progressive wager that the table leaves out needs no system.
    """
    offered = [wager for wager in game.wagers if wager not in closed]
    has_progressive = any(is_progressive(game, wager) for wager in offered)
    for missing in find_missing(game, device, dialect if has_progressive else "", parts, is_tribal=is_tribal):
        raise NotApprovedError(f"{table} cannot be opened: {missing}; {HELP}")


def find_missing(
    game: Game, device: str, dialect: str, parts: Sequence[InstalledComponent], *, is_tribal: bool = False
) -> Iterator[str]:
    by_name = {part.component: part for part in reversed(parts)}
    if game.packets:
        for name in choose_devices(game, device):
            if name not in BY_HAND and (fault := fault_of(name, by_name, is_tribal=is_tribal)):
                yield fault
    if dialect:
        yield from missing_of_systems(dialect, by_name, is_tribal=is_tribal)


def fault_of(name: str, parts: Mapping[str, InstalledComponent], *, is_tribal: bool) -> str:
    if name not in parts:
        return f"no {name} is in the register for it"
    return find_fault(parts[name], is_tribal=is_tribal)


def missing_of_systems(
    dialect: str, parts: Mapping[str, InstalledComponent], *, is_tribal: bool
) -> Iterator[str]:
    """Nothing if one system of the dialect is whole; else what the system with the fewest gaps lacks."""
    systems = [one for one in approved_equipment().systems if one.dialect == dialect]
    if not systems:
        raise InputError(f"no approved system has the keypad {dialect!r}")
    yield from min((gaps_of(one, parts, is_tribal=is_tribal) for one in systems), key=len)


def gaps_of(
    system: EquipmentSystem, parts: Mapping[str, InstalledComponent], *, is_tribal: bool
) -> list[str]:
    gaps = [fault for name in system.parts if (fault := fault_of(name, parts, is_tribal=is_tribal))]
    shown = [fault_of(name, parts, is_tribal=is_tribal) for name in system.displays if name in parts]
    if not shown:
        gaps.append(f"no display is in the register for it: {' or '.join(system.displays)}")
    elif all(shown):
        gaps.append(shown[0])
    return gaps


def approved_parts(
    maker: str = "a licensed maker", licence: str = "on file"
) -> tuple[InstalledComponent, ...]:
    """Every approved component in its approved version: for a demonstration, and for trials."""
    return tuple(
        InstalledComponent(one.name, maker, licence, one.version, is_plain=one.must_be_plain)
        for one in approved_equipment().components.values()
    )
