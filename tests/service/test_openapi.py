"""schemathesis against the OpenAPI document: no server error, and no nonsense that is accepted."""

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from served_room import CHEAP, KEY, Served

from pitboss.service.demo import open_demo
from pitboss.service.guard import Guard
from pitboss.service.premises import Premises
from pitboss.service.session import COOKIE, TOKEN_HEADER
from pitboss.service.settings import Settings

EXAMPLES = 3
REFUSED = range(400, 500)
PUBLIC = ("/api/sign-in", "/api/explorer", "/api/trainer")


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    folder = tmp_path_factory.mktemp("schema")
    premises = Premises(Settings(str(folder / "room.db"), KEY, is_demo=True), hasher=CHEAP)
    open_demo(premises)
    room = Served(premises)
    with pytest.MonkeyPatch.context() as patch, room.client:
        patch.setattr(Guard, "refusal", lambda self, scope, headers: None)
        yield room


def operations(served):
    schema = schemathesis.openapi.from_dict(served.app.openapi())
    return [found.ok() for found in schema.get_all_operations()]


def send(client, case, headers):
    """The generated request through the application as it is."""
    sent = case.as_transport_kwargs(base_url="http://testserver")
    sent["headers"] = {**{name: str(value) for name, value in (sent.get("headers") or {}).items()}, **headers}
    wanted = ("method", "url", "params", "json", "data", "content", "headers", "cookies")
    kept = {name: value for name, value in sent.items() if name in wanted and value is not None}
    return client.request(**kept)


@pytest.mark.parametrize("who", ["", "tess", "dan", "Guest", pytest.param("sue", marks=pytest.mark.slow)])
def test_no_request_is_a_server_error(served, who):
    person = served.person(**({} if not who else {"guest": who} if who == "Guest" else {"staff": who}))
    headers = {}
    if who:
        headers = {TOKEN_HEADER: person.token, "Cookie": f"{COOKIE}={person.client.cookies[COOKIE]}"}
    for operation in operations(served):
        if operation.path != "/api/sign-out":
            attack(served, operation, headers, is_known=bool(who))


def attack(served, operation, headers, *, is_known):
    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        derandomize=True,
        database=None,
        phases=(Phase.generate,),
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy())
    def one(case):
        answer = send(served.client, case, headers)
        assert answer.status_code < 500, f"{operation.label}: {answer.status_code} {answer.text[:300]}"
        if is_known or case.method in ("GET", "HEAD") or operation.path.startswith(PUBLIC):
            return
        assert answer.status_code in REFUSED, f"{operation.label} did something for nobody"

    one()
