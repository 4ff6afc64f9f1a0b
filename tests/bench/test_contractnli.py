import pytest

from pincite.bench.legalbenchrag.contractnli import draft_contractnli, why_unnamed
from pincite.bench.legalbenchrag.draft import Reason
from pincite.errors import BenchmarkError, ReadError
from pincite.spans import Span

TEXT = "Keep it secret. Give it back. Tell no one.\nNorway."


def nda(name="pact.pdf", **labels):
    return {
        "id": 1,
        "file_name": name,
        "text": TEXT,
        "spans": [[0, 15], [16, 29], [30, 42], [43, 50]],
        "annotation_sets": [
            {
                "annotations": {
                    label.replace("_", "-"): {"choice": "Entailment", "spans": s} for label, s in labels.items()
                }
            }
        ],
    }


def test_evidence_one_character_apart_is_joined_and_labels_keep_their_order(write_contractnli):
    made = draft_contractnli(write_contractnli(train=[nda(nda_16=[1, 0], nda_4=[0, 2], nda_1=[])], test=[]))
    assert [(draft.file, draft.label, draft.spans) for draft in made.drafts] == [
        ("pact.txt", "nda-16", (Span(0, 29),)),
        ("pact.txt", "nda-4", (Span(0, 15), Span(30, 42))),
    ]


def test_train_comes_before_test_and_web_pages_are_left_out(write_contractnli):
    raw = write_contractnli(test=[nda("b.txt", nda_1=[0]), nda("c.htm", nda_1=[0])], train=[nda("a.pdf", nda_1=[0])])
    made = draft_contractnli(raw.parent)
    assert [draft.file for draft in made.drafts] == ["a.txt", "b.txt"]
    assert [(row.file, row.reason) for row in made.dropped] == [("c.htm", Reason.NOT_TEXT)]


def test_a_truncated_training_file_is_taken(write_contractnli):
    made = draft_contractnli(write_contractnli(train_truncated=[nda(nda_1=[0])], test=[]))
    assert len(made.drafts) == 1


def test_broken_json_names_line_and_document(write_contractnli):
    raw = write_contractnli(train=[nda(nda_1=[0])], test=[])
    text = (raw / "train.json").read_text()
    (raw / "train.json").write_text(text[:-20])
    with pytest.raises(BenchmarkError, match=r"train\.json: is not JSON: .* at line 1, column .*document 1"):
        draft_contractnli(raw)


def test_bad_fields_name_the_document(write_contractnli):
    broken = nda(nda_1=[0])
    del broken["text"]
    with pytest.raises(BenchmarkError, match=r"document 2: field 'text': Field required"):
        draft_contractnli(write_contractnli(train=[nda(nda_1=[0]), broken], test=[]))


@pytest.mark.parametrize(
    ("document", "problem"),
    [
        (nda(nda_1=[9]), "document 1, nda-1: points at a span the document does not have"),
        (nda(nda_99=[0]), "unknown hypothesis 'nda-99'"),
        (nda(nda_1=[0]) | {"spans": [[0, 999]]}, "evidence that ends after the text"),
        (nda(nda_1=[]), "holds no agreement with evidence"),
    ],
)
def test_impossible_evidence_is_an_error(write_contractnli, document, problem):
    with pytest.raises(BenchmarkError, match=problem):
        draft_contractnli(write_contractnli(train=[document], test=[]))


def test_a_file_name_cannot_leave_the_corpus(write_contractnli):
    with pytest.raises(ReadError, match="path separator"):
        draft_contractnli(write_contractnli(train=[nda("../../etc/pact.pdf", nda_1=[0])], test=[]))


def test_a_missing_split_is_named(tmp_path):
    with pytest.raises(BenchmarkError, match=r"holds no train\.json"):
        draft_contractnli(tmp_path)


def test_an_agreement_nobody_could_name_is_left_out():
    assert why_unnamed("Arbitrary Non-Disclosure Agreement") is Reason.NO_PARTY
    assert why_unnamed("Gull's Non-Disclosure Agreement") is None
