"""A room served in this process, for every test that asks for one."""

import pytest
from served_room import Served, make_premises

from patient_counting import count_patiently
from pitboss.service.demo import open_demo


@pytest.fixture(scope="session", autouse=True)
def _count_patiently():
    count_patiently()


@pytest.fixture
def served(tmp_path):
    premises = make_premises(tmp_path)
    open_demo(premises)
    room = Served(premises)
    with room.client:
        yield room
