"""A room served in this process, with cheap hashes of PINs."""

from argon2 import PasswordHasher
from starlette.testclient import TestClient

from pitboss.house.room.locker import new_key
from pitboss.service.app import make_app
from pitboss.service.browser import BROWSER_COOKIE
from pitboss.service.demo import PIN
from pitboss.service.premises import Premises
from pitboss.service.session import TOKEN_HEADER
from pitboss.service.settings import Settings

HERE = "http://127.0.0.1:8000"
CHEAP = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


class Browser(TestClient):
    """Whose streams go to the room's address too."""

    def websocket_connect(self, url, *rest, **more):
        return super().websocket_connect(HERE.replace("http", "ws", 1) + url, *rest, **more)


class Person:
    """Somebody with a browser of their own."""

    def __init__(self, room, *, address="testclient", **form):
        self.client = Browser(room.app, base_url=HERE, client=(address, 50_000))
        self.client.portal = room.client.portal
        self.room = room
        self.token = ""
        if form:
            self.sign_in(**form)

    def sign_in(self, *, guest="", staff="", pin=PIN):
        path, form = (
            ("/api/sign-in/guest", {"name": guest})
            if guest
            else ("/api/sign-in", {"name": staff, "pin": pin})
        )
        if guest in self.room.browsers and BROWSER_COOKIE not in self.client.cookies:
            self.client.cookies.set(BROWSER_COOKIE, self.room.browsers[guest], domain="127.0.0.1")
        answer = self.client.post(path, json=form)
        assert answer.status_code == 200, answer.text
        self.token = answer.json()["token"]
        if guest:
            self.room.browsers[guest] = self.client.cookies[BROWSER_COOKIE]

    def get(self, path):
        return self.client.get(path)

    def post(self, path, body, **headers):
        return self.client.post(path, json=body, headers={TOKEN_HEADER: self.token, **headers})

    def press(self, table, command, *, round_=None, id_=None):
        self.count = getattr(self, "count", 0) + 1
        seen = self.get(f"/api/tables/{table}/now").json()["view"]["round"] if round_ is None else round_
        body = {"id": id_ or f"{id(self)}-{self.count}", "round": seen, "command": command}
        return self.post(f"/api/tables/{table}/press", body)

    def did(self, table, command, **more):
        answer = self.press(table, command, **more)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def now(self, table):
        return self.get(f"/api/tables/{table}/now").json()


class Served:
    def __init__(self, premises):
        self.premises = premises
        self.app = make_app(premises)
        self.client = Browser(self.app, base_url=HERE)
        self.browsers = {}
        """Of guests, by name: who comes again comes with the same one."""

    def person(self, **form):
        return Person(self, **form)


def make_premises(folder, *, is_demo=True, **more):
    settings = Settings(str(folder / "room.db"), more.pop("key", KEY), is_demo=is_demo)
    return Premises(settings, hasher=CHEAP, **more)


KEY = new_key()
