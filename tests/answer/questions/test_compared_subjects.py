"""Persons or things that a question sets beside each other are asked about one by one."""

import pytest

from pincite.answer.questions.subjects import read_subjects


@pytest.mark.parametrize(
    ("question", "questions"),
    [
        (
            "Compare the ban on a groom riding elsewhere after leaving with the one on Petra: how long and how far?",
            [
                "How long and how far is the ban on a groom riding elsewhere after leaving?",
                "How long and how far is the ban on Petra riding elsewhere after leaving?",
            ],
        ),
        (
            "Compare how soon we have to hand back the bond on a berth, a locker and the slipway.",
            [f"How soon do we have to hand back the bond on {one}?" for one in ("a berth", "a locker", "the slipway")],
        ),
        (
            "How does the fee for a wedding compare with that for a wake?",
            ["What is the fee for a wedding?", "What is the fee for a wake?"],
        ),
        (
            "What's the difference between the deadlines for a stall and for a tent?",
            ["What are the deadlines for a stall?", "What are the deadlines for a tent?"],
        ),
        (
            "Is the excess for a flood higher than the one for theft?",
            ["What is the excess for a flood?", "What is the excess for theft?"],
        ),
        (
            "Compare the notice a cook must give with the notice a driver must give.",
            ["What is the notice a cook must give?", "What is the notice a driver must give?"],
        ),
        (
            "Both the cook and the driver: how long must they keep quiet, and which is longer?",
            ["How long must the cook keep quiet?", "How long must the driver keep quiet?"],
        ),
        (
            "both the cook and the driver: how long does the ban last, which is longer?",
            ["How long does the ban last for the cook?", "How long does the ban last for the driver?"],
        ),
        (
            "When do I get the bond back from the marina, and when from the crane people?",
            ["When do I get the bond back from the marina?", "When do I get the bond back from the crane people?"],
        ),
        (
            "How much notice do we give the grower, and how much the agent?",
            ["How much notice do we give the grower?", "How much notice do we give the agent?"],
        ),
    ],
)
def test_each_of_what_is_compared_is_asked(question, questions):
    assert [one.question for one in read_subjects(question)] == questions


@pytest.mark.parametrize(
    "question",
    [
        "Compare the lease and the licence on repair.",
        "Compare the rights of the landlord and the tenant under the lease.",
        "Compare the terms and conditions.",
        "Compare how much the cook and the driver each get.",
        "What is the difference between a member and a trustee?",
        "When does the tenant pay, and when must the landlord repair?",
        "What do I pay the agent, and what if I am late?",
        "When can I leave, and when the lease ends?",
        "How much is the bond on the flat and the garage?",
        "Who insures the van and who insures the trailer?",
    ],
)
def test_other_questions_compare_no_subjects(question):
    assert read_subjects(question) == ()
