import json
from collections import Counter

import pytest

from pincite.bench.legalbenchrag.layout import read_benchmark
from pincite.bench.legalbenchrag.make import draft_set, finish_set, write_made
from pincite.bench.legalbenchrag.titles import KINDS, DocumentTitles, ListedTitles
from pincite.bench.legalbenchrag.wording import CUAD_QUESTIONS
from pincite.errors import BenchmarkError, NotFound

CELLS = {
    "Expiration Date": "['30 June 2031']",
    "Audit Rights": "['The Harbour may inspect the log']",
    "Governing Law": "['The law of Norway governs.']",
}


@pytest.fixture
def made(write_cuad, harbour):
    raw = write_cuad(
        {"Berth.txt": harbour, "Berth Agreement2.txt": harbour}, {"Berth.pdf": CELLS, "Berth Agreement2.pdf": CELLS}
    )
    return finish_set(draft_set("cuad", raw), [DocumentTitles(KINDS["cuad"])])


def test_queries_name_the_document_and_ask_in_our_own_words(made):
    title = "Consider the Berth Licence Agreement between Gull Harbour Ltd. and Marlin Sails Inc."
    assert made.golds[0].query.text.startswith(title)
    assert made.golds[0].query.text.endswith("; " + CUAD_QUESTIONS["Expiration Date"])
    assert [gold.query.id for gold in made.golds] == ["cuad/1", "cuad/2"]


def test_ambiguous_documents_are_left_out_and_listed(made):
    assert set(made.texts) == {"cuad/Berth.txt"}
    assert Counter((row.file, row.reason.name) for row in made.dropped) == {
        ("Berth.txt", "SPACING"): 1,
        ("Berth Agreement2.txt", "SPACING"): 1,
        ("Berth Agreement2.txt", "NUMBERED"): 2,
    }


def test_leniently_nothing_is_lost_and_every_excuse_is_counted(write_cuad, harbour):
    raw = write_cuad({"Berth Agreement2.txt": harbour}, {"Berth Agreement2.pdf": CELLS})
    made = finish_set(draft_set("cuad", raw, lenient=True), [DocumentTitles("Agreement")], lenient=True)
    assert len(made.golds) == 3
    assert made.rescued == {"numbered": 3, "spacing": 1}


def test_the_files_are_those_of_the_published_layout(made, tmp_path, harbour):
    out = tmp_path / "out"
    write_made(made, out)
    assert (out / "corpus" / "cuad" / "Berth.txt").read_bytes() == harbour.encode()
    benchmark = read_benchmark(out / "benchmarks" / "cuad.json")
    assert benchmark.items == made.golds
    rows = json.loads((out / "benchmarks" / "cuad.json").read_text())["tests"]
    assert rows[0]["snippets"][0]["answer"] == "30 June 2031"
    titles = json.loads((out / "titles.json").read_text())
    assert titles["cuad/Berth.txt"]["origin"] == "document"
    dropped = [json.loads(line) for line in (out / "dropped.jsonl").read_text().splitlines()]
    assert dropped[0] == {
        "set": "cuad",
        "file": "Berth.txt",
        "label": "Audit Rights",
        "reason": "a quote occurs only with different white space",
        "detail": "The Harbour may inspect the log",
    }
    assert sorted(path.name for path in out.iterdir()) == ["benchmarks", "corpus", "dropped.jsonl", "titles.json"]


def test_sets_made_into_one_folder_share_titles_and_dropped(made, tmp_path, write_privacy_qa):
    out = tmp_path / "out"
    write_made(made, out)
    rows = [("Gull", q, 0, f"q{q}?", "We keep it.", vote) for q, vote in enumerate(["RRRRRR", "IIIIII"])]
    write_made(finish_set(draft_set("privacy_qa", write_privacy_qa(rows)), []), out)
    write_made(made, out, force=True)
    titles = json.loads((out / "titles.json").read_text())
    assert titles["privacy_qa/Gull.txt"] == {"title": '"Gull"\'s privacy policy', "origin": "file name"}
    sets = Counter(json.loads(line)["set"] for line in (out / "dropped.jsonl").read_text().splitlines())
    assert sets == {"cuad": 4, "privacy_qa": 1}
    query = read_benchmark(out / "benchmarks" / "privacy_qa.json").items[0].query.text
    assert query == 'Consider "Gull"\'s privacy policy; q0?'


def test_a_set_is_not_replaced_unasked(made, tmp_path):
    write_made(made, tmp_path / "out")
    with pytest.raises(BenchmarkError, match="exists already"):
        write_made(made, tmp_path / "out")


def test_a_failed_write_leaves_nothing(made, tmp_path, monkeypatch):
    def fail(*_args, **_kwargs):
        raise OSError("disk full")

    monkeypatch.setattr("pincite.bench.legalbenchrag.make.move_into_place", fail)
    with pytest.raises(OSError, match="disk full"):
        write_made(made, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_official_wording_and_titles_are_taken_over(write_cuad, harbour, tmp_path, row):
    raw = write_cuad({"Berth.txt": harbour}, {"Berth.pdf": CELLS})
    start = harbour.index("30 June 2031")
    official = {"tests": [row("Consider the Berth Deal; When is it over?", ("cuad/Berth.txt", start, start + 12, ""))]}
    (tmp_path / "official.json").write_text(json.dumps(official))
    made = finish_set(
        draft_set("cuad", raw), [ListedTitles.read(tmp_path / "official.json")], wording=tmp_path / "official.json"
    )
    assert made.golds[0].query.text == "Consider the Berth Deal; When is it over?"
    assert made.golds[1].query.text == "Consider the Berth Deal; " + CUAD_QUESTIONS["Governing Law"]
    assert "words no question for: Renewal Term" in made.notes[0]


def test_a_set_that_comes_out_empty_is_an_error(write_cuad, harbour):
    raw = write_cuad({"Berth.txt": harbour}, {"Berth.pdf": {}})
    with pytest.raises(BenchmarkError, match="came out empty"):
        finish_set(draft_set("cuad", raw), [])


def test_unknown_sets_and_folders_are_named(tmp_path):
    with pytest.raises(NotFound, match="There is no set called 'acord'. Known: contractnli, cuad, maud, privacy_qa"):
        draft_set("acord", tmp_path)
    with pytest.raises(NotFound, match="There is no folder"):
        draft_set("cuad", tmp_path / "nowhere")
