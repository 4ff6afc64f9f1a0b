import pytest

from pincite.bench.legalbenchrag.draft import Reason
from pincite.bench.legalbenchrag.privacy_qa import draft_privacy_qa
from pincite.errors import BenchmarkError

LINES = ["We keep names.", "We sell nothing.", "We use cookies.", "Write to us."]


def asked(query, question, *votes):
    return [("Gull Post", query, n, f" {question} ", LINES[n], vote) for n, vote in enumerate(votes)]


def words(made):
    return [(d.question, [span.slice(made.texts[d.file]) for span in d.spans]) for d in made.drafts]


def test_sentences_half_of_the_annotators_chose_are_gold_with_their_line_end(write_privacy_qa):
    rows = asked(0, "who buys it?", "IIIIII", "RRRIII", "RRIIII", "RRR--I")
    made = draft_privacy_qa(write_privacy_qa(rows))
    assert made.texts == {"Gull Post.txt": "".join(f"{line}\n" for line in LINES)}
    assert words(made) == [("who buys it?", ["We sell nothing.\n", "Write to us.\n"])]


def test_neighbouring_sentences_are_joined(write_privacy_qa):
    made = draft_privacy_qa(write_privacy_qa(asked(0, "what?", "RRRRRR", "RRRRRR", "IIIIII", "RRRRRR")))
    assert words(made)[0][1] == ["We keep names.\nWe sell nothing.\n", "Write to us.\n"]


def test_sentences_are_laid_out_by_number_whatever_their_order(write_privacy_qa):
    made = draft_privacy_qa(write_privacy_qa(list(reversed(asked(0, "what?", "RRRRRR", "IIIIII", "IIIIII", "IIIIII")))))
    assert words(made) == [("what?", ["We keep names.\n"])]


def test_too_many_blanks_or_no_agreement_drop_a_question(write_privacy_qa):
    rows = [
        *asked(0, "blank?", "RRRRRR", "III---", "IIIIII", "IIIIII"),
        *asked(1, "nobody?", "RIIIII", "IIIIII", "IIIIII", "IIIIII"),
        *asked(2, "fine?", "RRRR--", "IIIIII", "IIIIII", "IIIIII"),
    ]
    made = draft_privacy_qa(write_privacy_qa(rows))
    assert [question for question, _ in words(made)] == ["fine?"]
    assert [(row.label, row.reason, row.detail) for row in made.dropped] == [
        ("question 0", Reason.BLANKS, "blank?"),
        ("question 1", Reason.DISAGREED, "nobody?"),
    ]


def test_strange_votes_and_numbers_name_the_row(write_privacy_qa, tmp_path):
    raw = write_privacy_qa(asked(0, "what?", "RRRRRR", "IIIIII", "IIIIII", "IIIIII"))
    path = raw / "data" / "policy_test_data.csv"
    text = path.read_text()
    path.write_text(text.replace("Relevant", "Perhaps", 1))
    with pytest.raises(BenchmarkError, match=r"row 2: column 'Ann1' is neither .*'perhaps'"):
        draft_privacy_qa(raw)
    path.write_text(text.replace("_s_2", "_s_two"))
    with pytest.raises(BenchmarkError, match=r"row 4: column 'SentID' ends in no number"):
        draft_privacy_qa(raw)


def test_an_empty_table_is_an_error(write_privacy_qa):
    with pytest.raises(BenchmarkError, match="holds no questions"):
        draft_privacy_qa(write_privacy_qa([]))
