"""The published benchmark, made again from the raw data."""

import csv
import json
import time

import pytest

from pincite.bench.check import check
from pincite.bench.dataset.dataset import open_dataset
from pincite.bench.dataset.export import export
from pincite.bench.dataset.source import ConversionSource, convert
from pincite.bench.dataset.write import write_dataset
from pincite.bench.legalbenchrag.layout import SETS, Root, read_tests
from pincite.bench.legalbenchrag.make import draft_set, finish_set
from pincite.bench.legalbenchrag.mini import sample_root, write_sample
from pincite.bench.legalbenchrag.privacy_qa import COLUMNS
from pincite.bench.legalbenchrag.titles import KINDS, DocumentTitles, ListedTitles
from pincite.bench.legalbenchrag.wording import MAUD_QUESTIONS
from pincite.bench.subset import plain_row

pytestmark = pytest.mark.realdata


@pytest.fixture(scope="module")
def published(real_data):
    return real_data / "legalbenchrag"


def spans(test):
    return [(snippet.file_path, snippet.start, snippet.end) for snippet in test.snippets]


def gold_spans(gold):
    return [(passage.doc_id, passage.span.start, passage.span.end) for passage in gold.passages]


@pytest.fixture(scope="module")
def cuad(real_data, published):
    folders = [published / "corpus" / "cuad", real_data / "cuad_raw" / "other_contract_txt"]
    started = time.monotonic()
    drafts = draft_set("cuad", real_data / "cuad_raw", texts=folders)
    made = finish_set(
        drafts,
        [ListedTitles.read(published / "cuad_titles.json"), DocumentTitles(KINDS["cuad"])],
        wording=published / "benchmarks" / "cuad.json",
    )
    return made, time.monotonic() - started


def test_cuad_comes_out_as_published(cuad, published):
    made, _ = cuad
    ours = {(tuple(gold_spans(gold)), gold.query.text.rsplit("; ", 1)[1]) for gold in made.golds}
    titled = read_tests(published / "benchmarks" / "cuad.json")
    untitled = read_tests(published / "benchmarks" / "cuad_untitled.json")
    theirs = {(tuple(spans(test)), test.query.rsplit("; ", 1)[-1]) for test in (*titled, *untitled)}
    assert len(titled) + len(untitled) == len(made.golds) == 3635
    assert ours == theirs


def test_titled_cuad_queries_equal_the_official_ones_word_for_word_and_in_order(cuad, published):
    made, _ = cuad
    theirs = [(test.query, spans(test)) for test in read_tests(published / "benchmarks" / "cuad.json")]
    titled = {path for path, title in made.titles.items() if title.origin == "file"}
    ours = [(gold.query.text, gold_spans(gold)) for gold in made.golds if gold.documents[0] in titled]
    assert ours == theirs


def test_only_documents_that_a_title_excludes_are_extra(cuad):
    made, _ = cuad
    numbered = {row.file for row in made.dropped if row.reason.name == "NUMBERED"}
    assert len(numbered) == 7
    assert all(any(f"agreement{n}" in file.lower() for n in (2, 3, 4)) for file in numbered)


def test_cuad_takes_seconds(cuad):
    assert cuad[1] < 30


def test_contractnli_spans_come_out_as_published(real_data, published):
    official = published / "benchmarks" / "contractnli.json"
    drafts = draft_set("contractnli", real_data / "contractnli_raw")
    made = finish_set(drafts, [ListedTitles.read(official), DocumentTitles(KINDS["contractnli"])], wording=official)
    theirs = [
        (test.query, spans(test))
        for test in read_tests(official)
        if test.snippets[0].file_path.removeprefix("contractnli/") in drafts.texts
    ]
    documents = {path for _, places in theirs for path, _, _ in places}
    ours = [(gold.query.text, gold_spans(gold)) for gold in made.golds if gold.documents[0] in documents]
    assert (len(theirs), len(documents)) == (408, 40)
    assert sorted(ours) == sorted(theirs)
    corpus = Root(published).corpus
    assert all(made.texts[path] == corpus.text(path) for path in documents)


def test_mini_is_the_authors_mini(published):
    sample = sample_root(Root(published))
    assert (sample.total.queries, sample.total.documents, sample.total.characters) == (776, 72, 8_682_104)
    for name, tests in sample.parts.items():
        theirs = json.loads((published / "mini" / f"{name}.json").read_text("utf-8"))["tests"]
        assert [plain_row(test) for test in tests] == theirs


def test_the_published_files_are_sound_and_checked_in_seconds(published):
    started = time.monotonic()
    report = check(published)
    assert time.monotonic() - started < 20
    assert report.errors == 0
    assert report.documents == 654
    assert [finding.rule for finding in report.findings] == ["repeated-query", "repeated-query", "untitled"]


def test_maud_annotations_written_from_the_published_gold_give_that_gold_again(published, write_maud):
    corpus = Root(published).corpus
    labels = list(MAUD_QUESTIONS)[5:] + list(MAUD_QUESTIONS)[:5]
    by_document = {}
    for test in read_tests(published / "benchmarks" / "maud.json"):
        by_document.setdefault(test.snippets[0].file_path, []).append(test)
    chosen = {path: by_document[path] for path in sorted(by_document)[:12]}
    deals, definitions, theirs = [], [], []
    for number, (path, tests) in enumerate(chosen.items()):
        cells = {}
        for label, test in zip(labels, tests, strict=False):
            cells[label] = " <omitted> ".join(snippet.answer for snippet in test.snippets) + " (Pages 3-4)"
            theirs.append(spans(test))
        name = path.removeprefix("maud/").removesuffix(".txt").replace("|", "\n")
        deals.append({"Filename": f"{name}.pdf", **cells})
        definitions.append((f"contract_{number}.pdf", cells["MAE Definition"]))
    texts = {f"contract_{number}": corpus.text(path) for number, path in enumerate(chosen)}
    made = finish_set(draft_set("maud", write_maud(texts, deals, definitions)), [DocumentTitles(KINDS["maud"])])
    assert sorted(map(gold_spans, made.golds)) == sorted(theirs)


def test_privacy_qa_votes_written_from_the_published_gold_give_that_gold_again(published, tmp_path):
    corpus = Root(published).corpus
    tests = read_tests(published / "benchmarks" / "privacy_qa.json")
    with (tmp_path / "policy_test_data.csv").open("w", encoding="utf-8", newline="") as out:
        table = csv.DictWriter(out, COLUMNS, delimiter="\t")
        table.writeheader()
        for number, test in enumerate(tests):
            path = test.snippets[0].file_path
            at = 0
            for line_number, line in enumerate(corpus.text(path).splitlines()):
                inside = any(snippet.start <= at < snippet.end for snippet in test.snippets)
                at += len(line) + 1
                row = {
                    "DocID": path.removeprefix("privacy_qa/").replace(".txt", "_1"),
                    "QueryID": number,
                    "SentID": line_number,
                    "Query": test.query.split("; ", 1)[1],
                    "Segment": line,
                }
                table.writerow(row | dict.fromkeys(COLUMNS[5:], "Relevant" if inside else "Irrelevant"))
    made = finish_set(draft_set("privacy_qa", tmp_path), [])
    assert [(gold.query.text, gold_spans(gold)) for gold in made.golds] == [(test.query, spans(test)) for test in tests]
    assert {path: corpus.text(path) for path in made.texts} == made.texts


def test_no_span_of_mini_is_lost_on_the_way_into_the_dataset_layout_and_back(published, tmp_path):
    write_sample(sample_root(Root(published)), Root(published), out=tmp_path / "mini")
    source = tmp_path / "mini"
    write_dataset(convert(ConversionSource(source)), tmp_path / "layout", source=source)
    for use_origin, lost in ((True, 0), (False, 2)):
        back = tmp_path / f"back-{use_origin}"
        done = export(open_dataset(tmp_path / "layout", use_origin=use_origin), back, format="legalbenchrag")
        assert (done.rows, done.left_out) == (776 - lost, lost)
    for name in SETS:
        ours = read_tests(Root(tmp_path / "back-True").benchmark_file(name))
        theirs = read_tests(Root(source).benchmark_file(name))
        assert [plain_row(test) for test in ours] == [plain_row(test) for test in theirs]
        alone = read_tests(Root(tmp_path / "back-False").benchmark_file(name))
        assert {place for test in alone for place in spans(test)} <= {place for test in ours for place in spans(test)}


def test_the_ground_truth_of_the_legal_evaluation_converts_without_flags(real_data):
    folder = real_data / "uk_cpr"
    made = convert(ConversionSource(folder / "ground_truth_cpr.jsonl", corpus=folder / "court_guides_pdf"))
    assert (len(made.items), len(made.documents)) == (62, 5)
    assert [item.id for item in made.items] == list(range(62))
