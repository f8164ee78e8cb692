"""The back office at work on the register of equipment: what stands where, against what is approved."""

from typing import Any

from fastapi import APIRouter
from pydantic import BaseModel, Field

from pitboss.base.error import InputError
from pitboss.house.equipment import approved_equipment, find_fault
from pitboss.jackpot import request
from pitboss.jackpot.equipment import InstalledComponent
from pitboss.reports.record.equipment import register_data, versions_data
from pitboss.service.ask import ThePremises
from pitboss.service.office.form import WORDS, Done, Form, ask
from pitboss.service.office.signing import check_may, sign
from pitboss.service.route.office import Reader

router = APIRouter(prefix="/api/office", tags=["office"])
NAME = Field(min_length=1, max_length=60)
EVERYWHERE = "the room"


class PartForm(BaseModel):
    component: str = NAME
    maker: str = NAME
    licence: str = NAME
    version: str = Field(default="", max_length=60)
    tribal_licence: str = Field(default="", max_length=60)
    is_plain: bool = False


class EquipmentForm(Form):
    """One component that is put into a table's register, or taken out of it."""

    table: str = Field(default="", max_length=40)
    """Empty for the whole room."""
    part: PartForm
    is_removed: bool = False
    note: str = WORDS


@router.get("/equipment")
async def equipment(premises: ThePremises, session: Reader) -> dict[str, Any]:
    """The register of every table, what is approved, and the condition on displays."""
    del session
    return {
        "register": register_data(premises.manager.floor.equipment),
        "approved": versions_data(),
        "condition": approved_equipment().display_condition,
    }


@router.post("/equipment", status_code=201)
async def change_equipment(form: EquipmentForm, premises: ThePremises, session: Reader) -> Done:
    """Put a component into a table's register, in place of one of its name, or take it out. Two people."""
    check_may(premises, session, request.ListEquipment)
    part = InstalledComponent(**form.part.model_dump())
    if not form.is_removed and (fault := find_fault(part)):
        raise InputError(f"it would not be approved: {fault}")
    by = await sign(premises, session, form.second)
    standing = premises.manager.floor.equipment.get(form.table, ())
    parts = tuple(one for one in standing if one.component != part.component)
    parts += () if form.is_removed else (part,)
    where = form.table or EVERYWHERE
    words = f"{part.component} {'no longer stands' if form.is_removed else 'stands'} at {where}"
    return await ask(premises, request.ListEquipment(form.id, by, form.table, parts, form.note), words)
