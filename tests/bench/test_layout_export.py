import json

import pytest

from pincite.bench.dataset.dataset import open_dataset
from pincite.bench.dataset.export import export
from pincite.bench.dataset.layout import Layout
from pincite.bench.dataset.source import ConversionSource, convert
from pincite.bench.dataset.write import write_dataset
from pincite.errors import BenchmarkError, UnknownName

LEASE = "The rent is due in May.\nThe deposit is due in May.\nGull pays both.\n"
SALE = "Marlin sells the boat “as is”.\nThe price is 900 crowns, payable in three equal instalments.\n"


def to_layout(source, out, **options):
    write_dataset(convert(ConversionSource(source, **options)), out, source=source)
    return out


def back(layout, out, format, **options):
    return export(open_dataset(layout, **options), out, format=format)


@pytest.fixture
def root(write_root, row):
    second = LEASE.index("due in May", 30)
    return write_root(
        {"leases/lease.txt": LEASE, "leases/spare.txt": "Not asked of.", "sales/sale.txt": SALE},
        {
            "leases": [
                row("When is the deposit due?", ("leases/lease.txt", second, second + 10, "due in May")),
                row("Who pays?", ("leases/lease.txt", 51, 55, "Gull"), ("leases/lease.txt", 4, 8, "rent")),
            ],
            "sales": [{**row("What is sold?", ("sales/sale.txt", 13, 21, "the boat")), "tags": ["goods"]}],
        },
    )


def files_of(root):
    return {
        path.relative_to(root).as_posix(): json.loads(path.read_text()) if path.suffix == ".json" else path.read_text()
        for path in sorted(root.rglob("*.*"))
        if path.is_file() and path.name != "located.jsonl"
    }


def test_legalbenchrag_comes_back_as_it_went_in(root, tmp_path):
    layout = to_layout(root, tmp_path / "layout")
    assert json.loads((layout / "train.json").read_text())[1] == {
        "id": 1,
        "question": "Who pays?",
        "answer": "Gull\n\nrent",
        "is_impossible": False,
        "contexts": [{"filename": "lease.txt", "text": "Gull"}, {"filename": "lease.txt", "text": "rent"}],
    }
    done = back(layout, tmp_path / "back", "legalbenchrag")
    assert (done.rows, done.left_out, dict(done.methods)) == (3, 0, {"recorded": 4})
    assert files_of(tmp_path / "back") == files_of(root)


def test_from_the_layout_alone_a_repeated_text_is_left_out_and_listed(root, tmp_path):
    layout = to_layout(root, tmp_path / "layout")
    done = back(layout, tmp_path / "back", "legalbenchrag", use_origin=False)
    assert (done.rows, done.left_out, dict(done.methods)) == (2, 1, {"exact": 3, "not located": 1})
    lines = [json.loads(line) for line in (tmp_path / "back" / "located.jsonl").read_text().splitlines()]
    assert lines[0] == {
        "id": 0,
        "context": 1,
        "filename": "lease.txt",
        "span": None,
        "reason": "its text occurs 2 times in the file",
    }
    assert lines[1]["span"] == [51, 55]
    assert (lines[1]["method"], lines[1]["similarity"]) == ("exact", 1.0)


def test_one_set_or_one_file_can_be_converted(root, tmp_path):
    made = convert(ConversionSource(root, only=("sales",)))
    assert (len(made.items), list(made.documents)) == (1, ["sales/sale.txt"])
    made = convert(ConversionSource(root / "benchmarks" / "leases.json"))
    assert list(made.documents) == ["leases/lease.txt", "leases/spare.txt"]


def test_legalbenchrag_that_is_not_sound_is_refused(write_root, row, tmp_path):
    wrong = write_root({"a/x.txt": "abc"}, {"a": [row("Q?", ("a/x.txt", 0, 2, "bc"))]}, folder="wrong")
    with pytest.raises(BenchmarkError, match=r"test 1: its span \[0, 2\) does not hold its answer"):
        convert(ConversionSource(wrong))
    lost = write_root({"a/x.txt": "abc"}, {"a": [row("Q?", ("a/y.txt", 0, 2, "ab"))]}, folder="lost")
    with pytest.raises(BenchmarkError, match="has no 'a/y.txt'"):
        convert(ConversionSource(lost))
    tests = {name: [row("Q?", (f"{name}/x.txt", 0, 2, "ab"))] for name in "ab"}
    same = write_root({"a/x.txt": "abc", "b/x.txt": "abd"}, tests, folder="same")
    with pytest.raises(BenchmarkError, match="'b/x.txt' and 'a/x.txt' have the same base name"):
        convert(ConversionSource(same))


@pytest.fixture
def rows(tmp_path):
    def write(*rows, **documents):
        folder = tmp_path / "set"
        (folder / "corpus").mkdir(parents=True)
        for name, text in (documents or {"lease": LEASE, "sale": SALE}).items():
            (folder / "corpus" / f"{name}.txt").write_text(text, "utf-8")
        items = [{"id": n, "question": f"Q{n}?", "answer": "x", **row} for n, row in enumerate(rows)]
        (folder / "train.json").write_text(json.dumps(items), "utf-8")
        return folder

    return write


def context(filename, text=None):
    return {"filename": filename} | ({"text": text} if text else {})


def test_texts_of_others_are_located_and_the_quality_is_recorded(rows, tmp_path):
    folder = rows(
        {"contexts": [context("lease.txt", "Gull  pays\nboth.")]},
        {"contexts": [context("sale.txt", 'the boat "as is".')]},
        {"contexts": [context("sale.txt", "The pr1ce is 900 crowns, payab1e in thrce equal instalments.")]},
        {"contexts": [context("sale.txt", "The price is 800 crowns, payable in three equal instalments.")]},
        {"contexts": ["Gull pays both."]},
        {"contexts": ["due in May"]},
        {"contexts": [context("lease.txt")]},
        {"contexts": [], "is_impossible": True},
        {"contexts": [context("lease.txt", "The rent is due"), context("lease.txt", "rent is due in May.\nThe")]},
    )
    done = back(folder, tmp_path / "out", "legalbenchrag")
    assert (done.rows, done.left_out, done.joined) == (5, 4, 1)
    assert dict(done.methods) == {
        "white space": 1,
        "typography": 1,
        "ocr": 1,
        "not located": 2,
        "exact": 3,
        "a file and no text": 1,
    }
    tests = json.loads((tmp_path / "out" / "benchmarks" / "set.json").read_text())["tests"]
    answers = [[snippet["answer"] for snippet in test["snippets"]] for test in tests]
    assert answers == [
        ["Gull pays both."],
        ["the boat “as is”."],
        ["The price is 900 crowns, payable in three equal instalments."],
        ["Gull pays both."],
        ["The rent is due in May.\nThe"],
    ]
    lines = [json.loads(line) for line in (tmp_path / "out" / "located.jsonl").read_text().splitlines()]
    assert lines[3]["reason"] == "the nearest place differs in a figure: '8' against '9'"
    assert lines[7] == {"id": 7, "context": None, "reason": "the row has no context"}


def test_an_export_that_would_hold_nothing_leaves_nothing_behind(rows, tmp_path):
    folder = rows({"contexts": [context("lease.txt", "no such words")]})
    with pytest.raises(BenchmarkError, match="no row has all its contexts located"):
        back(folder, tmp_path / "out", "legalbenchrag")
    with pytest.raises(UnknownName, match="Known: beir, legalbenchrag, squad"):
        back(folder, tmp_path / "out", "xml")
    assert not (tmp_path / "out").exists()


def test_a_name_in_the_origin_cannot_lead_outside(rows, tmp_path):
    folder = rows({"contexts": [context("lease.txt", "Gull")]})
    origin = {"format": "x", "source": "x", "sha256": None, "converted": "", "documents": {}}
    (folder / "origin.json").write_text(json.dumps({**origin, "rows": {"0": {"set": "../../evil"}}}))
    with pytest.raises(Exception, match="would leave its folder"):
        back(folder, tmp_path / "out", "legalbenchrag")
    assert not (tmp_path / "out").exists()


SQUAD = {
    "version": "v2.0",
    "data": [
        {
            "title": "Lease/2031",
            "paragraphs": [
                {
                    "context": "The rent is due in May. The deposit is due in May.",
                    "qas": [
                        {
                            "id": "q1",
                            "question": "When is the deposit due?",
                            "answers": [{"text": "in May", "answer_start": 43}],
                            "is_impossible": False,
                        },
                        {"id": "q2", "question": "Who pays?", "answers": [], "is_impossible": True},
                    ],
                },
                {
                    "context": "Gull pays. Marlin pays.",
                    "qas": [
                        {
                            "id": "q3",
                            "question": "Who pays?",
                            "answers": [{"text": "Gull", "answer_start": 0}, {"text": "Marlin", "answer_start": 11}],
                            "is_impossible": False,
                        },
                        {"id": "q4", "question": "What for?", "answers": [], "is_impossible": True},
                    ],
                },
            ],
        },
        {"title": "A later one", "paragraphs": [{"context": "Nothing.", "qas": []}]},
    ],
}


def test_squad_comes_back_as_it_went_in(tmp_path):
    (tmp_path / "squad.json").write_text(json.dumps(SQUAD))
    layout = to_layout(tmp_path / "squad.json", tmp_path / "layout")
    items = Layout(layout).items()
    assert [item.answer for item in items] == ["in May", "", "Gull\n\nMarlin", ""]
    assert sorted(Layout(layout).files) == ["A later one.txt", "Lease%2F2031.txt"]
    back(layout, tmp_path / "back", "squad")
    assert json.loads((tmp_path / "back" / "squad.json").read_text()) == SQUAD


def squad(context, *answers):
    places = [{"text": text, "answer_start": start} for text, start in answers]
    return {"data": [{"paragraphs": [{"context": context, "qas": [{"question": "Q?", "answers": places}]}]}]}


def test_variants_of_one_answer_and_starts_that_are_off(tmp_path):
    path = tmp_path / "squad.json"
    path.write_text(json.dumps(squad("the golden fleece", ("golden", 4), ("golden fleece", 4), ("golden", 4))))
    made = convert(ConversionSource(path))
    assert (made.items[0].answer, len(made.items[0].contexts)) == ("golden", 2)
    path.write_text(json.dumps(squad("one two two", ("one", 1), ("two", 5))))
    made = convert(ConversionSource(path))
    assert made.traces[0].spans == ((0, 3), None)
    assert made.notes == [
        "row 1: an answer is at 0 of its paragraph, not at 1",
        "row 1: an answer is not at 5 of its paragraph, and occurs 2 times in it",
    ]


@pytest.mark.parametrize(
    ("value", "problem"),
    [
        ([{"paragraphs": []}], 'needs {"data": '),
        ({"data": [{"paragraphs": [{"qas": []}]}]}, r"article 1: field 'paragraphs.0.context': Field required"),
        ({"data": [SQUAD["data"][1], SQUAD["data"][1]]}, "article 2: has the title of an article before it"),
        ({"data": [{"title": "x" * 300, "paragraphs": []}]}, "article 1: .*longer than the 255 bytes"),
    ],
)
def test_squad_of_another_shape_is_named(tmp_path, value, problem):
    (tmp_path / "s.json").write_text(json.dumps(value))
    with pytest.raises(BenchmarkError, match=problem):
        convert(ConversionSource(tmp_path / "s.json", format="squad"))


@pytest.fixture
def beir(tmp_path):
    folder = tmp_path / "beir"
    (folder / "qrels").mkdir(parents=True)
    corpus = [{"_id": "d/1", "title": "Lease", "text": "Gull pays."}, {"_id": 'the "d2', "title": "", "text": "No."}]
    queries = [{"_id": "q2", "text": "Who pays?"}, {"_id": "q1", "text": "What?"}]
    for name, rows in (("corpus", corpus), ("queries", queries)):
        (folder / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    header = "query-id\tcorpus-id\tscore\n"
    (folder / "qrels" / "dev.tsv").write_text(f"{header}q1\td/1\t1\n")
    (folder / "qrels" / "test.tsv").write_text(f'{header}q2\td/1\t2\nq2\t"the ""d2"\t1\n')
    return folder


def test_beir_comes_back_as_it_went_in(beir, tmp_path):
    layout = to_layout(beir, tmp_path / "layout")
    assert (layout / "corpus" / "d%2F1.txt").read_text() == "Lease\n\nGull pays."
    assert json.loads((layout / "train.json").read_text())[0] == {
        "id": 0,
        "question": "Who pays?",
        "answer": "",
        "is_impossible": False,
        "contexts": [{"filename": "d%2F1.txt"}, {"filename": 'the "d2.txt'}],
    }
    back(layout, tmp_path / "back", "beir")
    for name in ("corpus.jsonl", "queries.jsonl", "qrels/dev.tsv", "qrels/test.tsv"):
        assert (tmp_path / "back" / name).read_text() == (beir / name).read_text()


@pytest.mark.parametrize(
    ("name", "line", "problem"),
    [
        ("corpus.jsonl", '{"_id": "d/1", "text": "again"}', "row 3: its _id 'd/1' is that of a document before it"),
        ("corpus.jsonl", '{"_id": "..", "text": 1}', "row 3: has no 'text' text"),
        ("queries.jsonl", '{"text": "Q"}', "row 3: has no '_id' text"),
        ("qrels/dev.tsv", "q9\td/1\t1", "dev.tsv, row 3: judges query 'q9', which is not there"),
        ("qrels/dev.tsv", "q1\td9\t1", "row 3: judges document 'd9', which is not there"),
        ("qrels/dev.tsv", "q1\td/1\tyes", "row 3: its score must be a whole number, not 'yes'"),
        ("qrels/dev.tsv", "q1\td/1", "row 3: has 2 cells where the header has 3"),
    ],
)
def test_bad_beir_rows_are_named(beir, name, line, problem):
    with (beir / name).open("a") as out:
        out.write(line + "\n")
    with pytest.raises(BenchmarkError, match=problem):
        convert(ConversionSource(beir))
