import pytest

from pincite.answer.questions.follow_up import PreviousTurn, rewrite, stand_alone, stands_alone
from pincite.answer.questions.follow_up_form import as_what_about, asks_of_another, needs_history

LEASE = [("Consider the Harbour Lease; who repairs the roof?", "The Tenant.")]


@pytest.mark.parametrize(
    "question, asked",
    [
        ("And the gutters?", "Under the Harbour Lease: who repairs the gutters?"),
        ("And if the tenant is away?", "Under the Harbour Lease: who repairs the roof if the tenant is away?"),
        ("What about for the barn?", "Under the Harbour Lease: who repairs the roof for the barn?"),
        ("Must they ask first?", "Under the Harbour Lease, on who repairs the roof: must they ask first?"),
        ("Consider the NDA; is it mutual?", "Consider the NDA; is it mutual?"),
        ("What notice must the landlord of the mill give?", "What notice must the landlord of the mill give?"),
    ],
)
def test_a_follow_up_is_rewritten_and_names_the_document_again(question, asked):
    assert stand_alone(question, LEASE) == asked


@pytest.mark.parametrize(
    "before, question, asked",
    [
        ("How much is the deposit?", "When is it due?", "When is the deposit due?"),
        ("Does the lease have a break clause?", "Who may use it?", "Who may use a break clause?"),
        ("What is the limit for small claims?", "And for large ones?", "What is the limit for large ones?"),
        ("Who pays for a survey if it is late?", "And if it is early?", "Who pays for a survey if it is early?"),
        (
            "When does the mooring licence end?",
            "Can the yard get out of it?",
            "Can the yard get out of the mooring licence?",
        ),
        (
            "How much would the ferry owe the harbour?",
            "If it is the harbour that cancels the sailing, how much does it pay?",
            "If it is the harbour that cancels the sailing, how much does it pay?",
        ),
        ("How is a dispute settled?", "Who pays for that?", "On how a dispute is settled: who pays for that?"),
        (
            "Can the landlord inspect the books?",
            "Who bears the cost?",
            "On whether the landlord can inspect the books: who bears the cost?",
        ),
        (
            "How much notice must the manager give?",
            "How long is he barred from competing after that?",
            "How long is he barred from competing after that?",
        ),
        ("What is the rent?", "If it is unpaid, can we leave?", "If the rent is unpaid, can we leave?"),
        ("Who repairs the roof?", "And if the tenant does not?", "Who repairs the roof if the tenant does not?"),
        ("How long is the survey valid?", "What if it is stormy?", "How long is the survey valid if it is stormy?"),
        (
            "When must the tenant file the flood report?",
            "And if she's late?",
            "On when the tenant must file the flood report: what happens if she's late?",
        ),
        (
            "How long do we have to return the keys?",
            "What happens if we don't?",
            "On how long we have to return the keys: what happens if we don't?",
        ),
        (
            "By what date does the sale of the mill have to close?",
            "Who pays if it is missed?",
            "On “By what date does the sale of the mill have to close?”: who pays if it is missed?",
        ),
        (
            "Which judges may bar a litigant?",
            "And if she goes ahead without asking?",
            "On which judges may bar a litigant: what happens if she goes ahead without asking?",
        ),
        (
            "What proof of a flood must go with the report?",
            "And if the flood was upstream, what proof is needed?",
            "If the flood was upstream, what proof is needed?",
        ),
        (
            "How long can the flood report be when it is sent by post?",
            "What do we have to do if ours runs over?",
            "What do we have to do if the flood report runs over?",
        ),
        (
            "After a flood, may the tenant answer the survey with a reply?",
            "How many pages can it be?",
            "How many pages can a reply be?",
        ),
    ],
)
def test_what_a_follow_up_leaves_unsaid_comes_from_the_question_before(before, question, asked):
    assert rewrite(question, PreviousTurn(before, before)) == asked


def test_the_first_question_stays():
    assert stand_alone("And the gutters?", []) == "And the gutters?"


def test_a_whole_question_needs_no_history():
    assert not needs_history("When must the landlord return the deposit money?")
    assert needs_history("When must he return it?")


def test_a_follow_up_may_ask_the_same_of_another_document():
    assert asks_of_another("What about the other lease?") == "the other lease"
    assert asks_of_another("When does the other lease end?") is None


def test_a_second_what_about_takes_the_place_of_the_first():
    first = rewrite(
        "What about Jo Gull?", PreviousTurn("How much notice must we give?", "How much notice must we give?")
    )
    assert first == "How much notice must we give, as to Jo Gull?"
    assert rewrite("And Al Tern?", PreviousTurn(first, first)) == "How much notice must we give, as to Al Tern?"


@pytest.mark.parametrize(
    "before, question, asked",
    [
        ("What is the deposit under the lease?", "And the rent?", "What is the rent under the lease?"),
        ("How much holiday does Maya get?", "And sick pay?", "How much sick pay does Maya get?"),
        ("How many days of holiday does she get?", "And sick leave?", "How many days of sick leave does she get?"),
        ("How much holiday does Maya get?", "And Sam?", "How much holiday does Sam get?"),
        ("How much notice must the tenant give?", "And the landlord?", "How much notice must the landlord give?"),
        ("How much notice must we give?", "And the landlord?", "How much notice must the landlord give?"),
        ("Can the tenant sublet?", "And the landlord?", "Can the landlord sublet?"),
        ("Can the tenant keep a dog?", "And a cat?", "Can the tenant keep a cat?"),
        ("Which leases are governed by English law?", "And Scots law?", "Which leases are governed by Scots law?"),
        ("Who must take out buildings insurance?", "And contents insurance?", "Who must take out contents insurance?"),
        ("When does the lease end?", "And the warranty?", "When does the warranty end?"),
        ("When is the rent due?", "And the deposit?", "When is the deposit due?"),
        ("How much notice must we give?", "And during probation?", "How much notice must we give during probation?"),
    ],
)
def test_what_is_new_takes_the_place_of_what_it_matches(before, question, asked):
    assert rewrite(question, PreviousTurn(before, before)) == asked


@pytest.mark.parametrize(
    "before, question, asked",
    [
        ("How much notice must the tenant give to end the lease?", "And the deposit?", "the deposit"),
        ("What is the mileage rate?", "And hotels in London?", "hotels in London"),
        ("Can the tenant sublet?", "What about assignment?", "assignment"),
        ("What must the tenant do?", "And parking?", "parking"),
        ("How much is the rent?", "And VAT?", "VAT"),
    ],
)
def test_what_matches_nothing_is_asked_about_by_itself(before, question, asked):
    assert rewrite(question, PreviousTurn(before, before)) == f"What does it say about {asked}?"


def test_what_matches_nothing_is_asked_of_the_document_by_its_name():
    assert stand_alone("And insurance?", LEASE) == "What does the Harbour Lease say about insurance?"


@pytest.mark.parametrize(
    "before, question, asked",
    [
        (
            "Gulls have nested on my roof and I want them gone. Who do I ask for a licence?",
            "And how does the council count them?",
            "Gulls have nested on my roof and I want them gone. How does the council count them?",
        ),
        (
            "Who signs the record when a tenant is asked to attend the survey?",
            "What happens if she doesn't turn up?",
            "On a tenant asked to attend the survey: what happens if she doesn't turn up?",
        ),
        (
            "When do flood reports have to be filed in a claim for damage?",
            "And if we forget to file one at all?",
            "On when flood reports have to be filed in a claim for damage: "
            "what happens if we forget to file a flood report at all?",
        ),
        ("How much cash does the yard pay Al Tern?", "And in shares?", "How many shares does the yard pay Al Tern?"),
        ("How much rent is paid in cash?", "And in stock?", "How much rent is paid in stock?"),
        (
            "May a member run a rival ferry on Sundays?",
            "What happens to the one who does it anyway?",
            "What happens to the member who runs a rival ferry on Sundays anyway?",
        ),
        (
            "Does g.u.l.l. refund Al Tern's expenses?",
            "Is there a cap?",
            "On whether g.u.l.l. refunds Al Tern's expenses: is there a cap?",
        ),
        ("Can the tenant sublet the barn?", "Can the landlord do that?", "Can the landlord sublet the barn?"),
        (
            "When is the spring audit usually held in the yard?",
            "What should the note the clerks prepare for it cover?",
            "What should the note the clerks prepare for the spring audit cover?",
        ),
        (
            "When does the licence end?",
            "Any way to prolong it?",
            "On when the licence ends: is there any way to prolong it?",
        ),
        ("Must the tenant insure the barn?", "By when?", "By when must the tenant insure the barn?"),
        ("When does the yard pay the crew?", "By what means?", "By what means does the yard pay the crew?"),
        (
            "Must the tenant insure the barn?",
            "And if not?",
            "On whether the tenant must insure the barn: what happens if not?",
        ),
        (
            "On what grounds can Jo Gull get out of the deal?",
            "Would the company still owe him?",
            "Would the company still owe Jo Gull?",
        ),
    ],
)
def test_a_follow_up_says_what_its_words_stand_for(before, question, asked):
    assert rewrite(question, PreviousTurn(before, before)) == asked


def test_what_somebody_may_be_is_what_the_answer_called_it():
    said = PreviousTurn(
        "Can my son bring a claim?", "Can my son bring a claim?", answer="A flood friend must act for him."
    )
    assert rewrite("Can I be it without a judge?", said) == "Can I be a flood friend without a judge?"


@pytest.mark.parametrize(
    "before, question, asked",
    [
        ("Can the tenant keep a boat?", "the boat is a wreck", "Can the tenant keep a boat if the boat is a wreck?"),
        (
            "Someone sank my boat. Can I claim its price?",
            "He's 15. Does that matter?",
            "Someone sank my boat. Can I claim its price if he's 15?",
        ),
        (
            "Must the keeper tell us if the gate is open?",
            "we live abroad, though",
            "We live abroad. Must the keeper tell us if the gate is open?",
        ),
        ("What must the keeper do after a storm?", "no, I meant his deputy", "keeper"),
        (
            "How soon is the tenant's report due?",
            "and the landlord's?",
            "How soon is the landlord's report due?",
        ),
        ("When must our fee be paid?", "and theirs?", "When must their fee be paid?"),
        (
            "Can I take back my offer to the yard?",
            "in writing?",
            "On whether I can take back my offer to the yard: does it have to be in writing?",
        ),
        (
            "Where do I send a notice to the yard?",
            "fax ok?",
            "On where I send a notice to the yard: is fax ok?",
        ),
        (
            "How long must the yard keep away from the pier?",
            "where exactly?",
            "Where must the yard keep away from the pier?",
        ),
        (
            "Can I charge for my own time?",
            "as much as a surveyor would get?",
            "Can I charge for my own time as much as a surveyor would get?",
        ),
        (
            "Can the widow take over the mooring?",
            "And if they turn her down?",
            "On whether the widow can take over the mooring: what happens if they turn her down?",
        ),
        (
            "How are votes counted by the members of the club?",
            "and when they can't agree?",
            "On how votes are counted by the members of the club: what happens when they can't agree?",
        ),
        (
            "If the first pier sinks, can the tenant use a second pier?",
            "within what time must we say so?",
            "On whether the tenant can use a second pier if the first pier sinks: within what time must we say so?",
        ),
        (
            "When should a request to extend the mooring be made?",
            "and what if we leave it later than that?",
            "On when a request to extend the mooring should be made: what happens if we leave it later than that?",
        ),
        (
            "How do I list a hearing about a drain?",
            "couldn't I just film it on my phone?",
            "On how I list a hearing about a drain: couldn't I just film it on my phone?",
        ),
    ],
)
def test_a_follow_up_in_few_words_is_asked_in_whole_ones(before, question, asked):
    assert asked in rewrite(question, PreviousTurn(before, before))


def test_a_thin_question_takes_its_topic_where_no_document_is_known():
    before = "What can I get back if I win my claim about a flooded field?"
    question = "how much for the hay in the barn?"
    topic = "On what I can get back if I win my claim about a flooded field"
    assert rewrite(question, PreviousTurn(before, before, anchored=False)) == f"{topic}: {question}"


def test_a_topic_is_that_of_the_first_question_where_the_next_points_back():
    first = PreviousTurn("Does that cover guests?", "does that cover guests?", topic="who may use the pier")
    assert rewrite("Who decides that?", first) == "On who may use the pier: who decides that?"


@pytest.mark.parametrize(
    "before, question, asked",
    [
        (
            "When is the rent due? What if the payment bounces?",
            "and if it happens twice in a row?",
            "What if the payment bounces twice in a row?",
        ),
        (
            "How thick can the flood file be? Who has to put it together if neither side has a clerk?",
            "ok and when does it have to be in by",
            "When does the flood file have to be in by?",
        ),
        (
            "The yard wants its nets back. Do we have to return everything it sent us?",
            "Even what's on the old drives?",
            "Do we have to return everything it sent us, even what's on the old drives?",
        ),
        (
            "How much notice must I give under the Ferries Act?",
            "what if it's because he wants to sell up?",
            "How much notice must I give under the Ferries Act if it's because he wants to sell up?",
        ),
        (
            "Is there a mooring plan?",
            "thanks. and who pays for it?",
            "On a mooring plan: who pays for it?",
        ),
    ],
)
def test_of_several_questions_the_last_is_gone_on_from(before, question, asked):
    assert rewrite(question, PreviousTurn(before, before)) == asked


@pytest.mark.parametrize("question", ["same for the barn?", "Is it the same for the barn?", "ok, same with the barn?"])
def test_the_same_for_another_is_what_about_it(question):
    assert as_what_about(question) == "What about the barn?"


@pytest.mark.parametrize("question", ["Is the same person liable?", "same day?", "Does the same clause apply twice?"])
def test_the_same_thing_is_not_another(question):
    assert as_what_about(question) == question


@pytest.mark.parametrize(
    "before, question, asked",
    [
        (
            "How long have we got to pay the yard?",
            "and what if we don't?",
            "On how long we have to pay the yard: what happens if we don't?",
        ),
        (
            "If a keeper resigns, how long do they have to use their shares?",
            "and if they die?",
            "How long do they have to use their shares if they die?",
        ),
        ("Can dogs go in the garden?", "and on the lawns?", "Can dogs go on the lawns?"),
        ("When does the shop open?", "and Sunday?", "When does the shop open, as to Sunday?"),
        ("Can dogs go in the garden?", "and on a Sunday?", "Can dogs go in the garden on a Sunday?"),
        ("Can dogs go in the garden?", "and on the same day?", "Can dogs go in the garden on the same day?"),
        (
            "What does a member pay for a full mooring?",
            "and somebody from outside?",
            "What does somebody from outside pay for a full mooring?",
        ),
        ("Must our keeper not work nearby?", "and a partner?", "Must a partner not work nearby?"),
        ("Who has to repair the old chapel roof?", "and the inside?", "Who has to repair the inside?"),
        (
            "When does the landlord have to give us the deposit back?",
            "can they use it before then?",
            "Can the landlord use the deposit before then?",
        ),
        (
            "When does the landlord have to repair the roof?",
            "can they charge for it?",
            "On when the landlord has to repair the roof: can they charge for it?",
        ),
    ],
)
def test_a_follow_up_goes_on_from_questions_in_other_words(before, question, asked):
    assert rewrite(question, PreviousTurn(before, before)) == asked


@pytest.mark.parametrize(
    "before, question, asked",
    [
        ("How long do we have to report bad slates?", "who does it?", "Who reports bad slates?"),
        ("Do we have to paint it?", "can they do it without asking us?", "Can they paint it without asking us?"),
        ("Who must file the return?", "and who does it?", "Who files the return?"),
        ("Who has to insure the kiln?", "can they do so by post?", "Can they insure the kiln by post?"),
    ],
)
def test_the_act_asked_about_is_put_without_the_words_that_oblige_to_it(before, question, asked):
    assert rewrite(question, PreviousTurn(before, before)).endswith(asked[1:])


@pytest.mark.parametrize(
    "before, question, asked",
    [
        ("How much clay must we order a month?", "who does it?", "who does it?"),
        ("What must the carrier do about waste?", "what if I do that anyway?", "what happens if I do that anyway?"),
        ("Must Gull produce a bee form?", "what if they do it badly?", "if they do it badly?"),
    ],
)
def test_an_act_that_is_not_plain_is_left_as_it_was_said(before, question, asked):
    assert rewrite(question, PreviousTurn(before, before)).endswith(asked)


@pytest.mark.parametrize(
    "before, question, asked",
    [
        ("When must Gull timber arrive?", "who does it?", "On when Gull timber must arrive: who arrives?"),
        ("Must Gull reimburse claim costs?", "when do they do it?", "When do they reimburse claim costs?"),
        (
            "Does the service charge include cleaning?",
            "who does that?",
            "On whether the service charge includes cleaning: who includes cleaning?",
        ),
    ],
)
def test_a_thing_that_may_be_a_verb_is_none_before_a_verb(before, question, asked):
    assert rewrite(question, PreviousTurn(before, before)) == asked


@pytest.mark.parametrize(
    "before, question, asked",
    [
        (
            "How long does a written warning stay on file?",
            "and a final one?",
            "How long does a final warning stay on file?",
        ),
        (
            "What does the yard charge for a single berth?",
            "and a double one?",
            "What does the yard charge for a double berth?",
        ),
        ("Can the company record calls?", "what about a final one?", "What does it say about a final one?"),
        ("When must the seller deliver the wood?", "what about a final one?", "What does it say about a final one?"),
        ("What happens if the claimant loses?", "same for the defendant?", "What happens if the defendant loses?"),
        ("What happens if a payment fails?", "and a delivery?", "What happens if a delivery fails?"),
        ("Who has to insure the windows?", "and the landlord?", "What does it say about the landlord?"),
        ("Who pays the agent?", "and the landlord?", "Who pays the landlord?"),
        ("How much notice do we have to give?", "and the landlord?", "How much notice does the landlord have to give?"),
        ("How much notice do we have to give?", "and the partners?", "How much notice do the partners have to give?"),
        ("Can a member of staff appeal a warning?", "and the manager?", "Can the manager appeal a warning?"),
        ("How soon must the rent be paid?", "and the deposit?", "How soon must the deposit be paid?"),
        ("Must the keys be handed back?", "and the agent?", "What does it say about the agent?"),
        ("When is a letter sent by post deemed served?", "and an email?", "When is an email deemed served?"),
        ("When is the rent due?", "and the deposit?", "When is the deposit due?"),
    ],
)
def test_a_part_takes_the_place_of_its_like_only(before, question, asked):
    assert rewrite(as_what_about(question), PreviousTurn(before, before)) == asked


@pytest.mark.parametrize(
    "question, alone",
    [
        ("How many vans can be left on the forecourt overnight?", True),
        ("How much can staff claim for their own hand tools?", True),
        ("How long have we got?", False),
        ("Who decides?", False),
        ("And how long does a warning stay on file?", False),
        ("Can they charge interest on it?", False),
        ("Is there a way to stop that for one of our witness statements?", False),
    ],
)
def test_a_question_with_words_enough_of_its_own_stands_alone(question, alone):
    assert stands_alone(question) is alone
