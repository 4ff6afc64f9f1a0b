import http.server
import json
import threading
import zipfile
from functools import partial

import pytest
from typer.testing import CliRunner

from pincite.bench.fetch.raw import RAW_SETS, install_raw, raw_name, wanted_file
from pincite.cli.bench import app
from pincite.errors import BenchmarkError, ReadError, UnknownName

FILES = {
    "cuad": {"CUAD_v1/master_clauses.csv": b"Filename\r\n", "CUAD_v1/full_contract_txt/A.txt": b"Rent\r\nis due"},
    "contractnli": {"contract-nli/train.json": b"{}", "contract-nli/TERMS": b"Terms"},
    "maud": {"maud-main/data/raw/main.csv": b"a", "maud-main/data/contracts/contract_0.txt": b"b"},
    "privacy_qa": {"PrivacyQA_EMNLP-master/data/policy_test_data.csv": b"a\tb"},
}
JUNK = {"X/full_contract_pdf/A.pdf": b"pdf", "X/src/run.py": b"code", "__MACOSX/X/._train.json": b"junk"}


@pytest.fixture
def invoke():
    def run(*arguments):
        result = CliRunner().invoke(arguments[0], [str(argument) for argument in arguments[1:]])
        if result.exception and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result

    return run


@pytest.fixture
def pack(tmp_path):
    def write(entries, name="raw.zip"):
        with zipfile.ZipFile(tmp_path / name, "w") as archive:
            for path, data in entries.items():
                archive.writestr(path, data)
        return tmp_path / name

    return write


@pytest.fixture
def served(tmp_path):
    """A folder behind a server on this machine."""
    folder = tmp_path / "served"
    folder.mkdir()

    class Handler(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *arguments):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(folder))) as server:
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        yield folder, f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()


def kept(folder):
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("name", sorted(RAW_SETS))
def test_what_making_needs_is_kept_byte_for_byte(pack, tmp_path, name):
    got = install_raw(name, pack({**FILES[name], **JUNK}), tmp_path / "data")
    folder = tmp_path / "data" / "raw_data" / name
    wanted = {path.partition("/")[2]: data for path, data in FILES[name].items()}
    assert kept(folder) == {*wanted, "source.json"}
    assert {path: (folder / path).read_bytes() for path in wanted} == wanted
    assert json.loads((folder / "source.json").read_text())["sha256"] == got.sha256


def test_an_archive_of_something_else_or_a_hostile_one_leaves_nothing(pack, tmp_path):
    with pytest.raises(BenchmarkError, match=r"holds no master_clauses\.csv; is it the cuad archive"):
        install_raw("cuad", pack(FILES["maud"]), tmp_path / "data")
    with pytest.raises(ReadError, match="outside its folder"):
        install_raw("cuad", pack({**FILES["cuad"], "../master_clauses.csv": b"x"}), tmp_path / "data")
    with pytest.raises(BenchmarkError, match="not the expected abc"):
        install_raw("cuad", pack(FILES["cuad"]), tmp_path / "data", sha256="ABC")
    assert not (tmp_path / "data").exists()


def test_a_raw_dataset_is_downloaded_and_made_into_a_benchmark(invoke, write_cuad, harbour, served, tmp_path):
    folder, address = served
    cells = {"Governing Law": "['The law of Norway governs.']"}
    raw = write_cuad({"Berth.txt": harbour}, {"Berth.pdf": cells})
    with zipfile.ZipFile(folder / "cuad.zip", "w") as archive:
        for path in raw.rglob("*"):
            archive.write(path, f"CUAD_v1/{path.relative_to(raw)}")
    out = tmp_path / "data"
    told = invoke(app, "get", "cuad", "--url", f"{address}/cuad.zip", "--allow-private", "--out", out).output
    assert f"Next: pincite bench make cuad --raw {out / 'raw_data' / 'cuad'} --out {out}" in told
    invoke(app, "make", "cuad", "--raw", out / "raw_data" / "cuad", "--out", out)
    (test,) = json.loads((out / "benchmarks" / "cuad.json").read_text())["tests"]
    assert test["snippets"][0]["answer"] == "The law of Norway governs."


def test_a_server_without_the_file_is_named_and_what_to_do(invoke, served, tmp_path):
    _, address = served
    with pytest.raises(BenchmarkError, match=r"answered 404\. Download it in a browser"):
        invoke(app, "get", "maud", "--url", f"{address}/none.zip", "--allow-private", "--out", tmp_path / "data")
    assert not (tmp_path / "data").exists()


def test_names_of_sets(invoke, tmp_path):
    assert [raw_name(name) for name in ("PrivacyQA", "contract-nli", "cuad", "x")] == [
        "privacy_qa",
        "contractnli",
        "cuad",
        None,
    ]
    with pytest.raises(UnknownName, match="contractnli, cuad, legalbench-rag, maud, privacy_qa"):
        invoke(app, "get", "beir", "--out", tmp_path)


def test_a_name_deep_in_an_archive_is_no_terms_of_use():
    assert wanted_file("x/README.md", files=("train.json",)) == "README.md"
    assert wanted_file("x/lib/README.md", files=("train.json",)) is None
