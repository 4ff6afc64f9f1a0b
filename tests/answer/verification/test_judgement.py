import pytest

from pincite.answer.verification.judgement import HARD, SOFT, THRESHOLD, judge, read_passages
from pincite.answer.verification.verifier_none import NoVerifier
from pincite.answer.verification.windows import cut_windows
from pincite.domain.answer import Fault, FaultKind
from pincite.domain.verdict import Verdict

SURE = Verdict(0.99, 0.005, 0.005)
REFUTING = Verdict(0.02, 0.95, 0.03)
SILENT = Verdict(0.02, 0.03, 0.95)


def kinds(judged):
    return [fault.kind for fault in judged.faults]


@pytest.mark.parametrize("kind", sorted(HARD))
def test_no_verdict_overrules_what_is_checked_exactly(kind):
    judged = judge([Fault(kind, "")], share=1.0, verdict=SURE, where="[1]")
    assert kind in kinds(judged)
    assert judged.score < THRESHOLD


def test_few_shared_words_do_not_fail_a_claim_that_the_model_is_sure_of():
    judged = judge([Fault(FaultKind.UNSUPPORTED, "")], share=0.1, verdict=SURE, where="[1]")
    assert judged.faults == ()
    assert judged.score >= THRESHOLD


def test_all_words_shared_do_not_save_a_claim_that_the_model_reads_otherwise():
    assert kinds(judge([], share=1.0, verdict=REFUTING, where="[1]")) == [FaultKind.REFUTED]
    assert kinds(judge([], share=1.0, verdict=SILENT, where="[1]")) == [FaultKind.UNSUPPORTED]


@pytest.mark.parametrize("kind", SOFT)
def test_a_fault_of_wording_lowers_the_score(kind):
    clean = judge([], share=1.0, verdict=Verdict(0.6, 0.2, 0.2), where="[1]")
    assert judge([Fault(kind, "")], share=1.0, verdict=Verdict(0.6, 0.2, 0.2), where="[1]").score < clean.score


def test_without_a_verdict_every_fault_fails():
    assert kinds(judge([Fault(FaultKind.SCOPE, "")], share=1.0, verdict=None, where="[1]")) == [FaultKind.SCOPE]
    assert judge([], share=0.8, verdict=None, where="[1]").score == 0.8


def test_the_window_that_speaks_for_a_claim_most_decides():
    class Reader:
        def verify(self, pairs):
            return [SURE if "roof" in passage else SILENT for _, passage in pairs]

    long = "The rent is due in May. " * 90 + "The Tenant repairs the roof. " + "Notices go by post. " * 90
    assert read_passages("The Tenant repairs the roof.", [long], Reader()) == SURE
    assert read_passages("The Tenant repairs the roof.", ["Notices go by post."], Reader()) == SILENT
    assert read_passages("The Tenant repairs the roof.", [long], NoVerifier()) is None


def test_windows_are_short_whole_sentences_and_few():
    passage = "The Tenant shall keep the roof in repair at its own cost. " * 400
    windows = cut_windows("The Tenant repairs the roof.", [passage])
    assert 1 <= len(windows) <= 4
    assert all(len(window) <= 1200 and window.endswith("cost.") for window in windows)
    assert cut_windows("Roof", ["A short passage."]) == ["A short passage."]
    assert max(map(len, cut_windows("Roof", ["x" * 5000]))) <= 1200
    assert cut_windows("Roof", [" "]) == [""]


def test_a_claim_that_rests_on_two_passages_is_read_with_both():
    windows = cut_windows("Rent and roof.", ["The rent is £5.", "The roof is red."])
    assert "The rent is £5.\nThe roof is red." in windows
