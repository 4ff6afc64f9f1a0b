"""The contracts of what a server keeps beside its stores: in files of its machine, or where several servers share it.

A kind of shared state is one class, made with its place; it gives all of them.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Protocol, runtime_checkable

from pincite.domain.job import Job
from pincite.domain.key_entry import KeyEntry


@runtime_checkable
class KeyStore(Protocol):
    """The keys of callers, as hashes. A change is seen by all who ask after it; may be used by several threads."""

    @property
    def is_remote(self) -> bool:
        """Whether asking takes so long that an event loop must not wait for it."""
        ...

    def entries(self) -> list[KeyEntry]:
        """All keys, the oldest first; those that were revoked too."""
        ...

    def find(self, identity: str) -> KeyEntry | None:
        """A key by its id."""
        ...

    def add(self, entry: KeyEntry) -> None:
        """Keep a new key."""
        ...

    def revoke(self, identity: str) -> KeyEntry:
        """End a key; one that is ended already stays as it is. Raises NotFound where there is none."""
        ...


@runtime_checkable
class RowLog(Protocol):
    """Rows that are only ever added; may be used by several threads."""

    def write(self, row: Mapping[str, object]) -> None:
        """Add a row, with the time; whoever calls is not held up."""
        ...

    def close(self) -> None:
        """Keep what was written, and let go."""
        ...


class JobClaim(Protocol):
    """The right to do the jobs of a collection."""

    def is_held(self) -> bool:
        """Whether nobody else can have it; it is lost with the connection to where it is kept."""
        ...


@runtime_checkable
class JobStore(Protocol):
    """The indexing jobs of a collection; may be used by several threads."""

    def all(self) -> list[Job]:
        """Every job, the oldest first."""
        ...

    def find(self, identity: str) -> Job | None:
        """A job by its id."""
        ...

    def waiting(self) -> int:
        """How many jobs are not over."""
        ...

    def add(self, job: Job) -> None:
        """Keep a new job: what was accepted is never lost."""
        ...

    def change(self, job: Job, *, over: bool) -> bool:
        """Keep a job as it is now, if what is kept is over, or is not, as said; gives whether it was."""
        ...

    def note(self, identities: Collection[str], progress: tuple[str, int, int]) -> None:
        """Say how far jobs are."""
        ...

    def claim(self) -> AbstractContextManager[JobClaim | None]:
        """The right to do the jobs, which one server has at a time; None where another has it.

        Whoever has it may do every job that is not over: one that says it is running was left by a server that died.
        """
        ...


@runtime_checkable
class UploadStore(Protocol):
    """Files that were uploaded to a collection, by the hash of their content."""

    def keep(self, sha256: str, path: Path) -> None:
        """Keep a file; one that is there stays as it is."""
        ...

    def fetch(self, sha256: str, path: Path) -> bool:
        """Write a file to a path; gives whether it is there."""
        ...

    def forget(self, sha256: str) -> None:
        """Delete a file."""
        ...


class ServerState(Protocol):
    """What several servers share."""

    def keys(self) -> KeyStore:
        """The keys of callers."""
        ...

    def audit(self) -> RowLog:
        """The audit log."""
        ...

    def jobs(self) -> JobStore:
        """The indexing jobs of the collection."""
        ...

    def uploads(self) -> UploadStore:
        """The files of the collection."""
        ...
