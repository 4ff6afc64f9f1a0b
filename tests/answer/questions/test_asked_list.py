"""Questions for all of one kind that a document states."""

import pytest

from pincite.answer.questions.asked_list import AskedList, ListedKind, read_list


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("List all the deposits in the lease.", AskedList(ListedKind.NAMED, "deposit", "the lease")),
        (
            "Please list every fee under the franchise agreement",
            AskedList(ListedKind.NAMED, "fee", "the franchise agreement"),
        ),
        ("What payments are there under this agreement?", AskedList(ListedKind.SUMS, "", "this agreement")),
        ("Show me all sums payable under the NDA", AskedList(ListedKind.SUMS, "", "the NDA")),
        ("What are all the deadlines in the handbook?", AskedList(ListedKind.TIMES, "", "the handbook")),
        ("Which notice periods are there?", AskedList(ListedKind.TIMES)),
    ],
)
def test_a_list_is_asked_for(question, asked):
    assert read_list(question) == asked


@pytest.mark.parametrize(
    "question",
    [
        "What is the deposit under the lease?",
        "What are the fees?",
        "What fees must the franchisee pay?",
        "List the parties to the lease.",
        "List all the leases.",
        "Which agreements have a deposit?",
        "What payments are there if the tenant leaves early, and when?",
        "List everything that lets the rent go up.",
    ],
)
def test_another_question_asks_for_none(question):
    assert read_list(question) is None
