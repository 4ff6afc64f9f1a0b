"""Objects of the user's own by import path, found from the current folder."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import Any

from pincite.errors import TargetError


def load_object(path: str) -> Any:
    """The object behind `module:name`."""
    module, colon, name = path.partition(":")
    if not colon:
        raise TargetError(path, "is not written module:name")
    sys.path.insert(0, str(Path.cwd()))
    try:
        return getattr(importlib.import_module(module), name)
    except (ImportError, AttributeError) as error:
        raise TargetError(path, f"cannot be imported: {error}") from error
    finally:
        sys.path.pop(0)
