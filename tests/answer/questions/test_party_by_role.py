"""Parties that act in a question are called by their roles; names of documents stay."""

import pytest

from pincite.answer.questions.party_by_role import call_actors_by_role
from pincite.domain.profile import Party
from pincite.spans import Span

PARTIES = (
    Party("REEDLINE KIOSKS LIMITED", Span(0, 1), "Franchisor"),
    Party("BALLARD & DAUGHTER LIMITED", Span(2, 3), "Franchisee"),
    Party("Dr Ines Vasquez-Thorne", Span(4, 5), "the Guarantor"),
)
TEXT = "The Franchisee runs kiosks. A daughter of the founder may help."


def called(question, parties=PARTIES):
    return call_actors_by_role(question, parties, title="Franchise Agreement", text=TEXT)


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("when can reedline end the agreement", "when can the Franchisor end the agreement"),
        ("When can Reedline Kiosks Ltd end it?", "When can the Franchisor end it?"),
        ("does Ballard and Daughter have to insure?", "does the Franchisee have to insure?"),
        ("must Ballard & Daughter Limited insure?", "must the Franchisee insure?"),
        ("how much must Dr Vasquez-Thorne pay?", "how much must the Guarantor pay?"),
        ("how much must Ines Vasquez-Thorne pay?", "how much must the Guarantor pay?"),
        ("what is Reedline’s maximum liability?", "what is the Franchisor’s maximum liability?"),
        (
            "can it be ended by Reedline if Ballard is late?",
            "can it be ended by the Franchisor if the Franchisee is late?",
        ),
    ],
)
def test_a_party_that_acts_or_owns_is_called_by_its_role(question, wanted):
    assert called(question) == wanted


@pytest.mark.parametrize(
    "question",
    [
        "what notice ends the Reedline agreement?",
        "does Reedline franchise renew?",
        "does Reedline renew by itself?",
        "what does Reedline’s franchise agreement say about fees?",
        "must we pay the Reedline fee?",
        "can kiosks be closed on Sundays?",
        "can Daughter companies be customers?",
        "may a daughter work there?",
    ],
)
def test_a_name_that_says_which_document_is_meant_stays(question):
    assert called(question) == question


TWO = (Party("Hartwell Limited", Span(0, 1), "Landlord"), Party("John Smith", Span(2, 3), "Tenant"))


@pytest.mark.parametrize(
    "question",
    [
        "Can Hartwell Holdings plc end the lease?",
        "can hartwell holdings plc end the lease?",
        "Does Hartwell Finance Ltd guarantee the rent?",
        "Is Hartwell Insurance's policy enough?",
        "Does Hartwell iPhone support end?",
        "Can John Brown live in the flat?",
        "Can Smith Brothers Ltd live in the flat?",
        "What is Mary Smith's deposit?",
        "Can Mrs Smith sublet?",
    ],
)
def test_another_name_that_begins_or_ends_alike_is_that_of_somebody_else(question):
    assert called(question, TWO) == question


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("Can Hartwell Limited end it?", "Can the Landlord end it?"),
        ("Must Hartwell pay the company?", "Must the Landlord pay the company?"),
        ("Can John sublet?", "Can the Tenant sublet?"),
        ("Can Smith sublet?", "Can the Tenant sublet?"),
        ("Can Mr John Smith sublet?", "Can the Tenant sublet?"),
        ("If Hartwell, Mary and I agree, is it ended?", "If the Landlord, Mary and I agree, is it ended?"),
        ("What is John Smith's deposit?", "What is the Tenant's deposit?"),
    ],
)
def test_the_party_itself_is_called_by_its_role(question, wanted):
    assert called(question, TWO) == wanted


def test_a_month_is_no_party():
    parties = (Party("May Grant", Span(0, 1), "Tenant"),)
    assert called("Is May a month in which rent is due?", parties) == "Is May a month in which rent is due?"
    assert called("Can May Grant sublet?", parties) == "Can the Tenant sublet?"


def test_a_word_of_the_text_in_small_letters_is_no_name():
    parties = (Party("KIOSKS LIMITED", Span(0, 1), "Owner"),)
    assert called("can kiosks be closed?", parties) == "can kiosks be closed?"
    assert called("can Kiosks close them?", parties) == "can the Owner close them?"


@pytest.mark.parametrize("role", [None, "we", "Reedline", "the Parties"])
def test_a_party_without_a_role_of_its_own_keeps_its_name(role):
    parties = (Party("REEDLINE KIOSKS LIMITED", Span(0, 1), role),)
    assert called("when can Reedline end it?", parties) == "when can Reedline end it?"


def test_a_name_that_two_parties_share_stays():
    parties = (*PARTIES, Party("REEDLINE SHOPS LIMITED", Span(6, 7), "Guarantor"))
    assert called("when can Reedline end it?", parties) == "when can Reedline end it?"
    assert called("when can Reedline Shops end it?", parties) == "when can the Guarantor end it?"
