"""Parties by the roles that a document gives them: a draft says "Jo Gull", the clause says "the Tenant"."""

from __future__ import annotations

from collections.abc import Iterable

from pincite.domain.profile import Party


def call_by_role(text: str, parties: Iterable[Party]) -> str:
    """A text with the role or short name of a party in the place of its name."""
    called = text
    for party in parties:
        name = " ".join(party.name.split())
        if party.role and len(name) > len(party.role):
            role = party.role if name.startswith(party.role) else f"the {party.role}"
            called = called.replace(name, role).replace("the the ", "the ").replace("The the ", "The ")
    return text if called == text else f"{called[:1].upper()}{called[1:]}"
