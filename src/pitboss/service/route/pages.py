"""The pages: files of `pitboss.web`, one for each kind of page, and what they load."""

from importlib.resources import files
from pathlib import Path

from fastapi import APIRouter
from fastapi.responses import FileResponse
from starlette.staticfiles import StaticFiles

FOLDER = Path(str(files("pitboss") / "web"))
PAGES = {
    "/": "lobby.html",
    "/sign-in": "sign_in.html",
    "/tables/{table}": "table.html",
    "/tables/{table}/dealer": "dealer.html",
    "/supervisor": "supervisor.html",
    "/displays/{table}": "display.html",
    "/office": "office.html",
    "/explorer": "explorer.html",
    "/explorer/{game}": "explorer.html",
    "/trainer": "trainer.html",
}

router = APIRouter(include_in_schema=False)
static = StaticFiles(directory=FOLDER / "static", check_dir=False)


def add_page(path: str, name: str) -> None:
    async def page() -> FileResponse:
        return FileResponse(FOLDER / name, headers={"Cache-Control": "no-cache"})

    router.get(path, name=name)(page)


for path, name in PAGES.items():
    add_page(path, name)
