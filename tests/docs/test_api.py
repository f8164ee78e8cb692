"""docs/api.md lists every request that the service takes, each with what it is for."""

import os
from pathlib import Path

from pitboss.house.room.locker import new_key
from pitboss.service.app import make_app
from pitboss.service.premises import Premises
from pitboss.service.settings import Settings

PAGE = Path(__file__).parents[2] / "docs" / "api.md"
HEAD = """# What the service is asked

Made from the OpenAPI document, which the service has at `/openapi.json` with every field. Live streams
are WebSockets: `/api/tables/{table}/live?after=N` has a table's frames from event N on,
`/api/displays/{table}/live` a display's; `/api/tables/live` is the lobby and `/api/floor/live` the floor of
its supervisor, told again whenever something happens.

| request | what it is for |
|---|---|
"""


def write_api(folder) -> str:
    premises = Premises(Settings(str(folder / "room.db"), new_key(), is_demo=True))
    paths = make_app(premises).openapi()["paths"]
    premises.journal.close()
    rows = [
        f"| `{method.upper()} {path}` | {what.get('description', '').partition(chr(10))[0]} |\n"
        for path, methods in paths.items()
        for method, what in methods.items()
    ]
    return HEAD + "".join(rows)


def test_every_request_is_described(tmp_path):
    made = write_api(tmp_path)
    if os.environ.get("PITBOSS_DOCS") == "write":
        PAGE.write_text(made)
    assert PAGE.read_text() == made
    assert "|  |\n" not in made, "a request without a sentence"
