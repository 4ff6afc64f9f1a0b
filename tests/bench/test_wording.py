import json

import pytest

from pincite.bench.legalbenchrag.draft import GoldDraft
from pincite.bench.legalbenchrag.wording import CONTRACTNLI_QUESTIONS, CUAD_QUESTIONS, MAUD_QUESTIONS, learn_wording
from pincite.errors import BenchmarkError
from pincite.spans import Span


def write(tmp_path, rows):
    (tmp_path / "official.json").write_text(json.dumps({"tests": rows}))
    return tmp_path / "official.json"


def test_every_label_has_a_question_of_its_own():
    assert [len(questions) for questions in (CUAD_QUESTIONS, CONTRACTNLI_QUESTIONS, MAUD_QUESTIONS)] == [35, 17, 19]
    for questions in (CUAD_QUESTIONS, CONTRACTNLI_QUESTIONS, MAUD_QUESTIONS):
        assert len(set(questions.values())) == len(questions)
        assert all(question.endswith("?") and "; " not in question for question in questions.values())


def test_wording_is_learned_from_shared_spans_even_where_two_labels_share_one(tmp_path, row):
    drafts = [
        GoldDraft("a.txt", "Insurance", (Span(0, 5),)),
        GoldDraft("a.txt", "Exclusivity", (Span(0, 5),)),
        GoldDraft("b.txt", "Insurance", (Span(3, 4),)),
    ]
    path = write(
        tmp_path,
        [
            row("Consider the A; Insured?", ("cuad/a.txt", 0, 5, "")),
            row("Consider the A; Exclusive?", ("cuad/a.txt", 0, 5, "")),
            row("Consider the B; Insured?", ("cuad/b.txt", 3, 4, "")),
            row("Consider the C; Unknown?", ("cuad/c.txt", 3, 4, "")),
        ],
    )
    assert learn_wording(path, drafts) == {"Insurance": "Insured?", "Exclusivity": "Exclusive?"}


def test_a_file_that_names_its_columns_is_believed(tmp_path):
    snippets = [{"file_path": "cuad/z.txt", "span": [1, 2]}]
    path = write(tmp_path, [{"question": "Insured?", "column": "Insurance", "snippets": snippets}])
    assert learn_wording(path, []) == {"Insurance": "Insured?"}


def test_a_file_of_another_set_is_refused(tmp_path, row):
    path = write(tmp_path, [row("Consider X; Who?", ("maud/x.txt", 0, 1, "x"))])
    with pytest.raises(BenchmarkError, match="shares no document and span"):
        learn_wording(path, [GoldDraft("a.txt", "Insurance", (Span(0, 5),))])
