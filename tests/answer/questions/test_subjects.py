import pytest

from pincite.answer.questions.subjects import read_subjects


@pytest.mark.parametrize(
    ("question", "questions"),
    [
        (
            "Grower, shop, port: compare how much notice each has to give before closing.",
            [
                "How much notice does the grower have to give before closing?",
                "How much notice does the shop have to give before closing?",
                "How much notice does the port have to give before closing?",
            ],
        ),
        (
            "A grower leaving the pool and a shop handing back its badge - how much notice for each, and which is the "
            "longest?",
            [
                "How much notice does a grower leaving the pool have to give?",
                "How much notice does a shop handing back its badge have to give?",
            ],
        ),
        (
            "Berth, locker, and slip: when is each due?",
            ["When is the berth due?", "When is the locker due?", "When is the slip due?"],
        ),
        (
            "The buyer and the carrier: what must each insure?",
            ["What must the buyer insure?", "What must the carrier insure?"],
        ),
        (
            "Elm, Oak and Ash: how much each pays a year",
            [f"How much does {one} pay a year?" for one in ("Elm", "Oak", "Ash")],
        ),
        (
            "Skipper, cook: how much is the wage of each?",
            ["How much is the wage of the skipper?", "How much is the wage of the cook?"],
        ),
    ],
)
def test_each_of_the_subjects_listed_is_asked(question, questions):
    assert [one.question for one in read_subjects(question)] == questions


@pytest.mark.parametrize(
    "question",
    [
        "Under the lease: what must each party pay?",
        "If the tenant leaves, or dies: how much is each owed?",
        "Landlord: what must each tenant pay?",
        "Landlord, tenant: who pays for repairs?",
        "How much notice must each party give?",
        "One, two, three, four, five and six: what does each cost?",
    ],
)
def test_other_questions_list_no_subjects(question):
    assert read_subjects(question) == ()


def test_subjects_between_a_verb_and_each_are_asked_one_by_one():
    asked = read_subjects("If we complain, how long have the home, the agents and the carers each got to answer?")
    assert [one.question for one in asked] == [
        "If we complain, how long has the home got to answer?",
        "If we complain, how long have the agents got to answer?",
        "If we complain, how long have the carers got to answer?",
    ]
    assert not read_subjects("How long does the tenant have to give each neighbour notice?")
