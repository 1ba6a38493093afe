"""Ways a command ends early."""

from __future__ import annotations


class Stop(Exception):
    """Ends the command with a message on standard error and an exit status."""

    def __init__(self, message: str, status: int) -> None:
        super().__init__(message)
        self.status = status


def refused(message: str) -> Stop:
    """The input can be read but breaks a rule."""
    return Stop(message, 1)


def unreadable(message: str) -> Stop:
    """Wrong usage, or input that cannot be read."""
    return Stop(message, 2)
