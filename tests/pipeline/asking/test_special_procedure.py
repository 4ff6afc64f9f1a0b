"""Rules that take the place of the general ones, amendments, and lines of a sheet, asked of the models that ship."""

import pytest

from pincite.pipeline.store import Store
from pincite.settings import load_settings

RULES = """RULES OF THE GANNET ARBITRATION HOUSE

PART I. COMMENCEMENT

Rule 1. Reply

1.1 Within 30 days of receiving the Notice the respondent shall send a Reply to the House.

Rule 2. Award

2.1 The award shall be made within eight months of the first meeting.

PART II. SHORT PROCEDURE

Rule 3. Special provisions

3.1 In the short procedure the following provisions replace the general rules:

(a) the period for the Reply in Rule 1.1 is 10 days;

(b) the award shall be made within three months of the first meeting.

PART III. COSTS

Rule 4. Costs

4.1 The losing party shall bear the costs of the House.
"""
SUPPLY = """SUPPLY AGREEMENT

This Agreement is made between Siskin Pumps Ltd (the "Supplier") and Wrasse Mills plc (the "Buyer").

1. Price
1.1 The Buyer shall pay £90 for each pump.

2. Payment
2.1 The Buyer shall pay each invoice within 30 days.
"""
AMENDMENT = """FIRST AMENDMENT AGREEMENT

This Amendment is made between Siskin Pumps Ltd and Wrasse Mills plc and amends their Supply Agreement.

1. Changes
1.1 In clause 2.1, the words “30 days” are replaced by the words “45 days”.

2. Waiver
2.1 The Buyer waives no claim for a late pump.
"""
BOOKING = """BOOKING OF THE OLD MALT HOUSE

Reference: OMH-3317
Booked by: Ines Farrow
Set-up from: 2.30 pm
Guests arrive: 6 pm
Supper: cold table, served at 7.15 pm
Cars: 40 spaces behind the house
On the night: Piers Lomax, duty manager

Please note

Bring your own cake if you like; we make no charge for cutting it.
"""


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    folder = tmp_path_factory.mktemp("special")
    texts = {"house-rules.txt": RULES, "supply-agreement.txt": SUPPLY, "first-amendment.txt": AMENDMENT}
    for name, text in (texts | {"malt-house-booking.txt": BOOKING}).items():
        (folder / name).write_text(text, encoding="utf-8")
    settings = load_settings(flags=("executor.kind=inline",)).settings
    with Store.build([folder], folder / "store", settings=settings) as built:
        yield built


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("How long does a respondent have to send its Reply in the short procedure?", "Rule 1.1 is 10 days"),
        ("When must the award be made in short proceedings?", "within three months"),
        ("How long does a respondent have to send its Reply?", "Within 30 days"),
    ],
)
def test_rules_that_replace_the_general_ones_answer_what_is_asked_of_their_procedure(store, question, words):
    assert words in " ".join(one.quote for one in store.ask(question).citations if one.number == 1)


@pytest.mark.parametrize(
    ("question", "words"),
    [
        (
            "What did the First Amendment change in clause 2.1 of the Supply Agreement?",
            "replaced by the words “45 days”",
        ),
        ("What does clause 2.1 of the First Amendment say?", "waives no claim"),
    ],
)
def test_what_an_amendment_changes_in_a_clause_is_no_clause_of_its_own(store, question, words):
    assert words in store.ask(question).citations[0].quote


@pytest.mark.parametrize(
    ("question", "line"),
    [
        ("what's the reference of the malt house booking", "Reference: OMH-3317"),
        ("what time is supper at the malt house", "Supper: cold table, served at 7.15 pm"),
        ("how many cars can we bring to the malt house", "Cars: 40 spaces behind the house"),
        ("who do i ask for on the night at the malt house", "On the night: Piers Lomax, duty manager"),
    ],
)
def test_the_line_of_a_sheet_that_answers_is_quoted_and_not_the_sheet(store, question, line):
    assert store.ask(question).citations[0].quote == line
