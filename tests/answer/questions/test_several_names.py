"""Several documents named in one question are read as one question for each of them."""

import pytest

from pincite.answer.questions.several_names import read_several
from pincite.domain.called import CalledDocuments

STORE = {
    "the lease": "lease",
    "the sublease": "sublease",
    "the mooring licence": "licence",
    "Part 7": "part7",
    "the Harbour Guide": "guide",
}


def call(words):
    if words in STORE:
        return CalledDocuments(words, (STORE[words],))
    if words == "the NDA":
        return CalledDocuments(words)
    return CalledDocuments(words, ("policy",), plain=True) if words == "the insurance" else None


def named(question):
    found = read_several(question, call)
    return (found.question, [name.words for name in found.names]) if found else None


@pytest.mark.parametrize(
    ("question", "put"),
    [
        ("What is the rent in the lease and in the sublease?", "What is the rent in these two documents?"),
        ("Compare the lease and the sublease on repair", "What do these two documents say about repair?"),
        ("Compare the lease with the sublease: repair", "What do these two documents say about repair?"),
        ("Is the rent in the lease the same as in the sublease?", "What is the rent in these two documents?"),
        ("Is the rent in the lease higher than that in the sublease?", "What is the rent in these two documents?"),
        (
            "Is the notice to end the lease longer than in the sublease?",
            "What is the notice to end these two documents?",
        ),
        ("Does the lease set the same rent as the sublease?", "What is the rent in these two documents?"),
        ("Do the lease and the sublease have the same rent?", "What is the rent in these two documents?"),
        ("Does the lease differ from the sublease on repair?", "What do these two documents say about repair?"),
        ("How does the lease differ from the sublease on repair?", "What do these two documents say about repair?"),
        (
            "What is the difference between the lease and the sublease on repair?",
            "What do these two documents say about repair?",
        ),
        ("Which has the longer term, the lease or the sublease?", "What is the term in these two documents?"),
        (
            "Are the lease and the sublease governed by the same law?",
            "What is the governing law of these two documents?",
        ),
        ("Do both the lease and the sublease allow pets?", "Do these two documents allow pets?"),
        ("Compare how the lease and the sublease treat pets", "How do these two documents treat pets"),
        ("Compare how the lease and the sublease deal with pets.", "How do these two documents treat pets."),
        (
            "Contrast the way in which the lease and the sublease treat guests: how long may they stay?",
            "How do these two documents treat guests: how long may they stay?",
        ),
        (
            "Compare how long we have to move out under the lease and under the sublease.",
            "how long do we have to move out under these two documents.",
        ),
        (
            "Compare what we have to pay under the lease and the sublease",
            "What do we have to pay under these two documents",
        ),
        (
            "Compare the most we have to pay under the lease and the sublease",
            "What is the most we have to pay under these two documents?",
        ),
        ("Compare what the lease and the sublease say about pets", "What do these two documents say about pets"),
        ("Compare the lease and the sublease: who insures?", "Under these two documents, who insures?"),
        ("the lease vs the sublease: what is the rent?", "Under these two documents, what is the rent?"),
        ("the lease versus the sublease on repair", "What do these two documents say about repair?"),
        ("Is the rent at the lease higher than at the sublease?", "What is the rent at these two documents?"),
        ("Which law governs the lease and the sublease?", "Which law governs these two documents?"),
        ("Which law applies to the lease and to the sublease?", "Which law applies to these two documents?"),
        ("Consider the lease and the sublease; who pays?", "Under these two documents, who pays?"),
    ],
)
def test_the_question_is_put_to_both(question, put):
    assert named(question) == (put, ["the lease", "the sublease"])


def test_more_than_two_are_named():
    found = named("Under the lease, the sublease and the mooring licence, who insures?")
    assert found == (
        "Under these three documents, who insures?",
        ["the lease", "the sublease", "the mooring licence"],
    )


def test_numbers_in_the_plural_are_names_of_their_own():
    assert named("What do Part 7 and the Harbour Guide say about bundles?")[1] == ["Part 7", "the Harbour Guide"]


def test_one_that_is_not_in_the_store_is_named_too():
    assert named("What do the lease and the NDA say about notice?")[1] == ["the lease", "the NDA"]


def test_which_of_two_applies_is_not_asked_of_both():
    assert named("Do we sign under the lease or the NDA?") is None


def test_words_for_what_is_asked_about_are_no_documents():
    assert named("What does the lease say about the sublease and the mooring licence?") is None
    assert named("What is the cost of the insurance and the lease?") is None
    assert named("What must the landlord and the tenant do?") is None


def test_words_that_may_mean_something_else_are_a_name_beside_a_sure_one():
    assert named("What is the excess in the insurance and the lease?")[1] == ["the insurance", "the lease"]


@pytest.mark.parametrize(
    "question",
    [
        "What is the rent in the sublease and the lease with Acme?",
        "What is the date of the sublease and the lease amendment?",
        "What is the rent in the lease, the sublease and the supply agreement?",
        "What is the notice in the contract between the lease and the sublease?",
    ],
)
def test_a_name_that_goes_on_or_is_not_understood_is_not_passed_over(question):
    assert named(question) is None


def test_for_is_no_or():
    found = named("What is the notice for the lease and for the NDA?")
    assert found is None or "the NDA" in found[1]


def test_hostile_lists_are_read_in_time():
    assert named("What is the rent in " + "a, " * 20_000) is None
