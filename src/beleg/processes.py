"""Whether a process of this machine is at work."""

from __future__ import annotations

import os


def lives(process: int) -> bool:
    """Whether a process lives, other than this one, whose number a dead one may have had."""
    if process == os.getpid():
        return False
    if os.name != "posix":
        # Elsewhere signal 0 is no question but ends the process.
        return True
    try:
        os.kill(process, 0)
    except PermissionError:
        return True
    except (ProcessLookupError, OverflowError):
        return False
    return True
