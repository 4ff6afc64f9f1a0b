"""No register: authorities are looked up in the documents alone."""

from __future__ import annotations

from pincite.domain.authority import Authority
from pincite.legal.citations import LegalCitation


class NoRegister:
    """Holds nothing, and is asked nothing."""

    name = "none"

    def covers(self, citation: LegalCitation) -> bool:
        """Nothing."""
        return False

    def look_up(self, citation: LegalCitation, key: str) -> Authority | None:
        """Nothing."""
        return None
