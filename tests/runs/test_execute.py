import json
import shutil

import pytest

from pincite.domain.document import Passage
from pincite.domain.reading import Failure
from pincite.domain.response import Response
from pincite.errors import BenchmarkError, NotFound, PinciteError, RunError
from pincite.metrics.measure import parse_measures
from pincite.runs.coordinates import StoreCoordinates
from pincite.runs.exam import load_exam
from pincite.runs.execute import execute
from pincite.runs.folder import RunFolder
from pincite.runs.scoring import load_scores, rescore
from pincite.runs.targets.pipeline import PipelineTarget
from pincite.spans import Span


@pytest.fixture
def run(bench, settings, tmp_path):
    def go(name="run", *flags, **options):
        return execute(PipelineTarget(settings(*flags)), load_exam([bench]), tmp_path / name, k=5, **options)

    return go


def without_times(folder):
    """The files of a run, less what they say of times."""
    files = {}
    for path in sorted(folder.iterdir()):
        if path.name == "queries.jsonl":
            rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
            files[path.name] = [{**row, "seconds": None} for row in rows]
        elif path.name == "run.json":
            head = json.loads(path.read_text("utf-8"))
            files[path.name] = {**head, "times": None}
        else:
            files[path.name] = path.read_bytes()
    return files


def test_a_run_finds_the_gold_and_keeps_all_of_it(run, tmp_path):
    table = run()
    summary = table.summary()
    assert list(summary) == ["all", "deeds", "web"]
    assert summary["deeds"]["recall@5"] == 1
    assert summary["all"]["recall@1"] == pytest.approx((summary["deeds"]["recall@1"] + summary["web"]["recall@1"]) / 2)
    folder = RunFolder(tmp_path / "run")
    assert folder.summary == summary
    assert set(folder.responses) == {"deeds/1", "deeds/2", "deeds/3", "web/1"}
    assert folder.failures == []
    assert folder.spec.corpus["documents"] == 3
    assert load_scores(folder).values.tolist() == table.values.tolist()


def test_hits_are_told_in_the_benchmarks_own_coordinates(run, tmp_path):
    run()
    folder = RunFolder(tmp_path / "run")
    text = folder.text("deeds/licence.txt")
    assert text.startswith("\ufeff")
    places = [hit.passage for hit in folder.responses["deeds/2"].hits if hit.passage.doc_id == "deeds/licence.txt"]
    words = [place.span.slice(text) for place in places]
    assert any(word.startswith("The liability of the licensor is limited") for word in words)


def test_the_same_run_twice_gives_the_same_bytes_but_for_times(run, tmp_path):
    run("one")
    (tmp_path / "other").mkdir()
    run("other/one")
    assert without_times(tmp_path / "one") == without_times(tmp_path / "other/one")


def test_an_interrupted_run_goes_on_at_the_query(bench, settings, tmp_path, run):
    run("whole")

    class Dying(PipelineTarget):
        asked = []

        def ask(self, query, *, k, answer=False):
            if len(self.asked) == 2:
                raise KeyboardInterrupt
            self.asked.append(query.id)
            return super().ask(query, k=k)

    out = tmp_path / "cut" / "whole"
    with pytest.raises(KeyboardInterrupt):
        execute(Dying(settings()), load_exam([bench]), out, k=5)
    with (out / "queries.jsonl").open("a") as file:
        file.write('{"id": "deeds/3", "hits": [["deeds/le')  # as a power cut leaves it
    asked = []

    class Counting(PipelineTarget):
        def ask(self, query, *, k, answer=False):
            asked.append(query.id)
            return super().ask(query, k=k)

    execute(Counting(settings()), load_exam([bench]), out, k=5)
    assert asked == ["deeds/3", "web/1"]
    assert without_times(out) == without_times(tmp_path / "whole")


def test_a_query_that_fails_counts_as_zero_is_told_and_is_asked_again(bench, settings, tmp_path):
    class Failing(PipelineTarget):
        def ask(self, query, *, k, answer=False):
            if query.id == "web/1":
                raise PinciteError("no answer in time")
            return super().ask(query, k=k)

    out = tmp_path / "run"
    table = execute(Failing(settings()), load_exam([bench]), out, k=5)
    assert table.summary()["web"]["recall@5"] == 0
    assert [question.id for question in table.questions] == ["deeds/1", "deeds/2", "deeds/3", "web/1"]
    assert RunFolder(out).failures == [Failure("web/1", "retrieve", "PinciteError", "no answer in time")]
    again = execute(PipelineTarget(settings()), load_exam([bench]), out, k=5)
    assert again.summary()["web"]["recall@5"] > 0
    assert RunFolder(out).failures == []


def test_a_folder_with_another_run_is_refused_unless_fresh(run, tmp_path):
    run("run")
    with pytest.raises(RunError, match="another target"):
        run("run", "retrieval.method=bm25")
    table = run("run", "retrieval.method=bm25", fresh=True)
    assert RunFolder(tmp_path / "run").spec.target["settings"]["retrieval"]["method"] == "bm25"
    assert len(table.questions) == 4


def test_a_run_of_another_format_is_refused(run, tmp_path):
    run("run")
    head = json.loads((tmp_path / "run/run.json").read_text())
    (tmp_path / "run/run.json").write_text(json.dumps({**head, "format": 99}))
    with pytest.raises(RunError, match="format 99"):
        RunFolder(tmp_path / "run")


def test_rescoring_adds_measures_without_the_corpus(run, bench, tmp_path):
    run("run", measures=parse_measures(["recall@1"]))
    shutil.rmtree(bench)
    table = rescore(RunFolder(tmp_path / "run"), parse_measures(["span_f1", "text_recall@5", "ndcg@3"]))
    assert table.measures == ("recall@1", "span_f1", "text_recall@5", "ndcg@3")
    assert table.summary()["deeds"]["text_recall@5"] == 1


def test_copies_of_a_document_count_as_one(bench, settings, tmp_path):
    corpus = bench / "corpus"
    shutil.copy(corpus / "deeds/lease.txt", corpus / "deeds/a-copy.txt")
    text = (corpus / "deeds/lease.txt").read_text("utf-8")
    (corpus / "deeds/lease.txt").write_text("\ufeff" + text, "utf-8")
    rows = json.loads((bench / "benchmarks/deeds.json").read_text())
    for test in rows["tests"]:
        for part in test["snippets"]:
            if part["file_path"] == "deeds/lease.txt":
                part["span"] = [offset + 1 for offset in part["span"]]
    rows["tests"][0]["snippets"].append(
        {"file_path": "deeds/a-copy.txt", "span": [rows["tests"][0]["snippets"][0]["span"][0] - 1 + 4, 250]}
    )
    (bench / "benchmarks/deeds.json").write_text(json.dumps(rows))
    out = tmp_path / "run"
    table = execute(PipelineTarget(settings()), load_exam([bench]), out, k=5)
    folder = RunFolder(out)
    assert folder.notes["same_text"] == {"deeds/lease.txt": "deeds/a-copy.txt"}
    assert [question.gold.documents for question in folder.questions][0] == ("deeds/a-copy.txt",)
    assert len(folder.questions[0].gold.passages) == 1
    assert table.summary()["deeds"]["document_recall@5"] == 1
    assert table.summary()["deeds"]["recall@5"] > 0.9


def test_the_whole_corpus_is_indexed_when_asked(bench, settings, tmp_path):
    (bench / "corpus/deeds/other.txt").write_text("AN UNRELATED DEED\n\nNothing here matters to anyone.\n")
    exam = load_exam([bench])
    execute(PipelineTarget(settings()), exam, tmp_path / "run", k=5)
    execute(PipelineTarget(settings()), exam, tmp_path / "whole", k=5, whole_corpus=True)
    assert RunFolder(tmp_path / "run").spec.corpus["documents"] == 3
    assert RunFolder(tmp_path / "whole").spec.corpus["documents"] == 4


def test_a_document_that_cannot_be_read_is_a_failure_and_the_run_goes_on(bench, settings, tmp_path):
    (bench / "corpus/deeds/empty.txt").write_text(" \n")
    table = execute(PipelineTarget(settings()), load_exam([bench]), tmp_path / "run", k=5, whole_corpus=True)
    assert [failure.kind for failure in RunFolder(tmp_path / "run").failures] == ["no-text"]
    assert table.summary()["deeds"]["recall@5"] == 1


def test_gold_without_its_document_or_outside_its_text_is_refused_before_work_begins(bench):
    rows = json.loads((bench / "benchmarks/web.json").read_text())
    rows["tests"][0]["snippets"][0]["span"] = [99_990, 99_999]
    (bench / "benchmarks/web.json").write_text(json.dumps(rows))
    with pytest.raises(BenchmarkError, match=r"Query web/1: its gold span \[99990, 99999\) ends after the text"):
        load_exam([bench])
    (bench / "corpus/web/policy.txt").unlink()
    with pytest.raises(BenchmarkError, match="the first is 'web/policy.txt'"):
        load_exam([bench])


def test_a_missing_benchmark_or_corpus_is_named(bench, tmp_path):
    with pytest.raises(NotFound, match="nowhere"):
        load_exam([tmp_path / "nowhere"])
    with pytest.raises(NotFound, match="no corpus folder"):
        load_exam([bench], corpus=tmp_path / "nowhere")
    with pytest.raises(NotFound, match="no set called 'sea'"):
        load_exam([bench], only=["sea"])


def test_places_shift_by_the_byte_order_mark():
    places = StoreCoordinates({"x": "a.txt"}, {"a.txt": 1})
    assert places.to_benchmark(Passage("x", Span(0, 4))) == Passage("a.txt", Span(1, 5))


def test_a_record_with_a_score_that_is_no_number_is_refused(run, tmp_path):
    run("run")
    row = {"id": "deeds/1", "hits": [["deeds/lease.txt", 0, 5, float("nan")]], "seconds": {}}
    (tmp_path / "run/queries.jsonl").write_text(json.dumps(row) + "\n")
    with pytest.raises(RunError, match="score of rank 1 is nan"):
        assert RunFolder(tmp_path / "run").responses
    assert Response("deeds/1", ()).texts == ()


@pytest.mark.parametrize("path", ["/etc/passwd", "../../secret.txt", "C:\\x.txt", "a\0b", "link.txt", "link.md"])
def test_a_benchmark_does_not_decide_which_files_are_read(bench, settings, tmp_path, path):
    secret = tmp_path / "secret.txt"
    secret.write_text("the secret words")
    for name in ("link.txt", "link.md"):
        (bench / "corpus" / name).symlink_to(secret)
    tests = [{"query": "What is the secret?", "snippets": [{"file_path": path, "span": [0, 4], "answer": "the "}]}]
    (bench / "benchmarks" / "theirs.json").write_text(json.dumps({"tests": tests}))
    with pytest.raises(BenchmarkError, match="leads out of|not relative|is not a path"):
        load_exam([bench])
    from pincite.bench.check import check
    from pincite.bench.dataset.from_legalbenchrag import convert_legalbenchrag

    told = [finding for finding in check(bench).findings if finding.where.startswith("theirs")]
    assert {finding.rule for finding in told if finding.severity == "error"} <= {"unsafe-path", "missing-file"}
    assert any(finding.severity == "error" for finding in told)
    with pytest.raises(BenchmarkError, match="has no"):
        convert_legalbenchrag(bench)


def test_a_run_keeps_no_address_no_variable_and_no_key(bench, settings, tmp_path, monkeypatch):
    monkeypatch.setenv("MY_KEY", "sk-secret-4711")
    address = "http://clerk:pa55word@model.test/v1"
    own = ["answerer.kind=model", "chat.kind=openai", f"chat.base_url={address}", "chat.key_variable=MY_KEY"]
    own.append("trust=hashing")
    execute(PipelineTarget(settings(*own)), load_exam([bench]), tmp_path / "run", k=3)
    kept = b"".join(path.read_bytes() for path in (tmp_path / "run").iterdir() if path.is_file())
    for word in ("sk-secret", "MY_KEY", "model.test", "pa55word", "clerk"):
        assert word.encode() not in kept, word
    # Another address is no other run: it goes on.
    other = [*own[:2], "chat.base_url=http://elsewhere.test"]
    execute(PipelineTarget(settings(*other)), load_exam([bench]), tmp_path / "run", k=3)


def test_what_an_earlier_version_kept_of_addresses_is_not_shown(run, tmp_path):
    run()
    head = json.loads((tmp_path / "run/run.json").read_text())
    head["spec"]["target"]["settings"]["reranker"] = {"kind": "cohere", "model": "m", "base_url": "http://u:p@h"}
    (tmp_path / "run/run.json").write_text(json.dumps(head))
    assert RunFolder(tmp_path / "run").spec.target["settings"]["reranker"] == {"kind": "cohere", "model": "m"}
