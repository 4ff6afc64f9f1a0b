import json

import numpy as np
import pytest
from tests.runs.conftest import LEASE, LICENCE
from typer.testing import CliRunner

from pincite.cli.main import app
from pincite.domain.benchmark import FILE_LEVEL
from pincite.errors import BenchmarkError, NotFound
from pincite.runs.exam import load_exam
from pincite.runs.folder import RunFolder
from pincite.runs.scoring import load_scores

ROOF = "The landlord shall repair the roof and the slipway."
ROWS = [
    {"question": "Who repairs?", "answer": "The landlord.", "contexts": [{"filename": "lease.txt", "text": ROOF}]},
    {"question": "How much notice ends the lease?", "answer": "Eight weeks.", "contexts": [{"filename": "lease.txt"}]},
    {"question": "Who won the race?", "answer": "", "is_impossible": True},
]


@pytest.fixture
def dataset(tmp_path):
    folder = tmp_path / "leases"
    (folder / "corpus/deeds").mkdir(parents=True)
    (folder / "corpus/deeds/lease.txt").write_text(LEASE)
    (folder / "corpus/licence.txt").write_text(LICENCE)
    (folder / "train.json").write_text(json.dumps(ROWS))
    return folder


@pytest.fixture
def beir(tmp_path):
    folder = tmp_path / "law"
    (folder / "qrels").mkdir(parents=True)
    texts = {"d1": LEASE, "d2": LICENCE, "d3": "Nobody asks about this deed of gift."}
    lines = [json.dumps({"_id": id, "title": "", "text": text}) for id, text in texts.items()]
    (folder / "corpus.jsonl").write_text("\n".join(lines))
    queries = [{"_id": "q1", "text": "Who repairs the roof?"}, {"_id": "q2", "text": "What licence is granted?"}]
    (folder / "queries.jsonl").write_text("\n".join(map(json.dumps, queries)))
    (folder / "qrels/test.tsv").write_text("query-id\tcorpus-id\tscore\nq1\td1\t2\nq1\td2\t1\nq2\td2\t1\n")
    return folder


def run(folder, out, hashing, *words):
    flags = [word for flag in hashing for word in ("--set", flag)]
    given = ["run", "--bench", folder, "--out", out, "--whole-corpus", "-k", 5, *words, *flags]
    done = CliRunner().invoke(app, [str(word) for word in given], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return load_scores(RunFolder(out))


def test_a_dataset_is_run_and_a_context_that_names_only_a_file_counts_as_one(dataset, tmp_path, hashing):
    exam = load_exam([dataset])
    first, second, third = exam.questions
    assert first.gold.passages[0].span.slice(LEASE) == ROOF and first.gold.answer == "The landlord."
    assert second.gold.tags == (FILE_LEVEL,) and len(second.gold.passages[0].span) == len(LEASE)
    assert third.gold.passages == () and third.gold.answer is None
    table = run(
        dataset, tmp_path / "run", hashing, "--measures", "recall,precision@1,document_recall,hit,mrr,text_recall"
    )
    assert table.column("document_recall")[:2].tolist() == [1.0, 1.0]
    assert table.column("hit")[1] == 1.0 and table.column("mrr")[1] == 1.0
    for measure in ("recall", "precision@1", "text_recall"):
        assert np.isnan(table.column(measure)[1]) and not np.isnan(table.column(measure)[0])
    assert table.counted()["recall"] == 2


def test_a_beir_folder_is_run_by_its_graded_documents(beir, tmp_path, hashing):
    exam = load_exam([beir])
    assert [bench.name for bench in exam.benchmarks] == ["test"] and len(list(exam.corpus)) == 3
    table = run(beir, tmp_path / "run", hashing, "--measures", "ndcg,r,recall")
    kept = RunFolder(tmp_path / "run").questions
    assert kept[0].gold.grades == (("d1.txt", 2.0), ("d2.txt", 1.0)) and kept[1].gold.grades == ()
    assert table.column("r")[1] == 1.0 and np.isnan(table.column("recall")).all()
    first = RunFolder(tmp_path / "run").responses[kept[0].id].hits
    best = list(dict.fromkeys(hit.passage.doc_id for hit in first))
    gains = {"d1.txt": 2.0, "d2.txt": 1.0}
    found = sum(gains.get(doc, 0) / np.log2(rank + 1) for rank, doc in enumerate(best, start=1))
    assert table.column("ndcg")[0] == pytest.approx(found / (2 + 1 / np.log2(3)))


def test_what_is_wrong_with_a_dataset_is_said(dataset, beir, bench):
    with pytest.raises(BenchmarkError, match="each dataset by itself"):
        load_exam([dataset, bench])
    with pytest.raises(NotFound, match="no set called 'x'. It has: leases"):
        load_exam([dataset], only=["x"])
    (dataset / "train.json").write_text(json.dumps([{**ROWS[0], "contexts": [{"filename": "gone.txt"}]}]))
    with pytest.raises(BenchmarkError, match=r"row 1: context 1 is in no file: the corpus has no such file"):
        load_exam([dataset])
    (beir / "queries.jsonl").unlink()
    with pytest.raises(BenchmarkError, match=r"holds no queries\.jsonl"):
        load_exam([beir])
