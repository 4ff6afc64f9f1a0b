"""The legal metrics as two published programs count them: equal to their numbers, faults included."""

import json
from pathlib import Path

import pytest

from pincite.metrics.legal import direct, evaluate_py

# Values that the programs themselves gave for these answers and truths.
RECORDED = json.loads(Path(__file__).with_name("published_legal.json").read_text("utf-8"))
PROGRAMS = {"direct": direct, "evaluate_py": evaluate_py}


@pytest.mark.parametrize("row", RECORDED, ids=range(len(RECORDED)))
def test_values_equal_the_programs(row):
    for program, module in PROGRAMS.items():
        for name, value in row[program].items():
            given = [row["answer"]] if name == "citation_format_compliance" else [row["answer"], row["truth"]]
            assert getattr(module, name)(*given) == value, (program, name)


def test_a_truth_that_cites_nothing_scores_by_default():
    for module in PROGRAMS.values():
        assert module.statute_citation_accuracy("The claim fails.", "The claim fails.") == 1.0
        assert module.statute_citation_accuracy("See CPR 3.4.", "The claim fails.") == 0.5
        assert module.legal_terminology_accuracy("Whatever.", "Nothing listed.") == 1.0
        assert module.precedent_matching("Whatever.", "No source.") == 1.0
    assert evaluate_py.case_law_citation_accuracy("Whatever.", "No case.") == 1.0


def test_section_33_and_cpr_36_14_are_found_by_both():
    text = "Section 33 of the Limitation Act 1980 and CPR 36.14"
    assert direct.references(text) == {"CPR_36.14", "LIMITATION ACT 1980 S.33"}
    assert evaluate_py.references(text) == {"CPR_36.14", "S33_LIMITATION_ACT_1980"}


def test_or_5_and_per_7_are_no_rules():
    for module in PROGRAMS.values():
        assert not {ref for ref in module.references("or 5 days, per 7 loads") if ref.startswith("CPR")}


def test_bare_rules_are_found_by_the_direct_script_alone():
    assert direct.references("Part 36") == {"CPR_36"}
    assert evaluate_py.references("Part 36 and rule 3.4(2)") == set()


def test_any_decision_of_a_court_equals_any_other_of_that_court():
    assert evaluate_py.case_law_citation_accuracy("[1999] EWCA Civ 1", "[2023] EWCA Crim 456") == 1.0


def test_american_terms_are_not_punished():
    assert direct.legal_terminology_accuracy("The plaintiff and claimant", "The claimant") == 1.0


def test_formats():
    assert [evaluate_py.citation_format_compliance(t) for t in ("none", "[1, 2]", "[1]", "[Doc]")] == [0.5, 0, 1, 0.5]
    assert [direct.citation_format_compliance(t) for t in ("none", "[1, 2]", "[1]", "[Doc]")] == [0, 0, 1, 1]


def test_a_bare_number_is_contained_in_names():
    assert direct.precedent_matching("It is so [1].", "So it is [Part 1 Overriding objective]") == 0.95


@pytest.mark.parametrize(
    ("one", "other", "value"),
    [
        ("Part 36.pdf", "part 36", 1.0),
        ("Offers", "Part 36 Offers to Settle", 0.95),
        ("Open justice", "Hearings", 0.75),
        ("CPR Part 36", "Practice Direction 36", 0.9),
        ("D. Pleadings", "D. Amendments", 0.85),
        ("Red Blue Green", "Blue Green Red Black", 0.9),
    ],
)
def test_levels_of_the_direct_script(one, other, value):
    assert direct.nearness(one, other) == value
