"""The command line. `main` turns every failure a user can cause into one clear message and an exit status."""

from __future__ import annotations

import os
import sys

from feltlaw.cli.errors import Stop


def main() -> None:
    """Entry point of the `feltlaw` command."""
    from feltlaw.cli.app import app

    try:
        app()
    except Stop as stop:
        if str(stop):
            print(f"feltlaw: {stop}", file=sys.stderr)
        sys.exit(stop.status)
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
