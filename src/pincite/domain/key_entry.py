"""A key as it is kept, wherever that is."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class KeyEntry:
    """A key as it is kept: never the key itself. Times are ISO 8601 in UTC."""

    id: str
    name: str
    digest: str
    grants: dict[str, str]
    made: str
    expires: str | None = None
    revoked: str | None = None

    def is_valid(self, now: datetime) -> bool:
        """Whether the key is neither revoked nor past its end."""
        return self.revoked is None and (self.expires is None or now < datetime.fromisoformat(self.expires))
