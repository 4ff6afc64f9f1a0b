import pytest

from pincite.errors import ReadError
from pincite.paths import file_name, is_document_id, is_within, safe_join

HOSTILE = [
    "/etc/passwd",
    "../../x",
    "a/../../x",
    "..",
    "a\\..\\..\\x",
    "a/b\\../../x",
    "a/..\\x",
    "C:\\Windows\\win.ini",
    "c:/Windows/win.ini",
    "\\\\server\\share",
    "a\0b",
    "",
    "  ",
]


@pytest.mark.parametrize("name", HOSTILE)
def test_a_path_that_leads_out_is_refused(tmp_path, name):
    with pytest.raises(ReadError) as caught:
        safe_join(tmp_path, name)
    assert caught.value.kind == "hostile"


@pytest.mark.parametrize("name", ["a.txt", "deeds/lease.txt", "a..b/c...txt", "ö/ü.txt", "./a.txt"])
def test_a_path_inside_is_joined(tmp_path, name):
    assert safe_join(tmp_path, name) == tmp_path / name


def test_a_link_counts_as_what_it_leads_to(tmp_path):
    inside, outside = tmp_path / "inside", tmp_path / "outside.txt"
    inside.mkdir()
    outside.write_text("secret")
    (inside / "out.txt").symlink_to(outside)
    (inside / "own.txt").write_text("own")
    (inside / "in.txt").symlink_to(inside / "own.txt")
    (inside / "up").symlink_to(tmp_path)
    for name in ("out.txt", "up/outside.txt"):
        with pytest.raises(ReadError, match="symbolic link"):
            safe_join(inside, name)
    assert safe_join(inside, "in.txt").read_text() == "own"
    (tmp_path / "alias").symlink_to(inside)
    assert is_within(tmp_path / "alias", tmp_path / "alias" / "own.txt")


@pytest.mark.parametrize(
    "title", ["../ESCAPED", "..", "/etc/x", "a\\b", "C:x", "a\0b", "", "\u2028", "con", "nul.txt", "x" * 999]
)
def test_any_title_becomes_one_file_name(tmp_path, title):
    name = file_name(title)
    path = tmp_path / f"{name}.json"
    path.write_text("x")
    assert path.parent.resolve() == tmp_path.resolve()
    assert list(tmp_path.iterdir()) == [path]
    assert name.casefold().partition(".")[0] not in {"con", "nul"}


def test_ordinary_titles_stay_as_they_are():
    assert [file_name(name) for name in ("runs-1", "méthode 2", "a.b")] == ["runs-1", "méthode 2", "a.b"]


def test_only_our_own_ids_are_ids():
    assert is_document_id("0123456789abcdef")
    for id in ("../../x", "0123456789ABCDEF", "0123456789abcde", "0123456789abcdef\n", 7, None):
        assert not is_document_id(id)
