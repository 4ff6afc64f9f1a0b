import hashlib
import json
import shutil

import pytest

from pincite.pipeline.store import Store, index_files
from pincite.settings import load_settings

SUBJECTS = ("boathouse", "orchard", "foundry", "granary", "smithy", "windmill", "tannery", "brewery", "quarry", "ferry")


def lease_of(subject, *, months=3):
    return (
        f"LEASE OF THE {subject.upper()}\n\n"
        f"This Lease is made between {subject.title()} Holdings Limited and Mere Estates Limited.\n\n"
        f"1. Rent. The rent of the {subject} is due on the first day of each month, in advance.\n\n"
        f"2. Repairs. The Tenant of the {subject} keeps the roof and the gutters in repair at its own cost.\n\n"
        f"3. Notice. Either party may end this Lease by {months} months' notice in writing.\n"
    )


class Workshop:
    """A folder of leases and a store of them."""

    def __init__(self, folder, flags, *, made):
        self.files = folder / "files"
        self.files.mkdir()
        self.store = folder / "store"
        self.flags = flags
        self._made = made

    def write(self, *subjects, **options):
        for subject in subjects:
            (self.files / f"{subject}.txt").write_text(lease_of(subject, **options))

    def settings(self, *flags):
        return load_settings(flags=[*self.flags, *flags]).settings

    def build(self, *paths, flags=(), **options):
        return index_files(paths or [self.files], self.store, settings=self.settings(*flags), **options)

    def open(self, *flags):
        return Store.open(self.store, flags=("retrieval.results=chunks", *flags))

    def open_made(self, *flags):
        """A store of the files, to be read alone: tests with the same files share one, which is made once."""
        names = [*self.flags, *((path.name, path.read_text("utf-8")) for path in sorted(self.files.iterdir()))]
        home = self._made / hashlib.sha256(json.dumps(names).encode()).hexdigest()
        if not (home / "done").exists():
            shutil.rmtree(home, ignore_errors=True)
            shutil.copytree(self.files, home / "files")
            index_files([home / "files"], home / "store", settings=self.settings())
            (home / "done").touch()
        return Store.open(home / "store", flags=("retrieval.results=chunks", *flags))

    def found(self, query, *flags, k=100):
        store = self.open(*flags)
        ranking = store.search(query, k=k)
        return [(hit.passage, hit.score) for hit in ranking.hits]

    def name(self, path):
        return str(self.files / f"{path}.txt")


@pytest.fixture
def workshop(tmp_path, hashing, inline, made_stores):
    return Workshop(tmp_path, hashing, made=made_stores)
