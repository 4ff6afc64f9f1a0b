"""Legal measures, corrected; and counterparts of the published framework's own test cases."""

import numpy as np
import pytest

from pincite.domain.outcome import QueryOutcome
from pincite.domain.response import CitedSource, Response
from pincite.legal.citations import find_citations
from pincite.metrics.legal import evaluate_py
from pincite.metrics.legal.marks import format_compliance
from pincite.metrics.legal.sources import NameAgreement, agreement, labelled_answer, levels, shuffled_floor, source_f1
from pincite.metrics.legal.terms import foreign_terms, terminology
from pincite.metrics.measure import answer_measures, parse_measure
from pincite.metrics.scorer import Scorer


def outcome(answer, truth="", *, citations=(), **options):
    return QueryOutcome(gold_answer=truth, response=Response("q", answer=answer, citations=citations, **options))


def score(measure, answer, truth="", **options):
    value = Scorer([outcome(answer, truth, **options)]).score(parse_measure(measure))[0]
    return None if np.isnan(value) else float(value)


def keys(text):
    return [citation.key for citation in find_citations(text)]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("CPR Part 36 applies to settlement offers", ["CPR Part 36"]),
        ("CPR 3.4(2) allows striking out", ["CPR 3.4(2)"]),
        ("Under CPR 31.6, standard disclosure", ["CPR 31.6"]),
        ("CPR Part 24 and CPR 3.4 govern it", ["CPR Part 24", "CPR 3.4"]),
        ("r.24.2(3)(a) is meant", ["CPR 24.2(3)(a)"]),
        ("PD 51Z pilot scheme", ["PD 51Z"]),
        ("Practice Direction 28A applies", ["PD 28A"]),
        ("PD 32 sets out requirements", ["PD 32"]),
        ("Section 5 of the Limitation Act 1980", ["Limitation Act 1980 s 5"]),
        ("Section 33(3) of the Limitation Act 1980", ["Limitation Act 1980 s 33(3)"]),
        ("s.5 of the Limitation Act 1980", ["Limitation Act 1980 s 5"]),
        ("[2023] EWHC 123", ["[2023] EWHC 123"]),
        ("[2024] UKSC 45", ["[2024] UKSC 45"]),
        ("[2022] EWCA Civ 789", ["[2022] EWCA Civ 789"]),
        ("[2023] EWHC 789 (Comm)", ["[2023] EWHC 789 (Comm)"]),
        ("PD 51Z paragraph 2.1 applies", ["PD 51Z para 2.1"]),
        ("CPR 3.4(2)(a) allows the court", ["CPR 3.4(2)(a)"]),
        ("The Chancery Guide limits skeleton arguments", ["Chancery Guide"]),
    ],
)
def test_references_of_the_published_cases_are_found(text, wanted):
    assert keys(text) == wanted


@pytest.mark.parametrize(
    ("answer", "truth", "value"),
    [
        ("Under CPR Part 36, offers are in writing.", "CPR Part 36 governs offers.", 1.0),
        ("CPR Part 36 applies here.", "CPR Part 36 and CPR Part 44 both apply.", 2 / 3),
        ("The claimant should file a claim.", "Under CPR Part 7, the claim form must be filed.", 0.0),
        ("The claimant wins.", "The claimant wins the case.", None),
        ("", "CPR Part 36", 0.0),
        ("CPR Part 31 and CPR Part 28 apply. [1][2]", "CPR Part 28 and CPR Part 31. [CPR_28.pdf#page=5]", 1.0),
        ("CPR Part 24; PD 24 gives it.", "CPR Part 24 and Practice Direction 24.", 1.0),
        ("per Section 5 of the Limitation Act 1980 and section 11 of that Act",
         "Section 5 of the Limitation Act 1980, section 11 of the Limitation Act 1980", 1.0),
        ("Parts 44 to 47", "Part 45", 2 / 5),
    ],
)  # fmt: skip
def test_statutes_and_rules_are_compared_by_key(answer, truth, value):
    assert score("statute_citation_accuracy", answer, truth) == (value if value is None else pytest.approx(value))


def test_citing_too_much_costs_precision():
    assert score("statute_citation_accuracy", "CPR 1.1, CPR 1.2, CPR 1.3 and CPR 3.4", "CPR 3.4") == pytest.approx(
        2 / 5
    )


def test_an_answer_that_was_not_asked_for_is_missing_and_not_minus_one():
    for name in ("statute_citation_accuracy", "precedent_matching", "direct_precedent_matching", "f1_score"):
        assert score(name, None, "CPR Part 36 applies. [Part 36]") is None


def test_cases_need_the_same_court_and_number():
    truth = "Mitchell [2013] EWCA Civ 1537"
    assert score("case_law_citation_accuracy", "See [2013] EWCA Civ 1537.", truth) == 1
    assert score("case_law_citation_accuracy", "See [2013] EWCA Civ 1538.", truth) == 0
    assert score("case_law_citation_accuracy", "See [2013] EWCA Crim 1537.", truth) == 0
    assert score("case_law_citation_accuracy", "See [2013] EWCA Civ 1537.", "No case is expected.") is None


def test_terms_of_the_truth_are_wanted_as_words():
    assert terminology("The claimant gives disclosure.", "The claimant's disclosure obligations.") == 1
    assert terminology("The claimant filed a claim.", "The claimant must give disclosure and a witness statement.") == (
        pytest.approx(1 / 3)
    )
    assert terminology("", "claimant disclosure") == 0
    assert terminology("He replied.", "A reply is due.") == 0
    assert terminology("QOCS applies.", "Qualified one-way costs shifting applies. QOCS is lost.") >= 0.5
    tracks = "the small claims track, the fast track and the multi-track"
    assert terminology(tracks, tracks) == 1


def test_american_terms_count_against_an_answer():
    truth = "The claimant must serve disclosure."
    assert terminology("The claimant gives disclosure.", truth) == 1
    assert terminology("The plaintiff must provide discovery.", truth) == 0
    assert terminology("The claimant, or plaintiff, gives disclosure.", truth) == pytest.approx(2 / 3)
    assert terminology("Nothing here.", "Nothing there.") is None
    assert terminology("The plaintiff pays.", "Nothing there.") == 0


def test_a_foreign_term_quoted_or_in_a_name_is_no_fault():
    assert foreign_terms("He wrote “the plaintiff shall pay” in Attorney Bank v Plaintiff Holdings Ltd.") == []
    assert foreign_terms("A power of attorney, the Attorney General, and the date of discovery of the fraud.") == []
    assert foreign_terms("The attorney for the plaintiff moved for a motion to dismiss.") == [
        "plaintiff", "attorney", "motion to"
    ]  # fmt: skip


def test_other_systems_have_tables_of_their_own():
    assert score("legal_terminology_accuracy_scotland", "The claimant pays.", "The pursuer pays.") == 0
    assert score("legal_terminology_accuracy_scotland", "The pursuer pays.", "The pursuer pays.") == 1
    assert score("legal_terminology_accuracy_us", "The plaintiff pays.", "The plaintiff pays.") == 1
    assert score("legal_terminology_accuracy_northern_ireland", "The plaintiff.", "The plaintiff.") == 1


@pytest.mark.parametrize(
    ("answer", "value"),
    [
        ("The rule applies [1] and is confirmed [2].", 1.0),
        ("It applies [1][2][3].", 1.0),
        ("It applies [Part 36#page=Offers].", 1.0),
        ("It applies [1, 2, 3].", 0.0),
        ("It applies [1-3].", 0.0),
        ("It applies [1,2,3].", 0.0),
        ("It applies 1, 2, 3.", 0.0),
        ("It applies [[1]].", 0.0),
        ("It applies [1], and also [2, 3].", 0.5),
        ("It applies.", None),
        ("", None),
        ("It was held in [2019] EWCA Civ 123.", None),
        ("See rules 1, 2.", None),
    ],
)
def test_marks_of_sources_are_well_formed_or_not(answer, value):
    assert format_compliance(answer) == value


def test_sources_are_equal_or_one_holds_the_other():
    assert source_f1("So [CPR_Part_36.pdf#page=5].", "So [CPR_Part_36.pdf#page=3].") == 1
    assert source_f1("So [Part 36 Offers to Settle].", "So [Offers to Settle].") == 1
    assert source_f1("So it is.", "So [Part 36].") == 0
    assert source_f1("So [Part 36].", "So it is.") is None
    assert source_f1("So [A lease], [A policy].", "So [A lease].") == pytest.approx(2 / 3)


def test_bare_numbers_and_topics_match_nothing():
    assert source_f1("[1][2][3]", "[Part 1 Overriding Objective]") == 0
    assert agreement("1", "Part 1 Overriding Objective") is NameAgreement.NONE
    assert agreement("Hearings", "Open justice") is NameAgreement.NONE
    assert agreement("Part 36 Offers", "Practice Direction 36A") is NameAgreement.SAME_PART
    assert agreement("Practice Direction 53B", "Practice Direction 54A") is NameAgreement.NONE


def test_numbers_resolve_to_the_labels_of_their_sources():
    sources = (CitedSource("a.pdf", number=1, page=3), CitedSource("b.pdf", number=2, label="Part 36 Offers to Settle"))
    response = Response("q", answer="One [1], two [2], none [3].", citations=sources)
    assert labelled_answer(response) == "One [a.pdf#page=3], two [Part 36 Offers to Settle], none [3]."
    assert score("precedent_matching", "So [2].", "[Offers to Settle]", citations=sources) == 1
    assert score("direct_precedent_matching", "So [2].", "[Offers to Settle]", citations=sources) == 1
    assert score("evaluate_py_precedent_matching", "So [1].", "[a.pdf#page=9]", citations=sources) == 1
    assert score("citation_format_compliance", "So [1].", "", citations=sources) == 1


def test_the_floor_is_what_answers_to_other_questions_reach():
    rows = [
        outcome("So [Part 1 Objective].", "[Part 1 Objective]"),
        outcome("So [Part 24 Trials].", "[Part 24 Trials]"),
    ]
    assert shuffled_floor(rows, source_f1) == 0
    assert shuffled_floor(rows) > 0.4
    assert shuffled_floor(rows[:1]) is None


def test_levels_are_shares_of_the_sources_wanted():
    rows = [
        outcome("So [Part 1 Objective].", "[Part 1 Objective]"),
        outcome("So [Practice Direction 24].", "[Part 24 Summary judgment]"),
        outcome("So it is.", "[Lease]"),
        outcome("So [Offers to settle here].", "[Offers to settle]"),
    ]
    assert levels(rows) == {"equal": 0.25, "contains": 0.25, "same_part": 0.25, "none": 0.25}
    assert levels([outcome("x", "y")]) == {}


def test_a_question_that_failed_counts_as_wrong_and_has_no_published_value():
    failed = {"answer": "Error: too slow", "truth": "CPR 3.4 [Part 3]", "error": "too slow"}
    assert score("statute_citation_accuracy", **failed) == 0
    assert score("precedent_matching", **failed) == 0
    assert score("direct_precedent_matching", **failed) is None


def test_legal_measures_are_scored_only_where_they_are_asked_for():
    assert not {str(measure) for measure in answer_measures()} & {
        "precedent_matching",
        "direct_precedent_matching",
        "latency",
    }


def test_statistics_have_the_published_names():
    values = np.array([1.0, 0.5, 0.0, 1.0])
    assert parse_measure("statute_citation_accuracy").statistics(values) == {
        "mean_accuracy": 0.62, "perfect_matches": 2, "total_evaluated": 4,
    }  # fmt: skip
    assert parse_measure("citation_format_compliance").statistics(values) == {
        "compliant_rate": 0.62, "fully_compliant": 2, "malformed": 1, "total_evaluated": 4,
    }  # fmt: skip
    assert parse_measure("precedent_matching").statistics(values) == {
        "mean_accuracy": 0.62, "perfect_matches": 2, "total_evaluated": 4, "partial_matches": 1, "no_matches": 1,
    }  # fmt: skip


def test_the_chancery_guide_scenario_scores_where_the_published_one_cannot():
    answer = "The Chancery Guide limits skeleton arguments to 25 pages. [1]"
    truth = "Skeleton arguments must not exceed 25 pages according to the Chancery Guide."
    assert evaluate_py.references(answer) == set()
    assert score("statute_citation_accuracy", answer, truth) == 1
