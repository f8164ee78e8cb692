"""The job of a bench that makes the regulator's pack: a minute's work, one part after the other."""

from base64 import b64encode
from datetime import date

from pitboss.base.progress import Say
from pitboss.reports.form import Json
from pitboss.reports.paper.paper import Size


def make_office_pack(say: Say, day: str, size: str) -> Json:
    """The pack of all games as one file, as a line of JSON can hold it."""
    from pitboss.reports.pack.making import make_order, make_pack, zip_pack

    order = make_order((), date.fromisoformat(day), size=Size(size))

    def told(words: str, done: int, parts: int) -> None:
        say(f"{done} of {parts} parts, {words}", done, parts)

    return {"content": b64encode(zip_pack(make_pack(order, progress=told, workers=1))).decode()}
