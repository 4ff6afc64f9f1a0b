import json

import pytest

from pincite.bench.legalbenchrag.layout import Root
from pincite.bench.split import Shares, count_split, part_of, split_root, write_split
from pincite.errors import BenchmarkError


@pytest.fixture
def root(write_root, row):
    def write(number, *, folder="data", extra=()):
        texts = {f"cuad/{n}.txt": f"agreement {n}" for n in range(number)}
        rows = [row(f"Consider {path}; Which?", (path, 0, 9, "agreement")) for path in texts]
        return Root(write_root(texts, {"cuad": [*rows, *extra]}, folder=folder))

    return write


def test_shares_are_kept_roughly_and_every_document_has_one_part(root):
    split = split_root(root(400), shares=Shares(0.1, 0.2))
    counts = count_split(split, root(400))
    assert {part: counts[part].queries for part in counts} == {
        part: sum(home == part for home in split.documents.values()) for part in ("train", "dev", "test")
    }
    assert 20 < counts["dev"].documents < 60
    assert 55 < counts["test"].documents < 105


def test_adding_documents_moves_none(root):
    small = split_root(root(50, folder="a"), shares=Shares())
    large = split_root(root(90, folder="b"), shares=Shares())
    assert small.documents.items() <= large.documents.items()


def test_a_salt_gives_another_split(root):
    one, other = (split_root(root(50), shares=Shares(), salt=salt) for salt in ("", "x"))
    assert one.documents != other.documents


def test_held_out_documents_are_for_testing(root):
    split = split_root(root(20), shares=Shares(0, 0), held_out=["cuad/3.txt"])
    assert [path for path, part in split.documents.items() if part == "test"] == ["cuad/3.txt"]


def test_a_query_over_two_parts_is_left_out(root, row):
    both = row("Consider both; Which?", ("cuad/0.txt", 0, 9, "agreement"), ("cuad/1.txt", 0, 9, "agreement"))
    split = split_root(root(2, extra=[both]), shares=Shares(0, 0), held_out=["cuad/1.txt"])
    assert [test.query for test in split.crossing] == ["Consider both; Which?"]


def test_copies_of_a_text_are_never_parted():
    assert part_of("same", shares=Shares(0.3, 0.3)) == part_of("same", shares=Shares(0.3, 0.3))


def test_the_parts_are_benchmarks_and_the_split_is_on_record(root, tmp_path):
    benchmark = root(30)
    split = split_root(benchmark, shares=Shares(0.2, 0.3))
    write_split(split, benchmark, out=tmp_path / "out", settings={"dev": 0.2})
    record = json.loads((tmp_path / "out" / "split.json").read_text())
    assert record == {"dev": 0.2, "documents": split.documents}
    for part in ("train", "dev", "test"):
        texts = {f"cuad/{path.name}" for path in (tmp_path / "out" / part / "corpus" / "cuad").iterdir()}
        assert texts == {path for path, home in split.documents.items() if home == part}
    with pytest.raises(BenchmarkError, match="exists already"):
        write_split(split, benchmark, out=tmp_path / "out", settings={})


def test_shares_leave_room():
    with pytest.raises(BenchmarkError, match="leave room"):
        Shares(0.6, 0.6)
