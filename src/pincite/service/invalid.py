"""What is wrong with the fields of a request, in words for the caller."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

_MOST = 10


def name_invalid(errors: Sequence[Mapping[str, Any]]) -> str:
    """Name each field and its problem, but not the value sent: it may be document text."""
    return "; ".join(f"{'.'.join(map(str, error['loc']))}: {error['msg']}" for error in errors[:_MOST])
