"""Drafts on documents with a general rule and a special one."""

import pytest

from pincite.domain.finding import Standing
from pincite.pipeline.checking.check_draft import DraftChecker
from pincite.spans import Span

RULES = """RULES OF THE HARBOUR TRIBUNAL

Part 2 Time limits

2.1 A defence must be filed within 28 days after the claim is served.

2.2 A witness statement must not be longer than 20 pages.

Part 6 The Fisheries List

6.1 This Part applies to claims in the Fisheries List.

6.2 A defence must be filed within 10 days after the claim is served.

Part 9 Appeals

9.1 An appellant must file the notice of appeal within 21 days of the decision.

9.2 In an urgent appeal the notice of appeal must be filed within 7 days of the decision.
"""


@pytest.fixture
def checker(workshop):
    (workshop.files / "rules.txt").write_text(RULES, "utf-8")
    return DraftChecker(workshop.open_made())


@pytest.mark.parametrize(
    ("sentence", "standing", "shown"),
    [
        ("In the Fisheries List, a defence must be filed within 10 days after the claim is served.", True, "6.2"),
        ("In the Fisheries List, a defence must be filed within 28 days after the claim is served.", False, "6.2"),
        ("In an urgent appeal, the notice of appeal must be filed within 7 days of the decision.", True, "9.2"),
        ("In an urgent appeal, the notice of appeal must be filed within 21 days of the decision.", False, "9.2"),
        ("In an ordinary appeal, the notice of appeal must be filed within 21 days of the decision.", True, "9.1"),
        ("In an ordinary appeal, the notice of appeal must be filed within 7 days of the decision.", False, "9.1"),
        # What the special rule does not speak of, and what names no field, is decided as ever.
        ("In the Fisheries List, a witness statement must not be longer than 20 pages.", True, "2.2"),
        ("Outside the Fisheries List, a defence must be filed within 28 days after the claim is served.", True, "2.1"),
        ("A defence must be filed within 28 days after the claim is served.", True, "2.1"),
    ],
)
def test_the_field_that_a_sentence_names_decides_which_rule_counts(checker, sentence, standing, shown):
    finding = checker.find(sentence, Span(0, len(sentence)))
    assert finding.standing is (Standing.SUPPORTED if standing else Standing.CONTRADICTED)
    assert finding.pinpoint.quote.startswith(shown)
