import math

import pytest

from pincite.answer.extractive import ExtractiveAnswerer
from pincite.answer.questions.asked_value import AskedValue, asked_value
from pincite.answer.values.short_answer import put_short_first
from pincite.answer.values.stated_value import lacks_value, stated_value
from pincite.domain.answer import Answer, AnswerContext, Citation, NumberedSource
from pincite.domain.document import Passage
from pincite.domain.verdict import Verdict
from pincite.spans import Span


def short(question, quote):
    """What is put first, or None."""
    asked = asked_value(question)
    span = stated_value(asked, question, quote) if asked else None
    return " ".join(span.slice(quote).split()) if span else None


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("How much notice must the tenant give?", AskedValue.NOTICE),
        ("How long does the licence run?", AskedValue.DURATION),
        ("What is the longest prison sentence for keeping bees at sea?", AskedValue.DURATION),
        ("What's the shortest we should wait between two inspections?", AskedValue.DURATION),
        ("What is the longest a skeleton argument may be?", None),
        ("What is the most a keeper can claim for a lost hive?", AskedValue.AMOUNT),
        ("What does each lost hive cost us?", AskedValue.AMOUNT),
        ("amount of the swarm fee", AskedValue.AMOUNT),
        ("What does the court do about costs?", None),
        ("Within what time must the invoice be paid?", AskedValue.DURATION),
        ("How much is the deposit?", AskedValue.AMOUNT),
        ("What percentage of sales goes to the author?", AskedValue.PERCENTAGE),
        ("When does the lease expire?", AskedValue.DATE),
        ("How many arbitrators are there?", AskedValue.COUNT),
        ("Which law governs the lease?", AskedValue.LAW),
        ("Who pays for the survey?", AskedValue.WHO),
        ("How long is the term, and who may end it?", None),
        ("What happens on costs if the offer is late?", None),
        ("What is the usual rule on when costs are assessed?", None),
        ("What is the yearly licence fee?", AskedValue.AMOUNT),
        ("Can the tenant keep a dog?", None),
        ("In the guide, what does the court weigh when it decides how much a keeper is paid?", None),
        ("Who decides how much the keeper is paid?", AskedValue.WHO),
        ("How big may the shed be?", None),
        ("What will they charge me if I am late?", AskedValue.AMOUNT),
        ("What does the lender have to do before it enforces the charge?", None),
        ("What does the deed say about the floating charge?", None),
        ("How much of the plot may be lawn?", None),
        ("How high is the yearly rent?", AskedValue.AMOUNT),
        ("How much holiday do I get?", AskedValue.DURATION),
        ("how much paid sick leave is there", AskedValue.DURATION),
        ("How much does a day's leave cost me?", AskedValue.AMOUNT),
        ("How many nights can a guest stay?", AskedValue.DURATION),
        ("How much luggage can I bring?", None),
        ("How much volunteer work do I owe?", None),
        ("how much interest do I pay", AskedValue.AMOUNT),
        ("How much third-party liability insurance must the keeper carry?", AskedValue.AMOUNT),
        ("it's how much?", AskedValue.AMOUNT),
        ("When the lease ends, how much is paid back?", AskedValue.AMOUNT),
        ("Which law applies to the Harbour Lease?", AskedValue.LAW),
        ("what law is the supply agreement under", AskedValue.LAW),
        ("Is it under Texas or Delaware law?", AskedValue.LAW),
        ("Is the lease governed by English law?", AskedValue.LAW),
        ("What is this agreement governed by?", AskedValue.LAW),
        ("Is subletting governed by the tenancy agreement?", None),
        ("Which laws must the hospital comply with?", None),
        ("Under data protection law, how quickly must a breach be reported?", AskedValue.DURATION),
        ("Is the tenant protected under housing law if the rent is late?", None),
        ("What interest does the tenant have in the fixtures?", None),
        ("What charge is registered against the property?", None),
        ("What notice must be displayed?", None),
        ("What notice must the tenant give?", AskedValue.NOTICE),
        ("what is the first response time for a P2?", AskedValue.DURATION),
        ("first response time for a P2?", AskedValue.DURATION),
        ("what's the turnaround for a repair", AskedValue.DURATION),
        ("what is the lead time for a laptop?", AskedValue.DURATION),
        ("what is the delivery time to zone 2?", AskedValue.DURATION),
        ("What is the response to a claim?", None),
        ("price of a wheel true", AskedValue.AMOUNT),
        ("monthly rate for a 3 t digger", AskedValue.AMOUNT),
        ("cost of living clause", None),
    ],
)
def test_a_question_asks_for_one_kind_of_value_or_for_none(question, kind):
    assert asked_value(question) is kind


@pytest.mark.parametrize(
    ("question", "quote", "value"),
    [
        (
            "How much notice must be given to end the lease?",
            "Either party may end this Lease on not less than sixty (60) days' prior written notice to the other.",
            "not less than sixty (60) days' prior written notice",
        ),
        (
            "How long does the mooring licence last?",
            "The licence runs for a period of three (3) years\nafter the Start Date. It may end on 30 days' notice.",
            "a period of three (3) years after the Start Date",
        ),
        (
            "How long can a boat lie at the quay?",
            "A boat may lie at the quay for five nights at most.",
            "five nights at most",
        ),
        (
            "How soon must a boat be collected?",
            "A boat not collected within 30 days of our letter is sold and the money goes to the harbour.",
            "within 30 days of our letter",
        ),
        (
            "How soon must a boat be collected?",
            "A boat must be collected within 30 days after our letter is posted to its owner.",
            "within 30 days after our letter is posted to its owner",
        ),
        (
            "How many nights may guests sleep aboard?",
            "Guests may sleep aboard up to three nights a month.",
            "up to three nights a month",
        ),
        (
            "How quickly must defects be reported?",
            "The Agent shall report defects within 24 hours of finding them.",
            "within 24 hours of finding them",
        ),
        ("What is the rent?", "The Tenant shall pay a rent of £12,500 a year.", "£12,500 a year"),
        (
            "How much cover must be insured?",
            "Cover of no less than AU$10 million is insured.",
            "no less than AU$10 million",
        ),
        ("What percentage of sales is paid?", "The Author is paid 5% of net sales.", "5% of net sales"),
        ("How many arbitrators sit?", "The panel has three (3) arbitrators.", "three (3) arbitrators"),
        ("Which law governs it?", "It is governed by the laws of the State of Ohio.", "the laws of the State of Ohio"),
        ("When does the permit expire?", "The permit expires on 4 June 2031.", "4 June 2031"),
        ("Which courts have jurisdiction?", "The parties go to the courts of Mere.", "the courts of Mere"),
        ("Who pays for the survey?", "The Seller shall pay for the survey.", "The Seller"),
        (
            "Who bears the cost of the survey?",
            "The cost of the survey is borne equally by the Parties.",
            "equally by the Parties",
        ),
        (
            "What interest is due on late invoices?",
            "Interest on late invoices accrues at 4% a year above the Bank of Mere's base rate from time to time.",
            "4% a year above the Bank of Mere's base rate from time to time",
        ),
        (
            "What is the interest rate?",
            "Interest is charged at the rate of 2.5% per annum above the base rate of the Bank shall be paid.",
            "2.5% per annum above the base rate of the Bank",
        ),
        ("What is the salary?", "The salary is £32,000 per annum, payable monthly.", "£32,000 per annum"),
        ("What is the hourly rate?", "The hourly rate is £85 (excluding VAT).", "£85 (excluding VAT)"),
        ("What is the mooring fee?", "The mooring fee is £450 plus VAT.", "£450 plus VAT"),
        ("How much is the excess?", "The excess is the first £250 of each claim.", "the first £250 of each claim"),
        (
            "What is the liability cap?",
            "The liability of the Yard shall not exceed £500,000 in any Contract Year.",
            "£500,000 in any Contract Year",
        ),
        (
            "What is the liability cap?",
            "THE YARD'S LIABILITY WILL NOT EXCEED FIFTY PERCENT (50%) OF THE AMOUNTS PAID.",
            "FIFTY PERCENT (50%) OF THE AMOUNTS PAID",
        ),
        ("How much is the fee?", "The fee is not to exceed £300.", "not to exceed £300"),
        (
            "How much is the cancellation fee?",
            "The cancellation fee is 50% of the price if you cancel in the last week.",
            "50% of the price if you cancel in the last week",
        ),
        (
            "How much notice must the pilot give?",
            "The pilot may leave on one month's prior written notice.",
            "one month's prior written notice",
        ),
        (
            "What is the notice period?",
            "The notice period is two weeks during probation and three months afterwards.",
            "two weeks during probation and three months afterwards",
        ),
        (
            "How much holiday do I get?",
            "You get 25 days' holiday a year in addition to bank holidays.",
            "25 days' holiday a year in addition to bank holidays",
        ),
        (
            "How soon must a breach be reported?",
            "The Yard reports a breach without undue delay and in any event within 36 hours of learning of it.",
            "without undue delay and in any event within 36 hours of learning of it",
        ),
        (
            "How soon must a loss be reported?",
            "A loss must be reported forthwith but no later than 7 days after its discovery.",
            "forthwith but no later than 7 days after its discovery",
        ),
        (
            "How long is the warranty?",
            "The warranty lasts 12 months beginning with the date of delivery.",
            "12 months beginning with the date of delivery",
        ),
        ("When does the tenancy end?", "The tenancy ends on or before 30 June 2026.", "on or before 30 June 2026"),
        (
            "When does my berth run out?",
            "The berth is let from 1 October 2025 until 30 September 2026.",
            "30 September 2026",
        ),
        ("When does the lease start?", "The lease starts on 1 May 2024 and ends on 30 April 2027.", "1 May 2024"),
        ("When does my contract finish?", "The contract ends on 2 February 2026.", "2 February 2026"),
        (
            "How long do I have to pay?",
            "You have to pay within 72 hours from the time the bill was sent.",
            "within 72 hours from the time the bill was sent",
        ),
        (
            "How long does the licence last?",
            "The licence lasts for three years from the date of payment and is exclusive to you.",
            "three years from the date of payment",
        ),
        (
            "When is the bond refunded?",
            "The bond is refunded within 28 days of departure, less anything owed.",
            "within 28 days of departure, less anything owed",
        ),
        (
            "How long may a guest stay?",
            "A guest may stay up to 30 days in a calendar year.",
            "up to 30 days in a calendar year",
        ),
        (
            "How many people may be in the hall?",
            "Not more than thirty persons may be in the hall.",
            "Not more than thirty persons",
        ),
    ],
)
def test_the_value_is_taken_from_the_words_with_its_bound(question, quote, value):
    assert short(question, quote) == value


@pytest.mark.parametrize(
    ("question", "quote"),
    [
        # two values
        ("How long does the cure period last?", "The cure period is 30 days for money and 60 days for anything else."),
        # the value belongs to an exception
        (
            "How long must records be kept?",
            "Records must be kept for ever, except that drawings are kept for six years.",
        ),
        # a date of the wrong kind
        ("When does the lease end?", "This lease is made on 3 May 2026 and ends when the wharf is closed."),
        # the letters of a word
        ("How many mailboxes are there?", "Mailboxes use the POP3 protocol."),
        # one of two that may apply
        ("What is the liability cap?", "The liability cap is the greater of £5,000 and the fees paid."),
        ("How long is the term?", "The term is the earlier of: (i) six (6) months from today; or (ii) the sale."),
        ("How long to file a defence?", "A defence is filed (a) 14 days after service; or (b) when the court says."),
        ("How long to pay the fee?", "The fee is paid within: (a) if the order is made at a hearing, 2 days of it;"),
        # how long until it begins is not how long it lasts
        (
            "Over what period is the bonus paid?",
            "The bonus is paid quarterly, commencing thirty (30) days after the end.",
        ),
        # a notice is no term, and a renewal not the first term
        ("How long does the licence last?", "The licence may be ended on 30 days' written notice."),
        ("How long is the licence?", "The licence is renewed for successive periods of one year."),
        # what something is reckoned by
        ("Over what period is it paid?", "The sum paid is the sales of the twelve (12) months preceding the end."),
        # a table
        ("What royalty is due?", "Royalty due 0 - 5000 6.25% 5001 - 7500 6.75%"),
        # courts that are denied, or for some matters only
        ("Which courts have jurisdiction?", "The courts of Mere, England, shall not have jurisdiction."),
        ("Which courts hear disputes?", "An injunction may be sought in the courts of Mere."),
        # another place than the one whose law is chosen
        ("Which law governs the lease?", "The Tenant is a company existing under the laws of Ohio and its laws apply."),
        ("Who pays for the survey?", "The Seller shall pay for the survey, unless the Buyer withdraws."),
        ("Who pays for the survey?", "The Seller shall pay the agent. The Buyer shall pay the rent."),
        # beside the point
        ("How long may a visitor stay?", "Goods are delivered to the quay within ten days."),
        (
            "How many committee members are a quorum?",
            "3.1 The committee is a chair, a treasurer and up to five others.",
        ),
        ("How many committee members are a quorum?", "3 The committee is a chair, a treasurer and up to five others."),
        # only a part of the value
        ("What is the interest rate?", "Interest is charged at the base rate plus 8%."),
        ("What is the price?", "The price is the market price less 5%."),
        ("What is the termination fee?", "The termination fee is three times the monthly fee of £99."),
        ("How much notice must be given?", "Not less than 3 nor more than 6 months' notice must be given."),
        ("How quickly is a complaint answered?", "We answer a complaint within 5 to 10 working days."),
        ("How much is a ticket?", "A ticket is from £12."),
        # words after the value change it
        ("How long does the term last?", "The term is 12 months and thereafter rolls on until ended."),
        ("What is the late fee?", "A late fee of £25 is charged for each week or part of a week."),
        ("When does the lease end?", "The lease ends on 31 December 2027 or, if later, when the works are complete."),
        ("How many units must be bought?", "The Buyer must buy at least 500 units a year, or 600 from 2027."),
        (
            "What is the royalty?",
            f"The royalty is 5% of all revenue {'of the sale or hire of boats and ' * 4}of the sale of sails.",
        ),
        # a verb makes it a limit, which nobody asked for
        ("How much is the fee?", "The fee shall not exceed £300."),
        ("How much is the fee?", "The fee shall not be less than £300."),
        ("When does the tenancy end?", "The tenancy shall not end before 30 June 2026."),
        # the end of something that lasts beyond it
        ("When does the lease end?", "The rent-free time ends on 1 May 2024, and the lease is reviewed on 1 May 2026."),
        # a word before the bound turns it
        ("How long can the dogs be alone?", "The dogs are never left alone for more than four hours."),
        # a date of something else that is said of the same thing
        ("When is the rent due?", "On 1 July 2026 the rent goes up by 6%."),
        # what is asked for comes on top
        ("How much do the excursions cost?", "Holiday care costs £68 a day, excursions extra."),
        # what it does not hold for is said after it
        ("How long is it secret?", "It is secret for five years, except that recipes are secret for ever."),
        # a part of what is due
        ("What does it cost to leave?", "To leave costs the handset balance and 30% of the charges."),
        # "we" and "you" are nobody without their clause
        ("Who pays for the survey?", "We pay for the survey."),
        # what the time is of is no time
        ("How long must the tenant pay?", "The tenant must pay one month's rent."),
    ],
)
def test_nothing_is_put_first_where_it_may_mislead(question, quote):
    assert short(question, quote) is None


def answer_of(question, *quotes, documents=("doc",), numbers=(1, 2), verifier=None):
    """An answer as the extractive answerer gives it; quotations with the same number are pieces of one clause."""
    sources, citations, text = {}, [], ""
    for i, (number, quote) in enumerate(zip(numbers, quotes, strict=False)):
        doc_id, start = documents[i % len(documents)], 1000 * number
        held = f"{sources[number].text}\n{quote}" if number in sources else quote
        whole = Passage(doc_id, Span(start, start + len(held)))
        sources[number] = NumberedSource(number, whole, held, "lease.txt", evidence=((whole.span, 0.9),))
        words = f"“{' '.join(quote.split())}” [{number}]"
        said = len(text) + bool(text)
        text = f"{text} {words}".strip()
        passage = Passage(doc_id, Span(whole.span.end - len(quote), whole.span.end))
        citations.append(Citation(number, passage, quote, "lease.txt", Span(said, said + len(words))))
    context = AnswerContext(question, tuple(sources.values()))
    answer = Answer(question, text, True, 0.9, tuple(citations))
    return put_short_first(answer, context, tables=lambda doc_id: (), least_support=0.5, verifier=verifier)


class SentenceOdds:
    """A verifier that reads a sentence with chosen words with chosen odds, and any other as no answer."""

    def __init__(self, **odds):
        self.odds = odds

    def verify(self, pairs):
        odds = [max((odds for word, odds in self.odds.items() if word in text), default=-4.0) for _, text in pairs]
        return [Verdict(1 / (1 + math.exp(-one)), 0.0, 0.0) for one in odds]


def test_of_several_values_that_of_the_sentence_that_answers_is_taken():
    quote = "The fob is replaced for £35. A lost card costs £12."
    assert answer_of("How much to replace my fob?", quote).short == ""
    assert answer_of("How much to replace my fob?", quote, verifier=SentenceOdds(fob=3.0)).short == "£35."


def test_a_time_is_taken_from_a_sentence_that_answers_without_sharing_a_word():
    quote = "A guest may stay up to 30 days a year. Dogs are welcome."
    question = "How long can my boyfriend sleep over?"
    assert answer_of(question, quote).short == ""
    assert answer_of(question, quote, verifier=SentenceOdds(guest=2.5)).short == "Up to 30 days a year."
    assert answer_of(question, quote, verifier=SentenceOdds(guest=1.5)).short == ""
    assert answer_of(question, quote, verifier=SentenceOdds(guest=2.5, Dogs=1.0)).short == ""


@pytest.mark.parametrize(
    ("quote", "value"),
    [
        ("Wages go out on the 28th of each month.", "On the 28th of each month."),
        ("Post it to reach us by 16 May.", "By 16 May."),
        ("Post it by 16 May or by 18 June.", ""),
    ],
)
def test_a_day_is_taken_from_a_sentence_that_answers(quote, value):
    assert answer_of("When do I get the money?", quote, verifier=SentenceOdds(Wages=3.0, Post=3.0)).short == value
    assert answer_of("When do I get the money?", quote).short == ""


def test_nothing_is_put_first_where_another_sentence_answers_better_or_tells_of_another_case():
    quote = "The lease ends on 60 days' notice. Moving within the house needs less."
    question = "How much notice ends the lease?"
    assert answer_of(question, quote, verifier=SentenceOdds(lease=2.0)).short == "60 days' notice."
    assert answer_of(question, quote, verifier=SentenceOdds(lease=2.0, Moving=1.5)).short == ""
    quote = "A defect that is seen is reported within six hours. A defect that is hidden is reported within two days."
    assert answer_of("How long to complain of it?", quote, verifier=SentenceOdds(hidden=4.0)).short == ""
    quote = "Duties last for four years. For recipes they last for ever."
    assert answer_of("How long is it secret?", quote, verifier=SentenceOdds(Duties=4.0)).short == ""


def test_no_notice_is_put_first_beside_another_one():
    quotes = ("We may end the lease on 60 days' notice.", "You may end it on 90 days' notice, but only after a year.")
    assert answer_of("How much notice ends the lease?", *quotes).short == ""


def test_the_short_answer_comes_first_and_the_citations_still_point_at_their_claims():
    answer = answer_of(
        "How much notice ends the lease?", "The lease ends on 60 days' notice.", "The lease may be assigned."
    )
    assert answer.short == "60 days' notice."
    assert answer.text.startswith("60 days' notice. “The lease ends on")
    assert [one.claim.slice(answer.text)[:12] for one in answer.citations] == ["60 days' not", "“The lease m"]
    assert answer.body.startswith("“The lease ends")
    assert str(answer).splitlines()[0] == "60 days' notice."


def test_a_value_may_stand_in_a_later_piece_of_the_clause_but_not_in_two():
    rows = ("Boat | Price", "Canoe | £20 a day")
    assert answer_of("What does a canoe cost?", *rows, numbers=(1, 1)).short == "£20 a day."
    torn = ("A canoe costs £20", "a day plus fuel.")
    assert answer_of("What does a canoe cost?", *torn, numbers=(1, 1)).short == ""


@pytest.mark.parametrize(
    ("question", "row", "value"),
    [
        ("What is the rent?", "Rent: £875 a month", "£875 a month."),
        ("What is the monthly rent?", "Monthly rent: £875", "£875."),
        ("What is the rent?", "Monthly rent: £875", ""),
        ("How many days of holiday do I get?", "Annual leave: 25 days", "25 days."),
        ("How many days of holiday do I get?", "Working days: 3 days", ""),
    ],
)
def test_a_labelled_value_is_put_first_unless_its_label_says_more(question, row, value):
    assert answer_of(question, row).short == value


def test_nothing_is_put_first_where_another_quotation_says_otherwise():
    quotes = ("The lease ends on 60 days' notice.", "The lease ends on 90 days' notice.")
    assert answer_of("How much notice ends the lease?", *quotes).short == ""


def test_nothing_is_put_first_from_several_documents():
    quotes = ("The lease ends on 60 days' notice.", "The lease may be assigned.")
    assert answer_of("How much notice ends the lease?", *quotes, documents=("one", "two")).short == ""


def test_sources_are_numbered_as_they_are_quoted():
    texts = ("The roof leaks.", "The rent is £5.", "The rent is due on Mondays.")
    scores = (0.0, 0.6, 0.9)
    sources = tuple(
        NumberedSource(i, Passage("doc", Span(0, len(text))), text, "a.txt", evidence=((Span(0, len(text)), score),))
        for i, (text, score) in enumerate(zip(texts, scores, strict=True), start=1)
    )
    context = ExtractiveAnswerer().order(AnswerContext("When is the rent due?", sources))
    draft = ExtractiveAnswerer().answer(context)
    assert [claim.numbers for claim in draft.claims] == [(1,), (2,)]
    assert draft.claims[0].quotes == ("The rent is due on Mondays.",)


@pytest.mark.parametrize(
    ("question", "quotes", "lacking"),
    [
        ("How long is the rent-free period?", ["The rent is paid on the usual quarter days."], AskedValue.DURATION),
        ("How long is the rent-free period?", ["No rent is due.", "for the first nine (9) months."], None),
        ("What is the rate of interest on late payments?", ["Interest is due on late payments."], AskedValue.AMOUNT),
        ("What is the rate of interest on late payments?", ["Interest of 4 % a year is due."], None),
        ("How much is the deposit?", ["It is paid within 7 days after filing."], AskedValue.AMOUNT),
        ("How much is the deposit?", ["It is three months' rent."], None),
        ("What percentage does the agent get?", ["The agent gets a share."], AskedValue.PERCENTAGE),
        ("How big may the shed be?", ["one shed of no more than 6 square metres;"], None),
        ("How long may a statement of case be?", ["4.2 It may not exceed 25 pages."], None),
        ("How long may a statement of case be?", ["4.2 It must be short: see rule 16.4."], AskedValue.DURATION),
        ("How much must be dug?", ["keep at least three quarters of the plot cultivated;"], None),
        ("Which law governs this contract?", ["“Law” means any statute or order."], AskedValue.LAW),
        ("Which law governs this contract?", ["Scots law applies to this contract."], None),
        ("Who pays the costs?", ["The costs are shared."], None),
        ("When does the licence end?", ["The licence ends when the fee is not paid."], None),
        # said without a figure
        ("How long is the tenancy?", ["It begins on 1 April 2024 and ends on 31 March 2026."], None),
        ("How long is the trial period?", ["The trial period ends on 30 June 2024."], None),
        ("How long is the tenancy?", ["The tenancy was agreed on 1 April 2024."], AskedValue.DURATION),
        ("How soon is the boiler mended?", ["It is mended as soon as reasonably possible."], None),
        ("How soon must a loss be reported?", ["A loss must be reported immediately."], None),
        ("What is the deadline for appeals?", ["An appeal must be filed before the hearing."], None),
        ("How long is it secret?", ["It is secret for as long as the information remains confidential."], None),
        ("How long do the duties last?", ["The duties survive indefinitely."], None),
        ("How long is it kept?", ["At any time it may be inspected."], AskedValue.DURATION),
        ("How much notice must the landlord give?", ["The landlord must give reasonable notice."], None),
        ("How much notice must be given?", ["The trial may be ended without notice."], None),
        ("How much notice must be given?", ["Notice is given in writing."], AskedValue.NOTICE),
        ("What notice must be given of a meeting?", ["Notice of a meeting is given in writing."], None),
        ("What is the liability cap?", ["Liability is limited to the fees paid in the year before."], None),
        ("How much interest is charged?", ["Interest is charged at the statutory rate."], None),
        ("How much is the deposit?", ["No deposit is payable."], None),
        ("How much is the rent?", ["All rent is paid on time."], AskedValue.AMOUNT),
        ("What share of the profits does a partner get?", ["The partners share profits equally."], None),
        ("What penalty applies if I break the rules?", ["Your membership may be suspended."], None),
        ("Under data protection law, how soon is it reported?", ["It is reported at once."], None),
        ("What laws must the tenant comply with?", ["The Tenant keeps the Bees Act."], None),
        ("Is subletting governed by the tenancy agreement?", ["The Tenant must not sublet."], None),
    ],
)
def test_what_a_question_asks_for_may_be_stated_nowhere(question, quotes, lacking):
    assert lacks_value(question, quotes) is lacking


def test_no_value_is_put_first_that_ends_with_a_word_for_something_else():
    quote = "The Consultant shall keep it secret during the engagement and for five years after it."
    question = "How long must the consultant keep secrets?"
    assert not answer_of(question, quote).short
    assert answer_of(question, quote.replace("after it.", "after the engagement.")).short
