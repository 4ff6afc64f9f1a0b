import csv
import json
import threading

import pytest
from tests.retrieve.test_rerank import Provider

from pincite.errors import BenchmarkError, NotFound, RunError
from pincite.runs.exam import load_exam
from pincite.runs.execute import execute
from pincite.runs.export import export
from pincite.runs.folder import RunFolder
from pincite.runs.import_run import import_run
from pincite.runs.targets.pipeline import PipelineTarget


@pytest.fixture
def run(bench, settings, tmp_path):
    execute(PipelineTarget(settings()), load_exam([bench]), tmp_path / "runs/ours", k=4)
    return RunFolder(tmp_path / "runs/ours")


def places(run):
    return {id: [hit.passage for hit in record.hits] for id, record in run.responses.items()}


def test_the_authors_results_hold_their_columns_and_figures(run, tmp_path):
    export("legalbench-rag", [run], tmp_path / "out")
    rows = list(csv.DictReader((tmp_path / "out/results.csv").read_text().splitlines()))
    assert list(rows[0]) == [
        *("i", "chunk_strategy_name", "chunk_size", "top_k", "rerank_model", "top_k_rerank", "token_limit"),
        *("recall", "precision", "deeds|recall", "deeds|precision", "web|recall", "web|precision"),
    ]
    assert [row["top_k"] for row in rows] == ["1", "2", "4"]
    assert float(rows[2]["deeds|recall"]) == run.summary["deeds"]["lbr_recall@4"]
    result = json.loads((tmp_path / "out/2_results.json").read_text())
    assert sum(result["weights"]) == pytest.approx(1)
    first = result["qa_result_list"][0]
    assert first["qa_gt"]["snippets"][0]["answer"] == "The landlord shall repair the roof and the slipway."
    assert len(first["retrieved_snippets"]) == 4
    weighted = sum(
        row["recall"] * weight for row, weight in zip(result["qa_result_list"], result["weights"], strict=True)
    )
    assert weighted == pytest.approx(result["avg_recall"])


@pytest.mark.parametrize(
    ("form", "file"), [("legalbench-rag", "2_results.json"), ("sac", "2_ours_k4.json"), ("trec", "ours.passages.trec")]
)
def test_what_is_exported_comes_back_the_same(run, bench, tmp_path, form, file):
    export(form, [run], tmp_path / "out")
    table = import_run(tmp_path / "out" / file, load_exam([bench]), tmp_path / "runs/theirs")
    theirs = RunFolder(tmp_path / "runs/theirs")
    assert places(theirs) == places(run)
    for name, scores in run.summary.items():
        for measure, value in scores.items():
            assert table.summary()[name][measure] == pytest.approx(value)


def test_the_sac_summary_adds_f1(run, tmp_path):
    export("sac", [run], tmp_path / "out")
    row = list(csv.DictReader((tmp_path / "out/results_summary.csv").read_text().splitlines()))[0]
    recall, precision = float(row["recall"]), float(row["precision"])
    assert float(row["f1_score"]) == pytest.approx(2 * recall * precision / (recall + precision))
    assert {"config_file", "fusion_weight", "web|f1_score"} <= row.keys()


@pytest.mark.parametrize(("form", "file"), [("legalbench-rag", "results.csv"), ("sac", "results_summary.csv")])
def test_no_cell_of_an_exported_table_is_a_formula(run, tmp_path, form, file):
    head, questions = run.path / "run.json", run.path / "gold.jsonl"
    told = json.loads(head.read_text())
    told["spec"]["name"] = '=HYPERLINK("http://evil.test","ours")'
    told["spec"]["target"]["settings"]["chunker"]["kind"] = "\t@SUM(1+1)"
    head.write_text(json.dumps(told))
    questions.write_text(questions.read_text().replace('"deeds"', '"+deeds"'))
    export(form, [RunFolder(run.path)], tmp_path / "out")
    cells = [cell for row in csv.reader((tmp_path / "out" / file).read_text().splitlines()) for cell in row]
    assert {"'\t@SUM(1+1)", "'+deeds|recall"} <= set(cells)
    assert not [cell for cell in cells if cell.startswith(("=", "+", "-", "@", "\t", "\r"))]
    assert cells.count("4") == 1


def test_trec_documents_and_qrels_are_scored_as_rankings(run, tmp_path):
    from pincite.metrics.measure import parse_measures
    from pincite.runs.gold_files import read_gold
    from pincite.runs.score_files import score_file

    export("trec", [run], tmp_path / "out")
    gold = read_gold([tmp_path / "out/qrels.txt"])
    measures = parse_measures(["r@3", "mrr"])
    table = score_file(tmp_path / "out/ours.documents.trec", gold, measures=measures, k=3)
    assert table.summary()["all"]["r@3"] == 1
    assert 0.5 < table.summary()["all"]["mrr"] <= 1


def test_beir_holds_corpus_queries_and_qrels(run, tmp_path):
    export("beir", [run], tmp_path / "out")
    corpus = [json.loads(line) for line in (tmp_path / "out/corpus.jsonl").read_text("utf-8").splitlines()]
    assert {row["_id"] for row in corpus} >= {"deeds/lease.txt", "deeds/licence.txt", "web/policy.txt"}
    qrels = (tmp_path / "out/qrels/test.tsv").read_text().splitlines()
    assert qrels[0] == "query-id\tcorpus-id\tscore"
    assert qrels[1] == "deeds/1\tdeeds/lease.txt\t1"


def test_a_beir_result_comes_back_and_is_scored_by_beir_qrels(run, bench, tmp_path):
    from pincite.metrics.measure import parse_measures
    from pincite.runs.gold_files import read_gold
    from pincite.runs.score_files import score_file

    export("beir", [run], tmp_path / "out")
    export("trec", [run], tmp_path / "out")
    results = tmp_path / "out/ours.results.json"
    measures = parse_measures(["r@3", "mrr", "ndcg@4"])
    ours, theirs = (
        score_file(tmp_path / "out" / file, read_gold([tmp_path / "out" / gold]), measures=measures, k=3)
        for file, gold in (("ours.results.json", "qrels/test.tsv"), ("ours.documents.trec", "qrels.txt"))
    )
    assert list(ours.summary()["all"].values()) == pytest.approx(list(theirs.summary()["all"].values()))
    import_run(results, load_exam([bench]), tmp_path / "runs/beir")
    first = RunFolder(tmp_path / "runs/beir").responses["deeds/1"].hits[0].passage
    assert len(first.span) == len(run.text(first.doc_id))
    results.write_text('{"deeds/1": {"deeds/lease.txt": NaN}}')
    with pytest.raises(BenchmarkError, match="not a number"):
        import_run(results, load_exam([bench]), tmp_path / "runs/worse")


def test_a_run_of_words_alone_is_scored_by_its_words(bench, tmp_path):
    query = "Consider the Privacy Policy; is my name shared, and is personal data sold?"
    (tmp_path / "words.json").write_text(
        json.dumps([{"query": query, "retrieved_passages": ["We sell no personal data.", "Other."]}])
    )
    import_run(tmp_path / "words.json", load_exam([bench]), tmp_path / "run")
    from pincite.metrics.measure import parse_measures
    from pincite.runs.scoring import rescore

    table = rescore(RunFolder(tmp_path / "run"), parse_measures(["exact_match", "text_recall@2"]))
    assert table.summary()["web"]["exact_match"] == 1
    assert table.summary()["web"]["text_recall@2"] == 0.5
    assert table.summary()["deeds"]["text_recall@2"] == 0


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ([{"query": "Who?", "retrieved_passages": []}], "queries the benchmark lacks, the first: 'Who\\?'"),
        ([{"id": "deeds/1", "hits": [["deeds/lease.txt", 0, 9999, 1.0]]}], "ends after the text of 'deeds/lease.txt'"),
        ([{"id": "deeds/1", "hits": [["deeds/lease.txt", 9, 3, 1.0]]}], "0 <= start <= end"),
        ([{"id": "deeds/1", "hits": [["deeds/lease.txt", 0, 3, float("nan")]]}], "hit 1: has the score nan"),
        ([{"id": "deeds/1", "hits": [{"span": [0, 3]}]}], "needs 'file_path'"),
        ([{"id": "deeds/1", "hits": []}, {"id": "deeds/1", "hits": []}], "answers query deeds/1 twice"),
        ([{"retrieved_passages": ["a"]}], "has 1 predictions for 4 queries"),
        ([{"query": "x"}], "neither 'retrieved_passages' nor"),
        (["x"], "prediction 1: must be an object"),
        ({"x": 1}, "needs a list of predictions"),
    ],
)
def test_predictions_that_cannot_be_are_refused_with_their_place(bench, tmp_path, rows, words):
    (tmp_path / "bad.json").write_text(json.dumps(rows))
    with pytest.raises(BenchmarkError, match=words):
        import_run(tmp_path / "bad.json", load_exam([bench]), tmp_path / "run")
    assert not (tmp_path / "run").exists()


def test_unknown_forms_files_and_taken_folders_are_named(run, bench, tmp_path):
    with pytest.raises(NotFound, match="legalbench-rag, sac, trec, beir"):
        export("xml", [run], tmp_path / "out")
    with pytest.raises(BenchmarkError, match="no such file"):
        import_run(tmp_path / "none.json", load_exam([bench]), tmp_path / "run")
    (tmp_path / "odd.txt").write_text("neither\n")
    with pytest.raises(BenchmarkError, match="line 1: is neither JSON nor a TREC run"):
        import_run(tmp_path / "odd.txt", load_exam([bench]), tmp_path / "run")
    with pytest.raises(RunError, match="there is a run already"):
        import_run(tmp_path / "odd.txt", load_exam([bench]), run.path)


def test_a_reranked_run_says_by_what_and_what_it_cost(bench, settings, tmp_path):
    server = Provider()
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
    flags = ["reranker.kind=cohere", f"reranker.base_url={server.url}", "reranker.batch=2", "retrieval.rerank=3"]
    out = tmp_path / "runs/reranked"
    execute(PipelineTarget(settings(*flags)), load_exam([bench]), out, k=4)
    execute(PipelineTarget(settings(*flags)), load_exam([bench]), out, k=4)
    server.shutdown()
    server.server_close()
    run = RunFolder(out)
    assert run.times["usage"]["requests"] == len(server.bodies) == 2 * len(run.questions)
    assert run.times["usage"]["dollars"] == pytest.approx(2 * len(run.questions) * 0.002)
    for hits in places(run).values():
        lengths = [len(passage.span) for passage in hits[:3]]
        assert lengths == sorted(lengths, reverse=True)
    export("legalbench-rag", [run], tmp_path / "out")
    row = list(csv.DictReader((tmp_path / "out/results.csv").read_text().splitlines()))[0]
    assert (row["top_k"], row["rerank_model"], row["top_k_rerank"]) == ("3", "cohere", "1")


@pytest.mark.parametrize("form", ["sac", "trec", "beir", "legalbench-rag"])
@pytest.mark.parametrize("name", ["../ESCAPED", "/tmp/ESCAPED", "..\\\\ESCAPED"])
def test_no_name_of_a_run_leads_out_of_the_folder(run, tmp_path, form, name):
    head = json.loads((run.path / "run.json").read_text())
    head["spec"]["name"] = name
    (run.path / "run.json").write_text(json.dumps(head))
    out = tmp_path / "exports" / "out"
    for path in export(form, [RunFolder(run.path)], out):
        assert path.resolve().is_relative_to(out)
    assert [path.name for path in out.parent.iterdir()] == ["out"]
    assert not list(tmp_path.glob("*ESCAPED*"))
