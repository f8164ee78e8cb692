"""People at a table by the API alone: for tests that look at somebody else's page."""

from uuid import uuid4

from pitboss.base.money import MICROS


class Hands:
    """What a person asks of a table, through the browser's own session but without a page."""

    def __init__(self, visitor, table: str) -> None:
        self.request = visitor.context.request
        self.table = table
        self.token = self.request.get("/api/me").json()["token"]

    def post(self, path: str, **data):
        return self.request.post(path, data=data, headers={"X-Pitboss-Token": self.token})

    @property
    def view(self):
        return self.request.get(f"/api/tables/{self.table}/now").json()["view"]

    def press(self, command: str, **values):
        asked = {"command": command, **values}
        path = f"/api/tables/{self.table}/press"
        return self.post(path, id=uuid4().hex, round=self.view["round"], command=asked)

    def do(self, command: str, **values) -> None:
        answer = self.press(command, **values)
        assert answer.ok, answer.text()

    def sit(self, seat: int, dollars: int = 500) -> None:
        self.seat = seat
        if not any(one["number"] == seat for one in self.view["seats"]):
            self.do("take_seat", seat=seat)
            self.do("buy_in", micros=dollars * MICROS)

    def bet(self, **dollars: int) -> None:
        for wager, amount in dollars.items():
            self.do("add_chip", seat=self.seat, wager=wager, chip_micros=amount * MICROS)

    def answer_with(self, option: str) -> None:
        asked = self.view["asked"]
        assert asked["seat"] == self.seat, asked
        self.do("decide", seat=self.seat, question=asked["question"], option=option)
