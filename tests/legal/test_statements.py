import pytest

from pincite.legal.statements import is_statement


@pytest.mark.parametrize(
    "sentence",
    [
        "The rent is £12,500 a year.",
        "- The Tenant keeps the roof in repair",
        "It may be ended by three months' notice.",
        "“The Tenant shall pay” is what clause 1 says.",
        "Greenacre pays the rent.",
    ],
)
def test_what_documents_can_bear_out_is_a_statement(sentence):
    assert is_statement(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "What is the rent?",
        "Dear Ms Ward,",
        "Kind regards,",
        "Thank you for your patience.",
        "I have reviewed the lease and the side letter.",
        "Please let me know if anything is unclear.",
        "Subject: the lease of the boathouse",
        "To: the partners of the firm",
        "LEASE OF THE BOATHOUSE",
        "Sam Ward",
        "The terms are as follows:",
        "1.2",
        "",
    ],
)
def test_questions_greetings_and_scraps_are_none(sentence):
    assert not is_statement(sentence)
