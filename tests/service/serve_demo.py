"""A server of a demonstration room on any database: `python serve_demo.py DATABASE KEY PORT`."""

import sys

import uvicorn
from argon2 import PasswordHasher

from pitboss.service.app import make_app
from pitboss.service.demo import open_demo
from pitboss.service.guard import Guard
from pitboss.service.premises import Premises
from pitboss.service.settings import Settings


def main(database, key, port, most_tables=None):
    hasher = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    settings = Settings(database, key, is_demo=True, port=int(port))
    premises = Premises(settings, hasher=hasher, most_tables=int(most_tables) if most_tables else None)
    open_demo(premises)
    Guard.refusal = lambda self, scope, headers: None  # all the load comes from one address
    uvicorn.run(make_app(premises), host="127.0.0.1", port=int(port), log_level="warning")


if __name__ == "__main__":
    main(*sys.argv[1:])
