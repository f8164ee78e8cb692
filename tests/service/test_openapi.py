"""schemathesis against the OpenAPI document: no server error, and no nonsense that is accepted."""

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from served_room import CHEAP, HERE, KEY, Served

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
    sent = case.as_transport_kwargs(base_url=HERE)
    sent["headers"] = {**{name: str(value) for name, value in (sent.get("headers") or {}).items()}, **headers}
    wanted = ("method", "url", "params", "json", "data", "content", "headers", "cookies")
    kept = {name: value for name, value in sent.items() if name in wanted and value is not None}
    return client.request(**kept)


@pytest.mark.parametrize(
    "who", ["", "Guest", *(pytest.param(one, marks=pytest.mark.slow) for one in ("dan", "tess", "sue"))]
)
def test_no_request_is_a_server_error(served, who):
    person = served.person(**({} if not who else {"guest": who} if who == "Guest" else {"staff": who}))
    headers = {}
    if who:
        headers = {TOKEN_HEADER: person.token, "Cookie": f"{COOKIE}={person.client.cookies[COOKIE]}"}
    for operation in operations(served):
        if operation.path != "/api/sign-out":
            attack(served, operation, headers, is_known=bool(who))


def check_documented(served, operation, answer):
    """The document names the status, and every refusal has the one form."""
    said = served.app.openapi()["paths"][operation.path][operation.method.lower()]["responses"]
    assert str(answer.status_code) in said, f"{operation.label} does not say {answer.status_code}"
    if answer.status_code >= 400:
        found = answer.json()
        assert isinstance(found["problem"], str), operation.label
        assert found.keys() <= {"problem", "detail", "status"}, operation.label
        assert all(fault.keys() == {"loc", "msg"} for fault in found.get("detail", ())), operation.label


def test_every_request_names_every_refusal_in_one_form(served):
    for path, methods in served.app.openapi()["paths"].items():
        for method, what in methods.items():
            for status in (400, 401, 403, 404, 409, 413, 422, 429, 503):
                content = what["responses"][str(status)]["content"]["application/json"]
                assert content["schema"] == {"$ref": "#/components/schemas/Problem"}, (path, method, status)


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [("GET", "/nothing", 404), ("DELETE", "/api/me", 405), ("GET", "/static/nothing.js", 404)],
)
def test_what_the_framework_refuses_has_the_same_form(served, method, path, status):
    answer = served.client.request(method, path)
    assert answer.status_code == status
    assert set(answer.json()) == {"problem"}
    assert status != 405 or answer.headers["allow"]


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
        check_documented(served, operation, answer)
        if is_known or case.method in ("GET", "HEAD") or operation.path.startswith(PUBLIC):
            return
        assert answer.status_code in REFUSED, f"{operation.label} did something for nobody"

    one()
