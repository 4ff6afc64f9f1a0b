import errno
import os
import stat
from pathlib import Path

import pytest

from pincite.files import atomic_draft, draft_target, os_reason, readable_name, write_bytes, write_text


def test_a_file_is_replaced_whole_and_no_draft_stays(tmp_path):
    path = tmp_path / "new" / "a.txt"
    write_text(path, "one\r\ntwo\n")
    write_text(path, "three")
    assert path.read_bytes() == b"three"
    assert os.listdir(path.parent) == ["a.txt"]


def test_what_fails_leaves_the_old_file_and_no_draft(tmp_path):
    path = tmp_path / "a.txt"
    path.write_text("old")

    def fail():
        with atomic_draft(path) as draft:
            draft.write_text("new")
            raise OSError(errno.ENOSPC, "No space left on device")

    with pytest.raises(OSError, match="No space"):
        fail()
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["a.txt"]


def test_a_draft_has_a_name_of_its_own(tmp_path):
    (tmp_path / ".a.txt.tmp").write_text("the user's")
    with atomic_draft(tmp_path / "a.txt") as draft:
        assert draft_target(draft.name) == "a.txt"
        assert draft.exists()
    assert draft_target(".a.txt.tmp") is None
    assert (tmp_path / ".a.txt.tmp").read_text() == "the user's"


@pytest.mark.skipif(os.name == "nt", reason="there are no devices in folders")
def test_a_device_is_written_to_and_not_replaced():
    write_bytes(Path("/dev/null"), b"gone")
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)


def test_the_systems_errors_are_words():
    assert os_reason(OSError(errno.ENOSPC, "No space left on device")) == "the disk is full"
    assert os_reason(OSError(errno.EROFS, "Read-only file system")) == "the disk is read-only"
    assert "4096 requested and 100 written" in os_reason(OSError("4096 requested and 100 written"))


def test_names_that_are_no_utf8_become_text():
    assert readable_name("caf\udce9.txt") == "caf�.txt"
    assert readable_name("café.txt") == "café.txt"
