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
        "We will pay £26 a month towards your broadband.",
        "We have to pay each invoice within 21 days.",
        "We are not liable for loss of profit.",
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
        "You asked us to go through the lease of your shop.",
        "I finally sat down with the contract, so here goes.",
        "Do get in touch if anything is unclear.",
        "The board should consider whether these terms are competitive.",
        "It is a good idea to keep a dated copy of the request.",
        "The terms are as follows:",
        "1.2",
        "",
    ],
)
def test_questions_greetings_and_scraps_are_none(sentence):
    assert not is_statement(sentence)
