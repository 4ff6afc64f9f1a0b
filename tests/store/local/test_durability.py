"""What a commit refers to is on the disk before the commit is."""

import os

from tests.pipeline.conftest import SUBJECTS, Workshop


def test_documents_are_on_the_disk_before_a_commit_names_them(tmp_path, hashing, inline, monkeypatch):
    synced, fsync = [], os.fsync
    monkeypatch.setattr(os, "fsync", lambda handle: (synced.append(os.fstat(handle).st_ino), fsync(handle)))
    workshop = Workshop(tmp_path, hashing, made=tmp_path / "made")
    workshop.write(*SUBJECTS[:3])
    workshop.build()
    documents = workshop.store / "documents"
    first_list = min(synced.index(path.stat().st_ino) for path in workshop.store.glob("generation-*.json"))
    before = synced[:first_list]
    for home in documents.iterdir():
        of_files = [before.index(path.stat().st_ino) for path in home.iterdir()]
        assert len(of_files) == 3
        # A folder last: it says how its files are called.
        assert before.index(home.stat().st_ino) > max(of_files)
    assert documents.stat().st_ino in before
