import io
import json
import stat
import zipfile

import httpx
import pytest

from pincite.bench.check import check
from pincite.bench.fetch.archive import read_members
from pincite.bench.fetch.published import fetch_archive, install
from pincite.domain.limits import Limits
from pincite.errors import BenchmarkError, ReadError

CRLF = "One line.\r\nThe rent is due.\r\n"


def benchmark(path="cuad/Café.txt"):
    return json.dumps(
        {"tests": [{"query": "When?", "snippets": [{"file_path": path, "span": [14, 18], "answer": "rent"}]}]}
    )


def archive(tmp_path, entries=None, *, name="lbr.zip"):
    entries = entries or {
        "/": "",
        "LBR/corpus/cuad/Cafe\u0301.txt": CRLF,
        "LBR/benchmarks/cuad.json": benchmark("cuad/Cafe\u0301.txt"),
        "LBR/benchmarks/.DS_Store": "junk",
        "__MACOSX/LBR/corpus/cuad/._a.txt": "junk",
        "LBR/notes.pdf": "junk",
    }
    with zipfile.ZipFile(tmp_path / name, "w", zipfile.ZIP_DEFLATED) as out:
        for path, text in entries.items():
            out.writestr(path if isinstance(path, zipfile.ZipInfo) else zipfile.ZipInfo(path), text)
    return tmp_path / name


def test_an_archive_is_laid_out_with_lf_and_composed_names(tmp_path):
    got = install(archive(tmp_path), tmp_path / "data")
    assert (got.sets, got.documents, got.crlf_documents) == (("cuad",), 1, 1)
    assert (tmp_path / "data" / "corpus" / "cuad" / "Café.txt").read_bytes() == CRLF.replace("\r\n", "\n").encode()
    assert check(tmp_path / "data").findings == []
    kept = json.loads((tmp_path / "data" / "source.json").read_text())
    assert kept["sha256"] == got.sha256
    assert len(kept["sha256"]) == 64
    assert sorted(path.name for path in (tmp_path / "data").iterdir()) == ["benchmarks", "corpus", "source.json"]


def test_a_folder_is_taken_as_well(tmp_path):
    (tmp_path / "x" / "data" / "corpus" / "cuad").mkdir(parents=True)
    (tmp_path / "x" / "data" / "benchmarks").mkdir()
    (tmp_path / "x" / "data" / "corpus" / "cuad" / "Café.txt").write_bytes(CRLF.encode())
    (tmp_path / "x" / "data" / "benchmarks" / "cuad.json").write_text(benchmark())
    got = install(tmp_path / "x", tmp_path / "out")
    assert (got.documents, got.sha256) == (1, None)
    assert check(tmp_path / "out").errors == 0


def test_another_archive_in_its_place_is_noted(tmp_path):
    install(archive(tmp_path), tmp_path / "data")
    other = archive(tmp_path, {"corpus/cuad/Café.txt": CRLF, "benchmarks/cuad.json": benchmark()}, name="other.zip")
    with pytest.raises(BenchmarkError, match="exists already"):
        install(other, tmp_path / "data")
    assert install(other, tmp_path / "data", force=True).note.startswith("the archive has changed")


def test_the_checksum_must_match_where_one_is_given(tmp_path):
    with pytest.raises(BenchmarkError, match="has the checksum .*, not the expected abc"):
        install(archive(tmp_path), tmp_path / "data", sha256="ABC")


def link():
    entry = zipfile.ZipInfo("corpus/cuad/a.txt")
    entry.external_attr = (stat.S_IFLNK | 0o777) << 16
    return entry


@pytest.mark.parametrize(
    ("entries", "kind", "problem"),
    [
        ({"../corpus/cuad/a.txt": "x"}, "hostile", "outside its folder"),
        ({"corpus/../../a.txt": "x"}, "hostile", "outside its folder"),
        ({"/corpus/cuad/a.txt": "x"}, "hostile", "outside its folder"),
        ({"C:/corpus/a.txt": "x"}, "hostile", "outside its folder"),
        ({"corpus\\..\\..\\a.txt": "x"}, "hostile", "outside its folder"),
        ({link(): "/etc/passwd"}, "hostile", "symbolic link"),
    ],
)
def test_hostile_entries_are_refused_and_nothing_is_left(tmp_path, entries, kind, problem):
    with pytest.raises(ReadError, match=problem) as caught:
        install(archive(tmp_path, entries), tmp_path / "data")
    assert caught.value.kind == kind
    assert not (tmp_path / "data").exists()


def test_a_bomb_is_refused_before_it_is_unpacked(tmp_path):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as out:
        out.writestr("corpus/cuad/a.txt", b"0" * 3_000_000)
    (tmp_path / "bomb.zip").write_bytes(data.getvalue())
    with pytest.raises(ReadError, match="unpacks to over 200 times its size"):
        install(tmp_path / "bomb.zip", tmp_path / "data")
    with pytest.raises(ReadError, match="more than the 1 MB taken"):
        list(read_members(tmp_path / "bomb.zip", limits=Limits(unpacked_mb=1)))


@pytest.mark.parametrize(
    ("entries", "problem"),
    [
        ({"readme.txt": "x"}, r"holds no corpus/\*\*/\*\.txt"),
        ({"corpus/cuad/a.txt": "x"}, r"holds no benchmarks/\*\.json"),
        ({"corpus/cuad/a.txt": "x", "benchmarks/cuad.json": "{"}, "is not JSON"),
    ],
)
def test_an_archive_of_something_else_is_refused(tmp_path, entries, problem):
    with pytest.raises(BenchmarkError, match=problem):
        install(archive(tmp_path, entries), tmp_path / "data")
    assert not (tmp_path / "data").exists()


def test_damaged_and_missing_archives_are_named(tmp_path):
    path = archive(tmp_path)
    path.write_bytes(path.read_bytes()[:100])
    with pytest.raises(ReadError, match="not a complete zip archive"):
        install(path, tmp_path / "data")
    with pytest.raises(ReadError, match="no such file"):
        install(tmp_path / "none.zip", tmp_path / "data")


def test_without_a_network_the_message_says_what_to_do(tmp_path):
    def refuse(request):
        raise httpx.ConnectError("no route")

    with pytest.raises(BenchmarkError, match="cannot be reached .*in a browser"):
        fetch_archive("https://x.test/a.zip", tmp_path / "new", transport=httpx.MockTransport(refuse), pause=0)
    assert not (tmp_path / "new").exists()
