import pytest

from pincite.answer.values.stated_party import stated_party


def party(question, quote):
    span = stated_party(question, quote)
    return span.slice(quote) if span else None


@pytest.mark.parametrize(
    ("question", "quote", "who"),
    [
        (
            "Who must repair the roof?",
            "The Tenant shall repair the interior and the Landlord shall repair the roof.",
            "the Landlord",
        ),
        (
            "Who bears the risk of fire?",
            "The Tenant bears the risk of theft and the Landlord bears the risk of fire.",
            "the Landlord",
        ),
        (
            "Who owns the software?",
            "The Founder owns the Founder Tools and the Company owns the Software.",
            "the Company",
        ),
        ("Who pays the legal fees?", "The losing party shall pay the legal fees of the Landlord.", "The losing party"),
        ("Who holds the deposit?", "The Deposit shall be held by the Agent.", "the Agent"),
        (
            "Who appoints the arbitrator?",
            "The arbitrator is appointed by the President of the Law Society.",
            "the President of the Law Society",
        ),
        (
            "Who insures the building?",
            "The Landlord shall insure the building and the Tenant shall refund the premium.",
            "The Landlord",
        ),
        ("Who owns the IP?", "The Customer owns the Customer Data and the Supplier owns all other IP.", "the Supplier"),
        ("Who owns the deliverables?", "Supplier owns the tools. Customer shall own the deliverables.", "Customer"),
        ("Who can terminate the agreement?", "The Customer may terminate the agreement on notice.", "The Customer"),
        ("Who pays stamp duty?", "Stamp duty is paid by the Buyer.", "the Buyer"),
        ("Who pays the agent?", "The Buyer's Solicitor shall pay the agent.", "The Buyer's Solicitor"),
        (
            "Who must repair the roof?",
            "The Tenant shall repair the interior and the roof shall be repaired by the Landlord.",
            "the Landlord",
        ),
        (
            "Who pays the rates?",
            "The rent shall be paid by the Tenant and the rates shall be paid by the Landlord.",
            "the Landlord",
        ),
        ("Who must repair the roof?", "The Tenant shall maintain and repair the roof.", "The Tenant"),
        ("Who is responsible for repairs?", "The Tenant is responsible for all repairs.", "The Tenant"),
        ("Who is responsible for repairs?", "The Tenant shall be responsible for repairs.", "The Tenant"),
        ("Who is required to insure the boat?", "The Owner must insure the boat.", "The Owner"),
        ("Who pays for the survey?", "Either Party shall pay for the survey.", "Either Party"),
        ("Who pays for the survey?", "The Seller shall pay for the survey and the searches.", "The Seller"),
        ("Who foots the bill for the survey?", "The Seller shall bear the cost of the survey.", "The Seller"),
        ("Who keeps the records?", "The records are kept by the Agent.", "the Agent"),
        (
            "Who insures the goods?",
            "The goods are insured by the Carrier and the Buyer pays the premium.",
            "the Carrier",
        ),
        (
            "Who must clean the windows?",
            "While the Tenant shall clean the floors, the Landlord shall clean the windows.",
            "the Landlord",
        ),
        ("Who pays for the lift?", "The Tenant pays for the lift; the Landlord pays for the stairs.", "The Tenant"),
        ("Who keeps the minutes?", "The Secretary of State shall keep the minutes.", "The Secretary of State"),
        ("Who has to pay the deposit?", "The Deposit must be paid by the Tenant to the Agent.", "the Tenant"),
        ("Who will insure the van?", "The Hirer insures the van and the Owner insures the trailer.", "The Hirer"),
        ("Who will insure the van?", "The Hirer insures the trailer and the Owner insures the van.", "the Owner"),
    ],
)
def test_the_one_who_does_it_is_named_whole(question, quote, who):
    assert party(question, quote) == who


@pytest.mark.parametrize(
    ("question", "quote"),
    [
        ("Who pays the agent?", "Neither the Landlord nor the Tenant shall pay the agent."),
        ("Who may inspect the books?", "The Investor and the Lender may inspect the books."),
        (
            "Who pays for repairs?",
            "The Landlord shall pay for repairs to the roof. The Tenant shall pay for repairs to the interior.",
        ),
        ("Who insures the contents?", "The Landlord shall insure the building."),
        ("Who may not sublet?", "The Tenant may sublet with consent."),
        ("Who bears the risk?", "The Seller bears the risk until delivery, and the Buyer bears the risk after that."),
        ("Who pays the service charge?", "No Tenant shall pay the service charge."),
        ("Who must repair the roof?", "The Tenant shall repair the interior and the Landlord maintains the roof."),
        ("Who pays the rates?", "The rates shall be paid by the Landlord and the Tenant."),
        ("Who is paid the commission?", "The Seller shall pay the commission."),
        ("Who pays interest?", "The Notes shall bear interest at 5%."),
        ("Who must repair the roof?", "The Tenant shall report repair needs of the roof."),
        ("Who must repair the roof under the Harbour lease?", "The Tenant shall repair the interior under this lease."),
        ("Who pays the survey?", "Each of the Landlord and the Tenant shall pay half of the survey."),
        ("Who pays for the survey?", "Any sum that the Landlord pays for the survey shall be refunded by the Tenant."),
        ("Who pays for the survey?", "The agent of the Landlord shall pay for the survey."),
        ("Who pays for the survey?", "The survey is paid by the Landlord's surveyor."),
        ("Who pays for the survey?", "The Seller shall pay no part of the survey."),
        ("Who pays for the survey?", "The Seller shall not pay for the survey. The Buyer shall pay for the survey."),
        ("Who pays the agent?", "The Buyer, the Seller and the Lender shall pay the agent."),
        ("Who must be notified of a breach?", "The Tenant shall be notified of a breach by the Landlord."),
        ("Who shall notify a breach?", "The Tenant shall be notified of a breach by the Landlord."),
        ("Who pays for the lift?", "The Tenant shall, at its own cost, pay for the lift."),
        ("Who pays for damage?", "The other party shall pay for damage."),
        ("Who pays for damage?", "A third party may pay for damage."),
        ("Who pays for damage?", "the party shall pay for damage."),
        ("Who must supply the seed?", "The Grower or the Mill shall supply the seed."),
        ("Who must supply the seed?", "No party shall supply the seed."),
    ],
)
def test_nobody_is_named_where_it_is_unclear_who_does_it(question, quote):
    assert party(question, quote) is None
