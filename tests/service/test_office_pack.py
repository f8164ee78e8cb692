"""The regulator's pack from the office: for readers only, with progress, the very files of the command."""

import io
from base64 import b64encode
from zipfile import ZipFile

from pitboss.reports.pack.making import zip_pack


def test_a_pack_is_saved_as_one_file_and_nobody_else_gets_it(served, monkeypatch):
    asked = []

    async def find(bench, do, given, **more):
        asked.append((bench, do, given))
        if len(asked) == 1:
            return {"is_ready": False, "says": "3 of 18 parts, audit", "seconds": 4}
        content = zip_pack({"manifest.json": b"{}", "par/a.pdf": b"%PDF"})
        return {"is_ready": True, "found": {"content": b64encode(content).decode()}}

    monkeypatch.setattr(served.premises.counting, "find", find)
    assert served.person().get("/api/office/pack.zip").status_code == 401
    assert served.person(guest="Ann").get("/api/office/pack.zip").status_code == 403
    assert asked == []
    art = served.person(staff="art")
    waiting = art.get("/api/office/pack.zip?size=letter")
    assert (waiting.status_code, waiting.json()["says"]) == (202, "3 of 18 parts, audit")
    made = art.get("/api/office/pack.zip?size=letter")
    assert made.headers["content-type"] == "application/zip"
    assert ZipFile(io.BytesIO(made.content)).namelist() == ["pack/manifest.json", "pack/par/a.pdf"]
    assert asked[0] == asked[1]
    assert asked[0][2]["size"] == "us-letter"


def test_a_zip_of_the_same_files_is_the_same_bytes():
    files = {"b": b"2", "a": b"1"}
    assert zip_pack(files) == zip_pack(dict(reversed(files.items())))
