import json

import pytest

from pincite.domain.answer import FaultKind
from pincite.errors import ReadError
from pincite.pipeline.checking.check_rows import BadRow, ClaimChecker, ClaimRow, check_passage, read_rows
from pincite.settings import load_settings

REPAIRS = (
    "4.1 The Supplier shall deliver the Goods to the Warehouse within thirty days of each Order. "
    "4.2 Title to the Goods passes to the Buyer on payment in full. "
    "4.3 The Buyer may reject Goods that do not conform to the Specification, by written notice given within ten days."
)


def test_a_close_claim_is_supported_and_its_opposite_is_not():
    true = check_passage("Title to the Goods passes to the Buyer when payment is made in full.", REPAIRS)
    false = check_passage("Title to the Goods never passes to the Buyer.", REPAIRS)
    assert true.supported and not true.faults
    assert not false.supported and false.faults
    assert 0 <= false.score < true.score <= 1


@pytest.mark.parametrize(
    ("claim", "kind"),
    [
        ("The Supplier shall deliver the Goods within ninety days of each Order.", FaultKind.NUMBER),
        ("Kestrel Foods shall deliver the Goods within thirty days of each Order.", FaultKind.NAME),
        ("“The Supplier shall never deliver the Goods” is what 4.1 says.", FaultKind.MISQUOTED),
        ("Under the Sale of Goods Act 1979 title passes to the Buyer on payment in full.", FaultKind.AUTHORITY),
    ],
)
def test_what_is_checked_exactly_always_fails(claim, kind):
    check = check_passage(claim, REPAIRS)
    assert not check.supported
    assert kind in {fault.kind for fault in check.faults}


def test_marks_in_a_claim_are_not_taken_for_sources():
    plain = check_passage("Title to the Goods passes to the Buyer on payment in full.", REPAIRS)
    assert check_passage("Title to the Goods passes to the Buyer on payment in full [7].", REPAIRS) == plain
    assert check_passage("Title to the Goods passes to the Buyer on payment in full", REPAIRS) == plain


def test_a_question_tells_what_a_short_answer_is_about():
    asked = "May the Buyer reject Goods by written notice?"
    assert check_passage("It may.", REPAIRS, asked).supported
    denied = check_passage("It may not.", REPAIRS, asked)
    assert not denied.supported
    assert denied.score < 0.5


def test_without_a_verifier_the_rules_decide_alone():
    checker = ClaimChecker(load_settings(flags=["verifier.kind=none"]).settings)
    assert checker.check("Title to the Goods passes to the Buyer on payment in full.", REPAIRS).supported
    few = checker.check("Ownership moves across once the whole sum has been settled.", REPAIRS)
    assert [fault.kind for fault in few.faults] == [FaultKind.UNSUPPORTED]


def test_bad_rows_keep_their_places(tmp_path):
    path = tmp_path / "rows.jsonl"
    good = {"id": 7, "claim": "A\u2028claim.", "passage": "A passage.", "question": None}
    lines = [
        json.dumps(good, ensure_ascii=False),
        "",
        "{",
        "[1]",
        '{"id": "x", "claim": " ", "passage": "p"}',
        "[" * 9999,
    ]
    path.write_bytes("\n".join(lines).encode() + b'\n{"claim": "\xff", "passage": "p"}')
    rows = list(read_rows(path))
    assert rows[0] == ClaimRow(1, "A\u2028claim.", "A passage.", "", 7)
    assert [row.line for row in rows] == [1, 3, 4, 5, 6, 7]
    assert all(isinstance(row, BadRow) and row.problem for row in rows[1:])
    assert rows[3].id == "x"


def test_a_file_that_is_not_there_is_one_error(tmp_path):
    with pytest.raises(ReadError):
        list(read_rows(tmp_path / "none.jsonl"))


@pytest.mark.parametrize("passage", [".", "x", "Hello.", "1.", "[Intentionally omitted]", "x" * 20_000])
def test_a_passage_that_says_nothing_supports_nothing(passage):
    assert not check_passage("Rent is reviewed.", passage).supported


def test_a_short_passage_may_support_a_claim():
    assert check_passage("The rent is £500.", "Rent: £500").supported


LEAVE = (
    "| Service | Leave |\n| 1 to 4 years | 25 days |\n| 5 to 10 years | 27 days |\n\n"
    "Outages of severity 2 of between one and four hours earn a credit of 10%."
)


@pytest.mark.parametrize(
    ("claim", "supported"),
    [
        ("A two-hour outage of severity 2 earns a credit of 10%.", True),
        ("A two-hour outage of severity 2 earns a credit of 20%.", False),
        ("A six-hour outage of severity 2 earns a credit of 10%.", False),
        ("An employee with seven years' service has 27 days of leave.", True),
        ("An employee with seven years' service has 25 days of leave.", False),
        ("An employee with twelve years' service has 27 days of leave.", False),
    ],
)
def test_a_case_within_a_range_is_read_as_that_range(claim, supported):
    assert check_passage(claim, LEAVE).supported is supported
