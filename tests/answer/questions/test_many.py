import pytest

from pincite.answer.questions.many import Mode, read_many, read_who
from pincite.answer.questions.single_question import without_frame


@pytest.mark.parametrize(
    "question, single, mode",
    [
        (
            "Which agreements can be terminated for convenience?",
            "Can the agreement be terminated for convenience?",
            "choose",
        ),
        ("Do any of these go to arbitration?", "Does the document go to arbitration?", "choose"),
        ("which ones renew by themselves?", "Does the document renew by itself?", "choose"),
        ("List the NDAs", "What is the NDA?", "list"),
        ("What leases do we have?", "What is the lease?", "list"),
        ("Which of our leases require insurance?", "Does the lease require insurance?", "choose"),
        ("Which deals are governed by Ohio law?", "Is the agreement governed by Ohio law?", "choose"),
        ("Tell me which contracts mention barges", "Does the agreement mention barges?", "choose"),
        ("what leases do we have with a break clause", "Does the lease have a break clause?", "choose"),
        ("Is there a contract that lets us audit?", "Does the agreement let us audit?", "choose"),
        ("Does any contract ban subletting?", "Does the agreement allow subletting?", "choose"),
        ("Show me the contracts governed by English law", "Is the agreement governed by English law?", "choose"),
        ("List the leases dated 2020", "Is the lease dated 2020?", "choose"),
        ("In which contracts is assignment allowed?", "In the agreement, is assignment allowed?", "choose"),
        ("Are there any NDAs with a penalty?", "Does the NDA have a penalty?", "choose"),
        ("How many leases do we have with a break clause?", "Does the lease have a break clause?", "choose"),
        ("List the governing law of each consulting agreement.", "What is the governing law of the agreement?", "tell"),
        (
            "Compare exclusivity in the distributor agreements.",
            "What does the agreement say about exclusivity?",
            "tell",
        ),
        ("Compare the notice periods in these documents", "What are the notice periods in the document?", "tell"),
        ("Compare the notice period across our leases", "What is the notice period across the lease?", "tell"),
        ("How do the caps in our contracts differ?", "What are the caps in the agreement?", "tell"),
        ("What do the NDAs each say about copies?", "What does the NDA say about copies?", "tell"),
        ("How do the guides differ on page limits?", "What does the guide say about page limits?", "tell"),
        (
            "Which documents say notices can or cannot go by email?",
            "Does the document say notices can go by email?",
            "tell",
        ),
        ("Which contracts may or mayn't be assigned?", "May the agreement be assigned?", "tell"),
        ("Which leases are/are not guaranteed?", "Is the lease guaranteed?", "tell"),
        ("Of the supply and hosting agreements, which renew?", "Does the agreement renew?", "choose"),
        ("Which contracts list prices?", "Does the agreement list prices?", "choose"),
        ("Do the leases table a rent for the first year?", "Does the lease table a rent for the first year?", "choose"),
        ("Do all leases require insurance?", "Does the lease require insurance?", "choose"),
        ("Do all deeds name a witness?", "Does the deed name a witness?", "choose"),
        (
            "Late-payment interest: where is it dealt with?",
            "What does the document say about Late-payment interest?",
            "choose",
        ),
    ],
)
def test_a_question_for_several_documents_is_put_to_one(question, single, mode):
    many = read_many(question)
    assert many is not None
    assert (many.question, many.mode.value) == (single, mode)


@pytest.mark.parametrize(
    "question",
    [
        "Which party may terminate the lease?",
        "What must each party pay?",
        "Is any notice needed under the supply agreement?",
        "Does the merger agreement supersede all prior agreements?",
        "One of our contracts needs a notice to the singer. What must it say?",
        "Under the Insolvency Rules 2016, when is a petition advertised?",
        "Which lease has a swimming pool?",
        "Who pays the highest court fee?",
        "Which has the higher fee, a claim or an appeal?",
        "Which party must wait the longest?",
        "Which tenant gives the longest notice?",
        "What do the rules say about service?",
        "How does the lease differ from other leases?",
        "What documents do I have to disclose?",
        "May the parties meet, and can any of them leave?",
        "How many documents must the landlord give?",
        "Which documents must be filed with the claim form?",
        "Which policies must the tenant take out?",
        "Which agreements must the seller terminate before closing?",
        "Which parts of the building must the tenant repair?",
        "What was the first lease payment?",
        "When does the last contract year end?",
        "Are all lease payments due monthly?",
        "What does the latest lease say about repair?",
        "What is the most recent agreement with Tern?",
        # A plural that describes the noun after it.
        "He posted a complaint on the deals site. Who may read it?",
        "The leases team wants a copy of the survey. Who pays for it?",
        "Does the contracts manager have to sign?",
        "Who may look into the agreements register?",
        "A licences person has called. May she come in?",
        # Documents that belong to what happened.
        "I signed two contracts with one roofer. May he raise the price?",
        "The landlord ended both leases and kept the deposit. Is that allowed?",
        "She bought two licences and uses one. Is there a refund?",
        # Papers that are dealt with under a document.
        "Who must keep all policies of insurance?",
        "Must we return all documents?",
        "Must all amendments be in writing?",
        "Are all deeds to be sealed?",
        "Do all guarantees need to be renewed?",
    ],
)
def test_a_question_for_one_document_is_left_alone(question):
    assert read_many(question) is None


@pytest.mark.parametrize(
    "question, single, ranked, extreme",
    [
        ("Which lease ends first?", "When does the lease end?", "least", None),
        ("Which contract has the longest notice period?", "What is the notice period?", "most", None),
        (
            "Which contract requires payment soonest after the invoice?",
            "When is payment required after the invoice?",
            "least",
            None,
        ),
        ("which has the shortest notice period", "What is the notice period?", "least", None),
        ("Who has to pay soonest?", "When is payment due?", "least", None),
        ("Which lease lasts longest?", "How long does the lease last?", "most", None),
        ("Which of the leases is longer?", "How long does the lease last?", "most", None),
        ("Which tenancy is the shortest?", "How long does the tenancy last?", "least", None),
        ("Which contract is older?", "When was the agreement signed?", None, "earliest"),
        ("What is the highest cap in these contracts?", "What is the cap?", "most", None),
        (
            "Which one wants the longest notice before we may move out?",
            "How much notice is needed before we may move out?",
            "most",
            None,
        ),
        ("Which lease gives us the longest to object?", "How long is there to object?", "most", None),
        ("Which one charges the least for a lost key?", "How much is charged for a lost key?", "least", None),
        ("Which lease can be ended on the shortest notice?", "How much notice is needed?", "least", None),
        ("Which lease gives the shortest notice?", "How much notice is needed?", "least", None),
        ("Which lease gives the tenant the shortest time to object?", "How long is the time to object?", "least", None),
        ("Which deal makes us pay the highest fine?", "What is the fine?", "most", None),
        ("Which one ties us down for the longest?", "How long does the document tie us down?", "most", None),
        ("Which NDA binds its staff the shortest time?", "How long does the NDA bind its staff?", "least", None),
        ("Which NDA was signed most recently?", "When was the NDA signed?", None, "latest"),
    ],
)
def test_one_document_may_be_sought_by_what_each_says(question, single, ranked, extreme):
    many = read_many(question)
    assert many is not None
    assert (many.question, many.ranked, many.extreme) == (single, ranked, extreme)


@pytest.mark.parametrize(
    "question, single, polarity",
    [
        ("Which contracts are not governed by English law?", "Is the agreement governed by English law?", "denied"),
        ("Which contracts aren't governed by English law?", "Is the agreement governed by English law?", "denied"),
        ("Which agreements were not signed in 2023?", "Was the agreement signed in 2023?", "denied"),
        ("Which contracts cannot be assigned?", "Can the agreement be assigned?", "denied"),
        ("Which contracts prohibit assignment?", "Does the agreement allow assignment?", "denied"),
        ("Which contracts have a ban on assignment?", "Does the agreement allow assignment?", "denied"),
        (
            "Which leases say that the tenant may not sublet?",
            "Does the lease say that the tenant may sublet?",
            "denied",
        ),
        ("Which contracts do not prohibit assignment?", "Does the agreement allow assignment?", "affirmed"),
        ("Which contracts have no non-compete clause?", "Does the agreement have a non-compete clause?", "lacking"),
        ("Which contracts don't contain a cap?", "Does the agreement contain a cap?", "lacking"),
        ("Which leases lack a break clause?", "Does the lease have a break clause?", "lacking"),
        ("Show me the leases without a break clause", "Does the lease have a break clause?", "lacking"),
        ("Which contracts are silent on notice?", "Does the agreement say something about notice?", "lacking"),
        (
            "Which contracts can be ended if the rent is not paid?",
            "Can the agreement be ended if the rent is not paid?",
            "affirmed",
        ),
        (
            "Which contracts can be terminated without cause?",
            "Can the agreement be terminated without cause?",
            "affirmed",
        ),
        (
            "Which contracts penalise customers who do not pay?",
            "Does the agreement penalise customers who do not pay?",
            "affirmed",
        ),
        ("Which contracts mention prohibited goods?", "Does the agreement mention prohibited goods?", "affirmed"),
    ],
)
def test_a_negation_says_which_documents_are_sought(question, single, polarity):
    many = read_many(question)
    assert many is not None
    assert (many.question, many.polarity.value) == (single, polarity)


@pytest.mark.parametrize(
    "question",
    [
        "We have two leases. What rent is due?",
        "He signed both licences. Which one ends first?",
        "Our two leases are about to end. How much notice is needed?",
        "The seller sent us two contracts. What do they say about faults?",
    ],
)
def test_documents_that_are_told_of_first_and_then_asked_are_meant(question):
    assert read_many(question) is not None


def test_the_documents_are_described():
    many = read_many("Leaving the merger aside, which of the consulting and web hosting agreements name a person?")
    assert many is not None
    assert (many.nouns, many.modifiers, many.besides) == (
        ("agreements",),
        (("consulting",), ("web", "hosting")),
        "merger",
    )
    both = read_many("Do both endorsement deals have a morals clause?")
    assert both is not None
    assert (both.count, both.mode) == (2, Mode.CHOOSE)
    oldest = read_many("What is the oldest lease we have?")
    assert oldest is not None
    assert oldest.extreme == "earliest"
    assert read_many("What’s the oldest contract in the folder?").extreme == "earliest"


def test_inside_a_document_its_kind_is_not_asked_for():
    assert without_frame("Where is a dispute heard under the NDA?") == "Where is a dispute heard?"
    assert without_frame("In the agreement, how long is the term?") == "How long is the term?"


@pytest.mark.parametrize(
    ("question", "single"),
    [
        ("compare the three NDAs: for how long does each one bind us?", "For how long does the NDA bind us?"),
        ("Compare our leases: what is the rent?", "What is the rent in the lease?"),
        ("Across my contracts, how long is the notice period?", "How long is the notice period in the agreement?"),
        ("Which ones renew by themselves? I need the deadline for each.", "Does the document renew by itself?"),
    ],
)
def test_documents_that_head_a_question_are_each_asked(question, single):
    assert read_many(question).question == single


def test_the_oldest_document_is_sought_though_its_day_is_asked_too():
    assert read_many("Which is the oldest agreement in the folder and when was it made?").extreme == "earliest"


@pytest.mark.parametrize(
    "question",
    [
        "List every contract we have that is governed by Ohio law.",
        "Which of the contracts we have on file are governed by Ohio law?",
        "Which contracts that we've signed are governed by Ohio law?",
        "Which contracts in our files are governed by Ohio law?",
        "Which contracts do we have that are governed by Ohio law?",
    ],
)
def test_where_documents_are_kept_is_no_condition(question):
    many = read_many(question)
    assert many is not None and many.question == "Is the agreement governed by Ohio law?"


@pytest.mark.parametrize(
    ("question", "single"),
    [
        ("Which of our leases are under Ohio law, and which city for each?", "Is the lease under Ohio law?"),
        ("Which contracts let us leave early, and how?", "Does the agreement let us leave early?"),
        ("Under which of these is a bond needed, and how much in each?", "Is a bond needed?"),
        ("Which leases renew, and how much notice stops it for each one?", "Does the lease renew?"),
        ("Which agreements are under Ohio law, and what does the clause say?", "Is the agreement under Ohio law?"),
        ("Which leases renew, and quote the wording?", "Does the lease renew?"),
        ("Which leases renew, and where does it say so?", "Does the lease renew?"),
        (
            "Which leases cap our costs, and what do they say of theft?",
            "Does the lease cap our costs, and what do they say of theft?",
        ),
        (
            "Which leases say who pays for repairs and how the rent is set?",
            "Does the lease say who pays for repairs and how the rent is set?",
        ),
    ],
)
def test_what_each_document_says_anyway_is_no_part_of_the_condition(question, single):
    assert without_frame(read_many(question).question) == single


@pytest.mark.parametrize(
    ("question", "single"),
    [
        (
            "If the boat sinks, which policies pay for a hotel?",
            "Does the policy pay for a hotel, if the boat sinks?",
        ),
        (
            "Once the term is over, which of these can be ended by letter?",
            "Can the document be ended by letter, once the term is over?",
        ),
        ("Which of these can we get out of within a month?", "Can we get out of it within a month?"),
        ("Which leases are we a party to?", "Are we a party to it?"),
        ("Which leases can we sign within a month?", "Can we sign within a month?"),
    ],
)
def test_a_question_for_one_document_is_a_whole_sentence(question, single):
    assert without_frame(read_many(question).question) == single


@pytest.mark.parametrize(
    ("question", "single"),
    [
        ("Who can fine us if we park badly?", "Can the other side fine us if we park badly?"),
        (
            "who is entitled to charge me a fee for moving out?",
            "Is the other side entitled to charge me a fee for moving",
        ),
        ("Who may put up our rates?", "May the other side put up our rates?"),
        ("Who can put my fees up?", "Can the other side put my fees up?"),
    ],
)
def test_those_who_may_charge_us_are_sought_in_every_agreement(question, single):
    asked = read_who(question)
    assert without_frame(asked.question).startswith(single)
    assert (asked.mode, asked.nouns) == (Mode.CHOOSE, ("agreements",))
    assert read_many(question) is None


@pytest.mark.parametrize(
    "question",
    [
        "Who can charge us under the lease?",
        "Who can charge the tenant interest?",
        "Who can help us with a form?",
        "Who may inspect the flat?",
    ],
)
def test_others_who_may_do_something_are_not_sought_in_every_agreement(question):
    assert read_who(question) is None
