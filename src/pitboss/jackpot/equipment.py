"""The register of equipment: what stands at each table, by whom it was made, under which licence and version.

Only approved equipment is used, and as approved (WAC 230-06-050). The register of a table is written as a
whole, so what no longer stands there is no longer in it; that of the room, under no table's name, holds for
every table beside its own. Which versions are approved is a list of the house (`house.equipment`).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pitboss.ledger.entry import Draft
from pitboss.ledger.fact import Fact

if TYPE_CHECKING:
    from pitboss.jackpot.books import Books

ROOM = ""
"""The register that holds for every table."""


@dataclass(frozen=True)
class InstalledComponent:
    """One component, as it stands there."""

    component: str
    maker: str
    licence: str
    """The maker's or distributor's licence of the state."""
    version: str = ""
    tribal_licence: str = ""
    """Of the Tribe, on tribal land."""
    is_plain: bool = False
    """Of a display: a monitor and nothing else, without intelligence of its own and without any network."""


Register = dict[str, tuple[InstalledComponent, ...]]
"""By table."""


@dataclass(frozen=True)
class EquipmentListed(Fact, kind="equipment listed"):
    table: str
    parts: tuple[InstalledComponent, ...]
    note: str = ""

    def change(self, books: "Books", draft: Draft) -> None:
        books.equipment[self.table] = self.parts


def parts_at(
    register: Mapping[str, tuple[InstalledComponent, ...]], table: str
) -> tuple[InstalledComponent, ...]:
    """What stands at a table: its own register, then the room's."""
    own = register.get(table, ()) if table != ROOM else ()
    return (*own, *register.get(ROOM, ()))
