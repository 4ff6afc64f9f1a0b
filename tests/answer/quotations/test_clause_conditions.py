import pytest

from pincite.answer.quotations.clause_conditions import Meets, claim_of, ends_without_cause, read_clause_condition
from pincite.answer.verification.verifier_onnx import OnnxVerifier
from pincite.domain.verdict import Verdict


@pytest.mark.parametrize(
    "question, claim",
    [
        ("Does the agreement allow notice by email?", "The agreement allows notice by email."),
        ("Does the lease have a break clause?", "The lease has a break clause."),
        ("Can the agreement be ended without cause, and by whom?", "The agreement can be ended without cause."),
        ("What does the lease say?", ""),
    ],
)
def test_a_question_is_read_as_a_claim(question, claim):
    assert claim_of(question) == claim


@pytest.mark.parametrize(
    "words, meets",
    [
        ("Notice may not be given by email.", Meets.DENIED),
        ("Notices are sent by certified mail or overnight courier.", Meets.UNSAID),
        ("Notices are sent by registered letter, with a copy by e-mail to the address below.", Meets.UNSAID),
        ("A notice may be delivered by hand or sent by electronic mail.", Meets.YES),
        ("A notice takes effect on transmission if sent by email with a copy by post.", Meets.YES),
    ],
)
def test_a_clause_must_allow_the_means_that_is_asked_for(words, meets):
    condition = read_clause_condition("Does the agreement allow notice by email?")
    assert condition.met_by(words, OnnxVerifier()) is meets


@pytest.mark.parametrize(
    "words, expected",
    [
        ("The Buyer may terminate this Agreement for convenience.", True),
        ("Either party may end the Engagement by giving one month's written notice.", True),
        ("This agreement continues until either party gives the other six months' written notice.", True),
        ("Either party may terminate by written notice if the other commits a material breach.", False),
        ("If the event continues for 90 days, either party may terminate on ten days' notice.", False),
        ("Neither party may terminate this Agreement for convenience.", False),
    ],
)
def test_ending_without_cause_needs_no_more_than_notice(words, expected):
    assert bool(ends_without_cause(words)) is expected


@pytest.mark.parametrize(
    "question, words, meets",
    [
        ("Does the lease allow subletting?", "The Tenant must not sublet without consent.", Meets.PARTLY),
        ("Can the lease be sublet with consent?", "The Tenant must not sublet without consent.", Meets.YES),
        (
            "Does the agreement require compliance with the laws of Scotland?",
            "This Agreement is governed by the laws of Scotland.",
            Meets.UNSAID,
        ),
        (
            "Does the agreement require compliance with the laws of Scotland?",
            "The Agent shall comply with the laws of Scotland.",
            Meets.YES,
        ),
        ("Does the deal go to arbitration?", "The courts of Norway hear every dispute.", Meets.UNSAID),
        ("Does the deal go to arbitration?", "One arbitrator decides every dispute.", Meets.YES),
        ("Does the lease allow subletting?", "The Tenant may keep one dog.", Meets.UNSAID),
        ("Does the deed waive a jury?", "No party asks for a trial by jurors.", Meets.YES),
    ],
)
def test_a_clause_that_says_less_does_not_meet_the_condition(question, words, meets):
    assert read_clause_condition(question).met_by(words, None) is meets


def test_a_denial_with_an_exception_is_one_in_part():
    words = "The Customer must not assign this Agreement without the consent of the Host."
    assert read_clause_condition("Can the agreement be assigned?").is_denied_in_part(words)
    assert not read_clause_condition("Can the agreement be assigned without consent?").is_denied_in_part(words)


@pytest.mark.parametrize(
    ("question", "meets"),
    [
        ("Does the lease send us to a mediator or an arbitrator?", Meets.YES),
        ("Does the lease provide for mediation, conciliation or arbitration?", Meets.YES),
        ("Does the lease provide for arbitration and a jury?", Meets.UNSAID),
    ],
)
def test_of_institutions_of_which_one_is_enough_a_clause_need_not_name_all(question, meets):
    words = "Every dispute is settled by arbitration in Hull."
    assert read_clause_condition(question).met_by(words, None) is meets


@pytest.mark.parametrize(
    ("question", "meets"),
    [
        ("Is an email good enough for a notice?", Meets.UNSAID),
        ("Would a letter be enough to end the lease?", Meets.YES),
        ("Is the letter signed by both?", Meets.YES),
    ],
)
def test_a_means_that_must_do_is_one_that_a_clause_must_name(question, meets):
    assert read_clause_condition(question).met_by("A notice is sent by letter.", None) is meets


class Refutes:
    def __init__(self, refuted):
        self.refuted = refuted

    def verify(self, pairs):
        return [Verdict(supported=0.0, refuted=self.refuted, unsaid=1 - self.refuted) for _ in pairs]


@pytest.mark.parametrize(("refuted", "meets"), [(0.97, Meets.DENIED), (0.9, Meets.YES)])
def test_another_sentence_denies_only_where_that_is_sure(refuted, meets):
    words = "This policy does not renew. We send terms for another year by post."
    condition = read_clause_condition("Does the policy roll over for another year?")
    assert condition.met_by(words, Refutes(refuted)) is meets
