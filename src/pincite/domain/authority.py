"""Authority: what a register has under a legal citation, and what became of a citation that was looked up."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Authority:
    """A provision or a case that is there: what it is called, its words where they can be had, and where it stands."""

    title: str
    text: str = ""
    place: str = ""


@dataclass(frozen=True, slots=True)
class CitedAuthority:
    """A provision or case that an answer cites, looked up.

    `exists` is None where no register could tell, and `error` says why. `supported` tells whether its words bear out
    what the answer says of it; None where the answer only quotes it, or its words cannot be had.
    """

    query_id: str
    key: str
    exists: bool | None
    supported: bool | None = None
    place: str = ""
    error: str = ""
