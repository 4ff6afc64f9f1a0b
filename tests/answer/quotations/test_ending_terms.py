import pytest

from pincite.answer.quotations.clause_conditions import Meets, read_clause_condition
from pincite.answer.quotations.ending_terms import EndingTerms, read_ending_terms


@pytest.mark.parametrize(
    "question, sentence, met",
    [
        ("Can the other side end the hire at once?", "Brewer may terminate the hire forthwith.", True),
        ("Can the other side end the hire at once?", "Brewer may end the hire on 30 days' notice.", False),
        ("Can the other side end the hire at once?", "Brewer may suspend the service at once.", False),
        ("Can the other side end the hire at once?", "A suspension at once does not end the hire.", False),
        (
            "Can we end the lease on 30 days' notice?",
            "Either party may end it on thirty (30) days’ written notice.",
            True,
        ),
        ("Can we end the lease on 30 days' notice?", "Either party may end it on three months' notice.", False),
        ("Can we end the lease on 30 days' notice?", "No party may end it on 30 days' notice.", False),
        ("Can we end the lease on 30 days' notice?", "Prices may change on 30 days' notice.", False),
        ("Can we end the post without notice?", "We may dismiss you without notice for theft.", True),
    ],
)
def test_a_sentence_must_end_the_agreement_on_the_terms_asked_for(question, sentence, met):
    terms = read_ending_terms(question)
    assert terms is not None and terms.met_by(sentence) is met


@pytest.mark.parametrize(
    "question",
    ["When does the lease end?", "Can the price change on 30 days' notice?", "Can the landlord enter at once?"],
)
def test_other_questions_ask_for_no_terms_of_ending(question):
    assert read_ending_terms(question) is None


def test_whoever_is_not_asked_about_must_not_be_the_one_to_end_it():
    terms = EndingTerms(at_once=True, barred=("Tenant",))
    assert not terms.met_by("The Tenant may end this lease at once.")
    assert terms.met_by("The Landlord may end this lease at once if the Tenant may not pay.")
    assert terms.met_by("Either party may end this lease at once.")


def test_at_once_and_without_a_reason_must_stand_in_one_sentence():
    condition = read_clause_condition("Can the other side end the hire at once without a reason?")
    apart = "Either side may end it on 30 days' notice for any reason. Brewer may end it at once if the rent is unpaid."
    assert condition.met_by(apart, None) is Meets.UNSAID
    assert condition.met_by("Brewer may end the hire immediately by notice, for any reason.", None) is Meets.YES
