"""Why the game manager does not do what it is asked."""

from pitboss.base.error import InputError


class RefusedError(InputError):
    """The request is refused with a reason, and nothing has changed."""
