"""Drafts on documents that others of the store amend."""

from pathlib import Path

import pytest

from pincite.domain.answer import FaultKind
from pincite.domain.finding import Standing
from pincite.pipeline.checking.check_draft import DraftChecker
from pincite.spans import Span

CONSIGNMENT = """CONSIGNMENT AGREEMENT

This Consignment Agreement is made between Vellum Row Gallery Limited ("the Gallery") and Ines Caradoc ("the Artist").

3. Price

3.1 The Artist receives 70% of the price of each work sold. The Gallery keeps the remainder as its commission.

3.2 The Gallery shall pay the Artist within thirty days of each sale.

3.3 The Gallery may give a buyer a discount of up to 10% without asking the Artist.

4. Courses

4.1 The Gallery shall hold at least four life drawing courses in each year.
"""
DEED = """DEED OF VARIATION

This deed varies the Consignment Agreement between Vellum Row Gallery Limited and Ines Caradoc.

1. In clause 3.1, "70%" is replaced by "80%".

2. Clause 3.3 is deleted.

3. Clause 4.1 is amended so that the Gallery shall hold at least six life drawing courses in each year.
"""
LOAN = """LOAN AGREEMENT

This Loan Agreement is made between Vellum Row Gallery Limited ("the Borrower") and Hobday Museum ("the Lender").

3.1 The Borrower keeps 70% of the price of each postcard sold.

3.3 The Lender may take a picture back at a week's notice.
"""
SUPPORTED, CONTRADICTED = Standing.SUPPORTED, Standing.CONTRADICTED


@pytest.fixture
def checker(workshop):
    for name, text in (("consignment", CONSIGNMENT), ("deed of variation", DEED), ("loan", LOAN)):
        (workshop.files / f"{name}.txt").write_text(text, "utf-8")
    return DraftChecker(workshop.open_made())


def found(checker, sentence):
    finding = checker.find(sentence, Span(0, len(sentence)))
    return finding, Path(finding.pinpoint.document).stem


@pytest.mark.parametrize(
    "sentence",
    [
        "The Artist receives 70% of the price of each work sold.",
        "The Gallery may give a buyer a discount of up to 10% without asking the Artist.",
    ],
)
def test_what_only_the_words_before_an_amendment_say_is_contradicted_by_it(checker, sentence):
    finding, document = found(checker, sentence)
    assert (finding.standing, document) == (CONTRADICTED, "deed of variation")
    assert [fault.kind for fault in finding.faults] == [FaultKind.AMENDED]


@pytest.mark.parametrize(
    ("sentence", "standing"),
    [
        ("The Artist receives 80% of the price of each work sold.", SUPPORTED),
        ("The Artist receives 75% of the price of each work sold.", CONTRADICTED),
        ("The Gallery shall hold at least six life drawing courses in each year.", SUPPORTED),
        ("The Gallery shall hold at least four life drawing courses in each year.", CONTRADICTED),
    ],
)
def test_a_sentence_is_held_against_the_clause_as_amended(checker, sentence, standing):
    finding, document = found(checker, sentence)
    assert (finding.standing, document) == (standing, "deed of variation")


@pytest.mark.parametrize(
    ("sentence", "standing", "document"),
    [
        ("The Gallery keeps the rest of the price as its commission.", SUPPORTED, "consignment"),
        ("The Gallery shall pay the Artist within thirty days of each sale.", SUPPORTED, "consignment"),
        ("The Gallery shall pay the Artist within sixty days of each sale.", CONTRADICTED, "consignment"),
        ("The Borrower keeps 70% of the price of each postcard sold.", SUPPORTED, "loan"),
        ("The Lender may take a picture back at a week's notice.", SUPPORTED, "loan"),
        ("Before the variation the Artist received 70% of the price of each work sold.", SUPPORTED, "consignment"),
    ],
)
def test_what_no_amendment_touches_stays(checker, sentence, standing, document):
    assert (found(checker, sentence)[0].standing, found(checker, sentence)[1]) == (standing, document)
