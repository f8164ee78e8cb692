"""The program called inside the test's own process: fast, and the analysis is counted once."""

import json
from dataclasses import dataclass

import pytest

from pitboss.cli import main


@dataclass
class Reply:
    status: int
    out: str
    err: str

    @property
    def json(self):
        return json.loads(self.out, parse_constant=pytest.fail)


@pytest.fixture
def pitboss(capsys):
    def call(*words):
        status = main(words)
        out, err = capsys.readouterr()
        return Reply(status, out, err)

    return call
