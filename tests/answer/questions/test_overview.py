import pytest

from pincite.answer.questions.overview import asks_only, topics_of, wants_overview


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


@pytest.mark.parametrize(
    "question",
    [
        "Summarise the repair obligations in the Alder lease",
        "What is clause 3.2 of the Alder lease about?",
        "Give me a summary of section 4 of the lease",
        "What are the main points about repairs in the lease?",
        "What are the key terms of the rent review?",
        "Summarise the termination rights under our trucking contract",
        "Summarise the lease payments",
    ],
)
def test_a_summary_of_something_within_is_not_one_of_the_document(question):
    assert wants_overview(question)
    assert not asks_only(question, names="alder lease", kind="lease")


@pytest.mark.parametrize(
    "question",
    [
        "Summarise the trucking contract",
        "What are the key terms of our trucking agreement with Alder?",
        "Please give me a short summary of the lease in plain English",
        "Sum up the Alder lease in 5 bullet points",
        "What's the DPA about?",
        "Alder lease: summary",
    ],
)
def test_an_everyday_name_and_the_wished_form_leave_a_request_for_a_summary(question):
    assert wants_overview(question)
    assert asks_only(question, names="alder lease", kind="lease")


def test_a_judgment_may_be_called_a_dispute():
    assert asks_only("What is the Fox dispute about?", names="fox v alder", kind="judgment")
    assert not asks_only("What is the Fox dispute about?", names="fox lease", kind="lease")


@pytest.mark.parametrize(
    "question, alone",
    [
        ("What does Part 93 cover?", True),
        ("What does CPR Part 93 cover regarding swarms and hives?", True),
        ("What are the rules about swarms under Part 93?", True),
        ("What does Part 93 say about swarms and hives?", True),
        ("What does Part 93 say about lost queens?", False),
        ("What is the scope of Part 93?", True),
        ("What does Part 93 cover about lost queens?", False),
        ("What is the meaning of swarm under Part 93?", False),
        ("What does Part 93 say?", False),
        ("Who is bound by Part 93?", False),
    ],
)
def test_what_a_text_of_law_covers_is_a_summary_if_nothing_but_its_title_is_asked(question, alone):
    names = "Part 93.txt Part 93 – Rules about Swarms and Hives"
    assert (wants_overview(question) and asks_only(question, names=names, kind="court-rules")) is alone
    assert not (wants_overview(question) and asks_only(question, names=names, kind="licence"))


def test_each_kind_has_its_own_topics_and_rules_follow_their_contents():
    assert "Rent" in {topic.label for topic in topics_of("lease") or ()}
    assert "Return" in {topic.label for topic in topics_of("nda") or ()}
    assert topics_of("court-rules") is None
