import pytest

from pincite.answer.overview import asks_only, topics_of, wants_overview


@pytest.mark.parametrize(
    "question, wanted",
    [
        ("Summarise the Alder lease", True),
        ("Can you give me a quick overview of the NDA?", True),
        ("alder lease summary", True),
        ("What are the main terms of the lease?", True),
        ("What is the joint venture about, in a nutshell?", True),
        ("When may I apply for summary judgment?", False),
        ("How is a summary assessment of costs made?", False),
        ("Who pays the rent?", False),
        ("How long should the case summary be?", False),
        ("Must the outline be signed?", False),
    ],
)
def test_a_request_for_a_summary_is_known(question, wanted):
    assert wants_overview(question) is wanted


def test_a_question_about_one_clause_wants_no_summary_of_all():
    long = "Summarise what the landlord must do about roof repairs and gutters in winter storms"
    assert not asks_only(long, names="alder lease")
    assert asks_only("Summarise the Alder lease", names="alder lease")


def test_each_kind_has_its_own_topics_and_rules_follow_their_contents():
    assert "Rent" in {topic.label for topic in topics_of("lease") or ()}
    assert "Return" in {topic.label for topic in topics_of("nda") or ()}
    assert topics_of("court-rules") is None
