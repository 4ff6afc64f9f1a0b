import pytest

from pincite.answer.questions.many import Mode, read_many
from pincite.answer.questions.plain_many import say_plainly
from pincite.answer.questions.polarity import Polarity


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("Any of these papers where we must insure the goods?", "Under the document, we must insure the goods?"),
        ("Anything in here signed in 2019 or later?", "Is the document signed in 2019 or later?"),
        ("Show me the ones that allow subletting.", "Does the document allow subletting?"),
        ("Is there any lease here that expressly runs for ten years?", "Does the lease run for ten years?"),
        ("Which deals in the whole lot go by Ohio law?", "Is the agreement governed by Ohio law?"),
        ("Which leases are there where the law of Kenya applies?", "Is the lease governed by the law of Kenya?"),
        ("Which agreements date from 2004?", "Is the agreement dated in 2004?"),
        (
            "Go through all of them and list the leases in which the tenant pays rates.",
            "Under the lease, the tenant pays",
        ),
        ("Among the NDAs, which last for five years?", "Does the NDA last for five years?"),
        ("Of our supply agreements, which ones end in 2025?", "Does the agreement end in 2025?"),
        ("Which agreements rule out liability for lost profits?", "Does the agreement rule out liability for lost"),
        ("Which of our suppliers can raise their prices?", "Under the agreement, can the other side raise its prices?"),
        ("Which insurers are allowed to drop us?", "Under the agreement, is the other side allowed to drop us?"),
        ("Which firms have to give us a refund?", "Under the agreement, does the other side have to give us a refund?"),
        ("Which companies let us pay late?", "Under the agreement, does the other side let us pay late?"),
        ("Which of the firms we use can end early?", "Under the agreement, can the other side end early?"),
        ("Do any of our leases come under Scots law?", "Is the lease governed by Scots law?"),
        ("Are there any of these where pets are free?", "Under the document, pets are free?"),
        ("Which of our mergers need consent?", "Does the agreement need consent?"),
        ("Which bills may go up in spring?", "Under the agreement, may the price go up in spring?"),
        ("which of our bills are set to rise?", "Under the agreement, is the price set to rise?"),
        ("Which memberships can be frozen?", "Can the agreement be frozen?"),
        ("Did we leave a bond for any of these? Which ones, and how much?", "Under the document, did we leave a bond?"),
        ("Must we insure anything under any of our leases?", "Under the lease, must we insure anything?"),
    ],
)
def test_questions_in_peoples_words_are_put_to_each_document(question, asked):
    many = read_many(question)
    assert many.question.startswith(asked)
    assert many.mode is Mode.CHOOSE
    assert many.polarity is Polarity.AFFIRMED


def test_takeovers_are_merger_agreements():
    many = read_many("For each of the company takeovers we have on file, what is the fee?")
    assert (many.question, many.mode) == ("For the agreement, what is the fee?", Mode.TELL)
    assert (many.nouns, many.modifiers) == (("agreements",), (("merger",),))
    assert read_many("Are acquisitions by the buyer allowed?") is None


@pytest.mark.parametrize(
    ("question", "nouns"),
    [("How many of the documents are leases, and which?", ("leases",)), ("How many of them are NDAs?", ("ndas",))],
)
def test_documents_of_a_kind_are_listed_where_they_are_counted(question, nouns):
    many = read_many(question)
    assert (many.mode, many.nouns) == (Mode.LIST, nouns)


@pytest.mark.parametrize(
    ("question", "extreme"),
    [
        ("Which document in the folder carries the most recent date?", "latest"),
        ("Which lease bears the oldest date?", "earliest"),
    ],
)
def test_the_document_with_the_latest_date_is_sought(question, extreme):
    assert read_many(question).extreme == extreme


def test_the_longest_of_a_duty_is_sought_in_every_document():
    many = read_many("In which agreement does the duty of secrecy last the longest?")
    assert (many.question, many.ranked, many.nouns) == (
        "How long does the duty of secrecy last?",
        "most",
        ("agreement",),
    )


@pytest.mark.parametrize("lead", ["Apart from", "Besides", "Not counting"])
def test_documents_left_out_at_the_head_are_left_out(lead):
    many = read_many(f"{lead} the Harrow lease, which other leases are under Ohio law?")
    assert (many.besides, many.question) == ("Harrow lease", "Is the lease under Ohio law?")


def test_other_forbidden_things_are_still_asked_for_as_allowed():
    assert read_many("Which leases rule out subletting?").polarity is Polarity.DENIED


@pytest.mark.parametrize(
    "question",
    [
        "What papers must I bring to the hearing?",
        "Which law applies where the laws of two states differ?",
        "Does the tenant need anything in writing?",
        "Who else may attend the hearing?",
        "Which bills are included in the rent?",
        "Which companies can we share the data with?",
        "Which companies are guarantors of our lease?",
        "Which suppliers must be told of our move?",
        "Which firms may the landlord send to us?",
        "May the tenant do any of these things?",
        "Which subscriptions does the fee include?",
    ],
)
def test_other_questions_are_left_alone(question):
    assert say_plainly(question) == question


@pytest.mark.parametrize(
    "question, kind, count",
    [
        ("Compare how big the fee is in each of the three public mergers.", ("agreements",), 3),
        ("What is the outside date in both takeovers?", ("agreements",), 2),
        ("For every NDA form we hold, what does the recipient have to do with our papers?", ("nda",), None),
        ("Across all the lease templates, how long is the term?", ("leases",), None),
        ("Looking at all the stand-alone NDAs together, what do we have to return in each?", ("ndas",), None),
        ("Taking the three NDAs together, which ones protect both sides?", ("ndas",), 3),
    ],
)
def test_several_of_a_kind_in_peoples_words(question, kind, count):
    many = read_many(question)
    assert (many.nouns, many.count) == (kind, count)
    assert "together" not in many.question and "mergers" not in many.question


@pytest.mark.parametrize(
    "question", ["Do the mergers need approval?", "What happens in the merger?", "how long is the lease form?"]
)
def test_one_of_a_kind_is_asked_alone(question):
    assert read_many(question) is None


@pytest.mark.parametrize(
    ("question", "of_one"),
    [
        (
            "I need a table of the notice periods in our consultancy contracts",
            "What are the notice periods in the agreement?",
        ),
        (
            "Could you line up the governing law of each of the agreements?",
            "What is the governing law of the agreement?",
        ),
        ("For every one of the leases, tell me who repairs the roof", "For the lease, who repairs the roof?"),
        ("Say for each of the four NDAs whether we may keep a copy", "For the NDA, may we keep a copy?"),
        ("Check each NDA: do we have to return or destroy?", "In the NDA, do we have to return or destroy?"),
        (
            "Of the hosting agreements we hold, do any let the host subcontract?",
            "Does the agreement let the host subcontract?",
        ),
        (
            "Out of all these contracts, in which ones is the other party a bank?",
            "In the agreement, is the other party a bank?",
        ),
        ("Between the two NDAs, which lasts longer?", "How long does the NDA last?"),
        ("do the two policies differ on cookies", "What does the policy say about cookies?"),
        ("Do we have anything signed after 2015?", "Is the document signed after 2015?"),
    ],
)
def test_what_is_asked_of_several_is_asked_of_each(question, of_one):
    many = read_many(question)
    assert many is not None and many.question == of_one
