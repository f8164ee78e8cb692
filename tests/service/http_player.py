"""A player at a table over HTTP, who tries another server when one does not answer."""

import time
from uuid import uuid4

import httpx

from pitboss.service.session import TOKEN_HEADER

PATIENCE_SECONDS = 120


class LostError(Exception):
    """No server answered for a long time."""


class Player:
    def __init__(self, urls, name, table):
        self.urls, self.name, self.table = list(urls), name, table
        self.http = httpx.Client(timeout=5)
        self.cookies, self.token = {}, ""
        self.gaps = []
        """Seconds without an answer."""
        self.asking_since = None
        """When the request was first sent that has no answer yet."""
        answer = self._ask("POST", "/api/sign-in/guest", json={"name": name})
        self.token, self.cookies = answer.json()["token"], dict(answer.cookies)
        self.http.cookies.clear()

    def _ask(self, method, path, **more):
        """From whichever server answers; the same request again if none knows what became of it."""
        self.asking_since = time.monotonic()
        answer = self._ask_until_answered(method, path, more)
        waited, self.asking_since = self.waited(), None
        if waited > 0.5:
            self.gaps.append(waited)
        return answer

    def waited(self):
        """Seconds since something was asked that has no answer yet."""
        since = self.asking_since
        return time.monotonic() - since if since else 0.0

    def _ask_until_answered(self, method, path, more):
        while self.waited() < PATIENCE_SECONDS:
            url = self.urls[0]
            try:
                answer = self.http.request(method, url + path, headers=self._headers(), **more)
                if answer.status_code < 500:
                    return answer
            except httpx.TransportError:
                pass
            self.urls.append(self.urls.pop(0))
            time.sleep(0.05)
        raise LostError(f"{method} {path}: nobody answered for {PATIENCE_SECONDS} s")

    def _headers(self):
        """The session holds on every server: its cookie goes to all of them."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        return {TOKEN_HEADER: self.token, "Cookie": cookies}

    def now(self):
        return self._ask("GET", f"/api/tables/{self.table}/now").json()

    def press(self, round_, command):
        body = {"id": uuid4().hex, "round": round_, "command": command}
        return self._ask("POST", f"/api/tables/{self.table}/press", json=body)

    def sit(self, seat):
        assert self.press(0, {"command": "take_seat", "seat": seat}).status_code == 200
        assert self.press(0, {"command": "buy_in", "micros": 5_000_000_000}).status_code == 200

    def play_once(self, seat, wager="ante"):
        """The next thing that this player has to do, if there is one."""
        view = self.now()["view"]
        asked = view["asked"]
        if asked and asked["seat"] == seat:
            option = asked["options"][-1]["name"]
            command = {"command": "decide", "seat": seat, "question": asked["question"], "option": option}
            self.press(view["round"], command)
        elif view["phase"] == "betting":
            mine = next(one for one in view["seats"] if one["number"] == seat)
            if not mine["wagers"]:
                chip = {"command": "add_chip", "seat": seat, "wager": wager, "chip_micros": 5_000_000}
                self.press(view["round"], chip)
            self.press(view["round"], {"command": "deal"})
        return view["round"]
