"""The one form of every refusal, and its place in the OpenAPI document: what is wrong, and what to do."""

from typing import Any

from fastapi import Request
from fastapi.responses import JSONResponse
from pydantic import BaseModel
from starlette.exceptions import HTTPException


class Fault(BaseModel):
    """Where a form cannot be read."""

    loc: list[str]
    msg: str


class Problem(BaseModel):
    problem: str
    detail: list[Fault] = []


WORDS = {
    400: "The request cannot be read, or is not for this room's address",
    401: "Nobody is signed in at this browser",
    403: "This person may not do that, or the page comes from elsewhere",
    404: "There is no such thing here",
    405: "That cannot be done with it",
    409: "Not as things stand: the reason says what stands against it",
    413: "The request is too long",
    422: "A value cannot be used",
    429: "Too many requests: Retry-After says when to come again",
    503: "The room cannot be reached just now; the log has more under the incident's number",
}
RESPONSES: dict[int | str, dict[str, Any]] = {
    status: {"model": Problem, "description": words} for status, words in WORDS.items() if status != 405
}
"""For every request of the document."""


async def say_refusal(request: Request, problem: Exception) -> JSONResponse:
    """What the framework refuses by itself, in the same form."""
    assert isinstance(problem, HTTPException)
    words = WORDS.get(problem.status_code, str(problem.detail))
    return JSONResponse({"problem": words}, problem.status_code, dict(problem.headers or {}))
