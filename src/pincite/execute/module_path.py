"""Where the modules of a child process come from."""

from __future__ import annotations

import sys
from pathlib import Path


def module_path() -> list[str]:
    """The module path of this process without its relative entries.

    A child may work in a folder of strangers' documents, where an entry for the current folder would load theirs.
    """
    return [entry for entry in sys.path if Path(entry).is_absolute()]
