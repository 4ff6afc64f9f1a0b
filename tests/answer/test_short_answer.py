import pytest

from pincite.answer.asked_value import AskedValue, asked_value
from pincite.answer.extractive import ExtractiveAnswerer, order_by_evidence
from pincite.answer.short_answer import put_short_first
from pincite.answer.stated_value import lacks_value, stated_value
from pincite.domain.answer import Answer, AnswerContext, Citation, NumberedSource
from pincite.domain.document import Passage
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
        ("Who pays for the survey?", "The Seller shall pay for the survey.", "The Seller"),
        (
            "Who bears the cost of the survey?",
            "The cost of the survey is borne equally by the Parties.",
            "equally by the Parties",
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
    ],
)
def test_nothing_is_put_first_where_it_may_mislead(question, quote):
    assert short(question, quote) is None


def answer_of(question, *quotes, documents=("doc",)):
    """An answer as the extractive answerer gives it, from a source for each quotation."""
    sources, citations, text = [], [], ""
    for number, quote in enumerate(quotes, start=1):
        passage = Passage(documents[(number - 1) % len(documents)], Span(1000 * number, 1000 * number + len(quote)))
        sources.append(NumberedSource(number, passage, quote, "lease.txt", evidence=((passage.span, 0.9),)))
        words = f"“{' '.join(quote.split())}” [{number}]"
        start = len(text) + bool(text)
        text = f"{text} {words}".strip()
        citations.append(Citation(number, passage, quote, "lease.txt", Span(start, start + len(words))))
    context = AnswerContext(question, tuple(sources))
    return put_short_first(Answer(question, text, True, 0.9, tuple(citations)), context, least_support=0.5)


def test_the_short_answer_comes_first_and_the_citations_still_point_at_their_claims():
    answer = answer_of(
        "How much notice ends the lease?", "The lease ends on 60 days' notice.", "The lease may be assigned."
    )
    assert answer.short == "60 days' notice."
    assert answer.text.startswith("60 days' notice. “The lease ends on")
    assert [one.claim.slice(answer.text)[:12] for one in answer.citations] == ["60 days' not", "“The lease m"]
    assert answer.body.startswith("“The lease ends")
    assert str(answer).splitlines()[0] == "60 days' notice."


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
    context = order_by_evidence(AnswerContext("When is the rent due?", sources))
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
    ],
)
def test_what_a_question_asks_for_may_be_stated_nowhere(question, quotes, lacking):
    assert lacks_value(question, quotes) is lacking
